"""Runs that survive restarts, outages, missed events and clocks that jump."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from engine.crowns.facts import Moved
from engine.races.board import Entry
from server.crowns.messages import nearest
from server.crowns.read_model import FROM_THE_TEXT
from server.crowns.reducer import SLACK_MS
from server.crowns.service import CrownService
from server.crowns.watcher import CrownWatcher
from server.errors import StoreAway
from server.leaderboards.log_entry import raced
from server.leaderboards.results_log import ResultsLog
from server.live_rooms.timers import Timers
from server.rooms.events import RaceHeld
from server.store import keys
from server.store.availability import StoreAvailability
from server.store.clock import Clock
from tests.engine.crown_candidate import MIN, S
from tests.server.crowns.crown_process import NOON, Parlour, parlour
from tests.stores import all_commands


def follower(table: Parlour) -> CrownWatcher:
    clock = Clock(lambda: 0.0)
    clock.measured(0.0, float(table.now))
    link = StoreAvailability(lambda up: None, clock.now, 1_500)
    schedule = Timers(clock)
    table.crowns.plan = schedule.add
    return CrownWatcher(table.crowns, table.store, clock, link, schedule)


async def over(table: Parlour) -> None:
    """The result of the room's race goes into the log, as whoever stores its end writes it."""
    room, race = table.room, table.room.race
    entry = raced(room, race, await table.store.standings(room.code, race.n))
    assert entry is not None
    await ResultsLog(table.store.others).write(entry)


async def test_a_triple_with_a_break_a_dropped_line_and_a_restart_in_it(table: Parlour) -> None:
    await table.play("Aw", "60s")
    await table.begin("S")
    await table.wait(MIN).cover()
    status = await table.crowns.status("anna", table.wait(2 * MIN).now)
    assert status.state.scene.covered
    assert (status.time_left.total_ms, status.time_left.break_left_ms) == (3 * MIN, 8 * MIN)
    await table.back()
    table.wait(5 * MIN)
    await table.end()
    table.wait(90 * S)
    await table.begin("K")
    table.wait(MIN)
    await table.lose_line()
    table.wait(4 * MIN)
    await table.line_back()
    table.wait(MIN)
    await table.restart()
    await table.away(20 * MIN)
    await table.lose_line()  # nobody speaks for the seat after the restart
    table.wait(10 * S)
    await table.line_back()
    table.wait(3 * MIN)
    await table.end()
    assert (await table.won(), await table.ends()) == (["T:ASK"], [])
    award = await table.award()
    assert [(each.kind, each.ms) for each in award.breaks] == [
        ("between", MIN),
        ("declared", 2 * MIN),
        ("between", 90 * S),
        ("line_lost", 4 * MIN),
        ("line_lost", 10 * S),
    ]
    assert award.games[2].took_ms == 9 * MIN + 10 * S


async def test_the_roll_opens_with_the_crown_of_the_text(table: Parlour) -> None:
    page = await table.crowns.roll(0, 10)
    assert page.total == 1
    assert page.lines == (FROM_THE_TEXT,)
    assert (page.lines[0].day, page.lines[0].account) == ("1952-01-19", None)
    await table.play("Aw", "Sw", "Kw", "Uw", "Ww")
    assert (await table.crowns.roll(0, 1)).lines == (FROM_THE_TEXT,)
    page = await table.crowns.roll(0, 2)
    assert (page.total, [line.crown for line in page.lines]) == (3, ["quintuple", "triple"])
    page = await table.crowns.roll(2, 10)
    assert [(line.crown, line.account) for line in page.lines] == [("quintuple", "anna")]


async def test_every_process_is_told_what_becomes_of_crowns(table: Parlour) -> None:
    await table.play("Aw", "60s", "Sw", "Kw")
    since = NOON + 10 * MIN
    await table.store.others.rpush(keys.OUTAGES, f"{since} {since + 2 * S}")
    await table.wins()  # a break of the crown was shorter
    await table.crowns.void("anna", "200000-1", table.now)
    await table.crowns.give_up("anna", table.now)
    name = "anna triple 100000-1 200000-1 300000-1"
    told = [news for _, news in await table.store.others.xrange(keys.CROWN_FEED)]
    assert {news["account"] for news in told} == {"anna"}
    assert [(news["what"], news["name"]) for news in told if news["what"] != "step"] == [
        ("give", name),
        ("correct", name),
        ("withdraw", name),
        ("ended", "gave_up"),
    ]
    assert await table.crowns.award(name) is None


