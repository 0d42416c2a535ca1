"""Replay the record of a round of Racing Demon: the table after each command, in the order in which
the commands of all contestants were made.

In Racing Demon all contestants play at one common table. Each has a demon, a pile of thirteen cards
to get rid of. A command is a move of a contestant, or a note that a contestant is stuck, leaves,
goes away or comes back.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, NamedTuple

from client_cli.features.history import spoken_race
from client_cli.messages.common_table import counted, event_words
from client_cli.messages.game import clock, options, points_words
from client_cli.replay.progress_chart import ProgressChart, ProgressCurve
from client_cli.terminal.output import Output
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.record import AWAY, BACK, Command, TableRecord, TableSeat
from engine.racing_demon.scores import DEMON
from engine.racing_demon.state import RoundState
from protocol.rooms.common_tables import TableEvent
from protocol.texts import _

ENDS = {
    "blocked": _("Nobody can play any more."),
    "deserted": _("Only one contestant is left."),
    "bell": _("Time is up."),
}


class TableMoment(NamedTuple):
    """The table (`rules`, `state`) after a command, and what the command has done. `ms` is the race
    time in milliseconds. `command` is None for the deal and for the end of the round. `sentence`
    describes the command for people. `events` are the visible changes, as the server's messages
    have them."""

    ms: int
    command: Command | None
    sentence: str
    events: tuple[TableEvent, ...]
    rules: RacingDemon
    state: RoundState


def moments(record: TableRecord) -> list[TableMoment]:
    """Return the table after the deal, after every command, and at the end of the round, in order.
    The end has a moment of its own, even if the last command has ended the round. Raises
    EngineError if the rules do not allow a command."""
    state, names = record.begun(), {each.seat: each.name for each in record.seats}
    found = [TableMoment(0, None, _("The deal."), (), record.game, state)]
    for command in record.commands:
        step = record.step(state, command)
        state = step.state
        events = tuple(TableEvent.model_validate(event.to_json()) for event in step.events)
        moment = TableMoment(command.ms, command, "", events, record.game, state)
        told = _sentence(moment, command, names.get(command.seat, ""))
        found.append(moment._replace(sentence=told))
    if state.over is None:
        state = record.game.ring(state)
    found.append(TableMoment(record.ended_ms, None, _end(record, names), (), record.game, state))
    return found


def _end(record: TableRecord, names: dict[int, str]) -> str:
    reason, out = record.end
    told = [_("The organiser has called the round off.")] if record.called_off else []
    if out is not None:
        told.append(_("{name} is out.", name=names.get(out, "")))
    return " ".join(told) or ENDS[reason]


def _sentence(moment: TableMoment, command: Command, name: str) -> str:
    special = {
        "stuck": _("{name} is stuck.", name=name),
        "resign": _("{name} has left the table.", name=name),
        "out": _("{name} calls out.", name=name),
        AWAY: _("{name} is away.", name=name),
        BACK: _("{name} is back.", name=name),
    }
    return special.get(command.text) or f"{name}: {event_words(moment, moment.events)}"


def replay_table(record: TableRecord, voice: Output) -> None:
    """Print a round: a line for the deal, for each command and for the end, then the score of each
    contestant. With JSON output, print an object for each of these instead. Raises EngineError,
    before anything is printed, if the rules do not allow a command."""
    found = moments(record)
    names = [each.name for each in record.seats]
    if voice.as_json:
        deal, *commands, end = found
        voice.put({"type": "deal", **_json(deal, 0)})
        for number, moment in enumerate(commands, 1):
            voice.put({"type": "command", **_json(moment, number)})
        last = _json(end, len(commands))
        voice.put({"type": "end", **last, **record.end._asdict(), "called_off": record.called_off})
    else:
        title = f"{_(record.game.book.title)}{options(record.game.chosen, record.game)}"
        voice.say([f"{title}, {spoken_race(record.race)}: {', '.join(names)}."])
        voice.say(f"{clock(moment.ms):>7}  {moment.sentence}" for moment in found)
    _say_results(record, record.seats, voice)


def _say_results(record: TableRecord, seats: Sequence[TableSeat], voice: Output) -> None:
    """Print the cards counted of these contestants; with JSON an object for each."""
    scores = {each.seat: each for each in record.results}
    for each in seats:
        result = scores[each.seat]
        voice.put({"type": "result", "name": each.name, "place": result.place,
                   **result.score._asdict()})  # fmt: skip
        if not voice.as_json:
            voice.say([counted(each.name, result.score, record.game)])


def compare_seats(record: TableRecord, one: TableSeat, other: TableSeat, voice: Output) -> None:
    """Print how two contestants got on in a round: a line with the figures of both for each time at
    which the figures of either changed, then both scores. The figures are how many cards have left
    the demon, and the points. With JSON output, print the changes of both in one object, and an
    object for each score. Raises EngineError if the rules do not allow a command."""
    pair = (one, other)
    found = moments(record)
    ways = [_seat_moments(found, record.seats.index(seat)) for seat in pair]
    voice.put(
        {
            "race": record.race,
            "game": record.game.slug,
            "contestants": [
                {**seat._asdict(), "moments": [moment._asdict() for moment in way]}
                for seat, way in zip(pair, ways, strict=True)
            ],
        }
    )
    if not voice.as_json:
        head = _(
            "{game}, {race}: {one} and {other}.",
            game=_(record.game.book.title),
            race=spoken_race(record.race),
            one=one.name,
            other=other.name,
        )
        times = sorted({moment.ms for way in ways for moment in way})
        voice.say([head, *(_figures_line(pair, ways, ms) for ms in times)])
    _say_results(record, pair, voice)


class SeatMoment(NamedTuple):
    """The figures of a contestant from race time `ms` until they change: how many cards have left
    the contestant's demon, and the points of the round so far."""

    ms: int
    progress: int
    points: int


