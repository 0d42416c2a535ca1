"""Daily deals: the calendar, one try for each account, and results that stay hidden until the deal
is published."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from engine.games import GAMES
from engine.options import canonical
from engine.races.fairness import deal_seed
from server.accounts.name_rules import keys_of
from server.accounts.store import Account
from server.daily.store import DailySearch, DailyStore, DailyTry
from server.errors import Refusal
from server.handlers.dailies import begin
from server.rooms import daily_deals, race_timeouts
from server.rooms.events import RaceEnded, RaceStarted, StoredEvent
from server.rooms.reducer import after, fold
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.store import keys
from tests.harness import Client, ServerProcess, client
from tests.stores import RedisProcess, engines

DAY = date(2026, 11, 21)
ANNA = Account("7", "Anna", frozenset(), False, 0, "", "")
SECRET = b"s" * 32
NOON = 1_795_262_400_000
"""Noon of that day."""


def test_a_day_has_a_sprint_and_a_long_game() -> None:
    sprint, long = daily_deals.of_day(DAY)
    assert (sprint.name, long.name) == ("daily-2026-11-21-sprint", "daily-2026-11-21-long")
    assert sprint.bell_ms <= 12 * 60_000 < long.bell_ms
    assert daily_deals.today(NOON) == DAY
    assert sprint.opens_at == NOON - 12 * 3_600_000
    assert (
        sprint.closes_at
        == NOON + 12 * 3_600_000
        == daily_deals.DailyDeal(daily_deals.next_day(DAY), "sprint").opens_at
    )


def test_every_game_has_its_turn() -> None:
    month = [DAY + timedelta(days=n) for n in range(31)]
    played = {deal.game.slug for day in month for deal in daily_deals.of_day(day)}
    assert played == {slug for slug, rules in GAMES.items() if rules.has_choice()}


@pytest.mark.parametrize("slot", daily_deals.SLOTS)
def test_a_name_is_read_back(slot: daily_deals.Slot) -> None:
    deal = daily_deals.DailyDeal(DAY, slot)
    assert daily_deals.named(deal.name) == deal


@pytest.mark.parametrize(
    "name",
    ["", "daily-2026-11-21", "daily-2026-11-21-short", "daily-2026-13-01-long",
     "daily-20261121-long", "weekly-2026-11-21-long"],
)  # fmt: skip
def test_what_is_no_name(name: str) -> None:
    assert daily_deals.named(name) is None


@pytest.mark.parametrize("deal", daily_deals.of_day(DAY), ids=daily_deals.SLOTS)
def test_no_outage_holds_a_try_until_its_deal_is_told(deal: daily_deals.DailyDeal) -> None:
    """However late it began, and however often the server was away."""
    for late in (deal.opens_at, deal.closes_at - 3_600_000, deal.closes_at - 1):
        for away in (60_000, 3_000_000, 50_000_000):
            room = fold(Room("KQ74TX"), attempt(deal, late))
            for n in range(3):
                since = room.race.zero_at + 1_000 + 2 * n * away
                change = race_timeouts.refund_outage(room, since, since + away, since + away)
                room = fold(room, change)
                assert room.race.bell_at <= deal.ends_at < deal.told_at


def test_an_outage_is_refunded_whole_while_there_is_time() -> None:
    deal = daily_deals.DailyDeal(DAY, "sprint")
    for began, away, refunded in (
        (NOON, 36_000_000, 36_000_000),
        (deal.closes_at - 1, daily_deals.HELD_MS - 100, daily_deals.HELD_MS - 100),
        (deal.closes_at - 1, daily_deals.HELD_MS + 100, daily_deals.HELD_MS + 1 - 100),
    ):
        room = fold(Room("KQ74TX"), attempt(deal, began))
        room = fold(
            room,
            race_timeouts.refund_outage(room, began + 200, began + 200 + away, began + 200 + away),
        )
        assert room.race.held_ms == refunded


def test_no_try_begins_when_its_day_has_ended() -> None:
    deal = daily_deals.DailyDeal(DAY, "sprint")
    assert attempt(deal, deal.closes_at - 1)
    with pytest.raises(Refusal):
        attempt(deal, deal.closes_at)


def attempt(deal: daily_deals.DailyDeal, now: int) -> list[StoredEvent]:
    """A try of Anna's, up to its first card."""
    change = begin(deal, ANNA, "t" * 24, "p:1", b"s" * 32, DailySearch(None, None), 100, now)
    return [*change, RaceStarted(at=now + 100, by="server", n=1)]


