"""From picked places to moves: what keys, mouse and cursor have in common.

Pure. A pick leads to an `Act`: the hand as it is then, and a move or a sentence. Whether a move is
legal is asked of the engine alone, and a refusal leaves the hand as it was.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import groupby
from typing import Any, NamedTuple

from client_cli.piles import grid_of
from client_cli.screens.canvas import Place, Spot
from client_cli.screens.pen import Lit
from engine.games import AnyGame
from engine.table import State

TAKES_WITHOUT_NAME = frozenset({"discard", "foundation"})
"""Roles of piles that a move without a destination goes to."""


@dataclass(frozen=True)
class Hand:
    """What is picked: a source, how many cards (0: as many as may go), and choices to number."""

    source: Place | None = None
    count: int = 0
    strict: bool = False
    """The count was typed, so no other number will do."""
    choices: tuple[Any, ...] = ()


EMPTY_HAND = Hand()


class Act(NamedTuple):
    """What came of a pick."""

    hand: Hand
    move: Any = None
    say: str = ""


class Picker:
    """One position's legal moves, by where they come from and where they go."""

    def __init__(self, game: AnyGame, state: State[Any]) -> None:
        self.game, self.state = game, state
        self.moves = game.legal(state).moves

    # What a player does. --------------------------------------------------------------------

    def pick(self, hand: Hand, spot: Spot) -> Act:
        """A place was named: the source, or with a source in hand the target."""
        if not isinstance(spot.place, str):
            return self._lay(hand, spot.place)
        if hand.source is None:
            return self._take(hand, spot)
        if hand.source == spot.place:
            return self.play_it(hand)
        return self._put(hand, spot.place)

    def play_it(self, hand: Hand) -> Act:
        """Send the source to its only legal place; several are numbered. A card that can go nowhere
        is put down again."""
        found = self._from(hand)
        routes = [max(g, key=_size) for _, g in groupby(sorted(found, key=_where), key=_where)]
        if len(routes) == 1:
            return Act(EMPTY_HAND, routes[0])
        if routes:
            return Act(replace(hand, choices=tuple(routes)))
        return Act(EMPTY_HAND, say=self._why(src=hand.source))

    def choose(self, hand: Hand, number: int) -> Act:
        """A numbered choice, from 1."""
        if 1 <= number <= len(hand.choices):
            return Act(EMPTY_HAND, hand.choices[number - 1])
        return Act(hand, say=f"Choose 1 to {len(hand.choices)}, or Esc.")

    def deal(self, hand: Hand) -> Act:
        """Space: the move that names no card, or the only move there is."""
        plain = [kind for kind in self.game.kinds if not fields(kind)]
        found = [move for move in self.moves if type(move) in plain]
        if not plain and len(self.moves) == 1:
            found = self.moves
        if len(found) == 1:
            return Act(EMPTY_HAND, found[0])
        if found:
            return Act(replace(hand, choices=tuple(found)))
        why = next(filter(None, (self.game.refusal(self.state, kind()) for kind in plain)), "")
        return Act(hand, say=why or "Name the cell you want it in, such as d4.")

    def lit(self, hand: Hand, cursor: Place | None = None) -> Lit:
        """What to light up for this hand."""
        found = self._from(hand) if hand.source is not None else []
        if hand.source is None:
            return Lit(cursor=cursor)
        count = hand.count or max(map(_size, found), default=1)
        targets = frozenset(place for move in found for place in self._goals(move))
        return Lit(Spot(hand.source, count), targets, cursor)

    # How. -----------------------------------------------------------------------------------

    def _lay(self, hand: Hand, cell: Place) -> Act:
        grid = grid_of(self.game, self.state)
        if grid is not None and not grid.laid and self.moves:
            return Act(EMPTY_HAND, self.moves[0])  # the first card lies anywhere: in the middle
        for move in self.moves:
            if getattr(move, "cell", None) == cell:
                return Act(EMPTY_HAND, move)
        return Act(hand, say=self._why(cell=cell))

    def _take(self, hand: Hand, spot: Spot) -> Act:
        place = str(spot.place)
        where = self.game.layout.index[place]
        if self.game.layout.group_of[where].role == "stock":
            return self.deal(hand)
        if not self.state.piles[where].up:
            return Act(hand, say="There is no card there to pick up.")
        if self._starts(place):
            return Act(replace(hand, source=place, count=hand.count or spot.n, choices=()))
        return Act(hand, say="The cards there stay where they are.")

    def _starts(self, place: str) -> bool:
        """Whether a pile of this group is ever moved from: it is a tableau, or has a move now."""
        role = self.game.layout.group_of[self.game.layout.index[place]].role
        return role not in TAKES_WITHOUT_NAME or any(_source(m) == place for m in self.moves)

    def _put(self, hand: Hand, place: str) -> Act:
        found = [move for move in self._from(hand) if place in self._goals(move)]
        if not found:
            return Act(hand, say=self._why(src=hand.source, dst=place, n=hand.count or 1))
        wished = [move for move in found if _size(move) == hand.count]
        best = max(wished or found, key=_size)
        rivals = [move for move in wished or found if _size(move) == _size(best)]
        return Act(replace(hand, choices=tuple(rivals))) if rivals[1:] else Act(EMPTY_HAND, best)

    def _from(self, hand: Hand) -> list[Any]:
        """The legal moves of the source, with the count where it was typed."""
        return [
            move
            for move in self.moves
            if _source(move) == hand.source and (not hand.strict or _size(move) == hand.count)
        ]

    def _goals(self, move: Any) -> Iterator[Place]:
        """Where a move leads: its destination, or every pile that takes such cards."""
        if hasattr(move, "dst"):
            yield move.dst
        elif _source(move) is not None:
            layout = self.game.layout
            for name, group in zip(layout.names, layout.group_of, strict=True):
                if group.role in TAKES_WITHOUT_NAME:
                    yield name

    def _why(self, **named: Any) -> str:
        """The engine's sentence on the move that was meant; the best guess where several fit."""
        if self.state.over:
            return "The game is over."
        known = {**named, "n": named.get("n", 1)}
        if str(known.get("dst", "")) in self._unnamed():
            del known["dst"]
        for kind in sorted(self.game.kinds, key=lambda k: -len(fields(k))):
            needed = {field.name for field in fields(kind)}
            if needed and needed <= set(known) and needed >= set(known) - {"n"}:
                why = self.game.refusal(self.state, kind(**{f: known[f] for f in needed}))
                if why:
                    return why
        return "There is no place for it to go." if "src" in named else "That cannot be."

    def _unnamed(self) -> set[str]:
        layout = self.game.layout
        pairs = zip(layout.names, layout.group_of, strict=True)
        return {name for name, group in pairs if group.role in TAKES_WITHOUT_NAME}


def described(game: AnyGame, moves: Iterable[Any], label: Any) -> str:
    """Numbered choices on one line: `1 discard  2 fill c`."""
    told = []
    for number, move in enumerate(moves, 1):
        kind = game.codec.to_text(move).split(" ")[0].replace("_", " ")
        to = f" {label(move.dst)}" if hasattr(move, "dst") else ""
        told.append(f"{number} {kind}{to}")
    return "   ".join(told)


def _source(move: Any) -> Place | None:
    source: Place | None = getattr(move, "src", None)
    return source


def _where(move: Any) -> tuple[str, str]:
    return type(move).__name__, str(getattr(move, "dst", ""))


def _size(move: Any) -> int:
    size: int = getattr(move, "n", 1)
    return size
