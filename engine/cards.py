"""Cards, packs and the shuffle.

A card is a number from 0 to 51 in the order of a new pack (A to K of spades, hearts, diamonds,
clubs). With two packs each number occurs twice; no rule distinguishes equal cards. The tuples
`RANK`, `SUIT`, `RED` and `NAME` in this file are indexed by card.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NewType

from engine.errors import BadPack, BadRequest, brief

Card = NewType("Card", int)

RANKS = "A23456789TJQK"
SUITS = "SHDC"
ACE, JACK, QUEEN, KING = 1, 11, 12, 13

NAME: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD: dict[str, Card] = {name: Card(number) for number, name in enumerate(NAME)}
RANK: tuple[int, ...] = tuple(number % 13 + 1 for number in range(52))
SUIT: tuple[int, ...] = tuple(number // 13 for number in range(52))
RED: tuple[bool, ...] = tuple(SUITS[suit] in "HD" for suit in SUIT)

SEED_BYTES = 32
LAST_DEAL_NUMBER = 2**63 - 1


def card(name: object) -> Card:
    """Return the card with the two-character name `name`, such as `TH` for the ten of hearts.
    Raises BadPack if there is no such card."""
    if not isinstance(name, str) or name not in CARD:
        raise BadPack(f"{brief(name)} is not a card; write rank and suit, as in TH.")
    return CARD[name]


def names(cards: Iterable[Card]) -> list[str]:
    """Return the two-character names of the cards, such as `TH`, in the same order."""
    return [NAME[c] for c in cards]


def new_pack(packs: int) -> list[Card]:
    """Return one or more packs in their original order: AS 2S … KC, then the next pack."""
    return [Card(number) for _ in range(packs) for number in range(52)]


def check_pack(cards: Sequence[Card], packs: int) -> None:
    """Raise BadPack unless `cards` is exactly this number of complete packs, in any order."""
    count = [0] * 52
    for c in cards:
        count[c] += 1
    for number, seen in enumerate(count):
        if seen != packs:
            lack = "is missing" if seen < packs else "is there too often"
            raise BadPack(f"{NAME[number]} {lack}: the game needs {packs} of each card.")


def shuffle(cards: Sequence[Card], seed: bytes) -> list[Card]:
    """Return the cards, shuffled; the card with the index 0 is dealt first. The same cards and the
    same seed always give the same order. Raises BadRequest if the seed is not SEED_BYTES long.

    This is a Fisher-Yates shuffle. Each of its random numbers is made of the next four bytes of the
    stream SHA-256(seed ‖ 0), SHA-256(seed ‖ 1), and so on; the counter is written as 8 bytes
    big-endian. Random numbers that would make some orders more likely than others are skipped.
    """
    if len(seed) != SEED_BYTES:
        raise BadRequest(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    result = list(cards)
    stream, at, counter = b"", 0, 0
    for i in range(len(result) - 1, 0, -1):
        n = i + 1
        limit = 2**32 - 2**32 % n
        while True:
            if at == len(stream):
                stream, at = sha256(seed + counter.to_bytes(8, "big")).digest(), 0
                counter += 1
            x = int.from_bytes(stream[at : at + 4], "big")
            at += 4
            if x < limit:
                break
        j = x % n
        result[i], result[j] = result[j], result[i]
    return result


def deal_number_seed(number: int) -> bytes:
    """Return the seed that shuffles the pack of practice deal `number`, from 1 to 2⁶³−1. A practice
    deal is a game that is played alone and chosen by its number. Races do not use deal numbers,
    because a player could guess the number. Raises BadRequest for a number out of range."""
    if not 1 <= number <= LAST_DEAL_NUMBER:
        raise BadRequest(f"A deal number lies between 1 and {LAST_DEAL_NUMBER}.")
    return sha256(f"crown-patience/deal-number/{number}".encode()).digest()


def again(seed: bytes) -> bytes:
    """Return a new seed for the shuffle, computed from `seed`. It is used when the rules of a game
    reject the deal that `seed` has given: then the pack is shuffled again with the new seed."""
    return sha256(seed + b"again").digest()
