"""Searches everything one person was told for what they may not know at that moment."""

from collections import Counter
from typing import Any

from protocol.rooms.talk import PHRASES, THANKS
from tests.messages import told
from tests.secrecy.following import Follower
from tests.secrecy.known import Leak, own_words
from tests.secrecy.recorder import Entry
from tests.secrecy.referee import Seen, race_number
from tests.secrecy.words import cards_in, codes_in, number_lists, strings

BOARDS = ("table", "moved", "frame")
WATCHED = "watched_table"
GRIDS = "grids"


class Listener(Follower):
    """Goes through one tape from beginning to end."""

    def run(self) -> list[Leak]:
        for entry in self.tape.entries:
            match entry.kind:
                case "sent":
                    self.sent(entry)
                case "frame":
                    self._frame(entry)
                case "closed":
                    self._closed(entry)
        return self.leaks

    def _closed(self, entry: Entry) -> None:
        self._secrets(entry.text, entry.text)
        if cards_in(entry.text):
            self.tell("a close reason names a card", entry.text)

    def _frame(self, entry: Entry) -> None:
        messages = told(entry.text)
        for message in messages:
            for missed in message.get("unread", ()):
                self.move_on(missed, entry)
            self.move_on(message, entry)
        self._secrets(self._without_own(messages[0], entry.text), entry.text)
        for message in messages:
            self._cards(message, entry.text)
            self._exact(message, entry.text)
            if message["type"] == WATCHED:
                self._others_board(message, entry)
            if message["type"] == GRIDS:
                self._everybodys_grids(message, entry.text)

    def _without_own(self, message: dict[str, Any], text: str) -> str:
        """The text without what is meant for its reader, or for everybody who may hear it. A new
        session and a recovery code are told only once."""
        for word, _ in own_words(message):
            mine = self.room.owners.get(word) == self.tape.name
            if mine and (word not in self.told or message["type"] == "room"):
                text = text.replace(word, "", 1)
            self.told.add(word)
        if message["type"] == "said" and self.why_unheard(message) is None:
            text = text.replace(message["text"], "", 1)
        return text

    # Searches in every message. ----------------------------------------------------------------

    def _secrets(self, said: str, text: str) -> None:
        for needle, what in self.room.never.items():
            if needle in said:
                self.tell(what, text)
        for n, needles in self.room.sealed.items():
            if n in self.open:
                continue
            for needle, what in needles.items():
                if needle in said:
                    self.tell(f"{what} of race {n}", text)

    def _cards(self, message: dict[str, Any], text: str) -> None:
        spelt = "\n".join(strings(message))
        for code in codes_in(message):
            spelt = spelt.replace(code, "")
        named = cards_in(self.room.plain(spelt))
        seen = self._may_be_named(message)
        for card, copies in (named - seen).items():
            self.tell(f"{card} ({copies}) before it was turned up, or where no card belongs", text)
        for numbers in number_lists(message):
            if self._is_pack(numbers):
                self.tell("the pack in numbers", text)

    def _may_be_named(self, message: dict[str, Any]) -> Counter[str]:
        """The cards a message may name: those of the own board with that board, elsewhere none.
        Refusals name no card either: with two packs, a card seen before could not be told from its
        face-down twin."""
        if message["type"] == WATCHED:
            shown = message["view"] is not None and self.why_blind(message) is None
            views = self.others_views(message) if shown else []
            return cards_in("\n".join(strings(views[-1:])))
        if message["type"] == "said" and self.why_unheard(message) is None:
            return cards_in(message["text"])
        if message["type"] == "replay":
            return cards_in("\n".join(strings(self._replay_of(message))))
        if message["type"] == GRIDS and self.why_no_grids(message) is None:
            return cards_in("\n".join(strings(list(self.true_grids(message).values()))))
        if message["type"] not in BOARDS:
            return Counter()
        own = self.own(message["race"])
        if own is None or message["race"] not in self.begun:
            return Counter()
        return cards_in("\n".join(strings(self.board_of(own, message))))

    def _others_board(self, message: dict[str, Any], entry: Entry) -> None:
        n, race, text = message["race"], self.room.races.get(message["race"]), entry.text
        if race is None:
            return
        why = self.why_blind(message)
        if why is not None:
            self.tell(why, text)
        if message["view"] is None:
            return
        if message["view"] not in self.others_views(message):
            self.tell("a watched board that is not as its contestant sees it", text)
            return
        seen, contestant = race.seen[message["seat"]], self.own(n) is not None
        delay_ms = self.onlooker.delay_ms(is_open=n in self.open, contestant=contestant)
        if self.onlooker.is_early(message, seen, delay_ms, entry.s):
            self.tell("a watched board before its delay", text)
        state = seen.numbers(message["ply"])
        if n not in self.open and message["points"] != state["points"]:
            self.tell("numbers that count what is hidden", text)

    def _everybodys_grids(self, message: dict[str, Any], text: str) -> None:
        why = self.why_no_grids(message)
        if why is not None:
            self.tell(why, text)
            return
        true = self.true_grids(message)
        if {each["seat"]: each["view"] for each in message["grids"]} != true:
            self.tell("grids that are not those of the contestants", text)
        for each in message["grids"] if message["race"] not in self.ended else ():
            seen = self.room.races[message["race"]].seen[each["seat"]]
            known = seen.numbers(min(message["placed"], seen.last))
            if (each["progress"], each["points"]) != (known["progress"], known["points"]):
                self.tell("numbers that count what is hidden", text)

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

    # Exact comparisons. ------------------------------------------------------------------------

    def _exact(self, message: dict[str, Any], text: str) -> None:
        match message["type"]:
            case "table" | "moved" | "frame":
                self._board(message, text)
            case "said":
                self._said(message, text)
            case "replay":
                self._replay(message, text)
            case "daily_board":
                self._daily_board(message, text)
            case "progress":
                self._standings(message["race"], message["standings"], text)
            case "room":
                self._standings(message["race"]["n"], message["standings"], text)

    def _board(self, message: dict[str, Any], text: str) -> None:
        n = message["race"]
        own = self.own(n)
        if own is None:
            self.tell("a board for somebody who has none", text)
            return
        if n not in self.begun:
            self.tell("a board before zero", text)
        true = self.board_of(own, message)
        if true is None:
            self.tell("a board after moves that were not made, or before the deal was seen", text)
            return
        if message["type"] == "frame":
            if {name: message[name] for name in true} != true or message["of"] != len(own.frames):
                self.tell("a frame that is not of the deal", text)
            return
        self._is_own(message, own, true, text)
        if n not in self.ended:
            state = own.numbers(message["ply"])
            if (message["progress"], message["points"]) != (state["progress"], state["points"]):
                self.tell("numbers that count what is hidden", text)

    def _is_own(self, message: dict[str, Any], own: Seen, true: Any, text: str) -> None:
        n, ply = message["race"], message["ply"]
        call = self.call(own, n)
        boards = [(true, own.legal(ply, None if n in self.ended else call))]
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
        if race is None or n in self.ended:
            return
        if standings and self.yet_to_play(n):
            self.tell("numbers of a daily deal for somebody who has yet to play it", text)
        for standing in standings:
            seen = race.seen.get(standing["seat"])
            if seen is None or standing["moves"] > seen.last:
                self.tell("a standing of nobody's", text)
                continue
            true = seen.numbers(standing["moves"], self.call(seen, n))
            if {name: standing[name] for name in true} != true:
                self.tell("numbers that count what is hidden", text)

    def _said(self, message: dict[str, Any], text: str) -> None:
        """Check that chat is what that seat sent, and is heard only by those who may hear it."""
        why = self.why_unheard(message)
        if why is not None:
            self.tell(why, text)
        seat, phrase = message["seat"], message["set_phrase"]
        if phrase is None and seat not in self.room.said.get(message["text"], ()):
            self.tell("words that seat has not said", text)
        if phrase is not None and message["text"] != PHRASES[phrase]:
            self.tell("more than the set phrase", text)
        if phrase == THANKS and seat not in self.room.phrases.get(THANKS, ()):
            self._answered(text)

    def _answered(self, text: str) -> None:
        """Check an answer of the deal: who hears it has been dealt what it tells."""
        dealt = [own for own in map(self.own, self.begun) if own is not None]
        if not any(own.game.thanks(own.states[0], own.states[0]) for own in dealt):
            self.tell("what was dealt, for somebody to whom it was not", text)

    def _replay_of(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """What a replay may tell; None before the end of its race."""
        n = race_number(message["race"])
        race = self.room.races.get(n)
        if race is None or n not in self.open or message["seat"] not in race.seen:
            return None
        return race.seen[message["seat"]].replay()

    def _replay(self, message: dict[str, Any], text: str) -> None:
        true = self._replay_of(message)
        if true is None:
            self.tell("a replay before the end", text)
        elif {name: message[name] for name in true} != true:
            self.tell("a replay of another game", text)

    def _daily_board(self, message: dict[str, Any], text: str) -> None:
        if not message["closed"] and not (self.room.daily == message["name"] and self.ended):
            self.tell("a daily board for somebody who has not finished", text)
