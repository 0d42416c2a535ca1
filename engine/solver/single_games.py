"""What the search for a win knows about single games: which positions are equivalent, and which
moves can be made first without harm. Each class says why this is so.

Four facts are used by most of these classes.

- *Discards and books.* A card that was discarded, or left with a book, plays no part in any rule of
  these games but by the number of such cards. The number follows from the other cards. So these
  piles are left out of the keys.
- *Foundations.* If every card has only one place on the foundations, the other cards decide what
  lies there. Then the foundations are left out as well.
- *A stock that is dealt once.* Its cards are always dealt in the same order, so the number of cards
  left tells which they are. The same holds for a reserve.
- *Columns.* If no rule names a column by its place, columns may change places, and what can be
  done afterwards is the same, with other names. Their keys have the columns in sorted order. A deal
  of one card to each column names them: where a stock is left to be dealt in this way, or columns
  will be dealt again, the columns keep their order.
"""

from collections.abc import Hashable, Sequence
from itertools import pairwise
from typing import Any

from engine.cards import JACK, RANK
from engine.games import (
    AnyGame,
    accordion,
    aces_up,
    as_you_like_it,
    auntie_allis,
    demon,
    fourteens,
    grandfathers_clock,
    kings,
    perpetual_motion,
    rosamunds_bower,
    senior_wrangler,
    seven_and_sixes,
    usk,
)
from engine.games.baroness import King
from engine.games.kings import PutBack
from engine.mechanics.column_order import reversed_pairs
from engine.mechanics.grid import STOCK as GRID_STOCK
from engine.solver.bakers_dozen import BEST_FIRST, DEPTH_FIRST, BakersDozenPosition
from engine.solver.demon import DemonPosition
from engine.solver.klondike import KlondikePosition
from engine.solver.positions import Position, Positions, Strategy
from engine.solver.search import BestFirstSearch, MutableSearch, Search, StateSearch
from engine.table import EMPTY, Pile, State


class AcesUpPositions(Positions):
    """Discards come first. They are compulsory before a deal. A card that can be discarded stays
    so until then, because the higher card stays at the top of some pile, or goes out for a still
    higher one. To move it into a gap first gains nothing, because it goes out from there too and
    leaves the gap as it was. Every other card that could be moved into a gap still can be, because
    a discard takes no other top card away and makes no gap full. So a line in which another move
    comes first can be changed into one that discards first and leads to the same position."""

    def moves_to_try(self, state: State[Any]) -> tuple[Sequence[Any], bool]:
        moves = self.game.legal(state).moves
        discard = next((m for m in moves if isinstance(m, aces_up.Discard)), None)
        return moves if discard is None else [discard], True

    def key(self, position: Position) -> Hashable:
        piles = [position.piles[i].up for i in aces_up.PILES]
        left = len(position.piles[aces_up.STOCK].down)
        return left, *(piles if left else sorted(piles))

    def strategies(self) -> Sequence[Strategy]:
        return [Strategy(self._promise)]

    def _promise(self, position: Position) -> int:
        """Return how promising a position is: 10 for each card thrown out, 8 for each card that can
        be thrown out now, and 6 less for each pair of cards of one suit in a pile with the higher
        card above the lower."""
        piles = position.piles
        ups = [piles[i].up for i in aces_up.PILES]
        free = sum(up != () and aces_up.why_stays(piles, i) is None for i, up in enumerate(ups))
        covered = sum(reversed_pairs(up, aces_up.LOWER) for up in ups)
        promise: int = 10 * self.progress(position) + 8 * free - 6 * covered
        return promise


class BaronessPositions(Positions):
    """Kings go out first. A king pairs with no card, and has to go out before the next deal. Moved
    into a gap, it goes out from there too and leaves the gap as it was. When it is gone, every
    other move that was legal is so still."""

    def moves_to_try(self, state: State[Any]) -> tuple[Sequence[Any], bool]:
        moves = self.game.legal(state).moves
        king = next((m for m in moves if isinstance(m, King)), None)
        return moves if king is None else [king], True

    def key(self, position: Position) -> Hashable:
        game: Any = self.game
        left = len(position.piles[game.stock].down)
        piles = [position.piles[i].up for i in game.sources]
        if left:
            return left, *piles
        # The grace cards are no columns: no card is moved into their places.
        return left, *sorted(piles[:5]), *sorted(piles[5:])


class AccordionPositions(Positions):
    """Only the top card of a pile matters. A pile moves as a whole, and is never parted."""

    def key(self, position: Position) -> Hashable:
        piles = position.piles
        line = accordion.line_length(piles)
        return tuple([pile.up[-1] for pile in piles[:line]]), len(piles[accordion.STOCK].down)