def _seat_moments(played: Sequence[TableMoment], at: int) -> list[SeatMoment]:
    """Return the figures of the contestant at a position of the table after the deal and whenever
    they changed, in order of time."""
    found = list[SeatMoment]()
    for moment in played:
        rules, state = moment.rules, moment.state
        made = SeatMoment(moment.ms, rules.progress(state, at), rules.points(state, at))
        if not found or made[1:] != found[-1][1:]:
            found.append(made)
    return found


def _figures_line(pair: Sequence[TableSeat], ways: Sequence[Sequence[SeatMoment]], ms: int) -> str:
    """Return a line with the figures of two contestants at a race time: `0:12  Ann: 2 of 13, -8
    points; Ben: 1 of 13, -11 points.`"""
    parts = []
    for seat, way in zip(pair, ways, strict=True):
        now = way[bisect_right(way, ms, key=lambda moment: moment.ms) - 1]
        far = _("{best} of {goal}", best=now.progress, goal=DEMON)
        parts.append(f"{seat.name}: {far}, {points_words(now.points)}")
    return f"{clock(ms):>7}  {'; '.join(parts)}."


def round_chart(record: TableRecord, seats: Sequence[TableSeat]) -> ProgressChart:
    """Return a chart that shows, for each of these contestants, how many cards have left the demon
    over time. Raises EngineError if the rules do not allow a command."""
    found, curves = moments(record), list[ProgressCurve]()
    for each in seats:
        way = _seat_moments(found, record.seats.index(each))
        curves.append(ProgressCurve(each.name, tuple((m.ms, m.progress) for m in way)))
    title, ended_ms = _(record.game.book.title), max(1, record.ended_ms)
    return ProgressChart(title, _("progress"), record.game.goal, ended_ms, tuple(curves))


def _json(moment: TableMoment, number: int) -> dict[str, Any]:
    """Return a moment as JSON. `number` counts the commands up to it."""
    view, command = moment.rules.view(moment.state), moment.command
    return {
        "number": number,
        "ms": moment.ms,
        "seat": None if command is None else command.seat,
        "move": None if command is None else command.text,
        "delay_ms": None if command is None else command.delay_ms,
        "events": [event.model_dump() for event in moment.events],
        "table": view.to_json(),
    }


def claim_steps(found: Sequence[TableMoment]) -> list[int]:
    """Return the indices in `found` of the moments at which a card was laid on a foundation."""
    return [
        index
        for index, moment in enumerate(found)
        if moment.command is not None and moment.command.text.startswith("claim ")
    ]
