"""What is said of a run at a moment: what comes next, and which limit."""

import pytest

from engine.crown_facts import BreakBegan, BreakEnded, LineLost, WaitBegan
from engine.crown_run import state
from engine.ledger import Limits
from server.crowns.said import nearest, triple_after
from tests.engine.crown_candidate import MIN, Candidate, S


def won(letters: str) -> Candidate:
    one = Candidate()
    for letter in letters:
        one.begin(letter).wait(MIN).end().wait(S)
    return one


@pytest.mark.parametrize(
    ("letters", "after"),
    [
        ("", 3),
        ("A", 2),
        ("AS", 1),
        ("AA", 2),
        ("ASA", 1),
        ("ASK", 3),  # these three count for no other
        ("ASKA", 2),
        ("ASKAS", 1),
        ("ASKASK", 3),
        ("ASKUW", 3),  # the Quintuple: the run is over
        ("ASKAUW", 3),
    ],
)
def test_how_many_more_make_a_triple_crown(letters: str, after: int) -> None:
    assert triple_after(state(won(letters).run)) == after


def test_which_limit_comes_first_if_everything_stays_as_it_is() -> None:
    def near(one: Candidate) -> tuple[str, int] | None:
        return nearest(state(one.run._replace(known_ms=one.ms)), Limits())

    assert near(Candidate().begin("A").wait(MIN)) is None, "there is no run"
    one = won("A")
    assert near(one) == ("between", 599 * S)
    one.begin("S").wait(MIN)
    assert near(one) == ("idle", 1740 * S)
    one.tell(BreakBegan(one.ms))
    assert near(one.wait(MIN)) == ("within", 540 * S)
    one.tell(LineLost(one.ms))
    assert near(one.wait(MIN)) == ("within", 480 * S), "it is the same break"
    one = won("A").wait(594 * S).begin("S").wait(MIN)
    one.tell(BreakBegan(one.ms))
    one.tell(BreakEnded(one.wait(595 * S).ms))
    one.end().wait(595 * S).begin("K").end()
    assert near(one.wait(S)) == ("total", 14 * S)
    one.tell(WaitBegan(one.ms))
    assert near(one.wait(MIN)) is None, "nothing is metered"
