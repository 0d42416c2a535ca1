"""The rules of Racing Demon: the worked examples, each refusal, the options, the stuck table."""

import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NAME, names
from engine.errors import (
    BadOption,
    BadPack,
    BadRequest,
    HiddenCard,
    IllegalMove,
    Overtaken,
    RoundOver,
)
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.scores import Series, round_score
from engine.racing_demon.state import RoundEnd, RoundState
from engine.racing_demon.stuck import Hand, turnable, wanted
from engine.racing_demon.stuck import can_play as hand_can_play
from engine.table import Pile
from tests.engine.helpers import cards
from tests.engine.racing_tables import (
    OPTION_SETS,
    RULES,
    Z1,
    all_points,
    can_play,
    composed,
    legal_texts,
    owned,
    play,
    playout,
    playouts,
    stock,
    without_hidden,
)

PLAY_ON = RacingDemon({"play_on": True})
FREE = RacingDemon({"spaces": "free"})
NERTS = RacingDemon({"play_on": True, "penalty": 2, "out_bonus": 0, "king_bonus": 0})

STUCK_TABLE = ("5C KH; 9S 9C 7S 7C; AS 4S 6S JS", "5D KC; 9H 9D 7H 7D; QH JH TD")
WITHOUT_ACE = ("5C KH; 9S 9C 7S 7C; 4S 6S JS", "5D KC; 9H 9D 7H 7D; QH JH TD")
LAST_KING = ("middle: S0110 H111111111110", "KH; 5S 9C 7S 7C; 3D", "5D KC; 9H 9D 7H 7D; QH JH TD")


def shown(state: RoundState, seat: int, pile: str) -> str:
    return " ".join(names(state.boards[seat].piles[RULES.layout.index[pile]].up))


def seats_of(state: RoundState) -> list[str]:
    return ["".join(map(str, each.owners)) for each in state.foundations]


# The deal. ------------------------------------------------------------------------------------


def test_the_deal() -> None:
    state = RULES.deal([Z1, Z1])
    for board in state.boards:
        assert [names(pile.up) for pile in board.piles] == [
            *(["JC"], ["AD"], ["9D"], ["2C"], ["9S"]),
            *([], []),
        ]
        assert [len(pile.down) for pile in board.piles] == [12, 0, 0, 0, 0, 35, 0]
    assert stock(RULES, state, 1).startswith("3S 5S 2S TD 7D")
    demon = state.boards[0].piles[0].down
    assert [NAME[c] for c in demon if c is not None] == names(Z1[:12])


def test_five_work_piles() -> None:
    rules = RacingDemon({"piles": 5})
    board = rules.deal([Z1]).boards[0]
    assert [names(pile.up) for pile in board.piles[1:6]] == [[n] for n in names(Z1[13:18])]
    assert len(board.piles[rules.stock].down) == 34
    assert list(rules.layout)[-3:] == ["tab.4", "stock", "waste"]


def test_equal_packs_and_packs_of_their_own() -> None:
    assert RULES.packs(bytes(32), 3) == [Z1] * 3
    own = RacingDemon({"same_deal": False}).packs(bytes(32), 3)
    assert len({tuple(pack) for pack in own}) == 3
    # SHA-256 of the seed and `seat/0`, worked out apart from the engine.
    assert names(own[0][:4]) == ["6C", "9H", "5H", "JC"]


@pytest.mark.parametrize("seats", [0, 9])
def test_one_to_eight_play(seats: int) -> None:
    with pytest.raises(BadRequest, match="One to 8 play"):
        RULES.packs(bytes(32), seats)
    with pytest.raises(BadPack, match="One to 8 play"):
        RULES.deal([Z1] * seats)


def test_a_pack_is_complete_and_an_option_is_known() -> None:
    with pytest.raises(BadPack, match="9C is missing"):
        RULES.deal([Z1, Z1[1:]])
    with pytest.raises(BadOption):
        RacingDemon({"piles": 6})


# The worked examples. ------------------------------------------------------------------------


