"""What counts for a crown: options, terms, the owner of the seat, and whether the deal had been
seen."""

from datetime import date
from pathlib import Path
from typing import Any, Literal

import pytest

from server.accounts.name_rules import keys_of
from server.crowns.account_data import CrownAccountData
from server.crowns.messages import crown, reported_state
from server.crowns.reducer import SLACK_MS
from server.crowns.seen_deals import SeenDeals
from server.crowns.service import CrownService
from server.rooms.events import RaceEnded, SeatLeft
from server.rooms.state import How
from server.store import keys
from tests.engine.crown_candidate import MIN, S
from tests.secrecy.glass import COUNTDOWN_MS
from tests.server.clocked_process import PASSWORD, Time, process, real_store, token
from tests.server.crowns.crown_process import NOON, Parlour
from tests.stores import all_commands

HOW: tuple[How, ...] = ("watched", "replayed")


@pytest.mark.parametrize(
    ("letter", "terms", "counts"),
    [
        ("A", {}, True),
        ("A", {"options": {"auto_ace": False}}, True),
        ("A", {"options": {"exchange": True}}, False),
        ("S", {"options": {"deal_rule": "free"}}, False),
        ("U", {"options": {"columns": 9}}, True),
        ("K", {"options": {"keeling": False}}, True),
        ("K", {"options": {"heap_memory": "open"}}, False),
        ("A", {"take_back": "until_card"}, True),
    ],
)
async def test_options_and_terms(
    table: Parlour, letter: str, terms: dict[str, Any], counts: bool
) -> None:
    await table.begin(letter, **terms)
    table.wait(MIN)
    await table.end()
    assert await table.wins() == (letter if counts else "")


@pytest.mark.parametrize("how", ["w", "l", "r"])
async def test_a_game_counts_until_its_first_take_back_and_is_lost_then(
    table: Parlour, how: str
) -> None:
    await table.play("Aw")
    await table.begin("S", take_back="free")
    assert (await table.crowns.status(table.account, table.now)).playing == (
        "seven_and_sixes", f"{table.room.code}-1", True,
    )  # fmt: skip
    await table.wait(MIN).take_back()
    status = await table.crowns.status(table.account, table.now)
    assert status.playing is not None
    assert (status.playing.counts, await table.wins()) == (False, "A")
    await table.wait(MIN).end(how, clean=False)
    # Were it void, a take-back would save the run from any loss.
    assert (await table.wins(), await table.ends()) == ("", [{"r": "resigned"}.get(how, "lost")])
    await table.play("Uw")
    assert await table.wins() == "U"


async def test_another_patience_is_neither_here_nor_there(table: Parlour) -> None:
    await table.play("Aw")
    await table.sit_down("aces_up")
    await table.race()
    table.wait(MIN)
    await table.end("l")
    assert await table.wins() == "A"
    assert await table.store.others.exists(keys.seen("anna")) == 0


async def test_a_deal_that_was_watched_before_does_not_count(table: Parlour) -> None:
    await table.sit_down("kings")
    await table.crowns.seen.note(table.room, table.room.race, ["anna", "bert"], "watched")
    await table.race()
    table.wait(MIN)
    await table.end()
    assert await table.wins() == ""


async def test_a_deal_that_was_raced_is_seen_in_any_other_race(table: Parlour) -> None:
    await table.sit_down("kings")
    seen = table.crowns.seen
    race = table.room.race
    await seen.note(table.room, race, ["anna"], "raced")
    for how in HOW:
        await seen.note(table.room, race, ["anna"], how)  # afterwards it changes nothing
    deal = f"{table.room.code}-1"
    assert not await seen.before("anna", deal, deal)
    assert await seen.before("anna", deal, "KQ74TX-1")
    assert not await seen.before("bert", deal, deal)
    assert await all_commands(table.store.others).ttl(keys.seen("anna")) > 0
    await table.race()
    table.wait(MIN)
    await table.end()
    assert await table.wins() == "K"


