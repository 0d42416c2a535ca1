"""What counts for a crown: options, terms, whose seat, and whether the deal had been seen."""

from typing import Any

import pytest

from server import keys
from server.crowns.crowns import Crowns
from tests.engine.crown_candidate import MIN
from tests.server.crowns.parlour import NOON, Parlour


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
        ("A", {"take_back": "until_card"}, False),
    ],
)
async def test_options_and_terms(
    table: Parlour, letter: str, terms: dict[str, Any], counts: bool
) -> None:
    await table.begin(letter, **terms)
    table.wait(MIN)
    await table.end()
    assert await table.wins() == (letter if counts else "")


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
    await table.crowns.seen.note(table.room, ["anna", "bert"], False)
    await table.race()
    table.wait(MIN)
    await table.end()
    assert await table.wins() == ""


async def test_a_deal_that_was_raced_is_seen_in_any_other_race(table: Parlour) -> None:
    await table.sit_down("kings")
    seen = table.crowns.seen
    await seen.note(table.room, ["anna"], True)
    await seen.note(table.room, ["anna"], False)  # looking at others afterwards changes nothing
    deal = f"{table.room.code}-1"
    assert not await seen.before("anna", deal, deal)
    assert await seen.before("anna", deal, "KQ74TX-1")
    assert not await seen.before("bert", deal, deal)
    assert await table.store.others.ttl(keys.seen("anna")) > 0
    await table.race()
    table.wait(MIN)
    await table.end()
    assert await table.wins() == "K"


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
    table.wait(30 * MIN)
    await table.race()
    table.wait(MIN)
    await table.end()
    assert await table.wins() == ("K" if host else "AK")


async def test_waiting_ends_with_the_line(table: Parlour) -> None:
    await table.play("Aw")
    await table.sit_down("kings", guest_first=True)
    await table.ready()
    table.wait(30 * MIN)
    await table.lose_line()
    status = await table.crowns.status("anna", table.wait(MIN).now)
    assert status.ledger.break_left_ms == 9 * MIN
    await table.line_back()
    status = await table.crowns.status("anna", table.wait(MIN).now)
    assert (status.ledger.break_left_ms, status.ledger.still) == (9 * MIN, True)


async def test_a_countdown_is_no_break(table: Parlour) -> None:
    await table.play("Aw")
    table.wait(10 * MIN)
    await table.sit_down("kings")
    await table.countdown(5_000)
    assert await table.wins() == "A"
    await Crowns(table.store, table.limits).meet("anna", table.wait(5_000).now)
    await table.started()
    status = await table.crowns.status("anna", table.now)
    assert (len(status.state.wins), status.ledger.total_ms) == (1, 10 * MIN)
    assert status.state.scene.playing is not None
    assert table.now - NOON == 20 * MIN + 5_000
