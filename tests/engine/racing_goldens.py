"""The golden files of Racing Demon, in `racing_demon/`: the trees of legal moves of all seats,
counted, and whole rounds of four seats.

The headers are written by hand; `python -m tests.engine.goldens` writes the rest anew.
"""

import json
import random
from pathlib import Path

from engine.cards import NAME, SUITS, Card, deal_number_seed
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.state import RoundEvent, RoundState
from engine.table import Pile
from tests.engine.racing_tables import all_points, composed, legal_texts, some_move

FOLDER = Path(__file__).parent / "racing_demon"
PERFT = FOLDER / "perft.txt"
ROUNDS = sorted(FOLDER.glob("round-*.txt"))
RULE = "-" * 40


def _begun(fields: dict[str, str]) -> tuple[RacingDemon, RoundState]:
    rules = RacingDemon(json.loads(fields.get("options", "{}")))
    if "table" in fields:
        return rules, composed(rules, *fields["table"].split(" | "))
    packs = rules.packs(deal_number_seed(int(fields["deal"])), int(fields["seats"]))
    return rules, rules.deal(packs)


# Trees of legal moves. ------------------------------------------------------------------------


def perft(rules: RacingDemon, state: RoundState, depth: int) -> tuple[int, int, int, int]:
    """The number of tables after `depth` moves of any seats, and over them the sums of progress, of
    points and of rounds that are over."""
    seats = range(len(state.boards))
    if depth == 0:
        progress = sum(rules.progress(state, seat) for seat in seats)
        return 1, progress, sum(all_points(rules, state)), int(state.over is not None)
    below = [
        perft(rules, rules.play(state, seat, move).state, depth - 1)
        for seat in seats
        for move in rules.legal(state, seat)
    ]
    leaves, progress, points, over = map(sum, zip(*below, strict=True)) if below else (0, 0, 0, 0)
    return leaves, progress, points, over


def perft_text() -> str:
    """The text of the perft file with its counts made anew."""
    return "\n\n".join(map(_case, PERFT.read_text().strip().split("\n\n"))) + "\n"


def _case(block: str) -> str:
    lines = block.splitlines()
    fields = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
    rules, state = _begun(fields)
    header = [line for line in lines if not line[0].isdecimal()]
    depths = [int(line.split(":")[0]) for line in lines if line[0].isdecimal()]
    for depth in depths:
        leaves, progress, points, over = perft(rules, state, depth)
        counts = f"leaves {leaves}, progress {progress}, points {points}, over {over}"
        header.append(f"{depth}: {counts}")
    return "\n".join(header)


# Whole rounds. --------------------------------------------------------------------------------


def round_text(path: Path) -> str:
    """The text of a round: its header, then the round as its player plays it now."""
    header = path.read_text().split(RULE)[0].rstrip()
    fields = dict(line.split(": ", 1) for line in header.splitlines()[1:])
    rules, state = _begun(fields)
    rng, plies = random.Random(fields["player"].split()[0]), int(fields["player"].split()[1])
    lines = ["0.", *(_board(rules, state, seat) for seat in range(len(state.boards)))]
    for ply in range(1, plies + 1):
        if state.over:
            break
        there = [seat for seat in range(len(state.boards)) if rules.legal(state, seat)]
        seat = rng.choice(there)
        move = some_move(rules, state, seat, rng)
        step = rules.play(state, seat, move)
        state = step.state
        lines.append(f"{ply}. {seat} {rules.codec.to_text(move)}")
        lines += [f"   {_event(event)}" for event in step.events]
        lines.append(_board(rules, state, seat))
        lines.append(f"   legal: {', '.join(legal_texts(rules, state, seat)) or 'nothing'}")
        lines.append(f"   {_middle(state)}; points {all_points(rules, state)}")
    if state.over is None:
        state = rules.ring(state)
        lines.append("bell.")
    assert state.over
    lines.append(f"{state.over.reason}, out {state.over.out}; points {all_points(rules, state)}")
    return f"{header}\n{RULE}\n" + "\n".join(lines) + "\n"


def _board(rules: RacingDemon, state: RoundState, seat: int) -> str:
    board = state.boards[seat]
    piles = zip(rules.layout, board.piles, strict=True)
    said = f"{' resigned' if board.resigned else ''}{' stuck' if board.stuck else ''}"
    return f"   {seat}{said}: " + "; ".join(f"{name}={_pile(pile)}" for name, pile in piles)


def _pile(pile: Pile) -> str:
    return f"{_names(pile.down)}|{_names(pile.up)}"


def _names(cards: tuple[Card | None, ...]) -> str:
    return " ".join(NAME[card] for card in cards if card is not None)


def _middle(state: RoundState) -> str:
    every = (f"{SUITS[f.suit]}{''.join(map(str, f.owners))}" for f in state.foundations)
    return f"middle: {' '.join(every)}; shifts {state.shifts}"


def _event(event: RoundEvent) -> str:
    if event.kind == "shifted":
        return "shifted"
    return f"{event.kind}: {event.src} to {event.dst}: {_names(event.cards)}"


def texts() -> dict[Path, str]:
    """The text that each golden file must have."""
    return {PERFT: perft_text(), **{path: round_text(path) for path in ROUNDS}}
