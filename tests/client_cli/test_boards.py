"""Leaderboards from the command line."""

from pathlib import Path
from typing import Any

import pytest

from client_cli import exit_codes
from client_cli.features import leaderboards
from engine.games import game
from protocol.leaderboards import Board, BoardChanged, BoardPlace, ShownRating
from tests.client_cli.command import Player, patience
from tests.harness import ServerProcess, client
from tests.server.accounts.test_accounts import PASSWORD, sign_up
from tests.server.archive.test_retention import resign
from tests.server.two_servers import begin, moves

ACES = game("aces_up")


def row(place: int, name: str | None, amount: int, **fields: Any) -> BoardPlace:
    known = {"clean": True, "out": False, "tie_break": 0, "ms": None, **fields}
    return BoardPlace(place=place, name=name, amount=amount, **known)


def board(*rows: BoardPlace, **fields: Any) -> Board:
    known: dict[str, Any] = {
        "id": 1,
        "seq": 0,
        "game": "aces_up",
        "options": dict(ACES.chosen),
        "side": "people",
        "measure": "best",
        "period": "all",
        "which": None,
        "total": len(rows),
        "offset": 0,
    }
    return Board(places=list(rows), **{**known, **fields})


def change(seq: int, first: int, *rows: BoardPlace, total: int = 2) -> BoardChanged:
    return BoardChanged(seq=seq, which=None, total=total, offset=0, first=first, places=list(rows))


ANNA = row(1, "Anna", 48, out=True, ms=250_000)
BEN = row(2, "Ben", 31, ms=302_400)


def test_a_board_in_words() -> None:
    gone = row(2, None, 31, ms=302_400, clean=False)
    assert leaderboards.board_lines(board(ANNA, BEN, gone), "all") == [
        "Aces Up, best results of all time: 3 on the board.",
        "1. Anna: solved in 4:10",
        "2. Ben: 31 of 48 at 5:02",
        "2. (nobody any more): 31 of 48 at 5:02, with help",
    ]
    assert leaderboards.board_lines(board(total=3), "around_me")[1] == "You are not on this board."
    assert leaderboards.board_lines(board(), "friends")[1] == "There is nobody here."
    assert (
        leaderboards.subject(board(options={"jokers": 2}))
        == leaderboards.subject(board())
        == "Aces Up"
    )
    assert leaderboards.subject(board(game="whist", options={})) == "whist"
    day = board(side="bots", measure="outs", period="day", which="2026-11-21")
    assert leaderboards.title(day) == (
        "Aces Up, most games solved of 2026-11-21, bots: 0 on the board"
    )


@pytest.mark.parametrize(
    ("measure", "amount", "words"),
    [
        ("fastest", 250_037, "solved in 4:10.037"),
        ("outs", 1, "1 game solved"),
        ("streak", 3, "3 in a row"),
        ("longest", 7, "7 in a row"),
        ("best", 61, "61 points"),
    ],
)
def test_what_somebody_stands_there_for(measure: str, amount: int, words: str) -> None:
    assert leaderboards.result(board(measure=measure), row(1, "Anna", amount)) == words


def test_a_rating_is_told_with_how_sure_it_is() -> None:
    believed = ShownRating(rating=1523, uncertainty=48, races=12, provisional=False)
    told = board(measure="rating", game="great", options={})
    assert leaderboards.subject(told) == "The five great games"
    assert (
        leaderboards.result(told, row(1, "A", 1379, believed=believed))
        == "1523 ± 48 after 12 races"
    )
    new = believed.model_copy(update={"races": 1, "provisional": True})
    assert leaderboards.result(told, row(1, "A", 9, believed=new)).endswith(
        "after 1 race, provisional"
    )


