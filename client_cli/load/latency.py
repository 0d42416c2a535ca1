"""How long after its acknowledgement a move is seen by whoever watches."""

import json
from collections.abc import Callable, Mapping, Sequence
from time import perf_counter
from typing import Any


class Sight:
    """What the watcher of one room has been told, beside what contestants know to be stored.

    A move counts from the moment its contestant has heard of it to the first numbers that hold it.
    Numbers that arrive before the acknowledgement count as no delay; the end of a race tells all
    the rest, and what was on its way then is not counted.
    """

    def __init__(self, seen: Callable[[float], None]) -> None:
        self._seen = seen
        self._race, self._open = 0, True
        self._told: dict[int, int] = {}
        self._waiting: dict[int, list[tuple[int, float]]] = {}

    def stored(self, race: int, seat: int, moves: int) -> None:
        """A contestant has heard that so many moves of theirs are stored."""
        self._begin(race)
        if race != self._race or not self._open:
            return
        if moves <= self._told.get(seat, 0):
            self._seen(0.0)
        else:
            self._waiting.setdefault(seat, []).append((moves, perf_counter()))

    def progress(self, data: bytes) -> None:
        """The watcher has been told the numbers of some seats."""
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
        """The watcher has lost their line: what is stored until they are back is not counted."""
        self._open, self._waiting = False, {}

    def opened(self, race: int, standings: Sequence[Mapping[str, Any]]) -> None:
        """The watcher has come, and found it so."""
        self._begin(race)
        self._open = True
        self._told |= {each["seat"]: each["moves"] for each in standings}

    def _begin(self, race: int) -> None:
        if race > self._race:
            self._race, self._told, self._waiting = race, {}, {}
