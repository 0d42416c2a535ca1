"""One's account on each server as this computer knows it: its session, never its password."""

import re
import secrets
from typing import NamedTuple

from client_cli.local.storage import Storage, short

SESSION_ENDED = "session_ended"
"""The refusal after which a session is of no use any more. Others pass: the store may be away."""


SESSION = re.compile(r"[0-9a-f]{24}[A-Za-z0-9_-]{43}")
"""What a session looks like, as `protocol.accounts` has it: what a file may have lost is none."""


class KnownAccount(NamedTuple):
    """An account on a server, and the token of a session there."""

    server: str
    name: str
    session: str


def account_on(storage: Storage, server: str) -> KnownAccount | None:
    """The account one is logged in to on a server."""
    value = storage.read(storage.root / "accounts" / f"{short(server)}.json")
    parts = [part for name in KnownAccount._fields if isinstance(part := value.get(name), str)]
    if len(parts) < len(KnownAccount._fields) or parts[0] != server:
        return None
    known = KnownAccount(*parts)
    return known if SESSION.fullmatch(known.session) else None


def has_account(storage: Storage) -> bool:
    """Whether one is logged in anywhere."""
    return any((storage.root / "accounts").glob("*.json"))


def save_account(storage: Storage, account: KnownAccount) -> None:
    path = storage.root / "accounts" / f"{short(account.server)}.json"
    storage.write(path, account._asdict())


def forget_account(storage: Storage, server: str) -> None:
    """Log out on this computer."""
    (storage.root / "accounts" / f"{short(server)}.json").unlink(missing_ok=True)


def device(storage: Storage) -> str:
    """A random word for this computer: a server counts wrong passwords tried here by themselves."""
    path = storage.root / "device.json"
    word = storage.read(path).get("word")
    if not isinstance(word, str) or len(word) != 32:
        word = secrets.token_urlsafe(24)
        storage.write(path, {"word": word})
    return word