def test_two_claims_for_one_place() -> None:
    """N1."""
    state = RULES.deal([Z1, Z1])
    expected = ["turn", "claim tab.0 foundation.new 0", "move tab.0 tab.2 1", "stuck"]
    assert legal_texts(RULES, state, 0) == legal_texts(RULES, state, 1) == expected
    with pytest.raises(IllegalMove, match="contrary colour"):
        play(RULES, state, "0 pack reserve tab.1")
    state = play(RULES, state, "0 claim tab.0 foundation.new 0", "1 claim tab.0 foundation.new 0")
    assert seats_of(state) == ["0", "1"]
    assert (shown(state, 0, "tab.0"), shown(state, 0, "reserve")) == ("JC", "QC")
    assert RULES.progress(state, 0) == 1
    state = play(RULES, state, *["0 turn"] * 6)
    assert shown(state, 0, "waste") == "AC"
    state = play(RULES, state, "0 claim waste foundation.new 0")
    assert shown(state, 0, "waste") == "4S"
    state = play(RULES, state, "1 claim tab.2 foundation.2 1")
    assert seats_of(state) == ["0", "1", "01"]
    with pytest.raises(Overtaken) as late:
        play(RULES, state, "0 claim tab.2 foundation.2 1")
    assert (late.value.seat, late.value.height, late.value.top) == (1, 2, "2C")
    for wrong in ("0 claim tab.2 foundation.2 2", "0 claim tab.2 foundation.3 1"):
        with pytest.raises(IllegalMove) as refused:
            play(RULES, state, wrong)
        assert refused.value.code == "illegal_move"
    assert shown(state, 0, "tab.2") == "2C"


def test_a_stuck_table_shifts() -> None:
    """N2."""
    state = composed(RULES, *STUCK_TABLE)
    assert (state.shifts, state.over) == (1, None)
    assert [stock(RULES, state, seat) for seat in (0, 1)] == ["4S 6S JS AS", "JH TD QH"]
    state = play(RULES, state, "0 turn", "0 turn", "0 claim waste foundation.new 0")
    assert (state.shifts, state.over) == (2, RoundEnd("blocked"))
    assert all_points(RULES, state) == [-1, -2]


def test_a_blocked_table() -> None:
    """N3."""
    state = composed(RULES, *WITHOUT_ACE)
    assert (state.shifts, state.over) == (2, RoundEnd("blocked"))
    assert all_points(RULES, state) == [-2, -2]
    for options in ({"stuck": "end"}, {"turn": 1}):
        rules = RacingDemon(options)
        ended = composed(rules, *(WITHOUT_ACE if "turn" in options else STUCK_TABLE))
        assert (ended.shifts, ended.over) == (0, RoundEnd("blocked"))


def test_out_with_a_king() -> None:
    """N4."""
    state = play(RULES, composed(RULES, *LAST_KING), "0 claim reserve foundation.1 12")
    assert state.over == RoundEnd("out", 0)
    assert all_points(RULES, state) == [19, 11]
    assert state.foundations[1].closed
    assert round_score(state, 0, RULES.chosen) == (4, 1, 0, True, 19)
    for move in ("1 turn", "0 resign", "1 claim tab.0 foundation.0 4"):
        with pytest.raises(RoundOver, match="The round is over"):
            play(RULES, state, move)
    assert legal_texts(RULES, state, 1) == []


@pytest.mark.parametrize(("rules", "points"), [(PLAY_ON, [20, 11]), (NERTS, [5, 9])])
def test_playing_on(rules: RacingDemon, points: list[int]) -> None:
    """N4."""
    state = composed(rules, *LAST_KING)
    with pytest.raises(IllegalMove, match="not used up yet"):
        play(rules, state, "0 out")
    state = play(rules, state, "0 claim reserve foundation.1 12", "0 claim tab.0 foundation.0 4")
    assert (state.over, state.emptied) == (None, (0,))
    assert "out" in legal_texts(rules, state, 0)
    with pytest.raises(IllegalMove):
        play(rules, state, "0 fill waste tab.0")
    state = play(rules, state, "0 turn", "0 fill waste tab.0")
    assert state.over == RoundEnd("out", 0)
    assert all_points(rules, state) == points


def test_all_say_they_are_stuck() -> None:
    """N5."""
    state = play(RULES, RULES.deal([Z1, Z1]), "0 stuck")
    assert "stuck" not in legal_texts(RULES, state, 0)
    with pytest.raises(IllegalMove, match="You have said"):
        play(RULES, state, "0 stuck")
    state = play(RULES, state, "1 stuck")
    assert (state.shifts, [board.stuck for board in state.boards]) == (1, [False, False])
    order = stock(RULES, state, 0)
    assert (order[:5], order[-5:]) == ("5S 2S", "4D 3S")
    assert play(RULES, state, "1 resign").over == RoundEnd("deserted")
    three = play(RULES, RULES.deal([Z1] * 3), "1 resign")
    assert three.over is None
    assert legal_texts(RULES, three, 1) == []
    with pytest.raises(IllegalMove, match="left this table"):
        play(RULES, three, "1 turn")
    assert play(RULES, three, "0 resign").over == RoundEnd("deserted")


