"""The referee's state of a room, and how its races proceed as time passes."""

from dataclasses import dataclass, field
from typing import Any

from engine.games import game
from engine.options import canonical
from engine.races.fairness import commitment, deal_seed
from engine.races.ranking import rank
from engine.races.terms import Terms, terms
from tests.server.machine.accounts import Account
from tests.server.machine.board import Answer, Board

USUAL: Answer = {
    "size": 500, "locked": False, "invite_only": False, "late": False, "bots": True,
    "boards": "everybody", "delay_ms": 0, "listed": False,
}  # fmt: skip


@dataclass
class Seat:
    """A seat. `line` is the name of the connection that holds it; while none does, `missed` is the
    number of the first event not heard there."""

    name: str
    token: str
    line: str | None
    left: bool = False
    kicked: bool = False
    aside: bool = False
    silent: bool = False
    covered: bool = False
    bot: bool = False
    account: Account | None = None
    missed: int = 0
    away_at: int = 0


@dataclass
class Race:
    n: int
    status: str = "lobby"
    secret: bytes = b""
    nonces: dict[int, str] = field(default_factory=dict)
    counted: dict[int, str] = field(default_factory=dict)
    racing: list[int] = field(default_factory=list)
    boards: dict[int, Board] = field(default_factory=dict)
    zero_at: int = 0
    ended_ms: int = 0
    call_due_ms: int = 0
    called_ms: list[int] = field(default_factory=list)
    pack: list[Any] = field(default_factory=list)
    seed: bytes = b""

    @property
    def over(self) -> bool:
        return self.status == "over"


