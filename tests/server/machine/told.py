"""Check everything a connection was sent: each event once and in order, correct boards and numbers,
no unseen card, no secret."""

from functools import lru_cache
from typing import Any

from tests.messages import told
from tests.secrecy.referee import forms, token_forms
from tests.secrecy.scan import cards_in, strings
from tests.server.machine.board import Answer, Board
from tests.server.machine.differs import differs
from tests.server.machine.lines import Line
from tests.server.machine.referee import Referee
from tests.server.machine.room import Race
from tests.server.machine.seats import WATCHING, timeless

BOARDS = ("table", "moved", "frame", "watched_table")
FREE = ("record", "signed_in", "account")
"""Messages that may contain the text of a card, rightly or by chance in a random word."""

the_forms = lru_cache(maxsize=None)(forms)
the_token_forms = lru_cache(maxsize=None)(token_forms)


class Log:
    """The events of the room in the order everybody must hear them. The order of two that were
    decided at once is random; a connection that is always there tells it."""

    def __init__(self) -> None:
        self.events: list[Answer] = []
        self._read = 0

    def take_in(self, watch: Line, referee: Referee) -> None:
        """Read further events; they must be those that are due, and no others."""
        heard = [message for message in watch.heard[self._read :] if "seq" in message]
        self._read = len(watch.heard)
        new = [message for message in heard if message["type"] != "room"]
        if not self.events:  # events from before the connection
            first = next(m["seq"] for m in heard if m["type"] == "room")
            self.events = [{} for _ in range(first)]
        due = referee.events[len(self.events) :]
        rest = list(new)
        for event in due:
            found = next((m for m in rest if not differs(event, m)), None)
            assert found is not None, (event, rest)
            rest.remove(found)
        assert not rest, rest
        self.events += new


