"""Tests of Seven and Sixes: six worked examples, closed columns, every refusal."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import NAME, RANK, RANKS, RED, Card, deal_number_seed, names, new_pack
from engine.computer_players.player import player
from engine.computer_players.seven_and_sixes import SENIOR, Columns
from engine.errors import BadPack, BadPosition, BadRequest, IllegalMove
from engine.games import AnyGame, game
from engine.games.seven_and_sixes import STOCK, Move
from engine.moves import Deal, Place
from engine.solver.single_games import played_on
from engine.table import EMPTY, STUCK, WON, Pile, State
from tests.engine.helpers import AnyState, cards, composed, legal_texts, play, playouts
from tests.engine.test_uncle_remus import PACK_X

RULES = game("seven_and_sixes")
FREE = game("seven_and_sixes", {"deal_rule": "free"})


def book(suits: str) -> str:
    """King to ace, suits by turns: `SH` is KS QH JS …"""
    return " ".join(rank + suits[i % 2] for i, rank in enumerate(reversed(RANKS)))


SIX = "; ".join(
    f"tab.{7 + i}={book(suits)}|" for i, suits in enumerate(["SH", "SH", "HS", "HS", "DC", "CD"])
)
"""Six closed columns; one of each diamond and club is left, and columns 0 to 6."""


def test_vector_1_the_layout_of_pack_x() -> None:
    state = RULES.deal(PACK_X)
    for i, text in ((0, "6H JS|KH TH"), (11, "KS 5H|JH TS"), (12, "AC 9S|3D 5D")):
        down, up = text.split("|")
        assert state.piles[i] == Pile(tuple(cards(down)), tuple(cards(up)))
    assert sum(len(pile.down) for pile in state.piles[:13]) == 26
    assert sum(len(pile.up) for pile in state.piles[:13]) == 26
    assert len(state.piles[13].down) == 52
    assert RULES.progress(state) == 1
    assert RULES.facts(state) == {"session": 1, "closed": []}


def test_vector_2_the_first_moves_of_pack_x() -> None:
    moves = [
        "move tab.1 tab.4", "move tab.2 tab.0", "move tab.8 tab.5", "move tab.10 tab.5",
        "move tab.12 tab.8", "move tab.12 tab.10",
    ]  # fmt: skip
    state = RULES.deal(PACK_X)
    assert legal_texts(RULES, state) == moves
    with pytest.raises(IllegalMove, match="Before dealing, move every set"):
        play(RULES, state, "deal")
    assert legal_texts(FREE, FREE.deal(PACK_X)) == [*moves, "deal"]


@pytest.mark.parametrize("under", ["", "JC "])
def test_vector_3_a_set_is_never_parted(under: str) -> None:
    state = composed(
        FREE, f"tab.0={under}9H 8S 7D; tab.1=2H 8C; tab.2=3H TS; rest=tab.5; session=9"
    )
    with pytest.raises(IllegalMove, match="A set moves whole"):
        play(FREE, state, "move tab.0 tab.1")
    after = play(FREE, state, "move tab.0 tab.2")
    assert names(after.piles[2].up) == ["3H", "TS", "9H", "8S", "7D"]
    assert names(after.piles[0].up) == under.split()


def test_a_card_goes_on_any_other_colour_one_rank_higher() -> None:
    """A black seven on either red eight; a red seven, a black eight or a lower card will not do."""
    state = composed(
        FREE,
        "tab.0=KS 7S; tab.1=KH 8H; tab.2=KD 8D; tab.3=KC 7H; tab.4=KS 8C; tab.5=KH 6H; "
        "rest=tab.6; session=9",
    )
    assert [text for text in legal_texts(FREE, state) if text.startswith("move tab.0 ")] == [
        "move tab.0 tab.1",
        "move tab.0 tab.2",
    ]
    assert [text for text in legal_texts(FREE, state) if text.endswith(" tab.0")] == [
        "move tab.5 tab.0"
    ]


def test_no_king_goes_on_an_ace() -> None:
    state = composed(FREE, "tab.0=2S KS; tab.1=2H AH; rest=tab.2; session=9")
    with pytest.raises(IllegalMove, match="one rank higher and of the other colour"):
        play(FREE, state, "move tab.0 tab.1")
    assert "move tab.0 tab.1" not in legal_texts(FREE, state)
    # Nor do an ace and a king that were dealt so make a set.
    dealt = composed(FREE, "tab.0=2S AH KS; rest=tab.2; session=9")
    assert names(play(FREE, dealt, "move tab.0 tab.5").piles[0].up) == ["2S", "AH"]


def test_a_column_is_turned_up_card_by_card_and_leaves_a_space() -> None:
    state = composed(
        FREE, "tab.0=4S 6S|8S TS; tab.1=JH; tab.2=9H; tab.3=7H; tab.4=5H; rest=tab.5; session=9"
    )
    step = FREE.play(state, FREE.codec.from_text("move tab.0 tab.1"))
    assert not step.revealed
    step = FREE.play(step.state, FREE.codec.from_text("move tab.0 tab.2"))
    assert [(event.kind, names(event.cards)) for event in step.events] == [
        ("moved", ["8S"]),
        ("turned", ["6S"]),
    ]
    assert step.state.piles[0] == Pile(tuple(cards("4S")), tuple(cards("6S")))
    after = play(FREE, step.state, "move tab.0 tab.3")
    assert after.piles[0] == Pile((), tuple(cards("4S")))
    after = play(FREE, after, "move tab.0 tab.4")
    assert after.piles[0] == Pile()


def test_a_king_brings_its_set_into_a_space() -> None:
    state = composed(FREE, "tab.0=2S KS QH JS; rest=tab.1; session=9")
    after = play(FREE, state, "move tab.0 tab.12")
    assert names(after.piles[12].up) == ["KS", "QH", "JS"]
    assert names(after.piles[0].up) == ["2S"]


def test_five_sessions_when_no_column_is_left_out() -> None:
    state = FREE.deal(PACK_X)
    for session in range(1, 5):
        assert FREE.facts(state) == {"session": session, "closed": []}
        state = play(FREE, state, "deal")
        row = [pile.up[-1] for pile in state.piles[:13]]
        assert row == PACK_X[39 + 13 * session : 52 + 13 * session]
    assert FREE.facts(state) == {"session": 5, "closed": []}
    assert not state.piles[13].down
    assert [len(pile.down) + len(pile.up) for pile in state.piles[:13]] == [8] * 13


def spread(stock: int, session: int) -> AnyState:
    """A closed column, a space, eleven columns with what is not in the stock."""
    left = sorted((Counter(new_pack(2)) - Counter(cards(book("SH")))).elements())
    table, rest = left[: len(left) - stock], left[len(left) - stock :]
    columns = "; ".join(f"tab.{i}={' '.join(names(table[i - 2 :: 11]))}" for i in range(2, 13))
    return composed(
        FREE, f"tab.0={book('SH')}|; {columns}; stock={' '.join(names(rest))}|; session={session}"
    )


def test_vector_4_deals_leave_out_spaces_and_closed_columns() -> None:
    state = spread(52, 1)
    assert FREE.facts(state) == {"session": 1, "closed": [0]}
    after = play(FREE, state, "deal")
    assert len(after.piles[13].down) == 41
    assert after.piles[:2] == state.piles[:2]
    assert sum(len(pile.up) for pile in after.piles) == sum(len(p.up) for p in state.piles) + 11
    assert FREE.facts(after)["session"] == 2


def test_vector_4_a_short_row_goes_to_the_first_columns() -> None:
    state = spread(2, 5)
    after = play(FREE, state, "deal")
    taken = [i for i, (a, b) in enumerate(zip(state.piles, after.piles, strict=True)) if a != b]
    assert taken == [2, 3, 13]
    assert not after.piles[13].down


RUN = book("SH")[:-3]
V5 = (
    "; ".join(f"tab.{i}={book('HS' if i < 2 else 'DC')}|" for i in range(4))
    + "; tab.5=AS; tab.6=KC QD JC TD; tab.7=9C 8D 7C 6D 5C 4D 3C 2D AC; tab.8="
    + f"{book('CD')}|; tab.9={book('SH')}|; "
)


def test_vector_5_a_book_alone_in_its_column_is_closed() -> None:
    state = composed(RULES, f"{V5}tab.4={RUN}; session=5")
    after = play(RULES, state, "move tab.5 tab.4")
    assert RULES.progress(after) == RULES.progress(state) + 2
    assert names(c for c in after.piles[4].down if c is not None) == book("SH").split()
    assert RULES.facts(after)["closed"] == [0, 1, 2, 3, 4, 8, 9]
    view = RULES.view(after).piles["tab.4"]
    assert view is not None
    assert (view.down, view.up) == (13, [])


def test_vector_5_a_book_on_another_card_is_not_closed() -> None:
    text = f"{V5}tab.4=AC|{RUN}; stock=4D 5C|; session=5"
    state = composed(RULES, text.replace("5C 4D 3C 2D AC;", "3C 2D;"))
    after = play(RULES, state, "move tab.5 tab.4")
    assert RULES.progress(after) == RULES.progress(state) + 1
    assert RULES.facts(after)["closed"] == [0, 1, 2, 3, 8, 9]
    covered = play(FREE, FREE.load(RULES.position(after)), "deal")
    assert names(covered.piles[4].up)[-2:] == ["AS", "5C"]
    assert not any(text.startswith("move tab.4") for text in legal_texts(RULES, covered))
    moved = play(RULES, after, "move tab.4 tab.12")
    assert RULES.facts(moved)["closed"] == [0, 1, 2, 3, 8, 9, 12]
    assert names(moved.piles[4].up) == ["AC"]  # turned up
    assert RULES.progress(moved) == RULES.progress(after) + 1


def test_a_dealt_ace_closes_a_column() -> None:
    state = composed(RULES, f"{V5.replace('tab.5=AS; ', '')}tab.4={RUN}; stock=AS|; session=5")
    after = play(RULES, state, "deal")
    assert RULES.facts(after)["closed"] == [0, 1, 2, 3, 4, 8, 9]
    assert after.piles[6] == state.piles[6]


V6 = f"{SIX}; tab.0=5D; tab.1=9C 6C; tab.2=3D KD; rest=stock; session=4"


def test_vector_6_what_need_not_be_done_before_a_deal() -> None:
    state = composed(RULES, V6)
    kings = [f"move tab.2 tab.{i}" for i in (3, 4, 5, 6)]
    assert legal_texts(RULES, state) == ["move tab.0 tab.1", *kings, "deal"]
    after = play(RULES, state, "deal")
    assert [len(pile.up) for pile in after.piles[:7]] == [2, 3, 3, 0, 0, 0, 0]


@pytest.mark.parametrize("column", ["2D 5D", "2D|5D"])
def test_a_join_that_leaves_a_card_comes_before_a_deal(column: str) -> None:
    state = composed(RULES, V6.replace("tab.0=5D", f"tab.0={column}"))
    with pytest.raises(IllegalMove, match="Before dealing, move every set"):
        play(RULES, state, "deal")
    assert "deal" not in legal_texts(RULES, state)


def test_a_row_goes_to_the_spaces_when_there_is_nothing_else() -> None:
    state = composed(RULES, f"{SIX}; rest=stock; session=4")
    assert legal_texts(RULES, state) == ["deal"]
    after = play(RULES, state, "deal")
    assert [len(pile.up) for pile in after.piles[:7]] == [1] * 7
    assert after.piles[7:13] == state.piles[7:13]


LOST = (
    f"{SIX}; tab.0=KD; tab.1=KC; tab.2=QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D AD; "
    "tab.3=QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C AC; session=5"
)


def test_lost_when_only_whole_columns_can_go_into_spaces() -> None:
    assert composed(RULES, LOST).over == STUCK
    for way_on in (("tab.0=KD", "tab.0=AD KD"), ("tab.0=KD", "tab.0=AD|KD")):
        state = composed(RULES, LOST.replace(*way_on).replace("2D AD;", "2D;"))
        assert state.over is None
        assert "move tab.0 tab.4" in legal_texts(RULES, state)


def test_a_king_may_go_from_space_to_space_while_there_is_stock() -> None:
    state = composed(RULES, LOST.replace("tab.3=QC ", "stock=QC|; tab.3="))
    kings = [f"move tab.{k} tab.{i}" for k in (0, 1) for i in (4, 5, 6)]
    assert legal_texts(RULES, state) == [*kings, "deal"]
    assert play(RULES, state, "move tab.0 tab.6", "deal").piles[1].up == tuple(cards("KC QC"))


def test_the_eighth_closed_book_wins() -> None:
    state = composed(
        RULES, f"{SIX}; tab.0={book('DC')[:-3]}; tab.1=AD; tab.2={book('CD')}|; session=5"
    )
    assert "move tab.1 tab.0" in legal_texts(RULES, state)
    after = play(RULES, state, "move tab.1 tab.0")
    assert after.over == WON
    assert RULES.progress(after) == 104


@pytest.mark.parametrize("rules", [RULES, FREE], ids=["strict", "free"])
@given(data=st.data())
def test_stuck_and_deals_by_definition(rules: AnyGame, data: st.DataObject) -> None:
    for state in data.draw(playouts(rules))[-4:]:
        columns, stock = state.piles[:13], state.piles[13].down
        joins, idle = [], []
        for i, src in enumerate(columns):
            for j, dst in enumerate(columns):
                if i != j and src.up and len(dst.down) < 13:
                    top = _top_set(src.up)
                    whole = len(top) == len(src.up) and not src.down
                    if dst.up and RANK[dst.up[-1]] == RANK[top[0]] + 1:
                        if RED[dst.up[-1]] != RED[top[0]]:
                            joins.append(whole)
                    elif not dst.up and RANK[top[0]] == 13:
                        idle.append(whole)
        closed = sum(len(pile.down) == 13 for pile in columns)
        assert (state.over == WON) == (closed == 8)
        useful = bool(stock) or bool(joins) or not all(idle)
        assert (state.over == STUCK) == (closed < 8 and not useful)
        may_deal = bool(stock) and (rules is FREE or all(joins))
        assert ("deal" in legal_texts(rules, state)) == may_deal


def _top_set(up: tuple[Card, ...]) -> tuple[Card, ...]:
    for n in range(len(up), 1, -1):
        if all(RANK[a] == RANK[b] + 1 and RED[a] != RED[b] for a, b in pairwise(up[-n:])):
            return up[-n:]
    return up[-1:]


@given(data=st.data())
def test_progress_never_falls(data: st.DataObject) -> None:
    states = data.draw(playouts(RULES))
    numbers = [RULES.progress(state) for state in states]
    assert numbers == sorted(numbers)


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("move stock tab.0", "Sets move from one column to another"),
        ("move tab.0 stock", "Sets move from one column to another"),
        ("move tab.0 tab.0", "Sets move from one column to another"),
        ("move tab.0 tab.7", "A closed column neither takes nor gives"),
        ("move tab.7 tab.0", "A closed column neither takes nor gives"),
        ("move tab.7 tab.6", "A closed column neither takes nor gives"),
        ("move tab.6 tab.0", "That column is empty"),
        ("move tab.0 tab.6", "Only a king, with its set, goes into a space"),
        ("move tab.1 tab.0", "on a card one rank higher and of the other colour"),
        ("move tab.0 tab.3", "on a card one rank higher and of the other colour"),
        ("move tab.2 tab.4", "on a card one rank higher and of the other colour"),
        ("deal", "The stock is used up"),
    ],
)
def test_refusals(move: str, sentence: str) -> None:
    state = composed(
        RULES,
        f"{SIX}; tab.0=5D; tab.1=9C 6C; tab.2=3D KD; tab.3=6D; tab.4=AC; rest=tab.5; session=5",
    )
    with pytest.raises(IllegalMove, match=sentence):
        play(RULES, state, move)
    assert move not in legal_texts(RULES, state)


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("tab.0=2S 3S 4S|5S; rest=tab.1; session=5", "face down, no more"),
        ("tab.0=2S|; rest=tab.1; session=5", "happens by itself"),
        (f"tab.0={book('SH')}; rest=tab.1; session=5", "happens by itself"),
        (f"tab.0={book('SH')}|2C; rest=tab.1; session=5", "and nothing else"),
        (f"tab.0={book('SS')}|; rest=tab.1; session=5", "a book from king to ace"),
        ("rest=tab.1; session=4", "each deal takes one to thirteen cards"),
        ("rest=stock; session=1", "each deal takes one to thirteen cards"),
        (V6.replace("session=4", "session=33"), "each deal takes one to thirteen cards"),
        ("tab.0=2S 3S|4S; tab.1=5S 6S 7S|8S; rest=tab.2; session=5", "face down, no more"),
        (V6.replace("session=4", "session=1"), "each deal takes one to thirteen cards"),
        ("rest=tab.1; session=54", "a number from 1 to 53"),
        ("rest=tab.1", "a number from 1 to 53"),
    ],
)
def test_positions_that_cannot_arise(position: str, sentence: str) -> None:
    with pytest.raises(BadPosition, match=sentence):
        composed(RULES, position)


def test_the_cards_of_the_packs_make_eight_books() -> None:
    suits = ["SH", "SH", "HS", "HS", "DC", "DC", "CD", "CD"]
    assert sorted(" ".join(map(book, suits)).split()) == sorted(NAME * 2)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("move tab.0", "Write it as: move SRC DST"),
        ("move tab.0 tab.1 2", "Write it as: move SRC DST"),
        ("move tab.0 tab.13", "The dst of the move move must be a pile of this game"),
        ("deal tab.0", "Write it as: deal"),
        ("play tab.0 tab.1", "The moves of this game are: move, deal, resign"),
    ],
)
def test_moves_that_are_half_right(text: str, sentence: str) -> None:
    with pytest.raises(BadRequest, match=sentence):
        RULES.codec.from_text(text)


def test_a_pack_holds_every_card_twice() -> None:
    with pytest.raises(BadPack, match="6H is there too often: the game needs 2 of each card"):
        RULES.deal([*PACK_X[:-1], PACK_X[0]])
    with pytest.raises(BadPack, match="AC is missing"):
        RULES.deal(PACK_X[:-1])


@pytest.mark.parametrize(
    ("columns", "joined", "turned"),
    [
        ("9S/8H/7C", 2, 0),
        ("9S/8H/8D", 1, 0),  # two cards for one place
        ("9S/4C 8H/3D", 2, 0),  # the eight frees a place for the three
        ("9S/AS|8H/7S", 2, 1),  # a card that turns up is not known
        ("QH/4C KS/3D/-", 2, 0),  # the king leaves for the space
        ("QH/KS/-", 1, 0),
        ("-/KS", 0, 0),
    ],
)
def test_what_can_be_joined_before_the_next_deal(columns: str, joined: int, turned: int) -> None:
    """The search for a win judges a position by it."""
    piles = []
    for column in columns.split("/"):
        down, _, up = column.rpartition("|")
        piles.append(Pile(tuple(cards(down)), tuple(cards(up.strip("-")))))
    closed = [Pile(tuple(cards(book("SH"))))] * (13 - len(piles))
    assert played_on([*piles, *closed]) == (joined, turned)


def columns_of(*texts: str) -> list[Pile]:
    """Return thirteen piles: those of the texts, each with its face-down cards before `|`, and then
    closed columns."""
    piles = []
    for text in texts:
        down, _, up = text.rpartition("|")
        piles.append(Pile(tuple(cards(down)), tuple(cards(up))))
    return [*piles, *[Pile(tuple(cards(book("SH"))))] * (13 - len(piles))]


def worth(*columns: str) -> int:
    """Return how good a position with these columns is by the tips of the book."""
    return RULES.worth(State((*columns_of(*columns), Pile(down=(None,))), 5))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (["9S 8H", "2S"], ["9S", "2S 8H"]),  # a card that has moved, and one that can move
        (["9S", "2S 8H"], ["9S", "8H 2S"]),
        (["JC", "2S TD 9S"], ["JD", "2S TD 9S"]),  # a set that can move
        # The five moves first, because two red eights wait for one place.
        (["9S", "2S 8H", "2C 8D", "6C 5D", "2S"], ["9S 8H", "2S", "2C 8D", "6C", "2S 5D"]),
        (["8H 2S 9S"], ["9S 2S 8H"]),  # a card above its senior, with another between them
        (["TD 9S 2S QD JC"], ["QD JC 2S TD 9S"]),  # a set above its senior
        (["2C 5C 9C", "2D 5D"], ["2C 5C 9C 2D", "5D"]),  # many sets in one column
        (["KS", "9C 5C"], ["9C KS", "5C"]),  # a king that is not in a space
        (["KS", "5C|9C"], ["5C|KS", "9C"]),
        (["2D 9C"], ["9C 2D", "AD"]),
        (["AD 9C"], ["9C AD"]),
    ],
)
def test_the_tips_of_the_book(better: list[str], worse: list[str]) -> None:
    assert worth(*better) > worth(*worse)


def test_what_the_tips_do_not_blame() -> None:
    """Three sets in a column, and an ace that is covered."""
    assert worth("2C 5C 9C", "5D") == worth("2C 5C", "9C 5D")
    assert worth("AD 9C") == worth("2D 9C")


def test_one_space_is_good_by_the_tips_and_more_are_bad() -> None:
    """So are closed columns, but each of their cards counts as progress."""
    nines = [Pile(up=tuple(cards("9C")))] * 13
    stock = Pile(down=(None,))
    spaces = [RULES.worth(State((*[EMPTY] * n, *nines[n:], stock), 5)) for n in range(4)]
    assert spaces[1] > spaces[0]
    assert spaces[1] > spaces[2] > spaces[3]
    columns = columns_of()
    closed = [RULES.worth(State((*columns[:n], *nines[n:], stock), 5)) for n in range(4)]
    assert closed[1] - closed[0] == closed[2] - closed[1] == 130 - 10


@pytest.mark.parametrize("under", ["QD", "2D"])
def test_the_tips_keep_the_only_space_if_no_king_makes_a_further_move(under: str) -> None:
    columns = f"tab.1={under} KC; tab.2=4C; tab.3=6C; tab.4=8C; tab.5=TC; tab.6=QC"
    state = composed(RULES, f"{SIX}; {columns}; rest=stock; session=4")
    move = player(RULES, "tips", random.Random(1).randrange).move(state)
    assert move == (Move(Place("tab.1"), Place("tab.0")) if under == "QD" else Deal())


def test_the_tips_deal_only_when_no_set_can_move() -> None:
    """Also with `free`, where a deal is legal before that, and if two sets wait for one place."""
    stock = Pile(down=tuple(cards("KD QD")))
    state = State((*columns_of("9S", "2S 8H", "2C 8D"), stock), 5)
    assert Deal() in FREE.legal(state).moves
    one = player(FREE, "tips", random.Random(1).randrange)
    assert isinstance(one.move(state), Move)


def states_of_games(games: int) -> Iterator[AnyState]:
    """Yield each state of some games in which random moves are made."""
    for number in range(games):
        state, rng = RULES.deal(RULES.pack(deal_number_seed(number + 1))), random.Random(number)
        while not state.over:
            yield state
            state = RULES.play(state, rng.choice(RULES.legal(state).moves)).state


def test_playing_on_moves_the_same_cards_as_the_rules() -> None:
    closings = spaces = 0
    finished = [*columns_of(book("SH")[:-3], "9D AH", "2C|KC", ""), Pile(down=tuple(cards("QD")))]
    for state in (*states_of_games(3), State(tuple(finished), 5)):
        before = Columns(state.piles[:STOCK])
        assert before.progress == RULES.progress(state)
        for move in RULES.legal(state).moves:
            if isinstance(move, Deal):
                continue
            after = RULES.play(state, move).state
            one, other = Columns(state.piles[:STOCK]), Columns(after.piles[:STOCK])
            one.move(RULES.layout.index[move.src], RULES.layout.index[move.dst])
            assert vars(one) == vars(other)
            closings += len(one.closed) > len(before.closed)
            spaces += one.sets.count([]) > before.sets.count([])
    assert spaces
    assert closings


def test_a_player_plays_on_until_only_moves_are_left_that_need_not_be_made() -> None:
    for number in range(1, 9):
        state = RULES.deal(RULES.pack(deal_number_seed(number)))
        one = Columns(state.piles[:STOCK])
        before = one.progress
        one.play_on(may_deal=True)
        assert one.progress > before
        tops = [sets[-1] for sets in one.sets if sets]
        for i, sets in enumerate(one.sets):
            if sets and (len(sets) > 1 or one.hidden[i]):
                assert all(SENIOR[sets[-1][0]] != low for _, low in tops)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (["5S 4H", "9C"], ["5S", "9C 4H"]),  # a card of progress
        (["5S|9C"], ["5S 2H|9C"]),
        (["5S|9C", "2H"], ["5S|2H 9C", "7S"]),  # two sets keep a face-down card
        (["5S 9C", "3D 7H"], ["5S 9C 3D", "7H"]),
        (["2D 9C"], ["9C AD"]),
        (["9C 6S"], ["9C KS"]),
        (["5S|9C"], ["5S|KC"]),
        (["9C 6S 3D"], ["7D 2C 6S"]),  # a card above the one on which it could lie
    ],
)
def test_what_is_bad_before_a_deal(better: list[str], worse: list[str]) -> None:
    """The tips of the book, and how far the game has come."""
    assert (
        Columns(columns_of(*better)).worth_before_deal()
        > Columns(columns_of(*worse)).worth_before_deal()
    )


def test_one_space_is_good_before_a_deal_and_more_are_bad() -> None:
    worths = [
        Columns([*[EMPTY] * n, *[Pile(up=tuple(cards("9C")))] * (13 - n)]).worth_before_deal()
        for n in (0, 1, 2, 3)
    ]
    assert worths[1] > worths[0]
    assert worths[1] > worths[2] > worths[3]


def test_a_deal_is_worth_what_the_position_before_it_is() -> None:
    piles = [*columns_of("9S|8H", "3D"), Pile(down=tuple(cards("KS QD")))]
    state = State(tuple(piles), 5)
    assert RULES.outlook(state, Deal()) == Columns(piles[:STOCK]).worth_before_deal()


def test_a_king_has_the_choice_of_one_space_and_needs_no_other() -> None:
    piles = [*columns_of("", "", "KS", "9H KD"), Pile(down=tuple(cards("QD")))]
    state = State(tuple(piles), 5)
    moves = RULES.legal(state).moves
    assert RULES.alternatives(state, moves) == [Move(Place("tab.3"), Place("tab.0")), Deal()]
