"""A deal of every game that the greedy player brings to an end of its own, for tests that play a
game to its end.

`endings.txt` has one line a game: its slug, the number of the deal, how it ends.
`python -m tests.engine.goldens` writes it.
"""

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from engine.cards import deal_number_seed
from engine.computer_players.player import Player
from engine.games import GAMES, AnyGame, game
from engine.table import GameOver

FILE = Path(__file__).with_name("endings.txt")
MOST_MOVES = 200


def script(rules: AnyGame, deal: int) -> list[Any]:
    """The greedy player's moves in a numbered deal."""
    return _played(rules, deal)[0]


def ending(over: GameOver) -> str:
    """How a game has ended, in a word."""
    return over.reason or over.result


def _played(rules: AnyGame, deal: int) -> tuple[list[Any], GameOver]:
    state = rules.deal(rules.pack(deal_number_seed(deal)))
    player, moves = Player(rules, "greedy", Random(deal).randrange, MOST_MOVES), []
    while not state.over:
        moves.append(player.move(state))
        state = rules.play(state, moves[-1]).state
    return moves, state.over


def read() -> dict[str, tuple[int, str]]:
    """For each game of the file, the number of the deal and how it ends."""
    rows = (line.split() for line in FILE.read_text().splitlines())
    return {slug: (int(deal), end) for slug, deal, end in rows}


def text() -> str:
    """The text of the file. A deal that still ends by itself is kept; otherwise the first one
    that does so is looked for."""
    known = read()
    rows = []
    for slug in sorted(GAMES):
        rules = game(slug)
        deals = count(1) if slug not in known else [known[slug][0], *range(1, 1_000)]
        for deal in deals:
            end = ending(_played(rules, deal)[1])
            if end != "resigned":
                rows.append(f"{slug} {deal} {end}")
                break
    return "\n".join(rows) + "\n"
