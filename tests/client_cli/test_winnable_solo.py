"""Games of winnable deals played alone: the line mode, saved games, records."""

import json
from pathlib import Path
from typing import Any

import pytest

from client_cli.exit_codes import USAGE
from client_cli.features import race_setup
from client_cli.features.race_setup import PlannedRace
from client_cli.local.storage import Storage
from client_cli.messages.race_terms import race_line, unknown_term
from client_cli.solo import saved_games
from client_cli.solo.game import SoloGame
from client_cli.solo.winnable import SEARCHING, SearchedDeal, search_deal
from client_cli.state.card_marks import CardMarks
from client_cli.terminal.output import Output
from client_cli.text_mode.solo.solo import SoloLines
from engine.cards import NAME
from engine.games import GAMES, game
from engine.races.record import read
from engine.races.verify import verify
from engine.solver.solve import VERSION
from engine.solver.winnable_deals import UNPROVEN, numbered_pack, winnable_terms
from tests.client_cli.command import here

ACES_UP, DEAL = game("aces_up"), 4
SEARCHED = search_deal(ACES_UP, DEAL)


def winnable_game(searched: SearchedDeal = SEARCHED) -> SoloGame:
    return SoloGame(ACES_UP, DEAL, searched=searched)


def made(solo: SoloGame, moves: int | None = None) -> SoloGame:
    """The game after moves of the line that wins it."""
    line = SEARCHED.deal.line or ()
    for ms, text in enumerate(line[:moves]):
        solo.play(ACES_UP.codec.from_text(text), ms)
    return solo


def test_the_pack_that_was_found_is_dealt_and_its_line_wins() -> None:
    assert SEARCHED.deal.k == 2
    solo = winnable_game()
    assert solo.state == ACES_UP.deal(numbered_pack(ACES_UP, solo.seed, 2))
    assert solo.state != SoloGame(ACES_UP, DEAL).state
    assert made(solo).state.over is not None
    record = solo.record("Anna")
    assert all(check.ok and check.checkable for check in verify(record)), verify(record)
    assert read(record).winnable == SEARCHED.deal
    assert record["terms"]["winnable"]["solver"] == VERSION
    again = solo.again()
    assert (again.state, again.record("")["terms"]) == (winnable_game().state, record["terms"])


def test_a_deal_without_proof_is_dealt_as_it_is_and_told() -> None:
    unproven = SEARCHED._replace(deal=UNPROVEN)
    assert winnable_game(unproven).state == SoloGame(ACES_UP, DEAL).state
    assert "not known" in unproven.sentence()
    assert SEARCHED.sentence() == "This deal can be won."


def test_a_saved_game_comes_back_with_its_pack(tmp_path: Path) -> None:
    storage, solo = Storage(tmp_path), made(winnable_game(), 20)
    saved_games.keep(storage, solo, CardMarks(), 123)
    usual = SoloGame(ACES_UP, DEAL)
    usual.play(ACES_UP.legal(usual.state).moves[0], 5)
    saved_games.keep(storage, usual, CardMarks(), 124)  # the same number, and another deal
    left = {bool(each.solo.searched): each.solo for each in saved_games.unfinished(storage)}
    assert left[True].state == solo.state
    assert left[True].searched == SEARCHED
    assert left[True].record("you") == solo.record("you")
    assert left[False].state == usual.state


def saved(tmp_path: Path) -> dict[str, Any]:
    storage, solo = Storage(tmp_path), made(winnable_game(), 3)
    saved_games.keep(storage, solo, CardMarks(), 123)
    (path,) = tmp_path.glob("*/*.json")
    document: dict[str, Any] = json.loads(path.read_text())
    return document


def test_a_saved_game_with_a_wrong_deal_is_not_read(tmp_path: Path) -> None:
    whole = saved(tmp_path)
    assert saved_games.read(whole) is not None
    assert whole["format"] == 2, "an older program would deal another pack"
    for name, value in (
        ("winnable", {"k": 3}),
        ("winnable", None),
        ("winnable_terms", None),
        ("winnable_terms", False),
        ("winnable_terms", {"solver": 1}),
        ("format", 3),
    ):
        assert saved_games.read({**whole, name: value}) is None, (name, value)


def test_a_game_that_was_saved_before_there_were_winnable_deals_is_read() -> None:
    before = {
        "format": 1,
        "game": "aces_up",
        "options": {"must_fill": True},
        "deal": 7,
        "frame": 1,
        "moves": [[5, "discard tab.2"]],
        "marks": [],
        "clock_ms": 10,
    }
    left = saved_games.read(before)
    assert left is not None
    assert left.solo.searched is None
    assert left.solo.moves == 1


def test_line_mode_says_that_the_deal_can_be_won_and_deals_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = SoloLines(winnable_game(), Output(), Storage(tmp_path))
    lines.run(["discard tab.0", "new", "quit"])
    heard = capsys.readouterr().out.splitlines()
    assert heard.count("This deal can be won.") == 2
    assert SEARCHING in heard
    assert lines.solo.searched is not None
    assert lines.solo.number != DEAL
    assert any(line.endswith(f"--deal {lines.solo.number} --winnable") for line in heard)


