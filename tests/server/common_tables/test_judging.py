"""Decisions at a common table, as pure functions: order, claims that came too late, commands that
are asked for again, and the standing of each seat."""

from collections.abc import Iterable
from typing import Any

import pytest

from engine.races.limits import MOST_MOVES
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.record import AWAY, BACK
from engine.racing_demon.state import RoundState
from server.boards import common_table
from server.boards.common_table import (
    NOW,
    AskedCommand,
    CommandRefusal,
    CommonTable,
    Judgement,
    StoredCommand,
)
from tests.engine.racing_tables import RULES, Z1, composed

ANN, BEN, CAT = 2, 5, 7
"""Numbers of seats in a room, which are not the positions at the table."""
HAND = "5C KH; 9S 9C 7S 7C; AS 4S 6S JS"
RIVAL = "5D KC; 9H 9D 7H 7D; QH JH TD"


def table(start: RoundState, *seats: int, rules: RacingDemon = RULES) -> CommonTable:
    return CommonTable(rules, seats, start)


def equal_hands(*seats: int) -> CommonTable:
    return table(RULES.deal([Z1] * len(seats)), *seats)


def asked(seat: int, *moves: object, key: int = 0) -> list[AskedCommand]:
    """Commands of a seat; with a key, their keys count from it."""
    return [AskedCommand(seat, key + at if key else 0, move) for at, move in enumerate(moves)]


def stored(at: CommonTable, judged: Judgement, ms: int = 40) -> CommonTable:
    """The table after the accepted commands of a judgement have been stored at a race time."""
    for command in judged.accepted:
        at, _ = at.after(command._replace(ms=ms))
    return at


def played(at: CommonTable, commands: Iterable[AskedCommand], ms: int = 40) -> CommonTable:
    """The table after commands of which none is refused."""
    judged = at.judge(commands)
    assert all(isinstance(each, StoredCommand) for each in judged.answers), judged.answers
    return stored(at, judged, ms)


def codes(judged: Judgement) -> list[str]:
    return [each.code if isinstance(each, CommandRefusal) else "ok" for each in judged.answers]


def test_commands_are_numbered_in_the_order_in_which_they_were_asked_for() -> None:
    at = equal_hands(ANN, BEN)
    judged = at.judge([*asked(BEN, "turn"), *asked(ANN, "turn", "turn"), *asked(BEN, "stuck")])
    told = [(each.number, each.seat, each.text) for each in judged.accepted]
    assert told == [(1, BEN, "turn"), (2, ANN, "turn"), (3, ANN, "turn"), (4, BEN, "stuck")]
    assert judged.answers == judged.accepted
    assert at.number == 0
    assert judged.after.number == 4
    assert judged.after.logged == judged.after.moves == {ANN: 2, BEN: 2}


def test_of_two_claims_of_one_place_the_first_holds_and_the_other_is_overtaken() -> None:
    at = played(equal_hands(BEN, ANN), asked(BEN, "claim tab.0 foundation.new 0"))
    at = played(at, [*asked(BEN, *["turn"] * 6), *asked(BEN, "claim waste foundation.new 0")])
    claim = "claim tab.2 foundation.1 1"
    judged = at.judge([*asked(ANN, claim), *asked(BEN, claim)])
    assert codes(judged) == ["ok", "overtaken"]
    refusal = judged.answers[1]
    assert isinstance(refusal, CommandRefusal)
    assert refusal.overtaken is not None
    assert (refusal.foundation, *vars(refusal.overtaken).values()) == (1, ANN, 2, "2C")
    assert judged.after.state.foundations[1].owners == (0, 1)  # positions at the table: BEN, ANN
    wrong = ["claim tab.2 foundation.1 2", "claim tab.2 foundation.2 1"]
    assert codes(stored(at, judged).judge(asked(BEN, *wrong))) == ["illegal_move"] * 2


def test_a_refused_command_leaves_the_others_of_its_batch() -> None:
    judged = equal_hands(ANN, BEN).judge(
        [*asked(ANN, "pack reserve tab.1"), *asked(BEN, "turn"), *asked(ANN, "nonsense", "turn")]
    )
    assert codes(judged) == ["illegal_move", "ok", "bad_request", "ok"]
    assert [each.number for each in judged.accepted] == [1, 2]


def test_two_aces_begin_two_foundations() -> None:
    claim = "claim tab.0 foundation.new 0"
    at = played(equal_hands(ANN, BEN), [*asked(ANN, claim), *asked(BEN, claim)])
    assert [each.owners for each in at.state.foundations] == [(0,), (1,)]


