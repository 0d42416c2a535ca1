"""The list of all games, and functions that find a game by a name that a person has typed and make
its rules for the chosen options."""

import json
import re
from collections.abc import Iterator, Mapping, MutableMapping
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from typing import Any
from unicodedata import combining, normalize

from engine.errors import BadOption, brief
from engine.game import Book, Game
from engine.options import canonical

AnyGame = Game[Any, Any]

_PLACES = {
    "uncle_remus": ("uncle_remus", "UncleRemus"),
    "aces_up": ("aces_up", "AcesUp"),
    "cribbage_patience": ("cribbage_patience", "CribbagePatience"),
    "accordion": ("accordion", "Accordion"),
    "baroness": ("baroness", "Baroness"),
    "usk": ("usk", "Usk"),
    "poker_patience": ("poker_patience", "PokerPatience"),
    "kings": ("kings", "Kings"),
    "seven_and_sixes": ("seven_and_sixes", "SevenAndSixes"),
    "senior_wrangler": ("senior_wrangler", "SeniorWrangler"),
    "as_you_like_it": ("as_you_like_it", "AsYouLikeIt"),
    "bakers_dozen": ("bakers_dozen", "BakersDozen"),
    "good_measure": ("bakers_dozen", "GoodMeasure"),
    "klondike": ("klondike", "Klondike"),
    "auntie_allis": ("auntie_allis", "AuntieAllis"),
    "demon": ("demon", "Demon"),
    "spider": ("spider", "Spider"),
    "fourteens": ("fourteens", "Fourteens"),
    "clock": ("clock", "ClockPatience"),
    "captive_queens": ("captive_queens", "CaptiveQueens"),
    "grandfathers_clock": ("grandfathers_clock", "GrandfathersClock"),
    "perpetual_motion": ("perpetual_motion", "PerpetualMotion"),
    "rosamunds_bower": ("rosamunds_bower", "RosamundsBower"),
    "crossword": ("crossword", "Crossword"),
}
"""The module and the class of each game, by the game's slug."""


class GameClasses(MutableMapping[str, "type[AnyGame]"]):
    """The classes of games by their slugs. `places` has the module and the name of each class, and
    decides the order. The module of a game is imported when its class is first asked for, so that a
    program that plays one game does not wait for the import of the others."""

    def __init__(self, places: Mapping[str, tuple[str, str]]) -> None:
        self._classes: dict[str, type[AnyGame] | None] = dict.fromkeys(places)
        self._places = places

    def __getitem__(self, slug: str) -> "type[AnyGame]":
        found = self._classes[slug]
        if found is None:
            module, name = self._places[slug]
            found = getattr(import_module(f"engine.games.{module}"), name)
            self._classes[slug] = found
        return found

    def __setitem__(self, slug: str, game: "type[AnyGame]") -> None:
        self._classes[slug] = game

    def __delitem__(self, slug: str) -> None:
        del self._classes[slug]

    def __contains__(self, slug: object) -> bool:
        return slug in self._classes

    def __iter__(self) -> Iterator[str]:
        return iter(self._classes)

    def __len__(self) -> int:
        return len(self._classes)


GAMES = GameClasses(_PLACES)
FIRST_GAME = "aces_up"
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


_FOLDED_SLUGS = {folded(slug): slug for slug in GAMES}


@lru_cache(maxsize=1)
def _slugs() -> dict[str, str]:
    return _by_folded_name(GAMES)


LONGEST_TYPED_NAME = 60
"""The maximum length of a text that is looked up as the name of a game."""


def slug_of(name: str) -> str | None:
    """Return the slug (the short name in programs) of the game that is called `name`: by its slug,
    its title or another name. Return None if no game has that name, or more than one.

    Capitals, spaces, hyphens, underscores, apostrophes and a "the" at the beginning make no
    difference: `bakers-dozen` and `Baker's Dozen` mean one game, and so do `demon` and `The Demon`.
    """
    if len(name) > LONGEST_TYPED_NAME:
        return None
    typed = folded(name)
    return _FOLDED_SLUGS.get(typed) or _slugs().get(typed)


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
