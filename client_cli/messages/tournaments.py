"""Sentences about a tournament: list entries, state, rounds, tables. Used by both modes."""

from collections.abc import Sequence

from client_cli.messages.game import clock, plural
from client_cli.tournament import state as known_as
from client_cli.tournament.state import KnownTournament
from engine.games import GAMES
from protocol import codes
from protocol.tournament_live import (
    Bar,
    Entrant,
    RoundInfo,
    TableRow,
    TeamTotal,
    Tournament,
    TournamentReminder,
)
from protocol.tournament_tables import TournamentEntry

FORMATS = {
    "series": "series",
    "knockout": "knockout",
    "swiss": "Swiss",
    "round_robin": "all play all",
    "arena": "arena",
    "crowns": "crown tournament",
}
STATUS = {
    "draft": "a draft",
    "open": "open",
    "running": "under way",
    "paused": "a pause",
    "finished": "over",
}
WHY = {
    "played": "all is played",
    "stopped": "the organiser has ended it",
    "too_few": "too few were there",
    "untended": "nobody has looked after it",
}
STATES = {
    "pairing": "is being drawn",
    "lobby": "begins soon",
    "racing": "is raced",
    "table": "is over",
    "closed": "is over",
    "voided": "counts for nothing",
}
UNITS = {
    "matchpoints": "matchpoints",
    **dict.fromkeys(("place", "points", "arena", "matches"), "points"),
}
"""What the total of a table counts, by way of scoring, where it has a name."""
DAY_MS = 86_400_000
NO_TOURNAMENT = 'There is no tournament; patience tournament new "Friday" --rounds surprise:5.'


def format_of(tournament: Tournament) -> str:
    return format_named(str(tournament.plan.get("format", "")))


def format_named(name: str) -> str:
    return FORMATS.get(name, name)


def game_title(slug: str) -> str:
    return GAMES[slug].book.title if slug in GAMES else slug


def reminder(told: TournamentReminder) -> str:
    """`Friday starts in 15:00: patience tournament play FRI-7AB.`"""
    play = f"patience tournament play {codes.spoken(told.code)}"
    return f"{told.title} starts in {span(told.starts_in_ms)}: {play}."


def span(ms: int) -> str:
    """`4:10`, or `6 days` from two days on."""
    days = ms // DAY_MS
    return clock(ms) if days < 2 else f"{days} days"


# Lists of tournaments. ------------------------------------------------------------------------


def entry_line(entry: TournamentEntry) -> str:
    """`FRI-7AB Friday: series, open, starts in 10:00; 12 of 500 have entered.`"""
    told = f"{codes.spoken(entry.code)} {entry.title}: {entry_words(entry)}"
    return f"{told}; organised by {entry.organiser}." if entry.organiser else f"{told}."


def entry_words(entry: TournamentEntry) -> str:
    words = [format_named(entry.format), STATUS[entry.status]]
    if entry.round and entry.status in ("running", "paused"):
        words.append(f"round {entry.round}{f' of {entry.of}' if entry.of else ''}")
    if entry.starts_in_ms is not None:
        words.append(f"starts in {span(entry.starts_in_ms)}")
    if entry.ended_ago_ms is not None:
        words.append(f"ended {span(entry.ended_ago_ms)} ago")
    words.append(f"{entry.entrants} of {entry.most} have entered")
    return ", ".join([*words, "by invitation"] if entry.invited else words)


# One tournament. ------------------------------------------------------------------------------


def lines(known: KnownTournament, now: int, *, there: bool = False) -> list[str]:
    """The state of a tournament as lines. With `there`, how to take part is left out."""
    tournament = known.tournament
    told = [headline(tournament), *now_lines(known, now)]
    told += [news_line(each.text, tournament) for each in tournament.news[-3:]]
    told += table_lines(tournament)
    if tournament.opened is not None:
        told.append(f"Opened: {tournament.opened.secret}.")
    told.append(f"Committed to as {tournament.commitment}.")
    return told if there and tournament.status != "finished" else [*told, *next_words(tournament)]


