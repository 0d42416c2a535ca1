"""Sentences about changes in a tournament, made by comparing two of its states."""

from collections.abc import Iterable

from client_cli.messages import tournaments as words
from client_cli.tournament import state as known_as
from client_cli.tournament.state import KnownTournament
from protocol.texts import _
from protocol.tournaments.live import Entrant, RoundInfo, Tournament

MORE_MS = 2_000
"""Two values of a time left that differ by no more than this number of milliseconds are taken for
equal: the difference comes from the network."""


def changes(
    before: KnownTournament, now_known: KnownTournament, now: int, with_table: bool = True
) -> list[str]:
    """Return sentences about what has changed in a tournament between the states `before` and
    `now_known`, for its players. Progress within a race is left out. Rows of the table of points
    are left out too if `with_table` is False. `now` is the present local time in milliseconds."""
    old, new = before.tournament, now_known.tournament
    sentences: list[str] = []
    if old.status != new.status:
        sentences.append(words.headline(new))
        sentences += words.window_lines(now_known, now) if new.status == "running" else []
    sentences += list(_about_people(old, new))
    sentences += [
        words.news_line(each.text, new) for each in new.news if each.text not in _texts(old)
    ]
    sentences += _about_rounds(before, now_known, now)
    sentences += _moved(old, new) if with_table else []
    if new.opened is not None and old.opened is None:
        sentences.append(_("Opened: {secret}.", secret=new.opened.secret))
    return sentences


def _texts(tournament: Tournament) -> set[str]:
    return {each.text for each in tournament.news}


def _about_people(old: Tournament, new: Tournament) -> Iterable[str]:
    known = {one.number: one for one in old.entrants}
    for one in new.entrants:
        word = _has_become(known.get(one.number), one)
        if word is not None:
            mine = one.number == new.mine
            yield _of_player(word) if mine else _of_entrant(word, known_as.named(one))


def _of_player(word: str) -> str:
    return {
        "entered": _("You have entered."),
        "there": _("You are checked in."),
        "withdrawn": _("You take part no more."),
        "removed": _("You have been removed by the organiser."),
        "back": _("You take part again."),
    }[word]


def _of_entrant(word: str, name: str) -> str:
    return {
        "entered": _("{name} has entered.", name=name),
        "there": _("{name} has checked in.", name=name),
        "withdrawn": _("{name} has left.", name=name),
        "removed": _("{name} is removed.", name=name),
        "back": _("{name} takes part again.", name=name),
    }[word]


def _has_become(before: Entrant | None, one: Entrant) -> str | None:
    if before is None:
        return "entered"
    if before.gone != one.gone:
        return one.gone or "back"
    return "there" if one.checked_in and not before.checked_in else None


def _about_rounds(before: KnownTournament, now_known: KnownTournament, now: int) -> list[str]:
    old, new = before.tournament, now_known.tournament
    states = {each.number: each.state for each in old.rounds}
    sentences: list[str] = []
    for each in new.rounds:
        if states.get(each.number) == each.state:
            if each.number == known_as.waits(new) and _is_put_off(before, now_known, each, now):
                sentences.append(words.round_line(now_known, now))
            continue
        if each.state == "voided":
            sentences.append(_("{round} counts for nothing.", round=words.round_name(new, each)))
        elif each.state in ("lobby", "racing", "table") and not known_as.own_pace(new):
            sentences.append(words.round_line(now_known, now))
    return sentences


def _is_put_off(
    before: KnownTournament, now_known: KnownTournament, each: RoundInfo, now: int
) -> bool:
    """Return whether a wait of a round now ends later than in `before`. The wait is the lobby
    before the race, or the time after the race in which the standings are shown. Return False if
    the wait ends later only because the tournament was paused."""
    old = next(r for r in before.tournament.rounds if r.number == each.number)
    was, left = words.round_left(before, old, now), words.round_left(now_known, each, now)
    return was is not None and left is not None and left > was + MORE_MS


def _moved(old: Tournament, new: Tournament) -> list[str]:
    if old.table == new.table or new.status == "open":
        return []
    before = {row.entrant: row for row in old.table}
    return [words.row_line(new, row) for row in new.table if before.get(row.entrant) != row]
