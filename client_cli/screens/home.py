"""The first screen: what to do, which game, and who with."""

from collections.abc import Callable, Sequence
from functools import partial

from rich.text import Text

from client_cli import account, calls
from client_cli.account_words import listed
from client_cli.addresses import room_address
from client_cli.online import checked_name
from client_cli.screens.account_page import AccountPage
from client_cli.screens.asking import AskingPage
from client_cli.screens.boards_page import BoardPage
from client_cli.screens.calls_page import CallsPage
from client_cli.screens.canvas import Canvas, Spot
from client_cli.screens.crowns_page import CrownsPage
from client_cli.screens.daily_page import DailyPage
from client_cli.screens.form import Field, Filled, Form
from client_cli.screens.friends_page import FriendsPage
from client_cli.screens.history_page import HistoryPage
from client_cli.screens.listing import ListPage, Row
from client_cli.screens.options_page import OptionsPage
from client_cli.screens.page import plain
from client_cli.screens.pen import BOX, Lit, Pen
from client_cli.screens.tournament_list import TournamentsPage
from client_cli.screens.wish import Wish
from engine.games import GAMES

FIRST = "aces_up"
CODE = Field("The code, such as KQ7-4TX, or the link")
I_AM = "I am"
ACES = ("AS", "AH", "AD", "AC")


def listed_games() -> list[str]:
    """Slugs in the order of the list; the quick one that newcomers start with comes first."""
    return sorted(GAMES, key=lambda slug: (slug != FIRST, GAMES[slug].book.title))


def _room(text: str) -> str:
    """A room as it was typed: a whole link, or its code as servers write it. Raises Failure."""
    code = room_address(text, None)[1]
    return text if "://" in text else code


