"""The list of all games, and functions that find a game by a name that a person has typed and make
its rules for the chosen options."""

import json
import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any
from unicodedata import combining, normalize

from engine.errors import BadOption, brief
from engine.game import Book, Game
from engine.games.accordion import Accordion
from engine.games.aces_up import AcesUp
from engine.games.as_you_like_it import AsYouLikeIt
from engine.games.auntie_allis import AuntieAllis
from engine.games.bakers_dozen import BakersDozen, GoodMeasure
from engine.games.baroness import Baroness
from engine.games.captive_queens import CaptiveQueens
from engine.games.clock import ClockPatience
from engine.games.cribbage_patience import CribbagePatience
from engine.games.crossword import Crossword
from engine.games.demon import Demon
from engine.games.fourteens import Fourteens
from engine.games.grandfathers_clock import GrandfathersClock
from engine.games.kings import Kings
from engine.games.klondike import Klondike
from engine.games.perpetual_motion import PerpetualMotion
from engine.games.poker_patience import PokerPatience
from engine.games.rosamunds_bower import RosamundsBower
from engine.games.senior_wrangler import SeniorWrangler
from engine.games.seven_and_sixes import SevenAndSixes
from engine.games.spider import Spider
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
    Spider,
    Fourteens,
    ClockPatience,
    CaptiveQueens,
    GrandfathersClock,
    PerpetualMotion,
    RosamundsBower,
    Crossword,
)

GAMES: dict[str, type[AnyGame]] = {game.slug: game for game in _CLASSES}
FIRST_GAME = AcesUp.slug
"""The game that clients show to newcomers: it is short and its rules are few."""


def folded(name: str) -> str:
    """Return a form of a game's name that is the same for every spelling of the name: in small
    letters, with "and" for `&`, and without accents, spaces, hyphens, underscores, apostrophes and
    a "the" at the beginning."""
    plain = normalize("NFKD", name.casefold().strip().replace("&", "and"))
    plain = re.sub(r"^the[\s_-]+", "", plain)
    return "".join(c for c in plain if not (c.isspace() or c in "-_'\u2019" or combining(c)))


def _by_folded_name(games: Mapping[str, type[AnyGame]]) -> dict[str, str]:
    """Return the slug of each game (its short name in programs) by every name of the game: the
    slug, the title and other names. The names are in the form that `folded` returns. A slug always
    means its own game. A name that two games have is left out."""
    meant: dict[str, set[str]] = {}
    for slug, each in games.items():
        for name in (each.book.title, *each.book.other_names):
            meant.setdefault(folded(name), set()).add(slug)
    named = {name: min(slugs) for name, slugs in meant.items() if len(slugs) == 1}
    return named | {folded(slug): slug for slug in games}


_SLUGS = _by_folded_name(GAMES)
LONGEST_TYPED_NAME = 60
"""The maximum length of a text that is looked up as the name of a game."""


def slug_of(name: str) -> str | None:
    """Return the slug (the short name in programs) of the game that is called `name`: by its slug,
    its title or another name. Return None if no game has that name, or more than one.

    Capitals, spaces, hyphens, underscores, apostrophes and a "the" at the beginning make no
    difference: `bakers-dozen` and `Baker's Dozen` mean one game, and so do `demon` and `The Demon`.
    """
    return _SLUGS.get(folded(name)) if len(name) <= LONGEST_TYPED_NAME else None


def typed_names(slug: str) -> list[str]:
    """Return the names of a game as people type them in commands and addresses, in small letters
    with hyphens. The slug comes first, then the title and other names. A name that another game has
    too is left out."""
    return [name for name in hyphened(slug, GAMES[slug].book) if slug_of(name) == slug]


def hyphened(slug: str, book: Book) -> list[str]:
    """Return the slug of a game and the title and other names from its `book`, each in small
    letters with hyphens, without repetitions."""
    names = (slug, book.title, *book.other_names)
    return list(
        dict.fromkeys(re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")) for name in names)
    )


def nearest_name(typed: str) -> str | None:
    """Return the name of a game that is most like `typed`, a name that was probably misspelt.
    Return None if no name is like it."""
    if len(typed) > LONGEST_TYPED_NAME:
        return None
    words = re.sub(r"[\W_]+", "-", typed.lower().replace("'", ""))
    names = [name for slug in GAMES for name in typed_names(slug)]
    return next(iter(get_close_matches(words, names, 1, 0.7)), None)


def game(name: str, options: Mapping[str, object] | None = None) -> AnyGame:
    """Return the rules of a game with these options. `name` may be any name that `slug_of` knows.
    Raises BadOption if no game has the name, or the game has no such option or value.

    The returned objects are cached: while an object is in the cache, the same game with the same
    options gives the same object, in whatever order the options are written.
    """
    slug = name if name in GAMES else slug_of(name)
    if slug is None:
        raise unknown(name)
    return _prepared(slug, canonical(GAMES[slug](options).chosen)) if options else _default(slug)


def unknown(name: str) -> BadOption:
    """Return the exception for a name that no game has. Its message suggests the name of a game
    that is most like `name`, if there is such a game."""
    if near := nearest_name(name):
        return BadOption(f"There is no game {brief(name)}; did you mean {near}?")
    return BadOption(f"There is no game {brief(name)}. The list of games has their names.")


@lru_cache(maxsize=256)
def _prepared(slug: str, options: str) -> AnyGame:
    return GAMES[slug](json.loads(options))


@lru_cache(maxsize=64)
def _default(slug: str) -> AnyGame:
    return _prepared(slug, canonical(GAMES[slug]().chosen))
