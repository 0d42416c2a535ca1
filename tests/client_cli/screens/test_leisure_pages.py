"""Leisure races on the screen: made from the form, joined by the code as a guest, and the table."""

from pathlib import Path

import pytest
from textual.widgets import Input

from client_cli.exit_codes import Failure
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.leisure_races import LeisureRacePage, LeisureRacesPage, chosen
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.form import Form
from protocol.leisure_races import (
    LeisureContestant,
    LeisureRace,
    LeisureResult,
    LeisureRound,
)
from protocol.rooms.races import Terms
from protocol.rooms.standings import Opened, SeatStanding
from tests.client_cli.crowned import Crowned
from tests.client_cli.screens.pilots import check_golden, shows, text_of, until
from tests.client_cli.screens.test_account_pages import Person, at_home
from tests.client_cli.test_challenges import house
from tests.harness import ServerProcess

__all__ = ["house"]


def standing(best: int, ended_ms: int | None = None) -> SeatStanding:
    return SeatStanding(
        seat=0, result="lost" if ended_ms is None else "won", reason=None, progress=best, best=best,
        tie_break=0, reached_ms=61_000, points=None, ended_ms=ended_ms, moves=20, clean=True,
    )  # fmt: skip


def result(deal: int, code: str, place: int, points: float, of: SeatStanding) -> LeisureResult:
    return LeisureResult(
        deal=deal, code=code, is_playing=False, void=False, standing=of, place=place, points=points
    )


TABLE = LeisureRace(
    id=1, code="KQ74TX", title="Over the holidays", status="told", organiser="Anna",
    game="aces_up", options={"must_fill": True}, bell_ms=240_000, deals=2, commitment="c" * 64,
    terms=Terms(format="first_out", winners="time", take_back="none", call_ms=None),
    opened=Opened(secret="5" * 64, nonces={}), opens_in_ms=0, closes_in_ms=0, places_left=0, mine=1,
    has_quit=False,
    contestants=[
        LeisureContestant(
            name="Ben", is_guest=True, has_played=True, place=1, points=1.5,
            results=[
                result(1, "AAAAAA", 1, 0.5, standing(31)),
                result(2, "BBBBBB", 1, 1, standing(48, 90_000)),
            ],
        ),
        LeisureContestant(
            name="Anna", is_guest=False, has_played=False, place=2, points=0.5,
            results=[result(1, "CCCCCC", 1, 0.5, standing(31))],
        ),
        LeisureContestant(
            name=None, is_guest=False, has_played=False, place=None, points=0, results=[]
        ),
    ],
)  # fmt: skip


@pytest.mark.parametrize("size", [(80, 24), (50, 16)], ids=["80x24", "50x16"])
async def test_the_table_at_every_size(size: tuple[int, int]) -> None:
    page = LeisureRacePage("KQ74TX")
    app = PatienceApp(lambda _: page)
    async with app.run_test(size=size) as pilot:
        page.take(TABLE)
        await pilot.pause()
        page.tell("")
        await pilot.pause()
        check_golden(f"leisure table {size[0]}x{size[1]}", text_of(app))
        await pilot.press("enter")
        await pilot.pause()
        assert "1. Ben: 1.5 points" in " ".join(text_of(app).split())


async def alone_there(person: Person) -> LeisureRacePage:
    await until(person.pilot, lambda: isinstance(person.app.screen, LeisureRacePage))
    page = person.app.screen
    assert isinstance(page, LeisureRacePage)
    await until(person.pilot, lambda: page.race is not None)
    return page


@pytest.mark.long(20)
@pytest.mark.processes
async def test_one_is_made_and_joined_by_the_code(tmp_path: Path, server: ServerProcess) -> None:
    async with at_home(tmp_path / "anna", server.url) as anna:
        await anna.claims("Anna")
        await anna.opens("Leisure races")
        await anna.sees("You take part in none: n makes one.")
        await anna.pilot.press("n")
        await anna.fills("aces-up", "Refused", "2", "Bne", "1", "2h")
        await anna.sees("Bne is no friend of yours here")
        assert isinstance(anna.app.screen, Form)
        typed = [line.value for line in anna.app.screen.query(Input)]
        assert typed == ["aces-up", "Refused", "2", "Bne", "1", "2h"]
        await anna.pilot.press("escape", "n")
        await anna.fills("aces-up", "Holidays", "2", "", "1", "2h")
        page = await alone_there(anna)
        code = page.code
        await anna.sees("2 deals, open for ")
        await anna.sees("patience leisure join")
        await anna.sees("Anna (you)")
        async with at_home(tmp_path / "ben", server.url) as ben:
            await ben.opens("Leisure races")
            await ben.sees("To make one you need an account")
            await ben.pilot.press("c")
            await ben.fills(code)
            await alone_there(ben)
            await ben.sees("take part")
            await ben.pilot.press("t")
            await ben.fills("Ben")
            await ben.sees("Ben (you)")
            await ben.pilot.press("p")
            await until(ben.pilot, lambda: ben.app.return_value is not None)
        assert ben.app.return_value == PendingAction("leisure_race", code=code)
        await anna.pilot.press("r")
        await anna.sees("Ben")
        await anna.pilot.press("x", "x")
        await anna.sees("t take part")
        await anna.pilot.press("t")
        await anna.sees("p play your next deal")
        await anna.pilot.press("q")
        await until(anna.pilot, lambda: shows(anna.app, LeisureRacesPage))
        await anna.sees("0 of 2 deals played; it is your turn")
        await anna.pilot.press("q")
        await anna.sees("your turn: Holidays")


