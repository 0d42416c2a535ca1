"""Draw a common table: the table of Racing Demon, at which all contestants play at once. The other
contestants (the rivals) are in a row at the top, the foundations that all share in the middle, and
the player's own piles below. A position is the index of a contestant at the table, from 0."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style

from client_cli.screens.table.drawing.canvas import Canvas, Place, Spot
from client_cli.screens.table.drawing.card_renderer import CardRenderer, Highlight
from client_cli.screens.table.drawing.faces import CARD, COMPACT, FACES, Face
from client_cli.screens.table.drawing.table_renderer import window_hint
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.themes import THEMES, owner_colours
from client_cli.terminal.pile_labels import labels
from engine.cards import NAME
from engine.racing_demon.game import NEW, RacingDemon
from engine.racing_demon.state import RacingBoard, RoundState
from engine.table import Pile
from protocol.texts import _

LEAST_RIVAL, MOST_RIVAL = 10, 32
"""The least and the greatest width of a rival's cell."""
APART = 7
"""Cells from one of the player's piles to the next."""
FOUNDATION = 6
"""Cells from one foundation to the next."""
LOW, HIGH = 17, 30
"""With fewer rows than LOW, rivals take a single line. From HIGH rows on, or for a spectator, the
work piles of each rival are drawn if the rival's part of the row is wide enough."""
RIVAL_ROWS = 7
"""The most cards of a rival's work pile that are drawn."""
LEAST_BOXED = 100, 26
"""The least width and height of a table with framed cards."""


class Contestant(NamedTuple):
    """What is written at a contestant's cards: the name, and marks such as `bot` and `away`."""

    name: str
    marks: tuple[str, ...] = ()


class CommonTableShown(NamedTuple):
    """A common table to draw. `own` is the position of the player; None for a spectator. `flying`
    has the names of the foundations on which the player has laid a card and the server has not yet
    answered."""

    rules: RacingDemon
    state: RoundState
    contestants: tuple[Contestant, ...]
    own: int | None
    lit: Highlight = Highlight()
    flying: frozenset[str] = frozenset()
    chosen: tuple[int, ...] = ()
    """The positions of the contestants, besides the player, whose cards are drawn. Empty for all
    contestants."""


def rival_place(position: int) -> str:
    """Return the pile name under which the canvas stores where the cards of the rival at this
    position are drawn."""
    return f"seat.{position}"


def draw_common_table(shown: CommonTableShown, size: tuple[int, int], look: TableStyle) -> Canvas:
    """Draw a common table on a new canvas of `size` (columns, rows)."""
    canvas = Canvas(*size, look.palette.cloth)
    named = labels(shown.rules)
    pen = CardRenderer(canvas, look, shown.lit, lambda place: named.get(str(place), ""))
    painter = _Painter(pen, shown)
    y = painter.rivals()
    y = painter.foundations(y)
    if shown.own is not None:
        painter.own(y + 1, shown.state.boards[shown.own])
        own = {*shown.rules.layout} - {"reserve", "stock", "waste"}
        if not canvas.in_sight() >= own:
            window_hint(pen)
    return canvas


