"""Who rings, for what, and who hears it."""

import asyncio

from tests.server.telephone.office import (
    Office,
    heard,
    kept,
    lines,
    rang,
    until,
)


async def test_everybody_hears_it_on_all_lines_but_the_caller(exchange: Office) -> None:
    one, two = exchange.one, exchange.two
    anna = await exchange.person(one, "Anna")
    ben = await exchange.person(two, "Ben")
    robot = await exchange.person(two, "Robot", bot=True)
    others = [await two.again("Anna"), await one.again("Ben"), await one.ear("guest")]
    award = await exchange.crown("Anna")
    call = await rang(anna, award, "  On   the trot! ")
    assert (call["name"], call["line"], call["mine"], call["missed"]) == (
        "Anna",
        "On the trot!",
        True,
        False,
    )
    assert [game["game"] for game in call["games"]] == ["auntie_allis", "kings", "seven_and_sixes"]
    await until(lambda: lines(ben) and lines(others[1]) and lines(others[2]))
    (message,) = heard(ben)
    assert message["call"] == {**call, "mine": False, "missed": True}
    await asyncio.sleep(0)
    for ear in (anna, others[0], robot):
        assert not lines(ear)
    assert [len(lines(ear)) for ear in (ben, *others[1:])] == [1, 1, 1]
    assert await kept(ben) == (["On the trot!"], 1)
    assert await kept(anna) == (["On the trot!"], 0)
    assert await kept(robot) == ([], 0)
