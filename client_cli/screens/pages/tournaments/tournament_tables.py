"""The page of the common tables of a tournament round. In Racing Demon several contestants play at
one table; the page shows who sits at which table, and with how many points."""

from collections.abc import Callable
from functools import partial

from client_cli.messages import tournaments as words
from client_cli.net.one_shot_client import OneShotClient
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.widgets.list_page import ListRow
from client_cli.tournament import requests
from client_cli.tournament import state as known_as
from client_cli.tournament.round_tables import (
    RoundTable,
    is_over,
    round_tables,
    rounds_at_tables,
)
from client_cli.tournament.state import KnownTournament
from protocol.texts import _
from protocol.tournaments.live import RoundInfo, Tournament
from protocol.tournaments.tables import TournamentRound

LABEL = 10
"""Width in cells of the number of a table."""
NAME = 30


class TournamentTablesPage(ServerPage):
    """The tables of one round. At first the latest round is shown; the keys `n` and `b` show the
    next and the previous one. `known` returns the tournament as it is now, so the points change
    while the round is played."""

    def __init__(self, known: Callable[[], KnownTournament | None]) -> None:
        super().__init__()
        self._known = known
        self._shown: int | None = None
        """The number of the round that the player has chosen; None for the latest."""
        self._results: dict[int, TournamentRound] = {}
        self._asked = set[int]()
        self._drawn: tuple[list[str], list[ListRow]] = ([], [])
        tournament = self._tournament
        self.heading = _("Tables") if tournament is None else known_as.title(tournament)

    @property
    def _tournament(self) -> Tournament | None:
        known = self._known()
        return None if known is None else known.tournament

    def _rounds(self) -> list[RoundInfo]:
        tournament = self._tournament
        return [] if tournament is None else rounds_at_tables(tournament)

    def _round(self) -> RoundInfo | None:
        rounds = self._rounds()
        chosen = next((each for each in rounds if each.number == self._shown), None)
        return chosen or (rounds[-1] if rounds else None)

    def on_mount(self) -> None:
        super().on_mount()
        self.tick()

    def tick(self) -> None:
        """If the round is over, request its results from the server, once. Draw the page again if
        anything has changed."""
        each, tournament = self._round(), self._tournament
        if each is not None and tournament is not None and is_over(each):
            self._ask(tournament.code, each.number)
        if (self.above(), self.rows()) != self._drawn:
            self.redraw()

    def _ask(self, code: str, number: int) -> None:
        if number in self._asked:
            return
        self._asked.add(number)
        self.ask(partial(_fetch, code=code, number=number), self._take)

    def _take(self, told: TournamentRound) -> None:
        self._results[told.round.number] = told
        self.redraw()

    def redraw(self) -> None:
        self._drawn = (self.above(), list(self.rows()))
        super().redraw()

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        known, each = self._known(), self._round()
        if known is None or each is None:
            return [words.NO_TABLES]
        return [words.tables_title(known.tournament, each), ""]

    def tables(self) -> list[RoundTable]:
        """Return the tables of the round that is shown."""
        each, tournament = self._round(), self._tournament
        if each is None or tournament is None:
            return []
        told = self._results.get(each.number)
        return round_tables(tournament, each, told.results if told is not None else ())

    def rows(self) -> list[ListRow]:
        tournament = self._tournament
        if tournament is None:
            return []
        found = []
        for table in self.tables():
            label = _("Table {n}", n=table.number)
            for one in table.seated:
                name = words.entrant_name(tournament, one.entrant)
                found.append(ListRow(f"{label:<{LABEL}}{name:<{NAME}}", words.seat_points(one)))
                label = ""
        return found

    def choose(self) -> None:
        """Show all entrants of the selected entrant's table, with their points, on the status
        line."""
        tournament, at = self._tournament, self.at
        for table in self.tables():
            if at < len(table.seated) and tournament is not None:
                self.tell(words.round_table_line(tournament, table))
                return
            at -= len(table.seated)

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = [("n", _("next")), ("b", _("before"))] if len(self._rounds()) > 1 else []
        return [*pairs, ("q", _("back"))]

    def command(self, char: str) -> bool:
        rounds, each = self._rounds(), self._round()
        if char == "q":
            self.back()
        elif char in ("n", "b") and each is not None:
            numbers = [one.number for one in rounds]
            step = 1 if char == "n" else -1
            self._shown = numbers[(numbers.index(each.number) + step) % len(numbers)]
            self.at = 0
            self.tick()
        else:
            return False
        return True


async def _fetch(client: OneShotClient, code: str, number: int) -> TournamentRound:
    await requests.introduce(client)
    return await requests.round_of(client, code, number)
