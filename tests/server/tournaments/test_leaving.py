"""Who leaves a tournament, or is taken out of it, and what that makes of the others."""

from server.tournaments import entering
from tests.server.tournaments.evenings import Evening, plan
from tests.server.tournaments.test_life import finish, started


def places(held: Evening) -> dict[int, int]:
    return {row.entrant: row.place for row in held.t.table().rows}


def final_to_come(entrants: int = 4) -> Evening:
    """A knockout at its table before the final; the better has always won."""
    held = started(plan("knockout"), entrants)
    while len(finish(held, list(range(entrants))).groups) > 2:
        pass
    return held


def without(held: Evening, gone: tuple[int, ...]) -> None:
    for number in gone:
        held.t = entering.withdraw(held.t, f"a{number}", held.now)


def test_who_is_left_alone_in_a_knockout_has_won_it() -> None:
    for half in (0, 1):
        held = final_to_come()
        gone, there = (held.t.rounds[-1].heats[i].entrants for i in (half, 1 - half))
        without(held, gone)
        held.play()
        assert (held.t.why, held.t.rounds[-1].byes) == ("played", (min(there),))
        assert [one for one, place in places(held).items() if place == 1] == [min(there)]


def test_where_all_but_one_leave_early_one_bye_is_enough() -> None:
    held = started(plan("knockout"), 8)
    first, *others = finish(held, list(range(8))).heats
    without(held, tuple(one for heat in others for one in heat.entrants))
    held.play()
    winner = min(first.entrants)
    assert [each.groups for each in held.t.rounds[1:]] == [((winner,),)]
    assert [one for one, place in places(held).items() if place == 1] == [winner]


def test_where_all_have_left_nobody_is_drawn() -> None:
    held = final_to_come()
    without(held, (0, 1, 2, 3))
    held.play()
    assert len(held.t.rounds) == 1


def test_one_who_is_alone_from_the_start_plays_no_knockout() -> None:
    held = started(plan("knockout"), 1)
    held.play()
    assert held.t.rounds == ()
