"""The next race of a room: votes for its game, and the score of the races before."""

from typing import Any

import pytest

from engine.cards import new_pack
from engine.games import game
from engine.races.board import GameBoard
from protocol.chosen_terms import ChosenRace, Terms
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal
from server.rooms import commands, membership, next_race
from server.rooms.events import RaceEnded, RacePrepared, SeatLeft, VoteCast, dump, load
from server.rooms.next_race import Standings, decision
from server.rooms.reducer import fold
from server.rooms.score import score
from server.rooms.state import Room
from tests.harness import Client, ServerProcess, client
from tests.server.rooms.test_commands import asking, code, joined, opened, running

ACES = game("aces_up")
START = StoredStanding.start(ACES, GameBoard.start(ACES, new_pack(1)))
SECRET = bytes(32)


def over(racing: int = 4) -> Room:
    """A room whose first race, of so many contestants, is over."""
    others = range(1, racing)
    room = running(joined(opened(), *others), *range(racing))
    return ended(room)


def ended(room: Room) -> Room:
    return fold(room, [RaceEnded(at=9, by="server", n=room.race.n, ended_ms=9)])


def standings(*best: int) -> Standings:
    """Final standings of seats 0, 1, ... with this progress."""
    return {
        seat: START._replace(best=n, progress=n, moves=1, reached_ms=100 * seat)
        for seat, n in enumerate(best)
    }


def voted(room: Room, seat: int, slug: str, numbers: Standings | None = None) -> Room:
    return fold(room, next_race.vote(room, seat, slug, numbers or standings(4), SECRET, 11))


def test_more_than_half_decide_at_once() -> None:
    room = voted(voted(over(), 1, "aces_up"), 2, "aces_up")
    assert room.race.status == "over", "two of four are no more than half"
    assert room.race.votes == {1: "aces_up", 2: "aces_up"}
    room = voted(room, 3, "aces_up")
    assert (room.race.n, room.race.status, room.race.rules.slug) == (2, "lobby", "aces_up")
    assert room.race.bell_ms == room.races[1].bell_ms == 60_000
    assert room.race.terms == room.races[1].terms
    assert room.race.votes == {}


def test_when_all_have_voted_the_most_votes_decide_and_of_equals_the_first() -> None:
    room = over()
    for seat, slug in ((2, "demon"), (0, "aces_up"), (3, "aces_up")):
        room = voted(room, seat, slug)
    assert room.race.n == 1
    room = voted(room, 1, "demon")
    assert (room.race.n, room.race.rules.slug) == (2, "demon")
    assert room.race.bell_ms == game("demon").book.bell_minutes * 60_000, "its usual bell"


def test_a_vote_replaces_the_one_before_and_counts_from_then() -> None:
    room = over()
    for seat, slug in ((0, "demon"), (1, "aces_up"), (0, "baroness"), (0, "demon")):
        room = voted(room, seat, slug)
    assert list(room.race.votes.items()) == [(1, "aces_up"), (0, "demon")]
    assert next_race.vote(room, 0, "demon", {}, SECRET, 12) == (), "it is known already"


def test_who_is_away_stands_aside_or_has_left_is_not_waited_for() -> None:
    room = voted(over(), 0, "demon")
    assert decision(room) is None
    room = fold(room, commands.detach(room, 1, "p:1", 10))
    room = fold(room, membership.stand_aside(room, 2, aside=True, countdown_ms=5, now=10))
    assert decision(room) is None, "one of two is no more than half"
    room = fold(room, [SeatLeft(at=10, by="seat", seat=3)])
    assert decision(room) == "demon"
    prepared = next_race.vote(room, 0, "demon", standings(1, 2, 3, 4), SECRET, 12)
    assert [type(event) for event in prepared] == [RacePrepared]


def test_a_vote_of_somebody_who_stands_aside_by_now_does_not_count() -> None:
    room = voted(over(3), 0, "demon")
    room = fold(room, membership.stand_aside(room, 0, aside=True, countdown_ms=5, now=10))
    room = voted(room, 1, "baroness")
    assert room.race.n == 1
    assert voted(room, 2, "baroness").race.rules.slug == "baroness"


@pytest.mark.parametrize(
    ("slug", "aside", "wrong"), [("whist", False, "bad_option"), ("demon", True, "aside")]
)
def test_what_is_no_vote_is_refused(slug: str, aside: bool, wrong: str) -> None:
    room = over()
    room = fold(room, membership.stand_aside(room, 1, aside=aside, countdown_ms=5, now=10))
    assert code(next_race.vote, room, 1, slug, {}, SECRET, 11) == wrong


def test_bots_have_no_vote_and_are_not_waited_for() -> None:
    room = opened()
    for n, bot in ((1, False), (2, True), (3, True)):
        room = fold(room, membership.join(room, asking(n, bot=bot), f"p:{n}", 0))
    room = ended(running(room, 0, 1, 2, 3))
    assert code(next_race.vote, room, 2, "demon", {}, SECRET, 11) == "no_bots"
    room = voted(voted(room, 0, "demon"), 1, "demon")
    assert room.race.rules.slug == "demon"


def test_the_score_counts_the_races_of_the_room() -> None:
    room = over(3)
    assert score(room, standings(5, 9, 5)) == [(1, 1), (0, 0), (2, 0)]
    room = fold(room, next_race.rematch(room, 0, standings(5, 9, 5), SECRET, 11))
    assert score(room, {}) == [(1, 1), (0, 0), (2, 0)], "the race that is open adds nothing"
    room = fold(room, [SeatLeft(at=12, by="seat", seat=1)])
    room = ended(running(room, 0, 2))
    final = {0: standings(7)[0], 2: standings(0, 0, 3)[2]}
    assert score(room, final) == [(0, 1), (1, 1), (2, 0)], "who has left keeps what they have won"


