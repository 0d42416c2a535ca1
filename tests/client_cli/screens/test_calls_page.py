"""The telephone on the full screen: where it rings, where it waits, and its page."""

from pathlib import Path

import pytest

from client_cli.local import preferences
from client_cli.local.record_store import keep_race
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.calls.calls import CallsPage
from client_cli.screens.pages.compare import ComparePage
from client_cli.screens.pages.rooms.race import RacePage
from client_cli.screens.pages.rooms.results import ResultsPage
from client_cli.screens.widgets.call_dialogs import SOON_MS, CallOfferDialog, IncomingCallDialog
from protocol.crowns import CrownWon
from protocol.telephone import Answered, CallAnswered, Ringing
from tests.client_cli.command import NOBODY
from tests.client_cli.crowned import Crowned
from tests.client_cli.played import race
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock, check_golden, shows, text_of, until
from tests.client_cli.screens.test_account_pages import Person, at_home
from tests.client_cli.test_calls import call, house

__all__ = ["house"]


def later(app: PatienceApp) -> None:
    """A key is pressed after a moment."""
    clock = app.now
    assert isinstance(clock, Clock)
    clock.ms += SOON_MS


# In a made-up room. ---------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (40, 14)])
async def test_whoever_is_idle_hears_it_at_once(size: tuple[int, int]) -> None:
    room = MadeUpRoom("aces_up")
    async with room.sitting(size) as (app, pilot):
        app.telephone.hear(Ringing(call=call()))
        app.telephone.tick()
        await pilot.pause()
        check_golden(f"ringing-{size[0]}x{size[1]}", text_of(app))
        await pilot.press("escape")
        assert isinstance(app.screen, IncomingCallDialog), (
            "a key that was on its way is not its answer"
        )
        later(app)
        await pilot.press("c", "m")
        await until(pilot, lambda: room.asked == ["mute_calls"])
        assert not isinstance(app.screen, IncomingCallDialog)


async def test_whoever_plays_sees_a_sign_and_hears_it_after_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, storage, bells = MadeUpRoom("aces_up"), Storage(tmp_path), list[str]()
    preferences.merge(storage, [preferences.read_choice("sounds=bell", storage)])
    async with room.racing(storage=storage) as (app, pilot):
        monkeypatch.setattr(app, "bell", lambda: bells.append("ding"))
        app.telephone.hear(Ringing(call=call()))
        answered = Answered(name="Cleo", answer="rotten_luck")
        app.telephone.hear(CallAnswered(call=3, answered=answered))
        app.telephone.hear(CrownWon(award="1 x", crown="triple", name="Dora"))
        app.tick()
        await pilot.pause()
        assert shows(app, RacePage)
        assert "☎" in text_of(app).splitlines()[0]
        check_golden("race-called-80x24", text_of(app))
        assert not bells
        room.over()
        await until(pilot, lambda: "RING RING" in text_of(app))
        assert len(bells) == 2, "the end of the race, and the telephone"
        later(app)
        await pilot.press("escape")
        await until(pilot, lambda: "Cleo answers your call" in text_of(app))
        assert shows(app, ResultsPage)


async def test_a_call_that_was_not_answered_before_the_race_comes_back_after_it() -> None:
    room = MadeUpRoom("aces_up")
    async with room.sitting() as (app, pilot):
        app.telephone.hear(Ringing(call=call()))
        app.telephone.tick()
        await pilot.pause()
        room.begin()
        await until(pilot, lambda: shows(app, RacePage))
        await until(pilot, lambda: "☎" in text_of(app).splitlines()[0])
        room.over()
        await until(pilot, lambda: isinstance(app.screen, IncomingCallDialog))


async def test_a_dialog_that_a_new_page_has_closed_opens_again_without_a_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, storage, bells = MadeUpRoom("aces_up"), Storage(tmp_path), list[str]()
    preferences.merge(storage, [preferences.read_choice("sounds=bell", storage)])
    async with room.sitting(storage=storage) as (app, pilot):
        monkeypatch.setattr(app, "bell", lambda: bells.append("ding"))
        app.telephone.hear(Ringing(call=call()))
        for _ in range(2):
            app.telephone.tick()
            await until(pilot, lambda: isinstance(app.screen, IncomingCallDialog))
            app.pop_screen()
            await pilot.pause()
        assert len(bells) == 1


# Against a real server. -----------------------------------------------------------------------


