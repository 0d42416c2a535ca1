"""The practice bot: a computer player that takes a seat in a room and plays one race."""

from client_cli.state.session import RoomSession
from client_cli.text_mode.rooms.race import RaceLines
from engine.computer_players.player import Player
from engine.computer_players.unseen_cards import Pick
from engine.errors import IllegalMove

MOST_MOVES = 400
"""Moves after which a bot resigns, because in some games it could repeat moves for ever."""


def _waits(session: RoomSession) -> bool:
    return session.dealing is not None or session.status == "over"


def _goes_on(table: RaceLines) -> bool:
    return table.session.status == "running" and table.room.link.farewell is None


async def race(table: RaceLines, kind: str, pick: Pick) -> None:
    """Play one race on the seat of `table`: say that the bot is ready, make moves until its game
    ends, and wait until the race is over. `kind` is how the bot chooses its moves, such as
    `random` or `tips`, and `pick(n)` returns a random number from 0 to n - 1.

    Return early if the connection is closed for good. Raises RequestRefused or ConnectionLost if
    the bot cannot say that it is ready.
    """
    await table.room.ready()
    session = table.session
    await table.until(lambda: session.board is not None or _waits(session))
    while session.dealing and _goes_on(table):
        await table.next_frame()
    if session.rules is None:
        return
    player = Player(session.rules, kind, pick, MOST_MOVES)
    while _goes_on(table) and session.board and not session.board.over:
        try:
            table.room.play(player.move(session.board.state))
        except IllegalMove:  # the bell rang in the meantime
            return
        await table.until(
            lambda: not (session.outbox or session.awaits_call) or session.status == "over"
        )
    await table.until(lambda: session.status == "over")
