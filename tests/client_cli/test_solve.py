"""The command `patience solve`."""

import json
from pathlib import Path

import pytest

from client_cli import exit_codes
from engine.cards import NAME, deal_number_seed
from engine.games import game
from engine.solver.solve import VERSION
from tests.client_cli.command import here

ACES_UP = game("aces_up")
SEED = deal_number_seed(8)
PACK = ACES_UP.pack(SEED)


async def test_a_winnable_deal_comes_with_the_moves_that_win_it(tmp_path: Path) -> None:
    [told] = (await here(tmp_path, "solve", "aces-up", "--deal", "8", "--json")).json()
    assert list(told) == ["verdict", "line", "best", "nodes", "solver"]
    assert (told["verdict"], told["best"], told["solver"]) == ("won", 48, VERSION)
    state = ACES_UP.deal(PACK)
    for text in told["line"]:
        state = ACES_UP.play(state, ACES_UP.codec.from_text(text)).state
    assert state.over is not None
    assert state.over.result == "won"
    pack, position = " ".join(NAME[c] for c in PACK), ACES_UP.position(ACES_UP.deal(PACK))
    for start in (["--seed", SEED.hex()], ["--pack", pack], ["--position", position]):
        assert (await here(tmp_path, "solve", "aces-up", *start, "--json")).json() == [told]


async def test_a_lost_deal_has_no_line_and_few_nodes_decide_nothing(tmp_path: Path) -> None:
    [lost] = (await here(tmp_path, "solve", "aces-up", "--deal", "1", "--json")).json()
    assert (lost["verdict"], lost["line"], lost["best"]) == ("lost", None, 42)
    few = await here(tmp_path, "solve", "aces-up", "--deal", "1", "--nodes", "5", "--json")
    assert few.code == exit_codes.DONE
    [told] = few.json()
    assert (told["verdict"], told["nodes"]) == ("unknown", 5)
    assert len(told["line"]) > 0


async def test_people_read_sentences(tmp_path: Path) -> None:
    won = (await here(tmp_path, "solve", "aces-up", "--deal", "8")).out.splitlines()
    assert won[0] == "It can be won in 69 moves:"
    assert won[1].startswith("discard 5H from b, deal, discard 7S from a")
    assert won[2].endswith(" positions searched.")
    lost = (await here(tmp_path, "solve", "aces-up", "--deal", "1")).out
    assert lost.startswith("It cannot be won. The best progress is 42 of 48.\n")
    unknown = await here(tmp_path, "solve", "aces-up", "--deal", "1", "--nodes", "1")
    assert unknown.out.startswith("It is not known whether it can be won.")
    points = await here(tmp_path, "solve", "cribbage-patience", "--deal", "1", "--nodes", "300")
    assert "it is not known whether there is a better one" in points.out


async def test_an_option_changes_the_game(tmp_path: Path) -> None:
    words = ["solve", "baroness", "--deal", "1", "--json"]
    [plain] = (await here(tmp_path, *words)).json()
    [gaps] = (await here(tmp_path, *words, "-o", "gap_moves=true")).json()
    assert (plain["verdict"], plain["best"]) == ("lost", 26)
    assert gaps["best"] > plain["best"]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["racing-demon", "--deal", "1"], exit_codes.REFUSED, "Racing Demon has no solver"),
        (["no-such-game", "--deal", "1"], exit_codes.NOT_FOUND, "There is no game"),
        (["aces-up"], exit_codes.USAGE, "Name one of"),
        (["aces-up", "--deal", "1", "--seed", "00" * 32], exit_codes.USAGE, "Name one of"),
        (["aces-up", "--pack", "AS 2S"], exit_codes.USAGE, "3S is missing"),
        (["aces-up", "--pack", "AS 2X"], exit_codes.USAGE, "'2X' is not a card"),
        (["aces-up", "--position", "tab.0=|AS"], exit_codes.USAGE, "is missing"),
        (["aces-up", "--seed", "00"], exit_codes.USAGE, "A seed is 32 bytes"),
        (["aces-up", "--deal", "9" * 30], exit_codes.USAGE, "A deal number"),
        (["aces-up", "--deal", "1", "--nodes", "0"], exit_codes.USAGE, "nodes"),
        (["aces-up", "--deal", "1", "--order", "free"], exit_codes.USAGE, "played for points"),
        (["poker-patience", "--deal", "1", "--order", "any"], exit_codes.USAGE, "free, dealt"),
        (["aces-up", "--deal", "1", "-o", "turn=3"], exit_codes.USAGE, "no option"),
    ],
)
async def test_a_wrong_start_is_told_in_a_sentence(
    tmp_path: Path, words: list[str], code: int, says: str
) -> None:
    ended = await here(tmp_path, "solve", *words, "--json")
    assert (ended.code, ended.out) == (code, "")
    assert says in ended.err


async def test_cards_of_a_grid_can_be_laid_in_any_cells_or_in_turn(tmp_path: Path) -> None:
    rules = game("cribbage_patience")
    state = rules.deal(rules.pack(deal_number_seed(3)))
    while len(state.beside.laid) < 13:
        state = rules.play(state, next(rules.legal_moves(state))).state
    words, found = ["solve", "cribbage-patience", "--position", rules.position(state)], {}
    for order in ("free", "dealt"):
        ended = await here(tmp_path, *words, "--order", order, "--json")
        found[order] = json.loads(ended.out)
    default = await here(tmp_path, *words, "--json")
    assert json.loads(default.out) == found["free"]
    assert {told["verdict"] for told in found.values()} == {"exact"}
    assert found["free"]["best"] >= found["dealt"]["best"] > 0