class UskPositions(Positions):
    """The columns keep their order until the cards have been dealt again."""

    def key(self, position: Position) -> Hashable:
        columns: Sequence[Pile] = position.piles[: usk.WIDTH]
        return position.beside, *(columns if position.beside == 1 else sorted(columns))


class GrandfathersClockPositions(Positions):
    def key(self, position: Position) -> Hashable:
        return tuple(sorted([position.piles[i].up for i in grandfathers_clock.COLUMNS]))


class FourteensPositions(Positions):
    def key(self, position: Position) -> Hashable:
        return tuple(sorted(position.piles[: fourteens.DISCARD]))


class DemonPositions(Positions):
    """The reserve is dealt once, and fills empty columns by itself, one card for each; it does not
    matter which of them comes first, because a move empties one column at most."""

    def key(self, position: Position) -> Hashable:
        piles = position.piles
        columns = sorted([piles[i].up for i in demon.COLUMNS])
        reserve = len(piles[demon.RESERVE].down) + len(piles[demon.RESERVE].up)
        return *columns, reserve, piles[demon.STOCK].down, piles[demon.WASTE], position.beside


class BookGamePositions(Positions):
    """Uncle Remus and Spider."""

    def key(self, position: Position) -> Hashable:
        game: Any = self.game
        left = len(position.piles[game.stock].down)
        columns: Sequence[Pile] = position.piles[: game.stock]
        return left, *(columns if left else sorted(columns))


class SevenAndSixesPositions(Positions):
    """The number of the session, which the state has beside the piles, is in no rule of a move."""

    def key(self, position: Position) -> Hashable:
        left = len(position.piles[seven_and_sixes.STOCK].down)
        columns: Sequence[Pile] = position.piles[: seven_and_sixes.STOCK]
        return left, *(columns if left else sorted(columns))

    def strategies(self) -> Sequence[Strategy]:
        return [Strategy(self._promise)]

    def _promise(self, position: Position) -> int:
        """Return how promising a position is: 10 for each point of progress, 9 for each set that
        can be moved on another card before the next row is dealt, 6 for each column that turns up a
        face-down card by that, and 8 less for each face-down card."""
        columns = position.piles[: seven_and_sixes.STOCK]
        joined, turned = played_on(position.piles)
        hidden = sum(len(down) for down, _ in columns if len(down) < seven_and_sixes.BOOK)
        return 10 * self.progress(position) + 9 * joined + 6 * turned - 8 * hidden


def played_on(piles: Sequence[Pile]) -> tuple[int, int]:
    """Try out, on a copy of the piles, the moves that are possible before the next row is dealt:
    first sets on other cards, then kings into spaces where that frees a card. Of several such moves
    the first found is made. Return how many sets were moved on other cards, and how many columns
    have to turn up a face-down card then."""
    now = [*piles]
    joined = turned = 0
    while True:
        found = [
            (src, dst)
            for src, dst in seven_and_sixes.moves(now)
            if now[dst] != EMPTY or not seven_and_sixes.empties(now[src])
        ]
        if not found:
            return joined, turned
        src, dst = max(found, key=lambda move: now[move[1]] != EMPTY)
        (down, up), target = now[src], now[dst]
        n = seven_and_sixes.set_length(up)
        joined += target != EMPTY
        turned += bool(down) and n == len(up)
        # A column without a face-up card but with face-down ones takes and gives nothing.
        now[src], now[dst] = Pile(down, up[:-n]), Pile(target.down, target.up + up[-n:])


class SeniorWranglerPositions(Positions):
    """The key cards never change, so the height of a pile tells which rank it takes next."""

    def key(self, position: Position) -> Hashable:
        piles = position.piles
        heights = [len(piles[i].up) for i in senior_wrangler.PILES]
        return position.beside, *heights, *piles[: senior_wrangler.KEYS.start]


class AsYouLikeItPositions(Positions):
    """The index cards never change, so the height of a foundation tells which rank it takes
    next."""

    def key(self, position: Position) -> Hashable:
        piles = position.piles
        heights = [len(piles[i].up) for i in as_you_like_it.FOUNDATIONS]
        return position.beside, *heights, *piles[as_you_like_it.PILES.start :]


class AuntieAllisPositions(Positions):
    """The places of one row are equivalent: a rule names a place by its row only."""

    def key(self, position: Position) -> Hashable:
        piles = position.piles
        rows = [sorted([piles[i].up for i in range(at, at + 8)]) for at in (0, 8, 16)]
        left = len(piles[auntie_allis.STOCK].down)
        rubbish = [piles[i].up for i in auntie_allis.RUBBISH]
        return left, *rows[0], *rows[1], *rows[2], *(rubbish if left else sorted(rubbish))


