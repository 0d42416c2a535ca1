"""The common table of a round of Racing Demon as far as the server's messages have told it.

In Racing Demon all contestants play at one table. Each has a demon, a pile of cards to get rid of,
and work piles; the foundations belong to all. A claim is a move of a card to a foundation. It fails
if another contestant has laid a card there first.

Messages name seats by their numbers in the room. The engine numbers the seats of a table from 0, in
the order of `KnownTable.seats`; here these numbers are called positions.
"""

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import NAME, SUIT
from engine.errors import EngineError, HiddenCard
from engine.racing_demon.game import NEW, Claim, RacingDemon, TableMove
from engine.racing_demon.state import Foundation, RoundState
from protocol.rooms.common_tables import (
    TableCommand,
)
from protocol.rooms.known_table import KnownTable


class SentCommand(NamedTuple):
    """A move at a common table that the server has not answered yet. It has been sent, or will be
    sent again after a reconnect. `request` is the id of its request. `key` is a number by which the
    server recognises the move if it is sent again."""

    request: int
    key: int
    move: TableMove


class CardLaid(NamedTuple):
    """A card that the contestant at `seat` has laid on the foundation with the index
    `foundation`."""

    seat: int
    card: str
    foundation: int


class UnansweredClaim(NamedTuple):
    """A claim that the server has not answered yet: the `key` of its SentCommand, the card, the
    name of the pile from which the card comes (`src`), and the name of the foundation (`dst`)."""

    key: int
    card: str
    src: str
    dst: str


class InFlight(NamedTuple):
    """The table as it is drawn while the server has not answered some moves: the moved cards lie
    where the player has put them. `claims` are the cards that are on their way to a foundation."""

    state: RoundState
    claims: tuple[UnansweredClaim, ...]


def in_flight(table: KnownTable, seat: int | None, sent: Sequence[SentCommand]) -> InFlight:
    """Return the table to draw while the server has not answered the moves `sent` of a seat. If a
    claim turns up a card, this card stays face down until the answer comes. Any other move that
    turns up a card is not drawn before the answer. `seat` is None for a spectator."""
    state, at, claims = table.state, table.position(seat), []
    for command in sent if at is not None else ():
        move, before = command.move, state
        try:
            state = table.rules.moved(state, at or 0, move).state
        except HiddenCard:
            if isinstance(move, Claim):
                state = _lifted(table.rules, state, at or 0, move)
        except EngineError:
            continue
        if isinstance(move, Claim):
            up = before.boards[at or 0].piles[table.rules.layout.index[move.src]].up
            dst = _begun(state) if move.dst == NEW else move.dst
            claims.append(UnansweredClaim(command.key, NAME[up[-1]], move.src, dst))
    return InFlight(state, tuple(claims))


def _begun(state: RoundState) -> str:
    return f"foundation.{len(state.foundations) - 1}"


def _lifted(rules: RacingDemon, state: RoundState, at: int, move: Claim) -> RoundState:
    """Return the table after a claim of the seat at position `at`, without turning a card up."""
    board, src = state.boards[at], rules.layout.index[move.src]
    pile = board.piles[src]
    piles = (*board.piles[:src], pile._replace(up=pile.up[:-1]), *board.piles[src + 1 :])
    foundations, suit = list(state.foundations), SUIT[pile.up[-1]]
    if move.dst == NEW:
        foundations.append(Foundation(suit, (at,)))
    else:
        number = int(move.dst.partition(".")[2])
        owners = foundations[number].owners
        foundations[number] = foundations[number]._replace(owners=(*owners, at))
    state = state.with_board(at, board._replace(piles=piles))
    return state._replace(foundations=tuple(foundations))


def laid_cards(commands: Sequence[TableCommand]) -> list[CardLaid]:
    """Return the cards that these commands have laid on foundations, in the order in which they
    were laid."""
    return [
        CardLaid(event.seat, event.cards[0], int(event.dst.partition(".")[2]))
        for command in commands
        for event in command.events
        if event.seat is not None and event.cards
        if event.dst is not None and event.dst.startswith("foundation.")
    ]


def best_claim(rules: RacingDemon, moves: Sequence[TableMove]) -> Claim | None:
    """Return the most useful claim among legal moves: first one that takes a card off the demon,
    then one of a work pile, then one of the waste. Return None if there is no claim among them."""
    claims = [move for move in moves if isinstance(move, Claim)]
    order = [*range(rules.waste), rules.waste]
    return min(claims, key=lambda move: order.index(rules.layout.index[move.src]), default=None)
