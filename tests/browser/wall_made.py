"""Made-up messages of a large tournament, without its connections."""

from collections.abc import Iterator
from random import Random
from typing import Literal

from engine.races.ranking import Standing
from engine.tournaments.deal_scoring import shown
from protocol.message import encode
from server.boards.seat_standing import StoredStanding
from server.tournaments.messages import Bars, TournamentFacts, body, change, whole
from server.tournaments.state import Entrant, StoredHeat, StoredRound, Tournament
from server.tournaments.store import StoredRaceClock
from server.tournaments.table_messages import of_round
from tests.server.tournaments.evenings import NOON, ORGANISER, SECRET, plan

CODE = "KQ74TX"
GOAL = 48
BELL_MS = 360_000
LOBBY_MS = TABLE_MS = 60_000
ROOM = "AAAAA{}"


class LargeEvening:
    """It begins while the second round of three is raced. Each method is what happens next, and
    returns the message that tells it."""

    def __init__(self, field: int, chance: Random, rounds: int = 3) -> None:
        self.field, self.chance, self.now, self.seq = field, chance, NOON, 0
        self.planned = rounds
        self.names = {f"a{n}": f"{chance.choice(NAMES)} {n + 1}" for n in range(field)}
        self.names[ORGANISER] = "Olga"
        first = self._ended(self._round(1, "closed"))
        self.known = self._known((first, self._round(2, "racing")), bars=self._bars(2))

    def first(self, request: int) -> str:
        """All of it, as the answer to whoever follows."""
        told = body(self.known, self.now)
        return whole(told, self.known.tournament, request, self.seq, None).decode()

    def results(self, request: int, number: int) -> str:
        """All results of a round, as the answer to whoever asks for them."""
        tournament = self.known.tournament
        each = next(each for each in tournament.rounds if each.number == number)
        return encode(of_round(tournament, self.known.table, each, request, self.now)).decode()

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
        *before, last = self.known.tournament.rounds
        over = self._ended(last.model_copy(update={"state": "table", "until": self.now + TABLE_MS}))
        return self._tell(self._known((*before, over)))

    def opens(self) -> str:
        """Before the start: people come, and the last ten are not there yet."""
        here = range(self.field - 10)
        return self._tell(self._known((), status="open", here=here))

    def lobby(self) -> str:
        """The next round begins soon."""
        rounds = self._closed()
        following = self._round(len(rounds) + 1, "lobby", self.now + LOBBY_MS)
        return self._tell(self._known((*rounds, following)))

    def counts_down(self, ms: int) -> str:
        """Its race begins in so many milliseconds."""
        *before, last = self.known.tournament.rounds
        clock = StoredRaceClock(self.now + ms, self.now + ms + BELL_MS)
        racing = last.model_copy(update={"state": "racing", "until": clock.bell_at})
        bars = self._bars(last.number)
        return self._tell(self._known((*before, racing), bars=bars, clock=clock))

    def finishes(self) -> str:
        """All is played, and the table is final."""
        return self._tell(self._known(self._closed(), status="finished"))

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

    def _known(
        self,
        rounds: tuple[StoredRound, ...],
        status: Literal["open", "running", "finished"] = "running",
        here: range | None = None,
        bars: Bars | None = None,
        clock: StoredRaceClock | None = None,
    ) -> TournamentFacts:
        tournament = Tournament(
            code=CODE,
            organiser=ORGANISER,
            plan=plan(games=("aces_up",) * self.planned, most=self.field),
            secret=SECRET.hex(),
            entrants=tuple(
                Entrant(
                    number=n,
                    account=f"a{n}",
                    nonce=f"{n:032x}" if here is None or n in here else None,
                    since=1,
                )
                for n in range(self.field)
            ),
            nonces={n: f"{n:032x}" for n in range(self.field)},
            status=status,
            why="played" if status == "finished" else None,
            rounds=rounds,
            made_at=NOON,
            touched_at=NOON,
        )
        clock = clock or StoredRaceClock(NOON, NOON + BELL_MS)
        return TournamentFacts(
            tournament, self.seq + 1, self.names, tournament.table(), bars or {}, clock
        )

    def _round(self, number: int, state: str, until: int | None = None) -> StoredRound:
        heat = StoredHeat(room=ROOM.format(number), entrants=tuple(range(self.field)))
        told = {"number": number, "turn": number, "kind": 0, "heats": (heat,), "state": state}
        return StoredRound.model_validate({**told, "since": NOON, "until": until})

    def _closed(self) -> tuple[StoredRound, ...]:
        """All rounds so far, the last of them closed too."""
        return tuple(
            each.model_copy(update={"state": "closed"}) for each in self.known.tournament.rounds
        )

    def _ended(self, each: StoredRound) -> StoredRound:
        """A round with results for everybody."""
        ends = [
            Standing(n, "lost", "stuck", best, 0, self.chance.randint(1, 9_999), None, 60_000, 9)
            for n, best in enumerate(self.chance.choices(range(GOAL), k=self.field))
        ]
        return each.model_copy(update={"heats": (each.heats[0].ended(ends),)})

    def _bars(self, number: int) -> Bars:
        at = StoredStanding(1, 0, 0, 0, 0, True, None, None, None, None, None)
        return {(number, n): at for n in range(self.field)}


def changes(evening: LargeEvening, count: int, moving: int) -> Iterator[str]:
    """So many changes of the race, and the end of the round."""
    for _ in range(count):
        yield evening.moves(moving)
    yield evening.ends()


NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Margarethe", "Jean-Baptiste", "Ōmura", "Zoë")
