"""Boxes of the telephone: somebody rings, and shall one's own crown be told?"""

from rich.text import Text
from textual import events

from client_cli import calls
from client_cli.crowns import CROWNS
from client_cli.screens.look import Look
from client_cli.screens.page import Notice, keyline, plain
from protocol.crowns import CrownWon
from protocol.telephone import Answer, Call

ANSWERS: dict[str, Answer] = {"c": "congratulations", "r": "rotten_luck", "s": "show_me"}
MUTE = "m"
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

    def __init__(self, call: Call, look: Look, *, may_answer: bool) -> None:
        text = Text("\n".join(drawn(call, look)))
        text.stylize(plain(look.palette.loud), 0, text.plain.index(":"))
        keys = [("c", "congratulations"), ("r", "rotten luck"), ("s", "show me")]
        keys = [*(keys if may_answer else []), (MUTE, "mute")]
        text.append("\n\n")
        text.append_text(keyline(look, *keys, ("Esc", "close")))
        super().__init__(text, "".join(key for key, _ in keys))


class OfferBox(_Box):
    """`y` composes a line, `p` chooses people; anything else is later."""

    def __init__(self, won: CrownWon, look: Look) -> None:
        text = Text(f"You have won the {CROWNS[won.crown]}!", plain(look.palette.loud))
        text.append("\n\nRing everybody?\n\n", plain(look.palette.quiet))
        keys = [("y", "everybody"), ("p", "choose people"), ("Esc", "later")]
        text.append_text(keyline(look, *keys))
        super().__init__(text, "yp")


def drawn(call: Call, look: Look) -> list[str]:
    """The call in the signs this terminal has."""
    told = [look.telephone(line) for line in calls.banner(call)]
    return [told[0], *(f"\n{line}" for line in told[1:])]
