"""Clock

One pack. There is no choice: the cards decide. Play it for company, alone or in a room.

Aim: to turn up all other cards before the fourth king.

The deal. Shuffle one pack and deal it face down into thirteen piles, in four rounds of one card to
each pile: twelve piles in a circle for the hours 1 to 12, and one in the middle for 13.

The play. Turn up the top card of the middle pile. Put it face up under the pile of its hour: an ace
under 1, a jack under 11, a queen under 12, a king under 13 in the middle. Then turn up the top card
of that pile, and so on.

The end. The fourth king stops the play, because nothing is left to turn in the middle. The game is
won if every card is face up by then, and lost otherwise.

Option. `exchange`: with `true`, the game called Watch. Once, when the fourth king has come up too
soon, choose a pile with face-down cards. The king goes face down in place of the lowest of them,
that card is put under the pile of its hour, and the play goes on until this king turns up again.

Progress: the number of cards face up. In a race all who reach the same number share the place,
whatever their time.

Source: the introduction of Peter Arnold's Card Games for One names Clock among the patiences laid
out in patterns but does not give its rules; these are the ones in common use.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.cards import KING, RANK, Card
from engine.drawing import Drawing, clock_face
from engine.game import Book, Game
from engine.mechanics.rules import Choosing, Dealing, Rule
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
ONCE = "The king changes places once at most, and only in the game Watch."


@dataclass(frozen=True, slots=True)
class Exchange:
    """Let the fourth king and the lowest face-down card of the pile `dst` change places, and put
    that card under the pile of its hour. A game with the option `exchange` allows this once."""

    dst: Place


class ClockFacts(Facts):
    """What a player may see of a position besides the piles. `at` is the hour of the pile of which
    the next card is turned. `exchange_left` is 1 if the option `exchange` is chosen and the fourth
    king has not changed places with a card yet; otherwise 0."""

    at: int
    exchange_left: int


Move = Turn | Exchange


class ClockPatience(Game[int, Move]):
    # `State.beside` is how often the fourth king may still change places. In a pile, the face-up
    # cards lie under the face-down cards.
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
    no_safe_play = "Every move is a turn of the next card, or the exchange."
    fact_types = ClockFacts
    goal = 52
    ranked_by = "reach"
    default_drawing = Drawing(
        suits_matter=False, places=clock_face("hour", "hour.13"), hand="hour.13"
    )

    def lay(self) -> Layout:
        return Layout(Group("hour", "stock", range(1, KING + 1), faces="both", tilts="pile"))

    def set_up(self, pack: Sequence[Card]) -> State[int]:
        piles = tuple(Pile(down=tuple(pack[i :: len(HOURS)])) for i in HOURS)
        return State(piles, int(self.chosen["exchange"]))

    def rules(self) -> Sequence[Rule[int]]:
        return (
            Dealing(Turn, why_no_turn, lambda state, table: put(state, table, due(state.piles))),
            Choosing(Exchange, HOURS, why_no_exchange, exchange, why_not_there),
        )

    def progress(self, state: State[int]) -> int:
        return face_up(state.piles, HOURS)

    def facts(self, state: State[int]) -> ClockFacts:
        return {"at": due(state.piles) + 1, "exchange_left": state.beside}

    def beside(self, facts: Mapping[str, Json]) -> int:
        return left_in(facts, "exchange_left", int(self.chosen["exchange"]))

    def flaw(self, state: State[int]) -> str | None:
        piles = state.piles
        at = due(piles)
        for i in HOURS:
            if any(RANK[card] != i + 1 for card in piles[i].up):
                return "A card is put under the pile of its own hour."
            # The first card turned, in the middle, had no card put there before it.
            if len(piles[i].down) + len(piles[i].up) != EACH + (i == at) - (i == MIDDLE):
                return "For each card put under a pile one is turned from it."
        if not piles[at].up and face_up(piles, HOURS):
            return "The play goes on at the pile of the last card."
        if state.beside < int(self.chosen["exchange"]) and not exchanged(piles):
            return "After the exchange the fourth king is the lowest card of its pile."
        return None


def due(piles: Sequence[Pile]) -> int:
    """Return the index of the pile of which the next card is turned: the pile under which the last
    card was put. At the start it is the middle pile."""
    for i in HOURS:
        if i != MIDDLE and len(piles[i].down) + len(piles[i].up) > EACH:
            return i
    return MIDDLE


def why_no_turn(state: State[int]) -> str | None:
    return None if state.piles[MIDDLE].down or due(state.piles) != MIDDLE else NOTHING_LEFT


def put(state: State[int], table: Table, src: int) -> int:
    """Turn up the top face-down card of the pile `src` and put it under the pile of the hour that
    is its rank. Return `state.beside`, which does not change: how often the fourth king may still
    change places."""
    card = table.piles[src].down[-1]
    table.deal(src, src if card is None else RANK[card] - 1)  # raises HiddenCard if it is not known
    return state.beside


def why_no_exchange(state: State[int]) -> str | None:
    if why_no_turn(state) is None:
        return "Only the fourth king changes places."
    return None if state.beside else ONCE


def why_not_there(state: State[int], dst: int) -> str | None:
    return None if state.piles[dst].down else "No card is face down there."


def exchange(state: State[int], table: Table, dst: int) -> int:
    """Let the fourth king and the lowest face-down card of the pile `dst` change places, and put
    that card under the pile of its hour. Return how often the king may still change places."""
    (lowest, *others), up = table.piles[dst]
    fourth = table.piles[MIDDLE].up[-1]
    table.hide(MIDDLE, 1)
    table.arrange(dst, Pile((fourth, *others, lowest), up))
    return put(state, table, dst) - 1


def exchanged(piles: Sequence[Pile]) -> bool:
    """Return whether these piles can be the result of play in which the fourth king has changed
    places with a card."""
    down, up = piles[MIDDLE]
    waits = KING in [RANK[card] for pile in piles for card in known(pile.down[:1])]
    back = any(len(piles[i].up) == EACH and not piles[i].down for i in HOURS if i != MIDDLE)
    return not down and (back if len(up) == EACH else waits and len(up) == EACH - 1)
