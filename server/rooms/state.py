"""The immutable state of a room: its seats and races. `reducer.py` computes it from the events.

A room is a place with a code in which people sit, talk and race each other. A seat is the numbered
place of a player in it; whoever knows its token, a random text, holds it. A contestant is a seat
that takes part in a race.

The deal of a race follows from its deal seed, which is made from the server's secret, a random
number (nonce) of each contestant and an id. Race time is milliseconds since the start of the race;
the bell is the race time at which it ends. A refund gives a race the time of a server outage back:
its clock and its bell move later. In some races the server calls (announces) one card after the
other, and everybody places it. A session is a tournament, or a crown race (an event in which
everybody plays the same five deals): several deals from one secret, each played in several rooms. A
ghost is the record of a contestant of a finished race, against which somebody races alone on the
same deal. Racing Demon is the one game in which all contestants play at a common table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Literal, NamedTuple

from engine.cards import Card
from engine.games import AnyGame
from engine.options import canonical
from engine.races import fairness
from engine.races.record import Ghost, Session
from engine.races.terms import Terms
from engine.racing_demon.game import RacingDemon
from engine.rules import Rules
from engine.solver.winnable_deals import WinnableDeal, numbered_pack
from protocol.codes import race_id
from protocol.rooms.computer_players import ComputerPlayer
from protocol.rooms.room_settings import Settings
from server.boards.common_table import CommonTable
from server.rooms.daily_deals import DailyDeal
from server.rooms.events import OfSeries, RaceJoined, RaceStarted, StoredEvent

How = Literal["raced", "watched", "replayed"]
"""How somebody has seen the cards of a deal: by racing it, watching a board, or replaying its
record. A deal that an account has already seen does not count for a crown."""


HOUR_MS = 3_600_000
TAKE_UP_MS = 5_000
"""Milliseconds after the end of the countdown from which on any process may search for the winnable
deal of a race, and not only the one that has begun the countdown: that one may have died."""


class EventCount(NamedTuple):
    """The number of events that users have caused in a room in one hour: `asked` is the total, and
    `by_seat` has the number for each seat. `hour` says which hour, as the number of hours since
    1970."""

    hour: int = 0
    asked: int = 0
    by_seat: Mapping[int, int] = {}  # a mutable default is safe: nothing changes it

    def within(self, hour: int) -> "EventCount":
        """Return this count if it is of the given hour; otherwise an empty count of that hour."""
        return self if self.hour == hour else EventCount(hour)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of a room. `connection` is the name of the connection that its player uses, None if
    there is none.

    `account`: the id of the player's account, None for a guest, who has no account. `left`: the
    player has left for good. `kicked`: the host has removed the player, and so `left` is true too.
    `aside`: takes no part in races. `silent`: may not send chat messages. `covered`: is on a break,
    in which the board is covered; the break ends with the race at the latest.
    """

    name: str
    token_hash: str
    connection: str | None = None
    left: bool = False
    kicked: bool = False
    account: str | None = None
    bot: bool = False
    aside: bool = False
    silent: bool = False
    covered: bool = False
    away_at: int = 0
    """Server time at which the seat last lost its connection; 0 if it never did."""
    player: ComputerPlayer | None = None
    """The computer player of the server that holds the seat; None for anybody else."""

    @property
    def is_person_here(self) -> bool:
        """Whether somebody other than a computer player of the server holds the seat, and has not
        left the room."""
        return self.player is None and not self.left