def headline(tournament: Tournament) -> str:
    """`Friday, FRI-7AB: series, open, organised by Anna; 12 have entered, 7 are there.`"""
    there = [one for one in tournament.entrants if one.gone is None]
    checked = sum(one.checked_in for one in there)
    told = f"{known_as.title(tournament)}, {codes.spoken(tournament.code)}: {format_of(tournament)}"
    told += f", {STATUS[tournament.status]}"
    if tournament.why is not None:
        told += f" ({WHY[tournament.why]})"
    told += ", by invitation" if tournament.plan.get("invited") is not None else ""
    told += f", organised by {tournament.organiser}" if tournament.organiser else ""
    have = "has" if len(there) == 1 else "have"
    return f"{told}; {len(there)} {have} entered, {checked} checked in."


def now_lines(known: KnownTournament, now: int) -> list[str]:
    """What is going on, and what the tournament waits for."""
    tournament = known.tournament
    told = []
    if tournament.status == "open":
        left = known.left(tournament.clocks.starts_in_ms, now)
        by_itself = "It starts when the organiser starts it."
        told.append(by_itself if left is None else f"It starts in {span(left)}.")
    elif tournament.status == "paused":
        told.append("The organiser has called a pause: nothing begins.")
    if tournament.status in ("running", "paused"):
        told += [round_line(known, now)] if known_as.current(tournament) else []
        told += window_lines(known, now)
    return told


def window_lines(known: KnownTournament, now: int) -> list[str]:
    """At everybody's own pace: until when deals can be started."""
    clocks = known.tournament.clocks
    opens, closes = known.left(clocks.opens_in_ms, now), known.left(clocks.closes_in_ms, now)
    if opens:
        return [f"Deals begin in {clock(opens)}."]
    if closes == 0:
        return ["No deal begins any more; it is over when those have ended who play."]
    return [] if closes is None else [f"Deals begin for another {clock(closes)}."]


def round_name(tournament: Tournament, each: RoundInfo) -> str:
    """`Round 2 of 5`, `Round 4, round 2 again`, `Round 2, a sprint for the ties of round 1`"""
    of = known_as.planned(tournament)
    told = f"Round {each.number}"
    if each.decides is not None:
        return f"{told}, a sprint for the ties of round {each.decides}"
    first = next((r.number for r in tournament.rounds if r.turn == each.turn), each.number)
    if first != each.number:
        return f"{told}, round {first} again"
    return f"{told} of {of}" if of is not None and each.number == each.turn else told


def round_line(known: KnownTournament, now: int) -> str:
    """`Round 2 of 5, Aces Up: the race goes on, 3:20 to the bell.`"""
    each = known_as.current(known.tournament)
    if each is None:
        return ""
    return (
        f"{round_name(known.tournament, each)}, {game_title(each.game)}{_doing(known, each, now)}."
    )


def _doing(known: KnownTournament, each: RoundInfo, now: int) -> str:
    begins, left = known.left(each.starts_in_ms, now), round_left(known, each, now)
    paused = known.tournament.status == "paused" and each.state in ("lobby", "table")
    if begins:
        return f": begins in {clock(begins)}"
    if paused and each.state == "lobby":
        return ": begins after the pause"
    if left is None or paused:
        return f", {STATES[each.state]}"
    return {
        "lobby": f": begins in {clock(left)}",
        "racing": f": the race goes on, {clock(left)} to the bell",
        "table": f": over; {clock(left)} at the table",
    }.get(each.state, f", {STATES[each.state]}")


def briefly(known: KnownTournament, now: int) -> str:
    """`2/3 3:20 to the bell`, for narrow places."""
    tournament = known.tournament
    each, clocks = known_as.current(tournament), tournament.clocks
    if each is None:
        left = known.left(clocks.starts_in_ms, now) or known.left(clocks.closes_in_ms, now)
        return STATUS[tournament.status] if left is None else span(left)
    of = known_as.planned(tournament)
    left = known.left(each.starts_in_ms, now) or round_left(known, each, now)
    told = "a pause" if left is None else clock(left)
    to = {"racing": "to the bell", "lobby": "to the start", "table": "at the table"}
    return f"{each.number}{f'/{of}' if of else ''} {told} {to.get(each.state, '')}".rstrip()


