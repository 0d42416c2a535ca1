"""A game without choice counts on no leaderboard, in no rating, tournament or daily deal."""

import pytest
from pydantic import ValidationError

from client_cli.tournament.definition_file import surprise
from engine.games import GAMES
from engine.races.board import GameBoard
from protocol.leaderboards import FollowBoard
from protocol.tournaments.plan import TournamentPlan
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal
from server.handlers.leaderboards import _subject
from server.leaderboards.log_entry import raced
from server.rooms import commands, membership, race_timeouts
from server.rooms.commands import SeatOwner
from server.rooms.daily_deals import TURNS
from server.rooms.events import RaceEnded
from server.rooms.reducer import fold
from tests.server.rooms.test_commands import NONCE, asking, opened

SLUGS = [slug for slug, rules in GAMES.items() if not rules.has_choice()]
ZERO = 5


@pytest.mark.parametrize(("slug", "counts"), [("aces_up", True), *((s, False) for s in SLUGS)])
def test_its_races_are_not_in_the_results_log(slug: str, counts: bool) -> None:
    room = opened(slug)
    room = fold(room, membership.join(room, asking(1), "p:1", 0, SeatOwner("ben")))
    for seat in (0, 1):
        room = fold(room, commands.ready(room, seat, NONCE, ZERO, 0))
    room = fold(room, race_timeouts.due(room, {}, ZERO))
    room = fold(room, [RaceEnded(at=ZERO + 1_000, by="server", n=1, ended_ms=1_000)])
    start = GameBoard.start(room.race.game, room.pack(room.race))
    untouched = StoredStanding.start(room.race.game, start)
    found = raced(room, room.race, dict.fromkeys(room.race.racing, untouched))
    assert (found is not None) is counts


@pytest.mark.parametrize("measure", ["best", "rating"])
@pytest.mark.parametrize("slug", SLUGS)
def test_it_has_no_leaderboard(slug: str, measure: str) -> None:
    request = FollowBoard.model_validate({"id": 1, "game": slug, "measure": measure, "count": 9})
    with pytest.raises(Refusal, match="The cards decide this game, so it has no leaderboard"):
        _subject(request)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("where", ["round", "sprint"])
def test_it_is_refused_in_a_tournament(slug: str, where: str) -> None:
    game = slug if where == "round" else "aces_up"
    plan: dict[str, object] = {"title": "Evening", "rounds": [game]}
    if where == "sprint":
        plan |= {"format": "knockout", "knockout": {"sprint": {"game": slug}}}
    words = f"{GAMES[slug].book.title} has no choice: the cards decide, not the entrants"
    with pytest.raises(ValidationError, match=words):
        TournamentPlan.model_validate(plan)


def test_it_is_no_daily_deal_and_no_surprise() -> None:
    daily = {slug for turns in TURNS.values() for slug in turns}
    assert daily == set(GAMES) - set(SLUGS)
    assert not {*surprise(50, 1)} & {*SLUGS}