async def test_two_processes_tell_everything_and_each_counts_once(table: Parlour) -> None:
    other = CrownService(table.store, table.limits)
    table.deaf = True
    for letter in "ASK":
        await table.begin(letter)
        table.wait(MIN)
        await table.lose_line()
        table.wait(2 * MIN)
        await table.line_back()
        table.wait(MIN)
        await table.end()
        code, now = table.room.code, table.now
        await asyncio.gather(*(each.apply_room(code, now) for each in (table.crowns, other) * 3))
    assert await table.won() == ["T:ASK"]
    # Somebody who knows nothing tells all of it again.
    late = CrownService(table.store, table.limits)
    before = await late.store.load("anna")
    for number in range(1, 4):
        await late.apply_room(f"{number}00000", table.now)
    assert await late.store.load("anna") == before
    assert (await table.crowns.roll(0, 9)).total == 2


async def test_what_nobody_heard_of_is_told_when_the_deadline_is_met(table: Parlour) -> None:
    await table.play("Aw")
    table.wait(9 * MIN)
    table.deaf = True
    await table.begin("S")
    table.wait(5 * MIN)
    await table.restart()
    await table.crowns.meet("anna", table.now)
    assert (await table.wins(), await table.ends()) == ("A", [])
    await table.end()
    table.wait(5 * MIN)
    await table.begin("K")
    table.wait(5 * MIN)
    await table.end()
    await table.restart()
    assert await table.wins() == "ASK"
    assert (await table.award()).breaks[0].ms == 9 * MIN


