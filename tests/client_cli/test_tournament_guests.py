"""A tournament with guests in the terminal: by name alone in line mode and on the full screen, and
claimed afterwards."""

from pathlib import Path

import pytest

from client_cli.exit_codes import NOT_FOUND, REFUSED, USAGE
from client_cli.features import accounts
from client_cli.features.accounts import AccountKey
from client_cli.local.account_store import account_on
from client_cli.local.guest_entries import guest_in, guests, new_guest
from client_cli.local.storage import Storage
from client_cli.net.one_shot_client import with_connection
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.tournaments.tournament_page import TournamentPage
from client_cli.text_mode.tournaments import tournament_input as typed
from client_cli.tournament.state import named
from protocol.tournaments.live import Entrant
from tests.client_cli.command import Player
from tests.client_cli.test_tournament_evening import House, at_the_screen, plays_a_round, sees
from tests.client_cli.tournament_made import tournament
from tests.harness import ServerProcess

ROUND = """\
title = "Hall"
lobby = "1h"
table = "1h"
guests = true
games = ["aces-up"]
"""


async def opened(house: House, text: str = ROUND) -> str:
    await house.moves_in("Olga")
    (house.root / "hall.toml").write_text(text)
    made = await house.organises("new", "Hall", "--rounds", str(house.root / "hall.toml"), "--json")
    code = str(made.json()[0]["code"])
    await house.organises("open", code)
    return code


@pytest.mark.long(20)
async def test_guests_come_by_name_alone_and_claim_it_all_afterwards(
    tmp_path: Path, server: ServerProcess
) -> None:
    house = House(tmp_path, server)
    code = await opened(house)
    for verb in ("enter", "play", "leave"):
        nobody = await house.says("Nobody", "tournament", verb, code)
        assert (nobody.code, "--guest NAME" in nobody.err) == (NOT_FOUND, True), verb
    gus = ("tournament", "play", code, "--guest", "Gus")
    anna = await Player.start(house.storage("Gus").root, server.url, *gus)
    await anna.until("You are checked in.")
    page = PatienceApp(lambda _: TournamentPage(code), house.storage("Ben"), server=house.url)
    async with page.run_test(size=(80, 24)) as pilot:
        await sees(pilot, "Gus (guest)")
        await pilot.press("e")
        await sees(pilot, "You need no account.")
        await pilot.press(*"Gus", "enter")
        await sees(pilot, "Somebody here is called Gus, or looks like it.")
        await pilot.press("e")
        await sees(pilot, "Take part as a guest")
        await pilot.press("ctrl+a", "ctrl+k", *"Ben", "enter")
        await sees(pilot, "Ben (guest) (you)")
        await sees(pilot, "e play")
    async with at_the_screen(house, code) as ben:
        await sees(ben, "[x] Ben (guest) (you)")
        await house.organises("start", code)
        await sees(ben, "Round 1 of 1, Aces Up: begins in")
        await house.organises("start", code)
        await plays_a_round(ben, anna)
        await house.organises("start", code)
        await sees(ben, "series, over (all is played)")
        await ben.press("q")
    assert await anna.end() == 0
    assert (await house.says("Nobody", "verify", code)).code == 0
    # Whoever makes an account on this computer has the entry.
    key = AccountKey("new", "correct horse")
    await with_connection(
        house.url, house.storage("Gus"), lambda client: accounts.enter(client, "Gustav", key)
    )
    assert account_on(house.storage("Gus"), house.url) is not None
    assert guests(house.storage("Gus"), house.url) == []
    shown = await house.says("Gus", "tournament", "show", code, "--json")
    (told,) = shown.json()
    assert (told["mine"], told["entrants"][0]["name"]) == (0, "Gustav")
    assert len((await house.says("Gus", "history")).out.splitlines()) >= 1


async def test_what_is_refused_leaves_nothing_behind(tmp_path: Path, server: ServerProcess) -> None:
    house = House(tmp_path, server)
    code = await opened(house, ROUND.replace("guests = true\n", ""))
    refused = await house.says("Gus", "tournament", "enter", code, "--guest", "Gus")
    assert (refused.code, "has an account" in refused.err) == (REFUSED, True)
    assert guest_in(house.storage("Gus"), house.url, code) is None
    logged_in = await house.says("Olga", "tournament", "enter", code, "--guest", "Gus")
    assert (logged_in.code, "You are logged in here" in logged_in.err) == (USAGE, True)
    nameless = await house.says("Gus", "tournament", "enter", code, "--guest", " ")
    assert nameless.code == USAGE
    hall = await house.says("Olga", "tournament", "open-hall", code, "--people", "60")
    assert (hall.code, "Your address has no limits" in hall.err) == (REFUSED, True)
    there = await house.organises("open-hall", code, "--address", "203.0.113.7", "--json")
    assert there.json()[0]["hall"] == 200
    assert (await house.organises("close-hall", code, "--json")).json()[0]["hall"] == 0


async def test_a_second_organiser_comes_by_a_link(tmp_path: Path, server: ServerProcess) -> None:
    house = House(tmp_path, server)
    code = await opened(house)
    await house.moves_in("Otto")
    shared = (await house.organises("share", code, "--json")).json()[0]["link"]
    await house.organises("share", code)
    refused = await house.says("Otto", "tournament", "organise", shared)
    assert (refused.code, "ask for another" in refused.err) == (REFUSED, True)  # it was replaced
    link = (await house.organises("share", code)).out.split()[-1]
    helped = await house.says("Otto", "tournament", "organise", link)
    assert (helped.code, "organised by Olga, Otto" in helped.out) == (0, True), helped
    assert (await house.says("Otto", "tournament", "announce", code, "Hello")).code == 0
    assert "You alone" in (await house.organises("share", code, "--end")).out
    assert (await house.says("Otto", "tournament", "announce", code, "Hello")).code == REFUSED
    assert (await house.says("Otto", "tournament", "organise", code)).code == USAGE


def test_a_device_keeps_one_token_for_a_tournament(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    first = new_guest(storage, "ws://one", "KQ74TX", "Gus")
    again = new_guest(storage, "ws://one", "KQ74TX", "Gail")
    assert (again.token, again.name) == (first.token, "Gail")
    other = new_guest(storage, "ws://one", "ABC234", "Gus")
    assert other.token != first.token
    assert guests(storage, "ws://one") == [other, again]
    assert guests(storage, "ws://two") == []
    (tmp_path / "tournaments" / next((tmp_path / "tournaments").iterdir()).name).write_text("{")
    assert len(guests(storage, "ws://one")) == 1  # a damaged file is no entry


def test_a_guest_is_shown_as_one() -> None:
    one = tournament().entrants[0]
    assert isinstance(one, Entrant)
    assert named(one.model_copy(update={"guest": True, "name": "Gus"})) == "Gus (guest)"
    assert (
        named(one.model_copy(update={"guest": True, "name": "Robo", "bot": True})) == "Robo (bot)"
    )


def test_the_organiser_types_how_many_the_hall_is_for() -> None:
    for line, people in (("open-hall", 200), ("open-hall 60", 60), ("Open-Hall  1", 1)):
        found = typed.verb(line, tournament())
        assert found is not None
        assert found.model_dump() == {"verb": "open_hall", "people": people, "address": None}
    closed = typed.verb("close-hall", tournament())
    assert closed is not None
    assert closed.model_dump() == {"verb": "close_hall"}
