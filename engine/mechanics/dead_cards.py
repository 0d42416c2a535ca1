"""The dead card theory of Auntie Allis: which cards of the rubbish row can wait, and which are in
the way.

A card is dead when everything under it is dead and no card waits for it that is not dead itself:
an honour, or a card on which a dead card of its suit goes next. A senior on a lower card of its
suit and row is a danger, because one of the two must be played before the other can be reached.
"""

from collections.abc import Sequence

from engine.cards import ACE, RANK, SUIT, Card
from engine.table import SuggestedTilt

DEAD, DANGER, FIRST = 1, 2, 3
"""The tilts that the book gives such cards (`SuggestedTilt.tilt`). FIRST is a former danger whose
twin is dead: it is to be played before the twin."""
HONOURS = range(11, 14)


def dead_and_danger(columns: Sequence[Sequence[Card]], first: int) -> list[SuggestedTilt]:
    """Return the tilts of the cards in these columns, whose cards are all face up, in the order of
    the columns, from the bottom. `first` is the index of the pile of the first column.

    Of the two seniors of a card, one dead one is enough. Aces are thrown out, so they get no tilt,
    and a card on an ace is judged as if it lay on the card under the ace.
    """
    dead = _dead(columns)
    kinds = {columns[at][i] for at, i in dead}
    found = []
    for at, column in enumerate(columns):
        for i, card in enumerate(column):
            if any(_is_junior(under, card) for under in column[:i]):
                # It is dead itself only if its junior is, for which its twin must be dead.
                twin_is_dead = card in kinds
                found.append(SuggestedTilt(first + at, i, FIRST if twin_is_dead else DANGER))
            elif (at, i) in dead:
                found.append(SuggestedTilt(first + at, i, DEAD))
    return found


def _dead(columns: Sequence[Sequence[Card]]) -> set[tuple[int, int]]:
    """Return the dead cards as (column, index): the smallest set of cards for which the definition
    of a dead card at the head of this file is true."""
    dead: set[tuple[int, int]] = set()
    kinds: set[Card] = set()
    grows = True
    while grows:
        grows = False
        for at, column in enumerate(columns):
            for i, card in enumerate(column):
                if RANK[card] == ACE or (at, i) in dead:
                    continue
                if RANK[card] not in HONOURS and card + 3 not in kinds:
                    break
                dead.add((at, i))
                kinds.add(card)
                grows = True
    return dead


def _is_junior(junior: Card, senior: Card) -> bool:
    """Return whether the senior goes on a pile of its suit and row later than the junior."""
    above = RANK[senior] - RANK[junior]
    return SUIT[junior] == SUIT[senior] and RANK[junior] != ACE and above > 0 and above % 3 == 0
