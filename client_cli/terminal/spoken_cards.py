"""Write the cards in a sentence in the player's notation: `10H`, `10♥` or `ten of hearts`."""

import re
from typing import Literal, get_args

from protocol.texts import _

Cards = Literal["letters", "symbols", "words"]

SUITS = {
    "S": ("♠", _("spades")),
    "H": ("♥", _("hearts")),
    "D": ("♦", _("diamonds")),
    "C": ("♣", _("clubs")),
}
RANKS = {
    "A": _("ace"),
    "2": _("two"),
    "3": _("three"),
    "4": _("four"),
    "5": _("five"),
    "6": _("six"),
    "7": _("seven"),
    "8": _("eight"),
    "9": _("nine"),
    "10": _("ten"),
    "J": _("jack"),
    "Q": _("queen"),
    "K": _("king"),
}

CARD = re.compile(r"(?<![\w-])(10|[A2-9JQK])([SHDC])(?![\w-])")
"""Matches a card in letters, such as `10H`, but not a part of a room code."""

NEXT = re.compile(rf"(?<=[0AJQK2-9][SHDC])(?= {CARD.pattern})")
"""Matches the empty string between a card and the space before another card. A comma is put at
this place when the cards are written in words."""


def cards_of(value: object) -> Cards:
    """Return the notation of cards that a stored preference names. If the value is no notation,
    return `letters`, which every screen reader can read out."""
    return next((cards for cards in get_args(Cards) if cards == value), "letters")


def convert_cards(sentence: str, cards: Cards) -> str:
    """Return the sentence with its cards, which are written in letters as in `10H`, converted to
    the given notation."""
    if cards == "letters":
        return sentence
    if cards == "symbols":
        return CARD.sub(lambda found: found[1] + SUITS[found[2]][0], sentence)
    sentence = NEXT.sub(",", sentence)
    return CARD.sub(
        lambda found: _("{rank} of {suit}", rank=RANKS[found[1]], suit=SUITS[found[2]][1]),
        sentence,
    )


def read_words(text: str) -> str | None:
    """Return the two-character name of a card typed in words: `KH` for `king of hearts`. Return
    None if the text is not a card in words."""
    rank, _of, suit = " ".join(text.lower().split()).partition(" of ")
    ranks = {word: letter for letter, word in RANKS.items()} | {r.lower(): r for r in RANKS}
    suits = {form: letter for letter, (_sign, word) in SUITS.items() for form in (word, word[:-1])}
    if rank not in ranks or suit not in suits:
        return None
    return ranks[rank].replace("10", "T") + suits[suit]
