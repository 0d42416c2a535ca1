"""Helpers of the engine's tests: every game and its options, short positions, random play.

Nothing here knows a particular game. A new game is tested because it is in `GAMES`.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple, get_type_hints

from hypothesis import strategies as st

from engine.cards import CARD, NAME, RANKS, Card, card, deal_number_seed, new_pack
from engine.games import GAMES, AnyGame, game
from engine.moves import Cell, Deal, Place
from engine.options import Option, Value
from engine.table import Pile, State
from engine.view import Json

AnyState = State[Any]

PERFT = Path(__file__).parent / "perft"
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"

LONGEST_PLAYOUT = 160
"""The number of moves after which random play stops; games that can repeat positions reach it."""


def every_game() -> list[AnyGame]:
    """Each game under its defaults, under each other value of one option, and under more sets of
    options, so that any two values of two options occur together in one set."""
    return [
        game(slug, chosen)
        for slug, rules in GAMES.items()
        for chosen in _option_sets(rules.options)
    ]


def _option_sets(options: tuple[Option, ...]) -> list[dict[str, Value]]:
    every = list(product(*([(o.name, value) for value in o.values] for o in options)))
    defaults = set(every[0])
    sets = [values for values in every if len(defaults.difference(values)) <= 1]
    met = {pair for values in sets for pair in combinations(values, 2)}
    for values in reversed(every):
        pairs = set(combinations(values, 2))
        if not pairs <= met:
            sets.append(values)
            met |= pairs
    return [dict(values) for values in sets]


def cards(text: str) -> list[Card]:
    """The cards of `6H 4D …`."""
    return [card(word) for word in text.split()]


def deal(rules: AnyGame, number: int) -> AnyState:
    """The position of a practice deal before the first move."""
    return rules.deal(rules.pack(deal_number_seed(number)))


def play(rules: AnyGame, state: AnyState, *texts: str) -> AnyState:
    """The state after these moves."""
    for text in texts:
        state = rules.play(state, rules.codec.from_text(text)).state
    return state


def legal_texts(rules: AnyGame, state: AnyState) -> list[str]:
    """The legal moves as text."""
    return [rules.codec.to_text(move) for move in rules.legal(state).moves]


# Positions in shorthand. ----------------------------------------------------------------------


def composed(rules: AnyGame, text: str) -> AnyState:
    """The state of a position in shorthand. The missing parts are computed, then it is loaded.

        tab.1=7S 5D KS; tab.2=9H|AD; stock=AS 2S|; books=*DCC; rest=discard

    A pile without a bar is face up. `*DCC` stands for whole suits from king to ace. A pile that is
    not named is empty. The pile named by `rest` holds all other cards in the order of a new pack;
    they are face down under the cards given for that pile, if any. On a grid `at=0,0:5H 0,1:5D` are
    the cards laid, and `next=5C` is the card in hand. Facts that do not follow from the cards are
    written as JSON: `fan_of=9`.
    """
    parts = dict(part.split("=", 1) for part in text.split("; "))
    facts = _grid(parts)
    rest = parts.pop("rest", None)
    piles = {name: _pile(parts.pop(name, "")) for name in rules.layout}
    told: dict[str, Json] = {name: json.loads(value) for name, value in parts.items()}
    if rest:
        lying = [c for pile in piles.values() for c in (*pile.down, *pile.up)]
        if facts:
            lying += rules.cards_beside(State((), rules.beside(facts)))
        given = piles[rest].up
        others = _rest(rules, rest, lying)
        piles[rest] = Pile(others.up, given) if given else others
    state: AnyState = State(tuple(piles.values()), rules.beside({**facts, **told}))
    unknown = told.keys() - rules.facts(state).keys()
    assert not unknown, f"there is no pile and no fact {unknown}"
    return rules.load(rules.position(state))


def _grid(parts: dict[str, str]) -> dict[str, Json]:
    if "at" not in parts:
        return {}
    laid: list[Json] = []
    for word in parts.pop("at").split():
        cell, name = word.split(":")
        row, column = cell.split(",")
        laid.append({"cell": [int(row), int(column)], "card": name})
    following: Json = parts.pop("next", None)
    return {"grid": laid, "next": following}


def _pile(text: str) -> Pile:
    if text.startswith("*"):
        return Pile((), tuple(CARD[rank + suit] for suit in text[1:] for rank in reversed(RANKS)))
    down, bar, up = text.partition("|")
    return Pile(tuple(cards(down)), tuple(cards(up))) if bar else Pile((), tuple(cards(text)))


def _rest(rules: AnyGame, name: str, lying: list[Card | None]) -> Pile:
    left = Counter(new_pack(rules.packs)) - Counter(c for c in lying if c is not None)
    rest = tuple(sorted(left.elements()))
    faces = rules.layout.group_of[rules.layout.index[name]].faces
    return Pile(rest, ()) if faces == "down" else Pile((), rest)


# Trees of legal moves. ------------------------------------------------------------------------


class Leaves(NamedTuple):
    """The positions after all lines of a given length: their number, and sums over them."""

    leaves: int
    progress: int
    points: int
    over: int

    def __str__(self) -> str:
        return ", ".join(f"{name} {number}" for name, number in self._asdict().items())


def perft(rules: AnyGame, state: AnyState, depth: int) -> Leaves:
    """The positions after `depth` moves. Lines that end earlier are not counted."""
    if depth == 0:
        points = rules.points(rules.showdown(state)) or 0
        return Leaves(1, rules.progress(state), points, int(state.over is not None))
    below = [
        perft(rules, rules.play(state, move).state, depth - 1) for move in rules.legal(state).moves
    ]
    return Leaves(*map(sum, zip(*below, strict=True))) if below else Leaves(0, 0, 0, 0)


class Case(NamedTuple):
    """A case of a perft file: its first position, and the counts at each depth."""

    title: str
    rules: AnyGame
    start: AnyState
    composed: bool
    counts: dict[int, str]


@cache
def perft_cases(slug: str) -> list[Case]:
    """The cases of a game's perft file; none if it has no file."""
    path = PERFT / f"{slug}.txt"
    blocks = path.read_text().strip().split("\n\n") if path.exists() else []
    return [_case(slug, block) for block in blocks]


