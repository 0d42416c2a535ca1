"""A server that dies at any moment of a tournament does not change its outcome."""

from random import Random
from typing import Any

import pytest

from engine.races.ranking import Standing
from protocol.tournaments.plan import TournamentPlan
from server.tournaments import external_events, organiser_commands, transitions
from server.tournaments.state import StoredHeat, StoredRound, Tournament

from .evenings import MINUTE, ORGANISER, Evening, plan, read_again, standings

PLANS: dict[str, TournamentPlan] = {
    "series": plan("series", ["aces_up", "baroness"]),
    "knockout": plan("knockout"),
    "swiss": plan("swiss", turns=2),
}


class Death(Exception):
    """The process is no more."""


class Steady(Evening):
    """Nothing is left to chance but the moment of one death; what was not stored is lost."""

    def __init__(self, definition: TournamentPlan, entrants: int, dies_at: int) -> None:
        super().__init__(definition, entrants, Random(0))
        self.dies_at, self.moments = dies_at, 0

    def moment(self) -> None:
        self.moments += 1
        if self.moments == self.dies_at:
            raise Death

    def store(self, tournament: Tournament) -> None:
        """It dies before, or after."""
        self.moment()
        self.t = read_again(tournament)
        self.moment()

    def look(self) -> None:
        try:
            self._look()
        except Death:  # another process takes over: what it had in mind is forgotten
            self._look()

    def _look(self) -> None:
        ends = self._ends()
        if ends:
            self.store(transitions.ended(self.t, ends, self.now))
        after = transitions.due(self.t, self.now, self.fresh)
        if after is not self.t:
            self.store(after)
        for effect in self.t.to_do:
            self.carry_out(effect)
            self.moment()
            self.store(external_events.noted(self.t, effect.id, self.now))

    def _end_of(self, each: StoredRound) -> int:
        return self.now + each.number * MINUTE

    def _result(self, heat: StoredHeat) -> tuple[Standing, ...]:
        """The smaller number is the better, but for a tie of the first two."""
        return standings(heat, {one: max(1, one) for one in heat.entrants})


def evening(name: str, dies_at: int) -> Steady:
    """An evening of six; a pause in it, and a round that is voided."""
    held = Steady(PLANS[name], 6, dies_at)
    held.start()
    for _ in range(6):
        held.look()
        held.pass_time()
    last = held.t.of_turn(held.t.turn)
    assert last is not None
    held.t = organiser_commands.replay_round(held.t, ORGANISER, last.number, held.now)
    held.t = organiser_commands.pause(held.t, ORGANISER, held.now)
    held.look()
    held.now += MINUTE
    held.t = organiser_commands.resume(held.t, ORGANISER, held.now)
    held.play()
    return held


def reported_state(held: Steady) -> Any:
    """What must be the same whoever died: everything but the codes of rooms."""
    t = held.t
    return (
        t.why,
        t.ended_at,
        t.table(),
        [(r.turn, r.state, r.byes, r.since, [h.entrants for h in r.heats]) for r in t.rounds],
        set(held.told),
        sorted(held.opened.values()),
    )


@pytest.mark.parametrize("name", PLANS)
def test_whenever_a_process_dies_another_goes_on(name: str) -> None:
    calm = evening(name, 0)
    assert calm.t.why == "played"
    whole = reported_state(calm)
    assert calm.moments > 40
    for dies_at in range(1, calm.moments + 1):
        assert reported_state(evening(name, dies_at)) == whole, f"it died at its moment {dies_at}"
