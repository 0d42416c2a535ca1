"""The first screen: what to do, which game, and who with."""

from typing import Any, Literal

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input, Static

from client_cli.screens.canvas import Canvas, Spot
from client_cli.screens.page import Page, keyline, plain
from client_cli.screens.pen import BOX, Lit, Pen
from client_cli.screens.wish import Wish
from engine.game import Book
from engine.games import GAMES
from protocol import codes

FIRST = "aces_up"
DOORS = (
    ("play", "Play alone", "a game in front of you at once"),
    ("host", "Race friends", "you get a code to pass on"),
    ("join", "Join a race", "you were given a code"),
    ("watch", "Watch", "standings of a race, live"),
    ("rules", "Rules", "as the books have them"),
    ("quit", "Quit", ""),
)
ACES = ("AS", "AH", "AD", "AC")
ROOM_FOR_ACES = 18
Step = Literal["doors", "games", "code", "name"]


def listed_games() -> list[str]:
    """Slugs in the order of the list; the quick one that newcomers start with comes first."""
    return sorted(GAMES, key=lambda slug: (slug != FIRST, GAMES[slug].book.title))


class HomePage(Page):
    """A list to walk through; Enter goes on, Esc goes back."""

    def __init__(self) -> None:
        super().__init__()
        self.step: Step = "doors"
        self.door = "play"
        self.at = 0
        self.slug = self.code = self.say = ""

    def compose(self) -> ComposeResult:
        yield Static(id="header", classes="bar")
        with Vertical(id="middle"):
            yield Static(id="list")
            yield Input(id="answer")
        yield Static(id="status", classes="bar")
        yield Static(id="keys", classes="bar")

    def on_mount(self) -> None:
        self._show("doors")

    def on_screen_resume(self) -> None:
        self._show("doors")

    # Drawing. -------------------------------------------------------------------------------

    def _show(self, step: Step, at: int = 0) -> None:
        self.step, self.at = step, at
        field = self.query_one(Input)
        field.display = step in ("code", "name")
        if field.display:
            known = self.patience.storage.name() if self.patience.storage else None
            field.value = (known or "") if step == "name" else ""
            field.focus()
        else:
            self.set_focus(None)
        self._draw()

    def _draw(self) -> None:
        loud, quiet = plain(self.look.palette.loud), plain(self.look.palette.quiet)
        suits = " ".join(self.look.suit(card) for card in ACES)
        self.bar("header", Text.assemble(("CROWN PATIENCE", loud), f"   {suits}"))
        body = {"doors": self._doors, "games": self._games, "code": self._ask, "name": self._ask}
        self.bar("list", body[self.step](loud, quiet))
        self.bar("status", self.say)
        keys = [("Enter", "go on"), ("Esc", "back")]
        if self.step in ("doors", "games"):
            keys = [("arrows", "choose"), *keys]
        self.bar("keys", keyline(self.look, *keys))

    def _doors(self, loud: Any, quiet: Any) -> Text:
        text = Text("\n  The same deal for everybody, at the same moment.\n\n", quiet)
        for i, (_, name, what) in enumerate(DOORS):
            self._line(text, i, f"{name:<14}", loud)
            text.append(f" {what}\n", quiet)
        if self.app.size.height >= ROOM_FOR_ACES:
            text.append("\n")
            text.append_text(self._aces())
        return text

    def _aces(self) -> Text:
        """The four of them: what the first game is about."""
        canvas = Canvas(4 + len(ACES) * (BOX + 1), 4, self.look.palette.cloth)
        pen = Pen(canvas, self.look, Lit(), str)
        for i, card in enumerate(ACES):
            x, spot = 4 + i * (BOX + 1), Spot(card, 1)
            pen.border(x, 0, bottom=False, style=pen.palette.edge)
            pen.framed(x, 1, card, spot)
            pen.foot(x, 2, card, spot)
        return canvas.text()

    def _games(self, loud: Any, quiet: Any) -> Text:
        text = Text()
        text.append(f"\n    {'':<20}{'packs':<7}{'minutes':<11}prospects\n", quiet)
        for i, slug in enumerate(listed_games()):
            book: Book = GAMES[slug].book
            self._line(text, i, f"{book.title:<20}", loud)
            told = f"{GAMES[slug].packs:<7}{book.minutes or self.look.glyphs.dash:<11}"
            text.append(f"{told}{book.prospects or self.look.glyphs.dash}\n")
            text.append(f"    {book.character}\n", quiet)
        return text

    def _line(self, text: Text, i: int, words: str, loud: Any) -> None:
        chosen = i == self.at
        mark = self.look.glyphs.chosen if chosen else " "
        text.append(f"  {mark} {words}", loud if chosen else "")

    def _ask(self, loud: Any, quiet: Any) -> Text:
        if self.step == "code":
            return Text.assemble(("\n  The code\n", loud), ("  such as KQ7-4TX\n", quiet))
        return Text.assemble(
            ("\n  I am\n", loud), ("  what your friends will see on the table\n", quiet)
        )

    # Choosing. ------------------------------------------------------------------------------

    def typed(self, key: str, char: str) -> bool:
        count = len(DOORS) if self.step == "doors" else len(GAMES)
        if key == "escape":
            self._back()
        elif self.step in ("code", "name"):
            return False
        elif key in ("down", "tab", "up", "shift+tab") or char in ("j", "k"):
            step = 1 if key in ("down", "tab") or char == "j" else -1
            self.at = (self.at + step) % count
            self._draw()
        elif key in ("enter", "space"):
            self._choose()
        elif char == "q":
            self.app.exit(0)
        else:
            return False
        return True

    def on_click(self, event: events.Click) -> None:
        """A line of the list was clicked."""
        if self.step not in ("doors", "games") or event.widget is not self.query_one("#list"):
            return
        line = (event.y - 3) if self.step == "doors" else (event.y - 2) // 2
        if 0 <= line < (len(DOORS) if self.step == "doors" else len(GAMES)):
            self.at = line
            self._choose()

    def _back(self) -> None:
        self.say = ""
        if self.step == "doors":
            self.say = "q leaves."
        self._show("doors")

    def _choose(self) -> None:
        self.say = ""
        if self.step == "games":
            self.slug = listed_games()[self.at]
            self._game_chosen()
            return
        self.door = DOORS[self.at][0]
        if self.door == "quit":
            self.app.exit(0)
        elif self.door in ("join", "watch"):
            self._show("code")
        else:
            self._show("games")

    def _game_chosen(self) -> None:
        if self.door == "play":
            self.patience.open_table(self.slug, tips=True)
        elif self.door == "rules":
            self.read_rules(GAMES[self.slug])
        else:
            self._show("name")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        if self.step == "code":
            code = codes.normal(text)
            if code is None:
                self.say = "A code has six letters and digits, such as KQ7-4TX."
                self._draw()
                return
            self.code, self.say = code, ""
            if self.door == "watch":
                self.app.exit(Wish("watch", code=code))
            else:
                self._show("name")
        elif text:
            self._named(text[:24])

    def _named(self, name: str) -> None:
        if self.door == "join":
            self.app.exit(Wish("join", code=self.code, name=name))
        else:
            self.app.exit(Wish("host", game=self.slug, name=name))
