"""Chat: sends the chat lines of a room to its connections at this process, and stores the effects
of set phrases (sentences from a fixed list).

A stored line is `- ` and free text, or the id of a set phrase and its words. Two phrases have an
effect. In one of the games a player may say "Ace, please", and the server answers with a set phrase
if an ace was dealt to the opening rows. The answer is stored as the id of the phrase THANKS and the
text DEALT. By another phrase a player asks not to be sent chat while they watch a deal, which some
games show step by step before play.
"""

from typing import Any

from engine.table import State
from protocol.message import encode
from protocol.rooms.talk import ASK, HUSH, PHRASES, THANKS, PhraseId
from server.live_rooms.live_room import LiveRoom
from server.live_rooms.seat_board_cache import SeatBoardCache
from server.rooms.store import RoomStore
from server.views.view_inputs import ChatMessage
from server.views.visibility import gets_chat, shown

DEALT = "dealt"
ANSWER = f"{THANKS} {DEALT}"


def line_of(phrase: PhraseId) -> str:
    """Return the line that is stored for a set phrase: its id and its words. A server of an older
    version, which does not know the id, sends the words as free text."""
    return f"{phrase} {PHRASES[phrase]}"


async def tell_talk(store: RoomStore, live: LiveRoom) -> None:
    """Send the chat lines that were stored for a room since the last call to each connection that
    may get them. Leave out lines of seats that the host has silenced. Raises StoreAway if the store
    (Redis) cannot be reached."""
    lines, live.heard_until = await store.said(live.room.code, live.heard_until)
    for seat, said in lines:
        word, _, text = said.partition(" ")
        phrase = next((known for known in PHRASES if known == word), None)
        dealt = phrase == THANKS and text == DEALT
        spoken = ChatMessage(seat, text, phrase, live.room, live.standings, live.now(), dealt)
        if seat not in live.room.seats or live.room.seats[seat].silent:
            continue
        for listener in tuple(live.listeners):
            if gets_chat(spoken, listener.viewer):
                live.tell_talk(listener, seat, encode(shown(spoken, listener.viewer)))


async def set_off(
    store: RoomStore, tables: SeatBoardCache, live: LiveRoom, seat: int, phrase: PhraseId
) -> None:
    """Store the effect of a set phrase that a seat has said: the server's answer to "Ace, please",
    or that the seat gets no chat until its deal has been shown. Store nothing for other phrases, or
    if the seat is no contestant of a running race.

    Raises StoreAway if the store (Redis) cannot be reached; Refusal if the room has meanwhile gone
    on to another race.
    """
    if phrase not in (ASK, HUSH) or live.race.status != "running" or seat not in live.race.racing:
        return
    if live.race.shares_table:  # here no deal is watched, and no phrase is answered
        return
    if phrase == HUSH:
        await tables.count(live, seat)
        return
    seat_board = await tables.seat_board(live, seat)
    if not seat_board.dealing:
        await _answer(store, live, seat, seat_board.state)


async def answer_countdown(store: RoomStore, live: LiveRoom) -> None:
    """Store the server's answers to the contestants who said "Ace, please" during the countdown,
    which has just ended. Raises StoreAway if the store (Redis) cannot be reached."""
    race = live.race
    if race.shares_table:
        return
    start = live.deal().start.state
    if not race.game.thanks(start, start):
        return
    lines, _ = await store.said(live.room.code, f"{race.begun_at}-0")
    for seat in {seat for seat, said in lines if said == line_of(ASK)} & set(race.racing):
        await _answer(store, live, seat, start)


async def _answer(store: RoomStore, live: LiveRoom, seat: int, state: State[Any]) -> None:
    if live.race.game.thanks(live.deal().start.state, state):
        await store.answer(live.room.code, live.race.n, seat, ANSWER)
