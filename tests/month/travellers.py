"""Travellers: sealed as long as somebody may still make a try that counts; then they must be what
follows from the records. A try is the game of one contestant on a deal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from engine.races.record import Record
from engine.races.traveller import MOVES_TO_COUNT, TENTHS
from protocol.rooms.travellers import MOST_ROWS
from server.rooms.state import Room
from tests.month.line import Line, Message
from tests.month.people import Town

SEALED = frozenset({"not_opened", "race_not_over"})
FIGURES = ("result", "reason", "best", "tie_break", "reached_ms", "points", "moves", "clean")
Seated = tuple[str, int]
"""A race and a seat."""


async def is_told(town: Town, line: Line, deal: str) -> bool:
    """Ask for the traveller of a deal. Return whether it was told; then the caller has to know that
    nobody may make a try of the deal any more."""
    answer = await line.ask("get_traveller", deal=deal)
    told = bool(answer["type"] == "traveller")
    if told or answer["code"] in SEALED:
        town.diary.count("travellers_told" if told else "travellers_sealed")
    return told


async def of_race(town: Town, line: Line, race: str) -> bool:
    """Ask for the traveller of a race in which one takes part. Return whether it was told, which
    must not happen before its end."""
    told = await is_told(town, line, race)
    over = await line.until("over", within_s=1.0) if told else None
    assert over or not told, f"the traveller of {race} is told before the end"
    return told


async def of_day(town: Town, line: Line, name: str, deal: str) -> None:
    """Ask for the traveller of `deal`, which is a daily deal or a try of it. It must not be told as
    long as the deal is listed, or a try of it may last."""
    told, now = await is_told(town, line, deal), town.house.now_ms
    listed = await line.ask("list_dailies")
    names = [each["name"] for day in ("today", "tomorrow") for each in listed[day]]
    over = name not in names and now >= town.played_until.get(name, 0)
    assert over or not told, f"the traveller of {deal} is told before the end of {name}"


async def whole(line: Line, deal: str) -> Message:
    """The traveller of a deal with all tries that count."""
    told = await line.ask("get_traveller", deal=deal, count=MOST_ROWS)
    while told["type"] == "traveller" and len(told["rows"]) < told["total"]:
        asked = {"deal": deal, "offset": len(told["rows"]), "count": MOST_ROWS}
        more = await line.ask("get_traveller", **asked)
        if more["type"] == "refused" or not more["rows"]:
            break
        told["rows"] += more["rows"]
    return told


class Played(NamedTuple):
    """A finished race with its record, void or not. `race` is its id; the one in the record is that
    from which the deal was computed. `names` has by account the present name."""

    race: str
    room: Room
    record: Record
    document: Mapping[str, Any]
    names: Mapping[str, str]
    void: bool

    @property
    def deal(self) -> tuple[str, str, int]:
        """What decides the cards."""
        game, won = self.record.game, self.record.winnable
        return game.identity, self.record.seed.hex(), won.dealt if won else 0

    def tries(self) -> Iterator[tuple[Seated, str, dict[str, Any]]]:
        """The tries of the race, each with its kind: counted, bot, ghost or idle."""
        results = {result["seat"]: result for result in self.document["results"]}
        for seat in (seat for seat in self.record.seats if seat.moves and not self.void):
            result, holder = results[seat.seat], self.room.seats[seat.seat]
            own = [e for e in seat.moves if e.by == "seat" and e.text not in NO_MOVES]
            ended = result["result"] in ("won", "complete") or result["reason"] == "stuck"
            if not ended and len(own) < MOVES_TO_COUNT:
                kind = "idle"
            elif self.record.ghost is not None:
                kind = "ghost"
            else:
                kind = "bot" if holder.bot or holder.player else "counted"
            told = {name: result[name] for name in FIGURES}
            told["ended_ms"] = result["ended_ms"] or 0
            told["name"] = self.names.get(holder.account) if holder.account else holder.name
            yield (self.race, seat.seat), kind, told


NO_MOVES = ("resign", "undo", "hint")


def faults(
    told: Message, races: Sequence[Played], results: Mapping[Seated, str | None], *, complete: bool
) -> Iterator[str]:
    """What is wrong in a traveller of which these are all races that still have a record. Unless
    they are `complete`, it may also have tries of races whose records are gone. `results` are those
    of the results log."""
    tries = {at: (kind, figures) for race in races for at, kind, figures in race.tries()}
    expected = {at: of for at, of in tries.items() if of[0] != "idle"}
    found = {
        (row["race"], row["seat"]): (kind, row)
        for rows in (told["rows"], told["apart"])
        for row in rows
        for kind in [_kind(row)]
    }
    for at, (kind, figures) in expected.items():
        there, row = found.pop(at, ("not there", figures))
        if there != kind or any(row[name] != value for name, value in figures.items()):
            yield f"{at} is {there}: {row}; it should be {kind}: {figures}"
    with_record = {race.race for race in races}
    for at, (_, row) in found.items():
        if complete or at[0] in with_record or results.get(at, row["result"]) != row["result"]:
            yield f"{at} is listed, and has not played so: {row}"
    idle = len(tries) - len(expected)
    if told["left_out"] < idle or (complete and told["left_out"] != idle):
        yield f"{told['left_out']} are left out, and {idle} never got going"
    yield from _places(told, races[0].record)
    yield from _pace(told)


def _kind(row: Message) -> str:
    if row["place"] is not None:
        return "counted"
    return "ghost" if row["ghost"] else "bot"


def _places(told: Message, record: Record) -> Iterator[str]:
    """Compare each try with each other one."""
    rows = told["rows"]
    if len(rows) != told["total"]:
        yield f"{len(rows)} tries are told of {told['total']}"
    for row in rows:
        better = sum(_beats(other, row, record) for other in rows)
        worse = sum(_beats(row, other, record) for other in rows)
        points = worse + (len(rows) - better - worse - 1) / 2
        percent = 100 * points / (len(rows) - 1) if len(rows) > 1 else 50
        found = (row["place"], row["matchpoints"], round(row["percent"], 6))
        if found != (1 + better, points, round(percent, 6)):
            yield f"{row['race']} {row['seat']}: {found}, and not {1 + better, points, percent}"


def _beats(one: Message, other: Message, record: Record) -> bool:
    if one["clean"] != other["clean"]:
        return bool(one["clean"])
    ranked_by = record.game.ranked_by
    if ranked_by == "points":
        return bool(one["points"] > other["points"])
    if ranked_by == "reach":
        return bool(one["best"] > other["best"])
    won = [row["result"] == "won" for row in (one, other)]
    if won[0] != won[1]:
        return bool(won[0])
    mine, theirs = (_figures(row, ranked_by, record.terms.winners) for row in (one, other))
    return bool(mine < theirs)


def _figures(row: Message, ranked_by: str, winners: str) -> tuple[int, ...]:
    if row["result"] != "won":
        return -row["best"], -row["tie_break"], row["reached_ms"] // 100
    tie_break = -row["tie_break"] if ranked_by == "tie_break" else 0
    return tie_break, row["moves"] if winners == "moves" else 0, row["ended_ms"]


def _pace(told: Message) -> Iterator[str]:
    for tenth in range(TENTHS):
        reached = (row["tenths"][tenth] for row in told["rows"])
        times = sorted(ms for ms in reached if ms is not None)
        ends = (times[0], times[-1]) if times else (None, None)
        found = told["pace"][tenth]
        if (found["reached"], found["fastest"], found["slowest"]) != (len(times), *ends):
            yield f"tenth {tenth + 1}: {found}, and the tries have {times}"
    first = sum(branch["tries"] for branch in told["choices"] if branch["depth"] == 0)
    if first > told["total"]:
        yield f"{first} first choices of {told['total']} tries"
