"""A crown race as a value, and what may become of it: pure decisions. Times are server time in
milliseconds.

Each decision takes the race as it is and returns it as it is then, or raises Refusal. The store
takes it only if nobody else has changed the race meanwhile; then the decision is made anew.
"""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from engine.crown_facts import GREAT_GAMES
from engine.fairness import commitment, sub_secret
from server.errors import Refusal
from server.rooms.events import OfSession

LASTS_MS = 12 * 3_600_000
"""So long after its start a crown race is closed: no deal begins, and every bell rings."""
STORED_MS = 60_000
"""So long after that a deal that was to begin before it is known to have begun, or not to."""
LEAST_MS = 60_000
"""No deal begins with less time than this until its bell."""
MOST = 100
"""Candidates of a crown race."""

How = Literal["won", "lost", "resigned", "timeout", "abandoned"]


class Value(BaseModel):
    """What is stored; never changed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class End(Value):
    """How a deal ended for a candidate. `best` is the highest progress, `took_ms` by its clock."""

    how: How
    best: int
    took_ms: int


class Try(Value):
    """A candidate's deal: the room it is played in, and its end once it is known."""

    room: str
    end: End | None = None


class Candidate(Value):
    """An account that takes part; `tries` are in the order of the deals. `nonce` is its part in
    them."""

    account: str
    nonce: str
    quit: bool = False
    tries: tuple[Try, ...] = ()

    @property
    def playing(self) -> Try | None:
        """The deal in progress, as far as is known."""
        return self.tries[-1] if self.tries and self.tries[-1].end is None else None

    @property
    def is_done(self) -> bool:
        """Whether no deal will begin for them any more, and none goes on."""
        return self.playing is None and (self.quit or len(self.tries) == len(GREAT_GAMES))


class CrownRace(Value):
    """`held_ms` is what of the server's absences was refunded since the start, `held_until` up to
    when. It is over from `over_at` on, and `told` once its rooms know the secret."""

    code: str
    secret: str
    games: tuple[str, ...]
    host: str
    candidates: tuple[Candidate, ...]
    started_at: int | None = None
    held_ms: int = 0
    held_until: int = 0
    over_at: int | None = None
    told: bool = False

    @property
    def name(self) -> str:
        """What the session is called in the seeds and records of its deals."""
        return f"crown-{self.code}"

    @property
    def commitment(self) -> str:
        return commitment(bytes.fromhex(self.secret))

    @property
    def status(self) -> Literal["lobby", "running", "over"]:
        """Over only when all may be told."""
        if self.told:
            return "over"
        return "lobby" if self.started_at is None and self.over_at is None else "running"

    @property
    def closes_at(self) -> int | None:
        """When no deal begins any more, and every bell rings; the server's absences put it off."""
        return None if self.started_at is None else self.started_at + LASTS_MS + self.held_ms

    @property
    def deadline(self) -> int | None:
        """When it has to be looked at."""
        if self.over_at is not None:
            return None if self.told else self.over_at
        return self.closes_at

    @property
    def nonces(self) -> dict[int, str]:
        """What the deals are made with, by the place of the candidate: fixed once it has started,
        for nobody joins then and nobody is taken out."""
        return {place: one.nonce for place, one in enumerate(self.candidates)}

    def deal(self, number: int) -> tuple[OfSession, bytes]:
        """Which deal of which session, and its secret."""
        secret = sub_secret(bytes.fromhex(self.secret), number)
        session = OfSession(
            name=self.name, deal=number, commitment=self.commitment, nonces=self.nonces
        )
        return session, secret

    def candidate(self, account: str | None) -> Candidate | None:
        return next((one for one in self.candidates if one.account == account), None)

    def has_closed(self, now: int) -> bool:
        return self.closes_at is not None and now >= self.closes_at

    @property
    def pending(self) -> list[str]:
        """The rooms of deals whose end is not known."""
        return [one.playing.room for one in self.candidates if one.playing]

    @property
    def rooms(self) -> list[str]:
        return [each.room for one in self.candidates for each in one.tries]


def order_of(games: Iterable[str] | None) -> tuple[str, ...]:
    """The games in the order in which they are dealt. Raises Refusal."""
    order = GREAT_GAMES if games is None else tuple(slug.replace("-", "_") for slug in games)
    if sorted(order) != sorted(GREAT_GAMES):
        raise Refusal("bad_request", f"The games are, in any order: {', '.join(GREAT_GAMES)}.")
    return order


