"""Leaderboard messages: parts of boards, changes, and one's own races."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from protocol.closing import Close
from protocol.leaderboards import Board, BoardChanged, GetBoard
from server.accounts.name_rules import keys_of
from server.accounts.store import AccountStore
from server.archive.claimed_seats import ClaimedRace
from server.handlers.leaderboards import LeaderboardHandlers
from server.leaderboards.periods import Calendar
from server.leaderboards.queries import BoardQuery, BoardReader
from server.leaderboards.subscriptions import BoardSubscriptions
from server.store.streams.subscription_base import LOOK_S, MERGE_S
from server.views.view_inputs import Viewer
from tests.harness import LIMIT_S, Client, ServerProcess, client
from tests.messages import told
from tests.server.accounts.test_accounts import PASSWORD, sign_up
from tests.server.archive.test_retention import resign
from tests.server.daily.test_daily_deals import give_up, tried
from tests.server.leaderboards.conftest import house
from tests.server.leaderboards.made import NOON, ZONE, House, Ran, race
from tests.server.telephone.telephone_process import Unworried
from tests.server.two_servers import begin, moves

__all__ = ["house"]


@pytest.fixture
async def server(house: House, tmp_path: Path) -> AsyncIterator[ServerProcess]:
    async with ServerProcess(tmp_path / "one", redis_url=house.process.url) as started:
        yield started


async def account(house: House, who: Client, name: str, **fields: Any) -> str:
    """The id of a new account."""
    await sign_up(who, name, **fields)
    store = AccountStore(house.process.url, 1)
    number = await store.owner(keys_of(name))
    await store.close()
    assert number is not None
    return number


async def counted(house: House, until: int) -> None:
    """Wait until the server has taken in so many entries."""
    async with asyncio.timeout(LIMIT_S):
        while int(await house.redis.get("cp:{book}:cursor") or 0) < until:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


def places(board: dict[str, Any]) -> list[tuple[int, str | None, int, bool]]:
    return [(row["place"], row["name"], row["amount"], row["clean"]) for row in board["places"]]


# By real servers. -----------------------------------------------------------------------------


@pytest.mark.processes
async def test_a_board_is_told_part_by_part(house: House, server: ServerProcess) -> None:
    async with client(server.url) as anna, client(server.url) as ben, client(server.url) as cleo:
        numbers = [
            await account(house, who, name)
            for who, name in ((anna, "Anna"), (ben, "Ben"), (cleo, "Cleo"))
        ]
        times = (50_000, 40_000, 40_000)
        for n, (number, ms) in enumerate(zip(numbers, times, strict=True), 1):
            await house.book.write(race(n, Ran(number, "won", ms=ms, clean=n != 3)))
        await house.book.write(race(4, Ran("gone", "won", ms=50_000)))
        await counted(house, 4)

        fastest = {"game": "aces-up", "measure": "fastest"}
        board = await anna.ask("get_board", **fastest)
        assert (board["type"], board["game"], board["total"]) == ("board", "aces_up", 4)
        rows = places(board)
        assert rows[0] == (1, "Ben", 40_000, True)
        assert sorted(rows[1:3], key=str) == [(2, "Anna", 50_000, True), (2, None, 50_000, True)]
        assert rows[3] == (4, "Cleo", 40_000, False), "with take-backs: below clean ones"

        part = await anna.ask("get_board", **fastest, offset=3, count=5)
        assert places(part) == rows[3:]
        around = await ben.ask("get_board", **fastest, part="around_me", count=2)
        assert places(around) == rows[:2]
        await anna.ask("befriend", name="Cleo", what="add")
        await cleo.ask("befriend", name="Anna", what="accept")
        friends = await anna.ask("get_board", **fastest, part="friends")
        assert [row["name"] for row in friends["places"]] == ["Anna", "Cleo"]

        (kept,) = (await ben.ask("export_account"))["data"]["races"]
        assert (kept["game"], kept["place"], kept["voided"]) == ("aces_up", 1, False)
        await ben.ask("delete_account", password=PASSWORD)
        assert places(await anna.ask("get_board", **fastest))[0][:2] == (1, None)
        day = await anna.ask("get_board", **fastest, period="day", which="2026-11-21")
        assert (day["which"], day["total"]) == ("2026-11-21", 4)
        assert (await anna.ask("get_board", **fastest, side="bots"))["total"] == 0
        rating = await anna.ask("get_board", game="aces_up", measure="rating", period="day")
        assert (rating["game"], rating["period"], rating["places"]) == ("sprint", "all", [])


@pytest.mark.processes
async def test_what_is_no_board(server: ServerProcess) -> None:
    async with client(server.url) as guest:
        for fields, code in (
            ({"game": "whist"}, "bad_option"),
            ({"game": "overall"}, "bad_option"),
            ({"game": "aces_up", "options": {"jokers": 2}}, "bad_option"),
            ({"game": "aces_up", "part": "around_me"}, "not_signed_in"),
            ({"game": "aces_up", "part": "friends"}, "not_signed_in"),
            ({"game": "aces_up", "which": "2026:*"}, "bad_message"),
            ({"game": "aces_up", "count": 101}, "bad_message"),
        ):
            for kind in ("get_board", "follow_board"):
                assert (await guest.ask(kind, **fields))["code"] == code, fields
        assert (await guest.ask("get_my_races"))["code"] == "not_signed_in"
        assert (await guest.ask("unfollow"))["type"] == "done"


@pytest.mark.processes
async def test_whoever_follows_a_board_sees_a_result_within_a_second(
    server: ServerProcess,
) -> None:
    async with client(server.url) as anna, client(server.url) as onlooker:
        await sign_up(anna)
        empty = await onlooker.ask("follow_board", game="aces_up")
        assert (empty["seq"], empty["total"], empty["places"]) == (0, 0, [])
        await begin(anna)
        await moves(anna, 4)
        await resign(anna)
        await anna.until("over")
        took = [await heard(onlooker)]
        change = json.loads(onlooker.frames[-1])
        assert (change["seq"], change["total"], change["first"]) == (1, 1, 0)
        assert change["places"][0]["name"] == "Anna"
        while min(took) >= 1:  # the machine had other things to do; a wait is there every time
            assert len(took) < 10, took
            async with client(server.url) as other:
                await sign_up(other, f"Ben {'abcdefghij'[len(took)]}")
                await begin(other)
                await resign(other)
                await other.until("over")
                took.append(await heard(onlooker))
        again = await onlooker.ask("follow_board", game="aces_up")
        assert again["total"] == len(took)
        await onlooker.ask("unfollow")

        mine = await anna.ask("get_my_races")
        (told,) = mine["races"]
        assert (mine["total"], told["seat"], told["place"], told["voided"]) == (1, 0, 1, False)
        assert (await anna.ask("get_record", race=told["race"]))["type"] == "record"
        seats = await anna.ask("get_my_seats")
        assert seats["seats"] == [{"code": told["race"].partition("-")[0], "seat": 0}]
        assert (await onlooker.ask("get_my_seats"))["code"] == "not_signed_in"


async def heard(onlooker: Client) -> float:
    """How long it takes until a change is heard, in seconds."""
    since = monotonic()
    await onlooker.until("board_changed")
    return monotonic() - since


@pytest.mark.processes
@pytest.mark.usefixtures("one_day")
async def test_a_try_of_today_s_deal_is_on_no_board_and_in_no_list(server: ServerProcess) -> None:
    async with client(server.url) as anna, client(server.url) as ben:
        await sign_up(anna)
        await sign_up(ben, "Ben")
        today = (await anna.ask("list_dailies"))["today"]
        deal = next(one for one in today if one["slot"] == "sprint")
        board = {"game": deal["game"], "options": deal["options"], "period": "day"}
        _, table = await tried(anna, deal["name"])
        await give_up(anna, table)
        await begin(ben)  # whose race is over later, and told
        await resign(ben)
        async with asyncio.timeout(LIMIT_S):
            while not (await ben.ask("get_my_races"))["total"]:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        for measure in ("fastest", "best", "outs", "streak", "longest"):
            assert (await anna.ask("get_board", **board, measure=measure))["total"] == 0
        assert (await anna.ask("get_my_races"))["total"] == 0
        assert (await anna.ask("get_my_seats"))["total"] == 0


# Without sockets. -----------------------------------------------------------------------------


class Ear:
    """A listener that is too slow while it is `slow`."""

    def __init__(self) -> None:
        self.name = "ear"
        self.viewer = Viewer()
        self.heard: list[dict[str, Any]] = []
        self.at: list[float] = []
        self.slow = False

    def send(self, data: bytes) -> None:
        self.heard += told(data)
        self.at.append(monotonic())

    def send_progress(self, data: bytes) -> bool:
        if not self.slow:
            self.send(data)
        return not self.slow

    def close(self, why: Close) -> None:
        raise AssertionError(why)

    def board(self) -> tuple[int, list[Any]]:
        """What a client makes of it: the last number, and the part it has. Holes are allowed only
        before what is whole."""
        seq, rows = -1, list[Any]()
        for message in self.heard:
            if message["type"] == "board":
                Board.model_validate(message)
                seq, rows = message["seq"], message["places"]
                continue
            BoardChanged.model_validate(message)
            assert message["first"] == 0 or message["seq"] == seq + 1
            seq, rows = message["seq"], [*rows[: message["first"]], *message["places"]]
        return seq, rows


@pytest.fixture
async def following(house: House) -> AsyncIterator[BoardSubscriptions]:
    async def nobody(_: str) -> dict[str, str]:
        return {}

    shelves = BoardReader(house.places, house.book, Calendar(ZONE), lambda: house.now, nobody)
    made = BoardSubscriptions(shelves)
    running = asyncio.create_task(made.run(Unworried(), house.process.url))
    await asyncio.sleep(0.1)  # it listens
    yield made
    running.cancel()
    await asyncio.wait([running])


async def question(following: BoardSubscriptions, **fields: Any) -> BoardQuery:
    async def guest() -> None:
        return None

    async def seats(_: str) -> list[tuple[str, int]]:
        return []

    asked = GetBoard.model_validate({"id": 1, "game": "aces_up", **fields})

    async def claimed(_: str) -> list[ClaimedRace]:
        return []

    made = LeaderboardHandlers(following.board_reader, following, Ear(), guest, seats, claimed)
    return await made._question(asked)


async def caught_up(
    house: House, following: BoardSubscriptions, asked: BoardQuery, ear: Ear
) -> None:
    """Wait until somebody has heard all there is."""
    answer = await following.board_reader.answer(asked)
    wanted = [row.model_dump() for row in answer.places]
    async with asyncio.timeout(LIMIT_S):
        while ear.board()[1] != wanted:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_changes_are_merged_and_whoever_was_slow_gets_all_of_it(
    house: House, following: BoardSubscriptions
) -> None:
    asked = await question(following, count=5)
    quick, slow = Ear(), Ear()
    for ear in (quick, slow):
        await following.follow(asked, ear, 7)
    await house.count(race(1, Ran("ann", best=5)))
    await caught_up(house, following, asked, slow)
    slow.slow = True
    began = monotonic()
    for n in range(2, 60):
        await house.count(race(n, Ran(f"p{n}", best=n % 40, ms=60_000 + n)))
        await asyncio.sleep(0.01)
    await caught_up(house, following, asked, quick)
    took = monotonic() - began
    told_to_quick = [at for at in quick.at if at >= began]
    assert 1 <= len(told_to_quick) <= 2 + took / MERGE_S
    assert len([at for at in slow.at if at >= began]) == 0
    slow.slow = False
    await caught_up(house, following, asked, slow)
    assert slow.heard[-1]["first"] == 0
    assert slow.board() == quick.board()


async def test_nobody_hears_of_other_boards_or_of_what_they_have_left(
    house: House, following: BoardSubscriptions
) -> None:
    one, other = await question(following), await question(following, side="bots")
    ear, bots = Ear(), Ear()
    await following.follow(one, ear, 1)
    await following.follow(other, bots, 1)
    await house.count(race(1, Ran("ann")))
    await caught_up(house, following, one, ear)
    assert len(bots.heard) == 1
    await following.follow(other, ear, 2)
    heard = len(ear.heard)
    await house.count(race(2, Ran("ben")))
    await asyncio.sleep(2 * MERGE_S)
    assert len(ear.heard) == heard
    following.stop(ear)
    following.stop(bots)
    assert not following._of


async def test_at_midnight_the_board_of_a_day_is_a_new_one(
    house: House, following: BoardSubscriptions
) -> None:
    assert LOOK_S <= 60
    asked, ear = await question(following, period="day"), Ear()
    await house.count(race(1, Ran("ann")))
    await following.follow(asked, ear, 1)
    assert ear.heard[0]["which"] == "2026-11-21"
    await house.count(race(2, Ran("ben", best=3)))
    await caught_up(house, following, asked, ear)
    house.now = NOON + 86_400_000
    following.followed.all_changed()
    async with asyncio.timeout(LIMIT_S):
        while ear.heard[-1]["which"] != "2026-11-22":  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert ear.board()[1] == []


async def test_the_store_goes_and_comes_back_and_the_board_is_told_anew(
    house: House, following: BoardSubscriptions
) -> None:
    asked, ear = await question(following), Ear()
    await house.count(race(1, Ran("ann")))
    await following.follow(asked, ear, 1)
    await house.process.kill()
    await house.process.start()
    await house.count(race(2, Ran("ben", best=30)))
    await caught_up(house, following, asked, ear)
