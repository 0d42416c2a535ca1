"""State of a tournament: the stored models of entrants, heats, rounds and the tournament.

Times are server time in milliseconds. Everything else about a tournament is computed from this
state and the events of its rooms. All deals of a tournament are made from one secret (a session).
Deal k is the deal of round number k; sprints (short races that decide ties) and replayed rounds are
counted too. If everybody plays at their own pace, deal k is the k-th deal of each entrant.
"""

import hmac
import json
from collections.abc import Callable, Iterable
from functools import lru_cache
from operator import not_
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from engine.races.fairness import commitment, sub_secret
from engine.races.ranking import Standing
from engine.races.record import TOURNAMENT
from engine.tournaments import table_input as engine
from engine.tournaments.standings import StandingsTable, table
from engine.tournaments.table_input import Team
from protocol.tournaments.plan import RoundPlan, TournamentPlan
from server.rooms.commands import token_hash
from server.rooms.events import OfSession
from server.tournaments.effects import Effect, EffectValue

PREFIX = TOURNAMENT
"""Prefix of the session names of tournaments."""
NEWS_KEPT = 20
"""The maximum number of stored announcements. The oldest are dropped."""
SAID_KEPT = 20
"""The maximum number of stored tokens of organisers' requests; the oldest are dropped. A request
whose token is stored is a repetition and is ignored."""


class FreshSecrets(NamedTuple):
    """What a change of a tournament needs and the tournament does not contain: functions that
    return random codes and random secrets, and the length of a countdown in milliseconds."""

    code: Callable[[], str]
    secret: Callable[[], bytes]
    countdown_ms: int


# The tournament. --------------------------------------------------------------------------------


def guest_id(token: str) -> str:
    """Return the id under which a guest with this token takes part in tournaments. No account has
    such an id."""
    return f"guest:{token_hash(token)}"


def _is_none(value: object) -> bool:
    return value is None


class Entrant(EffectValue):
    """An account or a guest that has entered. `number` never changes.

    `account` is the id of the account. If a guest has entered, it is the guest's id until an
    account claims the entry. `guest` is the id of the guest who has entered, also after the claim;
    `name` is the guest's name until the claim. If an account has entered, `guest` and `name` are
    None.

    `nonce` and `token_hash` are set by the check-in. `since` is the first turn (round as planned)
    that the entrant plays: 1 if it was checked in at the start, the next turn if it came late; None
    before the check-in. `gone` says how the entrant left. `admitted`: the organiser let the entrant
    in, even if late or uninvited.
    """

    number: int
    account: str
    guest: Annotated[str | None, Field(exclude_if=_is_none)] = None
    name: Annotated[str | None, Field(exclude_if=_is_none)] = None
    bot: bool = False
    team: str | None = None
    nonce: str | None = None
    token_hash: str | None = None
    since: int | None = None
    gone: Literal["withdrawn", "removed"] | None = None
    admitted: bool = False

    @property
    def owner(self) -> str | None:
        """The id of the account that owns the entrant's seats in rooms. It is None if a guest has
        entered, even after an account claimed the entry, so that rounds of guests are not rated."""
        return self.account if self.guest is None else None

    @property
    def claimed_by(self) -> str | None:
        """The id of the account that has claimed this entry of a guest; None if no account has."""
        return self.account if self.guest not in (None, self.account) else None

    @property
    def checked_in(self) -> bool:
        """Whether the entrant has checked in."""
        return self.nonce is not None

    @property
    def plays(self) -> bool:
        """Whether the entrant plays in the next round."""
        return self.since is not None and self.gone is None


class StoredHeat(EffectValue):
    """A heat: the code of its room, the numbers of its entrants in the order of their seats, and
    the results, as JSON, of the entrants who had a connection (None until the heat is over).

    `lost`: no result was found long after the time limit. `void`: an operator has voided the race.
    """

    room: str
    entrants: tuple[int, ...]
    results: str | None = None
    lost: bool = False
    void: bool = False

    @property
    def is_over(self) -> bool:
        """Whether the heat has its results."""
        return self.results is not None

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The final standings of the heat's contestants; empty until the heat is over."""
        return _read(self.results or "[]")

    def ended(
        self, standings: Iterable[Standing], *, lost: bool = False, void: bool = False
    ) -> "StoredHeat":
        """Return the heat with these results. It is then over."""
        text = json.dumps(list(standings), separators=(",", ":"))
        return self.model_copy(update={"results": text, "lost": lost, "void": void})