class Room:
    """The room as it must be at `now`. `events` has what everybody in it is told, each with the
    fields it must have."""

    def __init__(
        self, slug: str, chosen: dict[str, Any], bell_ms: int, countdown_ms: int, now: int
    ) -> None:
        self.rules = game(slug)
        self.terms: Terms = terms(self.rules, chosen)
        self.bell_ms, self.countdown_ms, self.now = bell_ms, countdown_ms, now
        self.code: str | None = None
        self.invite: str | None = None
        self.settings = dict(USUAL)
        self.seats: list[Seat] = []
        self.host: int | None = None
        self.races: list[Race] = []
        self.events: list[Answer] = []

    @property
    def race(self) -> Race:
        return self.races[-1]

    @property
    def calls(self) -> bool:
        return self.terms.call_ms is not None

    @property
    def call(self) -> int | None:
        """The number of the card called last; None if cards are not called."""
        return len(self.race.called_ms) if self.calls else None

    def clock(self) -> int:
        race = self.race
        return min(max(0, self.now - race.zero_at), race.ended_ms if race.over else self.bell_ms)

    def tell(self, kind: str, **fields: Any) -> None:
        self.events.append({"type": kind, **fields})

    def race_event(self, kind: str, **fields: Any) -> None:
        self.tell(kind, race=self.race.n, **fields)

    def account_seats(self, seat: int | None, account: Account | None) -> set[int]:
        """The seats in the race that belong to a seat's owner."""
        own = {i for i in self.race.racing if account and self.seats[i].account is account}
        return own | ({seat} if seat is not None and seat in self.race.racing else set())

    def playing(self) -> dict[int, Board]:
        """The boards of those who have not left for good."""
        return {i: b for i, b in self.race.boards.items() if not self.seats[i].left}

    # The race. ------------------------------------------------------------------------------

    def begin(self) -> None:
        race = self.race
        race.status, race.counted, race.racing = "countdown", dict(race.nonces), sorted(race.nonces)
        race.zero_at = self.now + self.countdown_ms
        self.race_event("countdown", starts_in_ms=self.countdown_ms, racing=list(race.racing))

    def deadline(self) -> int | None:
        """When the next timer is due; None if there is none."""
        race = self.race
        if race.status == "countdown":
            return race.zero_at
        if race.status != "running":
            return None
        bell_at = race.zero_at + self.bell_ms
        return min(bell_at, race.zero_at + race.call_due_ms) if self.calls else bell_at

    def come_to(self, now: int) -> None:
        """Advance to a time; timers due by then have fired."""
        self.now = now
        race = self.race
        if race.status == "countdown" and now >= race.zero_at:
            self._start()
        elif race.status == "running" and now >= race.zero_at + self.bell_ms:
            self._end(self.bell_ms)
        elif race.status == "running" and self.calls and self.clock() >= race.call_due_ms:
            for board in self._to_place().values():
                board.laid_for_them.add(board.ply)
                board.play(board.rules.codec.to_text(board.rules.legal(board.states[-1]).moves[0]),
                           self.clock())  # fmt: skip
            self.noticed()

    def _start(self) -> None:
        race, rules = self.race, self.rules
        race.status = "running"
        nonces = {seat: bytes.fromhex(nonce) for seat, nonce in race.counted.items()}
        race_id = f"{self.code}-{race.n}"
        options = canonical(rules.chosen)
        race.seed = deal_seed(race.secret, race_id, rules.slug, options, nonces)
        race.pack = rules.pack(race.seed)
        race.boards = {seat: self.dealt() for seat in race.racing}
        self.race_event("started")
        if not self.playing():
            self._end(0)
        elif self.calls:
            self._call_next()

    def dealt(self) -> Board:
        return Board(self.rules, self.race.pack, self.terms.take_back)

    def _call_next(self) -> None:
        race, call_ms = self.race, self.terms.call_ms or 0
        race.called_ms.append(self.clock())
        race.call_due_ms = self.clock() + call_ms
        self.race_event("called", call=len(race.called_ms), call_ms=call_ms)

    def waits_for_one(self) -> bool:
        """Whether one more card laid may cause the next call."""
        return self.race.status == "running" and len(self._to_place()) <= 1

    def _to_place(self) -> dict[int, Board]:
        call = self.call or 0
        return {i: b for i, b in self.playing().items() if not b.over and b.ply < call}

    def noticed(self) -> None:
        """After a move or a departure, end the race or call the next card if it is time."""
        race = self.race
        if race.status != "running":
            return
        ended = [(b.ended_ms or 0, b) for b in race.boards.values() if b.over]
        out = [ms for ms, b in ended if b.states[-1].over.result == "won"]  # type: ignore[union-attr]
        if out and self.terms.format == "first_out":
            self._end(min(out))
        elif all(board.over for board in self.playing().values()):
            self._end(max((ms for ms, _ in ended), default=0))
        elif self.calls and not self._to_place():
            self._call_next()

    def _end(self, ms: int) -> None:
        self.race.status, self.race.ended_ms = "over", ms
        for seat in self.seats:
            seat.covered = False
        self.race_event("over", ended_ms=ms, results=self.results(), opened=self.opened())

    def results(self) -> list[Answer]:
        race = self.race
        standings = [board.standing(seat, race.ended_ms) for seat, board in race.boards.items()]
        return [
            {"place": placed.place, "standing": {**placed.standing._asdict(),
             "progress": self.rules.progress(race.boards[placed.standing.seat].states[-1])}}
            for placed in rank(standings, self.rules.ranked_by, self.terms.winners)
        ]  # fmt: skip

    def opened(self) -> Answer:
        race = self.race
        return {"secret": race.secret.hex(), "nonces": {str(i): n for i, n in race.counted.items()}}

    # What everybody sees. -------------------------------------------------------------------

    def whole(self) -> Answer:
        """The room as it is shown to somebody without a seat."""
        race, running = self.race, self.race.status in ("running", "over")
        members = [
            {"seat": i, "name": seat.name, "here": seat.line is not None,
             "ready": i in race.nonces, "racing": i in race.racing, "aside": seat.aside,
             "silent": seat.silent, "covered": seat.covered, "bot": seat.bot,
             "claimed": seat.account is not None, "left": seat.left}
            for i, seat in enumerate(self.seats)
            if not seat.left or i in race.racing
        ]  # fmt: skip
        standings = [
            {"seat": i, **board.numbers(board.ply, over=race.over)}
            for i, board in sorted(race.boards.items())
        ]
        counting = race.status == "countdown"
        called = race.status == "running" and self.calls
        return {
            "seq": len(self.events),
            "host": self.host,
            "settings": self.settings,
            "invite": None,
            "members": members,
            "standings": standings,
            "results": self.results() if race.over else None,
            "opened": self.opened() if race.over else None,
            "race": {
                "n": race.n,
                "status": race.status,
                "commitment": commitment(race.secret),
                "starts_in_ms": race.zero_at - self.now if counting else None,
                "clock_ms": self.clock() if running else None,
                "call": len(race.called_ms) or None,
                "call_ms": max(0, race.call_due_ms - self.clock()) if called else None,
            },
        }
