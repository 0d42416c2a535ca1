"""Builds records, places and move lists of finished races. It reads them from the move logs of a
race or, if the race is archived, from its compact form.

A record is a document with which anybody can verify a race. A seat is the numbered place of a
player in a room; its standing is its figures in the race, such as progress and points. At a common
table all contestants of a race play at once with shared foundations, instead of each alone.
"""

import asyncio
from collections.abc import Mapping

from engine.races import fairness
from engine.races.board import Entry, GameBoard
from engine.races.race_end import race_end
from engine.races.ranking import rank
from engine.races.record import Record, SeatRecord, Session
from engine.racing_demon.record import TableRecord, TableSeat, end_of, results
from server.boards.common_table import StoredCommand
from server.boards.log_codec import PackedRace
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal
from server.rooms import series_deals
from server.rooms.state import Race, Room
from server.rooms.store import RoomStore
from server.store import keys

DAY_MS = 86_400_000

SCARCELY_PLAYED = "A race in which next to nothing was played is kept for three days."
NOBODY_PLAYED = "The race was called off before anybody played, so there is no record of it."


def finished(room: Room, n: int | None, now: int, keep_days: int) -> Race:
    """Return race `n` of the room, or the latest finished race if `n` is None.

    Raises Refusal if there is no such race, if it is not over, or if its deal is not public yet.
    Raises Refusal also if the race ended more than `keep_days` ago, because its moves may be
    deleted by then.
    """
    if n is not None and n not in room.races:
        raise Refusal("unknown_race", "There is no such race.")
    over = [race for race in room.races.values() if race.status == "over" and n in (None, race.n)]
    if not over:
        raise Refusal("race_not_over", "The record can be had when the race is over.")
    if not over[-1].opened(now):
        until = "nobody has yet to play it" if over[-1].session else "its last try has ended"
        what = "this" if over[-1].session else "a daily"
        raise Refusal("not_opened", f"The record of {what} deal is given when {until}.")
    if now - over[-1].ended_at > keep_days * DAY_MS:
        raise Refusal("unknown_race", f"Records are kept for {keep_days} days.")
    return over[-1]


async def record(store: RoomStore, room: Room, race: Race, now: int) -> Record | TableRecord:
    """Build the record of a finished race. Raises Refusal if the race is no longer stored."""
    if race.shares_table:
        return await _table_record(store, room, race, now)
    game = race.game
    kept, stored = await _stored(store, room, race, now)
    final = _of_all(stored, room, race)
    seats, ended_ms = [], race.ended_ms or 0
    for seat in race.racing:
        moves = kept.entries(seat) if kept else await store.moves(room.code, race.n, seat)
        seats.append(SeatRecord(seat, room.seats[seat].name, tuple(moves)))
        if race.called_off and moves:  # a move may be stored just after the end
            ended_ms = max(ended_ms, moves[-1].ms)
        await asyncio.sleep(0)
    placings = [final[seat].standing(seat, ended_ms) for seat in race.racing]
    return Record(
        race=room.race_id(race),
        game=game,
        terms=race.terms,
        deal_number=None,
        commitment=fairness.commitment(race.secret),
        secret=race.secret,
        nonces={seat: bytes.fromhex(nonce) for seat, nonce in race.counted().items()},
        seed=room.seed(race),
        bell_ms=race.bell_ms,
        ended_ms=ended_ms,
        seats=tuple(seats),
        results=tuple(rank(placings, game.ranked_by, race.terms.winners)),
        ghost=race.ghost,
        session=race.session,
        called_off=_called_off(race, final),
        winnable=race.winnable,
    )


async def _table_record(store: RoomStore, room: Room, race: Race, now: int) -> TableRecord:
    """Build the record of a finished round at a common table. Raises Refusal if the race is no
    longer stored, or if it was called off before it had contestants."""
    commands = await table_commands(store, room, race, now)
    table = room.common_table(race)
    for command in commands:
        table, _ = table.after(command)
        await asyncio.sleep(0)
    seats = tuple(TableSeat(seat, room.seats[seat].name) for seat in table.seats)
    state = table.state if table.state.over else table.rules.ring(table.state)
    end = end_of(state, seats)
    if end is None:
        raise AssertionError("a finished round has an end")
    return TableRecord(
        race=room.race_id(race),
        game=table.rules,
        deal_number=None,
        commitment=fairness.commitment(race.secret),
        secret=race.secret,
        nonces={seat: bytes.fromhex(nonce) for seat, nonce in race.counted().items()},
        seed=room.seed(race),
        bell_ms=race.bell_ms,
        ended_ms=max(race.ended_ms or 0, table.ms if race.called_off else 0),
        seats=seats,
        commands=tuple(command.recorded() for command in commands),
        end=end,
        results=tuple(results(table.rules, state, seats)),
        session=race.session or await _series(store, room, race, now),
        called_off=race.called_off and table.state.over is None,
    )


