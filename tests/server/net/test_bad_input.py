"""Invalid input from clients: a refusal or a close code, without effect on others."""

import asyncio
import json
import os
import random
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, NegotiationError
from websockets.typing import Subprotocol

from protocol import SUBPROTOCOL, from_server
from tests.harness import Client, ServerProcess, client
from tests.protocol.from_schema import json_values, values
from tests.protocol.test_messages import SCHEMA

pytestmark = pytest.mark.asyncio(loop_scope="module")

NEVER = "ZZZZZZ"
"""A code no room of these tests has, but by a chance of one in a thousand million."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    """One server for all of these tests; it must not mind any of them."""
    async with ServerProcess(tmp_path_factory.mktemp("server") / "data") as process:
        yield process
        assert process.process is not None
        assert process.process.returncode is None
        assert "traceback" not in process.log.lower(), process.log[-4_000:]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def unhurried(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ServerProcess]:
    """A server whose countdown nobody sees the end of."""
    data = tmp_path_factory.mktemp("unhurried") / "data"
    async with ServerProcess(data, countdown_ms=60_000) as process:
        yield process
        assert "traceback" not in process.log.lower(), process.log[-4_000:]


@dataclass
class Scene:
    """A room in some phase: its host, a guest, and somebody who watches."""

    url: str
    code: str
    host: Client
    guest: Client
    watcher: Client
    table: dict[str, Any] | None = None

    def who(self, name: str) -> Client:
        found = getattr(self, name)
        assert isinstance(found, Client)
        return found

    async def undisturbed(self, *others: str) -> None:
        """Nobody else has heard of it, and the guest's next move counts."""
        for name in others:
            pong = await self.who(name).send("ping")
            while (message := await self.who(name).receive()).get("id") != pong:
                # Numbers, of the guest's own moves; and that somebody watches, which is told late.
                if message["type"] == "watchers":
                    continue
                assert message["type"] == "progress", (name, message)
                assert [s["seat"] for s in message["standings"]] == [1], (name, message)
        if self.table is not None and "guest" in others:
            move = self.table["legal"][0]
            moved = await self.guest.ask("play", race=1, ply=self.table["ply"], move=move)
            assert moved["type"] == "moved", moved
            self.table = {**self.table, **moved}


async def drain(player: Client) -> None:
    """Hear everything that is on its way to a player."""
    await player.ask("ping")


@asynccontextmanager
async def scene(url: str, phase: str, game: str = "aces_up") -> AsyncIterator[Scene]:
    """A room brought to a phase: lobby, countdown, running, done (the host's game) or over."""
    async with client(url) as host, client(url) as guest, client(url) as watcher:
        room = await host.create(game, bell_ms=600_000, name="Anna")
        code: str = room["code"]
        await guest.join(code, "Bertha")
        await watcher.ask("watch", code=code)
        made = Scene(url, code, host, guest, watcher)
        if phase != "lobby":
            await host.ready()
            await guest.ready()
        if phase in ("running", "done", "over"):
            await host.until("table")
            made.table = await guest.until("table")
        if phase in ("done", "over"):
            await host.ask("play", race=1, ply=0, move="resign")
            await guest.until("progress")
            await watcher.until("progress")
        if phase == "over":
            await guest.ask("play", race=1, ply=0, move="resign")
            for player in (host, guest, watcher):
                await player.until("over")
            made.table = None
        for player in (host, guest, watcher):
            await drain(player)
        yield made


def check_refusal(answer: dict[str, Any], code: str) -> None:
    """A refusal with this code and a sentence somebody could be shown."""
    assert answer["type"] == "refused", answer
    assert answer["code"] == code, answer
    sentence = answer["error"]
    assert sentence[:1].isupper(), sentence
    assert sentence.endswith((".", "?")), sentence
    assert "\n" not in sentence, sentence
    assert len(sentence) < 300, sentence


# Requests at the wrong time, in the wrong place, by the wrong person. ----------------------------

NONCE = "0" * 32
TOKEN = "t" * 30
PLAY = {"type": "play", "race": 1, "ply": 0, "move": "deal"}
VOTE = {"type": "vote", "race": 1, "game": "aces_up"}
RECORD = {"type": "get_record", "race": "CODE"}

SEATING = {"name": "X", "token": TOKEN}
NO_GAP = {**PLAY, "move": {"kind": "fill", "src": "tab.0", "dst": "tab.1"}}

