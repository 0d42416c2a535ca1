"""Tracks what one person may know at each moment, from what they were told."""

import json
from typing import Any

from tests.secrecy.known import Leak, Room
from tests.secrecy.onlooking import Onlooker, true_views
from tests.secrecy.recorder import Entry, Tape
from tests.secrecy.referee import Seen, race_number


class Follower:
    """The state of a room's races, as far as the owner of a tape was told."""

    def __init__(self, room: Room, tape: Tape) -> None:
        self.room = room
        self.tape = tape
        self.seat: int | None = None
        self.ended: set[int] = set()
        self.open: set[int] = set()
        """The finished races whose secrets are published; not those of a daily deal."""
        self.racing: dict[int, set[int]] = {}
        """The contestants of each race, as far as they have been named."""
        self.told: set[str] = set()
        self.begun: set[int] = set()
        self.asked: dict[int, int] = {}
        self.watched: dict[int, int] = {}
        self.calls: dict[int, int] = {}
        self.leaving = False
        self.onlooker = Onlooker(room.sent)
        self.leaks: list[Leak] = []

    def tell(self, what: str, where: str) -> None:
        self.leaks.append(Leak(self.tape.name, what, where))

    # Input. ------------------------------------------------------------------------------------

    def sent(self, entry: Entry) -> None:
        """Note a request. Whoever sends a move as the k-th may be shown the board after k moves and
        no later one; of a watched deal, after k - 1 frames the k-th, if they ask for it."""
        try:
            message = json.loads(entry.text)
        except (ValueError, RecursionError):
            return
        if not isinstance(message, dict):
            return
        self.leaving |= message.get("type") == "leave"
        n, ply, frame = (message.get(name) for name in ("race", "ply", "frame"))
        if type(n) is int and type(ply) is int and message.get("type") == "play":
            self.asked[n] = max(self.asked.get(n, 0), ply + 1)
        if type(n) is int and type(frame) is int and message.get("type") == "next_frame":
            seen = self.watched.get(n, 1)
            self.watched[n] = max(seen, frame if frame == seen + 1 else 0)

    def move_on(self, message: dict[str, Any], entry: Entry) -> None:
        self.onlooker.hear(message)
        match message["type"]:
            case "room":
                self.seat = message["seat"]
                racing = {m["seat"] for m in message["members"] if m["racing"]}
                self.racing[message["race"]["n"]] = racing
                self._status(message, entry.text)
            case "countdown":
                self.racing[message["race"]] = set(message["racing"])
            case "race_joined":
                self.racing.setdefault(message["race"], set()).add(message["seat"])
            case "started":
                self.begun.add(message["race"])
            case "called":
                self.calls[message["race"]] = message["call"]
            case "over":
                self._over(message["race"], message["ended_ms"], message["results"], entry.text)
            case "record":
                self._record(message["record"])

    def _status(self, message: dict[str, Any], text: str) -> None:
        race = message["race"]
        self.calls[race["n"]] = race["call"] or 0
        if race["status"] in ("running", "over"):
            self.begun.add(race["n"])
        if race["status"] == "over":
            self._over(race["n"], race["clock_ms"], message["results"], text)

    def _over(self, n: int, ended_ms: int, results: list[dict[str, Any]], text: str) -> None:
        race = self.room.races.get(n)
        if race is None:
            return
        places = [(r["place"], r["standing"]["seat"], r["standing"]["moves"]) for r in results]
        blind = self.yet_to_play(n)
        true = [] if blind else [(r["place"], r["seat"], r["moves"]) for r in race.results]
        # An end that is announced while somebody still moves does not have everybody's moves.
        if ended_ms != race.ended_ms or places != true:
            self.tell("an end before the end", text)
            return
        if not blind:
            self.ended.add(n)
        if self.room.daily is None:
            self.open.add(n)

    def _record(self, document: dict[str, Any]) -> None:
        n = race_number(document["race"])
        race = self.room.races.get(n)
        if race and document == race.document and self.room.daily is None:
            self.open.add(n)

    # Permissions. ------------------------------------------------------------------------------

    def own(self, n: int) -> Seen | None:
        """The tape owner's game in a race, if they have been named as a contestant."""
        race = self.room.races.get(n)
        racing = race is not None and self.seat in self.racing.get(n, ())
        return race.seen.get(self.seat) if racing and race and self.seat is not None else None

    def yet_to_play(self, n: int) -> bool:
        """Whether the race is a try of a daily deal by somebody else."""
        return self.room.daily is not None and self.own(n) is None

    def call(self, own: Seen, n: int) -> int | None:
        """The number of the card called last; None if cards are not called."""
        return None if own.terms.call_ms is None else self.calls.get(n, 0)

    def board_of(self, own: Seen, message: dict[str, Any]) -> Any:
        """What a board must show. None after moves that were not made or not requested, before the
        whole deal has been watched, and with a card laid that was not called."""
        n, watched = message["race"], self.watched.get(message["race"], 1)
        if message["type"] == "frame":
            number = message["frame"]
            return own.frame(number) if number <= min(watched, len(own.frames)) else None
        ply, call = message["ply"], self.call(own, n)
        asked = own.last if self.leaving else min(self.asked.get(n, 0), own.last)
        if ply > own.laid_for(asked):  # leaving means resigning
            return None
        if call is not None and own.game.progress(own.states[ply]) > call:
            return None
        if message["type"] == "moved":
            return own.changed(ply, call)
        if not ply and watched < len(own.frames) and n not in self.ended:
            return None
        return own.final_view() if n in self.ended else own.view(ply, call)

    def why_blind(self, message: dict[str, Any]) -> str | None:
        """Why the owner of the tape may see no board of others in a race; None if they may."""
        n = message["race"]
        return self.onlooker.why_not(n, is_open=n in self.open, contestant=self.own(n) is not None)

    def others_views(self, message: dict[str, Any]) -> list[Any]:
        """What a watched board may show."""
        n, race = message["race"], self.room.races.get(message["race"])
        seen = race.seen.get(message["seat"]) if race else None
        if seen is None or message["ply"] > seen.last:
            return []
        return true_views(seen, message["ply"], self.call(seen, n), is_open=n in self.open)

    def why_no_grids(self, message: dict[str, Any]) -> str | None:
        """Why grids may not be shown, or not after so many cards; None if they may be."""
        n, race = message["race"], self.room.races.get(message["race"])
        if race is None or not race.shows_grids:
            return "grids where none are shown"
        if n not in self.ended and message["placed"] >= self.calls.get(n, 0):
            return "a grid with a card that not everybody has placed"
        return None

    def true_grids(self, message: dict[str, Any]) -> dict[int, Any]:
        """What a message with grids must show, by seat."""
        ended, race = message["race"] in self.ended, self.room.races[message["race"]]
        return {
            seat: seen.final_view() if ended else seen.view(min(message["placed"], seen.last), 0)
            for seat, seen in race.seen.items()
        }

    def why_unheard(self, message: dict[str, Any]) -> str | None:
        """Why the owner of the tape may not hear somebody; None if they may."""
        if message["set_phrase"] is None and self.yet_to_play(1):
            return "talk for somebody who has yet to play the deal"
        n = self.onlooker.running
        own = None if n is None else self.own(n)
        # The message that one's game is over may come after the chat it allows.
        gone = own is not None and own.states[-1].over and self.asked.get(n or 0, 0) >= own.last
        return self.onlooker.why_unheard(message, plays=own is not None and not gone)
