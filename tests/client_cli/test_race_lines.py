"""Races in line mode: real commands, a real server, a real store."""

import contextlib
import json
import os
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from client_cli import exit_codes
from client_cli.features import accounts
from client_cli.local.storage import Storage
from client_cli.messages.displayed_code import HIDDEN
from engine.games import GAMES
from tests.client_cli.command import Player, patience
from tests.harness import ServerProcess

pytestmark = pytest.mark.processes

Start = Callable[..., Awaitable[Player]]


@pytest.fixture
def start(tmp_path: Path, server_url: str) -> Start:
    """Starts a command as somebody: each has a data directory of their own."""

    async def starting(who: str, *words: str) -> Player:
        return await Player.start(tmp_path / who, server_url, *words)

    return starting


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of one server for all races of a module."""
    async with ServerProcess(tmp_path_factory.mktemp("house") / "data") as process:
        yield process.url


async def opened(start: Start, *words: str) -> tuple[Player, str]:
    """A host in a new room, and its code."""
    host = await start("ann", "host", *words, "--name", "Ann")
    told = await host.until("Code ")
    return host, told.split()[1].rstrip(".")


async def test_two_race_a_third_watches_and_anybody_verifies(
    start: Start, tmp_path: Path, server_url: str
) -> None:
    ann, code = await opened(start, "uncle-remus", "--bell", "30m")
    ben = await start("ben", "join", code, "--name", "Ben")
    await ann.until("Ben has joined.")
    watcher = await start("cat", "watch", code)
    await watcher.until("Here: Ann (host), Ben.")
    for player in (ann, ben):
        player.type("ready", "wait", "moves", "look", "race", "find KS", "help", "nonsense")
    await ann.until("is neither a move nor a command")
    ann.type("tilt a dead", "marks", "count", "count b", "hint", "share", "qr")
    await ann.until("patience host uncle-remus --lan")  # no phone reaches this server
    now = patience(tmp_path, "standings", code, server=server_url)
    assert " left." in now.out
    ann.type("resign")
    await ben.until("Ann has given up")
    ben.type("resign", "wait", "rematch")
    await watcher.until("The race is over")
    await ben.until("You want a rematch.")  # alone in the room, Ben would decide it
    ann.type("wait", "compare", "compare Ben", "share", "check", "leave")
    await ann.until("You have left.")
    assert await watcher.end() == await ben.end() == await ann.end() == exit_codes.DONE
    for sentence in (
        "b: 1.",
        "There are no hints in a race.",
        "The record of the race has not come; it is there when the race is over.",
        "The record verifies.",
    ):
        assert sentence in ann.heard
    marks = [line for line in ann.heard if line.endswith(" on a: dead.")]
    assert len(marks) == 2, "as it is tilted, and as it is told"
    assert sum("Ann and Ben." in line for line in ann.heard) == 1
    assert sum("Ben and Ann." in line for line in ann.heard) == 1
    assert any(line.startswith("Race it: patience play --ghost ") for line in ann.heard)
    assert any("1. Ann (you)" in line for line in ann.heard)
    over = patience(tmp_path, "standings", code, "--json", server=server_url).json()[0]
    assert (over["status"], [s["name"] for s in over["standings"]]) == ("over", ["Ann", "Ben"])
    for who in ("ann", "cat"):
        checked = patience(tmp_path / who, "verify", code, "--json", server=server_url)
        assert checked.code == exit_codes.DONE
        steps = [step["step"] for step in checked.json()[0]["steps"]]
        assert "saved commitment" in steps
    for who, seat in (("ann", 0), ("ben", 1)):
        [kept] = patience(tmp_path / who, "history", "--json").json()
        assert (kept["race"], kept["standing"]["seat"]) == (f"{code.replace('-', '')}-1", seat)
        assert patience(tmp_path / who, "share", code).code == exit_codes.DONE, "without a server"
    assert patience(tmp_path / "cat", "history", "--json").json() == []
    replayed = patience(tmp_path, "replay", f"{code}-1", "--json", server=server_url).json()
    assert {position["name"] for position in replayed} == {"Ann", "Ben"}


async def test_a_promise_that_was_broken_is_found(
    start: Start, tmp_path: Path, server_url: str
) -> None:
    ann, code = await opened(start, "aces-up", "--bell", "30m")
    ann.type("ready", "start", "wait", "resign")
    assert await ann.end() == exit_codes.DONE
    kept = next((tmp_path / "ann" / "commitments").glob("*.json"))
    kept.write_text(kept.read_text().replace('"commitment": "', '"commitment": "f00'))
    ended = patience(tmp_path / "ann", "verify", code, server=server_url)
    assert ended.code == exit_codes.REFUSED
    assert "saved commitment" in ended.err


async def test_a_rematch_in_the_same_room(start: Start) -> None:
    ann, _ = await opened(start, "aces-up", "--bell", "30m")
    for _ in range(2):
        ann.type("ready", "start", "wait", "resign", "wait")
        await ann.until("1. Ann (you)")
        ann.type("rematch")
        await ann.until("is open: a new deal")
    assert await ann.end() == exit_codes.DONE


async def test_the_host_types_other_terms_for_a_rematch(start: Start) -> None:
    ann, _ = await opened(start, "aces-up", "--bell", "30m", "--take-back", "free")
    ann.type("ready", "start", "wait", "resign", "wait")
    await ann.until("1. Ann (you)")
    ann.type("rematch bell=20m wait=1")
    await ann.until("each as NAME=VALUE, not 'wait=1'.")
    ann.type("rematch accordeon")
    await ann.until("accordion")
    ann.type("rematch bell=20m must-fill=false")
    await ann.until("is open: a new deal")
    ann.type("room")
    told = await ann.until("time limit 20:00")
    assert "free take-back" in told, "as in the last race"
    ann.type("ready", "start", "wait", "resign", "wait", "rematch accordion")
    await ann.until("is open: a new deal")
    ann.type("room")
    await ann.until("Accordion, ")
    assert await ann.end() == exit_codes.DONE


async def test_an_input_that_ends_in_a_game_leaves_it_and_keeps_the_seat(start: Start) -> None:
    ann, code = await opened(start, "aces-up", "--bell", "30m", "--late")
    ann.type("ready", "start", "wait", "race")
    await ann.until(" left.")
    ben = await start("ben", "join", code, "--name", "Ben")
    await ann.until("Ben has joined.")
    assert await ben.end() == exit_codes.DONE, "and not at the bell, half an hour later"
    assert "Your clock runs on; patience resume returns to your seat." in ben.heard
    ben = await start("ben", "resume")
    await ben.until("stock")
    ben.type("resign")
    await ann.until("Ben has given up")
    ann.type("resign")
    assert await ann.end() == await ben.end() == exit_codes.DONE
    for player in (ann, ben):  # who has finished waits for the results
        assert any(line.startswith("The race is over") for line in player.heard)


async def test_for_programs_every_line_is_a_message(start: Start) -> None:
    ann = await start("ann", "host", "aces-up", "--name", "Ann", "--json")
    ann.type("ready", "start", "wait", "resign")
    assert await ann.end() == exit_codes.DONE
    kinds = [json.loads(line)["type"] for line in ann.heard]
    in_order = ["welcome", "room", "hosting", "countdown", "started", "table", "moved", "over"]
    assert [kind for kind in kinds if kind in in_order] == in_order


async def test_a_killed_client_returns_to_its_seat(start: Start) -> None:
    ann, code = await opened(start, "aces-up", "--bell", "30m")
    ben = await start("ben", "join", code, "--name", "Ben")
    for player in (ann, ben):
        player.type("ready", "wait", "race")
    await ben.until(" left.")
    os.kill(ben.process.pid, signal.SIGKILL)
    await ann.until("Ben has lost the line.")
    await ben.end()
    ben = await start("ben", "resume")
    await ann.until("Ben is back.")
    await ben.until("stock")
    ben.type("resign")
    await ann.until("Ben has given up")
    ann.type("resign")
    assert await ann.end() == await ben.end() == exit_codes.DONE


async def test_a_seat_taken_over_ends_the_older_client(start: Start) -> None:
    ann, _ = await opened(start, "aces-up")
    again = await start("ann", "resume")
    await again.until("Here: Ann (you, host).")
    await ann.until("taken over")
    assert await ann.end() == exit_codes.UNREACHABLE
    assert await again.end() == exit_codes.DONE


async def test_a_race_outlives_its_server(start: Start, server: ServerProcess) -> None:
    ann, _ = await opened(start, "aces-up", "--bell", "30m")
    ann.type("ready", "start", "wait", "race")
    await ann.until(" left.")
    await server.kill()
    await ann.until("The line is down")
    ann.type("resign")
    await server.start()
    await ann.until("The line is up again.")
    await ann.until("The race is over")
    assert await ann.end() == exit_codes.DONE
    assert any("gave up" in line for line in ann.heard)


async def test_what_is_not_there_is_not_found(tmp_path: Path, server_url: str) -> None:
    for words in (["join", "KQ7-4TX", "--name", "A"], ["watch", "KQ7-4TX"], ["verify", "KQ7-4TX"]):
        ended = patience(tmp_path, *words, server=server_url)
        assert ended.code == exit_codes.NOT_FOUND
        assert len(ended.err.strip().splitlines()) == 1


async def test_a_name_is_taken_once(start: Start, tmp_path: Path, server_url: str) -> None:
    ann, code = await opened(start, "aces-up")
    ended = patience(tmp_path / "ben", "join", code, "--name", "ann", server=server_url)
    assert ended.code == exit_codes.REFUSED
    assert await ann.end() == exit_codes.DONE


async def test_an_interrupt_in_a_race_is_one_word(start: Start) -> None:
    ann, _ = await opened(start, "aces-up")
    ann.process.send_signal(signal.SIGINT)
    await ann.until("Stopped.")
    assert await ann.end() == exit_codes.INTERRUPTED


LOOKING = ["look", "moves", "find KS", "race", "nonsense"]


@pytest.mark.parametrize("slug", GAMES)
async def test_bots_race_somebody_who_looks_on(slug: str, house: str, tmp_path: Path) -> None:
    """No bell hurries who looks on. At Kings it has to ring, for machines would be busy for long;
    looking on there is a test of its own."""
    bell, looking = ("3s", []) if slug == "kings" else ("30m", [*LOOKING, "resign"])
    words = "host", slug.replace("_", "-"), "--name", "Ann", "--bell", bell
    ann = await Player.start(tmp_path / "ann", house, *words)
    code = (await ann.until("Code ")).split()[1].rstrip(".")
    bots = [
        await Player.start(tmp_path / "bots", house, "bot", code, "--player", player)
        for player in ("greedy", "random")
    ]
    for _ in bots:
        await ann.until("is ready")
    ann.type("ready", "wait", *looking, "wait")
    await ann.until("The race is over")
    await ann.until("Ann (you): ")
    assert [await bot.end() for bot in bots] == [exit_codes.DONE, exit_codes.DONE]
    assert await ann.end() == exit_codes.DONE
    if looking:
        assert any("is neither a move nor a command" in line for line in ann.heard)
    assert not (tmp_path / "bots" / "me.json").exists()
    assert not (tmp_path / "bots" / "records").exists()
    assert patience(tmp_path / "ann", "verify", code, server=house).code == exit_codes.DONE


async def test_a_deal_is_watched_round_by_round(start: Start) -> None:
    ann, _ = await opened(start, "kings", "--bell", "30m")
    ann.type("ready", "start", "wait")
    rounds = [await ann.until("Round ")]
    while '"next": begin to play.' not in rounds[-1]:
        ann.type("next")
        rounds.append(await ann.until("Round "))
    told = [f"Round {number} of {len(rounds)}." for number in range(1, len(rounds) + 1)]
    assert [line[: len(told[0])] for line in rounds] == told
    ann.type("next", "next", *LOOKING, "resign", "wait")
    await ann.until("fan: empty")
    await ann.until("The deal is done.")
    await ann.until("is neither a move nor a command")
    await ann.until("The race is over")
    assert await ann.end() == exit_codes.DONE


async def test_a_bot_ends_when_it_is_sent_away(start: Start) -> None:
    ann, code = await opened(start, "kings", "--bell", "30m")
    bot = await start("bot", "bot", code, "--name", "Rusty")
    await ann.until("Rusty is ready")
    ann.type("ready")
    await ann.until("Go!")
    ann.type("kick Rusty", "resign")
    assert await bot.end() == exit_codes.UNREACHABLE
    await ann.until("The race is over")
    assert await ann.end() == exit_codes.DONE


async def test_who_waits_late_for_the_start_does_not_wait_for_the_end(start: Start) -> None:
    ann, _ = await opened(start, "aces-up", "--bell", "30m")
    ann.type("ready", "start")
    await ann.until("Go!")
    ann.type("wait", "resign", "wait", "race")
    await ann.until("The race is over")
    await ann.until("1. Ann (you)")
    assert await ann.end() == exit_codes.DONE


async def test_host_brings_a_server_where_none_answers(tmp_path: Path, unused_port: int) -> None:
    url = f"ws://127.0.0.1:{unused_port}/ws"
    ann = await Player.start(tmp_path / "ann", url, "host", "aces-up", "--name", "Ann")
    await ann.until("Started a server")
    await ann.until("Code ")
    ended = patience(tmp_path / "ben", "watch", "KQ7-4TX", server=url)
    assert ended.code == exit_codes.NOT_FOUND
    assert await ann.end() == exit_codes.DONE


async def test_a_server_that_host_started_is_started_again_if_it_dies(
    tmp_path: Path, unused_port: int
) -> None:
    url = f"ws://127.0.0.1:{unused_port}/ws"
    ann = await Player.start(tmp_path / "ann", url, "host", "aces-up", "--name", "Ann")
    code = (await ann.until("Code ")).split()[1].rstrip(".:,")
    (server,) = servers_on(unused_port)
    os.kill(server, signal.SIGKILL)
    await ann.until("The line is down")
    await ann.until("The line is up again")
    assert server not in servers_on(unused_port)
    ben = await Player.start(tmp_path / "ben", url, "join", code, "--name", "Ben")
    await ann.until("Ben has joined.")
    assert await ben.end() == await ann.end() == exit_codes.DONE


def servers_on(port: int) -> list[int]:
    """Return the processes that were started as a server on this port and still run."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = path.read_bytes().split(b"\0")
            if b"--until-empty" in words and str(port).encode() in words:
                found.append(int(path.parent.name))
    return found


