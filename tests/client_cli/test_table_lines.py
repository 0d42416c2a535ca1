"""A common table in line mode: what is told, and what can be typed."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from client_cli import exit_codes
from client_cli.solo.practice_room import PracticeRoom
from client_cli.terminal.output import Output
from client_cli.text_mode.rooms.table_lines import TableLines
from client_cli.text_mode.solo.practice import PracticeLines
from engine.racing_demon.game import RacingDemon
from protocol.rooms.computer_players import ComputerPlayer
from tests.client_cli.command import Player, patience
from tests.client_cli.screens.pilots import Clock

SLOW = ComputerPlayer(strength="greedy", pace="slow")


def seated(deal: int = 5) -> PracticeRoom:
    return PracticeRoom(RacingDemon({"piles": 5}), [SLOW] * 2, Clock(), deal, random=Random(1))


def typed(room: PracticeRoom, line: str) -> list[str]:
    """What the line made the seat play, as texts of the commands."""
    before = room.whole_table().number
    assert TableLines(room, Output()).execute(line), line
    told = room.session.seen()
    assert len(told) == room.whole_table().number - before
    return [command.move for command in told]


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("turn", "turn"),
        ("t", "turn"),
        ("claim", "claim tab.0 foundation.new 0"),
        ("m", "claim tab.0 foundation.new 0"),
        ("b m", "claim tab.0 foundation.new 0"),
        ("claim b", "claim tab.0 foundation.new 0"),
        ("claim tab.0 foundation.new", "claim tab.0 foundation.new 0"),
        ("claim tab.0 foundation.new 0", "claim tab.0 foundation.new 0"),
        ("AH", "claim tab.0 foundation.new 0"),
        ("play ah to middle", "claim tab.0 foundation.new 0"),
        ("b", "claim tab.0 foundation.new 0"),
        ("d f", "move tab.2 tab.4 1"),
        ("move tab.2 tab.4 1", "move tab.2 tab.4 1"),
        ("d 1 f", "move tab.2 tab.4 1"),
        ("stuck", "stuck"),
        ("give up", "resign"),
    ],
)
def test_moves_have_short_forms(line: str, move: str) -> None:
    assert typed(seated(), line) == [move]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("can", "Can be claimed: AH from b."),
        ("n", "Demons: Computer 1 13, Computer 2 13."),
        ("score", "-13 points so far."),
        ("look c", "c: 7D."),
        ("look a", "the demon: 4H, 13 cards left."),
        ("look computer 2", "e: 4C."),
        ("look zz", "There is no pile 'zz'."),
        ("moves", "claim tab.0 foundation.new 0"),
        ("w m", "There is no free card there."),
        ("c m", "A foundation begins with an ace."),
        ("c b", "A card is packed on one that is one higher"),
        ("out", "Whose demon is used up is out without a word."),
        ("move tab.0", "Write it as: move SRC DST N."),
    ],
)
def test_questions_and_refusals_are_answered_in_a_line(
    line: str, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(seated(), line) == []
    assert answer in capsys.readouterr().out


@pytest.mark.parametrize("line", ["hello", "race", "", "say m"])
def test_other_lines_are_not_about_the_table(line: str) -> None:
    assert not TableLines(seated(), Output()).execute(line)


async def test_own_moves_are_told_at_once_and_those_of_others_are_merged(
    capsys: pytest.CaptureFixture[str],
) -> None:
    room = seated()
    PracticeLines(room, Output())
    room.tell([])
    assert "Can be claimed: AH from b." in capsys.readouterr().out
    now = room._now
    assert isinstance(now, Clock)
    while len(room.state.foundations) < 2:
        now.ms += 100
        room.step()
    assert capsys.readouterr().out == ""
    TableLines(room, Output()).execute("m")
    own, others, can = capsys.readouterr().out.splitlines()
    assert own.startswith("AH from b to hearts")
    assert others.startswith("Computer")
    assert others.count("Computer") == 2
    assert can == "Nothing can be claimed now."
    await asyncio.sleep(0)


@pytest.mark.processes
async def test_a_round_is_played_by_typing_alone(tmp_path: Path) -> None:
    words = (
        "play",
        "racing-demon",
        "--deal",
        "5",
        "--bots",
        "1",
        "--pace",
        "quick",
        "-o",
        "target=0",
    )
    player = await Player.start(tmp_path, "", *words)
    await player.until("Can be claimed: AH from b.")
    player.type("m")
    await player.until("AH from b to hearts; 4H from the demon to b; 5S turned up on the demon.")
    player.type("look", "help", "nonsense", "series", "race")
    await player.until("is neither a move nor a command.")
    player.type("resign")
    await player.until("Only one contestant is left: the round is over.")
    await player.until("Player: 1 card in the middle, 12 left in the demon for -12: -11 points.")
    await player.until('Type "next" for the next round')
    player.type("next")
    await player.until("Demons: Computer 1 13.")
    player.type("quit")
    assert await player.end() == exit_codes.DONE


def test_programs_get_every_event_as_an_object(tmp_path: Path) -> None:
    words = ("play", "racing-demon", "--deal", "5", "--bots", "1", "--json")
    done = patience(tmp_path, *words, typed="t\nresign\n").json()
    kinds = [event["type"] for event in done]
    assert kinds[:1] == ["room"]
    assert {"table_changed", "over"} <= set(kinds)


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("--strength", "clever"), "A strength is one of greedy, tips, ahead, not 'clever'."),
        (("--pace", "fast"), "A pace is one of slow, steady, quick, not 'fast'."),
        (("-o", "piles=6"), "piles"),
    ],
)
def test_wrong_opponents_are_refused(tmp_path: Path, words: tuple[str, ...], error: str) -> None:
    done = patience(tmp_path, "play", "racing-demon", *words)
    assert done.code == exit_codes.USAGE
    assert error in done.err
