"""A tournament that is followed: told as it is, and again after every change."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from client_cli import tournaments
from client_cli.account_line import AccountLine
from client_cli.account_store import account_on
from client_cli.exits import UNREACHABLE, Failure
from client_cli.link import Line, Link
from client_cli.room import now_ms
from client_cli.storage import Storage
from client_cli.tournament_known import Known, after
from protocol.accounts import Authenticate
from protocol.from_server import FromServer, Refused
from protocol.message import Request
from protocol.tournaments import Tournament, TournamentChanged, TournamentReminder

AGAIN_S = 1.0
"""Seconds before a tournament that could not be told is asked for again."""


async def follow(
    server: str,
    storage: Storage,
    code: str,
    tell: Callable[[Known], None],
    changed: Callable[[Line], None] = lambda _: None,
    now: Callable[[], int] = now_ms,
    remind: Callable[[TournamentReminder], None] = lambda _: None,
) -> None:
    """Tell a tournament and how it is after every change, to whoever one is there; and reminders,
    of any one has entered. Raises Failure when the line is gone for good; one that goes down comes
    back, and it is told anew."""
    known: Known | None = None
    asked: int | None = None
    """The number under which it was asked for again."""
    make = tournaments.following(code)

    def again() -> None:
        nonlocal asked
        asked = link.next_id()
        link.post(make(asked))

    def hear(message: FromServer) -> None:
        nonlocal known
        if isinstance(message, Tournament) and message.code == code:
            known = Known(message, now())
        elif isinstance(message, TournamentChanged) and known is not None:
            before, known = known, after(known, message, now())
            if known is before:
                return
            if known is None:  # one was missed
                again()
        elif isinstance(message, Refused) and message.id == asked:  # busy: the line stays up
            asyncio.get_running_loop().call_later(AGAIN_S, again)
            return
        else:
            _remind(message, remind)
            return
        if known is not None:
            tell(known)

    def comeback() -> list[Request]:
        nonlocal asked
        account = account_on(storage, server)
        session = [Authenticate(id=link.next_id(), session=account.session)] if account else []
        asked = link.next_id()
        return [*session, make(asked)]

    async with Link(server, hear, comeback, changed) as link:
        await asyncio.sleep(0)  # the line is up once its keeper has run
        line = AccountLine(server, storage, link)
        await _introduce(line)
        found = await tournaments.ask(line, Tournament, make)
        tournaments.promised(storage, server, found)
        raise Failure.unreachable(await link.gone())


def _remind(message: FromServer, remind: Callable[[TournamentReminder], None]) -> None:
    if isinstance(message, TournamentReminder):
        remind(message)


async def _introduce(line: AccountLine) -> None:
    """A session that has ended makes nobody blind."""
    try:
        await tournaments.introduce(line)
    except Failure as failure:
        if failure.code == UNREACHABLE:
            raise


async def until(
    following: "asyncio.Future[None]", ended: Callable[[], bool], changed: asyncio.Event
) -> None:
    """Wait until something holds, by what is told to `changed`; raises what ends the following."""
    while not ended():
        changed.clear()
        waiting = asyncio.ensure_future(changed.wait())
        both: set[asyncio.Future[Any]] = {following, waiting}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await waiting
        if following.done():
            following.result()
            return