REFUSED: list[tuple[str, str, dict[str, Any], str]] = [
    ("lobby", "host", PLAY, "race_not_running"),
    ("lobby", "host", {"type": "look"}, "no_board"),
    ("lobby", "host", {"type": "start"}, "nobody_ready"),
    ("lobby", "host", {"type": "rematch"}, "race_not_over"),
    ("lobby", "host", RECORD, "race_not_over"),
    ("lobby", "guest", {"type": "start"}, "not_host"),
    ("lobby", "guest", {"type": "rematch"}, "not_host"),
    ("lobby", "guest", VOTE, "race_not_over"),
    ("lobby", "guest", {**VOTE, "race": 2}, "wrong_race"),
    ("lobby", "guest", {"type": "join", "code": "CODE", **SEATING}, "already_seated"),
    ("lobby", "guest", {"type": "create", "game": "aces_up", "bell_ms": 5_000, **SEATING},
     "already_seated"),
    ("lobby", "guest", {"type": "watch", "code": NEVER}, "already_seated"),
    ("countdown", "host", {"type": "ready", "nonce": NONCE}, "race_begun"),
    ("countdown", "host", {"type": "unready"}, "race_begun"),
    ("countdown", "host", {"type": "start"}, "race_begun"),
    ("countdown", "host", {"type": "rematch"}, "race_not_over"),
    ("countdown", "host", PLAY, "race_not_running"),
    ("countdown", "host", {**PLAY, "move": "resign"}, "race_not_running"),
    ("countdown", "host", {"type": "look"}, "no_board"),
    ("countdown", "host", RECORD, "race_not_over"),
    ("countdown", "guest", {"type": "start"}, "race_begun"),
    ("running", "host", {**PLAY, "race": 2}, "wrong_race"),
    ("running", "host", {**PLAY, "race": 999_999}, "wrong_race"),
    ("running", "host", {**PLAY, "ply": 1}, "ply_ahead"),
    ("running", "host", {**PLAY, "ply": 100_000}, "ply_ahead"),
    ("running", "host", {**PLAY, "move": "discard stock"}, "illegal_move"),
    ("running", "host", NO_GAP, "illegal_move"),
    ("running", "host", {**PLAY, "move": "dance"}, "bad_request"),
    ("running", "host", {**PLAY, "move": ""}, "bad_request"),
    ("running", "host", {**PLAY, "move": {}}, "bad_request"),
    ("running", "host", {**PLAY, "move": {"kind": ["deal"]}}, "bad_request"),
    ("running", "host", {**PLAY, "move": {"kind": "deal", "of": "AS"}}, "bad_request"),
    ("running", "host", {**PLAY, "move": {"kind": "discard", "src": 10**30}}, "bad_request"),
    ("running", "host", {**PLAY, "move": {"kind": "discard", "src": {"a": [[]]}}}, "bad_request"),
    ("running", "host", {"type": "ready", "nonce": NONCE}, "race_begun"),
    ("running", "host", {"type": "rematch"}, "race_not_over"),
    ("running", "host", RECORD, "race_not_over"),
    ("running", "host", {**RECORD, "race": "CODE-1"}, "race_not_over"),
    ("running", "host", {**RECORD, "race": "CODE-7"}, "unknown_race"),
    ("running", "watcher", PLAY, "no_seat"),
    ("running", "watcher", {"type": "look"}, "no_seat"),
    ("running", "watcher", {"type": "ready", "nonce": NONCE}, "no_seat"),
    ("running", "watcher", {"type": "unready"}, "no_seat"),
    ("running", "watcher", {"type": "start"}, "no_seat"),
    ("running", "watcher", {"type": "rematch"}, "no_seat"),
    ("running", "host", VOTE, "race_not_over"),
    ("running", "watcher", VOTE, "no_seat"),
    ("running", "watcher", {"type": "resume", "code": "CODE", "token": TOKEN}, "unknown_seat"),
    ("done", "host", {**PLAY, "ply": 1}, "game_over"),
    ("done", "host", {**PLAY, "ply": 1, "move": "resign"}, "game_over"),
    ("done", "host", {**PLAY, "ply": 0}, "stale_ply"),
    ("over", "host", {**PLAY, "ply": 1}, "race_over"),
    ("over", "host", {"type": "ready", "nonce": NONCE}, "race_over"),
    ("over", "host", {"type": "unready"}, "race_over"),
    ("over", "host", {"type": "start"}, "race_over"),
    ("over", "guest", {"type": "rematch"}, "not_host"),
    ("over", "guest", {**VOTE, "game": "kingz"}, "bad_option"),
    ("over", "guest", {**VOTE, "race": 2}, "wrong_race"),
    ("over", "watcher", VOTE, "no_seat"),
    ("over", "guest", {**RECORD, "race": "CODE-2"}, "unknown_race"),
]  # fmt: skip


