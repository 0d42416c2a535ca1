"""Sentences about tournaments for line mode and the full screen: the list of tournaments, and the
state, the rounds and the table of points of one tournament.

In some formats everybody plays the deals at their own pace; in the others all entrants play a round
at the same time. In Racing Demon, several entrants play at one common table. The server states
times as milliseconds left at the arrival of its message. Functions that need such a time therefore
get a KnownTournament, which knows when it arrived, and the present local time `now` in
milliseconds.
"""

from collections.abc import Iterable, Sequence

from client_cli.messages.displayed_code import displayed
from client_cli.messages.game import clock, points_words
from client_cli.tournament import state as known_as
from client_cli.tournament.round_tables import RoundTable, SeatedEntrant, round_tables
from client_cli.tournament.state import KnownTournament
from engine.rules import RULES
from protocol.texts import _, ngettext
from protocol.tournaments.live import (
    Entrant,
    EntrantProgress,
    RoundInfo,
    TableRow,
    TeamTotal,
    Tournament,
    TournamentReminder,
)
from protocol.tournaments.tables import RoundResult, TournamentEntry

FORMATS = {
    "series": _("series"),
    "knockout": _("knockout"),
    "swiss": _("Swiss"),
    "round_robin": _("all play all"),
    "arena": _("arena"),
    "crowns": _("crown tournament"),
}
STATUS = {
    "draft": _("a draft"),
    "open": _("open"),
    "running": _("under way"),
    "paused": _("a pause"),
    "finished": _("over"),
}
WHY = {
    "played": _("all is played"),
    "stopped": _("the organiser has ended it"),
    "too_few": _("too few were there"),
    "untended": _("nobody has looked after it"),
}
STATES = {
    "pairing": _("is being drawn"),
    "lobby": _("begins soon"),
    "racing": _("is raced"),
    "table": _("is over"),
    "closed": _("is over"),
    "voided": _("counts for nothing"),
}
UNITS = {
    "matchpoints": _("matchpoints"),
    **dict.fromkeys(("place", "points", "arena", "matches"), _("points")),
}
"""The unit of the totals in a tournament's table, by the way of scoring. Some ways have no unit."""
DAY_MS = 86_400_000
NO_TABLES = _("No round has common tables yet.")
NO_TOURNAMENT = _(
    "There is no tournament; {command}.",
    command='patience tournament new "Friday" --rounds surprise:5',
)


def format_of(tournament: Tournament) -> str:
    return format_named(str(tournament.plan.get("format", "")))


def format_named(name: str) -> str:
    return FORMATS.get(name, name)


def game_title(slug: str) -> str:
    return _(RULES[slug].book.title) if slug in RULES else slug


def reminder(told: TournamentReminder) -> str:
    """Return a sentence that reminds the player of a tournament that starts soon, such as `Friday
    starts in 15:00: patience tournament play FRI-7AB.`"""
    play = f"patience tournament play {displayed(told.code)}"
    return _(
        "{title} starts in {time}: {command}.",
        title=told.title,
        time=span(told.starts_in_ms),
        command=play,
    )


def span(ms: int) -> str:
    """Return a duration in milliseconds as `4:10`, or in days if it is two days or longer: `6
    days`."""
    days = ms // DAY_MS
    return clock(ms) if days < 2 else ngettext("{n} day", "{n} days", days)


# Lists of tournaments. ------------------------------------------------------------------------


def entry_line(entry: TournamentEntry) -> str:
    """Return a listed tournament in one line, such as `FRI-7AB Friday: series, open, starts in
    10:00, 12 of 500 have entered.`"""
    sentence = f"{displayed(entry.code)} {entry.title}: {entry_words(entry)}"
    if entry.organiser:
        return _("{tournament}; organised by {name}.", tournament=sentence, name=entry.organiser)
    return f"{sentence}."


def entry_words(entry: TournamentEntry) -> str:
    words = [format_named(entry.format), STATUS[entry.status]]
    if entry.round and entry.status in ("running", "paused"):
        words.append(
            _("round {round} of {rounds}", round=entry.round, rounds=entry.of)
            if entry.of
            else _("round {round}", round=entry.round)
        )
    if entry.starts_in_ms is not None:
        words.append(_("starts in {time}", time=span(entry.starts_in_ms)))
    if entry.ended_ago_ms is not None:
        words.append(_("ended {time} ago", time=span(entry.ended_ago_ms)))
    words.append(_("{n} of {most} have entered", n=entry.entrants, most=entry.most))
    return ", ".join([*words, _("by invitation")] if entry.invited else words)


