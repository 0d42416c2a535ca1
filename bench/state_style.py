"""Compare immutable states that share piles with one board that changes and is taken back.

Both styles do what a server does with a move: check it, make it, do what follows without a choice,
know the changed piles, and be able to go back if storing the move failed. The reversible board has
to be copied wherever an immutable state is only kept: for each contestant, and for whoever still
reads an earlier position while the next moves are played ahead.
"""

from typing import NamedTuple

from bench.engine import Ply, random_plies
from bench.reversible import Board, Hands
from bench.timing import Cost, cost
from engine.games import AnyGame, game
from engine.view import PileView, pile_view

KINDS = (
    ("uncle_remus", "move"),
    ("aces_up", "discard"),
    ("aces_up", "deal"),
    ("cribbage_patience", "place"),
)
ROUNDS = 3
NOTHING = Cost(0.0, 0.0)


class StyleCost(NamedTuple):
    """One kind of move in one style. What a style gets for nothing costs 0. `back` takes a move
    back."""

    move: str
    style: str
    play: Cost
    changed: Cost
    """Find the changed piles and show them as a view does. Facts are left out, because they cost
    both styles the same."""
    back: Cost
    copy: Cost


def measured(plies: int) -> list[StyleCost]:
    """Measure both styles on every kind of move in KINDS, chosen from `plies` moves of each game.

    The result is the best of some interleaved rounds, because other work of the machine can only
    add time.
    """
    rows = []
    for slug, kind in KINDS:
        rules = game(slug)
        chosen = [p for p in random_plies(rules, plies) if p.text.split(" ")[0] == kind]
        rounds = [
            (_immutable(rules, kind, chosen), _reversible(rules, kind, chosen))
            for _ in range(ROUNDS)
        ]
        rows += [min(style, key=lambda row: row.play) for style in zip(*rounds, strict=True)]
    return rows


def _immutable(rules: AnyGame, kind: str, plies: list[Ply]) -> StyleCost:
    moves = [(ply.before, rules.codec.from_text(ply.text)) for ply in plies]
    return StyleCost(
        f"{rules.slug} {kind}",
        "immutable",
        play=cost(rules.play, moves),
        changed=cost(_changed, [(ply,) for ply in plies]),
        back=NOTHING,
        copy=NOTHING,
    )


def _changed(ply: Ply) -> list[PileView]:
    pairs = zip(ply.before.piles, ply.after.piles, strict=True)
    return [pile_view(new) for old, new in pairs if old is not new]


def _reversible(rules: AnyGame, kind: str, plies: list[Ply]) -> StyleCost:
    boards = [Board.of(rules, ply.before) for ply in plies]
    made: list[tuple[Board, Hands]] = []

    def play(board: Board, move: object) -> None:
        made.append((board, board.play(move)))

    moves = [rules.codec.from_text(ply.text) for ply in plies]
    plays = cost(play, list(zip(boards, moves, strict=True)))
    for board, ply in zip(boards, plies, strict=True):
        _check(board, ply.after.piles)
    changed = cost(_changed_heaps, made)
    copies = cost(Board.copy, [(board,) for board in boards])
    back = cost(Board.back, made)
    for board, ply in zip(boards, plies, strict=True):
        _check(board, ply.before.piles)
    return StyleCost(f"{rules.slug} {kind}", "reversible", plays, changed, back, copies)


def _changed_heaps(board: Board, hands: Hands) -> list[PileView]:
    return [pile_view(board.state.piles[i]) for i in board.changed(hands)]


def _check(board: Board, piles: object) -> None:
    """Check that the board holds what the immutable state holds; otherwise its figures mean
    nothing."""
    assert tuple(heap.pile() for heap in board.heaps) == piles
