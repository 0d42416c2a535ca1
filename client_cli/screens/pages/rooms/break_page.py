"""The page of a room while the player takes a break from a running race. The race and its clock go
on, but the player's board is hidden. Breaks are for players who try for a crown by winning several
games in a row (a run); the breaks of a run may last only a limited time."""

from rich.text import Text

from client_cli.features import crowns
from client_cli.messages.game import clock
from client_cli.screens.page import plain
from client_cli.screens.pages.rooms.room import RoomPage
from client_cli.screens.widgets.standings import bell
from protocol.crowns import EndBreak
from protocol.texts import _

BACK_KEYS = frozenset({"f9", "enter", "space"})
TITLE = _("Your board is covered.")
FEWEST_ROWS, FEWEST_CELLS, MARGIN = 10, 44, 3
"""The least rows and cells for drawing card backs around the text, and the cells between text and
backs."""


class BreakPage(RoomPage):
    """The page during a break. If the player has a run, the page shows how long the break has
    lasted so far, and how much time is left of this break and of all breaks."""

    DEFAULT_CSS = "BreakPage #body { text-align: center; }"

    def body(self) -> Text:
        width, height = self.app.size.width, self.app.size.height - 4
        lines = self._lines()
        if width < FEWEST_CELLS or height < FEWEST_ROWS:
            return Text("\n".join(lines[:height]))
        back, loud = plain(self.look.palette.back), plain(self.look.palette.loud)
        room = max(map(len, lines)) + 2 * MARGIN
        side, first = (width - room) // 2, (height - len(lines) - 2) // 2
        rows: list[Text] = []
        for y in range(height):
            line = y - first - 1
            if not -1 <= line <= len(lines):
                rows.append(Text(self.look.glyphs.back * width, back))
                continue
            words = lines[line] if 0 <= line < len(lines) else ""
            left, right = (self.look.glyphs.back * n for n in (side, width - side - room))
            middle = Text(f"{words:^{room}}", loud if line == 0 else "")
            rows.append(Text.assemble((left, back), middle, (right, back)))
        return Text("\n", no_wrap=True).join(rows)

    def _lines(self) -> list[str]:
        session, now = self.session, self.patience.now()
        run, lines = session.run, [TITLE]
        pause = run.pause_ms(now) if run is not None and run.crown.won else None
        if run is not None and pause is not None:
            shields = crowns.shields(run.crown, self.look.glyphs.crown, self.look.glyphs.empty)
            lines += [
                _("{time} of {limit}", time=clock(pause), limit=clock(run.pause_limit_ms)),
                _("{time} left of this break", time=clock(run.pause_left_ms(now) or 0)),
                _("{time} left of all breaks", time=clock(run.total_left_ms(now))),
                shields,
            ]
        else:
            lines.append(_("No run is on: this break is not counted."))
        return [*lines, bell(session, self.look, now)]

    def key_pairs(self) -> list[tuple[str, str]]:
        return [(_("Ctrl+Q"), _("leave, covered")), ("F9", _("play on"))]

    def command(self, key: str, char: str) -> bool:  # noqa: ARG002
        if key not in BACK_KEYS:
            return False
        self.patience.do(self.room.request(EndBreak))
        return True
