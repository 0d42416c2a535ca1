"""Sentences for spectators about what happens in a tournament: names, places and points only.

A card is never named, because entrants who still play the same deal could read it.
"""

from collections.abc import Iterator, Sequence

from client_cli.features.crowns import CROWNS
from client_cli.messages import tournaments as words
from client_cli.messages.game import clock, points_words
from client_cli.tournament import state as known_as
from protocol.crowns import CrownWon
from protocol.texts import _
from protocol.tournaments.live import EntrantProgress, Tournament


def commentary(before: Tournament, after: Tournament) -> list[str]:
    """Return sentences about what has happened in a tournament between the states `before` and
    `after`, the most important one last."""
    parts = _about_bars, _about_rounds, _about_table
    return [sentence for part in parts for sentence in part(before, after)]


def crown_commentary(tournament: Tournament, won: CrownWon) -> str:
    """Return a sentence that says that an entrant of the tournament has won a crown, that is,
    several difficult games in a row. It is empty if the winner is no entrant, and if the crown was
    withdrawn."""
    there = {one.name for one in tournament.entrants if one.gone is None and not one.guest}
    if won.withdrawn or won.name not in there:
        return ""
    return _("{name} has won the {crown}!", name=won.name, crown=CROWNS[won.crown])


def _about_bars(before: Tournament, after: Tournament) -> Iterator[str]:
    """Yield sentences about the contestants of the current race: whose game has ended without a
    win, who takes the lead, and who has won their game."""
    names = known_as.names(after)
    old, bars = known_as.latest_bars(before), known_as.latest_bars(after)
    raced = {(bar.round, bar.entrant) for bar in old if bar.result is None}
    ended = [bar for bar in bars if bar.result and (bar.round, bar.entrant) in raced]

    def name(bar: EntrantProgress) -> str:
        return names.get(bar.entrant, f"#{bar.entrant}")

    for bar in ended:
        if bar.result != "won":
            yield _("{name} ends with {score}.", name=name(bar), score=_score_words(bar))
    lead = _new_leader(before, after, old, bars)
    if lead is not None:
        score = _score_words(lead)
        yield _("{name} takes the lead with {score}.", name=name(lead), score=score)
    for bar in reversed(ended):
        if bar.result == "won":
            took = clock(bar.ended_ms or 0)
            yield _("{name} has solved it after {time}.", name=name(bar), time=took)


def _new_leader(
    before: Tournament,
    after: Tournament,
    old: Sequence[EntrantProgress],
    bars: Sequence[EntrantProgress],
) -> EntrantProgress | None:
    """Return the progress of the contestant who has just taken the lead in a race of all entrants;
    None if there is none. A leader who has won is left out, because another sentence tells it."""
    each, earlier = known_as.current(after), known_as.current(before)
    if each is None or each.state != "racing" or len(each.heats) != 1:
        return None
    if earlier is None or earlier.number != each.number or len(bars) < 2:
        return None
    first, second = bars[:2]
    if first.result == "won" or known_as.far(first) <= known_as.far(second):
        return None
    had_led = (
        bool(old)
        and old[0].entrant == first.entrant
        and known_as.far(old[0]) > (known_as.far(old[1]) if len(old) > 1 else 0)
    )
    return None if had_led else first


def _score_words(bar: EntrantProgress) -> str:
    """Return the progress of a contestant in words, such as `31 of 48`, or `12 points` in a game
    for points."""
    if bar.points is not None:
        return points_words(bar.points)
    return _("{best} of {goal}", best=bar.best, goal=bar.goal)


def _about_rounds(before: Tournament, after: Tournament) -> Iterator[str]:
    """Yield sentences about rounds that have begun or ended."""
    states = {each.number: each.state for each in before.rounds}
    for each in after.rounds:
        was = states.get(each.number)
        named = {"round": words.round_name(after, each), "game": words.game_title(each.game)}
        if known_as.own_pace(after) or was == each.state:
            continue
        if each.state == "racing":
            yield _("{round}, {game}: the race begins.", **named)
        elif was == "racing" and each.state == "table":
            yield _("{round}, {game}, is over.", **named)


def _about_table(before: Tournament, after: Tournament) -> Iterator[str]:
    """Yield a sentence about who now leads the table alone or, at the end of the tournament, who
    has won."""
    names = known_as.names(after)
    first = [row for row in after.table if row.place == 1]
    named = [names.get(row.entrant, f"#{row.entrant}") for row in first]
    if after.status == "finished" and before.status != "finished" and first:
        together = ", ".join(named)
        if len(first) == 1:
            yield _("{names} wins {title}.", names=together, title=known_as.title(after))
        else:
            yield _("{names} share the first place.", names=together)
        return
    led = [row.entrant for row in before.table if row.place == 1]
    if len(first) == 1 and led != [first[0].entrant]:
        yield _("{name} leads the table with {total}.", name=named[0], total=first[0].total)
