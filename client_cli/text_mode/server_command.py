"""A visit to a server from the command line: what it needs, and what every one of them shares."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple, Protocol, TypeVar

from client_cli.exit_codes import NOT_FOUND, REFUSED, Failure
from client_cli.features import missed_calls
from client_cli.local.storage import Storage
from client_cli.net.connection import ConnectionLost, RequestRefused
from client_cli.net.one_shot_client import OneShotClient, on_line
from client_cli.net.room_client import RoomClient
from client_cli.solo.game import SoloGame
from client_cli.terminal.output import Output, ask
from protocol.texts import _

T = TypeVar("T")

RECORD_PATIENCE_S = 10.0
UNKNOWN = frozenset({"unknown_room", "unknown_race", "unknown_seat"})
"""Refusals that mean there is no such thing."""


class FullScreen(Protocol):
    """The ways into the full screen, which is above the line mode: a command passes them in."""

    async def race(
        self,
        server: str,
        storage: Storage,
        enter: Callable[[RoomClient], Awaitable[None]],
        left: Callable[[], None],
    ) -> None: ...

    async def tournament(
        self, server: str, storage: Storage, code: str, left: Callable[[], None]
    ) -> None: ...

    def ghost(self, solo: SoloGame, storage: Storage) -> None: ...


class Visit(NamedTuple):
    """What every visit to a server needs."""

    server: str
    voice: Output
    storage: Storage
    screens: FullScreen | None = None
    """The full screen, where that is to be used."""
    left: Callable[[], None] = lambda: None
    """Called when somebody has left the program, and not only the room."""

    @property
    def full_screen(self) -> bool:
        return self.screens is not None


def name_to_use(given: str | None, storage: Storage) -> str:
    """The name given, else remembered, else asked for. Raises Failure."""
    return checked_name(given or storage.name() or ask(_("What is your name?")) or "")


def checked_name(text: str) -> str:
    """A name as it was typed, with single spaces. Raises Failure where it is none."""
    name = " ".join(text.split())
    if not name:
        raise Failure.usage(_("Say who you are: --name NAME."))
    if len(name) > 24 or not name.isprintable():
        raise Failure.usage(_("A name has 1 to 24 printable characters."))
    return name


def visiting(visit: Visit, work: Callable[[OneShotClient], Awaitable[T]]) -> T:
    """Do some work on a line of its own, and ask for missed calls where somebody has logged in on
    it. Raises Failure."""

    async def both(line: OneShotClient) -> T:
        done = await work(line)
        if not visit.voice.as_json:
            await missed_calls.ask(line)
        return done

    return asyncio.run(on_line(visit.server, visit.storage, both))


def fetch_record(visit: Visit, race: str) -> Mapping[str, object]:
    """The record of a finished race. Raises Failure."""

    async def fetching() -> Mapping[str, object]:
        room = RoomClient(visit.server, visit.storage, lambda _: None, patience_s=RECORD_PATIENCE_S)
        async with room:
            return await answer_or_failure(room.record(race))

    return asyncio.run(fetching())


async def answer_or_failure(asking: Awaitable[T]) -> T:
    """The answer; refusals and a lost line as Failure."""
    try:
        return await asking
    except RequestRefused as error:
        code = NOT_FOUND if error.refused.code in UNKNOWN else REFUSED
        raise Failure(code, str(error)) from None
    except ConnectionLost:
        raise Failure.unreachable(_("The line went down before the answer came.")) from None
