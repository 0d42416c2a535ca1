"""Extracts from texts and messages: strings, named cards, room codes."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

CARD = re.compile(r"(?=([A2-9TJQK][SHDC]))(?!JSON)")
IN_WORDS = re.compile(
    r"\b(ace|two|three|four|five|six|seven|eight|nine|ten|jack|queen|king)s? of"
    r" (spades|hearts|diamonds|clubs)\b",
    re.IGNORECASE,
)
CODE = re.compile("[0-9A-Z]{6}")
SUIT_SIGN = re.compile("[♠♥♦♣♤♡♢♧\U0001f0a0-\U0001f0ff]")


def strings(value: Any) -> Iterator[str]:
    """Every string within a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from strings(part)


def number_lists(value: Any) -> Iterator[list[int]]:
    """Every list of four or more whole numbers within a JSON value."""
    if isinstance(value, list):
        if len(value) > 3 and all(type(part) is int for part in value):
            yield value
        for part in value:
            yield from number_lists(part)
    elif isinstance(value, dict):
        for part in value.values():
            yield from number_lists(part)


def cards_in(text: str) -> Counter[str]:
    """The cards a text names, with their counts; any other notation counts as `?`."""
    found = Counter(CARD.findall(text))
    others = len(IN_WORDS.findall(text)) + len(SUIT_SIGN.findall(text))
    return found + Counter({"?": others})


def codes_in(value: Any) -> Iterator[str]:
    """The room codes within a JSON value, which may spell a card by chance."""
    if isinstance(value, list):
        for part in value:
            yield from codes_in(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            if name in ("code", "room") and isinstance(part, str) and CODE.fullmatch(part):
                yield part
            else:
                yield from codes_in(part)