@lru_cache(maxsize=1_024)
def _read(results: str) -> tuple[Standing, ...]:
    """Parse results. They are stored as text because most readers of a tournament do not need
    them."""
    return tuple(Standing(*row) for row in json.loads(results))


State = Literal["pairing", "lobby", "racing", "table", "closed", "voided"]


class StoredRound(EffectValue):
    """A round, in which one deal is played. `number` counts all rounds, including sprints and
    replayed rounds.

    `turn` counts the rounds as planned, from 1; a replayed round has the turn of the round that it
    replaces. `kind` is the index of the round in the plan, None for a sprint. A sprint is a short
    race that decides the ties of round number `decides`. In a knockout, `groups` has the entrants
    who meet in each match of the bracket, including those who go on without playing (byes).

    A round goes through these states. `pairing`: its rooms are being made. `lobby`: entrants come
    to their seats, until `until`. `racing`: the race starts at `zero_at`; races without a result at
    `until` count as lost. `table`: the standings are shown until `until`. `closed`: the round is
    over. `voided`: the round does not count. `since` is when the present state began.
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
        """Whether the round is over and its results count."""
        return self.state in ("table", "closed")

    @property
    def entrants(self) -> frozenset[int]:
        """The numbers of the entrants who have a heat in this round."""
        return frozenset(one for heat in self.heats for one in heat.entrants)

    def heat_of(self, entrant: int) -> StoredHeat | None:
        """Return the heat of an entrant; None if it has none in this round."""
        return next((heat for heat in self.heats if entrant in heat.entrants), None)


Why = Literal["played", "stopped", "too_few", "untended"]
"""Why a tournament ended: all rounds were played, the organiser stopped it, nobody had checked in
at the start, or nobody did anything for too long."""


class Announcement(EffectValue):
    """An announcement of the organiser: its text, and the server time at which it was made."""

    at: int
    text: str


class Hall(EffectValue):
    """The hall of a tournament: the address from which many take part, and the number of people for
    whom its limits are raised, from `since` until `until` at the latest (server time)."""

    address: str
    people: int
    since: int
    until: int


class Tournament(EffectValue):
    """A tournament as it is stored.

    `to_do` has the effects that have not been carried out; `numbered` is the number of all effects
    so far. `order` is the random order of the entrants, and `nonces` has the nonces by entrant,
    with which all deals are made; both are fixed at the start. `again` has the turns (rounds as
    planned) that are to be replayed. `invited` are account ids, None if anybody may enter.
    `edition` is the number of the tournament in its series; `next` is the code of the next
    tournament of the series.

    `put_off_ms` delays the planned start, but not the starts of later tournaments of the series.
    `made_at` is when the tournament was created, `touched_at` when a person last did something.
    `said` are tokens of organisers' requests (`RunTournament.once`). `reminded` are the reminders
    that were sent, by their time before the start. `window` is the window of deals, (opening,
    closing): the time in which deals can begin if everybody plays at their own pace. Outages until
    `held_until` have been refunded. `helpers` are the accounts that help the organiser; `shared` is
    the hash of the word with which an account becomes a helper.
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
    hall: Annotated[Hall | None, Field(exclude_if=_is_none)] = None
    helpers: Annotated[tuple[str, ...], Field(exclude_if=not_)] = ()
    shared: Annotated[str | None, Field(exclude_if=_is_none)] = None

    @property
    def name(self) -> str:
        """The name of the tournament in deal seeds and in the records of its races."""
        return f"{PREFIX}{self.code}"

    @property
    def commitment(self) -> str:
        """The hash of the tournament's secret, published before the entrants give their nonces."""
        return commitment(bytes.fromhex(self.secret))

    @property
    def starts_at(self) -> int | None:
        """The planned start, with delays; None without a schedule."""
        return self.plan.schedule.starts_at + self.put_off_ms if self.plan.schedule else None

    @property
    def is_over(self) -> bool:
        """Whether the tournament is finished."""
        return self.status == "finished"

    @property
    def current(self) -> StoredRound | None:
        """The round that is under way, or whose race is over and whose standings are being shown;
        None if there is none. Always None if everybody plays at their own pace."""
        if self.plan.own_pace or not self.rounds:
            return None
        last = self.rounds[-1]
        return last if last.state in ("pairing", "lobby", "racing", "table") else None

    def deal(self, number: int) -> tuple[OfSession, bytes]:
        """Return (data, secret) for deal `number`: the data about the tournament that each race on
        this deal stores, and the secret of the deal."""
        session = OfSession(
            name=self.name, deal=number, commitment=self.commitment, nonces=self.nonces
        )
        return session, sub_secret(bytes.fromhex(self.secret), number)

    def draw_seed(self, what: str) -> bytes:
        """Return the seed of a random draw in the tournament. `what` is the name of the draw; one
        draw, for example, decides the order of the entrants.

        The seed is derived from the secret and from the nonces of all entrants at the start, so
        that nobody can choose it.
        """
        lines = ["crown-patience/draw/1", self.name, what]
        lines += [f"{number}:{self.nonces[number]}" for number in sorted(self.nonces)]
        message = "".join(line + "\n" for line in lines)
        return hmac.digest(bytes.fromhex(self.secret), message.encode(), "sha256")

    @property
    def people_in_hall(self) -> int:
        """The number of people for whom the limits of the hall's address are raised; 0 if they are
        not raised."""
        return 0 if self.hall is None or self.is_over else self.hall.people

    def is_organised_by(self, account: str | None) -> bool:
        """Whether an account is the organiser or helps to organise."""
        return account is not None and account in (self.organiser, *self.helpers)

    def entrant(self, account: str | None) -> Entrant | None:
        """Return the entrant of an account, or of a guest by the guest's id; None if it has not
        entered."""
        return next((one for one in self.entrants if one.account == account), None)

    @property
    def playing(self) -> list[int]:
        """The numbers of the entrants who play in the next round."""
        return [one.number for one in self.entrants if one.plays]

    @property
    def turn(self) -> int:
        """The number of the last turn (planned round) that was drawn; 0 before the first."""
        return max((each.turn for each in self.rounds), default=0)

    def plan_of(self, each: StoredRound) -> RoundPlan:
        """Return the part of the plan that a round follows: its game, options, terms and bell."""
        if each.kind is not None:
            return self.plan.rounds[each.kind]
        if self.plan.knockout is None:
            raise ValueError("there are sprints in knockouts only")
        return self.plan.knockout.sprint

    def of_turn(self, turn: int) -> StoredRound | None:
        """Return the last round of a turn (a round as planned, with its replays) that is neither a
        sprint nor voided; None if there is none."""
        found = (each for each in reversed(self.rounds) if each.turn == turn)
        return next((r for r in found if r.decides is None and r.state != "voided"), None)

    @property
    def everybody_is_done(self) -> bool:
        """Whether, in the format `crowns`, every playing entrant has begun all deals that are not
        voided."""
        if self.plan.format != "crowns" or not self.playing or self.status != "running":
            return False
        for number in range(1, len(self.plan.rounds) + 1):
            each = self.rounds[number - 1] if number <= len(self.rounds) else None
            if each is None or not (each.state == "voided" or set(self.playing) <= each.entrants):
                return False
        return True

    # Table. ---------------------------------------------------------------------------------------

    @property
    def removed(self) -> list[int]:
        """The numbers of the entrants whom the organiser has removed."""
        return [one.number for one in self.entrants if one.gone == "removed"]

    @property
    def contestants(self) -> list[int]:
        """The numbers of the entrants in the table of the standings: all who could play, including
        those who have left."""
        return [one.number for one in self.entrants if one.since is not None]

    def go_on(self, of: StoredRound) -> int:
        """Return how many entrants go on to the next round from a heat of the knockout round `of`;
        1 for the final."""
        knockout = self.plan.knockout
        return 1 if knockout is None or len(of.groups) <= 1 else knockout.go_on

    def played(self) -> list[engine.Round]:
        """Return the rounds whose results count, in the form from which the engine computes the
        table of the standings."""
        own_pace = self.plan.own_pace
        counting = [r for r in self.rounds if r.counts or (own_pace and r.state == "racing")]
        return [self.as_played(each) for each in counting]

    def as_played(self, each: StoredRound) -> engine.Round:
        """Return a round in the form from which the engine computes the table of the standings.
        Heats under way are left out. An entrant without an opponent (a bye) is a heat of one
        entrant."""
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
        """Compute the standings from all results that count."""
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
