"""What a player has selected at the common table of Racing Demon: which pile they have picked, and
the move that the next key or click makes of it. A player's own tableau piles are called work
piles."""

from typing import NamedTuple

from client_cli.state.common_table import best_claim
from engine.moves import Move, Pack
from engine.racing_demon.game import NEW, Claim, Fill, RacingDemon, TableMove
from engine.racing_demon.state import RoundState
from protocol.texts import _

MIDDLE = "foundation"
"""What stands for any foundation that takes the card."""


class HandAct(NamedTuple):
    """The result of a key or a click: a move to make, or a sentence to show. It has neither if only
    the selection has changed."""

    move: TableMove | None = None
    say: str = ""


class PickedCards(NamedTuple):
    """The picked cards: the top `cards` cards of the pile `source`. `targets` are the names of the
    piles and foundations to which they can go."""

    source: str
    cards: int
    targets: frozenset[str]


class TableSelection:
    """The selection of one contestant. `at` is the contestant's position at the table, from 0."""

    def __init__(self, rules: RacingDemon, at: int) -> None:
        self.rules, self.at = rules, at
        self.source: str | None = None
        self.count: int | None = None
        """How many cards of a work pile were picked; None if the player has not said."""

    def clear(self) -> None:
        self.source = self.count = None

    def picked(self, state: RoundState) -> PickedCards | None:
        """Return the picked cards and where they can go; None if nothing is picked."""
        source = self.source
        if source is None or not self._up(state, source):
            return None
        moves = self._moves(state, source)
        count = self.count or self._usual_count(moves)
        return PickedCards(source, count, frozenset(str(move.dst) for move in moves))

    def pick(self, state: RoundState, place: str, count: int | None = None) -> HandAct:
        """Apply a key or click on `place`. If nothing is picked, pick this pile; `count` is how
        many of its cards were clicked. If a pile is picked, return the move of its cards to
        `place`. If the picked pile is named again, return the best move of its top card."""
        source = self.source
        if source is None:
            return self._begin(state, place, count)
        if place == source:
            self.clear()
            return self.best(state, source)
        found = self._to(state, source, place)
        if found is not None:
            self.clear()
            return HandAct(found)
        why = self._why(state, source, place)
        self.clear()
        return HandAct(say=why)

    def number(self, state: RoundState, count: int) -> HandAct:
        """Set how many cards of the picked work pile are to move. If the pile has fewer, or none is
        picked, change nothing and return a sentence that says so."""
        if self.source is None or not 1 <= count <= len(self._up(state, self.source)):
            return HandAct(say=_("Pick a pile first, then say how many of its cards."))
        self.count = count
        return HandAct()

    def best(self, state: RoundState, source: str) -> HandAct:
        """Return the best move of a pile's top card: to a foundation or, if that is not possible,
        to a work pile. If it has no move, return a sentence that says so."""
        moves = self._moves(state, source)
        claim = best_claim(self.rules, moves)
        if claim is not None:
            return HandAct(claim)
        laid = [move for move in moves if not isinstance(move, Move) or move.n == 1] or moves
        return HandAct(laid[0]) if laid else HandAct(say=_("There is no place for it to go."))

    def _begin(self, state: RoundState, place: str, count: int | None) -> HandAct:
        if place not in self.rules.layout.index or not self._up(state, place):
            return HandAct(say=_("There is no free card there."))
        self.source = place
        self.count = count if place.startswith("tab.") else None
        return HandAct()

    def _up(self, state: RoundState, place: str) -> tuple[int, ...]:
        return state.boards[self.at].piles[self.rules.layout.index[place]].up

    def _moves(self, state: RoundState, source: str) -> list[Claim | Pack | Fill | Move]:
        return [
            move
            for move in self.rules.legal(state, self.at)
            if isinstance(move, Claim | Pack | Fill | Move) and move.src == source
        ]

    def _usual_count(self, moves: list[Claim | Pack | Fill | Move]) -> int:
        return max((move.n for move in moves if isinstance(move, Move)), default=1)

    def _to(self, state: RoundState, source: str, place: str) -> TableMove | None:
        """Return the legal move of the picked cards to a place; None if there is none. Of a work
        pile that goes into an empty one, as many cards move as may unless the player has said how
        many."""
        moves = self._moves(state, source)
        if place.startswith(MIDDLE):
            claims = [move for move in moves if isinstance(move, Claim)]
            exact = [move for move in claims if move.dst == place]
            return next(iter(exact or claims), None)
        there = [move for move in moves if move.dst == place]
        counted = [m for m in there if not isinstance(m, Move) or m.n == self.count]
        return max(
            counted if self.count is not None and counted else there,
            key=lambda move: move.n if isinstance(move, Move) else 1,
            default=None,
        )

    def _why(self, state: RoundState, source: str, place: str) -> str:
        """Return the engine's reason why the picked cards do not go to a place."""
        index, place_of = self.rules.layout.index, self.rules.place
        src = place_of[index[source]]
        if place.startswith(MIDDLE) or place not in index:
            move: TableMove = Claim(src, NEW, 0)
        elif index[source] in self.rules.columns:
            move = Move(src, place_of[index[place]], self.count or 1)
        else:
            empty = index[place] in self.rules.columns and not self._up(state, place)
            move = (Fill if empty else Pack)(src, place_of[index[place]])
        return _(self.rules.refusal(state, self.at, move) or _("There is no place for it to go."))
