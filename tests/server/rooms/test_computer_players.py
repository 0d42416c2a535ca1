"""Seats of computer players, as pure functions: seating, ready, the host, and what counts."""

from hashlib import sha256
from typing import Any

import pytest

from protocol.rooms.computer_players import ComputerPlayer
from server.boards.seat_standing import StoredStanding
from server.errors import Refusal
from server.leaderboards import ratings
from server.leaderboards.log_entry import raced
from server.leaderboards.rivals import placed_of
from server.rooms import commands, computer_players, membership, next_race, race_timeouts
from server.rooms.commands import SeatOwner, token_hash
from server.rooms.events import CountdownBegun, SeatTaken, dump, load
from server.rooms.reducer import fold
from server.rooms.score import score
from server.rooms.state import Room
from server.views.view_inputs import PUBLIC, RoomEvent, WholeRoom
from server.views.visibility import shown
from tests.server.rooms.test_commands import NONCE, TOKENS, asking, joined, opened, running

PLAYER = ComputerPlayer(strength="tips", pace="quick")


def with_bots(room: Room, number: int) -> Room:
    for _ in range(number):
        room = fold(room, computer_players.seat_player(room, 0, PLAYER, "unknown", 0))
    return room


def refusal(room: Room, seat: int = 0) -> str:
    with pytest.raises(Refusal) as refused:
        computer_players.seat_player(room, seat, PLAYER, "unknown", 0)
    return refused.value.code


def finished(room: Room, *best: int) -> tuple[Room, dict[int, StoredStanding]]:
    """The race after its bell, in which the seats have come so far, by seat."""
    standings = {
        seat: StoredStanding(9, far, far, 0, 1000, True, None, None, None, None, None)
        for seat, far in enumerate(best)
    }
    return fold(room, race_timeouts.due(room, standings, 10**7)), standings


def test_a_computer_player_is_a_bot_that_is_ready_at_once() -> None:
    room = with_bots(opened(), 3)
    seats = [room.seats[n] for n in (1, 2, 3)]
    assert len({seat.name for seat in seats}) == 3
    assert all(seat.bot and seat.player == PLAYER and seat.account is None for seat in seats)
    assert all(seat.name.startswith("Bot ") for seat in seats)
    assert set(room.race.nonces) == {1, 2, 3}
    assert room.race.status == "lobby"
    told = shown(WholeRoom(1, room, {}, 0), PUBLIC).model_dump(mode="json")
    assert [m.get("player") for m in told["members"]] == [None, *[PLAYER.model_dump()] * 3]


def test_everybody_is_told_who_plays() -> None:
    taken = computer_players.seat_player(opened(), 0, PLAYER, "unknown", 0)[0]
    room = fold(opened(), (taken,))
    told = shown(RoomEvent(taken, room, {}, 0), PUBLIC).model_dump(mode="json")
    assert (told["type"], told["bot"], told["player"]) == ("joined", True, PLAYER.model_dump())


def test_stored_seats_without_a_computer_player_are_as_before() -> None:
    person = SeatTaken(at=0, by="seat", seat=1, name="Ann", token_hash="x")
    assert b"player" not in dump(person)
    assert load(dump(person)) == person
    bot = person.model_copy(update={"player": PLAYER})
    assert load(dump(bot)) == bot


def test_names_are_never_taken_ones() -> None:
    room = opened()
    names = [f"B0T {name}" for name in computer_players.NAMES[:2]]
    for number, name in enumerate(names, 1):
        request = asking(number).model_copy(update={"name": name})
        room = fold(room, membership.join(room, request, f"p:{number}", 0))
    room = with_bots(room, computer_players.MOST_IN_ROOM)
    bots = [seat.name for seat in room.seats.values() if seat.player]
    assert f"Bot {computer_players.NAMES[0]}" not in bots
    assert len(set(bots)) == computer_players.MOST_IN_ROOM


def test_who_seats_and_where() -> None:
    room = joined(opened(), 1)
    assert refusal(room, 1) == "not_host"
    assert refusal(opened(bots=False)) == "no_bots"
    assert refusal(joined(opened(size=2), 1)) == "room_full"
    assert refusal(with_bots(opened(), computer_players.MOST_IN_ROOM)) == "room_full"
    table = joined(opened("racing_demon"), 1, 2)
    assert refusal(with_bots(table, 5)) == "room_full"


def test_the_nonce_follows_from_the_secret_of_the_race() -> None:
    room = with_bots(opened(), 1)
    expected = sha256(room.race.secret + b"bot/1").digest()[:16].hex()
    assert room.race.nonces == {1: expected}


def test_the_race_begins_when_the_people_are_ready_and_never_without_one() -> None:
    room = with_bots(joined(opened(), 1), 2)
    assert commands.when_all_are_ready(room, 5, 0) == ()
    with pytest.raises(Refusal, match="Nobody is ready"):
        commands.start(room, 0, 5, 0)
    room = fold(room, commands.ready(room, 0, NONCE, 5, 0))
    assert room.race.status == "lobby"
    change = commands.ready(room, 1, NONCE, 5, 0)
    assert isinstance(change[-1], CountdownBegun)
    assert change[-1].racing == (0, 1, 2, 3)
    aside = fold(with_bots(opened(), 2), membership.stand_aside(opened(), 0, True, 5, 0))
    assert aside.race.status == "lobby"


def test_a_person_alone_races_computer_players() -> None:
    room = with_bots(opened(), 1)
    assert fold(room, commands.ready(room, 0, NONCE, 5, 0)).race.status == "countdown"


