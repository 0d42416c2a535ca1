"""Chat input: a one-line dialog to say something in a room or to type a command."""

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from client_cli.screens.actions import PHRASE_KEYS
from client_cli.screens.widgets.modal import Modal
from client_cli.state.session import RoomSession
from client_cli.text_mode.room_input import HELP, RoomVerbs, only_phrases, phrases
from protocol.talk import PHRASES
from protocol.texts import _

HINT = _("text, a number for a phrase, or /help")
RACING = _("the number of a phrase, or /help; free text is for later")
ONLY = _("Free text is for later. Now a number says a phrase, or F2 to F8 at the table.")
LONG = 2
"""An answer of more lines than this is shown on a page of its own."""


class ChatInput(Modal[str]):
    """Input line for the room. Returns the text on Enter and "" on Esc. During a race only phrases
    may be said: they are listed, and other text is refused and stays in the line."""

    AUTO_FOCUS = "Input"  # not a text

    def __init__(self, session: RoomSession) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        racing = only_phrases(self._session)
        if racing:
            with VerticalScroll(id="phrases"):
                yield Static("\n".join(phrases_by_key()), markup=False)
        yield Static(id="wrong")
        yield Input(placeholder=RACING if racing else HINT, max_length=200, id="say")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        typed = event.value.strip()
        if only_phrases(self._session) and _is_free(typed):
            self.query_one("#wrong", Static).update(ONLY)
        else:
            self.dismiss(typed)

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.dismiss("")


def phrases_by_key() -> list[str]:
    """The set phrases with their numbers, each preceded by its function key if it has one."""
    keys = {phrase: key.upper() for key, phrase in PHRASE_KEYS.items()}
    told = zip(PHRASES, phrases(), strict=True)
    return [
        f"{keys.get(phrase, ''):<4}{line:>{len(line) + (line[1] == '.')}}" for phrase, line in told
    ]


def _is_free(typed: str) -> bool:
    """Whether this is free text, neither the number of a phrase nor another command."""
    plain = not typed.isdecimal() and not typed.startswith("/")
    return bool(typed) and (plain or typed.startswith("/say "))


async def carry_out(verbs: RoomVerbs, typed: str) -> list[str]:
    """Say plain text, say the phrase of a number, or run a `/command`; return the lines to show.

    Raises RequestRefused and LineLost.
    """
    if typed.isdecimal():
        return await verbs.do(f"phrase {typed}") or []  # not a text
    if not typed.startswith("/"):
        return await verbs.do(f"say {typed}") or []  # not a text
    told = await verbs.do(typed[1:])
    if told is None:
        return [*(f"/{line}" for line in HELP.splitlines()), "", *phrases()]
    return told
