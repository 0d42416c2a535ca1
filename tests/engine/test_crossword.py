"""Tests of Crossword: the worked examples of its rules, its refusals, its ends, and positions that
cannot arise."""

import pytest

from engine.cards import NAME
from engine.errors import BadPosition, IllegalMove
from engine.games import game
from engine.games.crossword import Crossword
from engine.mechanics.called_game import CalledGame
from engine.races.ranking import Standing, rank
from engine.races.terms import formats, terms
from engine.table import STUCK, WON
from tests.engine.helpers import AnyState, cards, legal_texts, play

RULES = Crossword()
ODD_SINGLES = game("crossword", {"one_card_words": False})
ZEROS = """9C 9H JH QH 2H 2D 6H KD 5H 4C TS QC JC AD 9D 2C 9S 3S 5S 2S TD 7D JD 8C KC 3C
3D AS 8S 6S 3H 6C 5C 4S AC 7S TH 4H 8H KH 7H JS 6D 5D KS TC 8D QD AH 7C QS 4D"""
BYTES = """6D 7S TC 3H 2C AC 6H TH QC 8H JS 2H AH 9S 2D 3C QS 4S 5S TS KD KC JH AS 7D QH
5C 5H 4C JC 9H QD 2S 9D 8D 7H TD KH 3S JD AD 6C 8S 3D 5D 9C 7C 6S 8C 4D 4H KS"""
ZEROS_CELLS = """24 25 32 16 18 33 38 34 27 44 8 37 0 40 19 1 7 10 26 31 29 43 42 3 4 11 13 47 22
28 48 39 41 23 14 15 30 36 35 21 45 46 20 17 6 5 9 2"""
BYTES_CELLS = """24 17 31 10 16 15 21 25 28 35 3 29 36 37 30 14 42 38 46 8 45 0 32 39 7 26 9 19 27
34 4 20 33 11 18 1 23 22 47 48 40 41 13 5 44 2 43 12"""
SQUARE = """## 2C ## 8C ## TC ## / 9S TS 8D 3S 3C 4D 3D / AC 7S ## 5D 2H 9D 6D / ## 8S 4S 9C 9H 5S
5H / 6S TD TH 2S ## 2D ## / 8H 4H ## 6H 6C AD 5C / ## 7D 4C 7H ## AS 3H"""


def moves(cells: str) -> list[str]:
    return [f"place {int(i) // 7},{int(i) % 7}" for i in cells.split()]


def filled(pack: str, cells: str, laid: int = 48) -> AnyState:
    return play(RULES, RULES.deal(cards(pack)), *moves(cells)[:laid])


def row(first: str, following: str, **more: str) -> str:
    """Position text: a top row with one empty cell, cards below it to the middle, a next card."""
    at = {(0, i): card for i, card in enumerate(first.split())}
    at |= {(1, 5): "2C", (2, 4): "4D", (3, 3): "6D"}
    at |= {(int(where[1]), int(where[2])): card for where, card in more.items()}
    grid = ",".join(f'{{"cell":[{r},{c}],"card":"{card}"}}' for (r, c), card in sorted(at.items()))
    rest = " ".join(card for card in NAME if card not in {*at.values(), following})
    return f'stock={rest}|; next="{following}"; grid=[{grid}]; last=[]'


def refused(rules: Crossword, position: str, move: str) -> str:
    with pytest.raises(IllegalMove) as why:
        play(rules, rules.load(position), move)
    return str(why.value)


def test_w1_the_first_cards() -> None:
    state = RULES.deal(cards(ZEROS))
    assert [len(pile.down) for pile in state.piles] == [51]
    assert legal_texts(RULES, state) == ["place 3,3"]
    with pytest.raises(IllegalMove, match="in the middle"):
        play(RULES, state, "place 0,0")
    state = play(RULES, state, "place 3,3")
    around = [(2, 2), (2, 3), (2, 4), (3, 2), (3, 4), (4, 2), (4, 3), (4, 4)]
    assert legal_texts(RULES, state) == [f"place {r},{c}" for r, c in around]
    state = play(RULES, state, "place 3,4", "place 4,4")
    for cell in ("4,3", "4,5", "5,4"):
        with pytest.raises(IllegalMove, match="beside another"):
            play(RULES, state, f"place {cell}")
    assert play(RULES, state, "place 5,5").over is None


