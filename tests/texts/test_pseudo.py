"""With a translation that marks every text, both clients show no text without a mark."""

import subprocess
import sys
from pathlib import Path

import pytest

from client_cli.terminal.pile_labels import NAMES as NAMES_SHOWN
from engine.games import GAMES, game
from tests.client_cli.command import ROOT, environment
from tests.texts.pseudo import forms, game_names, marked, unmarked

KINDS = frozenset(kind for slug in GAMES for kind in game(slug).codec.kinds)
"""Moves as they are typed."""
NAMES = frozenset(("Anna", "nowhere", "watch"))


def run(data: Path, *words: str, typed: str = "") -> str:
    """What the terminal client prints with the marked texts."""
    ended = subprocess.run(
        [sys.executable, "-m", "tests.texts.pseudo", *words],
        input=typed,
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=environment(data) | {"PYTHONIOENCODING": "utf-8"},
        encoding="utf-8",
        timeout=120,
    )
    assert ended.returncode in (0, 2, 3, 5), ended.stderr
    return ended.stdout + ended.stderr


def test_texts_are_marked_and_placeholders_are_not() -> None:
    assert marked("{name} leads.") == "{name} ĺéáđš."
    assert forms()["The game is over."] == [marked("The game is over.")]
    assert unmarked(f"Anna: {marked('The game is over.')} KH b. Left", NAMES) == ["Left"]
    assert unmarked(marked("One, two and three?")) == []


@pytest.mark.processes
@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (["play", "aces-up", "--deal", "1"], "help\nlook\nz z\nhint\nundo\nwatch\nquit\n"),
        (["stats"], ""),
        (["join", "nowhere"], ""),
        (["daily"], ""),
        (["history"], ""),
    ],
)
def test_line_mode_shows_only_marked_texts(tmp_path: Path, words: list[str], typed: str) -> None:
    shown = run(tmp_path, *words, typed=typed)
    assert shown.strip()
    assert not unmarked(shown, NAMES | KINDS | game_names()), shown


@pytest.mark.processes
def test_the_full_screen_shows_only_marked_texts(tmp_path: Path) -> None:
    shown = run(tmp_path, "--pages")
    assert marked("Options") in shown
    assert not unmarked(shown, NAMES | game_names()), shown


def test_every_pile_and_fact_has_a_text() -> None:
    for rules in map(game, GAMES):
        single = [group.prefix for group in rules.layout.groups if group.indices is None]
        told = rules.facts(rules.deal(rules.pack(bytes(32))))
        counted = [name for name, value in told.items() if type(value) is int]
        assert {*single, *counted} <= {*NAMES_SHOWN}, rules.slug
