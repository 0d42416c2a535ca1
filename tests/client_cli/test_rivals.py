"""Rivals and streaks: their sentences, the commands, and the pages, against a real server."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from client_cli import exit_codes
from client_cli.features import rivals
from client_cli.local import preferences
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.rivals import RivalsPage
from client_cli.screens.pages.stats import StatsPage
from protocol.from_server import parse
from protocol.rivals import DailyStreaks, DayStreak, GameTally, Rival, Streaks, Tally, Versus
from server.leaderboards.results_log import ResultsLog
from server.store import keys
from server.store.redis_client import connect
from tests.client_cli.command import NOBODY, Ended, here
from tests.client_cli.crowned import Crowned, crowned
from tests.client_cli.screens.pilots import Clock, text_of, until
from tests.client_cli.screens.test_account_pages import at_home
from tests.client_cli.test_charts import finished
from tests.harness import LIMIT_S
from tests.server.leaderboards.made import Ran, daily_try, race
from tests.server.telephone.telephone_process import number_of


def tally(wins: int, losses: int, ties: int = 0, run: int = 0) -> Tally:
    return Tally(wins=wins, losses=losses, ties=ties, run=run)


def book(*games: GameTally, all_of: Tally) -> Versus:
    return Versus(id=1, one="Anna", other="Ben", tally=all_of, games=list(games))


def test_rivals_in_words() -> None:
    ben = Rival(name="Ben", bot=False, tally=tally(14, 11, 2, 3), ago_ms=3 * 86_400_000)
    told = "Ben: 14 to 11, 2 tied; you won the last 3; 3 days ago"
    assert rivals.rival_line(ben) == told
    gone = Rival(name=None, bot=False, tally=tally(0, 4, run=-4), ago_ms=5_000)
    told = "(nobody any more): 0 to 4; they won the last 4; just now"
    assert rivals.rival_line(gone) == told
    bot = Rival(name="Botty", bot=True, tally=tally(1, 0, run=1), ago_ms=7_200_000)
    assert rivals.rival_line(bot) == "Botty, a bot: 1 to 0; 2 hours ago"


def test_the_book_of_two_in_words() -> None:
    aces = GameTally(game="aces_up", tally=tally(7, 5, 1))
    whist = GameTally(game="whist", tally=tally(0, 2, run=-2))
    both = book(aces, whist, all_of=tally(7, 7, 1, -2))
    assert rivals.versus_lines(both, mine=True) == [
        "You won 7, Ben 7, 1 tied; Ben won the last 2.",
        "Aces Up: 7 to 5, 1 tied.",
        "whist: 0 to 2; Ben won the last 2.",
    ]
    assert rivals.versus_lines(both, mine=False)[0].startswith("Anna won 7, Ben 7, 1 tied")
    nothing = book(all_of=tally(0, 0))
    assert rivals.versus_lines(nothing, mine=True) == ["You and Ben have not raced each other."]


# Against a real server. -----------------------------------------------------------------------


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Crowned]:
    """A server on which Anna has beaten Ben twice and been beaten once, all just now. Cleo has
    played the daily deals of the last two days that are public, and won the first."""
    async with crowned(tmp_path_factory.mktemp("house")) as made:
        await made.people("Anna", "Ben", "Cleo")
        mine, theirs = [await number_of(made.redis_url, name) for name in ("Anna", "Ben")]
        won, lost = Ran(mine, "won", ms=50_000), Ran(theirs)
        redis = connect(made.redis_url, 1)
        book = ResultsLog(redis)
        await book.write(race(1, won, lost))
        await book.write(race(2, Ran(mine, best=1), Ran(theirs, "won"), slug="kings"))
        await book.write(race(3, won, lost))
        await book.write(race(4, won, Ran("gone")))
        await book.write(daily_try(5, await number_of(made.redis_url, "Cleo"), 1, "won"), told=True)
        await book.write(daily_try(6, await number_of(made.redis_url, "Cleo"), 0), told=True)
        async with asyncio.timeout(LIMIT_S):
            while int(await redis.get(keys.RESULTS.cursor) or 0) < 6:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        await redis.aclose()
        yield made


DAILY = [
    "Days in a row with a daily deal played: 2, at most 2.",
    "Days in a row with a daily deal solved: 0, at most 1.",
]


def test_daily_streaks_in_words() -> None:
    played, won = DayStreak(streak=2, longest=2), DayStreak(streak=0, longest=1)
    assert rivals.daily_lines(DailyStreaks(played=played, won=won)) == DAILY
    assert rivals.daily_lines(None) == []
    older = b'{"type":"streaks","id":1,"name":"Anna","streaks":[]}'
    said = parse(older)
    assert isinstance(said, Streaks)
    assert rivals.streak_lines(said) == [rivals.NO_STREAKS]


@pytest.mark.processes
async def test_daily_streaks_are_part_of_the_statistics(house: Crowned) -> None:
    async def ask(*words: str) -> Ended:
        return await here(house.data("Cleo"), *words, server=house.url)

    finished(Storage(house.data("Cleo")), [1])
    assert (await ask("streaks")).out.splitlines()[1:] == DAILY
    lines = (await ask("stats")).out.splitlines()
    assert lines[1:] == DAILY
    assert "streak 0 (longest 0)" in lines[0]
    game, daily = (await ask("stats", "--json")).json()
    assert game["streak"] == 0
    assert daily == {
        "daily": {"played": {"streak": 2, "longest": 2}, "won": {"streak": 0, "longest": 1}}
    }
    assert len((await ask("stats", "aces-up")).out.splitlines()) == 1, "of one game alone"
    async with at_home(house.data("Cleo"), house.url) as cleo:
        cleo.app.push_screen(StatsPage())
        for line in DAILY:
            await cleo.sees(line)
    assert (await ask("options", "streaks=hidden")).code == 0
    lines = (await ask("stats")).out.splitlines()
    assert len(lines) == 1
    assert "streak" not in lines[0]
    assert "mean progress" in lines[0]
    assert (await ask("stats", "--json")).json() == [game, daily], "programs get everything"


async def test_hidden_streaks_are_on_no_page_of_statistics(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    finished(storage, [1])
    preferences.merge(storage, [preferences.read_choice("streaks=hidden", storage)])
    app = PatienceApp(lambda _: StatsPage(), storage, now=Clock(), server=NOBODY)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "Aces Up: 1 played" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "mean progress" in text_of(app)
        assert "streak" not in text_of(app)


@pytest.mark.processes
async def test_rivals_versus_and_streaks_as_commands(house: Crowned) -> None:
    async def ask(*words: str, name: str = "Anna") -> Ended:
        return await here(house.data(name), *words, server=house.url)

    lines = (await ask("rivals", "--rows", "1")).out.splitlines()
    assert lines[0].startswith("(nobody any more): 1 to 0; ")
    assert lines[1] == "1 more: --offset 1."
    (page,) = (await ask("rivals", "--offset", "1", "--json")).json()
    assert (page["total"], [one["name"] for one in page["rivals"]]) == (2, ["Ben"])
    assert (await ask("versus", "ben")).out.splitlines() == [
        "You won 2, Ben 1.",
        "Aces Up: 2 to 0; you won the last 2.",
        "Kings: 0 to 1.",
    ]
    guest = await ask("versus", "Ben", "Anna", "--json", name="guest")
    assert guest.json()[0]["tally"] == {"wins": 1, "losses": 2, "ties": 0, "run": -1}
    assert (await ask("streaks")).out == "Aces Up: 3 in a row, at most 3.\n"
    assert (await ask("versus", "Nobody")).code == exit_codes.NOT_FOUND


@pytest.mark.processes
async def test_the_book_is_read_on_the_screen(house: Crowned) -> None:
    async with at_home(house.data("Anna"), house.url) as anna:
        await anna.opens("Friends")
        await anna.sees("r rivals")
        await anna.pilot.press("r")
        await anna.sees("(nobody any more) 1 to 0")
        await anna.sees("Ben 2 to 1; ")
        await anna.pilot.press("down", "enter")
        await anna.sees("You won 2, Ben 1.")
        await anna.sees("Aces Up: 2 to 0; you won the last 2.")
        await anna.pilot.press("escape", "s")
        await anna.sees("Ben, games solved in a row")
        await anna.sees("Kings: 1 in a row, at most 1.")
        await anna.pilot.press("escape", "o")
        await anna.fills("nobody")
        await anna.sees("Nobody has claimed the name nobody.")
        await anna.pilot.press("w")
        await anna.fills("Ben, Cleo")
        await anna.sees("You, Ben and Cleo have raced nothing together.")
        await anna.pilot.press("escape", "w")
        await anna.fills(" ben")
        await anna.sees("You and Ben: 3 races together.")
        await anna.sees("Kings, 1 race: You 0, Ben 1")


async def test_rivals_need_an_account(tmp_path: Path) -> None:
    app = PatienceApp(lambda _: RivalsPage(), Storage(tmp_path), now=Clock(), server=NOBODY)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("s", "o", "n")
        assert "Rivals know each other by their accounts" in text_of(app)
