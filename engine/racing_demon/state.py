"""The table of a round of Racing Demon: the boards of all seats, and the foundations that they
share. A seat is the number of a contestant at the table, from 0; a board has the cards of one seat.

A state is immutable, like the states of `engine/table.py`. A state that is made from a view, which
has only what everybody sees, has None for each face-down card, so no rule can read it.
"""

from typing import Literal, NamedTuple

from engine.cards import KING, NAME, RANK, SUIT, SUITS, Card
from engine.table import Pile
from engine.view import Json, View

Reason = Literal["out", "blocked", "bell", "deserted"]


class RacingBoard(NamedTuple):
    """The cards of one seat, and whether its contestant is there. `piles` are in the order of
    `RacingDemon.layout`."""

    piles: tuple[Pile, ...]
    resigned: bool = False
    """Whether the contestant has left the table for good."""
    away: bool = False
    """Whether the contestant has been away so long that the others no longer wait for them."""
    stuck: bool = False
    """Whether the contestant has said that they are stuck, and no card has been played since."""

    @property
    def present(self) -> bool:
        return not self.resigned and not self.away


class Foundation(NamedTuple):
    """A foundation on which all contestants build. `suit` is an index of SUITS. `owners` has, for
    each card from the ace up, the seat that put it there."""

    suit: int
    owners: tuple[int, ...]

    @property
    def height(self) -> int:
        """The number of cards on the foundation, which is also the rank of its top card."""
        return len(self.owners)

    @property
    def closed(self) -> bool:
        return self.height == KING

    @property
    def top(self) -> Card:
        return Card(self.suit * KING + self.height - 1)

    def takes(self, card: Card) -> bool:
        """Return whether `card` is the card that this foundation takes next."""
        return SUIT[card] == self.suit and RANK[card] == self.height + 1

    def to_json(self) -> dict[str, Json]:
        return {
            "suit": SUITS[self.suit],
            "height": self.height,
            "owners": list(self.owners),
            "closed": self.closed,
        }


class RoundEnd(NamedTuple):
    """How a round ended. `reason` is `out` (a contestant has used up the reserve), `blocked`
    (nobody can play), `bell` (the time is over) or `deserted` (too few are left). `out` is the seat
    that ended the round by using up its reserve, or that counts as having done so when nobody can
    play or the time is over. It is None if there is no such seat."""

    reason: Reason
    out: int | None = None

    def to_json(self) -> dict[str, Json]:
        return {"result": "complete", "reason": self.reason}


class RoundState(NamedTuple):
    """The table of a round. `foundations` are in the order in which they were begun; a foundation
    always keeps its index."""

    boards: tuple[RacingBoard, ...]
    foundations: tuple[Foundation, ...] = ()
    shifts: int = 0
    """How many times a stuck table has been shifted since the last card was played. In a shift all
    wastes go back to their stocks, and each top card to the bottom."""
    emptied: tuple[int, ...] = ()
    """The seats whose reserve is used up, in the order in which that happened."""
    over: RoundEnd | None = None

    def with_board(self, seat: int, board: RacingBoard) -> "RoundState":
        """Return a copy of the state in which `seat` has this board."""
        return self._replace(boards=(*self.boards[:seat], board, *self.boards[seat + 1 :]))


class RoundEvent(NamedTuple):
    """One change on the table that everybody sees.

    Cards of `seat` were `moved`, `dealt` from a face-down pile to another pile, or `turned` up
    where they lie. `src` and `dst` are names of piles. The kind `shifted` names no seat, pile or
    card: at a stuck table all wastes go back to their stocks, and the top card of each stock to its
    bottom.
    """

    kind: Literal["moved", "dealt", "turned", "shifted"]
    seat: int | None = None
    src: str | None = None
    dst: str | None = None
    cards: tuple[Card, ...] = ()

    def to_json(self) -> dict[str, Json]:
        return {
            "event": self.kind,
            "seat": self.seat,
            "src": self.src,
            "dst": self.dst,
            "cards": [NAME[card] for card in self.cards],
        }


class RoundStep(NamedTuple):
    """The result of a move: the table after it, and the changes that everybody sees, in order."""

    state: RoundState
    events: tuple[RoundEvent, ...]


class SeatView(NamedTuple):
    """What everybody at the table sees of one seat: its piles, and figures that clients show beside
    them. `progress` is how many cards have left the reserve. `points` are the points of the seat in
    the round so far."""

    view: View
    progress: int
    points: int
    present: bool
    resigned: bool
    stuck: bool

    def to_json(self) -> dict[str, Json]:
        return {**self._asdict(), "view": self.view.to_json()}


class RoundView(NamedTuple):
    """What can be seen of a table of Racing Demon. Every contestant and every spectator sees the
    same."""

    foundations: tuple[Foundation, ...]
    seats: tuple[SeatView, ...]
    shifts: int
    emptied: tuple[int, ...]
    over: RoundEnd | None

    def to_json(self) -> dict[str, Json]:
        """Return the view as the JSON object that messages contain: `{"foundations": [...],
        "seats": [...], "shifts": n, "emptied": [...], "over": null or {"result", "reason",
        "out"}}`. `shifts` is how often the stuck table has shifted since a card was played, and
        `emptied` lists the seats whose reserve is used up."""
        over = self.over
        return {
            "foundations": [each.to_json() for each in self.foundations],
            "seats": [seat.to_json() for seat in self.seats],
            "shifts": self.shifts,
            "emptied": list(self.emptied),
            "over": None if over is None else {**over.to_json(), "out": over.out},
        }
