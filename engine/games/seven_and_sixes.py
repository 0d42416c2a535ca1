"""Seven and Sixes

Also called Seven and Six. Two packs, about half an hour. Difficult, and so a game of chance; yet
without skill it is almost certainly lost.

Aim: eight books. A book is thirteen cards from king at the bottom to ace on top, with red and black
in turn.

The deal. Shuffle two packs together and deal four rows of thirteen columns from the left, seven on
the far side of the table and six on the near side: two rows face down, then two face up. Overlap
the cards so that you can count the face-down ones and read the others. The other 52 cards are the
stock.

The play.
- Face-up cards at the top of a column that go down by ones in alternate colours form a set, even if
  they were dealt so. A set is like a marriage: it is never parted, and moves whole.
- The set at the top of a column may be moved to another column if that column's top card is one
  rank higher than the set's highest card and of the other colour.
- An empty column is a space. Only a king, with the set it carries, may go there. It need not be
  filled; a king in a space may move to another space.
- A face-down card that comes to the top is turned up at once.
- A book that has a column to itself is turned face down: the column is closed, and neither takes
  nor gives a card any more. If a dealt card completes such a book, the card is shown first. A book
  that lies on other cards is not closed; while it is on top it may be moved into a space, and is
  closed there.
- When no set can be moved on another card deal the next row, one card face up to each column from
  the left, leaving out spaces and closed columns. Two sorts of move need not be made first: a king
  into a space, and a move that would leave a space behind. Every row begins with the first column,
  and the last row ends when the stock is used up. If every column is a space or closed, the row
  goes to the spaces.

The end. The game is won with eight closed books. It is lost when the stock is used up and the only
moves left are whole columns into spaces.

Option. `deal_rule`: with `free` the next row may be dealt at any time.

Progress: 1 for each card that lies in its set on the next higher one, 1 more for each closed book.

Source: "Seven and Sixes" in Michael Keeling's Five Great Games of Patience (2005). The book does
not say what happens when no column can be dealt to; here the spaces then take the cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.cards import ACE, KING, RANK, RED, Card
from engine.computer_players.seven_and_sixes import Columns
from engine.drawing import Drawing
from engine.game import Book
from engine.mechanics.sessions import SessionFacts, SessionGame
from engine.moves import Deal, Place
from engine.options import Option
from engine.table import EMPTY, STUCK, WON, GameOver, Group, Layout, Pile, State, Table

COLUMNS = range(13)
STOCK = 13
BOOK = 13
"""The number of cards in a book. Only a closed column has so many face-down cards."""
DEALT = 52
LAST = 53
"""The largest session number possible: each deal takes at least one of the stock's 52 cards."""
JOINED = tuple(
    frozenset(
        junior
        for junior in range(52)
        if RANK[junior] == RANK[senior] - 1 and RED[junior] != RED[senior]
    )
    for senior in range(52)
)
"""For each card, the cards that may lie on it in a set: one rank lower, of the other colour."""


@dataclass(frozen=True, slots=True)
class Move:
    """Move the whole set at the top of a column to another column, or into a space if the set
    begins with a king. A set is cards that lie on each other in descending order and alternate
    colours."""

    src: Place
    dst: Place


class SevenAndSixesFacts(SessionFacts):
    """What a player may see of a position besides the piles. `closed` has the indices of the
    columns that are closed because a finished book (thirteen cards) lies face down there."""

    closed: list[int]


