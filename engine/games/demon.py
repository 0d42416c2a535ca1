"""The Demon

In America Canfield. One pack. An old game, one of the best for a single pack, and exasperating: it
does not often come out.

Aim: to bring all 52 cards to the four foundations.

The deal. Count out thirteen cards face up, squared together so that only the last is seen: the
reserve. Deal four cards in a row beside it; they head the four columns. Lay the next card above
them: it begins its suit's foundation, and its rank, the base, begins the other three. Should the
top of the reserve or a card of the row be of that rank, put it out at once and fill its place from
the reserve. The other cards are the stock, face down.

The play.
- Foundations are built upwards in suit from the base, the ace following the king.
- Columns are packed downwards in alternate colours, the king on the ace. Any tail of a column, or
  all of it, moves to another column where it fits.
- Turn three cards of the stock at a time, squared, onto the waste, where only the last is seen; as
  it is used the next beneath comes free. If just two are left at the end, both are seen and either
  may be used first.
- The tops of reserve and waste and the last card of each column may be built; those of reserve and
  waste may be packed. A card of the base rank goes to a foundation only, when you like.
- An empty column is filled at once from the reserve. When the reserve is used up, fill it or not,
  from the waste or with the tail of another column.
- When the stock is out turn the waste over as it lies and go through it again, as often as you
  will.
- One grace, when blocked: after a whole pass in which no card was built and none left waste or
  reserve, the top card of a foundation of two or more may go back, once, to the foot of a column or
  to its head, where it fits there. The same goes when stock and waste are used up and nothing can
  be built, packed or filled.

The end. With 52 cards on the foundations the game is won. It is lost when a whole pass has shown
nothing that can be done, and the grace is spent or fits nowhere.

Options. `whole_column_only`: columns move whole, and none fills a gap. `packet_only`: of the waste
only the last packet turned may be used. `grace`: with `false` there is none.

Tips. Bring down the reserve as fast as you can.

Progress: the cards on the foundations.

Source: "The Demon", a chapter of an old patience book put online by Kellscraft Studio. It calls the
thirteen the stock and the cards in hand the reserve; we use the words of today. What fills a gap
when the thirteen are gone it does not say.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from engine.cards import KING, NAME, RANK, RANKS, RED, SUIT, SUITS, Card
from engine.errors import BadPosition
from engine.game import Book, Game
from engine.moves import Place
from engine.options import Option
from engine.table import EMPTY, STUCK, WON, Event, Group, Layout, Over, Pile, State, Table
from engine.view import Json

RESERVE, COLUMNS, FOUNDATIONS, STOCK, WASTE = 0, range(1, 5), range(5, 9), 9, 10
LOWER = Place("waste.1")
"""The lower card of a last packet of two."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Turn the next packet of the stock onto the waste, the waste over first if need be."""


@dataclass(frozen=True, slots=True)
class Build:
    """Bring a card to its foundation."""

    src: Place


@dataclass(frozen=True, slots=True)
class Pack:
    """Lay the top card of reserve or waste on a column."""

    src: Place
    dst: Place


@dataclass(frozen=True, slots=True)
class Move:
    """Lay the last `n` cards of a column on another."""

    src: Place
    dst: Place
    n: int


@dataclass(frozen=True, slots=True)
class Fill:
    """Lay the waste card, or the last `n` cards of a column, into an empty column."""

    src: Place
    dst: Place
    n: int


@dataclass(frozen=True, slots=True)
class Grace:
    """Take the top card of a foundation back to the foot or the head of a column."""

    src: Place
    dst: Place
    end: str


AnyMove = Turn | Build | Pack | Move | Fill | Grace
Piles = Sequence[Pile]


class Pass(NamedTuple):
    """What must be remembered beside the cards."""

    grace: bool
    """It may still be had."""
    quiet: bool
    """In this pass nothing was built, and no card left waste or reserve."""
    barren: bool
    """After no turn of this pass there was anything to do."""
    packet: int
    """With `packet_only`, how many cards of the last packet are left; otherwise 0."""


