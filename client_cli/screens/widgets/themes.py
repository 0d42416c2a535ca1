"""The colour themes of the full-screen client. Each theme has colours for the background, for text
and for cards.

Tables use the themes through `table/drawing/table_style.py`, everything else through `app.tcss`.
"""

from typing import Literal, NamedTuple

from engine.drawing import Drawing

ThemeName = Literal["baize", "night", "contrast"]
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
    """The colours of a theme, named by what they are for. `ink` is for ordinary text, `quiet` for
    dim text, `loud` for highlighted text, and `space` for empty piles. On card backs, `back` is for
    the signs and `back_ground` for the background."""

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
    ),
}


def usual_colours(drawing: Drawing) -> SuitColours:
    """Return the suit colours to use for a game if the player has not chosen others."""
    return "four" if drawing.suits_matter else "two"


def stock_of(theme: Theme, colours: SuitColours) -> CardStock:
    """Return the colours in which a theme draws cards. If the player has chosen the suit colours
    `blind`, return colours that colour-blind people can tell apart."""
    if colours != "blind":
        return theme.cards
    return BLIND if theme is THEMES["baize"] else BLIND_ON_DARK
