"""Commands that an organiser repeats after a lost connection."""

from protocol.tournaments.requests import RunTournament
from server.tournaments import organiser_commands
from server.tournaments.state import SAID_KEPT
from server.tournaments.steps import once
from tests.server.tournaments.evenings import MINUTE, ORGANISER, Evening, plan
from tests.server.tournaments.test_life import HOUR, evening, finish, refused, until


def said(held: Evening, meant: int) -> None:
    held.t = organiser_commands.start(held.t, ORGANISER, held.now, held.fresh, meant)


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
    with refused("tournament_over"):
        held.t = organiser_commands.start(held.t, ORGANISER, held.now, held.fresh)


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
    held.t = organiser_commands.add_time(held.t, ORGANISER, MINUTE, held.now, 1)
    assert held.t.rounds[0].until == lobby + MINUTE
    finish(held, [0, 1, 2, 3])
    until(held, "lobby")
    with refused("nothing_waits"):
        organiser_commands.add_time(held.t, ORGANISER, MINUTE, held.now, 1)
    with refused("unknown_round"):
        organiser_commands.add_time(held.t, ORGANISER, MINUTE, held.now, 3)


def test_what_says_no_round_is_of_whatever_waits() -> None:
    for do in ({"verb": "start"}, {"verb": "add_time", "ms": 1}):
        request = {"type": "run_tournament", "id": 1, "code": "KQ74TX", "do": do}
        assert getattr(RunTournament.model_validate(request).do, "round", 0) is None


def test_what_is_said_again_under_the_same_word_is_done_once() -> None:
    """By an organiser who got no answer, also where it is another's to say by now."""
    held = evening()
    said(held, 0)
    until(held, "lobby")
    for verb in (
        lambda t: organiser_commands.add_time(t, ORGANISER, MINUTE, held.now),
        lambda t: organiser_commands.announce(t, ORGANISER, "Pizza.", held.now),
        lambda t: organiser_commands.pause(t, ORGANISER, held.now),
        lambda t: organiser_commands.start(
            organiser_commands.resume(t, ORGANISER, held.now), ORGANISER, held.now, held.fresh
        ),
        lambda t: organiser_commands.replay_round(t, ORGANISER, 1, held.now),
        lambda t: organiser_commands.hand_over(t, ORGANISER, "Ann", held.now),
    ):
        word = f"word-{len(held.t.said)}"
        done = once(held.t, word, verb)
        assert done != held.t
        assert once(done, word, verb) is done
        held.t = done
    assert once(held.t, None, lambda t: organiser_commands.announce(t, "Ann", "A.", 1)).news[1:]
    with refused("not_organiser"):
        once(held.t, "word-9", lambda t: organiser_commands.pause(t, ORGANISER, held.now))


def test_only_the_last_words_are_remembered() -> None:
    held = evening()
    for number in range(SAID_KEPT + 5):
        held.t = once(held.t, f"word-{number}", lambda t: t)
    assert held.t.said == tuple(f"word-{number}" for number in range(5, SAID_KEPT + 5))
