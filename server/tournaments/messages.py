"""Builds the protocol messages about a tournament: the whole tournament, and its changes. Pure.

A tournament is sent in parts (`PARTS`), such as its entrants, its rounds and the table of its
standings. A message about changes has only the parts that have changed. A moment is sent as the
time left until it, but a part counts as changed only if the moment itself has changed. `now` is
server time in ms.

A round is played as one or several heats, races on the same deal in rooms of their own.
"""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from engine.tournaments.deal_scoring import shown
from engine.tournaments.standings import StandingsTable
from protocol.message import Message, encode
from protocol.rooms.races import Terms
from protocol.rooms.standings import Opened
from protocol.tournaments import live as say
from server.boards.seat_standing import StoredStanding
from server.tournaments.state import StoredHeat, StoredRound, Tournament
from server.tournaments.store import StoredRaceClock
from server.tournaments.transitions import LOST_MS

Names = Mapping[str, str]
"""The names of accounts, by account id."""
Bars = Mapping[tuple[int, int], StoredStanding]
"""The standings of the entrants who are racing, by (round number, entrant's number). Clients show
each as a bar of progress."""


class TournamentFacts(NamedTuple):
    """Everything that messages about a tournament contain. `step` is the number of the last stored
    change of the tournament, `names` the names of accounts, and `table` the table of the standings.
    `bars` are the figures of the entrants who are racing, such as progress; clients show them as
    bars.

    `clock` has the start and the end of the race under way. It is None if no race is under way, or
    if everybody plays at their own pace.
    """

    tournament: Tournament
    step: int
    names: Names
    table: StandingsTable
    bars: Bars
    clock: StoredRaceClock | None = None


class ReaderFacts(Message):
    """Those fields of the message with a whole tournament that differ by reader or never change.
    `mine` is the reader's number as an entrant, None if the reader is none, and `organised` says
    whether the reader organises the tournament. The other fields are encoded once for all
    readers."""

    type: Literal["tournament"] = "tournament"
    id: int | None
    seq: int
    code: str
    name: str
    commitment: str
    mine: int | None
    organised: bool


def body(known: TournamentFacts, now: int) -> bytes:
    """Return the encoded fields of the message with a whole tournament that are the same for all
    readers."""
    return encode(say.TournamentParts(**{name: part(known, now) for name, part in PARTS.items()}))


def whole(
    body: bytes, tournament: Tournament, request: int | None, seq: int, reader: str | None
) -> bytes:
    """Return the encoded message with a whole tournament for the account or guest with the id
    `reader`, None for a spectator. `body` is the result of the function `body`. `request` is the id
    of the request that the message answers, None if it answers none. `seq` is the number of the
    last message about changes; this message includes the changes up to it."""
    mine = tournament.entrant(reader) if reader is not None else None
    aside = ReaderFacts(
        id=request,
        seq=seq,
        code=tournament.code,
        name=tournament.name,
        commitment=tournament.commitment,
        mine=None if mine is None else mine.number,
        organised=tournament.is_organised_by(reader),
    )
    return body[:-1] + b"," + encode(aside)[1:]


def change(
    before: TournamentFacts, known: TournamentFacts, seq: int, now: int
) -> say.TournamentChanged | None:
    """Return the message with the parts of the tournament that differ between `before` and `known`;
    None if no part does. `seq` is the number of the message among those about changes."""
    parts: dict[str, Any] = {}
    for name, part in PARTS.items():
        if _essence(name, before) != _essence(name, known):
            parts[name] = part(known, now)
    if before.tournament.entrants is not known.tournament.entrants or before.names != known.names:
        parts["entrants"] = _new(_entrants(before), _entrants(known))
    same = before.tournament.rounds is known.tournament.rounds and before.clock == known.clock
    if not same or "clocks" in parts:
        parts["rounds"] = _new_rounds(before, known, now)
    if before.bars != known.bars:
        old = before.bars
        parts["bars"] = [
            _bar(known.tournament, key, standing)
            for key, standing in known.bars.items()
            if old.get(key) != standing
        ]
    told = {name: part for name, part in parts.items() if part not in (None, [])}
    if not told:
        return None
    return say.TournamentChanged(seq=seq, code=known.tournament.code, **told)


