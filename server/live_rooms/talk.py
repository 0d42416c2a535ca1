"""Chat: sends the chat lines of a room to its connections at this process."""

from protocol.message import encode
from protocol.talk import PHRASES
from server.live_rooms.live_room import LiveRoom
from server.rooms.store import RoomStore
from server.views.view_inputs import ChatMessage
from server.views.visibility import gets_chat, shown


async def tell_talk(store: RoomStore, live: LiveRoom) -> None:
    """Send the chat lines that were stored for a room since the last call, except those of silenced
    seats, to each connection that may hear them. Raises StoreAway."""
    lines, live.heard_until = await store.said(live.room.code, live.heard_until)
    for seat, said in lines:
        word, _, text = said.partition(" ")
        phrase = next((known for known in PHRASES if known == word), None)
        spoken = ChatMessage(seat, text, phrase, live.room, live.standings, live.now())
        if seat not in live.room.seats or live.room.seats[seat].silent:
            continue
        for listener in tuple(live.listeners):
            if gets_chat(spoken, listener.viewer):
                listener.send_progress(encode(shown(spoken, listener.viewer)))