def test_alone_one_plays_until_one_leaves() -> None:
    state = RULES.deal([Z1])
    assert state.over is None
    assert play(RULES, state, "0 resign").over == RoundEnd("deserted")


@pytest.mark.parametrize(
    ("target", "rounds", "over", "places"),
    [
        (100, [(30, 40), (75, 55)], True, [(1, 0), (2, 1)]),
        (100, [(30, 40), (70, 60)], False, [(1, 0), (1, 1)]),
        (100, [(30, 40)], False, [(1, 1), (2, 0)]),
        (0, [(30, 30)], True, [(1, 0), (1, 1)]),
        (0, [], False, [(1, 0), (1, 1)]),
        (50, [(50, 10)], True, [(1, 0), (2, 1)]),
        (100, [(110, 90, 110)], False, [(1, 0), (1, 2), (3, 1)]),
        (100, [(110, 90, 90)], True, [(1, 0), (2, 1), (2, 2)]),
        (100, [(99, 10)], False, [(1, 0), (2, 1)]),
    ],
)
def test_a_series(
    target: int,
    rounds: list[tuple[int, ...]],
    over: bool,
    places: list[tuple[int, int]],
) -> None:
    """N6."""
    series = Series(len(rounds[0]) if rounds else 2, target)
    for scores in rounds:
        series = series.after(scores)
    assert series.over == over
    assert [(each.place, each.seat) for each in series.places()] == places


def test_who_leaves_a_series_gets_nothing_more_and_stands_below_the_others() -> None:
    series = Series(3, 100).after((90, 20, 10), gone=(0,)).after((40, 30, 30))
    assert series.totals == (90, 50, 40)
    assert not series.over
    assert [(each.place, each.seat, each.left) for each in series.places()] == [
        *((1, 1, False), (2, 2, False), (3, 0, True)),
    ]
    assert series.after((0, 0, 0), gone=(2,)).over


def test_who_has_left_does_not_end_a_series() -> None:
    """Nor does his tie with the best ask for another round."""
    gone = Series(3, 100).after((120, 20, 10), gone=(0,))
    assert not gone.over
    assert gone.after((0, 100, 10)).over


def test_a_series_counts_each_seat() -> None:
    with pytest.raises(ValueError, match="each seat"):
        Series(2, 100).after((1, 2, 3))


# Moves and refusals. --------------------------------------------------------------------------

CALM = ("2S 6D; 7C 9H 8S/7H 2H; KS QS AD 5C TD 3D", "5D KC; 9H 9D 7H 7D; QH JH AS")


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("claim stock foundation.new 0", "no free card"),
        ("claim waste foundation.new 0", "no free card"),
        ("claim foundation.0 foundation.new 0", "no free card"),
        ("claim tab.0 foundation.new 0", "begins with an ace"),
        ("claim tab.0 foundation.new 6", "begins with an ace"),
        ("claim tab.3 foundation.0 1", "next higher card of its suit"),
        ("claim tab.3 foundation.1 2", "next higher card of its suit"),
        ("claim tab.3 foundation.1 0", "next higher card of its suit"),
        ("claim tab.3 foundation.2 1", "no such foundation"),
        ("claim tab.3 tab.0 1", "no such foundation"),
        ("pack tab.3 tab.0", "demon or of your waste"),
        ("pack waste tab.0", "demon or of your waste"),
        ("pack reserve stock", "your own work piles"),
        ("pack reserve foundation.0", "your own work piles"),
        ("pack reserve tab.1", "contrary colour"),
        ("pack reserve tab.2", "contrary colour"),
        ("fill reserve tab.0", "Only an empty work pile"),
        ("move tab.0 tab.0 1", "one of your work piles to another"),
        ("move reserve tab.0 1", "one of your work piles to another"),
        ("move tab.0 waste 1", "one of your work piles to another"),
        ("move tab.2 tab.1 3", "not so many cards"),
        ("move tab.2 tab.1 0", "not so many cards"),
        ("move tab.2 tab.1 -1", "not so many cards"),
        ("move tab.2 tab.1 1", "contrary colour"),
        ("out", "out without a word"),
    ],
)
def test_refusals(move: str, sentence: str) -> None:
    state = composed(RULES, "middle: S1 H1", *CALM)
    with pytest.raises(IllegalMove, match=sentence) as refused:
        play(RULES, state, f"0 {move}")
    assert refused.value.code == "illegal_move"
    assert move not in legal_texts(RULES, state, 0)


