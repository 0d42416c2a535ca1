"""Text of the status line under the table: what is selected, what to do next, numbered choices."""

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
"""Key in a rich style's metadata under which a choice on the status line stores its index, from 0,
for clicks."""


def waiting(
    controller: InputController, picker: Picker, canvas: Canvas, look: TableStyle
) -> Text | str:
    """Return the text for the current selection; empty if nothing is selected."""
    if controller.selection.choices:
        return _choices(controller, picker, look)
    return "" if controller.selection.source is None else _asking(controller, picker, canvas, look)


def _choices(controller: InputController, picker: Picker, look: TableStyle) -> Text:
    """Return the numbered choices, with the one at the cursor in brackets."""

    def label(place: Place) -> str:
        return name_of(picker.game, place)

    text = Text(_("Which?"))
    choices = controller.selection.choices[:MOST_CHOICES]
    for n, words in enumerate(described(picker.game, choices, label, picker.state)):
        one = look.symbols(f"[{words}]" if n == controller.chosen else words)
        text.append("   " if n else "  ").append(one, Style(meta={CHOICE: n}))
    return text


def _asking(controller: InputController, picker: Picker, canvas: Canvas, look: TableStyle) -> str:
    """Return the question where to move the selected cards."""
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
    """Return a sentence with all cards of a column, bottom first, if the column is too long for all
    to be visible. Return an empty text for any other place."""
    layout = picker.game.layout
    index = layout.index.get(str(place))
    if index is None or layout.group_of[index].role != "tableau":
        return ""
    up = picker.state.piles[index].up
    cards = " ".join(look.card(NAME[card]) for card in up)
    seen = canvas.cards(place) >= len(up)
    return "" if seen else _("{name} holds {cards}.", name=name_of(picker.game, place), cards=cards)
