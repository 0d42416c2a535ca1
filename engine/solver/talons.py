"""What the searches of Klondike and The Demon share: which cards of a stock can be played when it
is turned one or three cards at a time."""

from engine.mechanics.stock_packets import SIZE

Talon = tuple[bytes, int, int]
"""The stock and the waste: a byte for each card, in the order in which they are turned; how many of
them, from the first, are the waste, the last of which lies on top; and 2 if the card below that one
may be played too, otherwise 1."""

# A play is a card of the waste that can be played. It is one number, because the compiled solver
# reads a number much faster than a tuple: the card, a bit that is set if it is the card below the
# top card, the number of turns before it, and the number of the talon without it.
CARD_MASK, LOWER_SHIFT, TURNS_SHIFT, LEFT_SHIFT = 63, 6, 7, 15
TURNS_MASK = 255


class Talons:
    """The talons that a search meets, each with a number, counted from 0. `size` cards are turned
    at a time.

    The waste is turned over to be the stock again, as often as the player likes, if it has at least
    `again` cards; None means never. `both` is whether two cards that are left at the end of the
    stock are both face up.
    """

    def __init__(self, size: int = SIZE, again: int | None = 1, both: bool = False) -> None:
        self._size, self._again, self._both = size, again, both
        self._numbers: dict[Talon, int] = {}
        self._talons: list[Talon] = []
        self._plays: list[list[int] | None] = []
        self._playable: list[int] = []
        self._masks: list[int] = []
        self._reached: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}
        self._classes: dict[tuple[bytes, int], int] = {}
        self.class_of: list[int] = []
        """For the number of each talon, a number that is equal for two talons if the same talons
        can be reached from both by turning. For example, it makes no difference whether a pass has
        begun, as long as no card was played. Numbers are equal in no other case."""

    def number(self, cards: bytes, turned: int, faced: int) -> int:
        """Return the number of a talon."""
        talon = cards, turned, faced
        number = self._numbers.get(talon)
        if number is None:
            number = self._numbers[talon] = len(self._talons)
            self._talons.append(talon)
            self._plays.append(None)
            self._playable.append(0)
            self._masks.append(sum([1 << card for card in cards]))
            reached = 0
            for _, at, seen in self._turns(len(cards), turned, faced):
                reached |= 1 << 2 * at + seen
            same = cards, reached
            self.class_of.append(self._classes.setdefault(same, len(self._classes)))
        return number

    def mask(self, number: int) -> int:
        """Return the cards of a talon as a number in which each has a bit."""
        return self._masks[number]

    def playable(self, number: int) -> int:
        """Return the cards of the plays of a talon as a number in which each has a bit."""
        if self._plays[number] is None:
            self.plays(number)
        return self._playable[number]

    def plays(self, number: int) -> list[int]:
        """Return a play for each card that can be played when no other is played before it, those
        with the fewest turns first."""
        found = self._plays[number]
        if found is None:
            found = self._plays[number] = []
            cards, turned, faced = self._talons[number]
            for turns, at, seen in self._turns(len(cards), turned, faced):
                after = self.number(cards[: at - 1] + cards[at:], at - 1, 1)
                found.append(after << LEFT_SHIFT | turns << TURNS_SHIFT | cards[at - 1])
                if seen == 2:
                    after = self.number(cards[: at - 2] + cards[at - 1 :], at - 1, 1)
                    is_lower = 1 << LOWER_SHIFT
                    play = after << LEFT_SHIFT | turns << TURNS_SHIFT | is_lower | cards[at - 2]
                    found.append(play)
            for play in found:
                self._playable[number] |= 1 << (play & CARD_MASK)
        return found

    def after_whole_pass(self, number: int) -> tuple[int, int]:
        """Return the number of turns to the end of the stock and once more through it, and the
        number of the talon then. The talon has at least one card."""
        cards, turned, _ = self._talons[number]
        turns = -(-(len(cards) - turned) // self._size) + -(-len(cards) // self._size)
        return turns, self.number(cards, *self._turn(len(cards), self._before_last(len(cards))))

    def _before_last(self, count: int) -> int:
        """Return how many of so many cards lie in the waste before the last turn of a pass."""
        return (count - 1) // self._size * self._size

    def _turn(self, count: int, turned: int) -> tuple[int, int]:
        """Return `turned` and `faced` of a talon of so many cards after the next turn."""
        faced = 2 if self._both and count - turned == 2 else 1
        return min(turned + self._size, count), faced

    def _turns(self, count: int, turned: int, faced: int) -> list[tuple[int, int, int]]:
        """Return the number of turns, `turned` and `faced` of each talon with a card on its waste
        that can be reached from a talon of so many cards without playing one."""
        found = self._reached.get((count, turned, faced))
        if found is None:
            found = self._reached[count, turned, faced] = []
            turns, at, seen = 0, turned, faced
            met: set[tuple[int, int]] = set()
            while (at, seen) not in met:
                met.add((at, seen))
                if at:
                    found.append((turns, at, seen))
                if at == count:
                    if self._again is None or count < self._again:
                        break
                    at = 0
                at, seen = self._turn(count, at)
                turns += 1
        return found
