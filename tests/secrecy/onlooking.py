"""Checks what spectators were shown and told, and when."""

import json
from typing import Any

from tests.secrecy.recorder import RoomRecord
from tests.secrecy.referee import Seen

SLACK_S = 0.1
"""Seconds of tolerance: race time is whole milliseconds of a clock that is repeatedly adjusted."""

Sent = dict[tuple[int, int, int], float]


def moves_sent(record: RoomRecord) -> Sent:
    """When each move was first sent, by race, seat and ply; no move is stored before."""
    sent: Sent = {}
    for tape in record.tapes:
        seat: int | None = None
        for entry in tape.entries:
            try:
                message = json.loads(entry.text)
            except (ValueError, RecursionError):
                continue
            if not isinstance(message, dict):
                continue
            if entry.kind == "frame" and message.get("type") == "room":
                seat = message["seat"]
            n, ply = message.get("race"), message.get("ply")
            plays = entry.kind == "sent" and message.get("type") == "play"
            if plays and seat is not None and type(n) is int and type(ply) is int:
                sent.setdefault((n, seat, ply), entry.s)
    return sent


class Onlooker:
    """What somebody may see of the boards of others, as far as they were told."""

    def __init__(self, sent: Sent) -> None:
        self.settings: dict[str, Any] = {}
        self.running: int | None = None
        """The race in progress."""
        self.silenced: set[int] = set()
        self.done: set[int] = set()
        """Races in which the own game has ended."""
        self._sent = sent

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] in ("room", "settings_changed"):
            self.settings = message["settings"]
        match message["type"]:
            case "room":
                race = message["race"]
                self.running = race["n"] if race["status"] == "running" else None
                self.silenced = {m["seat"] for m in message["members"] if m["silent"]}
            case "started":
                self.running = message["race"]
            case "over" | "next_race":
                self.running = None
            case "silenced":
                seat = {message["seat"]}
                self.silenced = self.silenced - seat | (seat if message["silent"] else set())
            case "table" | "moved" if message["over"]:
                self.done.add(message["race"])

    def why_not(self, n: int, *, is_open: bool, contestant: bool) -> str | None:
        """Why somebody may see no board of a race; None if they may."""
        if is_open:
            return None
        if contestant and n not in self.done:
            return "a board of others for somebody who plays the deal"
        if self.settings["late"]:
            return "a board of others where newcomers may join"
        boards = self.settings["boards"]
        if boards == "nobody" or (boards == "done" and not contestant):
            return "a board of others where the room shows none"
        return None

    def why_unheard(self, message: dict[str, Any], *, plays: bool) -> str | None:
        """Why somebody who may play the deal must not hear a chat message; None if they may."""
        if message["seat"] in self.silenced:
            return "words of somebody silenced"
        if message["set_phrase"] is not None or self.running is None:
            return None
        if plays and self.running not in self.done:
            return "talk for somebody who plays the deal"
        return "talk where newcomers may join" if self.settings["late"] else None

    def delay_ms(self, *, is_open: bool, contestant: bool) -> int:
        return 0 if is_open or contestant else int(self.settings["delay_ms"])

    def is_early(self, message: dict[str, Any], seen: Seen, delay_ms: int, s: float) -> bool:
        """Whether a board is shown before its last move, or before the move's delay has passed."""
        n, seat, ply = message["race"], message["seat"], message["ply"]
        if not ply or seen.moves[ply - 1].by == "server":
            return False
        sent = self._sent.get((n, seat, ply - 1))
        if sent is None:  # resigned by leaving
            return False
        return s < sent + delay_ms / 1000 - SLACK_S


def true_views(seen: Seen, ply: int, call: int | None, *, is_open: bool) -> list[Any]:
    """What a watched board may show after so many moves. With called cards, the next one or, until
    its call is old enough, none. Cards that came up and went down again within one move are listed
    beside the table."""
    passed = seen.passed(ply)
    return [
        {**view, "passed": passed} if passed else view
        for view in _tables(seen, ply, call, is_open=is_open)
    ]


def _tables(seen: Seen, ply: int, call: int | None, *, is_open: bool) -> list[Any]:
    if is_open and ply == seen.last:
        return [seen.final_view()]
    if not ply and seen.frames and not is_open:
        return []
    if call is None:
        return [seen.view(ply)]
    laid = seen.game.progress(seen.states[ply])
    return [seen.view(ply, at) for at in sorted({min(call, laid), call}) if at >= laid]
