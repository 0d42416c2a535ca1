"""Kings

Two packs, about twenty minutes. Difficult, with the odds against you: you have "either won or more
probably lost". Mainly a test of memory.

Aim: to lay the 96 other cards on the eight kings.

The deal. Take the kings out and lay them in two columns, spades, hearts, diamonds and clubs
downwards, with room between them for four rows of three places, numbered from 1 to 12. Shuffle the
rest and deal face up, one card to each place in turn, counting as you go (jack 11, queen 12).
- A card that falls on its own number goes face down to a pile in the corner instead, and the next
  card takes its place, tested against the same number.
- After the twelfth place lay one card face down on the corner without looking at it, and begin
  again at the first place, each card squarely covering the one before.
- Go on until the pack is used up, at whatever place that is. The corner then holds at least seven
  cards.

The play.
- Turn up the top card of the corner and take in hand the heap of its number. Fan the heap out with
  the turned card at its near end.
- Now any card of the fan, and the top card of any heap, may go to a king of its suit: on the left
  king queen, jack and so on down to the ace, on the right king ace, two and so on up to the queen.
  You need not play any card, and cards on kings never move again.
- When you choose, put what is left of the fan back on its place, in any order; then turn the next
  card. Between fans nothing is played.
- Heaps that have been put back stay open to see, though only their top card may be played. The
  other heaps may not be looked through.

The end. The game is won when every card lies on the kings. It is lost when the corner is empty and
nothing more can be played from the last fan.

Options. `keeling`: with `false` heaps that are put back are squared up again, and only their top
cards are seen. `heap_memory`: with `open` every heap lies open from the start.

Safe auto-play, where the terms of a race ask for it: a card whose twin (the same card of the other
pack) lies on a king already is played to the other king at once. No third place is left for it, and
what lay under it can be used as before.

Tips. While dealing, count the cards of some numbers. If a card of a number is in the corner, the
heap of that number will be taken in hand later and can wait. If all eight cards of a number lie on
heaps, its heap will never be taken in hand, so play from it first. Note where aces and queens lie
as the last round begins to cover them. Where a card fits both its kings, do not hurry. Put dead
cards, for which no other card waits, at the bottom of a fan, and helpful ones on top.

Progress: the number of cards on the kings' places, kings included.

Source: "Kings" in Michael Keeling's Five Great Games of Patience (2005). It is his family's rule
that heaps put back stay open. Without it you play the game as Auntie Allis held it should be
played.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.cards import KING, RANK, SUIT, SUITS, Card
from engine.drawing import Drawing
from engine.errors import BadPosition
from engine.game import Book, Game, Legal
from engine.mechanics.column_order import in_the_way
from engine.mechanics.counting import CountingRound, counted_out
from engine.moves import Place, Play, Turn
from engine.options import Option
from engine.table import EMPTY, STUCK, WON, GameOver, Group, Layout, Pile, State, Table
from engine.view import Facts, Frame, Json

DOWN, HEAPS, UP = range(4), range(4, 16), range(16, 20)
CORNER, FAN = 20, 21
KINGS = (*DOWN, *UP)
MOST_LAID = 8
"""The maximum number of cards of a heap after the deal. Each round puts at most one card on a heap,
and 96 cards make at most eight rounds."""
LARGEST_HEAP = MOST_LAID + 8
"""The maximum number of cards of a heap during play. Besides the cards of the deal it can get the
eight cards of its own number."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put the fan back on the place of its heap. A fan is a heap that is spread out so that every
    card of it can be played. `order` has the indices of its cards in the order in which they are
    put back, bottom first."""

    order: tuple[int, ...]


Move = Turn | Play | PutBack


def without_kings(pack: Sequence[Card]) -> list[Card]:
    """Return the pack without its kings, in the same order."""
    return [card for card in pack if RANK[card] != KING]


def count_out(cards: Sequence[Card]) -> list[CountingRound]:
    """Deal these cards, a pack without kings, to the twelve places by the rules of the deal, and
    return its rounds."""
    return counted_out(cards, len(HEAPS))


class KingsFacts(Facts):
    """What a player may see of a position besides the piles. `phase` is `turn` when the next card
    of the corner (the face-down pile) is to be turned, and `fan` while a heap is spread out as a
    fan. `fan_of` is the number of that heap, or None."""

    phase: Literal["turn", "fan"]
    fan_of: int | None


class Kings(Game[int | None, Move]):
    # `State.beside` is the number of the heap that is fanned out, None between fans.
    slug = "kings"
    book = Book(
        "Kings",
        minutes="about 20",
        prospects="usually lost",
        character="difficult, the odds against the player; mainly memory",
        bell_minutes=40,
        origin="Auntie Allis brought it into the Keeling family, who found it so hard that they "
        "bent a rule: heaps that are put back may be seen. She called that cheating.",
        tips=(
            "A heap whose own number went face down in the corner will be taken in hand later: "
            "tilt it to the right, since playing from it can wait.",
            "Count the cards of some numbers while dealing. If fewer than eight lie on the heaps, "
            "one is among the unseen cards of the corner. Tilt that heap to the left: it can wait "
            "too, unless you have miscounted.",
            "If all eight lie on the heaps, nothing will ever open that heap: turn it crosswise at "
            "once and play from it first. Heaps that lie straight come second.",
            "Pause after each round of twelve and say the counts aloud; ask for silence.",
            "Before the last round is dealt, note where aces, queens and other key cards lie.",
            "When the two kings of a suit come near to meeting, wait until it is clear which of "
            "them a card serves better.",
            "Put a fan back with dead cards at the bottom and cards that free others near the top.",
        ),
    )
    packs = 2
    options = (
        Option("keeling", (True, False), "heaps that have been put back stay open to see"),
        Option("heap_memory", ("covered", "open"), "open shows every heap in full"),
    )
    kinds = (Turn, Play, PutBack)
    foundation_kinds = (Play,)
    safe_play = True
    fact_types = KingsFacts
    goal = 104
    default_drawing = Drawing(across=3, sides=("down", "up"), tilts=True)

    def lay(self) -> Layout:
        self.open = self.chosen["heap_memory"] == "open"
        self.stays_open = self.open or bool(self.chosen["keeling"])
        self.fan = [Place(f"fan.{i}") for i in range(LARGEST_HEAP)]
        self.fan_index = {name: i for i, name in enumerate(self.fan)}
        return Layout(
            Group("down", "foundation", SUITS),
            Group(
                "heap",
                "tableau",
                range(1, KING),
                faces="up" if self.open else "both",
                tilts="pile",
            ),
            Group("up", "foundation", SUITS),
            Group("corner", "corner", faces="down"),
            Group("fan", "fan"),
        )

    def extra_places(self) -> Sequence[str]:
        return self.fan

    def frames(self, pack: Sequence[Card]) -> Sequence[Frame]:
        rounds = count_out(without_kings(pack))
        return [
            Frame(one.told(), self.view(self._dealt(rounds[: n + 1])))
            for n, one in enumerate(rounds)
        ]

    def set_up(self, pack: Sequence[Card]) -> State[int | None]:
        return self._dealt(count_out(without_kings(pack)))

    def _dealt(self, rounds: Sequence[CountingRound]) -> State[int | None]:
        """Return the state after these rounds of the deal by counting."""
        kings = [Pile(up=(Card(13 * suit + 12),)) for suit in range(4)]
        heaps: list[list[Card]] = [[] for _ in HEAPS]
        corner: list[Card] = []
        for laid, matches, unseen in rounds:
            for number, card in laid:
                heaps[number - 1].append(card)
            corner += [card for _, card in matches]
            corner += [] if unseen is None else [unseen]
        middle = [self._heap(tuple(heap)) for heap in heaps]
        return State((*kings, *middle, *kings, Pile(down=tuple(corner)), EMPTY), None)

    def _heap(self, cards: tuple[Card, ...]) -> Pile:
        return Pile(up=cards) if self.open else Pile(cards[:-1], cards[-1:])

    def refusal(self, state: State[int | None], move: Move) -> str | None:
        piles, fanned = state.piles, state.beside
        if isinstance(move, Turn):
            if fanned is not None:
                return "First put the fan back."
            return None if piles[CORNER].down else "The corner is empty."
        if fanned is None:
            return "First turn up a card of the corner."
        if isinstance(move, Play):
            return self._play_refusal(piles, move)
        if len(move.order) != len(piles[FAN].up):
            return "The fan is put back whole."
        if sorted(move.order) != list(range(len(move.order))):
            return "Name each card of the fan once, counting from 0."
        if not piles[CORNER].down and not next(plays(piles), None):
            return "There is nothing left to turn up, and nothing to play."
        return None

    def _play_refusal(self, piles: Sequence[Pile], move: Play) -> str | None:
        src, dst = self.layout.index.get(move.src), self.layout.index.get(move.dst)
        if dst is None or dst not in KINGS:
            return "Cards are played to the kings."
        fan = piles[FAN].up
        if src is None:
            if self.fan_index[move.src] >= len(fan):
                return "The fan has no such card."
            card = fan[self.fan_index[move.src]]
        elif src not in HEAPS or not piles[src].up:
            return "A card of the fan is played, or the top card of a heap."
        else:
            card = piles[src].up[-1]
        if SUIT[card] != (dst if dst in DOWN else dst - UP.start):
            return "A card goes to a king of its own suit."
        if card != wanted(piles, dst):
            return (
                "On the left kings cards go down from the queen to the ace."
                if dst in DOWN
                else "On the right kings cards go up from the ace to the queen."
            )
        return None

    def never_wanted(self, state: State[int | None], move: Move) -> bool:
        if not isinstance(move, Play):
            return False
        src = self.layout.index.get(move.src, FAN)
        card = state.piles[src].up[self.fan_index.get(move.src, -1)]
        return any(card in state.piles[king].up for king in KINGS)

    def perform(self, state: State[int | None], move: Move, table: Table) -> int | None:
        if isinstance(move, Turn):
            return self._turn(table)
        if isinstance(move, Play):
            dst = self.layout.index[move.dst]
            if move.src in self.fan_index:
                table.bring_up(FAN, self.fan_index[move.src])
                table.move(FAN, dst)
            else:
                table.move(self.layout.index[move.src], dst)
            return state.beside
        heap, fan = HEAPS[(state.beside or 0) - 1], state.piles[FAN].up
        if fan:
            table.arrange(FAN, Pile(up=tuple(fan[i] for i in move.order)))
            table.move(FAN, heap, len(fan))
        if not self.stays_open:
            table.cover(heap)
        return None

    def _turn(self, table: Table) -> int:
        table.deal(CORNER, FAN)
        number = RANK[table.piles[FAN].up[-1]]
        heap = HEAPS[number - 1]
        table.turn_all_up(heap)
        table.move(FAN, heap)
        table.move(heap, FAN, len(table.piles[heap].up))
        return number

    def settle(self, table: Table) -> None:
        for heap in HEAPS:
            table.turn_up(heap)

    def legal_moves(self, state: State[int | None]) -> Iterator[Move]:
        piles, names = state.piles, self.layout.names
        if state.beside is None:
            if piles[CORNER].down:
                yield Turn()
            return
        playable = False
        for src, i, dst in plays(piles):
            playable = True
            yield Play(self.fan[i] if src == FAN else Place(names[src]), Place(names[dst]))
        if playable or piles[CORNER].down:
            yield PutBack(tuple(range(len(piles[FAN].up))))

    def legal(self, state: State[int | None]) -> Legal[Move]:
        moves = super().legal(state).moves
        return Legal(moves, partial=bool(moves) and isinstance(moves[-1], PutBack))

    def outcome(self, state: State[int | None]) -> GameOver | None:
        if state.piles[CORNER].down:
            return None
        if self.progress(state) == self.goal:
            return WON
        stuck = state.beside is None or not next(plays(state.piles), None)
        return STUCK if stuck else None

    def progress(self, state: State[int | None]) -> int:
        return sum(len(state.piles[i].up) for i in KINGS)

    def facts(self, state: State[int | None]) -> KingsFacts:
        return {"phase": "turn" if state.beside is None else "fan", "fan_of": state.beside}

    def beside(self, facts: Mapping[str, Json]) -> int | None:
        number = facts.get("fan_of")
        if number is not None and (type(number) is not int or not 1 <= number < KING):
            raise BadPosition("The fan_of is the number of a heap, 1 to 12, or null.")
        return number

    def worth(self, state: State[int | None]) -> int:
        """Return how good the position looks to a computer player: 10 for each card on the kings'
        places, 50 for each card left in the corner, because it allows another fan, and 2 less for
        each card of a heap that lies above a card that is wanted sooner."""
        turns = self._turns(state.piles)
        heaps = [state.piles[i].up for i in HEAPS]
        buried = sum(in_the_way(heap, turns) for heap in heaps)
        return 10 * self.progress(state) + 50 * len(state.piles[CORNER].down) - 2 * buried

    def advised(self, state: State[int | None], move: Move) -> Move:
        """Return the move as the book advises it: a fan is put back with the cards on top that are
        wanted soonest. Any other move is returned unchanged."""
        if not isinstance(move, PutBack):
            return move
        turns, fan = self._turns(state.piles), state.piles[FAN].up
        return PutBack(tuple(sorted(move.order, key=lambda i: -turns[fan[i]])))

    def _turns(self, piles: Sequence[Pile]) -> list[int]:
        """Return, for each of the 52 cards, how many cards of its suit must be played before it at
        least; KING for a card that is wanted no more."""
        down = [len(piles[i].up) for i in DOWN]
        up = [len(piles[i].up) for i in UP]
        return [
            min(
                (wait for wait in (KING - rank - down[suit], rank - up[suit]) if wait >= 0),
                default=KING,
            )
            for suit, rank in zip(SUIT, RANK, strict=True)
        ]

    def flaw(self, state: State[int | None]) -> str | None:
        piles = state.piles
        for i in KINGS:
            first = 13 * (i % 4)
            cards = (first + 12, *(range(first + 11, -1, -1) if i in DOWN else range(first, 52)))
            if not piles[i].up or piles[i].up != cards[: min(len(piles[i].up), KING)]:
                return "Eight kings lie at the sides, and on each its suit in order."
        if state.beside is None and piles[FAN].up:
            return "Without a heap in hand there is no fan."
        if state.beside is not None and piles[HEAPS[state.beside - 1]] != EMPTY:
            return "The place of the heap in hand is empty."
        if len(piles[FAN].up) > LARGEST_HEAP:
            return "No heap can have so many cards."
        flaws = (self._heap_flaw(number, piles[i]) for number, i in enumerate(HEAPS, 1))
        return next((flaw for flaw in flaws if flaw), None)

    def _heap_flaw(self, number: int, heap: Pile) -> str | None:
        down, up = heap
        if len(down) + len(up) > LARGEST_HEAP:
            return "No heap can have so many cards."
        if len(up) > 1 and (down or not self.stays_open):
            return "A heap lies open as a whole, or shows its top card."
        # If heaps stay open, a heap with face-down cards has never been in hand.
        if down and self.stays_open:
            if len(down) + len(up) > MOST_LAID:
                return "The deal lays eight cards on a heap at most."
            if number in (RANK[card] for card in (*up, *down) if card is not None):
                return "The deal leaves no card on the heap of its own number."
        return None


def wanted(piles: Sequence[Pile], dst: int) -> int:
    """Return the number of the card that the foundation `dst` takes next, or -1 if the foundation
    is complete. A foundation is a king and the cards on it."""
    height = len(piles[dst].up)
    if height == KING:
        return -1
    return 13 * dst + 12 - height if dst in DOWN else 13 * (dst - UP.start) + height - 1


def plays(piles: Sequence[Pile]) -> Iterator[tuple[int, int, int]]:
    """Yield every card that can be played: the index of its pile, its index in the fan (0 for the
    top card of a heap), and the index of the foundation it goes to."""
    takers: dict[int, list[int]] = {}
    for dst in KINGS:
        takers.setdefault(wanted(piles, dst), []).append(dst)
    for i, card in enumerate(piles[FAN].up):
        for dst in takers.get(card, ()):
            yield FAN, i, dst
    for heap in HEAPS:
        up = piles[heap].up
        if up:
            for dst in takers.get(up[-1], ()):
                yield heap, 0, dst