def test_nothing_to_turn() -> None:
    state = composed(RULES, "2S 6D; 7C 9H 8S/7H 2H; ", CALM[1])
    with pytest.raises(IllegalMove, match="used up"):
        play(RULES, state, "0 turn")
    assert "turn" not in legal_texts(RULES, state, 0)


def test_what_may_be_packed_and_moved() -> None:
    state = composed(RULES, "middle: S1 H1", *CALM)
    assert legal_texts(RULES, state, 0) == [
        "turn",
        "claim tab.3 foundation.1 1",
        "pack reserve tab.0",
        "move tab.2 tab.1 2",
        "stuck",
    ]
    state = play(RULES, state, "0 pack reserve tab.0", "0 move tab.2 tab.1 2")
    assert (shown(state, 0, "tab.0"), shown(state, 0, "tab.1")) == ("7C 6D", "9H 8S 7H")
    # The demon's last card has filled the pile that fell empty, so its owner is out.
    assert shown(state, 0, "tab.2") == "2S"
    assert state.over == RoundEnd("out", 0)


def test_nothing_goes_on_an_ace_and_no_king_on_an_ace() -> None:
    state = composed(RULES, "9S KH; AC 2D AS 9C; 4S", "5D KC; 9H 9D 7H 7D; QH JH TD")
    for move in ("pack reserve tab.0", "move tab.1 tab.2 1"):
        with pytest.raises(IllegalMove):
            play(RULES, state, f"0 {move}")


def test_only_the_right_suit_and_the_next_card_is_claimed() -> None:
    lines = ("9S 2H; 2D 3H 9H 9D; 4S", "5D KC; 9H 9D 7H 7D; QH JH TD")
    state = composed(RULES, "middle: H1 H11 S1", *lines)
    claims = [text for text in legal_texts(RULES, state, 0) if text.startswith("claim")]
    assert claims == ["claim reserve foundation.0 1", "claim tab.1 foundation.1 2"]


def test_a_late_claim_fitted_once() -> None:
    """A claim of a card that never fitted, or of a pile that is not there, is not merely late."""
    lines = ("9S 2H; 2D 3H 9H 9D; 4S; AC", "5D KC; 9H 9D 7H 7D; QH JH TD")
    state = composed(RULES, "middle: H1100 S11", *lines)
    with pytest.raises(Overtaken) as late:
        play(RULES, state, "0 claim reserve foundation.0 1")
    assert (late.value.seat, late.value.height, late.value.top) == (1, 4, "4H")
    assert (late.value.code, str(late.value)) == ("overtaken", "Another card was there first.")
    for move in (
        *("claim reserve foundation.1 1", "claim reserve foundation.0 2"),
        *("claim tab.0 foundation.0 1", "claim waste foundation.0 0"),
        *("claim stock foundation.0 1", "claim reserve foundation.0 -3"),
    ):
        with pytest.raises(IllegalMove) as refused:
            play(RULES, state, f"0 {move}")
        assert refused.value.code == "illegal_move"


def test_a_closed_pile_takes_nothing_and_a_claim_of_its_king_is_late() -> None:
    lines = ("9S KH; 2D 3H 9H 9D; 4S", "5D KC; 9H 9D 7H 7D; QH JH AS")
    state = composed(RULES, "middle: H1111111111111", *lines)
    assert state.foundations[0].closed
    with pytest.raises(Overtaken) as late:
        play(RULES, state, "0 claim reserve foundation.0 12")
    assert (late.value.height, late.value.top) == (13, "KH")
    assert not any("foundation.0" in text for text in legal_texts(RULES, state, 0))


def test_an_ace_begins_with_nothing_below_it() -> None:
    state = RULES.deal([Z1, Z1])
    for move in ("0 claim tab.0 foundation.new 1", "0 claim tab.0 foundation.new -1"):
        with pytest.raises(IllegalMove, match="begins with an ace"):
            play(RULES, state, move)


