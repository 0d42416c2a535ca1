"""Auntie Allis

Two packs, about twenty minutes. More chance than skill.

Aim: to have every card but the aces in piles of four in the three rows: two, five, eight, jack of
one suit in the first row, three, six, nine, queen in the second, four, seven, ten, king in the
third.

The deal. Shuffle two packs together and deal four rows of eight, face up. The first three rows are
the operational rows; the fourth is the rubbish row, and needs room below it. The rest is the stock.

The play.
- A card lying in a row that its pile begins with (a two in the first row, a three in the second, a
  four in the third) begins a pile. It never moves again, nor does any card put on it.
- On such a pile go the next cards of its suit, each three ranks higher. They come from the top of a
  rubbish column, or from any place in the rows where a card lies that does not begin a pile there.
- An ace in the rubbish row is thrown out as soon as it comes to the top. An ace in the rows may be
  thrown out too.
- The golden rule: a place in the rows is left only if it is filled at once by a card that begins a
  pile in that row. That card may be a rubbish top, or come from a wrong place in another row, which
  must then be filled in its turn, and so on; the last of the chain comes from the rubbish row.
- Nothing need be played. At any time deal eight more cards, one to each rubbish column, empty ones
  too, each overlapping the one before so that all stay in sight.

The end. With no card left in stock and rubbish the game is won. With the stock used up and nothing
left to play, it is lost.

Options. `auto_ace`: with `false` you throw out rubbish aces yourself, when you will. `exchange`:
with `true` two or three cards that could each begin a pile in another's row may change places.

Tips. Aces in the rows are places to come; a row full of honours is closed. Think what room each row
will have before you make a move. Cards that nothing will be needed from are dead, and do no harm;
beware of a card lying above a lower one of its own pile, such as a king above the ten of its suit.

Progress: the aces thrown out and the cards of the piles.

Source: "Auntie Allis" in Michael Keeling's Five Great Games of Patience (2005). Read to the letter,
a five dealt to the first row could never leave it; we let it go to a pile of its own row as well.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.cards import ACE, RANK, Card
from engine.game import Book, Game, Legal
from engine.moves import Deal, Place
from engine.options import Option
from engine.table import STUCK, WON, Event, Group, Layout, Over, Pile, State, Table
from engine.view import Json

ROWS = range(24)
RUBBISH = range(24, 32)
STOCK, ACES = 32, 33
STARTER = tuple(place // 8 + 2 for place in ROWS)
"""The rank that begins a pile in each place of the rows."""
LONGEST_LIST = 256
"""So many chains are listed for one card and its destination."""

Piles = Sequence[Pile]
Chain = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Build:
    """Lay a card on a pile of the rows; `fills` are the cards that fill the places left."""

    src: Place
    dst: Place
    fills: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class DiscardAce:
    """Throw out an ace; `fills` are the cards that fill the places left."""

    src: Place
    fills: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Move each of these cards into the place of the next, the last into that of the first."""

    slots: tuple[Place, ...]


Move = Build | DiscardAce | Deal | Exchange


