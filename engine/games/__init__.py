"""The list of all games, and `game`, which returns a game's rules by slug and options."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.errors import BadOption, brief
from engine.game import Game
from engine.games.accordion import Accordion
from engine.games.aces_up import AcesUp
from engine.games.as_you_like_it import AsYouLikeIt
from engine.games.auntie_allis import AuntieAllis
from engine.games.bakers_dozen import BakersDozen, GoodMeasure
from engine.games.baroness import Baroness
from engine.games.cribbage_patience import CribbagePatience
from engine.games.demon import Demon
from engine.games.grandfathers_clock import GrandfathersClock
from engine.games.kings import Kings
from engine.games.klondike import Klondike
from engine.games.poker_patience import PokerPatience
from engine.games.senior_wrangler import SeniorWrangler
from engine.games.seven_and_sixes import SevenAndSixes
from engine.games.uncle_remus import UncleRemus
from engine.games.usk import Usk
from engine.options import canonical

AnyGame = Game[Any, Any]

_CLASSES: tuple[type[AnyGame], ...] = (
    UncleRemus,
    AcesUp,
    CribbagePatience,
    Accordion,
    Baroness,
    Usk,
    PokerPatience,
    Kings,
    SevenAndSixes,
    SeniorWrangler,
    AsYouLikeIt,
    BakersDozen,
    GoodMeasure,
    Klondike,
    AuntieAllis,
    Demon,
    GrandfathersClock,
)

GAMES: dict[str, type[AnyGame]] = {game.slug: game for game in _CLASSES}
FIRST_GAME = AcesUp.slug
"""The game that clients show to newcomers: it is short and its rules are few."""


def game(slug: str, options: Mapping[str, object] | None = None) -> AnyGame:
    """Return the rules of a game under these options. Raises BadOption.

    The slug may have hyphens in place of underscores. The same slug and options give the same
    object while it is cached, in whatever order the options are written.
    """
    name = slug.replace("-", "_")
    if name not in GAMES:
        raise unknown(slug)
    return _prepared(name, canonical(GAMES[name](options).chosen)) if options else _default(name)


def unknown(slug: str) -> BadOption:
    """Return the error for a slug that no game has."""
    return BadOption(f"There is no game {brief(slug)}; there are {', '.join(GAMES)}.")


@lru_cache(maxsize=256)
def _prepared(slug: str, options: str) -> AnyGame:
    return GAMES[slug](json.loads(options))


@lru_cache(maxsize=64)
def _default(slug: str) -> AnyGame:
    return _prepared(slug, canonical(GAMES[slug]().chosen))
