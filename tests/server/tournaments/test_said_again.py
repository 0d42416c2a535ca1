"""An organiser whose line broke says again what may have been done."""

from protocol.tournaments import RunTournament
from server.tournaments import life
from tests.server.tournaments.evenings import MINUTE, ORGANISER, Evening, plan
from tests.server.tournaments.test_life import HOUR, evening, finish, refused, until


def said(held: Evening, meant: int) -> None:
    held.t = life.start(held.t, ORGANISER, held.now, held.fresh, meant)


def test_a_start_said_again_ends_nothing_else() -> None:
    held = evening()
    with refused("unknown_round"):
        said(held, 1)
    said(held, 0)
    until(held, "lobby")
    began = held.t
    said(held, 0)
    assert held.t is began, "the first lobby is as long as it is"
    with refused("unknown_round"):
        said(held, 2)
    said(held, 1)
    assert held.t.rounds[-1].state == "racing"
    began = held.t
    said(held, 1)
    said(held, 0)
    assert held.t is began
    finish(held, [0, 1, 2, 3])
    said(held, 1)
    until(held, "lobby")
    assert held.t.rounds[-1].number == 2
    began = held.t
    said(held, 1)
    assert held.t is began
    said(held, 2)
    assert held.t.rounds[-1].state == "racing"
    finish(held, [0, 1, 2, 3])
    held.play()
    said(held, 2)
    assert held.t.is_over


def test_a_start_said_again_opens_no_window() -> None:
    held = evening(plan("arena", window_ms=HOUR))
    said(held, 0)
    window = held.t.window
    said(held, 0)
    assert held.t.window == window
    said(held, 1)
    assert held.t.window is not None
    assert held.t.window[0] == held.now
    began = held.t
    said(held, 1)
    assert held.t is began


def test_time_is_added_to_the_clock_that_was_meant() -> None:
    held = evening()
    said(held, 0)
    lobby = until(held, "lobby").until
    assert lobby is not None
    held.t = life.add_time(held.t, ORGANISER, MINUTE, held.now, 1)
    assert held.t.rounds[0].until == lobby + MINUTE
    finish(held, [0, 1, 2, 3])
    until(held, "lobby")
    with refused("nothing_waits"):
        life.add_time(held.t, ORGANISER, MINUTE, held.now, 1)
    with refused("unknown_round"):
        life.add_time(held.t, ORGANISER, MINUTE, held.now, 3)


def test_what_says_no_round_is_of_whatever_waits() -> None:
    for do in ({"verb": "start"}, {"verb": "add_time", "ms": 1}):
        request = {"type": "run_tournament", "id": 1, "code": "KQ74TX", "do": do}
        assert getattr(RunTournament.model_validate(request).do, "round", 0) is None
