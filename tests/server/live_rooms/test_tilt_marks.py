"""Tilt marks: visible to their owner only, kept across connections, removed with the card."""

from pathlib import Path
from typing import Any

import pytest

from engine.cards import NAME, new_pack
from engine.games import game
from engine.table import Pile
from server.boards.card_marks import MarkedCard, Marks, read_marks, valid_marks, write_mark
from tests.harness import Client, client
from tests.server.two_servers import begin, moves, two_servers


def tilt(pile: str, index: int | None, tilt: int) -> dict[str, Any]:
    return {"pile": pile, "index": index, "tilt": tilt}


async def mark(link: Client, pile: str, index: int | None, tilt: int) -> dict[str, Any]:
    return await link.ask("mark", race=1, pile=pile, index=index, tilt=tilt)


@pytest.mark.processes
async def test_marks_come_back_with_the_board_on_another_process(tmp_path: Path) -> None:
    async with (
        two_servers(tmp_path) as (one, two),
        client(one.url) as link,
        client(two.url) as rival,
        client(two.url) as other,
    ):
        code = await begin(link, rival)
        assert (await mark(link, "tab.2", 0, 1))["type"] == "done"
        assert (await mark(link, "tab.0", 0, 2))["type"] == "done"
        assert (await mark(link, "tab.0", 0, 3))["type"] == "done"
        assert (await mark(link, "discard", None, 2))["type"] == "done"
        mine = [tilt("discard", None, 2), tilt("tab.0", 0, 3), tilt("tab.2", 0, 1)]
        assert (await link.ask("look"))["marks"] == mine
        link.socket.transport.abort()
        await other.ask("resume", code=code, token=link.token)
        table = await other.until("table")
        assert (table["marks"], table["ply"]) == (mine, 0)
        assert (await mark(other, "tab.2", 0, 0))["type"] == "done"
        assert (await mark(other, "discard", None, 0))["type"] == "done"
        async with client(one.url) as back:
            await back.ask("resume", code=code, token=link.token)
            assert (await back.until("table"))["marks"] == [tilt("tab.0", 0, 3)]
        assert (await rival.ask("look"))["marks"] == []
        assert not [frame for frame in rival.frames if '"tilt"' in frame]


async def test_a_mark_is_gone_when_its_card_has_left(server_url: str) -> None:
    async with client(server_url) as link:
        await begin(link)
        while True:  # deal until there is something to throw away
            table = await link.ask("look")
            thrown = [move for move in table["legal"] if move["kind"] == "discard"]
            if thrown:
                break
            await moves(link, 1, table["ply"])
        pile = thrown[0]["src"]
        top = len(table["view"]["piles"][pile]["up"]) - 1
        await mark(link, pile, top, 1)
        assert (await link.ask("look"))["marks"] == [tilt(pile, top, 1)]
        await link.ask("play", race=1, ply=table["ply"], move=thrown[0])
        assert (await link.ask("look"))["marks"] == []


async def test_what_cannot_be_tilted_is_refused(server_url: str) -> None:
    async with client(server_url) as link, client(server_url) as watcher:
        room = await link.create("aces_up")
        assert (await mark(link, "tab.0", 0, 1))["code"] == "race_not_running"
        await watcher.ask("watch", code=room["code"])
        await link.ready()
        await link.ask("start")
        await link.until("table")
        for pile, index in (("stock", 3), ("tab.0", 1), ("tab.9", 0), ("tab.9", None), ("", None)):
            assert (await mark(link, pile, index, 1))["code"] == "bad_request"
        assert (await mark(link, "tab.0", 0, 4))["code"] == "bad_message"
        assert (await mark(watcher, "tab.0", 0, 1))["code"] == "no_seat"
        answer = await link.ask("mark", race=2, pile="tab.0", index=0, tilt=1)
        assert answer["code"] == "wrong_race"
        assert (await link.ask("look"))["marks"] == []


async def test_heaps_but_no_cards_are_tilted_before_the_deal_is_seen(server_url: str) -> None:
    async with client(server_url) as link:
        await begin(link, game="kings")
        assert (await mark(link, "heap.3", 0, 2))["code"] == "dealing"
        assert (await mark(link, "heap.3", None, 2))["type"] == "done"
        frame = await link.ask("next_frame", race=1, frame=2)
        while frame["frame"] < frame["of"]:
            frame = await link.ask("next_frame", race=1, frame=frame["frame"] + 1)
        assert (await link.until("table"))["marks"] == [tilt("heap.3", None, 2)]


def test_a_mark_is_read_as_it_was_written() -> None:
    marks = {("tab.3", 12): MarkedCard(3, "TH"), ("heap.1", None): MarkedCard(1, None)}
    assert read_marks(dict(write_mark(place, mark) for place, mark in marks.items())) == marks


def test_only_the_card_that_was_tilted_is_shown_tilted() -> None:
    rules = game("aces_up")
    state = rules.deal(new_pack(1))
    at = rules.layout.index["tab.1"]
    up = state.piles[at].up
    marks: Marks = {("tab.1", 0): MarkedCard(1, NAME[up[0]]), ("tab.1", 1): MarkedCard(2, "KH")}
    assert [m.index for m in valid_marks(rules, state, marks)] == [0]
    piles = list(state.piles)
    piles[at] = Pile()
    assert valid_marks(rules, state._replace(piles=tuple(piles)), marks) == []
