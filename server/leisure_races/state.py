"""State of a leisure race and the decisions that change it. Pure; times are server time in ms.

In a leisure race a closed circle plays the same deals, each contestant alone in rooms of their own
and when they like, until the race closes. A contestant plays each deal once; this is called a try.
Contestants are accounts that the organiser has invited, and those who came by the code of the race:
accounts, or guests, who have no account.

The deals follow from one secret of the server alone. Nonces of the contestants could not be part of
them, because somebody may come when others have played. The hash of the secret is published when
the race is made, so the server cannot change a deal afterwards.

A decision is a function that takes a leisure race and returns the changed leisure race, or raises
Refusal. If another change was stored meanwhile, the service applies the decision again to the new
state.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal, NamedTuple

from engine.games import AnyGame, game
from engine.options import Value
from engine.races.ranking import Standing
from engine.races.record import LEISURE_RACE
from engine.races.terms import Terms, TermValue, terms
from protocol.leisure_races import MOST_INVITED
from server.accounts.name_rules import keys_of
from server.errors import Refusal
from server.own_pace.state import OwnPaceRace, StoredValue, with_

LEAST_MS = 60_000
"""No try begins if the leisure race closes within so many milliseconds."""

UNINVITED = "This leisure race is for those whom its organiser has invited."

Status = Literal["planned", "open", "closed", "told"]


class TryStanding(StoredValue):
    """The final figures of a try, as in `engine.races.ranking.Standing`, and its last progress."""

    result: str | None
    reason: str | None
    best: int
    tie_break: int
    reached_ms: int
    points: int | None
    ended_ms: int | None
    moves: int
    clean: bool
    progress: int

    def standing(self, seat: int) -> Standing:
        """Return the figures with the number `seat` for the contestant, in the form in which the
        engine ranks them."""
        return Standing(seat=seat, **self.model_dump(exclude={"progress"}))


class TryEnd(StoredValue):
    """The end of a try. `standing` is None if the room of the try was never made."""

    standing: TryStanding | None


NEVER_BEGUN = TryEnd(standing=None)
"""The end of a try whose room was never made."""


class LeisureTry(StoredValue):
    """A contestant's try of one deal: the number of the deal, from 1, the code of the room in which
    it is played, and its end, None while it is in progress. `by_guest` says that a guest has begun
    it whose part an account has claimed since; the seat in the room is the guest's."""

    deal: int
    room: str
    end: TryEnd | None = None
    by_guest: bool = False


class LeisureContestant(StoredValue):
    """Somebody who takes part in a leisure race.

    `account` is the id of the account or of the guest, and `name` the name of the guest, None for
    an account. `invited` says that the organiser has invited the account, or that it is the
    organiser's. `guest` is the id of the guest whose part the account has claimed. `quit` says that
    the contestant has stopped taking part. `has_seen` says that the contestant has got the race
    since it was told.
    """

    account: str
    name: str | None = None
    invited: bool = False
    guest: str | None = None
    quit: bool = False
    has_seen: bool = False
    tries: tuple[LeisureTry, ...] = ()

    @property
    def owner(self) -> str | None:
        """The id of the contestant's account, None for a guest."""
        return self.account if self.name is None else None

    @property
    def playing(self) -> LeisureTry | None:
        """The try that is in progress, None if there is none."""
        return next((each for each in self.tries if each.end is None), None)

    def tried(self, deal: int) -> LeisureTry | None:
        """Return the contestant's try of the deal with this number, None if there is none."""
        return next((each for each in self.tries if each.deal == deal), None)

    def has_played(self, deals: int) -> bool:
        """Return whether the contestant has played all deals, of which there are `deals`."""
        return len(self.tries) == deals and self.playing is None


class PlannedDeal(StoredValue):
    """The game of one deal of a leisure race with its options, and the terms and the time limit of
    a try."""

    game: str
    options: dict[str, Value]
    terms: dict[str, TermValue]
    bell_ms: int

    @property
    def rules(self) -> AnyGame:
        """The game with its options."""
        return game(self.game, self.options)

    @property
    def race_terms(self) -> Terms:
        """The terms of a try."""
        return terms(self.rules, self.terms)


class LeisurePlan(NamedTuple):
    """What the organiser of a leisure race decides: its title, its deals in order, how many people
    may come by its code, and when it opens and closes."""

    title: str
    deals: tuple[PlannedDeal, ...]
    by_code: int
    opens_at: int
    ends_at: int


