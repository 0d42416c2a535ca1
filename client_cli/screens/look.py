"""How cards look: glyphs, suit colours and the two palettes, with colour and without."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from rich.style import Style

SuitColours = Literal["four", "two"]

SYMBOL = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
FOUR = {"S": "#1c1e21", "H": "#c1121f", "D": "#1456c0", "C": "#157a37"}
TWO = {"S": "#1c1e21", "H": "#c1121f", "D": "#c1121f", "C": "#1c1e21"}


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
    up: str = "▲"
    down: str = "▼"
    dot: str = "·"
    dash: str = "—"
    phone: str = "☎"
    crown: str = "♛"


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
    up="^",
    down="v",
    dot="-",
    dash="-",
    phone="&",
    crown="W",
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


def _coloured(suits: dict[str, str]) -> Palette:
    cloth = "#0d3b2e"
    face = "#f5f0e1"
    return Palette(
        cloth=Style(color="#dfeee4", bgcolor=cloth),
        quiet=Style(color="#86ab99", bgcolor=cloth),
        loud=Style(color="#ffd166", bgcolor=cloth, bold=True),
        label=Style(color="#ffd166", bgcolor=cloth, bold=True),
        face=Style(color="#1c1e21", bgcolor=face),
        edge=Style(color="#a89f87", bgcolor=face),
        back=Style(color="#8fb3e8", bgcolor="#1f3a68"),
        space=Style(color="#5f8c78", bgcolor=cloth),
        chosen=Style(bgcolor="#ffd166", bold=True),
        target=Style(bgcolor="#a8e6a1", bold=True),
        cursor=Style(color="#0d3b2e", bgcolor="#ffd166", bold=True),
        alarm=Style(color="#ffb4a2", bgcolor=cloth, bold=True),
        suits={suit: Style(color=colour, bgcolor=face) for suit, colour in suits.items()},
    )


def _colourless() -> Palette:
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
        chosen=Style(reverse=True),
        target=Style(bold=True, underline=True),
        cursor=Style(bold=True, reverse=True),
        alarm=bold,
        suits=dict.fromkeys(SYMBOL, none),
    )


@dataclass(frozen=True)
class Look:
    """One person's choice of suits, letters and colour."""

    suits: SuitColours = "four"
    ascii: bool = False
    colour: bool = True

    @cached_property
    def glyphs(self) -> Glyphs:
        return PLAIN_GLYPHS if self.ascii else Glyphs()

    @cached_property
    def palette(self) -> Palette:
        if not self.colour:
            return _colourless()
        return _coloured(FOUR if self.suits == "four" else TWO)

    def card(self, name: str) -> str:
        """`10♥` of `TH`; in plain letters `10S` for black and `9h` for red suits."""
        rank = "10" if name[0] == "T" else name[0]
        return rank + self.suit(name)

    def suit(self, name: str) -> str:
        """The suit's sign alone."""
        if not self.ascii:
            return SYMBOL[name[1]]
        return name[1].lower() if name[1] in "HD" else name[1]

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
