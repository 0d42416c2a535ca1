"""Bases and rules of games that are played in sessions, or whose cards are turned over to be the
stock again: `SessionGame`, `RedealGame`, `turning_over`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from engine.cards import RANK, SUITS
from engine.errors import BadPosition
from engine.game import Game, Move
from engine.mechanics.rules import Dealing, WhyNot
from engine.table import Pile, State, Table
from engine.view import Facts, Json


class SessionFacts(Facts):
    """`session`: the number of the session, from 1."""

    session: int


class RedealFacts(Facts):
    """`redeals_left`: how often the cards can still be turned over to be the stock."""

    redeals_left: int


class SessionGame(Game[int, Move]):
    """A game in which `State.beside` is the number of the session, from 1 to `last`."""

    last: int
    """The number of the last session. An option that changes it sets it in `lay`."""
    fact_types: ClassVar[type] = SessionFacts

    def facts(self, state: State[int]) -> SessionFacts:
        return {"session": state.beside}

    def beside(self, facts: Mapping[str, Json]) -> int:
        return session_in(facts, self.last)


class RedealGame(Game[int, Move]):
    """A game in which `State.beside` is the number of redeals left, at first `redeals`."""

    redeals: int
    """The number of redeals that a game has. An option that changes it sets it in `lay`."""
    fact_types: ClassVar[type] = RedealFacts

    def facts(self, state: State[int]) -> RedealFacts:
        return {"redeals_left": state.beside}

    def beside(self, facts: Mapping[str, Json]) -> int:
        return left_in(facts, "redeals_left", self.redeals)


def turning_over(
    kind: type,
    piles: Sequence[int],
    stock: int,
    early: str,
    spent: str,
    empty: str | None = None,
    first: WhyNot | None = None,
) -> Dealing[int]:
    """Return the rule of the redeals of a `RedealGame`: when the stock is used up, the piles are
    gathered, the first one lowest, and turned over to be the stock.

    The reasons: `early` is given while the stock has cards, `empty` if the piles have no cards, and
    `spent` if no redeal is left. Without `empty`, piles without cards may be turned over too.
    `first` returns why another move must be made before a redeal, or None if there is no such move.
    """

    def why_not(state: State[int]) -> str | None:
        if state.piles[stock].down:
            return early
        due = first(state) if first else None
        if due is None and empty and not any(state.piles[i].up for i in piles):
            return empty
        return due if due or state.beside else spent

    def redeal(state: State[int], table: Table) -> int:
        table.turn_over(piles, stock)
        return state.beside - 1

    return Dealing(kind, why_not, redeal)


def session_in(facts: Mapping[str, Json], last: int, name: str = "session") -> int:
    """Return the fact `name` of a position, a number from 1 to `last`. Raises BadPosition."""
    session = facts.get(name)
    if type(session) is not int or not 1 <= session <= last:
        raise BadPosition(f"The {name} must be a number from 1 to {last}.")
    return session


def left_in(facts: Mapping[str, Json], name: str, most: int) -> int:
    """Return the fact that says how often something may still be done, from 0 to `most`. Raises
    BadPosition."""
    left = facts.get(name)
    if type(left) is not int or not 0 <= left <= most:
        raise BadPosition(f"The fact {name} must be a number from 0 to {most}.")
    return left


def heights(session: int) -> list[int]:
    """Return the number of cards in each of eight columns of twelve at the start of a session, if
    no card was played.

    Before the second session the first column is dealt again across all eight, itself included;
    before the third session the second column, and so on. No column can ever hold more cards than
    this.
    """
    sizes = [12] * 8
    for taken in range(session - 1):
        cards, sizes[taken] = sizes[taken], 0
        for i in range(cards):
            sizes[i % 8] += 1
    return sizes


def last_of_its_rank(piles: Sequence[Pile], src: int, placed: Iterable[int]) -> bool:
    """Return whether all other cards of the rank of the top card of pile `src` lie in the piles
    with the indices `placed`, in a game with two packs."""
    rank = RANK[piles[src].up[-1]]
    return sum(RANK[card] == rank for i in placed for card in piles[i].up) == 2 * len(SUITS) - 1
