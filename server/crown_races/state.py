"""State of a crown race and the decisions that change it. Pure; times are server time in ms.

A crown race is an event in which several accounts, its candidates, play the same five deals, one of
each of the five great games, at their own pace. Each candidate plays each deal alone, in a room of
its own. The deals are shuffled from one secret, which is disclosed at the end, and from the nonces,
random numbers that the candidates send before the start. Twelve hours after its start a crown race
closes: deals in progress end, and no further deal begins. An outage, a time in which no process
could store anything, is refunded: the crown race closes later by it.

A decision is a function that takes a crown race and returns the changed crown race, or raises
Refusal. If another change was stored meanwhile, the service applies the decision again to the new
state.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Literal

from engine.crowns.facts import GREAT_GAMES
from engine.games import slug_of
from server.errors import Refusal
from server.own_pace.state import OwnPaceRace, StoredValue
from server.own_pace.state import with_ as _with

LASTS_MS = 12 * 3_600_000
"""Milliseconds from the start of a crown race to its close. At the close, deals in progress end,
and no further deal begins."""
LEAST_MS = 60_000
"""No deal begins if the crown race closes within so many milliseconds."""
MOST = 100
"""Most candidates of a crown race."""

How = Literal["won", "lost", "resigned", "timeout", "abandoned"]


class DealEnd(StoredValue):
    """How one candidate's game on a deal of a crown race ended. `best` is the highest progress
    (such as cards on the foundations) that the candidate reached, `took_ms` the length of the game
    without outages."""

    how: How
    best: int
    took_ms: int


NEVER_BEGUN = DealEnd(how="abandoned", best=0, took_ms=0)
"""The end of a deal that was assigned but whose room was never made."""


class DealTry(StoredValue):
    """One deal of a candidate: the code of the room in which it is played, and how the game ended,
    None while it is in progress."""

    room: str
    end: DealEnd | None = None


class RaceCandidate(StoredValue):
    """An account that takes part in a crown race.

    `account` is its id, and `tries` are its deals so far, in the order of the games. `nonce` is the
    random number that it contributed to the deals. `quit` says whether it has withdrawn after the
    start; then no further deal begins for it.
    """

    account: str
    nonce: str
    quit: bool = False
    tries: tuple[DealTry, ...] = ()

    @property
    def playing(self) -> DealTry | None:
        """The deal that the candidate has in progress: the last deal, if its end is not stored yet.
        None if no deal is in progress."""
        return self.tries[-1] if self.tries and self.tries[-1].end is None else None

    @property
    def is_done(self) -> bool:
        """Whether the candidate has no deal in progress and none left to begin."""
        return self.playing is None and (self.quit or len(self.tries) == len(GREAT_GAMES))


class CrownRace(OwnPaceRace):
    """A crown race as stored.

    `games` is the order of the five great games. `host` is the id of the account that may start the
    crown race. `started_at` is the server time of its start, None before that.
    """

    PREFIX: ClassVar[str] = "crown-"

    games: tuple[str, ...]
    host: str
    candidates: tuple[RaceCandidate, ...]
    started_at: int | None = None

    @property
    def status(self) -> Literal["lobby", "running", "over"]:
        """The status that clients are shown: `lobby` before the start, and `over` after the secret
        of the deals is disclosed."""
        if self.told:
            return "over"
        return "lobby" if self.started_at is None and self.over_at is None else "running"

    @property
    def closes_at(self) -> int | None:
        """The server time at which the crown race closes: LASTS_MS after its start, and later by
        the refunded outages. None before its start."""
        return None if self.started_at is None else self.started_at + LASTS_MS + self.held_ms

    @property
    def nonces(self) -> dict[int, str]:
        """The candidates' nonces, by the position of the candidate in `candidates`. They are fixed
        at the start, because nobody joins or is removed later."""
        return {place: one.nonce for place, one in enumerate(self.candidates)}

    @property
    def accounts(self) -> list[str]:
        """The ids of the candidates' accounts."""
        return [one.account for one in self.candidates]

    @property
    def is_kept(self) -> bool:
        """Whether the crown race has started. Until then it is stored for three days only."""
        return self.started_at is not None

    def candidate(self, account: str | None) -> RaceCandidate | None:
        """Return the candidate with this account id; None if the account does not take part."""
        return next((one for one in self.candidates if one.account == account), None)

    @property
    def pending(self) -> list[str]:
        """The codes of the rooms whose deals are in progress."""
        return [one.playing.room for one in self.candidates if one.playing]

    @property
    def rooms(self) -> list[str]:
        """The codes of the rooms of all deals assigned so far."""
        return [each.room for one in self.candidates for each in one.tries]


def order_of(games: Iterable[str] | None) -> tuple[str, ...]:
    """Return the games in the order in which they are dealt: as given, or the usual order for None.

    Raise Refusal unless the games are the five great games, each once.
    """
    order = GREAT_GAMES if games is None else tuple(slug_of(name) or name for name in games)
    if sorted(order) != sorted(GREAT_GAMES):
        raise Refusal("bad_request", f"The games are, in any order: {', '.join(GREAT_GAMES)}.")
    return order