class HomePage(AskingPage):
    """The doors."""

    def __init__(self) -> None:
        super().__init__()
        self.friends = ""
        """Who waits to become a friend."""
        self._doors: Sequence[tuple[str, str, Callable[[], None]]] = (
            ("Play alone", "a game in front of you at once", self._play),
            ("Race friends", "you get a code to pass on", self._host),
            ("Join a race", "you were given a code", self._join),
            ("Watch", "a race, live", self._watch),
            ("Daily deals", "a sprint and a long game, one try", partial(self._open, DailyPage)),
            ("Crowns", "three or five great games on the trot", partial(self._open, CrownsPage)),
            ("Tournaments", "several deals, one table", partial(self._open, TournamentsPage)),
            ("Leaderboards", "who is best, fastest, and on a run", self._boards),
            ("Telephone", "who rings for a crown", partial(self._open, CallsPage)),
            ("History", "replay, compare, race a ghost", partial(self._open, HistoryPage)),
            ("Friends", "who they are, and who asks", partial(self._open, FriendsPage)),
            ("I am", "your name and your account", partial(self._open, AccountPage)),
            ("Options", "cards, colours, sounds, games", partial(self._open, OptionsPage)),
            ("Rules", "as the books have them", self._rules),
            ("Quit", "", lambda: self.patience.exit(0)),
        )

    def header(self) -> Text:
        suits = " ".join(self.look.suit(card) for card in ACES)
        return Text.assemble(("CROWN PATIENCE", plain(self.look.palette.loud)), f"   {suits}")

    def above(self) -> list[str]:
        return ["The same deal for everybody, at the same moment.", ""]

    def rows(self) -> list[Row]:
        return [Row(f"{name:<13}", self._told(name, what)) for name, what, _ in self._doors]

    def _told(self, name: str, what: str) -> str:
        storage = self.patience.storage
        if name == "Friends" and self.friends:
            return self.friends
        if name == "Telephone" and self.patience.telephone.missed:
            return calls.missed(self.patience.telephone.missed)
        if name == "I am" and storage is not None and storage.name():
            return storage.name() or what
        return what

    def below(self) -> Text:
        """The four of them, tucked under the edge: what the first game is about."""
        canvas = Canvas(4 + len(ACES) * (BOX + 1), 3, self.look.palette.cloth)
        pen = Pen(canvas, self.look, Lit(), str)
        for i, card in enumerate(ACES):
            x, spot = 4 + i * (BOX + 1), Spot(card, 1)
            pen.border(x, 0, bottom=False, style=pen.palette.edge)
            pen.framed(x, 1, card, spot)
            pen.foot(x, 2, card, spot)
        return canvas.text()

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._ask_who_asks()
        self.patience.telephone.listen()

    def _ask_who_asks(self) -> None:
        """Quietly: whoever plays alone needs no server, and is not told that there is none."""
        if self.account() is not None:
            self.overhear(account.asking, self._asked)
        elif self.friends:
            self._asked([])

    def _asked(self, names: list[str]) -> None:
        waits = "request waits" if len(names) == 1 else "requests wait"
        self.friends = f"{len(names)} {waits}: {listed(names)}" if names else ""
        self.redraw()

    # The doors. -----------------------------------------------------------------------------

    def choose(self) -> None:
        self._doors[self.at][2]()

    def key_pairs(self) -> list[tuple[str, str]]:
        return [("Enter", "go on"), ("q", "quit")]

    def back(self) -> None:
        self.tell("q leaves.")

    def command(self, char: str) -> bool:
        if char == "q":
            self.app.exit(0)
        return char == "q"

    def _open(self, page: Callable[[], ListPage]) -> None:
        self.app.push_screen(page())

    def _play(self) -> None:
        self.app.push_screen(GamesPage("Play alone", self._deal))

    def _deal(self, slug: str) -> None:
        self.app.pop_screen()
        self.patience.open_table(slug, tips=True)

    def _rules(self) -> None:
        self.app.push_screen(GamesPage("Rules", lambda slug: self.read_rules(GAMES[slug])))

    def _boards(self) -> None:
        def chosen(slug: str) -> None:
            self.app.push_screen(BoardPage(slug))

        self.app.push_screen(GamesPage("Leaderboards", chosen))

    def _host(self) -> None:
        def named(slug: str, name: str) -> None:
            self.app.exit(Wish("host", game=slug, name=name))

        self.app.push_screen(
            GamesPage("Race friends", lambda slug: self._ask_name(partial(named, slug)))
        )

    def _join(self) -> None:
        def named(code: str, name: str) -> None:
            self.app.exit(Wish("join", code=code, name=name))

        self._ask_code("Join a race", lambda code: self._ask_name(partial(named, code)))

    def _watch(self) -> None:
        self._ask_code("Watch", lambda code: self.app.exit(Wish("watch", code=code)))

    def _ask_code(self, title: str, then: Callable[[str], object]) -> None:
        def filled(form: Filled | None) -> None:
            if form is not None:
                then(_room(form.texts[0]))

        self.app.push_screen(Form(title, [CODE], lambda texts: _room(texts[0])), filled)

    def _ask_name(self, then: Callable[[str], object]) -> None:
        def filled(form: Filled | None) -> None:
            if form is not None:
                then(checked_name(form.texts[0]))

        known = self.patience.storage.name() if self.patience.storage else None
        field = Field(I_AM, known or "")
        note = "What your friends will see at the table."
        form = Form("Your name", [field], lambda texts: checked_name(texts[0]), note)
        self.app.push_screen(form, filled)


class GamesPage(ListPage):
    """Which game? The quick one that newcomers start with comes first."""

    def __init__(self, title: str, then: Callable[[str], None]) -> None:
        super().__init__()
        self.heading, self._then = title, then

    def above(self) -> list[str]:
        return ["", f"  {'':<20} {'packs':<7}{'minutes':<11}prospects"]

    def rows(self) -> list[Row]:
        return [self._game(slug) for slug in listed_games()]

    def _game(self, slug: str) -> Row:
        book, dash = GAMES[slug].book, self.look.glyphs.dash
        told = f"{GAMES[slug].packs:<7}{book.minutes or dash:<11}{book.prospects or dash}"
        return Row(f"{book.title:<20}", told, book.character)

    def choose(self) -> None:
        self._then(listed_games()[self.at])
