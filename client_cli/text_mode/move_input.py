"""The move parser of line mode. It parses pile letters, grid cells or whole moves, and finds the
legal moves that they mean.

    a c      the only or the largest set of cards that may move from pile a to pile c (also `ac`)
    3 a c    exactly three cards (also `3ac`)
    aa, A    play the top of a to its only legal place; if there are several, they are listed
    a        list where a can go
    s        deal or turn, whichever the stock is for
    d4       lay the next card of a grid on that cell
    deal     any move by its kind, with letters or pile names: `discard a`, `move tab.0 tab.3 2`
    play QH  a card by its name, wherever it lies; `play QH b` to a pile (`card_input.py`)

The module knows no rules of a particular game. It uses the roles of the piles in the game's layout
(tableau, stock and so on) and the legal moves.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from client_cli.messages.game import card_inside
from client_cli.terminal.pile_labels import (
    by_fit,
    by_label,
    card_text,
    cell_label,
    grid_of,
    labels,
    read_cell,
)
from client_cli.text_mode import card_input
from engine.cards import NAME
from engine.errors import BadRequest
from engine.games import AnyGame
from engine.moves import Resign, kind_of
from engine.table import State
from protocol.texts import _, ngettext

MEANT = {"give up": kind_of(Resign)}  # not a text: what is typed
"""Other words that a player may type for a move, and the text of this move."""
HOMES = frozenset({"discard", "foundation", "waste"})
"""Roles of piles to which a move without a destination can lead."""


class FoundMove(NamedTuple):
    """The result of parsing if the typed text means exactly one legal move."""

    move: Any


class Choices(NamedTuple):
    """The result of parsing if the typed text may mean several legal moves. `question` asks the
    player which move is meant."""

    question: str
    moves: list[Any]


class NoMove(NamedTuple):
    """The result of parsing if the typed text means no legal move. `sentence` tells the player the
    reason."""

    sentence: str


Reading = FoundMove | Choices | NoMove


def read(game: AnyGame, state: State[Any], typed: str) -> Reading:
    """Parse a typed line as a move in the position `state`, whose face-down cards may be
    unknown."""
    text = " ".join(typed.split())
    text = MEANT.get(text.lower(), text)
    word = text.split(" ")[0].lower()
    named = card_input.read(game, state, text)
    if named is not None:
        return _named(game, state, named)
    if word in game.codec.kinds:
        return _whole(game, state, text.lower())
    if grid_of(game, state) is not None and (cell := read_cell(game, text.lower())):
        return _cell(game, state, cell)
    return _letters(game, state, text)


def moves_from(game: AnyGame, state: State[Any], pile: str) -> list[Any]:
    """Return the legal moves that take a card from a pile. If `pile` is the stock and there are
    none, return the moves that name no pile, such as dealing."""
    legal = game.legal(state).moves
    role = game.layout.group_of[game.layout.index[pile]].role
    named = [move for move in legal if _source(game, move) == pile]
    if role == "stock" and not named:
        return [move for move in legal if not game.codec.kinds[_kind(game, move)]]
    return named


def _source(game: AnyGame, move: Any) -> str | None:
    """Return the pile from which a move takes its card. A move may name a card in the pile, as
    `fan.3` names a card of the pile `fan`. A move that names only its destination takes the card in
    hand. Return None if the move takes no card."""
    src: str | None = getattr(move, "src", game.drawing.hand if hasattr(move, "dst") else None)
    return src if src is None or src in game.layout.index else src.rpartition(".")[0]


def typed(game: AnyGame, state: State[Any], move: Any) -> str:
    """Return the shortest text to type for a legal move."""
    label = labels(game)
    match {name: getattr(move, name) for name in game.codec.kinds[_kind(game, move)]}:
        case {"cell": cell, **rest} if not rest:
            return cell_label(game, cell)
        case {"src": src, "dst": dst, **rest} if src in label and dst in label and {*rest} <= {"n"}:
            found = _moved(game, state, None, src, dst)
            count = "" if found == FoundMove(move) or "n" not in rest else f"{rest['n']} "
            return f"{count}{label[src]} {label[dst]}"
        case {"src": src, **rest} if not rest and src in label:
            return f"{_kind(game, move)} {label[src]}"
        case {"dst": dst, **rest} if not rest and dst in label and game.drawing.hand:
            return f"{label[game.drawing.hand]} {label[dst]}"
        case {"src": src, "dst": dst, **rest} if not rest and dst in label:
            if inside := card_inside(game, state, src):
                named = f"play {card_text(NAME[inside[1]])} {label[dst]}"  # not a text
                if read(game, state, named) == FoundMove(move):
                    return named
        case {"order": order} if list(order) == sorted(order):
            return _kind(game, move)
    return game.codec.to_text(move)


def _named(game: AnyGame, state: State[Any], named: card_input.NamedCardMoves | str) -> Reading:
    """Return the result of parsing a move that was typed with the name of its card."""
    if isinstance(named, str):
        return NoMove(named)
    if state.over or named.dst is None:
        return _one_of(game, named.moves, _("Where to?")) if named.moves else NoMove(named.why)
    moves = [move for move in named.moves if _goes_to(game, move, named.dst)]
    if not moves:
        return NoMove(_why_not(game, state, 1, named.src, named.dst))
    return _one_of(game, _longest(moves), _("Which of these?"))


def _kind(game: AnyGame, move: Any) -> str:
    return str(game.codec.to_json(move)["kind"])


def _whole(game: AnyGame, state: State[Any], text: str) -> Reading:
    """Return the result of parsing a move that was typed with the name of its kind. Labels may
    stand for piles and grid cells."""
    kind, *words = text.split(" ")
    fields, piles = game.codec.kinds[kind], by_label(game)
    places = {name.lower(): name for name in (*game.layout, *game.extra_places())}
    plain = [kind]
    for word, field in zip(words, [*fields, *words], strict=False):
        cell = read_cell(game, word) if field == "cell" else None
        known = piles if field in ("src", "dst", "fills", "slots") else {}
        parts = [known.get(part) or places.get(part, part) for part in word.split(",")]
        at = ",".join(parts)
        plain.append(f"{cell[0]},{cell[1]}" if cell else at)
    try:
        return _if_legal(game, state, game.codec.from_text(" ".join(plain)))
    except BadRequest as error:
        return NoMove(_(str(error)))


def _if_legal(game: AnyGame, state: State[Any], move: Any) -> Reading:
    if state.over:
        return NoMove(_("The game is over."))
    reason = None if isinstance(move, Resign) else game.refusal(state, move)
    return NoMove(reason) if reason else FoundMove(move)


def _cell(game: AnyGame, state: State[Any], cell: tuple[int, int]) -> Reading:
    grid = grid_of(game, state)
    kind = next(kind for kind, fields in game.codec.kinds.items() if fields == ["cell"])
    if grid is not None and not grid.laid:  # the first card lies in the middle, whatever is named
        cell = next((move.cell for move in game.legal(state).moves), cell)
    return _if_legal(game, state, game.codec.from_json({"kind": kind, "cell": list(cell)}))


def _letters(game: AnyGame, state: State[Any], text: str) -> Reading:
    """Return the result of parsing one or two pile labels, with or without a number of cards before
    them. A pile that is the only one of its kind may be typed by its name, such as `waste`."""
    piles = by_label(game)
    single = {name: label for name, label in labels(game).items() if "." not in name}
    plain = " ".join(single.get(word, word) for word in text.lower().split(" "))
    shape = re.fullmatch(r"(\d{0,3})\s*([a-z]\d{0,2})(?:\s*([a-z]\d{0,2}))?", plain)
    if not shape or shape[2] not in piles or (shape[3] and shape[3] not in piles):
        return NoMove(_("{text} is neither a move nor a command; try help.", text=repr(text[:40])))
    if state.over:
        return NoMove(_("The game is over."))
    count = int(shape[1]) if shape[1] else None
    src, dst = piles[shape[2]], piles.get(shape[3] or "")
    group = game.layout.group_of[game.layout.index[src]]
    if dst is None and text.isupper():
        dst = src
    if group.role == "stock" and dst in (None, src):
        return _stock(game, state)
    if dst is None:
        return _picked(game, state, src)
    return _played(game, state, count, src) if src == dst else _moved(game, state, count, src, dst)


def _stock(game: AnyGame, state: State[Any]) -> Reading:
    """Return the result of parsing the label of the stock: the move that deals or turns cards,
    whichever the game has and the rules allow now."""
    kinds = [kind for kind, fields in game.codec.kinds.items() if not fields and kind != "resign"]
    readings = [_if_legal(game, state, game.codec.from_text(kind)) for kind in kinds]
    return next(
        (reading for reading in readings if isinstance(reading, FoundMove)),
        readings[0] if readings else NoMove(_("The next card is laid by naming a cell.")),
    )


def _picked(game: AnyGame, state: State[Any], src: str) -> Reading:
    moves = _longest(moves_from(game, state, src))
    label = labels(game)[src]
    return (
        Choices(_("Where to from {label}?", label=label), moves)
        if moves
        else _no_move(game, state, src)
    )


def _played(game: AnyGame, state: State[Any], count: int | None, src: str) -> Reading:
    moves = moves_from(game, state, src)
    moves = [m for m in moves if _count(m) == count] if count else _longest(moves)
    if not moves:
        return _no_move(game, state, src)
    question = ngettext("There are {n} place; which?", "There are {n} places; which?", len(moves))
    return _one_of(game, moves, question)


def _moved(game: AnyGame, state: State[Any], count: int | None, src: str, dst: str) -> Reading:
    moves = [m for m in moves_from(game, state, src) if _goes_to(game, m, dst)]
    moves = [m for m in moves if _count(m) == count] if count else _longest(moves)
    if not moves:
        return NoMove(_why_not(game, state, count or 1, src, dst))
    return _one_of(game, moves, _("Which of these?"))


def _one_of(game: AnyGame, moves: list[Any], question: str) -> Reading:
    """Return the only move of `moves`, or `question` with the moves to choose from. Moves that
    differ in how a space is filled are too many to list; then the player is told to type the whole
    move."""
    if len(moves) == 1:
        return FoundMove(moves[0])
    if all(hasattr(move, "fills") for move in moves):
        label = labels(game)
        words = [
            ",".join(label.get(part, part) for part in word.split(","))
            for word in game.codec.to_text(moves[0]).split(" ")
        ]
        return NoMove(
            _(
                "It can be done in several ways; write it whole, such as: {words}",
                words=" ".join(words),
            )
        )
    return Choices(question, moves)


def _goes_to(game: AnyGame, move: Any, dst: str) -> bool:
    named = getattr(move, "dst", None)
    if named is not None:
        return bool(named == dst)
    return game.layout.group_of[game.layout.index[dst]].role in HOMES


def _count(move: Any) -> int:
    return int(getattr(move, "n", 1))


def _longest(moves: Iterable[Any]) -> list[Any]:
    """Return, for each kind of move and each destination, only the move that takes the most
    cards."""
    best: dict[tuple[object, ...], Any] = {}
    for move in moves:
        ways = (getattr(move, name, None) for name in ("dst", "src", "end", "fills"))
        place = type(move), *ways
        if place not in best or _count(move) > _count(best[place]):
            best[place] = move
    return list(best.values())


def _no_move(game: AnyGame, state: State[Any], src: str) -> NoMove:
    """Return a sentence with the reason why no card can be moved from a pile. If the game has moves
    that name only a source, the game's rules give the reason."""
    alone = [kind for kind, fields in game.codec.kinds.items() if fields == ["src"]]
    reasons = [_refusal(game, state, {"kind": kind, "src": src}) for kind in alone]
    label = labels(game)[src]
    return NoMove(
        next(filter(None, reasons), None) or _("Nothing can be played from {label}.", label=label)
    )


def _why_not(game: AnyGame, state: State[Any], count: int, src: str, dst: str) -> str:
    """Return a sentence with the reason why a move between two piles is illegal. The game's rules
    give the reason where they have one."""
    home = game.layout.group_of[game.layout.index[dst]].role in HOMES
    values: dict[str, object] = {"src": src, "dst": dst, "n": count}
    wanted: Sequence[set[str]] = [{"src", "dst"}, {"src", "dst", "n"}]
    wanted = [{"dst"}, *wanted] if src == game.drawing.hand else wanted
    for kind, fields in by_fit(game, src):
        if {*fields} in wanted or (home and fields == ["src"]):
            move = {"kind": kind, **{name: values[name] for name in fields}}
            reason = _refusal(game, state, move)
            if reason:
                return reason
    label = labels(game)
    return _("Nothing can go from {label} to {label_2}.", label=label[src], label_2=label[dst])


def _refusal(game: AnyGame, state: State[Any], move: dict[str, object]) -> str | None:
    try:
        return game.refusal(state, game.codec.from_json(move))
    except BadRequest as error:
        return _(str(error))
