"""Reducer of crown runs: a candidate as stored, and the steps that change a candidate. Pure.

A candidate is an account that tries for a crown, an award for great games (five games of patience)
won in a row. The great games that it has won in a row until now are its run. A step applies facts,
which are things that count in a run, such as the end of a game (`fact_extractor.py`). An outage is
a time in which no process could store anything. Server time is that of the clock of Redis, in ms.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from engine.crowns.facts import (
    BreakBegan,
    BreakEnded,
    Fact,
    LineBack,
    LineLost,
    Playing,
    ServerAway,
    WaitBegan,
)
from engine.crowns.json_form import to_json
from engine.crowns.rules import KEPT_MS, CrownStep, after, due, free_until, void
from engine.crowns.run import Award, End, Run, state
from server.crowns.fact_extractor import ToldFact

MOST_ROOMS = 50
"""The maximum number of rooms for which it is stored how many of their events were applied to one
candidate."""
SLACK_MS = 500
"""Milliseconds to wait before an exceeded limit ends a run, because an event that happened in time
may still be on its way to the store. The stored end of the run is still the time at which the limit
was exceeded."""


class CrownCandidate(NamedTuple):
    """A candidate as stored. `run` has the facts of its present run, and of runs that ended lately.
    `step` is the number of the last stored change.

    `rooms` maps a room code to (number of events applied, server time of the last of them). Of all
    other rooms, the events up to server time `floor_ms` have been applied. `ended` is the end of
    the last run whose facts are no longer stored. `gone` says that the account is deleted; then
    only its crowns are stored.
    """

    run: Run
    step: int = 0
    rooms: Mapping[str, tuple[int, int]] = {}  # never modified, so the default can be shared
    floor_ms: int = 0
    ended: End | None = None
    gone: bool = False


def name_of(account: str, award: Award) -> str:
    """Return the unique name under which a crown is stored: the id of the account, the kind of the
    crown, and the ids of the races in which the games for it were won, separated by spaces."""
    return " ".join((account, award.crown, *(win.race for win in award.games)))


class CandidateStep:
    """One change of a candidate (a step), which is computed here before it is stored. `before` is
    the candidate as stored now.

    `changes` are changes of crowns and of ended runs; `step.lua` stores and announces them together
    with the step. `won` are the kinds of the crowns that this step adds. `outages` are all stored
    outages, each as (from, until) in server time.
    """

    def __init__(
        self, account: str, before: CrownCandidate, outages: Iterable[tuple[int, int]] = ()
    ) -> None:
        self.account = account
        self._outages = outages
        self.before = before
        self.run = before.run
        self.rooms = dict(before.rooms)
        self.floor_ms = before.floor_ms
        self.ended = before.ended
        self.codes: set[str] = set()
        """Codes of the rooms that were read for this step."""
        self.changes: list[list[Any]] = []
        self.won: list[str] = []
        self.look_at: int | None = None
        """Server time at which facts that this step leaves out can be applied; None if it leaves
        out none."""

    @property
    def playing(self) -> Playing | None:
        """The game in progress that can count for a crown; None if there is none."""
        return state(self.run).scene.playing

    @property
    def is_news(self) -> bool:
        """Whether the step (a change of a candidate) changes anything, so that it must be
        stored."""
        kept = (self.before.run, self.before.rooms, self.before.floor_ms)
        return bool(self.changes) or kept != (self.run, self.rooms, self.floor_ms)

    @property
    def last_end(self) -> End | None:
        """The end of the last run that has ended; None if none has."""
        ends = state(self.run).ends
        return ends[-1] if ends else self.ended

    @property
    def due_ms(self) -> int | None:
        """The server time at which the candidate must be brought up to date next, because a time
        limit of its run may be exceeded then (`CrownService.meet`); None for never."""
        moments = [at + SLACK_MS for at in (due(self.run), free_until(self.run)) if at is not None]
        return min([*moments, *([self.look_at] if self.look_at is not None else [])], default=None)

    def take(self, fact: Fact) -> None:
        """Apply a fact, such as the end of a game, to the run of the candidate, and note in
        `changes` the crowns and ended runs that follow from it."""
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
        """Apply to the run the outages since it began. Skip those that earlier steps have applied
        to it."""
        if not self.run.log:
            return
        for from_ms, to_ms in self._outages:
            known = any(since <= from_ms and to_ms <= until for since, until in self.run.away)
            if to_ms > self.run.log[0].ms and not known:
                self.take(ServerAway(from_ms, to_ms))

    def void_closed(self, field: str, closed: Run, race: str) -> None:
        """Declare a race of an ended run void, so that it counts no longer, and note in `changes`
        what this changes. `closed` is the ended run as it is stored, and `field` is the field of
        the Redis hash in which it is stored."""
        step = void(closed, race)
        if step.run != closed:
            self._note(step)
            self.changes.append(["close", field, to_json(step.run)])

    def matters(self, told: ToldFact) -> bool:
        """Return whether a fact, such as the end of a game, can change the run of the candidate.

        A lost connection and a break can change it only in the race that the candidate is playing.
        That the candidate begins to wait for others can change it only while no game is played.
        """
        playing = self.playing
        if isinstance(told.fact, LineLost | LineBack | BreakBegan | BreakEnded):
            return playing is not None and playing.race == told.race
        return not isinstance(told.fact, WaitBegan) or playing is None

    def mark_applied(self, code: str, seq: int, ms: int) -> None:
        """Note that the events of the room `code` were applied up to number `seq`, which happened
        at server time `ms`. If there are notes about more than MOST_ROOMS rooms, drop those about
        the rooms whose last applied event is oldest."""
        known = self.rooms.get(code, (0, 0))
        if seq > known[0]:
            self.rooms[code] = (seq, max(ms, known[1]))
        while len(self.rooms) > MOST_ROOMS:
            oldest = min(self.rooms, key=lambda each: self.rooms[each][1])
            self.floor_ms = max(self.floor_ms, self.rooms.pop(oldest)[1])

    def _note(self, step: CrownStep) -> None:
        """Add to `changes` the crowns that `step` has awarded, corrected or withdrawn, and the runs
        that it has ended. `step` is the result of applying one fact to the run."""
        for award in step.withdrawn:
            self.changes.append(["withdraw", name_of(self.account, award)])
        self.won += [award.crown for award in step.awarded]
        for award in (*step.awarded, *step.corrected):
            name = name_of(self.account, award)
            self.changes.append(["give", name, award.won_ms, to_json(award)])
        for end in step.ended:
            self.changes.append(["ended", end.why, end.ms])
