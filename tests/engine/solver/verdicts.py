"""Stored verdicts of the solver. `python -m tests.engine.solver.verdicts` writes them anew; if they
change, the version of the solver must change too."""

from pathlib import Path

from engine.cards import deal_number_seed
from engine.games import AnyGame
from engine.mechanics.grid import ScoredGrid
from engine.solver.grids import ORDERS, Order
from engine.solver.solve import VERSION, Solution, solve
from tests.engine.helpers import every_game

STORED = Path(__file__).parent / "verdicts.txt"
NODES = 300
DEALS = (1, 2)


def questions() -> list[tuple[AnyGame, int, Order]]:
    """Return every game with several choices of options, two deals of each, and the order of the
    cards in games that are played for points."""
    return [
        (rules, deal, order)
        for rules in every_game()
        for deal in DEALS
        for order in (ORDERS if isinstance(rules, ScoredGrid) else ORDERS[:1])
    ]


def answer(rules: AnyGame, deal: int, order: Order) -> Solution:
    return solve(rules, rules.deal(rules.pack(deal_number_seed(deal))), NODES, order)


def line_of(rules: AnyGame, deal: int, order: Order, found: Solution) -> str:
    about = f"{rules.identity} deal {deal}" + (f" {order}" if isinstance(rules, ScoredGrid) else "")
    moves = "-" if found.line is None else len(found.line)
    return f"{about}: {found.verdict} {found.best} in {moves} moves, {found.nodes} nodes"


def write() -> None:
    lines = [line_of(*question, answer(*question)) for question in questions()]
    STORED.write_text("\n".join([f"solver {VERSION}, {NODES} nodes", *lines]) + "\n")


if __name__ == "__main__":
    write()
