"""Crown commands on a real server."""

from functools import partial
from pathlib import Path

import pytest

from client_cli import exit_codes
from client_cli.features import accounts
from client_cli.local.storage import Storage
from client_cli.net.invitations import ONLY_HERE
from client_cli.net.one_shot_client import with_connection
from tests.client_cli.command import NOBODY, Player, patience
from tests.harness import ServerProcess

PASSWORD = "correct horse"


@pytest.mark.processes
async def test_a_game_for_a_crown_is_begun_covered_found_again_and_given_up(
    tmp_path: Path, server: ServerProcess
) -> None:
    home = tmp_path / "anna"
    home.mkdir()
    guest = patience(home, "crown", "start", server=server.url)
    assert guest.code == exit_codes.REFUSED
    key = accounts.AccountKey("new", PASSWORD)
    await with_connection(
        server.url, Storage(home), lambda client: accounts.enter(client, "Anna", key)
    )
    anna = await Player.start(home, server.url, "crown", "start", "auntie-allis")
    anna.type("wait", "break", "look")
    await anna.until("no take-back")
    await anna.until("Your board is covered.")
    await anna.until("Your board is covered; come back")
    anna.type("back", "run")
    await anna.until("your board is open again")
    await anna.until("You have no run: ")
    again = patience(home, "crown", "start", "kings", server=server.url)
    assert (again.code, "patience crown resume" in again.err) == (exit_codes.REFUSED, True)
    left = patience(home, "crown", "break", server=server.url)
    assert left.code == exit_codes.DONE, left.err
    assert left.out.splitlines()[-2:] == [
        "Your board is covered.",
        "Your board is covered. You play on with: patience crown resume",
    ]
    await anna.until("taken over by another connection")
    assert await anna.end() == exit_codes.UNREACHABLE
    (home / "seats").rename(home / "seats of another computer")
    back = patience(home, "crown", "resume", typed="resign\n", server=server.url)
    assert back.code == exit_codes.DONE, back.err
    assert "You are back; your board is open again." in back.out
    assert back.out.splitlines()[-1] == "Next, Auntie Allis: patience crown start."
    (status,) = patience(home, "crown", "status", "--json", server=server.url).json()
    assert (status["type"], status["won"], status["playing"]) == ("crown", [], None)
    words = ("crowns", "certificate", "1", "-o", "crown.svg")
    assert patience(home, *words, server=server.url).code == exit_codes.DONE
    assert "19 January 1952" in (home / "crown.svg").read_text()
    assert patience(home, "crowns", "certificate", server=server.url).code == exit_codes.NOT_FOUND


@pytest.mark.processes
async def test_friends_join_a_crown_race_by_the_command_that_is_told(
    tmp_path: Path, server: ServerProcess
) -> None:
    """It names the server: theirs would be another, or one at another port."""
    for name in ("Anna", "Ben"):
        home = tmp_path / name
        home.mkdir()
        key = accounts.AccountKey("new", PASSWORD)
        await with_connection(
            server.url, Storage(home), partial(accounts.enter, name=name, key=key)
        )
    opened = patience(tmp_path / "Anna", "crown", "race", "open", server=server.url)
    assert opened.code == exit_codes.DONE, opened.err
    told, command = opened.out.splitlines()[-2:]
    assert told == ONLY_HERE
    assert command.endswith(f" --server 127.0.0.1:{server.port}")
    words = command.removeprefix("On this computer: patience ").split()
    joined = patience(tmp_path / "Ben", *words, server=NOBODY)
    assert joined.code == exit_codes.DONE, joined.err
    assert "Ben (you)" in joined.out


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    for words, code in (
        (("crown", "race", "open", "--order", "kings"), exit_codes.USAGE),
        (("crowns",), exit_codes.UNREACHABLE),
    ):
        assert patience(tmp_path, *words).code == code, words
