"""The daily deals from the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest

from client_cli import exits
from tests.client_cli.command import Ended, patience
from tests.harness import ServerProcess

PASSWORD = "correct horse\n"


@pytest.fixture
def person(tmp_path: Path, server: ServerProcess) -> Callable[..., Ended]:
    """Runs commands as somebody with a computer of their own."""

    def run(whose: str, *words: str, typed: str = "") -> Ended:
        data = tmp_path / whose
        data.mkdir(exist_ok=True)
        return patience(data, *words, typed=typed, server=server.url)

    return run


@pytest.mark.processes
async def test_a_daily_deal_is_seen_tried_once_and_looked_up(
    person: Callable[..., Ended],
) -> None:
    listed = person("one", "daily")
    assert listed.code == exits.DONE, listed.err
    assert "Today: sprint, " in listed.out
    assert "Tomorrow: long, " in listed.out
    assert person("one", "daily", "sprint").code == exits.REFUSED
    assert person("one", "login", "--new", "Anna", typed=PASSWORD * 2).code == exits.DONE
    assert person("one", "daily", "board").code == exits.REFUSED
    tried = person("one", "daily", "sprint", typed="wait\nresign\n")
    assert tried.code == exits.DONE, tried.err
    again = person("one", "daily", "sprint", typed="wait\n")
    assert again.code == exits.REFUSED
    assert "You have tried this deal already" in again.err
    assert "; finished." in person("one", "daily").out
    board = person("one", "daily", "board", "sprint")
    assert board.out.startswith("1. Anna: ")
    assert "Opened" not in board.out
    (told,) = person("one", "daily", "board", "sprint", "--json").json()
    assert (told["closed"], told["results"][0]["name"]) == (False, "Anna")
    assert person("one", "daily", "weekly").code == exits.NOT_FOUND
