"""Writes the golden files anew: `python -m tests.engine.goldens`.

It writes the counts of every case in `perft/`, everything below the header in `playthroughs/`, and
`endings.txt`.
The header (title, options, deal or position, player) is written by hand. A new game needs only
headers: a perft file with depths and no counts, and three playthroughs. A change in these files is
a change of the rules, and is reviewed as one.
"""

import json
import random
from pathlib import Path

from engine.cards import names
from engine.games import GAMES, AnyGame, game
from engine.moves import Resign
from engine.table import BESIDE, Event
from tests.engine import endings, racing_goldens
from tests.engine.helpers import (
    PERFT,
    PLAYTHROUGHS,
    AnyState,
    beginning,
    cards,
    choice,
    legal_texts,
    perft,
    perft_cases,
)

RULE = "-" * 40


def perft_text(path: Path) -> str:
    """The text of a perft file with its counts computed anew."""
    blocks = path.read_text().strip().split("\n\n")
    done = []
    for case, block in zip(perft_cases(path.stem), blocks, strict=True):
        lines = [line for line in block.splitlines() if not line[0].isdecimal()]
        lines += [f"{depth}: {perft(case.rules, case.start, depth)}" for depth in case.counts]
        done.append("\n".join(lines))
    return "\n\n".join(done) + "\n"


def playthrough_text(path: Path) -> str:
    """The text of a playthrough: its header, then the game as its player plays it now.

    The header has `options`, a `deal`, a `pack` or a `position`, and the `player`: a seed, the
    `hurry` of `choice`, and the number of moves after which it resigns.
    """
    header = path.read_text().split(RULE)[0]
    fields = dict(line.split(": ", 1) for line in header.strip().splitlines()[1:])
    rules = game(path.stem.rpartition("-")[0], json.loads(fields["options"]))
    if "pack" in fields:
        state = rules.deal(cards(fields["pack"]))
    else:
        state = beginning(rules, fields)
    seed, hurry, plies = fields["player"].split()
    return header.rstrip() + f"\n{RULE}\n" + _played(rules, state, seed, float(hurry), int(plies))


def _played(rules: AnyGame, state: AnyState, seed: str, hurry: float, plies: int) -> str:
    rng = random.Random(seed)
    lines = ["0.", *_shown(rules, state)]
    for ply in range(1, plies + 2):
        if state.over:
            break
        move = choice(rules, state, rng, hurry) if ply <= plies else Resign()
        step = rules.play(state, move)
        lines.append(f"{ply}. {rules.codec.to_text(move)}")
        lines += [f"   {_event(rules, event)}" for event in step.events]
        state = step.state
        lines += _shown(rules, state)
    shown = rules.showdown(state)
    if shown != state:
        lines += ["showdown.", *_shown(rules, shown)]
    return "\n".join(lines) + "\n"


def _shown(rules: AnyGame, state: AnyState) -> list[str]:
    over = f", {state.over.result} {state.over.reason or ''}".rstrip() if state.over else ""
    return [
        f"   {rules.position(state)}",
        f"   progress {rules.progress(state)}, points {rules.points(state)}{over}",
        f"   legal: {', '.join(legal_texts(rules, state)) or 'nothing'}",
    ]


def _event(rules: AnyGame, event: Event) -> str:
    src, dst = ("beside" if i == BESIDE else rules.layout.names[i] for i in (event.src, event.dst))
    return f"{event.kind}: {src} to {dst}: {' '.join(names(event.cards))}"


def golden_files() -> list[Path]:
    """The paths of all golden files that must exist."""
    playthroughs = [PLAYTHROUGHS / f"{slug}-{n}.txt" for slug in GAMES for n in (1, 2, 3)]
    return [PERFT / f"{slug}.txt" for slug in GAMES] + playthroughs


def main() -> None:
    """Write all golden files and print the names of those that changed."""
    for path in golden_files():
        text = perft_text(path) if path.parent == PERFT else playthrough_text(path)
        if path.read_text() != text:
            path.write_text(text)
            print(f"changed: {path.relative_to(PERFT.parent)}")
    for path, text in racing_goldens.texts().items():
        if path.read_text() != text:
            path.write_text(text)
            print(f"changed: {path.relative_to(PERFT.parent)}")
    if (text := endings.text()) != endings.FILE.read_text():
        endings.FILE.write_text(text)
        print(f"changed: {endings.FILE.name}")


if __name__ == "__main__":
    main()
