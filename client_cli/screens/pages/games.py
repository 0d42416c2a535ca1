"""The pages to choose a game: to play alone, to read its rules, to see its leaderboards. A win of
one of the five "great games" can count for a crown, an award for games won in a row."""

from abc import abstractmethod
from collections.abc import Callable
from typing import ClassVar

from client_cli.exit_codes import Failure
from client_cli.local.preferences import usual_options
from client_cli.net.addresses import server_address
from client_cli.screens import registry
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.ui_state import load_ui_state, store_ui_state
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListPage, ListRow
from client_cli.terminal.game_input import chosen_game
from engine.cards import LAST_DEAL_NUMBER
from engine.crowns.facts import GREAT_GAMES
from engine.games import FIRST_GAME, GAMES
from engine.rules import RULES, is_table
from protocol.reading import ReadingName
from protocol.texts import _


def listed_games(*, tables: bool = False) -> list[str]:
    """Return the slugs of all games in the order in which pages list them: the five great games in
    the order of `GREAT_GAMES`, then `FIRST_GAME`, a quick game for newcomers, then the other games
    by title. With `tables`, include games in which the contestants share one table (Racing
    Demon)."""
    others = sorted(
        (RULES if tables else GAMES).keys() - set(GREAT_GAMES),
        key=lambda slug: (slug != FIRST_GAME, _(RULES[slug].book.title)),
    )
    return [*GREAT_GAMES, *others]


class GamesPage(ListPage):
    """A list of all games, with the number of packs, the usual minutes and the prospects of
    winning. When the page opens, the game that the player chose last is selected. Subclasses say
    what the choice of a game does."""

    tables: ClassVar[bool] = True
    """Whether games whose contestants share a table stand in the list."""

    def __init__(self) -> None:
        super().__init__()
        self._games = listed_games(tables=self.tables)

    @abstractmethod
    def chosen(self, slug: str) -> None:
        """Called when the player has chosen the game `slug`. A subclass decides what to do with the
        game."""

    def on_mount(self) -> None:
        last = load_ui_state(self.patience.storage, "game")
        self.at = self._games.index(last if last in self._games else FIRST_GAME)
        super().on_mount()

    def above(self) -> list[str]:
        packs, minutes = f"{_('packs'):<7}", f"{_('minutes'):<11}"
        return ["", f"  {'':<20} {packs}{minutes}{_('prospects')}"]

    def rows(self) -> list[ListRow]:
        return [self._game(slug) for slug in self._games]

    def _game(self, slug: str) -> ListRow:
        book, dash = RULES[slug].book, self.look.glyphs.dash
        minutes = _(book.minutes) if book.minutes else dash
        prospects = _(book.prospects) if book.prospects else dash
        character = _(book.character) if book.character else ""
        packs = _("1 each") if is_table(slug) else GAMES[slug].packs
        cells = f"{packs:<7}{minutes:<11}{prospects}"
        return ListRow(f"{_(book.title):<20}", cells, character)

    @property
    def slug(self) -> str:
        """The slug of the selected game."""
        return self._games[self.at]

    def key_pairs(self) -> list[tuple[str, str]]:
        return [(_("Enter"), _("go on")), ("r", _("rules")), ("q", _("back"))]

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        elif char == "r":
            self.read_rules(RULES[self.slug])
        else:
            return False
        return True

    def choose(self) -> None:
        store_ui_state(self.patience.storage, game=self.slug)
        self.chosen(self.slug)


class SoloGamesPage(GamesPage):
    """The page to choose a game to play alone. Enter deals it at random; with the key `d` the
    player first types the number of the deal."""

    heading = _("Play alone")

    def key_pairs(self) -> list[tuple[str, str]]:
        return [
            (_("Enter"), _("deal")),
            ("d", _("a deal by its number")),
            ("r", _("rules")),
            ("q", _("back")),
        ]

    def command(self, char: str) -> bool:
        if char != "d":
            return super().command(char)
        if is_table(self.slug):
            self.chosen(self.slug)
            return True
        note = _(
            "The same number is the same deal, on every computer. Numbers go from 1 to {last}.",
            last=LAST_DEAL_NUMBER,
        )
        field = FormField(_("Number of the deal"))
        form = Form(
            _(GAMES[self.slug].book.title), [field], lambda texts: deal_number(texts[0]), note
        )
        self.app.push_screen(form, self._numbered)
        return True

    def _numbered(self, form: Filled | None) -> None:
        if form is not None:
            store_ui_state(self.patience.storage, game=self.slug)
            self._deal(self.slug, deal_number(form.texts[0]))

    def chosen(self, slug: str) -> None:
        """Deal the game that the player has chosen. If a win of this game can count for a crown,
        end the app with a `PendingAction`: the command that started the app then lets the server
        deal the game. Otherwise deal it on this computer. For Racing Demon, open the page to choose
        computer players."""
        if is_table(slug):
            registry.PRACTISE.open(self.app)
            return
        storage = self.patience.storage
        if slug in GREAT_GAMES and storage is not None:
            from client_cli.features.crown_eligibility import counts_alone

            rules = chosen_game(slug, usual_options(storage, slug))
            server = server_address(None)
            if counts_alone(slug, rules.chosen, server, storage):
                self.app.exit(PendingAction("alone", game=slug))
                return
        self._deal(slug, None)

    def _deal(self, slug: str, number: int | None) -> None:
        self.app.pop_screen()
        self.patience.open_table(slug, tips=True, deal=number)


class RulesPage(GamesPage):
    """The page to choose a game and read its rules. Keys show general texts on patience."""

    heading = _("Rules")
    PAGES: ClassVar[dict[str, ReadingName]] = {"t": "terms", "h": "history"}
    """The general texts on patience, by the keys that open them."""

    def key_pairs(self) -> list[tuple[str, str]]:
        return [
            (_("Enter"), _("read")),
            ("t", _("terms")),
            ("h", _("history")),
            ("q", _("back")),
        ]

    def command(self, char: str) -> bool:
        if char in self.PAGES:
            self.read(self.PAGES[char])
            return True
        return super().command(char)

    def chosen(self, slug: str) -> None:
        self.read_rules(RULES[slug])


class VotePage(GamesPage):
    """The page to choose the game for which to vote in a room. It closes itself, then calls `then`
    with the game's slug."""

    heading = _("Which game next?")

    def __init__(self, then: Callable[[str], None]) -> None:
        super().__init__()
        self._then = then

    def chosen(self, slug: str) -> None:
        self.app.pop_screen()
        self._then(slug)


class BoardsPage(GamesPage):
    """The page to choose a game and see its leaderboards."""

    heading = _("Leaderboards")
    tables = False

    def chosen(self, slug: str) -> None:
        registry.BOARD.open(self.app, slug)


def deal_number(text: str) -> int:
    """Return the deal number that a text gives. Raise Failure if no deal has this number."""
    number = int(text) if text.isdecimal() and len(text) < 20 else 0
    if not 1 <= number <= LAST_DEAL_NUMBER:
        raise Failure.usage(_("A deal number lies between 1 and {last}.", last=LAST_DEAL_NUMBER))
    return number