@pytest.mark.parametrize("phase", ["lobby", "countdown", "running", "done", "over"])
async def test_what_cannot_be_done_now_is_refused(
    server: ServerProcess, unhurried: ServerProcess, phase: str
) -> None:
    url = unhurried.url if phase == "countdown" else server.url
    async with scene(url, phase) as room:
        for _, who, request, code in (row for row in REFUSED if row[0] == phase):
            fields = json.loads(json.dumps(request).replace("CODE", room.code))
            check_refusal(await room.who(who).ask(fields.pop("type"), **fields), code)
            await room.undisturbed(*({"host", "guest", "watcher"} - {who}))


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"type": "look"}, "no_room"),
        ({"type": "ready", "nonce": NONCE}, "no_room"),
        ({"type": "unready"}, "no_room"),
        ({"type": "start"}, "no_room"),
        (PLAY, "no_room"),
        ({"type": "rematch"}, "no_room"),
        ({"type": "leave"}, "no_room"),
        ({"type": "join", "code": NEVER, "name": "X", "token": TOKEN}, "unknown_room"),
        ({"type": "resume", "code": NEVER, "token": TOKEN}, "unknown_room"),
        ({"type": "watch", "code": NEVER}, "unknown_room"),
        ({"type": "get_record", "race": NEVER}, "unknown_room"),
        ({"type": "get_record", "race": f"{NEVER}-1"}, "unknown_room"),
        ({"type": "get_analysis", "race": NEVER}, "unknown_room"),
        ({"type": "get_traveller", "deal": NEVER}, "unknown_room"),
        ({"type": "get_traveller", "deal": "daily-2026-11-20-long"}, "unknown_daily"),
        ({"type": "get_replay", "race": NEVER, "seat": 0}, "unknown_room"),
        ({"type": "get_ghost", "race": NEVER, "seat": 0}, "unknown_room"),
    ],
)
async def test_who_is_in_no_room_is_told_so(
    server: ServerProcess, request_: dict[str, Any], code: str
) -> None:
    async with client(server.url) as stranger:
        fields = dict(request_)
        check_refusal(await stranger.ask(fields.pop("type"), **fields), code)


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "poker"},
        {"game": ""},
        {"game": "../aces_up"},
        {"options": {"must_fill": 1}},
        {"options": {"columns": 9}},
        {"options": {"must_fill": "x" * 10_000}},
    ],
)
async def test_a_race_of_no_such_game_is_refused(
    server: ServerProcess, fields: dict[str, Any]
) -> None:
    async with client(server.url) as stranger:
        check_refusal(await stranger.create(fields.pop("game", "aces_up"), **fields), "bad_option")


async def test_every_request_before_hello_is_refused(server: ServerProcess) -> None:
    async with client(server.url, hello=False) as stranger:
        for kind, fields in (("look", {}), ("ping", {}), ("watch", {"code": NEVER})):
            check_refusal(await stranger.ask(kind, **fields), "hello_first")
        assert (await stranger.ask("hello", protocol=[9, 1], client="x"))["type"] == "welcome"


async def test_a_seat_is_taken_once(server: ServerProcess) -> None:
    async with scene(server.url, "lobby") as room, client(server.url) as stranger:
        again = await stranger.ask("join", code=room.code, name="C", token=room.guest.token)
        check_refusal(again, "already_joined")
        for name in ("anna", "ANNA", " Anna "):
            check_refusal(await stranger.join(room.code, name), "name_taken")
        check_refusal(
            await stranger.ask("resume", code=room.code, token=secrets.token_urlsafe(24)),
            "unknown_seat",
        )
        await room.undisturbed("host", "guest", "watcher")