class _Painter:
    """Draws the parts of a table from the top down. Each method returns the row below its part."""

    def __init__(self, pen: CardRenderer, shown: CommonTableShown) -> None:
        self.pen, self.shown, self.canvas = pen, shown, pen.canvas
        self.palette, self.look = pen.palette, pen.look

    # The rivals. ----------------------------------------------------------------------------

    def rivals(self) -> int:
        drawn = self.shown.chosen or range(len(self.shown.contestants))
        others = [at for at in drawn if at != self.shown.own]
        if not others:
            return 0
        width = min(MOST_RIVAL, self.canvas.width // len(others))
        if self.canvas.height < LOW or width < LEAST_RIVAL:
            return self._in_lines(others)
        rows = [self._rival(at, number * width, width - 1) for number, at in enumerate(others)]
        return max(rows)

    def _in_lines(self, others: Sequence[int]) -> int:
        x = y = 0
        for at in others:
            left = str(self._left(self.shown.state.boards[at]))
            name = self.shown.contestants[at].name[:8]
            cells = len(name) + len(left) + 4
            if x and x + cells > self.canvas.width:
                x, y = 0, y + 1
            self.canvas.mark(x, y, cells, Spot(rival_place(at), 1))
            x = self.canvas.put(x, y, f"{at + 1} ", self.sign_style(at))
            x = self.canvas.put(x, y, f"{name} ")
            x = self.canvas.put(x, y, left, self.palette.loud) + 2
        return y + 1

    def _rival(self, at: int, x: int, width: int) -> int:
        board, contestant = self.shown.state.boards[at], self.shown.contestants[at]
        canvas, rules = self.canvas, self.shown.rules
        marks = " ".join(contestant.marks)
        name = contestant.name[: max(4, width - 3 - len(marks))]
        end = canvas.put(x, 0, f"{at + 1} ", self.sign_style(at))
        end = canvas.put(end, 0, name[: width - 2])
        canvas.put(end + 1, 0, marks[: max(0, x + width - end - 1)], self.palette.quiet)
        left = _("demon {n}", n=self._left(board))
        canvas.put(x, 1, left[:width], self.palette.loud)
        y = 2
        tops = (board.piles[rules.reserve], board.piles[rules.waste])
        for number, pile in enumerate(tops):
            self.top(x + number * (CARD + 1), y, pile)
        canvas.mark(x, 1, width, Spot(rival_place(at), 1))
        canvas.mark(x, 2, width, Spot(rival_place(at), 1))
        columns = [board.piles[i].up for i in rules.columns]
        low = canvas.height < HIGH and self.shown.own is not None
        if low or width < CARD * len(columns):
            return y + 1
        rows = RIVAL_ROWS if self.shown.own is not None else max(1, canvas.height - y - 5)
        for number, cards in enumerate(columns):
            for row, card in enumerate(cards[-rows:]):
                self.face(x + number * CARD, y + 1 + row, NAME[card])
        return y + 1 + rows  # the same rows always, so that the middle does not move

    def _left(self, board: RacingBoard) -> int:
        pile = board.piles[self.shown.rules.reserve]
        return len(pile.down) + len(pile.up)

    def face(self, x: int, y: int, card: str) -> None:
        """Draw a card that cannot be picked up."""
        self.canvas.put(x + 1, y, f"{self.look.card(card):<3}", self.palette.suits[card[1]])

    def top(self, x: int, y: int, pile: Pile) -> None:
        """Draw the top card of a rival's pile."""
        if pile.up:
            self.face(x, y, NAME[pile.up[-1]])
        elif pile.down:
            self.canvas.put(x + 1, y, self.look.glyphs.back * 2 + " ", self.palette.back)
        else:
            self.canvas.put(x + 1, y, self.look.glyphs.empty, self.palette.space)

    def sign_style(self, at: int) -> Style:
        """Return the style of the sign of the contestant at a position."""
        if not self.look.colour:
            return Style(bold=True)
        owners = owner_colours(THEMES[self.look.theme])
        return Style(color=owners[at % len(owners)], bold=True)

    # The middle. ----------------------------------------------------------------------------

    def foundations(self, y: int) -> int:
        canvas, shown, x = self.canvas, self.shown, 1
        if canvas.height >= LOW:
            title = _("m  the middle: each card after the number of who laid it")
            canvas.put(1, y, title[: canvas.width - 1], self.palette.quiet)
            y += 1
        new = str(NEW)
        for index, each in enumerate(shown.state.foundations):
            place = f"foundation.{index}"
            if each.closed and place not in shown.flying:
                continue
            x, y = self._next(x, y)
            spot = Spot(place, 1)
            self.pen.card(x, y, NAME[each.top], spot)
            owner = each.owners[-1]
            if place in shown.flying:
                canvas.put(x, y, self.look.glyphs.thinking, self.palette.loud)
            else:
                canvas.put(x - 1, y, f"{owner + 1}", self.sign_style(owner))
            x += FOUNDATION
        x, y = self._next(x, y)
        self.pen.space(x, y, new)
        x += FOUNDATION
        closed = sum(each.closed for each in shown.state.foundations)
        if closed:
            x, y = self._next(x, y)
            self.canvas.put(x, y, f"{self.look.glyphs.book * 2}", self.palette.back)
            self.canvas.put(x + 3, y, _("{n} closed", n=closed), self.palette.quiet)
        return y + 1

    def _next(self, x: int, y: int) -> tuple[int, int]:
        """Return the cell of the next foundation: in the next row if this one is full."""
        return (1, y + 1) if x + CARD > self.canvas.width else (x, y)

    # The player's own piles. ----------------------------------------------------------------

    def own(self, y: int, board: RacingBoard) -> None:
        rules = self.shown.rules
        order = (rules.reserve, *rules.columns, rules.stock, rules.waste)
        pen = self.pen.sized(self._face(y, board, len(order)))
        widest = max(APART, pen.face.slot)
        apart = max(CARD + 1, min(widest, (self.canvas.width - 1) // len(order)))
        titles = {rules.reserve: _("demon"), rules.stock: _("stock"), rules.waste: _("waste")}
        for number, pile in enumerate(order):
            x, place = 1 + number * apart, str(rules.place[pile])
            shift = 1 if number > len(rules.columns) else 0  # stock and waste stand apart
            x += shift * (apart // 2)
            self.pen.label(x, y, place)
            if len(titles.get(pile, "")) in range(1, apart):
                self.canvas.put(x, y - 1, titles[pile], self.palette.quiet)
            cards = board.piles[pile]
            if pile in rules.columns:
                self._column(pen, x, y + 1, place, cards)
            else:
                self._heap(pen, x, y + 1, place, cards)

    def _face(self, y: int, board: RacingBoard, piles: int) -> Face:
        """Return the size of the player's cards: the largest with which `piles` piles side by side
        and the longest column fit below row `y`. Cards have frames only on a large screen."""
        canvas, (width, height) = self.canvas, LEAST_BOXED
        if canvas.width < width or canvas.height < height:
            return COMPACT
        longest = max(len(board.piles[i].up) for i in self.shown.rules.columns)
        fitting = (
            face
            for face in FACES
            if (piles + 1) * face.slot <= canvas.width
            and y + 1 + face.height + longest <= canvas.height
        )
        return next(fitting, COMPACT)

    def _column(self, pen: CardRenderer, x: int, y: int, place: Place, pile: Pile) -> None:
        cards = [NAME[card] for card in pile.up]
        if not cards:
            pen.space(x, y, place)
            return
        room = self.canvas.height - y - pen.face.height + 1
        hidden = len(cards) - room + 1 if len(cards) > room else 0
        for row, card in enumerate(cards):
            if hidden and 1 <= row <= hidden:
                if row == 1:
                    pen.squash(x, y + 1, hidden, place)
                continue
            at = row if not hidden or row == 0 else row - hidden + 1
            pen.card(x, y + at, card, Spot(place, len(cards) - row))

    def _heap(self, pen: CardRenderer, x: int, y: int, place: Place, pile: Pile) -> None:
        """Draw the demon, the stock or the waste: its top card, and the number of its cards."""
        count = len(pile.down) + len(pile.up)
        if not count:
            pen.space(x, y, place)
        elif not pile.up:
            pen.back(x, y, count, place)
            return
        else:
            pen.card(x, y, NAME[pile.up[-1]], Spot(place, 1))
        told = f"{count}" if place == "reserve" or count > 1 else ""
        below = y + pen.face.height
        loud = self.palette.loud if place == "reserve" else self.palette.quiet
        self.canvas.put(x + 1, below, told, loud)
