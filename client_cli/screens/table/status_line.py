"""The text of the status line under a table: which cards are selected, what to pick next, numbered
choices."""

from rich.style import Style
from rich.text import Text

from client_cli.screens.table.drawing.canvas import Canvas, Place
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.table.input_controller import MOST_CHOICES, InputController, name_of
from client_cli.screens.table.move_labels import described
from client_cli.screens.table.selection import Picker
from engine.cards import NAME
from protocol.texts import _

CHOICE = "choice"
"""Key in the metadata of a Rich style. A numbered choice on the status line stores its index, from
0, under this key, so that a click finds the choice."""


def waiting(
    controller: InputController, picker: Picker, canvas: Canvas, look: TableStyle
) -> Text | str:
    """Return the text of the status line for the current selection: numbered choices, or a question
    where the selected cards are to go. Return an empty text if nothing is selected."""
    if controller.selection.choices:
        return _choices(controller, picker, look)
    return "" if controller.selection.source is None else _asking(controller, picker, canvas, look)


def _choices(controller: InputController, picker: Picker, look: TableStyle) -> Text:
    """Return the numbered choices as text, with brackets around the choice at the cursor."""

    def label(place: Place) -> str:
        return name_of(picker.game, place)

    text = Text(_("Which?"))
    choices = controller.selection.choices[:MOST_CHOICES]
    for n, words in enumerate(described(picker.game, choices, label, picker.state)):
        one = look.symbols(f"[{words}]" if n == controller.chosen else words)
        text.append("   " if n else "  ").append(one, Style(meta={CHOICE: n}))
    return text


def _asking(controller: InputController, picker: Picker, canvas: Canvas, look: TableStyle) -> str:
    """Return the question to which pile the selected cards are to go."""
    source = controller.selection.source
    if not isinstance(source, str):
        return ""
    name = name_of(picker.game, source)
    if source == controller.fan.pile:
        return _("{name} to where? (< > choose a card, [ ] shift it, Space puts back)", name=name)
    cards = held(picker, source, canvas, look)
    if cards:
        return f"{cards} {_('To where?')}"
    return _("{name} to where? (the same letter plays it)", name=name)


def held(picker: Picker, place: Place, canvas: Canvas, look: TableStyle) -> str:
    """If `place` is a column that is too long for all its cards to be visible, return a sentence
    that lists its cards, bottom first. Otherwise return an empty text."""
    layout = picker.game.layout
    index = layout.index.get(str(place))
    if index is None or layout.group_of[index].role != "tableau":
        return ""
    up = picker.state.piles[index].up
    cards = " ".join(look.card(NAME[card]) for card in up)
    seen = canvas.cards(place) >= len(up)
    return "" if seen else _("{name} holds {cards}.", name=name_of(picker.game, place), cards=cards)
