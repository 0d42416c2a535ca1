"""Base classes of two sorts of games. A `SessionGame` is played in a fixed number of sessions: each
session begins with a deal and lasts until the next one. In a `RedealGame` the cards that were dealt
can be turned over to be the stock again, a limited number of times.

A view is what a player may see of a game; its facts are the values that it shows besides the piles.
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
    """The facts of a game with sessions. `session` is the number of the session, from 1. A session
    is the play from one deal to the next."""

    session: int


class RedealFacts(Facts):
    """The facts of a game with redeals. `redeals_left` is how many times the cards that were dealt
    can still be turned over to be the stock."""

    redeals_left: int


class SessionGame(Game[int, Move]):
    """A game that is played in sessions, each of which begins with a deal. `State.beside`, the part
    of a state besides the piles, is the number of the session, from 1 to `last`."""

    last: int
    """The number of the last session. The game sets it in `lay`."""
    fact_types: ClassVar[type] = SessionFacts

    def facts(self, state: State[int]) -> SessionFacts:
        return {"session": state.beside}

    def beside(self, facts: Mapping[str, Json]) -> int:
        return session_in(facts, self.last)


class RedealGame(Game[int, Move]):
    """A game with a limited number of redeals. `State.beside`, the part of a state besides the
    piles, is how many redeals are left. At the beginning it is `redeals`."""

    redeals: int
    """How many redeals a game has. The game sets it in `lay`."""
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
    """Return the rule of the redeals of a `RedealGame`. When the stock is used up, the cards of
    `piles` are gathered, with the first pile at the bottom, and turned over to be the stock.

    The other arguments are reasons for refusing a redeal. `early`: the stock still has cards.
    `empty`: the piles have no cards; without this argument the redeal is legal then. `spent`: no
    redeal is left. The function `first` returns the reason for which another move must be made
    before a redeal, or None.
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
    """Return the number of the session, from 1 to `last`, which is the fact `name` in `facts`.
    Raises BadPosition if the fact is anything else."""
    session = facts.get(name)
    if type(session) is not int or not 1 <= session <= last:
        raise BadPosition(f"The {name} must be a number from 1 to {last}.")
    return session


def left_in(facts: Mapping[str, Json], name: str, most: int) -> int:
    """Return how many times the player may still do something, from 0 to `most`, which is the fact
    `name` in `facts`. Raises BadPosition if the fact is anything else."""
    left = facts.get(name)
    if type(left) is not int or not 0 <= left <= most:
        raise BadPosition(f"The fact {name} must be a number from 0 to {most}.")
    return left


def heights(session: int) -> list[int]:
    """Return how many cards each of the eight columns of Senior Wrangler or As You Like It has at
    the start of a session if no card has been played. At the start of session 1 each has twelve.

    Before session 2 the cards of the first column are dealt again, one to each of the eight columns
    in turn; before session 3 those of the second column, and so on. If cards have been played, no
    column can have more cards than this.
    """
    sizes = [12] * 8
    for taken in range(session - 1):
        cards, sizes[taken] = sizes[taken], 0
        for i in range(cards):
            sizes[i % 8] += 1
    return sizes


def last_of_its_rank(piles: Sequence[Pile], src: int, placed: Iterable[int]) -> bool:
    """Return whether the other seven cards of the same rank as the top card of the pile `src` lie
    in the piles `placed`. The game has two packs. `src` and `placed` are indices of piles."""
    rank = RANK[piles[src].up[-1]]
    return sum(RANK[card] == rank for i in placed for card in piles[i].up) == 2 * len(SUITS) - 1
