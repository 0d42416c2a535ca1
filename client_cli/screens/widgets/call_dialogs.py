"""Dialogs that open without an action of the player: one for an incoming telephone call, one that
offers to call others, and one for a friend's challenge to a race. A telephone call is a message
that a player who has won a crown (three or all of the five "great games", won in a row) sends to
other players."""

import textwrap

from rich.style import Style
from rich.text import Text
from textual import events

from client_cli.features import calls
from client_cli.features.crowns import CROWNS
from client_cli.messages import presence
from client_cli.screens.page import NoticeBox, keyline, plain
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.list_page import keylines
from protocol.crowns import CrownWon
from protocol.presence import Challenged
from protocol.telephone import Answer, Call
from protocol.texts import _

ANSWERS: dict[str, Answer] = {"c": "congratulations", "r": "rotten_luck", "s": "show_me"}
MUTE = "m"
WIDEST, FRAME = 76, 8
"""The greatest width of a dialog in cells, as in app.tcss, and how many of them its border and
padding take."""
SOON_MS = 700
"""Milliseconds for which a new dialog ignores keys, because they were meant for the page under
it."""


class _Box(NoticeBox):
    """A dialog that opens without an action of the player. It ignores keys in the first `SOON_MS`
    milliseconds, because the player meant such a key for the page under the dialog."""

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


class IncomingCallDialog(_Box):
    """The dialog of an incoming telephone call. Its result is the key of an answer, `m` to mute all
    calls, or "" if the player only closed the dialog. A guest (a player without an account) cannot
    answer: without `may_answer`, the only key is `m`."""

    def __init__(self, call: Call, look: TableStyle, width: int, *, may_answer: bool) -> None:
        """Show the call `call` in a dialog. `width` is the width of the screen in cells."""
        keys = [("c", _("congratulations")), ("r", _("rotten luck")), ("s", _("show me"))]
        keys = [*(keys if may_answer else []), (MUTE, _("mute"))]
        head, *lines = [look.telephone(line) for line in calls.banner(call)]
        text = _filled(head, width, plain(look.palette.loud))
        for line in lines:
            text.append_text(_filled(line, width))
        text.append_text(_keys(look, [*keys, (_("Esc"), _("close"))], width))
        super().__init__(text, "".join(key for key, _ in keys))


class CallOfferDialog(_Box):
    """The dialog that offers to call others, shown when the player has won a crown. Its result is
    `y` to call everybody, `p` to choose people, or "" for later."""

    def __init__(self, won: CrownWon, look: TableStyle, width: int) -> None:
        """Show the crown `won` in a dialog. `width` is the width of the screen in cells."""
        text = _filled(
            _("You have won the {crown}!", crown=CROWNS[won.crown]), width, plain(look.palette.loud)
        )
        text.append_text(_filled(_("Ring everybody?"), width))
        keys = [("y", _("everybody")), ("p", _("choose people")), (_("Esc"), _("later"))]
        text.append_text(_keys(look, keys, width))
        super().__init__(text, "yp")


class ChallengeDialog(_Box):
    """The dialog of a friend's challenge. Its result is `y` to join the race, `n` to decline, or ""
    if the player only closed the dialog."""

    def __init__(self, told: Challenged, look: TableStyle, width: int) -> None:
        """Show the challenge `told`. `width` is the width of the screen in cells."""
        text = _filled(presence.challenged(told), width, plain(look.palette.loud))
        keys = [("y", _("join")), ("n", _("not now")), (_("Esc"), _("close"))]
        text.append_text(_keys(look, keys, width))
        super().__init__(text, "yn")


def _cells(width: int) -> int:
    """Return the width of a dialog's text in cells. `width` is the width of the screen."""
    return max(10, min(WIDEST, width) - FRAME)


def _filled(line: str, width: int, style: Style | str = "") -> Text:
    """Return a line, wrapped to the width of the dialog's text, followed by an empty line."""
    return Text("\n".join(textwrap.wrap(line, _cells(width))) + "\n\n", style)


def _keys(look: TableStyle, pairs: list[tuple[str, str]], width: int) -> Text:
    lines = keylines([keyline(look, pair) for pair in pairs], _cells(width))
    for line in lines:
        line.rstrip()
    return Text("\n").join(lines)
