"""State of a tournament: the stored models of entrants, heats, rounds and the tournament.

In a tournament, entrants (accounts, and guests without an account) play rounds of races, and a
table ranks them by their results. The organiser, an account, runs it. The plan is what the
organiser has written: the format, the rounds with their games, and the rules. A turn is a round as
planned, counted from 1. A round that is voided (its results do not count) and played again has the
same turn. The bracket of a knockout says who may meet whom in which round; a sprint is an
additional deal that breaks a tie. A heat is one race of a round, in a room of its own. An entrant
has a bye in a round if it goes on, or gets points, without a race.

All deals of a tournament are made from one secret, which is disclosed at the end, and from the
nonces, random numbers that the entrants send when they check in, that is, say that they are
present. Deal k is the deal of round number k; sprints and replayed rounds are counted too. If
everybody plays at their own pace, deal k is the k-th deal of each entrant.

Times are server time in milliseconds. Everything else about a tournament is computed from this
state and the events of its rooms.
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
    """Values that a change of a tournament may need and that are not in the tournament. `code`
    returns a random code for a room or a tournament, `secret` returns random bytes, and
    `countdown_ms` is the length of a countdown."""

    code: Callable[[], str]
    secret: Callable[[], bytes]
    countdown_ms: int


# The tournament. --------------------------------------------------------------------------------


def _is_none(value: object) -> bool:
    return value is None


class Entrant(EffectValue):
    """An account or a guest that has entered a tournament. `number` counts the entrants from 0 and
    never changes.

    `account` is the id of the account. If a guest has entered, it is the guest's id until an
    account claims the entry. `guest` is the id of the guest who has entered, also after the claim;
    `name` is the guest's name until the claim. If an account has entered, `guest` and `name` are
    None.

    `nonce` and `token_hash` are set by the check-in; the token proves the right to the entrant's
    seats in rooms. `since` is the first turn that the entrant plays: 1 if it was checked in at the
    start, the next turn if it came late. Until the start, or until a late check-in, it is None.
    `gone` says how the entrant left, None if it has not left. `admitted` says that the organiser
    let the entrant in, so that it may be late or uninvited.
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
    """A heat, one race of a round. `room` is the code of its room, and `entrants` are the numbers
    of its entrants in the order of their seats. `results` has, as JSON, the results of the entrants
    who had a connection during the race; it is None until the heat is over.

    `lost` says that the heat was ended without results, because there was none long after the time
    limit. `void` says that an operator has declared the race void.
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
        """The final results of those entrants of the heat who had a connection during the race.
        Empty until the heat is over."""
        return _read(self.results or "[]")

    def ended(
        self, standings: Iterable[Standing], *, lost: bool = False, void: bool = False
    ) -> "StoredHeat":
        """Return the heat with these results, which is then over. `lost` and `void` have the
        meaning of the fields."""
        text = json.dumps(list(standings), separators=(",", ":"))
        return self.model_copy(update={"results": text, "lost": lost, "void": void})


@lru_cache(maxsize=1_024)
def _read(results: str) -> tuple[Standing, ...]:
    """Parse results. They are stored as text because most readers of a tournament do not need
    them."""
    return tuple(Standing(*row) for row in json.loads(results))


State = Literal["pairing", "lobby", "racing", "table", "closed", "voided"]


class StoredRound(EffectValue):
    """A round, in which one deal is played. `number` counts all rounds from 1, including sprints
    and replayed rounds.

    `turn` is the turn of the round; a sprint has the turn of the round whose ties it breaks. `kind`
    is the index of the round in the plan, None for a sprint. `decides` is the number of the round
    whose ties a sprint breaks, None for any other round. `byes` are the numbers of the entrants who
    have byes. In a knockout, `groups` has the entrants who meet at each place of the bracket,
    including those with byes.

    A round goes through these states:

    - `pairing`: its rooms are being made.
    - `lobby`: entrants come to their seats, until the time `until`.
    - `racing`: the races run. They start at `zero_at`; races without a result at `until` end
      without results. If everybody plays at their own pace, a round begins in this state.
    - `table`: the table of the standings is shown, until the time `until`.
    - `closed`: the round is over.
    - `voided`: the round does not count.

    `since` is the time at which the present state began.
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
        """Whether the races of the round are over and its results count."""
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
    """The hall of a tournament: the network address from which many people take part, and the
    number of people for whom its rate limits are raised. They are raised from `since` until the end
    of the tournament, but at the latest until `until`."""

    address: str
    people: int
    since: int
    until: int


