"""Values and functions for all commands that talk to a server: the server's address, output, data
directory, full screen, the player's name.

Commands also tell the player about missed telephone calls, which are messages from players who have
won a crown (an award for winning several difficult games in a row), and about leisure races, which
friends play on the same deals within days.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeVar

from client_cli.exit_codes import NOT_FOUND, REFUSED, Failure
from client_cli.features import leisure_news, missed_calls
from client_cli.local.storage import Storage
from client_cli.net.connection import ConnectionLost, RequestRefused
from client_cli.net.one_shot_client import OneShotClient, with_connection
from client_cli.net.room_client import RoomClient
from client_cli.solo.game import SoloGame
from client_cli.terminal.output import Output, ask, print_after_exit
from engine.solver.analysis import AnalysisDocument
from protocol.texts import _

T = TypeVar("T")

RECORD_PATIENCE_S = 10.0
UNKNOWN = frozenset({"unknown_room", "unknown_race", "unknown_seat"})
"""Codes of refusals which say that the named room, race or account does not exist."""


class FullScreen(Protocol):
    """The functions that open the full screen. Commands receive them as an argument, because line
    mode may not import the full screen."""

    async def race(
        self,
        server: str,
        storage: Storage,
        enter: Callable[[RoomClient], Awaitable[Sequence[str] | None]],
        left: Callable[[], None],
    ) -> None: ...

    async def tournament(
        self, server: str, storage: Storage, code: str, left: Callable[[], None]
    ) -> None: ...

    def ghost(self, solo: SoloGame, storage: Storage) -> None: ...


class ServerCommandContext(NamedTuple):
    """The values that a command needs to talk to a server and to the player: the server's address,
    the output, and the client's storage."""

    server: str
    voice: Output
    storage: Storage
    screens: FullScreen | None = None
    """The full screen, if the command is to use it; None for line mode."""
    left: Callable[[], None] = lambda: None
    """Called when the player leaves the whole program from the full screen, and not only the
    room."""

    @property
    def full_screen(self) -> bool:
        return self.screens is not None


def name_to_use(given: str | None, storage: Storage) -> str:
    """Return the player's name: `given` if there is one, otherwise the name stored on this
    computer, otherwise the answer to a question. Raises Failure if the name is invalid."""
    return checked_name(given or storage.name() or ask(_("What is your name?")) or "")


def checked_name(text: str) -> str:
    """Return a name that a player typed, with single spaces. Raises Failure if the name is
    invalid."""
    name = " ".join(text.split())
    if not name:
        raise Failure.usage(_("Say who you are: --name NAME."))
    if len(name) > 24 or not name.isprintable():
        raise Failure.usage(_("A name has 1 to 24 printable characters."))
    return name


def run_on_server(
    context: ServerCommandContext, work: Callable[[OneShotClient], Awaitable[T]]
) -> T:
    """Call `work` with a new connection to the server and return its result. If `work` has logged
    in on the connection, print afterwards how many telephone calls the player has missed, if there
    are new ones, and in which leisure races they can play or see the table; programs, which read
    JSON, do not get these lines. Raises Failure if the server refuses or cannot be reached."""

    async def both(client: OneShotClient) -> T:
        done = await work(client)
        if not context.voice.as_json:
            news = [*await missed_calls.news(client), *await leisure_news.news(client)]
            if news:
                print_after_exit(*news)
        return done

    return asyncio.run(with_connection(context.server, context.storage, both))


def fetch_record(context: ServerCommandContext, race: str) -> Mapping[str, object]:
    """Fetch the record of a finished race (the document with its deal and moves) from the server,
    and return it without validating it. Raises Failure if the server refuses or cannot be
    reached."""

    async def fetching() -> Mapping[str, object]:
        room = RoomClient(
            context.server, context.storage, lambda _: None, patience_s=RECORD_PATIENCE_S
        )
        async with room:
            return await answer_or_failure(room.record(race))

    return asyncio.run(fetching())


def fetch_analysis(context: ServerCommandContext, race: str) -> AnalysisDocument | None:
    """Fetch the analysis of a finished race from the server. Return None if the server has none, or
    none yet. Raises Failure if the server refuses or cannot be reached."""

    async def fetching() -> AnalysisDocument | None:
        room = RoomClient(
            context.server, context.storage, lambda _: None, patience_s=RECORD_PATIENCE_S
        )
        async with room:
            return await answer_or_failure(room.analysis(race))

    return asyncio.run(fetching())


async def answer_or_failure(asking: Awaitable[T]) -> T:
    """Await a request and return its result. Raises Failure if the server refuses the request or
    the connection is lost."""
    try:
        return await asking
    except RequestRefused as error:
        code = NOT_FOUND if error.refused.code in UNKNOWN else REFUSED
        raise Failure(code, str(error)) from None
    except ConnectionLost:
        raise Failure.unreachable(_("The line went down before the answer came.")) from None
