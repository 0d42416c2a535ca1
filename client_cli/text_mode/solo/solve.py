"""The command `patience solve`: whether a deal or position can be won with every card known."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from client_cli.exit_codes import Failure
from client_cli.messages.game import move_words
from client_cli.terminal.output import Output
from client_cli.text_mode.solo.deals import seed_of_number, typed_seed
from engine.cards import card
from engine.errors import EngineError
from engine.games import AnyGame
from engine.mechanics.grid import ScoredGrid
from engine.solver.grids import ORDERS, Order
from engine.solver.solve import DEFAULT_NODES, Solution, solve
from engine.table import State
from protocol.texts import _, ngettext


class StartChoice(NamedTuple):
    """The position to search from, as it was typed: the number of a deal, the deal seed in
    hexadecimal, the cards of a pack in the order of dealing, or a position text. Exactly one of
    them must be given; the others are None."""

    number: int | None
    seed: str | None
    pack: str | None
    position: str | None


def show_solution(
    game: AnyGame, start: StartChoice, nodes: int | None, order: str | None, voice: Output
) -> None:
    """Search from a position, and print the verdict and the moves; programs get one JSON object.

    The search tries the moves of at most `nodes` positions; if `nodes` is None, of as many as the
    solver does by default. `order` is that of a game that is played for points, None for the first
    of `ORDERS`. Raises Failure for a wrong start or order.
    """
    state = _state(game, start)
    found = solve(game, state, nodes or DEFAULT_NODES, _order(game, order))
    texts = [game.codec.to_text(move) for move in found.line or ()]
    voice.put(
        {
            "verdict": found.verdict,
            "line": None if found.line is None else texts,
            "best": found.best,
            "nodes": found.nodes,
            "solver": found.version,
        }
    )
    if not voice.as_json:
        words = _words(game, state, found.line or ())
        voice.say([_sentence(game, found), *([", ".join(words)] if words else [])])
        voice.say([ngettext("{n} position searched.", "{n} positions searched.", found.nodes)])


def _words(game: AnyGame, state: State[Any], moves: Sequence[Any]) -> list[str]:
    """Return the moves in words. `state` is the position before the first move."""
    words = []
    for move in moves:
        words.append(move_words(game, state, move))
        if not isinstance(game, ScoredGrid):  # a grid may be filled in another order than dealt
            state = game.play(state, move).state
    return words


def _state(game: AnyGame, start: StartChoice) -> State[Any]:
    if sum(given is not None for given in start) != 1:
        raise Failure.usage(_("Name one of --deal, --seed, --pack and --position."))
    try:
        if start.position is not None:
            return game.load(start.position)
        if start.pack is not None:
            return game.deal([card(word) for word in start.pack.split()])
        if start.seed is not None:
            return game.deal(game.pack(typed_seed(start.seed)))
        return game.deal(game.pack(seed_of_number(start.number or 0)))
    except EngineError as error:
        raise Failure.usage(_(str(error))) from None


def _order(game: AnyGame, typed: str | None) -> Order:
    if typed is not None and not isinstance(game, ScoredGrid):
        raise Failure.usage(_("Only a game that is played for points has an order."))
    for order in ORDERS:
        if typed in (order, None):
            return order
    raise Failure.usage(
        _("An order is one of {orders}, not {typed}.", orders=", ".join(ORDERS), typed=repr(typed))
    )


def _sentence(game: AnyGame, found: Solution) -> str:
    moves, best, goal = len(found.line or ()), found.best, game.goal
    match found.verdict:
        case "won":
            return ngettext("It can be won in {n} move:", "It can be won in {n} moves:", moves)
        case "lost":
            return _(
                "It cannot be won. The best progress is {best} of {goal}.", best=best, goal=goal
            )
        case "exact":
            return ngettext("The best total is {n} point:", "The best total is {n} points:", best)
    if isinstance(game, ScoredGrid):
        return ngettext(
            "The best total found is {n} point; it is not known whether there is a better one:",
            "The best total found is {n} points; it is not known whether there is a better one:",
            best,
        )
    return _(
        "It is not known whether it can be won. The best progress found is {best} of {goal}:",
        best=best,
        goal=goal,
    )
