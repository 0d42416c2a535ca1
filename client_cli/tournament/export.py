"""Tables of a tournament as sheets of cells, to be shown as text or written as CSV: the points of
entrants, the points of teams, the results of a round."""

import csv
import io
import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from rich.cells import cell_len

from client_cli.messages.game import score
from client_cli.messages.tournaments import game_title
from client_cli.tournament import state as known_as
from engine.races.ranking import Standing
from engine.rules import Rules, is_table
from engine.rules import rules as rules_of
from engine.tournaments.deal_scoring import shown
from protocol.texts import N_, _
from protocol.tournaments.live import Tournament
from protocol.tournaments.tables import RoundResult, TournamentRound, TournamentTable

MISSED = "-"
TIE_BREAKS = {
    "wins": N_("won"),
    "best": N_("best"),
    "direct": N_("direct"),
    "last": N_("last"),
    "outs": N_("out"),
    "progress": N_("progress"),
    "last_heat": N_("last heat"),
    "buchholz": N_("Buchholz"),
    "median_buchholz": N_("median"),
    "sonneborn_berger": N_("S.-B."),
}


class TableSheet(NamedTuple):
    """A table of text cells with a title and a head. A screen that scrolls the columns keeps the
    first `fixed` columns in view."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    fixed: int = 2

    def csv(self) -> str:
        """Return the sheet as CSV."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.head)
        writer.writerows([_harmless(cell) for cell in row] for row in self.rows)
        return out.getvalue()

    def widths(self) -> list[int]:
        columns = zip(self.head, *self.rows, strict=True)
        return [max(map(cell_len, column)) for column in columns]

    def cells(self, row: Sequence[str]) -> list[str]:
        """Return the cells of a row, padded with spaces to the widths of their columns. Columns of
        text are aligned left, columns of numbers right."""
        texts = {i for i in range(len(self.head)) if any(map(_is_text, self._column(i)))}
        widths = enumerate(zip(row, self.widths(), strict=True))
        padded = [(i, cell, " " * (width - cell_len(cell))) for i, (cell, width) in widths]
        return [cell + pad if i in texts else pad + cell for i, cell, pad in padded]

    def _column(self, i: int) -> list[str]:
        return [row[i] for row in self.rows]

    def lines(self) -> list[str]:
        """Return the sheet as lines of text."""
        return ["  ".join(self.cells(row)).rstrip() for row in (self.head, *self.rows)]


def _is_text(cell: str) -> bool:
    return bool(cell.strip("0123456789.-"))


def _harmless(cell: str) -> str:
    """Return a cell changed so that no spreadsheet takes it for a formula: names are chosen by
    other people. A full-width sign counts like the plain one."""
    sign = unicodedata.normalize("NFKC", cell[:1])
    return f"'{cell}" if sign in ("=", "+", "@", "-") and len(cell) > 1 else cell


def standings(tournament: Tournament, table: TournamentTable) -> TableSheet:
    """Return the tournament's table of entrants as a sheet: place, name and points, then a column
    for the score in each round and for each tie-break that was needed."""
    names, teams = known_as.names(tournament), known_as.has_teams(tournament)
    team_of = {one.number: one.team or "" for one in tournament.entrants}
    slugs = {each.number: each.game for each in tournament.rounds}
    needed = [i for i in range(len(table.tie_breaks)) if any(r.tie_breaks[i] for r in table.rows)]
    head = [_("place"), _("name"), *([_("team")] if teams else []), _("total"), _("average")]
    head += [f"{n} {game_title(slugs.get(n, '')) or _('round')}" for n in table.rounds]
    head += [_(TIE_BREAKS.get(table.tie_breaks[i], table.tie_breaks[i])) for i in needed]
    rows = []
    for row in table.rows:
        cells = [str(row.place), names.get(row.entrant, f"#{row.entrant}")]
        cells += [team_of.get(row.entrant, "")] if teams else []
        cells += [row.shown.total, row.shown.average]
        cells += [MISSED if each is None else each.shown for each in row.rounds]
        cells += [number(row.tie_breaks[i]) for i in needed]
        rows.append(tuple(cells))
    title = _(
        "{title}: the table, by {way}",
        title=known_as.title(tournament),
        way=table.way.replace("_", " "),
    )
    return TableSheet(title, tuple(head), tuple(rows))


def teams(tournament: Tournament, table: TournamentTable) -> TableSheet:
    """Return the tournament's table of teams as a sheet: place, name, points, and the members whose
    points count."""
    names = known_as.names(tournament)
    rows = tuple(
        (
            str(team.place),
            team.team,
            team.shown,
            ", ".join(names.get(one, f"#{one}") for one in team.counting),
        )
        for team in table.teams
    )
    return TableSheet(
        _("{title}: the teams", title=known_as.title(tournament)),
        (_("place"), _("name"), _("total"), _("counting")),
        rows,
    )


def deal(tournament: Tournament, told: TournamentRound) -> TableSheet:
    """Return the results of a round as a sheet, one row for each entrant, the best first."""
    names, rules = known_as.names(tournament), _rules(told)
    heats = {heat.room: n for n, heat in enumerate(told.round.heats, 1)}
    several = len(heats) > 1 and not known_as.own_pace(tournament)
    heat = _("table") if is_table(told.round.game) else _("heat")
    head = [_("place"), _("name"), *([heat] if several else [])]
    head += [_("result"), _("moves"), _("beaten"), _("score")]
    rows = []
    for result in told.results:
        counts = result.counts
        cells = ["" if counts is None else str(counts.place)]
        cells.append(names.get(result.entrant, f"#{result.entrant}"))
        cells += [str(heats.get(result.room, ""))] if several else []
        cells += [score(rules, standing(result)), str(result.moves)]
        cells += ["", ""] if counts is None else [number(counts.beaten), counts.shown]
        rows.append(tuple(cells))
    void = _(", which counts for nothing") if told.round.state == "voided" else ""
    where = _(
        "{title}: round {number}, {game}{void}",
        title=known_as.title(tournament),
        number=told.round.number,
        game=game_title(told.round.game),
        void=void,
    )
    return TableSheet(where, tuple(head), tuple(rows))


def standing(result: RoundResult) -> Standing:
    """Return an entrant's result in a round as a Standing, the engine's type for the figures of one
    contestant."""
    return Standing(
        result.seat,
        result.result,
        result.reason,
        result.best,
        result.tie_break,
        result.reached_ms,
        result.points,
        result.ended_ms,
        result.moves,
        result.clean,
    )


def _rules(told: TournamentRound) -> Rules:
    return rules_of(told.round.game, told.round.options)


def number(exact: str | None) -> str:
    """Return an exact fraction, such as `175/2`, as a decimal number for people. Return an empty
    string for None."""
    return "" if exact is None else shown(Fraction(exact))