# Over sockets. --------------------------------------------------------------------------------


async def sign_up(link: Client, name: str) -> None:
    answer = await link.ask("sign_up", name=name, password="correct horse")
    assert answer["type"] == "signed_in", answer


async def sprint_of_today(link: Client) -> dict[str, Any]:
    told = await link.ask("list_dailies")
    assert [deal["slot"] for deal in told["today"]] == ["sprint", "long"]
    assert all(deal["opens_in_ms"] > 0 for deal in told["tomorrow"])
    deal: dict[str, Any] = told["today"][0]
    return deal


async def tried(link: Client, name: str) -> tuple[str, dict[str, Any]]:
    """Try a deal up to the table; the code of the race, and the table."""
    room = await link.ask("try_daily", name=name, token=link.token, legal=True)
    assert room["type"] == "room", room
    return room["code"], await link.until("table")


async def give_up(link: Client, table: dict[str, Any]) -> dict[str, Any]:
    await link.send("play", race=1, ply=table["ply"], move="resign")
    return await link.until("over")


@pytest.mark.usefixtures("one_day")
async def test_everybody_has_one_try_at_the_same_deal(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as ben, client(server.url) as guest:
        name = (await sprint_of_today(guest))["name"]
        refused = await guest.ask("try_daily", name=name, token=guest.token)
        assert refused["code"] == "no_account"
        await sign_up(ann, "Anna")
        await sign_up(ben, "Ben")
        code, one = await tried(ann, name)
        _, other = await tried(ben, name)
        assert one["view"] == other["view"]
        over = await give_up(ann, one)
        assert over["opened"] is None, "others have yet to play it"
        assert (await ann.ask("get_record", race=code))["code"] == "not_opened"
        assert (await ann.ask("rematch"))["type"] == "refused"
        await ann.ask("leave")
        again = await ann.ask("try_daily", name=name, token="x" * 24)
        assert (again["code"], code in again["error"]) == ("daily_tried", True)
        own = await sprint_of_today(ann)
        assert (own["code"], own["done"]) == (code, True)
        assert (await sprint_of_today(ben))["done"] is False


@pytest.mark.usefixtures("one_day")
async def test_a_deleted_account_that_is_made_anew_has_no_second_try(
    server: ServerProcess,
) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        await sign_up(ann, "Anna")
        name = (await sprint_of_today(ann))["name"]
        _, table = await tried(ann, name)
        await give_up(ann, table)
        await ann.ask("leave")
        assert (await ann.ask("delete_account", password="correct horse"))["type"] == "done"
        for alike in ("Anna", "ANNA", "\u0410nna"):
            await sign_up(ann, alike)
            again = await ann.ask("try_daily", name=name, token="x" * 24)
            assert (again["type"], again.get("code")) == ("refused", "daily_tried"), again
            assert again["error"] == "Somebody of your name has tried this deal already."
            assert (await sprint_of_today(ann))["code"] is None
            assert (await ann.ask("delete_account", password="correct horse"))["type"] == "done"
        await sign_up(ben, "Ben")
        await tried(ben, name)


async def test_what_is_kept_of_a_name_for_a_daily_deal_is_gone_with_its_day(
    tmp_path: Path,
) -> None:
    """It is no name, and no process needs it once nobody may begin a try any more."""
    deal = daily_deals.DailyDeal(DAY, "sprint")
    async with RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis:
        kept = RoomStore(redis.url)
        store, names = DailyStore(kept, 400), keys_of("Anna")
        code = await store.claim(deal, DailyTry("a" * 16, names, "AAAAAA"), SECRET, NOON)
        assert code == "AAAAAA"
        assert (
            await store.claim(deal, DailyTry("a" * 16, names, "BBBBBB"), SECRET, NOON) == "AAAAAA"
        )
        assert await store.claim(deal, DailyTry("b" * 16, names, "CCCCCC"), SECRET, NOON) is None
        assert await store.tried(deal, "b" * 16) is None
        other = daily_deals.DailyDeal(DAY, "long")
        assert (
            await store.claim(other, DailyTry("b" * 16, names, "CCCCCC"), SECRET, NOON) == "CCCCCC"
        )
        (mark,) = await kept.others.hgetall(keys.daily_names(deal.name))
        assert "anna" not in mark.lower()
        left = await kept.others.pttl(keys.daily_names(deal.name))
        assert 0 < left <= deal.closes_at - NOON
        await kept.close()


@pytest.mark.usefixtures("one_day")
async def test_the_board_has_the_names_of_today(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        await sign_up(ann, "Anna")
        await sign_up(ben, "Ben")
        name = (await sprint_of_today(ann))["name"]
        for link in (ann, ben):
            _, table = await tried(link, name)
            await give_up(link, table)
        assert (await ann.ask("rename", name="Zora"))["type"] == "account"
        board = await ben.ask("get_daily_board", name=name)
        assert sorted(row["name"] for row in board["results"]) == ["Ben", "Zora"]
        assert (await ann.ask("delete_account", password="correct horse"))["type"] == "done"
        board = await ben.ask("get_daily_board", name=name)
        names = sorted(row["name"] for row in board["results"])
        assert names == ["Anna", "Ben"], "the name it had in the race"


@pytest.mark.usefixtures("one_day")
async def test_the_board_is_for_those_who_have_finished(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        await sign_up(ann, "Anna")
        await sign_up(ben, "Ben")
        name = (await sprint_of_today(ann))["name"]
        _, table = await tried(ann, name)
        assert (await ann.ask("get_daily_board", name=name))["code"] == "not_for_you"
        await give_up(ann, table)
        board = await ann.ask("get_daily_board", name=name)
        assert [row["name"] for row in board["results"]] == ["Anna"]
        assert (board["closed"], board["opened"]) == (False, None)
        assert (await ben.ask("get_daily_board", name=name))["code"] == "not_for_you"
        _, other = await tried(ben, name)
        await give_up(ben, other)
        board = await ben.ask("get_daily_board", name=name)
        assert [row["name"] for row in board["results"]] == ["Anna", "Ben"]
        assert [row["place"] for row in board["results"]] == [1, 1]


@pytest.mark.usefixtures("one_day")
async def test_a_try_outlives_the_server_and_goes_on_by_its_token(server: ServerProcess) -> None:
    async with client(server.url) as ann:
        await sign_up(ann, "Anna")
        name = (await sprint_of_today(ann))["name"]
        code, table = await tried(ann, name)
    await server.kill()
    await server.start()
    async with client(server.url) as back:
        await back.ask("resume", code=code, token=ann.token, legal=True)
        again = await back.until("table")
        assert again["view"] == table["view"]
        assert (await give_up(back, again))["opened"] is None
    async with client(server.url) as ann:
        await ann.ask("log_in", name="Anna", password="correct horse")
        assert (await sprint_of_today(ann))["done"] is True


@pytest.mark.usefixtures("one_day")
async def test_nobody_looks_on_and_other_days_are_refused(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        await sign_up(ann, "Anna")
        told = await ann.ask("list_dailies")
        tomorrow = told["tomorrow"][0]["name"]
        refused = await ann.ask("try_daily", name=tomorrow, token=ann.token)
        assert refused["code"] == "not_today"
        assert (await ann.ask("get_daily_board", name=tomorrow))["code"] == "not_for_you"
        for strange in ("daily-2999-01-01-long", "daily-2026-02-30-long", "daily-1999-01-01-long"):
            for asked in ("try_daily", "get_daily_board"):
                token = {"token": ann.token} if asked == "try_daily" else {}
                refused = await ann.ask(asked, name=strange, **token)
                assert refused["code"] == "unknown_daily"
        code, _ = await tried(ann, told["today"][0]["name"])
        joined = await ben.join(code, "Ben")
        assert joined["type"] == "refused"
        await ben.ask("watch", code=code)
        assert (await ben.ask("watch_board", seat=0))["type"] == "refused"


def test_a_try_can_be_dealt_again_when_it_is_told() -> None:
    deal = daily_deals.DailyDeal(DAY, "sprint")
    room = fold(Room("KQ74TX"), attempt(deal, NOON))
    race = room.race
    assert room.race_id(race) == deal.name
    assert race.counted() == {}
    options = canonical(deal.game.chosen)
    assert room.seed(race) == deal_seed(b"s" * 32, deal.name, deal.game.slug, options, {})
    ended = after(room, RaceEnded(at=NOON + 900, by="server", n=1, ended_ms=800)).race
    assert not ended.opened(deal.told_at - 1)
    assert ended.opened(deal.told_at)
