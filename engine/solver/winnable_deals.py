"""Winnable deals: of the packs that follow from one deal seed, the first that the solver wins.

The packs of a deal seed are numbered from 0. Pack 0 is the one that the seed deals in any race. The
solver searches one pack after the other, with a limited number of nodes for each, and the first
that it wins is dealt. If a class of difficulty was chosen, the first is dealt that the solver wins
and that is in this class (`difficulty.py`). So nobody chooses the deal, and everybody who knows the
seed can search again and gets the same pack. If there is no such pack up to the last that is
searched, pack 0 is dealt, and it is not known whether it can be won.

The class of a pack follows from the solver and from the greedy computer player. VERSION covers
both: whoever changes what that player does changes VERSION.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.cards import Card
from engine.errors import EngineError
from engine.games import AnyGame
from engine.options import Value
from engine.solver.difficulty_classes import Difficulty
from engine.table import State

if TYPE_CHECKING:
    from engine.rules import Rules
    from engine.solver.solve import Solution


class WinnableTerms(NamedTuple):
    """How a winnable deal is searched for: the version of the solver, the number of nodes for each
    pack, the number of the last pack that is searched, and the class of difficulty that the deal
    must have; None if any will do. They are terms of a race."""

    solver: int
    nodes: int
    last_pack: int
    difficulty: Difficulty | None = None

    def to_json(self) -> dict[str, int]:
        """Return the terms as a JSON object. It has `difficulty` only if a class was chosen; data
        that was written before a class could be chosen has none."""
        return {name: value for name, value in self._asdict().items() if value is not None}


class WinnableDeal(NamedTuple):
    """The pack that is dealt and its proof: the number of the pack, and the texts of the moves that
    win. `k` and `line` are None if no pack was won; then pack 0 is dealt."""

    k: int | None
    line: tuple[str, ...] | None

    @property
    def dealt(self) -> int:
        """The number of the pack that is dealt."""
        return self.k or 0


UNPROVEN = WinnableDeal(None, None)
"""The deal if the solver has won no pack."""


class _Offer(NamedTuple):
    """With how many nodes a pack of a game is searched, and up to which pack. `classes` are the
    classes of difficulty that can be chosen, each with the number of the last pack that is searched
    for it. A game has winnable deals only with the values of options in `only`."""

    nodes: int
    last_pack: int
    classes: Mapping[Difficulty, int] = {}
    only: Mapping[str, Value] = {}


_OFFERS: Mapping[str, _Offer] = {
    "aces_up": _Offer(2_000, 200, {3: 300, 4: 200, 5: 1_000}),
    "baroness": _Offer(2_000, 200, {1: 700, 2: 400, 3: 1_000}),
    "bakers_dozen": _Offer(3_000, 30, {3: 50, 4: 30, 5: 30}),
    "good_measure": _Offer(3_000, 40, {3: 170, 4: 60, 5: 40}),
    "accordion": _Offer(1_000, 300),
    "as_you_like_it": _Offer(2_000, 60, {2: 60, 3: 60}),
    "usk": _Offer(1_000, 60, {4: 60, 5: 110}),
    "demon": _Offer(2_000, 60, {5: 60}),
    "fourteens": _Offer(2_000, 20, {1: 40, 2: 40}),
    "grandfathers_clock": _Offer(1_000, 10, {1: 20, 2: 60}),
    "klondike": _Offer(3_000, 40, {4: 40, 5: 60}, {"turn": 3}),
}
"""The games with winnable deals. Of the searches in these games, also of those for a class of
difficulty, at least 99 in 100 take less than ten seconds of one core; `docs/solver.md` has the
measurements. With a change of these numbers VERSION has to change."""


def has_winnable_deals(slug: str) -> bool:
    """Return whether the game with this slug has winnable deals, at least with some options."""
    return slug in _OFFERS


def offered_difficulties(slug: str) -> list[Difficulty]:
    """Return the classes of difficulty of which the game with this slug has winnable deals, at
    least with some options, the easiest first."""
    return sorted(_OFFERS[slug].classes) if slug in _OFFERS else []


def winnable_terms(rules: "Rules", difficulty: Difficulty | None = None) -> WinnableTerms | None:
    """Return how this version of the solver searches for winnable deals of a game, of the class
    `difficulty` or, if that is None, of any class. Return None if the game, or the game with these
    options, has none."""
    offer = _OFFERS.get(rules.slug)
    if offer is None or any(rules.chosen[name] != value for name, value in offer.only.items()):
        return None
    from engine.solver.solve import VERSION  # the terms of a race are read without the solver

    if difficulty is None:
        return WinnableTerms(VERSION, offer.nodes, offer.last_pack)
    if difficulty not in offer.classes:
        return None
    return WinnableTerms(VERSION, offer.nodes, offer.classes[difficulty], difficulty)


def renewed_terms(rules: "Rules", asked: WinnableTerms) -> WinnableTerms | None:
    """Return how this version of the solver searches for a deal like the one that the terms `asked`
    ask for, which may be those of another version. If this version does not offer the difficulty,
    the deal may have any. Return None if there are no winnable deals of this game."""
    return winnable_terms(rules, asked.difficulty) or winnable_terms(rules)


def numbered_pack(game: AnyGame, seed: bytes, k: int) -> list[Card]:
    """Return pack number `k` of a deal seed, in the order of dealing."""
    return game.pack(sha256(seed + b"winnable/%d" % k).digest() if k else seed)


def winnable_deal(game: AnyGame, seed: bytes, terms: WinnableTerms) -> WinnableDeal:
    """Search for the first pack of a deal seed that the solver wins and that has the difficulty of
    the terms. The search can take many seconds. Equal arguments give an equal deal on every
    machine. Raises ValueError if the terms name another version of the solver than VERSION."""
    from engine.solver.solve import VERSION, solve

    if terms.solver != VERSION:
        raise ValueError(f"this is version {VERSION} of the solver, not {terms.solver}")
    for k in range(terms.last_pack + 1):
        start = game.deal(numbered_pack(game, seed, k))
        found = solve(game, start, terms.nodes)
        if found.verdict == "won" and _is_wanted(game, start, found, terms.difficulty):
            return WinnableDeal(k, tuple(map(game.codec.to_text, found.line or ())))
    return UNPROVEN


def _is_wanted(
    game: AnyGame, start: State[Any], found: "Solution", wanted: Difficulty | None
) -> bool:
    return wanted is None or _difficulty(game, start, found) == wanted


def pack_difficulty(game: AnyGame, pack: Sequence[Card], nodes: int) -> Difficulty | None:
    """Return the class of difficulty of a pack, which is searched with this number of nodes; None
    if the solver does not win it."""
    from engine.solver.solve import solve

    start = game.deal(pack)
    return _difficulty(game, start, solve(game, start, nodes))


def _difficulty(game: AnyGame, start: State[Any], found: "Solution") -> Difficulty | None:
    # Whatever reads a record imports this module, and nearly always without searching.
    from engine.solver.difficulty import deal_figures, difficulty

    figures = deal_figures(game, start, found)
    return None if figures is None else difficulty(figures, game.goal)


def line_flaw(game: AnyGame, pack: Sequence[Card], line: Sequence[str]) -> str | None:
    """Play the moves in `line` on the deal of a pack. Return None if they win, or else in a few
    words why they do not."""
    state = game.deal(pack)
    for number, text in enumerate(line, 1):
        try:
            state = game.play(state, game.codec.from_text(text)).state
        except EngineError as error:
            return f"move {number}: {error}"
    if state.over is None or state.over.result != "won":
        return "the game is not won after the last one"
    return None
