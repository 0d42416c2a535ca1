"""Replays: a finished game move by move, for clients without a rules engine."""

import asyncio
import json
import random
import secrets
from typing import Any

import pytest

from client_cli.replay.positions import as_json, positions
from engine.games import GAMES
from engine.races import record
from engine.races.board import Entry
from engine.view import View
from protocol import from_server
from server.archive import replays
from server.archive.replays import ReplayCache
from server.rooms import events
from server.rooms.reducer import fold
from server.rooms.state import Room
from server.rooms.store import RoomStore
from tests.harness import BELL_MS, Client, ServerProcess, client

UNDO = 0.15
NONCE = "ab" * 16


async def played(link: Client, game: str, rng: random.Random, most: int, **more: Any) -> str:
    """Somebody plays alone, at random and not to the end unless it comes; the room's code."""
    given = {"bell_ms": BELL_MS, "name": "Ann", "nonce": NONCE, "legal": True, **more}
    room = await link.ask("play_alone", game=game, token=secrets.token_urlsafe(24), **given)
    board = await link.until("table", "frame")
    while board["type"] == "frame":
        await link.send("next_frame", race=1, frame=board["frame"] + 1)
        board = await link.until("frame", "table")
    legal, depth = board["legal"], 0
    for ply in range(most):
        back = depth > 0 and rng.random() < UNDO
        move = "undo" if back else rng.choice([m for m in legal if m["kind"] != "resign"])
        moved = await link.ask("play", race=1, ply=ply, move=move)
        assert moved["type"] == "moved", moved
        depth += -1 if back else 1
        if moved["over"]:
            break
        legal = moved["legal"]
        if not legal:
            break
    else:
        await link.ask("play", race=1, ply=most, move="resign")
    await link.until("over")
    return str(room["code"])


async def whole(link: Client, race: str, seat: int) -> list[dict[str, Any]]:
    """All parts of what a seat did."""
    parts: list[dict[str, Any]] = []
    offset = 0
    while True:
        part = await link.ask("get_replay", race=race, seat=seat, offset=offset)
        assert part["type"] == "replay", part
        from_server.parse(json.dumps(part))
        parts.append(part)
        offset = part["offset"] + len(part["moves"])
        if offset >= part["total"]:
            return parts


def agrees_with_its_record(parts: list[dict[str, Any]], document: Any, seat: int) -> None:
    """Every position as the terminal client tells it from the record."""
    found = record.read(document)
    told = [as_json(found, at) for at in positions(found) if at.seat.seat == seat]
    assert parts[0]["total"] == len(told) - 1
    assert parts[0]["offset"] == 0
    ply = 0
    for part in parts:
        assert part["offset"] == ply
        view = View.from_json(part["view"])
        here = {key: part[key] for key in ("progress", "points", "over")}
        for move in [None, *part["moves"]]:
            expected = told[ply]
            if move is not None:
                ply, expected = ply + 1, told[ply + 1]
                view = view.after(View.from_json(move["changed"]))
                here = {key: move[key] for key in here}
                assert (move["ms"], move["text"]) == (expected["ms"], expected["move"])
            assert view.to_json() == expected["view"]
            assert here == {key: expected[key] for key in here}
    assert ply == parts[0]["total"]


async def test_it_shows_what_the_record_shows(server: ServerProcess) -> None:
    rng = random.Random(8)
    undone = ended = 0
    for game in GAMES:
        async with client(server.url) as ann, client(server.url) as stranger:
            code = await played(ann, game, rng, 70)
            document = (await stranger.ask("get_record", race=code))["record"]
            parts = await whole(stranger, code, 0)
            agrees_with_its_record(parts, document, 0)
            moves = [move for part in parts for move in part["moves"]]
            undone += sum(move["text"] == "undo" for move in moves)
            ended += moves[-1]["over"]["result"] == "complete"
            assert {"race": f"{code}-1", "seat": 0, "name": "Ann", "game": game}.items() <= (
                parts[0].items()
            )
    assert undone > 30
    assert ended, "a grid was filled, and its turn-up shown"


