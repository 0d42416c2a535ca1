"""Races against a ghost: the deal of a finished race, with the figures that its contestant had."""

import secrets
from dataclasses import replace
from typing import Any

import pytest

from client_cli.solo.ghost import RecordedGhost
from engine.races import record as records
from engine.races.board import GameBoard
from engine.races.limits import LONGEST_BELL_MS
from engine.races.ranking import Standing
from engine.races.timeline import dealt
from engine.races.verify import verify
from server.boards.seat_standing import StoredStanding
from server.leaderboards.log_entry import raced
from server.rooms.events import RaceEnded
from server.rooms.reducer import after
from tests.harness import BELL_MS, Client, ServerProcess, client
from tests.server.accounts.test_accounts import sign_up
from tests.server.rooms.test_formats import running

NONCE = "ab" * 16


def token() -> str:
    return secrets.token_urlsafe(24)


async def alone(link: Client, game: str = "klondike", moves: int = 12, **more: Any) -> str:
    """Somebody plays alone and gives up; the id of the race."""
    given = {"bell_ms": BELL_MS, "name": "Ann", "nonce": NONCE, "legal": True, **more}
    room = await link.ask("play_alone", game=game, token=token(), **given)
    legal = (await link.until("table"))["legal"]
    for ply in range(moves):
        moved = await link.ask("play", race=1, ply=ply, move=legal[ply % len(legal)])
        legal = moved["legal"]
    await link.ask("play", race=1, ply=moves, move="resign")
    await link.until("over")
    await link.ask("leave")
    return f"{room['code']}-1"


async def against(link: Client, race: str, seat: int = 0, **more: Any) -> dict[str, Any]:
    given = {"race": race, "seat": seat, "name": "Ben", "token": token(), "legal": True, **more}
    return await link.ask("race_ghost", **given)


async def played(link: Client, *moves: Any) -> None:
    """Play these moves, of which the last ends the game, and leave."""
    for ply, move in enumerate(moves):
        assert (await link.ask("play", race=1, ply=ply, move=move))["type"] == "moved"
    await link.until("over")
    assert (await link.ask("leave"))["type"] == "done"


async def test_a_guest_races_the_same_deal_against_the_figures_that_the_terminal_has(
    server: ServerProcess,
) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        race = await alone(ann, terms={"take_back": "practice"})
        ghost = await ben.ask("get_ghost", race=race, seat=0)
        document = (await ben.ask("get_record", race=race))["record"]
        record = records.read(document)
        terminal = RecordedGhost.of(record, record.seats[0])
        assert ghost["type"] == "ghost", ghost
        assert (ghost["race"], ghost["name"], ghost["bell_ms"]) == (race, "Ann", BELL_MS)
        times = [step["ms"] for step in ghost["steps"]]
        assert times == sorted(times)
        for ms, _standing in terminal.steps:
            now = [step["standing"] for step in ghost["steps"] if step["ms"] <= ms][-1]
            assert comparable(now) == comparable(terminal.at(ms)._asdict())
        assert Standing(**without_progress(ghost["final"])) == terminal.final()

        room = await against(ben, race)
        assert room["race"]["ghost"] == {"race": race, "seat": 0, "name": "Ann"}
        assert room["race"]["terms"] == ghost["terms"]
        assert (room["race"]["status"], room["settings"]["locked"]) == ("running", True)
        table = await ben.until("table")
        assert table["view"] == record.game.view(dealt(record).state).to_json()
        hint = await ben.ask("play", race=1, ply=0, move="hint")
        assert hint["code"] == "illegal_move"
        move = table["legal"][0]
        await played(ben, move, "undo", move, "resign")
        mine = (await ann.ask("get_record", race=room["code"]))["record"]
        assert mine["ghost"] == {"race": race, "seat": 0, "name": "Ann"}
        assert (mine["secret"], mine["seats"][0]["name"]) == (document["secret"], "Ben")
        assert all(check.ok for check in verify(mine))

        # The race against a ghost is a game that can be raced itself, on the same deal.
        again = await against(ann, f"{room['code']}-1")
        assert again["race"]["ghost"]["name"] == "Ben"
        assert (await ann.until("table"))["view"] == table["view"]


def without_progress(standing: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in standing.items() if name != "progress"}


def comparable(standing: dict[str, Any]) -> dict[str, Any]:
    """Everything but the number of moves, which alone makes no step."""
    return {k: v for k, v in standing.items() if k not in ("moves", "progress")}