async def test_ready_twice_is_ready_once(server: ServerProcess) -> None:
    async with scene(server.url, "lobby") as room:
        assert (await room.host.ready())["type"] == "done"
        assert (await room.host.ready())["type"] == "done"
        assert (await room.guest.ask("unready"))["type"] == "done"
        whole = await room.watcher.ask("watch", code=room.code)
        assert [member["ready"] for member in whole["members"]] == [True, False]


async def test_who_comes_late_watches_and_races_the_next(server: ServerProcess) -> None:
    async with scene(server.url, "running") as room, client(server.url) as late:
        whole = await late.join(room.code, "Carla")
        assert [member["racing"] for member in whole["members"]] == [True, True, False]
        check_refusal(await late.ask("look"), "no_board")
        check_refusal(await late.ask("play", race=1, ply=0, move="deal"), "no_board")
        for player in (room.host, room.guest):
            await player.ask("play", race=1, ply=0, move="resign")
        await late.until("over")
        await room.host.ask("rematch")
        for player in (room.host, room.guest, late):
            assert (await player.ready())["type"] == "done"
        assert (await late.until("table"))["race"] == 2


# Frames that are no messages. -------------------------------------------------------------------

GARBAGE: list[str] = [
    "",
    " ",
    "{",
    "null",
    "[]",
    "42",
    '"look"',
    "{}",
    '{"type":null}',
    '{"type":"sing","id":1}',
    '{"type":["look"],"id":1}',
    '{"type":"look"}',
    '{"type":"look","id":"1"}',
    '{"type":"look","id":-1}',
    '{"type":"look","id":1.5}',
    '{"type":"look","id":9007199254740993}',
    '{"type":"look","id":' + "9" * 4_000 + "}",
    '{"type":"look","id":1e999}',
    '{"type":"look","id":NaN}',
    '{"type":"look","id":1,"seat":1}',
    '{"type":"look","id":1,"' + "y" * 10_000 + '":1}',
    '{"type":"play","id":1,"race":0,"ply":0,"move":"deal"}',
    '{"type":"play","id":1,"race":1,"ply":-1,"move":"deal"}',
    '{"type":"play","id":1,"race":1,"ply":100001,"move":"deal"}',
    '{"type":"play","id":1,"race":1,"ply":0}',
    '{"type":"play","id":1,"race":1,"ply":0,"move":null}',
    '{"type":"play","id":1,"race":1,"ply":0,"move":["deal"]}',
    '{"type":"play","id":1,"race":1,"ply":0,"move":"' + "d" * 401 + '"}',
    '{"type":"play","id":1,"race":1,"ply":0,"move":' + '{"a":' * 2_000 + "1" + "}" * 2_000 + "}",
    '{"type":"ready","id":1,"nonce":"short"}',
    '{"type":"ready","id":1,"nonce":"' + "G" * 32 + '"}',
    '{"type":"join","id":1,"code":"??????","name":"X","token":"' + TOKEN + '"}',
    '{"type":"resume","id":1,"code":"' + NEVER + '","token":"../../etc"}',
    '{"type":"create","id":1,"game":"aces_up","bell_ms":1,"name":"X","token":"' + TOKEN + '"}',
    '{"type":"look","id":1}{"type":"look","id":2}',
    "[" * 10_000,
    "\x00",
    '{"type":"look","id":1,"\\ud800":1}',
]


async def test_garbage_is_refused_and_disturbs_nobody(server: ServerProcess) -> None:
    async with scene(server.url, "running") as room:
        for frame in GARBAGE:
            await room.host.socket.send(frame)
            answer = await room.host.receive()
            check_refusal(answer, "bad_message")
            assert answer["id"] in (None, 1), answer
        await room.undisturbed("guest", "watcher")
        table = await room.host.ask("look")
        moved = await room.host.ask("play", race=1, ply=0, move=table["legal"][0])
        assert moved["ply"] == 1


async def closing(player: Client) -> tuple[int, str]:
    """The close code and reason of a connection the server ends."""
    with pytest.raises(ConnectionClosed) as ending:
        await player.until("nothing more")
    assert ending.value.rcvd is not None
    return ending.value.rcvd.code, ending.value.rcvd.reason