# One tournament. ------------------------------------------------------------------------------


def tournament_lines(known: KnownTournament, now: int, *, there: bool = False) -> list[str]:
    """Return the state of a tournament as lines. They end with hints about what to do next, except
    for a player who is checked in (`there`) to a tournament that is not over."""
    tournament = known.tournament
    told = [headline(tournament), *now_lines(known, now)]
    told += [news_line(each.text, tournament) for each in tournament.news[-3:]]
    told += table_lines(tournament)
    if tournament.opened is not None:
        told.append(_("Opened: {secret}.", secret=tournament.opened.secret))
    told.append(_("Committed to as {commitment}.", commitment=tournament.commitment))
    return told if there and tournament.status != "finished" else [*told, *next_words(tournament)]


def headline(tournament: Tournament) -> str:
    """Return a sentence about a tournament as a whole, such as `Friday, FRI-7AB: series, open,
    organised by Anna; 12 have entered, 7 checked in.`"""
    there = [one for one in tournament.entrants if one.gone is None]
    checked = sum(one.checked_in for one in there)
    sentence = (
        f"{known_as.title(tournament)}, {displayed(tournament.code)}: {format_of(tournament)}"
    )
    sentence += f", {STATUS[tournament.status]}"
    if tournament.why is not None:
        sentence += f" ({WHY[tournament.why]})"
    if tournament.plan.get("invited") is not None:
        sentence += ", " + _("by invitation")
    if tournament.organiser:
        names = ", ".join([tournament.organiser, *tournament.helpers])
        sentence += ", " + _("organised by {name}", name=names)
    return ngettext(
        "{tournament}; {n} has entered, {checked} checked in.",
        "{tournament}; {n} have entered, {checked} checked in.",
        len(there),
        tournament=sentence,
        checked=checked,
    )


def now_lines(known: KnownTournament, now: int) -> list[str]:
    """Return lines about what happens in a tournament now, and about what it waits for."""
    tournament = known.tournament
    told = []
    if tournament.status == "open":
        left = known.left(tournament.clocks.starts_in_ms, now)
        told.append(
            _("It starts when the organiser starts it.")
            if left is None
            else _("It starts in {time}.", time=span(left))
        )
    elif tournament.status == "paused":
        told.append(_("The organiser has called a pause: nothing begins."))
    if tournament.status in ("running", "paused"):
        told += [round_line(known, now)] if known_as.current(tournament) else []
        told += late_lines(tournament)
        told += window_lines(known, now)
    return told


def late_lines(tournament: Tournament) -> list[str]:
    """Return a line for a player who checked in after the start and does not play in the current
    round: from which round on they play, if there is one. The list is empty for everybody else."""
    mine, each = known_as.me(tournament), known_as.current(tournament)
    if mine is None or mine.since is None or each is None or mine.since <= each.turn:
        return []
    of = known_as.planned(tournament)
    if of is not None and mine.since > of:
        return [_("You checked in after the start, and there is no further round to play in.")]
    return [_("You checked in after the start: you play from round {round} on.", round=mine.since)]


def window_lines(known: KnownTournament, now: int) -> list[str]:
    """Return a line about when entrants may start deals, for formats in which everybody plays at
    their own pace: from when or until when. The list is empty for other formats."""
    clocks = known.tournament.clocks
    opens, closes = known.left(clocks.opens_in_ms, now), known.left(clocks.closes_in_ms, now)
    if opens:
        return [_("Deals begin in {time}.", time=clock(opens))]
    if closes == 0:
        return [_("No deal begins any more; it is over when those have ended who play.")]
    return [] if closes is None else [_("Deals begin for another {time}.", time=clock(closes))]


def round_name(tournament: Tournament, each: RoundInfo) -> str:
    """Return the name of a round. Examples: `Round 2 of 5`; for a round that is raced again, `Round
    4, round 2 again`; for an additional round between contestants with equal points, `Round 2, a
    sprint for the ties of round 1`."""
    of, number = known_as.planned(tournament), each.number
    if each.decides is not None:
        return _(
            "Round {round}, a sprint for the ties of round {tied}", round=number, tied=each.decides
        )
    first = next((r.number for r in tournament.rounds if r.turn == each.turn), number)
    if first != number:
        return _("Round {round}, round {first} again", round=number, first=first)
    if of is not None and number == each.turn:
        return _("Round {round} of {rounds}", round=number, rounds=of)
    return _("Round {round}", round=number)