def round_left(known: KnownTournament, each: RoundInfo, now: int) -> int | None:
    """Milliseconds until the lobby, the table or the race of a round ends at the latest; None if
    unknown."""
    paused = known.tournament.status == "paused" and each.state in ("lobby", "table")
    return each.ends_in_ms if paused else known.left(each.ends_in_ms, now)


def news_line(text: str, tournament: Tournament) -> str:
    return f"{tournament.organiser or 'The organiser'}: {text}"


def next_words(tournament: Tournament) -> list[str]:
    """What the reader can do next."""
    code = codes.spoken(tournament.code)
    if tournament.status == "finished":
        told = [f"All results: patience tournament results {code}."] if tournament.rounds else []
        following = tournament.next
        if following is not None:
            told.append(f"The next: patience tournament show {codes.spoken(following)}.")
        return told
    if tournament.status == "draft":
        return [f"Let people in: patience tournament open {code}."]
    told = []
    if tournament.organised and tournament.status == "open":
        told.append(f"Begin it: patience tournament start {code}.")
    elif tournament.organised and tournament.status == "paused":
        told.append(f"End the pause: patience tournament resume {code}.")
    elif tournament.organised and known_as.waits(tournament) is not None:
        told.append(f"Go on at once: patience tournament start {code}.")
    if known_as.takes_part(tournament):
        return [*told, f"Be there: patience tournament play {code}."]
    return [*told, f"Take part: patience tournament play {code}."]


def invited(names: Sequence[str]) -> str:
    """The sentence after an invitation; the tournament itself does not show invitations."""
    return f"Invited: {', '.join(names)}."


# Tables. --------------------------------------------------------------------------------------


def table_lines(tournament: Tournament) -> list[str]:
    """The table, or the entrants while there is none."""
    if not tournament.table:
        return [entrant_line(one) for one in tournament.entrants]
    told = [row_line(tournament, row) for row in tournament.table]
    return [*told, *(team_line(tournament, team) for team in tournament.teams)]


def row_line(tournament: Tournament, row: TableRow) -> str:
    """`2. Ben (you): 87.50 matchpoints, 43.75 a round`"""
    you = " (you)" if row.entrant == tournament.mine else ""
    name = known_as.names(tournament).get(row.entrant, f"#{row.entrant}")
    gone = next((one.gone for one in tournament.entrants if one.number == row.entrant), None)
    unit = f" {UNITS[way]}" if (way := known_as.way(tournament)) in UNITS else ""
    told = f"{row.place}. {name}{you}: {row.total}{unit}, {row.average} a round"
    return f"{told}, gone" if gone is not None else told


def team_line(tournament: Tournament, team: TeamTotal) -> str:
    """`1. Team Reds: 187.50 by Anna, Ben`"""
    names = known_as.names(tournament)
    counting = ", ".join(names.get(one, f"#{one}") for one in team.counting)
    return f"{team.place}. Team {team.team}: {team.total}{f' by {counting}' if counting else ''}"


def entrant_line(one: Entrant) -> str:
    """`Anna, Reds: checked in`"""
    team = f", {one.team}" if one.team else ""
    return f"{known_as.named(one)}{team}: {entrant_state(one)}"


def entrant_state(one: Entrant) -> str:
    if one.gone is not None:
        return "removed" if one.gone == "removed" else "has left"
    return "checked in" if one.checked_in else "entered"


def place_words(tournament: Tournament) -> str | None:
    """`You are 2nd of 20 with 87.50.`; None before the first result."""
    row = known_as.row_of(tournament, tournament.mine)
    counted = any(each.state in ("table", "closed") for each in tournament.rounds)
    if row is None or not (counted or known_as.own_pace(tournament)):
        return None
    return f"You are {ordinal(row.place)} of {len(tournament.table)} with {row.total}."


def ordinal(number: int) -> str:
    teen = 10 <= number % 100 <= 20
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def bar_words(bar: Bar) -> str:
    """`out in 4:10`, `31 of 48`, `12 points, done`"""
    if bar.result == "won":
        return f"out in {clock(bar.ended_ms or 0)}"
    told = f"{bar.best} of {bar.goal}" if bar.points is None else plural(bar.points, "point")
    return f"{told}{', done' if bar.result is not None else ''}"