@pytest.mark.parametrize("seated", [True, False])
async def test_a_server_that_stops_closes_with_1012(seated: bool, tmp_path: Path) -> None:
    async with ServerProcess(tmp_path / "data") as stopping, client(stopping.url) as player:
        if seated:
            await player.create("aces_up")
        assert await stopping.stop() == 0
        assert await closing(player) == (1012, "restart")
        notice = json.loads(player.frames[-1])
        assert (notice["type"], notice["code"]) == ("notice", "closing")


@pytest.mark.parametrize(
    ("frame", "code"),
    [(b"{}", 1003), ("x" * 2**20, 1009), (["{"] * 50, 1008)],
    ids=["binary", "mebibyte", "fifty"],
)
async def test_strangers_are_closed_with_the_same_codes(
    server: ServerProcess, frame: str | bytes | list[str], code: int
) -> None:
    async with client(server.url) as stranger:
        for part in frame if isinstance(frame, list) else [frame]:
            await stranger.socket.send(part)
        assert (await closing(stranger))[0] == code


async def test_a_binary_frame_closes_with_1003(server: ServerProcess) -> None:
    async with scene(server.url, "running") as room:
        await room.host.socket.send(b'{"type":"ping","id":1}')
        assert await closing(room.host) == (1003, "unsupported")
        assert (await room.guest.until("presence"))["here"] is False
        await room.watcher.until("presence")
        await back(room)


async def test_a_frame_of_a_mebibyte_closes_with_1009(server: ServerProcess) -> None:
    async with scene(server.url, "running") as room:
        await room.host.socket.send('{"type":"ping","id":1,"x":"' + "y" * 2**20 + '"}')
        assert (await closing(room.host))[0] == 1009
        assert (await room.guest.until("presence"))["here"] is False
        await room.watcher.until("presence")
        await back(room)


async def test_text_that_is_not_utf_8_closes_with_1007(server: ServerProcess) -> None:
    async with scene(server.url, "running") as room:
        await room.host.socket.send(b'{"type":"ping","id":1,"\xff":1}', text=True)
        assert (await closing(room.host))[0] == 1007
        assert (await room.guest.until("presence"))["here"] is False
        await room.watcher.until("presence")
        await back(room)


async def test_fifty_bad_frames_close_with_1008(server: ServerProcess) -> None:
    async with scene(server.url, "running") as room:
        for _ in range(49):
            await room.host.socket.send("{")
            check_refusal(await room.host.receive(), "bad_message")
        await room.host.socket.send("{")
        assert await closing(room.host) == (1008, "policy")
        assert (await room.guest.until("presence"))["here"] is False
        await room.watcher.until("presence")
        await back(room)


async def back(room: Scene) -> None:
    """The host comes back to board and clock as they were; the others have lost nothing."""
    async with client(room.url) as again:
        seat = await again.ask("resume", code=room.code, token=room.host.token, legal=True)
        assert (seat["seat"], seat["race"]["status"]) == (0, "running")
        table = await again.until("table")
        assert table["ply"] == 0
        moved = await again.ask("play", race=1, ply=0, move=table["legal"][0])
        assert moved["ply"] == 1
        for player in (room.guest, room.watcher):
            await player.until("progress")
        assert room.table is not None
        moved = await room.guest.ask("play", race=1, ply=0, move=room.table["legal"][0])
        assert moved["type"] == "moved"


@pytest.mark.parametrize("versions", [[2], [0], [-1, 10**30], [2] * 20])
async def test_no_version_in_common_closes_with_4002(
    server: ServerProcess, versions: list[int]
) -> None:
    async with client(server.url, hello=False) as stranger:
        await stranger.send("hello", protocol=versions, client="x")
        assert await closing(stranger) == (4002, "version")


async def test_who_resumes_elsewhere_is_closed_with_4000(server: ServerProcess) -> None:
    async with scene(server.url, "running") as room, client(server.url) as again:
        await again.ask("resume", code=room.code, token=room.host.token, legal=True)
        assert await closing(room.host) == (4000, "taken_over")
        for player in (room.guest, room.watcher):
            assert (await player.until("presence"))["here"] is True
        table = await again.until("table")
        moved = await again.ask("play", race=1, ply=0, move=table["legal"][0])
        assert moved["ply"] == 1


async def test_another_path_or_subprotocol_gets_no_connection(server: ServerProcess) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with connect(server.url + "/x", subprotocols=[Subprotocol(SUBPROTOCOL)]):
            pass
    assert refused.value.response.status_code == 404
    for offered in (None, [Subprotocol("chat.v1")]):
        with pytest.raises((InvalidStatus, NegotiationError)) as refused_:
            async with connect(server.url, subprotocols=offered):
                pass
        assert isinstance(refused_.value, InvalidStatus)
        assert refused_.value.response.status_code == 400


