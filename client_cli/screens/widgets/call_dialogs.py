"""Boxes of the telephone: somebody rings, and shall one's own crown be told?"""

import textwrap

from rich.style import Style
from rich.text import Text
from textual import events

from client_cli.features import calls
from client_cli.features.crowns import CROWNS
from client_cli.screens.page import Notice, keyline, plain
from client_cli.screens.table.card_style import Look
from client_cli.screens.widgets.list_page import keylines
from protocol.crowns import CrownWon
from protocol.telephone import Answer, Call

ANSWERS: dict[str, Answer] = {"c": "congratulations", "r": "rotten_luck", "s": "show_me"}
MUTE = "m"
WIDEST, FRAME = 76, 8
"""Cells of a box at most, as in app.tcss, and of what lies around its text."""
SOON_MS = 700
"""A key that was on its way when the box came is none of its keys."""


class _Box(Notice):
    """What comes by itself: keys mean something a moment later."""

    def on_mount(self) -> None:
        self._since = self._now()

    def _now(self) -> int:
        now: int = self.app.now()  # type: ignore[attr-defined] # there is one app
        return now

    def on_key(self, event: events.Key) -> None:
        if self._now() - self._since < SOON_MS:
            event.stop()
            event.prevent_default()
        else:
            super().on_key(event)


class RingBox(_Box):
    """Its answer is the key of one, `m`, or nothing. Guests can only mute it."""

    def __init__(self, call: Call, look: Look, width: int, *, may_answer: bool) -> None:
        """`width` is that of the screen."""
        keys = [("c", "congratulations"), ("r", "rotten luck"), ("s", "show me")]
        keys = [*(keys if may_answer else []), (MUTE, "mute")]
        head, *said = [look.telephone(line) for line in calls.banner(call)]
        text = _filled(head, width, plain(look.palette.loud))
        for line in said:
            text.append_text(_filled(line, width))
        text.append_text(_keys(look, [*keys, ("Esc", "close")], width))
        super().__init__(text, "".join(key for key, _ in keys))


class OfferBox(_Box):
    """`y` composes a line, `p` chooses people; anything else is later."""

    def __init__(self, won: CrownWon, look: Look, width: int) -> None:
        """`width` is that of the screen."""
        text = _filled(f"You have won the {CROWNS[won.crown]}!", width, plain(look.palette.loud))
        text.append_text(_filled("Ring everybody?", width))
        keys = [("y", "everybody"), ("p", "choose people"), ("Esc", "later")]
        text.append_text(_keys(look, keys, width))
        super().__init__(text, "yp")


def _cells(width: int) -> int:
    """Cells for the text of a box."""
    return max(10, min(WIDEST, width) - FRAME)


def _filled(line: str, width: int, style: Style | str = "") -> Text:
    """A paragraph and an empty line."""
    return Text("\n".join(textwrap.wrap(line, _cells(width))) + "\n\n", style)


def _keys(look: Look, pairs: list[tuple[str, str]], width: int) -> Text:
    lines = keylines([keyline(look, pair) for pair in pairs], _cells(width))
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)