def test_changes_are_taken_in_and_a_gap_is_seen() -> None:
    before = board(BEN.model_copy(update={"place": 1}), total=1)
    now = leaderboards.after(before, change(1, 0, ANNA, BEN))
    assert now is not None
    assert (now.seq, now.places) == (1, [ANNA, BEN])
    assert list(leaderboards.change_lines(before, now)) == ["1. Anna: solved in 4:10"]
    assert leaderboards.after(now, change(3, 1, BEN)) is None
    whole = leaderboards.after(now, change(3, 0, ANNA, total=1))
    assert whole is not None
    assert list(leaderboards.change_lines(now, whole)) == ["Some are gone: 1 on the board."]
    assert list(leaderboards.change_lines(now, now)) == []


def test_periods_have_names() -> None:
    assert leaderboards.is_period("week", "2026-W47")
    assert leaderboards.is_period("day", "2026-11-21")
    assert not leaderboards.is_period("month", "2026-11-21")
    assert not leaderboards.is_period("all", "2026")


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    for words, code in (
        (("whist",), exit_codes.NOT_FOUND),
        (("overall",), exit_codes.NOT_FOUND),
        (("aces-up", "-o", "jokers=2"), exit_codes.USAGE),
        (("aces-up", "--around-me", "--friends"), exit_codes.USAGE),
        (("aces-up", "--period", "day", "--which", "2026"), exit_codes.USAGE),
        (("aces-up", "--measure", "luck"), exit_codes.USAGE),
        (("aces-up",), exit_codes.UNREACHABLE),
        (("overall", "--measure", "rating", "--live"), exit_codes.UNREACHABLE),
    ):
        assert patience(tmp_path, "board", *words).code == code, words


@pytest.mark.processes
async def test_a_result_is_seen_as_it_comes_and_found_by_its_part(
    tmp_path: Path, server: ServerProcess
) -> None:
    live = await Player.start(tmp_path / "live", server.url, "board", "aces-up", "--live")
    await live.until("There is nobody here.")
    async with client(server.url) as anna:
        await sign_up(anna)
        await begin(anna)
        await moves(anna, 4)
        await resign(anna)
        await anna.until("over")
    assert "Anna: " in await live.until("1. Anna")
    live.process.terminate()
    await live.end()

    def ask(*words: str) -> list[dict[str, Any]]:
        done = patience(tmp_path, "board", "aces-up", *words, "--json", server=server.url)
        assert done.code == exit_codes.DONE, done.err
        return done.json()

    (day,) = ask("--period", "day")
    assert [row["name"] for row in day["places"]] == ["Anna"]
    assert ask("--bots")[0]["total"] == ask("-o", "must_fill=false")[0]["total"] == 0
    guest = patience(tmp_path, "board", "aces-up", "--around-me", server=server.url)
    assert guest.code == exit_codes.NOT_FOUND
    typed = f"{PASSWORD}\n"
    assert (
        patience(tmp_path, "login", "Anna", typed=typed, server=server.url).code == exit_codes.DONE
    )
    for words in (("--around-me",), ("--friends",)):
        told = patience(tmp_path, "board", "aces-up", *words, server=server.url)
        assert "\n1. Anna: " in told.out


@pytest.mark.processes
async def test_a_board_is_followed_again_when_the_server_is_back(
    tmp_path: Path, server: ServerProcess
) -> None:
    typed = f"{PASSWORD}\n"
    async with client(server.url) as anna:
        await sign_up(anna)
    assert (
        patience(tmp_path, "login", "Anna", typed=typed, server=server.url).code == exit_codes.DONE
    )
    words = ("board", "aces-up", "--live", "--around-me")
    live = await Player.start(tmp_path, server.url, *words)
    await live.until("There is nobody here.")
    await server.kill()
    await server.start()
    async with client(server.url) as anna:
        await anna.ask("log_in", name="Anna", password=PASSWORD)
        await begin(anna)
        await moves(anna, 4)
        await resign(anna)
        await anna.until("over")
        await live.until("1. Anna: ")
    live.process.terminate()
    await live.end()
