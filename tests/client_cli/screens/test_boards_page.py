"""Leaderboards on the screen, against a real server."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from client_cli.screens.pages.leaderboards import NEEDS_ACCOUNT, NEW_MS, BoardPage
from client_cli.screens.pages.live_boards import LiveBoardsPage
from tests.client_cli.command import NOBODY
from tests.client_cli.screens.pilots import Clock, check_golden, text_of
from tests.client_cli.screens.test_account_pages import Person, at_home
from tests.client_cli.test_boards import ANNA, BEN, board, row
from tests.harness import LIMIT_S, Client, ServerProcess, client
from tests.server.accounts.test_accounts import sign_up
from tests.server.archive.test_retention import resign
from tests.server.two_servers import begin, moves


async def plays(who: Client, made: int, **fields: Any) -> None:
    await begin(who, **fields)
    await moves(who, made)
    await resign(who)
    await who.until("over")
    await who.ask("leave")


async def opens_aces_up(person: Person) -> None:
    await person.opens("Leaderboards")
    await person.sees("Aces Up")
    await person.pilot.press("enter")


@pytest.mark.processes
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_a_board_moves_as_things_happen(
    tmp_path: Path, server: ServerProcess, size: tuple[int, int]
) -> None:
    async with client(server.url) as ben, at_home(tmp_path, server.url, size) as anna:
        await sign_up(ben, "Ben")
        await anna.claims("Anna")
        await opens_aces_up(anna)
        await anna.sees("There is nobody here.")
        await plays(ben, 4)
        await anna.sees("1 Ben")
        await anna.sees("of 48 at")
        await anna.sees(", new")
        await anna.pilot.press("enter")
        await anna.sees("1. Ben: ")
        await anna.pilot.press("a")
        await anna.sees("You are not on this board.")
        await anna.pilot.press("a")
        await anna.sees("Neither you nor your friends")
        await anna.pilot.press("a", "p")
        await anna.sees("best results of 20")
        await anna.sees("1 Ben")
        await anna.pilot.press("b")
        await anna.sees("bots: 0 on the board")
        await anna.pilot.press("b", "m")
        await anna.sees("most games solved of 20")
        await anna.pilot.press(*"mmm")
        await anna.sees("Sprints, ratings of all time")
        await anna.pilot.press("m")
        await anna.sees("Overall, ratings")
        await anna.pilot.press("q", "escape")
        await anna.sees("CROWN PATIENCE")


@pytest.mark.processes
async def test_the_page_turns_to_the_boards_of_winnable_deals(
    tmp_path: Path, server: ServerProcess
) -> None:
    async with client(server.url) as wilma, at_home(tmp_path, server.url) as anna:
        await sign_up(wilma, "Wilma")
        for terms in ({"winnable": True}, {"winnable": True, "difficulty": 3}):
            await plays(wilma, 1, terms=terms)
        await opens_aces_up(anna)
        await anna.sees("on the board")
        without = text_of(anna.app)
        assert "Wilma" not in without
        for words in ("deals that the solver", "medium difficulty", "hard deals"):
            await anna.pilot.press("d")
            await anna.sees(words)
            expected = words != "hard deals"
            await anna.sees("Wilma" if expected else "There is nobody here.")
        await anna.pilot.press("d", "d")
        await anna.sees("There is nobody here.")
        assert "solver" not in text_of(anna.app), "after the last class come all other deals"
        await anna.pilot.press("d", *"mmmmm")
        await anna.sees("Overall, ratings")
        await anna.pilot.press("d")
        await anna.pilot.pause()
        assert "Overall, ratings" in text_of(anna.app), "ratings are of no single deals"
        assert "which deals" not in text_of(anna.app)


async def test_a_game_without_winnable_deals_has_no_such_boards(tmp_path: Path) -> None:
    async with at_home(tmp_path, NOBODY) as person:
        page = BoardPage("kings")
        await person.app.push_screen(page)
        await person.pilot.pause()
        assert "d" not in dict(page.key_pairs())
        assert not page.command("d")


@pytest.mark.processes
@pytest.mark.parametrize("size", [(160, 40), (80, 24)])
async def test_several_boards_move_side_by_side(
    tmp_path: Path, server: ServerProcess, size: tuple[int, int]
) -> None:
    async with client(server.url) as cleo, at_home(tmp_path, server.url, size) as dora:
        await sign_up(cleo, "Cleo")
        await dora.claims("Dora")
        await opens_aces_up(dora)
        await dora.pilot.press("w")
        await dora.sees("You and your friends")
        page = dora.app.screen
        assert isinstance(page, LiveBoardsPage)
        async with asyncio.timeout(LIMIT_S):
            while len(page.boards) < 4:
                await dora.pilot.pause()
        await plays(cleo, 4)
        async with asyncio.timeout(LIMIT_S):
            while text_of(dora.app).count("Cleo") < 3:
                await dora.pilot.pause()
        await dora.sees("Neither you nor your friends")
        text = text_of(dora.app)
        line = next(line for line in text.splitlines() if "Today" in line)
        titles = ("Today", "This week", "All time", "You and your friends")
        beside = [title for title in titles if title in line]
        assert len(beside) == (4 if size[0] == 160 else 2), "as many as there is room for"
        await dora.pilot.press("m")
        await dora.sees("most games solved")
        await dora.pilot.press("q", "q", "escape")
        await dora.sees("CROWN PATIENCE")


async def test_a_guest_has_no_place_and_where_no_server_is_the_page_says_so(
    tmp_path: Path,
) -> None:
    async with at_home(tmp_path / "one", NOBODY) as anna:
        await opens_aces_up(anna)
        await anna.sees("No server answers")
        await anna.pilot.press("a")
        await anna.pilot.pause()
        assert NEEDS_ACCOUNT in text_of(anna.app)
        await anna.pilot.press("m")
        await anna.sees("No server answers")


async def test_how_a_board_looks_and_what_is_new_is_marked_for_a_while(tmp_path: Path) -> None:
    async with at_home(tmp_path / "one", NOBODY) as person:
        await opens_aces_up(person)
        await person.sees("No server answers")
        page, clock = person.app.screen, person.app.now
        assert isinstance(page, BoardPage)
        assert isinstance(clock, Clock)
        gone = row(3, None, 12, ms=61_000, clean=False)
        page._take(board(BEN.model_copy(update={"place": 1}), gone, total=2))
        page._take(board(ANNA, BEN, gone, seq=1, total=3))
        await person.pilot.pause()
        check_golden("board-80x24", text_of(person.app))
        assert page.board is not None
        assert page.board.places[page.at].name == "Ben", "whoever one looks at, moves"
        clock.ms += NEW_MS
        page.tick()
        await person.pilot.pause()
        assert ", new" not in text_of(person.app)