class PerpetualMotionPositions(Positions):
    def key(self, position: Position) -> Hashable:
        return position.beside, *position.piles[: perpetual_motion.DISCARD]

    def strategies(self) -> Sequence[Strategy]:
        return [Strategy(self._promise)]

    def _promise(self, position: Position) -> int:
        """Return how promising a position is: 10 for each card discarded, 3 for each two cards of
        one rank that follow each other when the columns are gathered, and 1 more for each round
        that is left."""
        columns = [position.piles[i].up for i in perpetual_motion.COLUMNS]
        gathered = [RANK[card] for column in columns for card in column]
        together = sum(one == two for one, two in pairwise(gathered))
        promise: int = 10 * self.progress(position) + 3 * together + position.beside
        return promise


class RosamundsBowerPositions(Positions):
    """The places of the bower are equivalent if no card of it lies over another one: a rule names
    none of them, and the guard is dealt once. The heaps keep their order, in which they are
    gathered."""

    def key(self, position: Position) -> Hashable:
        piles = position.piles
        bower = [piles[i].up for i in rosamunds_bower.BOWER]
        paired = self.game.chosen["bower"] == "paired"
        rest = piles[rosamunds_bower.GUARD : rosamunds_bower.FOUNDATION]
        return position.beside, *(bower if paired else sorted(bower)), *rest


class KingsPositions(Positions):
    """The order of the cards of a fan does not matter, because any of them can be played, and they
    can be put back in any order.

    A fan of several cards is put back in two orders only: as it lies, and as the book advises. The
    other orders are left out, so that nothing is proved by a search that has met such a fan, unless
    the corner is empty: then it is never in hand again, and the game is over."""

    def moves_to_try(self, state: State[Any]) -> tuple[Sequence[Any], bool]:
        found, _ = super().moves_to_try(state)
        fan, corner = state.piles[kings.FAN].up, state.piles[kings.CORNER].down
        moves = []
        for move in found:
            advised = self.game.advised(state, move)
            moves += [move] if advised == move else [advised, move]
        orders_matter = len(fan) > 1 and bool(corner) and isinstance(found[-1], PutBack)
        return moves, not orders_matter

    def key(self, position: Position) -> Hashable:
        piles = position.piles
        heights = [len(piles[i].up) for i in kings.KINGS]
        heaps = [piles[i].down + piles[i].up for i in kings.HEAPS]
        corner = len(piles[kings.CORNER].down)
        return position.beside, corner, *heights, *heaps, tuple(sorted(piles[kings.FAN].up))


class CrosswordPositions(Positions):
    """Number cards matter only as odd or even, and jacks, queens and kings are all alike."""

    def key(self, position: Position) -> Hashable:
        left = len(position.piles[GRID_STOCK].down)
        laid = [(cell, 2 if RANK[c] >= JACK else RANK[c] % 2) for cell, c in position.beside.laid]
        return left, *laid


_CLASSES: dict[str, type[Positions]] = {
    "uncle_remus": BookGamePositions,
    "aces_up": AcesUpPositions,
    "accordion": AccordionPositions,
    "baroness": BaronessPositions,
    "usk": UskPositions,
    "kings": KingsPositions,
    "seven_and_sixes": SevenAndSixesPositions,
    "senior_wrangler": SeniorWranglerPositions,
    "as_you_like_it": AsYouLikeItPositions,
    "auntie_allis": AuntieAllisPositions,
    "demon": DemonPositions,
    "spider": BookGamePositions,
    "fourteens": FourteensPositions,
    "grandfathers_clock": GrandfathersClockPositions,
    "perpetual_motion": PerpetualMotionPositions,
    "rosamunds_bower": RosamundsBowerPositions,
    "crossword": CrosswordPositions,
}


def mutable_searches(game: AnyGame, start: State[Any]) -> Sequence[MutableSearch]:
    """Return the searches for a win from `start` that make moves and take them back; none if there
    are no such searches for the game."""
    match game.slug:
        case "klondike":
            return [
                MutableSearch(position, start)
                for position in KlondikePosition.for_all_strategies(game, start)
            ]
        case "demon" if DemonPosition.fits_start(game, start):
            return [
                MutableSearch(position, start)
                for position in DemonPosition.for_all_strategies(game, start)
            ]
        case "bakers_dozen" | "good_measure":
            depth = [BakersDozenPosition(game, start, each) for each in DEPTH_FIRST]
            best = [BakersDozenPosition(game, start, each) for each in BEST_FIRST]
            return [
                *[MutableSearch(position, start) for position in depth],
                *[BestFirstSearch(position, start) for position in best],
            ]
    return []


def searches_of(game: AnyGame, start: State[Any]) -> Sequence[Search]:
    """Return the searches for a win from `start` that take turns."""
    mutable = mutable_searches(game, start)
    if mutable:
        return mutable
    positions = _CLASSES.get(game.slug, Positions)(game)
    return [StateSearch(positions, start, each) for each in positions.strategies()]
