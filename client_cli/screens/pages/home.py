"""The home page, with the main menu."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.text import Text

from client_cli.local.server_version import update_notice
from client_cli.local.storage import UNFINISHED, SavedSeat, Storage
from client_cli.messages.displayed_code import displayed
from client_cli.net.addresses import link
from client_cli.screens import registry
from client_cli.screens.page import plain
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.table.drawing.canvas import Canvas, Spot
from client_cli.screens.table.drawing.card_renderer import CardRenderer, Highlight
from client_cli.screens.table.drawing.faces import BOXED
from client_cli.screens.ui_state import load_ui_state, store_ui_state
from client_cli.screens.widgets.list_page import ListRow
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from client_cli.net.one_shot_client import OneShotClient
    from engine.games import AnyGame
    from protocol.leisure_races import LeisureNews

QUIT, BACK = _("Quit"), _("Back to race")
QUIET = _("Large and quiet")
TELEPHONE, FRIENDS, I_AM = _("Telephone"), _("Friends"), _("Your name")
LEISURE = _("Leisure races")
ACES = ("AS", "AH", "AD", "AC")
LATELY_NS = 24 * 3600 * 10**9
"""The greatest time since a room was last used, in nanoseconds, for which the home page offers to
return to the room."""
MenuEntry = tuple[str, str, Callable[[], object]]
"""A menu entry: its name, its description, and the function that it calls."""


class HomePage(ServerPage):
    """The main menu. If the player has left a room before its race was over, or a solo game before
    its end, the menu offers to return there."""

    def __init__(self, told: str = "", again: PendingAction | None = None) -> None:
        """Show the sentence `told`. `again` is an earlier choice of the player that the server
        refused for the reason `told`. The page on which the player made this choice opens at
        once."""
        super().__init__()
        self._again = None if again is None else (again, told)
        self.friends = ""
        """Text about friend requests that wait for an answer; empty if none does."""
        self.say = told if again is None else ""
        self.leisure = ""
        """Text about leisure races in which the player can play, or that are over and new; empty if
        there are none."""
        self._seat: SavedSeat | None = None
        """The seat in a race to which the player can return; None if there is none."""
        self._left = ""
        """A description of the unfinished solo game that the player left last; empty if there is
        none."""

    @property
    def entries(self) -> list[MenuEntry]:
        """The entries of the main menu, in order, each as (name, description, function that opens
        it)."""
        back = [] if self._seat is None else [self._back_to(self._seat)]
        if self._left:
            back.append((_("Go on"), self._left, self._to(registry.UNFINISHED)))
        if self.patience.is_quiet:
            back += self._great_games()
        return [
            *back,
            (
                _("Play alone"),
                _("a game in front of you at once"),
                self._to(registry.PLAY),
            ),
            (_("Race friends"), _("you get a code to pass on"), self._to(registry.HOST)),
            (_("Join a race"), _("you were given a code"), self._to(registry.JOIN)),
            (_("Watch"), _("a race, live"), self._to(registry.WATCH)),
            (
                _("Daily deals"),
                _("a sprint and a long game, one try"),
                self._to(registry.DAILY),
            ),
            (
                LEISURE,
                _("the same deal for friends, within days"),
                self._to(registry.LEISURE_RACES),
            ),
            (
                _("Racing Demon"),
                _("at one table, against the computer"),
                self._to(registry.PRACTISE),
            ),
            (
                _("Crowns"),
                _("three or five great games in a row"),
                self._to(registry.CROWNS),
            ),
            (
                _("Tournaments"),
                _("several deals, one table"),
                self._to(registry.TOURNAMENTS),
            ),
            (
                _("Leaderboards"),
                _("who is best, fastest, and on a run"),
                self._to(registry.BOARDS),
            ),
            (TELEPHONE, _("who rings for a crown"), self._to(registry.CALLS)),
            (
                _("History"),
                _("replay, compare, race a ghost"),
                self._to(registry.HISTORY),
            ),
            (
                _("Statistics"),
                _("your games in numbers and charts"),
                self._to(registry.STATS),
            ),
            (FRIENDS, _("who they are, and who asks"), self._to(registry.FRIENDS)),
            (I_AM, _("your name and your account"), self._to(registry.ACCOUNT)),
            (
                QUIET,
                _("on: the same again undoes it")
                if self.patience.is_quiet
                else _("no timer, rivals or talk; opens at the game you left"),
                self._switch_quiet,
            ),
            (
                _("Options"),
                _("look, movement, sounds, games"),
                self._to(registry.OPTIONS),
            ),
            (_("Rules"), _("as the books have them"), self._to(registry.RULES)),
            (QUIT, "", lambda: self.patience.exit(0)),
        ]

    def _great_games(self) -> list[MenuEntry]:
        """Return menu entries that deal each great game for the player to play alone."""
        from engine.crowns.facts import GREAT_GAMES
        from engine.games import GAMES

        return [self._to_play(GAMES[slug]) for slug in GREAT_GAMES]

    def _to_play(self, game: "type[AnyGame]") -> MenuEntry:
        """Return the menu entry that deals this game for the player to play alone."""
        book = game.book
        minutes = _("{minutes} minutes", minutes=_(book.minutes)) if book.minutes else ""
        return _(book.title), minutes, lambda: self.patience.open_table(game.slug, tips=True)

    def _switch_quiet(self) -> None:
        """Switch the large and quiet view (no timer, no other contestants, no chat) on or off, and
        store the choice on this computer."""
        storage = self.patience.storage
        if storage is None:
            return
        wanted = "off" if self.patience.is_quiet else "on"
        from client_cli.features import accounts

        accounts.choose(storage, [f"quiet={wanted}"])
        self.patience.take_choices()
        self.at = next(i for i, (name, *_rest) in enumerate(self.entries) if name == QUIET)
        self.redraw()

    def _to(self, page: registry.PageAt[[]]) -> Callable[[], object]:
        """Return a function that opens a page. The page's module is imported when the function is
        called."""
        return lambda: page.open(self.app)

    def _back_to(self, seat: SavedSeat) -> MenuEntry:
        """Return the menu entry that leads back to the race in which the player has the seat
        `seat`."""
        wish = PendingAction("resume", code=link(seat.server, seat.code))
        sentence = _("room {code}, as {name}", code=displayed(seat.code), name=seat.name)
        return BACK, sentence, lambda: self.app.exit(wish)

    def header(self) -> Text:
        suits = " ".join(self.look.suit(card) for card in ACES)
        return Text.assemble((_("CROWN PATIENCE"), plain(self.look.palette.loud)), f"   {suits}")

    def above(self) -> list[str]:
        return [_("The same deal for everybody, at the same moment."), ""]

    def rows(self) -> list[ListRow]:
        return [
            ListRow(f"{name:<15}", self._told(name, what)) for name, what, _open in self.entries
        ]

    def _told(self, name: str, what: str) -> str:
        storage = self.patience.storage
        if name == FRIENDS and self.friends:
            return self.friends
        if name == FRIENDS and self.patience.online:
            from client_cli.messages import presence

            return presence.online(self.patience.online).removesuffix(".")
        if name == LEISURE and self.leisure:
            return self.leisure
        if name == TELEPHONE and self.patience.missed:
            from client_cli.features import calls

            return calls.missed_words(self.patience.missed)
        if name == I_AM and storage is not None and storage.name():
            return storage.name() or what
        return what

    def below(self) -> Text:
        """Return the decoration below the menu: the upper edges of four aces."""
        canvas = Canvas(4 + len(ACES) * BOXED.least, BOXED.height, self.look.palette.cloth)
        pen = CardRenderer(canvas, self.look, Highlight(), str, BOXED)
        for i, card in enumerate(ACES):
            pen.card(4 + i * BOXED.least, 0, card, Spot(card, 1))
        return canvas.text()

    def on_mount(self) -> None:
        self._find_seat()
        self._find_left()
        if not self._left and self.patience.storage is not None:
            self.say = self.say or _damaged(self.patience.storage)
        if self.patience.storage is not None:
            self.say = self.say or update_notice(self.patience.storage)
        names = [name for name, _what, _open in self.entries]
        last = load_ui_state(self.patience.storage, "door")
        self.at = 0 if self._seat is not None or last not in names else names.index(last)
        super().on_mount()
        if self._left and self._seat is None and not self.say and self.patience.is_quiet:
            self.call_after_refresh(self._go_on)
        if self._again is not None:
            self.call_after_refresh(self._try_again, *self._again)

    def _try_again(self, wish: PendingAction, told: str) -> None:
        """Open the page to join or watch a room again after the server has refused the player's
        choice `wish`. The form for the room's code contains the same code as before and shows the
        reason `told` of the refusal."""
        page = registry.JOIN if wish.kind == "join" else registry.WATCH
        page.open(self.app, wish, told)

    def _go_on(self) -> None:
        """Open the unfinished solo game that the player left last."""
        from client_cli.screens.pages.solo import SoloPage, new_deal
        from client_cli.solo.saved_games import last_left

        left = None if self.patience.storage is None else last_left(self.patience.storage)
        if left is not None:
            self.app.push_screen(SoloPage.going_on(left, new_deal))

    def _find_seat(self) -> None:
        storage, room = self.patience.storage, load_ui_state(self.patience.storage, "room")
        server, _space, code = room.rpartition(" ")
        seat = storage.last_seat(code, server) if storage is not None and code else None
        if seat is not None and time.time_ns() - seat.at < LATELY_NS:
            self._seat = seat

    def _find_left(self) -> None:
        storage = self.patience.storage
        self._left = _left(storage) if storage is not None else ""

    def on_screen_resume(self) -> None:
        before = self.entries[self.at][0]
        self._find_left()
        names = [name for name, _what, _open in self.entries]
        self.at = names.index(before) if before in names else 0
        super().on_screen_resume()
        self.call_after_refresh(self._ask_who_asks)
        self.patience.listen()

    def hear_leisure_news(self, news: "LeisureNews") -> None:  # noqa: ARG002
        self._ask_who_asks()

    def _ask_who_asks(self) -> None:
        """Ask the server in the background who has sent the player a friend request, and in which
        leisure races the player can play. A failure is not shown, because nobody needs a server to
        play alone."""
        if self.account() is not None:
            self.request_quietly(_asking, self._asked)
        elif self.friends or self.leisure:
            self._asked(([], ""))

    def _asked(self, told: tuple[list[str], str]) -> None:
        from client_cli.messages.accounts import listed

        names, self.leisure = told
        self.friends = ""
        if names:
            self.friends = ngettext(
                "{n} request waits: {names}",
                "{n} requests wait: {names}",
                len(names),
                names=listed(names),
            )
        self.redraw()

    # Menu entries. --------------------------------------------------------------------------

    def choose(self) -> None:
        self.go(self.entries[self.at])

    def go(self, entry: MenuEntry) -> None:
        """Open the page of a menu entry, and store the entry's name so that the entry is selected
        when the program starts next time."""
        name, _what, through = entry
        if name not in (QUIT, BACK):
            store_ui_state(self.patience.storage, door=name)
        through()

    def key_pairs(self) -> list[tuple[str, str]]:
        return [
            (_("Enter"), _("go on")),
            ("F1", _("help")),
            (_("Ctrl+P"), _("find")),
            ("q", _("quit")),
        ]

    def back(self) -> None:
        self.tell(_("q leaves."))

    def command(self, char: str) -> bool:
        if char == "q":
            self.app.exit(0)
        return char == "q"


# The functions below import slow modules only if they are needed.


async def _asking(client: "OneShotClient") -> tuple[list[str], str]:
    """Return who has sent the player a friend request, and the text about their leisure races."""
    from client_cli.exit_codes import Failure
    from client_cli.features import accounts, leisure_races

    names = await accounts.asking(client)
    try:
        return names, leisure_races.waiting_words(await leisure_races.listed(client))
    except Failure:  # an older server
        return names, ""


def _left(storage: Storage) -> str:
    """Return a description of the unfinished solo game that the player left last; empty if there is
    none."""
    if not (storage.root / UNFINISHED).exists():
        return ""
    from client_cli.solo.saved_games import last_left

    left = last_left(storage)
    return left.summary() if left is not None else ""


def _damaged(storage: Storage) -> str:
    if not (storage.root / UNFINISHED).exists():
        return ""
    from client_cli.solo.saved_games import damaged

    return damaged(storage)