async def test_the_request_again_leads_to_the_same_room(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        race = await alone(ann)
        same = token()
        first = await against(ben, race, token=same)
        async with client(server.url) as back:
            second = await against(back, race, token=same)
        assert second["code"] == first["code"]


async def test_it_counts_for_nothing(server: ServerProcess) -> None:
    """No leaderboard, and no crown: whoever races a ghost has chosen the deal."""
    name = f"Ben{secrets.token_hex(4)}"
    async with client(server.url) as ann, client(server.url) as ben:
        race = await alone(ann, "seven_and_sixes", moves=3)
        await sign_up(ben, name)
        room = await against(ben, race, name=name)
        table = await ben.until("table")
        playing = (await ben.ask("get_crown"))["playing"]
        assert (playing["race"], playing["counts"]) == (f"{room['code']}-1", False)
        moved = await ben.ask("play", race=1, ply=0, move=table["legal"][0])
        undone = await ben.ask("play", race=1, ply=1, move="undo")
        assert (moved["stopped_counting"], undone["stopped_counting"]) == (False, False)
        await ben.ask("play", race=1, ply=2, move="resign")
        await ben.until("over")
        assert (await ben.ask("rematch"))["code"] == "dealt_once"


def test_no_results_log_has_it() -> None:
    """Nor a leaderboard or a rating, which follow from that log."""
    room = running("aces_up", {}, seats=1)
    seat = replace(room.seats[0], account="ben")
    room = replace(after(room, RaceEnded(at=9, by="server", n=1, ended_ms=5)), seats={0: seat})
    rules = room.race.game
    start = StoredStanding.start(rules, GameBoard.start(rules, room.pack(room.race)))
    assert raced(room, room.race, {0: start}) is not None
    ghost = replace(room.race, ghost=records.Ghost("KQ74TX-1", 0, "Ann"), ghost_deal="KQ74TX-1")
    assert raced(room, ghost, {0: start}) is None


@pytest.mark.parametrize("asked", ["get_ghost", "race_ghost"])
async def test_what_is_refused(server: ServerProcess, asked: str) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        given = {"bell_ms": BELL_MS, "name": "Ann", "nonce": NONCE}
        room = await ann.ask("play_alone", game="aces_up", token=token(), **given)
        more = {"name": "Ben", "token": token()} if asked == "race_ghost" else {}
        running = await ben.ask(asked, race=room["code"], seat=0, **more)
        assert running["code"] == "race_not_over"
        await ann.ask("play", race=1, ply=0, move="resign")
        await ann.until("over")
        assert (await ben.ask(asked, race=room["code"], seat=1, **more))["code"] == "unknown_seat"
        assert (await ben.ask(asked, race="ZZZZZZ", seat=0, **more))["code"] == "unknown_room"


async def test_called_cards_are_dealt_one_after_the_other(server: ServerProcess) -> None:
    terms = {"format": "caller", "call_ms": 60_000}
    async with client(server.url) as ann, client(server.url) as ben, client(server.url) as cid:
        given = {"game": "poker_patience", "bell_ms": BELL_MS, "terms": terms, "name": "Ann"}
        room = await ann.ask("create", token=token(), **given)
        await ben.ask("join", code=room["code"], name="Ben", token=token())
        for link in (ann, ben):
            await link.ask("ready", nonce=NONCE)
        for link in (ann, ben):
            await link.until("table")
            await link.ask("play", race=1, ply=0, move="resign")
        await ann.until("over")
        race = (await against(cid, room["code"], seat=1))["race"]
        assert (race["terms"]["format"], race["call"]) == ("score", None)
        table = await cid.until("table")
        for ply in range(3):
            table = await cid.ask("play", race=1, ply=ply, move=table["legal"][0])
            assert table["type"] == "moved"


async def test_practice_on_the_deal_takes_moves_back_and_has_no_bell(server: ServerProcess) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        race = await alone(ann)
        record = records.read((await ben.ask("get_record", race=race))["record"])
        room = await against(ben, race, practice=True)
        assert room["race"]["terms"]["take_back"] == "practice"
        assert room["race"]["bell_ms"] == LONGEST_BELL_MS
        first = await ben.until("table")
        assert first["view"] == record.game.view(dealt(record).state).to_json()
        texts = [move.text for move in record.seats[0].moves][:2]
        for ply, text in enumerate([*texts, "undo", "undo"]):
            answer = await ben.ask("play", race=1, ply=ply, move=text)
            assert answer["type"] == "moved", answer
        await ben.ask("play", race=1, ply=len(texts) + 2, move="resign")
        await ben.until("over")
        own = (await ben.ask("get_record", race=room["code"]))["record"]
        assert (own["ghost"]["name"], own["terms"]["take_back"]) == ("Ann", "practice")
        assert all(check.ok for check in verify(own)), verify(own)[-1]
