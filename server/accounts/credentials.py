"""Passwords, session tokens and recovery codes: how they are made, hashed and compared.

A session is a log-in on one device. On later connections the device shows the token of the session
instead of the password. With a recovery code somebody who has forgotten their password sets a new
one.

Passwords are chosen by people and can be guessed, so their hash is slow. Tokens and codes are long
and random, so one fast hash is enough. Passwords, tokens and codes are never logged. No reply
repeats a password, token or code that the client has sent.
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
"""The maximum number of passwords that are hashed at the same time."""
MOST_WAITING = 64
"""The maximum number of passwords that are being hashed or wait to be hashed. Further requests are
refused."""

RECOVERY_LENGTH = 20
"""Characters of a recovery code, from an alphabet of 32: 100 bits. It is shown in groups of
five."""
_ALIKE = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})


class Passwords:
    """Hashes passwords in threads, AT_ONCE at a time, so that the event loop is not blocked.

    `hashed` and `fits` raise Refusal (`busy`) if MOST_WAITING passwords are being hashed or wait
    to be hashed. If the caller is cancelled, a hash that has begun is completed in its thread.
    """

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._nobodys = ""

    async def hashed(self, password: str) -> str:
        """Return the hash of a password as a text that also contains the salt and the parameters of
        the hash."""
        return await self._work(lambda: HASHER.hash(password))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Return whether a password has the stored hash `kept`.

        `kept` None means that there is no such account. Then return False after the time that a
        comparison takes, so that the time does not tell whether an account exists.
        """

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
        """Return whether a stored hash was made with other parameters than the current ones."""
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
    """A session token in its parts: the account's id, the session's number (8 hexadecimal digits)
    and a secret. The server stores only a digest of the secret."""

    account: str
    number: str
    secret: str

    @classmethod
    def new(cls, account: str) -> "SessionToken":
        """Make the token of a new session."""
        return cls(account, secrets.token_hex(4), secrets.token_urlsafe(32))

    @classmethod
    def read(cls, token: str) -> "SessionToken":
        """Return the parts of a token sent by a client, without checking them."""
        return cls(token[:16], token[16:24], token[24:])

    @property
    def token(self) -> str:
        """The token as it is sent to clients."""
        return self.account + self.number + self.secret


def new_account() -> str:
    """Return a random id for a new account: 16 hexadecimal digits."""
    return secrets.token_hex(8)


def new_recovery() -> str:
    """Return a new random recovery code in the form that people see: four groups of five
    characters, `7KQ4T-...`."""
    code = "".join(secrets.choice(ALPHABET) for _ in range(RECOVERY_LENGTH))
    return "-".join(code[i : i + 5] for i in range(0, RECOVERY_LENGTH, 5))


def recovery_hash(typed: str) -> str:
    """Return the digest of a recovery code that somebody has typed. Upper and lower case, hyphens
    and spaces make no difference. The letters I and L count as the digit 1, the letter O as 0."""
    return digest(typed.upper().translate(_ALIKE))


def digest(secret: str) -> str:
    """Return the digest under which a long random secret is stored."""
    return sha256(secret.encode()).hexdigest()


def same(kept: str, shown: str) -> bool:
    """Return whether two digests are equal, in constant time."""
    return compare_digest(kept.encode(), shown.encode())
