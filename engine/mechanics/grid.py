"""Base classes of the grid games, in which one card at a time is placed in a square of rows and
columns. Each card must touch another card. `ScoredGrid` is the base of the games in which full rows
and columns (lines) score points.

A view is what a player may see of a game. In a race the server calls (announces) each card to all
contestants before they place it.
"""

from abc import abstractmethod
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple, TypedDict

from engine.cards import CARD, NAME, Card
from engine.errors import BadPosition, HiddenCard
from engine.game import Move
from engine.mechanics.called_game import CalledGame
from engine.moves import Cell
from engine.table import COMPLETE, STUCK, GameOver, Group, Layout, Pile, State, Table
from engine.view import CardName, CellNumbers, Facts, Json

STOCK, TURN_UP = 0, 1
NEIGHBOURS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
TAKEN = "There is a card on that cell already."
UNTOUCHED = "A card must touch one that lies there already, by a side or a corner."
UNCALLED = "The next card has not been called."


@dataclass(frozen=True, slots=True)
class Place:
    """The move that places the next card on a cell, which is given by row and column."""

    cell: Cell


class Grid(NamedTuple):
    """What the state of a grid game has besides its piles.

    `laid` are the cards that were placed, each with its cell, sorted by cell. The order in which
    they were placed is not kept. `next` is the card to be placed now; it is None while that card
    has not been called, and after the last card. `last` is used only in games in which the player
    chooses one of several cards for the last cell. It is empty until these cards are turned up.
    From then on it has them in the order in which they were turned up.
    """

    laid: tuple[tuple[Cell, Card], ...]
    next: Card | None
    last: tuple[Card, ...] = ()


class LaidCard(TypedDict):
    """A card that was placed on the grid, and its cell, as a view shows them."""

    cell: CellNumbers
    card: CardName


class LineScores(TypedDict):
    """The points of each row, beginning at the top, and of each column, beginning at the left. The
    value is None for a line that is not full, and for a line whose points are not known yet. If the
    place of the square is not fixed from the start (`GridGame.fixed`), only lines with a card are
    listed."""

    rows: list[int | None]
    columns: list[int | None]


class GridFacts(Facts):
    """What the view of a grid game shows besides the piles. `next` is the card to be placed now; it
    is None while that card has not been called, and after the last card. `grid` has the cards that
    were placed, sorted by row and column."""

    next: CardName | None
    grid: list[LaidCard]


class ScoredFacts(GridFacts):
    """What the view shows besides the piles in a grid game whose rows and columns score points."""

    line_scores: LineScores


LineTotals = dict[int, int]
"""What rows, or columns, score, by the number of the row or column."""


