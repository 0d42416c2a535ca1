"""Commands for rooms in line mode: host, join, resume, watch, standings, bot.

The parameter `invite` is the secret word of the link to a room. A host may let in only people who
have it.
"""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Sequence

from client_cli.exit_codes import Failure
from client_cli.local.storage import SavedSeat, Storage
from client_cli.messages import presence
from client_cli.messages.race_terms import RacePlan
from client_cli.messages.room_events import results
from client_cli.net import addresses
from client_cli.net.connection import RequestRefused
from client_cli.net.room_client import RoomClient
from client_cli.net.server_process import reach_of, seen_from_outside, start_if_silent
from client_cli.terminal.stdin import typed_lines
from client_cli.text_mode.rooms import bot as bots
from client_cli.text_mode.rooms import race as text_mode_race
from client_cli.text_mode.rooms import spectate
from client_cli.text_mode.rooms import standings as text_mode_standings
from client_cli.text_mode.rooms.race import RaceLines
from client_cli.text_mode.server_command import (
    RECORD_PATIENCE_S,
    ServerCommandContext,
    answer_or_failure,
)
from protocol import codes
from protocol.presence import Challenge
from protocol.rooms.room_settings import JoinRace, Settings
from protocol.texts import _

UNKNOWN_SEAT = "unknown_seat"
"""The code of a refusal: no seat of the room belongs to the token."""


def host(
    context: ServerCommandContext,
    plan: RacePlan,
    name: str,
    lan: bool,
    settings: Settings | None = None,
    aside: bool = False,
    challenged: Sequence[str] = (),
) -> None:
    """Open a room for the race `plan`, take its first seat, and stay in the room until the player
    leaves. With `aside` the player hosts the room but does not race. The friends `challenged` are
    asked to join; the room tells if the server refuses that. If the server's address is
    this computer and no server answers, start one; with `lan`, other computers can reach it too. A
    server that was started so is started again if it dies. Raises Failure if the server refuses or
    cannot be reached."""
    started = start_if_silent(context.server, lan, context.storage.root / "server.log")
    context.voice.say([started.told] if started is not None else [])
    if lan and addresses.is_local(context.server):
        context = context._replace(server=seen_from_outside(context.server))

    async def enter(room: RoomClient) -> Sequence[str]:
        await room.create(plan, name, settings, aside)
        link = addresses.link(context.server, room.session.code or "", room.session.invite)
        context.voice.put({"type": "hosting", "code": room.session.code, "link": link})
        if not context.voice.as_json and not context.full_screen:  # the lobby screen shows it
            reach = await asyncio.to_thread(reach_of, context.server)
            context.voice.say(text_mode_race.invitation(room.session, reach))
        told: list[str] = []
        for friend in challenged:
            try:
                await room.request(Challenge, name=friend)
                told.append(presence.sent(friend))
            except RequestRefused as refusal:
                told += [str(refusal)] if context.full_screen else []  # line mode has printed it
        return told

    async def hosting() -> None:
        keeper = None if started is None else asyncio.create_task(started.keep_running())
        try:
            await seated(context, enter)
        finally:
            if keeper is not None:
                keeper.cancel()

    asyncio.run(hosting())


def join(context: ServerCommandContext, code: str, name: str, invite: str | None = None) -> None:
    """Take a seat in a room and stay in the room until the player leaves. If the player already
    holds a seat of this name there, return to it. If a race is running and newcomers may join it,
    join the race. Raises Failure if the server refuses or cannot be reached."""
    held = context.storage.last_seat(code, context.server)

    async def enter(room: RoomClient) -> None:
        if held is not None and held.name == name and await _has_returned(room, held):
            return
        await room.join(code, name, invite)
        session = room.session
        under_way = session.status in ("countdown", "running")
        if session.race and session.settings.late and under_way and session.call is None:
            await room.request(JoinRace, race=session.race.n)
        elif session.status == "lobby" and not context.full_screen and not context.voice.as_json:
            context.voice.say([text_mode_race.GET_READY])

    asyncio.run(seated(context, enter))


async def _has_returned(room: RoomClient, seat: SavedSeat) -> bool:
    """Return to a stored seat. Return False if the server knows it no longer."""
    try:
        await room.resume(seat)
    except RequestRefused as refused:
        if refused.refused.code != UNKNOWN_SEAT:
            raise
        return False
    return True


