"""Computer players in real rooms: whole races of many games, and all that they are sent."""

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest

from engine.computer_players.pace import PACES, Pace
from engine.computer_players.strengths import STRENGTHS
from engine.mechanics.called_game import CalledGame
from engine.races import record
from engine.races.timeline import dealt
from engine.races.verify import verify
from engine.racing_demon import record as table_record
from engine.takeback import read_move
from protocol import from_server as say
from protocol.from_server import parse
from server.app import App
from server.bots.bot import Bot
from server.bots.knowledge import Knowledge
from server.rooms import computer_players
from tests.harness import Client, client
from tests.server.accounts.test_accounts import sign_up
from tests.server.running_server import serving, until
from tests.stores import RedisProcess

GAMES: dict[str, dict[str, Any]] = {
    "klondike": {},
    "aces_up": {},
    "kings": {},  # its deal is watched
    "perpetual_motion": {},
    "baroness": {"terms": {"take_back": "free"}},
    "poker_patience": {"terms": {"format": "caller", "call_ms": 1_000}},
    "racing_demon": {"options": {"piles": 5, "target": 0}},
}


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands that need hardly any time."""
    monkeypatch.setitem(PACES, "quick", Pace(4, 0.1, 1, 0.2, 4))


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[bytes]]:
    """All messages that the bots get, by seat."""
    messages: dict[int, list[bytes]] = {}
    send = Bot.send

    def note(bot: Bot, data: bytes) -> None:
        messages.setdefault(bot.seat, []).append(data)
        send(bot, data)

    monkeypatch.setattr(Bot, "send", note)
    return messages


async def seat_bots(host: Client, pace: str = "quick") -> None:
    for strength in STRENGTHS:
        assert (await host.ask("seat_bot", strength=strength, pace=pace))["type"] == "done"


async def raced(host: Client, code: str) -> Any:
    """The record of a race of the host, who gives up a board of their own, and three bots."""
    await seat_bots(host)
    over = await watched(host, 1)
    assert {each["standing"]["seat"] for each in over["results"]} == {0, 1, 2, 3}
    assert over["wins"] == []  # one person cannot win against bots
    return (await host.ask("get_record", race=f"{code}-1"))["record"]


async def watched(host: Client, number: int) -> Any:
    """The end of race `number`, of which the host has given up a board or round at once."""
    await host.ready()
    first = await host.until("table", "frame", "common_table")
    if first["type"] == "common_table":
        await host.send("play_table", race=number, key=1, move="resign")
    else:
        await host.send("play", race=number, ply=0, move="resign")
    return await host.until("over")


@pytest.mark.parametrize("game", GAMES)
async def test_a_person_and_three_bots_play_a_whole_race(
    redis: RedisProcess, game: str, heard: dict[int, list[bytes]]
) -> None:
    async with serving(redis.url) as (app, url), client(url) as host:
        room = await host.create(game, **GAMES[game])
        document = await raced(host, room["code"])
        assert verify(document)[-1].ok, verify(document)[-1]
        assert len(app.bots) == 3
    assert len(app.bots) == 0
    assert set(heard) == {1, 2, 3}
    for seat, messages in heard.items():
        sees = sees_of_the_table if game == "racing_demon" else sees_of_its_board
        assert sees(document, Knowledge(seat), map(parse, messages)) > 3


def sees_of_its_board(document: Any, known: Knowledge, messages: Iterable[say.FromServer]) -> int:
    """How many views of its own board a seat was sent before the race was over. Fail if one of them
    is not what the rules show, or a message has a board of somebody else."""
    found = record.read(document)
    game, board = found.game, dealt(found)
    (mine,) = [each for each in found.seats if each.seat == known.seat]
    states, views = [board.state], 0
    for entry in mine.moves:
        board = board.play(game, read_move(game, entry.text), entry.ms)
        states.append(board.state)
    for message in messages:
        assert not isinstance(message, say.WatchedTable | say.Grids | say.TableLegal)
        known.hear(message)
        if isinstance(message, say.Over):
            break
        if isinstance(message, say.Table | say.Moved) and known.board is not None:
            state = states[known.board.ply]
            if known.call is not None and game.progress(state) >= known.call:
                assert isinstance(game, CalledGame)
                state = game.uncalled(state)
            assert known.board.view == game.view(state)
            assert message.legal is None
            views += 1
    return views


def sees_of_the_table(document: Any, known: Knowledge, messages: Iterable[say.FromServer]) -> int:
    """How many views of the common table a seat was sent before the round was over. Fail if one of
    them is not what the rules show."""
    found = table_record.read(document)
    states, views = [found.begun()], 0
    for command in found.commands:
        states.append(found.step(states[-1], command).state)
    for message in messages:
        known.hear(message)
        if isinstance(message, say.Over):
            break
        if isinstance(message, say.CommonTable | say.TableChanged) and known.table is not None:
            assert known.table.view == found.game.view(states[known.table.number])
            views += 1
    return views


async def test_bots_stop_without_people_and_go_on_with_them(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer_players, "IDLE_MS", 200)
    async with serving(redis.url) as (app, url):
        async with client(url) as host:
            room = await host.create("klondike")
            await seat_bots(host, "slow")
            await until(lambda: counts(app, 3))
        await until(lambda: counts(app, 0))
        async with client(url) as again:
            back = await again.ask("resume", code=room["code"], token=host.token)
            bots = [member for member in back["members"] if member["bot"]]
            assert [member["here"] for member in bots] == [False] * 3
            here = {(await again.until("presence"))["seat"] for _ in range(3)}
            assert here == {1, 2, 3}
            await until(lambda: counts(app, 3))


async def counts(app: App, number: int) -> bool:
    await asyncio.sleep(0.01)
    return len(app.bots) == number


async def test_a_process_plays_for_so_many_and_no_more(redis: RedisProcess) -> None:
    async with serving(redis.url, bots=1) as (app, url), client(url) as host:
        await host.create("klondike")
        assert (await host.ask("seat_bot"))["type"] == "done"
        await until(lambda: counts(app, 1))
        refused = await host.ask("seat_bot")
        assert refused["code"] == "too_much"
        assert (await host.ask("kick", seat=1))["type"] == "done"
        await until(lambda: counts(app, 0))
        assert (await host.ask("seat_bot"))["type"] == "done"


async def test_only_the_host_seats_bots_and_nobody_takes_their_seat(redis: RedisProcess) -> None:
    async with serving(redis.url) as (_, url), client(url) as host, client(url) as guest:
        room = await host.create("klondike")
        await guest.join(room["code"], "Gerd")
        assert (await guest.ask("seat_bot"))["code"] == "not_host"
        assert (await host.ask("seat_bot", strength="ahead", pace="slow"))["type"] == "done"
        joined = await guest.until("joined")
        assert joined["player"] == {"strength": "ahead", "pace": "slow"}
        assert (await guest.until("ready_changed"))["seat"] == joined["seat"]


async def test_bots_play_one_race_after_the_other(redis: RedisProcess) -> None:
    async with serving(redis.url) as (_, url), client(url) as host:
        await host.create("racing_demon", options={"piles": 5, "target": 0})
        await seat_bots(host)
        for number in (1, 2, 3):
            assert (await watched(host, number))["race"] == number
            assert (await host.ask("rematch"))["type"] == "done"


async def test_the_bots_of_a_table_are_kicked_in_the_middle(redis: RedisProcess) -> None:
    async with serving(redis.url) as (app, url), client(url) as host:
        await host.create("racing_demon", options={"piles": 5})
        await seat_bots(host, "slow")
        await host.ready()
        await host.until("common_table")
        for seat in (1, 2, 3):
            await host.send("kick", seat=seat)
        over = await host.until("over")
        assert [each["place"] for each in over["results"]] == [1, 2, 2, 2]
        await until(lambda: counts(app, 0))


async def test_nothing_of_bots_is_on_a_leaderboard_and_their_opponent_is_not_rated(
    redis: RedisProcess,
) -> None:
    async with serving(redis.url) as (_, url), client(url) as anna:
        await sign_up(anna)
        await anna.create("aces_up")
        await seat_bots(anna)
        await anna.ready()
        table = await anna.until("table")
        await anna.send("play", race=1, ply=0, move=table["legal"][0])
        await anna.send("play", race=1, ply=1, move="resign")
        await anna.until("over")
        await until(lambda: is_told(anna))
        for side, names in (("people", ["Anna"]), ("bots", [])):
            board = await anna.ask("get_board", game="aces_up", measure="best", side=side)
            assert [row["name"] for row in board["places"]] == names
        rated = await anna.ask("get_board", game="overall", measure="rating")
        assert rated["places"] == []
        assert (await anna.ask("get_rivals"))["rivals"] == []


async def is_told(who: Client) -> bool:
    return bool((await who.ask("get_board", game="aces_up", measure="best"))["places"])
