"""Log lines: which event, race and connection, and no secret."""

import ast
import json
import logging
import re
import secrets
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import structlog

from server.observability import error_log, logs
from tests.harness import ROOT, Client, ServerProcess, client
from tests.server.net.test_drain import served
from tests.server.observability.test_error_log import CARD
from tests.stores import RedisProcess, engines

LEVELS = {"debug", "info", "warning", "error"}
ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b")
OUTSIDE = "203.0.113.77"


def test_faults_of_ours_are_counted_at_any_level(
    logged: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = list[str]()
    monkeypatch.setattr(error_log, "log", structlog.get_logger())  # it keeps how it first logged
    logs.begin("critical", logged, as_json=True, count_fault=counted.append)
    structlog.get_logger().error("unhandled", said="no traceback")
    for kind in ("step_failed", "room_failed", "step_failed"):
        error_log.note(kind, ValueError(PASSWORD))
    try:
        raise ValueError(PASSWORD)
    except ValueError:
        logging.getLogger("some.library").exception("could not read %r", PASSWORD)
    assert counted == ["step_failed", "room_failed", "step_failed"]
    assert logged.getvalue() == ""
    monkeypatch.setattr(error_log, "log", structlog.get_logger())
    logs.begin("error", logged, as_json=True, count_fault=counted.append)
    error_log.note("step_failed", ValueError(PASSWORD))
    structlog.get_logger().warning("not so important")
    (line,) = logged.getvalue().splitlines()
    assert (json.loads(line)["event"], len(counted)) == ("step_failed", 4)


SLOW = {"slow_request", "store_away", "store_reached", "outage_refunded", "departure_not_stored"}
"""What is told besides where the machine is so busy that a request takes long, or that the store is
silent for a while; it says nothing of a race but that it was held."""
PASSWORD, WRONG = "seven sable queens ride", "eight amber kings walk"


def events_of(source: str) -> set[str]:
    """The names of the events a module logs: what is said to `log`, and of faults."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            first = node.args[0] if node.args else None
            if re.fullmatch(r"log\.\w+|died|structlog\.get_logger\(\)\.log", called):
                said = node.args[-1] if called.endswith(").log") else first
                inside = ast.walk(said) if said is not None else ()
                found |= {str(one.value) for one in inside if isinstance(one, ast.Constant)}
        if isinstance(node, ast.Constant) and re.fullmatch(r"[a-z_]+_failed", str(node.value)):
            found.add(str(node.value))
    return found


def test_every_event_stands_on_the_page_of_operating() -> None:
    page = (ROOT / "docs/operating.md").read_text().split("## The log")[1].split("\n## ")[0]
    told = set(re.findall(r"^\| `([a-z_]+)` \|", page, re.MULTILINE))
    logged = set[str]().union(
        *(events_of(path.read_text()) for path in (ROOT / "server").rglob("*.py"))
    )
    assert logged == told
    assert len(told) > 30


async def an_evening(server: ServerProcess) -> tuple[str, list[str]]:
    """A race of two with an account, a watcher and mistakes; its room, and what nobody may read."""
    outside = {"X-Forwarded-For": OUTSIDE}
    async with (
        client(server.url, headers=outside) as anna,
        client(server.url) as ben,
        client(server.url) as eve,
    ):
        made = await anna.ask("sign_up", name="Anna", password=PASSWORD)
        await ben.ask("log_in", name="Anna", password=WRONG)
        code = (await anna.create("aces_up", name="Anna"))["code"]
        await ben.join(code, "Benjamin")
        await eve.ask("watch", code=code)
        await eve.ask("resume", code=code, token=secrets.token_urlsafe(24))
        nonces = [secrets.token_hex(16) for _ in range(2)]
        for link, nonce in zip((anna, ben), nonces, strict=True):
            await link.ask("ready", nonce=nonce)
        for link in (anna, ben):
            await play(link)
        await anna.until("over")
        record = (await anna.ask("get_record", race=code))["record"]
        await eve.socket.send('{"type": "join", "name": "Eve of Nowhere"')
        assert (await eve.until("refused"))["code"] == "bad_message"
    hidden = [PASSWORD, WRONG, made["session"], made["recovery"], anna.token, ben.token, *nonces]
    return code, [*hidden, record["secret"], record["seed"], "Anna", "Benjamin", "Nowhere"]


async def play(link: Client) -> None:
    """A move, one that is refused, and no more."""
    table = await link.until("table")
    move = table["legal"][0]
    assert (await link.ask("play", race=1, ply=0, move=move))["type"] == "moved"
    assert (await link.ask("play", race=1, ply=7, move=move))["code"] == "ply_ahead"
    await link.ask("play", race=1, ply=1, move="resign")


@pytest.mark.processes
async def test_a_whole_race_is_told_by_ids_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_LOG_LEVEL", "debug")
    monkeypatch.setenv("PATIENCE_LOG_JSON", "true")
    monkeypatch.setenv("PATIENCE_TRUSTED_PROXIES", "127.0.0.1")
    async with ServerProcess(tmp_path / "data") as server:
        code, hidden = await an_evening(server)
    lines: list[dict[str, Any]] = [json.loads(line) for line in server.log.splitlines()]
    assert all(line["level"] in LEVELS and line["timestamp"] for line in lines)
    assert len({line["process"] for line in lines}) == 1
    for word in hidden:
        assert word not in server.log, word
    assert not CARD.findall(server.log)
    assert not ADDRESS.findall(server.log), "an address is nobody's business"

    assert [line["event"] for line in lines][:3] == ["starting", "store_reached", "listening"]
    lines = [*lines[:3], *(line for line in lines[3:] if line["event"] not in SLOW)]
    assert [line["event"] for line in lines][-2:] == ["draining", "stopped"]
    (begun,) = (line for line in lines if line["event"] == "race_begun")
    assert (begun["room"], begun["race"], begun["contestants"]) == (code, 1, 2)
    assert (begun["game"], begun["level"]) == ("aces_up", "info")
    (ended,) = (line for line in lines if line["event"] == "race_ended")
    assert (ended["room"], ended["race"]) == (code, 1)
    refused = [line for line in lines if line["event"] == "refused"]
    assert [line["code"] for line in refused].count("ply_ahead") == 2
    (guessed,) = (line for line in refused if line["code"] == "unknown_seat")
    assert (guessed["room"], guessed["type"]) == (code, "resume")
    assert guessed["connection"].startswith(f"{guessed['process']}:")
    assert guessed["request"] > 0
    assert all(line["connection"] for line in refused)
    seats = {line["seat"] for line in refused if line["code"] == "ply_ahead"}
    assert seats == {0, 1}, "it does not say whose it was"
    assert not [line for line in lines if line["level"] in ("warning", "error")]


@pytest.mark.processes
async def test_at_the_usual_level_a_race_is_two_lines_whatever_is_played(tmp_path: Path) -> None:
    async with ServerProcess(tmp_path / "data") as server:
        before = len(server.log.splitlines())
        await an_evening(server)
        lines = server.log.splitlines()[before:]
    lines = [line for line in lines if not any(f" {event} " in line for event in SLOW)]
    assert len(lines) == 2, lines
    assert "race_begun" in lines[0]
    assert "race_ended" in lines[1]


@pytest.fixture
def logged() -> Iterator[StringIO]:
    """What a server in this place would have logged."""
    kept, handlers, level = structlog.get_config(), logging.root.handlers[:], logging.root.level
    logs.begin("info", out := StringIO(), as_json=True)
    yield out
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)
    structlog.configure(**kept)


def test_what_libraries_say_is_told_without_what_it_was_about(logged: StringIO) -> None:
    try:
        raise ValueError(PASSWORD)
    except ValueError:
        logging.getLogger("some.library").exception("could not read %r", PASSWORD)
    logging.getLogger("some.library").info("not so important")
    line = json.loads(logged.getvalue())
    assert (line["event"], line["level"], line["logger"]) == ("library", "error", "some.library")
    assert (line["said"], line["error"]) == ("could not read %r", "ValueError")
    assert "test_logs.py" in line["traceback"]
    assert PASSWORD not in str(line)


@pytest.mark.parametrize("said", [f"could not read {PASSWORD}", ValueError(PASSWORD)])
def test_what_libraries_say_in_one_with_what_it_was_about_is_left_out(
    said: object, logged: StringIO
) -> None:
    try:
        raise ValueError(PASSWORD)
    except ValueError:
        logging.getLogger("some.library").exception(said)
    line = json.loads(logged.getvalue())
    assert (line["event"], line["level"], line["logger"]) == ("library", "error", "some.library")
    assert line["error"] == "ValueError"
    assert PASSWORD not in str(line)


async def test_a_request_that_takes_long_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.net.connection.SLOW_S", -1.0)
    async with (
        RedisProcess(tmp_path / "redis", engines()["embedded"]) as redis,
        served(redis) as (_, _, url),
    ):
        with structlog.testing.capture_logs() as lines:
            async with client(url) as link:
                await link.ask("ping")
    slow = [line for line in lines if line["event"] == "slow_request"]
    assert len(slow) == 2, "hello and ping"
    assert all(line["log_level"] == "warning" and line["seconds"] >= 0 for line in slow)
