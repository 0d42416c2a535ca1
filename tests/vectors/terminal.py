"""Runs message vectors in the terminal client."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from client_cli.features import calls, crowns, leaderboards, leisure_races, rivals
from client_cli.features.accounts import Me, SignInResult
from client_cli.messages import (
    accounts,
    crown_events,
    presence,
    tournament_events,
    tournaments,
)
from client_cli.messages.commentary import commentary
from client_cli.messages.game import checked_counts
from client_cli.state.session import RoomSession
from client_cli.tournament import state as tournament_state
from client_cli.tournament.state import KnownTournament
from engine.cards import NAME
from engine.races.ranking import Standing
from protocol import from_server as said
from protocol.accounts import AccountNow, FormerName, Friends, SeatsClaimed, SignedIn
from protocol.crowns import Crown, CrownWon
from protocol.leaderboards import Board, BoardChanged
from protocol.leisure_races import LeisureNews
from protocol.presence import Challenged, ChallengeDeclined, ChallengeWithdrawn, FriendsOnline
from protocol.rivals import Rivals, Streaks
from protocol.rooms.boards import DealCounts
from protocol.rooms.known_table import KnownTable
from protocol.telephone import CallAnswered, Calls, Rang, Ringing
from protocol.tournaments.live import Tournament, TournamentChanged, TournamentReminder
from protocol.tournaments.tables import Tournaments
from tests.vectors import Step, Vector

NOW = 1_000_000
"""The local time at which all messages of a vector are received."""


def messages(steps: Iterable[Step]) -> list[said.FromServer]:
    return [said.parse(json.dumps(step.message)) for step in steps]


# Rooms. ---------------------------------------------------------------------------------------


def play(vector: Vector) -> tuple[list[list[str]], dict[str, Any]]:
    """What is said of each message, and the state after all."""
    session = RoomSession()
    spoken = [session.hear(message, NOW) for message in messages(vector.steps)]
    return spoken, _state(session, NOW + vector.after_ms)


def _state(session: RoomSession, now: int) -> dict[str, Any]:
    board, watched, race = (
        session.board,
        next(iter(session.onlooker.boards.values()), None),
        session.race,
    )
    flags = ("here", "ready", "racing", "aside", "silent", "covered", "bot", "claimed", "left")
    return {
        "code": session.code,
        "seat": session.seat,
        "host": session.host,
        "race": race.n if race else None,
        "status": session.status,
        "members": {
            one.name: " ".join(flag for flag in flags if getattr(one, flag))
            for one in session.members.values()
        },
        "standings": {
            session.name(seat): _standing(standing) for seat, standing in session.standings.items()
        },
        "ranking": [
            f"{placed.place} {session.name(placed.standing.seat)}" for placed in session.ranking()
        ],
        "settings": session.settings.model_dump(),
        "votes": [f"{session.name(seat)} {vote.game}" for seat, vote in session.votes.items()],
        "score": [f"{one.name} {one.wins}" for one in session.wins],
        "watchers": session.watchers,
        "clock_ms": session.clock.race_ms(now),
        "starts_in_ms": session.clock.starts_in_ms(now),
        "call_in_ms": session.clock.call_in_ms(now),
        "behind": session.needs_room,
        "board": board
        and {
            "ply": board.ply,
            "progress": board.progress,
            "points": board.points,
            "over": board.over and f"{board.over.result} {board.over.reason}",
        },
        "watched": watched
        and {
            "seat": watched.seat,
            "ply": watched.ply,
            "progress": watched.progress,
            "points": watched.points,
        },
        "common": session.common and _common_table(session, session.common),
    }


def _common_table(session: RoomSession, table: KnownTable) -> dict[str, Any]:
    """The table as far as both clients know it; this one works out for itself what is legal."""
    state, names = table.state, [session.name(seat) for seat in table.seats]
    reserve, over = table.rules.reserve, table.state.over
    demons = [len(board.piles[reserve].down + board.piles[reserve].up) for board in state.boards]
    out = None if over is None or over.out is None else table.seats[over.out]
    return {
        "number": table.number,
        "behind": session.needs_table,
        "foundations": [
            " ".join([NAME[each.top], *(str(table.seats[owner]) for owner in each.owners)])
            for each in state.foundations
        ],
        "shifts": state.shifts,
        "over": over and f"{over.reason} {'null' if out is None else out}",
        "demons": dict(zip(names, demons, strict=True)),
        "points": {name: seat.points for name, seat in zip(names, table.view.seats, strict=True)},
        "stuck": [name for name, seat in zip(names, table.view.seats, strict=True) if seat.stuck],
        "only_one_not_stuck": [
            name for at, name in enumerate(names) if table.only_one_not_stuck(at)
        ],
    }


def _standing(standing: Standing) -> dict[str, Any]:
    fields = ("result", "reason", "best", "points", "ended_ms", "moves", "clean")
    return {name: getattr(standing, name) for name in fields}


# Other subjects: texts by topic. --------------------------------------------------------------


def tell(vector: Vector) -> dict[str, Any]:
    """All texts by topic that this client has after the messages."""
    heard = messages(vector.steps)
    return TOPICS[type(heard[0])](heard, vector)


def _tournament(heard: list[Any], vector: Vector) -> dict[str, Any]:
    before = known = KnownTournament(heard[0], NOW)
    for message in heard[1:]:
        assert isinstance(message, TournamentChanged)
        after = tournament_state.after(known, message, NOW)
        assert after is not None
        before, known = known, after
    now, tournament = NOW + vector.after_ms, known.tournament
    return {
        "headline": tournaments.headline(tournament),
        "now": tournaments.now_lines(known, now),
        "rounds": [tournaments.round_name(tournament, each) for each in tournament.rounds],
        "place": tournaments.place_words(tournament) or "",
        "bars": [tournaments.bar_words(bar) for bar in tournament.bars],
        "tables": [tournaments.round_table_lines(tournament, each) for each in tournament.rounds],
        "entrants": [tournaments.entrant_line(one) for one in tournament.entrants],
        "changes": tournament_events.changes(before, known, now),
        "commentary": commentary(before.tournament, tournament),
    }


def _crown(heard: list[Any], vector: Vector) -> dict[str, Any]:
    run, now = crowns.CrownStatus(heard[-1], NOW), NOW + vector.after_ms
    now_words, total = crowns.meter_lines(run, now)
    return {
        "after": crowns.after_words(run.crown),
        "now": now_words,
        "total": total,
        "breaks": [crowns.break_words(each) for each in run.crown.breaks],
        "ended": "".join(crowns.ended_lines(run, now)),
        "left_ms": run.left_ms(now),
        "change": "".join(crown_events.run_changes(heard[0], heard[-1])),
    }


def _crown_won(heard: list[Any], vector: Vector) -> dict[str, Any]:
    """In a room that the player watches from a seat."""
    session = RoomSession(seat=0)
    session.hear(ROOM, NOW)
    name = vector.me or ""
    session.members[0] = session.members[0]._replace(name=name)
    return {"news": "".join(session.hear(heard[0], NOW))}


ROOM = said.Room.model_validate(
    {
        "id": 1,
        "seq": 1,
        "code": "KQ74TX",
        "seat": 0,
        "host": 0,
        "members": [{"seat": 0, "name": "", "here": True, "ready": False, "racing": False}],
        "race": {
            "id": "KQ74TX-1",
            "n": 1,
            "game": "aces_up",
            "options": {},
            "terms": {
                "format": "first_out",
                "winners": "time",
                "take_back": "none",
                "call_ms": None,
            },
            "bell_ms": 60_000,
            "commitment": "00",
            "status": "lobby",
        },
        "standings": [],
        "results": None,
        "opened": None,
    }
)


def _call(heard: list[Any], vector: Vector) -> dict[str, Any]:
    call = heard[0].calls[0] if isinstance(heard[0], Calls) else heard[0].call
    return {"headline": calls.headline(call), "when": calls.when_words(call)}


def _board(heard: list[Any], vector: Vector) -> dict[str, Any]:
    before = board = heard[0]
    for message in heard[1:]:
        assert isinstance(message, BoardChanged)
        before, board = board, leaderboards.after(board, message)
        assert board is not None
    return {
        "title": leaderboards.title(board),
        "rows": [leaderboards.row_line(board, row) for row in board.places],
        "changes": list(leaderboards.change_lines(before, board)),
    }


def _account(heard: list[Any], vector: Vector) -> dict[str, Any]:
    former = next((each.name for each in heard if isinstance(each, FormerName)), None)
    return {"lines": accounts.me(Me(heard[0].account, [], former))}


def _signed_in(heard: list[Any], vector: Vector) -> dict[str, Any]:
    signed_in = heard[0]
    done = SignInResult(signed_in.account.name, signed_in.recovery, 0, [], None)
    return {"lines": accounts.entered(done)}


def _hint(heard: list[Any], vector: Vector) -> dict[str, Any]:
    session = RoomSession()
    said_last: list[str] = []
    for message in heard:
        said_last = session.hear(message, NOW)
    return {"hint": " ".join(said_last)}


TOPICS: dict[type[Any], Callable[[list[Any], Vector], dict[str, Any]]] = {
    Tournament: _tournament,
    Tournaments: lambda heard, _: {
        "entries": [tournaments.entry_words(entry) for entry in heard[0].tournaments]
    },
    said.Room: _hint,
    DealCounts: lambda heard, vector: {
        "counts": " ".join(checked_counts(heard[0].counts, vector.counts))
    },
    TournamentReminder: lambda heard, _: {"news": tournaments.reminder(heard[0])},
    Crown: _crown,
    CrownWon: _crown_won,
    Ringing: _call,
    Rang: _call,
    Calls: _call,
    CallAnswered: lambda heard, _: {"news": calls.answered(heard[0])},
    FriendsOnline: lambda heard, _: {"rows": [presence.activity(f) for f in heard[0].friends]},
    LeisureNews: lambda heard, _: {"news": leisure_races.news_sentence(heard[0])},
    Challenged: lambda heard, _: {"news": presence.challenged(heard[0])},
    ChallengeDeclined: lambda heard, _: {"news": presence.declined(heard[0])},
    ChallengeWithdrawn: lambda heard, _: {"news": presence.withdrawn(heard[0])},
    Board: _board,
    Rivals: lambda heard, _: {"rows": [rivals.rival_words(each) for each in heard[0].rivals]},
    Streaks: lambda heard, _: {"rows": rivals.daily_lines(heard[0].daily)},
    AccountNow: _account,
    SignedIn: _signed_in,
    SeatsClaimed: lambda heard, _: {"lines": accounts.rooms_transferred(len(heard[0].codes))},
    Friends: lambda heard, _: {"lines": [accounts.friend(each) for each in heard[0].friends]},
}
