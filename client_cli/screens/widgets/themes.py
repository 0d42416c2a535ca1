"""The colour themes of the full-screen client. Each theme has colours for the background, for text
and for cards.

Tables use the themes through `table/drawing/table_style.py`, everything else through `app.tcss`.
"""

from typing import Literal, NamedTuple

from client_cli.local.preferences import ThemeName
from engine.drawing import Drawing
from protocol.texts import _

THEME_TITLES: dict[str, str] = {
    "baize": _("baize"),
    "night": _("night"),
    "contrast": _("contrast"),
    "light": _("light"),
    "ocean": _("ocean"),
    "burgundy": _("burgundy"),
    "solarized": _("solarized"),
    "nord": _("nord"),
    "blind_dark": _("dark, for colour blindness"),
    "blind_light": _("light, for colour blindness"),
    "terminal": _("as the terminal"),
}
"""The names of the themes in the player's language."""
SuitColours = Literal["usual", "four", "two", "blind"]


class CardStock(NamedTuple):
    """The colours in which a theme draws cards: the face, the edge, the face of a selected card,
    the face of a card that is a possible destination, and the signs of the four suits."""

    face: str
    edge: str
    chosen: str
    target: str
    spades: str
    hearts: str
    diamonds: str
    clubs: str

    def suits(self, colours: SuitColours) -> dict[str, str]:
        """Return the colour of each suit as a dictionary, by the suit's letter. `colours` is the
        player's choice of suit colours: `two` gives two suits the same colour, all others give four
        colours."""
        if colours == "two":
            return {"S": self.spades, "H": self.hearts, "D": self.hearts, "C": self.spades}
        return {"S": self.spades, "H": self.hearts, "D": self.diamonds, "C": self.clubs}


class Theme(NamedTuple):
    """The colours of a theme, named by what they are for: `#rrggbb`, or in the theme `terminal` a
    name such as `red` or `default`, which each terminal shows in a colour of its own. `ink` is for
    ordinary text, `quiet` for dim text, `loud` for highlighted text, and `space` for empty piles.
    On card backs, `back` is for the signs and `back_ground` for the background."""

    ground: str
    bar: str
    """Background of headers, key bars and boxes."""
    ink: str
    quiet: str
    loud: str
    alarm: str
    rule: str
    """Colour of the lines that divide the screen."""
    space: str
    back: str
    back_ground: str
    cards: CardStock
    blind: CardStock
    """The cards for players who have chosen the suit colours `blind`."""
    dark: bool = True

    @property
    def ansi(self) -> bool:
        """Whether the terminal chooses the colours."""
        return not self.ground.startswith("#")


CREAM = CardStock(
    face="#f5f0e1",
    edge="#5c5540",
    chosen="#ffd166",
    target="#b4ecae",
    spades="#1c1e21",
    hearts="#b30d1a",
    diamonds="#1450b8",
    clubs="#0f6329",
)
SLATE = CardStock(
    face="#333946",
    edge="#c0c7d3",
    chosen="#5e4b10",
    target="#1d4f2d",
    spades="#f2f4f8",
    hearts="#ffaaa5",
    diamonds="#9ccbff",
    clubs="#9be3aa",
)
WHITE = CardStock(
    face="#ffffff",
    edge="#333333",
    chosen="#ffe680",
    target="#b8ffb8",
    spades="#000000",
    hearts="#8f0000",
    diamonds="#0a2f9c",
    clubs="#004d17",
)
BLIND = CardStock(
    face="#101418",
    edge="#c6ccd4",
    chosen="#4a3c0e",
    target="#16335f",
    spades="#ffffff",
    hearts="#ff8c58",
    diamonds="#56b4e9",
    clubs="#f0e442",
)
"""The colours of cards for players with colour blindness. The suits are white, vermilion, sky blue
and yellow, which people with any kind of colour blindness can tell apart, though only on a dark
card."""
BLIND_ON_DARK = CardStock(
    face="#2b2f37",
    edge="#ccd2da",
    chosen="#54450f",
    target="#1c3f73",
    spades="#ffffff",
    hearts="#ff9d70",
    diamonds="#7cc8f2",
    clubs="#f0e442",
)
"""The suits as in BLIND with lighter cards, for themes whose background is nearly black."""

BLIND_ON_LIGHT = CardStock(
    face="#ffffff",
    edge="#333333",
    chosen="#ffdf70",
    target="#c4dcff",
    spades="#000000",
    hearts="#9c3600",
    diamonds="#004cb8",
    clubs="#595959",
)
"""Suits for players with colour blindness on light cards: black, vermilion, blue and grey."""
NORD = CardStock(
    face="#e5e9f0",
    edge="#4c566a",
    chosen="#f2d68a",
    target="#b5d99a",
    spades="#2e3440",
    hearts="#9b1c2c",
    diamonds="#1f4e9c",
    clubs="#2b5d2f",
)
TERMINAL = CardStock(
    face="default",
    edge="default",
    chosen="default",
    target="default",
    spades="default",
    hearts="red",
    diamonds="cyan",
    clubs="green",
)
"""Cards in the colours of the terminal. A selected card is drawn reversed, and a possible
destination underlined, because no background suits the colours of every terminal."""

