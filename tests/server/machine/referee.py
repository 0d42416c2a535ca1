"""The referee for one room: the expected answer to every request, computed by the engine alone.

It uses no code of the server. Answers list the fields an answer must have. `whole` is what
everybody must be shown of the room, `events` what everybody in it must be told.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from tests.server.machine.accounts import Accounts
from tests.server.machine.board import Answer
from tests.server.machine.seats import DONE, WATCHING, refused
from tests.server.machine.table import Table

OF_ACCOUNTS = (
    "sign_up", "log_in", "recover", "authenticate", "log_out", "get_account", "rename",
    "change_password", "delete_account",
)  # fmt: skip
PHRASES = {  # that set nothing off
    "black_on_red": "Black 8 on red 9.",
    "thank_you": "Thank you.",
    "drink": "A drink, for inspiration.",
}
FRESH_MS = 2_000
MOST_BAD_FRAMES = 50


class Spoken(NamedTuple):
    """A chat message, which must be heard on these connections."""

    said: Answer
    hearers: frozenset[str]


class Referee(Table):
    """The referee. `apps` has the server of each connection; connections in `strangers` have not
    said hello. `spoken` is the chat since it was last checked."""

    def __init__(
        self, slug: str, chosen: dict[str, Any], bell_ms: int, countdown_ms: int, now: int
    ) -> None:
        super().__init__(slug, chosen, bell_ms, countdown_ms, now)
        self.accounts = Accounts()
        self.places = {}
        self.closing = {}
        self.viewing = {}
        self.apps: dict[str, int] = {}
        self.strangers: set[str] = set()
        self.spoken: list[Spoken] = []
        self.said = [0] * 10_000
        self.bad_frames: dict[str, int] = {}
        self._listed: dict[int, tuple[int, bool]] = {}

    def comes(self, line: str, app: int) -> None:
        """Add a connection that has not said hello."""
        self.places[line], self.apps[line], self.bad_frames[line] = None, app, 0
        self.strangers.add(line)

    def ask(self, line: str, request: Answer) -> Answer:
        """The expected answer to a request; the request takes effect."""
        kind = request["type"]
        if line in self.strangers and kind != "hello":
            return refused("hello_first")
        if kind in OF_ACCOUNTS:
            self.accounts.now = self.now
            of_accounts: Callable[[str, Answer], Answer] = getattr(self.accounts, kind)
            return of_accounts(line, request)
        handler: Callable[[str, Answer], Answer] = getattr(self, HANDLERS.get(kind, f"_{kind}"))
        return handler(line, request)

    def nonsense(self, line: str, request: int | None) -> Answer:
        """The expected answer to a frame that is not a message."""
        self.bad_frames[line] += 1
        if self.bad_frames[line] == MOST_BAD_FRAMES:
            self.closing[line] = 1008
        return {**refused("bad_message"), "id": request}

    def _hello(self, line: str, request: Answer) -> Answer:
        if 1 not in request["protocol"]:
            self.closing[line] = 4002
            return refused("version")
        self.strangers.discard(line)
        return {"type": "welcome", "protocol": 1}

    def _ping(self, _: str, __: Answer) -> Answer:
        return {"type": "pong"}

    def _rooms(self, line: str, _: Answer) -> Answer:
        """The expected list of open rooms. A server refreshes the list every two seconds; their
        state is current."""
        app, kept = self.apps[line], self.settings
        here = sum(seat.line is not None for seat in self.seats)
        closed = kept["locked"] or kept["invite_only"] or not kept["listed"] or not here
        at, found = self._listed.get(app, (None, False))
        if at is None or self.now - at >= FRESH_MS:
            found = not closed
            self._listed[app] = self.now, found
        host = None if self.host is None else self.seats[self.host].name
        room = {
            "code": self.code,
            "host": host,
            "here": here,
            "size": kept["size"],
            "status": self.race.status,
            "late": kept["late"],
            "format": self.terms.format,
        }
        return {"type": "open_rooms", "rooms": [room] if found and not closed else []}

    # Chat. ----------------------------------------------------------------------------------

    def _say(self, line: str, request: Answer) -> Answer:
        text = " ".join(request["text"].split())
        return self._speak(line, {"text": text, "set_phrase": None})

    def _phrase(self, line: str, request: Answer) -> Answer:
        phrase = request["phrase"]
        return self._speak(line, {"text": PHRASES[phrase], "set_phrase": phrase})

    def _speak(self, line: str, words: Answer) -> Answer:
        if wrong := self._seated(line):
            return wrong
        own = self._own(line)
        if self.seats[own].silent:
            return refused("silenced")
        if words["set_phrase"] is None and not self._hears(line):
            return refused("race_begun")
        self.said[own] += 1
        if self.said[own] > 4 or sum(self.said) > 60:
            return refused("too_fast")
        hearers = frozenset(
            name
            for name, place in self.places.items()
            if place is not None and (words["set_phrase"] or self._hears(name))
        )
        self.spoken.append(Spoken({"type": "said", "seat": own, **words}, hearers))
        return DONE

    def _hears(self, line: str) -> bool:
        """Whether free text reaches this connection, or is accepted from it."""
        if self.race.status != "running":
            return True
        place, boards = self.places[line], self.race.boards
        seat = None if place == WATCHING else place
        own = self.account_seats(seat, self.viewing[line])
        return not self.settings["late"] and all(boards[i].over for i in own)


HANDLERS = {"start": "_start_now"}
