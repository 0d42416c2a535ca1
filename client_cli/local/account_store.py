"""Log-ins to accounts on this computer: at most one session for each server address.

A session is the log-in of an account on one device. Its token is stored, a password never.
"""

import re
import secrets
from typing import NamedTuple

from client_cli.local.storage import Storage, short

SESSION_ENDED = "session_ended"
"""The code of the refusal after which a session token is useless. After other refusals the token
may still be valid, for instance if the server's store is unavailable."""


SESSION = re.compile(r"[0-9a-f]{24}[A-Za-z0-9_-]{43}")
"""Pattern of a session token, as in `protocol.accounts`; it detects tokens damaged in a file."""


class KnownAccount(NamedTuple):
    """A log-in of this computer: the server's address, the account's name there, and the token that
    proves the session to the server."""

    server: str
    name: str
    session: str


def account_on(storage: Storage, server: str) -> KnownAccount | None:
    """Return the account with which this computer is logged in to a server; None if there is none
    or its file is damaged."""
    value = storage.read(storage.root / "accounts" / f"{short(server)}.json")
    parts = [part for name in KnownAccount._fields if isinstance(part := value.get(name), str)]
    if len(parts) < len(KnownAccount._fields) or parts[0] != server:
        return None
    known = KnownAccount(*parts)
    return known if SESSION.fullmatch(known.session) else None


def has_account(storage: Storage) -> bool:
    """Return whether this computer is logged in to any server."""
    return any((storage.root / "accounts").glob("*.json"))


def save_account(storage: Storage, account: KnownAccount) -> None:
    path = storage.root / "accounts" / f"{short(account.server)}.json"
    storage.write(path, account._asdict())


def forget_account(storage: Storage, server: str) -> None:
    """Delete the file with this computer's session on a server. The server is not told."""
    (storage.root / "accounts" / f"{short(server)}.json").unlink(missing_ok=True)


def device(storage: Storage) -> str:
    """Return a random word that identifies this computer to servers; it is made at the first call
    and stored. A server counts attempts to log in separately for a device on which the owner of the
    account has logged in before."""
    path = storage.root / "device.json"
    word = storage.read(path).get("word")
    if not isinstance(word, str) or len(word) != 32:
        word = secrets.token_urlsafe(24)
        storage.write(path, {"word": word})
    return word