async def test_the_pages_stay_up(server: ServerProcess) -> None:
    base = server.url.replace("ws://", "http://").removesuffix("/ws")
    for path, status in (("/healthz", 200), ("/readyz", 200), ("/metrics", 200)):
        with await asyncio.to_thread(urlopen, base + path, timeout=10) as page:
            assert page.status == status


# Fuzz. ------------------------------------------------------------------------------------------

HARMLESS = {"join", "resume", "watch", "ready", "unready", "play", "look", "ping"}
HARMLESS |= {"get_record", "get_analysis", "get_traveller", "get_replay", "get_ghost"}
"""Kinds of message that do nothing to others even when the fuzz happens to be right."""


def mutated(code: str, kind: str) -> st.SearchStrategy[str]:
    """A message of a kind for this room, with some fields turned into something else."""
    root = SCHEMA["from_client"]
    schema = root["$defs"]["".join(part.title() for part in kind.split("_"))]

    def change(message: dict[str, Any], wrong: dict[str, Any], seed: int) -> str:
        rng = random.Random(seed)
        for name, value in wrong.items():
            message[rng.choice([*message, name])] = value
        if rng.random() < 0.2:
            message.pop(rng.choice([*message]))
        if "code" in message and rng.random() < 0.7:
            message["code"] = code
        text = json.dumps(message)
        return text[: rng.randrange(len(text))] if rng.random() < 0.1 else text

    wrong = st.dictionaries(st.text(max_size=8), json_values, max_size=2)
    return st.builds(change, values(root, schema), wrong, st.integers(0, 2**32))


def frames(code: str) -> st.SearchStrategy[list[str]]:
    kinds = st.sampled_from(sorted(HARMLESS)).flatmap(lambda kind: mutated(code, kind))
    garbage = json_values.map(json.dumps) | st.text(
        st.characters(exclude_categories=["Cs"]), max_size=40
    )
    return st.lists(kinds | kinds | garbage, min_size=10, max_size=40)


@pytest.mark.parametrize("phase", ["none", "lobby", "countdown", "running", "done", "over"])
@settings(
    max_examples=6,
    deadline=None,
    database=None,
    derandomize="CI" in os.environ,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
async def test_no_frame_upsets_the_server_or_anybody_else(
    server: ServerProcess, unhurried: ServerProcess, phase: str, data: st.DataObject
) -> None:
    url = unhurried.url if phase == "countdown" else server.url
    async with scene(url, "running" if phase == "none" else phase) as room:
        async with client(url) as stranger:
            offender = stranger if phase == "none" else room.host
            for frame in data.draw(frames(room.code)):
                await offender.socket.send(frame)
            end = await offender.send("ping")
            while True:
                message = await offender.receive()
                from_server.parse(offender.frames[-1])
                if message["type"] == "refused":
                    check_refusal(message, message["code"])
                if (message["type"], message.get("id")) == ("pong", end):
                    break
        for player in (room.guest, room.watcher):
            pong = await player.send("ping")
            while (message := await player.receive()).get("id") != pong:
                assert message["type"] in {
                    "presence", "ready_changed", "progress", "joined", "countdown", "watchers"
                }, message  # fmt: skip
        if room.table is not None:
            move = room.table["legal"][0]
            moved = await room.guest.ask("play", race=1, ply=room.table["ply"], move=move)
            assert moved["type"] == "moved", moved


async def test_a_seat_is_not_left_behind_by_a_connection_that_does_something_else(
    server: ServerProcess,
) -> None:
    async with scene(server.url, "lobby") as room, client(server.url) as second:
        token = second.token
        await second.join(room.code, "Carla")
        check_refusal(await room.guest.ask("watch", code=room.code), "already_seated")
        other = await room.guest.ask("resume", code=room.code, token=token)
        check_refusal(other, "already_seated")
        again = await room.guest.ask("resume", code=room.code, token=room.guest.token)
        assert again["seat"] == 1
        await room.guest.socket.close()
        gone = await room.host.until("presence")
        while gone["here"]:
            gone = await room.host.until("presence")
        assert gone["seat"] == 1
