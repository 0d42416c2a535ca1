"""Two contestants of one deal on one clock: what each did when, and where they parted."""

from typing import Any

from client_cli.curves import chart, picture
from client_cli.history import spoken_race
from client_cli.sentences import clock, plural, score
from client_cli.voice import Voice
from engine.record import Record, SeatRecord
from engine.timeline import Difference, Moment, first_difference, timeline

PICTURE = (72, 18)
"""Columns and rows of the curves."""


def compare(record: Record, one: SeatRecord, other: SeatRecord, voice: Voice) -> None:
    """Tell both games side by side. Raises EngineError at a move that is none."""
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
    voice.say(_told(pair, ways, parting))
    if voice.cards != "words":  # whoever has cards spoken sees no curves
        voice.say(["", *picture(chart(record, pair), *PICTURE, voice.symbols), ""])
    voice.say([difference(pair, parting), *_ends(record, pair)])


def difference(pair: tuple[SeatRecord, SeatRecord], parting: Difference | None) -> str:
    """Where two games part, in a sentence."""
    if parting is None:
        return "Both made the same moves."
    words = [
        f"{seat.name} {entry.text} at {clock(entry.ms)}" if entry else f"{seat.name} no more moves"
        for seat, entry in zip(pair, (parting.one, parting.other), strict=True)
    ]
    return f"First different move, number {parting.number}: {'; '.join(words)}."


def _told(
    pair: tuple[SeatRecord, SeatRecord],
    ways: list[tuple[Moment, ...]],
    parting: Difference | None,
) -> list[str]:
    """Every move of both in the order of the clock, with how far it brought them."""
    events = [
        (entry.ms, which, number, entry.text, way[number].progress)
        for which, (seat, way) in enumerate(zip(pair, ways, strict=True))
        for number, entry in enumerate(seat.moves, 1)
    ]
    told = []
    for ms, which, number, text, progress in sorted(events):
        line = f"{clock(ms):>7}  {pair[which].name}: {text}, progress {progress}."
        parted = parting is not None and number == parting.number
        told.append(f"{line} Here they part." if parted else line)
    return told


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
