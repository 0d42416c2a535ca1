"""A simulated player: a bot with a seat that makes legal moves after random thinking times.

The load is open-loop: the thinking time before a move starts when the previous move *was* due, not
when its answer came. A slow server therefore cannot lower the load, and its delays are counted in
full. Without thinking times a move is due when the answer to the previous move has come.
"""

import asyncio
import json
import secrets
from collections.abc import Sequence
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol

from client_cli.load.client import LoadClient, LoadConnectionLost, Message
from client_cli.load.counters import LoadCounters
from client_cli.load.plan import ThinkTime
from engine.computer_players.player import Player
from engine.games import AnyGame
from engine.view import View
from protocol.retries import retry_after_ms
from protocol.texts import _

if TYPE_CHECKING:
    from client_cli.load.latency import SpectatorLatency

MOST_MOVES = 2_000
"""A bot resigns after so many moves, because in some games cards can move to and fro for ever."""
TIMER_S = 0.002
"""Accuracy of timers in seconds. A move that is sent no later than this after it was due counts as
sent in time."""
MOVED = b'{"type":"moved"'
PROGRESS = b'{"type":"progress"'
AFTER_THE_END = ("race_over", "game_over", "race_not_running", "wrong_race")
RESIGN = "resign"


class PartyHost(Protocol):
    """What a contestant needs to know of its room, and what it reports to the room. Implemented by
    `Party`."""

    rules: AnyGame
    code: str
    bell_ms: int
    ending: bool
    sights: Sequence["SpectatorLatency"]

    def begun(self) -> None:
        """Note that a contestant has been dealt its cards."""

    def over(self, race: int, seat: int, results: list[dict[str, Any]]) -> None:
        """Take the results of race number `race` as the contestant on this seat has received
        them."""

    def lost(self, what: str) -> None:
        """Report that the server has lost an acknowledged move. `what` is a sentence that names the
        race."""


