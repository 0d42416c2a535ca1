"""Helpers for games played in sessions, between which cards are dealt or redealt."""

from collections.abc import Mapping

from engine.errors import BadPosition
from engine.view import Facts, Json


class SessionFacts(Facts):
    """`session`: the number of the session, from 1."""

    session: int


class RedealFacts(Facts):
    """`redeals_left`: how often the cards can still be turned over to be the stock."""

    redeals_left: int


def session_in(facts: Mapping[str, Json], last: int) -> int:
    """Return the session number in the facts of a position, from 1 to `last`. Raises
    BadPosition."""
    session = facts.get("session")
    if type(session) is not int or not 1 <= session <= last:
        raise BadPosition(f"The session must be a number from 1 to {last}.")
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
