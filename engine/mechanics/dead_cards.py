"""The dead card theory in the printed book that describes the game Auntie Allis. It says which
cards of the tableau (the rubbish row) can wait, and which are in the way of others. Clients show
such cards tilted, that is turned a little, together with a hint.

A pile of this game takes every third card of a suit, for example 2, 5, 8 and J. Of two such cards
the lower one, the junior, must be played before the higher one, the senior. A card is dead if it
can wait: all cards under it are dead, and either it is an honour (jack, queen or king), or the next
senior of its suit is dead too. A senior that lies above its own junior is a danger, because the
junior must be played first and cannot be reached.
"""

from collections.abc import Sequence

from engine.cards import ACE, RANK, SUIT, Card
from engine.table import SuggestedTilt

DEAD, DANGER, FIRST = 1, 2, 3
"""The tilts that the book gives to cards (`SuggestedTilt.tilt`). DEAD is for a dead card and DANGER
for a card that is a danger. FIRST is for a danger whose twin (the equal card of the other pack) is
dead, so that it should be played before the twin."""
HONOURS = range(11, 14)


def dead_and_danger(columns: Sequence[Sequence[Card]], first: int) -> list[SuggestedTilt]:
    """Return a suggested tilt for each dead card (DEAD) and for each card that is a danger (DANGER,
    or FIRST if its twin is dead). The game has two packs, so each card has a twin. The tilts come
    in the order of the columns, and within a column from the bottom. All cards of the columns are
    face up. `first` is the index of the first column in the list of piles.

    A card counts as dead already if one of its two seniors is dead. Aces are discarded in this
    game, so an ace gets no tilt, and a card on an ace is judged as if the ace were not there.
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
    """Return the places of all dead cards as pairs of a column and an index in the column. The
    docstring of this file defines dead cards. Two cards that are dead only because of each other
    are not counted as dead."""
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
    """Return whether the two cards go on the same pile, the junior some time before the senior."""
    above = RANK[senior] - RANK[junior]
    return SUIT[junior] == SUIT[senior] and RANK[junior] != ACE and above > 0 and above % 3 == 0
