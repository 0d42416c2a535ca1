"""Tournaments on the screen: how they look, what an organiser's keys do, and the wall."""

import asyncio
import csv
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

import pytest

from client_cli.net.invitations import ServerAddress
from client_cli.screens.pages.tournaments.podium import podium
from client_cli.screens.pages.tournaments.tournament_page import NEEDS_ACCOUNT, TournamentPage
from client_cli.screens.pages.tournaments.tournament_sheet import SheetPage
from client_cli.screens.pages.tournaments.tournament_wall import WallPage, large, wall
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.form import Form
from client_cli.tournament import export, requests
from client_cli.tournament.state import KnownTournament
from protocol.crowns import CrownWon
from protocol.tournaments.live import Clocks, Tournament, TournamentReminder
from protocol.tournaments.tables import TournamentEntry, Tournaments
from tests.client_cli.command import NOBODY
from tests.client_cli.screens.pilots import Clock, check_golden, shows, text_of, until
from tests.client_cli.screens.test_account_pages import Person, at_home
from tests.client_cli.test_tournaments import table
from tests.client_cli.tournament_made import CODE, entrant, racing, round_of, row, tournament
from tests.harness import LIMIT_S, ServerProcess

SIZES = [(80, 24), (30, 8)]


def clock_of(person: Person) -> Clock:
    now = person.app.now
    assert isinstance(now, Clock)
    return now


