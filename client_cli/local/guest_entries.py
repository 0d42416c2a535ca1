"""Tournaments that the player has entered on this computer without an account, as a guest.

At most one entry is stored for each tournament. Its token proves to the server that the entry is
the player's.
"""

import secrets
from pathlib import Path
from typing import NamedTuple

from client_cli.local.account_store import account_on
from client_cli.local.storage import Storage, plain, short
from protocol import codes


class KnownGuest(NamedTuple):
    """The entry of a guest: the code of the tournament, the guest's name, and the token."""

    code: str
    name: str
    token: str


def guest_in(storage: Storage, server: str, code: str) -> KnownGuest | None:
    """Return the player's stored guest entry in a tournament; None if there is none, or if an
    account is logged in on this computer."""
    return (
        None
        if account_on(storage, server) is not None
        else _read(storage, _path(storage, server, code))
    )


def new_guest(storage: Storage, server: str, code: str, name: str) -> KnownGuest:
    """Store an entry with this name and return it. If an entry in the same tournament is already
    stored, the new one keeps its token, because a device can have only one entry in a
    tournament."""
    known = _read(storage, _path(storage, server, code))
    guest = KnownGuest(code, name, secrets.token_urlsafe(24) if known is None else known.token)
    storage.write(_path(storage, server, code), guest._asdict())
    return guest


def forget_guest(storage: Storage, server: str, code: str) -> None:
    """Delete the stored entry in a tournament. This is done when an account has got the entry or
    the server has refused it."""
    _path(storage, server, code).unlink(missing_ok=True)


def guests(storage: Storage, server: str) -> list[KnownGuest]:
    """Return all guest entries stored for a server, even if an account is logged in."""
    paths = sorted((storage.root / "tournaments").glob(f"guest-*@{short(server)}.json"))
    found = [_read(storage, path) for path in paths]
    return [guest for guest in found if guest is not None]


def _read(storage: Storage, path: Path) -> KnownGuest | None:
    value = storage.read(path)
    code, name, token = (value.get(field) for field in KnownGuest._fields)
    if not (isinstance(code, str) and isinstance(name, str) and isinstance(token, str)):
        return None
    return KnownGuest(code, name, token) if codes.normal(code) == code else None


def _path(storage: Storage, server: str, code: str) -> Path:
    return storage.root / "tournaments" / f"guest-{plain(code)}@{short(server)}.json"
