"""The daily deals from the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from client_cli import exit_codes
from client_cli.features import daily
from protocol.dailies import DailyBoard, DailyResult
from protocol.rooms.standings import Opened, SeatStanding
from tests.client_cli.command import Ended, patience
from tests.harness import ServerProcess

STANDING = SeatStanding(
    seat=0,
    result="lost",
    reason="resigned",
    progress=31,
    best=31,
    tie_break=0,
    reached_ms=302_000,
    points=None,
    ended_ms=400_000,
    moves=40,
    clean=True,
)
PASSWORD = "correct horse\n"


@pytest.fixture
def person(tmp_path: Path, server: ServerProcess) -> Callable[..., Ended]:
    """Runs commands as somebody with a computer of their own."""

    def run(whose: str, *words: str, typed: str = "") -> Ended:
        data = tmp_path / whose
        data.mkdir(exist_ok=True)
        return patience(data, *words, typed=typed, server=server.url)

    return run


def board(people: list[str], bots: list[str], opened: Opened | None) -> list[str]:
    """The lines of a board on which everybody has the same."""
    rows = [
        [DailyResult(place=1, name=name, code="KQ74TX", standing=STANDING) for name in names]
        for names in (people, bots)
    ]
    deal, closed = "daily-2026-11-21-sprint", opened is not None
    return daily.board_lines(
        DailyBoard(id=1, name=deal, closed=closed, results=rows[0], bots=rows[1], opened=opened)
    )


def test_bots_stand_beneath_people_and_by_themselves() -> None:
    told = "31 at 5:02, gave up"
    assert board(["Anna"], ["Rusty"], Opened(secret="5e", nonces={})) == [
        f"1. Anna: {told}", "", "Bots, among themselves:", f"1. Rusty: {told}", "Opened: 5e",
    ]  # fmt: skip
    assert board(["Anna"], [], None) == [f"1. Anna: {told}"]
    assert board([], ["Rusty"], None)[0] == "Nobody has finished it yet."


@pytest.mark.processes
@pytest.mark.usefixtures("one_day")
async def test_a_daily_deal_is_seen_tried_once_and_looked_up(
    person: Callable[..., Ended],
) -> None:
    listed = person("one", "daily")
    assert listed.code == exit_codes.DONE, listed.err
    assert "Today: sprint, " in listed.out
    assert "Tomorrow: long, " in listed.out
    assert person("one", "daily", "sprint").code == exit_codes.REFUSED
    assert person("one", "login", "--new", "Anna", typed=PASSWORD * 2).code == exit_codes.DONE
    assert person("one", "daily", "board").code == exit_codes.REFUSED
    begun = person("one", "daily", "sprint", typed="wait\nquit\n")
    assert begun.code == exit_codes.DONE, begun.err
    assert "begun: patience resume" in person("one", "daily").out
    tried = person("one", "daily", "sprint", typed="wait\nresign\n")
    assert tried.code == exit_codes.DONE, tried.err
    assert "You have given up." in tried.out
    again = person("one", "daily", "sprint", typed="wait\n")
    assert again.code == exit_codes.REFUSED
    assert "You have tried this deal already" in again.err
    listed = person("one", "daily")
    assert "; finished." in listed.out
    assert "opened to all in" in listed.out
    board = person("one", "daily", "board", "sprint")
    assert board.out.startswith("1. Anna: ")
    assert "Opened" not in board.out
    (told,) = person("one", "daily", "board", "sprint", "--json").json()
    assert (told["closed"], told["results"][0]["name"]) == (False, "Anna")
    assert person("one", "daily", "weekly").code == exit_codes.NOT_FOUND


def test_who_has_no_account_is_told_how_to_make_one(person: Callable[..., Ended]) -> None:
    refused = person("anna", "daily", "sprint")
    assert refused.code == exit_codes.REFUSED
    assert refused.err.strip().endswith(
        "A daily deal needs an account; patience login --new makes one."
    )
