"""Find out which cards of a column can move together, by trying moves of two cards against the
rules."""

from contextlib import suppress
from dataclasses import fields
from functools import lru_cache
from typing import Any

from engine.cards import Card, new_pack
from engine.errors import HiddenCard
from engine.games import AnyGame
from engine.table import EMPTY, Pile, State, Table

KNOWN: dict[str, dict[tuple[Card, Card], bool]] = {}
"""Cached answers of `can_move_together`, by game identity and the (lower, upper) card."""


def can_move_together(game: AnyGame, state: State[Any], lower: Card, upper: Card) -> bool:
    """Whether `lower` and `upper`, the two top cards of a column, can ever move together to another
    column, whatever lies there. The answer is cached under the two cards alone: it is assumed that
    the other cards of the table do not matter."""
    known, pair = _known(game), (lower, upper)
    if pair not in known:
        known[pair] = _try(game, state, lower, upper)
    return known[pair]


@lru_cache(maxsize=64)
def _known(game: AnyGame) -> dict[tuple[Card, Card], bool]:
    return KNOWN.setdefault(game.identity, {})


def _try(game: AnyGame, state: State[Any], lower: Card, upper: Card) -> bool:
    columns = _columns(game)
    if len(columns) < 2:
        return False
    src, dst = columns[:2]
    names = game.layout.names
    moves = [
        kind(*({"src": names[src], "dst": names[dst], "n": 2}[f.name] for f in fields(kind)))
        for kind in game.kinds
        if {f.name for f in fields(kind)} in ({"src", "dst"}, {"src", "dst", "n"})
    ]
    piles = list(state.piles)
    for below in ((), (upper,)):  # games may bar whole or partial columns
        piles[src] = Pile(up=(*below, lower, upper))
        for target in (EMPTY, *(Pile(up=(card,)) for card in new_pack(1))):
            piles[dst] = target
            tried = State(tuple(piles), state.beside)
            for move in moves:
                if game.refusal(tried, move) is None and _left(game, tried, move, src) == below:
                    return True
    return False


def _left(game: AnyGame, state: State[Any], move: Any, src: int) -> tuple[Card, ...]:
    table = Table(state.piles)
    with suppress(HiddenCard):
        game.perform(state, move, table)
    return table.piles[src].up


def _columns(game: AnyGame) -> tuple[int, ...]:
    groups = enumerate(game.layout.group_of)
    return tuple(i for i, group in groups if group.role == "tableau")