def _case(slug: str, block: str) -> Case:
    title, *lines = block.splitlines()
    fields = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
    rules = game(slug, json.loads(fields.pop("options", "{}")))
    start = beginning(rules, fields)
    counts = {int(depth): count for depth, count in fields.items() if depth.isdecimal()}
    return Case(title, rules, start, "position" in fields, counts)


def beginning(rules: AnyGame, fields: dict[str, str]) -> AnyState:
    """The first state of a case or a playthrough: its `deal` number, or its `position` in
    shorthand."""
    if "deal" in fields:
        return deal(rules, int(fields["deal"]))
    return composed(rules, fields["position"])


# Every move that can be written. --------------------------------------------------------------


def _numbers(_: AnyGame, most: int) -> list[int]:
    return list(range(-1, most + 2))


def _cells(_: AnyGame, __: int) -> list[Cell]:
    return list(product(range(-6, 7), range(-6, 7)))


def _places(rules: AnyGame, _: int) -> list[Place]:
    return [Place(name) for name in (*rules.layout, *rules.extra_places())]


SPACES: dict[object, Callable[[AnyGame, int], list[Any]]] = {
    int: _numbers,
    Cell: _cells,
    Place: _places,
    str: lambda _, __: ["foot", "head", "side"],
}
"""The values to try for a field of each type, one step beyond those that rules can allow. A list (a
chain, an order) has too many values to try all, so only the empty list and lists close to those of
legal moves are tried. The game's own test checks the other lists."""


def every_move(rules: AnyGame, state: AnyState) -> Iterator[Any]:
    """Every move that can be written with the game's kinds and their fields."""
    legal: list[Any] = rules.legal(state).moves
    shown = [len(pile.up) for pile in state.piles]
    most = max(*shown, len(rules.cards_beside(state)))
    for kind in rules.kinds:
        moves, lists = _written(rules, kind, most)
        for name in lists:
            for move in _of(kind, legal):
                moves |= {replace(move, **{name: v}) for v in _near(getattr(move, name))}
        yield from moves


