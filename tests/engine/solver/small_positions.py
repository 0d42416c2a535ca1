"""Positions with few cards in play, in which all that can be reached can be tried."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.cards import KING, RANK, Card
from engine.games import AnyGame
from engine.games.demon import Pass
from engine.table import EMPTY, Pile, State, Table


def settled(game: AnyGame, piles: list[Pile], beside: Any) -> State[Any]:
    """Return the position with these piles after what happens in it by itself."""
    table = Table(piles)
    game.settle(table)
    state = State(tuple(table.piles), beside)
    return state._replace(over=game.outcome(state))


def split(random: Random, cards: list[Card], parts: int) -> list[tuple[Card, ...]]:
    """Return these cards, divided at random into so many lists."""
    found: list[list[Card]] = [[] for _ in range(parts)]
    for card in cards:
        random.choice(found).append(card)
    return [tuple(each) for each in found]


def suits(above: int) -> list[Pile]:
    """Return foundations on which each suit is built up to the rank `above`."""
    return [Pile(up=tuple(Card(13 * suit + i) for i in range(above))) for suit in range(4)]


def some_cards(random: Random, above: int) -> list[Card]:
    """Return the cards of a higher rank than `above`, in any order."""
    cards = [Card(c) for c in range(52) if RANK[c] > above]
    random.shuffle(cards)
    return cards


def columns_only(game: AnyGame, random: Random) -> State[Any]:
    """Return a position of a game that has only columns and foundations."""
    above = random.choice([9, 10, 11])
    width = len(game.layout["tab"])
    narrow = random.randint(2, min(width, 6))
    columns = split(random, some_cards(random, above), narrow)
    empty = [EMPTY] * (width - narrow)
    return settled(game, [*(Pile(up=c) for c in columns), *empty, *suits(above)], None)


def usk(game: AnyGame, random: Random) -> State[Any]:
    """Return a position after the redeal."""
    above = random.choice([10, 11])
    columns = split(random, some_cards(random, above), random.randint(2, 4))
    empty = [EMPTY] * (10 - len(columns))
    return settled(game, [*(Pile(up=c) for c in columns), *empty, *suits(above)], 2)


def klondike(game: AnyGame, random: Random) -> State[Any]:
    above = random.choice([10, 11])
    *columns, stock = split(random, some_cards(random, above), random.randint(3, 5))
    piles = [Pile(c[:-1], c[-1:]) for c in columns] + [EMPTY] * (7 - len(columns))
    return settled(game, [*piles, *suits(above), Pile(down=stock), EMPTY], None)


def aces_up(game: AnyGame, random: Random) -> State[Any]:
    below = random.choice([2, 3, 4])
    cards = [Card(c) for c in range(52) if RANK[c] <= below]
    random.shuffle(cards)
    stock = random.choice([0, 4])
    piles = split(random, cards[stock:], 4)
    out = tuple(Card(c) for c in range(52) if RANK[c] > below)
    return settled(
        game, [*(Pile(up=p) for p in piles), Pile(down=tuple(cards[:stock])), Pile(up=out)], None
    )


def baroness(game: AnyGame, random: Random) -> State[Any]:
    low = random.choice([1, 2, 3])
    kept = [Card(c) for c in range(52) if RANK[c] <= low or KING - low <= RANK[c]]
    out = tuple(Card(c) for c in range(52) if Card(c) not in kept)
    random.shuffle(kept)
    stock = random.choice([0, 2, 7])
    piles = split(random, kept[stock:], 5)
    grace = [EMPTY] * (len(game.layout["tab"]) - 5)
    if grace and not stock:
        grace = [Pile(up=p[-1:]) for p in piles[:2]]
        piles[:2] = [p[:-1] for p in piles[:2]]
    stock_pile = Pile(down=tuple(kept[:stock]))
    return settled(game, [*(Pile(up=p) for p in piles), *grace, stock_pile, Pile(up=out)], None)


def accordion(game: AnyGame, random: Random) -> State[Any]:
    cards = [Card(c) for c in random.sample(range(52), 52)]
    top, stock = random.randint(2, 6), random.randint(0, 2)
    if game.chosen["lay_out_all"]:
        stock = 0
    line, rest = cards[:top], cards[top : top + stock]
    under = tuple(cards[top + stock :])
    piles = [Pile(under, (line[0],)), *(Pile(up=(c,)) for c in line[1:])]
    return settled(game, [*piles, *[EMPTY] * (52 - len(piles)), Pile(down=tuple(rest))], None)


def fourteens(game: AnyGame, random: Random) -> State[Any]:
    low = random.choice([2, 3])
    kept = [Card(c) for c in range(52) if RANK[c] <= low or 14 - low <= RANK[c]]
    out = tuple(Card(c) for c in range(52) if Card(c) not in kept)
    random.shuffle(kept)
    columns = split(random, kept, random.randint(4, 6))
    piles = [Pile(down=c) if game.chosen["stacked"] else Pile(up=c) for c in columns]
    return settled(game, [*piles, *[EMPTY] * (12 - len(piles)), Pile(up=out)], None)


def demon(game: AnyGame, random: Random) -> State[Any]:
    above = random.choice([9, 10, 11])
    cards = some_cards(random, above)
    columns = cards[:4]
    reserve, stock = split(random, cards[4:], 2)
    piles = [
        Pile(reserve[:-1], reserve[-1:]),
        *(Pile(up=(card,)) for card in columns),
        *suits(above),
        Pile(down=stock),
        EMPTY,
    ]
    grace, at_rest = bool(game.chosen["grace"]), random.random() < 0.2
    return settled(game, piles, Pass(grace, quiet=at_rest, barren=at_rest, packet=0))


SMALL: dict[str, Callable[[AnyGame, Random], State[Any]]] = {
    "bakers_dozen": columns_only,
    "good_measure": columns_only,
    "usk": usk,
    "klondike": klondike,
    "aces_up": aces_up,
    "baroness": baroness,
    "accordion": accordion,
    "fourteens": fourteens,
    "demon": demon,
}
"""For each of these games, a function that makes a position of it with few cards in play."""