@dataclass(frozen=True, slots=True)
class Race:
    """One race of a room. Attributes whose names end in `_at` are server time in milliseconds;
    those in `_ms` are race time or durations.

    `nonces`: the nonces of the seats that are ready, in hex. `dealt`: the contestants when the
    countdown began; the deal is made with their nonces. `racing`: all contestants, which are the
    seats in `dealt` without those that left during the countdown, and the seats that joined late.
    `sent_away`: the contestants who were kicked during the race, with the race time of the kick.
    `begun_at`: the beginning of the countdown. `zero_at`: the end of the countdown. `held_ms`: time
    refunded for outages since `zero_at`. `held_until`: the end of the last refunded outage.

    `call`: the number of the last card called, 0 if none; it may be placed until `call_due_ms`.
    `called_ms`: the times of all calls, in order.

    `daily`: the daily deal that this race plays, if it plays one. `session`: the session of which
    this race plays one deal, if it does; it has the session's secret once the session is over.
    `agreed`: the nonces that were fixed when the session began or, in a race against a ghost, the
    nonces of the ghost's race. `told`: everybody has played this deal of the session, so the deal
    is public.

    `deserted`: all people have left the room since the countdown of this race.

    `called_off`: the organiser of a tournament ended the race early; older servers did not store
    that. `votes`: the game that each seat wants next, by seat, in the order of the votes. `ghost`:
    the ghost that this race is played against, if any. `ghost_deal`: the id with which the deal
    seed of both races is made. `series`: the earlier rounds of the series, if the race is a round
    of Racing Demon. `winnable`: the winnable deal, once it was found; None if the terms ask for
    none.
    """

    n: int
    rules: Rules
    terms: Terms
    bell_ms: int
    secret: bytes
    status: Literal["lobby", "countdown", "running", "over"] = "lobby"
    nonces: Mapping[int, str] = field(default_factory=dict)
    dealt: tuple[int, ...] = ()
    racing: tuple[int, ...] = ()
    sent_away: Mapping[int, int] = field(default_factory=dict)
    begun_at: int = 0
    zero_at: int = 0
    held_ms: int = 0
    held_until: int = 0
    ended_ms: int | None = None
    ended_at: int = 0
    deserted: bool = False
    called_off: bool = False
    call: int = 0
    call_due_ms: int = 0
    called_ms: tuple[int, ...] = ()
    daily: DailyDeal | None = None
    session: Session | None = None
    told: bool = False
    agreed: Mapping[int, str] = field(default_factory=dict)
    votes: Mapping[int, str] = field(default_factory=dict)
    ghost: Ghost | None = None
    ghost_deal: str = ""
    series: OfSeries = OfSeries()  # noqa: RUF009 # immutable
    winnable: WinnableDeal | None = None

    @property
    def game(self) -> AnyGame:
        """The rules of the race's game, in which each contestant has a board of their own. Raises
        AssertionError if the contestants play at a common table instead."""
        if isinstance(self.rules, RacingDemon):
            raise AssertionError("the contestants of this race share a table")
        return self.rules

    @property
    def shares_table(self) -> bool:
        """Whether the contestants share a table instead of having boards of their own."""
        return isinstance(self.rules, RacingDemon)

    @property
    def awaits_deal(self) -> bool:
        """Whether the countdown has begun and the winnable deal of the race was not found yet. The
        race cannot start before that."""
        return self.status == "countdown" and self.terms.winnable is not None and not self.winnable

    @property
    def has_chosen_deal(self) -> bool:
        """Whether the race counts for no crown, because the deal is not left to chance: whoever
        races a ghost has chosen a deal, and a winnable deal is one that the solver has won. A deal
        of a leisure race counts for none either, because a crown would tell how a sealed try has
        ended."""
        leisure = self.session is not None and self.session.of_leisure_race
        return self.ghost is not None or self.terms.winnable is not None or leisure

    @property
    def is_sealed(self) -> bool:
        """Whether nobody but the contestant may see anything of this race: it is a try of a leisure
        race (a race on the same deals that each contestant plays alone, within hours or days), and
        the leisure race is not told yet."""
        return self.session is not None and self.session.of_leisure_race and not self.told

    @property
    def is_try(self) -> bool:
        """Whether others play the deal of this race in other rooms. They do if it is a daily deal,
        a deal of a tournament or a crown race, or the deal of a ghost."""
        return self.daily is not None or self.session is not None or self.ghost is not None

    @property
    def origin(self) -> int:
        """The server time at which race time is 0. It is the end of the countdown, plus the time
        that was refunded for outages."""
        return self.zero_at + self.held_ms

    @property
    def bell_at(self) -> int:
        """The server time of the bell, refunds included."""
        return self.origin + self.bell_ms

    @property
    def deadline(self) -> int | None:
        """Server time at which the next step of the race is due: its start, the end of the time for
        a called card, or its bell. None before the countdown and after the end. For a race whose
        winnable deal was not found yet, it is the time at which any process may search for it."""
        if self.awaits_deal:
            return self.zero_at + TAKE_UP_MS
        if self.status == "running" and self.call:
            return min(self.bell_at, self.origin + self.call_due_ms)
        return {"countdown": self.zero_at, "running": self.bell_at}.get(self.status)

    def clock(self, now: int) -> int:
        """Return the race time in milliseconds at server time `now`, from 0 to `bell_ms`, the most
        that a race may take. Once the race has ended, return the race time of its end, even if the
        clock was put back after it to refund an outage of the server."""
        if self.ended_ms is not None:
            return self.ended_ms
        return min(max(0, now - self.origin), self.bell_ms)

    def called_by(self, ms: int) -> int:
        """Return how many cards had been called at race time `ms`."""
        return sum(called <= ms for called in self.called_ms)

    def opened(self, now: int) -> bool:
        """Return whether the secret of the race may be public at server time `now`: the race is
        over, and everybody who plays the same deal in another room has finished it too."""
        if self.session is not None and not self.told:
            return False
        return self.status == "over" and (self.daily is None or now >= self.daily.told_at)

    def counted(self) -> dict[int, str]:
        """Return the nonces that the deal seed is made of, in hexadecimal.

        In an ordinary race they are the nonces of the contestants when the countdown began, by
        seat. In a race of a tournament or crown race (a session) they are the nonces that were
        fixed when the session began, by the number of the player in the session. In a race against
        a ghost they are the nonces of the ghost's race. A daily deal has none.
        """
        if self.is_try:
            return dict(self.agreed)
        return {seat: self.nonces[seat] for seat in self.dealt}


