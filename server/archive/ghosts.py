"""Ghosts: how a contestant's standing changed during a finished race. A client shows this beside
the board of somebody who plays the same deal again, against the ghost. A standing is the figures of
a contestant, such as progress, points and number of moves."""

import asyncio
from time import perf_counter

from engine.races.board import standing
from engine.races.ranking import Standing
from engine.races.timeline import positions
from protocol.codes import race_id
from protocol.rooms.ghosts import GHOST, GetGhost, Ghost, GhostStep
from protocol.rooms.races import Terms
from protocol.rooms.standings import SeatStanding
from server.archive import record_builder
from server.archive.replays import SLICE_S
from server.rooms.solo import ghost_terms, has_ghost
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore


async def told(store: RoomStore, room: Room, race: Race, asked: GetGhost, now: int) -> Ghost:
    """Return the answer to `asked`, a request for the ghost of one seat of a finished race. The
    steps of the ghost are the standing at the start and the standings after moves. A standing that
    differs from the one before it only in the number of moves is left out.

    Raises Refusal if the seat did not race, if it shared a table with the other seats, or if the
    race is no longer stored, and StoreAway if the store cannot be reached.
    """
    has_ghost(race, asked.seat)
    game, seat = race.game, asked.seat
    moves = await record_builder.moves(store, room, race, seat, now)
    stored = (await record_builder.standings(store, room, race, now))[seat]
    final = stored.standing(GHOST, race.ended_ms)
    steps: list[GhostStep] = []
    before: Standing | None = None
    began = perf_counter()
    for entry, board in positions(game, room.pack(race), moves, race.terms.take_back):
        here = standing(game, GHOST, board, None)
        if before is None or here != before._replace(moves=here.moves):
            shown = SeatStanding(**here._asdict(), progress=game.progress(board.state))
            steps.append(GhostStep(ms=entry.ms if entry else 0, standing=shown))
        before = here
        if perf_counter() - began > SLICE_S:
            await asyncio.sleep(0)
            began = perf_counter()
    return Ghost(
        id=asked.id,
        race=race_id(room.code, race.n),
        seat=seat,
        name=room.seats[seat].name,
        game=game.slug,
        options=dict(game.chosen),
        terms=Terms.model_validate(ghost_terms(race).to_json()),
        bell_ms=race.bell_ms,
        final=SeatStanding(**final._asdict(), progress=stored.progress),
        steps=steps,
    )