THEMES: dict[ThemeName, Theme] = {
    "baize": Theme(
        ground="#0d3b2e",
        bar="#082a20",
        ink="#dfeee4",
        quiet="#8fb3a2",
        loud="#ffd166",
        alarm="#ffb4a2",
        rule="#1d5a48",
        space="#83ab98",
        back="#9dbdec",
        back_ground="#1f3a68",
        cards=CREAM,
        blind=BLIND,
    ),
    "night": Theme(
        ground="#15171c",
        bar="#0d0e12",
        ink="#d7dae0",
        quiet="#8b919d",
        loud="#e6c07b",
        alarm="#ff9e80",
        rule="#343a46",
        space="#8b919d",
        back="#a9b7d6",
        back_ground="#1d2a4a",
        cards=SLATE,
        blind=BLIND_ON_DARK,
    ),
    "contrast": Theme(
        ground="#000000",
        bar="#000000",
        ink="#ffffff",
        quiet="#e0e0e0",
        loud="#ffff00",
        alarm="#ff9f9f",
        rule="#ffffff",
        space="#ffffff",
        back="#ffffff",
        back_ground="#00248a",
        cards=WHITE,
        blind=BLIND_ON_DARK,
    ),
    "light": Theme(
        ground="#e6ede3",
        bar="#d5e0d1",
        ink="#1d2a22",
        quiet="#45554b",
        loud="#6f3500",
        alarm="#9c120d",
        rule="#9db3a4",
        space="#50615a",
        back="#1f3a68",
        back_ground="#b9cbe8",
        cards=WHITE._replace(target="#a2e6a2"),
        blind=BLIND_ON_LIGHT,
        dark=False,
    ),
    "ocean": Theme(
        ground="#0b2a45",
        bar="#071d31",
        ink="#dceaf5",
        quiet="#8fb0cc",
        loud="#ffcf5c",
        alarm="#ffab9c",
        rule="#1d4b73",
        space="#8fb0cc",
        back="#f0c9a0",
        back_ground="#5a2d12",
        cards=CREAM,
        blind=BLIND,
    ),
    "burgundy": Theme(
        ground="#4a0f1f",
        bar="#350a15",
        ink="#f7e6e8",
        quiet="#d5a3ad",
        loud="#ffd166",
        alarm="#ffb59e",
        rule="#74263a",
        space="#d5a3ad",
        back="#bcd3ef",
        back_ground="#1f3a68",
        cards=CREAM,
        blind=BLIND,
    ),
    "solarized": Theme(
        ground="#002b36",
        bar="#073642",
        ink="#eee8d5",
        quiet="#9fb0b0",
        loud="#e0b020",
        alarm="#ff9c90",
        rule="#586e75",
        space="#9fb0b0",
        back="#fdf6e3",
        back_ground="#1c5f8f",
        cards=CREAM._replace(face="#fdf6e3"),
        blind=BLIND,
    ),
    "nord": Theme(
        ground="#2e3440",
        bar="#272c36",
        ink="#eceff4",
        quiet="#a9b4c6",
        loud="#ebcb8b",
        alarm="#f0a8af",
        rule="#4c566a",
        space="#a9b4c6",
        back="#88c0d0",
        back_ground="#1f2a44",
        cards=NORD,
        blind=BLIND,
    ),
    "blind_dark": Theme(
        ground="#0c1018",
        bar="#06080d",
        ink="#e6e9ee",
        quiet="#9aa4b2",
        loud="#f0e442",
        alarm="#ff9d70",
        rule="#3c4657",
        space="#9aa4b2",
        back="#7cc8f2",
        back_ground="#123055",
        cards=BLIND_ON_DARK,
        blind=BLIND_ON_DARK,
    ),
    "blind_light": Theme(
        ground="#e4e7ec",
        bar="#d3d8e0",
        ink="#16181c",
        quiet="#454c56",
        loud="#003f96",
        alarm="#8a2f00",
        rule="#98a2b0",
        space="#4d5560",
        back="#003f96",
        back_ground="#c3d3ec",
        cards=BLIND_ON_LIGHT,
        blind=BLIND_ON_LIGHT,
        dark=False,
    ),
    "terminal": Theme(
        ground="default",
        bar="default",
        ink="default",
        quiet="default",
        loud="default",
        alarm="red",
        rule="default",
        space="default",
        back="cyan",
        back_ground="default",
        cards=TERMINAL,
        blind=TERMINAL._replace(hearts="yellow", diamonds="cyan", clubs="blue"),
    ),
}


OWNERS_ON_DARK = (
    "#ffd166",
    "#8ecae6",
    "#f4a3c0",
    "#b4ecae",
    "#d9b8ff",
    "#ffb48a",
    "#9adbd0",
    "#e6e6e6",
)
OWNERS_ON_LIGHT = (
    "#6b4a00",
    "#0b4f75",
    "#8c1450",
    "#1c5a1c",
    "#55219c",
    "#8a3000",
    "#0b5a52",
    "#3a3a3a",
)
OWNERS_OF_TERMINAL = ("yellow", "cyan", "magenta", "green", "blue", "red")


def owner_colours(theme: Theme) -> tuple[str, ...]:
    """Return the colours of the contestants at a common table, by their position at it. They help
    to tell the contestants apart; their signs are the numbers of their positions, from 1."""
    if theme.ansi:
        return OWNERS_OF_TERMINAL
    return OWNERS_ON_DARK if theme.dark else OWNERS_ON_LIGHT


def usual_colours(drawing: Drawing) -> SuitColours:
    """Return the suit colours to use for a game if the player has not chosen others."""
    return "four" if drawing.suits_matter else "two"


def stock_of(theme: Theme, colours: SuitColours) -> CardStock:
    """Return the colours in which a theme draws cards. If the player has chosen the suit colours
    `blind`, return colours that colour-blind people can tell apart."""
    return theme.blind if colours == "blind" else theme.cards
