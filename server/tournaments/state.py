"""A tournament as a value: what is stored, one step after the other. Times are server time in ms.

Everything else about it follows from this value and the logs of its races. Deal k of its session is
its k-th round, counted with sprints and with rounds that are played again; in the formats in which
everybody goes on at their own pace, the k-th deal of everybody.
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
from engine.standings import Table, table
from engine.tournament import Team
from protocol.tournament_plan import RoundPlan, TournamentPlan
from server.rooms.events import OfSession
from server.tournaments.effects import Effect, Value

PREFIX = TOURNAMENT
NEWS_KEPT = 20
"""So many announcements are kept."""
SAID_KEPT = 20
"""Of so many things an organiser has had done it is known that they are."""


class Fresh(NamedTuple):
    """What a step takes from outside: codes that no room has, as far as is known, secrets, and how
    long this server lets races count down."""

    code: Callable[[], str]
    secret: Callable[[], bytes]
    countdown_ms: int


# The tournament. --------------------------------------------------------------------------------


class Entrant(Value):
    """An account that takes part; `number` never changes. `nonce` and `token_hash` came with the
    check-in. `since` is the first turn they play, 1 for those who were there at the start, None
    before. `admitted`: the organiser lets them in, late or uninvited."""

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
        """Whether they are seated in the next round."""
        return self.since is not None and self.gone is None


class Heat(Value):
    """One race: its room, its entrants by seat, and once it is over its results, as JSON, of those
    who came. `lost`: nothing was ever heard of it. `void`: whoever runs the server has said that it
    counts for nothing."""

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
        """By seat; none while it goes on."""
        return _read(self.results or "[]")

    def ended(
        self, standings: Iterable[Standing], *, lost: bool = False, void: bool = False
    ) -> "Heat":
        text = json.dumps(list(standings), separators=(",", ":"))
        return self.model_copy(update={"results": text, "lost": lost, "void": void})


@lru_cache(maxsize=1_024)
def _read(results: str) -> tuple[Standing, ...]:
    """Kept as text since most who read a tournament do not ask for results, and most who do, again
    for the same."""
    return tuple(Standing(*row) for row in json.loads(results))


State = Literal["pairing", "lobby", "racing", "table", "closed", "voided"]


class Round(Value):
    """One deal. `turn` is which round of the tournament it is, from 1, `kind` which of those of
    the definition, from 0; a sprint (None) `decides` the ties of the round with that number.

    pairing: the rooms are being made; lobby: until `until`; racing: from `zero_at`, and it is
    looked after at `until` if nothing was heard; table: until `until`; then closed. `since` is when
    the state began. In a knockout `groups` is the bracket as it was, byes with it.
    """

    number: int
    turn: int
    kind: int | None
    heats: tuple[Heat, ...]
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

    def heat_of(self, entrant: int) -> Heat | None:
        return next((heat for heat in self.heats if entrant in heat.entrants), None)


Why = Literal["played", "stopped", "too_few", "untended"]


class Announcement(Value):
    at: int
    text: str


class Tournament(Value):
    """`numbered` are the effects there were, `to_do` those that remain. `order` is that of the
    draw, and `nonces` those of the deals: both are fixed at the start. `again` are turns that are
    to be played again. `edition` counts those of a series of evenings; `next` is the code of the
    next.

    `put_off_ms`: it starts so much later than planned; the next evening is when it would have been.
    `touched_at` is when a person last did something, `said` are the words an organiser did it under
    (`RunTournament.once`). `window` is from when to when deals begin where everybody goes on at
    their own pace. `held_until`: up to when absences of the server have been refunded.
    """

    code: str
    organiser: str
    plan: TournamentPlan
    secret: str
    invited: tuple[str, ...] | None = None
    entrants: tuple[Entrant, ...] = ()
    status: Literal["draft", "open", "running", "paused", "finished"] = "draft"
    why: Why | None = None
    rounds: tuple[Round, ...] = ()
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
        """What the session is called in the seeds and records of its deals."""
        return f"{PREFIX}{self.code}"

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.secret))

    @property
    def starts_at(self) -> int | None:
        """When it starts by itself, put off or not."""
        return self.plan.schedule.starts_at + self.put_off_ms if self.plan.schedule else None

    @property
    def is_over(self) -> bool:
        return self.status == "finished"

    @property
    def current(self) -> Round | None:
        """The round that goes on, where all play at the same time."""
        if self.plan.own_pace or not self.rounds:
            return None
        last = self.rounds[-1]
        return last if last.state in ("pairing", "lobby", "racing", "table") else None

    def deal(self, number: int) -> tuple[OfSession, bytes]:
        """Which deal of which session, and its secret."""
        session = OfSession(
            name=self.name, deal=number, commitment=self.commitment, nonces=self.nonces
        )
        return session, sub_secret(bytes.fromhex(self.secret), number)

    def draw_seed(self, what: str) -> bytes:
        """Decides what is drawn: from the secret, and from what all brought who were there at the
        start, so that it was in nobody's hand."""
        lines = ["crown-patience/draw/1", self.name, what]
        lines += [f"{number}:{self.nonces[number]}" for number in sorted(self.nonces)]
        message = "".join(line + "\n" for line in lines)
        return hmac.digest(bytes.fromhex(self.secret), message.encode(), "sha256")

    def entrant(self, account: str | None) -> Entrant | None:
        return next((one for one in self.entrants if one.account == account), None)

    @property
    def playing(self) -> list[int]:
        """Who is seated in the next round."""
        return [one.number for one in self.entrants if one.plays]

    @property
    def turn(self) -> int:
        """The turn that was drawn last; 0 before the first."""
        return max((each.turn for each in self.rounds), default=0)

    def plan_of(self, each: Round) -> RoundPlan:
        """The game, the terms and the bell of a round."""
        if each.kind is not None:
            return self.plan.rounds[each.kind]
        if self.plan.knockout is None:
            raise ValueError("there are sprints in knockouts only")
        return self.plan.knockout.sprint

    def of_turn(self, turn: int) -> Round | None:
        """The round of a turn that counts or may yet: the last that was not voided."""
        found = (each for each in reversed(self.rounds) if each.turn == turn)
        return next((r for r in found if r.decides is None and r.state != "voided"), None)

    @property
    def everybody_is_done(self) -> bool:
        """Whether nobody who goes on at their own pace has a deal left to play."""
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
        """Who stands in the table: all who could play, whatever became of them."""
        return [one.number for one in self.entrants if one.since is not None]

    def go_on(self, of: Round) -> int:
        """How many of a heat go on: of the last one only the winner."""
        knockout = self.plan.knockout
        return 1 if knockout is None or len(of.groups) <= 1 else knockout.go_on

    def played(self) -> list[engine.Round]:
        """The rounds whose results count, as the engine makes tables of them: a bye is a heat
        alone, and so is a heat of a knockout whose other entrants all go on without playing."""
        own_pace = self.plan.own_pace
        counting = [r for r in self.rounds if r.counts or (own_pace and r.state == "racing")]
        return [self.as_played(each) for each in counting]

    def as_played(self, each: Round) -> engine.Round:
        """One round as the engine has it; races that go on are left out."""
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

    def table(self) -> Table:
        """The table as it stands: made anew from all results that count."""
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
