"""A line to type something to the room, over any of its screens."""

from textual import events
from textual.app import ComposeResult
from textual.widgets import Input

from client_cli.room_verbs import HELP, RoomVerbs, phrases
from client_cli.screens.box import Box

HINT = "text, a number for a phrase, or /help"
LONG = 2
"""Lines from which on an answer is a page to read."""


class Prompt(Box[str]):
    """Enter sends, Esc sends nothing."""

    def compose(self) -> ComposeResult:
        yield Input(placeholder=HINT, max_length=200, id="say")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value.strip())

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.dismiss("")


async def carry_out(verbs: RoomVerbs, typed: str) -> list[str]:
    """What was typed: plain text is said, a number is a phrase, `/word` is a verb of the room.

    Raises RequestRefused and LineLost.
    """
    if typed.isdecimal():
        return await verbs.do(f"phrase {typed}") or []
    if not typed.startswith("/"):
        return await verbs.do(f"say {typed}") or []
    told = await verbs.do(typed[1:])
    if told is None:
        return [*(f"/{line}" for line in HELP.splitlines()), "", *phrases()]
    return told
