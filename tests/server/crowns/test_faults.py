"""Facts of a run that arrive twice, late or never: breaks and wins are counted once."""

import asyncio
from pathlib import Path

import pytest

from server.crowns.reducer import SLACK_MS
from server.crowns.service import CrownService
from server.store import keys
from tests.engine.crown_candidate import MIN, S
from tests.harness import LIMIT_S
from tests.server.clocked_process import Time, process, real_store, token
from tests.server.crowns.crown_process import NOON, Parlour
from tests.server.crowns.test_breaks import begun, heard, opened
from tests.server.crowns.test_runs import follower, over


async def breaks(table: Parlour) -> list[tuple[str, int]]:
    status = await table.crowns.status(table.account, table.now)
    return [(each.kind, each.ms) for each in status.state.meter.breaks]


async def test_a_break_that_is_told_twice_is_one(table: Parlour) -> None:
    await table.play("Aw", "60s")
    await table.begin("S")
    await table.back()  # from nowhere
    await table.wait(MIN).cover()
    await table.wait(MIN).cover()
    await table.wait(MIN).back()
    await table.back()
    await CrownService(table.store, table.limits).apply_room(table.room.code, table.now)
    assert await breaks(table) == [("between", MIN), ("declared", 2 * MIN)]


async def test_a_break_in_the_first_game_of_a_run_is_free(table: Parlour) -> None:
    await table.begin("A")
    await table.wait(MIN).cover()
    assert await table.crowns.store.due() == {}
    status = await table.crowns.status("anna", table.wait(20 * MIN).now)
    assert (status.state.scene.covered, status.time_left.still) == (True, True)
    await table.back()
    await table.wait(MIN).end()
    assert (await table.wins(), await breaks(table), await table.ends()) == ("A", [], [])


async def test_the_end_of_a_game_ends_its_break(table: Parlour) -> None:
    """The bell rings while the board is covered; what is free of breaks is the next game's."""
    await table.play("Aw", "60s")
    await table.begin("S")
    await table.wait(MIN).cover()
    await table.wait(MIN).end("t")
    assert await table.ends() == ["timeout"]
    await table.play("60s", "Sw", "60s", "Kw")
    assert await breaks(table) == [("between", MIN)]
    status = await table.crowns.status("anna", table.now)
    assert not status.state.scene.covered


async def test_a_break_over_the_limit_ends_the_run_with_nobody_connected(table: Parlour) -> None:
    await table.play("Aw")
    await table.begin("S")
    await table.wait(MIN).cover()
    since = table.now
    await table.wait(MIN).lose_line()
    await table.crowns.meet("anna", table.wait(5 * S).now)
    table.deaf = True
    assert await table.crowns.store.due() == {"anna": since + 600 * S + 1 + SLACK_MS}
    await table.crowns.meet("anna", since + 600 * S + SLACK_MS)
    assert await table.ends() == []
    await table.crowns.meet("anna", since + 600 * S + 1 + SLACK_MS)
    assert await table.ends() == ["within"]
    table.now = since + 700 * S
    status = await table.crowns.status("anna", table.now)
    assert status.ended is not None
    assert (status.ended.ms, status.ended.why) == (since + 600 * S + 1, "within")
    await table.line_back()
    await table.back()
    await table.wait(MIN).end()
    assert await table.wins() == "S", "the game went on, and is the first of a new run"


@pytest.mark.parametrize("over_ms", [0, 1])
async def test_a_restart_during_a_break_costs_nothing(table: Parlour, over_ms: int) -> None:
    await table.play("Aw")
    await table.begin("S")
    await table.wait(MIN).cover()
    table.wait(4 * MIN)
    await table.restart()
    await table.away(60 * MIN)
    await table.lose_line()
    await table.wait(2 * MIN).line_back()
    status = await table.crowns.status("anna", table.now)
    assert (status.state.scene.covered, status.time_left.break_left_ms) == (True, 4 * MIN)
    await table.wait(4 * MIN + over_ms).back()
    if over_ms:
        assert (await table.wins(), await table.ends()) == ("", ["within"])
    else:
        assert (await table.wins(), await breaks(table)) == ("A", [("declared", 10 * MIN)])


