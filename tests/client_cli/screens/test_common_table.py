"""The page of a common table: what it shows, and what keys and clicks do there."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.rooms.common_table import CommonTablePage
from client_cli.screens.pages.rooms.results import COUNT_MS, ResultsPage
from client_cli.solo.practice_room import PracticeRoom
from client_cli.state.common_table import best_claim
from engine.racing_demon.game import Claim, RacingDemon, Stuck, TableMove
from engine.racing_demon.players import RacingPlayer
from protocol import from_server as said
from protocol.rooms.common_tables import OvertakenClaim
from protocol.rooms.computer_players import ComputerPlayer
from tests.client_cli.screens.pilots import Clock, check_golden, text_of

QUICK = ComputerPlayer(strength="tips", pace="quick")


class DistantRoom(PracticeRoom):
    """A practice room that answers the player only when told, as a distant server would. `asked`
    has the moves that have not been answered."""

    def __init__(self, rules: RacingDemon, now: Clock, bots: int, deal: int, **how: Any) -> None:
        self.asked: list[TableMove] = []
        super().__init__(rules, [QUICK] * bots, now, deal, random=Random(3), **how)

    def play_table(self, move: TableMove) -> None:
        self._request += 1
        self.session.play_table(move, self._request, self._request)
        self.asked.append(move)

    def settle(self) -> None:
        self._play(0, self.asked.pop(0))

    def overtake(self, seat: int = 1) -> None:
        """Refuse the oldest claim because another hand was first."""
        self.asked.pop(0)
        taken = OvertakenClaim(foundation=0, seat=seat, height=2, top="2H")
        oldest = self.session.commands[0].request
        self._hear(said.Refused(id=oldest, code="overtaken", error="", overtaken=taken))


@asynccontextmanager
async def sitting(
    size: tuple[int, int] = (80, 24), bots: int = 3, deal: int = 5, **options: object
) -> AsyncIterator[tuple[DistantRoom, Pilot[Any]]]:
    now = Clock()
    room = DistantRoom(RacingDemon({"piles": 5, **options}), now, bots, deal)
    app = PatienceApp(None, None, now=now)
    room.tell = lambda told: app.heard(list(told))
    async with app.run_test(size=size) as pilot:
        app.enter(room)
        await pilot.pause()
        await pilot.pause()
        yield room, pilot


def page(pilot: Pilot[Any]) -> CommonTablePage:
    found = pilot.app.screen
    assert isinstance(found, CommonTablePage)
    return found


async def later(room: PracticeRoom, pilot: Pilot[Any], moves: int) -> None:
    """Let the computer players make so many moves."""
    before = room.whole_table().number
    while room.whole_table().number < before + moves and room.state.over is None:
        room._now.ms += 100  # type: ignore[attr-defined] # a Clock
        room.step()
    await pilot.pause()
    await pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (160, 45), (60, 20), (44, 15)])
async def test_the_table_of_four(size: tuple[int, int]) -> None:
    async with sitting(size) as (room, pilot):
        await later(room, pilot, 40)
        check_golden(f"common-table-{size[0]}x{size[1]}", text_of(pilot.app))


async def test_the_table_of_eight_has_every_demon_in_sight_at_80_columns() -> None:
    async with sitting(bots=7) as (room, pilot):
        await later(room, pilot, 120)
        text = text_of(pilot.app)
        check_golden("common-table-eight-80x24", text)
        for board in room.state.boards[1:]:
            pile = board.piles[room.session.table_rules.reserve]  # type: ignore[union-attr]
            assert f"demon {len(pile.down) + len(pile.up)}" in text


async def test_a_key_makes_the_best_claim_and_it_flies_before_it_is_answered() -> None:
    async with sitting() as (room, pilot):
        await pilot.press("enter")
        (claim,) = room.asked
        assert isinstance(claim, Claim)
        assert claim.height == 0
        assert "…A♥" in text_of(pilot.app)
        room.settle()
        await pilot.pause()
        assert "1 A♥" in text_of(pilot.app)
        await pilot.press("enter")
        assert not room.asked
        assert "Nothing can be claimed now." in text_of(pilot.app)


async def test_an_overtaken_claim_goes_back_and_tells_whose_hand_was_first() -> None:
    async with sitting() as (room, pilot):
        before = text_of(pilot.app).split("\n")[8]
        await pilot.press("enter")
        assert "A♥" not in text_of(pilot.app).split("\n")[8]
        room.overtake()
        await pilot.pause()
        assert text_of(pilot.app).split("\n")[8] == before
        assert "Computer 1 was first: 2♥ lies there now." in text_of(pilot.app)


async def test_letters_pick_a_pile_and_where_it_goes() -> None:
    async with sitting() as (room, pilot):
        packed = _first(room, lambda move: type(move).__name__ == "Move")
        names = {v: k for k, v in _labels(room).items()}
        await pilot.press(names[packed.src], names[packed.dst])
        assert room.asked == [packed]
        room.settle()
        await pilot.press("b", "escape", "c", "a")
        assert "Where to?" not in text_of(pilot.app)
        assert not room.asked


async def test_the_same_letter_twice_plays_the_card_where_it_is_worth_most() -> None:
    async with sitting() as (room, pilot):
        claim = best_claim(room.session.table_rules, _legal(room))  # type: ignore[arg-type]
        assert claim is not None
        names = {v: k for k, v in _labels(room).items()}
        await pilot.press(names[claim.src], names[claim.src])
        assert room.asked == [claim]


async def test_space_turns_and_the_engine_says_why_a_card_does_not_go() -> None:
    async with sitting() as (room, pilot):
        await pilot.press("space")
        room.settle()
        await pilot.pause()
        await pilot.press("w", "a")
        assert "Cards are laid on your own work piles." in text_of(pilot.app)
        await pilot.press("o")
        assert "is out without a word" in text_of(pilot.app)
        assert not room.asked


async def test_one_key_reads_what_can_be_claimed_and_one_the_demons() -> None:
    async with sitting() as (_room, pilot):
        await pilot.press("l")
        assert "Can be claimed: A♥ from b." in text_of(pilot.app)
        await pilot.press("n")
        assert "Demons: Computer 1 13, Computer 2 13, Computer 3 13." in text_of(pilot.app)


async def test_leaving_the_table_is_asked_first_and_the_others_play_on() -> None:
    async with sitting() as (room, pilot):
        await pilot.press("x", "z")
        assert not room.asked
        await pilot.press("x", "x")
        room.settle()
        await pilot.pause()
        assert "You have left the table." in text_of(pilot.app)
        await pilot.press("space", "enter")
        assert not room.asked


async def test_clicks_and_drags_move_cards() -> None:
    async with sitting() as (room, pilot):
        table = page(pilot).table
        claim = best_claim(room.session.table_rules, _legal(room))  # type: ignore[arg-type]
        assert claim is not None
        at = table.canvas.find(str(claim.src))
        assert at is not None
        await pilot.click(table, offset=at, times=2)
        await pilot.pause()
        assert room.asked == [claim]
        room.settle()
        await pilot.pause()
        stock = table.canvas.find("stock")
        assert stock is not None
        await pilot.click(table, offset=stock)
        await pilot.pause()
        assert [type(move).__name__ for move in room.asked] == ["Turn"]


async def test_the_last_who_is_not_stuck_is_told_that_the_others_are() -> None:
    async with sitting() as (room, pilot):
        for seat in (1, 2, 3):
            assert "All the others are stuck." not in text_of(pilot.app)
            room._play(seat, Stuck())
            await pilot.pause()
        page(pilot).tick()
        await pilot.pause()
        assert "All the others are stuck. Say so if you are stuck too." in text_of(pilot.app)
        await pilot.press("k")
        page(pilot).tick()
        await pilot.pause()
        assert "All the others are stuck." not in text_of(pilot.app)


async def test_what_others_lay_is_one_line_for_a_while() -> None:
    async with sitting() as (room, pilot):
        while not room.state.foundations:
            await later(room, pilot, 1)
        owner = room.state.foundations[0].owners[0]
        assert f"Computer {owner} (" in text_of(pilot.app)
        room._now.ms += 5_000  # type: ignore[attr-defined] # a Clock
        page(pilot).tick()
        await pilot.pause()
        assert f"Computer {owner} (" not in text_of(pilot.app)


async def test_cards_are_counted_one_contestant_after_the_other_and_the_next_round_begins() -> None:
    async with sitting() as (room, pilot):
        player = RacingPlayer(RacingDemon({"piles": 5}), "tips", 0, Random(1).randrange)
        while room.session.status == "running":
            await later(room, pilot, 3)
            table = room.session.common
            assert table is not None
            move = player.move(table.view) if table.state.over is None else None
            if move is not None:
                room.play_table(move)
                room.settle()
        await pilot.pause()
        assert isinstance(pilot.app.screen, ResultsPage)
        seen = []
        for _ in range(6):
            text = text_of(pilot.app)
            seen.append(text.count("in the middle"))
            room._now.ms += COUNT_MS  # type: ignore[attr-defined] # a Clock
            pilot.app.screen.tick()
            await pilot.pause()
        assert seen == [1, 2, 3, 4, 4, 4]
        assert "After 1 round of the series to 100 points:" in text_of(pilot.app)
        await pilot.press("m")
        await pilot.pause()
        assert page(pilot).session.series.round == 2  # type: ignore[union-attr]


def _legal(room: PracticeRoom) -> list[TableMove]:
    table = room.session.common
    assert table is not None
    return table.legal(0)


def _first(room: PracticeRoom, wanted: Callable[[TableMove], bool]) -> Any:
    return next(move for move in _legal(room) if wanted(move))


def _labels(room: PracticeRoom) -> dict[str, str]:
    from client_cli.terminal.pile_labels import by_label

    rules = room.session.table_rules
    assert rules is not None
    return by_label(rules)
