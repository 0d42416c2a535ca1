"""Tournaments and leisure races that the player has entered on this computer without an account, as
a guest.

At most one entry is stored for each of these events. Its token proves to the server that the entry
is the player's. The parameter `folder` says for which kind of event the entry is.
"""

import secrets
from pathlib import Path
from typing import NamedTuple

from client_cli.local.account_store import account_on
from client_cli.local.storage import Storage, plain, short
from protocol import codes

TOURNAMENTS, LEISURE_RACES = "tournaments", "leisure-races"
"""The folders of the entries in tournaments and in leisure races."""


class KnownGuest(NamedTuple):
    """The entry of a guest: the code of the event, the guest's name, and the token."""

    code: str
    name: str
    token: str


def guest_in(
    storage: Storage, server: str, code: str, folder: str = TOURNAMENTS
) -> KnownGuest | None:
    """Return the player's stored guest entry in an event; None if there is none, or if an
    account is logged in on this computer."""
    return (
        None
        if account_on(storage, server) is not None
        else _read(storage, _path(storage, server, code, folder))
    )


def new_guest(
    storage: Storage, server: str, code: str, name: str, folder: str = TOURNAMENTS
) -> KnownGuest:
    """Store an entry with this name and return it. If an entry in the same event is already stored,
    the new one keeps its token, because a device can have only one entry in an event."""
    known = _read(storage, _path(storage, server, code, folder))
    guest = KnownGuest(code, name, secrets.token_urlsafe(24) if known is None else known.token)
    storage.write(_path(storage, server, code, folder), guest._asdict())
    return guest


def forget_guest(storage: Storage, server: str, code: str, folder: str = TOURNAMENTS) -> None:
    """Delete the stored entry in an event. This is done when an account has got the entry or
    the server has refused it."""
    _path(storage, server, code, folder).unlink(missing_ok=True)


def guests(storage: Storage, server: str, folder: str = TOURNAMENTS) -> list[KnownGuest]:
    """Return all guest entries in events of one kind that are stored for a server, even if an
    account is logged in."""
    paths = sorted((storage.root / folder).glob(f"guest-*@{short(server)}.json"))
    found = [_read(storage, path) for path in paths]
    return [guest for guest in found if guest is not None]


def _read(storage: Storage, path: Path) -> KnownGuest | None:
    value = storage.read(path)
    code, name, token = (value.get(field) for field in KnownGuest._fields)
    if not (isinstance(code, str) and isinstance(name, str) and isinstance(token, str)):
        return None
    return KnownGuest(code, name, token) if codes.normal(code) == code else None


def _path(storage: Storage, server: str, code: str, folder: str) -> Path:
    return storage.root / folder / f"guest-{plain(code)}@{short(server)}.json"