async def rings(person: Person, line: str) -> None:
    """Wait for this call, and for the moment in which it may be answered."""
    await person.sees(line)
    later(person.app)


@pytest.mark.processes
async def test_it_rings_at_home_and_is_answered_with_one_key(house: Crowned) -> None:
    await house.people("Anna", "Ben")
    await house.rings("Anna", 1, "Missed")
    async with house.line("Anna") as anna, at_home(house.data("Ben"), house.url) as ben:
        await ben.sees("☎ 1 missed call.")
        await ben.sees("Telephone 1 missed call")
        number = await house.rings("Anna", 2, "Twice!")
        await rings(ben, "“Twice!”")
        assert "RING RING — Anna has the Triple Crown" in text_of(ben.app)
        await ben.pilot.press("c")
        await ben.sees("You answered: Congratulations!")
        told = await anna.until("call_answered")
        assert (told["call"], told["answered"]["answer"]) == (number, "congratulations")

        raced = race("aces_up", ("Anna",), "KQ74T3-3").to_json()
        keep_race(ben.storage, house.url, raced, None)
        await house.rings("Anna", 3, "Thrice!")
        await rings(ben, "“Thrice!”")
        await ben.pilot.press("s")
        await until(ben.pilot, lambda: isinstance(ben.app.screen, ComparePage))
        assert (await anna.until("call_answered"))["answered"]["answer"] == "show_me"
    async with at_home(house.data("guest"), house.url) as guest:
        await until(guest.pilot, lambda: guest.app.telephone.listens)
        await house.rings("Anna", 4, "Four!")
        await rings(guest, "“Four!”")
        assert "congratulations" not in text_of(guest.app)
        await guest.pilot.press("m")
        await guest.sees("The telephone is muted.")


@pytest.mark.processes
async def test_the_page_of_the_telephone(house: Crowned) -> None:
    await house.people("Cleo", "Dick")
    await house.rings("Cleo", 1, "On the trot!")
    async with house.line("Cleo") as anna, at_home(house.data("Dick"), house.url) as ben:
        await anna.ask("befriend", name="Dick", what="add")
        async with house.line("Dick") as line:
            await line.ask("befriend", name="Cleo", what="accept")
        await ben.opens("Telephone")
        await ben.sees("☎ Cleo has the Triple Crown")
        await ben.sees("“On the trot!”")
        await ben.pilot.press("r")
        await ben.sees("You answered: Rotten luck for the cards.")
        await ben.pilot.press("s")
        await ben.sees("There is no")
        await ben.pilot.press("m")
        await ben.sees("The telephone is muted.")
        await ben.pilot.press("m")
        await ben.sees("The telephone rings.")
        await ben.pilot.press("enter")
        await ben.sees("patience replay KQ7-4T1-1")
        await ben.pilot.press("escape", "g")
        await ben.sees("There is no crown of yours")
        await ben.pilot.press("q")

        await house.crown("Dick", 1)
        await until(ben.pilot, lambda: isinstance(ben.app.screen, CallOfferDialog))
        await ben.sees("You have won the Triple Crown!")
        later(ben.app)
        await ben.pilot.press("p")
        await ben.sees("[ ] Cleo")
        await ben.pilot.press("g", "down", "enter")
        await ben.sees("[x] Cleo")
        await ben.pilot.press("g")
        await ben.fills("Hear, hear")
        await ben.sees("It rings for Cleo: your Triple Crown.")
        heard = (await anna.until("ringing"))["call"]
        assert (heard["line"], heard["everybody"]) == ("Hear, hear", False)
        await ben.sees("You have the Triple Crown")

        await house.crown("Dick", 2)
        await until(ben.pilot, lambda: isinstance(ben.app.screen, CallOfferDialog))
        await ben.sees("Ring everybody?")
        later(ben.app)
        await ben.pilot.press("y")
        await ben.fills("Twice!")
        await ben.sees("It rings for everybody: your Triple Crown.")
        assert (await anna.until("ringing"))["call"]["everybody"]


async def test_who_is_nobody_there_has_no_telephone(tmp_path: Path) -> None:
    app = PatienceApp(lambda _: CallsPage(), Storage(tmp_path), now=Clock(), server=NOBODY)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("c", "m", "g", "n")
        assert "Whoever has an account has a telephone" in text_of(app)
        await pilot.press("q")
        await pilot.pause()
    assert app.return_value == 0
