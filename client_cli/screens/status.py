"""What the line under the table says: what the hand waits for, and what there is to choose."""

from rich.style import Style
from rich.text import Text

from client_cli.screens.canvas import Canvas, Place
from client_cli.screens.fingers import MOST_CHOICES, Fingers, name_of
from client_cli.screens.hand import Picker
from client_cli.screens.look import Look
from client_cli.screens.wording import described
from engine.cards import NAME

CHOICE = "choice"
"""What a click on a numbered choice is known by, from 0."""


def waiting(fingers: Fingers, picker: Picker, canvas: Canvas, look: Look) -> Text | str:
    """What is to be said of the hand; nothing where nothing is in it."""
    if fingers.hand.choices:
        return _choices(fingers, picker, look)
    return "" if fingers.hand.source is None else _asking(fingers, picker, canvas, look)


def _choices(fingers: Fingers, picker: Picker, look: Look) -> Text:
    """Numbered; the cursor's in brackets."""

    def label(place: Place) -> str:
        return name_of(picker.game, place)

    text = Text("Which?")
    choices = fingers.hand.choices[:MOST_CHOICES]
    for n, told in enumerate(described(picker.game, choices, label, picker.state)):
        one = look.symbols(f"[{told}]" if n == fingers.chosen else told)
        text.append("   " if n else "  ").append(one, Style(meta={CHOICE: n}))
    return text


def _asking(fingers: Fingers, picker: Picker, canvas: Canvas, look: Look) -> str:
    """Where to; with all cards of a column that is too long to be seen whole."""
    source, layout = fingers.hand.source, picker.game.layout
    if not isinstance(source, str):
        return ""
    name, index = name_of(picker.game, source), layout.index[source]
    if source == fingers.fan.pile:
        return f"{name} to where? (< > choose a card, [ ] shift it, Space puts back)"
    up = picker.state.piles[index].up
    if layout.group_of[index].role == "tableau" and canvas.cards(source) < len(up):
        cards = " ".join(look.card(NAME[card]) for card in up)
        return f"{name} holds {cards}. To where?"
    return f"{name} to where? (the same letter plays it)"