async def _series(store: RoomStore, room: Room, race: Race, now: int) -> Session | None:
    """Return the session of a round of a series, with the secret of the series if that may be
    public. Return None for any other race."""
    if race.series.session is None:
        return None
    last = series_deals.last_round(room, race)
    final = await standings(store, room, last, now) if last.status == "over" else {}
    opened = series_deals.may_open(room, last, final)
    return series_deals.session_of(room, race, opened=opened)


async def table_commands(store: RoomStore, room: Room, race: Race, now: int) -> list[StoredCommand]:
    """Return the commands (moves and other actions) of all seats in a finished race at a common
    table, in the order in which they were made. Raises Refusal if the race is no longer stored, or
    if it was called off before it had contestants."""
    if not race.racing:
        raise Refusal("unknown_race", NOBODY_PLAYED)
    kept, _ = await _stored(store, room, race, now)
    if kept is not None:
        found = [
            StoredCommand.of_entry(seat, each)
            for seat in race.racing
            for each in kept.entries(seat)
        ]
    else:
        lines = await store.commands.lines(room.code, race.n, dict.fromkeys(race.racing, 0))
        found = [StoredCommand.read(seat, line) for seat, each in lines.items() for line in each]
    return sorted(found)


def _called_off(race: Race, standings: Mapping[int, StoredStanding]) -> bool | None:
    """Return whether the organiser of a tournament has called off this race. Return None if the
    race is not of a tournament, and if the answer is unknown.

    Servers of earlier versions did not store the answer. So a stored race may have been called off
    if it ended at another time than its games and its bell imply; for such a race the answer is
    unknown.
    """
    if race.session is None or not race.session.of_tournament:
        return None
    end_ms = race_end(race.terms.format, standings.values(), race.bell_ms)
    return race.called_off or (None if end_ms != race.ended_ms else False)


async def places(store: RoomStore, room: Room, race: Race, now: int) -> dict[int, int]:
    """Return the place of each contestant of a finished race, by seat. Raises Refusal if the race
    is no longer stored."""
    found = await standings(store, room, race, now)
    placings = [found[seat].standing(seat, race.ended_ms) for seat in race.racing]
    placed = rank(placings, race.rules.ranked_by, race.terms.winners)
    return {standing.seat: place for place, standing in placed}


async def standings(
    store: RoomStore, room: Room, race: Race, now: int
) -> dict[int, StoredStanding]:
    """Return the final standings of all contestants of a finished race, by seat. Raises Refusal if
    the race is no longer stored."""
    _, stored = await _stored(store, room, race, now)
    return _of_all(stored, room, race)


async def moves(store: RoomStore, room: Room, race: Race, seat: int, now: int) -> list[Entry]:
    """Return the moves of a contestant in a finished race, in order. Raises Refusal if the seat did
    not race or the race is no longer stored."""
    if seat not in race.racing:
        raise Refusal("unknown_seat", "Nobody on that seat was in this race.")
    kept, _ = await _stored(store, room, race, now)
    return kept.entries(seat) if kept else await store.moves(room.code, race.n, seat)


async def _stored(
    store: RoomStore, room: Room, race: Race, now: int
) -> tuple[PackedRace | None, dict[int, StoredStanding]]:
    """Return two things about a finished race: its compact form (None if it is not archived yet),
    and the standings of the seats that have made moves, by seat. Raises Refusal if the race is no
    longer stored."""
    kept = await store.archived(room.code, race.n)
    stored = kept.standings() if kept else await store.standings(room.code, race.n)
    if not kept and not stored and now - race.ended_at > keys.LOBBY_S * 1000:
        raise Refusal("unknown_race", SCARCELY_PLAYED)
    return kept, stored


async def final_standings(store: RoomStore, room: Room, race: Race) -> dict[int, StoredStanding]:
    """Return the final standings of all contestants of a finished race, by seat, from the logs of
    the race. Unlike `standings`, this does not read the compact form of an archived race."""
    return _of_all(await store.standings(room.code, race.n), room, race)


def _of_all(
    stored: Mapping[int, StoredStanding], room: Room, race: Race
) -> dict[int, StoredStanding]:
    if stored.keys() >= set(race.racing):  # dealing the pack is costly
        return {seat: stored[seat] for seat in race.racing}
    if race.shares_table:
        return {**room.common_table(race).standings(), **stored}
    untouched = StoredStanding.start(race.game, GameBoard.start(race.game, room.pack(race)))
    return {seat: stored.get(seat, untouched) for seat in race.racing}
