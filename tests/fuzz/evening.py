"""Fuzz target for rooms: a text with an action or a time step on each line.

Events are decided and reduced as in the server, and invariants are checked after each line.
"""

from collections.abc import Callable
from functools import cache
from typing import ClassVar

from engine.games import GAMES, AnyGame, game
from engine.races.board import GameBoard
from engine.races.terms import formats
from protocol.from_client import Create, Join, Terms
from protocol.rooms.room_settings import Settings
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal
from server.rooms import breaks, commands, events, membership, next_race, race_timeouts
from server.rooms.commands import Change, SeatOwner
from server.rooms.reducer import after, fold
from server.rooms.state import Room

MOST_LINES = 80
SECRET = bytes(range(32))
COUNTDOWN_MS = 5_000
BELL_MS = 60_000
NOON = 1_795_262_400_000
SETTLED = 4
"""Timers that may be due at one moment: zero, its call, and an end."""


def evening(text: str) -> str:
    """Run the text. Return the final state of the race."""
    first, *lines = text.splitlines()[:MOST_LINES] or [""]
    world = World(*_numbers(first))
    for line in lines:
        deed, *_ = line.split(" ")
        if deed in World.DEEDS:
            world.do(deed, *_numbers(line))
    world.looked_at_again()
    return world.room.race.status


def _numbers(line: str) -> tuple[int, int]:
    """The first two whole numbers of a line, 0 for missing ones."""
    words = [word for word in line.split(" ") if word.isascii() and word.isdigit()]
    found = [int(word[:9]) for word in words[:2]]
    a, b, *_ = *found, 0, 0
    return a, b