class GridGame(CalledGame[Grid, Move]):
    """A game in which cards are turned up one by one and placed in a square of `size` rows and
    columns. The square is called the frame.

    If the frame is not `fixed`, the first card gives its cell the row 0 and the column 0. Row
    numbers grow downwards. Later cards may lie above the first card or to its left, so numbers of
    rows and columns can be negative. But the cards never take up more than `size` rows or columns.
    """

    size: ClassVar[int]
    fixed: bool = False
    """Whether the frame is fixed from the start, at rows and columns 0 to `size` − 1."""
    first: ClassVar[Cell] = (0, 0)
    """The cell of the first card."""
    first_reason: ClassVar[str] = "The first card lies at row 0, column 0."
    """The reason for refusing to place the first card on another cell than `first`."""
    fact_types: ClassVar[type] = GridFacts
    no_safe_play = "No card goes to a foundation."

    @property
    def least(self) -> int:
        """The smallest row number and column number that a cell of this game can have, whichever
        game options are chosen; it may be negative. Clients number rows and columns from here:
        in the terminal the cell of this row and this column is `a1`."""
        return 1 - self.size

    def lay(self) -> Layout:
        return Layout(Group("stock", "stock", faces="down"))

    def set_up(self, pack: Sequence[Card]) -> State[Grid]:
        stock = Pile(down=tuple(reversed(pack[1:])))
        return State((stock, *(Pile() for _ in self.layout.names[1:])), Grid((), pack[0]))

    def frame(self, laid: Sequence[tuple[Cell, Card]]) -> tuple[range, range]:
        """Return the rows and the columns in which cards lie or can still be placed. If the frame
        is not fixed, only row 0 and column 0 are returned before the first card."""
        if self.fixed:
            return range(self.size), range(self.size)
        if not laid:
            return range(1), range(1)
        rows, columns = zip(*(cell for cell, _ in laid), strict=True)
        return self._room(rows), self._room(columns)

    def _room(self, along: Sequence[int]) -> range:
        """Return the row numbers that have a card or can still get one, from the row numbers
        `along` of all cards placed. The same computation serves for columns."""
        spare = self.size - (max(along) - min(along) + 1)
        return range(min(along) - spare, max(along) + spare + 1)

    def uncalled(self, state: State[Grid]) -> State[Grid]:
        grid, stock = state.beside, state.piles[STOCK]
        due = grid.last if grid.next is None else (grid.next,)
        if not due or len(grid.laid) == self.goal:
            return state
        piles = (Pile(down=(*stock.down, *reversed(due))), *state.piles[STOCK + 1 :])
        over = None if state.over == STUCK else state.over
        return State(piles, grid._replace(next=None, last=()), over)

    def progress(self, state: State[Grid]) -> int:
        return len(state.beside.laid)

    def scores_so_far(self, laid: Sequence[tuple[Cell, Card]]) -> tuple[LineTotals, LineTotals]:
        """Return what the rows, and what the columns, with a card score already, by the number of
        the row or column. `laid` are the cards on the grid. What a line scores already, it does not
        lose by later cards."""
        rows: dict[int, dict[int, Card]] = {}
        columns: dict[int, dict[int, Card]] = {}
        for (row, column), card in laid:
            rows.setdefault(row, {})[column] = card
            columns.setdefault(column, {})[row] = card
        return (
            {row: self.line_so_far(rows[row]) for row in sorted(rows)},
            {column: self.line_so_far(columns[column]) for column in sorted(columns)},
        )

    @abstractmethod
    def line_so_far(self, line: Mapping[int, Card]) -> int:
        """Return what a row or column scores already. `line` has its cards, by the number of their
        column or row; it may be full."""

    def unreached(self, cell: Cell, cells: Collection[Cell]) -> str | None:
        """Return the reason why the next card may not be placed on `cell` while cards lie on
        `cells`, or None if it may. The first card must lie on the cell `first`. Every later card
        must lie on an empty cell and touch another card. The method does not test whether the cell
        is inside the frame."""
        if not cells:
            return None if cell == self.first else self.first_reason
        if cell in cells:
            return TAKEN
        return None if touches(cell, cells) else UNTOUCHED

    def scattered(self, cells: set[Cell]) -> str | None:
        """Return the reason why cards that are placed one by one, each touching another, cannot
        have filled exactly these cells. Return None if they can have filled them. The method does
        not test whether the cells fit into the frame."""
        if cells and self.first not in cells:
            return self.first_reason
        reached, edge = set[Cell](), [self.first] if cells else []
        while edge:
            row, column = edge.pop()
            reached.add((row, column))
            near = {(row + r, column + c) for r, c in NEIGHBOURS}
            edge.extend((near & cells) - reached)
        return None if reached == cells else "Every card touches another."

    def grid_facts(self, grid: Grid) -> GridFacts:
        """Return those facts of a view (what it shows besides the piles) that all grid games
        have."""
        return {
            "next": None if grid.next is None else NAME[grid.next],
            "grid": [
                {"cell": [row, column], "card": NAME[card]} for (row, column), card in grid.laid
            ],
        }

    def beside(self, facts: Mapping[str, Json]) -> Grid:
        try:
            return _grid(facts)
        except (KeyError, TypeError, ValueError):
            raise BadPosition("The grid or the next card cannot be read.") from None

    def cards_beside(self, state: State[Grid]) -> Sequence[Card]:
        grid = state.beside
        laid = [card for _, card in grid.laid]
        following = [] if grid.next is None else [grid.next]
        return [*laid, *following, *(card for card in grid.last if card not in laid)]


Points = tuple[int | None, ...]
Scores = tuple[Points, Points]