@pytest.mark.parametrize(
    ("first", "following", "fits"),
    [
        ("3S 5D 2H KS 4C 9D", "7C", True),
        ("3S 5D 2H KS 4C 9D", "6C", False),
        ("3S 5D 2H KS 4C 9D", "QC", False),
        ("3S 5D 2H KS 4C TD", "6C", True),
        ("3S 5D 2H KS 4C TD", "QC", True),
    ],
)
def test_w2_a_row_is_finished(first: str, following: str, fits: bool) -> None:
    position = row(first, following)
    if fits:
        play(RULES, RULES.load(position), "place 0,6")
    else:
        assert "odd" in refused(RULES, position, "place 0,6")


def test_w2_a_black_square_finishes_a_column() -> None:
    column = {"c10": "2S", "c20": "4S"}
    assert "odd" in refused(RULES, row("3S 5D 2H KS 4C 9D", "JD", **column), "place 3,0")
    play(RULES, RULES.load(row("3S 5D 2H KS 4C 9D", "9S", **column)), "place 3,0")


def test_w2_words_of_one_card() -> None:
    # KH above, QC below: 3D between them would be an odd word of one card.
    position = row("2S", "QC", c01="KH", c11="3D", c22="5C")
    assert "odd" in refused(RULES, position, "place 2,1")
    assert isinstance(ODD_SINGLES, Crossword)
    play(ODD_SINGLES, ODD_SINGLES.load(position), "place 2,1")


def test_w3_the_finished_squares() -> None:
    state = filled(ZEROS, ZEROS_CELLS)
    assert RULES.facts(state)["last"] == ["AH", "7C", "QS", "4D"]
    assert RULES.facts(state)["next"] is None
    assert legal_texts(RULES, state) == ["choose 3"]
    for n in range(3):
        with pytest.raises(IllegalMove, match=r"odd|beside"):
            play(RULES, state, f"choose {n}")
    won = play(RULES, state, "choose 3")
    assert (won.over, RULES.progress(won), RULES.tie_break(won)) == (WON, 49, 69)
    laid = dict(won.beside.laid)
    for r, line in enumerate(SQUARE.split("/")):
        for c, name in enumerate(line.split()):
            seen = NAME[laid[r, c]]
            assert name == ("##" if seen[0] in "JQK" else seen)
    other = filled(BYTES, BYTES_CELLS)
    assert legal_texts(RULES, other) == [f"choose {n}" for n in range(4)]
    won = play(RULES, other, "choose 0")
    assert (won.over, RULES.tie_break(won)) == (WON, 70)


def test_every_position_of_a_game_is_written_and_read_and_its_view_has_the_same_moves() -> None:
    states = [filled(ZEROS, ZEROS_CELLS, laid) for laid in range(49)]
    for state in [*states, play(RULES, states[-1], "choose 3")]:
        assert RULES.load(RULES.position(state)) == state
        seen = RULES.state_of(RULES.view(state))
        assert RULES.legal(seen) == RULES.legal(state)


def test_a_card_that_fits_nowhere_ends_the_game() -> None:
    for pack, cells in ((ZEROS, ZEROS_CELLS), (BYTES, BYTES_CELLS)):
        for laid in range(49):
            state = filled(pack, cells, laid)
            assert state.over is None
    # Taking the first legal cell each time soon leads nowhere.
    state = RULES.deal(cards(ZEROS))
    while state.over is None:
        state = RULES.play(state, next(RULES.legal_moves(state))).state
    assert state.over == STUCK
    assert RULES.progress(state) < 49
    assert RULES.load(RULES.position(state)) == state


def test_a_card_not_yet_called_is_hidden_and_so_is_that_it_fits_nowhere() -> None:
    assert isinstance(RULES, CalledGame)
    state = filled(ZEROS, ZEROS_CELLS, 5)
    hidden = RULES.uncalled(state)
    assert hidden.beside.next is None
    assert hidden.piles[0].down == (*state.piles[0].down, state.beside.next)
    assert RULES.uncalled(hidden) == hidden
    assert legal_texts(RULES, hidden) == []
    with pytest.raises(IllegalMove, match="not been called"):
        play(RULES, hidden, "place 2,2")
    four = RULES.uncalled(filled(ZEROS, ZEROS_CELLS))
    assert four.beside.last == ()
    assert RULES.position(four).startswith("stock=4D QS 7C AH|;")
    assert RULES.uncalled(state._replace(over=STUCK)).over is None
    won = play(RULES, filled(ZEROS, ZEROS_CELLS), "choose 3")
    assert RULES.uncalled(won) == won