class LeisureRace(OwnPaceRace):
    """A leisure race as stored.

    `game`, `options`, `terms` and `bell_ms` are those of each of the `deals`; if the deals differ,
    they are those of the first, and `rounds` has all deals in order. `organiser` is the id of the
    account that made the race. `by_code` is the number of people who may come by its code.
    `ends_at` is the time at which it closes, without refunded outages. `has_opened` says that
    `opens_at` has passed and the contestants were told of it.
    """

    PREFIX: ClassVar[str] = LEISURE_RACE

    title: str
    game: str
    options: dict[str, Value]
    terms: dict[str, TermValue]
    bell_ms: int
    deals: int
    rounds: tuple[PlannedDeal, ...] = ()
    organiser: str
    by_code: int
    opens_at: int
    ends_at: int
    has_opened: bool = True
    contestants: tuple[LeisureContestant, ...]

    @property
    def closes_at(self) -> int:
        """The server time at which the leisure race closes, with the refunded outages."""
        return self.ends_at + self.held_ms

    @property
    def deadline(self) -> int | None:
        return super().deadline if self.has_opened else self.opens_at

    @property
    def accounts(self) -> list[str]:
        """The ids of the contestants' accounts, without those that have stopped taking part before
        they have played; but always with the organiser's."""
        return [
            one.account
            for one in self.contestants
            if one.name is None and (one.tries or not one.quit or one.account == self.organiser)
        ]

    @property
    def pending(self) -> list[str]:
        """The codes of the rooms whose tries are in progress."""
        return [one.playing.room for one in self.contestants if one.playing]

    @property
    def rooms(self) -> list[str]:
        """The codes of the rooms of all tries."""
        return [each.room for one in self.contestants for each in one.tries]

    @property
    def places_left(self) -> int:
        """The number of people who may still come by the code."""
        return self.by_code - sum(not one.invited for one in self.contestants)

    def news_since(self, before: "LeisureRace | None") -> dict[str, str]:
        """Return the news that the feed announces with the change from `before` to this race, as
        `news`, and the ids of the accounts that it is for, as `to`. The news is `your_turn` for
        those who can play from now on, because the race has opened or they were invited to it, and
        `told` for all contestants when the race is told. It depends on nobody's tries."""
        if self.told and not (before and before.told):
            return {"news": "told", "to": " ".join(self.accounts)}
        if not self.has_opened or self.over_at is not None:
            return {}
        if before is None or before.has_opened:
            known = {self.organiser} if before is None else {o.account for o in before.contestants}
            fresh = [o.account for o in self.contestants if o.invited and o.account not in known]
        else:
            fresh = [o.account for o in self.contestants if o.name is None and not o.quit]
        return {"news": "your_turn", "to": " ".join(fresh)} if fresh else {}

    def planned(self, deal: int) -> PlannedDeal:
        """Return the game, the terms and the time limit of a deal, given by its number from 1."""
        if self.rounds:
            return self.rounds[deal - 1]
        return PlannedDeal(
            game=self.game, options=self.options, terms=self.terms, bell_ms=self.bell_ms
        )

    def status(self, now: int) -> Status:
        """Return the status that clients are shown at server time `now`."""
        if self.told:
            return "told"
        if self.over_at is not None or self.has_closed(now):
            return "closed"
        return "planned" if now < self.opens_at else "open"

    def contestant(self, account: str | None) -> LeisureContestant | None:
        """Return the contestant with this id of an account or a guest; None if there is none."""
        return next((one for one in self.contestants if one.account == account), None)

    def next_deal(self, one: LeisureContestant) -> int | None:
        """Return the first deal that a contestant has not played; None if there is none."""
        return next((n for n in range(1, self.deals + 1) if one.tried(n) is None), None)

    def is_turn_of(self, one: LeisureContestant, now: int) -> bool:
        """Return whether a contestant can play at server time `now`: a try is in progress, or can
        begin."""
        if self.over_at is not None or one.quit:
            return one.playing is not None
        can_begin = self.opens_at <= now <= self.closes_at - LEAST_MS
        return one.playing is not None or (can_begin and self.next_deal(one) is not None)


