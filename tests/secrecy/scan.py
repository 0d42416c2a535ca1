"""Holds what was said against what might be known, and tells every leak.

Nothing is taken on trust from the form of a message: every string and every key of every frame is
searched for cards and secrets. Beyond that, boards and numbers have to be exactly those the referee
works out, so that a rival's board cannot pass for one's own and a number cannot count hidden cards.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from tests.messages import told
from tests.secrecy.onlooking import Onlooker, moves_sent, true_views
from tests.secrecy.recorder import Entry, RoomRecord, Tape
from tests.secrecy.referee import Race, Seen, token_forms

CARD = re.compile(r"(?=([A2-9TJQK][SHDC]))(?!JSON)")
IN_WORDS = re.compile(
    r"\b(ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king)s? of"
    r" (spades|hearts|diamonds|clubs)\b",
    re.IGNORECASE,
)
SUIT_SIGN = re.compile("[♠♥♦♣♤♡♢♧\U0001f0a0-\U0001f0ff]")

BOARDS = ("table", "moved", "frame")
WATCHED = "watched_table"


class Leak(NamedTuple):
    """Something somebody was told too early, or at all."""

    who: str
    what: str
    where: str

    def __str__(self) -> str:
        return f"{self.who}: {self.what}: {self.where[:300]}"


def strings(value: Any) -> Iterator[str]:
    """Every string within a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from strings(part)


