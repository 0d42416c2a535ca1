"""Tests of the names of games: which are understood, and what a misspelt one is told."""

import pytest

from engine.errors import BadOption
from engine.game import Book
from engine.games import (
    GAMES,
    AnyGame,
    _by_folded_name,
    game,
    nearest_name,
    slug_of,
    typed_names,
)
from engine.games.aces_up import AcesUp
from engine.games.kings import Kings

NAMES = [
    (name, each.slug)
    for each in GAMES.values()
    for name in (each.slug, each.slug.replace("_", "-"), each.book.title, *each.book.other_names)
]


@pytest.mark.parametrize(("name", "slug"), NAMES)
def test_every_name_that_a_rules_page_shows_is_understood(name: str, slug: str) -> None:
    for typed in (name, name.upper(), f"  {name.lower()} ", name.replace("'", "")):
        assert slug_of(typed) == slug
    assert game(name) is game(slug), "one object, so that the slug is what is stored"
    assert game(name).slug == slug


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("Demon", "demon"),
        ("the_demon", "demon"),
        ("Baker\u2019s Dozen", "bakers_dozen"),
        ("seven & sixes", "seven_and_sixes"),
        ("AcesUp", "aces_up"),
        ("Kl\u00f6ndike", "klondike"),
    ],
)
def test_spellings(typed: str, slug: str) -> None:
    assert slug_of(typed) == slug


@pytest.mark.parametrize(
    "typed", ["", "the", "-", "aces", "../aces_up", "aces/up", "x" * 10_000, "\ud800"]
)
def test_what_is_no_name(typed: str) -> None:
    assert slug_of(typed) is None
    with pytest.raises(BadOption):
        game(typed)


def renamed(kind: type[AnyGame], *other_names: str) -> type[AnyGame]:
    return type(kind.__name__, (kind,), {"book": Book(kind.book.title, other_names=other_names)})


def test_a_name_of_two_games_is_a_name_of_neither() -> None:
    found = _by_folded_name(
        {"aces_up": renamed(AcesUp, "Solo", "Kings"), "kings": renamed(Kings, "solo")}
    )
    assert found == {"acesup": "aces_up", "kings": "kings"}, "a slug always means its own game"


def test_names_as_they_are_typed() -> None:
    assert typed_names("demon") == ["demon", "the-demon", "canfield"]
    assert typed_names("bakers_dozen") == ["bakers-dozen"]
    for slug in GAMES:
        assert typed_names(slug)[0] == slug.replace("_", "-")
        assert {slug_of(name) for name in typed_names(slug)} == {slug}


@pytest.mark.parametrize(
    ("typed", "near"),
    [
        ("klondyke", "klondike"),
        ("Firing Squd", "firing-squad"),
        ("Bakers' Duzen", "bakers-dozen"),
        ("methusela", "methuselah"),
        ("tarot of marseilles", None),
        ("", None),
        ("klondyke" * 99, None),
    ],
)
def test_the_nearest_name(typed: str, near: str | None) -> None:
    assert nearest_name(typed) == near


def test_an_unknown_name_is_told_the_nearest_if_one_is_alike() -> None:
    with pytest.raises(BadOption, match=r"no game 'klondyke'; did you mean klondike\?$"):
        game("klondyke")
    with pytest.raises(BadOption, match="The list of games has their names"):
        game("tarot")