class AuntieAllis(Game[None, Move]):
    slug = "auntie_allis"
    book = Book(
        "Auntie Allis",
        other_names=("Aunty Allis",),
        minutes="about 20",
        character="more chance than skill",
        bell_minutes=40,
        origin="Auntie Allis, born in 1890, an elder sister of the family's Grand-pa, brought "
        "it into the family.",
        tips=(
            "Without aces in the rows, or with one row full of honours, there is little hope.",
            "Not every move is wise: think what room each row will have for twos, threes and "
            "fours still to come.",
            "High cards in the first rubbish row are good news; do not hurry to play them.",
            "Tilt dead cards to the right: at first the honours in the rubbish row and the cards "
            "three below them, later any card that lies on dead ones and waits for dead ones.",
            "A dead chain has no hurry: keep a rare free place for another card that needs it.",
            "A game can be won with thirty cards of rubbish left, if all are dead and are played "
            "in the right order.",
            "A card lying above its junior is a danger: mark it, and play it before its twin.",
        ),
    )
    packs = 2
    options = (
        Option("auto_ace", (True, False), "rubbish aces go out by themselves"),
        Option("exchange", (False, True), "starters in each other's rows may change places"),
    )
    kinds = (Build, DiscardAce, Deal, Exchange)
    goal = 104

    def lay(self) -> Layout:
        self.auto_ace, self.exchange = self.chosen["auto_ace"], self.chosen["exchange"]
        layout = Layout(
            *(Group(f"op.{row}", "foundation", range(8)) for row in range(3)),
            Group("rub", "tableau", range(8)),
            Group("stock", "stock", faces="down"),
            Group("aces", "discard"),
        )
        self.names = [Place(name) for name in layout]
        return layout

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        dealt = [Pile(up=(card,)) for card in pack[:32]]
        return State((*dealt, Pile(down=tuple(reversed(pack[32:]))), Pile()), None)

    def refusal(self, state: State[None], move: Move) -> str | None:
        piles, at = state.piles, self.layout.index
        match move:
            case Build(src, dst, fills):
                reason = _build_refusal(piles, at[src], at[dst])
                return reason or _chain_refusal(piles, at[src], [at[name] for name in fills])
            case DiscardAce(src, fills):
                card = loose(piles, at[src])
                if card is None or RANK[card] != ACE:
                    return "There is no ace there to throw out."
                return _chain_refusal(piles, at[src], [at[name] for name in fills])
            case Exchange(slots):
                return self._exchange_refusal(piles, [at[name] for name in slots])
            case Deal():
                return None if piles[STOCK].down else "The stock is used up."

    def _exchange_refusal(self, piles: Piles, slots: list[int]) -> str | None:
        if not self.exchange:
            return "In this game no cards change places."
        if len(slots) not in (2, 3) or len(set(slots)) < len(slots) or min(slots) != slots[0]:
            return "Two or three different places make a ring; name the first of them first."
        for src, dst in pairwise([*slots, slots[0]]):
            card = loose(piles, src) if src in ROWS and dst in ROWS else None
            if card is None or RANK[card] != STARTER[dst]:
                return "Each card must begin a pile in the place of the next."
        return None

    def perform(self, state: State[None], move: Move, table: Table) -> None:
        at = self.layout.index
        match move:
            case Build(src, dst, fills):
                self._move_chain(table, [at[dst], at[src], *(at[name] for name in fills)])
            case DiscardAce(src, fills):
                self._move_chain(table, [ACES, at[src], *(at[name] for name in fills)])
            case Exchange(slots):
                ring = [at[name] for name in slots]
                for here, there in pairwise([*ring, ring[0]]):
                    cards = state.piles[here].up
                    table.arrange(there, Pile(up=cards))
                    table.events.append(Event("moved", here, there, cards))
            case Deal():
                for i in RUBBISH:
                    table.deal(STOCK, i)

    def _move_chain(self, table: Table, places: list[int]) -> None:
        for dst, src in pairwise(places):
            table.move(src, dst)

    def settle(self, table: Table) -> None:
        if self.auto_ace:
            for i in RUBBISH:
                while (up := table.piles[i].up) and RANK[up[-1]] == ACE:
                    table.move(i, ACES)

    def legal_moves(self, state: State[None]) -> Iterator[Move]:
        return iter(self._listed(state).moves)

    def legal(self, state: State[None]) -> Legal[Move]:
        return Legal([]) if state.over else self._listed(state)

    def _listed(self, state: State[None]) -> Legal[Move]:
        piles, name = state.piles, self.names
        room = Room(piles)
        moves: list[Move] = []
        partial = False
        lists: dict[int, list[tuple[Place, ...]]] = {}
        for src, dst in deeds(piles):
            fills: list[tuple[Place, ...]] = [()]
            if src in ROWS:
                row = src // 8
                if row not in lists:
                    lists[row] = [tuple(name[i] for i in chain) for chain in room.chains(row)]
                fills = lists[row][:LONGEST_LIST]
                partial = partial or len(lists[row]) > LONGEST_LIST
            if dst == ACES:
                moves += [DiscardAce(name[src], chain) for chain in fills]
            else:
                moves += [Build(name[src], name[dst], chain) for chain in fills]
        if self.exchange:
            moves += [Exchange(tuple(name[i] for i in ring)) for ring in rings(piles)]
        if piles[STOCK].down:
            moves.append(Deal())
        return Legal(moves, partial)

    def outcome(self, state: State[None]) -> Over | None:
        piles = state.piles
        if piles[STOCK].down:
            return None
        if not any(piles[i].up for i in RUBBISH):
            return WON
        room = Room(piles)
        if any(src not in ROWS or room.opens(src // 8) for src, _ in deeds(piles)):
            return None
        return None if self.exchange and next(rings(piles), None) else STUCK

    def progress(self, state: State[None]) -> int:
        piles = state.piles
        count = len(piles[ACES].up)
        for i in ROWS:
            up = piles[i].up
            if up and RANK[up[0]] == STARTER[i]:
                count += len(up)
        return count

    def facts(self, state: State[None]) -> dict[str, Json]:
        return {"deals_left": len(state.piles[STOCK].down) // 8}

    def flaw(self, state: State[None]) -> str | None:
        piles = state.piles
        left = len(piles[STOCK].down)
        if left % 8 or left > 72:
            return "The stock is dealt eight cards at a time."
        if any(len(piles[i].up) > 10 - left // 8 for i in RUBBISH):
            return "No rubbish column can have so many cards."
        if any(RANK[card] != ACE for card in piles[ACES].up):
            return "Only aces are thrown out."
        for i in ROWS:
            up = piles[i].up
            if not up or (len(up) > 1 and RANK[up[0]] != STARTER[i]):
                return "Every place of the rows has a card, and only piles have more than one."
            if any(after != card + 3 or RANK[after] < RANK[card] for card, after in pairwise(up)):
                return "A pile goes up by threes in one suit."
        return None


def loose(piles: Piles, i: int) -> Card | None:
    """The card that may leave a place: a rubbish top, or one that begins no pile where it lies."""
    if i >= STOCK or not piles[i].up:
        return None
    card = piles[i].up[-1]
    return card if i in RUBBISH or RANK[piles[i].up[0]] != STARTER[i] else None


def deeds(piles: Piles) -> Iterator[tuple[int, int]]:
    """Each card that could go out, or on a pile, and where; whether its place can be filled is
    another question. Rubbish aces are among them: where they go by themselves there are none."""
    takers: dict[int, list[int]] = {}
    for i in ROWS:
        up = piles[i].up
        if RANK[up[0]] == STARTER[i] and RANK[up[-1]] <= 10:
            takers.setdefault(up[-1] + 3, []).append(i)
    for i in (*ROWS, *RUBBISH):
        up = piles[i].up
        if not up or (i in ROWS and RANK[up[0]] == STARTER[i]):
            continue
        if RANK[up[-1]] == ACE:
            yield i, ACES
        for dst in takers.get(up[-1], ()):
            yield i, dst


def _build_refusal(piles: Piles, src: int, dst: int) -> str | None:
    if dst not in ROWS or RANK[piles[dst].up[0]] != STARTER[dst]:
        return "Cards are put on the piles of the three rows."
    card = loose(piles, src)
    if card is None:
        return "Only a rubbish top moves, or a card that begins no pile where it lies."
    top = piles[dst].up[-1]
    if card != top + 3 or RANK[top] > 10:
        return "A card goes on one of its own suit, three ranks lower."
    return None


def _chain_refusal(piles: Piles, src: int, fills: Sequence[int]) -> str | None:
    """Why these cards do not fill the place of `src`, one after the other, down to the rubbish."""
    if src in RUBBISH:
        return "A card from the rubbish row leaves no place to fill." if fills else None
    hole, used = src, set[int]()
    for fill in fills:
        if hole in RUBBISH:
            return "Nothing fills a place in the rubbish row."
        card = loose(piles, fill)
        if card is None or RANK[card] != STARTER[hole] or fill in used:
            return "A place is filled by a card that begins a pile in its row and may move."
        used.add(fill)
        hole = fill
    return None if hole in RUBBISH else "The last place left must be filled from the rubbish row."


class Room:
    """What could fill a place of each row: rubbish tops, and cards in wrong places of other rows.

    A card that goes to a pile is no starter, so no chain ever wants the place it left.
    """

    def __init__(self, piles: Piles) -> None:
        self.tops: list[list[int]] = [[], [], []]
        self.slots: list[list[int]] = [[], [], []]
        for i in ROWS:
            rank = RANK[piles[i].up[0]]
            if 2 <= rank <= 4 and rank != STARTER[i]:
                self.slots[rank - 2].append(i)
        for i in RUBBISH:
            up = piles[i].up
            if up and 2 <= RANK[up[-1]] <= 4:
                self.tops[RANK[up[-1]] - 2].append(i)

    def opens(self, row: int, used: Chain = (), steps: int = 3) -> bool:
        """Whether a chain can begin (or go on) in a row; three steps reach every row there is."""
        if self.tops[row]:
            return True
        return steps > 1 and any(
            slot not in used and self.opens(slot // 8, (*used, slot), steps - 1)
            for slot in self.slots[row]
        )

    def chains(self, row: int) -> list[Chain]:
        """The chains that fill a place of a row, shortest first, then in order of the places; one
        more than are listed where there are too many."""
        found: list[Chain] = []
        begun: list[Chain] = [()] if self.opens(row) else []
        while begun and len(found) <= LONGEST_LIST:
            longer: list[Chain] = []
            for chain in begun:
                here = chain[-1] // 8 if chain else row
                found += [(*chain, top) for top in self.tops[here]]
                longer += [
                    (*chain, slot)
                    for slot in self.slots[here]
                    if slot not in chain and self.opens(slot // 8, (*chain, slot))
                ]
                if len(found) > LONGEST_LIST:
                    break
            begun = longer
        return found[: LONGEST_LIST + 1]


def rings(piles: Piles) -> Iterator[Chain]:
    """Two or three cards that would each begin a pile in the place of the next."""
    slots = Room(piles).slots
    goes = {i: rank for rank in range(3) for i in slots[rank]}
    for i in sorted(goes):
        for j in sorted(goes):
            if j > i and j // 8 == goes[i]:
                if goes[j] == i // 8:
                    yield i, j
                else:
                    yield from ((i, j, k) for k in slots[i // 8] if k > i and k // 8 == goes[j])