@pytest.mark.parametrize("seed", range(4))
async def test_moves_are_read_once_and_only_so_many_told_as_show_there_was_no_long_time(
    table: Parlour, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    chance = Random(seed)
    await table.play("Aw")
    await table.begin("S")
    since, read = table.now, list[int]()
    moves = table.store.moves

    async def counted(code: str, n: int, seat: int, since: int = 0) -> list[Entry]:
        found = await moves(code, n, seat, since)
        read.append(len(found))
        return found

    monkeypatch.setattr(table.store, "moves", counted)
    times, longest = list[int](), table.limits.idle_s * S
    for _ in range(6):
        for _ in range(chance.randrange(30)):
            await table.wait(chance.choice((1, S, MIN, longest // 4))).move()
            times.append(table.now)
        status = await table.crowns.status("anna", table.wait(S).now)
        left = longest - (table.now - max(times, default=since))
        assert (len(status.state.wins), status.time_left.idle_left_ms) == (1, left)
    assert sum(read) == len(times)
    await table.end()
    log = (await table.crowns.store.load("anna"))[0].run.log
    told = [fact.ms for fact in log if isinstance(fact, Moved)]
    assert set(told) <= set(times)
    assert len(told) <= 2 * (table.now - since) // longest + 2


async def test_the_results_log_brings_what_was_missed(table: Parlour) -> None:
    table.deaf = True
    for letter in "ASK":
        await table.begin(letter)
        table.wait(MIN)
        await table.end()
        await over(table)
    await table.restart()
    await follower(table).read_results()
    assert await table.won() == ["T:ASK"]
    await follower(table).read_results()
    assert await table.crowns.store.cursor() == 3


async def test_a_race_that_is_void_takes_its_crown_away(table: Parlour) -> None:
    codes = []
    for letter in "ASKU":
        await table.begin(letter)
        table.wait(MIN)
        await table.end()
        await over(table)
        codes.append(table.room.code)
    assert await table.won() == ["T:ASK"]
    book = ResultsLog(table.store.others)
    assert await book.void(f"{codes[0]}-1", "a fault", table.now) == "voided"
    for _ in range(2):
        await follower(table).read_results()
        assert await table.won() == ["T:SKU"]
        await table.crowns.store.set_cursor(0)  # told twice


async def test_a_crown_of_long_ago_can_still_be_withdrawn(table: Parlour) -> None:
    await table.play("Aw", "Sw", "Kw", "Ul")
    table.wait(30 * 60 * MIN)
    await table.play("Aw", "Sw", "Kw")
    assert len(await table.won()) == 2
    assert len(await table.crowns.store.closed("anna")) == 1
    await table.crowns.void("anna", "200000-1", table.now)
    assert await table.won() == ["T:ASK"]
    await table.crowns.void("anna", "200000-1", table.now)
    assert (await table.wins(), (await table.crowns.roll(0, 9)).total) == ("ASK", 2)


async def test_time_the_server_was_away_is_never_charged(table: Parlour) -> None:
    await table.play("Aw")
    table.wait(9 * MIN)
    await table.restart()
    await table.away(60 * MIN)
    await table.crowns.meet("anna", table.now)
    status = await table.crowns.status("anna", table.now)
    assert (await table.wins(), status.time_left.break_left_ms) == ("A", MIN)
    await table.crowns.meet("anna", table.wait(MIN).now)
    assert await table.wins() == "A"
    assert await table.wins() == "A"
    table.wait(1)
    assert (await table.wins(), await table.ends()) == ("", [])
    await table.crowns.meet("anna", table.wait(SLACK_MS).now)
    assert await table.ends() == ["between"]


async def test_an_outage_told_late_brings_a_run_and_its_crown_back(table: Parlour) -> None:
    await table.play("Aw", "601s", "Sw", "Kw")
    assert (await table.won(), await table.ends()) == ([], ["between"])
    since = NOON + 10 * MIN
    await table.store.others.rpush(keys.OUTAGES, f"{since} {since + 2 * S}")
    assert (await table.wins(), await table.won()) == ("ASK", ["T:ASK"])


async def test_a_clock_set_back_or_forward_changes_nothing(table: Parlour) -> None:
    await table.play("Aw")
    table.wait(MIN)
    await table.begin("S")
    table.now -= 60 * MIN
    assert await table.wins() == "A"
    await table.cover()
    await table.wait(5 * MIN).back()
    assert await table.wins() == "A"
    # Set forward, the store sees a silence, which is refunded as any other.
    await table.away(65 * MIN)
    table.wait(MIN)
    await table.end()
    table.wait(MIN)
    await table.begin("K")
    table.wait(MIN)
    await table.end()
    assert (await table.won(), await table.ends()) == (["T:ASK"], [])


async def test_a_process_that_was_stopped_decides_nothing(table: Parlour) -> None:
    await table.play("Aw")
    table.crowns.is_stale = lambda: True
    with pytest.raises(StoreAway):
        await table.crowns.meet("anna", table.wait(20 * MIN).now)


async def test_a_line_that_flaps_is_not_lost(table: Parlour) -> None:
    await table.play("Aw", "60s")
    await table.begin("S")
    for _ in range(20):
        table.wait(200)
        await table.lose_line()
        table.wait(700)
        await table.line_back()
    status = await table.crowns.status("anna", table.now)
    assert (status.time_left.total_ms, len(status.state.meter.breaks)) == (MIN, 1)
    assert len((await table.crowns.store.load("anna"))[0].run.log) < 6
    await table.lose_line()
    await table.crowns.meet("anna", table.wait(5 * S).now)
    status = await table.crowns.status("anna", table.now)
    assert status.time_left.total_ms == MIN + 5 * S


async def test_a_line_lost_just_now_is_told_though_an_outage_was_noted_after_it(
    table: Parlour,
) -> None:
    await table.play("Aw")
    await table.begin("S")
    table.wait(MIN)
    await table.lose_line()
    n, since = table.room.race.n, table.now - 5 * S
    held = RaceHeld(
        at=table.now, by="server", n=n, since=since, until=table.now - S, ms=4 * S
    )  # fmt: skip
    await table.append(held)
    status = await table.crowns.status("anna", table.wait(2 * MIN).now)
    assert status.time_left.total_ms == 2 * MIN


async def test_an_untouched_deal_may_be_refused_where_the_server_lets_it(table: Parlour) -> None:
    table.crowns = CrownService(table.store, table.limits._replace(free_redeals=1))
    await table.play("Aw")
    await table.begin("S")
    await table.end("r", moves=1)  # to resign is no move
    assert (await table.wins(), await table.ends()) == ("A", [])
    status = await table.crowns.status("anna", table.now)
    assert status.time_left.redeals_left == 0
    await table.begin("S")
    await table.end("r", moves=1)
    assert await table.ends() == ["resigned"]


async def test_two_devices_of_a_candidate_ask_at_once(table: Parlour) -> None:
    await table.play("Aw", "60s")
    await table.begin("S")
    others = [CrownService(table.store, table.limits) for _ in range(4)]
    table.deaf = True
    await table.cover()
    await table.wait(MIN).back()
    await asyncio.gather(*(each.status("anna", table.now) for each in others))
    status = await table.crowns.status("anna", table.now)
    assert [(each.kind, each.ms) for each in status.time_left.breaks] == [
        ("between", MIN),
        ("declared", MIN),
    ]
    await asyncio.gather(*(each.give_up("anna", table.now) for each in others))
    assert await table.ends() == ["gave_up"]


async def test_giving_up_the_run_leaves_the_game(table: Parlour) -> None:
    await table.play("Aw")
    await table.begin("S")
    await table.crowns.give_up("anna", table.wait(MIN).now)
    assert (await table.wins(), await table.ends()) == ("", ["gave_up"])
    await table.end()
    assert await table.wins() == "S"


async def test_moves_show_that_nobody_was_idle(table: Parlour) -> None:
    await table.play("Aw")
    await table.begin("S")
    for _ in range(4):
        for _ in range(30):
            table.wait(25 * S)
            await table.move()
    await table.crowns.meet("anna", table.now)
    assert await table.wins() == "A"
    assert len((await table.crowns.store.load("anna"))[0].run.log) < 8
    await table.crowns.meet("anna", table.wait(1800 * S).now)
    assert await table.wins() == "A"
    await table.crowns.meet("anna", table.wait(SLACK_MS + 1).now)
    assert await table.ends() == ["idle"]


async def test_the_next_move_is_waited_for_from_the_last_one_on(table: Parlour) -> None:
    await table.play("Aw")
    await table.begin("S")
    await table.wait(20 * MIN).move()
    await table.wait(25 * MIN).move()
    status = await table.crowns.status("anna", table.wait(MIN).now)
    assert nearest(status.state, status.limits) == ("idle", 29 * MIN)
    assert (status.time_left.idle_left_ms, status.time_left.still) == (29 * MIN, False)


async def test_why_the_last_run_ended_is_known_for_as_long_as_the_candidate(
    table: Parlour,
) -> None:
    await table.play("Aw", "Sl")
    status = await table.crowns.status("anna", table.now)
    assert status.ended is not None
    assert (status.ended.ms, status.ended.why) == (table.now, "lost")
    await table.play("Aw")
    await table.crowns.meet("anna", table.wait(30 * 60 * MIN).now)
    assert (await table.ends())[-1] == "between"
    for _ in range(2):
        status = await table.crowns.status("anna", table.wait(60 * 60 * MIN).now)
        assert status.ended is not None
        assert (status.state.idle, status.ended.why) == (True, "between")
        await table.play("Al")  # something to keep
    await table.restart()
    status = await table.crowns.status("anna", table.now)
    assert status.ended is not None
    assert status.ended.why == "between"


async def test_a_run_keeps_the_limits_it_began_with(table: Parlour) -> None:
    await table.play("Aw")
    table.crowns = CrownService(table.store, table.limits._replace(between_s=60))
    await table.crowns.meet("anna", table.wait(2 * MIN).now)
    assert (await table.wins(), await table.ends()) == ("A", [])
    table.account = "bert"
    await table.play("Aw", "61s")
    assert (await table.wins(), await table.ends()) == ("", ["between"])


async def test_of_whoever_wins_nothing_nothing_stays(table: Parlour) -> None:
    """Nothing is metered, nothing falls due, and what is kept goes by itself."""
    await table.play("Al", "Sl")
    assert await table.crowns.store.due() == {}
    assert await all_commands(table.store.others).ttl(keys.candidate("anna")) > 0
    await table.play("Aw", "Sw", "Kw")
    assert await all_commands(table.store.others).ttl(keys.candidate("anna")) == -1


async def test_rooms_of_long_ago_are_forgotten_but_not_told_again(table: Parlour) -> None:
    await table.play(*["Aw", "Sw"] * 26, each=MIN)
    candidate, _ = await table.crowns.store.load("anna")
    assert len(candidate.rooms) == 50
    assert candidate.floor_ms > 0
    await CrownService(table.store, table.limits).apply_room("100000", table.now)
    assert (await table.crowns.store.load("anna"))[0] == candidate
    assert "100000" not in candidate.rooms


@pytest.mark.parametrize("seed", range(6))
async def test_who_hears_late_comes_to_the_same(table: Parlour, tmp_path: Path, seed: int) -> None:
    """The same evening, once told promptly and once by processes that keep dying."""
    async with parlour(tmp_path / "other", table.limits) as other:
        for each, deaf in ((table, 0.0), (other, 0.7)):
            await evening(each, Random(seed), Random(seed), deaf)
        assert await other.award_names() == await table.award_names()
        assert await other.wins() == await table.wins()
        assert other.now == table.now


async def evening(table: Parlour, chance: Random, fate: Random, deafness: float) -> None:
    for _ in range(20):
        table.deaf = fate.random() < deafness
        await table.begin(chance.choice("ASUWK"))
        for _ in range(chance.randrange(4)):
            table.wait(chance.randrange(5 * MIN))
            table.deaf = fate.random() < deafness
            if chance.random() < 0.5:
                await table.lose_line()
                table.wait(chance.choice([500, 500, 5 * S, 5 * S, 2 * MIN, 600 * S, 601 * S]))
                await table.line_back()
            elif chance.random() < 0.3:
                await table.cover()
                await table.wait(chance.choice([MIN, 601 * S])).back()
            elif chance.random() < 0.3:
                await table.away(chance.randrange(60 * MIN), tell=not table.deaf)
            else:
                await table.move()
        table.wait(chance.randrange(1, 8 * MIN))
        await table.end(chance.choice("w" * 15 + "lrtx"))
        table.wait(chance.choice([S, 10 * S, 10 * S, 2 * MIN, 3 * MIN, 600 * S, 601 * S]))
        if fate.random() < deafness:
            table.crowns = CrownService(table.store, table.limits)
    table.deaf = False
    await table.tell()