def _essence(name: str, known: TournamentFacts) -> Any:
    """Return a value that changes if and only if the part of the message called `name` has changed.
    Return None for parts of which only the changed items are sent."""
    tournament = known.tournament
    match name:
        case "status" | "why" | "plan" | "news" | "next":
            return getattr(tournament, name)
        case "helpers":
            return _helpers(known, 0)
        case "hall":
            return tournament.people_in_hall
        case "organiser":
            return known.names.get(tournament.organiser)
        case "clocks":
            return tournament.starts_at, tournament.window, tournament.status
        case "table" | "teams":
            return id(known.table)
        case "opened":
            return tournament.is_over
    return None


def _new(before: list[say.Entrant], now: list[say.Entrant]) -> list[say.Entrant]:
    """Return the entrants that are new or have changed."""
    return [one for i, one in enumerate(now) if i >= len(before) or before[i] != one]


def _new_rounds(before: TournamentFacts, known: TournamentFacts, now: int) -> list[say.RoundInfo]:
    """Return the message parts about the rounds that are new or have changed since `before`. The
    last round also counts as changed if the clock or the status of the tournament has changed."""
    old, paused = before.tournament.rounds, before.tournament.status != known.tournament.status
    changed = paused or before.clock != known.clock
    found = []
    for i, each in enumerate(known.tournament.rounds):
        last = i == len(known.tournament.rounds) - 1
        if (
            i >= len(old)
            or (_shown_round(known, each) != _shown_round(before, old[i]))
            or (changed and last)
        ):
            found.append(_info(known, each, now))
    return found


def _shown_round(known: TournamentFacts, each: StoredRound) -> Any:
    """Return the data of a round that followers see. If everybody plays at their own pace, it has
    no heats."""
    own_pace = known.tournament.plan.own_pace
    return each.model_copy(update={"heats": ()}) if own_pace else each


def _info(known: TournamentFacts, each: StoredRound, now: int) -> say.RoundInfo:
    """Return the message part about a round. It has no heats if everybody plays at their own pace,
    and none while the rooms are being made."""
    tournament, current = known.tournament, known.tournament.current
    clock = known.clock if current is not None and current.number == each.number else None
    told = not tournament.plan.own_pace and each.state != "pairing"
    return round_info(tournament, each, now, clock, heats=told)


# The parts. -------------------------------------------------------------------------------------


def _entrants(known: TournamentFacts) -> list[say.Entrant]:
    return [
        say.Entrant(
            number=one.number,
            name=one.name or known.names.get(one.account),
            bot=one.bot,
            team=one.team,
            checked_in=one.checked_in,
            since=one.since,
            gone=one.gone,
            guest=one.guest is not None,
        )
        for one in known.tournament.entrants
    ]


def round_info(
    tournament: Tournament,
    each: StoredRound,
    now: int,
    clock: StoredRaceClock | None = None,
    *,
    heats: bool = True,
) -> say.RoundInfo:
    """Return the message part about the round `each`. `clock` has the start and the end of its
    race, None if they are unknown. If `heats` is False, the list of heats is empty."""
    plan, until, zero_at = tournament.plan_of(each), each.until, each.zero_at
    racing = each.state == "racing"
    waits = racing or (each.state in ("lobby", "table") and tournament.status == "running")
    if racing and until is not None:
        until -= LOST_MS
    if racing and clock is not None:
        zero_at, until = clock
    counting = racing and zero_at is not None and zero_at > now
    return say.RoundInfo(
        number=each.number,
        turn=each.turn,
        game=plan.game,
        options=plan.options,
        terms=Terms.model_validate(plan.terms.model_dump()),
        bell_ms=plan.bell_ms,
        state=each.state,
        heats=[_heat(heat) for heat in each.heats] if heats else [],
        byes=list(each.byes),
        groups=[list(group) for group in each.groups],
        through=tournament.go_on(each),
        decides=each.decides,
        ends_in_ms=max(0, until - now) if waits and until is not None else None,
        starts_in_ms=max(0, zero_at - now) if counting and zero_at is not None else None,
    )


def _heat(heat: StoredHeat) -> say.HeatInfo:
    came = {heat.entrants[standing.seat] for standing in heat.standings}
    return say.HeatInfo(
        room=heat.room,
        entrants=list(heat.entrants),
        over=heat.is_over,
        absent=[one for one in heat.entrants if heat.is_over and one not in came],
        void=heat.void,
    )