def test_a_command_with_the_same_key_is_carried_out_once() -> None:
    at = equal_hands(ANN, BEN)
    first = at.judge([*asked(ANN, "turn", key=8), *asked(ANN, "turn", key=8)])
    assert first.answers[0] == first.answers[1]
    assert len(first.accepted) == 1
    at = stored(at, first, ms=70)
    again = at.judge([*asked(ANN, "turn", key=8), *asked(ANN, "stuck", key=8)])
    assert not again.accepted
    assert again.answers == (first.accepted[0]._replace(ms=70),) * 2
    others = at.judge([*asked(BEN, "turn", key=8), *asked(ANN, "turn", key=9)])
    assert [each.number for each in others.accepted] == [2, 3]


def test_a_refused_key_may_be_asked_for_again() -> None:
    at = equal_hands(ANN, BEN)
    wrong = at.judge(asked(ANN, "pack reserve tab.1", key=4))
    assert codes(wrong) == ["illegal_move"]
    assert codes(stored(at, wrong).judge(asked(ANN, "turn", key=4))) == ["ok"]


def test_an_earlier_table_does_not_know_the_keys_of_later_commands() -> None:
    at = equal_hands(ANN, BEN)
    played(at, asked(ANN, "turn", key=8))
    assert at.repeated(asked(ANN, "turn", key=8)[0]) is None
    assert len(at.judge(asked(ANN, "turn", key=8)).accepted) == 1


def test_commands_of_the_server_have_no_key() -> None:
    judged = equal_hands(ANN, BEN).judge(asked(ANN, "turn", "turn"))
    assert len(judged.accepted) == 2


@pytest.mark.parametrize("move", ["resign", {"kind": "resign"}])
def test_after_the_most_moves_of_a_seat_it_can_only_resign(
    move: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common_table, "MOST_MOVES", 3)
    assert MOST_MOVES > 3
    at = played(equal_hands(ANN, BEN), asked(ANN, *["turn"] * 3))
    for word in (AWAY, BACK):  # which are no moves
        at = stored(at, at.judge([AskedCommand(ANN, 0, word, "server")]))
    assert at.logged[ANN] == 5
    judged = at.judge([*asked(ANN, "turn"), *asked(BEN, "turn"), *asked(ANN, move)])
    assert codes(judged) == ["too_many_moves", "ok", "ok"]
    again = at.judge([AskedCommand(ANN, 0, AWAY, "server")])
    assert codes(again) == ["ok"]


def test_a_move_may_be_an_object_and_is_stored_as_a_text() -> None:
    claim = {"kind": "claim", "src": "tab.0", "dst": "foundation.new", "height": 0}
    (command,) = equal_hands(ANN, BEN).judge(asked(ANN, claim)).accepted
    assert command.text == "claim tab.0 foundation.new 0"
    read = StoredCommand.read(ANN, f"31 {command.stored}")
    assert read == command._replace(ms=31)
    measured = command._replace(delay_ms=12, key=2**53)
    assert StoredCommand.read(ANN, f"31 {measured.stored}") == measured._replace(ms=31)


def test_only_the_server_says_who_is_away() -> None:
    at = equal_hands(ANN, BEN)
    assert codes(at.judge(asked(ANN, AWAY, BACK))) == ["bad_request", "bad_request"]
    gone = at.judge([AskedCommand(BEN, 0, AWAY, "server")])
    at = stored(at, gone)
    assert at.away == {BEN}
    assert [(each.by, each.text) for each in gone.accepted] == [("server", AWAY)]
    assert codes(at.judge([AskedCommand(BEN, 0, AWAY, "server")])) == ["illegal_move"]
    assert stored(at, at.judge([AskedCommand(BEN, 0, BACK, "server")])).away == set()
    assert stored(at, at.judge(asked(BEN, "turn"))).away == set()  # who plays is back


def test_being_away_and_back_is_logged_and_is_no_move() -> None:
    at = equal_hands(ANN, BEN)
    at = stored(at, at.judge([AskedCommand(BEN, 0, AWAY, "server")]))
    at = stored(at, at.judge([AskedCommand(BEN, 0, BACK, "server")]))
    at = played(at, [*asked(BEN, "turn"), *asked(ANN, "turn", "turn")])
    assert at.logged == {ANN: 2, BEN: 3}
    assert at.moves == {ANN: 2, BEN: 1}
    assert {seat: each.moves for seat, each in at.standings().items()} == {ANN: 2, BEN: 1}


def test_commands_are_applied_in_their_order_only() -> None:
    at = equal_hands(ANN, BEN)
    (first, second) = at.judge(asked(ANN, "turn", "turn")).accepted
    with pytest.raises(ValueError, match="command 2 after command 0"):
        at.after(second)
    after, _ = at.after(first)
    with pytest.raises(ValueError, match="command 1 after command 1"):
        after.after(first)


# Standings. ---------------------------------------------------------------------------------------


def figures(at: CommonTable, seat: int) -> dict[str, Any]:
    """The fields of a standing that change during a round."""
    told = at.standings()[seat]._asdict()
    names = ("moves", "progress", "reached_ms", "points", "result", "reason", "ended_ms")
    return {name: told[name] for name in names}


