"""Racing Demon

Two to eight play, each with a pack of his own; alone it is practice. All play at once.

Aim: to be the first to use up the thirteen cards of one's demon, and meanwhile to bring as many
cards as possible to the middle of the table.

The deal. Each player counts out thirteen cards face down, squared together, and turns up the last:
this is his demon. He deals four cards face up in a row beside it; they begin his work piles. The
other cards are his stock, face down. If the table plays equal deals, all packs lie in the same
order. Everybody begins at the word.

The play. Nobody waits for a turn.
- The foundations lie in the middle and belong to all. A free ace may begin one at any time, so
  several piles of one suit may grow side by side. Anybody builds on any of them, upwards in suit. A
  king closes the pile, which is taken away. No card comes back from the middle. Each card remains
  its owner's, for the score.
- Free are the top cards of one's own demon, of one's waste and of each of one's work piles.
- Work piles are packed downwards in alternate colours, with the top card of the demon or the waste.
  The last cards of a work pile, however many, move together onto another of one's own where they
  fit. Nothing goes on an ace.
- A work pile that falls empty is filled from the demon at once, while the demon lasts. After that
  it may be filled with the card of the waste or with the last cards of another pile, though not
  with all of them.
- Turn three cards of the stock at a time, squared, onto the waste, where only the last is seen; the
  one beneath comes free when it is played. One or two cards left at the end are turned as they are.
  When the stock is out turn the waste over as it lies, and go on, as often as you like.
- If two reach for one place, the card that is there first stays, and the other goes back to where
  it came from.

Out. Whose demon is used up is out, and the round ends at once.

A stuck table. When nobody at the table can play a card, whatever he turns, or when everybody has
said that he is stuck and no card has been played since, all lay their turned cards on their stocks,
the first turned uppermost, and put the top card at the bottom. So other cards come up third. If
that does not help, it is done once more. Then every card has had its turn, and if still nobody can
play, the round ends without anybody being out.

The score. One point for each of one's cards in the middle and five more for each king; one off for
each card left in one's demon; ten for being out. Rounds are played until somebody has a hundred
points at the end of one, and the most points win. If the best have equally many, another round is
played; others with equal points share the place.

Who leaves the table keeps his points for the cards in the middle and is charged for his demon. The
round ends when one is left, and at the bell; then it is scored as it stands.

Options. `same_deal`: with `false` every pack is shuffled for itself. `piles`: four or five work
piles; five make an equal deal livelier. `turn`: with 1 the stock is turned card by card, and a
stuck table ends the round. `spaces`: with `free` an empty work pile is not filled at once but with
any free card, also while the demon lasts. `play_on`: whose demon is used up may go on playing, and
calls out when he likes; if the table is stuck or the bell rings before, the first whose demon was
used up counts as having called. `stuck`: with `end` a stuck table ends the round. `penalty`,
`out_bonus`, `king_bonus`: the points for the demon, for being out and for a king. `target`: the
points that end the series; 0 plays a single round.

Tips. Look to your demon first, and pack from it before you pack from the waste. Empty a work pile
when you can: the demon fills it. Turn through the stock only when nothing else can be done.

Progress: the number of cards gone from the demon.

Source: the game is named in an old patience book without its rules. These are the rules in common
use, as newspapers and families have written them down. Equal deals, and at most two shifts, are our
own.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from inspect import cleandoc
from typing import ClassVar

from engine.cards import ACE, NAME, RANK, SUIT, Card, check_pack, new_pack, shuffle
from engine.drawing import Drawing
from engine.errors import BadPack, BadPosition, BadRequest, IllegalMove, Overtaken, RoundOver
from engine.game import Book
from engine.mechanics.rules import ALTERNATE_COLOURS, USED_UP
from engine.mechanics.stock_packets import turn_packet
from engine.moves import Codec, Move, Pack, Place, Resign, Turn
from engine.options import Option, Value, canonical, resolve
from engine.races.ranking import RankedBy
from engine.racing_demon.scores import DEMON, points, progress
from engine.racing_demon.state import (
    Foundation,
    RacingBoard,
    RoundEnd,
    RoundEvent,
    RoundState,
    RoundStep,
    RoundView,
    SeatView,
)
from engine.racing_demon.stuck import Hand, can_play, tails, turnable, wanted
from engine.table import EMPTY, Event, Group, Layout, Pile, Table
from engine.view import PileView, View, pile_view

MOST_SEATS = 8
MOST_SHIFTS = 2
"""How many times the cards of a stuck table are shifted: all wastes go back to their stocks, and
each top card to the bottom. After two shifts every card of every stock has come up third."""
NEW = Place("foundation.new")


@dataclass(frozen=True, slots=True)
class Claim:
    """The move that puts a free card of the pile `src` on the foundation `dst`, which all
    contestants share. `height` is the number of cards that the contestant saw on the foundation, so
    that the server notices when somebody else was quicker. An ace goes to `foundation.new`, with
    the height 0."""

    src: Place
    dst: Place
    height: int


@dataclass(frozen=True, slots=True)
class Fill:
    """The move that puts the top card of the reserve (called the demon) or of the waste on an empty
    tableau pile."""

    src: Place
    dst: Place


@dataclass(frozen=True, slots=True)
class Out:
    """The move with which a contestant whose reserve (demon) is used up ends the round. It is legal
    only with the option `play_on`."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """The move with which a contestant tells the table that they cannot play any card."""


TableMove = Turn | Claim | Pack | Move | Fill | Out | Stuck | Resign


class RacingDemon:
    """The rules of Racing Demon with one choice of options. The object holds no cards; each method
    is given the table it works on.

    Seats are the numbers of the contestants at the table, from 0. In the rules the reserve of a
    contestant is called the demon, and the tableau piles are called work piles.
    """

    slug: ClassVar = "racing_demon"
    book: ClassVar = Book(
        "Racing Demon",
        other_names=("Pounce", "Nerts"),
        prospects="with equal deals two rounds in three end with somebody out",
        character="much to decide, and quick hands",
        bell_minutes=10,
        origin="An old patience book names it among the games for several players.",
        tips=(
            "Look to your demon first, and pack from it before you pack from the waste.",
            "Empty a work pile when you can: the demon fills it.",
            "Turn through the stock only when nothing else can be done.",
        ),
    )
    options: ClassVar = (
        Option("same_deal", (True, False), "every pack lies in the same order"),
        Option("piles", (4, 5), "work piles of each player"),
        Option("turn", (3, 1), "cards turned at a time"),
        Option("spaces", ("demon", "free"), "what fills an empty work pile while the demon lasts"),
        Option("play_on", (False, True), "whose demon is used up plays on until calling out"),
        Option("stuck", ("shift", "end"), "what happens when nobody can play"),
        Option("penalty", (1, 2, 0), "points off for each card left in the demon"),
        Option("out_bonus", (10, 0, 20), "points for being out"),
        Option("king_bonus", (5, 0, 10), "points for each king in the middle"),
        Option("target", (100, 50, 150, 0), "points that end the series; 0 plays one round"),
    )
    kinds: ClassVar = (Turn, Claim, Pack, Move, Fill, Out, Stuck)
    goal: ClassVar = DEMON
    ranked_by: ClassVar[RankedBy] = "round"
    safe_play: ClassVar = False
    tie_break_rule: ClassVar = ""
    drawing: ClassVar = Drawing(runs="colours")
    no_safe_play: ClassVar = (
        "A card in the middle is gone for its owner, and a rival may want its place."
    )
    layout: Layout

    def __init__(self, chosen: Mapping[str, object] | None = None) -> None:
        self.chosen: dict[str, Value] = resolve(self.options, chosen or {})
        work_piles = int(self.chosen["piles"])
        self.layout = Layout(
            Group("reserve", "reserve", faces="both"),
            Group("tab", "tableau", range(work_piles)),
            Group("stock", "stock", faces="down"),
            Group("waste", "waste", faces="both"),
        )
        self.place = [Place(name) for name in self.layout]
        self.reserve, self.columns = 0, self.layout["tab"]
        self.stock, self.waste = self.columns.stop, self.columns.stop + 1
        self.free = (self.reserve, self.waste, *self.columns)
        self.middle = self.waste + 1
        """While a card is claimed, the place of its foundation among the piles of the table."""
        self.codec = Codec(self.kinds, {*self.layout, *self.extra_places()})

    @property
    def identity(self) -> str:
        """The slug (the short name of the game in programs) and the options as JSON, such as
        `racing_demon {"king_bonus":5,…}`."""
        return f"{self.slug} {canonical(self.chosen)}"

    @classmethod
    def has_choice(cls) -> bool:
        """Return True, because players of this game have something to decide."""
        return True

    @classmethod
    def rules_page(cls) -> str:
        """Return the rules for players, complete enough to play with real cards. They are the
        docstring of this file."""
        return cleandoc(__doc__ or "").strip()

    def extra_places(self) -> Sequence[str]:
        """Return the names of the places, besides the piles of a seat, that a move can name. They
        are the foundations, as many as eight contestants can begin, and `foundation.new`, where an
        ace begins a foundation."""
        return [*map(_name, range(4 * MOST_SEATS)), NEW]

    # The deal. ------------------------------------------------------------------------------------

    def packs(self, seed: bytes, seats: int) -> list[list[Card]]:
        """Return one shuffled pack for each of `seats` seats, in the order of dealing. With the
        option `same_deal` all packs are equal. Raises BadRequest if `seats` is not 1 to 8 or the
        seed is not SEED_BYTES long."""
        if not 1 <= seats <= MOST_SEATS:
            raise BadRequest(f"One to {MOST_SEATS} play Racing Demon.")
        if self.chosen["same_deal"]:
            return [shuffle(new_pack(1), seed)] * seats
        seeds = (sha256(seed + f"seat/{seat}".encode()).digest() for seat in range(seats))
        return [shuffle(new_pack(1), each) for each in seeds]

    def deal(self, packs: Sequence[Sequence[Card]]) -> RoundState:
        """Return the table after dealing to each seat its own pack, one of `packs`. Raises BadPack
        if there are too few or too many packs, or if one of them is not complete."""
        if not 1 <= len(packs) <= MOST_SEATS:
            raise BadPack(f"One to {MOST_SEATS} play Racing Demon, each with a pack.")
        boards = []
        for pack in packs:
            check_pack(pack, 1)
            demon, begun = pack[:DEMON], DEMON + len(self.columns)
            row = (Pile((), (card,)) for card in pack[DEMON:begun])
            stock = Pile(tuple(pack[: begun - 1 : -1]))
            reserve = Pile(tuple(demon[:-1]), (demon[-1],))
            boards.append(RacingBoard((reserve, *row, stock, EMPTY)))
        return self.settled(RoundState(tuple(boards))).state

    # What a seat may do. --------------------------------------------------------------------------

    def legal(self, state: RoundState, seat: int) -> list[TableMove]:
        """Return the legal moves of a seat, except resigning, in a fixed order. Return an empty
        list if the round is over or the contestant has left the table.

        The moves depend only on what everybody at the table sees (the view). So a state that
        `state_of` made from a view has the same legal moves.
        """
        board = state.boards[seat]
        if state.over or board.resigned:
            return []
        return list(self._legal(state, board))

    def _legal(self, state: RoundState, board: RacingBoard) -> Iterator[TableMove]:
        piles = board.piles
        if piles[self.stock].down or piles[self.waste].up:
            yield Turn()
        yield from self._claims(state, board)
        yield from self._lays(board, Pack)
        row = [piles[i].up for i in self.columns]
        for at, dst in enumerate(self.columns):
            for other, n in tails(row, row[at][-1] if row[at] else None):
                if other != at:
                    yield Move(self.place[self.columns[other]], self.place[dst], n)
        yield from self._lays(board, Fill)
        if self.chosen["play_on"] and not piles[self.reserve].up:
            yield Out()
        if not board.stuck:
            yield Stuck()

    def _claims(self, state: RoundState, board: RacingBoard) -> Iterator[Claim]:
        middle = wanted(state.foundations)
        for src in self.free:
            for card in board.piles[src].up[-1:]:
                if card not in middle:
                    continue
                if RANK[card] == ACE:
                    yield Claim(self.place[src], NEW, 0)
                for i, foundation in enumerate(state.foundations):
                    if foundation.takes(card):
                        yield Claim(self.place[src], _name(i), foundation.height)

    def _lays(self, board: RacingBoard, kind: type[Pack | Fill]) -> Iterator[Pack | Fill]:
        for src in (self.reserve, self.waste):
            for dst in self.columns:
                move = kind(self.place[src], self.place[dst])
                if self._lay_refusal(board, move) is None:
                    yield move

    def refusal(self, state: RoundState, seat: int, move: TableMove) -> str | None:
        """Return the reason why the rules forbid this move of a seat, as a sentence for players.
        Return None if the move is legal."""
        board = state.boards[seat]
        if board.resigned:
            return "You have left this table."
        match move:
            case Claim():
                return self._claim_refusal(state, board, move)
            case Pack() | Fill():
                return self._lay_refusal(board, move)
            case Move():
                return self._move_refusal(board, move)
            case Out():
                return self._out_refusal(board)
            case Turn() if not board.piles[self.stock].down and not board.piles[self.waste].up:
                return USED_UP
            case Stuck() if board.stuck:
                return "You have said that you are stuck."
        return None

    def _out_refusal(self, board: RacingBoard) -> str | None:
        if not self.chosen["play_on"]:
            return "Whose demon is used up is out without a word."
        return "Your demon is not used up yet." if board.piles[self.reserve].up else None

    def _claim_refusal(self, state: RoundState, board: RacingBoard, move: Claim) -> str | None:
        src = self._at(move.src)
        if src not in self.free or not board.piles[src].up:
            return "There is no free card there."
        card = board.piles[src].up[-1]
        if move.dst == NEW:
            begins = RANK[card] == ACE and move.height == 0
            return None if begins else "A foundation begins with an ace."
        foundation = _foundation(state, move.dst)
        if foundation is None:
            return "There is no such foundation yet."
        if foundation.height != move.height or not foundation.takes(card):
            return "A foundation takes the next higher card of its suit."
        return None

    def _lay_refusal(self, board: RacingBoard, move: Pack | Fill) -> str | None:
        src, dst = self._at(move.src), self._at(move.dst)
        if src not in (self.reserve, self.waste) or not board.piles[src].up:
            return "The top card of your demon or of your waste is laid there."
        if dst not in self.columns:
            return "Cards are laid on your own work piles."
        head = board.piles[dst].up
        if isinstance(move, Fill):
            return "Only an empty work pile is filled." if head else None
        if not head:
            return "That work pile is empty; it is filled."
        fits = ALTERNATE_COLOURS.fits(board.piles[src].up[-1], head[-1])
        return None if fits else ALTERNATE_COLOURS.reason

    def _move_refusal(self, board: RacingBoard, move: Move) -> str | None:
        src, dst = self._at(move.src), self._at(move.dst)
        if src not in self.columns or dst not in self.columns or src == dst:
            return "Cards move from one of your work piles to another."
        up, head = board.piles[src].up, board.piles[dst].up
        if not 1 <= move.n <= len(up):
            return "There are not so many cards in that work pile."
        if head:
            return (
                None if ALTERNATE_COLOURS.fits(up[-move.n], head[-1]) else ALTERNATE_COLOURS.reason
            )
        return "The whole of a work pile stays where it is." if move.n == len(up) else None

    def overtaken(self, state: RoundState, seat: int, move: TableMove) -> Overtaken | None:
        """Return the exception for a `Claim` that came too late: its card fitted on the foundation
        at the height that the claim names, but somebody else has put a card there since. Return
        None for every other move."""
        if not isinstance(move, Claim):
            return None
        src, foundation = self._at(move.src), _foundation(state, move.dst)
        up = state.boards[seat].piles[src].up if src in self.free else ()
        if not up or foundation is None or not 1 <= move.height < foundation.height:
            return None
        if not foundation._replace(owners=foundation.owners[: move.height]).takes(up[-1]):
            return None
        first = foundation.owners[move.height]
        return Overtaken(first, foundation.height, NAME[foundation.top])

    def _at(self, name: Place) -> int:
        """Return the index of the pile `name` in the layout of a seat, or −1 if `name` is a
        foundation."""
        return self.layout.index.get(name, -1)

    # A move. --------------------------------------------------------------------------------------

    def play(self, state: RoundState, seat: int, move: TableMove) -> RoundStep:
        """Return the table after a move of a seat, and the events of the move: the changes that
        players see. What follows from the move without a decision is included: the end of the
        round, or a shift of a stuck table (all wastes go back to their stocks, and the top card of
        each stock to its bottom). `state` itself does not change.

        A contestant who was away counts as present after the move. Raises RoundOver after the end
        of the round, Overtaken for a claim that came too late, and IllegalMove. Raises HiddenCard
        if `state` comes from a view and the move turns a card up or needs the order of a stock.
        """
        after, events = self.moved(state, seat, move)
        settled, more = self.settled(after)
        return RoundStep(settled, events + more)

    def moved(self, state: RoundState, seat: int, move: TableMove) -> RoundStep:
        """Make the move as `play` does, and return the table and the events, but leave out what may
        follow from the move: the end of the round or a shift of a stuck table. So the method reads
        no hidden card except those that the move turns up."""
        if state.over:
            raise RoundOver("The round is over.")
        if late := self.overtaken(state, seat, move):
            raise late
        if reason := self.refusal(state, seat, move):
            raise IllegalMove(reason)
        board = state.boards[seat]._replace(away=False)
        match move:
            case Resign():
                return RoundStep(state.with_board(seat, board._replace(resigned=True)), ())
            case Stuck():
                return RoundStep(state.with_board(seat, board._replace(stuck=True)), ())
            case Out():
                return RoundStep(state._replace(over=RoundEnd("out", seat)), ())
        table = Table((*board.piles, EMPTY))
        self._perform(table, move)
        board = board._replace(piles=tuple(table.piles[:-1]))
        after = state.with_board(seat, board)
        place = None
        if isinstance(move, Claim):
            after, place = _claimed(after, seat, table.piles[-1].up[-1], move)
        used = len(board.piles[self.reserve].down) + len(board.piles[self.reserve].up)
        if not used and seat not in state.emptied:
            after = after._replace(emptied=(*after.emptied, seat))
        # A `move` plays a card too if the demon fills the pile that it has emptied.
        if isinstance(move, Claim | Pack | Fill) or any(
            e.src == self.reserve for e in table.events
        ):
            boards = tuple(each._replace(stuck=False) for each in after.boards)
            after = after._replace(boards=boards, shifts=0)
        return RoundStep(after, tuple(self._event(seat, event, place) for event in table.events))

    def _perform(self, table: Table, move: Turn | Claim | Pack | Move | Fill) -> None:
        """Carry out a legal move on the piles of a seat. A card that goes to a foundation is put on
        the extra pile with the index `middle`."""
        if isinstance(move, Turn):
            turn_packet(table, self.stock, self.waste, size=int(self.chosen["turn"]))
            return
        src = self.layout.index[move.src]
        dst = self.middle if isinstance(move, Claim) else self.layout.index[move.dst]
        table.move(src, dst, move.n if isinstance(move, Move) else 1)
        if src in (self.reserve, self.waste):
            table.turn_up(src)
        elif not table.piles[src].up and table.piles[self.reserve].up and self._demon_fills:
            table.move(self.reserve, src)
            table.turn_up(self.reserve)

    @property
    def _demon_fills(self) -> bool:
        return self.chosen["spaces"] == "demon"

    def _event(self, seat: int, event: Event, claimed: Place | None) -> RoundEvent:
        names = [*self.layout, claimed]
        return RoundEvent(event.kind, seat, names[event.src], names[event.dst], event.cards)

    # What follows by itself. ----------------------------------------------------------------------

    def settled(self, state: RoundState) -> RoundStep:
        """Return the table after everything that follows without a decision of a contestant: the
        end of the round, or a shift of a stuck table (all wastes go back to their stocks, and the
        top card of each stock to its bottom). If nothing follows, the table is returned
        unchanged."""
        events: list[RoundEvent] = []
        if state.over:
            return RoundStep(state, ())
        left = sum(not board.resigned for board in state.boards)
        if left < min(2, len(state.boards)):
            return RoundStep(state._replace(over=RoundEnd("deserted")), ())
        if state.emptied and not self.chosen["play_on"]:
            return RoundStep(state._replace(over=RoundEnd("out", state.emptied[0])), ())
        while self.is_stuck(state):
            if end := self._called(state):
                return RoundStep(state._replace(over=end), tuple(events))
            # Turned singly, every card has had its turn already.
            shifts = self.chosen["stuck"] == "shift" and self.chosen["turn"] != 1
            if not shifts or state.shifts == MOST_SHIFTS:
                return RoundStep(state._replace(over=RoundEnd("blocked")), tuple(events))
            boards = tuple(self._shifted(board) for board in state.boards)
            state = state._replace(boards=boards, shifts=state.shifts + 1)
            events.append(RoundEvent("shifted"))
        return RoundStep(state, tuple(events))

    def is_stuck(self, state: RoundState) -> bool:
        """Return whether the table is stuck: no contestant who is present can play a card, or all
        who are present have said that they are stuck. A table at which no contestant is present is
        not stuck."""
        present = [board for board in state.boards if board.present]
        if not present or all(board.stuck for board in present):
            return bool(present)
        middle = wanted(state.foundations)
        return not any(can_play(self.hand(board), middle) for board in present)

    def hand(self, board: RacingBoard) -> Hand:
        """Return the cards that the contestant with this board could play, also after turning the
        stock. Raises HiddenCard if the order of the stock is not known."""
        piles = board.piles
        demon = piles[self.reserve].up
        return Hand(
            tuple(piles[i].up for i in self.columns),
            demon[-1] if demon else None,
            turnable(piles[self.stock], piles[self.waste], int(self.chosen["turn"])),
        )

    def _called(self, state: RoundState) -> RoundEnd | None:
        """Return the end of a round at the bell or at a stuck table, if the reserve of a seat is
        used up. The seat whose reserve was used up first then counts as out, although it has not
        called out. Seats that have left the table do not count. Return None if there is no such
        seat."""
        for seat in state.emptied:
            if not state.boards[seat].resigned:
                return RoundEnd("out", seat)
        return None

    def _shifted(self, board: RacingBoard) -> RacingBoard:
        waste = board.piles[self.waste]
        stock = board.piles[self.stock].down + (*waste.down, *waste.up)[::-1]
        piles = (*board.piles[: self.stock], Pile((*stock[-1:], *stock[:-1])), EMPTY)
        return board._replace(piles=piles, stuck=False)

    def ring(self, state: RoundState) -> RoundState:
        """Return the table after the bell, the time limit of the round, has ended the round. Raises
        RoundOver if the round is over already."""
        if state.over:
            raise RoundOver("The round is over.")
        return state._replace(over=self._called(state) or RoundEnd("bell"))

    def attend(self, state: RoundState, seat: int, *, away: bool) -> RoundStep:
        """Return the table after a contestant went away (`away` is true) or came back. The others
        no longer wait for a contestant who is away. Raises RoundOver after the end of the round.
        Raises IllegalMove if the contestant already counts as away, already counts as present, or
        has left the table."""
        if state.over:
            raise RoundOver("The round is over.")
        board = state.boards[seat]
        if board.resigned or board.away == away:
            raise IllegalMove("That changes nothing.")
        return self.settled(state.with_board(seat, board._replace(away=away)))

    # What is seen. --------------------------------------------------------------------------------

    def progress(self, state: RoundState, seat: int) -> int:
        """Return how many cards have left the reserve of a seat, from 0 to `goal`."""
        return progress(state, seat)

    def points(self, state: RoundState, seat: int) -> int:
        """Return the points of a seat in the round so far."""
        return points(state, seat, self.chosen)

    def view(self, state: RoundState) -> RoundView:
        """Return what can be seen of the table, which is the same for everybody. A view has the top
        card of each waste and of each reserve, but only the number of cards of each stock."""
        seats = tuple(self.seat_view(state, seat) for seat in range(len(state.boards)))
        return RoundView(state.foundations, seats, state.shifts, state.emptied, state.over)

    def seat_view(self, state: RoundState, seat: int) -> SeatView:
        """Return what `view` shows of a seat."""
        board = state.boards[seat]
        piles: dict[str, PileView | None] = {
            name: pile_view(pile) for name, pile in zip(self.layout, board.piles, strict=True)
        }
        return SeatView(
            View(piles, {}),
            progress(state, seat),
            points(state, seat, self.chosen),
            board.present,
            board.resigned,
            board.stuck,
        )

    def state_of(self, view: RoundView) -> RoundState:
        """Return the table that a view shows, with None for each face-down card. Raises BadPosition
        if the view does not belong to this game."""
        boards = []
        for seat in view.seats:
            if set(seat.view.piles) != set(self.layout):
                raise BadPosition("The piles of a seat are those of the game.")
            shown = (seat.view.piles[name] for name in self.layout)
            piles = tuple(EMPTY if pile is None else pile.pile() for pile in shown)
            away = not seat.present and not seat.resigned
            boards.append(RacingBoard(piles, seat.resigned, away, seat.stuck))
        return RoundState(tuple(boards), view.foundations, view.shifts, view.emptied, view.over)


def _name(foundation: int) -> Place:
    return Place(f"foundation.{foundation}")


def _foundation(state: RoundState, name: str) -> Foundation | None:
    number = name.removeprefix("foundation.")
    if name == number or not number.isdecimal() or int(number) >= len(state.foundations):
        return None
    return state.foundations[int(number)]


def _claimed(state: RoundState, seat: int, card: Card, move: Claim) -> tuple[RoundState, Place]:
    """Return the table after `card` of a seat has gone to the foundation that the move names, and
    the name of that foundation."""
    every = list(state.foundations)
    if move.dst == NEW:
        every.append(Foundation(SUIT[card], (seat,)))
        place = _name(len(every) - 1)
    else:
        place, at = move.dst, int(move.dst.removeprefix("foundation."))
        every[at] = every[at]._replace(owners=(*every[at].owners, seat))
    return state._replace(foundations=tuple(every)), place
