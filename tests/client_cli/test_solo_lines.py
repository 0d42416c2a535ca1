"""A solo game through a pipe, from the deal to its record."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from client_cli import exit_codes
from client_cli.terminal.pile_labels import labels
from client_cli.text_mode.move_input import typed
from engine.cards import deal_number_seed
from engine.games import GAMES, game
from engine.mechanics.counting import laid_counts
from engine.races.record import digest
from engine.table import STUCK
from tests.client_cli.command import patience

pytestmark = pytest.mark.processes


def whole_game(slug: str, deal: int, most: int = 400) -> list[str]:
    """What to type to play the first legal move until the game is over, and to give it up if no
    move is left."""
    rules = game(slug)
    state = rules.deal(rules.pack(deal_number_seed(deal)))
    lines: list[str] = []
    while not state.over and len(lines) < most:
        moves = rules.legal(state).moves
        move = moves[-1] if len(lines) % 3 == 0 else moves[0]
        lines.append(typed(rules, state, move))
        state = rules.play(state, move).state
    return lines if state.over and state.over != STUCK else [*lines, "resign"]


@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_game_leaves_a_record_that_replays_and_verifies(slug: str, tmp_path: Path) -> None:
    lines, rules = whole_game(slug, 7), game(slug)
    watched = len(rules.frames(rules.pack(deal_number_seed(7))))
    script = "\n".join(["next"] * watched + lines)
    ended = patience(tmp_path, "play", slug, "--deal", "7", "--json", typed=script)
    events = ended.json()
    assert (ended.code, ended.err) == (exit_codes.DONE, "")
    assert [e["type"] for e in events if e["type"] != "said"] == [
        *["frame"] * watched,
        "table",
        *["moved"] * len(lines),
        "over",
    ]
    record = events[-1]["record"]
    assert patience(tmp_path, "verify", record).code == exit_codes.DONE
    replayed = patience(tmp_path, "replay", record, "--json").json()
    assert replayed[-1]["view"] == events[-1]["view"]
    assert [position["ply"] for position in replayed] == list(range(len(lines) + 1))
    assert Path(record).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("slug", GAMES)
def test_people_read_sentences_and_a_table(slug: str, tmp_path: Path) -> None:
    ended = patience(
        tmp_path, "play", slug, "--deal", "7", typed="help\nlook\nmoves\nscore\nfind KS\n"
    )
    assert ended.code == exit_codes.DONE
    assert GAMES[slug].book.title in ended.out
    assert f"patience play {slug} --deal 7" in ended.out
    assert all(len(line) < 110 for line in ended.out.splitlines())


def test_one_changed_byte_of_a_record_is_found(tmp_path: Path) -> None:
    lines = [*whole_game("aces_up", 7)]
    told = patience(tmp_path, "play", "aces-up", "--deal", "7", "--json", typed="\n".join(lines))
    path = Path(told.json()[-1]["record"])
    document = json.loads(path.read_text())
    document["results"][0]["best"] += 1
    path.write_text(json.dumps(document))
    ended = patience(tmp_path, "verify", str(path))
    assert ended.code == exit_codes.REFUSED
    assert "results" in ended.err


def test_every_move_is_taken_back_and_made_again(tmp_path: Path) -> None:
    ended = patience(
        tmp_path,
        "play",
        "aces-up",
        "--deal",
        "7",
        "--json",
        typed="undo\ncc\nundo\nredo\ndeal\nundo\nundo\nredo\nredo\nredo\n",
    )
    words = [e["text"] for e in ended.json() if e["type"] == "said"]
    assert [e["type"] for e in ended.json() if e["type"] != "said"] == [
        "table",
        "moved",
        "undone",
        "moved",
        "moved",
        "undone",
        "undone",
        "moved",
        "moved",
    ]
    moves = [e["move"] for e in ended.json() if e["type"] == "moved"]
    assert moves == ["discard tab.2", "discard tab.2", "deal", "discard tab.2", "deal"]
    assert "There is nothing to take back." in words
    assert "There is nothing to make again." in words


def ended_after(data: Path, *lines: str) -> dict[str, Any]:
    """What is told, as JSON, at the end of a game of Aces Up, deal 7, that is given up."""
    typed = "\n".join([*lines, "resign"])
    over: dict[str, Any] = patience(
        data, "play", "aces-up", "--deal", "7", "--json", typed=typed
    ).json()[-1]
    return over


def test_what_was_taken_back_is_in_the_record_and_marks_the_result(tmp_path: Path) -> None:
    clean, marked = ended_after(tmp_path, "cc"), ended_after(tmp_path, "cc", "undo", "cc")
    assert (clean["clean"], marked["clean"]) == (True, False)
    assert (clean["ply"], marked["ply"]) == (2, 4)
    record = json.loads(Path(marked["record"]).read_text())
    assert (record["terms"]["take_back"], record["format"]) == ("practice", 1)
    texts = [text for _, text in record["seats"][0]["moves"]]
    assert texts == ["discard tab.2", "undo", "discard tab.2", "resign"]
    assert patience(tmp_path, "verify", marked["record"]).code == exit_codes.DONE
    told = patience(tmp_path, "history").out.splitlines()
    assert ["with help" in line for line in told] == [Path(marked["record"]).stem in line
                                                      for line in told]  # fmt: skip
    ended = patience(tmp_path, "play", "aces-up", "--deal", "7", typed="cc\nundo\nresign\n")
    assert "With help: it stands below games without." in ended.out


def test_a_hint_is_in_the_record_which_then_has_a_format_of_its_own(tmp_path: Path) -> None:
    marked = ended_after(tmp_path, "hint", "hint", "cc")
    assert (marked["clean"], marked["ply"]) == (False, 3)
    record = json.loads(Path(marked["record"]).read_text())
    texts = [text for _, text in record["seats"][0]["moves"]]
    assert (record["format"], texts) == (3, ["hint", "discard tab.2", "resign"])
    assert patience(tmp_path, "verify", marked["record"]).code == exit_codes.DONE
    replayed = patience(tmp_path, "replay", marked["record"])
    assert "you asks for a hint." in replayed.out


def test_a_hint_after_a_watched_deal_checks_the_counts_and_marks_the_result(tmp_path: Path) -> None:
    rules = game("kings")
    pack = rules.pack(deal_number_seed(109))
    frames = rules.frames(pack)
    right = laid_counts(frames)
    watched = "next\n" * len(frames)
    play = ("play", "kings", "--deal", "109")
    kept = f"count {labels(rules)['heap.3']} 5\n" + watched + "hint\nturn\nhint\nresign\n"
    said = patience(tmp_path, *play, typed=kept).out
    assert said.count("You counted") == 1, "the second hint comes after a move"
    assert f"You counted 3: 5 of {right[2]}." in said
    assert "With help: it stands below games without." in said
    none_kept = patience(tmp_path, *play, typed=watched + "hint\nresign\n").out
    laid = " ".join(f"{n}:{many}" for n, many in enumerate(right, 1))
    assert f"Laid on the heaps: {laid}." in none_kept
    told = patience(tmp_path, *play, "--json", typed=watched + "hint\nresign\n").json()
    (hinted,) = (each for each in told if each["type"] == "hints")
    assert hinted["counts"] == list(right)
    assert "See the whole deal first." in patience(tmp_path, *play, typed="hint\nresign\n").out


def test_a_hint_names_dead_and_danger_cards_and_marks_the_result(tmp_path: Path) -> None:
    play = ("play", "auntie-allis", "--deal", "3")
    said = patience(tmp_path, *play, typed="deal\nhint\nmarks\nresign\n").out
    rules = game("auntie_allis")
    state = rules.deal(rules.pack(deal_number_seed(3)))
    state = rules.play(state, rules.codec.from_text("deal")).state
    found = rules.suggested_tilts(state)
    many = Counter(each.tilt for each in found)
    sentence = f"Tilted: {many[1]} dead, {many[2]} danger, {many[3]} to play before its twin."
    assert many[1]
    assert sentence in said
    assert len(re.findall(r"^\S+ on \w+: dead\.$", said, re.MULTILINE)) == many[1]
    assert "Nothing is marked." in said, "the player's own marks are as they were"
    assert "With help: it stands below games without." in said
    told = patience(tmp_path, *play, "--json", typed="deal\nhint\nresign\n").json()
    (hinted,) = (each for each in told if each["type"] == "hints")
    names = rules.layout.names
    assert hinted["tilts"] == [
        {"pile": names[pile], "index": index, "tilt": tilt} for pile, index, tilt in found
    ]
    assert told[-1]["clean"] is False


def test_a_record_from_before_taking_back_was_told_of(tmp_path: Path) -> None:
    """Its terms say that nothing is taken back; it is read, verified and counted as it is."""
    path = Path(ended_after(tmp_path, "cc")["record"])
    document = json.loads(path.read_text())
    document["terms"]["take_back"] = "none"
    document["digest"] = digest(document)
    path.write_text(json.dumps(document))
    assert patience(tmp_path, "verify", str(path)).code == exit_codes.DONE
    [line] = patience(tmp_path, "history").out.splitlines()
    assert "1 of 48" in line
    assert "with help" not in line


def test_choices_are_numbered_and_chosen(tmp_path: Path) -> None:
    """Deal 7: after the three of hearts goes, any of the longer piles may fill the gap."""
    typed = "cc\ndeal\nc\n1\n"
    ended = patience(tmp_path, "play", "aces-up", "--deal", "7", typed=typed)
    assert ended.code == exit_codes.DONE