def number_lists(value: Any) -> Iterator[list[int]]:
    """Every list of four or more whole numbers within a JSON value."""
    if isinstance(value, list):
        if len(value) > 3 and all(type(part) is int for part in value):
            yield value
        for part in value:
            yield from number_lists(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from number_lists(part)


def cards_in(text: str) -> Counter[str]:
    """The cards a text names, each as often as it does; any other way to name one counts as `?`."""
    found = Counter(CARD.findall(text))
    others = len(IN_WORDS.findall(text)) + len(SUIT_SIGN.findall(text))
    return found + Counter({"?": others})


class Room:
    """What is true of a room: its races, and what has to stay secret in it for ever."""

    def __init__(self, record: RoomRecord) -> None:
        self.code = record.code
        self.tokens = [tape.token for tape in record.tapes if tape.token]
        self.races = {race.n: race for race in map(Race, record.races)}
        self.never: dict[str, str] = {}
        nonces: set[str] = set()
        for tape in record.tapes:
            for token in (*tape.tokens_tried, *([tape.token] if tape.token else [])):
                self.never |= token_forms(token)
            for entry in tape.entries:
                if entry.kind == "sent" and '"nonce"' in entry.text:
                    nonces.update(re.findall('"nonce": "([0-9a-f]{32})"', entry.text))
        counted = {nonce for race in self.races.values() for nonce in race.nonces.values()}
        self.never |= dict.fromkeys(nonces - counted, "a nonce that never counted")
        self.sent = moves_sent(record)
        self.sealed = {n: race.secrets() for n, race in self.races.items()}

    def plain(self, text: str) -> str:
        """The text without the room's code, which may spell a card by chance."""
        return text.replace(self.code, "").replace(f"{self.code[:3]}-{self.code[3:]}", "")


class Listener:
    """Goes through one tape, knowing at each moment what its owner may know."""

    def __init__(self, room: Room, tape: Tape) -> None:
        self.room = room
        self.tape = tape
        self.seat: int | None = None
        self.open: set[int] = set()
        self.begun: set[int] = set()
        self.asked: dict[int, int] = {}
        self.watched: dict[int, int] = {}
        self.calls: dict[int, int] = {}
        self.leaving = False
        self.onlooker = Onlooker(room.sent)
        self.leaks: list[Leak] = []

    def tell(self, what: str, where: str) -> None:
        self.leaks.append(Leak(self.tape.name, what, where))

    def run(self) -> list[Leak]:
        for entry in self.tape.entries:
            match entry.kind:
                case "sent":
                    self._sent(entry)
                case "frame":
                    self._frame(entry)
                case "closed":
                    self._closed(entry)
        return self.leaks

    def _sent(self, entry: Entry) -> None:
        """Whoever sends a move as the k-th may be shown the board after k moves, no later one; and
        of a deal that is watched, after k - 1 frames the k-th, if they ask for it."""
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

    def _closed(self, entry: Entry) -> None:
        self._secrets(entry.text)
        if cards_in(entry.text):
            self.tell("a close reason names a card", entry.text)

    def _frame(self, entry: Entry) -> None:
        messages = told(entry.text)
        for message in messages:
            for missed in message.get("unread", ()):
                self._move_on(missed, entry)
            self._move_on(message, entry)
        self._secrets(entry.text)
        for message in messages:
            self._cards(message, entry.text)
            self._exact(message, entry.text)
            if message["type"] == WATCHED:
                self._others_board(message, entry)

    # Where the race stands, as far as its owner was told. --------------------------------------

    def _move_on(self, message: dict[str, Any], entry: Entry) -> None:
        self.onlooker.hear(message)
        match message["type"]:
            case "room":
                self.seat = message["seat"]
                self._status(message, entry.text)
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
        true = [(r["place"], r["seat"], r["moves"]) for r in race.results]
        # An end told while somebody still makes moves has not everybody's moves.
        if ended_ms != race.ended_ms or places != true:
            self.tell("an end before the end", text)
            return
        self.open.add(n)

    def _record(self, document: dict[str, Any]) -> None:
        n = int(document["race"].rsplit("-", 1)[1])
        race = self.room.races.get(n)
        if race and document == race.document:
            self.open.add(n)

    # What is searched for in everything. -------------------------------------------------------

    def _secrets(self, text: str) -> None:
        for needle, what in self.room.never.items():
            if needle in text:
                self.tell(what, text)
        for n, needles in self.room.sealed.items():
            if n in self.open:
                continue
            for needle, what in needles.items():
                if needle in text:
                    self.tell(f"{what} of race {n}", text)

    def _cards(self, message: dict[str, Any], text: str) -> None:
        named = cards_in(self.room.plain("\n".join(strings(message))))
        seen = self._may_be_named(message)
        for card, copies in (named - seen).items():
            self.tell(f"{card} ({copies}) before it was turned up, or where no card belongs", text)
        for numbers in number_lists(message):
            if self._is_pack(numbers):
                self.tell("the pack in numbers", text)

    def _may_be_named(self, message: dict[str, Any]) -> Counter[str]:
        """The cards a message may name: those of one's own board with that board, elsewhere none.

        No refusal names a card either. One that named a card seen before could not be told, where
        there are two packs, from one that named its twin face down.
        """
        if message["type"] == WATCHED:
            shown = message["view"] is not None and self._why_blind(message) is None
            views = self._others_views(message) if shown else []
            return cards_in("\n".join(strings(views[-1:])))
        if message["type"] not in BOARDS:
            return Counter()
        own = self._own(message["race"])
        if own is None or message["race"] not in self.begun:
            return Counter()
        return cards_in("\n".join(strings(self._board_of(own, message))))

    def _board_of(self, own: Seen, message: dict[str, Any]) -> Any:
        """What a board has to show; None after moves that were not made, or not even asked for,
        before the whole deal has been watched, and with a card laid that has not been called."""
        n, watched = message["race"], self.watched.get(message["race"], 1)
        if message["type"] == "frame":
            number = message["frame"]
            return own.frame(number) if number <= min(watched, len(own.frames)) else None
        ply, call = message["ply"], self._call(own, n)
        asked = own.last if self.leaving else min(self.asked.get(n, 0), own.last)
        if ply > own.laid_for(asked):  # whoever leaves resigns
            return None
        if call is not None and own.game.progress(own.states[ply]) > call:
            return None
        if message["type"] == "moved":
            return own.changed(ply, call)
        if not ply and watched < len(own.frames) and n not in self.open:
            return None
        return own.final_view() if n in self.open else own.view(ply, call)

    def _why_blind(self, message: dict[str, Any]) -> str | None:
        """Why the owner of the tape may see no board of others in a race."""
        n = message["race"]
        return self.onlooker.why_not(n, is_open=n in self.open, contestant=self._own(n) is not None)

    def _others_views(self, message: dict[str, Any]) -> list[Any]:
        """What a watched board may show."""
        n, race = message["race"], self.room.races.get(message["race"])
        seen = race.seen.get(message["seat"]) if race else None
        if seen is None or message["ply"] > seen.last:
            return []
        return true_views(seen, message["ply"], self._call(seen, n), is_open=n in self.open)

    def _others_board(self, message: dict[str, Any], entry: Entry) -> None:
        n, race, text = message["race"], self.room.races.get(message["race"]), entry.text
        if race is None:
            return
        why = self._why_blind(message)
        if why is not None:
            self.tell(why, text)
        if message["view"] is None:
            return
        if message["view"] not in self._others_views(message):
            self.tell("a watched board that is not as its contestant sees it", text)
            return
        seen, contestant = race.seen[message["seat"]], self._own(n) is not None
        delay_ms = self.onlooker.delay_ms(is_open=n in self.open, contestant=contestant)
        if self.onlooker.is_early(message, seen, delay_ms, entry.s):
            self.tell("a watched board before its delay", text)
        state = seen.numbers(message["ply"])
        if n not in self.open and message["points"] != state["points"]:
            self.tell("numbers that count what is hidden", text)

    def _call(self, own: Seen, n: int) -> int | None:
        """The number of the card that was called last; None where none are."""
        return None if own.terms.call_ms is None else self.calls.get(n, 0)

    def _own(self, n: int) -> Seen | None:
        race = self.room.races.get(n)
        return race.seen.get(self.seat) if race and self.seat is not None else None

    def _is_pack(self, numbers: list[int]) -> bool:
        size = len(numbers)
        for n, race in self.room.races.items():
            pack: list[int] = list(race.pack)
            for order in (pack, pack[::-1]):
                if n not in self.open and any(
                    order[i : i + size] == numbers for i in range(len(order) - size + 1)
                ):
                    return True
        return False

    # What has to be exactly so. ----------------------------------------------------------------

    def _exact(self, message: dict[str, Any], text: str) -> None:
        match message["type"]:
            case "table" | "moved" | "frame":
                self._board(message, text)
            case "progress":
                self._standings(message["race"], message["standings"], text)
            case "room":
                self._standings(message["race"]["n"], message["standings"], text)

    def _board(self, message: dict[str, Any], text: str) -> None:
        n = message["race"]
        own = self._own(n)
        if own is None:
            self.tell("a board for somebody who has none", text)
            return
        if n not in self.begun:
            self.tell("a board before zero", text)
        true = self._board_of(own, message)
        if true is None:
            self.tell("a board after moves that were not made, or before the deal was seen", text)
            return
        if message["type"] == "frame":
            if {name: message[name] for name in true} != true or message["of"] != len(own.frames):
                self.tell("a frame that is not of the deal", text)
            return
        self._is_own(message, own, true, text)
        if n not in self.open:
            state = own.numbers(message["ply"])
            if (message["progress"], message["points"]) != (state["progress"], state["points"]):
                self.tell("numbers that count what is hidden", text)

    def _is_own(self, message: dict[str, Any], own: Seen, true: Any, text: str) -> None:
        n, ply = message["race"], message["ply"]
        call = self._call(own, n)
        boards = [(true, own.legal(ply, None if n in self.open else call))]
        if message["type"] == "moved" and call is not None:
            # The next card may have been called meanwhile; the answer does not show it yet.
            before = min(call, own.game.progress(own.states[ply]))
            boards.append((own.changed(ply, before), own.legal(ply, before)))
        board = message["changed" if message["type"] == "moved" else "view"]
        if board not in [shown for shown, _ in boards]:
            self.tell("a board that is not the contestant's own", text)
        if message["legal"] not in (None, *(legal for _, legal in boards)):
            self.tell("legal moves of another board", text)

    def _standings(self, n: int, standings: list[dict[str, Any]], text: str) -> None:
        race = self.room.races.get(n)
        if race is None or n in self.open:
            return
        for standing in standings:
            seen = race.seen.get(standing["seat"])
            if seen is None or standing["moves"] > seen.last:
                self.tell("a standing of nobody's", text)
                continue
            true = seen.numbers(standing["moves"])
            if {name: standing[name] for name in true} != true:
                self.tell("numbers that count what is hidden", text)


def scan(record: RoomRecord) -> list[Leak]:
    """Every leak in all that was said in a room."""
    room = Room(record)
    leaks = [leak for tape in record.tapes for leak in Listener(room, tape).run()]
    for n, race in room.races.items():
        if (card := race.laid_early()) is not None:
            leaks.append(Leak("the server", f"card {card} laid before it was called", f"race {n}"))
    return leaks


def scan_pages(records: Iterable[RoomRecord], texts: Iterable[str]) -> list[Leak]:
    """Every leak in what the server logs and shows to anybody: no card and no secret, ever."""
    lines = sorted({line for text in texts for line in text.splitlines()})
    rooms = [Room(record) for record in records]
    plain = lines
    for room in rooms:
        if any(room.code in line for line in plain):
            plain = [room.plain(line) for line in plain]
    leaks = [
        Leak("the server", "a card on a page or in the log", line)
        for line in plain
        if cards_in(line)
    ]
    whole = "\n".join(lines)
    for room in rooms:
        for needles in (room.never, *room.sealed.values()):
            for needle, what in needles.items():
                if needle in whole:
                    where = next(line for line in lines if needle in line)
                    leaks.append(Leak("the server", what, where))
    return leaks