def _rounds(known: TournamentFacts, now: int) -> list[say.RoundInfo]:
    return [_info(known, each, now) for each in known.tournament.rounds]


def table_row(row: Any) -> say.TableRow:
    return say.TableRow(
        place=row.place, entrant=row.entrant, total=shown(row.total), average=shown(row.average)
    )


def _table(known: TournamentFacts, now: int) -> list[say.TableRow]:
    del now
    return [table_row(row) for row in known.table.rows]


def _teams(known: TournamentFacts, now: int) -> list[say.TeamTotal]:
    del now
    return [
        say.TeamTotal(
            place=row.place, team=row.team, total=shown(row.total), counting=list(row.counting)
        )
        for row in known.table.teams
    ]


def _bar(
    tournament: Tournament, key: tuple[int, int], standing: StoredStanding
) -> say.EntrantProgress:
    """Return the message part about the progress of an entrant who is racing. `key` is (round
    number, entrant's number)."""
    number, entrant = key
    plan = tournament.plan_of(tournament.rounds[number - 1])
    rules = plan.rules
    if plan.terms.call_ms is not None:
        # Rooms may be at different called cards. A game that cannot place the next card is shown as
        # unfinished, because its end would tell entrants in other rooms something about that card.
        standing = standing.at_call(0)
    return say.EntrantProgress(
        entrant=entrant,
        round=number,
        progress=standing.progress,
        best=standing.best,
        goal=rules.goal,
        result=_result(standing.result),
        ended_ms=standing.ended_ms,
        points=standing.points,
    )


def _result(result: str | None) -> Any:
    return result


def _bars(known: TournamentFacts, now: int) -> list[say.EntrantProgress]:
    del now
    return [_bar(known.tournament, key, standing) for key, standing in known.bars.items()]


def _clocks(known: TournamentFacts, now: int) -> say.Clocks:
    """Return the times left until the start, and until the window of deals opens and closes. The
    window is the time in which deals can begin if everybody plays at their own pace."""
    tournament = known.tournament
    starts_at, window = tournament.starts_at, tournament.window
    if tournament.status != "open":
        starts_at = None
    if tournament.status != "running":
        window = None
    return say.Clocks(
        starts_in_ms=None if starts_at is None else max(0, starts_at - now),
        opens_in_ms=None if window is None else max(0, window[0] - now),
        closes_in_ms=None if window is None else max(0, window[1] - now),
    )


def _announcements(known: TournamentFacts, now: int) -> list[say.News]:
    """Return the message part with the organiser's announcements."""
    return [say.News(ago_ms=max(0, now - n.at), text=n.text) for n in known.tournament.news]


def _opened(known: TournamentFacts, now: int) -> Opened | None:
    """Return the secret of the tournament and the nonces, from which anybody can compute its deals;
    None until the tournament is over."""
    del now
    tournament = known.tournament
    if not tournament.is_over:
        return None
    nonces = {str(number): nonce for number, nonce in tournament.nonces.items()}
    return Opened(secret=tournament.secret, nonces=nonces)


def _helpers(known: TournamentFacts, now: int) -> tuple[str, ...]:
    """Return the names of the accounts that help the organiser. Deleted accounts are left out."""
    del now
    found = (known.names.get(account) for account in known.tournament.helpers)
    return tuple(name for name in found if name is not None)


PARTS: dict[str, Any] = {
    "status": lambda known, _: known.tournament.status,
    "why": lambda known, _: known.tournament.why,
    "organiser": lambda known, _: known.names.get(known.tournament.organiser),
    "plan": lambda known, _: known.tournament.plan.model_dump(mode="json"),
    "clocks": _clocks,
    "entrants": lambda known, _: _entrants(known),
    "rounds": _rounds,
    "table": _table,
    "teams": _teams,
    "bars": _bars,
    "news": _announcements,
    "opened": _opened,
    "next": lambda known, _: known.tournament.next,
    "helpers": _helpers,
    "hall": lambda known, _: known.tournament.people_in_hall,
}
"""The function that builds each part of the message from TournamentFacts and the server time, by
the name of the part."""
