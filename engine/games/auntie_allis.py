"""Auntie Allis

Two packs, about twenty minutes. More chance than skill.

Aim: to have every card but the aces in piles of four in the three rows: two, five, eight, jack of
one suit in the first row, three, six, nine, queen in the second, four, seven, ten, king in the
third.

The deal. Shuffle two packs together and deal four rows of eight, face up. The first three rows are
the operational rows; the fourth is the rubbish row, and needs room below it. The rest is the stock.

The play.
- A two in the first row, a three in the second or a four in the third begins a pile where it lies.
  It never moves again, nor does any card put on it.
- On such a pile go the next cards of its suit, each three ranks higher than the one before. They
  come from the top of a rubbish column, or from any place in the rows whose card does not begin a
  pile there.
- An ace in the rubbish row is thrown out as soon as it comes to the top. An ace in the rows may be
  thrown out too.
- The golden rule: a card may leave its place in the rows only if the place is filled at once by a
  card that begins a pile in that row. The filling card may be the top of a rubbish column. It may
  also come from a wrong place in another row; then that place must be filled in the same way, and
  so on. The last card of the chain comes from the rubbish row.
- You need not play any card. At any time you may deal eight more cards, one to each rubbish column,
  empty ones too, each overlapping the one before so that all stay in sight.

The end. The game is won when no card is left in the stock and the rubbish row. It is lost when the
stock is used up and nothing is left to play.

Options. `auto_ace`: with `false` you throw out rubbish aces yourself, when you choose. `exchange`:
with `true` two or three cards may change places if each begins a pile in its new place.

Safe auto-play, where the terms of a race ask for it: a card of the rubbish row whose twin (the same
card of the other pack) lies in a pile already is put on its pile at once. Only one place is left
for it, no other card can go there, and it can fill no gap; what lay under it can only come to the
top sooner.

Progress: the number of aces thrown out and of cards in the piles.

Source: "Auntie Allis" in Michael Keeling's Five Great Games of Patience (2005). By the
exact words of the book a five dealt to the first row could never leave it. We let such a card go to
a pile of its own row as well.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.cards import ACE, RANK, Card
from engine.drawing import Drawing
from engine.game import Book, Game, Legal
from engine.mechanics.dead_cards import dead_and_danger
from engine.mechanics.fill_chains import Starters, chains, rings, shortest
from engine.moves import Deal, Place
from engine.options import Option
from engine.table import (
    STUCK,
    WON,
    Event,
    GameOver,
    Group,
    Layout,
    Pile,
    State,
    SuggestedTilt,
    Table,
)
from engine.view import Facts

ROWS = range(24)
RUBBISH = range(24, 32)
STOCK, ACES = 32, 33
STARTER = tuple(place // 8 + 2 for place in ROWS)
"""For each place of the three rows, the rank of the card with which a pile there begins: 2, 3 or
4."""
NEXT = tuple(card + 3 if RANK[card] <= 10 else None for card in range(52))
"""For each card, the card that goes on it in a pile: of its suit, three ranks higher."""
ALL_ACES = tuple(Card(card) for card in range(52) if RANK[card] == ACE)
LONGEST_LIST = 256
"""The maximum number of chains of fills that are listed as moves for one card and its
destination."""

Piles = Sequence[Pile]


@dataclass(frozen=True, slots=True)
class Build:
    """Put a card on a pile of one of the three rows. The place that the card leaves is filled by
    the card from the first place in `fills`. The place that this card leaves is filled by the card
    from the next place in `fills`, and so on."""

    src: Place
    dst: Place
    fills: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class DiscardAce:
    """Discard an ace. The place that it leaves is filled as in `Build`: `fills` has the places of
    the cards that move, one after the other."""

    src: Place
    fills: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Exchange:
    """Let two or three cards change places. The card of each place in `slots` goes to the next
    place in `slots`, and the card of the last place to the first."""

    slots: tuple[Place, ...]


Move = Build | DiscardAce | Deal | Exchange


class AuntieAllisFacts(Facts):
    """What a player may see of a position besides the piles. `deals_left` is how many times cards
    can still be dealt from the stock."""

    deals_left: int


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
    foundation_kinds = (Build,)
    safe_play = True
    fact_types = AuntieAllisFacts
    goal = 104
    playout_moves = 6_000
    default_drawing = Drawing(
        row_titles={"op.0": "2 5 8 J", "op.1": "3 6 9 Q", "op.2": "4 7 10 K"}, tilts=True
    )

    def lay(self) -> Layout:
        self.auto_ace, self.exchange = self.chosen["auto_ace"], self.chosen["exchange"]
        return Layout(
            *(Group(f"op.{row}", "foundation", range(8)) for row in range(3)),
            Group("rub", "tableau", range(8), tilts="covered"),
            Group("stock", "stock", faces="down"),
            Group("aces", "discard"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[None]:
        dealt = [Pile(up=(card,)) for card in pack[:32]]
        return State((*dealt, Pile(down=tuple(reversed(pack[32:]))), Pile()), None)

    def thanks(self, start: State[None], now: State[None]) -> bool:
        """Return whether the game began (`start`) with an ace in the three rows, and no card has
        been dealt since (`now`). Then the server answers a contestant who has said the set phrase
        "Ace, please", which asks the deal for an ace."""
        dealt_since = len(now.piles[STOCK].down) < len(start.piles[STOCK].down)
        return not dealt_since and any(RANK[start.piles[i].up[0]] == ACE for i in ROWS)

    def refusal(self, state: State[None], move: Move) -> str | None:
        piles, at = state.piles, self.layout.index
        match move:
            case Deal():
                return None if piles[STOCK].down else "The stock is used up."
            case Build(src, dst, fills):
                reason = _build_refusal(piles, at[src], at[dst])
                return reason or _chain_refusal(piles, [at[name] for name in (src, *fills)])
            case DiscardAce(src, fills):
                card = loose(piles, at[src])
                if card is None or RANK[card] != ACE:
                    return "There is no ace there to throw out."
                return _chain_refusal(piles, [at[name] for name in (src, *fills)])
            case Exchange(slots):
                if not self.exchange:
                    return "In this game no cards change places."
                asked = tuple(at[name] for name in slots)
                if any(ring == asked for ring in rings(loose_starters(piles))):
                    return None
                return (
                    "Two or three cards change places, each to begin a pile, the first named first."
                )

    def perform(self, state: State[None], move: Move, table: Table) -> None:
        at = self.layout.index
        match move:
            case Deal():
                for i in RUBBISH:
                    table.deal(STOCK, i)
            case Build(src, _, fills) | DiscardAce(src, fills):
                first = ACES if isinstance(move, DiscardAce) else at[move.dst]
                for there, here in pairwise([first, *(at[name] for name in (src, *fills))]):
                    table.move(here, there)
            case Exchange(slots):
                for here, there in pairwise(at[name] for name in (*slots, slots[0])):
                    cards = state.piles[here].up
                    table.arrange(there, Pile(up=cards))
                    table.events.append(Event("moved", here, there, cards))

    def settle(self, table: Table) -> None:
        if self.auto_ace:
            for i in RUBBISH:
                while (up := table.piles[i].up) and RANK[up[-1]] == ACE:
                    table.move(i, ACES)

    def legal_moves(self, state: State[None]) -> Iterator[Move]:
        return iter(self.legal(state).moves)

    def legal(self, state: State[None]) -> Legal[Move]:
        if state.over:
            return Legal([])
        piles, name = state.piles, [Place(name) for name in self.layout]
        starters, plays = loose_starters(piles), list(deeds(piles))
        lists = {
            row: [
                tuple(name[i] for i in chain) for chain in chains(starters, row, LONGEST_LIST + 1)
            ]
            for row in {src // 8 for src, _ in plays}
        }
        moves: list[Move] = []
        for src, dst in plays:
            fills = lists[src // 8][:LONGEST_LIST]
            if dst == ACES:
                moves += [DiscardAce(name[src], chain) for chain in fills]
            else:
                moves += [Build(name[src], name[dst], chain) for chain in fills]
        if self.exchange:
            moves += [Exchange(tuple(name[i] for i in ring)) for ring in rings(starters)]
        if piles[STOCK].down:
            moves.append(Deal())
        return Legal(moves, any(len(fills) > LONGEST_LIST for fills in lists.values()))

    def never_wanted(self, state: State[None], move: Move) -> bool:
        src = self.layout.index[move.src] if isinstance(move, Build) else STOCK
        if src not in RUBBISH:
            return False
        card = state.piles[src].up[-1]
        return any(card in state.piles[i].up for i in ROWS if begun(state.piles, i))

    def outcome(self, state: State[None]) -> GameOver | None:
        piles = state.piles
        if piles[STOCK].down:
            return None
        if not any(piles[i].up for i in RUBBISH):
            return WON
        starters = loose_starters(piles)
        ways = shortest(starters)
        if any(src // 8 in ways for src, _ in deeds(piles)):
            return None
        return None if self.exchange and any(rings(starters)) else STUCK

    def progress(self, state: State[None]) -> int:
        piles = state.piles
        return len(piles[ACES].up) + sum(len(piles[i].up) for i in ROWS if begun(piles, i))

    def facts(self, state: State[None]) -> AuntieAllisFacts:
        return {"deals_left": len(state.piles[STOCK].down) // 8}

    def suggested_tilts(self, state: State[None]) -> Sequence[SuggestedTilt]:
        return dead_and_danger([state.piles[i].up for i in RUBBISH], RUBBISH.start)

    def worth(self, state: State[None]) -> int:
        """Return how good the position looks to a computer player: 10 for each card played, and 9
        for each card that can be played before the next deal. For the position after these plays,
        4 for each card in a wrong place of the rows for which a pile waits. For each card in the
        rubbish row for which a pile waits, its depth in its column is taken off (1 for the top
        card)."""
        played, awaited, wrong, rubbish = played_on(state.piles)
        ready = sum(awaited[card] > 0 for card in wrong)
        buried = sum(
            depth
            for column in rubbish
            for depth, card in enumerate(reversed(column), 1)
            if awaited[card] > 0
        )
        return 10 * self.progress(state) + 9 * played + 4 * ready - buried

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
            if not up or (len(up) > 1 and not begun(piles, i)):
                return "Every place of the rows has a card, and only piles have more than one."
            if any(after != NEXT[card] for card, after in pairwise(up)):
                return "A pile goes up by threes in one suit."
        return None


def begun(piles: Piles, i: int) -> bool:
    """Return whether a pile has begun at the place `i` of the rows: the bottom card there is a two
    in the first row, a three in the second, or a four in the third."""
    return RANK[piles[i].up[0]] == STARTER[i]


def loose(piles: Piles, i: int) -> Card | None:
    """Return the card that may leave the pile with index `i`. It is the top card of a rubbish
    column (tableau), or the card at a place of the rows where no pile has begun. Return None if no
    card may leave."""
    if i >= STOCK or not piles[i].up or (i in ROWS and begun(piles, i)):
        return None
    return piles[i].up[-1]


def deeds(piles: Piles) -> Iterator[tuple[int, int]]:
    """Yield the source and the destination of each card that could be discarded or put on a pile of
    the rows, as indices of piles.

    Whether the place that the card leaves can be filled is not tested here. Aces on top of rubbish
    columns are included; with the option `auto_ace` there are none, since they go out by
    themselves.
    """
    takers: dict[int | None, list[int]] = {}
    for i in ROWS:
        if begun(piles, i):
            takers.setdefault(NEXT[piles[i].up[-1]], []).append(i)
    for i in (*ROWS, *RUBBISH):
        card = loose(piles, i)
        if card is not None:
            if RANK[card] == ACE:
                yield i, ACES
            for dst in takers.get(card, ()):
                yield i, dst


def played_on(piles: Piles) -> tuple[int, Counter[int | None], list[Card], list[list[Card]]]:
    """Try out, on a copy of the piles, how far play can go without a deal. Places of the rows are
    filled from the rubbish row only.

    Return how many cards were played, and three things about the position after them: the number
    of piles that wait for each card (for an ace a number that is always enough), the cards in wrong
    places of the rows, and the columns of the rubbish row.
    """
    awaited = Counter(NEXT[piles[i].up[-1]] for i in ROWS if begun(piles, i))
    awaited.update(dict.fromkeys(ALL_ACES, 8))
    wrong = {i: piles[i].up[0] for i in ROWS if not begun(piles, i)}
    rubbish = [list(piles[i].up) for i in RUBBISH]
    played = 0

    def play(card: Card) -> None:
        awaited[card] -= 1
        if RANK[card] != ACE:
            awaited[NEXT[card]] += 1

    while True:
        free = next((column for column in rubbish if column and awaited[column[-1]] > 0), None)
        if free is not None:
            play(free.pop())
            played += 1
            continue
        fills = (
            (i, column)
            for i, card in wrong.items()
            if awaited[card] > 0
            for column in rubbish
            if column and RANK[column[-1]] == STARTER[i]
        )
        filled, by = next(fills, (None, None))
        if filled is None or by is None:
            return played, awaited, [*wrong.values()], rubbish
        play(wrong.pop(filled))
        awaited[NEXT[by.pop()]] += 1
        played += 2


def _build_refusal(piles: Piles, src: int, dst: int) -> str | None:
    if dst not in ROWS or not begun(piles, dst):
        return "Cards are put on the piles of the three rows."
    card = loose(piles, src)
    if card is None:
        return "Only a rubbish top moves, or a card that begins no pile where it lies."
    if card != NEXT[piles[dst].up[-1]]:
        return "A card goes on one of its own suit, three ranks lower."
    return None


def _chain_refusal(piles: Piles, places: Sequence[int]) -> str | None:
    """Return why `places` is no chain in which each place is filled by the card from the next
    place, and the last card comes from the rubbish row (tableau). Return None if it is such a
    chain."""
    for hole, fill in pairwise(places):
        if hole in RUBBISH:
            return "A card from the rubbish row leaves no place to fill."
        card = loose(piles, fill)
        if card is None or RANK[card] != STARTER[hole]:
            return "A place is filled by a card that begins a pile in its row and may move."
    if places[-1] in ROWS:
        return "The last place left must be filled from the rubbish row."
    return None if len(set(places)) == len(places) else "A card can fill one place only."


def loose_starters(piles: Piles) -> Starters:
    """Return three lists: the places of the twos that may move, which begin piles in the first
    row, of the threes for the second row, and of the fours for the third.

    Twos, threes and fours are never put on a pile. So a move that puts a card on a pile does not
    change the lists.
    """
    places: tuple[list[int], ...] = ([], [], [])
    for i in (*RUBBISH, *ROWS):
        card = loose(piles, i)
        if card is not None and 2 <= RANK[card] <= 4:
            places[RANK[card] - 2].append(i)
    return places