@asynccontextmanager
async def showing(
    root: Path, found: Tournament, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[tuple[Person, TournamentPage]]:
    """A page with a tournament on it that nobody follows."""
    async with at_home(root, NOBODY, size) as anna:
        page = TournamentPage(CODE, playing=True)
        anna.app.push_screen(page)
        await anna.pilot.pause()
        page.take(KnownTournament(found, anna.app.now()))
        await anna.pilot.pause()
        yield anna, page


@pytest.mark.parametrize("size", SIZES)
async def test_how_a_round_looks_to_a_player(tmp_path: Path, size: tuple[int, int]) -> None:
    async with showing(tmp_path, racing(), size) as (anna, page):
        check_golden(f"tournament-{size[0]}x{size[1]}", text_of(anna.app))
        assert page.at == 1, "one's own line is the first one looks at"
        clock_of(anna).ms += 10_000
        page.tick()
        await anna.sees("3:10 left")


async def test_how_a_round_looks_to_whoever_organises(tmp_path: Path) -> None:
    found = racing(organised=True, mine=None)
    async with showing(tmp_path, found) as (anna, _):
        check_golden("tournament-organiser-80x24", text_of(anna.app))


@pytest.mark.parametrize("size", [*SIZES, (50, 16)])
@pytest.mark.parametrize("when", ["open", "lobby", "racing", "finished"])
async def test_how_the_wall_looks(tmp_path: Path, size: tuple[int, int], when: str) -> None:
    found = {
        "open": tournament(clocks=Clocks(starts_in_ms=754_000)),
        "lobby": racing(rounds=[round_of(2, "lobby", ends_in_ms=43_000)], bars=[]),
        "racing": racing(),
        "finished": racing(
            status="finished",
            rounds=[round_of(2, "closed")],
            bars=[],
            table=[
                row(1, 0, "9", "4.50"),
                row(2, 3, "6", "3.00"),
                row(3, 1, "4", "2.00"),
                row(3, 2, "4", "2.00"),
            ],
        ),
    }[when]
    async with at_home(tmp_path, NOBODY, size) as anna:
        page = WallPage(CODE)
        anna.app.push_screen(page)
        await anna.sees("No server answers")
        page.reach = ServerAddress("ws://127.0.0.1:8765/ws", "ws://192.168.1.5:8765/ws")
        page.take(KnownTournament(found, anna.app.now()))
        await anna.pilot.pause()
        check_golden(f"wall-{when}-{size[0]}x{size[1]}", text_of(anna.app))


async def test_a_long_table_passes_by_on_the_wall(tmp_path: Path) -> None:
    names = [f"Player {n}" for n in range(60)]
    people = [entrant(n, name) for n, name in enumerate(names)]
    async with at_home(tmp_path, NOBODY) as anna:
        page = WallPage(CODE)
        anna.app.push_screen(page)
        await anna.sees("No server answers")
        page.take(KnownTournament(tournament(entrants=people), anna.app.now()))
        seen = set[str]()
        for _ in range(4):
            page.tick()
            await anna.pilot.pause()
            seen |= {
                name for name in names if f"{name}\n" in text_of(anna.app).replace(" " * 3, "\n")
            }
            clock_of(anna).ms += 8_000
        assert seen == set(names)


async def test_the_wall_says_what_happens_for_some_seconds(tmp_path: Path) -> None:
    async with at_home(tmp_path, NOBODY) as anna:
        page = WallPage(CODE)
        anna.app.push_screen(page)
        await anna.sees("No server answers")
        found = racing()
        page.take(KnownTournament(found, anna.app.now()))
        bars = [
            each.model_copy(update={"result": "won", "ended_ms": 221_000}) if n == 0 else each
            for n, each in enumerate(found.bars)
        ]
        page.take(KnownTournament(found.model_copy(update={"bars": bars}), anna.app.now()))
        await anna.sees("has solved it after 3:41.")
        clock_of(anna).ms += 20_000
        page.tick()
        await anna.pilot.pause()
        assert "has solved it after" not in text_of(anna.app)


async def test_a_crown_of_somebody_there_rings_on_the_wall_but_not_into_a_countdown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = [entrant(0), entrant(1, gone="withdrawn"), entrant(2, guest=True)]
    async with at_home(tmp_path, NOBODY) as anna:
        rung: list[str] = []
        monkeypatch.setattr(anna.app, "chime", lambda tone="ring": rung.append(tone))
        page = WallPage(CODE)
        anna.app.push_screen(page)
        await anna.sees("No server answers")
        page.take(KnownTournament(racing(entrants=people), anna.app.now()))
        for name, withdrawn in [("Zoe", False), ("Ben", False), ("Cleo", False), ("Anna", True)]:
            page.overhear(CrownWon(award="a", crown="triple", name=name, withdrawn=withdrawn))
            await anna.pilot.pause()
            assert "has won" not in text_of(anna.app), (name, withdrawn)
        assert rung == []
        won = CrownWon(award="a", crown="quintuple", name="Anna", withdrawn=False)
        page.overhear(won)
        await anna.sees("Anna has won the Quintuple Crown!")
        assert rung == ["ring"]
        clock_of(anna).ms += 20_000
        begins = [round_of(2, "racing", starts_in_ms=5_000)]
        page.take(KnownTournament(racing(entrants=people, rounds=begins), anna.app.now()))
        page.overhear(won)
        await anna.sees("Anna has won the Quintuple Crown!")
        assert rung == ["ring"], "the countdown is heard alone"


def test_the_podium_has_who_share_a_place_on_one_step_and_leaves_others_out() -> None:
    names = [f"Player {n}" for n in range(8)]
    found = tournament(
        entrants=[entrant(n, name) for n, name in enumerate(names)],
        table=[row(1, 7, "9", "9.00"), *(row(2, n, "3", "3.00") for n in range(7))],
    )
    lines = [line.plain for line in podium(found, TableStyle(), 80, 20)]
    text = "\n".join(lines)
    assert "Player 7" in lines[-7]
    assert [f"Player {n}" in text for n in range(7)] == [True] * 4 + [False] * 3
    assert "and 3 more" in text
    assert "3rd" not in text, "nobody is third where seven are second"
    assert all(len(line) <= 80 for line in lines)
    assert podium(found, TableStyle(), 80, len(lines) - 1) == [], "not half of it"
    assert podium(found, TableStyle(), 38, 20) == []
    assert podium(tournament(table=[]), TableStyle(), 80, 20) == []


def test_digits_are_large() -> None:
    assert large("1:0", "#") == [
        "  #     ###",
        "  #  #  # #",
        "  #     # #",
        "  #  #  # #",
        "  #     ###",
    ]
    twice = large("1:0", "#", 2)
    assert twice[0] == twice[1] == "    ##          ######"
    assert len(twice) == 10


@pytest.mark.parametrize(("size", "scale", "bar"), [((80, 24), 1, 12), ((200, 60), 3, 58)])
def test_the_wall_grows_with_the_window(size: tuple[int, int], scale: int, bar: int) -> None:
    known, look = KnownTournament(racing(), 0), TableStyle()
    lines = wall(known, None, look, 0, *size).plain.split("\n")
    assert max(map(len, lines)) <= size[0]
    filled = [line for line in lines if look.glyphs.bar * bar in line and "Ben" in line]
    assert len(filled) == 1, "the bar of the one who has solved it"
    assert look.glyphs.bar * (bar + 1) not in filled[0]
    digits = [i for i, line in enumerate(lines) if line.strip() and not line.strip(" █")]
    assert len(digits) == 5 * scale


# The tables. ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
async def test_the_file_has_what_the_screen_shows(
    tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with at_home(tmp_path, NOBODY, size) as anna:
        page = SheetPage(racing())
        anna.app.push_screen(page)
        await anna.sees("No server answers")
        sheet = export.standings(racing(), table())
        page.take(sheet)
        page.tell("")
        await anna.pilot.pause()
        if size == (80, 24):
            check_golden("tournament-table-80x24", text_of(anna.app))
        shown: dict[int, list[str]] = {}
        for _ in sheet.head:
            for column in page.columns():
                shown[column] = [row[column] for row in sheet.rows]
            seen = " ".join(text_of(anna.app).split())
            for row in sheet.rows if size == (80, 24) else ():
                assert " ".join(" ".join(row[i] for i in page.columns()).split()) in seen
            await anna.pilot.press("right")
        read = list(csv.reader(io.StringIO(sheet.csv())))
        assert [list(column) for column in zip(*read[1:], strict=True)] == [
            shown[i] for i in range(len(sheet.head))
        ]
        await anna.pilot.press("w", "enter")
        await anna.sees("Written to friday.csv.")
        assert (tmp_path / "friday.csv").read_text() == sheet.csv()


# Keys. ------------------------------------------------------------------------------------------


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What an organiser has had done."""
    done: list[Any] = []
    monkeypatch.setattr(TournamentPage, "_have_done", lambda _, verb: done.append(verb))
    return done


async def test_what_cannot_be_undone_is_asked_first(tmp_path: Path, said: list[Any]) -> None:
    async with showing(tmp_path, racing(organised=True, mine=None)) as (anna, _):
        await anna.pilot.press("x")
        await anna.sees("Remove Ben, as if never there? Press x again")
        await anna.pilot.press("j", "x", "k", "q")
    assert said == []
    async with showing(tmp_path, racing(organised=True, mine=None)) as (anna, _):
        await anna.pilot.press("x", "x", "s")
        await anna.sees("End this tournament for good?")
        await anna.pilot.press("s", "v")
        await anna.sees("It counts for nothing, and that cannot be undone.")
        await anna.pilot.press("ctrl+u", "9", "x", "enter")
        await anna.sees("A round has a number, such as 2.")
        await anna.pilot.press("ctrl+u", "2", "enter")
        await anna.pilot.pause()
    assert [verb.verb for verb in said] == ["remove", "stop", "void_round"]
    assert (said[0].entrant, said[2].round) == (1, 2)


async def test_any_other_key_answers_no_and_does_nothing_else(
    tmp_path: Path, said: list[Any]
) -> None:
    async with showing(tmp_path, racing(organised=True, mine=None)) as (anna, page):
        for other in ("p", "q", "escape", "f1", "v"):
            await anna.pilot.press("s")
            await anna.sees("End this tournament for good?")
            await anna.pilot.press(other)
            await anna.pilot.pause()
            assert anna.app.screen is page, f"{other} leaves no page and opens none"
            assert "End this tournament" not in text_of(anna.app), f"{other} answers"
        assert said == []
        await anna.pilot.press("s", "s")
        await anna.pilot.pause()
    assert [verb.verb for verb in said] == ["stop"]


async def test_a_question_that_is_covered_or_clicked_away_is_asked_anew(
    tmp_path: Path, said: list[Any]
) -> None:
    async with showing(tmp_path, racing(organised=True, mine=None)) as (anna, page):
        await anna.pilot.press("s")
        await anna.sees("End this tournament for good?")
        await anna.pilot.click("#list", offset=(2, 0))
        await anna.pilot.press("s")
        await anna.sees("End this tournament for good?")
        assert said == [], "the click was another answer"
        anna.app.action_help_page()
        await anna.pilot.pause()
        await anna.pilot.press("escape", "s")
        await anna.sees("End this tournament for good?")
        page.take(KnownTournament(racing(organised=True, mine=None), anna.app.now()))
        await anna.sees("End this tournament for good?")
    assert said == []


async def test_an_organisers_other_keys(tmp_path: Path, said: list[Any]) -> None:
    async with showing(tmp_path, tournament(organised=True, status="draft")) as (anna, page):
        await anna.pilot.press("g")
        page.take(KnownTournament(tournament(organised=True), anna.app.now()))
        await anna.pilot.press("g")
        await anna.sees("Start, 1 not checked in? Press g again")
        await anna.pilot.press("g")
        page.take(KnownTournament(racing(organised=True), anna.app.now()))
        assert "t" not in dict(page.key_pairs()), "the bell of a race is fixed"
        await anna.pilot.press("p", "a")
        await anna.pilot.pause()
        await anna.pilot.press(*"Pizza", "enter")
        lobby = round_of(2, "lobby", ends_in_ms=9_000)
        page.take(KnownTournament(racing(organised=True, rounds=[lobby]), anna.app.now()))
        await anna.pilot.press("t")
        await anna.pilot.pause()
        assert isinstance(anna.app.screen, Form)
        await anna.pilot.press("ctrl+u", *"30s", "enter")
        paused = racing(organised=True, status="paused", rounds=[lobby])
        page.take(KnownTournament(paused, anna.app.now()))
        assert "t" in dict(page.key_pairs()), "a clock that stands still may stand for longer"
        page.take(KnownTournament(racing(organised=True, status="paused"), anna.app.now()))
        await anna.pilot.press("p", "y", "enter", "h")
        await anna.pilot.pause()
        await anna.pilot.press(*"Ben", "enter")
        await anna.pilot.pause()
    assert [verb.verb for verb in said] == [
        *("open", "start", "pause", "announce", "add_time", "resume", "replay_round", "hand_over"),
    ]
    assert (said[3].text, said[4].ms, said[6].round, said[7].name) == ("Pizza", 30_000, 2, "Ben")
    assert (said[1].round, said[4].round) == (0, 2), "said again, they are of what waited then"


async def test_an_organisers_keys_for_who_is_away_and_who_comes_late(
    tmp_path: Path, said: list[Any]
) -> None:
    found = racing(organised=True, mine=None)
    async with showing(tmp_path, found) as (anna, page):
        await anna.pilot.press("j", "o")
        await anna.sees("Wait no more for Anna? What they have played stays.")
        await anna.pilot.press("o", "m")
        await anna.pilot.pause()
        await anna.pilot.press(*"Eve", "enter")
        await anna.pilot.pause()
        gone = [entrant(0, gone="withdrawn"), *found.entrants[1:]]
        page.take(KnownTournament(found.model_copy(update={"entrants": gone}), anna.app.now()))
        assert "o" not in dict(page.key_pairs())
        await anna.pilot.press("x")
        await anna.pilot.pause()
    assert [verb.verb for verb in said] == ["withdraw", "admit", "reinstate"]
    assert (said[0].entrant, said[1].name, said[2].entrant) == (0, "Eve", 0)


async def test_an_organiser_lets_somebody_back_in_who_was_removed(
    tmp_path: Path, said: list[Any]
) -> None:
    people = [entrant(0), entrant(1, gone="removed"), entrant(2), entrant(3)]
    table = [row(1, 0, "100.00", "100.00"), row(2, 2, "0.00", "0.00")]
    found = racing(organised=True, mine=None, entrants=people, table=table)
    async with showing(tmp_path, found) as (anna, page):
        await anna.pilot.press("end")
        await anna.sees("- Ben removed")
        await anna.pilot.press("x", "v")
        await anna.pilot.pause()
        await anna.pilot.press("enter")
        await anna.pilot.pause()
        page.take(KnownTournament(found.model_copy(update={"organised": False}), anna.app.now()))
        await anna.pilot.pause()
        assert "removed" not in text_of(anna.app)
    assert (said[0].verb, said[0].entrant, said[1].round) == ("reinstate", 1, 2)


async def test_an_organiser_takes_part_only_when_they_say_so_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered: list[Any] = []
    monkeypatch.setattr(TournamentPage, "change", lambda _, work, then: entered.append(work))
    monkeypatch.setattr(TournamentPage, "account", lambda _: "Anna")
    async with showing(tmp_path, racing(organised=True, mine=None)) as (anna, page):
        page.playing = False
        await anna.pilot.press("e")
        await anna.sees("Take part yourself?")
        await anna.pilot.press("j", "e")
        await anna.sees("Take part yourself?")
        assert not entered
        await anna.pilot.press("e")
        await anna.pilot.pause()
        assert len(entered) == 1


async def test_whoever_is_idle_is_reminded_of_a_tournament(tmp_path: Path) -> None:
    async with at_home(tmp_path, NOBODY) as anna:
        soon = TournamentReminder(code=CODE, title="Friday", starts_in_ms=900_000)
        anna.app.telephone.hear(soon)
        anna.app.telephone.tick()
        await anna.sees("Friday starts in 15:00: patience tournament play KQ7-4TX.")


async def test_a_player_has_no_keys_of_an_organiser(tmp_path: Path, said: list[Any]) -> None:
    async with showing(tmp_path, racing()) as (anna, _):
        await anna.pilot.press(*"gpvxas", "enter")
        await anna.sees("2. Anna (you): 66.67 matchpoints, 66.67 a round; 31 of 52")
        await anna.pilot.press("l")
        await anna.sees("Take part no more?")
        await anna.pilot.press("j")
        await anna.pilot.pause()
        assert "Take part no more?" not in text_of(anna.app)
    assert said == []


async def test_a_guest_sees_it_and_is_told_what_taking_part_takes(tmp_path: Path) -> None:
    async with at_home(tmp_path, NOBODY) as anna:
        await anna.opens("Tournaments")
        await anna.sees("No server answers")
        await anna.pilot.press("n")
        await anna.sees("Who organises has an account")
        page: Any = anna.app.screen
        entry = TournamentEntry(
            code=CODE,
            title="Friday",
            format="series",
            status="running",
            organiser="Olga",
            entrants=4,
            most=500,
            invited=False,
            round=2,
            of=3,
            starts_in_ms=None,
            ended_ago_ms=None,
        )
        page.take(Tournaments(id=1, tournaments=[entry]))
        await anna.sees("KQ7-4TX Friday series, under way, round 2 of 3, 4 of 500 have entered")
        await anna.pilot.press("enter")
        await anna.sees("No server answers")
        found: Any = anna.app.screen
        found.take(KnownTournament(tournament(mine=None), anna.app.now()))
        await anna.pilot.press("e")
        await anna.sees(NEEDS_ACCOUNT[:40])
        assert requests.code_of("KQ7-4TX") == CODE


@pytest.mark.processes
async def test_a_new_tournament_can_ask_for_winnable_deals_of_a_difficulty(
    tmp_path: Path, server: ServerProcess
) -> None:
    async with at_home(tmp_path, server.url) as anna, asyncio.timeout(LIMIT_S):
        await anna.claims("Anna")
        await anna.opens("Tournaments")
        await anna.sees("n makes one")
        await anna.pilot.press("n")
        await anna.fills("Friday", "aces-up:2,accordion", "tough")
        await anna.sees("The difficulty is one of very-easy, easy")
        await anna.fills("hard")
        await until(anna.pilot, lambda: shows(anna.app, TournamentPage))
        await anna.sees("a draft")
        page = anna.app.screen
        assert isinstance(page, TournamentPage)
        assert page.known is not None
        plan = page.known.tournament.plan
        rounds = cast("list[dict[str, Any]]", plan["rounds"])
        searched = [each["terms"].get("winnable") for each in rounds]
        assert [how and how.get("difficulty") for how in searched] == [4, 4, None]
