"""A form dialog with text fields and a checkbox, and a dialog for secrets that are shown only
once."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from client_cli.exit_codes import Failure
from client_cli.screens.page import NoticeBox
from client_cli.screens.widgets.modal import Modal
from protocol.texts import _

TICKS = {True: "[x]", False: "[ ]"}


class FormField(NamedTuple):
    """A text field of a form: its title, its initial value and the greatest length of the text. A
    secret field hides what the player types. `check` raises Failure if the text alone is wrong."""

    asked: str
    value: str = ""
    secret: bool = False
    longest: int = 200
    check: Callable[[str], object] = lambda _text: None


class Tick(Static, can_focus=True):
    """A checkbox such as `[x] Remember me`, toggled by Space or a click."""

    def __init__(self, asked: str, on: bool) -> None:
        super().__init__(id="tick")
        self._asked, self.on = asked, on

    def on_mount(self) -> None:
        self._draw()

    def _draw(self) -> None:
        self.update(Text(f"{TICKS[self.on]} {self._asked}"))

    def flip(self) -> None:
        self.on = not self.on
        self._draw()

    def on_click(self) -> None:
        self.flip()


class Filled(NamedTuple):
    """The result of a submitted form: the texts in the order of the fields, and whether the
    checkbox is ticked (True if the form has none)."""

    texts: list[str]
    ticked: bool


class Form(Modal[Filled | None]):
    """A dialog with text fields. Enter goes to the next field; in the last field it submits the
    form. The result is a `Filled`, or None after Esc.

    On submit, the check of each field is called with its text, then `check` with the texts of all
    fields. If a check raises Failure, the form stays open and shows the message of the Failure:
    under the first wrong field or, from `check`, under the last one. This field gets the cursor.
    """

    AUTO_FOCUS: ClassVar[str] = "Input"  # not a text

    def __init__(
        self,
        title: str,
        fields: Sequence[FormField],
        check: Callable[[list[str]], object] = lambda _: None,
        note: str = "",
        tick: str = "",
        wrong: str = "",
        *,
        ticked: bool = True,
    ) -> None:
        """`note` is a text above the fields, and `tick` the text of the checkbox (empty for no
        checkbox), which at first is `ticked` or not. `wrong` is an error message that is shown at
        first under the first field, if the values of the fields were refused before."""
        super().__init__()
        self._ticked = ticked
        self._wrong, self._wrong_at = wrong, 0
        self._title, self._fields, self._check = title, fields, check
        self._note, self._tick = note, tick

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="form", can_focus=False) as form:
            form.border_title = self._title
            form.border_subtitle = _("Enter goes on, Esc cancels")
            if self._note:
                yield Static(Text(self._note), id="note")
            for field in self._fields:
                line = Input(field.value, password=field.secret, max_length=field.longest)
                line.border_title = field.asked
                yield line
            if self._tick:
                yield Tick(self._tick, on=self._ticked)
            yield Static(id="wrong")

    def on_mount(self) -> None:
        if self._wrong:
            self._show_wrong(self._wrong, list(self.query(Input))[self._wrong_at])

    def refilled(self, filled: Filled, wrong: str, wrong_at: int) -> "Form":
        """Return the same form with what was typed, and with the error message `wrong` under the
        field with index `wrong_at`."""
        texts = zip(self._fields, filled.texts, strict=True)
        fields = [field._replace(value=text) for field, text in texts]
        again = Form(
            self._title, fields, self._check, self._note, self._tick, wrong, ticked=filled.ticked
        )
        again._wrong_at = wrong_at
        return again

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            self.dismiss(None)
        elif event.key in ("down", "up"):
            (self.focus_next if event.key == "down" else self.focus_previous)()
        elif isinstance(self.focused, Tick) and event.key == "space":
            self.focused.flip()
        elif isinstance(self.focused, Tick) and event.key == "enter":
            self._finish()
        else:
            return
        event.stop()
        event.prevent_default()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if event.input is list(self.query(Input))[-1]:
            self._finish()
        else:
            self.focus_next()

    def _finish(self) -> None:
        lines = list(self.query(Input))
        texts = [
            line.value if field.secret else line.value.strip()
            for line, field in zip(lines, self._fields, strict=True)
        ]
        line = lines[0]
        try:
            for line, field, text in zip(lines, self._fields, texts, strict=True):  # noqa: B007
                field.check(text)
            self._check(texts)
        except Failure as failure:
            self._show_wrong(str(failure), line)
            return
        ticks = list(self.query(Tick))
        self.dismiss(Filled(texts, ticks[0].on if ticks else True))

    def _show_wrong(self, sentence: str, line: Input) -> None:
        """Show an error message under the field `line`, and move the cursor to the field."""
        message = self.query_one("#wrong", Static)
        message.update(Text(sentence))
        self.query_one("#form").move_child(message, after=line)
        line.focus()


class ShownOnce(NoticeBox):
    """A dialog for a secret that is shown only once, such as a recovery code. Only the key `w`
    closes it, so that a stray Enter does not."""

    CLOSES = ()

    def __init__(self, lines: Sequence[str]) -> None:
        text = Text("\n".join([*lines, "", _("Press w when you have written it down.")]))
        super().__init__(text, "w")
