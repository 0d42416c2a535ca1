"""What is done with an account: claim a name, log in and out, and all that goes with it."""

import asyncio
import getpass
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

from client_cli import preferences
from client_cli.account_store import (
    KnownAccount,
    account_on,
    device,
    forget_account,
    save_account,
)
from client_cli.exits import NOT_FOUND, REFUSED, Failure
from client_cli.link import LineLost, Link, RequestRefused
from client_cli.online import Visit
from client_cli.storage import Seat
from client_cli.voice import is_terminal
from protocol import accounts as said
from protocol.from_server import Done, FromServer
from protocol.message import Request

T = TypeVar("T", bound=FromServer)
PATIENCE_S = 10.0
GUEST = "You have no account here; patience login --new claims a name."


class AccountLine:
    """A line to the server for a few questions. Every answer that is a refusal is a Failure."""

    def __init__(self, visit: Visit, link: Link) -> None:
        self.visit, self.link = visit, link

    async def ask(self, kind: type[T], make: Callable[[int], Request]) -> T:
        try:
            answer = await self.link.ask(make(self.link.next_id()))
        except RequestRefused as error:
            code = NOT_FOUND if error.refused.code == "unknown_name" else REFUSED
            raise Failure(code, error.refused.error) from None
        except LineLost:
            raise Failure.unreachable("The line went down before the answer came.") from None
        if not isinstance(answer, kind):
            raise Failure.unreachable("The server is not understood.")
        return answer

    async def authenticate(self) -> said.SignedIn:
        """Be the account this computer is logged in to. Raises Failure for guests."""
        known = account_on(self.visit.storage, self.visit.server)
        if known is None:
            raise Failure.not_found(GUEST)
        try:
            return await self.ask(
                said.SignedIn, lambda n: said.Authenticate(id=n, session=known.session)
            )
        except Failure as failure:
            if failure.code == REFUSED:
                forget_account(self.visit.storage, self.visit.server)
            raise

    async def merge(self, brought: Sequence[said.Preference]) -> None:
        """One set of preferences, here and on the server."""
        storage = self.visit.storage
        preferences.merge(storage, brought)
        mine = list(preferences.kept(storage).values())
        for start in range(0, len(mine), said.PREFERENCES_AT_ONCE):
            await self._save(mine[start : start + said.PREFERENCES_AT_ONCE])

    async def _save(self, part: list[said.Preference]) -> None:
        await self.ask(said.AccountNow, lambda n: said.SavePreferences(id=n, preferences=part))

    async def claim_seats(self) -> int:
        """Make the seats one took here as a guest the account's; how many rooms that are."""
        held = self.visit.storage.seats(self.visit.server)
        claimed: set[str] = set()
        for start in range(0, len(held), said.SEATS_AT_ONCE):
            claimed.update(await self._claim(held[start : start + said.SEATS_AT_ONCE]))
        return len(claimed)

    async def _claim(self, part: list[Seat]) -> list[str]:
        seats = [said.HeldSeat(code=seat.code, token=seat.token) for seat in part]
        done = await self.ask(said.SeatsClaimed, lambda n: said.ClaimSeats(id=n, seats=seats))
        return done.codes


def visiting(visit: Visit, work: Callable[[AccountLine], Awaitable[None]]) -> None:
    """Do some work on a line of its own."""

    async def run() -> None:
        async with Link(visit.server, lambda _: None, patience_s=PATIENCE_S) as link:
            await asyncio.sleep(0)  # the line is up once its keeper has run
            await work(AccountLine(visit, link))

    asyncio.run(run())


WAYS: dict[str, type[said.Entering]] = {
    "new": said.SignUp,
    "password": said.LogIn,
    "recovery": said.Recover,
}

# Ways in and out. -----------------------------------------------------------------------------


def enter(
    visit: Visit, name: str, how: Literal["new", "password", "recovery"], brief: bool
) -> None:
    """Claim a name, or come back to it, and bring along what was done as a guest."""
    recovery = secret("Recovery code:") if how == "recovery" else ""
    password = new_password() if how != "password" else secret("Password:")
    entering: dict[str, Any] = {
        "name": name,
        "password": password,
        "remember": not brief,
        "device": device(visit.storage),
    }
    if how == "recovery":
        entering["recovery"] = recovery

    async def work(line: AccountLine) -> None:
        done = await line.ask(
            said.SignedIn, lambda n: WAYS[how].model_validate({"id": n, **entering})
        )
        known = KnownAccount(visit.server, done.account.name, done.session or "")
        save_account(visit.storage, known)
        visit.storage.remember_name(done.account.name)
        await line.merge(done.account.preferences)
        rooms = await line.claim_seats()
        told = {"type": "logged_in", "name": done.account.name, "recovery": done.recovery}
        visit.voice.put({**told, "rooms": rooms})
        if not visit.voice.as_json:
            visit.voice.say([f"You are {done.account.name}.", *_recovery(done.recovery)])

    visiting(visit, work)


def leave(visit: Visit, everywhere: bool) -> None:
    """End this computer's session, or all; here it is forgotten even if the server is away."""
    known = account_on(visit.storage, visit.server)
    if known is None:
        raise Failure.not_found("You are not logged in here.")

    async def work(line: AccountLine) -> None:
        await line.authenticate()
        await line.ask(Done, lambda n: said.LogOut(id=n, everywhere=everywhere))

    try:
        visiting(visit, work)
    finally:
        forget_account(visit.storage, visit.server)
    visit.voice.put({"type": "logged_out", "name": known.name, "everywhere": everywhere})
    if not visit.voice.as_json:
        visit.voice.say([f"{known.name} is logged out{' on all devices' * everywhere}."])


