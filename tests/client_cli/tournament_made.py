"""Made-up tournament messages, for tests without a server."""

from typing import Any

from protocol.rooms.races import Terms
from protocol.tournaments.live import (
    Clocks,
    Entrant,
    EntrantProgress,
    HeatInfo,
    News,
    RoundInfo,
    TableRow,
    Tournament,
    TournamentChanged,
)
from protocol.tournaments.plan import TournamentPlan

CODE = "KQ74TX"
PEOPLE = ("Anna", "Ben", "Cleo", "Dan")
PLAN = TournamentPlan.model_validate(
    {"title": "Friday", "rounds": ["aces_up", "baroness", "poker_patience"]}
).model_dump(mode="json")
ROOMS = ("AAAAA1", "AAAAA2", "AAAAA3")
TERMS = Terms(format="best", winners="time", take_back="none", call_ms=None)


def entrant(number: int, name: str | None = None, **fields: Any) -> Entrant:
    known: dict[str, Any] = {
        "name": name or PEOPLE[number],
        "bot": False,
        "team": None,
        "checked_in": True,
        "since": 1,
        "gone": None,
    }
    return Entrant(number=number, **{**known, **fields})


def round_of(number: int, state: str, **fields: Any) -> RoundInfo:
    heat = HeatInfo(
        room=ROOMS[number - 1],
        entrants=[0, 1, 2, 3],
        over=state in ("table", "closed"),
        absent=[],
    )
    known: dict[str, Any] = {
        "turn": number,
        "game": ("aces_up", "baroness", "poker_patience")[number - 1],
        "options": {},
        "terms": TERMS,
        "bell_ms": 240_000,
        "heats": [heat],
        "byes": [],
        "groups": [],
        "through": 1,
        "decides": None,
        "ends_in_ms": None,
        "starts_in_ms": None,
    }
    return RoundInfo(number=number, state=state, **{**known, **fields})  # type: ignore[arg-type] # as told


def row(place: int, entrant: int, total: str, average: str) -> TableRow:
    return TableRow(place=place, entrant=entrant, total=total, average=average)


def bar(entrant: int, best: int, number: int = 2, **fields: Any) -> EntrantProgress:
    known: dict[str, Any] = {"progress": best, "goal": 52, "result": None, "ended_ms": None}
    return EntrantProgress(entrant=entrant, round=number, best=best, **{**known, **fields})


def tournament(**fields: Any) -> Tournament:
    """Open, and four have entered; Anna reads it."""
    known: dict[str, Any] = {
        "id": 1,
        "seq": 0,
        "code": CODE,
        "name": f"tournament-{CODE}",
        "commitment": "3f" * 32,
        "mine": 0,
        "organised": False,
        "status": "open",
        "why": None,
        "organiser": "Olga",
        "plan": PLAN,
        "clocks": Clocks(),
        "entrants": [entrant(0), entrant(1), entrant(2), entrant(3, checked_in=False)],
        "rounds": [],
        "table": [],
        "teams": [],
        "bars": [],
        "news": [],
        "opened": None,
        "next": None,
    }
    return Tournament(**{**known, **fields})


def racing(**fields: Any) -> Tournament:
    """The second of three rounds is raced."""
    known: dict[str, Any] = {
        "status": "running",
        "entrants": [entrant(0), entrant(1), entrant(2, bot=True), entrant(3)],
        "rounds": [round_of(1, "closed"), round_of(2, "racing", ends_in_ms=200_000)],
        "table": [
            row(1, 1, "100.00", "100.00"),
            row(2, 0, "66.67", "66.67"),
            row(3, 2, "33.33", "33.33"),
            row(4, 3, "0.00", "0.00"),
        ],
        "bars": [bar(0, 31), bar(1, 52, result="won", ended_ms=63_000), bar(3, 9)],
        "news": [News(ago_ms=1_000, text="Pizza is here.")],
    }
    return tournament(**{**known, **fields})


def change(seq: int = 1, **fields: Any) -> TournamentChanged:
    return TournamentChanged(seq=seq, code=CODE, **fields)
