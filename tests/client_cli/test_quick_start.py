"""Command lines that run without the tree of commands do what the tree does."""

from pathlib import Path

import pytest

from client_cli import main
from client_cli.commands.quick_start import quick_command
from tests.client_cli.command import here


def never(_words: object) -> int:
    raise AssertionError


@pytest.mark.parametrize(
    "words",
    [
        "",
        "--plain",
        "games",
        "games --json --plain",
        "history",
        "play klondike",
        "play kings --deal 5",
        "play --deal=5 Aces-Up --json",
    ],
)
def test_what_is_quick(words: str) -> None:
    assert quick_command(words.split(), never) is not None


@pytest.mark.parametrize(
    "words",
    [
        "play",
        "play klondike kings",
        "play nonesuch",
        "play racing-demon",
        "play klondike --deal",
        "play klondike --deal 0",
        "play klondike --deal five",
        "play klondike --resume",
        "play --help",
        "games --help",
        "history aces-up",
        "rules kings",
        "--version",
    ],
)
def test_what_is_left_to_the_tree(words: str) -> None:
    assert quick_command(words.split(), never) is None


@pytest.mark.parametrize(
    "words", ["games", "games --json", "history", "history --json", "play kings --deal 7 --json"]
)
async def test_both_ways_print_the_same(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = await here(tmp_path, *words.split())
    monkeypatch.setattr(main, "quick_command", lambda *_: None)
    assert await here(tmp_path, *words.split()) == quick
