"""Words for moves in the player's language: the numbered choices between moves, and what Space
does."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any

from client_cli.screens.table.move_targets import first_event, source_of
from client_cli.terminal.pile_labels import card_text, grid_of
from engine.cards import NAME
from engine.games import AnyGame
from engine.table import State
from protocol.texts import _

KINDS = {
    "build": _("build"),
    "choose": _("choose"),
    "deal": _("deal"),
    "discard": _("discard"),
    "discard_ace": _("discard ace"),
    "end_session": _("end session"),
    "exchange": _("exchange"),
    "fill": _("fill"),
    "grace": _("grace"),
    "join": _("join"),
    "king": _("king"),
    "lay": _("lay"),
    "move": _("move"),
    "pack": _("pack"),
    "pair": _("pair"),
    "place": _("place"),
    "play": _("play"),
    "put_back": _("put back"),
    "redeal": _("redeal"),
    "turn": _("turn"),
}
"""Kinds of move in the player's language. A kind that is not listed is shown by its own name."""
ENDS = {"foot": _("foot"), "head": _("head")}


def described(
    game: AnyGame,
    moves: Sequence[Any],
    label: Callable[[Any], str],
    state: State[Any] | None = None,
) -> list[str]:
    """Return the texts of numbered choices between `moves`, such as `1 discard` and `2 fill c`, in
    the same order. `label` returns the label of a pile or grid cell. If `state` is given and the
    moves take different cards, the texts also name the card."""
    cards = [_card(game, state, move) if state else "" for move in moves]
    named = len(set(cards)) > 1
    found = []
    for number, (move, card) in enumerate(zip(moves, cards, strict=True), 1):
        to = f" {label(move.dst)}" if hasattr(move, "dst") else ""
        what = f" {card}" if named and card else ""
        found.append(f"{number} {move_label(game, move)}{what}{to}")
    return found


def _card(game: AnyGame, state: State[Any], move: Any) -> str:
    grid = grid_of(game, state)
    if grid is not None and grid.last:
        return card_text(NAME[grid.last[move.n]])
    event = first_event(game, state, move)
    return card_text(NAME[event.cards[-1]]) if event else ""


def move_label(game: AnyGame, move: Any) -> str:
    """Return the words for a move: the name of its kind and, if the move can be made at either end
    of a row of cards, the name of the end."""
    name = game.codec.to_text(move).split(" ")[0]
    kind = KINDS.get(name, name.replace("_", " "))
    return f"{kind} {ENDS.get(move.end, move.end)}" if hasattr(move, "end") else kind


def plain_moves(game: AnyGame, moves: Iterable[Any]) -> list[str]:
    """Return the words for the moves that name neither a card nor a grid cell, such as dealing.
    Space makes these moves."""
    return [
        move_label(game, m) for m in moves if source_of(game, m) is None and not hasattr(m, "cell")
    ]


def plain_kind(game: AnyGame) -> str:
    """Return the words for the game's kind of move that names no card and no pile, such as dealing;
    empty if the game has no such kind. They are shown at the key Space while no such move is
    legal."""
    kinds = (kind for kind in game.kinds if not fields(kind))
    return next((move_label(game, kind()) for kind in kinds), "")
