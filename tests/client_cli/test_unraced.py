"""Records without contestants, as of a tournament round that ended before it began: never counted
as a game, and every command says what they are."""

from pathlib import Path

import pytest

from client_cli import exit_codes
from client_cli.features.history import history_line, tallies
from client_cli.local.record_store import RecordNote, all_records, keep, keep_race
from client_cli.local.storage import Storage
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import NoticeBox, ReadingPage
from client_cli.screens.pages.history import HistoryPage
from engine.races.fairness import commitment, sub_secret
from engine.races.record import Record, Session
from engine.races.verify import verify
from tests.client_cli.command import NOBODY, Player, patience
from tests.client_cli.played import SECRET, race
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock, shows, text_of, until
from tests.client_cli.test_tournament_evening import House
from tests.harness import ServerProcess

SAID = "Nobody raced this deal."
ROUNDS = """\
title = "Two"
lobby = "1h"
table = "1h"
[[rounds]]
game = "cribbage-patience"
deals = 2
"""


def unraced() -> Record:
    """Round 2 of a tournament."""
    of = Session("tournament-664EVC", 2, commitment(SECRET), SECRET)
    secret = sub_secret(SECRET, of.deal)
    found = race("cribbage_patience", ("Ann",))._replace(
        race=of.race,
        secret=secret,
        commitment=commitment(secret),
        session=of,
        seats=(),
        results=(),
        ended_ms=0,
    )
    return found._replace(seed=found.true_seed())


def earlier(storage: Storage) -> None:
    """Its record on the shelf, as programs before this one kept it."""
    assert all(check.ok for check in verify(unraced().to_json()))
    keep(storage, "tournament-664EVC-2@here", unraced().to_json(), RecordNote(None, 1_000))


def test_it_is_not_kept_as_one_s_own_race(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    keep_race(storage, NOBODY, unraced().to_json(), 0)
    assert all_records(storage) == []


def test_one_that_was_kept_earlier_is_listed_for_what_it_is(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    earlier(storage)
    [kept] = all_records(storage)
    assert history_line(kept).endswith("  tournament-664EVC-2: Cribbage Patience, nobody raced.")
    assert tallies([kept]) == []


@pytest.mark.processes
@pytest.mark.parametrize("name", ["tournament-664EVC-2", "tournament-664-evc-2"])
def test_every_command_knows_it_by_its_name(tmp_path: Path, name: str) -> None:
    earlier(Storage(tmp_path))
    verified = patience(tmp_path, "verify", name)
    assert verified.code == exit_codes.DONE, verified.err
    assert "PASS  results: nobody raced" in verified.out
    replayed = patience(tmp_path, "replay", name)
    assert (replayed.code, replayed.out) == (exit_codes.DONE, f"{SAID}\n")
    shared = patience(tmp_path, "share", name)
    assert shared.code == exit_codes.DONE
    assert shared.out.splitlines() == [
        "Crown Patience, Cribbage Patience, tournament-664EVC-2, for points",
        SAID,
    ]
    compared = patience(tmp_path, "replay", name, "--compare", "Ann", "you")
    assert (compared.code, compared.err) == (exit_codes.NOT_FOUND, f"{SAID}\n")
    ghost = patience(tmp_path, "play", "--ghost", name)
    assert ghost.code == exit_codes.REFUSED
    assert patience(tmp_path, "history").code == exit_codes.DONE


async def test_no_key_of_the_history_trips_over_it(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    earlier(storage)
    app = PatienceApp(lambda _: HistoryPage(), storage, now=Clock(), server=NOBODY)
    async with app.run_test(size=(80, 24)) as pilot:
        for key in ("enter", "g", "c"):
            await pilot.press(key)
            await pilot.pause()
            assert shows(app, HistoryPage), key
        await pilot.press("enter")
        await until(pilot, lambda: SAID in text_of(app))
        await pilot.press("s")
        await until(pilot, lambda: isinstance(app.screen, NoticeBox))
        await pilot.press("escape", "v")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "The record verifies." in text_of(app)


@pytest.mark.processes
async def test_a_tournament_is_ended_before_its_second_round(
    tmp_path: Path, server: ServerProcess
) -> None:
    house = House(tmp_path, server)
    await house.moves_in("Olga", "Anna", "Ben")
    (tmp_path / "two.toml").write_text(ROUNDS)
    made = await house.organises("new", "Two", "--rounds", str(tmp_path / "two.toml"), "--json")
    code = made.json()[0]["code"]
    await house.organises("open", code)
    players = [
        await Player.start(house.storage(name).root, server.url, "tournament", "play", code)
        for name in ("Anna", "Ben")
    ]
    for player in players:
        await player.until("You are checked in.")
    await house.organises("start", code)
    for player in players:
        await player.until("begins in")
    await house.organises("start", code)
    for player in players:
        await player.until("Go!")
        await player.until("next card:")  # the table comes after it
        player.type("resign")
    for player in players:
        await player.until("The race is over")
        await player.until("Round 1 of 2")
    await house.organises("start", code)
    for player in players:
        await player.until("Round 2 of 2")
    await house.organises("stop", code)
    for player in players:
        await player.until("All results: patience tournament results")
        assert await player.end() == exit_codes.DONE

    first, second = f"tournament-{code}-1", f"tournament-{code}-2"
    history = await house.says("Anna", "history")
    assert first in history.out
    assert second not in history.out, "nobody raced it"
    for who in ("Anna", "Olga"):  # one has the record of the first round, the other has none
        for command in ("verify", "replay", "share"):
            done = await house.says(who, command, first)
            assert done.code == exit_codes.DONE, (command, done.err)
    for command, said in (("verify", "nobody raced"), ("replay", SAID), ("share", SAID)):
        done = await house.says("Anna", command, second)
        assert (done.code, said in done.out) == (exit_codes.DONE, True), (command, done)
    missing = await house.says("Anna", "verify", f"tournament-{code}-3")
    assert (missing.code, missing.err) == (
        exit_codes.NOT_FOUND,
        "There was no race in round 3 of that tournament.\n",
    )


async def test_the_results_say_so_and_wait_for_no_record(tmp_path: Path) -> None:
    room = MadeUpRoom("cribbage_patience")
    async with room.racing(storage=Storage(tmp_path)) as (app, pilot):
        room.session.standings.clear()
        room.over()
        await until(pilot, lambda: "Nobody raced." in text_of(app))
        for key in ("v", "s", "c"):
            await pilot.press(key)
            assert SAID in text_of(app), key
            assert "has not come" not in text_of(app)