async def test_a_clock_that_jumps_during_a_break(table: Parlour) -> None:
    await table.play("Aw")
    await table.begin("S")
    await table.wait(MIN).cover()
    table.now -= 30 * MIN  # set back: nothing is charged until it has caught up
    status = await table.crowns.status("anna", table.now)
    assert status.time_left.break_left_ms == 10 * MIN
    await table.wait(35 * MIN).back()
    assert await breaks(table) == [("declared", 5 * MIN)]
    await table.wait(MIN).cover()
    await table.away(120 * MIN)  # set forward: a silence, which is refunded as any other
    await table.wait(MIN).back()
    await table.wait(MIN).end()
    assert await breaks(table) == [("declared", 5 * MIN), ("declared", MIN)]
    assert (await table.wins(), await table.ends()) == ("AS", [])


async def test_a_win_that_is_told_again_and_again_counts_once(table: Parlour) -> None:
    for letter in "ASK":
        await table.begin(letter)
        table.wait(MIN)
        await table.end()
        await over(table)
    award = await table.award_names()
    before, _ = await table.crowns.store.load("anna")
    for again in range(2):
        others = [CrownService(table.store, table.limits) for _ in range(3)]
        for code in ("100000", "200000", "300000"):
            await asyncio.gather(*(each.apply_room(code, table.now) for each in others))
            await asyncio.gather(*(each.tell("anna", code, table.now) for each in others))
        await table.crowns.store.set_cursor(0)
        await follower(table).read_results()
        assert await table.award_names() == award
        assert (await table.crowns.store.load("anna"))[0] == before
        if not again:
            await table.restart()  # the store as well, with what its file has
    news = await table.store.others.xrange(keys.CROWN_FEED)
    assert [told["what"] for _, told in news if told["what"] != "step"] == ["give"]


async def test_a_board_is_covered_when_its_process_is_another(tmp_path: Path) -> None:
    """All processes die during a break; the one that comes after knows of it."""
    time = Time(NOON)
    async with real_store(tmp_path) as store:
        async with process(store, time) as one:
            anna = await one.person("Anna")
            code = await opened(anna)
            await begun(one, anna)
            await anna.say("begin_break")
        await store.kill()
        await store.start()
        async with process(store, time, "two") as two:
            again = await two.again("Anna")
            room = await again.say("resume", code=code, token=token(anna))
            assert (room["members"][0]["covered"], heard(again, "table")) == (True, [])
            assert (await again.say("play", race=1, ply=0, move="deal"))["code"] == "on_break"
            assert (await again.say("end_break"))["type"] == "done"
            assert heard(again, "table")[0]["ply"] == 0
            assert (await again.say("play", race=1, ply=0, move="deal"))["type"] == "moved"


async def test_one_candidate_who_cannot_be_read_stops_nobody_else(table: Parlour) -> None:
    await table.play("Aw")
    await over(table)
    anna, table.account = keys.candidate(table.account), "bert"
    table.deaf = True
    await table.play("Sw")
    await over(table)
    await table.store.others.hset(anna, "run", "unreadable")
    one = follower(table)
    await one.read_results()
    assert await table.crowns.store.cursor() == 2
    assert (await table.crowns.store.load("bert"))[0].run.log
    one.room_changed("100000")
    one.room_changed(table.room.code)
    await one.tell_rooms()  # whichever comes first


async def test_what_is_heard_of_is_told_however_long_the_results_take(
    table: Parlour, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = asyncio.Event()

    async def endless(after: int, count: int) -> list[object]:
        reading.set()
        await asyncio.get_running_loop().create_future()
        return []

    table.deaf = True
    await table.play("Aw")
    one = follower(table)
    monkeypatch.setattr(one._results_log, "entries", endless)
    one._link.beaten(table.now)
    one._link.set_up()
    running = asyncio.create_task(one.run())
    async with asyncio.timeout(LIMIT_S):
        await reading.wait()
        one.room_changed(table.room.code)
        while not (await table.crowns.store.load("anna"))[0].run.log:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
