"""A tournament without servers: its state is stored and read after every step, effects are repeated
or lost, and races end at random."""

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.races.ranking import Standing
from protocol.tournaments.plan import TournamentPlan
from server.tournaments import entrants as tournament_entrants
from server.tournaments import external_events, organiser_commands, transitions
from server.tournaments.effects import OpenNextEdition
from server.tournaments.entrants import Asker
from server.tournaments.formats import arena
from server.tournaments.state import FreshSecrets, StoredHeat, StoredRound, Tournament

NOON = 1_795_262_400_000
SECRET = bytes(range(32))
ORGANISER = "olga"
MINUTE = 60_000
COUNTDOWN_MS = 7_000


def plan(format: str = "series", games: Any = ("aces_up",), **fields: Any) -> TournamentPlan:  # noqa: A002
    given = {"title": "Friday", "format": format, "rounds": list(games), **fields}
    return TournamentPlan.model_validate(given)


def token(number: int) -> str:
    return f"{number:064x}"


def nonce(number: int) -> str:
    return f"{number:032x}"


class Codes:
    """Fresh codes and secrets, none twice."""

    def __init__(self) -> None:
        self.made = 0

    def code(self) -> str:
        self.made += 1
        return f"R{self.made:05}"

    @property
    def fresh(self) -> FreshSecrets:
        return FreshSecrets(self.code, lambda: SECRET, COUNTDOWN_MS)


def read_again(tournament: Tournament) -> Tournament:
    """As another process reads it."""
    again = Tournament.model_validate_json(tournament.model_dump_json())
    assert again == tournament
    return again


def standings(heat: StoredHeat, places: Mapping[int, int], goal: int = 48) -> tuple[Standing, ...]:
    """Results by which the entrants of a heat have these places; who has none was away."""
    return tuple(
        Standing(seat, "lost", "stuck", goal - places[one], 0, 1_000, None, 60_000, 9)
        for seat, one in enumerate(heat.entrants)
        if one in places
    )


class Evening:
    """A tournament that goes on under a clock of its own; `chance` decides what becomes of it."""

    def __init__(self, definition: TournamentPlan, entrants: int, chance: Random) -> None:
        self.now = NOON
        self.chance = chance
        self.codes = Codes()
        self.opened: dict[str, tuple[int, ...]] = {}
        self.running: dict[str, int] = {}
        self.undone: set[str] = set()
        self.told: list[int] = []
        self.next: list[Tournament] = []
        self.t = organiser_commands.drafted("KQ74TX", definition, ORGANISER, SECRET, self.now)
        self.t = organiser_commands.open_it(self.t, ORGANISER, self.now)
        for number in range(entrants):
            self.enter(number)

    def enter(self, number: int) -> None:
        self.t = tournament_entrants.enter(self.t, Asker(f"a{number}"), None, self.now)
        self.t = tournament_entrants.check_in(
            self.t, f"a{number}", nonce(number), token(number), self.now
        )

    @property
    def fresh(self) -> FreshSecrets:
        return self.codes.fresh

    def start(self) -> None:
        self.t = organiser_commands.start(self.t, ORGANISER, self.now, self.fresh)

    # What a server does. ------------------------------------------------------------------------

    def stored(self, tournament: Tournament) -> Tournament:
        """Kept here for the next step, or taken up by another process."""
        return read_again(tournament) if self.chance.random() < 0.1 else tournament

    def look(self) -> None:
        """A process looks at it; it may die before, and after, anything it does."""
        self.t = self.stored(self.t)
        ends = self._ends()
        if self.chance.random() < 0.1:  # it dies before it has done anything
            return
        self.t = external_events.held(self.t, [])
        self.t = self.stored(transitions.ended(self.t, ends, self.now))
        self.t = self.stored(transitions.due(self.t, self.now, self.fresh))
        for effect in self.t.to_do:
            if self.chance.random() < 0.2:  # it dies before this
                return
            self.carry_out(effect)
            if self.chance.random() < 0.2:  # and here, before it has noted it
                return
            self.t = self.stored(external_events.noted(self.t, effect.id, self.now))
            assert external_events.noted(self.t, effect.id, self.now) is self.t

    def carry_out(self, effect: Any) -> None:
        """What the rest of a server does: done twice, it is as done once."""
        each = self.t.rounds[effect.round - 1] if effect.round else None
        match effect.e:
            case "open_rooms":
                assert each is not None
                for heat in each.heats:
                    assert self.opened.setdefault(heat.room, heat.entrants) == heat.entrants
            case "begin":
                assert each is not None
                for heat in each.heats:
                    if heat.room not in self.undone:
                        self.running.setdefault(heat.room, self._end_of(each))
            case "undo":
                assert each is not None
                self.undone |= {heat.room for heat in each.heats}
            case "tell":
                assert each is not None
                assert all(heat.is_over for heat in each.heats)
                self.told.append(effect.round)
            case "tell_all":
                assert self.t.is_over
            case "open_next":
                assert isinstance(effect, OpenNextEdition)
                self.next = [external_events.next_edition(self.t, effect, self.now)]

    def _end_of(self, each: StoredRound) -> int:
        """When a race of this round is over: seldom, nobody ever hears of it."""
        if self.chance.random() < 0.03:
            return self.now + 10**12
        return self.now + self.chance.randint(MINUTE, self.t.plan_of(each).bell_ms + MINUTE)

    def _ends(self) -> dict[str, tuple[Standing, ...]]:
        ends = {}
        for heat in transitions.pending(self.t):
            if self.running.get(heat.room, 10**15) <= self.now:
                ends[heat.room] = self._result(heat)
        return ends

    def _result(self, heat: StoredHeat) -> tuple[Standing, ...]:
        """By chance, with ties, with some who never move and some who never came."""
        there = [one for one in heat.entrants if self.chance.random() < 0.95]
        results = standings(heat, {one: self.chance.randint(1, 4) for one in there})
        return tuple(s._replace(moves=self.chance.choice((0, 9, 9))) for s in results)

    # How it goes on. ----------------------------------------------------------------------------

    def pass_time(self) -> None:
        """On to when something may happen."""
        at = transitions.look_at(self.t)
        ends = [end for end in self.running.values() if end > self.now]
        soon = [when for when in (at, *ends) if when is not None and when > self.now]
        self.now = min([*soon, self.now + 5 * MINUTE])

    def play(self) -> Tournament:
        """To its end."""
        for _ in range(20_000):
            if self.t.is_over and not self.t.to_do:
                return self.t
            self.look()
            if self.t.plan.own_pace:
                self.claim()
            self.pass_time()
        raise AssertionError(f"it goes on for ever: {self.t.status}, {self.t.rounds[-1:]}")

    def claim(self) -> None:
        """Everybody who is free asks for the next deal, sometimes twice."""
        from server.errors import Refusal

        for one in self.t.entrants:
            if not one.plays or self.chance.random() < 0.1:
                continue
            try:
                for _ in range(2):
                    self.t = arena.claim(self.t, one.account, self.codes.code(), self.now)
            except Refusal:
                continue
            found = arena.in_progress(self.t, one.number)
            assert found is not None
            each, heat = found
            if self.chance.random() < 0.95:  # else nobody ever makes that room
                self.running.setdefault(heat.room, self._end_of(each))
