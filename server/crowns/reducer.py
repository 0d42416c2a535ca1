"""A candidate as the store has them, and what facts make of them. Pure."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engine.crown_facts import (
    BreakBegan,
    BreakEnded,
    Fact,
    LineBack,
    LineLost,
    Playing,
    ServerAway,
    WaitBegan,
)
from engine.crown_json import to_json
from engine.crown_run import Award, End, Run, state
from engine.crowns import KEPT_MS, Step, after, due, free_until, void
from server.crowns.fact_extractor import Told

MOST_ROOMS = 50
SLACK_MS = 500
"""A limit is judged so long after it was overstepped: what happened in time may still be under way
to the store. The run is over at the moment of the limit all the same."""


class Candidate(NamedTuple):
    """`rooms`: of how many events of a room the candidate has heard, and the time of the last.
    Of rooms that were forgotten, what was until `floor_ms` has been heard. `ended` is the last end
    of a run of which the facts are kept no more. `gone`: the account is no more, and nothing is
    kept of it but its crowns."""

    run: Run
    step: int = 0
    rooms: Mapping[str, tuple[int, int]] = {}  # never changed
    floor_ms: int = 0
    ended: End | None = None
    gone: bool = False


def name_of(account: str, award: Award) -> str:
    """What a crown is stored under: it is this crown and no other."""
    return " ".join((account, award.crown, *(win.race for win in award.games)))


class Work:
    """One step of a candidate, as it is made. `changes` are told to the store with it, `won`
    are the kinds of crowns among them."""

    def __init__(
        self, account: str, before: Candidate, outages: Iterable[tuple[int, int]] = ()
    ) -> None:
        self.account = account
        self._outages = outages
        self.before = before
        self.run = before.run
        self.rooms = dict(before.rooms)
        self.floor_ms = before.floor_ms
        self.ended = before.ended
        self.codes: set[str] = set()
        """The rooms that were looked at."""
        self.changes: list[list[Any]] = []
        self.won: list[str] = []
        self.look_at: int | None = None
        """When there will be something to tell, whatever happens."""

    @property
    def playing(self) -> Playing | None:
        return state(self.run).scene.playing

    @property
    def is_news(self) -> bool:
        kept = (self.before.run, self.before.rooms, self.before.floor_ms)
        return bool(self.changes) or kept != (self.run, self.rooms, self.floor_ms)

    @property
    def last_end(self) -> End | None:
        """How the last run came to its end."""
        ends = state(self.run).ends
        return ends[-1] if ends else self.ended

    @property
    def due_ms(self) -> int | None:
        moments = [at + SLACK_MS for at in (due(self.run), free_until(self.run)) if at is not None]
        return min([*moments, *([self.look_at] if self.look_at is not None else [])], default=None)

    def take(self, fact: Fact) -> None:
        """Let a fact have happened."""
        ends = state(self.run).ends
        step = after(self.run, fact)
        self.run = step.run
        self._note(step)
        for end in (*ends, *step.ended):
            if end.ms + KEPT_MS <= step.run.known_ms:
                self.ended = end
        if step.closed is not None:
            field = f"{self.before.step}:{len(self.changes)}"
            self.changes.append(["close", field, to_json(step.closed)])

    def take_outages(self) -> None:
        """Let it be known when the server was away, as far as that matters to the run."""
        if not self.run.log:
            return
        for from_ms, to_ms in self._outages:
            known = any(since <= from_ms and to_ms <= until for since, until in self.run.away)
            if to_ms > self.run.log[0].ms and not known:
                self.take(ServerAway(from_ms, to_ms))

    def void_closed(self, field: str, closed: Run, race: str) -> None:
        """Let a race of an old run be void."""
        step = void(closed, race)
        if step.run != closed:
            self._note(step)
            self.changes.append(["close", field, to_json(step.run)])

    def matters(self, told: Told) -> bool:
        """Whether a fact of a room is about what the candidate does: the line and the breaks of
        another seat, and waiting for another race, are not."""
        playing = self.playing
        if isinstance(told.fact, LineLost | LineBack | BreakBegan | BreakEnded):
            return playing is not None and playing.race == told.race
        return not isinstance(told.fact, WaitBegan) or playing is None

    def hear(self, code: str, seq: int, ms: int) -> None:
        """A room was heard up to this event. The rooms of long ago are forgotten."""
        known = self.rooms.get(code, (0, 0))
        if seq > known[0]:
            self.rooms[code] = (seq, max(ms, known[1]))
        while len(self.rooms) > MOST_ROOMS:
            oldest = min(self.rooms, key=lambda each: self.rooms[each][1])
            self.floor_ms = max(self.floor_ms, self.rooms.pop(oldest)[1])

    def _note(self, step: Step) -> None:
        for award in step.withdrawn:
            self.changes.append(["withdraw", name_of(self.account, award)])
        self.won += [award.crown for award in step.awarded]
        for award in (*step.awarded, *step.corrected):
            name = name_of(self.account, award)
            self.changes.append(["give", name, award.won_ms, to_json(award)])
        for end in step.ended:
            self.changes.append(["ended", end.why, end.ms])