def turned(stock: str, waste: str, size: int) -> set[str]:
    """The cards that can come up, of a stock and a waste in the order of turning."""
    lying = tuple(cards(waste))
    return {
        NAME[c]
        for c in turnable(Pile(tuple(cards(stock)[::-1])), Pile(lying[:-1], lying[-1:]), size)
    }


def test_what_can_come_up_by_turning() -> None:
    assert turned("3S 4S 5S 6S", "AS 2S", 3) == {"2S", "5S", "6S", "3S"}
    assert turned("3S 4S 5S 6S", "AS 2S", 1) == {"AS", "2S", "3S", "4S", "5S", "6S"}
    assert turned("", "AS 2S 3S 4S", 3) == {"4S", "3S"}
    assert turned("AS 2S", "", 3) == {"2S"}
    assert turned("", "", 3) == set()


@pytest.mark.parametrize(
    ("row", "demon", "up", "plays"),
    [
        ("9H 5D QC JS", "8S", "", True),  # the demon's card is packed
        ("9H KD QC QS", "KH", "", True),  # a queen moves onto the king and empties its pile
        ("9H 5D QC QS", "KH", "", False),
        ("9H 5D QC QS", "KH", "8C", True),
        ("9H KD QC QS", "", "", False),  # that empties a pile as well, but no demon fills it
        ("9H 5D QC AS", "", "", True),
        ("AS/2D 3C JC JS", "KH", "", True),  # the ace comes free when the 2D moves onto the 3C
    ],
)
def test_who_can_play(row: str, demon: str, up: str, plays: bool) -> None:
    work_piles = tuple(tuple(cards(pile.replace("/", " "))) for pile in row.split())
    top = cards(demon)[0] if demon else None
    hand = Hand(work_piles, top, frozenset(cards(up)))
    assert hand_can_play(hand, wanted(())) == plays


def test_turning() -> None:
    state = composed(RULES, "2S 6D; 7C 9H TH JH; KS QS AD 5C TD", "5D KC; 9H 9D 7H 7D; QH JH AS")
    tops = []
    for _ in range(4):
        state = play(RULES, state, "0 turn")
        tops.append(shown(state, 0, "waste"))
    # Two are left at the end; then the waste is turned over as it lies.
    assert tops == ["AD", "TD", "AD", "TD"]
    assert stock(RULES, state, 0) == ""


def test_turning_one_at_a_time() -> None:
    rules = RacingDemon({"turn": 1})
    state = play(rules, composed(rules, *CALM), "0 turn", "0 turn")
    assert shown(state, 0, "waste") == "QS"
    assert [NAME[c] for c in state.boards[0].piles[rules.waste].down if c is not None] == ["KS"]


def test_the_demon_fills_an_empty_pile_at_once() -> None:
    state = composed(RULES, "middle: C1 S1", "3H 5S; 2C 9H 8S 2H; KS", CALM[1])
    state = play(RULES, state, "0 claim tab.0 foundation.0 1")
    assert (shown(state, 0, "tab.0"), shown(state, 0, "reserve")) == ("5S", "3H")
    assert RULES.progress(state, 0) == 12


def test_spaces_that_anything_fills() -> None:
    state = composed(FREE, "middle: C1 S1", "3H 5S; 2C 9H 8S/7H 2H; KS AS TD", CALM[1])
    state = play(FREE, state, "0 claim tab.0 foundation.0 1")
    assert shown(state, 0, "tab.0") == ""
    with pytest.raises(IllegalMove, match="it is filled"):
        play(FREE, state, "0 pack reserve tab.0")
    with pytest.raises(IllegalMove, match="stays where it is"):
        play(FREE, state, "0 move tab.1 tab.0 1")
    moves = legal_texts(FREE, state, 0)
    assert "fill reserve tab.0" in moves
    assert "move tab.2 tab.0 1" in moves
    assert "move tab.2 tab.0 2" not in moves
    assert shown(play(FREE, state, "0 turn", "0 fill waste tab.0"), 0, "tab.0") == "TD"
    assert shown(play(FREE, state, "0 fill reserve tab.0"), 0, "reserve") == "3H"


def test_out_ends_the_round_at_once_however_the_demon_is_used_up() -> None:
    for moves in (["0 pack reserve tab.0"], ["0 claim tab.3 foundation.0 1"]):
        state = composed(RULES, "middle: H1", "6D; 7C 9H 8S 2H; KS", CALM[1])
        assert play(RULES, state, *moves).over == RoundEnd("out", 0)


