"""Compare two contestants of one deal: their moves on one clock, and where their games differ."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from client_cli.features.history import spoken_race
from client_cli.messages.game import clock, move_made, plural, score
from client_cli.terminal.output import Output
from engine.record import Record, SeatRecord
from engine.timeline import Difference, Moment, boards, first_difference, timeline


def compare(record: Record, one: SeatRecord, other: SeatRecord, voice: Output) -> None:
    """Print both games side by side. Raises EngineError for an illegal move."""
    pair, parting = (one, other), first_difference(one, other)
    ways = [timeline(record, seat) for seat in pair]
    voice.put(
        {
            "race": record.race,
            "game": record.game.slug,
            "first_difference": _difference_json(parting),
            "contestants": [_contestant(seat, way) for seat, way in zip(pair, ways, strict=True)],
        }
    )
    if voice.as_json:
        return
    voice.say(
        [f"{record.game.book.title}, {spoken_race(record.race)}: {one.name} and {other.name}."]
    )
    said = [moves_made(record, seat) for seat in pair]
    voice.say([*_told(pair, ways, said), difference(pair, parting, said), *_ends(record, pair)])


def moves_made(record: Record, seat: SeatRecord) -> list[str]:
    """Every move of a seat, one sentence each. Raises EngineError for an illegal move."""
    steps = pairwise(boards(record, seat))
    return [
        move_made(seat.name, record.game, before.state, entry.text, after.state)
        for (_, before), (entry, after) in steps
        if entry is not None
    ]


def difference(
    pair: tuple[SeatRecord, SeatRecord], parting: Difference | None, said: Sequence[Sequence[str]]
) -> str:
    """Where two games first differ, in sentences; `said` are the moves of both as sentences."""
    if parting is None:
        return "Both made the same moves."
    words = [
        f"At {clock(entry.ms)} {moves[parting.number - 1]}"
        if entry
        else f"{seat.name} makes no more moves."
        for seat, entry, moves in zip(pair, (parting.one, parting.other), said, strict=True)
    ]
    return f"They part at move {parting.number}. {' '.join(words)}"


def _told(
    pair: tuple[SeatRecord, SeatRecord],
    ways: list[tuple[Moment, ...]],
    said: Sequence[Sequence[str]],
) -> list[str]:
    """The moves of both in order of time, each with the progress after it."""
    events = [
        (entry.ms, which, number, _far(way[number]))
        for which, (seat, way) in enumerate(zip(pair, ways, strict=True))
        for number, entry in enumerate(seat.moves, 1)
    ]
    return [
        f"{clock(ms):>7}  {said[which][number - 1]} {far}."
        for ms, which, number, far in sorted(events)
    ]


def _far(moment: Moment) -> str:
    points = moment.points
    return f"Progress {moment.progress}" if points is None else plural(points, "point").capitalize()


def _ends(record: Record, pair: tuple[SeatRecord, SeatRecord]) -> list[str]:
    ends = {placed.standing.seat: placed for placed in record.results}
    told = []
    for seat in pair:
        placed = ends[seat.seat]
        moves = plural(placed.standing.moves, "move")
        told.append(f"{placed.place}. {seat.name}: {score(record.game, placed.standing)}, {moves}.")
    return told


def _difference_json(parting: Difference | None) -> dict[str, Any] | None:
    if parting is None:
        return None
    entries = [entry and {"ms": entry.ms, "move": entry.text} for entry in parting[2:]]
    return {"number": parting.number, "ms": parting.ms, "one": entries[0], "other": entries[1]}


def _contestant(seat: SeatRecord, way: tuple[Moment, ...]) -> dict[str, Any]:
    moves = [None, *(entry.text for entry in seat.moves)]
    moments = [{**m._asdict(), "move": move} for m, move in zip(way, moves, strict=True)]
    return {"seat": seat.seat, "name": seat.name, "moments": moments}
