"""The result of a finished race as text that players send to others: places, progress and times,
without showing any card. It is made from the record of the race."""

from client_cli.features.history import NOBODY_RACED, spoken_race
from client_cli.messages.common_table import counted
from client_cli.messages.game import options, score
from client_cli.messages.race_terms import format_words
from client_cli.replay.progress_chart import chart, sparkline
from engine.races.record import Record
from engine.racing_demon.record import TableRecord
from protocol.texts import _, ngettext

LINE = 24
"""Number of characters in a drawn line of progress."""


def shared(record: Record | TableRecord, drawn: bool = True) -> list[str]:
    """Return the result of a race, or of a round of Racing Demon, as lines of text that show no
    card. If `drawn`, a line below each contestant of a race draws their progress over time. Raises
    EngineError for an illegal move in the record of a race."""
    if isinstance(record, TableRecord):
        return _shared_round(record)
    rules, names = record.game, {seat.seat: seat.name for seat in record.seats}
    curves = chart(record, record.seats)
    ways = dict(zip(names, curves.curves, strict=True))
    deal = spoken_race(record.race)
    if record.secret is None:
        deal = _("deal {number}", number=record.deal_number)
    how = _("alone") if len(names) == 1 else format_words(record.terms)
    game = f"{_(rules.book.title)}{options(rules.chosen, rules)}"
    lines = [_("Crown Patience, {game}, {deal}, {how}", game=game, deal=deal, how=how)]
    for placed in record.results:
        seat = placed.standing.seat
        moves = ngettext("{n} move", "{n} moves", placed.standing.moves)
        place = f"{placed.place}. " if len(names) > 1 else ""
        lines.append(f"{place}{names[seat]}: {score(rules, placed.standing)}, {moves}")
        if drawn:
            lines.append(f"   {sparkline(ways[seat], curves.top, curves.ended_ms, LINE)}")
    if record.ghost is not None:
        lines.append(_("Unranked, against the ghost of {name}", name=record.ghost.name))
    return [*lines, _again(record) if names else NOBODY_RACED]


def _shared_round(record: TableRecord) -> list[str]:
    rules, names = record.game, {each.seat: each.name for each in record.seats}
    game = f"{_(rules.book.title)}{options(rules.chosen, rules)}"
    deal = spoken_race(record.race)
    if record.secret is None:
        deal = _("deal {number}", number=record.deal_number)
    title = _("Crown Patience, {game}, {deal}", game=game, deal=deal)
    return [
        title,
        *(
            f"{each.place}. {counted(names[each.seat], each.score, rules)}"
            for each in record.results
        ),
    ]


def _again(record: Record) -> str:
    """Return a sentence with the command that plays the same deal again."""
    if record.secret is not None:
        return _("Race it: patience play --ghost {race}", race=spoken_race(record.race))
    chosen = "".join(
        f" --option {option.name}={str(record.game.chosen[option.name]).lower()}"  # not a text
        for option in record.game.options
        if record.game.chosen[option.name] != option.default
    )
    slug = record.game.slug.replace("_", "-")
    return _(
        "Play it: patience play {game} --deal {number}{options}",
        game=slug,
        number=record.deal_number,
        options=chosen,
    )
