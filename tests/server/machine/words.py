"""Rules of the state machine about everything else: chat, accounts, invalid and excessive
requests."""

from time import monotonic
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.server.machine import messages
from tests.server.machine.messages import GARBAGE, names, passwords, some, usual
from tests.server.machine.referee import PHRASES
from tests.server.machine.trouble import Trouble

TALKING_S = 4
"""Chat is limited in every ten seconds of the store's own time. The machine may pause in between,
so chat stops well before."""

unfit = st.sampled_from(["7", "Telephone", "Ann!"])
RATTLED = [
    *(
        {"type": kind}
        for kind in (
            "unready",
            "start",
            "rematch",
            "look",
            "leave",
            "ping",
            "rooms",
            "begin_break",
            "end_break",
        )
    ),
    *({"type": "stand_aside", "aside": aside} for aside in (True, False)),
    *({"type": "silence", "seat": 1, "silent": silent} for silent in (True, False)),
    {"type": "watch_board", "seat": 0},
    {"type": "unwatch"},
]


class Words(Trouble):
    """Requests, valid or not."""

    # Chat. ----------------------------------------------------------------------------------

    @precondition(lambda self: self.lines and monotonic() - self.began < TALKING_S)
    @rule(who=some, phrase=st.none() | st.sampled_from(sorted(PHRASES)),
          text=st.sampled_from(["Well played", "  Try   2 instead ", "x" * 200]))  # fmt: skip
    def speak(self, who: int, phrase: str | None, text: str) -> None:
        if phrase:
            self._do(who, type="phrase", phrase=phrase)
        else:
            self._do(who, type="say", text=text)
        self.run(self._wait(1, 0))

    # Accounts. ------------------------------------------------------------------------------

    @precondition(lambda self: self.lines)
    @rule(who=some, name=names | names | unfit, password=passwords,
          bot=st.booleans())  # fmt: skip
    def sign_up(self, who: int, name: str, password: str, bot: bool) -> None:
        self._do(who, type="sign_up", name=name, password=password, bot=bot)

    @precondition(lambda self: self.lines)
    @rule(who=some, name=names, password=passwords, right=usual,
          times=st.sampled_from([1, 1, 3]))  # fmt: skip
    def log_in(self, who: int, name: str, password: str, right: bool, times: int) -> None:
        known = self.referee.accounts.all
        account = known[who % len(known)] if known and right else self.referee.accounts.owner(name)
        name = account.name if account else name
        for _ in range(times):
            true = account.password if account and right and times == 1 else password
            self._do(who, type="log_in", name=name, password=true)

    @precondition(lambda self: self.referee.accounts.told)
    @rule(who=some, at=some)
    def bring_anybodys_session(self, who: int, at: int) -> None:
        """A session of one's own, of somebody else, or one that has ended."""
        told = sorted(word for word in self.referee.accounts.told if "-" not in word[:6])
        sessions = [word for word in told if len(word) == 67]
        self._do(who, type="authenticate", session=sessions[at % len(sessions)])

    @precondition(lambda self: self.referee.accounts.all)
    @rule(who=some, at=some, name=names, right=usual)
    def recover(self, who: int, at: int, name: str, right: bool) -> None:
        accounts = self.referee.accounts.all
        account = accounts[at % len(accounts)]
        name = account.name if right else name
        self._do(who, type="recover", name=name, recovery=account.recovery, password="yet another")

    @precondition(lambda self: self.referee.accounts.sessions)
    @rule(who=some, name=names | st.just("Nobody"), password=passwords, right=usual,
          kind=st.sampled_from(["log_out", "get_account", "rename", "change_password",
                                "delete_account"]))  # fmt: skip
    def change_an_account(self, who: int, name: str, password: str, right: bool, kind: str) -> None:
        known = [line for line in self.lines if line.name in self.referee.accounts.sessions]
        line = (known or self.lines)[who % len(known or self.lines)]
        own = self.referee.accounts.of(line.name)
        true = own.password if own and right else "wrong wrong"
        fields: dict[str, dict[str, Any]] = {
            "log_out": {"everywhere": right},
            "rename": {"name": name},
            "change_password": {"password": true, "new_password": password},
            "delete_account": {"password": true},
        }
        self.run(self._ask(line, type=kind, **fields.get(kind, {})))

    @precondition(lambda self: self.referee.accounts.all and len(self.lines) > 1)
    @rule(at=some, first=some, everywhere=st.booleans())
    def log_in_twice_and_out(self, at: int, first: int, everywhere: bool) -> None:
        """What is done on one connection is known on the other."""
        account = self.referee.accounts.all[at % len(self.referee.accounts.all)]
        lines = [line for line in self.lines if line is not self.watch][:2]
        for line in lines:
            self.run(self._ask(line, type="log_in", name=account.name, password=account.password))
        for line in lines[first % 2 :][:1]:
            self.run(self._ask(line, type="log_out", everywhere=everywhere))
        for line in lines:
            self.run(self._ask(line, type="get_account"))

    @precondition(lambda self: self.lines)
    @rule(who=some, name=names, ms=st.sampled_from([1, 999, 1_000, 3_000]))
    def guess_passwords(self, who: int, name: str, ms: int) -> None:
        """Guess until one has to wait, and for some time."""
        for n in range(8):
            self._do(who, type="log_in", name=name, password=f"guess {n}")
        self.run(self._wait(ms, 0))
        for n in range(2):
            self._do(who, type="log_in", name=name, password=f"guess {n}")

    # Invalid requests. ----------------------------------------------------------------------

    @precondition(lambda self: self.lines)
    @rule(who=some, spoilt=st.lists(messages.spoilt(), min_size=1, max_size=6))
    def say_what_is_almost_a_message(self, who: int, spoilt: list[dict[str, Any]]) -> None:
        self.run(self._almost(self.lines[who % len(self.lines)], spoilt))

    @precondition(lambda self: self.lines)
    @rule(who=some, frames=st.lists(st.sampled_from(GARBAGE), min_size=1, max_size=3),
          times=st.sampled_from([1, 1, 1, 20]))  # fmt: skip
    def talk_nonsense(self, who: int, frames: list[str], times: int) -> None:
        self.run(self._nonsense(self.lines[who % len(self.lines)], frames * times))

    @precondition(lambda self: self.lines)
    @rule(who=some, frame=st.sampled_from([(b"{}", 1003), ("x" * 20_000, 1009)]))
    def send_what_ends_a_line(self, who: int, frame: tuple[str | bytes, int]) -> None:
        line = self.lines[who % len(self.lines)]
        if line is not self.watch:
            self.run(self._end(line, *frame))

    @precondition(lambda self: self.lines)
    @rule(who=some, requests=st.lists(st.sampled_from(RATTLED), min_size=2, max_size=6))
    def rattle_off(self, who: int, requests: list[dict[str, Any]]) -> None:
        """Requests of all kinds without waiting for answers."""
        line = self.lines[who % len(self.lines)]
        if line is not self.watch:
            self.run(self._burst(line, [{**r, "id": line.number()} for r in requests]))

    @precondition(lambda self: self.lines)
    @rule(who=some, number=st.sampled_from([50, 50, 2_500]))
    def ask_and_never_read(self, who: int, number: int) -> None:
        line = self.lines[who % len(self.lines)]
        if line is not self.watch:
            self.run(self._never_read(line, number))
