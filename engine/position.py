"""Position texts: a whole position written on one line, and read again.

    tab.0=6H AH 2H TD|2D; tab.1=|9C; stock=AC 6C|; books=|; session=1; deals_left=6

The cards of a pile are written from the bottom to the top; those before the bar `|` are face down.
The piles come in the order of the layout of the game. After them come the facts, which are what a
view shows besides the piles, with their values as JSON. If the game was resigned, the text ends
with `over="resigned"`.

This module knows no rules. `Game.position` writes the text of a state. `Game.load` reads a text,
and checks by the rules of the game whether its position is possible.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.cards import Card, card, names
from engine.errors import BadPack, BadPosition, brief
from engine.table import RESIGNED, Layout, Pile, State
from engine.view import Json

LONGEST = 4_000


class Written(NamedTuple):
    """What a position text contains. `facts` are the values that a view shows besides the piles.
    `resigned` is true if the text ends with `over="resigned"`; that part is not in `facts`."""

    piles: tuple[Pile, ...]
    facts: dict[str, Json]
    resigned: bool


def write(layout: Layout, state: State[Any], facts: Mapping[str, Json]) -> str:
    """Return the position text of a state. `facts` are the facts of this state, which the text
    contains too. Raises BadPosition if a card of the state is not known."""
    parts = [
        f"{name}={' '.join(names(known(pile.down)))}|{' '.join(names(pile.up))}"
        for name, pile in zip(layout, state.piles, strict=True)
    ]
    parts += [f"{name}={_json(value)}" for name, value in facts.items()]
    if state.over == RESIGNED:
        parts.append('over="resigned"')
    return "; ".join(parts)


def read(layout: Layout, text: str) -> Written:
    """Return what a position text contains. Raises BadPosition, whose message names the pile or the
    fact that is wrong."""
    parts = _split(text)
    missing = [name for name in layout if name not in parts]
    if missing:
        raise BadPosition(f"The pile {missing[0]} is missing.")
    piles = tuple(_pile(layout, name, parts.pop(name)) for name in layout)
    facts = {name: _fact(name, value) for name, value in parts.items()}
    resigned = "over" in facts
    if facts.pop("over", "resigned") != "resigned":
        raise BadPosition('The only ending a text states is over="resigned".')
    return Written(piles, facts, resigned)


def check_facts(facts: Mapping[str, Json], true_facts: Mapping[str, object]) -> None:
    """Raise BadPosition unless `facts`, which a position text gives, are equal to `true_facts`,
    which the game computes from the piles of that text."""
    for name in {**true_facts, **facts}:
        if name not in true_facts:
            raise BadPosition(f"The game has no pile and no fact {brief(name)}.")
        if name not in facts:
            raise BadPosition(f"The fact {name} is missing.")
        # Compared as text, because Python takes true, 1 and 1.0 as equal; a position text does not.
        if _json(facts[name], sort_keys=True) != _json(true_facts[name], sort_keys=True):
            raise BadPosition(f"The fact {name} does not agree with the cards.")


def known(cards: Sequence[Card | None]) -> list[Card]:
    """Return the cards, all of which must be known. Raises BadPosition if one of them is None,
    which stands for a card that is not known."""
    if None in cards:
        raise BadPosition("A view does not tell the whole position.")
    return [c for c in cards if c is not None]


def _split(text: str) -> dict[str, str]:
    if len(text) > LONGEST or not text.isascii():
        raise BadPosition("A position is one line of plain characters.")
    parts: dict[str, str] = {}
    for part in text.split("; "):
        name, sign, value = part.partition("=")
        if not sign or name in parts:
            raise BadPosition(f"{brief(part)} is half a pile, or stands twice.")
        parts[name] = value
    return parts


def _pile(layout: Layout, name: str, text: str) -> Pile:
    down, bar, up = text.partition("|")
    if not bar:
        raise BadPosition(f"The pile {name} lacks the bar between face-down and face-up cards.")
    try:
        pile = Pile(_cards(down), _cards(up))
    except BadPack as error:
        raise BadPosition(f"In {name}: {error}") from None
    faces = layout.group_of[layout.index[name]].faces
    if (pile.down and faces == "up") or (pile.up and faces == "down"):
        raise BadPosition(f"The cards of {name} lie face {faces}.")
    return pile


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(card(word) for word in text.split(" ")) if text else ()


def _fact(name: str, text: str) -> Json:
    try:
        # No fact is a fraction. One is read as a text, so that `check_facts` refuses it.
        value: Json = json.loads(text, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        raise BadPosition(f"The fact {brief(name)} cannot be read.") from None
    return value


def _json(value: object, *, sort_keys: bool = False) -> str:
    return json.dumps(value, sort_keys=sort_keys, separators=(",", ":"))
