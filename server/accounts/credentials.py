"""Passwords, session tokens and recovery codes: how they are made, hashed and compared.

People choose passwords, so they are hashed slowly; tokens and codes are random and long, so one
fast hash is enough. None of these is ever logged or repeated in an answer.
"""

import asyncio
import secrets
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from typing import NamedTuple, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from protocol.codes import ALPHABET
from server.errors import Refusal

T = TypeVar("T")

HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
"""argon2id with OWASP's parameters for small machines: 19 MiB, about 40 ms of one core."""

AT_ONCE = 2
MOST_WAITING = 64

RECOVERY_LENGTH = 20
"""Characters of a code, from an alphabet of 32: 100 bits, in groups of five."""
_ALIKE = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})


class Passwords:
    """Hashes passwords in threads, a few at once, so that moves do not wait for logins."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._nobodys = ""

    async def hashed(self, password: str) -> str:
        return await self._work(lambda: HASHER.hash(password))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether a password fits a hash; False for None, after the same time."""

        def compare() -> bool:
            if not self._nobodys:
                self._nobodys = HASHER.hash(secrets.token_hex(16))
            try:
                HASHER.verify(kept or self._nobodys, password)
            except (VerifyMismatchError, InvalidHashError):
                return False
            return kept is not None

        return await self._work(compare)

    def is_dated(self, kept: str) -> bool:
        """Whether a hash was made with other parameters than the current ones."""
        return HASHER.check_needs_rehash(kept)

    async def _work(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Refusal("busy", "Too many people log in just now; try again in a moment.")
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


class SessionToken(NamedTuple):
    """A session token. The server stores the account and number, and only a digest of `secret`."""

    account: str
    number: str
    secret: str

    @classmethod
    def new(cls, account: str) -> "SessionToken":
        return cls(account, secrets.token_hex(4), secrets.token_urlsafe(32))

    @classmethod
    def read(cls, token: str) -> "SessionToken":
        return cls(token[:16], token[16:24], token[24:])

    @property
    def token(self) -> str:
        return self.account + self.number + self.secret


def new_account() -> str:
    """The id of a new account: 16 hexadecimal digits."""
    return secrets.token_hex(8)


def new_recovery() -> str:
    """A new recovery code in its printed form: `7KQ4T-...`."""
    code = "".join(secrets.choice(ALPHABET) for _ in range(RECOVERY_LENGTH))
    return "-".join(code[i : i + 5] for i in range(0, RECOVERY_LENGTH, 5))


def recovery_hash(typed: str) -> str:
    """The digest of a recovery code, whatever its case and look-alike characters."""
    return digest(typed.upper().translate(_ALIKE))


def digest(secret: str) -> str:
    """The digest stored for a long random secret."""
    return sha256(secret.encode()).hexdigest()


def same(kept: str, shown: str) -> bool:
    """Compare two digests in constant time."""
    return compare_digest(kept.encode(), shown.encode())