async def test_of_an_account_that_is_no_more_no_deal_is_noted(table: Parlour) -> None:
    await table.sit_down("kings")
    room, seen = table.room, table.crowns.seen
    await seen.note(room, room.race, ["anna", "bert"], "raced")
    kept = CrownAccountData(table.crowns, lambda: table.now, lambda _: date.min)
    await kept.forget("anna")
    await seen.note(room, room.race, ["anna", "bert"], "watched")
    deal = f"{room.code}-1"
    assert (await seen.all("anna"), await seen.all("bert")) == ({}, {deal: deal})


async def test_bots_and_guests_win_no_crowns(table: Parlour) -> None:
    for sitter in ("bot", "guest"):
        await table.sit_down("kings", sitter=sitter)
        await table.race()
        table.wait(MIN)
        await table.end()
    assert await table.store.others.exists(keys.candidate("anna")) == 0


@pytest.mark.parametrize("host", [True, False])
async def test_who_is_ready_waits_at_no_cost_unless_they_could_begin(
    table: Parlour, host: bool
) -> None:
    await table.play("Aw")
    table.wait(9 * MIN)
    await table.sit_down("kings", guest_first=not host)
    await table.ready()
    assert await table.wins() == "A"
    table.wait(11 * MIN)
    await table.race()
    table.wait(MIN)
    await table.end()
    assert await table.wins() == ("K" if host else "AK")


async def test_nobody_waits_at_no_cost_for_ever(table: Parlour) -> None:
    """Whoever waits in the room of somebody who will never begin, themselves for instance."""
    await table.play("Aw")
    await table.sit_down("kings", guest_first=True)
    await table.ready()
    ready_ms = table.now
    while (at := (await table.crowns.store.due()).get("anna")) is not None:
        table.now = at
        await table.crowns.meet("anna", at)
        status = await table.crowns.status("anna", at)
        said_to_wait = crown(None, status).waiting
        if not status.state.idle:
            assert (at, said_to_wait) == (ready_ms + 10 * MIN + SLACK_MS, False)
    assert table.now == ready_ms + 20 * MIN + 1 + SLACK_MS
    assert await table.ends() == ["between"]


async def test_it_is_news_that_waiting_costs_from_now_on(table: Parlour) -> None:
    await table.play("Aw")
    await table.sit_down("kings", guest_first=True)
    await table.ready()
    before = reported_state(await table.crowns.status("anna", table.wait(9 * MIN).now))
    assert reported_state(await table.crowns.status("anna", table.wait(S).now)) == before
    announced = await all_commands(table.store.others).xlen(keys.CROWN_FEED)
    await table.crowns.meet("anna", table.wait(MIN).now)
    assert await all_commands(table.store.others).xlen(keys.CROWN_FEED) == announced + 1
    assert reported_state(await table.crowns.status("anna", table.now)) != before


async def test_waiting_ends_with_the_line(table: Parlour) -> None:
    await table.play("Aw")
    await table.sit_down("kings", guest_first=True)
    await table.ready()
    table.wait(8 * MIN)
    await table.lose_line()
    status = await table.crowns.status("anna", table.wait(MIN).now)
    assert status.time_left.break_left_ms == 9 * MIN
    await table.line_back()
    status = await table.crowns.status("anna", table.wait(MIN).now)
    assert (status.time_left.break_left_ms, status.time_left.still) == (9 * MIN, True)
    status = await table.crowns.status("anna", table.wait(MIN + S).now)
    assert (status.time_left.break_left_ms, status.time_left.still) == (9 * MIN - S, False)


async def test_a_countdown_is_no_break(table: Parlour) -> None:
    await table.play("Aw")
    table.wait(10 * MIN)
    await table.sit_down("kings")
    await table.countdown(5_000)
    assert await table.wins() == "A"
    await CrownService(table.store, table.limits).meet("anna", table.wait(5_000).now)
    await table.started()
    status = await table.crowns.status("anna", table.now)
    assert (len(status.state.wins), status.time_left.total_ms) == (1, 10 * MIN)
    assert status.state.scene.playing is not None
    assert table.now - NOON == 20 * MIN + 5_000


