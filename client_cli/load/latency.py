"""Latency of spectators: the delay from a move's acknowledgement until a simulated spectator gets a
message about the move."""

import json
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any


class SpectatorLatency:
    """Measures how long after the acknowledgement of a move the spectator of a room learns of the
    move.

    Spectators learn of moves by progress messages, which say how many moves each contestant has
    made. The delay of a move lasts from its acknowledgement to the first progress message that
    includes the move. It is zero if that message comes before the acknowledgement. A move that the
    spectator has not seen when the race ends is not counted.
    """

    def __init__(self, seen: Callable[[float], None]) -> None:
        self._seen = seen
        self._race, self._open = 0, True
        self._told: dict[int, int] = {}
        self._waiting: dict[int, list[tuple[int, float]]] = {}

    def stored(self, race: int, seat: int, moves: int) -> None:
        """Note that the first `moves` moves of a seat in a race have been acknowledged."""
        self._begin(race)
        if race != self._race or not self._open:
            return
        if moves <= self._told.get(seat, 0):
            self._seen(0.0)
        else:
            self._waiting.setdefault(seat, []).append((moves, perf_counter()))

    def progress(self, data: bytes) -> None:
        """Take a progress message that the spectator has received, and count the delays of the
        moves that the message includes."""
        message: dict[str, Any] = json.loads(data)
        self._begin(message["race"])
        now = perf_counter()
        for standing in message["standings"]:
            seat, moves = standing["seat"], standing["moves"]
            self._told[seat] = moves
            waiting = self._waiting.get(seat, [])
            for _, since in (one for one in waiting if one[0] <= moves):
                self._seen(now - since)
            self._waiting[seat] = [one for one in waiting if one[0] > moves]

    def shut(self) -> None:
        """Note that the spectator's connection is lost. Moves are not counted until `opened` is
        called."""
        self._open, self._waiting = False, {}

    def opened(self, race: int, standings: Sequence[Mapping[str, Any]]) -> None:
        """Note that the spectator has entered the room during race number `race` and has received
        these standings, which say how many moves each contestant has made."""
        self._begin(race)
        self._open = True
        self._told |= {each["seat"]: each["moves"] for each in standings}

    def _begin(self, race: int) -> None:
        if race > self._race:
            self._race, self._told, self._waiting = race, {}, {}