class Tournament(EffectValue):
    """A tournament as it is stored.

    People: `organiser` and `helpers` are ids of accounts; helpers may give most commands of the
    organiser. `shared` is the hash of the secret word with which an account becomes a helper.
    `invited` are the ids of the accounts that may enter, None if anybody may.

    Rounds: `order` is the order of the entrants that was drawn at random, and `nonces` has the
    nonces with which all deals are made, by the number of the entrant; both are fixed at the start.
    `again` has the turns that must be replayed. `window` is the window of deals, (opening,
    closing): the time in which deals can begin if everybody plays at their own pace.

    Effects are work that a change leaves to be done, such as making rooms. `to_do` has the effects
    that have not been carried out, and `numbered` is the number of all effects so far.

    Series: a tournament with a schedule that repeats belongs to a series. `edition` is the number
    of the tournament in its series; `next` is the code of the next tournament of the series.
    `put_off_ms` delays the planned start, but not the starts of later tournaments of the series.
    `reminded` are the reminders that were sent, each as its time in ms before the start.

    `made_at` is the time at which the tournament was created, `touched_at` the time at which a
    person last did something. `why` says why the tournament ended, and `stopping` that it ends
    after the race under way. `news` are the organiser's announcements. `said` are tokens of
    requests of organisers, by which a repeated request is recognised. Outages (times in which no
    process could store anything) until `held_until` have been refunded: clocks were moved later by
    them.
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
        """The hash of the tournament's secret. It is published before the entrants send their
        nonces, so that the server cannot choose the deals."""
        return commitment(bytes.fromhex(self.secret))

    @property
    def starts_at(self) -> int | None:
        """The server time of the planned start, including delays; None without a schedule."""
        return self.plan.schedule.starts_at + self.put_off_ms if self.plan.schedule else None

    @property
    def is_over(self) -> bool:
        """Whether the tournament is finished."""
        return self.status == "finished"

    @property
    def current(self) -> StoredRound | None:
        """The round that is under way: its rooms are being made, it is in its lobby, it is raced,
        or its table is shown after the races. None if there is none. Always None if everybody plays
        at their own pace."""
        if self.plan.own_pace or not self.rounds:
            return None
        last = self.rounds[-1]
        return last if last.state in ("pairing", "lobby", "racing", "table") else None

    def deal(self, number: int) -> tuple[OfSession, bytes]:
        """Return the data about the tournament that each race on deal `number` stores, and the
        secret of this deal. From the secret and the nonces the deal is shuffled."""
        session = OfSession(
            name=self.name, deal=number, commitment=self.commitment, nonces=self.nonces
        )
        return session, sub_secret(bytes.fromhex(self.secret), number)

    def draw_seed(self, what: str) -> bytes:
        """Return the seed of a random draw in the tournament. `what` is the name of the draw, such
        as `order` for the order of the entrants.

        The seed is derived from the tournament's secret and from the nonces of all entrants who
        were checked in at the start, so that nobody can choose it.
        """
        lines = ["crown-patience/draw/1", self.name, what]
        lines += [f"{number}:{self.nonces[number]}" for number in sorted(self.nonces)]
        message = "".join(line + "\n" for line in lines)
        return hmac.digest(bytes.fromhex(self.secret), message.encode(), "sha256")

    @property
    def people_in_hall(self) -> int:
        """The number of people for whom the rate limits of the hall's address are raised; 0 if
        there is no hall or the tournament is over."""
        return 0 if self.hall is None or self.is_over else self.hall.people

    def is_organised_by(self, account: str | None) -> bool:
        """Return whether an account is the organiser or one of the helpers."""
        return account is not None and account in (self.organiser, *self.helpers)

    def entrant(self, account: str | None) -> Entrant | None:
        """Return the entrant that is the account or the guest with this id; None if there is no
        such entrant."""
        return next((one for one in self.entrants if one.account == account), None)

    @property
    def playing(self) -> list[int]:
        """The numbers of the entrants who play in the next round."""
        return [one.number for one in self.entrants if one.plays]

    @property
    def turn(self) -> int:
        """The last turn (round as planned, counted from 1) of which a round was drawn; 0 if there
        is none."""
        return max((each.turn for each in self.rounds), default=0)

    def plan_of(self, each: StoredRound) -> RoundPlan:
        """Return the part of the plan that a round follows: its game, options, terms and bell."""
        if each.kind is not None:
            return self.plan.rounds[each.kind]
        if self.plan.knockout is None:
            raise ValueError("there are sprints in knockouts only")
        return self.plan.knockout.sprint

    def of_turn(self, turn: int) -> StoredRound | None:
        """Return the round of a turn that counts: the last round with this turn that is neither a
        sprint nor voided. Return None if there is none."""
        found = (each for each in reversed(self.rounds) if each.turn == turn)
        return next((r for r in found if r.decides is None and r.state != "voided"), None)

    @property
    def everybody_is_done(self) -> bool:
        """Whether every entrant who has checked in and not left has begun all deals that are not
        voided. False in all formats but `crowns`, and false unless the tournament is running."""
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
        """The numbers of the entrants who are in the table of the standings. These are all entrants
        who have played or could have played, including those who have left."""
        return [one.number for one in self.entrants if one.since is not None]

    def go_on(self, of: StoredRound) -> int:
        """Return how many entrants go on to the next round from a heat of the round `of`. This is 1
        for the final of a knockout, and in formats that are no knockout."""
        knockout = self.plan.knockout
        return 1 if knockout is None or len(of.groups) <= 1 else knockout.go_on

    def played(self) -> list[engine.Round]:
        """Return the rounds whose results count, in the form from which the package `engine`
        computes the table of the standings."""
        own_pace = self.plan.own_pace
        counting = [r for r in self.rounds if r.counts or (own_pace and r.state == "racing")]
        return [self.as_played(each) for each in counting]

    def as_played(self, each: StoredRound) -> engine.Round:
        """Return the round `each` in the form from which the package `engine` computes the table of
        the standings. Heats under way are left out. An entrant with a bye becomes a heat of one
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
        """Compute the table of the standings from all results that count."""
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
