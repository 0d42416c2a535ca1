"""What is done with an account: claim a name, log in and out, and all that goes with it.

Nothing here is printed or typed: `account_lines` does that for the command line, the pages of
`screens` for the full screen.
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
from client_cli.net.one_shot_client import AccountLine, on_line
from protocol import accounts as said
from protocol.from_server import Done
from protocol.message import Request

Way = Literal["new", "password", "recovery"]
"""How somebody comes in: with a new account, their password, or the recovery code."""
WAYS: dict[Way, type[said.Entering]] = {
    "new": said.SignUp,
    "password": said.LogIn,
    "recovery": said.Recover,
}
FriendVerb = Literal["add", "accept", "remove", "block", "unblock"]


class Entered(NamedTuple):
    """Who one is after coming in. `rooms` are those where one sat as a guest, `asking` who waits
    to become a friend; a `recovery` code is told this once. `former_name` is the name one had
    before the server gave the account another."""

    name: str
    recovery: str | None
    rooms: int
    asking: list[str]
    former_name: str | None = None


class Me(NamedTuple):
    """One's account, who waits to become a friend, and the name one had before the server gave the
    account another."""

    account: said.AccountInfo
    asking: list[str]
    former_name: str | None = None


# Ways in and out. -----------------------------------------------------------------------------


class Key(NamedTuple):
    """What opens an account: a password (a new one unless one logs in with it), and the recovery
    code where that is the way. `remember` is for months, not for hours."""

    way: Way
    password: str
    recovery: str = ""
    remember: bool = True


async def enter(line: AccountLine, name: str, key: Key) -> Entered:
    """Claim a name, or come back to it, and bring along what was done as a guest."""
    entering: dict[str, Any] = {
        "name": name,
        "password": key.password,
        "remember": key.remember,
        "device": device(line.storage),
    }
    if key.way == "recovery":
        entering["recovery"] = key.recovery
    done = await line.ask(
        said.SignedIn, lambda n: WAYS[key.way].model_validate({"id": n, **entering})
    )
    known = KnownAccount(line.server, done.account.name, done.session or "")
    save_account(line.storage, known)
    line.storage.remember_name(done.account.name)
    await line.merge(done.account.preferences)
    rooms = await line.claim_seats()
    asking, former = await _asking(line), await former_name(line)
    return Entered(done.account.name, done.recovery, rooms, asking, former)


async def leave(server: str, storage: Storage, everywhere: bool) -> str:
    """End this computer's session, or all; here it is forgotten even if the server is away. The
    name that was logged in."""
    known = account_on(storage, server)
    if known is None:
        raise Failure.not_found("You are not logged in here.")

    async def work(line: AccountLine) -> None:
        await line.authenticate()
        await line.ask(Done, lambda n: said.LogOut(id=n, everywhere=everywhere))

    try:
        await on_line(server, storage, work)
    finally:
        forget_account(storage, server)
    return known.name


# One's own account. ---------------------------------------------------------------------------


async def me(line: AccountLine) -> Me:
    """Who one is there; choices made on other computers come along."""
    account = await line.authenticate()
    await line.merge(account.preferences)
    return Me(account, await _asking(line), await former_name(line))


async def former_name(line: AccountLine) -> str | None:
    """The name the account of this line had before the server gave it another; None for most."""
    try:
        return (await line.ask(said.FormerName, lambda n: said.GetFormerName(id=n))).name
    except Failure:  # an older server, which gives nobody another name
        return None


async def change(line: AccountLine, make: Callable[[int], Request]) -> said.AccountNow:
    """Change something about the account that is answered by the account as it is now."""
    await line.authenticate()
    now = await line.ask(said.AccountNow, make)
    known = account_on(line.storage, line.server)
    if known is not None:
        save_account(line.storage, known._replace(name=now.account.name))
        line.storage.remember_name(now.account.name)
    return now


def renaming(name: str) -> Callable[[int], Request]:
    return lambda n: said.Rename(id=n, name=name)


def changing_password(old: str, new: str) -> Callable[[int], Request]:
    return lambda n: said.ChangePassword(id=n, password=old, new_password=new)


def renewing_recovery(password: str) -> Callable[[int], Request]:
    return lambda n: said.RenewRecovery(id=n, password=password)


async def export(line: AccountLine) -> dict[str, Any]:
    """All the server keeps of the account."""
    await line.authenticate()
    return (await line.ask(said.AccountData, lambda n: said.ExportAccount(id=n))).data


def write_export(path: Path, data: dict[str, Any]) -> None:
    """Put it into a file. Raises Failure."""
    try:
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise Failure.usage(f"Cannot write to {path}: {error.strerror}.") from None


async def delete(line: AccountLine, password: str) -> None:
    await line.authenticate()
    await line.ask(Done, lambda n: said.DeleteAccount(id=n, password=password))
    forget_account(line.storage, line.server)


# Others. --------------------------------------------------------------------------------------


async def friends(
    line: AccountLine, what: FriendVerb | None = None, name: str = ""
) -> list[said.Friend]:
    """How one stands to others; with a verb, after doing something about that name."""
    await line.authenticate()
    if what is None:
        return await _friends(line)
    done = await line.ask(said.Friends, lambda n: said.Befriend(id=n, name=name, what=what))
    return done.friends


async def _friends(line: AccountLine) -> list[said.Friend]:
    return (await line.ask(said.Friends, lambda n: said.GetFriends(id=n))).friends


async def _asking(line: AccountLine) -> list[str]:
    return waiting(await _friends(line))


async def asking(line: AccountLine) -> list[str]:
    """Who waits to become a friend."""
    return waiting(await friends(line))


def waiting(found: Sequence[said.Friend]) -> list[str]:
    """Those who wait for an answer."""
    return [friend.name for friend in found if friend.state == "asks"]


# What one has chosen. -------------------------------------------------------------------------


def choose(storage: Storage, typed: Sequence[str]) -> None:
    """Keep choices on this computer. Raises Failure, and keeps none, where one is no choice."""
    preferences.merge(storage, [preferences.read_choice(text, storage) for text in typed])


async def sync_choices(server: str, storage: Storage) -> str | None:
    """Bring the choices to the server one is logged in to; a sentence where that failed."""
    if account_on(storage, server) is None:
        return None

    async def work(line: AccountLine) -> None:
        await line.merge((await line.authenticate()).preferences)

    try:
        await on_line(server, storage, work)
    except Failure as failure:
        return f"Kept here only: {failure}"
    return None


# Passwords. -----------------------------------------------------------------------------------


def checked(word: str) -> str:
    """A password as it was typed. Raises Failure."""
    if not word:
        raise Failure.usage("No password was typed.")
    if len(word) > said.LONGEST_PASSWORD:
        raise Failure.usage(f"A password has at most {said.LONGEST_PASSWORD} characters.")
    return word


def checked_new(word: str) -> str:
    """A new password, before it is repeated. Raises Failure."""
    if len(checked(word)) < said.SHORTEST_PASSWORD:
        raise Failure.usage(f"A password has at least {said.SHORTEST_PASSWORD} characters.")
    return word


def repeated(word: str, repeat: str) -> str:
    """A new password that was typed twice. Raises Failure."""
    if checked_new(word) != checked(repeat):
        raise Failure.usage("The two passwords differ.")
    return word
