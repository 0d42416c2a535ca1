"""Rules of the state machine about a room: people come and go, get ready, and are kicked or
silenced."""

import hashlib
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.server.machine import messages
from tests.server.machine.house import COUNTDOWN_MS
from tests.server.machine.lines import Line
from tests.server.machine.messages import names, some, usual
from tests.server.machine.trouble import Trouble

MOST_LINES = 6
TOKENS = [f"{name}-token-{name * 12}" for name in ("ann", "ben", "cat", "dan")]
HOST = "h" * 30
SIMPLE = [
    "unready", "start", "rematch", "look", "leave", "rooms", "take_host", "begin_break",
    "begin_break", "end_break",
]  # fmt: skip


def nonce(seed: int, line: Line, race: int) -> str:
    """A nonce that differs between races and between connections."""
    return hashlib.sha256(f"{seed} {line.name} {race}".encode()).hexdigest()[:32]


class Coming(Trouble):
    """Rules for before a race, after it, and who is there."""

    @precondition(lambda self: len(self.lines) < MOST_LINES)
    @rule(app=st.integers(0, 1))
    def connect(self, app: int) -> None:
        self.run(self._line(app))

    @precondition(lambda self: len(self.lines) < MOST_LINES)
    @rule(app=st.integers(0, 1), first=st.sampled_from(["look", "ping", "hello", "rooms"]),
          protocol=st.sampled_from([[1], [2, 3]]))  # fmt: skip
    def come_without_a_word(self, app: int, first: str, protocol: list[int]) -> None:
        line = self.run(self._line(app, hello=False))
        words = {"protocol": protocol, "client": "x"} if first == "hello" else {}
        self.run(self._ask(line, type=first, **words))
        if line in self.lines:
            self.run(self._ask(line, type="hello", protocol=[7, 1], client=""))

    @precondition(lambda self: self.lines)
    @rule(who=some, token=st.sampled_from(TOKENS), name=names, right=usual, invited=usual,
          bot=st.sampled_from([False, False, False, True]))  # fmt: skip
    def join(self, who: int, token: str, name: str, right: bool, invited: bool, bot: bool) -> None:
        invite = self.referee.invite if invited else "ABCD2345"
        self._do(who, type="join", code=self._code(right), token=token, name=name, bot=bot,
                 invite=invite, legal=True)  # fmt: skip

    @precondition(lambda self: self.lines)
    @rule(who=some, right=usual, token=st.sampled_from(TOKENS) | st.just(HOST) | st.just("x" * 30))
    def resume(self, who: int, token: str, right: bool) -> None:
        self._do(who, type="resume", code=self._code(right), token=token, legal=True)

    @precondition(lambda self: self.referee.seats)
    @rule(seat=some, app=st.integers(0, 1), again=st.booleans())
    def resume_anybodys_seat(self, seat: int, app: int, again: bool) -> None:
        """Whoever has the token has the seat: on a new connection, or on the one it is on
        already."""
        seats = self.referee.seats
        here, token = self._line_of(seat % len(seats)), seats[seat % len(seats)].token
        line = here if again and here else self.run(self._line(app))
        self.run(self._ask(line, type="resume", code=self.referee.code, token=token, legal=True))

    @precondition(lambda self: self.lines)
    @rule(who=some, right=usual, invited=usual)
    def look_on(self, who: int, right: bool, invited: bool) -> None:
        invite = self.referee.invite if invited else None
        self._do(who, type="watch", code=self._code(right), invite=invite)

    @precondition(lambda self: self.lines)
    @rule(who=some, cut=st.booleans())
    def go(self, who: int, cut: bool) -> None:
        line = self.lines[who % len(self.lines)]
        if line is not self.watch:
            self.run(self._go(line, cut))

    # Before and after a race. ---------------------------------------------------------------

    @rule(who=some, seed=some)
    def ready(self, who: int, seed: int) -> None:
        if self.lines:
            line = self.lines[who % len(self.lines)]
            self._do(who, type="ready", nonce=nonce(seed, line, self._race()))

    @precondition(lambda self: self.lines)
    @rule(who=some, kind=st.sampled_from(SIMPLE))
    def say(self, who: int, kind: str) -> None:
        self._do(who, type=kind)

    @rule(who=some, aside=st.booleans())
    def stand_aside(self, who: int, aside: bool) -> None:
        self._do(who, type="stand_aside", aside=aside)

    @rule(again=st.booleans())
    def everybody_begins(self, again: bool = True) -> None:
        for i, line in enumerate(list(self.lines)):
            if self._seat(line) is not None and self.referee.race.status == "lobby":
                self._do(i, type="ready", nonce=nonce(7, line, self._race()))
        self._host_does(type="start")
        if again:
            self.run(self._wait(COUNTDOWN_MS, 0))

    @precondition(lambda self: self._racing())
    @rule(again=st.booleans())
    def everybody_gives_up(self, again: bool) -> None:
        for line in self._racing():
            ply = self._ply(line)
            self.run(self._ask(line, type="play", race=self._race(), ply=ply,
                               move={"kind": "resign"}))  # fmt: skip
        if again:
            self._host_does(type="rematch")

    @precondition(lambda self: self.referee.races and self.referee.race.status != "lobby")
    @rule(give_up=st.booleans(), n=st.sampled_from(["", "-1", "-2"]))
    def finish_and_race_again(self, give_up: bool, n: str) -> None:
        """Play to the end, by the bell or because all resign; check the record; start again."""
        self.run(self._wait(COUNTDOWN_MS, 0))
        if give_up and self._racing():
            self.everybody_gives_up(False)
        while (deadline := self.referee.deadline()) is not None:
            self.run(self._wait(deadline - self.referee.now, 0))
        if self.lines:
            self._host_does(type="get_record", race=f"{self.referee.code}{n}")
        self._host_does(type="rematch")
        self.everybody_begins()

    @precondition(lambda self: self.lines)
    @rule(who=some, n=st.sampled_from(["", "", "-1", "-2", "-9"]), right=usual)
    def get_record(self, who: int, n: str, right: bool) -> None:
        self._do(who, type="get_record", race=self._code(right) + n)

    @precondition(lambda self: self.lines)
    @rule(who=some, ahead=st.sampled_from([0, 0, 0, 1]))
    def come_late(self, who: int, ahead: int) -> None:
        self._do(who, type="join_race", race=self._race() + ahead)

    # The host. ------------------------------------------------------------------------------

    @precondition(lambda self: self.lines)
    @rule(who=some, kept=messages.settings, as_host=usual)
    def change_settings(self, who: int, kept: dict[str, Any], as_host: bool) -> None:
        if as_host:
            self._host_does(type="change_settings", settings=kept)
        else:
            self._do(who, type="change_settings", settings=kept)

    @rule(whom=st.integers(0, 5), silent=st.sampled_from([None, True, False]), who=some,
          as_host=usual)  # fmt: skip
    def send_away_or_silence(self, whom: int, silent: bool | None, who: int, as_host: bool) -> None:
        whom = whom % max(1, len(self.referee.seats)) if as_host else whom
        kind = {"type": "kick"} if silent is None else {"type": "silence", "silent": silent}
        if as_host:
            self._host_does(seat=whom, **kind)
        elif self.lines:
            self._do(who, seat=whom, **kind)

    # Sequences that would hardly ever come together by chance. -------------------------------

    @precondition(lambda self: len(self.lines) < MOST_LINES and len(self.referee.seats) < 8)
    @rule(app=st.integers(0, 1), n=st.sampled_from([0, 0, 1]), outlasts=st.booleans())
    def somebody_joins_and_races(self, app: int, n: int, outlasts: bool) -> None:
        """Somebody joins a running race, where the room allows it, and is the last one in it."""
        number = len(self.referee.seats)
        line = self.run(self._line(app))
        self.run(self._ask(line, type="join", code=self.referee.code, name=f"Late {number}",
                           token=f"late-{number}-" + "x" * 20, invite=self.referee.invite,
                           legal=True))  # fmt: skip
        self.run(self._ask(line, type="join_race", race=self._race() + n))
        if outlasts and line in self._racing():
            self.everybody_gives_up(False)

    @precondition(lambda self: len(self.lines) < MOST_LINES and len(self.referee.seats) < 8)
    @rule(app=st.integers(0, 1), name=names, bot=st.sampled_from([False, False, False, True]),
          then=st.sampled_from(["end_break", "leave", "resume", "finish"]))  # fmt: skip
    def somebody_has_a_break(self, app: int, name: str, bot: bool, then: str) -> None:
        """Somebody with an account takes a break in a crown game, and tries to play on."""
        line, known = self.run(self._line(app)), self.referee.accounts.owner(name)
        password = known.password if known else "a good word"
        self.run(self._ask(line, type="log_in" if known else "sign_up", name=name,
                           password=password, **({} if known else {"bot": bot})))  # fmt: skip
        token = f"rest-{len(self.referee.seats)}-" + "x" * 20
        code, invite = self.referee.code, self.referee.invite
        self.run(self._ask(line, type="join", code=code, name="Resting", token=token,
                           invite=invite, legal=True))  # fmt: skip
        if self.referee.race.status != "lobby":
            self.finish_and_race_again(True, "")
        else:
            self.everybody_begins()
        for kind in ("end_break", "begin_break", "look", "begin_break"):
            if line in self.lines:
                self.run(self._ask(line, type=kind))
        if line in self._racing():
            self.run(self._ask(line, type="play", race=self._race(), ply=self._ply(line),
                               move="resign"))  # fmt: skip
            self.run(self._ask(line, type="next_frame", race=self._race(), frame=2))
        if then == "resume":
            line = self.run(self._line(1 - app))
            self.run(self._ask(line, type="resume", code=code, token=token, legal=True))
            then = "end_break"
        if then == "finish":
            self.finish_and_race_again(False, "")
        elif line in self.lines:
            self.run(self._ask(line, type=then))

    @precondition(lambda self: self.referee.host is not None)
    @rule(whom=some, app=st.integers(0, 1))
    def somebody_is_sent_away_and_comes_back(self, whom: int, app: int) -> None:
        seats = self.referee.seats
        seat = whom % len(seats)
        self._host_does(type="kick", seat=seat)
        line, token = self.run(self._line(app)), seats[seat].token
        code, invite = self.referee.code, self.referee.invite
        self.run(self._ask(line, type="resume", code=code, token=token, legal=True))
        self.run(self._ask(line, type="join", code=code, token=token, name="Back", invite=invite,
                           legal=True))  # fmt: skip

    @precondition(lambda self: len(self.referee.seats) > 1)
    @rule(aside=some, away=some)
    def the_host_goes_for_good(self, aside: int, away: int) -> None:
        """One stands aside and one is away, which matters for who is the next host."""
        for seat, goes in ((aside, False), (away, True)):
            line = self._line_of(seat % len(self.referee.seats))
            if line is not None and self._seat(line) != self.referee.host:
                self.run(self._go(line, False) if goes
                         else self._ask(line, type="stand_aside", aside=True))  # fmt: skip
        self._host_does(type="leave")