class SevenAndSixes(SessionGame[Move | Deal]):  # `State.beside` is the session: 1 + deals made
    slug = "seven_and_sixes"
    book = Book(
        "Seven and Sixes",
        other_names=("Seven and Six",),
        minutes="about 30",
        prospects="usually lost",
        character="difficult: chance, but lost without skill",
        bell_minutes=60,
        origin=(
            "A nurse in a hospital in St. Albans taught it to the author, who was there at "
            "nineteen with a broken jaw and two packs of small cards, and taught her one of his."
        ),
        tips=(
            "Lay the cards out as neatly as you can. Jink: put the first set of a column in line "
            "with the face-down cards, the next a little to the right, the next to the left, and "
            "so on, and sets can be told at a glance. Long sets may be squashed.",
            "Two places for one card hardly ever matter. Two cards for one place do: wait as long "
            "as you can, another place may turn up.",
            "A card above its own senior, with others between them, is in danger: if the other "
            "three of its kind find their seniors the game is lost. Turn it crosswise and free it "
            "as soon as you can. Many jinks in a column hint at such a danger below them.",
            "Kings and aces are the curse of the game. Many kings in sight call for a space, and "
            "many aces on top leave nothing to move on.",
            "If no king gains anything by moving into your only space, keep it for the next deal.",
            "Closed books and spaces you do not need are dead columns: too many of them are a "
            "danger too.",
        ),
    )
    packs = 2
    options = (
        Option("deal_rule", ("strict", "free"), "free: a row may be dealt while sets can move"),
    )
    kinds = (Move, Deal)
    no_safe_play = "Books close by themselves, and no card goes to a foundation."
    fact_types = SevenAndSixesFacts
    goal = 104
    outlook_orders = 200
    default_drawing = Drawing(suits_matter=False, runs="colours", sets=True, across=7, tilts=True)

    def lay(self) -> Layout:
        self.last = LAST
        self.strict = self.chosen["deal_rule"] == "strict"
        return Layout(
            Group("tab", "tableau", COLUMNS, faces="both"), Group("stock", "stock", faces="down")
        )

    def set_up(self, pack: Sequence[Card]) -> State[int]:
        columns = [Pile(tuple(pack[i:26:13]), tuple(pack[26 + i : DEALT : 13])) for i in COLUMNS]
        return State((*columns, Pile(down=tuple(reversed(pack[DEALT:])))), 1)

    def refusal(self, state: State[int], move: Move | Deal) -> str | None:
        if isinstance(move, Deal):
            return self._deal_refusal(state)
        src, dst = self.layout.index[move.src], self.layout.index[move.dst]
        if STOCK in (src, dst) or src == dst:
            return "Sets move from one column to another."
        if BOOK in (len(state.piles[src].down), len(state.piles[dst].down)):
            return "A closed column neither takes nor gives a card."
        up, target = state.piles[src].up, state.piles[dst].up
        if not up:
            return "That column is empty."
        senior = up[-set_length(up)]
        if not target:
            return None if RANK[senior] == KING else "Only a king, with its set, goes into a space."
        if senior not in JOINED[target[-1]]:
            return "A set moves whole, on a card one rank higher and of the other colour."
        return None

    def _deal_refusal(self, state: State[int]) -> str | None:
        if not state.piles[STOCK].down:
            return "The stock is used up."
        if self.strict:
            for src, dst in moves(state.piles):
                if state.piles[dst] != EMPTY and not empties(state.piles[src]):
                    return "Before dealing, move every set that goes on another card."
        return None

    def perform(self, state: State[int], move: Move | Deal, table: Table) -> int:
        piles = state.piles
        if isinstance(move, Move):
            src = self.layout.index[move.src]
            table.move(src, self.layout.index[move.dst], set_length(piles[src].up))
            return state.beside
        columns = [i for i in COLUMNS if piles[i].up] or [i for i in COLUMNS if not piles[i].down]
        for i in columns[: len(piles[STOCK].down)]:
            table.deal(STOCK, i)
        return state.beside + 1

    def settle(self, table: Table) -> None:
        for i in COLUMNS:
            down, up = table.piles[i]
            if not up:
                if len(down) != BOOK:
                    table.turn_up(i)
            elif len(up) == BOOK and not down and set_length(up) == BOOK:
                table.arrange(i, Pile(down=up))

    def passed(self, before: State[int], after: State[int]) -> Sequence[tuple[int, Card]]:
        if after.beside <= before.beside:  # no row was dealt, so all cards of a book were face up
            return ()
        closing = [i for i in closed(after.piles) if len(before.piles[i].down) != BOOK]
        cards = [(i, after.piles[i].down[-1]) for i in closing]
        return [(i, card) for i, card in cards if card is not None]

    def legal_moves(self, state: State[int]) -> Iterator[Move | Deal]:
        names = self.layout.names
        for src, dst in moves(state.piles):
            yield Move(Place(names[src]), Place(names[dst]))
        if self._deal_refusal(state) is None:
            yield Deal()

    def outcome(self, state: State[int]) -> GameOver | None:
        if state.piles[STOCK].down:
            return None
        if len(closed(state.piles)) == 8:
            return WON
        for src, dst in moves(state.piles):
            if state.piles[dst] != EMPTY or not empties(state.piles[src]):
                return None
        return STUCK

    def progress(self, state: State[int]) -> int:
        total = 0
        for i in COLUMNS:
            down, up = state.piles[i]
            if len(down) == BOOK:
                total += BOOK
            for senior, junior in pairwise(up):
                total += junior in JOINED[senior]
        return total

    def facts(self, state: State[int]) -> SevenAndSixesFacts:
        return {"session": state.beside, "closed": [*closed(state.piles)]}

    def worth(self, state: State[int]) -> int:
        """Return how good the position is by the tips of the book: 10 for each point of progress,
        and 5 or 10 more or less for each thing that a tip names. Above each stand the words of the
        book. There, the higher of two cards is the senior, and the place where one set lies on
        another, aligned a little to the side, is a sideways jink."""
        worth = 10 * self.progress(state)
        columns = [(down, sets(up)) for down, up in state.piles[:STOCK] if up]
        tops = [column[-1][-1] for _, column in columns]
        for down, column in columns:
            # When "two juniors are both looking for the same senior", "postpone your decision as
            # long as possible". Each set that can move counts, so the move of a junior takes 5 more
            # off if it leaves another one without a senior.
            worth += 5 * any(column[-1][0] in JOINED[top] for top in tops)
            # "Too many aces on the top of columns is dangerous".
            worth -= 5 * (RANK[column[-1][-1]] == ACE)
            # "A large number of sideways jinks in a column is itself a danger signal".
            worth -= 10 * max(0, len(column) - 3)
            for i, each in enumerate(column):
                # "When in any column a card or set is separated from an immediately senior card by
                # another card or set [...], this is a danger signal."
                worth -= 10 * any(each[0] in JOINED[below[-1]] for below in column[:i])
                # "If there are a lot of kings face up but not in spaces, it becomes a priority to
                # create a space to start receiving them."
                worth -= 5 * (RANK[each[0]] == KING and (i > 0 or bool(down)))
        # Completed books and a surplus of spaces "can create an acute shortage of columns".
        worth -= 10 * (len(COLUMNS) - len(columns))
        # If no king in a single space "would generate further moves", "it may be wiser to postpone
        # selection of the king": a space is better than a king in it.
        return worth + 20 * (EMPTY in state.piles[:STOCK])

    def alternatives(
        self, state: State[int], moves: Sequence[Move | Deal]
    ) -> Sequence[Move | Deal]:
        """Return the moves without those that only shift a whole column into a space, and with only
        one of the spaces for each king."""
        piles, index = state.piles, self.layout.index
        found = list[Move | Deal]()
        kings = set[Place]()
        for move in moves:
            if isinstance(move, Move) and piles[index[move.dst]] == EMPTY:
                if empties(piles[index[move.src]]) or move.src in kings:
                    continue
                kings.add(move.src)
            found.append(move)
        return found or moves

    def outlook(self, state: State[int], move: Move | Deal) -> int:
        columns = Columns(state.piles[:STOCK])
        if isinstance(move, Move):
            columns.move(self.layout.index[move.src], self.layout.index[move.dst])
            columns.play_on(may_deal=bool(state.piles[STOCK].down))
        # After the last deal the game goes on to its end, and nothing but its progress counts.
        return columns.worth_before_deal() if state.piles[STOCK].down else columns.progress

    def flaw(self, state: State[int]) -> str | None:
        for i in COLUMNS:
            down, up = state.piles[i]
            book = [card for card in down if card is not None]
            if len(down) == BOOK:
                if up or set_length(book) != BOOK:
                    return "A closed column is a book from king to ace, and nothing else."
            elif len(down) > 2:
                return "Two cards of a column were dealt face down, no more."
        deals, dealt = state.beside - 1, DEALT - len(state.piles[STOCK].down)
        if not deals <= dealt <= 13 * deals:
            return "The stock does not fit the session: each deal takes one to thirteen cards."
        return None


