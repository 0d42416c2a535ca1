"""The referee for accounts: expected answers to requests about accounts and sessions.

Which names count as equal and how long to wait are written here again, independently of the server.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import count

from tests.server.machine.board import Answer

UNDER_ATTACK = 30
FREE_TRIES, FIRST_WAIT_MS, LONGEST_WAIT_MS = 5, 1_000, 900_000
ALIKE = {name: name for name in ("ann", "ben", "cat", "eve", "ian")} | {"lan": "ian"}
"""The names that may be claimed, mapped to the form that look-alikes share."""


def key(name: str) -> str:
    return ALIKE.get(name.casefold(), name.casefold())


def refused(code: str) -> Answer:
    return {"type": "refused", "code": code}


@dataclass
class Account:
    name: str
    password: str
    bot: bool
    number: int
    recovery: str = ""
    sessions: set[str] = field(default_factory=set)


@dataclass
class Tries:
    """Wrong passwords, and until when the next try is refused."""

    n: int = 0
    until: int = 0

    def heard(self, now: int, free: int) -> bool:
        if self.until > now:
            return False
        self.n += 1
        over = self.n - free
        if over > 0:
            self.until = now + min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (over - 1))
        return True


class Accounts:
    """The expected accounts. `sessions` has the account and session token of each connection;
    tokens and recovery codes are learned from the one message that tells them."""

    def __init__(self) -> None:
        self.all: list[Account] = []
        self.sessions: dict[str, tuple[Account, str]] = {}
        self.told: set[str] = set()
        """Every token and code that was ever told."""
        self._tries: dict[str, Tries] = {}
        self._heard: Counter[str] = Counter()
        """Wrong passwords by name."""
        self.now = 0
        self._numbers = count()

    def of(self, line: str) -> Account | None:
        """The account of a connection, unless its session has ended elsewhere."""
        account, token = self.sessions.get(line, (None, ""))
        return account if account and token in account.sessions else None

    def owner(self, name: str) -> Account | None:
        return next((a for a in self.all if key(a.name) == key(name)), None)

    def learn(self, line: str, request: Answer, answer: Answer) -> None:
        """Learn what only the server can know: new tokens and codes."""
        if answer["type"] == "signed_in":
            account = self.owner(answer["account"]["name"])
            assert account is not None
            token = answer["session"] or request["session"]
            account.sessions.add(token)
            self.sessions[line] = account, token
        else:
            account = self.of(line)
        if account and answer.get("recovery"):
            account.recovery = answer["recovery"]
        self.told |= {word for word in (answer.get("session"), answer.get("recovery")) if word}

    def _info(self, account: Account, sessions: int) -> Answer:
        return {"name": account.name, "bot": account.bot, "sessions": sessions}

    def _signed_in(self, account: Account, *, fresh: bool) -> Answer:
        return {"type": "signed_in", "account": self._info(account, len(account.sessions) + fresh)}

    def _wait_for(self, bucket: str, free: int = FREE_TRIES) -> bool:
        """Whether a try has to wait; if not, it is counted."""
        return not self._tries.setdefault(bucket, Tries()).heard(self.now, free)

    # Log in and out. -----------------------------------------------------------------------

    def _unfit(self, name: str) -> bool:
        return key(name) not in ALIKE.values()

    def _plain(self, password: str, name: str) -> bool:
        return password.casefold() == name.casefold() or len(set(password)) == 1

    def sign_up(self, _: str, request: Answer) -> Answer:
        name, password = request["name"], request["password"]
        if self._unfit(name):
            return refused("bad_name")
        if self._plain(password, name):
            return refused("bad_password")
        if self.owner(name):
            return refused("name_taken")
        account = Account(name, password, bool(request.get("bot")), next(self._numbers))
        self.all.append(account)
        return self._signed_in(account, fresh=True)

    def log_in(self, _: str, request: Answer) -> Answer:
        account = self.owner(request["name"])
        whose = str(account.number) if account else request["name"].casefold()
        bucket = f"pair {whose}"
        attacked = self._heard[whose] >= UNDER_ATTACK
        if self._wait_for(bucket, 1 if attacked else FREE_TRIES):
            return refused("wait")
        self._heard[whose] += 1
        if account is None or account.password != request["password"]:
            return refused("wrong_password")
        self._heard[whose] -= 1
        del self._tries[bucket]
        return self._signed_in(account, fresh=True)

    def recover(self, _: str, request: Answer) -> Answer:
        account = self.owner(request["name"])
        if account is None or account.recovery != request["recovery"]:
            return refused("wrong_recovery")
        if self._plain(request["password"], account.name):
            return refused("bad_password")
        account.password = request["password"]
        account.sessions.clear()
        return self._signed_in(account, fresh=True)

    def authenticate(self, _: str, request: Answer) -> Answer:
        held = [a for a in self.all if request["session"] in a.sessions]
        return self._signed_in(held[0], fresh=False) if held else refused("session_ended")

    def log_out(self, line: str, request: Answer) -> Answer:
        account = self.of(line)
        if account is None:
            return refused("not_signed_in")
        _, token = self.sessions.pop(line)
        account.sessions -= set(account.sessions) if request.get("everywhere") else {token}
        return {"type": "done"}

    # One's own account. ---------------------------------------------------------------------

    def _now(self, account: Account) -> Answer:
        return {"type": "account", "account": self._info(account, len(account.sessions))}

    def get_account(self, line: str, _: Answer) -> Answer:
        account = self.of(line)
        return self._now(account) if account else refused("not_signed_in")

    def rename(self, line: str, request: Answer) -> Answer:
        account, name = self.of(line), request["name"]
        if account is None:
            return refused("not_signed_in")
        if self._unfit(name):
            return refused("bad_name")
        if self.owner(name) not in (None, account):
            return refused("name_taken")
        account.name = name
        return self._now(account)

    def _why_not_theirs(self, line: str, password: str) -> str | None:
        account = self.of(line)
        if account is None:
            return "not_signed_in"
        bucket = f"owner {account.number}"
        if self._wait_for(bucket):
            return "wait"
        if password != account.password:
            return "wrong_password"
        del self._tries[bucket]
        return None

    def change_password(self, line: str, request: Answer) -> Answer:
        wrong, account = self._why_not_theirs(line, request["password"]), self.of(line)
        if wrong or account is None:
            return refused(wrong or "")
        if self._plain(request["new_password"], account.name):
            return refused("bad_password")
        account.password = request["new_password"]
        account.sessions &= {self.sessions[line][1]}
        return self._now(account)

    def delete_account(self, line: str, request: Answer) -> Answer:
        wrong, account = self._why_not_theirs(line, request["password"]), self.of(line)
        if wrong or account is None:
            return refused(wrong or "")
        self.all.remove(account)
        account.sessions.clear()
        return {"type": "done"}
