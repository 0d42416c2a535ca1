"""Account requests: register, log in and out, change, export, delete, friends, preferences.

A guest plays without an account; the seats (places in rooms) that somebody took as a guest can be
given to their account later. A session is a log-in to an account on one computer, which stores it.
Nothing here prints or reads input: `text_mode.accounts` does that for the command line, and the
pages of `screens` for the full screen.
"""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from client_cli.exit_codes import Failure
from client_cli.local import preferences
from client_cli.local.account_store import (
    KnownAccount,
    account_on,
    device,
    forget_account,
    save_account,
)
from client_cli.local.storage import Storage
from client_cli.net.one_shot_client import OneShotClient, with_connection
from protocol import accounts as said
from protocol.from_server import Done
from protocol.message import Request
from protocol.texts import _

Way = Literal["new", "password", "recovery"]
"""How to log in: to a new account, by password, or by recovery code."""
WAYS: dict[Way, type[said.Entering]] = {
    "new": said.SignUp,
    "password": said.LogIn,
    "recovery": said.Recover,
}
FriendVerb = Literal["add", "accept", "remove", "block", "unblock"]


class SignInResult(NamedTuple):
    """The result of registering or logging in.

    `name` is the name of the account. `recovery` is a new recovery code, which is shown only once;
    None if the account keeps its old one. `rooms` is the number of rooms in which the account now
    has a seat that the player took as a guest. `asking` are the names of accounts that ask to be
    the player's friends. `former_name` is the previous name of an account that the server has
    renamed, else None.
    """

    name: str
    recovery: str | None
    rooms: int
    asking: list[str]
    former_name: str | None = None


class Me(NamedTuple):
    """The player's account, the names of accounts that ask to be the player's friends, and the
    account's previous name if the server has renamed it."""

    account: said.AccountInfo
    asking: list[str]
    former_name: str | None = None


# Log in and out. ------------------------------------------------------------------------------


class AccountKey(NamedTuple):
    """What a player types to register or log in. `way` is "new" to register, "password", or
    "recovery" to log in with a recovery code. `password` is the account's password if `way` is
    "password"; otherwise it is the new password to set. With `remember` the log-in lasts months,
    otherwise hours."""

    way: Way
    password: str
    recovery: str = ""
    remember: bool = True


async def enter(client: OneShotClient, name: str, key: AccountKey) -> SignInResult:
    """Register a name or log in to it, and store the session on this computer. Then merge the
    preferences of this computer with those of the account, and give the account the seats and
    tournament entries that were taken on this computer as a guest. Raises Failure if the server
    refuses or cannot be reached."""
    entering: dict[str, Any] = {
        "name": name,
        "password": key.password,
        "remember": key.remember,
        "device": device(client.storage),
    }
    if key.way == "recovery":
        entering["recovery"] = key.recovery
    done = await client.ask(
        said.SignedIn, lambda n: WAYS[key.way].model_validate({"id": n, **entering})
    )
    known = KnownAccount(client.server, done.account.name, done.session or "")
    save_account(client.storage, known)
    client.storage.remember_name(done.account.name)
    await client.merge(done.account.preferences)
    rooms = await client.claim_seats()
    await client.claim_entries()
    asking, former = await _asking(client), await former_name(client)
    return SignInResult(done.account.name, done.recovery, rooms, asking, former)


async def leave(server: str, storage: Storage, everywhere: bool) -> str:
    """Log out: end this computer's session or, if `everywhere`, all sessions of the account. Return
    the account's name. Raises Failure if no account is logged in, or if the server refuses or
    cannot be reached. In the last two cases too, the session is deleted from this computer."""
    known = account_on(storage, server)
    if known is None:
        raise Failure.not_found(_("You are not logged in here."))

    async def work(client: OneShotClient) -> None:
        await client.authenticate()
        await client.ask(Done, lambda n: said.LogOut(id=n, everywhere=everywhere))

    try:
        await with_connection(server, storage, work)
    finally:
        forget_account(storage, server)
    return known.name


# The player's own account. --------------------------------------------------------------------


async def me(client: OneShotClient) -> Me:
    """Authenticate with the stored session and return the account. Its preferences are merged with
    those of this computer. Raises Failure if no account is logged in, or if the server refuses or
    cannot be reached."""
    account = await client.authenticate()
    await client.merge(account.preferences)
    return Me(account, await _asking(client), await former_name(client))


async def former_name(client: OneShotClient) -> str | None:
    """Return the previous name of the account if the server has renamed it. Return None if it has
    not, or if the request fails."""
    try:
        return (await client.ask(said.FormerName, lambda n: said.GetFormerName(id=n))).name
    except Failure:  # an older server, which renames nobody
        return None


