"""Winnable deals: of the packs that follow from one deal seed, the first that the solver wins.

The packs of a deal seed are numbered from 0. Pack 0 is the one that the seed deals in any race. The
solver searches one pack after the other, with a limited number of nodes for each, and the first
that it wins is dealt. So nobody chooses the deal, and everybody who knows the seed can search
again and gets the same pack. If the solver wins no pack up to the last that is searched, pack 0 is
dealt, and it is not known whether it can be won.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from engine.cards import Card
from engine.errors import EngineError
from engine.games import AnyGame
from engine.options import Value

if TYPE_CHECKING:
    from engine.rules import Rules


class WinnableTerms(NamedTuple):
    """How a winnable deal is searched for: the version of the solver, the number of nodes for each
    pack, and the number of the last pack that is searched. They are terms of a race."""

    solver: int
    nodes: int
    last_pack: int


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
    """With how many nodes a pack of a game is searched, and up to which pack. A game has winnable
    deals only with the values of options in `only`."""

    nodes: int
    last_pack: int
    only: Mapping[str, Value] = {}


_OFFERS: Mapping[str, _Offer] = {
    "aces_up": _Offer(2_000, 200),
    "baroness": _Offer(2_000, 200),
    "bakers_dozen": _Offer(3_000, 30),
    "good_measure": _Offer(3_000, 40),
    "accordion": _Offer(1_000, 300),
    "as_you_like_it": _Offer(2_000, 60),
    "usk": _Offer(1_000, 60),
    "demon": _Offer(2_000, 60),
    "fourteens": _Offer(2_000, 20),
    "grandfathers_clock": _Offer(1_000, 10),
    "klondike": _Offer(3_000, 40, {"turn": 3}),
}
"""The games with winnable deals. Of the searches in these games at least 99 in 100 take less than
ten seconds of one core; `docs/solver.md` has the measurements. With a change of these numbers
VERSION has to change."""


def has_winnable_deals(slug: str) -> bool:
    """Return whether the game with this slug has winnable deals, at least with some options."""
    return slug in _OFFERS


def winnable_terms(rules: "Rules") -> WinnableTerms | None:
    """Return how this version of the solver searches for winnable deals of a game. Return None if
    the game, or the game with these options, has none."""
    offer = _OFFERS.get(rules.slug)
    if offer is None or any(rules.chosen[name] != value for name, value in offer.only.items()):
        return None
    from engine.solver.solve import VERSION  # the terms of a race are read without the solver

    return WinnableTerms(VERSION, offer.nodes, offer.last_pack)


def numbered_pack(game: AnyGame, seed: bytes, k: int) -> list[Card]:
    """Return pack number `k` of a deal seed, in the order of dealing."""
    return game.pack(sha256(seed + b"winnable/%d" % k).digest() if k else seed)


def winnable_deal(game: AnyGame, seed: bytes, terms: WinnableTerms) -> WinnableDeal:
    """Search for the first pack of a deal seed that the solver wins. The search can take many
    seconds. Equal arguments give an equal deal on every machine. Raises ValueError if the terms
    name another version of the solver than VERSION."""
    from engine.solver.solve import VERSION, solve

    if terms.solver != VERSION:
        raise ValueError(f"this is version {VERSION} of the solver, not {terms.solver}")
    for k in range(terms.last_pack + 1):
        found = solve(game, game.deal(numbered_pack(game, seed, k)), terms.nodes)
        if found.verdict == "won":
            return WinnableDeal(k, tuple(map(game.codec.to_text, found.line or ())))
    return UNPROVEN


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