class ScoredGrid(GridGame[Place]):
    """A grid game in which full rows and columns score points. If the frame is `fixed`, the first
    card may lie anywhere in it."""

    turns_up: ClassVar[bool] = False
    """Whether a card that counts for every line is turned up at the end."""
    kinds = (Place,)
    fact_types = ScoredFacts
    ranked_by = "points"

    @abstractmethod
    def line_points(self, line: Sequence[Card], turn_up: Card | None) -> int | None:
        """Return the points of a full row or column. `turn_up` is the card that is turned up at the
        end of the game and counts for every line. Return None if the points depend on that card and
        it is not known yet."""

    def lay(self) -> Layout:
        return Layout(Group("stock", "stock", faces="down"), Group("turn_up", "turn_up"))

    def refusal(self, state: State[Grid], move: Place) -> str | None:
        if state.beside.next is None:
            return UNCALLED
        cells = dict(state.beside.laid)
        return self.unreached(move.cell, cells) or self._overflow((*cells, move.cell))

    def perform(self, state: State[Grid], move: Place, table: Table) -> Grid:
        grid = state.beside
        laid = placed(grid, move.cell, grid.next)
        return Grid(laid, table.take_in_hand(STOCK) if len(laid) < self.goal else None)

    def legal_moves(self, state: State[Grid]) -> Iterator[Place]:
        cells = {cell for cell, _ in state.beside.laid}
        if state.beside.next is None:
            return
        if not cells:
            yield Place((0, 0))
            return
        rows, columns = self.frame(state.beside.laid)
        for row in rows:
            for column in columns:
                if (row, column) not in cells and touches((row, column), cells):
                    yield Place((row, column))

    def outcome(self, state: State[Grid]) -> GameOver | None:
        return COMPLETE if len(state.beside.laid) == self.goal else None

    def points(self, state: State[Grid]) -> int | None:
        if self.turns_up and not state.piles[TURN_UP].up:
            return None
        rows, columns = _scores(self, state.beside.laid, state.piles[TURN_UP].up)
        return sum([score for score in (*rows, *columns) if score is not None])

    @abstractmethod
    def line_worth(self, line: Sequence[Card]) -> int:
        """Return about ten times the points that a row or column may be expected to score. `line`
        has the cards that already lie in it, from none to `size`."""

    def worth(self, state: State[Grid]) -> int:
        lines: dict[tuple[int, int], list[Card]] = {}
        for (row, column), card in state.beside.laid:
            lines.setdefault((0, row), []).append(card)
            lines.setdefault((1, column), []).append(card)
        return sum(self.line_worth(tuple(sorted(line))) for line in lines.values())

    def facts(self, state: State[Grid]) -> ScoredFacts:
        rows, columns = _scores(self, state.beside.laid, state.piles[TURN_UP].up)
        scores: LineScores = {"rows": list(rows), "columns": list(columns)}
        return {**self.grid_facts(state.beside), "line_scores": scores}

    def scores(self, laid: Sequence[tuple[Cell, Card]], turn_up: Card | None) -> Scores:
        """Return the points of each row and of each column, in the form of `LineScores`. `laid` are
        the cards on the grid, and `turn_up` is the card that was turned up at the end, if any."""
        always = range(self.size) if self.fixed else ()
        rows: dict[int, list[Card]] = {i: [] for i in always}
        columns: dict[int, list[Card]] = {i: [] for i in always}
        for (row, column), card in laid:
            rows.setdefault(row, []).append(card)
            columns.setdefault(column, []).append(card)
        return self._points_of(rows, turn_up), self._points_of(columns, turn_up)

    def _points_of(self, lines: Mapping[int, list[Card]], turn_up: Card | None) -> Points:
        return tuple(
            [
                self.line_points(lines[i], turn_up) if len(lines[i]) == self.size else None
                for i in sorted(lines)
            ]
        )

    def flaw(self, state: State[Grid]) -> str | None:
        cells = [cell for cell, _ in state.beside.laid]
        shown = len(state.piles[TURN_UP].up)
        if len(set(cells)) < len(cells):
            return "Each cell of the grid holds one card."
        if shown > self.turns_up:
            return "One card is turned up, no more." if self.turns_up else "No card is turned up."
        if shown and not (state.over or self.outcome(state)):
            return "The turn-up is shown when the square is full."
        if (state.beside.next is None) != (len(cells) == self.goal):
            return "There is a next card until the grid is full."
        return self.scatter({*cells})

    def scatter(self, cells: set[Cell]) -> str | None:
        """Return the reason why cards that are placed one by one by the rules of this game cannot
        have filled exactly these cells. Return None if they can have filled them."""
        return self.scattered(cells) or self._overflow(cells)

    def _overflow(self, cells: Collection[Cell]) -> str | None:
        """Return why these cells do not fit into a frame of `size` rows and columns. Return None if
        they do."""
        for along in ([row for row, _ in cells], [column for _, column in cells]):
            if along and max(along) - min(along) >= self.size:
                return f"The cards must fit into {self.size} rows and {self.size} columns."
        return None


@lru_cache(maxsize=1024)
def _scores(game: ScoredGrid, laid: Sequence[tuple[Cell, Card]], turn_up: Sequence[Card]) -> Scores:
    """Return the points of each row and of each column. Cached, because one move asks for them four
    times: the points, the facts before and after the move, and the score."""
    return game.scores(laid, turn_up[0] if turn_up else None)


def placed(grid: Grid, cell: Cell, card: Card | None) -> tuple[tuple[Cell, Card], ...]:
    """Return the cards on the grid together with `card` on the empty cell `cell`. Raises HiddenCard
    if the card is not known."""
    if card is None:
        raise HiddenCard("There is no card to place.")
    return tuple(sorted((*grid.laid, (cell, card))))


def touches(cell: Cell, cells: Container[Cell]) -> bool:
    """Return whether a cell touches one of `cells` by a side or a corner."""
    row, column = cell
    return any((row + r, column + c) in cells for r, c in NEIGHBOURS)


def _grid(facts: Mapping[str, Json]) -> Grid:
    entries, following = facts["grid"], facts["next"]
    if not isinstance(entries, list):
        raise TypeError
    laid = []
    for entry in entries:
        if not isinstance(entry, dict):
            raise TypeError
        cell, card = entry["cell"], entry["card"]
        if not isinstance(cell, list) or not isinstance(card, str):
            raise TypeError
        row, column = cell
        if type(row) is not int or type(column) is not int:
            raise TypeError
        laid.append(((row, column), CARD[card]))
    if following is not None and not isinstance(following, str):
        raise TypeError
    last = facts.get("last", [])
    if not isinstance(last, list) or not all(isinstance(card, str) for card in last):
        raise TypeError
    chosen = tuple(CARD[str(card)] for card in last)
    return Grid(tuple(sorted(laid)), None if following is None else CARD[following], chosen)
