"""How cards look: glyphs, suit colours and the palettes, with colour and without."""

import re
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Literal

from rich.style import Style

from client_cli.screens.widgets.themes import (
    THEMES,
    SuitColours,
    ThemeName,
    stock_of,
    usual_colours,
)

Form = Literal["fits", "squashed", "jinked"]
"""How columns are laid: every card as long as there is room; sets always squashed to their ends;
sets always moved aside from each other."""
FORMS: tuple[Form, ...] = ("fits", "squashed", "jinked")
"""In the order in which a key goes through them."""

SYMBOL = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True)
class Glyphs:
    """Every sign on the table; each takes one cell."""

    joined: str = "╰"
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


@dataclass(frozen=True)
class Palette:
    """The styles of everything that is drawn, by what it is and not by how it looks."""

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
    suits: dict[str, Style] = field(default_factory=dict)


def _on(ground: str, colour: str, bold: bool | None = None) -> Style:
    return Style(color=colour, bgcolor=ground, bold=bold)


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
        chosen=Style(bgcolor=cards.chosen, bold=True),
        target=Style(bgcolor=cards.target, bold=True),
        cursor=_on(theme.loud, ground, bold=True),
        alarm=_on(ground, theme.alarm, bold=True),
        suits={suit: _on(cards.face, colour) for suit, colour in colours.items()},
    )


@lru_cache
def _colourless() -> Palette:
    """Bold and reverse only; what they tell, a sign tells as well."""
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
        chosen=Style(bold=True, reverse=True),
        target=bold,
        cursor=Style(bold=True, reverse=True),
        alarm=bold,
        suits=dict.fromkeys(SYMBOL, none),
    )


@dataclass(frozen=True)
class Look:
    """One person's choice of theme, suits, letters and colour, and how columns are laid."""

    suits: SuitColours = "usual"
    ascii: bool = False
    colour: bool = True
    theme: ThemeName = "baize"
    form: Form = "fits"

    def at(self, slug: str) -> "Look":
        """The same at the table of a game: `usual` colours are those the game is best played in."""
        return self if self.suits != "usual" else replace(self, suits=usual_colours(slug))

    @cached_property
    def glyphs(self) -> Glyphs:
        return PLAIN_GLYPHS if self.ascii else Glyphs()

    @cached_property
    def palette(self) -> Palette:
        return _coloured(self.theme, self.suits) if self.colour else _colourless()

    def card(self, name: str) -> str:
        """`10♥` of `TH`; in plain letters `10S` for black and `9h` for red suits."""
        rank = "10" if name[0] == "T" else name[0]
        return rank + self.suit(name)

    def suit(self, name: str) -> str:
        """The suit's sign alone."""
        if not self.ascii:
            return SYMBOL[name[1]]
        return name[1].lower() if name[1] in "HD" else name[1]

    def first(self, text: str, count: int) -> str:
        """So much of a text as is shown, with a sign that there is more."""
        return text[:count] + ("..." if self.ascii else "…")

    def telephone(self, line: str) -> str:
        """A line of a call in the signs this terminal has."""
        if not self.ascii:
            return line
        return line.translate({ord("☎"): "&", ord("—"): "-", ord("“"): '"', ord("”"): '"'})

    def symbols(self, sentence: str) -> str:
        """A sentence with its cards, `10H`, as they look on the table."""
        return re.sub(
            r"\b(10|[A2-9JQK])([SHDC])\b",
            lambda found: self.card(("T" if found[1] == "10" else found[1]) + found[2]),
            sentence,
        )