def test_a_shared_first_place_counts_for_each_but_not_if_all_share_it() -> None:
    same = {seat: START._replace(best=9, reached_ms=0) for seat in range(2)}
    lower = START._replace(best=3, reached_ms=0)
    assert score(over(3), {**same, 2: lower}) == [(0, 1), (1, 1), (2, 0)]
    assert score(over(2), same) == [(0, 0), (1, 0)]


def test_a_race_of_one_and_one_that_was_called_off_do_not_count() -> None:
    assert score(ended(running(opened(), 0)), standings(9)) == []
    room = running(joined(opened(), 1), 0, 1)
    room = fold(room, [RaceEnded(at=9, by="host", n=1, ended_ms=9)])
    assert score(room, standings(9, 1)) == []
    room = ended(running(joined(opened("clock"), 1), 0, 1))
    assert score(room, standings(9, 1)) == [], "the cards decide"


def test_events_of_older_servers_are_read_and_mean_what_they_meant() -> None:
    line = dump(next_race.rematch(over(2), 0, standings(1, 2), SECRET, 11)[0])
    assert b'"won_before":[1]' in line
    older = load(line.replace(b',"won_before":[1]', b""))
    assert isinstance(older, RacePrepared)
    assert older.won_before == ()
    room = fold(over(2), [older])
    assert score(room, {}) == [(0, 0), (1, 0)], "who won it was not stored"
    vote = VoteCast(at=1, by="seat", n=1, seat=0, game="demon")
    assert load(dump(vote)) == vote


def test_the_host_chooses_the_game_and_the_terms_of_the_next_race() -> None:
    free = Terms(format="best", take_back="free")
    chosen = ChosenRace(game="demon", options={"grace": False}, terms=free, bell_ms=90_000)
    room = fold(over(2), next_race.rematch(over(2), 0, standings(1, 2), SECRET, 11, chosen))
    race = room.race
    assert (race.n, race.status, race.rules.slug, race.bell_ms) == (2, "lobby", "demon", 90_000)
    assert race.rules.chosen["grace"] is False
    assert (race.terms.format, race.terms.take_back) == ("best", "free")
    assert score(room, {}) == [(1, 1), (0, 0)]
    again = ended(running(room, 0, 1))
    same = fold(again, next_race.rematch(again, 0, {}, SECRET, 12)).race
    assert same.rules.chosen == race.rules.chosen
    assert (same.terms, same.bell_ms) == (race.terms, race.bell_ms)


@pytest.mark.parametrize(
    ("chosen", "wrong"),
    [
        ({"game": "bridge"}, "bad_option"),
        ({"options": {"must_fill": 2}}, "bad_option"),
        ({"terms": Terms(format="caller")}, "bad_option"),
    ],
)
def test_wrong_terms_of_the_next_race_are_refused(chosen: dict[str, Any], wrong: str) -> None:
    asked = ChosenRace.model_validate({"game": "aces_up", "bell_ms": 60_000, **chosen})
    assert code(next_race.rematch, over(2), 0, {}, SECRET, 11, asked) == wrong
    assert code(next_race.rematch, over(2), 1, {}, SECRET, 11, asked) == "not_host"


async def raced(links: list[Client], n: int) -> dict[str, Any]:
    """Let everybody give up, the last after getting somewhere. Return the end of the race."""
    for link in links:
        table = await link.until("table")
        ply = 0
        if link is links[-1]:
            while not table["progress"]:
                moves = sorted(table["legal"], key=lambda move: move["kind"] != "discard")
                table = await link.ask("play", race=n, ply=ply, move=moves[0])
                ply += 1
        await link.ask("play", race=n, ply=ply, move="resign")
    return await links[0].until("over")


async def test_votes_and_score_are_told_to_all_and_to_who_comes_back(
    server: ServerProcess,
) -> None:
    async with client(server.url) as ann, client(server.url) as ben, client(server.url) as cat:
        room = (await ann.create("aces_up", name="Ann"))["code"]
        for link, name in ((ben, "Ben"), (cat, "Cat")):
            assert (await link.join(room, name))["wins"] == []
        links = [ann, ben, cat]
        for link in links:
            await link.ready()
        told = await raced(links, 1)
        assert [(one["name"], one["wins"]) for one in told["wins"]] == [
            ("Cat", 1),
            ("Ann", 0),
            ("Ben", 0),
        ]
        assert (await ben.ask("vote", race=1, game="demon"))["type"] == "done"
        vote = {"seat": 1, "game": "demon", "title": "The Demon"}
        skipped = await ann.until("skip")
        assert skipped["vote"] == vote
        again = await cat.ask("resume", code=room, token=cat.token)
        assert again["race"]["votes"] == [vote]
        assert again["wins"] == told["wins"]
        assert (await cat.ask("vote", race=1, game="demon"))["type"] == "done"
        opened_race = (await ann.until("next_race"))["race"]
        assert (opened_race["game"], opened_race["n"], opened_race["votes"]) == ("demon", 2, [])
        assert (await ben.ask("resume", code=room, token=ben.token))["wins"] == told["wins"]
        refused = await ben.ask("vote", race=1, game="demon")
        assert refused["code"] == "wrong_race"


def test_a_refusal_leaves_the_room_as_it_was() -> None:
    room = over()
    with pytest.raises(Refusal):
        next_race.vote(room, 0, "whist", {}, SECRET, 11)
    assert room.race.votes == {}
