"""Keys and the cursor, gathered into picks: typed letters, counts, arrows."""

from dataclasses import replace
from string import ascii_lowercase

from client_cli.piles import by_label, cell_label, grid_of, labels, read_cell
from client_cli.screens.canvas import Canvas, Place, Spot
from client_cli.screens.fan import Fan
from client_cli.screens.hand import EMPTY_HAND, Act, Hand, Picker
from engine.games import AnyGame

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


def name_of(game: AnyGame, place: Place) -> str:
    """What a player types for a place."""
    return labels(game)[place] if isinstance(place, str) else cell_label(game, place)


FAN_KEYS = {"<": (1, False), ">": (-1, False), "[": (1, True), "]": (-1, True)}
"""Choose a card of the fan, to the far end or to the near one; or shift the chosen card there."""


class Fingers:
    """What has been typed and picked so far, and where the cursor is (None until it is used)."""

    def __init__(self, game: AnyGame) -> None:
        self.game, self.fan = game, Fan(game)
        self.hand = EMPTY_HAND
        self.typed = ""
        self._before: Hand | None = None
        """The hand before a label was picked that a longer one may still begin with."""
        self.cursor: Place | None = None

    def has(self, char: str) -> bool:
        """Whether a pile has this letter, so that it can be no command."""
        return any(label.startswith(char) for label in labels(self.game).values())

    def clear(self) -> None:
        self.hand, self.typed, self._before = EMPTY_HAND, "", None

    def key(self, picker: Picker, char: str) -> Act | None:
        """What a typed character does to the table; None if it is no key of the table."""
        if self.hand.choices and char.isdecimal():
            return self._done(picker.choose(self.hand, int(char)))
        known, text = self._labels(picker), self.typed + char.lower()
        longer = any(label.startswith(text) and label != text for label in known)
        if text in known and (char.isupper() or not longer):
            return self._named(picker, Spot(known[text]), char.isupper())
        if text in known and self.hand.source is None:
            before, act = self.hand, self._done(picker.pick(self._unasked(), Spot(known[text])))
            self.typed, self._before = text, before
            return act
        if longer:
            self.typed = text
            alone = f"  (Enter: {text} alone)" if text in known else ""
            return Act(self.hand, say=f"{text}…{alone}")
        if self.typed:
            begun, self.typed = self._before, ""
            self._before = None
            return self.key(picker, char) if begun else Act(self.hand, say=_unknown(text))
        if char in FAN_KEYS and self.fan.pile:
            return self._in_fan(picker, self.fan.pile, *FAN_KEYS[char])
        if char.isdecimal() and grid_of(self.game, picker.state) is None:
            return self._count(int(char))
        return None

    def _named(self, picker: Picker, spot: Spot, upper: bool) -> Act:
        """A whole label was typed; it takes the place of the shorter one it began with."""
        self.hand = self._before or self.hand
        twice = upper and self.hand.source is None
        act = self._done(picker.pick(self._unasked(), spot))
        return self._done(picker.play_it(act.hand)) if twice and act.hand.source else act

    def _in_fan(self, picker: Picker, pile: str, step: int, shift: bool) -> Act:
        """Choose another card of the fan, or shift the chosen one."""
        cards = len(picker.state.piles[self.game.layout.index[pile]].up)
        if not cards:
            return Act(self.hand, say="There is no fan.")
        n = self.hand.count if self.hand.source == pile else 0
        if shift and n:
            n = self.fan.shift(n, -step)
        else:
            n = min(cards, n + step) if n else (1 if step > 0 else cards)
        return self._done(Act(Hand(pile, max(1, n))))

    def point(self, picker: Picker, spot: Spot, double: bool = False) -> Act:
        """A click on a spot; a second one on the same card plays it."""
        self.typed, self.cursor = "", None
        same = self.hand.source == spot.place and not self.hand.steps
        if double and same:
            return self._done(picker.play_it(self.hand))
        if same:
            other = spot.n and spot.n != self.hand.count
            return self._done(Act(replace(self.hand, count=spot.n) if other else EMPTY_HAND))
        return self._done(picker.pick(self._unasked(), spot))

    def enter(self, picker: Picker) -> Act:
        """Enter picks what is under the cursor, or the pile whose label might go on."""
        known = self._labels(picker)
        if self.typed in known and not self._before:
            return self._done(picker.pick(self._unasked(), Spot(known[self.typed])))
        if self.cursor is None:
            return Act(self.hand, say="Arrows or Tab bring a cursor; Enter picks what it is on.")
        return self._done(picker.pick(self._unasked(), Spot(self.cursor)))

    def deal(self, picker: Picker) -> Act:
        return self._done(picker.deal(self._unasked()))

    def walk(self, canvas: Canvas, key: str) -> None:
        """Move the cursor: an arrow to the nearest place that way, Tab to the next."""
        places = canvas.places()
        if not places:
            return
        if self.cursor not in places:
            self.cursor = self.hand.source if self.hand.source in places else places[0]
        elif key in ARROWS:
            self.cursor = _neighbour(canvas, self.cursor, ARROWS[key]) or self.cursor
        else:
            step = -1 if key == "shift+tab" else 1
            self.cursor = places[(places.index(self.cursor) + step) % len(places)]

    def _unasked(self) -> Hand:
        return replace(self.hand, choices=())

    def _done(self, act: Act) -> Act:
        self.hand, self.typed, self._before = act.hand, "", None
        return act

    def _count(self, digit: int) -> Act:
        """A typed count is meant exactly; it comes before the source."""
        if self.hand.source is not None or (digit == 0 and not self.hand.count):
            return Act(self.hand, say="Type the number first: 3ac moves three cards from a to c.")
        count = (self.hand.count * 10 + digit) % 100
        return self._done(Act(replace(self.hand, count=count, strict=True), say=f"{count} cards…"))

    def _labels(self, picker: Picker) -> dict[str, Place]:
        if grid_of(self.game, picker.state) is None:
            return dict(by_label(self.game))
        texts = (f"{letter}{number}" for letter in ascii_lowercase for number in range(1, 10))
        cells = {text: read_cell(self.game, text) for text in texts}
        return {text: cell for text, cell in cells.items() if cell is not None}


def _unknown(text: str) -> str:
    return f"There is no {text} on the table."


def _neighbour(canvas: Canvas, place: Place, way: tuple[int, int]) -> Place | None:
    """The nearest place in a direction; being out of line counts double."""
    x0, y0 = canvas.find(place) or (0, 0)
    best: tuple[int, Place] | None = None
    for other in canvas.places():
        x, y = canvas.find(other) or (0, 0)
        ahead = (x - x0) * way[0] + (y - y0) * way[1]
        aside = abs((x - x0) * way[1]) + abs((y - y0) * way[0])
        distance = ahead + 2 * aside
        if other != place and ahead > 0 and (best is None or distance < best[0]):
            best = distance, other
    return best[1] if best else None