def round_line(known: KnownTournament, now: int) -> str:
    """Return a sentence about the current round, such as `Round 2 of 5, Aces Up: the race goes on,
    3:20 left.` Empty if there is no current round."""
    each = known_as.current(known.tournament)
    if each is None:
        return ""
    named = f"{round_name(known.tournament, each)}, {game_title(each.game)}"
    set_untouched, left = known.left(each.starts_in_ms, now), round_left(known, each, now)
    paused = known.tournament.status == "paused" and each.state in ("lobby", "table")
    if set_untouched:
        return _("{round}: begins in {time}.", round=named, time=clock(set_untouched))
    if paused and each.state == "lobby":
        return _("{round}: begins after the pause.", round=named)
    if left is not None and not paused:
        time = clock(left)
        if each.state == "lobby":
            return _("{round}: begins in {time}.", round=named, time=time)
        if each.state == "racing":
            return _("{round}: the race goes on, {time} left.", round=named, time=time)
        if each.state == "table":
            return _("{round}: over; {time} to look at the results.", round=named, time=time)
    return f"{named}, {STATES[each.state]}."


def briefly(known: KnownTournament, now: int) -> str:
    """Return the current round and its time left for narrow places, such as `2/3 3:20 left`
    for round 2 of 3. If there is no current round, return the time left or the status of the
    tournament."""
    tournament = known.tournament
    each, clocks = known_as.current(tournament), tournament.clocks
    if each is None:
        left = known.left(clocks.starts_in_ms, now) or known.left(clocks.closes_in_ms, now)
        return STATUS[tournament.status] if left is None else span(left)
    of = known_as.planned(tournament)
    left = known.left(each.starts_in_ms, now) or round_left(known, each, now)
    told = _("a pause") if left is None else clock(left)
    to = {"racing": _("left"), "lobby": _("to the start"), "table": _("for the results")}
    return f"{each.number}{f'/{of}' if of else ''} {told} {to.get(each.state, '')}".rstrip()


def round_left(known: KnownTournament, each: RoundInfo, now: int) -> int | None:
    """Return the milliseconds until the present phase of a round ends at the latest; None if that
    is unknown. The phases are: waiting before the race, the race, and showing the table of points
    after it."""
    paused = known.tournament.status == "paused" and each.state in ("lobby", "table")
    return each.ends_in_ms if paused else known.left(each.ends_in_ms, now)


def news_line(text: str, tournament: Tournament) -> str:
    return f"{tournament.organiser or _('The organiser')}: {text}"


def next_words(tournament: Tournament) -> list[str]:
    """Return lines about what the player or the organiser can do next in a tournament, with the
    commands for it."""
    code = displayed(tournament.code)
    if tournament.status == "finished":
        told = []
        if tournament.rounds:
            told.append(_("All results: {command}.", command=f"patience tournament results {code}"))
        if tournament.next is not None:
            following = displayed(tournament.next)
            told.append(_("The next: {command}.", command=f"patience tournament show {following}"))
        return told
    if tournament.status == "draft":
        return [_("Let people in: {command}.", command=f"patience tournament open {code}")]
    start, play = f"patience tournament start {code}", f"patience tournament play {code}"
    told = []
    if tournament.organised and tournament.status == "open":
        told.append(_("Begin it: {command}.", command=start))
    elif tournament.organised and tournament.status == "paused":
        told.append(_("End the pause: {command}.", command=f"patience tournament resume {code}"))
    elif tournament.organised and known_as.waits(tournament) is not None:
        told.append(_("Go on at once: {command}.", command=start))
    if known_as.takes_part(tournament):
        return [*told, _("Be there: {command}.", command=play)]
    return [*told, _("Take part: {command}.", command=play)]


def invited(names: Sequence[str]) -> str:
    """Return a sentence that tells the organiser that these accounts have been invited. It is
    needed because the state of the tournament does not show invitations."""
    return _("Invited: {names}.", names=", ".join(names))


# Tables. --------------------------------------------------------------------------------------


def table_lines(tournament: Tournament) -> list[str]:
    """Return the table of points of a tournament as lines: its entrants, then its teams. Before
    there are any points, return the entrants as lines."""
    if not tournament.table:
        return [entrant_line(one) for one in tournament.entrants]
    told = [row_line(tournament, row) for row in tournament.table]
    return [*told, *(team_line(tournament, team) for team in tournament.teams)]


