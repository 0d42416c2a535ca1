"""Senior Wrangler

Two packs. A game seldom takes less than an hour. Luck is important, but it is a game of real skill,
in which every card is in sight from the start.

Aim: to play all the cards of eight columns on eight piles.

The deal. Shuffle two packs together and lay out the eight key cards first, in a row near you, from
left to right. A king, or a card of a rank that lies in the row already, is no key: it goes to the
head of the first column, the next such card to the head of the second, and so on. When there are
eight keys, deal all the other cards over the eight columns, row after row, until each column has
twelve cards. Leave a small gap between the eighth and the ninth card of every column; it shows
where each card will go when the column is dealt again.

The play. Suits and colours never count. Beside each key a pile of twelve cards is made:
- its first card is twice the key, and each later card is the card before it plus the key. Ace is
  1, jack 11, queen 12, king 13; if a number is more than 13, take 13 off. A 5 is followed by 10, 2,
  7, Q, 4, 9, A, 6, J, 3, 8, K; a 9 by 5, A, 10, 6, 2, J, 7, 3, Q, 8, 4, K. The last is always a
  king; a finished pile is laid on its key.
- Only the top card of a column, the one nearest you, may be played, only on a pile, and a card on
  a pile stays there. You may keep any card instead of playing it.
- When you cannot or do not want to play any more, the session is over. Pick up the first column and
  deal it over all eight, the first included: its bottom card, the one furthest from you, to the
  first column, the next to the second, a ninth card to the first again. After the second session
  deal the second column in this way, beginning at the first column, and so on. A column that is
  empty by then is passed over. There are eight sessions, so the eighth column is never dealt again.

The end. The game is won with eight finished piles. It is lost when no card can be played in the
eighth session.

Option. `deal_eighth_column`: with `true` the eighth column is dealt again too, and a ninth session
follows.

Safe auto-play, where the terms of a race ask for it: in the last session a card is played at once
if the seven others of its rank lie on piles or are keys. Only one place is left for it, and no
other card can go there; nothing is dealt any more, so a play made before it can as well be made
after it. Before the last session no card is safe, because a card that stays where it lies can
change the columns to which later cards are dealt.

Progress: the number of cards on the piles, and eight for the keys; 104 win.

Source: "Senior Wrangler" in Michael Keeling's Five Great Games of Patience (2005). The book has
eleven cards and a king in a pile, and eight sessions; other books deal all eight columns again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import KING, RANK, RANKS, Card
from engine.drawing import Drawing, FinishedPiles
from engine.game import Book
from engine.mechanics.rules import Dealing, RankPlaying, Rule, before_session
from engine.mechanics.sessions import SessionGame, heights, last_of_its_rank
from engine.moves import Play
from engine.options import Option
from engine.table import Group, Layout, Pile, State, Table, face_up

COLUMNS = range(8)
KEYS = range(8, 16)
PILES = range(16, 24)
FULL = 12
SEQUENCE = tuple(
    (*(((m + 1) * key - 1) % KING + 1 for m in range(1, FULL + 1)), 0) for key in range(KING)
)
"""For each rank of a key card, the ranks of the twelve cards that are put on its pile, in order,
and then 0, which no card has."""


@dataclass(frozen=True, slots=True)
class EndSession:
    """End the session: take up the next column and deal its cards again, one to each of the eight
    columns in turn."""


Move = Play | EndSession


class SeniorWrangler(SessionGame[Move]):  # `State.beside` is the session
    slug = "senior_wrangler"
    book = Book(
        "Senior Wrangler",
        minutes="60 or more",
        character="real skill, with important luck",
        bell_minutes=120,
        origin=(
            "Lost in the mists of time. The author suspects his uncle Johnnie, who was good at "
            "mathematics, of having brought it to the family."
        ),
        tips=(
            "Kings end their piles, so see early where each will fall: the best place is the "
            "bottom of a column, on the ground, where it is in nobody's way. If most of them lie "
            "near the tops at the start there is little hope.",
            "The first session matters most. Think a whole series of plays through before you "
            "make it, and make as many as you can.",
            "Try to play the top four cards of the first column in the first session: then a "
            "single card lies there in the second, and you should be able to play it too. It may "
            "pay to keep back a like card of another column for this.",
            "Later, deal kings to the ground by emptying the column they will fall on.",
            "A card whose column has been dealt again, and lies on the left, may never come near "
            "the top any more. Play nearly all of these but the kings, as soon as you can.",
            "Let the piles grow evenly; some nearly finished and others hardly begun is awkward.",
        ),
    )
    packs = 2
    options = (
        Option("deal_eighth_column", (False, True), "a ninth session after the eighth column"),
    )
    kinds = (Play, EndSession)
    foundation_kinds = (Play,)
    safe_play = True
    goal = 104
    default_drawing = Drawing(
        suits_matter=False,
        gap_after=8,
        near=("key", "pile"),
        finished=FinishedPiles("pile", FULL, laid_on="key"),
    )

    def lay(self) -> Layout:
        self.last = 9 if self.chosen["deal_eighth_column"] else 8
        return Layout(
            Group("col", "tableau", range(8)),
            Group("key", "key", range(8)),
            Group("pile", "pile", range(8)),
        )

    def set_up(self, pack: Sequence[Card]) -> State[int]:
        keys: list[Card] = []
        rest: list[Card] = []
        for card in pack:
            ranks = [KING, *(RANK[key] for key in keys)]
            (rest if len(keys) == 8 or RANK[card] in ranks else keys).append(card)
        columns = [Pile(up=tuple(rest[i::8])) for i in COLUMNS]
        return State((*columns, *(Pile(up=(key,)) for key in keys), *[Pile()] * 8), 1)

    def rules(self) -> Sequence[Rule[int]]:
        return (
            RankPlaying(
                Play,
                COLUMNS,
                PILES,
                needed,
                elsewhere="Cards are played from a column on a pile.",
                empty="That column is empty.",
                complete="That pile is finished.",
                unfit=lambda need: (
                    f"That pile needs this rank next, of any suit: {RANKS[need - 1]}."
                ),
            ),
            Dealing(
                EndSession, before_session(self.last, "This is the last session."), end_session
            ),
        )

    def progress(self, state: State[int]) -> int:
        return len(KEYS) + face_up(state.piles, PILES)

    def never_wanted(self, state: State[int], move: Move) -> bool:
        return (
            state.beside == self.last
            and isinstance(move, Play)
            and last_of_its_rank(state.piles, self.layout.index[move.src], (*KEYS, *PILES))
        )

    def worth(self, state: State[int]) -> int:
        """Return how good the position looks to a computer player: 10 for each card played, 3 for
        each legal move, 25 less for each session, and 2 less for each card in the columns that have
        been dealt again and in the column to be dealt again next. So the cards of these columns are
        played before others."""
        due = sum(len(state.piles[i].up) for i in COLUMNS[: state.beside])
        choices = sum(1 for _ in self.legal_moves(state))
        return 10 * self.progress(state) + 3 * choices - 2 * due - 25 * state.beside

    def flaw(self, state: State[int]) -> str | None:
        keys = [card for i in KEYS for card in state.piles[i].up]
        if any(len(state.piles[i].up) != 1 for i in KEYS):
            return "There are eight key cards, one in each place."
        if KING in {RANK[key] for key in keys} or len({RANK[key] for key in keys}) < 8:
            return "The key cards are of eight different ranks, and none is a king."
        for key, i in zip(keys, PILES, strict=True):
            ranks = tuple(RANK[card] for card in state.piles[i].up)
            if ranks != SEQUENCE[RANK[key]][: len(ranks)]:
                return "Each card of a pile is the one that its key demands."
        for most, column in zip(heights(state.beside), state.piles, strict=False):
            if len(column.up) > most:
                return "No column can have so many cards in this session."
        return None


def needed(piles: Sequence[Pile], pile: int) -> int:
    """Return the rank that the foundation `pile` takes next, or 0 if it is finished."""
    return SEQUENCE[RANK[piles[pile - len(KEYS)].up[0]]][len(piles[pile].up)]


def end_session(state: State[int], table: Table) -> int:
    """Deal the cards of the next column again, one to each of the eight columns in turn. Return the
    number of the session that begins now."""
    table.redeal(COLUMNS[state.beside - 1], COLUMNS)
    return state.beside + 1
