"""Made-up messages of a tournament of five hundred, without five hundred connections."""

from collections.abc import Iterator
from random import Random

from engine.deal_scoring import shown
from engine.ranking import Standing
from protocol.message import encode
from server.boards.seat_standing import StoredStanding
from server.tournaments.messages import Bars, TournamentFacts, body, change, whole
from server.tournaments.state import Entrant, StoredHeat, StoredRound, Tournament
from server.tournaments.store import StoredRaceClock
from tests.server.tournaments.evenings import NOON, ORGANISER, SECRET, plan

CODE = "KQ74TX"
GOAL = 48
BELL_MS = 360_000
ROOM = "AAAAA{}"


class LargeEvening:
    """The second round of three is raced, moves and all; then its table is told."""

    def __init__(self, field: int, chance: Random) -> None:
        self.field, self.chance, self.now, self.seq = field, chance, NOON, 0
        self.names = {f"a{n}": f"{chance.choice(NAMES)} {n + 1}" for n in range(field)}
        self.names[ORGANISER] = "Olga"
        first = self._round(1, "closed").model_copy(update={"heats": (self._ended(1),)})
        self.known = self._known((first, self._round(2, "racing")), self._bars(0))

    def first(self, request: int) -> str:
        """All of it, as the answer to whoever follows."""
        told = body(self.known, self.now)
        return whole(told, self.known.tournament, request, self.seq, None).decode()

    def moves(self, count: int) -> str:
        """So many have moved on, a quarter of a second later."""
        bars = dict(self.known.bars)
        for key in self.chance.sample(sorted(bars), count):
            best = min(GOAL, bars[key].best + self.chance.randint(1, 2))
            result = "won" if best == GOAL else None
            ended = self.now - NOON if best == GOAL else None
            bars[key] = bars[key]._replace(progress=best, best=best, result=result, ended_ms=ended)
        return self._tell(self.known._replace(bars=bars))

    def ends(self) -> str:
        """The round is over, and everybody's row of the table is another."""
        rounds = self.known.tournament.rounds
        over = rounds[1].model_copy(update={"state": "table", "heats": (self._ended(2),)})
        return self._tell(self._known((rounds[0], over), {}))

    def table(self) -> list[tuple[str, str, str]]:
        """Place, name and total of everybody as they should stand on the wall."""
        told = self.known.table.rows
        people = self.known.tournament.entrants
        return [
            (str(row.place), self.names[people[row.entrant].account], shown(row.total))
            for row in told
        ]

    def _tell(self, known: TournamentFacts) -> str:
        self.now += 250
        self.seq += 1
        told = change(self.known, known, self.seq, self.now)
        assert told is not None
        self.known = known
        return encode(told).decode()

    def _known(self, rounds: tuple[StoredRound, ...], bars: Bars) -> TournamentFacts:
        tournament = Tournament(
            code=CODE,
            organiser=ORGANISER,
            plan=plan(games=("aces_up", "aces_up", "aces_up"), most=self.field),
            secret=SECRET.hex(),
            entrants=tuple(
                Entrant(number=n, account=f"a{n}", nonce=f"{n:032x}", since=1)
                for n in range(self.field)
            ),
            nonces={n: f"{n:032x}" for n in range(self.field)},
            status="running",
            rounds=rounds,
            made_at=NOON,
            touched_at=NOON,
        )
        clock = StoredRaceClock(NOON, NOON + BELL_MS)
        return TournamentFacts(tournament, len(rounds), self.names, tournament.table(), bars, clock)

    def _round(self, number: int, state: str) -> StoredRound:
        heat = StoredHeat(room=ROOM.format(number), entrants=tuple(range(self.field)))
        told = {"number": number, "turn": number, "kind": 0, "heats": (heat,), "state": state}
        return StoredRound.model_validate({**told, "since": NOON})

    def _ended(self, number: int) -> StoredHeat:
        ends = [
            Standing(n, "lost", "stuck", best, 0, self.chance.randint(1, 9_999), None, 60_000, 9)
            for n, best in enumerate(self.chance.choices(range(GOAL), k=self.field))
        ]
        heat = StoredHeat(room=ROOM.format(number), entrants=tuple(range(self.field)))
        return heat.ended(ends)

    def _bars(self, best: int) -> Bars:
        at = StoredStanding(1, best, best, 0, 0, True, None, None, None, None, None)
        return {(2, n): at for n in range(self.field)}


def changes(evening: LargeEvening, count: int, moving: int) -> Iterator[str]:
    """So many changes of the race, and the end of the round."""
    for _ in range(count):
        yield evening.moves(moving)
    yield evening.ends()


NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Margarethe", "Jean-Baptiste", "Ōmura", "Zoë")
