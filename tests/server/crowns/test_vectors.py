"""The test vectors of the crown rules, and each limit, against the server and its store."""

import pytest

from tests.engine.crown_candidate import MIN, S
from tests.server.crowns.crown_process import Parlour


@pytest.mark.parametrize(
    ("results", "crowns", "run"),
    [
        # the vectors of the rules document
        ("Aw Sw Kw", "T:ASK", "ASK"),
        ("Aw Sl Kw Uw", "", "KU"),
        ("Aw Aw Sw Kw", "T:ASK", "ASK"),
        ("Aw Sw Aw Kw", "T:SAK", "SAK"),
        ("Aw Sw Kw Uw Ww", "T:ASK Q:ASKUW", ""),
        ("Aw Sw Kw Aw Sw Kw", "T:ASK T:ASK", "ASK"),
        ("Aw Sw 601s Kw", "", "K"),
        # each way of losing, and what is void
        ("Aw Sw Kl", "", ""),
        ("Aw Sw Kr", "", ""),
        ("Aw Sw Kt", "", ""),
        ("Aw Sw Kx", "", ""),
        ("Aw Sv Kw Uw", "T:AKU", "AKU"),
        ("Aw Sw Kw Aw Uw Ww", "T:ASK T:AUW Q:SKAUW", ""),
    ],
)
async def test_results_and_crowns(table: Parlour, results: str, crowns: str, run: str) -> None:
    await table.play(*results.split())
    assert (" ".join(sorted(await table.won())), await table.wins()) == (
        " ".join(sorted(crowns.split())),
        run,
    )


async def test_beginning_another_game_abandons_the_first(table: Parlour) -> None:
    await table.play("Aw", "Sw")
    await table.begin("K")
    await table.begin("U")
    assert (await table.wins(), await table.ends()) == ("", ["abandoned"])


@pytest.mark.parametrize("over", [0, 1_000])
@pytest.mark.parametrize("limit", ["between", "within", "line_lost", "total", "idle"])
async def test_each_limit_at_the_limit_and_a_second_over(
    table: Parlour, limit: str, over: int
) -> None:
    await table.play("Aw", "Sw")
    if limit == "between":
        table.wait(600 * S + over)
        await table.begin("K")
    else:
        await table.begin("K")
        table.wait(MIN)
    if limit == "within":
        await declared(table, 600 * S + over)
    if limit == "line_lost":
        await dropped(table, 600 * S + over)
    if limit == "total":
        for ms in (450 * S, 450 * S, 450 * S, 450 * S + over):
            await declared(table.wait(MIN), ms)
    if limit == "idle":
        await table.move()
        table.wait(1800 * S + over)
        await table.move()
    await table.end()
    why = {"line_lost": "within"}.get(limit, limit)
    if over:
        assert (await table.won(), await table.wins()) == ([], "K")
        assert await table.ends() == [why]
    else:
        assert (await table.won(), await table.wins()) == (["T:ASK"], "ASK")
        assert await table.ends() == []


@pytest.mark.parametrize("why", ["between", "within", "total", "idle"])
async def test_a_broken_limit_ends_the_run_though_nobody_is_there(table: Parlour, why: str) -> None:
    await table.play("Aw")
    if why != "between":
        await table.begin("S")
        table.wait(MIN)
    if why == "total":
        for ms in (600 * S, 600 * S, 570 * S):
            await declared(table.wait(MIN), ms)
            table.wait(MIN)
    if why in ("within", "total"):
        await table.lose_line()
        table.wait(2_000)
        await table.crowns.meet("anna", table.now)  # a moment later the line is known to be lost
    deadlines = await table.crowns.store.due()
    await table.crowns.meet("anna", deadlines["anna"] - 1)
    assert await table.ends() == []
    await table.crowns.meet("anna", deadlines["anna"])
    assert await table.ends() == [why]
    assert await table.crowns.store.due() == {}


async def declared(table: Parlour, ms: int) -> None:
    await table.cover()
    await table.wait(ms).back()


async def dropped(table: Parlour, ms: int) -> None:
    await table.lose_line()
    table.wait(ms)
    await table.line_back()
