"""How tables look: signs, suit colours and styles, also for ASCII terminals and terminals without
colour."""

import re
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from rich.style import Style

from client_cli.local.preferences import ThemeName
from client_cli.screens.widgets.themes import (
    THEMES,
    SuitColours,
    stock_of,
    usual_colours,
)
from engine.drawing import Drawing

Form = Literal["fits", "squashed", "jinked"]
"""How columns are laid out. A set is a group of cards that move together. `fits`: every card has a
row while there is room; `squashed`: only the first and last card of a set are shown; `jinked`: each
set is shifted sideways from the one before."""
FORMS: tuple[Form, ...] = ("fits", "squashed", "jinked")
"""The forms of columns, in the order in which the key `v` switches between them."""

SYMBOL = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class Glyphs(NamedTuple):
    """The signs that are drawn on and beside a table. Each is one cell wide. `box` has the corners
    and lines of a card's frame."""

    joined: str = "╰"
    linked: str = "├"
    """The sign `joined` on a framed card, whose edges are lines themselves."""
    chosen: str = "▸"
    target: str = "•"
    back: str = "▒"
    squashed: str = "┆"
    empty: str = "·"
    bar: str = "█"
    rest: str = "░"
    box: str = "╭─╮│╰╯"
    back_again: str = "⟳"
    out: str = "⚑"
    finished: str = "✗"
    complete: str = "✓"
    thinking: str = "…"
    up: str = "▲"
    down: str = "▼"
    dot: str = "·"
    dash: str = "—"
    phone: str = "☎"
    crown: str = "♛"
    turned: str = "╌"
    gap: str = "┄"
    book: str = "▓"


PLAIN_GLYPHS = Glyphs(
    joined="`",
    linked="`",
    chosen=">",
    target="*",
    back="#",
    squashed=":",
    empty=".",
    bar="#",
    rest="-",
    box="+-+|++",
    back_again="@",
    out="!",
    finished="x",
    complete="v",
    thinking="?",
    up="^",
    down="v",
    dot="-",
    dash="-",
    phone="&",
    crown="W",
    turned="~",
    gap="=",
    book="%",
)


class Palette(NamedTuple):
    """The styles in which the table is drawn, each named by what it is for. `suits` has the style
    of card faces for each suit letter."""

    cloth: Style
    quiet: Style
    loud: Style
    label: Style
    face: Style
    edge: Style
    back: Style
    space: Style
    chosen: Style
    target: Style
    cursor: Style
    alarm: Style
    suits: dict[str, Style]


def _on(ground: str, colour: str, bold: bool | None = None) -> Style:
    return Style(color=colour, bgcolor=ground, bold=bold)


REVERSED = Style(bold=True, reverse=True)
UNDERLINED = Style(bold=True, underline=True)


@lru_cache
def _coloured(name: ThemeName, suits: SuitColours) -> Palette:
    theme = THEMES[name]
    cards, ground = stock_of(theme, suits), theme.ground
    colours = cards.suits(suits)
    return Palette(
        cloth=_on(ground, theme.ink),
        quiet=_on(ground, theme.quiet),
        loud=_on(ground, theme.loud, bold=True),
        label=_on(ground, theme.loud, bold=True),
        face=_on(cards.face, colours["S"]),
        edge=_on(cards.face, cards.edge),
        back=_on(theme.back_ground, theme.back),
        space=_on(ground, theme.space),
        chosen=REVERSED if theme.ansi else Style(bgcolor=cards.chosen, bold=True),
        target=UNDERLINED if theme.ansi else Style(bgcolor=cards.target, bold=True),
        cursor=REVERSED if theme.ansi else _on(theme.loud, ground, bold=True),
        alarm=_on(ground, theme.alarm, bold=True),
        suits={suit: _on(cards.face, colour) for suit, colour in colours.items()},
    )


@lru_cache
def _colourless() -> Palette:
    """Return a palette that uses only bold and reverse, for terminals without colour. Nothing is
    shown by such a style alone: a sign on the card shows the same."""
    none, bold = Style(), Style(bold=True)
    return Palette(
        cloth=none,
        quiet=none,
        loud=bold,
        label=bold,
        face=none,
        edge=none,
        back=none,
        space=none,
        chosen=REVERSED,
        target=bold,
        cursor=REVERSED,
        alarm=bold,
        suits=dict.fromkeys(SYMBOL, none),
    )


@dataclass(frozen=True)
class TableStyle:
    """How tables look, as the player has chosen: theme, suit colours, ASCII or Unicode, colour or
    monochrome, the form in which long columns are drawn, and with or without timer."""

    suits: SuitColours = "usual"
    ascii: bool = False
    colour: bool = True
    theme: ThemeName = "baize"
    form: Form = "fits"
    timer: bool = True
    """Whether clocks are shown: the time that a game has taken, or the time until the bell (the
    time at which a race ends)."""

    def at(self, drawing: Drawing) -> "TableStyle":
        """Return this style for the table of one game. If the player has left the suit colours at
        `usual`, the game decides how many suit colours the returned style has: four if suits matter
        in its rules, otherwise two."""
        return self if self.suits != "usual" else replace(self, suits=usual_colours(drawing))

    @cached_property
    def glyphs(self) -> Glyphs:
        return PLAIN_GLYPHS if self.ascii else Glyphs()

    @cached_property
    def palette(self) -> Palette:
        return _coloured(self.theme, self.suits) if self.colour else _colourless()

    def card(self, name: str) -> str:
        """Return a card's name as it is drawn: `10♥` for `TH`. In ASCII, the letters of black suits
        are capital and those of red suits are small."""
        rank = "10" if name[0] == "T" else name[0]
        return rank + self.suit(name)

    def suit(self, name: str) -> str:
        """Return the sign of the suit of the card `name`."""
        if not self.ascii:
            return SYMBOL[name[1]]
        return name[1].lower() if name[1] in "HD" else name[1]

    def first(self, text: str, count: int) -> str:
        """Return the first `count` characters of a text, and an ellipsis after them to show that
        the text goes on."""
        return text[:count] + ("..." if self.ascii else "…")

    def telephone(self, line: str) -> str:
        """Return a line of a telephone call (a message from a player who has won a crown), with its
        symbols replaced on ASCII terminals."""
        if not self.ascii:
            return line
        return line.translate({ord("☎"): "&", ord("—"): "-", ord("“"): '"', ord("”"): '"'})

    def symbols(self, sentence: str) -> str:
        """Return a sentence in which each card's name, such as `10H`, is replaced by the text with
        which the card is drawn, such as `10♥`."""
        return re.sub(
            r"\b(10|[A2-9JQK])([SHDC])\b",
            lambda found: self.card(("T" if found[1] == "10" else found[1]) + found[2]),
            sentence,
        )
