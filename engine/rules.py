"""The rules of every game that can be raced, by name. The games are the patiences, in which each
contestant has cards of their own, and Racing Demon, in which the contestants share a table."""

from collections import ChainMap
from collections.abc import Mapping
from functools import lru_cache
from json import loads
from typing import Any, cast

from engine.games import GAMES, AnyGame, folded, game
from engine.options import canonical
from engine.racing_demon.game import RacingDemon

Rules = AnyGame | RacingDemon
"""The rules of a game under one set of options."""

RULES: ChainMap[str, type[AnyGame] | type[RacingDemon]] = ChainMap(
    {RacingDemon.slug: RacingDemon}, cast(Any, GAMES)
)
"""The class of every game by its slug: the patiences in the order of `GAMES`, then Racing Demon."""

_TABLE_NAMES = {
    folded(name)
    for name in (RacingDemon.slug, RacingDemon.book.title, *RacingDemon.book.other_names)
}


def is_table(name: str) -> bool:
    """Return whether `name` is a slug (a short name for programs), title or other name of a game
    whose contestants share a table. The only such game is Racing Demon."""
    return folded(name) in _TABLE_NAMES


def rules(name: str, options: Mapping[str, object] | None = None) -> Rules:
    """Return the rules of a game under these options. The name may be a slug (a short name for
    programs), a title or another name of the game. Raises BadOption for an unknown name, option or
    value."""
    if is_table(name):
        return _table(canonical(RacingDemon(options).chosen))
    return game(name, options)


@lru_cache(maxsize=64)
def _table(options: str) -> RacingDemon:
    return RacingDemon(loads(options))