class Demon(Game[Pass, AnyMove]):
    slug = "demon"
    book = Book(
        "The Demon",
        other_names=("Canfield",),
        character="decidedly difficult; it does not often come out",
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
    goal = 52

    def lay(self) -> Layout:
        self.whole, self.strict = self.chosen["whole_column_only"], self.chosen["packet_only"]
        layout = Layout(
            Group("reserve", "reserve", faces="both"),
            Group("tab", "tableau", range(4)),
            Group("foundation", "foundation", SUITS),
            Group("stock", "stock", faces="down"),
            Group("waste", "waste", faces="both"),
        )
        self.names = [Place(name) for name in layout]
        self.sources: dict[Place, int] = {name: i for i, name in enumerate(self.names)}
        self.sources[LOWER] = WASTE
        return layout

    def extra_places(self) -> Sequence[str]:
        return (LOWER,)

    def set_up(self, pack: Sequence[Card]) -> State[Pass]:
        reserve, row = list(pack[:13]), list(pack[13:17])
        base = RANK[pack[17]]
        out = [pack[17]]
        while True:
            if reserve and RANK[reserve[-1]] == base:
                out.append(reserve.pop())
                continue
            i = next((i for i, card in enumerate(row) if RANK[card] == base), None)
            if i is None:
                break
            out.append(row[i])
            row[i] = reserve.pop()
        foundations = [Pile(up=tuple(c for c in out if SUIT[c] == suit)) for suit in range(4)]
        thirteen = Pile(tuple(reserve[:-1]), tuple(reserve[-1:]))
        columns = [Pile(up=(card,)) for card in row]
        stock = Pile(down=tuple(reversed(pack[18:])))
        piles = (thirteen, *columns, *foundations, stock, EMPTY)
        return State(piles, Pass(bool(self.chosen["grace"]), quiet=True, barren=True, packet=0))

    # What may be done. -----------------------------------------------------------------------

    def refusal(self, state: State[Pass], move: AnyMove) -> str | None:
        piles = state.piles
        match move:
            case Turn():
                return self._turn_refusal(state)
            case Build(src):
                card = self._card(state, src)
                if card is None:
                    return "There is no card there that may be used."
                return None if builds(piles, card) else "Its foundation does not wait for it yet."
            case Pack(src, dst):
                return self._pack_refusal(state, src, self.sources[dst])
            case Move(src, dst, n):
                return self._move_refusal(piles, self.sources[src], self.sources[dst], n)
            case Fill(src, dst, n):
                return self._fill_refusal(state, src, self.sources[dst], n)
            case Grace(src, dst, end):
                return self._grace_refusal(state, self.sources[src], self.sources[dst], end)

    def _card(self, state: State[Pass], src: Place) -> Card | None:
        """The card of a source that is there and may be used."""
        i, piles = self.sources[src], state.piles
        if i == WASTE and self.strict and not state.beside.packet:
            return None
        up = piles[i].up
        if src == LOWER:
            return up[0] if len(up) == 2 else None
        return up[-1] if up and i not in FOUNDATIONS else None

    def _turn_refusal(self, state: State[Pass]) -> str | None:
        if not state.piles[STOCK].down:
            if state.piles[WASTE] == EMPTY:
                return "There is no card left to turn."
            if state.beside.barren and self._has_no_grace(state):
                return "A whole pass has shown nothing that can be done."
        return None

    def _pack_refusal(self, state: State[Pass], src: Place, dst: int) -> str | None:
        card = self._card(state, src)
        if self.sources[src] not in (RESERVE, WASTE) or card is None:
            return "The top of the reserve or of the waste is packed."
        if dst not in COLUMNS or not state.piles[dst].up:
            return "Cards are packed on the columns."
        if RANK[card] == base(state.piles):
            return "A card of the base rank goes to a foundation only."
        return None if fits(card, state.piles[dst].up[-1]) else UNFIT

    def _move_refusal(self, piles: Piles, src: int, dst: int, n: int) -> str | None:
        if src not in COLUMNS or dst not in COLUMNS or src == dst or not piles[dst].up:
            return "Cards move from one column onto another."
        up = piles[src].up
        if not 1 <= n <= len(up):
            return "There are not so many cards in that column."
        if self.whole and n < len(up):
            return "Columns move whole."
        return None if fits(up[-n], piles[dst].up[-1]) else UNFIT

    def _fill_refusal(self, state: State[Pass], src: Place, dst: int, n: int) -> str | None:
        piles, i = state.piles, self.sources[src]
        if dst not in COLUMNS or piles[dst].up:
            return "Only an empty column is filled."
        if i in COLUMNS and not self.whole:
            if not 1 <= n < len(piles[i].up):
                return "A gap takes the tail of a column, not all of it."
            card: Card | None = piles[i].up[-n]
        elif i == WASTE:
            if n != 1:
                return "One card comes from the waste."
            card = self._card(state, src)
        else:
            card = None
        if card is None:
            return "No card from there fills a gap."
        if RANK[card] == base(piles):
            return "A card of the base rank goes to a foundation only."
        return None

    def _grace_refusal(self, state: State[Pass], src: int, dst: int, end: str) -> str | None:
        piles = state.piles
        if not state.beside.grace:
            return "There is no grace, or it has been had."
        if src not in FOUNDATIONS or len(piles[src].up) < 2:
            return "The grace is for the top card of a foundation of two or more."
        if dst not in COLUMNS or not piles[dst].up or end not in ("foot", "head"):
            return "It goes to the foot or the head of a column."
        if not graced(piles[src].up[-1], piles[dst].up, end):
            return UNFIT
        return None if self._is_blocked(state) else "The grace is for when you are blocked."

    def _is_blocked(self, state: State[Pass]) -> bool:
        if state.piles[STOCK].down:
            return False
        if state.beside.quiet:
            return True
        plays = self._plays(state)
        return state.piles[WASTE] == EMPTY and all(isinstance(move, Move) for move in plays)

    def _has_no_grace(self, state: State[Pass]) -> bool:
        return not state.beside.grace or next(graces(state.piles), None) is None

    def legal_moves(self, state: State[Pass]) -> Iterator[AnyMove]:
        yield from self._plays(state)
        if state.beside.grace and self._is_blocked(state):
            for src, dst, end in graces(state.piles):
                yield Grace(self.names[src], self.names[dst], end)
        if self._turn_refusal(state) is None:
            yield Turn()

    def _plays(self, state: State[Pass]) -> Iterator[AnyMove]:
        """Every move but turning and the grace."""
        piles, name = state.piles, self.names
        first = base(piles)
        gaps = [i for i in COLUMNS if not piles[i].up]
        tops = [(src, self._card(state, src)) for src in (name[RESERVE], name[WASTE], LOWER)]
        free = [(src, card) for src, card in tops if card is not None]
        feet = [(name[i], piles[i].up[-1]) for i in COLUMNS if piles[i].up]
        for src, card in (*free, *feet):
            if builds(piles, card):
                yield Build(src)
        for src, card in free:
            if RANK[card] != first:
                for dst, foot in feet:
                    if fits(card, foot):
                        yield Pack(src, dst)
                for gap in gaps if src != name[RESERVE] else ():
                    yield Fill(src, name[gap], 1)
        for i in COLUMNS:
            yield from self._tails(piles, i, gaps, first)

    def _tails(self, piles: Piles, src: int, gaps: list[int], first: int) -> Iterator[AnyMove]:
        name, up = self.names, piles[src].up
        for n in range(len(up) if self.whole else 1, len(up) + 1):
            if not up:
                return
            for dst in COLUMNS:
                if dst != src and piles[dst].up and fits(up[-n], piles[dst].up[-1]):
                    yield Move(name[src], name[dst], n)
            if n < len(up) and RANK[up[-n]] != first:
                for dst in gaps:
                    yield Fill(name[src], name[dst], n)

    # What happens. ---------------------------------------------------------------------------

    def perform(self, state: State[Pass], move: AnyMove, table: Table) -> Pass:
        beside = state.beside
        match move:
            case Turn():
                return self._turn(state, table)
            case Grace(src, dst, end):
                self._go_back(table, self.sources[src], self.sources[dst], end)
                return beside._replace(grace=False, barren=False)
            case Build(src):
                self._take(table, src)
                suit = SUIT[table.piles[self.sources[src]].up[-1]]
                table.move(self.sources[src], FOUNDATIONS[suit])
            case Pack(src, dst):
                self._take(table, src)
                table.move(self.sources[src], self.sources[dst])
            case Move(src, dst, n) | Fill(src, dst, n):
                self._take(table, src)
                table.move(self.sources[src], self.sources[dst], n)
        src_pile = self.sources[move.src]
        refilled = not table.piles[src_pile].up and state.piles[RESERVE].up
        sideways = src_pile in COLUMNS and not isinstance(move, Build)
        used = int(src_pile == WASTE and bool(self.strict))
        return beside._replace(
            quiet=bool(beside.quiet and sideways and not refilled),
            packet=beside.packet - used,
        )

    def _take(self, table: Table, src: Place) -> None:
        """Bring the lower card of two to the top, where hands can take it."""
        if src == LOWER:
            down, (lower, upper) = table.piles[WASTE]
            table.arrange(WASTE, Pile(down, (upper, lower)))

    def _go_back(self, table: Table, src: int, dst: int, end: str) -> None:
        column = table.piles[dst].up
        table.move(src, dst)
        if end == "head":
            # Laid down, and the column on it again.
            table.arrange(dst, Pile(up=(*table.piles[dst].up[-1:], *column)))
            table.events.append(Event("moved", dst, dst, column))

    def _turn(self, state: State[Pass], table: Table) -> Pass:
        stock, waste = table.piles[STOCK], table.piles[WASTE]
        anew = not stock.down
        seen = len(stock.down)  # how many cards of the stock, next first, lie face down now
        if anew:
            seen = len(waste.down)
            stock = Pile(down=tuple(reversed((*waste.down, *waste.up))))
            waste = EMPTY
        n = min(3, len(stock.down))
        packet = tuple(reversed(stock.down[-n:]))
        faced = 2 if n == len(stock.down) == 2 else 1
        covered = packet[: n - faced]
        table.arrange(STOCK, Pile(down=stock.down[: len(stock.down) - len(covered)]))
        table.arrange(WASTE, Pile((*waste.down, *waste.up, *covered)))
        for i in range(n - faced, n):
            self._face(table, known=i >= seen)
        before = state.beside
        beside = Pass(before.grace, before.quiet or anew, barren=True, packet=n * bool(self.strict))
        after = State(tuple(table.piles), beside)
        return beside._replace(
            barren=(before.barren or anew) and next(self._plays(after), None) is None
        )

    def _face(self, table: Table, *, known: bool) -> None:
        """Lay the next card of the stock face up; no news if it lay so before the waste turned."""
        table.deal(STOCK, WASTE)
        if known:
            table.events.append(Event("moved", WASTE, WASTE, table.events.pop().cards))

    def settle(self, table: Table) -> None:
        for i in COLUMNS:
            if not table.piles[i].up and table.piles[RESERVE] != EMPTY:
                table.move(RESERVE, i)
                table.turn_up(RESERVE)
        table.turn_up(RESERVE)
        table.turn_up(WASTE)

    def outcome(self, state: State[Pass]) -> Over | None:
        if self.progress(state) == self.goal:
            return WON
        if state.piles[STOCK].down or self._turn_refusal(state) is None:
            return None
        if next(self._plays(state), None) or not self._has_no_grace(state):
            return None
        return STUCK

    def progress(self, state: State[Pass]) -> int:
        return sum(len(state.piles[i].up) for i in FOUNDATIONS)

    def tie_break(self, state: State[Pass]) -> int:
        """How many of the thirteen are gone: fewer left is better."""
        reserve = state.piles[RESERVE]
        return 13 - len(reserve.down) - len(reserve.up)

    # What is told and remembered. ------------------------------------------------------------

    def facts(self, state: State[Pass]) -> dict[str, Json]:
        grace, quiet, barren, packet = state.beside
        first = base(state.piles)
        facts: dict[str, Json] = {"base": RANKS[first - 1] if first else None}
        facts |= {"grace_left": grace, "quiet": quiet, "barren": barren}
        return {**facts, "packet": packet} if self.strict else facts

    def beside(self, facts: Mapping[str, Json]) -> Pass:
        packet = facts.get("packet", 0)
        if type(packet) is not int:
            raise BadPosition("The packet is a number of cards.")
        told = [facts.get(name, False) for name in ("grace_left", "quiet", "barren")]
        if any(type(value) is not bool for value in told):
            raise BadPosition("The grace_left, quiet and barren are true or false.")
        return Pass(bool(told[0]), bool(told[1]), bool(told[2]), packet if self.strict else 0)

    def flaw(self, state: State[Pass]) -> str | None:
        piles, beside, first = state.piles, state.beside, base(state.piles)
        if not first:
            return "A foundation has been begun."
        for i, pile in enumerate(piles[FOUNDATIONS.start : FOUNDATIONS.stop]):
            ranks = [(first - 1 + k) % KING + 13 * i for k in range(min(KING, len(pile.up)))]
            if list(pile.up) != ranks:
                return "Foundations go up in suit from the base."
        for i in COLUMNS:
            up = piles[i].up
            if any(not fits(card, lower) for lower, card in pairwise(up)):
                return "Columns go down in alternate colours."
        if len(piles[RESERVE].up) > 1 or len(piles[RESERVE].down) > 12:
            return "The reserve has thirteen cards at first, and only its top is seen."
        if len(piles[STOCK].down) + sum(map(len, piles[WASTE])) > 34:
            return "The stock has 34 cards at first."
        return self._memory_flaw(state, beside)

    def _memory_flaw(self, state: State[Pass], beside: Pass) -> str | None:
        down, up = state.piles[WASTE]
        if len(up) > 2 or (len(up) == 2 and state.piles[STOCK].down):
            return "Only a last packet of two lies in sight beside the top of the waste."
        if beside.grace and not self.chosen["grace"]:
            return "In this game there is no grace."
        if not 0 <= beside.packet <= min(3, len(down) + len(up)):
            return "A packet has three cards at most."
        if self.strict and len(up) == 2 and beside.packet != 2:
            return "Only a packet of two lies with both cards in sight."
        turned = len(state.piles[STOCK].down) < 34
        if beside.barren and turned and next(self._plays(state), None):
            return f"There is something to do; {NAME[up[-1]] if up else 'nothing'} was turned last."
        return None


UNFIT = "Columns go down by one in alternate colours, the king on the ace."


def base(piles: Piles) -> int:
    """The rank the foundations begin with; 0 if there is none."""
    return next((RANK[piles[i].up[0]] for i in FOUNDATIONS if piles[i].up), 0)


def builds(piles: Piles, card: Card) -> bool:
    """Whether a card can go to its foundation now."""
    up = piles[FOUNDATIONS[SUIT[card]]].up
    return RANK[card] == (RANK[up[-1]] % KING + 1 if up else base(piles))


def fits(card: Card, on: Card) -> bool:
    """Whether a card may lie on another in a column."""
    return RED[card] != RED[on] and RANK[card] % KING + 1 == RANK[on]


def graced(card: Card, column: Sequence[Card], end: str) -> bool:
    """Whether a foundation card fits at this end of a column."""
    return fits(card, column[-1]) if end == "foot" else fits(column[0], card)


def graces(piles: Piles) -> Iterator[tuple[int, int, str]]:
    """Every foundation card that fits somewhere, and where."""
    for src in FOUNDATIONS:
        if len(piles[src].up) > 1:
            for dst in COLUMNS:
                if piles[dst].up:
                    for end in ("foot", "head"):
                        if graced(piles[src].up[-1], piles[dst].up, end):
                            yield src, dst, end
