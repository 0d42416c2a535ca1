"""The command `patience rooms`: list the public rooms of a server."""

import asyncio

from client_cli.messages.displayed_code import displayed
from client_cli.messages.game import clock
from client_cli.net.room_client import RoomClient
from client_cli.text_mode.server_command import (
    RECORD_PATIENCE_S,
    ServerCommandContext,
    answer_or_failure,
)
from engine.games import GAMES
from protocol.rooms.room_settings import OpenRoom, OpenRooms, Rooms
from protocol.texts import _, ngettext

NONE = _("No room is on the public list just now.")


def list_rooms(context: ServerCommandContext) -> None:
    """Print the public rooms of a server. Raises Failure if the server refuses or cannot be
    reached."""

    async def asking() -> list[OpenRoom]:
        room = RoomClient(
            context.server, context.storage, lambda _: None, patience_s=RECORD_PATIENCE_S
        )
        async with room:
            answer = await answer_or_failure(room.link.ask(Rooms(id=room.link.next_id())))
            return answer.rooms if isinstance(answer, OpenRooms) else []

    found = asyncio.run(asking())
    if context.voice.as_json:
        for room in found:
            context.voice.put(room.model_dump(mode="json"))
        return
    context.voice.say([line(room) for room in found] or [NONE])


def line(room: OpenRoom) -> str:
    """Return a line that describes a public room, such as `KQ7-4TX Aces Up, time limit 6:00, Ann
    and 2 others, waiting for its race`."""
    title = _(GAMES[room.game].book.title) if room.game in GAMES else room.game
    who = room.host or _("nobody")
    if room.here > 1:
        others = room.here - 1
        who = ngettext("{who} and {n} other", "{who} and {n} others", others, who=who)
    waits = {"lobby": _("waiting for its race"), "over": _("between races")}
    racing = _("racing, join late") if room.late else _("racing")
    bell = clock(room.bell_ms)
    return _(
        "{code}  {game}, time limit {bell}, {who}, {state}",
        code=displayed(room.code),
        game=title,
        bell=bell,
        who=who,
        state=waits.get(room.status, racing),
    )
