"""Clock

One pack. There is no choice: the cards decide. Play it for company, alone or in a room.

Aim: to turn up all 52 cards before the fourth king.

The deal. Shuffle one pack and deal it face down into thirteen piles, in four rounds of one card to
each pile: twelve in a circle for the hours 1 to 12, and one in the middle for 13.

The play. Turn up the top card of the middle pile. Put it face up under the pile of its hour: an ace
under 1, a jack under 11, a queen under 12, a king under 13 in the middle. Then turn up the top card
of that pile, put it under the pile of its own hour, and so on.

The end. The fourth king stops the play, because nothing is left to turn in the middle. The game is
won if every card is face up by then, and lost otherwise.

Option. `exchange`: with `true`, the game called Watch. Once, when the fourth king has come up too
soon, choose a pile with face-down cards. The king goes face down in place of the lowest of them,
that card is put under the pile of its hour, and the play goes on until this king turns up again.

In a race all who turn up the same number of cards share the place, whatever their time.

Progress: the number of cards face up.

Source: the introduction of Peter Arnold's Card Games for One names Clock among the patiences laid
out in patterns but does not give its rules; these are the ones in common use.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.cards import KING, RANK, Card
from engine.drawing import Drawing, clock_face
from engine.game import Book, Game
from engine.mechanics.rules import Dealing, OneKind, Rule
from engine.mechanics.sessions import left_in
from engine.moves import Place, Turn
from engine.options import Option
from engine.position import known
from engine.table import Group, Layout, Pile, State, Table, face_up
from engine.view import Facts, Json

HOURS = range(KING)
"""The indices of the piles. The pile of hour h has the index h - 1."""
MIDDLE = KING - 1
EACH = 4
"""The number of cards dealt to each pile."""
NOTHING_LEFT = "Nothing is left to turn in the middle."


@dataclass(frozen=True, slots=True)
class Exchange:
    """Put the fourth king in place of the lowest face-down card of `dst`, and play that card."""

    dst: Place


class ClockFacts(Facts):
    at: int
    exchange_left: int


Move = Turn | Exchange


class ClockPatience(Game[int, Move]):
    # `State.beside` is how often the fourth king may still be exchanged. The face-up cards of a
    # pile lie under its face-down ones.
    slug = "clock"
    book = Book(
        "Clock",
        other_names=("Watch",),
        prospects="1 in 13",
        character="luck alone",
        bell_minutes=5,
        tips=(
            "With the exchange, choose the pile with most cards face down: the king in it comes up "
            "again last.",
        ),
    )
    options = (Option("exchange", (False, True), "once, the fourth king changes places"),)
    kinds = (Turn, Exchange)
    fact_types = ClockFacts
    goal = 52
    ranked_by = "reach"
    drawing = Drawing(
        suits_matter=False, places=clock_face("hour", f"hour.{KING}"), hand=f"hour.{KING}"
    )

    def lay(self) -> Layout:
        hours = [hour + 1 for hour in HOURS]
        return Layout(Group("hour", "stock", hours, faces="both", tilts="pile"))

    def set_up(self, pack: Sequence[Card]) -> State[int]:
        piles = tuple(Pile(down=tuple(pack[i :: len(HOURS)])) for i in HOURS)
        return State(piles, int(self.chosen["exchange"]))

    def rules(self) -> Sequence[Rule[int]]:
        return Dealing(Turn, why_no_turn, turn), Exchanging(Exchange)

    def progress(self, state: State[int]) -> int:
        return face_up(state.piles, HOURS)

    def facts(self, state: State[int]) -> ClockFacts:
        return {"at": turning(state.piles) + 1, "exchange_left": state.beside}

    def beside(self, facts: Mapping[str, Json]) -> int:
        return left_in(facts, "exchange_left", int(self.chosen["exchange"]))

    def flaw(self, state: State[int]) -> str | None:
        piles = state.piles
        at = turning(piles)
        for i in HOURS:
            if any(RANK[card] != i + 1 for card in piles[i].up):
                return "A card is put under the pile of its own hour."
            # The first card turned, in the middle, had no card put there before it.
            if len(piles[i].down) + len(piles[i].up) != EACH + (i == at) - (i == MIDDLE):
                return "For each card put under a pile one is turned from it."
        if not piles[at].up and face_up(piles, HOURS):
            return "The play goes on at the pile of the last card."
        exchanged = state.beside < int(self.chosen["exchange"])
        return why_no_exchange_was(piles) if exchanged else None


def turning(piles: Sequence[Pile]) -> int:
    """Return the index of the pile of which the next card is turned: the one to which a card has
    been put and from which none has been turned for it."""
    for i in HOURS:
        if i != MIDDLE and len(piles[i].down) + len(piles[i].up) > EACH:
            return i
    return MIDDLE


def why_no_turn(state: State[int]) -> str | None:
    return None if state.piles[turning(state.piles)].down else NOTHING_LEFT


def turn(state: State[int], table: Table) -> int:
    put_under(table, turning(state.piles))
    return state.beside


def put_under(table: Table, src: int) -> None:
    """Put the top face-down card of pile `src` under the pile of its hour."""
    card = table.piles[src].down[-1]
    table.deal(src, src if card is None else RANK[card] - 1)  # raises HiddenCard if it is not known


class Exchanging(OneKind[int]):
    """The fourth king changes places with the lowest face-down card of a pile."""

    def refusal(self, state: State[int], move: Exchange, layout: Layout) -> str | None:
        if why_no_turn(state) is None:
            return "Only the fourth king changes places."
        if not state.beside:
            return "The king changes places once at most, and only in the game Watch."
        return None if state.piles[layout.index[move.dst]].down else "No card is face down there."

    def moves(self, state: State[int], layout: Layout) -> Iterator[Exchange]:
        if state.beside and why_no_turn(state) is not None:
            for i in HOURS:
                if state.piles[i].down:
                    yield self.make(layout.names[i])

    def perform(self, state: State[int], move: Exchange, table: Table, layout: Layout) -> int:
        dst = layout.index[move.dst]
        (lowest, *others), up = table.piles[dst]
        fourth = table.piles[MIDDLE].up[-1]
        table.hide(MIDDLE, 1)
        table.arrange(dst, Pile((fourth, *others, lowest), up))
        put_under(table, dst)
        return state.beside - 1


def why_no_exchange_was(piles: Sequence[Pile]) -> str | None:
    """Return why no exchange can have led to these piles; None if one can have."""
    down, up = piles[MIDDLE]
    lowest = [RANK[card] for pile in piles for card in known(pile.down[:1])]
    back = any(len(piles[i].up) == EACH and not piles[i].down for i in HOURS if i != MIDDLE)
    if down or len(up) < EACH - 1 or not (back if len(up) == EACH else KING in lowest):
        return "After the exchange the fourth king is the lowest card of its pile."
    return None
