"""The traveller of a deal: its sentences, and the command against a real server."""

from pathlib import Path
from typing import Any

from client_cli import exit_codes
from client_cli.features import travellers
from protocol.rooms.travellers import FirstChoice, TenthReached, Traveller, TravellerRow
from tests.client_cli.command import here
from tests.harness import ServerProcess, client
from tests.server.archive.test_ghosts import alone


def row(name: str | None, place: int | None, **more: Any) -> TravellerRow:
    given: dict[str, Any] = {
        "bot": False,
        "ghost": False,
        "race": f"KQ74TX-{place or 9}",
        "seat": 0,
        "matchpoints": None,
        "percent": None,
        "result": "lost",
        "reason": "stuck",
        "best": 31,
        "tie_break": 0,
        "reached_ms": 302_000,
        "points": None,
        "ended_ms": 400_000,
        "moves": 80,
        "clean": True,
        "tenths": [None] * 10,
    }
    return TravellerRow(name=name, place=place, **{**given, **more})


WON = {"result": "won", "reason": None, "best": 52, "ended_ms": 250_000}
NEVER = TenthReached(reached=0, fastest=None, middle=None, slowest=None)


def told(**more: Any) -> Traveller:
    given: dict[str, Any] = {
        "game": "klondike",
        "options": {},
        "goal": 52,
        "total": 0,
        "rows": [],
        "own": [],
        "apart": [],
        "apart_total": 0,
        "left_out": 0,
        "pace": [NEVER] * 10,
        "choices": [],
    }
    return Traveller(id=1, **{**given, **more})


def test_everything_in_words() -> None:
    ann = row("Ann", 1, matchpoints=2.0, percent=100.0, **WON)
    ben = row("Ben", 2, matchpoints=0.5, percent=25.0, clean=False)
    gone = row(None, 2, matchpoints=0.5, percent=25.0)
    bot, ghost = row("Botty", None, bot=True), row("Eve", None, ghost=True, reason="resigned")
    pace = [TenthReached(reached=3, fastest=9_000, middle=61_000, slowest=3_700_000), *[NEVER] * 9]
    choices = [
        FirstChoice(depth=0, move="turn", tries=2, won=1, percent=62.5),
        FirstChoice(depth=1, move=None, tries=1, won=0, percent=25.0),
    ]
    whole = told(
        total=3,
        rows=[ann, ben, gone],
        own=[ben],
        apart=[bot, ghost],
        apart_total=4,
        left_out=1,
        pace=pace,
        choices=choices,
    )
    assert travellers.traveller_lines(whole) == [
        "Everybody on this deal: Klondike, 3 tries",
        "1. Ann: solved in 4:10; 2 of 2, 100 %",
        "2. Ben: 31 of 52 at 5:02, stuck, with help; 0.5 of 2, 25 %",
        "2. (nobody any more): 31 of 52 at 5:02, stuck; 0.5 of 2, 25 %",
        "1 try that never got going is left out.",
        "",
        "Not ranked: bots, and later practice against a ghost",
        "Botty, a bot: 31 of 52 at 5:02, stuck",
        "Eve, against a ghost: 31 of 52 at 5:02, gave up",
        "2 more",
        "",
        "Time to each tenth of the way to 52: fastest, middle, slowest; how many got there",
        "10 %: 0:09, 1:01, 1:01:40; 3 of 3",
        "",
        "First choices: how many made each, how many of them won, their mean percentile",
        "  turn: 2, 1 won, 62 %",
        "    other moves: 1, 0 won, 25 %",
    ]


def test_ones_own_try_is_listed_once() -> None:
    ann, ben = row("Ann", 1, matchpoints=1.0, percent=100.0), row("Ben", 2, matchpoints=0.0)
    page = told(total=2, rows=[ann], own=[ben])
    lines = travellers.traveller_lines(page)
    assert [line[:6] for line in lines[1:]] == ["1. Ann", "2. Ben"]
    assert len(travellers.traveller_lines(told(total=2, rows=[ann, ben], own=[ben]))) == 3


def test_one_try_has_no_matchpoints_and_none_is_said() -> None:
    alone_told = told(total=1, rows=[row("Ann", 1, matchpoints=0.0, percent=50.0, **WON)])
    assert travellers.traveller_lines(alone_told) == [
        "Everybody on this deal: Klondike, 1 try",
        "1. Ann: solved in 4:10",
    ]
    assert travellers.traveller_lines(told()) == [
        "Everybody on this deal: Klondike, 0 tries",
        travellers.ALONE,
    ]


async def test_the_command(server: ServerProcess, tmp_path: Path) -> None:
    async with client(server.url) as ann:
        race = await alone(ann)
    said = await here(tmp_path, "traveller", race, server=server.url)
    assert said.code == exit_codes.DONE, said.err
    assert said.out.startswith("Everybody on this deal: Klondike, 1 try\n1. Ann: ")
    (answer,) = (await here(tmp_path, "traveller", race, "--json", server=server.url)).json()
    assert (answer["type"], answer["total"]) == ("traveller", 1)
    assert [one["name"] for one in answer["rows"]] == ["Ann"]
    past = await here(tmp_path, "traveller", race, "--offset", "1", server=server.url)
    assert "1. Ann" not in past.out


async def test_what_the_command_refuses(server: ServerProcess, tmp_path: Path) -> None:
    for deal, code in (
        ("nothing at all", exit_codes.USAGE),
        ("ZZZZZZ-1", exit_codes.NOT_FOUND),
        ("daily-1999-01-01-sprint", exit_codes.NOT_FOUND),
    ):
        ended = await here(tmp_path, "traveller", deal, server=server.url)
        assert ended.code == code, ended
        assert len(ended.err.splitlines()) == 1
