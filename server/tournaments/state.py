"""State of a tournament: the stored models of entrants, heats, rounds and the tournament.

Times are server time in ms. Everything else follows from this state and the logs of its races. Deal
k of its session is its k-th round, counting sprints and replayed rounds; in formats played at one's
own pace, it is everybody's k-th deal.
"""

import hmac
import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Literal, NamedTuple

from pydantic import Field

from engine import tournament as engine
from engine.fairness import commitment, sub_secret
from engine.ranking import Standing
from engine.record import TOURNAMENT
from engine.standings import StandingsTable, table
from engine.tournament import Team
from protocol.tournament_plan import RoundPlan, TournamentPlan
from server.rooms.events import OfSession
from server.tournaments.effects import Effect, EffectValue

PREFIX = TOURNAMENT
NEWS_KEPT = 20
"""Announcements kept; the latest."""
SAID_KEPT = 20
"""Latest organiser requests remembered, so that a repeated one is not done twice."""


class FreshSecrets(NamedTuple):
    """Inputs of a step: random codes for rooms, secrets, and the length of countdowns."""

    code: Callable[[], str]
    secret: Callable[[], bytes]
    countdown_ms: int


# The tournament. --------------------------------------------------------------------------------


class Entrant(EffectValue):
    """An account that takes part; `number` never changes.

    `nonce` and `token_hash` are set by the check-in. `since` is the first turn they play: 1 for
    those there at the start, None before. `admitted`: the organiser let them in, late or uninvited.
    """

    number: int
    account: str
    bot: bool = False
    team: str | None = None
    nonce: str | None = None
    token_hash: str | None = None
    since: int | None = None
    gone: Literal["withdrawn", "removed"] | None = None
    admitted: bool = False

    @property
    def checked_in(self) -> bool:
        return self.nonce is not None

    @property
    def plays(self) -> bool:
        """Whether they play in the next round."""
        return self.since is not None and self.gone is None