# One's own account. ---------------------------------------------------------------------------


def show(visit: Visit) -> None:
    """Who one is here."""
    if account_on(visit.storage, visit.server) is None:
        name = visit.storage.name()
        visit.voice.put({"type": "me", "name": name, "account": None})
        if not visit.voice.as_json:
            visit.voice.say([f"You play as {name}." if name else "You have no name yet.", GUEST])
        return

    async def work(line: AccountLine) -> None:
        me = (await line.authenticate()).account
        await line.merge(me.preferences)
        visit.voice.put({"type": "me", "name": me.name, "account": me.model_dump()})
        if not visit.voice.as_json:
            count = f"{me.sessions} session{'s' * (me.sessions != 1)}"
            visit.voice.say([f"You are {me.name}{', a bot' * me.bot}: {count} on this server."])

    visiting(visit, work)


def change(visit: Visit, make: Callable[[int], Request], sentence: str) -> None:
    """Change something about the account that is answered by the account as it is now."""

    async def work(line: AccountLine) -> None:
        await line.authenticate()
        now = await line.ask(said.AccountNow, make)
        known = account_on(visit.storage, visit.server)
        if known is not None:
            save_account(visit.storage, known._replace(name=now.account.name))
            visit.storage.remember_name(now.account.name)
        visit.voice.put({"type": "changed", "name": now.account.name, "recovery": now.recovery})
        if not visit.voice.as_json:
            visit.voice.say([sentence, *_recovery(now.recovery)])

    visiting(visit, work)


def export(visit: Visit, path: Path | None) -> None:
    """All the server keeps of the account, as JSON on standard output or in a file."""

    async def work(line: AccountLine) -> None:
        await line.authenticate()
        found = await line.ask(said.AccountData, lambda n: said.ExportAccount(id=n))
        texts.append(json.dumps(found.data, indent=None if visit.voice.as_json else 1))

    texts: list[str] = []
    visiting(visit, work)
    if path is None:
        print(texts[0], flush=True)
        return
    try:
        path.write_text(texts[0] + "\n", encoding="utf-8")
    except OSError as error:
        raise Failure.usage(f"Cannot write to {path}: {error.strerror}.") from None


def delete(visit: Visit) -> None:
    password = secret("Password, to delete your account for good:")

    async def work(line: AccountLine) -> None:
        await line.authenticate()
        await line.ask(Done, lambda n: said.DeleteAccount(id=n, password=password))
        forget_account(visit.storage, visit.server)
        visit.voice.say(["The account is deleted. Races it took part in stay."])

    visiting(visit, work)


def friends(visit: Visit, what: str, name: str) -> None:
    """How one stands to others; with a name, after doing something about them."""

    async def work(line: AccountLine) -> None:
        await line.authenticate()
        found = await line.ask(
            said.Friends,
            lambda n: (
                said.Befriend.model_validate({"id": n, "name": name, "what": what})
                if name
                else said.GetFriends(id=n)
            ),
        )
        for friend in found.friends:
            visit.voice.put(friend.model_dump())
            if not visit.voice.as_json:
                visit.voice.say([f"{friend.name}{' (bot)' * friend.bot}: {STATES[friend.state]}"])
        if not found.friends and not visit.voice.as_json:
            visit.voice.say(["Nobody yet."])

    visiting(visit, work)


STATES = {
    "friend": "friend",
    "asked": "asked, no answer yet",
    "asks": "asks to be your friend",
    "blocked": "blocked",
}


def set_options(visit: Visit, typed: Sequence[str]) -> None:
    """Choose, here and on the server one is logged in to; without choices, only show."""
    storage, voice = visit.storage, visit.voice
    preferences.merge(storage, [preferences.read_choice(text, storage) for text in typed])
    if typed and account_on(storage, visit.server) is not None:

        async def work(line: AccountLine) -> None:
            await line.merge((await line.authenticate()).account.preferences)

        try:
            visiting(visit, work)
        except Failure as failure:
            voice.say([f"Kept here only: {failure}"])
    voice.put({"type": "options", **preferences.chosen(storage)})
    if not voice.as_json:
        voice.say(preferences.told(storage))


# What is typed. -------------------------------------------------------------------------------


def secret(question: str) -> str:
    """A password nobody sees on the screen; from a pipe, the next line. Raises Failure."""
    typed = getpass.getpass(f"{question} ") if is_terminal() else sys.stdin.readline()
    word = typed.rstrip("\r\n")
    if not word:
        raise Failure.usage("No password was typed.")
    if len(word) > said.LONGEST_PASSWORD:
        raise Failure.usage(f"A password has at most {said.LONGEST_PASSWORD} characters.")
    return word


def new_password() -> str:
    """A new password, repeated. Raises Failure."""
    word = secret("New password:")
    if len(word) < said.SHORTEST_PASSWORD:
        raise Failure.usage(f"A password has at least {said.SHORTEST_PASSWORD} characters.")
    if secret("Repeat:") != word:
        raise Failure.usage("The two passwords differ.")
    return word


def _recovery(code: str | None) -> list[str]:
    if code is None:
        return []
    return [
        f"Recovery code: {code}",
        "Write it down: it is shown once, and the only way back without the password.",
    ]
