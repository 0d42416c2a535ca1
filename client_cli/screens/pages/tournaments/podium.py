"""The podium of a finished tournament: the first three places, drawn as steps."""

from rich.style import Style
from rich.text import Text

from client_cli.messages.tournaments import ordinal
from client_cli.screens.page import plain
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.tournament import state as known_as
from protocol.texts import _
from protocol.tournaments.live import Tournament

STEPS = {2: 3, 1: 5, 3: 2}
"""The height in lines of the step of each place, in the order from left to right."""
MOST = 4
"""How many names a step has room for."""
WIDEST = 26
"""Cells of the widest step."""
NARROWEST = 12


def podium(tournament: Tournament, look: TableStyle, width: int, most: int) -> list[Text]:
    """Return the podium as lines of at most `width` cells. Entrants who share a place stand on the
    same step.

    Return an empty list if the tournament has no results, if the podium would have more than `most`
    lines, or if its steps would be too narrow to read the names.
    """
    cells = min(WIDEST, (width - 2) // len(STEPS) - 1)
    columns = [_column(tournament, look, place, cells) for place in STEPS]
    high = max(map(len, columns))
    if not tournament.table or cells < NARROWEST or high > most:
        return []
    margin = " " * ((width - len(STEPS) * (cells + 1)) // 2)
    lines = []
    for i in range(high):
        line = Text(margin)
        for column in columns:
            at = i - high + len(column)
            line += (column[at] if at >= 0 else Text(" " * cells)) + Text(" ")
        lines.append(line)
    return lines


def _column(tournament: Tournament, look: TableStyle, place: int, cells: int) -> list[Text]:
    """Return the lines of one step of the podium, with the names of the entrants at the place
    `place` above the step. Return an empty list if nobody has this place."""
    rows = [row for row in tournament.table if row.place == place]
    if not rows:
        return []
    names = known_as.names(tournament)
    told = [names.get(row.entrant, f"#{row.entrant}") for row in rows[:MOST]]
    if len(rows) > MOST:
        told.append(_("and {n} more", n=len(rows) - MOST))
    loud = plain(look.palette.loud)
    lines = [_centred(name, cells, loud if place == 1 else "") for name in told]
    lines.append(_centred(f"{ordinal(place)}  {rows[0].total}", cells))
    return lines + [Text(look.glyphs.bar * cells, loud)] * STEPS[place]


def _centred(words: str, cells: int, style: str | Style = "") -> Text:
    line = Text(words, style)
    line.truncate(cells, overflow="ellipsis")
    line.align("center", cells)
    return line