class StoredHeat(EffectValue):
    """One race: its room, its entrants by seat, and once over, the results of those who came, as
    JSON. `lost`: no result was ever found. `void`: an operator has voided it."""

    room: str
    entrants: tuple[int, ...]
    results: str | None = None
    lost: bool = False
    void: bool = False

    @property
    def is_over(self) -> bool:
        return self.results is not None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The results; empty until the race is over."""
        return _read(self.results or "[]")

    def ended(
        self, standings: Iterable[Standing], *, lost: bool = False, void: bool = False
    ) -> "StoredHeat":
        text = json.dumps(list(standings), separators=(",", ":"))
        return self.model_copy(update={"results": text, "lost": lost, "void": void})


@lru_cache(maxsize=1_024)
def _read(results: str) -> tuple[Standing, ...]:
    """Parse results, cached. They are stored as text because most readers do not need them."""
    return tuple(Standing(*row) for row in json.loads(results))


State = Literal["pairing", "lobby", "racing", "table", "closed", "voided"]


class StoredRound(EffectValue):
    """One deal. `turn` counts the rounds of the tournament from 1; `kind` is the plan's round, from
    0, or None for a sprint, which `decides` the ties of the round with that number.

    States: `pairing` while the rooms are made; `lobby` until `until`; `racing` from `zero_at`, and
    checked at `until` if no result has come; `table` until `until`; then `closed`. `since` is when
    the state began. In a knockout `groups` is the bracket of this round, including byes.
    """

    number: int
    turn: int
    kind: int | None
    heats: tuple[StoredHeat, ...]
    byes: tuple[int, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    decides: int | None = None
    state: State
    since: int
    until: int | None = None
    zero_at: int | None = None

    @property
    def counts(self) -> bool:
        """Whether it is over, and its results count."""
        return self.state in ("table", "closed")

    @property
    def entrants(self) -> frozenset[int]:
        return frozenset(one for heat in self.heats for one in heat.entrants)

    def heat_of(self, entrant: int) -> StoredHeat | None:
        return next((heat for heat in self.heats if entrant in heat.entrants), None)


Why = Literal["played", "stopped", "too_few", "untended"]


class Announcement(EffectValue):
    at: int
    text: str


class Tournament(EffectValue):
    """A tournament.

    `numbered` counts all effects so far, `to_do` are those not done yet. `order` (of the draw) and
    `nonces` (of the deals) are fixed at the start. `again` are turns to be replayed. `edition`
    counts the tournaments of a series; `next` is the code of the next one.

    `put_off_ms` delays this start, but not the next one of the series. `touched_at` is when a
    person last did something; `said` are the tokens of organisers' requests
    (`RunTournament.once`). `window` is (from, until) when deals begin at one's own pace.
    `held_until` is the time up to which outages have been refunded.
    """

    code: str
    organiser: str
    plan: TournamentPlan
    secret: str
    invited: tuple[str, ...] | None = None
    entrants: tuple[Entrant, ...] = ()
    status: Literal["draft", "open", "running", "paused", "finished"] = "draft"
    why: Why | None = None
    rounds: tuple[StoredRound, ...] = ()
    order: tuple[int, ...] = ()
    nonces: dict[int, str] = Field(default_factory=dict)
    again: tuple[int, ...] = ()
    window: tuple[int, int] | None = None
    stopping: bool = False
    to_do: tuple[Effect, ...] = ()
    numbered: int = 0
    reminded: tuple[int, ...] = ()
    news: tuple[Announcement, ...] = ()
    said: tuple[str, ...] = ()
    put_off_ms: int = 0
    edition: int = 1
    next: str | None = None
    made_at: int
    touched_at: int
    started_at: int | None = None
    paused_at: int | None = None
    ended_at: int | None = None
    held_until: int = 0

    @property
    def name(self) -> str:
        """The session's name in the seeds and records of its deals."""
        return f"{PREFIX}{self.code}"

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.secret))

    @property
    def starts_at(self) -> int | None:
        """The scheduled start, with delays; None without a schedule."""
        return self.plan.schedule.starts_at + self.put_off_ms if self.plan.schedule else None

    @property
    def is_over(self) -> bool:
        return self.status == "finished"

    @property
    def current(self) -> StoredRound | None:
        """The round under way if all play at the same time, else None."""
        if self.plan.own_pace or not self.rounds:
            return None
        last = self.rounds[-1]
        return last if last.state in ("pairing", "lobby", "racing", "table") else None

    def deal(self, number: int) -> tuple[OfSession, bytes]:
        """The session entry of deal `number`, and the deal's secret."""
        session = OfSession(
            name=self.name, deal=number, commitment=self.commitment, nonces=self.nonces
        )
        return session, sub_secret(bytes.fromhex(self.secret), number)

    def draw_seed(self, what: str) -> bytes:
        """The seed of a draw, derived from the secret and the nonces of all entrants at the start,
        so that nobody can choose it."""
        lines = ["crown-patience/draw/1", self.name, what]
        lines += [f"{number}:{self.nonces[number]}" for number in sorted(self.nonces)]
        message = "".join(line + "\n" for line in lines)
        return hmac.digest(bytes.fromhex(self.secret), message.encode(), "sha256")

    def entrant(self, account: str | None) -> Entrant | None:
        return next((one for one in self.entrants if one.account == account), None)

    @property
    def playing(self) -> list[int]:
        """The numbers of the entrants who play in the next round."""
        return [one.number for one in self.entrants if one.plays]

    @property
    def turn(self) -> int:
        """The last turn drawn; 0 before the first."""
        return max((each.turn for each in self.rounds), default=0)

    def plan_of(self, each: StoredRound) -> RoundPlan:
        """The game, terms and time limit of a round."""
        if each.kind is not None:
            return self.plan.rounds[each.kind]
        if self.plan.knockout is None:
            raise ValueError("there are sprints in knockouts only")
        return self.plan.knockout.sprint

    def of_turn(self, turn: int) -> StoredRound | None:
        """The last round of a turn that was not voided; None if there is none."""
        found = (each for each in reversed(self.rounds) if each.turn == turn)
        return next((r for r in found if r.decides is None and r.state != "voided"), None)

    @property
    def everybody_is_done(self) -> bool:
        """Whether, in the format of the five games, nobody has a deal left to begin."""
        if self.plan.format != "crowns" or not self.playing or self.status != "running":
            return False
        for number in range(1, len(self.plan.rounds) + 1):
            each = self.rounds[number - 1] if number <= len(self.rounds) else None
            if each is None or not (each.state == "voided" or set(self.playing) <= each.entrants):
                return False
        return True

    # Its table. -----------------------------------------------------------------------------------

    @property
    def removed(self) -> list[int]:
        return [one.number for one in self.entrants if one.gone == "removed"]

    @property
    def contestants(self) -> list[int]:
        """The entrants in the table: all who could play, including those who have left."""
        return [one.number for one in self.entrants if one.since is not None]

    def go_on(self, of: StoredRound) -> int:
        """How many go on from a heat of a round; from the final only the winner."""
        knockout = self.plan.knockout
        return 1 if knockout is None or len(of.groups) <= 1 else knockout.go_on

    def played(self) -> list[engine.Round]:
        """The rounds whose results count, in the engine's form. A bye is a heat of one."""
        own_pace = self.plan.own_pace
        counting = [r for r in self.rounds if r.counts or (own_pace and r.state == "racing")]
        return [self.as_played(each) for each in counting]

    def as_played(self, each: StoredRound) -> engine.Round:
        """One round in the engine's form, without races under way."""
        known = [heat for heat in each.heats if heat.is_over]
        heats = [engine.Heat(heat.entrants, heat.standings) for heat in known]
        heats += [engine.Heat((one,), ()) for one in each.byes]
        plan = self.plan_of(each)
        rules, through = plan.rules, self.go_on(each)
        return engine.Round(
            each.number,
            rules.goal,
            rules.ranked_by,
            plan.terms.winners,
            tuple(heats),
            through,
            each.decides,
        )

    def table(self) -> StandingsTable:
        """The standings, computed from all results that count."""
        names = {one.team for one in self.entrants if one.team} if self.plan.teams else set()
        teams = [
            Team(name, tuple(one.number for one in self.entrants if one.team == name))
            for name in sorted(names)
        ]
        return table(
            self.contestants,
            self.played(),
            self.plan.scoring.rule,
            teams=teams,
            removed=self.removed,
        )