def opened(
    code: str, games: Iterable[str] | None, secret: bytes, account: str, nonce: str
) -> CrownRace:
    """A crown race whose host is its first candidate."""
    return CrownRace(
        code=code,
        secret=secret.hex(),
        games=order_of(games),
        host=account,
        candidates=(Candidate(account=account, nonce=nonce),),
    )


def join(race: CrownRace, account: str, nonce: str) -> CrownRace:
    """One more candidate; no change for one who takes part already."""
    if race.candidate(account) is not None:
        return race
    _begun(race, begun=False)
    if len(race.candidates) >= MOST:
        raise Refusal("crown_race_full", f"{MOST} candidates take part already.")
    return _with(race, candidates=(*race.candidates, Candidate(account=account, nonce=nonce)))


def start(race: CrownRace, account: str, now: int) -> CrownRace:
    """The host lets everybody set off."""
    if account != race.host:
        raise Refusal("not_host", "Only whoever has opened the crown race can do that.")
    _begun(race, begun=False)
    return _with(race, started_at=now, held_until=now)


def claim(race: CrownRace, account: str, room: str, now: int) -> CrownRace:
    """The next deal of a candidate, to be played in this room; no change where one goes on."""
    mine = _mine(race, account)
    _begun(race, begun=True)
    if mine.playing is not None:
        return race
    if mine.quit:
        raise Refusal("crown_race_quit", "You have quit this crown race.")
    if mine.is_done:
        raise Refusal("crown_deals_played", "You have played all five deals.")
    refuse_closed(race, now)
    return _put(race, mine.model_copy(update={"tries": (*mine.tries, Try(room=room))}))


def refuse_closed(race: CrownRace, now: int) -> None:
    """Raises Refusal where it is too late to begin a deal."""
    closes_at = race.closes_at or 0
    if race.over_at is not None or now + LEAST_MS > closes_at:
        raise Refusal("crown_race_over", "This crown race has closed: no deal begins any more.")


def quit_it(race: CrownRace, account: str, now: int) -> CrownRace:
    """A candidate takes part no more. Before the start it is as if they had never joined; then
    whoever joined first after the host is the host, and with nobody left it is over."""
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


def ended(race: CrownRace, ends: dict[str, End], now: int) -> CrownRace:
    """Deals have ended, by the rooms they were played in; what is known already stays."""
    for one in race.candidates:
        if one.playing is not None and one.playing.room in ends:
            last = Try(room=one.playing.room, end=ends[one.playing.room])
            race = _put(race, one.model_copy(update={"tries": (*one.tries[:-1], last)}))
    return settled(race, now)


def settled(race: CrownRace, now: int) -> CrownRace:
    """The race, over if it is: nobody plays, and nobody may begin any more."""
    if race.started_at is None or race.over_at is not None or race.pending:
        return race
    if race.has_closed(now) or all(one.is_done for one in race.candidates):
        return _with(race, over_at=now)
    return race


def held(race: CrownRace, outages: Iterable[tuple[int, int]]) -> CrownRace:
    """The race, put off by what the server was away for; nothing for what was refunded before."""
    for since, until in outages:
        closes_at = race.closes_at
        begun = max(since, race.held_until)
        if closes_at is None or race.over_at is not None or not begun < min(until, closes_at):
            continue
        race = _with(race, held_ms=race.held_ms + until - begun, held_until=until)
    return race


def told(race: CrownRace) -> CrownRace:
    """All its rooms know the secret."""
    return race if race.over_at is None else _with(race, told=True)


def _mine(race: CrownRace, account: str) -> Candidate:
    found = race.candidate(account)
    if found is None:
        raise Refusal("no_candidate", "You take no part in this crown race.")
    return found


def _begun(race: CrownRace, *, begun: bool) -> None:
    if race.over_at is not None:
        raise Refusal("crown_race_over", "This crown race is over.")
    if begun and race.started_at is None:
        raise Refusal("crown_race_not_begun", "This crown race has not begun yet.")
    if not begun and race.started_at is not None:
        raise Refusal("crown_race_begun", "This crown race has begun.")


def _put(race: CrownRace, changed: Candidate) -> CrownRace:
    same = changed.account
    return _with(
        race, candidates=tuple(changed if one.account == same else one for one in race.candidates)
    )


def _with(race: CrownRace, **fields: object) -> CrownRace:
    return race.model_copy(update=fields)
