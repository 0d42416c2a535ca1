"""Helpers of the tests of Racing Demon: tables in shorthand, random play, and an oracle of who can
play."""

import random
from collections import Counter
from itertools import chain

from hypothesis import strategies as st

from engine.cards import NAME, SUITS, Card, deal_number_seed
from engine.moves import Move, Pack, Resign, Turn
from engine.racing_demon.game import Claim, Fill, RacingDemon, TableMove
from engine.racing_demon.state import Foundation, RacingBoard, RoundState
from engine.table import Pile
from tests.engine.helpers import cards

RULES = RacingDemon()
Z1 = RULES.packs(bytes(32), 1)[0]

OPTION_SETS: list[dict[str, object]] = [
    {},
    {"same_deal": False, "piles": 5},
    {"turn": 1, "spaces": "free"},
    {"play_on": True, "spaces": "free", "same_deal": False},
    {"play_on": True, "stuck": "end", "penalty": 2, "out_bonus": 0, "king_bonus": 0},
]
"""Sets in which each option has each of its effects on play."""


def composed(rules: RacingDemon, *lines: str) -> RoundState:
    """The table of these lines, after what happens by itself in it.

        5C KH; 9S 9C 7S 7C; AS 4S 6S JS        a seat: its demon, its work piles, its stock in the
                                               order of turning; then perhaps its waste
        middle: S0110 H1111                    foundations: the suit, and the owner of each card

    A work pile of several cards is written with `/`: `9S/8H`. An empty one is `-`.
    """
    boards: list[RacingBoard] = []
    middle: tuple[Foundation, ...] = ()
    for line in lines:
        if line.startswith("middle: "):
            words = line.removeprefix("middle: ").split()
            middle = tuple(Foundation(SUITS.index(w[0]), tuple(map(int, w[1:]))) for w in words)
        else:
            boards.append(_board(rules, line))
    emptied = tuple(seat for seat, board in enumerate(boards) if not board.piles[0].up)
    return rules.settled(RoundState(tuple(boards), middle, emptied=emptied)).state


def _board(rules: RacingDemon, line: str) -> RacingBoard:
    demon, row, stock, waste = (*map(str.strip, line.split(";")), "")[:4]
    work_piles = [word.replace("/", " ").replace("-", "") for word in row.split()]
    assert len(work_piles) == len(rules.columns)
    piles = [_pile(demon), *(Pile((), tuple(cards(each))) for each in work_piles)]
    return RacingBoard((*piles, Pile(tuple(cards(stock)[::-1])), _pile(waste)))


def _pile(text: str) -> Pile:
    lying = tuple(cards(text))
    return Pile(lying[:-1], lying[-1:])


def play(rules: RacingDemon, state: RoundState, *moves: str) -> RoundState:
    """The table after moves such as `0 turn`: the seat and the text."""
    for move in moves:
        seat, text = move.split(" ", 1)
        state = rules.play(state, int(seat), rules.codec.from_text(text)).state
    return state


def legal_texts(rules: RacingDemon, state: RoundState, seat: int) -> list[str]:
    return [rules.codec.to_text(move) for move in rules.legal(state, seat)]


def stock(rules: RacingDemon, state: RoundState, seat: int) -> str:
    """The stock of a seat in the order of turning."""
    down = state.boards[seat].piles[rules.stock].down
    return " ".join(NAME[card] for card in reversed(down) if card is not None)


def all_points(rules: RacingDemon, state: RoundState) -> list[int]:
    return [rules.points(state, seat) for seat in range(len(state.boards))]


def owned(rules: RacingDemon, state: RoundState, seat: int) -> Counter[Card | None]:
    """Every card of a seat, wherever it lies."""
    lying = chain.from_iterable((*pile.down, *pile.up) for pile in state.boards[seat].piles)
    built = (
        Card(each.suit * 13 + at)
        for each in state.foundations
        for at, owner in enumerate(each.owners)
        if owner == seat
    )
    return Counter(lying) + Counter(built)


# Random play. ---------------------------------------------------------------------------------


def some_move(rules: RacingDemon, state: RoundState, seat: int, rng: random.Random) -> TableMove:
    """A random legal move, more often one that plays a card or empties a pile than another."""
    moves = rules.legal(state, seat)
    good = [move for move in moves if isinstance(move, Claim | Pack | Fill)]
    turns = [move for move in moves if isinstance(move, Turn | Move)]
    pick = rng.random()
    if good and pick < 0.8:
        return rng.choice(good)
    if turns and pick < 0.99:
        return rng.choice(turns)
    return rng.choice([*moves, Resign()]) if pick > 0.999 else rng.choice(moves)


def playout(
    rules: RacingDemon, deal: int, seats: int, choices: int, plies: int
) -> list[RoundState]:
    """The tables of a random round of a practice deal."""
    rng = random.Random(choices)
    states = [rules.deal(rules.packs(deal_number_seed(deal), seats))]
    for _ in range(plies):
        state = states[-1]
        there = [seat for seat in range(seats) if rules.legal(state, seat)]
        if not there:
            break
        seat = rng.choice(there)
        move = some_move(rules, state, seat, rng)
        states.append(rules.play(state, seat, move).state)
    return states


def playouts(rules: RacingDemon, plies: int = 300) -> st.SearchStrategy[list[RoundState]]:
    """Random rounds of one to eight seats and of many lengths."""
    return st.builds(
        playout,
        st.just(rules),
        st.integers(1, 10**6),
        st.integers(1, 8),
        st.integers(0, 10**6),
        st.integers(0, plies),
    )


# The oracle. ----------------------------------------------------------------------------------


def can_play(rules: RacingDemon, state: RoundState, seat: int) -> bool:
    """Whether a seat can play a card: every table that it can reach by turning and by moving work
    piles is searched, with the moves that the rules list."""
    start = state._replace(
        boards=tuple(board._replace(stuck=False) for board in state.boards), over=None
    )
    tried, left = {start}, [start]
    while left:
        table = left.pop()
        for move in rules.legal(table, seat):
            if isinstance(move, Claim | Pack | Fill):
                return True
            if isinstance(move, Turn | Move):
                after = rules.moved(table, seat, move).state
                lasts = bool(table.boards[seat].piles[0].up)
                if isinstance(move, Move) and lasts and empties(rules, table, seat, move):
                    return True
                if after not in tried:
                    tried.add(after)
                    left.append(after)
    return False


def empties(rules: RacingDemon, state: RoundState, seat: int, move: Move) -> bool:
    """Whether a legal move empties its work pile."""
    return len(state.boards[seat].piles[rules.layout.index[move.src]].up) == move.n


def without_hidden(rules: RacingDemon, state: RoundState) -> RoundState:
    """The table as its view shows it."""
    return rules.state_of(rules.view(state))