def opened(
    code: str, games: Iterable[str] | None, secret: bytes, account: str, nonce: str
) -> CrownRace:
    """Return a new crown race. `account` is its host and its first candidate, and `nonce` is the
    nonce of this candidate. Raise Refusal unless `games` is None (for the usual order) or has the
    five great games, each once."""
    return CrownRace(
        code=code,
        secret=secret.hex(),
        games=order_of(games),
        host=account,
        candidates=(RaceCandidate(account=account, nonce=nonce),),
    )


def join(race: CrownRace, account: str, nonce: str) -> CrownRace:
    """Return the crown race with `account` added as a candidate, or unchanged if the account takes
    part already. Raise Refusal if the crown race has started, is over, or is full."""
    if race.candidate(account) is not None:
        return race
    _begun(race, begun=False)
    if len(race.candidates) >= MOST:
        raise Refusal("crown_race_full", f"{MOST} candidates take part already.")
    return _with(race, candidates=(*race.candidates, RaceCandidate(account=account, nonce=nonce)))


def start(race: CrownRace, account: str, now: int) -> CrownRace:
    """Return the crown race, started at server time `now`. Raise Refusal if `account` is not the
    host, or if the crown race has started or is over."""
    if account != race.host:
        raise Refusal("not_host", "Only whoever has opened the crown race can do that.")
    _begun(race, begun=False)
    return _with(race, started_at=now, held_until=now)


def claim(race: CrownRace, account: str, room: str, now: int) -> CrownRace:
    """Return the crown race after assigning the room code `room` to the next deal of a candidate.
    If the candidate has a deal in progress, return the crown race unchanged.

    Raise Refusal if the candidate cannot begin a deal.
    """
    mine = _mine(race, account)
    _begun(race, begun=True)
    if mine.playing is not None:
        return race
    if mine.quit:
        raise Refusal("crown_race_quit", "You have quit this crown race.")
    if mine.is_done:
        raise Refusal("crown_deals_played", "You have played all five deals.")
    refuse_closed(race, now)
    return _put(race, mine.model_copy(update={"tries": (*mine.tries, DealTry(room=room))}))


def refuse_closed(race: CrownRace, now: int) -> None:
    """Raise Refusal if no deal may begin any more at server time `now`, because the crown race is
    over, has closed, or closes within LEAST_MS."""
    closes_at = race.closes_at or 0
    if race.over_at is not None or now + LEAST_MS > closes_at:
        raise Refusal("crown_race_over", "This crown race has closed: no deal begins any more.")


def quit_it(race: CrownRace, account: str, now: int) -> CrownRace:
    """Return the crown race after a candidate has withdrawn, or unchanged if the candidate had
    withdrawn already or the crown race is over.

    Before the start the candidate is removed. If it was the host, the first of the remaining
    candidates becomes host; if no candidate is left, the crown race is over. Raise Refusal if
    `account` is no candidate.
    """
    mine = _mine(race, account)
    if race.over_at is not None or mine.quit:
        return race
    if race.started_at is not None:
        return settled(_put(race, mine.model_copy(update={"quit": True})), now)
    left = tuple(one for one in race.candidates if one.account != account)
    if not left:
        return _with(race, over_at=now)
    host = left[0].account if race.host == account else race.host
    return _with(race, candidates=left, host=host)


def ended(race: CrownRace, ends: Mapping[str, DealEnd], now: int) -> CrownRace:
    """Return the crown race after adding the ends of deals, which `ends` has by room code. The end
    of a deal that has ended already stays as it is."""
    for one in race.candidates:
        if one.playing is not None and one.playing.room in ends:
            last = DealTry(room=one.playing.room, end=ends[one.playing.room])
            race = _put(race, one.model_copy(update={"tries": (*one.tries[:-1], last)}))
    return settled(race, now)


def settled(race: CrownRace, now: int) -> CrownRace:
    """Return the crown race, marked as over at server time `now` if it has started, no deal is in
    progress and no deal can begin any more."""
    if race.started_at is None or race.over_at is not None or race.pending:
        return race
    if race.has_closed(now) or all(one.is_done for one in race.candidates):
        return _with(race, over_at=now)
    return race


def _mine(race: CrownRace, account: str) -> RaceCandidate:
    """Return the candidate with this account id. Raise Refusal if the account does not take
    part."""
    found = race.candidate(account)
    if found is None:
        raise Refusal("no_candidate", "You take no part in this crown race.")
    return found


def _begun(race: CrownRace, *, begun: bool) -> None:
    """Raise Refusal if the crown race is over, if it has not started although `begun` is True, or
    if it has started although `begun` is False."""
    if race.over_at is not None:
        raise Refusal("crown_race_over", "This crown race is over.")
    if begun and race.started_at is None:
        raise Refusal("crown_race_not_begun", "This crown race has not begun yet.")
    if not begun and race.started_at is not None:
        raise Refusal("crown_race_begun", "This crown race has begun.")


def _put(race: CrownRace, changed: RaceCandidate) -> CrownRace:
    """Return the crown race with `changed` in place of the earlier state of this candidate."""
    same = changed.account
    return _with(
        race, candidates=tuple(changed if one.account == same else one for one in race.candidates)
    )
