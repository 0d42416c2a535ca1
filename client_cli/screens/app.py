"""The Textual application of the full-screen client. It calls the pages' `tick`, receives telephone
calls, fills the command palette, and opens games played alone.

A telephone call is a message that a player who has won a crown sends to other players. A player
wins a crown by winning three or all of the five "great games" in a row.

`entry_points.py` and `home_entry.py` start the application. Modules that the first page does not
need are imported in the functions that use them, because imports take most of the time in which the
program starts.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual import events
from textual._styles_cache import StylesCache
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.screen import Screen

from client_cli.exit_codes import DONE
from client_cli.local import preferences
from client_cli.local.storage import Storage
from client_cli.net.connection_types import now_ms
from client_cli.screens.actions import PHRASE_KEYS, actions, help_page
from client_cli.screens.page import Page, ReadingPage, begin
from client_cli.screens.room_app import RoomApp
from client_cli.screens.widgets.themes import THEME_TITLES, THEMES, SuitColours
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.screens.call_notifier import CallNotifier
    from client_cli.solo.game import SoloGame
    from protocol.presence import OnlineFriend

TICK_S = 0.25
MOST_EARLY_KEYS = 100
"""How many keys are kept that are pressed before the first page is shown; the latest ones."""


class PatienceApp(RoomApp):
    """The full-screen application in one terminal. `first` creates the page to start with; without
    `first`, the caller must call `enter` to show a room. `now` is a monotonic clock in
    milliseconds. `server` is the server's address; None takes the address that the environment
    sets."""

    CSS_PATH = Path(__file__).with_name("app.tcss")
    TITLE = _("Crown Patience")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help_page", _("help"), show=False, id="help"),
        *(Binding(key, f"phrase('{key}')", _("say"), show=False) for key in PHRASE_KEYS),
        Binding("f10", "talk", _("what was said"), show=False, id="messages"),
    ]

    def __init__(
        self,
        first: Callable[["PatienceApp"], Page] | None = None,
        storage: Storage | None = None,
        suits: SuitColours = "usual",
        plain_letters: bool = False,
        now: Callable[[], int] = now_ms,
        server: str | None = None,
    ) -> None:
        super().__init__(storage, suits, plain_letters)
        self.now, self._server = now, server
        self._telephone: CallNotifier | None = None
        self._first = first
        self._early_keys: deque[events.Key] | None = deque(maxlen=MOST_EARLY_KEYS)

    def address(self) -> str:
        """Return the websocket address of the server. Raise Failure if the environment variable
        that sets it has an invalid address."""
        from client_cli.net.addresses import server_address  # a game alone needs no server

        return server_address(self._server)

    def on_mount(self) -> None:
        self.set_interval(TICK_S, self.tick)
        if self._first is not None:
            self.push_screen(self._first(self))
            self.call_after_refresh(self._press_early_keys)

    async def on_event(self, event: events.Event) -> None:
        """Handle an event of the terminal. Keys that are pressed before the first page is shown are
        kept for that page."""
        if self._early_keys is not None and isinstance(event, events.Key):
            self._early_keys.append(event)
            await self._press_early_keys()
        else:
            await super().on_event(event)

    async def _press_early_keys(self) -> None:
        """Once the first page is shown, send it the keys that were pressed before, ahead of those
        that wait in the queue of the application."""
        if self._early_keys is None or len(self.screen_stack) < 2:  # the first screen is empty
            return
        if self.screen.is_mounted and self.screen.is_active:
            keys, self._early_keys = self._early_keys, None
            for key in keys:
                await super().on_event(key)

    def tick(self) -> None:
        if self._early_keys is not None:
            self.call_later(self._press_early_keys)
        if not self.screen_stack:  # the timer goes on while the program ends
            return
        if self._telephone is not None:
            self._telephone.tick()
        if isinstance(self.screen, Page):
            self.screen.tick()

    # The telephone. -------------------------------------------------------------------------

    @property
    def telephone(self) -> "CallNotifier":
        """The object that receives telephone calls and news of crowns; created at first use."""
        if self._telephone is None:
            from client_cli.screens.call_notifier import CallNotifier

            self._telephone = CallNotifier(self)
        return self._telephone

    def listen(self) -> None:
        """Start to receive telephone calls in the background. The start waits until the first page
        has been drawn."""
        if self._telephone is not None:
            self._telephone.listen()
        elif self.storage is not None:
            self.call_after_refresh(begin, self, self._import_and_listen)

    async def _import_and_listen(self) -> None:
        """Import the module that handles telephone calls, then start to receive calls. The import
        runs in a thread, because it is slow and would block the screen."""
        await asyncio.to_thread(import_module, "client_cli.screens.call_notifier")
        self.telephone.listen()

    @property
    def missed(self) -> int:
        """The number of missed telephone calls that the client knows of, 0 before the server has
        answered."""
        return self._telephone.missed if self._telephone is not None else 0

    @property
    def online(self) -> "list[OnlineFriend]":
        """The friends who are on line, as far as the client knows."""
        return self._telephone.online if self._telephone is not None else []

    def beside(self, header: Text) -> Text:
        """Return `header`, the header of a page on which the player plays a game. While a telephone
        call waits to be shown, the returned header begins with a sign for the call."""
        return header if self._telephone is None else self._telephone.beside(header)

    # For every page. ------------------------------------------------------------------------

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """Yield the entries of the command palette (Ctrl+P): the keys of the page, the other pages,
        in a room the set phrases (fixed sentences for the chat), and the themes."""
        from client_cli.screens.navigation import places  # pages import this module

        if isinstance(screen, Page):
            for action in actions(screen):
                name = action.told[0].upper() + action.told[1:]
                press = _press(screen, action.key, action.char)
                yield SystemCommand(name, _("key {key}", key=action.shown), press)
        for place in places(self):
            yield SystemCommand(place.name, place.told, place.open)
        if self.room is not None:
            from protocol.rooms.talk import PHRASES

            for key, phrase in PHRASE_KEYS.items():
                say = partial(self.action_phrase, key)
                name = _("Say: {phrase}", phrase=_(PHRASES[phrase]))
                yield SystemCommand(name, _("key {key}", key=key.upper()), say)
        yield SystemCommand(_("Help"), _("the keys of this page: F1"), self.action_help_page)
        yield SystemCommand(
            _("What was said"), _("and done, the latest first: F10"), self.action_talk
        )
        if self.storage is not None:
            for theme in THEMES:
                choose = partial(self.choose_theme, theme)
                name = _("Theme: {name}", name=THEME_TITLES[theme])
                yield SystemCommand(name, _("the colours"), choose)
        yield SystemCommand(_("Leave the program"), _("key Ctrl+Q"), self.exit)

    def action_help_page(self) -> None:
        """Open the help page with the keys of the present page."""
        page = self.screen
        if isinstance(page, Page):
            self.push_screen(ReadingPage(f" {_('Help')} ", help_page(page, self.room is not None)))

    def pop_screen(self) -> AwaitComplete:
        """Close the top page, and clear Textual's style cache. Otherwise the cache keeps up to a
        thousand drawn widgets, which take a hundred megabytes of memory after many games."""
        gone = super().pop_screen()
        StylesCache.get_inner_outer.cache_clear()
        return gone

    # Solo games. ----------------------------------------------------------------------------

    def open_table(self, slug: str, tips: bool = False, deal: int | None = None) -> None:
        """Open a page on which the player plays a game alone. It covers the present page. `slug`
        names the game, and `deal` is the number of the deal; None chooses a random deal. With
        `tips`, a tip for newcomers is shown before each of the first moves."""
        from client_cli.screens.pages.solo import SoloPage, new_deal

        self.push_screen(SoloPage(self._solo(slug, deal or new_deal()), new_deal, tips))

    def _solo(self, slug: str, deal: int) -> "SoloGame":
        """Return deal number `deal` of a game, with the player's usual options."""
        from client_cli.solo.game import SoloGame
        from client_cli.terminal.game_input import chosen_game

        usual = preferences.usual_options(self.storage, slug) if self.storage else []
        return SoloGame(chosen_game(slug, usual), deal)

    def plays(self, slug: str) -> bool:
        """Whether an unfinished solo game with this slug is open, also if other pages cover it."""
        from client_cli.screens.pages.solo import SoloPage

        return any(
            isinstance(page, SoloPage) and page.game.slug == slug and not page.state().over
            for page in self.screen_stack
        )

    def redeal(self, slug: str) -> None:
        """If the top page is a solo game with this slug, deal the game again with the same deal
        number and with the options that the player has set now."""
        from client_cli.screens.pages.solo import SoloPage, new_deal

        page = self.screen
        if isinstance(page, SoloPage) and page.game.slug == slug:
            solo = self._solo(slug, page.solo.number)
            self.switch_screen(SoloPage(solo, new_deal, tips=False))

    def races(self, slug: str) -> bool:
        """Whether the player is in a room whose present race is of the game with this slug. The
        present race is the one that is planned, running, or finished last."""
        race = self.room.session.race if self.room is not None else None
        return race is not None and race.game == slug

    async def action_quit(self) -> None:
        """Quit the program (Ctrl+Q). In a game played alone that has a pile with the label `q`, the
        player leaves the game with Ctrl+Q, because the key `q` picks the pile. During such a game,
        close only the page of the game."""
        from client_cli.screens.pages.solo import SoloPage

        page = self.screen
        if isinstance(page, SoloPage) and page.key_for("q") == "^Q":
            page.leave()
        else:
            self.exit()

    def leave_table(self) -> None:
        """Close the top page and show the page under it. End the app if there is no page under
        it."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
        else:
            self.exit(DONE)


def _press(page: Page, key: str, char: str) -> Callable[[], None]:
    """Return a function that handles the key `key` on the page as if the player had pressed it."""

    def press() -> None:
        page.press(key, char)

    return press
