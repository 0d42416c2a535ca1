"""Parity of the modes: everything in the bottom line of a table or room can be typed in line
mode."""

import re
from pathlib import Path

import pytest

from client_cli.screens.actions import PHRASE_KEYS
from client_cli.text_mode import board_view, call_notices, card_marks, parser
from client_cli.text_mode.rooms import race, race_tools
from client_cli.text_mode.rooms import room_input as rooms
from client_cli.text_mode.solo import solo
from protocol.rooms.talk import PHRASES

SCREENS = Path(__file__).parents[2] / "client_cli" / "screens"
OFFERED = re.compile(
    r'\((?:_\()?"(?:[^\W_]|\W|Space|Esc|F9|Ctrl\+Q|1-9)"\)?, _\("([a-z][a-z ,\']+)"'
)
"""A key and what it does, as pages write them."""

ALONE = {
    "next round": "next",
    "rules": "rules",
    "give up": "give up",
    "leave": "quit",
    "new deal": "new",
    "same deal again": "again",
    "undo": "undo",
    "redo": "redo",
    "branches and bookmarks": "branches",
    "check the counts": "count",
    "hint": "hint",
    "keys": "help",
}
RACING = {
    "next round": "next",
    "rules": "rules",
    "give up": "give up",
    "undo": "undo",
    "keys": "help",
    "watch them": "watch",
    "break": "break",
    "play on": "back",
    "leave, covered": "quit",
    "show the code": "room",
    "redo": "redo",
    "hint": "hint",
    "check the counts": "count",
    "add a bot": "bot",
    "challenge a friend": "challenge",
    "leave": "leave",
    "not ready": "unready",
    "start": "start",
    "unlock the room": "unlock",
    "take part": "part",
    "say": "say",
    "compare": "compare",
    "share": "share",
    "check": "check",
    "rematch": "rematch",
    "next game": "vote",
    "other terms": "rematch",
    "whose board": "watch",
    "the leader's": "watch leader",
    "delay": "settings",
    "join the race": "late",
}
NEEDLESS = {"put back", "back", "the race", "replay", "everybody", "all boards"}
"""Nothing is picked up in lines, no page lies over another, `patience replay` and `patience
traveller` are commands of their own, and a line shows one board."""


def offered(*pages: str) -> set[str]:
    texts = [(SCREENS / "pages" / f"{page}.py").read_text() for page in pages]
    return {told for text in texts for told in OFFERED.findall(text)} - NEEDLESS


@pytest.mark.parametrize(
    ("pages", "known"),
    [
        (["solo"], ALONE),
        (
            ["rooms/race", "rooms/lobby", "rooms/results", "rooms/spectate", "rooms/break_page"],
            RACING,
        ),
    ],
)
def test_every_key_has_a_word(pages: list[str], known: dict[str, str]) -> None:
    assert offered(*pages) <= {*known}, "name the word of line mode for what is new"


def help_of(*pages: str) -> list[str]:
    return [line for page in pages for line in page.splitlines()]


def test_every_word_is_in_the_help_of_its_mode() -> None:
    alone = help_of(parser.HELP, card_marks.HELP, solo.MORE_HELP)
    racing = help_of(
        *(parser.HELP, card_marks.HELP, race.MORE_HELP, race_tools.HELP),
        *(board_view.HELP, rooms.HELP, call_notices.HELP),
    )
    for words, lines in ((ALONE, alone), (RACING, racing)):
        for word in {*words.values()} - {"help"}:
            assert any(re.search(rf'(^|[;"] ?|"){word}\b', line) for line in lines), word
    for lines in (alone, racing):
        assert max(map(len, lines)) < 80, "no line is broken by a usual terminal"
        explained = [line.split("  ")[0] for line in lines if not line.startswith(" ")]
        assert len(explained) == len({*explained}), "nothing is explained twice"


def test_every_phrase_of_a_function_key_is_among_the_phrases() -> None:
    assert {*PHRASE_KEYS.values()} <= {*PHRASES}


def test_both_modes_are_told_of_here() -> None:
    """`docs/scripting.md` has the table for people."""
    page = (SCREENS.parents[1] / "docs" / "scripting.md").read_text()
    for word in {*ALONE.values(), *RACING.values()} - {"next", "back", "keys", "watch leader"}:
        assert re.search(rf"`[^`]*\b{word}\b[^`]*`", page), word