def opened(
    code: str, secret: bytes, plan: LeisurePlan, organiser: str, invited: Iterable[str], now: int
) -> LeisureRace:
    """Return a new leisure race, made at server time `now`. `organiser` is the id of the account
    that makes it and takes part, and `invited` are the ids of the accounts that it invites."""
    accounts = dict.fromkeys((organiser, *invited))
    first = plan.deals[0]
    are_alike = all(each == first for each in plan.deals)
    return LeisureRace(
        code=code,
        secret=secret.hex(),
        held_until=plan.opens_at,
        title=plan.title,
        game=first.game,
        options=first.options,
        terms=first.terms,
        bell_ms=first.bell_ms,
        deals=len(plan.deals),
        rounds=() if are_alike else plan.deals,
        organiser=organiser,
        by_code=plan.by_code,
        opens_at=plan.opens_at,
        ends_at=plan.ends_at,
        has_opened=plan.opens_at <= now,
        contestants=tuple(LeisureContestant(account=one, invited=True) for one in accounts),
    )


def join(race: LeisureRace, account: str, name: str | None, now: int) -> LeisureRace:
    """Return the leisure race with a contestant added who has come by its code. `account` is the id
    of the account or the guest, and `name` the name of the guest, None for an account. A contestant
    who has stopped taking part takes part again; for anybody else who takes part already, nothing
    changes.

    Raise Refusal if the leisure race has closed, has no place left, or has a guest whose name looks
    like `name`.
    """
    _refuse_claimed(race, account)
    known = race.contestant(account)
    if known is not None and name is not None and known.name != name:
        raise Refusal("one_seat", f"This device takes part here already, as {known.name}.")
    if known is not None and not known.quit:
        return race
    refuse_closed(race, now)
    if known is not None:
        return _put(race, known.model_copy(update={"quit": False}))
    if race.by_code == 0:
        raise Refusal("not_invited", UNINVITED)
    if race.places_left <= 0:
        raise Refusal("leisure_race_full", f"{race.by_code} have come by the code already.")
    wanted = frozenset[str]() if name is None else keys_of(name)
    if any(one.name is not None and keys_of(one.name) & wanted for one in race.contestants):
        raise Refusal("name_taken", f"Somebody here is called {name}, or looks like it.")
    one = LeisureContestant(account=account, name=name)
    return with_(race, contestants=(*race.contestants, one))


def invite(race: LeisureRace, organiser: str, invited: Iterable[str], now: int) -> LeisureRace:
    """Return the leisure race with further contestants, the accounts `invited`. Those who take part
    already, or have stopped taking part, stay as they are: whether they have stopped is not told.

    Raise Refusal if `organiser` is not the account that made the race, if too many are invited, or
    if the leisure race has closed.
    """
    if race.organiser != organiser:
        raise Refusal("not_organiser", "Only its organiser invites people to this leisure race.")
    refuse_closed(race, now)
    fresh = [one for one in dict.fromkeys(invited) if race.contestant(one) is None]
    if sum(one.invited for one in race.contestants) - 1 + len(fresh) > MOST_INVITED:
        raise Refusal("too_many", f"At most {MOST_INVITED} friends are invited to a leisure race.")
    more = (LeisureContestant(account=one, invited=True) for one in fresh)
    return with_(race, contestants=(*race.contestants, *more))


def claimed(race: LeisureRace, guest: str, account: str) -> LeisureRace:
    """Return the leisure race after giving the part of the guest with the id `guest` to an account,
    which is possible after its end too. Nothing changes if the account has it already.

    Raise Refusal if the guest takes no part, another account has claimed this part, or the account
    takes part itself.
    """
    known = race.contestant(account)
    if known is not None and known.guest == guest:
        return race
    one = mine_in(race, guest)
    if known is not None:
        raise Refusal("account_entered", "Your account takes part in this leisure race by itself.")
    tries = tuple(each.model_copy(update={"by_guest": True}) for each in one.tries)
    update = {"account": account, "name": None, "guest": guest, "tries": tries}
    return with_(
        race,
        contestants=tuple(
            each.model_copy(update=update) if each is one else each for each in race.contestants
        ),
    )


