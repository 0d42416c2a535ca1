"""The rows of the list on a tournament's page: the standings with progress bars of the current
round or, before the first round, the entrants."""

from collections.abc import Iterable

from client_cli.messages import tournaments as words
from client_cli.screens.page import progress_bar
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.list_page import ListRow
from client_cli.tournament import state as known_as
from protocol.texts import _
from protocol.tournaments.live import Entrant, EntrantProgress, TableRow, Tournament

NAME = 30
"""Width in cells of a name with the notes behind it."""
WIDE = 62
"""Screen width in cells from which on a row takes one line instead of two."""


def order(tournament: Tournament) -> list[int]:
    """Return the entrant's number for each row of `rows`, in the order of the standings or, before
    the first round, in the order of the list of entrants. If the player organises the tournament
    and it is unfinished, the removed entrants follow, so that the organiser can reinstate them."""
    if not tournament.table:
        return [one.number for one in tournament.entrants]
    return [row.entrant for row in tournament.table] + [
        one.number for one in _sent_away(tournament)
    ]


def _sent_away(tournament: Tournament) -> list[Entrant]:
    over = tournament.status == "finished"
    removed = [one for one in tournament.entrants if one.gone == "removed"]
    return removed if tournament.organised and not over else []


def rows(tournament: Tournament, look: TableStyle, width: int) -> list[ListRow]:
    """Return a row for each entrant: place, name, points and a progress bar of the current round.
    Before the first round, a row says whether the entrant has checked in. `width` is the screen's
    width in cells."""
    people = {one.number: one for one in tournament.entrants}
    if not tournament.table:
        return [_there(tournament, one, width) for one in tournament.entrants]
    bars = {bar.entrant: bar for bar in known_as.latest_bars(tournament)}
    drawn = {
        one: f" {' '.join(drawn_bar(bar, bars.values(), look, 10))}" for one, bar in bars.items()
    }
    return [
        _standing(tournament, row, people.get(row.entrant), drawn.get(row.entrant, ""), look, width)
        for row in tournament.table
    ] + [
        _row(f"  - {_named(tournament, one)}", _("removed"), width)
        for one in _sent_away(tournament)
    ]


def _there(tournament: Tournament, one: Entrant, width: int) -> ListRow:
    mark = "[x]" if one.checked_in else "[ ]"
    team = f"{one.team}, " if one.team else ""
    return _row(f"{mark} {_named(tournament, one)}", f"{team}{words.entrant_state(one)}", width)


def _named(tournament: Tournament, one: Entrant) -> str:
    name = known_as.named(one)
    return _("{name} (you)", name=name) if one.number == tournament.mine else name


def _standing(
    tournament: Tournament,
    row: TableRow,
    one: Entrant | None,
    bar: str,
    look: TableStyle,
    width: int,
) -> ListRow:
    name = f"#{row.entrant}" if one is None else _named(tournament, one)
    gone = f" {look.glyphs.finished}" if one is not None and one.gone else ""
    return _row(f"{row.place:>3} {name}{gone}", f"{row.total:>8} {bar}".rstrip(), width)


def _row(name: str, told: str, width: int) -> ListRow:
    if width < WIDE:
        return ListRow(name, "", f"  {told.strip()}")
    return ListRow(f"{name:<{NAME + 4}}", told)


def drawn_bar(
    bar: EntrantProgress, bars: Iterable[EntrantProgress], look: TableStyle, cells: int
) -> tuple[str, str]:
    """Return an entrant's progress in the current round, as a bar of `cells` cells and a text with
    the figure and a sign of the result. `bars` has the progress of all entrants. In a game played
    for points, the bar is full at the most points of any entrant."""
    glyphs = look.glyphs
    signs = {"won": glyphs.out, "complete": glyphs.complete, None: ""}
    far = known_as.far(bar)
    filled = progress_bar(look, far, known_as.of_how_much(bar, bars), cells)
    return filled, f"{far:>3} {signs.get(bar.result, glyphs.finished)}"