def set_length(up: Sequence[Card]) -> int:
    """Return how many cards at the top of a pile form a set: cards that lie on each other in
    descending order and alternate colours."""
    n = len(up)
    length = 1
    while length < n and up[-length] in JOINED[up[-length - 1]]:
        length += 1
    return min(length, n)


def sets(up: Sequence[Card]) -> list[list[Card]]:
    """Return the sets of the face-up cards of a column, from the bottom up."""
    found: list[list[Card]] = []
    for card in up:
        if found and card in JOINED[found[-1][-1]]:
            found[-1].append(card)
        else:
            found.append([card])
    return found


def empties(pile: Pile) -> bool:
    """Return whether a column becomes empty when the set at its top moves."""
    return not pile.down and set_length(pile.up) == len(pile.up)


def closed(piles: Sequence[Pile]) -> list[int]:
    """Return the indices of the columns that are closed: a finished book of thirteen cards lies
    face down there."""
    return [i for i in COLUMNS if len(piles[i].down) == BOOK]


def moves(piles: Sequence[Pile]) -> Iterator[tuple[int, int]]:
    """Yield the source and the destination of each set at the top of a column that can move to
    another column or into a space."""
    takes: dict[int, list[int]] = {}
    spaces = []
    for dst in COLUMNS:
        down, up = piles[dst]
        if up:
            takes.setdefault(2 * RANK[up[-1]] + RED[up[-1]], []).append(dst)
        elif not down:
            spaces.append(dst)
    for src in COLUMNS:
        up = piles[src].up
        if up:
            senior = up[-set_length(up)]
            if RANK[senior] != KING:
                key = 2 * RANK[senior] + 2 + (not RED[senior])
                for dst in takes.get(key, ()):
                    yield src, dst
            else:
                for dst in spaces:
                    yield src, dst
