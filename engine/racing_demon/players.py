"""Computer players of Racing Demon in three strengths. They know only what everybody at the table
sees. Each of them plays one seat, a numbered place at the table.

- `greedy` plays any card it can, and otherwise turns cards of its stock.
- `tips` follows the advice in the rules. It plays from its reserve first, empties a tableau pile
  when it can, and turns cards only when it can do nothing else.
- `ahead` also looks for moves between its tableau piles after which it can play a card. Of equally
  good moves it makes the one after which most of its remaining cards would fit.

The caller passes the function that returns random numbers, so that the same random numbers give the
same round.
"""

from collections import deque
from collections.abc import Sequence

from engine.cards import KING, Card
from engine.computer_players.unseen_cards import Pick
from engine.mechanics.rules import ALTERNATE_COLOURS
from engine.moves import Move, Pack, Turn
from engine.racing_demon.game import Claim, Fill, Out, RacingDemon, Stuck, TableMove
from engine.racing_demon.state import RoundState, RoundView
from engine.racing_demon.stuck import WorkPile, wanted

DEMON, CLAIM, PACKED, NOTHING = 3, 2, 1, 0
"""How useful a move is. DEMON: it takes a card off the reserve or empties a tableau pile. CLAIM: it
puts another card on a foundation. PACKED: it packs the card of the waste. NOTHING: it plays no
card."""

MOST_TABLES = 60
"""The maximum number of arrangements of its tableau piles that the player `ahead` examines for one
move."""


class RacingPlayer:
    """A computer player in the seat `seat` in one round. The caller decides when it moves, and asks
    `move` each time. `strength` is `greedy`, `tips` or `ahead`, and `pick` returns random
    numbers."""

    def __init__(self, rules: RacingDemon, strength: str, seat: int, pick: Pick) -> None:
        self._rules, self._seat, self._pick = rules, seat, pick
        choices = {"greedy": self._greedy, "tips": self._tips, "ahead": self._ahead}
        self._choose = choices[strength]
        self._looks: object = None
        self._turned = 0

    def move(self, view: RoundView) -> TableMove | None:
        """Return a legal move on the table that the view shows, or None if the player has nothing
        to do. If the player has gone through its stock twice, and its other piles and the
        foundations have not changed meanwhile, the move is `Stuck`: it says that it can play no
        card."""
        state = self._rules.state_of(view)
        moves = self._rules.legal(state, self._seat)
        if Out() in moves:
            return Out()
        chosen = self._choose(state, moves)
        return self._turn(state, moves) if chosen is None else chosen

    def _turn(self, state: RoundState, moves: Sequence[TableMove]) -> TableMove | None:
        piles, size = state.boards[self._seat].piles, int(self._rules.chosen["turn"])
        stock, waste = piles[self._rules.stock], piles[self._rules.waste]
        cards = len(stock.down) + len(waste.down) + len(waste.up)
        looks = (state.foundations, piles[: self._rules.stock], state.shifts)
        self._turned = self._turned + 1 if looks == self._looks else 0
        self._looks = looks
        if Stuck() in moves and self._turned * size >= 2 * (cards + size):
            return Stuck()
        return Turn() if Turn() in moves else None

    # The three strengths. -------------------------------------------------------------------------

    def _greedy(self, state: RoundState, moves: Sequence[TableMove]) -> TableMove | None:
        return self._any([move for move in moves if self._usefulness(state, move)])

    def _tips(self, state: RoundState, moves: Sequence[TableMove]) -> TableMove | None:
        return self._any(self._most_useful(state, moves))

    def _ahead(self, state: RoundState, moves: Sequence[TableMove]) -> TableMove | None:
        useful = self._most_useful(state, moves)
        if not useful or self._usefulness(state, useful[0]) < DEMON:
            way = self._first_move_towards(state, NOTHING if not useful else CLAIM)
            if way is not None:
                return way
        fits = [self._cards_that_fit(state, move) for move in useful]
        best = max(fits, default=0)
        return self._any([move for move, n in zip(useful, fits, strict=True) if n == best])

    def _any(self, moves: Sequence[TableMove]) -> TableMove | None:
        return moves[self._pick(len(moves))] if moves else None

    def _most_useful(self, state: RoundState, moves: Sequence[TableMove]) -> list[TableMove]:
        uses = [self._usefulness(state, move) for move in moves]
        best = max(uses, default=NOTHING)
        return [m for m, use in zip(moves, uses, strict=True) if use == best] if best else []

    def _usefulness(self, state: RoundState, move: TableMove) -> int:
        """Return how useful a legal move is: DEMON, CLAIM, PACKED or NOTHING, the most useful
        first."""
        if not isinstance(move, Claim | Pack | Fill | Move):
            return NOTHING
        src, piles = self._rules.layout.index[move.src], state.boards[self._seat].piles
        n = move.n if isinstance(move, Move) else 1
        empties = src in self._rules.columns and len(piles[src].up) == n
        if src == self._rules.reserve or (empties and piles[self._rules.reserve].up):
            return DEMON
        if isinstance(move, Move):
            return NOTHING
        return CLAIM if isinstance(move, Claim) else PACKED

    # Looking ahead. -------------------------------------------------------------------------------

    def _first_move_towards(self, state: RoundState, above: int) -> TableMove | None:
        """Return the first of a shortest row of moves between tableau piles after which a move more
        useful than `above` is legal. Return None if no row of at least two moves, the useful one
        included, leads to such a move."""
        ways: deque[tuple[RoundState, TableMove | None]] = deque([(state, None)])
        seen = {self._order(state)}
        while ways and len(seen) < MOST_TABLES:
            table, first = ways.popleft()
            for move in self._rules.legal(table, self._seat):
                use = self._usefulness(table, move)
                if use > above and first is not None:
                    return first
                if isinstance(move, Move) and use == NOTHING:
                    after = self._rules.moved(table, self._seat, move).state
                    if (order := self._order(after)) not in seen:
                        seen.add(order)
                        ways.append((after, first or move))
        return None

    def _order(self, state: RoundState) -> tuple[WorkPile, ...]:
        return tuple(sorted(self._work_piles(state)))

    def _work_piles(self, state: RoundState) -> list[WorkPile]:
        return [state.boards[self._seat].piles[i].up for i in self._rules.columns]

    def _cards_that_fit(self, state: RoundState, move: TableMove) -> int:
        """Return how many of the cards that the seat still has to play would fit on a tableau pile
        or on a foundation after this move."""
        if not isinstance(move, Claim | Pack | Fill | Move):
            return 0
        index, begin = self._rules.layout.index, self._rules.columns.start
        work_piles, piles = self._work_piles(state), state.boards[self._seat].piles
        src, n = index[move.src], move.n if isinstance(move, Move) else 1
        if not isinstance(move, Claim):
            work_piles[index[move.dst] - begin] += piles[src].up[-n:]
        if src in self._rules.columns:
            work_piles[src - begin] = piles[src].up[:-n] or piles[self._rules.reserve].up
        laid = {card for pile in work_piles for card in pile} | {
            Card(each.suit * KING + at)
            for each in state.foundations
            for at, owner in enumerate(each.owners)
            if owner == self._seat
        }
        takes = {ALTERNATE_COLOURS.takes[pile[-1]] for pile in work_piles if pile}
        middle, space = wanted(state.foundations), not all(work_piles)
        return sum(
            space or card in middle or ALTERNATE_COLOURS.head[card] in takes
            for card in map(Card, range(52))
            if card not in laid
        )