@lru_cache
def _written(rules: AnyGame, kind: type, most: int) -> tuple[frozenset[Any], list[str]]:
    """All moves of a kind with no number over `most` + 1, and the names of its list fields."""
    hints = get_type_hints(kind)
    lists = [name for name, hint in hints.items() if hint in LISTS]
    fields = [[()] if hint in LISTS else SPACES[hint](rules, most) for hint in hints.values()]
    return frozenset(kind(*values) for values in product(*fields)), lists


LISTS = (tuple[int, ...], tuple[Place, ...])


def _of(kind: type, moves: list[Any]) -> list[Any]:
    return [move for move in moves if isinstance(move, kind)]


def _near(values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The list itself, without its last part, without its first, and with its last part twice."""
    return [values, values[:-1], values[1:], (*values, *values[-1:])]


def allowed(rules: AnyGame, state: AnyState) -> set[Any]:
    """The moves of `every_move` that are not refused."""
    return {move for move in every_move(rules, state) if rules.refusal(state, move) is None}


# Random play. ---------------------------------------------------------------------------------


def playout(
    rules: AnyGame, start: int | AnyState, choices: int, plies: int, hurry: float
) -> list[AnyState]:
    """The states of a random game from a deal number or a position."""
    rng = random.Random(choices)
    states = [deal(rules, start) if isinstance(start, int) else start]
    for _ in range(plies):
        state = states[-1]
        if state.over:
            break
        states.append(_after(rules, state, rng, hurry))
    return states


def _after(rules: AnyGame, state: AnyState, rng: random.Random, hurry: float) -> AnyState:
    """The state after a move such as `choice` makes, found without listing all moves first."""
    moves = rules.legal(state).moves
    if rng.random() < hurry:
        return rules.play(state, rng.choice(moves)).state
    kept = [move for move in moves if not isinstance(move, Deal)] or moves
    now = rules.progress(state)
    after = state
    for move in rng.sample(kept, len(kept)):
        after = rules.play(state, move).state
        if rules.progress(after) > now:
            return after
    return after


def choice(rules: AnyGame, state: AnyState, rng: random.Random, hurry: float) -> Any:
    """A random legal move. With probability 1 − `hurry` it is not a deal if there is another move,
    and it makes progress if any move does."""
    moves = rules.legal(state).moves
    if rng.random() < hurry:
        return rng.choice(moves)
    kept = [move for move in moves if not isinstance(move, Deal)] or moves
    now = rules.progress(state)
    better = [m for m in kept if rules.progress(rules.play(state, m).state) > now]
    return rng.choice(better or kept)


@cache  # Hypothesis would check a new strategy for each example
def playouts(rules: AnyGame, plies: int = LONGEST_PLAYOUT) -> st.SearchStrategy[list[AnyState]]:
    """Random games of many lengths and styles, from deals and from the positions of the perft
    files. Each is the list of its states."""
    composed_starts = [
        case.start for case in perft_cases(rules.slug) if case.rules.identity == rules.identity
    ]
    return st.builds(
        playout,
        st.just(rules),
        st.one_of(st.integers(1, 10**6), *map(st.just, composed_starts)),
        st.integers(0, 10**6),
        st.integers(0, plies),
        st.sampled_from([0.0, 0.1, 0.3, 1.0]),
    )


def known(state: AnyState) -> list[Card]:
    """Every card of the piles, face down or up."""
    return [c for pile in state.piles for c in (*pile.down, *pile.up) if c is not None]


def reshuffled(state: AnyState, rng: random.Random) -> AnyState:
    """The state with its face-down cards shuffled among their places."""
    hidden: list[Card | None] = [c for pile in state.piles for c in pile.down]
    rng.shuffle(hidden)
    left = iter(hidden)
    piles = tuple(Pile(tuple(next(left) for _ in pile.down), pile.up) for pile in state.piles)
    return state._replace(piles=piles)


def all_cards(rules: AnyGame) -> Counter[str]:
    """The number of cards of each name in the game's packs."""
    return Counter(dict.fromkeys(CARD, rules.packs))


def somewhere(rules: AnyGame, state: AnyState) -> Counter[str]:
    """The number of cards of each name in the piles and beside them."""
    return Counter(NAME[c] for c in (*known(state), *rules.cards_beside(state)))