@pytest.fixture
def unused_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def test_a_move_is_taken_back_in_a_race_that_allows_it(start: Start) -> None:
    ann, code = await opened(start, "accordion", "--bell", "30m", "--take-back", "free")
    ben = await start("ben", "join", code, "--name", "Ben")
    await ben.until("free take-back")
    for player in (ann, ben):
        player.type("ready")
    ann.type("wait", "undo")
    await ann.until("There is no move to take back.")
    ann.type("moves")  # only now: the answer to it may come before that of the server
    ann.type(await ann.until("turn"), "undo")
    await ann.until("Taken back.")
    for player in (ann, ben):
        player.type("resign")
    assert await ann.end() == await ben.end() == exit_codes.DONE
    assert any("2. Ann" in line and "with help" in line for line in ben.heard)


async def test_cards_are_called(start: Start) -> None:
    words = "cribbage-patience", "--format", "caller", "--call", "30s"
    ann, code = await opened(start, *words)
    ben = await start("ben", "join", code, "--name", "Ben")
    await ben.until("called card by card with grids shown, 30 seconds each, time limit 10:00")
    await ann.until("Ben has joined.")
    for player in (ann, ben):
        player.type("ready", "wait")
    await ann.until("Card 1 of 16 is called; you have 30 seconds.")
    ann.type("d4", "c4", "next", "race", "score")
    await ann.until("The next card has not been called.")
    ben.type("d4")
    await ann.until("next card")
    await ann.until("to lay the card that is called")
    await ann.until("Progress 1 of 16")
    for player in (ann, ben):
        player.type("resign")
    assert await ann.end() == await ben.end() == exit_codes.DONE