def test_a_card_played_wipes_declarations_and_shifts() -> None:
    state = composed(RULES, *STUCK_TABLE)._replace(shifts=1)
    state = play(RULES, state, "1 stuck", "0 turn", "0 turn")
    assert (state.boards[1].stuck, state.shifts) == (True, 1)
    after = RULES.moved(state, 0, RULES.codec.from_text("claim waste foundation.new 0")).state
    assert (after.boards[1].stuck, after.shifts) == (False, 0)


def test_moving_between_work_piles_is_no_card_played_unless_the_demon_fills() -> None:
    lines = ("2S 6H; 9H 8S/7H TS QC; KS QS JD", "5D KC; 9H 9D 7H 7D; QH JH AS")
    state = play(RULES, composed(RULES, *lines), "1 stuck")
    assert not play(RULES, state, "0 move tab.1 tab.0 2").boards[1].stuck
    free = play(FREE, composed(FREE, *lines), "1 stuck")
    assert play(FREE, free, "0 move tab.1 tab.0 2").boards[1].stuck


def test_who_is_away_is_not_waited_for() -> None:
    state = composed(RULES, *STUCK_TABLE)
    away = RULES.attend(state, 0, away=True).state
    # Seat 1 alone can play nothing.
    assert (away.shifts, away.over) == (2, RoundEnd("blocked"))
    state = RULES.deal([Z1, Z1])
    away = RULES.attend(state, 0, away=True).state
    assert [seat.present for seat in RULES.view(away).seats] == [False, True]
    assert play(RULES, away, "1 stuck").shifts == 1
    assert RULES.attend(away, 0, away=False).state == state
    assert play(RULES, away, "0 turn").boards[0].present
    nobody = RULES.attend(away, 1, away=True).state
    assert nobody.over is None
    for table, again in ((away, True), (state, False)):
        with pytest.raises(IllegalMove, match="changes nothing"):
            RULES.attend(table, 0, away=again)
    with pytest.raises(RoundOver):
        RULES.attend(RULES.ring(state), 0, away=True)


def test_the_bell() -> None:
    state = RULES.deal([Z1, Z1])
    assert RULES.ring(state).over == RoundEnd("bell")
    with pytest.raises(RoundOver):
        RULES.ring(RULES.ring(state))
    on = play(PLAY_ON, composed(PLAY_ON, *LAST_KING), "0 claim reserve foundation.1 12")
    assert PLAY_ON.ring(on).over == RoundEnd("out", 0)


def test_who_has_left_does_not_count_as_out() -> None:
    lines = (*LAST_KING, "5D KC; 9H 9D 7H 7D; QH JH TD")
    on = play(PLAY_ON, composed(PLAY_ON, *lines), "0 claim reserve foundation.1 12", "0 resign")
    assert on.over == RoundEnd("blocked")


def test_the_first_whose_demon_was_used_up_counts_as_out() -> None:
    state = composed(PLAY_ON, *LAST_KING)._replace(emptied=(1, 0))
    assert PLAY_ON.ring(state).over == RoundEnd("out", 1)


def test_calling_out() -> None:
    on = play(PLAY_ON, composed(PLAY_ON, *LAST_KING), "0 claim reserve foundation.1 12", "0 out")
    assert on.over == RoundEnd("out", 0)
    assert all_points(PLAY_ON, on) == [19, 11]


def test_a_resigned_seat_is_charged_for_its_demon() -> None:
    state = play(RULES, composed(RULES, *LAST_KING, CALM[0]), "1 resign")
    assert state.over is None
    assert RULES.points(state, 1) == 2 + 11 - 2


# Views. ---------------------------------------------------------------------------------------


def test_a_view_shows_counts_where_cards_are_hidden() -> None:
    state = play(RULES, RULES.deal([Z1, Z1]), "0 turn", "0 turn")
    seat = RULES.view(state).seats[0].to_json()
    assert seat["view"] == {
        "piles": {
            "reserve": {"down": 12, "up": ["JC"]},
            "tab.0": {"down": 0, "up": ["AD"]},
            "tab.1": {"down": 0, "up": ["9D"]},
            "tab.2": {"down": 0, "up": ["2C"]},
            "tab.3": {"down": 0, "up": ["9S"]},
            "stock": {"down": 29, "up": []},
            "waste": {"down": 5, "up": ["JD"]},
        }
    }


