"""Shareable text of a result: places, progress and times, without showing any card."""

from client_cli.features.history import NOBODY_RACED, spoken_race
from client_cli.messages.game import options, plural, score
from client_cli.messages.race_terms import format_words
from client_cli.replay.progress_chart import chart, sparkline
from engine.record import Record

LINE = 24
"""Characters of a progress line from start to end."""


def shared(record: Record, drawn: bool = True) -> list[str]:
    """The lines of the text, with everybody's progress as a drawn line or, unless `drawn`, in
    sentences. Raises EngineError for an illegal move."""
    rules, names = record.game, {seat.seat: seat.name for seat in record.seats}
    curves = chart(record, record.seats)
    ways = dict(zip(names, curves.curves, strict=True))
    deal = f"deal {record.deal_number}" if record.secret is None else spoken_race(record.race)
    how = "alone" if len(names) == 1 else format_words(record.terms)
    lines = [f"Crown Patience, {rules.book.title}{options(rules.chosen, rules)}, {deal}, {how}"]
    for placed in record.results:
        seat, moves = placed.standing.seat, plural(placed.standing.moves, "move")
        place = f"{placed.place}. " if len(names) > 1 else ""
        lines.append(f"{place}{names[seat]}: {score(rules, placed.standing)}, {moves}")
        if drawn:
            lines.append(f"   {sparkline(ways[seat], curves.top, curves.ended_ms, LINE)}")
    if record.ghost is not None:
        lines.append(f"Unranked, against the ghost of {record.ghost.name}")
    return [*lines, _again(record) if names else NOBODY_RACED]


def _again(record: Record) -> str:
    """The command that plays the same deal again."""
    if record.secret is not None:
        return f"Race it: patience play --ghost {spoken_race(record.race)}"
    chosen = "".join(
        f" --option {option.name}={str(record.game.chosen[option.name]).lower()}"
        for option in record.game.options
        if record.game.chosen[option.name] != option.default
    )
    slug = record.game.slug.replace("_", "-")
    return f"Play it: patience play {slug} --deal {record.deal_number}{chosen}"
