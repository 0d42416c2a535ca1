"""Helpers for games played in sessions, with a deal or redeal between them."""

from collections.abc import Mapping

from engine.errors import BadPosition
from engine.view import Facts, Json


class SessionFacts(Facts):
    """`session`: the number of the session, from 1."""

    session: int


def session_in(facts: Mapping[str, Json], last: int) -> int:
    """The session number in the facts of a position, from 1 to `last`. Raises BadPosition."""
    session = facts.get("session")
    if type(session) is not int or not 1 <= session <= last:
        raise BadPosition(f"The session must be a number from 1 to {last}.")
    return session


def heights(session: int) -> list[int]:
    """The number of cards in each of eight columns of twelve at the start of a session, if no card
    was played.

    Before each session the next column is dealt across all eight, including itself. No column can
    ever hold more cards than this.
    """
    sizes = [12] * 8
    for taken in range(session - 1):
        cards, sizes[taken] = sizes[taken], 0
        for i in range(cards):
            sizes[i % 8] += 1
    return sizes
