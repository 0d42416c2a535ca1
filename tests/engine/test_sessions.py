"""Tests of the sessions of a game: counting from 1, and the columns after a redeal."""

import pytest

from engine.errors import BadPosition
from engine.mechanics.sessions import heights, session_in


def test_sessions_are_counted_from_one() -> None:
    assert [session_in({"session": n}, 3) for n in (1, 2, 3)] == [1, 2, 3]


@pytest.mark.parametrize("session", [0, 4, -1, True, "1", None, 1.0])
def test_a_session_that_cannot_be_is_refused(session: object) -> None:
    with pytest.raises(BadPosition, match="from 1 to 3"):
        session_in({"session": session}, 3)  # type: ignore[dict-item] # what a file may hold


def test_a_column_is_dealt_across_all_itself_included() -> None:
    assert heights(1) == [12] * 8
    assert heights(2) == [2, 14, 14, 14, 13, 13, 13, 13]
