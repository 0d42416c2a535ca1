"""Solo games in line mode: commands and their output; no process, no server."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from client_cli import exit_codes
from client_cli.exit_codes import Failure
from client_cli.local.storage import Storage
from client_cli.messages.game import STUCK
from client_cli.messages.table_text import table_sentences
from client_cli.solo.game import SoloGame
from client_cli.terminal.output import Output
from client_cli.terminal.spoken_cards import Cards
from client_cli.text_mode import move_input
from client_cli.text_mode.card_marks import meaning
from client_cli.text_mode.solo.solo import WHAT_NOW, SoloLines
from client_cli.text_mode.solo.solo_start import left_last
from engine.cards import deal_number_seed
from engine.games import GAMES, AnyGame, game
from engine.races.verify import verify
from engine.table import RESIGNED, State
from tests.client_cli.command import here
from tests.client_cli.test_solo_lines import whole_game

Heard = Sequence[str]
Playing = Callable[..., Heard]


@pytest.fixture
def played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Playing:
    """All that is said when these lines are typed at a deal."""

    def playing(slug: str, *lines: str, cards: Cards = "letters", deal: int = 7) -> Heard:
        voice = Output(cards=cards)
        SoloLines(SoloGame(game(slug), deal), voice, Storage(tmp_path)).run(lines)
        return capsys.readouterr().out.splitlines()

    return playing


def test_cards_are_tilted_by_pile_and_by_name_and_told(played: Playing) -> None:
    heard = played(
        "aces_up", "marks", "tilt c", "tilt c", "tilt 4d first", "tilt 4D none", "tilt KS",
        "tilt e", "tilt", "tilt a dead", "marks", "cc", "marks",
    )  # fmt: skip
    for sentence in (
        "Nothing is marked.",
        "3H on c: dead.",
        "3H on c: danger.",
        "4D on a: play first.",
        "4D on a: upright.",
        "KS is not to be seen.",
        "There is no card on e.",
        "Tilt what? A pile or a card, such as: tilt c, or tilt KH dead.",
    ):
        assert sentence in heard
    assert heard[heard.index("4D on a: dead.") + 1 :][:2] == ["4D on a: dead.", "3H on c: danger."]
    assert heard[-3] == "4D on a: dead.", "a mark is gone with its card"


def test_heaps_are_tilted_whole_in_kings(played: Playing) -> None:
    heard = played("kings", *["next"] * 9, "tilt e", "tilt e counted out", "marks")
    assert "e: in the corner." in heard
    assert heard.count("e: counted out.") == 2
    assert meaning(game("kings"), 2) == "no way in"


def test_again_and_new_deal_without_starting_the_program_anew(played: Playing) -> None:
    heard = played("aces_up", "cc", "again", "undo", "resign", "cc", "again", "new", "score")
    assert [line for line in heard if "deal 7. Type help" in line] == [heard[0]] * 3
    assert "There is nothing to take back." in heard
    assert heard.count("You have given up.") == 1
    assert "The game is over." in heard
    assert WHAT_NOW not in heard, "that is for those who sit there"
    assert heard[-1].startswith("Not finished; the same deal again: patience play aces_up --deal ")


def test_cards_are_played_by_their_names(played: Playing) -> None:
    heard = played("baroness", "play QQ", "play KS", "play 4d", "play 4D z", "play 4d b")
    assert heard[5:10] == [
        "Name a card, such as: play KH, or play KH c.",
        "KS is not to be seen.",
        "4D cannot be played now.",
        "There is no pile 'z'.",
        "4D cannot be played now.",
    ], heard
    heard = played("usk", "play nine of hearts to f", "play JS e", "play 4H e")
    assert heard[-5:-3] == ["9H from b to f.", "JS from c to e."]
    assert heard[-3].startswith("A card is packed on one that is one higher"), heard[-3]


def kings_with_a_fan() -> tuple[AnyGame, State[Any]]:
    rules = game("kings")
    state = rules.deal(rules.pack(deal_number_seed(7)))
    return rules, rules.play(state, rules.codec.from_text("turn")).state


def test_a_fan_is_heard_played_and_put_back_by_names(played: Playing) -> None:
    heard = played("kings", *["next"] * 9, "turn", "moves", "play QH b", "put_back JS 7C", "count")
    at = heard.index("play QH b: QH from the fan to b")
    assert heard[at + 1] == "put_back: put back, as it lies"
    assert "QH from the fan to b." in heard[at + 2 :]
    assert "5S to JS (6 cards) from the fan to p." in heard or any(
        line.endswith("from the fan to p.") for line in heard
    ), heard
    assert any(line.startswith("Face down: corner 11, e 6, ") for line in heard)
    rules, state = kings_with_a_fan()
    reading = move_input.read(rules, state, "put_back js 7c")
    assert isinstance(reading, move_input.FoundMove)
    assert reading.move.order == (1, 2, 3, 4, 5, 7, 6, 0)
    wrong = move_input.read(rules, state, "put_back AS")
    assert wrong == move_input.NoMove("AS is not in the fan.")


def test_a_hint_says_what_to_type(played: Playing) -> None:
    heard = played("usk", "hint", deal=7)
    assert "b f: 9H from b to f. It moves cards; see what it frees." in heard
    right = "Laid on the heaps: 1:0 2:1 3:2 4:1 5:1 6:0 7:2 8:2 9:0 10:2 11:1 12:0."
    assert right in played("kings", "hint"), "the counts so far, in the first round of the deal"
    assert "You counted 1: 4 of 0." in played("kings", "count e 4", "hint")
    heard = played("aces_up", "hint", "resign")
    assert "With help: it stands below games without." in heard


def test_a_stuck_game_goes_on_and_a_program_that_says_no_more_is_done(
    played: Playing, tmp_path: Path
) -> None:
    """Deal 9 of Accordion: nothing can be packed after these moves."""
    rules, lines = game("accordion"), []
    state = rules.deal(rules.pack(deal_number_seed(9)))
    while not state.over:
        move = rules.legal(state).moves[0]
        lines.append(move_input.typed(rules, state, move))
        state = rules.play(state, move).state
    heard = played("accordion", *lines, "undo", "redo", deal=9)
    assert heard.count(STUCK) == 2
    assert "Go on with it by: patience play --resume" in heard
    voice = Output(as_json=True)
    ended = SoloLines(SoloGame(rules, 9), voice, Storage(tmp_path / "programs"))
    ended.run(lines)
    assert ended.solo.state.over == RESIGNED
    assert verify(ended.solo.record("you"))[-1].step == "digest"


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_for_the_ear_has_sentences_and_every_card_once(slug: str) -> None:
    rules = game(slug)
    state = rules.deal(rules.pack(deal_number_seed(7)))
    lines = table_sentences(rules, state)
    assert all(line[0].isalnum() and line.endswith(".") for line in lines)
    assert not any(sign in line for line in lines for sign in ("--", "(", ")", "  ", "_")), lines
    labels = [line.split(":")[0] for line in lines]
    assert len({*labels}) == len(labels)


def test_cards_in_words(played: Playing) -> None:
    heard = played("aces_up", "look c", "look", "cc", "deal", cards="words")
    assert heard[1:4] == ["a: four of diamonds.", "b: five of hearts.", "c: three of hearts."]
    assert "c: three of hearts." in heard
    assert "three of hearts from c to the discard." in heard
    assert "Stock, s: 48 face down." in heard
    assert "Empty: e." in heard


def test_a_game_that_is_left_is_gone_on_with(played: Playing, tmp_path: Path) -> None:
    heard = played("aces_up", "cc", "tilt a dead")
    assert "Go on with it by: patience play --resume" in heard
    left = left_last("aces_up", Storage(tmp_path))
    assert (left.solo.number, left.solo.moves) == (7, 1)
    with pytest.raises(Failure, match="No game was left"):
        left_last("kings", Storage(tmp_path))
    voice = Output(as_json=True)
    SoloLines(left.solo, voice, Storage(tmp_path), left.marks, left.ms).run(["marks", "resign"])
    assert len(list(tmp_path.glob("unfinished/*"))) == 1, "programs keep their own"
    assert "Go on" not in " ".join(played("aces_up")), "nothing has been done yet"
    played("aces_up", "resign", deal=9)
    assert len(list(tmp_path.glob("unfinished/*"))) == 1


async def test_the_command_that_goes_on(played: Playing, tmp_path: Path) -> None:
    assert (await here(tmp_path, "play", "--resume")).code == exit_codes.NOT_FOUND
    played("aces_up", "cc")
    with mock.patch("sys.stdin", io.StringIO("undo\nresign\n")):
        ended = await here(tmp_path, "play", "aces-up", "--resume")
    assert ended.code == exit_codes.DONE
    assert "Taken back." in ended.out
    assert (await here(tmp_path, "play", "--resume")).code == exit_codes.NOT_FOUND
    assert (await here(tmp_path, "play", "--resume", "--deal", "7")).code == exit_codes.USAGE


def test_what_is_counted(played: Playing) -> None:
    heard = played("kings", "count e", "count e", "count f 9", "count f 0", "count 4", "count")
    assert [line for line in heard if line.startswith(("e: 2", "f: ", "Count"))] == [
        "e: 2.",
        "f: 9.",
        "f: 0.",
        "Count what? A pile, such as: count e, or count e 4.",
        "Counted: e 2.",
    ]


def test_a_watched_deal_for_the_ear_tells_what_is_new(played: Playing) -> None:
    heard = played("kings", *["next"] * 9, "look e", cards="words")
    first, second = (
        next(i for i, line in enumerate(heard) if f"Round {n}" in line) for n in (1, 2)
    )
    assert heard[1] == "a, down-king: king of spades."
    assert heard[second - 1].startswith("Laid: ")
    assert second == first + 2
    assert sum(line.startswith("e, heap 1: ") for line in heard) == 3


def test_points_are_told_once(played: Playing) -> None:
    heard = played("cribbage_patience", *whole_game("cribbage_patience", 7))
    assert sum(line.endswith("points.") for line in heard) == 1