def test_computer_players_are_ready_for_the_next_race_too() -> None:
    room, standings = finished(running(with_bots(opened(), 2), 0), 1, 2, 3)
    assert room.race.status == "over"
    room = fold(room, next_race.rematch(room, 0, standings, bytes(32), 0))
    assert (room.race.n, set(room.race.nonces)) == (2, {1, 2})
    voted = fold(finished(running(with_bots(opened(), 2), 0), 1, 2, 3)[0], ())
    voted = fold(voted, next_race.vote(voted, 0, "klondike", standings, bytes(32), 0))
    assert (voted.race.rules.slug, set(voted.race.nonces)) == ("klondike", {1, 2})


def test_a_computer_player_has_no_vote() -> None:
    room, standings = finished(running(with_bots(opened(), 1), 0), 1, 2)
    with pytest.raises(Refusal, match="no vote"):
        next_race.vote(room, 1, "klondike", standings, bytes(32), 0)


def test_people_go_first_at_a_table_with_too_few_places() -> None:
    room = with_bots(joined(opened(), 1, 2, 3), computer_players.MOST_IN_ROOM)
    room, standings = finished(running(room, 0, 1, 2, 3), *[1] * 11)
    for voter in (0, 1, 2):
        room = fold(room, next_race.vote(room, voter, "racing_demon", standings, bytes(32), 0))
    assert (room.race.rules.slug, set(room.race.nonces)) == ("racing_demon", {4, 5, 6, 7})
    for seat in (0, 1, 2, 3):
        room = fold(room, commands.ready(room, seat, NONCE, 5, 0))
    assert set(room.race.racing) == set(range(8))


def test_a_computer_player_makes_room_at_a_full_table() -> None:
    room = joined(with_bots(opened("racing_demon"), 7), 1, 2)
    for seat in (0, 8, 9):
        room = fold(room, commands.ready(room, seat, NONCE, 5, 0))
    assert room.race.status == "countdown"
    assert room.race.racing == (0, 1, 2, 3, 4, 5, 8, 9)


def test_a_computer_player_is_never_the_host() -> None:
    room = with_bots(joined(opened(), 1), 1)
    room = fold(room, (*computer_players.attend(room, 2, "p:bot/1", 0),))
    room = fold(room, commands.detach(room, 1, "p:1", 0))
    room = fold(room, commands.leave(room, 0, 5, 0))
    assert room.host == 1
    room = fold(room, commands.leave(room, 1, 5, 0))
    assert room.host is None


def test_they_need_a_connection_while_a_person_is_there() -> None:
    room = with_bots(opened(), 2)
    assert computer_players.unattended(room) == [1, 2]
    assert computer_players.idle_at(room) is None
    room = fold(room, computer_players.attend(room, 1, "p:bot/1", 0))
    assert computer_players.unattended(room) == [2]
    assert computer_players.attend(room, 1, "q:bot/1", 0) == ()
    away = fold(room, commands.detach(room, 0, "p:0", 7_000))
    assert computer_players.unattended(away) == []
    assert computer_players.idle_at(away) == 7_000 + computer_players.IDLE_MS
    assert computer_players.idle_at(fold(room, commands.leave(room, 0, 5, 0))) == 0


def with_accounts(*accounts: str | None, bots: int) -> tuple[Room, dict[int, StoredStanding]]:
    """A finished race of a host without an account, these others, and bots, of whom the later seats
    are the better."""
    room = opened()
    for number, account in enumerate(accounts, 1):
        request = asking(number)
        owner = SeatOwner(account)
        room = fold(room, membership.join(room, request, f"p:{number}", 0, owner))
    room = with_bots(room, bots)
    racing = range(1 + len(accounts))
    return finished(running(room, *racing), *range(1, 1 + len(room.seats)))


def test_one_person_against_computer_players_counts_like_a_race_alone() -> None:
    room, standings = finished(running(with_bots(opened(), 3), 0), 5, 6, 7, 8)
    assert score(room, standings) == []
    request, owner = asking(1), SeatOwner("a")
    room = fold(opened(), membership.join(opened(), request, "p:1", 0, owner))
    room = with_bots(room, 3)
    room = fold(room, membership.stand_aside(room, 0, True, 5, 0))
    room, standings = finished(running(room, 1), 0, 6, 7, 8, 9)
    entry = raced(room, room.race, {n: standings[n] for n in room.race.racing})
    assert entry is not None
    assert [(one.seat, one.place) for one in entry.contestants] == [(1, 1)]
    assert ratings.places(entry) == {}
    assert placed_of(entry) == ""


def test_people_are_ranked_among_themselves() -> None:
    room, standings = with_accounts("a", "b", bots=2)
    assert score(room, standings) == [(2, 1), (0, 0), (1, 0)]
    entry = raced(room, room.race, standings)
    assert entry is not None
    assert [(one.seat, one.place) for one in entry.contestants] == [(2, 1), (1, 2), (0, 3)]
    assert ratings.places(entry) == {"b": 1, "a": 2}
    assert placed_of(entry) == "b 1 a 2"
    assert next_race.rematch(room, 0, standings, bytes(32), 0)[0].won_before == (2,)  # type: ignore[union-attr]


def test_a_race_of_computer_players_and_guests_counts_nowhere() -> None:
    room, standings = finished(running(with_bots(opened(), 3), 0), 5, 6, 7, 8)
    assert raced(room, room.race, standings) is None


def test_nobody_holds_the_token_of_a_computer_player() -> None:
    room = with_bots(opened(), 1)
    assert all(room.seat_of(token_hash(token)) != 1 for token in TOKENS)


def test_it_leaves_when_it_is_kicked_and_takes_part_no_more() -> None:
    room: Any = with_bots(opened(), 2)
    room = fold(room, membership.kick(room, 0, 1, 5, 0))
    assert (room.seats[1].left, set(room.race.nonces)) == (True, {2})
    assert computer_players.unattended(room) == [2]
