"""What games share that are played in sessions, a deal or a redeal between each and the next."""

from collections.abc import Mapping

from engine.errors import BadPosition
from engine.view import Json


def session_in(facts: Mapping[str, Json], last: int) -> int:
    """The session that the facts of a position tell, 1 to `last`. Raises BadPosition."""
    session = facts.get("session")
    if type(session) is not int or not 1 <= session <= last:
        raise BadPosition(f"The session must be a number from 1 to {last}.")
    return session


def heights(session: int) -> list[int]:
    """How many cards eight columns of twelve hold in a session if none has been played.

    Before each session the next column is dealt across all eight, itself included. Whatever has
    been played, no column ever holds more.
    """
    sizes = [12] * 8
    for taken in range(session - 1):
        cards, sizes[taken] = sizes[taken], 0
        for i in range(cards):
            sizes[i % 8] += 1
    return sizes