class Ear:
    """What one connection has been told so far."""

    def __init__(self, line: Line, referee: Referee, log: Log) -> None:
        self.line = line
        self._referee, self._log = referee, log
        self._read = 0
        self._seq: int | None = None
        self._seat: int | None = None
        self._watchers: int | None = None
        self._said: list[Answer] = []

    def judge(self, spoken: list[Answer], *, to_the_end: bool) -> None:
        """Check new messages; `spoken` is the chat that was due. With `to_the_end`, a connection
        still in the room must have heard every event."""
        heard, frames = self.line.heard[self._read :], self.line.frames[self._read :]
        self._read = len(self.line.heard)
        self._said = []
        for message, frame in zip(heard, frames, strict=True):
            for needle, what in self._secrets(message).items():
                assert needle not in frame, (what, frame)
            for part in told(frame):
                self._one(part)
                self._no_card(part)
            for event in message.get("unread", []):
                known = timeless(self._log.events[event["seq"] - 1])
                assert not differs(known, event), differs(known, event)
        if to_the_end:
            assert self._said == spoken, (self._said, spoken)
            assert self._seq == len(self._log.events), (self._seq, len(self._log.events))
            watchers = self._referee.watchers()
            assert self._watchers in (None, watchers), (self._watchers, watchers)

    def _one(self, message: Answer) -> None:
        kind = message["type"]
        if kind == "room":
            self._seq, self._seat = message["seq"], message["seat"]
        elif "seq" in message:
            assert self._seq is not None, message
            self._seq += 1
            assert message["seq"] == self._seq, (message, self._seq)
            event = self._log.events[self._seq - 1]
            assert not differs(event, message), differs(event, message)
        elif kind in BOARDS:
            wrong = self._board(message)
            assert not wrong, (wrong, message)
        elif kind == "progress":
            self._progress(message)
        elif kind == "said":
            known = ("type", "seat", "text", "set_phrase")
            self._said.append({name: message[name] for name in known})
        elif kind == "watchers":
            self._watchers = message["watchers"]
        else:
            # A notice is about the server: on a busy machine its store may seem to be unavailable.
            assert message.get("id") is not None or kind in ("refused", "notice"), message

    # Boards and numbers. --------------------------------------------------------------------

    def _race(self, message: Answer) -> Race:
        n: int = message["race"]
        return self._referee.races[n - 1]

    def _board(self, message: Answer) -> str:
        """What is wrong with a board; empty if nothing is."""
        race, kind = self._race(message), message["type"]
        if kind == "watched_table":
            return self._watched(race, message)
        board = race.boards.get(self._seat) if self._seat is not None else None
        if board is None:
            return "a board for somebody who has none"
        if kind == "frame":
            n = message["frame"]
            right = n <= board.frame and message["view"] == board.frames[n - 1].view.to_json()
            return "" if right else "a frame that was not asked for"
        ply = message["ply"]
        if ply > board.ply:
            return "a board after moves that were not made"
        if kind == "moved":
            right = message["changed"] in [board.changed(ply, c) for c in self._calls(race, ply)]
        else:
            right = message["view"] in self._views(race, board, ply)
        return "" if right else "a board that is not the contestant's own"

    def _calls(self, race: Race, ply: int) -> list[int | None]:
        """The calls up to which a board may be shown: the last, or still the one before."""
        if not self._referee.calls:
            return [None]
        return [len(race.called_ms), min(len(race.called_ms), ply)]

    def _views(self, race: Race, board: Board, ply: int) -> list[Any]:
        """What the own table may show after so many moves."""
        final = [board.ended_view(ply)] if race.over and ply == board.ply else []
        if board.dealing and not race.over:
            return final
        return [*final, *(board.view(ply, call) for call in self._calls(race, ply))]

    def _watched(self, race: Race, message: Answer) -> str:
        referee, of, ply, view = self._referee, message["seat"], message["ply"], message["view"]
        if race is not referee.race:  # the race is over and the room has moved on
            return (
                ""
                if view == race.boards[of].ended_view(race.boards[of].ply)
                else "a board as it never was"
            )
        if not referee.may_see_boards(self._seat, referee.viewing.get(self.line.name)):
            return "a board that is not for them"
        seen = message["clock_ms"]
        if seen > max(0, referee.seen_ms(self._seat)):
            return "a board before its delay"
        if view is None:
            return ""
        board = race.boards[of]
        if ply > board.seen_by(seen):
            return "a board after moves that were not to be seen yet"
        overs = [False, True] if race.over else [False]
        # The next card may be called in the same millisecond, after the board was shown.
        calls = [True] if message["delay_ms"] else [True, False]
        views = [referee.watched(of, ply, seen, over=o, calls_now=c) for o in overs for c in calls]
        return "" if view in views else "a watched board that is not as its contestant sees it"

    def _progress(self, message: Answer) -> None:
        race = self._race(message)
        assert message["clock_ms"] <= self._referee.clock() or race is not self._referee.race
        for standing in message["standings"]:
            board, ply = race.boards[standing["seat"]], standing["moves"]
            assert ply <= board.ply, message
            true = [board.numbers(ply, over=False)]
            true += [board.numbers(ply, over=True)] if race.over else []
            wrong = [differs(numbers, standing) for numbers in true]
            assert not all(wrong), (wrong, message)

    # Secrets. -------------------------------------------------------------------------------

    def _no_card(self, message: Answer) -> None:
        """Check that no card is named outside boards; boards are checked elsewhere."""
        if message["type"] in FREE:
            return
        allowed = ("view", "changed") if message["type"] in BOARDS else ()
        own = cards_in("\n".join(s for name in allowed for s in strings(message.get(name))))
        own += cards_in("\n".join(strings([message.get("laid"), message.get("matches")])))
        named = cards_in("\n".join(strings(message)).replace(str(self._referee.code), ""))
        if message.get("invite"):
            named -= cards_in(message["invite"])
        assert not named - own, (named - own, message)

    def _secrets(self, message: Answer) -> dict[str, str]:
        referee = self._referee
        needles: dict[str, str] = {}
        for seat in referee.seats:
            needles |= the_token_forms(seat.token)
        for race in referee.races:
            if race.over:
                uncounted = set(race.nonces.values()) - set(race.counted.values())
                needles |= dict.fromkeys(uncounted, "a nonce that never counted")
                continue
            needles |= the_forms("the secret", race.secret)
            needles |= the_forms("the seed", race.seed) if race.seed else {}
            needles |= dict.fromkeys(race.nonces.values(), "a nonce")
        accounts = referee.accounts
        if message["type"] not in ("signed_in", "account"):
            needles |= dict.fromkeys(accounts.told, "a token or code of an account")
        needles |= dict.fromkeys((account.password for account in accounts.all), "a password")
        hosts = message["type"] == "room" and message["seat"] == message["host"]
        if referee.invite and not hosts:
            needles[referee.invite] = "the word of the invitation"
        return needles


def here(referee: Referee, line: Line) -> bool:
    """Whether a connection is in the room, seated or watching."""
    place = referee.places.get(line.name)
    return place is not None and place >= WATCHING