async def change(client: OneShotClient, make: Callable[[int], Request]) -> said.AccountNow:
    """Send a request that changes the account, and return the server's answer. `make` gets a
    request id and returns the request. The account's name, which may be a new one, is stored on
    this computer. Raises Failure if the server refuses or cannot be reached."""
    await client.authenticate()
    now = await client.ask(said.AccountNow, make)
    known = account_on(client.storage, client.server)
    if known is not None:
        save_account(client.storage, known._replace(name=now.account.name))
        client.storage.remember_name(now.account.name)
    return now


def renaming(name: str) -> Callable[[int], Request]:
    return lambda n: said.Rename(id=n, name=name)


def changing_password(old: str, new: str) -> Callable[[int], Request]:
    return lambda n: said.ChangePassword(id=n, password=old, new_password=new)


def renewing_recovery(password: str) -> Callable[[int], Request]:
    return lambda n: said.RenewRecovery(id=n, password=password)


async def export(client: OneShotClient) -> dict[str, Any]:
    """Return all data that the server has about the account, as JSON. Raises Failure if the server
    refuses or cannot be reached."""
    await client.authenticate()
    return (await client.ask(said.AccountData, lambda n: said.ExportAccount(id=n))).data


def write_export(path: Path, data: dict[str, Any]) -> None:
    """Write exported data to a file as JSON. Raises Failure if the file cannot be written."""
    try:
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise Failure.usage(
            _("Cannot write to {path}: {strerror}.", path=path, strerror=error.strerror)
        ) from None


async def delete(client: OneShotClient, password: str) -> None:
    await client.authenticate()
    await client.ask(Done, lambda n: said.DeleteAccount(id=n, password=password))
    forget_account(client.storage, client.server)


# Friends. -------------------------------------------------------------------------------------


async def friends(
    client: OneShotClient, what: FriendVerb | None = None, name: str = ""
) -> list[said.Friend]:
    """Carry out the verb `what`, such as "add" or "block", on the account called `name`; if `what`
    is None, change nothing. Return the player's friends, blocked accounts, and friend requests in
    both directions. Raises Failure if the server refuses or cannot be reached."""
    await client.authenticate()
    if what is None:
        return await _friends(client)
    done = await client.ask(said.Friends, lambda n: said.Befriend(id=n, name=name, what=what))
    return done.friends


async def _friends(client: OneShotClient) -> list[said.Friend]:
    return (await client.ask(said.Friends, lambda n: said.GetFriends(id=n))).friends


async def _asking(client: OneShotClient) -> list[str]:
    return waiting(await _friends(client))


async def asking(client: OneShotClient) -> list[str]:
    """Return the names of accounts that ask to be the player's friends. Raises Failure if the
    server refuses or cannot be reached."""
    return waiting(await friends(client))


def waiting(found: Sequence[said.Friend]) -> list[str]:
    """Return the names of those accounts in `found` that ask to be the player's friends and have no
    answer yet."""
    return [friend.name for friend in found if friend.state == "asks"]


# Preferences. ---------------------------------------------------------------------------------


def choose(storage: Storage, typed: Sequence[str]) -> list[str]:
    """Set preferences on this computer. Each is typed as `NAME=VALUE`, such as `cards=letters`.
    Return their names as they are stored. If one of them is invalid, raise Failure and set none."""
    known, found = preferences.chosen(storage), []
    for text in typed:
        preference = preferences.read_choice(text, storage, known)
        known[preference.name] = preference.value
        found.append(preference)
    preferences.merge(storage, found)
    return [preference.name for preference in found]


async def sync_choices(server: str, storage: Storage) -> str | None:
    """Merge the preferences of this computer with those of the account. Return None if this
    succeeds or no account is logged in, otherwise a sentence for the player about the failure."""
    if account_on(storage, server) is None:
        return None

    async def work(client: OneShotClient) -> None:
        await client.merge((await client.authenticate()).preferences)

    try:
        await with_connection(server, storage, work)
    except Failure as failure:
        return _("Kept here only: {failure}", failure=failure)
    return None


# Passwords. -----------------------------------------------------------------------------------


def checked(word: str) -> str:
    """Return a typed password. Raises Failure if it is empty or too long."""
    if not word:
        raise Failure.usage(_("No password was typed."))
    if len(word) > said.LONGEST_PASSWORD:
        raise Failure.usage(
            _(
                "A password has at most {most} characters.",
                most=said.LONGEST_PASSWORD,
            )
        )
    return word


def checked_new(word: str) -> str:
    """Return a typed new password. Raises Failure if it is too short or too long."""
    if len(checked(word)) < said.SHORTEST_PASSWORD:
        raise Failure.usage(
            _(
                "A password has at least {least} characters.",
                least=said.SHORTEST_PASSWORD,
            )
        )
    return word


def repeated(word: str, repeat: str) -> str:
    """Return a new password that was typed twice. Raises Failure if `word` and `repeat` differ."""
    if checked_new(word) != checked(repeat):
        raise Failure.usage(_("The two passwords differ."))
    return word