@pytest.mark.parametrize(
    ("laid", "move", "words"),
    [
        (5, "place 3,3", "a card on that cell already"),
        (5, "place 7,3", "rows and columns 0 to 6"),
        (5, "place -1,3", "rows and columns 0 to 6"),
        (5, "place 0,0", "must touch"),
        (5, "choose 0", "when one cell is left"),
        (48, "choose 4", "numbers 0 to 3"),
        (48, "place 0,2", "One of the four cards"),
    ],
)
def test_refusals(laid: int, move: str, words: str) -> None:
    with pytest.raises(IllegalMove, match=words):
        play(RULES, filled(ZEROS, ZEROS_CELLS, laid), move)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"cell":[3,3]', '"cell":[3,2]', "first card lies in the middle"),
        ('"cell":[2,2]', '"cell":[0,0]', "touches another"),
        ('"cell":[2,2]', '"cell":[7,2]', "rows and columns 0 to 6"),
        ('"cell":[2,2]', '"cell":[3,3]', "holds one card"),
        ('"card":"KD"', '"card":"9C"', "twice|pack|card"),
        ("last=[]", 'last=["AH"]', "Four cards|card"),
        ("; last=[]", "", "last is missing"),
    ],
)
def test_positions_that_cannot_arise(old: str, new: str, words: str) -> None:
    text = RULES.position(filled(ZEROS, ZEROS_CELLS, 9))
    if old not in text:
        old = text[text.index('"card":') :][:11] if "card" in old else old
    assert old in text, text
    with pytest.raises(BadPosition, match=words):
        RULES.load(text.replace(old, new))


def test_the_tie_break_counts_finished_words_of_two_or_more() -> None:
    state = RULES.load(row("3S 5D 2H KS 4C 9D", "7C"))
    assert RULES.tie_break(state) == 3
    assert RULES.tie_break(play(RULES, state, "place 0,6")) == 6


def test_the_lines_score_so_far_their_cards_in_finished_words() -> None:
    state = RULES.load(row("3S 5D 2H KS 4C 9D", "7C"))
    for position in (state, play(RULES, state, "place 0,6")):
        rows, columns = RULES.scores_so_far(position.beside.laid)
        assert rows[0] == RULES.tie_break(position)
        assert sum([*rows.values(), *columns.values()]) == RULES.tie_break(position)
        assert set(rows) == {0, 1, 2, 3}
    done = filled(BYTES, BYTES_CELLS)
    totals = [*map(dict.values, RULES.scores_so_far(done.beside.laid))]
    assert sum(map(sum, totals)) == RULES.tie_break(done)


def test_of_two_winners_the_one_with_more_cards_in_words_is_better_though_later() -> None:
    quick, rich = (
        play(RULES, filled(pack, cells), choice)
        for pack, cells, choice in (
            (ZEROS, ZEROS_CELLS, "choose 3"),
            (BYTES, BYTES_CELLS, "choose 0"),
        )
    )
    standings = [
        Standing(seat, "won", "out", 49, RULES.tie_break(state), ms, None, ms, 49)
        for seat, (state, ms) in enumerate(((quick, 60_000), (rich, 90_000)))
    ]
    placed = rank(standings, RULES.ranked_by)
    assert [(each.place, each.standing.seat) for each in placed] == [(1, 1), (2, 0)]


def test_a_card_is_called_for_twenty_seconds_unless_the_host_says_otherwise() -> None:
    assert terms(RULES, {"format": "caller"}).call_ms == 20_000
    assert terms(RULES, {"format": "caller", "call_ms": 5_000}).call_ms == 5_000
    assert terms(game("poker_patience"), {"format": "caller"}).call_ms == 15_000
    assert formats(RULES) == ("best", "first_out", "caller")
