"""The status of a run as sent to its candidate: the next game, and which limit applies."""

import pytest

from engine.crowns.facts import BreakBegan, BreakEnded, LineLost, WaitBegan
from engine.crowns.run import Award, Win, state
from engine.crowns.time_limits import Limits
from server.crowns.messages import honour, nearest, triple_after
from server.crowns.read_model import FROM_THE_TEXT, HonourLine
from server.leaderboards.periods import Calendar
from server.settings import zone_of
from tests.engine.crown_candidate import MIN, Candidate, S
from tests.server.crowns.crown_process import NOON


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


def test_a_crown_is_of_the_day_of_its_last_card_where_the_server_is() -> None:
    games = ("auntie_allis", "seven_and_sixes", "kings")
    began = [NOON - n * 30 * MIN for n in (3, 2, 1)]
    award = Award(
        "triple",
        tuple(
            Win(game, f"{game}-1", at, at + 30 * MIN, 0)
            for game, at in zip(games, began, strict=True)
        ),
        (),
    )
    for zone, day in (("UTC", "2026-11-21"), ("Pacific/Auckland", "2026-11-22")):
        calendar = Calendar(zone_of(zone))
        line = HonourLine(award.crown, "anna", award)
        told = honour(line, "Anna", NOON + MIN, calendar.day(award.won_ms))
        assert (told.day, told.games[-1].ago_ms, told.took_ms) == (day, MIN, 90 * MIN)
    assert honour(FROM_THE_TEXT, None, NOON, None).day == "1952-01-19"


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
    assert near(one.wait(9 * MIN + 4 * S)) == ("total", 10 * S), "but not for ever"