def entrant_name(tournament: Tournament, entrant: int) -> str:
    """Return the name of an entrant, with the note `(you)` if it is the player. `entrant` is the
    entrant's number."""
    name = known_as.names(tournament).get(entrant, f"#{entrant}")
    return _("{name} (you)", name=name) if entrant == tournament.mine else name


def row_line(tournament: Tournament, row: TableRow) -> str:
    """Return an entrant's row of the table of points in one line, such as `2. Ben (you): 87.50
    matchpoints, 43.75 a round`."""
    name = entrant_name(tournament, row.entrant)
    gone = next((one.gone for one in tournament.entrants if one.number == row.entrant), None)
    unit = f" {UNITS[way]}" if (way := known_as.way(tournament)) in UNITS else ""
    sentence = _("{total}, {average} a round", total=f"{row.total}{unit}", average=row.average)
    sentence = f"{row.place}. {name}: {sentence}"
    return _("{place}, gone", place=sentence) if gone is not None else sentence


def tables_title(tournament: Tournament, each: RoundInfo) -> str:
    """Return the title above the list of a round's common tables: `Round 2 of 5, Racing Demon: is
    raced`."""
    return f"{round_name(tournament, each)}, {game_title(each.game)}: {STATES[each.state]}"


def round_table_line(tournament: Tournament, table: RoundTable) -> str:
    """Return who sits at a common table, those with the most points first: `Table 2: Ben (you), 26
    points – Ann, 1 point`."""
    names = []
    for one in table.seated:
        name, points = entrant_name(tournament, one.entrant), seat_points(one)
        names.append(_("{name}, {points}", name=name, points=points) if points else name)
    return _("Table {n}: {names}", n=table.number, names=" – ".join(names))


def seat_points(one: SeatedEntrant) -> str:
    """Return the points of an entrant at a common table in words, such as `26 points`. Empty while
    they are not known."""
    return "" if one.points is None else points_words(one.points)


def round_table_lines(
    tournament: Tournament, each: RoundInfo, results: Iterable[RoundResult] = ()
) -> list[str]:
    """Return who sits at the common tables of a round, one table a line. If the round is over,
    `results` must have its results."""
    tables = round_tables(tournament, each, results)
    return [round_table_line(tournament, table) for table in tables]


def team_line(tournament: Tournament, team: TeamTotal) -> str:
    """Return a team's row of the table of points in one line, such as `1. Team Reds: 187.50 by
    Anna, Ben`. It names the entrants whose points count for the team."""
    names = known_as.names(tournament)
    counting = ", ".join(names.get(one, f"#{one}") for one in team.counting)
    name = _("Team {name}", name=team.team)
    total = _("{total} by {names}", total=team.total, names=counting) if counting else team.total
    return f"{team.place}. {name}: {total}"


def entrant_line(one: Entrant) -> str:
    """Return an entrant, their team and whether they are there, in one line: `Anna, Reds: checked
    in`."""
    team = f", {one.team}" if one.team else ""
    return f"{known_as.named(one)}{team}: {entrant_state(one)}"


def entrant_state(one: Entrant) -> str:
    if one.gone is not None:
        return _("removed") if one.gone == "removed" else _("has left")
    return _("checked in") if one.checked_in else _("entered")


def place_words(tournament: Tournament) -> str | None:
    """Return a sentence about the player's place in the table of points, such as `You are 2nd of 20
    with 87.50.` Return None before the first result, and if the player has not entered."""
    row = known_as.row_of(tournament, tournament.mine)
    counted = any(each.state in ("table", "closed") for each in tournament.rounds)
    if row is None or not (counted or known_as.own_pace(tournament)):
        return None
    return _(
        "You are {place} of {n} with {total}.",
        place=ordinal(row.place),
        n=len(tournament.table),
        total=row.total,
    )


def ordinal(number: int) -> str:
    endings = {
        1: _("{number}st", number=number),
        2: _("{number}nd", number=number),
        3: _("{number}rd", number=number),
    }
    usual = _("{number}th", number=number)
    return usual if 10 <= number % 100 <= 20 else endings.get(number % 10, usual)


def bar_words(bar: EntrantProgress) -> str:
    """Return the progress or result of an entrant in a race in words: `solved in 4:10`,
    `31 of 48`, `12 points, done`."""
    if bar.result == "won":
        return _("solved in {time}", time=clock(bar.ended_ms or 0))
    told = (
        _("{best} of {goal}", best=bar.best, goal=bar.goal)
        if bar.points is None
        else points_words(bar.points)
    )
    return told if bar.result is None else _("{score}, done", score=told)