@pytest.mark.parametrize("by", ["host", "seat"])
async def test_whoever_has_left_before_zero_has_not_begun_the_game(
    table: Parlour, by: Literal["host", "seat"]
) -> None:
    await table.play("Aw")
    await table.wait(MIN).sit_down("kings", guest_first=True)
    await table.countdown(5_000)
    await table.wait(2_000).append(SeatLeft(at=table.now, by=by, seat=table.seat))
    await table.wait(3_000).started()
    await table.wait(MIN).append(RaceEnded(at=table.now, by="server", n=1, ended_ms=MIN))
    assert (await table.wins(), await table.ends()) == ("A", [])
    status = await table.crowns.status("anna", table.now)
    assert (status.state.scene.playing, status.time_left.total_ms) == (None, 2 * MIN + 3_000)


async def test_whoever_gets_a_record_has_seen_its_deal(tmp_path: Path) -> None:
    async with real_store(tmp_path) as store, process(store, Time(NOON)) as one:
        seen = SeenDeals(one.kept.others, 1000)
        one.news.note_seen = seen.note
        anna, bert, guest = await one.person("Anna"), await one.person("Bert"), await one.ear("g")
        cid, dot = await one.person("Cid"), await one.person("Dot")
        room = await anna.say(
            "create", game="auntie_allis", name="Anna", token=token(anna), bell_ms=60_000
        )
        race = f"{room['code']}-1"
        await anna.say("ready", nonce="00" * 16)
        await anna.say("start")
        await one.at(NOON + COUNTDOWN_MS)
        assert (await bert.say("get_record", race=race))["code"] == "race_not_over"
        await one.resign(anna, room["code"])
        second = await anna.say("rematch")
        assert second["type"] == "done"
        for who in (anna, bert, guest):
            assert (await who.say("get_record", race=race))["type"] == "record"
            await who.say("get_record", race=race)
        assert (await cid.say("get_replay", race=race, seat=0))["type"] == "replay"
        assert (await dot.say("get_traveller", deal=race))["type"] == "traveller"
        numbers = {
            name: await one.accounts.owner(keys_of(name)) for name in ("Anna", "Bert", "Cid", "Dot")
        }
        assert await seen.all(numbers["Anna"] or "") == {race: race}
        assert await seen.all(numbers["Bert"] or "") == {race: "replayed"}
        assert await seen.all(numbers["Cid"] or "") == {race: "replayed"}
        assert await seen.all(numbers["Dot"] or "") == {race: "replayed"}, "it tells first moves"
        assert len([key async for key in one.kept.others.scan_iter(keys.seen("*"))]) == 4


async def test_whoever_comes_back_has_seen_the_deal_though_nobody_noted_it(tmp_path: Path) -> None:
    """The process that began the race died before it could."""
    async with real_store(tmp_path) as store, process(store, Time(NOON)) as one:
        anna = await one.person("Anna")
        asked = {"game": "kings", "name": "Anna", "token": token(anna), "bell_ms": 60_000}
        code = (await anna.say("create", **asked))["code"]
        await anna.say("ready", nonce="00" * 16)
        await anna.say("start")
        await one.at(NOON + COUNTDOWN_MS)
        async with process(store, one.time, "two") as two:
            seen = SeenDeals(two.kept.others, 1000)
            two.news.note_seen = seen.note
            again = await two.again("Anna")
            assert (await again.say("resume", code=code, token=token(anna)))["type"] == "room"
            number = await two.accounts.owner(keys_of("Anna")) or ""
            assert await seen.all(number) == {f"{code}-1": f"{code}-1"}


async def test_whoever_logs_in_while_looking_on_has_seen_the_deal(tmp_path: Path) -> None:
    async with real_store(tmp_path) as store, process(store, Time(NOON)) as one:
        seen = SeenDeals(one.kept.others, 1000)
        one.news.note_seen = seen.note
        await one.person("Anna")
        host, anna = await one.ear("host"), await one.ear("anna")
        asked = {"game": "kings", "name": "Hanna", "token": token(host), "bell_ms": 60_000}
        code = (await host.say("create", **asked))["code"]
        await host.say("ready", nonce="00" * 16)
        await host.say("start")
        await one.at(NOON + COUNTDOWN_MS)
        await anna.say("watch", code=code)
        await anna.say("log_in", name="Anna", password=PASSWORD)
        assert (await anna.say("watch_board", seat=0))["type"] == "watched_table"
        number = await one.accounts.owner(keys_of("Anna")) or ""
        assert await seen.all(number) == {f"{code}-1": "watched"}
