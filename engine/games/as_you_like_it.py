"""As You Like It

Two packs. The book states neither time nor prospects.

Aim: to finish with a pile of twelve cards above each of eight index cards, going up from the rank
above the index to the rank below it: above a nine 10, J, Q, K, A and so on to 8.

The deal. Shuffle two packs together and deal them face down in a row of eight piles, one card at a
time, until each has thirteen. Turn up the top card of each pile and lay it above the pile: these
are the index cards; some may have the same rank. Then turn each pile over as a block, so that it
lies face up; now the card that was dealt first is on top. Only the top card of a pile is in sight.

The play. Suits never count.
- The top card of a pile may be played to the place above an index card: the first card there is
  one rank higher than the index, each later one a rank higher than the one before, an ace after a
  king. A pile above an index is complete at twelve cards, with the rank below the index; nothing
  more goes on it, and nothing is ever laid on an index card itself.
- Play as long as any card fits. You choose which card to play, and above which of two index cards
  of the same rank.
- When nothing fits any more, pick up the first pile, turn it face down in your hand and deal it
  again face up, one card at a time to each of the eight places from the left, spaces and its own
  place included. Play nothing until its last card has been dealt. The next time deal the second
  pile, and so on to the eighth, each once. A pile that is empty by then is passed over.

The end. The game is won when all 96 cards lie above the indexes. It is lost when nothing fits after
the eighth pile has been dealt again.

Option. `must_play_before_redeal`: with `false` a pile may be dealt again although a card fits.

Safe auto-play, where the terms of a race ask for it: once the eighth pile has been dealt again, a
card is played at once if the seven others of its rank lie above indexes or are indexes. Only one
place is left for it, and no other card can go there; nothing is dealt any more, so a play made
before it can as well be made after it. While a pile is still to be dealt again no card is safe,
because a card that stays where it lies can change the places to which later cards are dealt.

Progress: the number of cards above the indexes.

Source: "As You Like It" in Peter Arnold's Card Games for One. The book says that a pile is dealt
again "when all possible moves have been completed"; we take these moves as compulsory.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import KING, RANK, Card
from engine.drawing import Drawing, FinishedPiles
from engine.game import Book
from engine.mechanics.rules import Dealing, RankPlaying, Rule, before_session
from engine.mechanics.sessions import SessionGame, heights, last_of_its_rank
from engine.moves import Play
from engine.options import Option
from engine.table import Group, Layout, Pile, State, Table, face_up

FOUNDATIONS = range(8)
INDEXES = range(8, 16)
PILES = range(16, 24)
FULL = 12
LAST = 9
"""The number of the last session, which begins with the eighth redeal."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """Take up the next tableau pile and deal its cards again, one to each of the eight piles in
    turn."""


Move = Play | Redeal


class AsYouLikeIt(SessionGame[Move]):  # `State.beside` is the session: 1 + the number of redeals
    slug = "as_you_like_it"
    book = Book(
        "As You Like It",
        character="chance, with a little skill in choosing between like cards",
        bell_minutes=30,
        origin=(
            "The book finds nothing in it of Shakespeare's play, except that both repay a little "
            "attention, and warns that it can become a habit."
        ),
        tips=(
            "If two cards of a rank fit, play the one from a pile that has been dealt again: "
            "the piles on the right should keep as many cards as they can.",
            "Watch the index cards. With real cards, a pile that is built on beyond its index has "
            "lost the game; turn complete piles face down.",
        ),
    )
    packs = 2
    options = (
        Option("must_play_before_redeal", (True, False), "a card that fits must be played first"),
    )
    kinds = (Play, Redeal)
    foundation_kinds = (Play,)
    goal = 96
    playout_moves = 24_000
    safe_play = True
    default_drawing = Drawing(suits_matter=False, finished=FinishedPiles("foundation", FULL))

    def lay(self) -> Layout:
        self.last = LAST
        return Layout(
            Group("foundation", "foundation", range(8)),
            Group("index", "index", range(8)),
            Group("tab", "tableau", range(8), faces="both"),
        )

    def set_up(self, pack: Sequence[Card]) -> State[int]:
        indexes = [Pile(up=(card,)) for card in pack[96:]]
        # A pile is turned over as a block, so the card dealt first comes to the top.
        turned = [Pile(tuple(reversed(pack[i + 8 : 96 : 8])), (pack[i],)) for i in range(8)]
        return State((*[Pile()] * 8, *indexes, *turned), 1)

    def rules(self) -> Sequence[Rule[int]]:
        compulsory = self.chosen["must_play_before_redeal"]
        return (
            RankPlaying(
                Play,
                PILES,
                FOUNDATIONS,
                needed,
                elsewhere="Cards are played from the piles to the places above the index cards.",
                empty="There is no card in that place.",
                complete="That pile is complete: it has reached the rank below its index.",
                unfit=lambda _: (
                    "Above an index card each card is one rank higher than the last, of any suit."
                ),
                must="Before dealing a pile again, play every card that fits."
                if compulsory
                else None,
            ),
            Dealing(Redeal, before_session(LAST, "All eight piles have been dealt again."), redeal),
        )

    def settle(self, table: Table) -> None:
        for i in PILES:
            table.turn_up(i)

    def progress(self, state: State[int]) -> int:
        return face_up(state.piles, FOUNDATIONS)

    def never_wanted(self, state: State[int], move: Move) -> bool:
        return (
            state.beside == LAST
            and isinstance(move, Play)
            and last_of_its_rank(state.piles, self.layout.index[move.src], (*FOUNDATIONS, *INDEXES))
        )

    def worth(self, state: State[int]) -> int:
        """Return how good the position looks to a computer player: 10 for each card above the
        indexes, 2 for each card in the piles that are still to be dealt again, and less the more
        unevenly the piles above the indexes have grown."""
        piles = state.piles
        right = PILES[state.beside - 1 :] if state.beside < LAST else ()
        kept = sum(len(piles[i].down) + len(piles[i].up) for i in right)
        uneven = sum(len(piles[i].up) ** 2 for i in FOUNDATIONS)
        return 10 * self.progress(state) + 2 * kept - uneven // 5

    def alternatives(self, state: State[int], moves: Sequence[Move]) -> Sequence[Move]:
        """Return the legal moves among which a computer player has to choose now. If a pile may be
        dealt again, these are all legal moves. Otherwise they are the plays of the rank that has
        the fewest plays: plays of other ranks can as well be made later, because only plays of the
        same rank exclude each other."""
        if isinstance(moves[-1], Redeal):
            return moves
        plays: dict[int, list[Move]] = {}
        for move in moves:
            if isinstance(move, Play):
                rank = RANK[state.piles[self.layout.index[move.src]].up[-1]]
                plays.setdefault(rank, []).append(move)
        return min(plays.values(), key=len)

    def flaw(self, state: State[int]) -> str | None:
        if any(len(state.piles[i].up) != 1 for i in INDEXES):
            return "There are eight index cards, one in each place."
        for foundation, index in zip(FOUNDATIONS, INDEXES, strict=True):
            below = RANK[state.piles[index].up[0]]
            up = state.piles[foundation].up
            for card in up:
                if RANK[card] != below % KING + 1:
                    return "Above an index card each card is one rank higher than the last."
                below = RANK[card]
            if len(up) > FULL:
                return "A pile above an index card is complete at twelve cards."
        for most, i in zip(heights(state.beside), PILES, strict=True):
            pile = state.piles[i]
            if len(pile.up) > 1:
                return "Only the top card of a pile is in sight."
            if len(pile.down) + len(pile.up) > most:
                return "No pile can have so many cards in this session."
        return None


def needed(piles: Sequence[Pile], foundation: int) -> int:
    """Return the rank that the foundation (the pile above an index card) takes next, or 0 if it is
    complete. It begins one rank above its index card."""
    up = piles[foundation].up
    if len(up) == FULL:
        return 0
    return RANK[up[-1] if up else piles[foundation + len(FOUNDATIONS)].up[0]] % KING + 1


def redeal(state: State[int], table: Table) -> int:
    """Deal the next tableau pile again, one card to each of the eight piles in turn. Return the
    number of the session (the part of play between two redeals) that begins now."""
    table.redeal(PILES[state.beside - 1], PILES)
    for i in PILES:
        table.cover(i)
    return state.beside + 1