def quit_it(race: LeisureRace, account: str, now: int) -> LeisureRace:
    """Return the leisure race after a contestant has stopped taking part. Others are not told
    before the end, and the place of somebody who came by the code is not free again: it would tell
    whether they have played. Nothing changes if the contestant has stopped already, or if the
    leisure race is over. Raise Refusal if `account` takes no part."""
    mine = mine_in(race, account)
    if race.over_at is not None or mine.quit:
        return race
    return settled(_put(race, mine.model_copy(update={"quit": True})), now)


def claim(race: LeisureRace, account: str, deal: int | None, room: str, now: int) -> LeisureRace:
    """Return the leisure race after assigning the room code `room` to a contestant's try of a deal.
    If `deal` is None, this is the first deal that the contestant has not played. If a try of the
    contestant is in progress, return the leisure race unchanged.

    Raise Refusal if the contestant cannot begin this try.
    """
    mine = mine_in(race, account)
    if mine.playing is not None:
        return race
    if mine.quit:
        raise Refusal("leisure_race_quit", "You have stopped taking part in this leisure race.")
    if now < race.opens_at:
        raise Refusal("leisure_race_not_open", "This leisure race has not opened yet.")
    refuse_closed(race, now)
    number = race.next_deal(mine) if deal is None else deal
    if number is None:
        raise Refusal("leisure_deals_played", "You have played all deals of this leisure race.")
    if number > race.deals:
        raise Refusal("unknown_deal", "This leisure race has no such deal.")
    if mine.tried(number) is not None:
        raise Refusal("leisure_deals_played", "You have played this deal; each is played once.")
    tries = (*mine.tries, LeisureTry(deal=number, room=room))
    return _put(race, mine.model_copy(update={"tries": tries}))


def refuse_closed(race: LeisureRace, now: int) -> None:
    """Raise Refusal if no try may begin any more at server time `now`, because the leisure race is
    over, has closed, or closes within LEAST_MS."""
    if race.over_at is not None or now + LEAST_MS > race.closes_at:
        raise Refusal("leisure_race_over", "This leisure race has closed.")


def ended(race: LeisureRace, ends: Mapping[str, TryEnd], now: int) -> LeisureRace:
    """Return the leisure race after adding the ends of tries, which `ends` has by room code. The
    end of a try that has ended already stays as it is."""
    for one in race.contestants:
        tries = tuple(
            each.model_copy(update={"end": ends[each.room]})
            if each.end is None and each.room in ends
            else each
            for each in one.tries
        )
        if tries != one.tries:
            race = _put(race, one.model_copy(update={"tries": tries}))
    return settled(race, now)


def settled(race: LeisureRace, now: int) -> LeisureRace:
    """Return the leisure race, marked as opened if it has opened by server time `now`, and as over
    if no try is in progress and none can begin any more: because it has closed, or because
    everybody has played and nobody else may come by the code."""
    if not race.has_opened and now >= race.opens_at:
        race = with_(race, has_opened=True)
    if race.over_at is not None or race.pending:
        return race
    done = all(one.quit or one.has_played(race.deals) for one in race.contestants)
    if race.has_closed(now) or (done and race.places_left <= 0):
        return with_(race, over_at=now)
    return race


def seen(race: LeisureRace, account: str | None) -> LeisureRace:
    """Return the leisure race after noting that a contestant has got it since it was told. Nothing
    changes before it is told, and if `account` takes no part."""
    mine = race.contestant(account)
    if mine is None or not race.told or mine.has_seen:
        return race
    return _put(race, mine.model_copy(update={"has_seen": True}))


def mine_in(race: LeisureRace, account: str) -> LeisureContestant:
    """Return the contestant with this id of an account or a guest. Raise Refusal if there is none,
    or an account has claimed the part of the guest."""
    _refuse_claimed(race, account)
    found = race.contestant(account)
    if found is None:
        raise Refusal("no_contestant", "You take no part in this leisure race.")
    return found


def _refuse_claimed(race: LeisureRace, guest: str) -> None:
    """Raise Refusal if an account has claimed the part of the guest with this id."""
    if any(one.guest == guest for one in race.contestants):
        raise Refusal("seat_claimed", "This part belongs to an account now: log in to play on.")


def _put(race: LeisureRace, changed: LeisureContestant) -> LeisureRace:
    """Return the leisure race with `changed` in place of the earlier state of this contestant."""
    same = changed.account
    return with_(
        race,
        contestants=tuple(changed if one.account == same else one for one in race.contestants),
    )
