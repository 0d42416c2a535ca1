"""Fact extractor: derives facts about crown candidates from the events of a room. Pure.

A candidate is an account that tries for a crown, an award for great games (five games of patience)
won in a row. The great games that it has won in a row until now are its run. A fact is something
that counts in a run, such as the beginning or end of a game, or a lost connection
(`engine/crowns/facts.py`). A fact carries the number of its event, and the end of a game carries
the id of its race, so that a fact that is derived again can be recognised. All processes derive the
same facts from the same events.

Server time is that of the clock of Redis, in ms. An outage is a time in which no process could
store anything."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from engine.crowns.facts import (
    ABANDONED,
    GREAT_GAMES,
    LOST,
    RESIGNED,
    TIMEOUT,
    WON,
    Began,
    BreakBegan,
    BreakEnded,
    Ended,
    Fact,
    LineBack,
    LineLost,
    ServerAway,
    WaitBegan,
    WaitEnded,
    ineligible,
)
from protocol.codes import race_id
from server.boards.seat_standing import StoredStanding
from server.rooms.events import (
    Attached,
    Detached,
    RaceEnded,
    RaceHeld,
    RaceJoined,
    RaceStarted,
    ReadySet,
    SeatCovered,
    SeatSilenced,
    StoredEvent,
)
from server.rooms.reducer import after
from server.rooms.state import Race, Room

BRIEF_MS = 1_000
"""A connection that is back within so many milliseconds counts as never lost, so that an unstable
connection does not fill the list of breaks."""


class ToldFact(NamedTuple):
    """A fact (something that counts in the run of a candidate, such as the end of a game), and the
    number of the event from which it was derived.

    `seq` is the number of the event in its room, 0 for the end of a game. `race` is the id of the
    race in which the fact happened. `deal` identifies the deal; it is set only in the fact that a
    game began. A connection that was lost for less than BRIEF_MS has two facts, its loss and its
    return; in each of these two, `pair` is the `seq` of the other. In all other facts `pair` is 0.
    """

    seq: int
    race: str
    fact: Fact
    deal: str = ""
    pair: int = 0

    @property
    def ms(self) -> int:
        """The server time at which the fact, such as the end of a game, happened. If the fact is an
        outage, it is the end of the outage."""
        return self.fact.to_ms if isinstance(self.fact, ServerAway) else self.fact.ms

    @property
    def order(self) -> tuple[int, int]:
        """The key by which facts are sorted by time. Of facts at the same time, losses and returns
        of connections and the beginnings and ends of breaks come last. The beginning of a game
        comes just before them, after all other facts."""
        last = isinstance(self.fact, LineLost | LineBack | BreakBegan | BreakEnded)
        return self.ms, 1 if isinstance(self.fact, Began) else 2 * last


class FactExtractor:
    """A room, and the facts derived from its events so far. A fact is something that counts in the
    run of a candidate, such as the end of a game.

    `fresh` are the ids of the accounts that have facts which are not applied to their runs yet. The
    code that applies the facts removes the ids from `fresh`.
    """

    def __init__(self, code: str) -> None:
        self.room = Room(code)
        self.fresh: set[str] = set()
        self.newly_ended: set[str] = set()
        """The accounts whose game has ended and whose followers were not sent a message about it
        yet."""
        self.unended: set[int] = set()
        """Numbers of the races that have begun and whose final standings were not read yet."""
        self.moves: dict[tuple[int, int], tuple[int, list[int]]] = {}
        """For each (race number, seat): the number of moves that were read, and the race times of
        the moves that the player made."""
        self._told = defaultdict[str, list[ToldFact]](list)
        self._began: dict[tuple[int, int], int] = {}
        self._ended = defaultdict[str, dict[str, ToldFact]](dict)
        self._held = defaultdict[int, list[RaceHeld]](list)
        self._waiting: set[int] = set()
        self._why: dict[int, str] = {}
        self._taken_back: set[tuple[int, int]] = set()
        """The games in which a move was taken back, each as (race number, seat)."""

    def add(self, event: StoredEvent) -> None:
        """Apply the next event of the room, and derive from it the facts about the accounts in the
        room. A fact is something that counts in the run of a candidate, such as the end of a
        game."""
        before, self.room = self.room, after(self.room, event)
        if not self.room.races or self.room.race.rules.slug not in GREAT_GAMES:
            return
        self._wait(event)
        self._race(event)
        if isinstance(event, Attached) and self._plays(event.seat):
            self._line(event.seat, LineBack(event.at))
        held = isinstance(event, Detached) and before.seats[event.seat].connection
        if isinstance(event, Detached) and held == event.connection and self._plays(event.seat):
            self._line(event.seat, LineLost(event.at))
        if isinstance(event, SeatCovered) and self._plays(event.seat):
            fact = BreakBegan(event.at) if event.covered else BreakEnded(event.at)
            self._tell(event.seat, fact)

    def _race(self, event: StoredEvent) -> None:
        """Add the facts that follow from an event about a race: its start, its end, a contestant
        who joins it, or an outage during it. A fact is something that counts in the run of a
        candidate."""
        race = self.room.race
        match event:
            case RaceStarted():
                self.unended.add(race.n)
                for seat in race.racing:
                    self._begin(event, seat)
            case RaceJoined() if race.status == "running":
                self._begin(event, event.seat)
            case RaceHeld():
                if race.status == "running":
                    self._held[race.n].append(event)
                for seat in race.racing:
                    self._tell(seat, ServerAway(event.since, event.until))
            case RaceEnded():
                self.fresh |= {account for seat in race.racing if (account := self.account(seat))}

    def apply_room(self, n: int, standings: Mapping[int, StoredStanding], over: bool) -> None:
        """For every game of race `n` that has ended, add its end to the facts of the account that
        played it. `standings` have for each seat how far its game has come or how it has ended.

        `over` says that the standings were read after the end of the race; then all games have
        ended.
        """
        race = self.room.races[n]
        for seat in race.racing:
            account, known = self.account(seat), standings.get(seat)
            if known is not None and not known.clean:
                self._taken_back.add((n, seat))
            name = race_id(self.room.code, n)
            if account is None or (n, seat) not in self._began or name in self._ended[account]:
                continue
            ended_ms = known.ended_ms if known and known.result is not None else race.ended_ms
            if ended_ms is not None and (over or (known and known.result is not None)):
                result = self._result(seat, known)
                # The engine needs an end after the beginning, even of a game that ends at once.
                at = max(self.server_ms(race, ended_ms), self._began[n, seat] + 1)
                untouched = not known or known.moves == (known.reason == RESIGNED)
                fact = Ended(at, name, result, ended_ms, untouched)
                self._ended[account][name] = ToldFact(0, name, fact)
                self.fresh.add(account)
                self.newly_ended.add(account)
        if over:
            self.unended.discard(n)

    def since(self, account: str, seq: int, playing: str) -> list[ToldFact]:
        """Return the facts (such as the end of a game) about an account after event number `seq`,
        in order.

        The end of a game has no event number. It is included if the game began after `seq`, or was
        played in the race with the id `playing`. If a connection was lost after `seq` for
        less than BRIEF_MS, neither its loss nor its return is included. If it was lost before
        `seq`, its return is included, because the loss may have been applied already.
        """
        news, races = list[ToldFact](), {playing}
        for told in self._told.get(account, ()):
            if told.seq <= seq:
                continue
            lost = isinstance(told.fact, LineLost) and told.pair
            back = isinstance(told.fact, LineBack) and told.pair > seq
            if not lost and not back:
                news.append(told)
            if isinstance(told.fact, Began):
                races.add(told.race)
        ends = self._ended.get(account, {})
        news += [ends[race] for race in races if race in ends]
        return sorted(news, key=lambda told: told.order)

    def seat_in(self, n: int, account: str) -> int | None:
        """Return the seat on which an account races, or has raced, in race `n`; None if there is
        none."""
        race = self.room.races.get(n)
        return next((s for s in race.racing if self.account(s) == account), None) if race else None

    def counts(self, n: int, account: str) -> bool:
        """Return whether the moves of the account's game in race `n` allow it to count for a crown.
        They do unless the player has taken back a move or asked for a hint."""
        seat = self.seat_in(n, account)
        return seat is None or (n, seat) not in self._taken_back

    def under_way(self, account: str) -> tuple[str, str] | None:
        """Return (game, race id) of the account's game in progress; None if there is none."""
        if not self.room.races or self.room.race.status != "running":
            return None
        race, name = self.room.race, self._race_id
        if self.seat_in(race.n, account) is None or name in self._ended.get(account, {}):
            return None
        return race.rules.slug, name

    def server_ms(self, race: Race, ms: int) -> int:
        """Return the server time at which `ms` milliseconds of race time had passed.

        Race time is the time since the race began, without outages: an outage is refunded, that is,
        not counted. Only outages before this moment make the result later.
        """
        origin = race.zero_at
        for held in self._held[race.n]:
            if ms > held.since - origin:
                origin += held.ms
        return origin + ms

    @property
    def _race_id(self) -> str:
        """The id of the room's latest race."""
        return race_id(self.room.code, self.room.race.n)

    def account(self, seat: int) -> str | None:
        """Return the id of the account that holds a seat, if it can win crowns; None if the seat is
        held by a bot or by a guest, who has no account."""
        found = self.room.seats[seat]
        return None if found.bot else found.account

    def _result(self, seat: int, known: StoredStanding | None) -> str:
        """Return how a seat's game ended: one of the results that `engine/crowns/facts.py`
        defines."""
        if known is None or known.result is None:
            return TIMEOUT
        if known.result == "won":
            return WON if known.clean else LOST
        if known.reason == RESIGNED:
            return ABANDONED if self.room.seats[seat].kicked else RESIGNED
        return TIMEOUT if known.reason == TIMEOUT else LOST

    def _plays(self, seat: int) -> bool:
        """Return whether a seat takes part in the race that is running."""
        return self.room.race.status == "running" and seat in self.room.race.racing

    def _begin(self, event: RaceStarted | RaceJoined, seat: int) -> None:
        """Add the two facts with which the game of a seat begins in the run of its candidate: that
        the game begins, and whether the player is connected."""
        room, race = self.room, self.room.race
        self._began[race.n, seat] = event.at
        began = Began(event.at, race.rules.slug, self._race_id, self._ineligible(race))
        self._tell(seat, began, room.race_id(race))
        gone = room.seats[seat].connection is None
        self._tell(seat, LineLost(event.at) if gone else LineBack(event.at))

    def _ineligible(self, race: Race) -> str:
        """Return the reason why games of a race cannot count for a crown; an empty text if they
        can."""
        if race.n not in self._why:
            seen = race.has_chosen_deal
            self._why[race.n] = ineligible(race.rules.slug, race.rules.chosen, seen=seen)
        return self._why[race.n]

    def _line(self, seat: int, fact: LineLost | LineBack) -> None:
        """Add the loss or the return of a player's connection to the facts of the player's account.
        If the connection returns within BRIEF_MS, the two facts are marked as a pair, so that
        neither counts."""
        told = self._told[self.account(seat) or ""]
        last = told[-1] if told else None
        lost = last and isinstance(last.fact, LineLost) and fact.ms - last.ms < BRIEF_MS
        if last and lost and isinstance(fact, LineBack) and last.race == self._race_id:
            told[-1] = last._replace(pair=self.room.seq)
            self._tell(seat, fact, pair=last.seq)
        else:
            self._tell(seat, fact)

    def _wait(self, event: StoredEvent) -> None:
        """For each seat that begins or stops waiting for others because of this event, add a fact
        that says so to the facts of its account."""
        seats = (
            (event.seat,)
            if isinstance(event, ReadySet | Attached | Detached | RaceJoined | SeatSilenced)
            else tuple(self.room.seats)
        )
        for seat in seats:
            waits = self._waits(seat)
            if waits != (seat in self._waiting):
                self._waiting ^= {seat}
                self._tell(seat, WaitBegan(event.at) if waits else WaitEnded(event.at))

    def _waits(self, number: int) -> bool:
        """Return whether the player of a seat is waiting for others before a race. This is so in
        the countdown. Before it, a player waits who is connected and ready; the host does not wait,
        because the host could start the race."""
        room, race, seat = self.room, self.room.race, self.room.seats[number]
        if seat.left or seat.connection is None or self._ineligible(race):
            return False
        if race.status == "countdown":
            return number in race.racing
        return race.status == "lobby" and number in race.nonces and number != room.host

    def _tell(self, seat: int, fact: Fact, deal: str = "", pair: int = 0) -> None:
        """Add a fact (something that counts in the run of a candidate) to the facts of the account
        on a seat. Do nothing if the seat has no account."""
        account = self.account(seat)
        if account is not None:
            self._told[account].append(ToldFact(self.room.seq, self._race_id, fact, deal, pair))
            self.fresh.add(account)