async def test_cards_that_were_called_and_laid_by_the_server(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as ben, client(server.url) as stranger:
        room = await ann.ask(
            "create", game="poker_patience", bell_ms=BELL_MS, name="Ann", token=ann.token,
            terms={"format": "caller", "call_ms": 500},
        )  # fmt: skip
        await ben.ask("join", code=room["code"], name="Ben", token=ben.token)
        await ann.ask("ready", nonce=NONCE)
        await ben.ask("ready", nonce=NONCE)
        await stranger.ask("watch", code=room["code"])
        for link in (ann, ben):
            await link.until("moved")
        for link in (ann, ben):
            assert (await link.ask("leave"))["type"] == "done"
        await stranger.until("over")
        document = (await stranger.ask("get_record", race=room["code"]))["record"]
        for seat in (0, 1):
            parts = await whole(stranger, room["code"], seat)
            agrees_with_its_record(parts, document, seat)
            assert parts[0]["moves"][0]["by"] == "server"


async def test_what_there_is_not(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as eve:
        given = {"game": "aces_up", "bell_ms": BELL_MS, "name": "Ann", "nonce": NONCE}
        code = (await ann.ask("play_alone", token=ann.token, **given))["code"]
        for link in (ann, eve):
            told = await link.ask("get_replay", race=code, seat=0)
            assert told["code"] == "race_not_over"
        await ann.ask("play", race=1, ply=0, move="resign")
        await ann.until("over")
        for wrong, refusal in (
            ({"seat": 1}, "unknown_seat"),
            ({"seat": 9_999}, "unknown_seat"),
            ({"race": f"{code}-2"}, "unknown_race"),
            ({"race": "ZZZZZZ"}, "unknown_room"),
            ({"race": "Z"}, "bad_message"),
            ({"seat": -1}, "bad_message"),
            ({"offset": -1}, "bad_message"),
            ({"offset": 10**6}, "bad_message"),
            ({"from": 0}, "bad_message"),
        ):
            asked = {"race": code, "seat": 0, **wrong}
            assert (await eve.ask("get_replay", **asked))["code"] == refusal, wrong
        far = await eve.ask("get_replay", race=code, seat=0, offset=100_000)
        assert (far["offset"], far["total"], len(far["moves"])) == (0, 1, 1)
        assert far["moves"][0]["over"] == {"result": "lost", "reason": "resigned"}


# Long games, of which a store tells. --------------------------------------------------------------

LONG = 5_000


class OfMoves(RoomStore):
    """Has one race of so many moves, that have yet to be put away."""

    def __init__(self, moves: list[Entry]) -> None:
        self._told = moves
        self.asked = 0

    async def archived(self, code: str, n: int) -> None:
        del code, n

    async def standings(self, code: str, n: int) -> dict[int, Any]:
        del code, n
        return {}

    async def moves(self, code: str, n: int, seat: int, since: int = 0) -> list[Entry]:
        del code, n, seat, since
        self.asked += 1
        return self._told


def long_race(game: str, secret: str = "11" * 32) -> tuple[Room, list[Entry]]:
    """Somebody moves to and fro for ever, in the race of a room that is over."""
    happened = [
        {"e": "prepared", "at": 0, "by": "host", "n": 1, "game": game, "options": {},
         "terms": {"take_back": "free"}, "bell_ms": BELL_MS, "secret": secret},
        {"e": "taken", "at": 0, "by": "seat", "seat": 0, "name": "Ann", "token_hash": "x"},
        {"e": "ready", "at": 0, "by": "seat", "seat": 0, "nonce": NONCE},
        {"e": "countdown", "at": 0, "by": "server", "n": 1, "zero_at": 0, "racing": [0]},
        {"e": "started", "at": 0, "by": "server", "n": 1},
        {"e": "ended", "at": BELL_MS, "by": "server", "n": 1, "ended_ms": BELL_MS},
    ]  # fmt: skip
    room = fold(Room("KQ74TX"), [events.load(json.dumps(one)) for one in happened])
    race = room.race
    first = race.game.legal(race.game.deal(room.pack(race))).moves[0]
    text = race.game.codec.to_text(first)
    return room, [Entry(i, "seat", "undo" if i % 2 else text) for i in range(LONG)]


def asked_of(store: RoomStore) -> Any:
    kept = ReplayCache(store)

    async def part(room: Room, offset: int) -> dict[str, Any]:
        text = await kept.part(room, room.race, 0, offset, BELL_MS)
        found = json.loads(b'{"type":"replay","id":1,' + text)
        from_server.parse(json.dumps(found))
        assert isinstance(found, dict)
        return found

    return part


@pytest.mark.parametrize("game", ["accordion", "uncle_remus"])
async def test_a_long_game_comes_in_parts_and_lets_others_have_their_turn(game: str) -> None:
    room, moves = long_race(game)
    store = OfMoves(moves)
    part = asked_of(store)
    turns: list[None] = []
    others = asyncio.create_task(taking(turns))
    first = await part(room, 0)
    assert len(turns) > 10
    others.cancel()
    told, offset = list(first["moves"]), len(first["moves"])
    while offset < LONG:
        found = await part(room, offset)
        assert found["offset"] == offset
        assert len(json.dumps(found)) < 2 * replays.PART_BYTES
        told += found["moves"]
        offset += len(found["moves"])
    assert [move["text"] for move in told] == [move.text for move in moves]
    assert store.asked == 1, "it is written once"
    inside = await part(room, LONG - 1)
    assert inside["offset"] <= LONG - 1 < inside["offset"] + len(inside["moves"])


async def taking(turns: list[None]) -> None:
    """Note each turn of everything else."""
    while True:
        turns.append(None)
        await asyncio.sleep(0)


async def test_the_oldest_make_room() -> None:
    room, _ = long_race("aces_up")
    other, _ = long_race("usk", "22" * 32)
    store = OfMoves([])  # neither has moved
    kept = ReplayCache(store, most_bytes=1)
    for which, asked in ((room, 1), (room, 1), (other, 2), (other, 2), (room, 3)):
        assert which.race.game.slug.encode() in await kept.part(which, which.race, 0, 0, BELL_MS)
        assert store.asked == asked
