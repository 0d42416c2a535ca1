"""The Demon

Called Canfield in America. One pack. An old game, one of the best for a single pack, and
exasperating: it is not often won.

Aim: to bring all 52 cards to the four foundations.

The deal. Count out thirteen cards face up, squared together so that only the last is seen; this is
the reserve. Deal four cards in a row beside it; they head the four columns. Lay the next card above
them: it begins its suit's foundation, and its rank, the base, begins the other three. If the top of
the reserve or a card of the row has that rank, lay it on its foundation at once and fill its place
from the reserve. The other cards are the stock, face down.

The play.
- Foundations are built upwards in suit from the base, the ace following the king.
- Columns are packed downwards in alternate colours, the king on the ace. The whole of a column, or
  any number of cards from its foot, moves to another column where it fits.
- Turn three cards of the stock at a time, squared, onto the waste, where only the last is seen.
  When that card is used the one beneath it may be used. If just two cards are left at the end of
  the stock, both are seen and either may be used first.
- The top cards of reserve and waste and the last card of each column may be built. The top cards of
  reserve and waste may also be packed. A card of the base rank goes to a foundation only, when you
  like.
- An empty column is filled at once from the reserve. When the reserve is used up, you may fill it
  from the waste or with cards from the foot of another column, or leave it empty.
- When the stock is used up turn the waste over without shuffling and go through it again, as often
  as you like.
- One grace, when you are blocked: after a whole pass in which no card was built and no card left
  the waste or the reserve, you may once take back the top card of a foundation of two or more cards
  and lay it at the foot or at the head of a column where it fits. You may also do this when stock
  and waste are used up and nothing can be built, packed or filled.

The end. The game is won when 52 cards lie on the foundations. It is lost when a whole pass has
shown nothing to play, and the grace has been used or fits nowhere.

Options. `whole_column_only`: columns move whole, and do not fill an empty column. `packet_only`:
only the cards turned together last may be used from the waste. `grace`: with `false` there is no
grace.

Safe auto-play, where the terms of a race ask for it: when the grace has been used, or the option
allows none, a card of a column or the top of the reserve is built at once if both cards of the
contrary colour and the next lower rank (the king below the ace) are on their foundations. Nothing
can be packed on it any more, and the card that comes from the reserve to its place can go on to
wherever it could go from the reserve. While the grace is left no card is safe, because the card it
brings back needs a place to fit.
A card of the waste is left alone, because playing it changes which cards are turned next.

Tips. Bring down the reserve as fast as you can.

Progress: the number of cards on the foundations. Of two players with equal progress, the one with
fewer cards left in the reserve is ahead.

Source: "The Demon", a chapter of an old patience book put online by Kellscraft Studio. The book
calls the thirteen cards the stock and the cards in hand the reserve; we use the words of today. It
does not say what fills an empty column when the thirteen are used up.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, NotRequired

from engine.cards import KING, RANK, RANKS, SUIT, SUITS, Card
from engine.drawing import Drawing
from engine.errors import BadPosition
from engine.game import Book, Game
from engine.mechanics.corner import (
    UNAWAITED,
    UNFIT,
    base,
    builds,
    column_flaw,
    fits,
    foundation_flaw,
)
from engine.mechanics.stock_packets import packet_flaw, turn_packet
from engine.mechanics.suit_building import contrary
from engine.moves import Build, Move, Pack, Place, Turn
from engine.options import Option
from engine.table import EMPTY, STUCK, WON, GameOver, Group, Layout, Pile, State, Table
from engine.view import Facts, Json, RankName

RESERVE, COLUMNS, FOUNDATIONS, STOCK, WASTE = 0, range(1, 5), range(5, 9), 9, 10
IN_STOCK = 34
LOWER = Place("waste.1")
"""The name of the lower card of the waste when both cards of a last packet of two are face up."""
ENDS = ("foot", "head")


@dataclass(frozen=True, slots=True)
class Fill:
    """Move the top card of the waste, or the top `n` cards of a column, into an empty column."""

    src: Place
    dst: Place
    n: int


@dataclass(frozen=True, slots=True)
class Grace:
    """Use the grace, which a blocked player has once: move the top card of the foundation `src`
    back to the column `dst`. `end` is `foot` to put it on the top card of the column, or `head` to
    put it under the lowest."""

    src: Place
    dst: Place
    end: str


AnyMove = Turn | Build | Pack | Move | Fill | Grace
Piles = Sequence[Pile]


class Pass(NamedTuple):
    """What the game must know besides its piles: whether the player still has the grace (once, a
    blocked player may take a card back from a foundation), and what has happened in the present
    pass through the stock."""

    grace_left: bool
    quiet: bool
    """Whether in the present pass no card has been built, and no card has left the waste or the
    reserve."""
    barren: bool
    """Whether in the present pass, after each turn so far, no card could be built, packed, moved or
    put into a space, and the grace was not used."""
    packet: int
    """With the option `packet_only`, the number of cards left of the packet turned last; otherwise
    0."""


class DemonFacts(Facts):
    """What a player may see of a position besides the piles: `base`, the rank with which
    foundations begin, and the fields of `Pass`. `packet`, the number of cards left of those turned
    together last, is shown only with the option `packet_only`."""

    base: RankName
    grace_left: bool
    quiet: bool
    barren: bool
    packet: NotRequired[int]


class Demon(Game[Pass, AnyMove]):
    slug = "demon"
    book = Book(
        "The Demon",
        other_names=("Canfield",),
        prospects="not often",
        character="decidedly difficult",
        bell_minutes=15,
        origin="An old game; its exasperating character is supposed to have given it its name.",
        tips=("Bring down the thirteen cards of the reserve as quickly as you can.",),
    )
    options = (
        Option("whole_column_only", (False, True), "columns move whole, as in Canfield"),
        Option("packet_only", (False, True), "only cards of the last packet may be used"),
        Option("grace", (True, False), "one foundation card may come back, once, when blocked"),
    )
    kinds = (Turn, Build, Pack, Move, Fill, Grace)
    foundation_kinds = (Build,)
    safe_play = True
    fact_types = DemonFacts
    tie_break_rule = "Of equal progress, who has fewer cards left in the reserve stands first."
    goal = 52
    playout_moves = 2_500
    default_drawing = Drawing(suits_matter=False)

    def lay(self) -> Layout:
        self.whole, self.strict = self.chosen["whole_column_only"], self.chosen["packet_only"]
        layout = Layout(
            Group("reserve", "reserve", faces="both"),
            Group("tab", "tableau", range(4)),
            Group("foundation", "foundation", SUITS),
            Group("stock", "stock", faces="down"),
            Group("waste", "waste", faces="both"),
        )
        self.names = names = [Place(name) for name in layout]
        self.places = {**layout.index, LOWER: WASTE}
        self.graces = [
            Grace(names[f], names[c], end) for f, c, end in product(FOUNDATIONS, COLUMNS, ENDS)
        ]
        return layout

    def extra_places(self) -> Sequence[str]:
        return (LOWER,)

    def set_up(self, pack: Sequence[Card]) -> State[Pass]:
        reserve, row, out = list(pack[:13]), list(pack[13:17]), [pack[17]]
        first = RANK[pack[17]]
        while first in (RANK[card] for card in (reserve[-1], *row)):
            if RANK[reserve[-1]] != first:
                i = [RANK[card] for card in row].index(first)
                row[i], reserve[-1] = reserve[-1], row[i]
            out.append(reserve.pop())
        foundations = [Pile(up=tuple(c for c in out if SUIT[c] == suit)) for suit in range(4)]
        thirteen = Pile(tuple(reserve[:-1]), tuple(reserve[-1:]))
        columns = [Pile(up=(card,)) for card in row]
        piles = (thirteen, *columns, *foundations, Pile(down=tuple(pack[:17:-1])), EMPTY)
        return State(piles, Pass(bool(self.chosen["grace"]), quiet=True, barren=True, packet=0))

    # Which moves are legal. ------------------------------------------------------------------

    def refusal(self, state: State[Pass], move: AnyMove) -> str | None:
        match move:
            case Turn():
                return self._turn_refusal(state)
            case Build(src):
                card = self._head(state, src)
                if card is None:
                    return "There is no card there that may be used."
                return None if builds(state.piles, FOUNDATIONS, card) else UNAWAITED
            case Pack(src, dst):
                return self._pack_refusal(state, src, dst)
            case Move(src, dst, n):
                return self._move_refusal(state, src, dst, n)
            case Fill(src, dst, n):
                return self._fill_refusal(state, src, dst, n)
            case Grace():
                if not state.beside.grace_left:
                    return "There is no grace, or it has been had."
                blocked = None if self._blocked(state) else "The grace is for when you are blocked."
                return self._misfit(state.piles, move) or blocked

    def _head(self, state: State[Pass], src: Place, n: int = 1) -> Card | None:
        """Return the lowest of the top `n` cards of the pile `src`. Return None if the rules do not
        let these `n` cards leave the pile together."""
        i = self.places[src]
        up = state.piles[i].up
        if i in COLUMNS:
            return up[-n] if 1 <= n <= len(up) else None
        if i in FOUNDATIONS or n != 1 or (i == WASTE and self.strict and not state.beside.packet):
            return None
        if src == LOWER:
            return up[0] if len(up) == 2 else None
        return up[-1] if up else None

    def _turn_refusal(self, state: State[Pass]) -> str | None:
        if not state.piles[STOCK].down:
            if state.piles[WASTE] == EMPTY:
                return "There is no card left to turn."
            if state.beside.barren and self._has_no_grace(state):
                return "A whole pass has shown nothing that can be done."
        return None

    def _pack_refusal(self, state: State[Pass], src: Place, dst: Place) -> str | None:
        card = self._head(state, src)
        if self.places[src] not in (RESERVE, WASTE) or card is None:
            return "The top of the reserve or of the waste is packed."
        if RANK[card] == base(state.piles, FOUNDATIONS):
            return "A card of the base rank goes to a foundation only."
        return self._unfit(state.piles, card, dst)

    def _move_refusal(self, state: State[Pass], src: Place, dst: Place, n: int) -> str | None:
        i, card = self.places[src], self._head(state, src, n)
        if i not in COLUMNS:
            return "Cards move from one column onto another."
        if card is None:
            return "There are not so many cards in that column."
        if self.whole and n < len(state.piles[i].up):
            return "Columns move whole."
        return self._unfit(state.piles, card, dst)

    def _unfit(self, piles: Piles, card: Card, dst: Place) -> str | None:
        i = self.places[dst]
        if i not in COLUMNS or not piles[i].up:
            return "Cards are packed on the columns."
        return None if fits(card, piles[i].up[-1]) else UNFIT

    def _fill_refusal(self, state: State[Pass], src: Place, dst: Place, n: int) -> str | None:
        i, card = self.places[src], self._head(state, src, n)
        if self.places[dst] not in COLUMNS or state.piles[self.places[dst]].up:
            return "Only an empty column is filled."
        if card is None or (self.whole and i in COLUMNS):
            return "No such card from there fills a gap."
        if i in COLUMNS and n == len(state.piles[i].up):
            return "A gap takes the tail of a column, not all of it."
        if RANK[card] == base(state.piles, FOUNDATIONS):
            return "A card of the base rank goes to a foundation only."
        return None

    def _misfit(self, piles: Piles, grace: Grace) -> str | None:
        """Return why the card that the grace names cannot be put where the grace says. Return None
        if it can."""
        suit, column = (piles[self.places[place]].up for place in (grace.src, grace.dst))
        if self.places[grace.src] not in FOUNDATIONS or len(suit) < 2:
            return "The grace is for the top card of a foundation of two or more."
        if self.places[grace.dst] not in COLUMNS or not column or grace.end not in ENDS:
            return "It goes to the foot or the head of a column."
        card, on = (suit[-1], column[-1]) if grace.end == "foot" else (column[0], suit[-1])
        return None if fits(card, on) else UNFIT

    def _blocked(self, state: State[Pass]) -> bool:
        if state.piles[STOCK].down or state.beside.quiet:
            return not state.piles[STOCK].down
        return state.piles[WASTE] == EMPTY and all(isinstance(m, Move) for m in self._plays(state))

    def _has_no_grace(self, state: State[Pass]) -> bool:
        return not state.beside.grace_left or all(self._misfit(state.piles, g) for g in self.graces)

    def legal_moves(self, state: State[Pass]) -> Iterator[AnyMove]:
        yield from self._plays(state)
        if state.beside.grace_left and self._blocked(state):
            yield from (grace for grace in self.graces if not self._misfit(state.piles, grace))
        if self._turn_refusal(state) is None:
            yield Turn()

    def _plays(self, state: State[Pass]) -> Iterator[AnyMove]:
        """Yield every legal move except turning cards of the stock and using the grace."""
        piles, names, first = state.piles, self.names, base(state.piles, FOUNDATIONS)
        sources = [(src, 1) for src in (names[RESERVE], names[WASTE], LOWER)]
        sources += [(names[i], n) for i in COLUMNS for n in range(1, len(piles[i].up) + 1)]
        found = [(src, n, self._head(state, src, n)) for src, n in sources]
        heads = [(src, n, card) for src, n, card in found if card is not None]
        feet = [(names[i], piles[i].up[-1]) for i in COLUMNS if piles[i].up]
        gaps = [names[i] for i in COLUMNS if not piles[i].up]
        for src, n, card in heads:
            if n == 1 and builds(piles, FOUNDATIONS, card):
                yield Build(src)
        for src, n, card in heads:
            column = self.places[src] in COLUMNS
            part = column and n < len(piles[self.places[src]].up)
            if part and self.whole:
                continue
            for dst, foot in feet:
                if fits(card, foot) and (column or RANK[card] != first):
                    yield Move(src, dst, n) if column else Pack(src, dst)
            if RANK[card] != first and part == column:
                yield from (Fill(src, gap, n) for gap in gaps)

    # Carrying moves out. ---------------------------------------------------------------------

    def perform(self, state: State[Pass], move: AnyMove, table: Table) -> Pass:
        before = state.beside
        if isinstance(move, Turn):
            return self._turn(state, table)
        src = self.places[move.src]
        if isinstance(move, Grace):
            dst = self.places[move.dst]
            under = len(table.piles[dst].up) if move.end == "head" else 0
            if under:
                table.move(dst, src, under)  # the column goes on the card; both move back below
            table.move(src, dst, under + 1)
            return before._replace(grace_left=False, barren=False)
        if move.src == LOWER:
            table.bring_up(WASTE, 0)
        if isinstance(move, Build):
            table.move(src, FOUNDATIONS[SUIT[table.piles[src].up[-1]]])
        else:
            table.move(src, self.places[move.dst], 1 if isinstance(move, Pack) else move.n)
        refilled = state.piles[RESERVE] != EMPTY and not table.piles[src].up
        sideways = src in COLUMNS and not isinstance(move, Build) and not refilled
        packet = max(before.packet - (src == WASTE), 0)
        return before._replace(quiet=before.quiet and sideways, packet=packet)

    def _turn(self, state: State[Pass], table: Table) -> Pass:
        anew = not state.piles[STOCK].down
        n = turn_packet(table, STOCK, WASTE, both=True)
        turned = Pass(
            state.beside.grace_left,
            quiet=state.beside.quiet or anew,
            barren=state.beside.barren or anew,
            packet=n if self.strict else 0,
        )
        plays = self._plays(State(tuple(table.piles), turned))
        return turned._replace(barren=turned.barren and not any(plays))

    def settle(self, table: Table) -> None:
        for i in COLUMNS:
            if not table.piles[i].up and table.piles[RESERVE] != EMPTY:
                table.move(RESERVE, i)
                table.turn_up(RESERVE)
        table.turn_up(RESERVE)
        table.turn_up(WASTE)

    def never_wanted(self, state: State[Pass], move: AnyMove) -> bool:
        if state.beside.grace_left or not isinstance(move, Build) or self.places[move.src] == WASTE:
            return False
        card = state.piles[self.places[move.src]].up[-1]
        below = (RANK[card] - base(state.piles, FOUNDATIONS)) % KING or KING
        return all(len(state.piles[FOUNDATIONS[suit]].up) >= below for suit in contrary(card))

    def outcome(self, state: State[Pass]) -> GameOver | None:
        if self.progress(state) == self.goal:
            return WON
        if state.piles[STOCK].down or self._turn_refusal(state) is None:
            return None
        return STUCK if self._has_no_grace(state) and not any(self._plays(state)) else None

    def progress(self, state: State[Pass]) -> int:
        return sum(len(state.piles[i].up) for i in FOUNDATIONS)

    def tie_break(self, state: State[Pass]) -> int:
        """Return the number of cards that have left the reserve. Of two games with equal progress,
        the one with the higher number is ahead."""
        return 13 - sum(map(len, state.piles[RESERVE]))

    def worth(self, state: State[Pass]) -> int:
        """Return how good the position looks to a computer player: 10 for each card on the
        foundations, 15 for each card that has left the reserve, and 6 less for each card in the
        stock and the waste."""
        piles = state.piles
        left = len(piles[STOCK].down) + len(piles[WASTE].down) + len(piles[WASTE].up)
        return 10 * self.progress(state) + 15 * self.tie_break(state) - 6 * left

    # Facts and positions. --------------------------------------------------------------------

    def facts(self, state: State[Pass]) -> DemonFacts:
        known = state.beside
        facts: DemonFacts = {
            "base": RANKS[base(state.piles, FOUNDATIONS) - 1],
            "grace_left": known.grace_left,
            "quiet": known.quiet,
            "barren": known.barren,
        }
        if self.strict:
            facts["packet"] = known.packet
        return facts

    def beside(self, facts: Mapping[str, Json]) -> Pass:
        grace_left, quiet, barren = (facts.get(name, False) for name in Pass._fields[:3])
        packet = facts.get("packet", 0)
        if any(type(told) is not bool for told in (grace_left, quiet, barren)):
            raise BadPosition("The grace_left, quiet and barren are true or false.")
        if type(packet) is not int:
            raise BadPosition("The packet is a number of cards.")
        return Pass(bool(grace_left), bool(quiet), bool(barren), packet)

    def flaw(self, state: State[Pass]) -> str | None:
        piles, left = state.piles, state.beside.packet if self.strict else None
        lying = foundation_flaw(piles, FOUNDATIONS) or column_flaw(piles, COLUMNS)
        if lying:
            return lying
        if len(piles[RESERVE].up) > 1 or len(piles[RESERVE].down) > 12:
            return "The reserve has thirteen cards at first, and only its top is seen."
        turned = packet_flaw(piles[STOCK], piles[WASTE], IN_STOCK, left)
        if turned:
            return turned
        if state.beside.grace_left and not self.chosen["grace"]:
            return "In this game there is no grace."
        begun = len(piles[STOCK].down) < IN_STOCK
        if begun and state.beside.barren and any(self._plays(state)):
            return "There is something to do: the pass is not barren."
        return None