@dataclass(frozen=True, slots=True)
class Room:
    """The state of a room. `seq` is the number of its events. The keys of `seats` are the numbers
    of the seats, from 0; the keys of `races` are the numbers of the races, from 1. `host` is the
    seat that may change the settings and start races; None if the server has seated the players, or
    everybody has left. `invite` is the word that a newcomer must give; None if anybody may join.
    `wins` has the number of races before the current one that each contestant has won, by seat."""

    code: str
    seq: int = 0
    seats: Mapping[int, Seat] = field(default_factory=dict)
    host: int | None = None
    settings: Settings = field(default_factory=Settings)
    invite: str | None = None
    races: Mapping[int, Race] = field(default_factory=dict)
    wins: Mapping[int, int] = field(default_factory=dict)
    event_count: EventCount = EventCount()  # noqa: RUF009 # an immutable tuple
    race: Race = field(init=False, repr=False, compare=False)
    """The current race, which is the last one prepared. It is kept because each move asks for it a
    dozen times. A room without races has none, and raises AttributeError."""

    def __post_init__(self) -> None:
        if self.races:
            object.__setattr__(self, "race", self.races[len(self.races)])

    def playing(self, race: Race) -> set[int]:
        """Return the seats of the contestants of a race who have not left the room."""
        return {seat for seat in race.racing if not self.seats[seat].left}

    def people(self, race: Race) -> list[int]:
        """Return the seats of the contestants of a race, without the computer players that the
        server plays."""
        return [seat for seat in race.racing if self.seats[seat].player is None]

    def race_id(self, race: Race) -> str:
        """Return the id with which the deal seed of a race is made. If the race plays a deal of a
        session or a daily deal, this is the name of the deal. If the race is against a ghost, it is
        the id with which the ghost's deal was made. Otherwise it is the race's own id."""
        if race.ghost is not None:
            return race.ghost_deal
        if race.session is not None:
            return race.session.race
        return race.daily.name if race.daily else race_id(self.code, race.n)

    def seed(self, race: Race) -> bytes:
        """Return the deal seed of a race. It must not leave the server before `Race.opened` returns
        True, because the whole deal follows from it."""
        return deal_seed(race.rules, race.secret, self.race_id(race), race.counted())

    def pack(self, race: Race) -> list[Card]:
        """Return the shuffled pack of a race. Raises AssertionError before the start."""
        if race.status not in ("running", "over"):
            raise AssertionError("the race has no deal before it starts")
        if race.terms.winnable is not None and race.winnable is None:
            raise AssertionError("the race has no deal before it is found")
        k = race.winnable.dealt if race.winnable else 0
        return numbered_pack(race.game, self.seed(race), k)

    def common_table(self, race: Race) -> CommonTable:
        """Return the common table of a race right after the deal, with the contestants in the order
        of `Race.racing`. Raises AssertionError before the start, or if the contestants have boards
        of their own."""
        rules = race.rules
        if race.status not in ("running", "over") or not isinstance(rules, RacingDemon):
            raise AssertionError("the race has no common table")
        start = rules.deal(rules.packs(self.seed(race), len(race.racing)))
        return CommonTable(rules, race.racing, start)

    def seat_of(self, token_hash: str) -> int | None:
        """Return the seat that is held by the token with this hash; None if the token holds none.
        The hash is compared with that of every seat, each in constant time, so that the time taken
        reveals nothing."""
        found = None
        for number, seat in self.seats.items():
            if compare_digest(seat.token_hash, token_hash) and not seat.left:
                found = number
        return found


def deal_seed(rules: Rules, secret: bytes, deal: str, nonces: Mapping[int, str]) -> bytes:
    """Return the seed of a deal. `deal` is the id of its race, or the name of the deal if it is
    played in several rooms; `nonces` are in hexadecimal, by seat or by number."""
    drawn = {number: bytes.fromhex(nonce) for number, nonce in nonces.items()}
    return fairness.deal_seed(secret, deal, rules.slug, canonical(rules.chosen), drawn)


def hot_fields(room: Room, events: Iterable[StoredEvent]) -> dict[str, str | int]:
    """Return the values that the store must have to check the moves of a room's race, as fields of
    a Redis hash. The Lua script `commit_moves.lua` reads them when it stores a move. `room` is the
    room after `events`, which are about to be stored.

    If `events` start a race, the result includes the first values of `active` (number of
    contestants whose games go on), `last` (race time of the last move), `sudden` (1 if the first
    game won ends the race) and `commands` (number of commands at a common table).
    """
    race = room.race
    fields: dict[str, str | int] = {
        "n": race.n,
        "status": race.status,
        "origin": race.origin,
        "bell": race.bell_at,
        "due": race.call_due_ms,
        "covered": "".join(f" {n} " for n, seat in room.seats.items() if seat.covered),
    }
    if any(isinstance(event, RaceStarted) for event in events):
        sudden = int(race.terms.format == "first_out")
        fields |= {"active": len(race.racing), "last": 0, "sudden": sudden, "commands": 0}
    return fields


def late_joiners(room: Room, events: Iterable[StoredEvent]) -> int:
    """Return how many of the given events say that a seat has joined the running race; 0 if the
    race is not running. Seats that join during the countdown are not counted here, because
    `hot_fields` counts them when the race starts."""
    joined = sum(isinstance(event, RaceJoined) for event in events)
    return joined if room.race.status == "running" else 0