async def test_the_command_deals_a_winnable_deal(tmp_path: Path) -> None:
    done = await here(tmp_path, "play", "aces-up", "--winnable", "--deal", "4", "--json")
    dealt = next(line for line in done.json() if line["type"] == "table")
    assert dealt["winnable"] == {**SEARCHED.terms.to_json(), "k": 2}
    first = numbered_pack(ACES_UP, winnable_game().seed, 2)[0]
    assert dealt["view"]["piles"]["tab.0"]["up"] == [NAME[first]]


def test_the_terms_of_a_race_say_it_and_only_games_that_have_it_offer_it() -> None:
    made = race_setup.made("aces_up", {"winnable": "yes"}, None)
    assert made.terms.winnable == SEARCHED.terms
    race = PlannedRace(made.terms, dict(made.game.chosen), made.bell_ms)
    assert race_line(race, made.game).endswith("no take-back, a deal that can be won")
    names = {slug: [term.name for term in race_setup.offered(slug, None)] for slug in GAMES}
    offered = {slug for slug, listed in names.items() if "winnable" in listed}
    assert offered == {slug for slug in GAMES if winnable_terms(game(slug))}
    klondike = {"winnable": "yes", "option turn": "3"}
    assert race_setup.made("klondike", klondike, None).terms.winnable


@pytest.mark.parametrize(
    "words",
    [
        ("klondike", "--winnable"),
        ("kings", "--winnable"),
        ("racing-demon", "--winnable"),
        ("--resume", "--winnable"),
        ("--ghost", "KQ74TX", "--winnable"),
        ("aces-up", "--difficulty", "hard"),
        ("aces-up", "--winnable", "--difficulty", "very-easy"),
        ("aces-up", "--winnable", "--difficulty", "4"),
        ("kings", "--winnable", "--difficulty", "hard"),
    ],
)
async def test_the_command_refuses_what_has_no_winnable_deals(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    done = await here(tmp_path, "play", *words)
    assert done.code == USAGE
    assert SEARCHING not in done.out


HARD = search_deal(ACES_UP, DEAL, 4)


def test_a_saved_game_of_a_chosen_difficulty_comes_back_with_its_pack(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    assert HARD.deal.k == 28
    for searched in (HARD, SEARCHED):  # the same number, and two deals
        solo = SoloGame(ACES_UP, DEAL, searched=searched)
        solo.play(ACES_UP.legal(solo.state).moves[0], 5)
        saved_games.keep(storage, solo, CardMarks(), 123)
    left = [each.solo.searched for each in saved_games.unfinished(storage)]
    assert sorted(left, key=str) == sorted([HARD, SEARCHED], key=str)
    record = SoloGame(ACES_UP, DEAL, searched=HARD).record("Anna")
    assert (record["format"], record["terms"]["winnable"]["difficulty"]) == (5, 4)
    unproven = HARD._replace(deal=UNPROVEN)
    assert "no pack of that difficulty" in unproven.sentence()


async def test_the_command_deals_a_deal_of_the_chosen_difficulty(tmp_path: Path) -> None:
    words = ("play", "aces-up", "--winnable", "--difficulty", "Hard", "--deal", "4", "--json")
    done = await here(tmp_path, *words)
    dealt = next(line for line in done.json() if line["type"] == "table")
    assert dealt["winnable"] == {**HARD.terms.to_json(), "k": 28}


def test_line_mode_deals_another_of_the_same_difficulty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solo = SoloGame(ACES_UP, DEAL, searched=HARD)
    lines = SoloLines(solo, Output(), Storage(tmp_path))
    lines.run(["discard tab.0", "new", "quit"])
    assert lines.solo.searched is not None
    assert (lines.solo.searched.terms, lines.solo.number != DEAL) == (HARD.terms, True)
    heard = capsys.readouterr().out.splitlines()
    assert any(line.endswith("--winnable --difficulty hard") for line in heard)


def test_the_full_screen_offers_the_difficulties_of_a_game() -> None:
    (term,) = [each for each in race_setup.offered("aces_up", None) if each.name == "winnable"]
    assert term.values == ("", "yes", "medium", "hard", "very-hard")
    made = race_setup.made("aces_up", {"winnable": "very-hard"}, None)
    assert made.terms.winnable == winnable_terms(ACES_UP, 5)
    race = PlannedRace(made.terms, dict(made.game.chosen), made.bell_ms)
    assert race_line(race, made.game).endswith("a very hard deal that can be won")


def test_a_host_is_told_that_an_older_server_cannot_deal_by_difficulty() -> None:
    refusal = "There is no field terms.difficulty in this message."
    told = unknown_term("bad_message", refusal)
    assert told is not None
    assert "cannot deal by difficulty" in told