class LoadContestant(LoadClient):
    """A simulated player. It takes a seat (a numbered place) in a room and keeps it for several
    races."""

    def __init__(
        self,
        url: str,
        tally: LoadCounters,
        rng: Random,
        party: PartyHost,
        think: ThinkTime,
        name: str,
    ) -> None:
        super().__init__(url, tally, rng)
        self.acknowledged: dict[int, dict[int, str]] = {}
        """The text of every acknowledged move, by the number of its race and by its ply."""
        self.seat = -1
        self._party, self._think, self._name = party, think, name
        self._token = secrets.token_urlsafe(24)
        self._race = self._ply = 0
        self._playing = False
        self._player: Player | None = None
        self._view = View({}, {})
        self._move = ""
        self._sent = (0, 0, "")
        self._asked_id: int | None = None
        """Id of the `play` request that the server has not answered yet; None if there is none."""
        self._due = self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def awaits(self) -> bool:
        """Whether a move has been sent and not yet been acknowledged."""
        return self.up.is_set() and self._asked_id is not None

    # Taking and resuming a seat. ------------------------------------------------------------------

    async def enter(self) -> None:
        party, seat = self._party, {"token": self._token}
        if self.seat >= 0:
            room = await self.ask_in("resume", code=party.code, **seat)
            if room.get("code") in ("unknown_seat", "unknown_room"):
                party.lost(_("{code}: the seat of {name}", code=party.code, name=self._name))
        elif not party.code:
            room = await self.ask_in(
                "create", game=party.rules.slug, bell_ms=party.bell_ms, name=self._name, **seat
            )
        else:
            room = await self.ask_in("join", code=party.code, name=self._name, bot=True, **seat)
            if room.get("code") == "already_joined":  # the answer to a join was lost
                room = await self.ask_in("resume", code=party.code, **seat)
        if room["type"] != "room":
            raise LoadConnectionLost
        party.code, self.seat = room["code"], room["seat"]
        self._look_round(room)

    def move_out(self) -> None:
        """Close the connection and forget the seat, so that the next call of `come` takes a new
        seat."""
        self.close()
        self.seat, self._token = -1, secrets.token_urlsafe(24)
        self._race = self._ply = 0

    def paused(self, cut: bool) -> None:
        self._still()
        self._asked_id = None
        if cut:  # a delay that the test caused itself does not count
            self._due = perf_counter() + self._think.draw(self.rng)

    def _look_round(self, room: Message) -> None:
        """Take over the state of a room after entering it: the current frame of a watched deal, the
        player's table, and the results of a finished race."""
        if room["frame"] is not None:
            self.event(room["frame"])
        if room["table"] is not None:
            self._table(room["table"], sure=True)
        race = room["race"]
        if race["status"] == "over" and room["results"] is not None:
            self._end(race["n"], room["results"])

    # Messages from the server. --------------------------------------------------------------------

    def quick(self, data: bytes) -> bool:
        if data.startswith(PROGRESS):
            return True
        if not data.startswith(MOVED):
            return False
        self._moved(json.loads(data))
        return True

    def event(self, message: Message) -> None:
        match message["type"]:
            case "table":
                self._table(message, sure=message["id"] is not None)
            case "moved":  # from a server that formats JSON in another way
                self._moved(message)
            case "frame" if message["frame"] < message["of"]:
                self._party.begun()
                self.post("next_frame", race=message["race"], frame=message["frame"] + 1)
            case "over":
                self._end(message["race"], message["results"])
            case "refused":
                self._refused(message)

    def _table(self, message: Message, *, sure: bool) -> None:
        """Take over the player's table and choose the next move.

        A table that was not asked for (`sure` is False) is ignored if acknowledged moves are newer.
        A fault is reported if acknowledged moves are missing from the table.
        """
        race, ply = message["race"], message["ply"]
        if race > self._race:
            self._due = perf_counter() + self._think.draw(self.rng)
            self._player = Player(self._party.rules, "random", self.rng.randrange, MOST_MOVES)
            self._party.begun()
        elif ply < self._ply and not sure:
            return  # the table is older than the moves acknowledged since
        stored = self.acknowledged.setdefault(race, {})
        if stored and ply <= max(stored):
            known = _(
                "{moves} moves were acknowledged, {ply} are there", moves=max(stored) + 1, ply=ply
            )
            where = f"{self._party.code}-{race}"
            self._party.lost(
                _("{race}, seat {seat}: {known}", race=where, seat=self.seat, known=known)
            )
        self._race, self._ply = race, ply
        self._view = View.from_json(message["view"])
        self._playing = message["over"] is None
        self._asked_id = None
        self._go_on()

    def _moved(self, message: Message) -> None:
        now, ply = perf_counter(), message["ply"]
        if message["id"] is not None and message["id"] == self._asked_id:
            self._asked_id = None
            second = self.tally.now
            second.moves += 1
            second.acknowledged.add(now - self._since)
            self.acknowledged[self._race][ply - 1] = self._move
            for sight in self._party.sights:
                sight.stored(self._race, self.seat, ply)
        self._ply = ply
        self._view = self._view.after(View.from_json(message["changed"]))
        self._playing = message["over"] is None
        self._due = (self._due if self._think.mean_s else now) + self._think.draw(self.rng)
        self._go_on()

    def _refused(self, message: Message) -> None:
        code = message["code"]
        if code in AFTER_THE_END:
            self._playing, self._asked_id = False, None
            return
        self.tally.failed(code)
        mine = message["id"] == self._asked_id
        after_ms = retry_after_ms(code, "play" if mine else "look")
        if mine and after_ms is not None:  # send again; its delay still counts from when it was due
            self._timer = self.loop.call_later(after_ms / 1000, self._send)
        elif mine:
            self._asked_id = None
            self.post("look")
        elif after_ms is not None:
            self._timer = self.loop.call_later(after_ms / 1000, self.post, "look")

    def _end(self, race: int, results: list[dict[str, Any]]) -> None:
        self._still()
        self._playing, self._asked_id = False, None
        self._party.over(race, self.seat, results)

    # Moving. --------------------------------------------------------------------------------------

    def resign(self) -> None:
        """Resign the race now. If a move is still unanswered, nothing happens: `_go_on` resigns
        after its answer."""
        if self._playing and self._asked_id is None and self.up.is_set():
            self._still()
            self._choose()
            self._send()

    def _go_on(self) -> None:
        """Choose the next move, and send it at the time at which it is due, or at once if it is
        overdue."""
        self._still()
        if not self._playing:
            return
        self._choose()
        left = 0.0 if self._party.ending else self._due - perf_counter()
        if left > 0:
            self._timer = self.loop.call_later(left, self._send)
        else:
            self._send()

    def _choose(self) -> None:
        rules = self._party.rules
        if self._sent[:2] == (self._race, self._ply):  # sent before the line was lost
            self._move = self._sent[2]
        elif self._party.ending or self._player is None:
            self._move = RESIGN
        else:
            self._move = rules.codec.to_text(self._player.move(rules.state_of(self._view)))

    def _send(self) -> None:
        self._timer = None
        if self._asked_id is None:
            now = perf_counter()
            self._since = now if now - self._due < TIMER_S else self._due
        self._asked_id = self.next_id()
        self._sent = (self._race, self._ply, self._move)
        self.say(
            b'{"type":"play","id":%d,"race":%d,"ply":%d,"move":"%s"}'
            % (self._asked_id, self._race, self._ply, self._move.encode())
        )

    def _still(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