@pytest.mark.long(20)
async def test_cards_are_laid_for_the_silent(start: Start, tmp_path: Path, server_url: str) -> None:
    words = "cribbage-patience", "--format", "caller", "--call", "1s"
    ann, code = await opened(start, *words)
    ben = await start("ben", "join", code, "--name", "Ben")
    await ben.until("called card by card with grids shown, 1 second each, time limit 10:00")
    bot = await start("bot", "bot", code)
    await ann.until("greedy bot")
    for player in (ann, ben):
        player.type("ready")
    await ben.until("Card 1 of 16 is called; you have 1 second.")
    await ben.until("Your time for the card was up.")
    await ben.until("Card 16 of 16 is called")
    assert await ann.end() == await ben.end() == await bot.end() == exit_codes.DONE
    assert any(line.startswith("Complete") for line in ben.heard)
    assert any("Ben (you): " in line and "points" in line for line in ben.heard)
    assert patience(tmp_path / "ann", "verify", code, server=server_url).code == exit_codes.DONE


def test_terms_that_do_not_go_together_are_wrong_usage(tmp_path: Path) -> None:
    for words in (
        ["aces-up", "--format", "caller"],
        ["aces-up", "--call", "15s"],
        ["aces-up", "--winners", "luck"],
        ["poker-patience", "--format", "caller", "--call", "soon"],
        ["poker-patience", "--format", "caller", "--take-back", "free"],
    ):
        ended = patience(tmp_path, "host", *words, "--name", "Ann")
        assert (ended.code, len(ended.err.splitlines())) == (exit_codes.USAGE, 1), words


@pytest.mark.parametrize("preference", ["quiet", "streamer"])
async def test_who_wants_quiet_or_streams_sees_no_talk_and_who_streams_no_code(
    start: Start, tmp_path: Path, preference: str
) -> None:
    ann, code = await opened(start, "aces-up", "--bell", "30m")
    accounts.choose(Storage(tmp_path / "ben"), [f"{preference}=on"])
    ben = await start("ben", "join", code, "--name", "Ben")
    await ann.until("Ben has joined.")
    ann.type("say knock knock", "ready")
    await ben.until("Ann is ready.")
    ben.type("qr", "who", "code", "quit")
    await ben.end()
    told = "\n".join(ben.heard)
    assert "knock knock" not in told
    assert (code in told) == (preference == "quiet")
    assert (HIDDEN in told) == (preference == "streamer")
    ann.type("quit")
    await ann.end()
    other = await start("ben", "host", "aces-up", "--name", "Ben")
    other.type("quit")
    await other.end()
    assert ("Code " in "\n".join(other.heard)) == (preference == "quiet")
