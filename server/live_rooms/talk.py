"""Chat: sends what is said in a room to the connections of this process."""

from protocol.message import encode
from protocol.talk import PHRASES
from server.live_rooms.live_room import LiveRoom
from server.rooms.store import RoomStore
from server.views.view_inputs import ChatMessage
from server.views.visibility import hears, shown


async def tell_talk(store: RoomStore, live: LiveRoom) -> None:
    """Send what has been said in a room since the last call. Raises StoreAway."""
    lines, live.heard_until = await store.said(live.room.code, live.heard_until)
    for seat, said in lines:
        word, _, text = said.partition(" ")
        phrase = next((known for known in PHRASES if known == word), None)
        spoken = ChatMessage(seat, text, phrase, live.room, live.standings, live.now())
        if seat not in live.room.seats or live.room.seats[seat].silent:
            continue
        for listener in tuple(live.listeners):
            if hears(spoken, listener.viewer):
                listener.send_progress(encode(shown(spoken, listener.viewer)))
