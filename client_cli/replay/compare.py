"""Compare two contestants of one deal, from the record of their race: their moves in order of time,
and where their games differ."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from client_cli.features.history import spoken_race
from client_cli.messages.game import clock, move_made, score
from client_cli.terminal.output import Output
from engine.races.record import Record, SeatRecord
from engine.races.timeline import Difference, Moment, boards, first_difference, timeline
from protocol.texts import _, ngettext


def compare(record: Record, one: SeatRecord, other: SeatRecord, voice: Output) -> None:
    """Print all moves of two contestants of a record in one list by time, the first move at which
    their games differ, and their results. With JSON output, print one object instead. Raises
    EngineError for an illegal move in the record."""
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
        [
            _(
                "{game}, {race}: {one} and {other}.",
                game=_(record.game.book.title),
                race=spoken_race(record.race),
                one=one.name,
                other=other.name,
            )
        ]
    )
    moves = [moves_made(record, seat) for seat in pair]
    parted = difference(pair, parting, moves)
    voice.say([*_in_order(pair, ways, moves), parted, *_ends(record, pair)])


def moves_made(record: Record, seat: SeatRecord) -> list[str]:
    """Return a sentence for each move of the contestant `seat`, in order. Raises EngineError for an
    illegal move."""
    steps = pairwise(boards(record, seat))
    return [
        move_made(seat.name, record.game, before.state, entry.text, after.state)
        for (_, before), (entry, after) in steps
        if entry is not None
    ]


def difference(
    pair: tuple[SeatRecord, SeatRecord], parting: Difference | None, moves: Sequence[Sequence[str]]
) -> str:
    """Return sentences about the first move at which the games of two contestants differ. `parting`
    is that move, or None if both made the same moves. `moves` has, for each of the two, a sentence
    for each move."""
    if parting is None:
        return _("Both made the same moves.")
    one, other = (
        _("At {time} {move}", time=clock(entry.ms), move=made[parting.number - 1])
        if entry
        else _("{name} makes no more moves.", name=seat.name)
        for seat, entry, made in zip(pair, (parting.one, parting.other), moves, strict=True)
    )
    return _("They part at move {n}. {one} {other}", n=parting.number, one=one, other=other)


def _in_order(
    pair: tuple[SeatRecord, SeatRecord],
    ways: list[tuple[Moment, ...]],
    moves: Sequence[Sequence[str]],
) -> list[str]:
    """Return the moves of both contestants in order of time, each followed by the contestant's
    progress or points after it. `ways` has the times and figures, `moves` the sentences."""
    events = [
        (entry.ms, which, number, _far(way[number]))
        for which, (seat, way) in enumerate(zip(pair, ways, strict=True))
        for number, entry in enumerate(seat.moves, 1)
    ]
    return [
        f"{clock(ms):>7}  {moves[which][number - 1]} {far}."
        for ms, which, number, far in sorted(events)
    ]


def _far(moment: Moment) -> str:
    points = moment.points
    if points is None:
        return _("Progress {value}", value=moment.progress)
    return ngettext("{n} point", "{n} points", points).capitalize()


def _ends(record: Record, pair: tuple[SeatRecord, SeatRecord]) -> list[str]:
    ends = {placed.standing.seat: placed for placed in record.results}
    lines = []
    for seat in pair:
        placed = ends[seat.seat]
        moves = ngettext("{n} move", "{n} moves", placed.standing.moves)
        lines.append(
            f"{placed.place}. {seat.name}: {score(record.game, placed.standing)}, {moves}."
        )
    return lines


def _difference_json(parting: Difference | None) -> dict[str, Any] | None:
    if parting is None:
        return None
    entries = [entry and {"ms": entry.ms, "move": entry.text} for entry in parting[2:]]
    return {"number": parting.number, "ms": parting.ms, "one": entries[0], "other": entries[1]}


def _contestant(seat: SeatRecord, way: tuple[Moment, ...]) -> dict[str, Any]:
    moves = [None, *(entry.text for entry in seat.moves)]
    moments = [{**m._asdict(), "move": move} for m, move in zip(way, moves, strict=True)]
    return {"seat": seat.seat, "name": seat.name, "moments": moments}
