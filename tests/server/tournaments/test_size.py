"""Size of messages of the largest possible tournaments."""

from engine.races.ranking import Standing
from protocol.message import encode
from server.net.connection import LOST
from server.tournaments.messages import TournamentFacts, body
from server.tournaments.state import Entrant, StoredHeat, StoredRound, Tournament
from server.tournaments.table_messages import of_round
from tests.server.tournaments.evenings import NOON, ORGANISER, SECRET, plan

NAME = "Annabella the Magnificent"[:24]


def finished(format: str, field: int, deals: int) -> Tournament:  # noqa: A002
    """All have played all deals, each in a room of their own."""
    one = Standing(0, "lost", "resigned", 104, -104, 86_400_000, None, 86_400_000, 9_999)
    heats = tuple(StoredHeat(room="ABCDEF", entrants=(n,)).ended([one]) for n in range(field))
    return Tournament(
        code="KQ74TX",
        organiser=ORGANISER,
        plan=plan(format, games=() if format == "crowns" else ("aces_up",), most=field),
        secret=SECRET.hex(),
        entrants=tuple(
            Entrant(number=n, account=f"account {n}", nonce=f"{n:032x}", since=1, team=NAME)
            for n in range(field)
        ),
        nonces={n: f"{n:032x}" for n in range(field)},
        status="finished",
        why="played",
        rounds=tuple(
            StoredRound(number=n, turn=n, kind=0, heats=heats, state="closed", since=NOON)
            for n in range(1, deals + 1)
        ),
        made_at=NOON,
        touched_at=NOON,
    )


def test_the_rooms_of_an_arena_are_told_one_round_at_a_time() -> None:
    """Thirty thousand of them would be more than a line may be behind."""
    arena = finished("arena", 500, 60)
    rounds = tuple(r.model_copy(update={"state": "voided"}) for r in arena.rounds)
    table = arena.model_copy(update={"rounds": rounds}).table()  # that of all takes a second
    names = {one.account: NAME for one in arena.entrants}
    assert len(body(TournamentFacts(arena, 1, names, table, {}), NOON)) < LOST / 4


def test_a_round_of_the_largest_field_is_told_at_once() -> None:
    crowns = finished("crowns", 2_000, 1)
    told = of_round(crowns, crowns.table(), crowns.rounds[0], 1, NOON)
    assert (len(told.round.heats), len(told.results)) == (2_000, 2_000)
    assert len(encode(told)) < LOST
