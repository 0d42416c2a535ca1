"""The stubs: every one fails a test until it is filled in.

NEW_SLUG and NEW_TITLE stand for the game. A path of `FILES` is a new file. A row of `TABLES` goes
to the end of a table that is there: the texts before and after its rows, and the row.
"""

TEST = '''\
"""NEW_TITLE: worked examples of its rules, its refusals, its ends, what cannot arise.

Positions are in the shorthand of `tests.engine.helpers.composed`. A table that is empty fails.
"""

import pytest

from engine.errors import BadPosition, IllegalMove
from engine.games import AnyGame, game
from tests.engine.helpers import composed, deal, play

HEIGHTS: list[int] = []
"""How many cards each pile has after the deal, in the order of the layout."""
VECTORS: list[tuple[str, list[str], str]] = []
"""A position, moves, and the position they lead to: worked examples of the rules."""
REFUSALS: list[tuple[str, str, str]] = []
"""A position, a move, and words of the reason: one row for each "unless" of the rules."""
ENDS: list[tuple[str, str, str]] = []
"""A position, a move, and how the game has ended after it: `won`, `complete` or `lost`."""
IMPOSSIBLE: list[tuple[str, str]] = []
"""A position that cannot arise, and words of the reason."""


@pytest.fixture(scope="module")
def rules() -> AnyGame:
    return game("NEW_SLUG")


def test_the_deal(rules: AnyGame) -> None:
    state = deal(rules, 1)
    assert [len(pile.down) + len(pile.up) for pile in state.piles] == HEIGHTS


def test_worked_examples_of_the_rules(rules: AnyGame) -> None:
    assert VECTORS, "fill in the vectors"
    for start, moves, end in VECTORS:
        assert play(rules, composed(rules, start), *moves) == composed(rules, end), (start, moves)


def test_what_each_refusal_says(rules: AnyGame) -> None:
    assert REFUSALS, "fill in the refusals"
    for start, move, words in REFUSALS:
        with pytest.raises(IllegalMove, match=words):
            play(rules, composed(rules, start), move)


def test_how_the_game_ends(rules: AnyGame) -> None:
    assert {end for _, _, end in ENDS} & {"won", "complete"}, "fill in how the game is won"
    for start, move, end in ENDS:
        over = play(rules, composed(rules, start), move).over
        assert over is not None, (start, move)
        assert over.result == end, (start, move)


def test_positions_that_cannot_arise(rules: AnyGame) -> None:
    assert IMPOSSIBLE, "fill in positions that cannot arise"
    for position, words in IMPOSSIBLE:
        with pytest.raises(BadPosition, match=words):
            composed(rules, position)
'''

PERFT = """\
First deal
deal: 1
1:
2:

Second deal
deal: 2
1:
2:

Third deal
deal: 3
1:
2:

What the first composed position shows
position: fill in the piles
1:
2:

What the second composed position shows
position: fill in the piles
1:
2:

What the third composed position shows
position: fill in the piles
1:
2:
"""

PLAYTHROUGH = """\
By somebody who takes what there is
options: {{}}
deal: {number}
player: {player} 200
"""

FAULT = """\
[[fault]]
rule = "Rule {number} that a fault breaks, in one sentence."
file = "engine/games/NEW_SLUG.py"
old = "a text that stands there exactly once, {number}"
new = "what takes its place, {number}"
"""
FAULTS = 10

SECTION = """
## NEW_TITLE (`NEW_SLUG`)

Book: name the book and the chapter.

| the book says | the rule | the test |
|---|---|---|
| "the words of the book" | `engine/games/NEW_SLUG.py` | fill in the test that fails without it |
"""

FILES = {
    "tests/engine/test_{slug}.py": TEST,
    "tests/engine/perft/{slug}.txt": PERFT,
    **{
        f"tests/engine/playthroughs/{{slug}}-{number}.txt": PLAYTHROUGH.format(
            number=number, player=player
        )
        for number, player in ((1, "a 0.0"), (2, "b 0.3"), (3, "c 1.0"))
    },
    "tests/faults/{slug}.toml": "\n".join(
        FAULT.format(number=number) for number in range(1, FAULTS + 1)
    ),
}

TABLES = {
    "tests/engine/test_position.py": ("    known = {\n", "}\n", '        "NEW_SLUG",\n'),
    "docs/games.md": (
        "| game | book: minutes |",
        "\n### Where",
        "| NEW_TITLE (`NEW_SLUG`) | – | – | – | – | – |\n",
    ),
}
