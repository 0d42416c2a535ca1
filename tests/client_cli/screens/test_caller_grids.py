"""The grids of the others beside the own table, and beside a watched one."""

import re
from typing import Any

import pytest

from client_cli.terminal.pile_labels import card_text
from engine.cards import NAME
from engine.mechanics.grid import Place
from engine.table import State
from protocol import from_server as said
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import text_of

NAMES = ["Ann", "Ben", "Cleo", "Dora"]
TERMS: dict[str, Any] = {"format": "caller", "show_grids": "each_card"}
CARDS = 22


def placed(room: MadeUpRoom, cards: int) -> State[Any]:
    """The board of the room's deal after so many cards, laid row by row."""
    state = room.state
    for n in range(cards):
        state = room.rules.play(state, Place((n // 5, n % 5))).state
    return state


def show(room: MadeUpRoom, cards: int) -> list[str]:
    """Show everybody's grids after so many cards; return how the rows of one are drawn."""
    state = placed(room, cards)
    grids = [
        said.SeatGrid(
            seat=seat,
            view=room.rules.view(state),
            progress=cards,
            points=room.rules.points(state),
        )
        for seat in range(len(NAMES))
    ]
    room.hear(said.Grids(race=1, placed=cards, grids=grids))
    laid = {cell: card_text(NAME[card]) for cell, card in state.beside.laid}
    rows = [[laid.get((row, n), "·") for n in range(5)] for row in range((cards + 4) // 5)]
    return [" ".join(f"{card:>3}" for card in row) for row in rows]


@pytest.mark.parametrize(("size", "columns"), [((80, 24), False), ((120, 40), True)])
async def test_the_grids_of_three_others_fit_beside_the_own_table(
    size: tuple[int, int], columns: bool
) -> None:
    room = MadeUpRoom("poker_patience", NAMES, **TERMS)
    async with room.racing(size) as (app, pilot):
        rows = show(room, CARDS)
        await pilot.pause()
        drawn = text_of(app)
        panel = [line.split("▏")[-1][1:].rstrip() for line in drawn.splitlines()]
        assert len(rows) == 5
        for row in rows:
            assert sum(letters(line).startswith(row) for line in panel) == 3, panel
        for name in NAMES[1:]:
            assert sum(line.startswith(f" 1 {name}") for line in panel) == 1
        below = [line for line in panel if line.strip() and set(line) <= set(" 0123456789")]
        assert len(below) == (3 if columns else 0), "the points of columns, where there is room"


async def test_a_spectator_sees_the_grids_of_all() -> None:
    room = MadeUpRoom("poker_patience", NAMES, seat=None, **TERMS)
    async with room.racing((80, 24)) as (app, pilot):
        rows = show(room, 10)
        await pilot.pause()
        for row in rows:
            assert letters(text_of(app)).count(row) == 4


@pytest.mark.parametrize("seat", [0, None])
async def test_who_is_still_thinking_is_marked_beside_the_grids(seat: int | None) -> None:
    room = MadeUpRoom("poker_patience", NAMES, seat=seat, **TERMS)
    async with room.racing((120, 40)) as (app, pilot):
        room.event(said.Called, race=1, call=1, call_ms=15_000)
        room.progress(1, 1)
        await pilot.pause()
        drawn = text_of(app)
        assert "card 1: 0:" in drawn
        for name, thinks in (("Ben", False), ("Cleo", True), ("Dora", True)):
            line = next(line for line in drawn.splitlines() if re.search(rf"\d {name}\b", line))
            assert ("…" in line) == thinks, line
        if seat is None:
            assert "Still thinking: Ann, Cleo, Dora." in drawn


def letters(text: str) -> str:
    """The text with suits as letters."""
    return text.translate(str.maketrans("♠♥♦♣", "SHDC"))