def test_what_only_the_server_knows_cannot_be_played_on_a_view() -> None:
    seen = without_hidden(RULES, RULES.deal([Z1, Z1]))
    with pytest.raises(HiddenCard):
        RULES.moved(seen, 0, RULES.codec.from_text("turn"))
    said = RULES.moved(seen, 0, RULES.codec.from_text("stuck")).state
    assert said.boards[0].stuck


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@given(data=st.data())
def test_a_view_has_the_legal_moves_of_its_state(
    options: dict[str, object], data: st.DataObject
) -> None:
    rules = RacingDemon(options)
    for state in data.draw(playouts(rules))[-2:]:
        seen = without_hidden(rules, state)
        for seat in range(len(state.boards)):
            assert rules.legal(seen, seat) == rules.legal(state, seat)


@given(data=st.data())
def test_an_exchange_of_hidden_cards_does_not_show(data: st.DataObject) -> None:
    state = data.draw(playouts(RULES))[-1]
    rng = random.Random(data.draw(st.integers(0, 10**6)))
    boards = []
    for board in state.boards:
        piles = [p._replace(down=tuple(rng.sample(p.down, len(p.down)))) for p in board.piles]
        boards.append(board._replace(piles=tuple(piles)))
    assert RULES.view(state._replace(boards=tuple(boards))) == RULES.view(state)


# Properties. ----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@given(data=st.data())
def test_every_card_stays_its_owners(options: dict[str, object], data: st.DataObject) -> None:
    rules = RacingDemon(options)
    states = data.draw(playouts(rules))
    for state in states[-3:]:
        for seat in range(len(state.boards)):
            assert owned(rules, state, seat) == owned(rules, states[0], seat)
            assert sum(owned(rules, state, seat).values()) == 52


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@given(data=st.data())
def test_stuck_is_as_defined(options: dict[str, object], data: st.DataObject) -> None:
    rules = RacingDemon(options)
    for state in data.draw(playouts(rules))[-2:]:
        if state.over and state.over.reason != "blocked":
            continue
        plain = state._replace(boards=tuple(b._replace(stuck=False) for b in state.boards))
        there = [seat for seat, board in enumerate(plain.boards) if board.present]
        assert rules.is_stuck(plain) == (not any(can_play(rules, plain, seat) for seat in there))


@given(data=st.data())
def test_of_two_claims_for_one_place_exactly_one_holds(data: st.DataObject) -> None:
    """In whatever order they come; and both find the table in order."""
    same = RacingDemon({"same_deal": True})
    state = data.draw(playouts(same))[-1]
    claims = [
        (seat, move)
        for seat in range(len(state.boards))
        for move in same.legal(state, seat)
        if same.codec.to_text(move).startswith("claim") and move.dst != "foundation.new"  # type: ignore[union-attr]
    ]
    for seat, move in claims:
        for other, rival in claims:
            if other != seat and rival.dst == move.dst:  # type: ignore[union-attr]
                after = same.moved(state, seat, move).state
                with pytest.raises(Overtaken) as late:
                    same.moved(after, other, rival)
                assert late.value.seat == seat
                assert after.boards[other] == state.boards[other]._replace(stuck=False)


@given(data=st.data())
def test_any_order_of_arrival_gives_a_legal_table(data: st.DataObject) -> None:
    """Moves that several seats chose on one and the same table arrive in any order: each is carried
    out or refused, and no card is lost."""
    state = data.draw(playouts(RULES))[-1]
    chosen = [
        (seat, data.draw(st.sampled_from(moves)))
        for seat in range(len(state.boards))
        if (moves := RULES.legal(state, seat))
    ]
    table = state
    for seat, move in data.draw(st.permutations(chosen)):
        # After a shift the waste of the move may be gone; then it is refused, and not merely late.
        with suppress(IllegalMove, RoundOver):
            table = RULES.play(table, seat, move).state
    for seat in range(len(state.boards)):
        assert owned(RULES, table, seat) == owned(RULES, state, seat)
    for foundation in table.foundations:
        assert 1 <= foundation.height <= 13


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_a_round_ends_by_itself(options: dict[str, object]) -> None:
    """Cards only go forward, so a round ends by itself once nobody holds a card back."""
    rules = RacingDemon(options)
    for deal in range(1, 5):
        state = playout(rules, deal, 4, deal, 6_000)[-1]
        assert state.over