def test_the_standing_of_a_seat_follows_the_round() -> None:
    at = equal_hands(ANN, BEN)
    start = {"moves": 0, "progress": 0, "reached_ms": 0, "points": -13}
    going = {"result": None, "reason": None, "ended_ms": None}
    assert figures(at, ANN) == figures(at, BEN) == {**start, **going}
    at = played(at, asked(ANN, "turn"), ms=10)
    assert figures(at, ANN) == {**start, **going, "moves": 1}
    at = played(at, asked(ANN, "claim tab.0 foundation.new 0"), ms=25)
    ahead = {"moves": 2, "progress": 1, "reached_ms": 25, "points": -11}
    assert figures(at, ANN) == {**ahead, **going}
    assert figures(at, BEN) == {**start, **going}
    over = played(at, asked(BEN, "resign"), ms=90)
    assert over.state.over is not None
    done = {"result": "complete", "reason": None, "ended_ms": 90}
    assert figures(over, ANN) == {**ahead, **done}
    gone = {"moves": 1, "result": "lost", "reason": "resigned", "ended_ms": 90}
    assert figures(over, BEN) == {**start, **gone}


def test_a_seat_that_resigns_ends_its_own_round_only() -> None:
    at = equal_hands(ANN, BEN, CAT)
    after = played(at, asked(BEN, "resign"), ms=90)
    assert after.ended_since(at) == 1
    assert [after.standings()[seat].ended_ms for seat in (ANN, BEN, CAT)] == [None, 90, None]
    over = played(after, asked(ANN, "resign"), ms=95)
    assert over.ended_since(after) == 2
    assert [over.standings()[seat].ended_ms for seat in (ANN, BEN, CAT)] == [95, 90, 95]


def test_a_time_that_the_store_decides_stands_as_now() -> None:
    at = equal_hands(ANN, BEN)
    claimed = at.judge(asked(ANN, "claim tab.0 foundation.new 0")).after
    fields = claimed.standing_texts()[ANN].split(" ")
    assert (fields[4], fields[-1]) == (NOW, "-")
    over = at.judge(asked(BEN, "resign")).after
    assert [text.split(" ")[-1] for text in over.standing_texts().values()] == [NOW, NOW]
    stored_texts = stored(at, at.judge(asked(BEN, "resign")), ms=7).standing_texts()
    waiting_texts = over.standing_texts()
    for seat, text in stored_texts.items():
        assert waiting_texts[seat].replace(NOW, "7") == text


def test_whoever_is_out_ends_the_round_for_all_and_has_the_bonus() -> None:
    near = composed(RULES, "KH; 5S 9C 7S 7C; 3D", RIVAL, "middle: S0110 H111111111110")
    at = table(near, ANN, BEN)
    assert [at.standings()[seat].points for seat in (ANN, BEN)] == [2, 11]
    over = played(at, asked(ANN, "claim reserve foundation.1 12"), ms=60)
    assert figures(over, ANN) == {
        "moves": 1, "progress": 13, "reached_ms": 60, "points": 19, "result": "complete",
        "reason": None, "ended_ms": 60,
    }  # fmt: skip
    assert figures(over, BEN)["ended_ms"] == 60
    assert codes(over.judge(asked(BEN, "turn"))) == ["round_over"]


def test_the_score_is_that_of_the_round_if_the_bell_rang_now() -> None:
    rules = RacingDemon({"play_on": True})
    near = composed(rules, "KH; 5S 9C 7S 7C; 3D", RIVAL, "middle: S0110 H111111111110")
    at = played(table(near, ANN, BEN, rules=rules), asked(ANN, "claim reserve foundation.1 12"))
    assert at.state.over is None
    told = at.standings()[ANN]
    assert (told.points, told.score) == (
        9,
        19,
    )  # at the bell the first whose demon is used up is out


def test_a_table_that_is_stuck_from_the_start_is_over_for_all_at_once() -> None:
    dead = composed(RULES, HAND.replace("AS ", ""), RIVAL)
    at = table(dead, ANN, BEN)
    assert at.state.over is not None
    assert {seat: each.ended_ms for seat, each in at.standings().items()} == {ANN: 0, BEN: 0}
    assert codes(at.judge(asked(ANN, "turn"))) == ["round_over"]


def test_a_shift_is_told_with_the_command_that_brought_it_about() -> None:
    at = equal_hands(ANN, BEN)
    judged = at.judge([*asked(ANN, "stuck"), *asked(BEN, "stuck")])
    after, none = at.after(judged.accepted[0])
    after, events = after.after(judged.accepted[1])
    assert none == ()
    assert [(each.kind, each.seat) for each in events] == [("shifted", None)]
    assert after.state.shifts == 1


def test_events_name_the_seats_of_the_room() -> None:
    at = equal_hands(ANN, BEN)
    _, events = at.after(at.judge(asked(BEN, "turn")).accepted[0])
    assert {each.seat for each in events} == {BEN}