class World:
    """One room and its state."""

    def __init__(self, a: int, b: int) -> None:
        slug = list(GAMES)[a % len(GAMES)]
        names = formats(game(slug))
        chosen = names[b % len(names)]
        called = 5_000 if chosen == "caller" else None
        request = Create(
            id=1,
            game=slug,
            terms=Terms.model_validate({"format": chosen, "call_ms": called}),
            bell_ms=BELL_MS,
            name="Anna",
            token="a" * 22,
        )
        self.now = NOON
        self.told: list[bytes] = []
        self.room = Room("KQ74TX")
        self.numbers: dict[int, StoredStanding] = {}
        self._take(commands.create(request, "c:0", SECRET, "ABCDEFGH", self.now, SeatOwner("a0")))

    def do(self, deed: str, a: int, b: int) -> None:
        """Try an action."""
        seats = len(self.room.seats)
        try:
            change = World.DEEDS[deed](self, a % seats, b)
        except Refusal:
            return
        self._take(change)
        self._due()
        self._holds()

    # Actions. -----------------------------------------------------------------------------------

    def join(self, _: int, b: int) -> Change:
        number = b % 40
        request = Join(id=1, code="KQ74TX", name=f"P{number}", token=f"{number:022}")
        account = SeatOwner(f"a{number}") if number % 2 else SeatOwner()
        return membership.join(self.room, request, f"c:{number}", self.now, account)

    def ready(self, a: int, b: int) -> Change:
        return commands.ready(self.room, a, f"{b:032x}", COUNTDOWN_MS, self.now)

    def unready(self, a: int, _: int) -> Change:
        return commands.unready(self.room, a, self.now)

    def start(self, a: int, _: int) -> Change:
        return commands.start(self.room, a, COUNTDOWN_MS, self.now)

    def rematch(self, a: int, _: int) -> Change:
        return next_race.rematch(self.room, a, self.numbers, SECRET, self.now)

    def vote(self, a: int, b: int) -> Change:
        slug = ("aces_up", "demon", "poker_patience", "no_game")[b % 4]
        return next_race.vote(self.room, a, slug, self.numbers, SECRET, self.now)

    def leave(self, a: int, _: int) -> Change:
        return commands.leave(self.room, a, COUNTDOWN_MS, self.now)

    def kick(self, a: int, b: int) -> Change:
        return membership.kick(self.room, a, b % len(self.room.seats), COUNTDOWN_MS, self.now)

    def silence(self, a: int, b: int) -> Change:
        return membership.silence(self.room, a, b % len(self.room.seats), b % 2 == 0, self.now)

    def aside(self, a: int, b: int) -> Change:
        return membership.stand_aside(self.room, a, b % 2 == 0, COUNTDOWN_MS, self.now)

    def late(self, a: int, b: int) -> Change:
        return membership.join_race(self.room, a, b % 4, self.now)

    def host(self, a: int, _: int) -> Change:
        return membership.take_host(self.room, a, self.now)

    def settings(self, a: int, b: int) -> Change:
        boards = ("nobody", "done", "everybody")[b % 3]
        chosen = Settings(late=b % 2 == 0, locked=b % 5 == 0, boards=boards)  # type: ignore[arg-type]
        return membership.change_settings(self.room, a, chosen, "ABCDEFGH", self.now)

    def cover(self, a: int, _: int) -> Change:
        over = a in self.numbers and self.numbers[a].ended_ms is not None
        return breaks.begin(self.room, a, over, self.now)

    def uncover(self, a: int, _: int) -> Change:
        return breaks.end(self.room, a, self.now)

    def cut(self, a: int, _: int) -> Change:
        return commands.detach(self.room, a, self.room.seats[a].connection or "", self.now)

    def back(self, a: int, b: int) -> Change:
        return commands.attach(self.room, a, f"c:{b}", self.now)

    def wait(self, _: int, b: int) -> Change:
        self.now += b
        return ()

    def away(self, _: int, b: int) -> Change:
        since, self.now = self.now, self.now + b
        return race_timeouts.refund_outage(self.room, since, self.now, self.now)

    def move(self, a: int, b: int) -> Change:
        """The next stored move of a seat; every tenth one wins the game."""
        mine, race = self.numbers.get(a), self.room.race
        if mine is None or mine.ended_ms is not None or race.status != "running":
            return ()
        ms = race.clock(self.now)
        mine = mine._replace(moves=mine.moves + 1, reached_ms=ms)
        if b % 10 == 0:
            mine = mine._replace(result="won", ended_ms=ms)
        self.numbers[a] = mine
        return ()

    DEEDS: ClassVar[dict[str, Callable[["World", int, int], Change]]] = {
        work.__name__: work
        for work in (
            join, ready, unready, start, rematch, leave, kick, silence, aside, late, host,
            settings, cover, uncover, cut, back, wait, away, move, vote,
        )
    }  # fmt: skip

    # Consequences. ------------------------------------------------------------------------------

    def _take(self, change: Change) -> None:
        for event in change:
            line = events.dump(event)
            assert events.load(line) == event
            self.told.append(line)
            before = self.room
            self.room = after(self.room, event)
            assert self.room.seq == before.seq + 1
            if len(self.room.races) != len(before.races) or not self.room.race.racing:
                self.numbers = {}
            for seat in self.room.race.racing:
                self.numbers.setdefault(seat, _start(self.room.race.rules))

    def _due(self) -> None:
        """Fire due timers, and resign for those who have left."""
        for _ in range(SETTLED):
            for seat in race_timeouts.unresigned_leavers(self.room, self.numbers):
                ms = self.room.race.clock(self.now)
                mine = self.numbers[seat]
                mine = mine._replace(result="lost", reason="resigned", ended_ms=ms)
                self.numbers[seat] = mine
            if self.room.race.call and self.room.race.clock(self.now) >= self.room.race.call_due_ms:
                for seat in race_timeouts.to_place(self.room, self.numbers):
                    mine = self.numbers[seat]
                    self.numbers[seat] = mine._replace(moves=mine.moves + 1)
            change = race_timeouts.due(self.room, self.numbers, self.now)
            if not change:
                return
            self._take(change)
        assert self.room.race.call, "the same falls due again and again"

    def _holds(self) -> None:
        room, race = self.room, self.room.race
        under_way = race.status in ("countdown", "running")
        assert (race.deadline is not None) == under_way
        assert set(race.racing) <= set(room.seats)
        assert room.playing(race) <= set(race.racing)
        assert room.host is None or not room.seats[room.host].left
        assert 0 <= race.clock(self.now) <= race.bell_ms
        assert race.status != "over" or race.ended_ms is not None

    def looked_at_again(self) -> None:
        """Check that another process reduces the events to the same state."""
        assert fold(Room("KQ74TX"), map(events.load, self.told)) == self.room


@cache
def _start(rules: AnyGame) -> StoredStanding:
    return StoredStanding.start(rules, GameBoard.start(rules, rules.pack(SECRET)))
