"""The chat input: a one-line dialog to say something in a room or to type a command. A set phrase
is one of the fixed sentences for the chat."""

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Input, Static

from client_cli.screens.actions import PHRASE_KEYS
from client_cli.screens.widgets.modal import Modal
from client_cli.state.session import RoomSession
from client_cli.text_mode.rooms.room_input import HELP, RoomVerbs, only_phrases, phrases
from protocol.rooms.talk import PHRASES
from protocol.texts import _

HINT = _("text, a number for a phrase, or /help")
RACING = _("the number of a phrase, or /help; free text is for later")
ONLY = _("Free text is for later. Now a number says a phrase, or F2 to F8 during a game.")
LONG = 2
"""If a command answers with more lines than this, they are shown in a dialog of their own."""


class ChatInput(Modal[str]):
    """A dialog with an input line for the chat. Its result is the typed text after Enter, and ""
    after Esc. During a race a contestant may say only set phrases (fixed sentences). Then the
    dialog lists the phrases, and answers other text with an error message."""

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
    """Return a line for each set phrase: its function key, if it has one, the number with which the
    player says it, and the phrase."""
    keys = {phrase: key.upper() for key, phrase in PHRASE_KEYS.items()}
    told = zip(PHRASES, phrases(), strict=True)
    return [
        f"{keys.get(phrase, ''):<4}{line:>{len(line) + (line[1] == '.')}}" for phrase, line in told
    ]


def _is_free(typed: str) -> bool:
    """Whether a typed line is text in the player's own words, and neither the number of a set
    phrase (a fixed sentence) nor another command."""
    plain = not typed.isdecimal() and not typed.startswith("/")
    return bool(typed) and (plain or typed.startswith("/say "))


async def carry_out(verbs: RoomVerbs, typed: str) -> list[str]:
    """Carry out a line that the player has typed in the chat input, and return the lines to show. A
    number says the set phrase with this number in the room, a line that begins with `/` is a
    command, and other text is said as it is.

    Raise RequestRefused if the server refuses the request, and ConnectionLost if the connection to
    the server is lost.
    """
    if typed.isdecimal():
        return await verbs.do(f"phrase {typed}") or []  # not a text
    if not typed.startswith("/"):
        return await verbs.do(f"say {typed}") or []  # not a text
    told = await verbs.do(typed[1:])
    if told is None:
        return [*(f"/{line}" for line in HELP.splitlines()), "", *phrases()]
    return told