def enter_by(context: ServerCommandContext, enter: Callable[[RoomClient], Awaitable[None]]) -> None:
    """Enter a room by calling `enter`, and stay in the room until the player leaves. Runs the
    coroutine `seated` in a new event loop. Raises Failure if the server refuses or cannot be
    reached."""
    asyncio.run(seated(context, enter))


def resume(context: ServerCommandContext, seat: SavedSeat) -> None:
    """Return to a seat that the player holds, and stay in its room until the player leaves. Raises
    Failure if the server refuses or cannot be reached."""
    asyncio.run(seated(context, lambda room: room.resume(seat)))


def open_seat(storage: Storage, code: str | None, server: str | None) -> SavedSeat:
    """Return the seat to which the player can return and which was used last. If `code` or `server`
    is given, the seat must be in this room or on this server. Raises Failure if there is none."""
    seat = storage.last_seat(code, server)
    if seat is None:
        raise Failure.not_found(
            _("There is no open seat in {code} to return to.", code=codes.spoken(code))
            if code
            else _("There is no open seat to return to.")
        )
    return seat


def watch(context: ServerCommandContext, code: str, stay: bool, invite: str | None = None) -> None:
    """Watch a room without a seat until its race is over; with `stay`, also the races after it.
    Raises Failure if the server refuses or cannot be reached."""

    async def following() -> None:
        if context.full_screen:
            return await seated(context, lambda room: room.watch(code, invite))
        table = RaceLines(context.server, context.voice, context.storage)
        async with table.room:
            await answer_or_failure(table.room.watch(code, invite))
            if table.session.results is not None and not context.voice.as_json:
                context.voice.say(results(table.session))
            return _farewell(await spectate.watch(table, stay, typed_lines()))

    asyncio.run(following())


def standings(context: ServerCommandContext, code: str, invite: str | None = None) -> None:
    """Print the present standings of a room's race. Raises Failure if the server refuses or cannot
    be reached."""

    async def asking() -> None:
        room = RoomClient(
            context.server, context.storage, lambda _: None, patience_s=RECORD_PATIENCE_S
        )
        async with room:
            await answer_or_failure(room.watch(code, invite))
            context.voice.put(text_mode_standings.standings_json(room.session))
            if not context.voice.as_json:
                context.voice.say(text_mode_standings.whole(room.session))

    asyncio.run(asking())


def bot(
    context: ServerCommandContext,
    code: str,
    player: str,
    name: str | None,
    invite: str | None = None,
) -> None:
    """Let a practice bot (a computer player of the kind `player`, such as `tips`) join a room, play
    one race, and leave. Raises Failure if the server refuses or cannot be reached."""
    rng = random.Random()

    async def playing() -> None:
        table = RaceLines(context.server, context.voice, context.storage)
        async with table.room:
            called = name or f"{player} bot {rng.randrange(1000)}"  # not a text: a name
            await answer_or_failure(table.room.join(code, called, invite, bot=True))
            await answer_or_failure(bots.race(table, player, rng.randrange))
            await answer_or_failure(table.room.leave())

    asyncio.run(playing())


async def seated(
    context: ServerCommandContext, enter: Callable[[RoomClient], Awaitable[Sequence[str] | None]]
) -> None:
    """Enter a room by calling `enter`, and stay in the room, on the full screen or in line mode,
    until the player leaves. In the room the player is shown the sentences that `enter` returns.
    Raises Failure if the server refuses or cannot be reached."""
    if context.screens is not None:
        await answer_or_failure(
            context.screens.race(context.server, context.storage, enter, context.left)
        )
        return
    table = RaceLines(context.server, context.voice, context.storage)
    async with table.room:
        told = await answer_or_failure(enter(table.room))
        context.voice.say(told or [])
        await table.calls.enter()
        _farewell(await text_mode_race.sit(table, typed_lines()))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(RECORD_PATIENCE_S):
                await table.until(lambda: not table.room.awaits_record)
        if table.session.status in ("countdown", "running") and table.session.racing:
            context.voice.say([_("Your clock runs on; patience resume returns to your seat.")])


def _farewell(sentence: str | None) -> None:
    if sentence is not None:
        raise Failure.unreachable(sentence)