@pytest.mark.processes
async def test_the_organiser_invites_friends_by_key(house: Crowned) -> None:
    async with at_home(house.data("Anna"), house.url) as anna, house.line("Anna") as line:
        await line.ask(
            "new_leisure_race", title="Holidays", game="aces_up", bell_ms=240_000, by_code=1,
            lasts_ms=86_400_000,
        )  # fmt: skip
        await anna.opens("Leisure races")
        await anna.sees("Holidays")
        await anna.pilot.press("enter")
        await alone_there(anna)
        await anna.sees("i invite friends")
        await anna.pilot.press("i")
        await anna.fills("Zoe")
        await anna.sees("Zoe is no friend of yours here")
        await anna.pilot.press("i")
        await anna.fills("Ben")
        page = await alone_there(anna)
        await until(anna.pilot, lambda: page.race is not None and len(page.race.contestants) == 2)
        await anna.sees("Ben")


@pytest.mark.parametrize(
    "texts",
    [
        ["no-such-game", "", "1", "", "4", "3d"],
        ["aces-up", "", "11", "", "4", "3d"],
        ["aces-up,racing-demon", "", "1", "", "4", "3d"],
        ["aces-up,no-such-game", "", "1", "", "4", "3d"],
        ["aces-up:2,kings", "", "2", "", "4", "3d"],
        ["aces-up:11", "", "1", "", "4", "3d"],
        ["aces-up", "", "1", "", "many", "3d"],
        ["aces-up", "", "1", "", "4", "15d"],
    ],
)
def test_what_the_form_does_not_take(texts: list[str]) -> None:
    with pytest.raises(Failure):
        chosen(texts, None)


def test_the_form_takes_a_game_for_each_deal() -> None:
    for count in ("1", "3"):
        made = chosen(["aces-up:2,kings", "", count, "Ben", "0", "3d"], None)
        assert [each.game.slug for each in made.deals] == ["aces_up", "aces_up", "kings"]
        assert made.title == "Aces Up, Kings"


@pytest.mark.parametrize("size", [(80, 24), (50, 16)], ids=["80x24", "50x16"])
async def test_the_table_of_different_games_at_every_size(size: tuple[int, int]) -> None:
    first = LeisureRound(
        game=TABLE.game, options=TABLE.options, terms=TABLE.terms, bell_ms=TABLE.bell_ms
    )
    free = TABLE.terms.model_copy(update={"take_back": "free"})
    second = LeisureRound(game="cribbage_patience", options={}, terms=free, bell_ms=540_000)
    page = LeisureRacePage("KQ74TX")
    app = PatienceApp(lambda _: page)
    async with app.run_test(size=size) as pilot:
        page.take(TABLE.model_copy(update={"rounds": [first, second]}))
        await pilot.pause()
        page.tell("")
        await pilot.pause()
        check_golden(f"leisure games {size[0]}x{size[1]}", text_of(app))


@pytest.mark.processes
async def test_news_is_told_on_any_page_and_the_page_is_read_again(house: Crowned) -> None:
    async with at_home(house.data("Anna"), house.url) as anna, house.line("Ben") as ben:
        await until(anna.pilot, lambda: anna.app.telephone.listens)
        made = await ben.ask(
            "new_leisure_race", title="Holidays", game="aces_up", bell_ms=240_000,
            invited=["Anna"], lasts_ms=86_400_000,
        )  # fmt: skip
        await anna.sees("It is your turn in Holidays.")
        await anna.sees("your turn: Holidays")
        await anna.opens("Leisure races")
        await anna.sees("0 of 1 deals played; it is your turn")
        await anna.pilot.press("enter")
        page = await alone_there(anna)
        for name in ("Anna", "Ben"):
            async with house.line(name) as line:
                code, token = made["code"], line.token
                room = await line.ask("play_leisure_deal", code=code, token=token)
                assert room["type"] == "room", room
                await line.until("table")
                await line.ask("play", race=1, ply=0, move="resign")
        await anna.sees("Holidays is over.")
        await until(anna.pilot, lambda: page.race is not None and page.race.status == "told")
