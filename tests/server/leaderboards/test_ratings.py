"""Ratings: which races count, and how they change a rating."""

import pytest

from engine.games import GAMES, game
from server.leaderboards.board import BoardKey
from server.leaderboards.ratings import FIRST, PROVISIONAL, Rating, family, places, rated
from tests.server.leaderboards import model
from tests.server.leaderboards.made import House, Ran, race

ANN, BEN = Ran("ann", "won"), Ran("ben")


def test_at_first_nobody_knows() -> None:
    assert (FIRST.shown, FIRST.uncertainty, FIRST.sure) == (1500, 500, 0)
    assert FIRST.provisional


def test_who_wins_rises_and_all_are_surer() -> None:
    after = rated({}, {"ann": 1, "ben": 2, "cat": 3})
    assert after["ann"].mu > after["ben"].mu > after["cat"].mu
    assert all(one.sigma < FIRST.sigma and one.races == 1 for one in after.values())
    fifty = {f"p{i}": i for i in range(60)}
    assert len(rated({}, fifty)) == 60


def test_who_tied_is_rated_alike() -> None:
    after = rated({}, {"ann": 1, "ben": 1, "cat": 3})
    assert after["ann"] == after["ben"] != after["cat"]
    assert rated({}, {"ben": 1, "ann": 1})["ann"] == rated({}, {"ann": 1, "ben": 1})["ann"]


@pytest.mark.parametrize("slug", GAMES)
def test_the_model_knows_the_family_of_every_game(slug: str) -> None:
    assert family(slug) == model.family(slug, game(slug).ranked_by)


@pytest.mark.parametrize(
    ("ran", "more", "rates"),
    [
        ((ANN, BEN), {}, True),
        ((ANN, BEN, Ran(None, "won", ms=1)), {}, True),
        ((ANN,), {}, False),
        ((ANN, Ran(None)), {}, False),
        ((ANN, BEN, Ran("bot")), {}, False),
        ((ANN, BEN, Ran("cat", reason="resigned", sent_away=True)), {}, True),
        ((ANN, Ran("ben", reason="resigned", sent_away=True)), {}, False),
        ((ANN, BEN, Ran("cat", moves=0, absent=True)), {}, True),
        ((ANN, Ran("ben", moves=0, absent=True)), {}, False),
        ((ANN, BEN), {"take_back": "until_card"}, False),
        ((ANN, BEN), {"daily": "daily-2026-11-21-sprint"}, False),
        ((Ran("ann", moves=0), Ran("ben", moves=1, reason="resigned")), {}, False),
        ((Ran("ann", moves=0), Ran("ben")), {}, True),
    ],
)
def test_which_races_are_rated(ran: tuple[Ran, ...], more: dict[str, str], rates: bool) -> None:
    found = places(race(1, *ran, **more))  # type: ignore[arg-type]
    assert found.keys() == ({"ann", "ben"} if rates else set())


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("kings", "great"),
        ("senior_wrangler", "great"),
        ("aces_up", "sprint"),
        ("klondike", "sprint"),
        ("cribbage_patience", "score"),
        ("poker_patience", "score"),
        ("racing_demon", "table"),
        ("demon", "long"),
        ("a game of former days", "long"),
    ],
)
def test_families(slug: str, expected: str) -> None:
    assert family(slug) == expected


async def test_the_board_puts_who_is_provisional_below_the_rest(house: House) -> None:
    await house.count(*(race(n, ANN, BEN) for n in range(PROVISIONAL)))
    await house.count(race(99, Ran("cat", "won", ms=1), Ran("dan")))
    page = await house.places.page(BoardKey("rating", "overall"))
    assert [row.account for row in page.rows] == ["ann", "ben", "cat", "dan"]
    ratings = [row.rating for row in page.rows]
    assert [r is not None and r.provisional for r in ratings] == [False, False, True, True]
    assert [row.place for row in page.rows] == [1, 2, 3, 4]
    assert page.rows[0].value.amount == Rating.sure.fget(ratings[0])  # type: ignore[attr-defined]
    mine = await house.places.ratings("ann", ("overall", "sprint", "great"))
    assert mine == {"overall": ratings[0], "sprint": ratings[0]}


async def test_a_void_race_rates_nobody_from_the_first_on(house: House) -> None:
    races = [race(n, Ran("ann", "won" if n % 3 else "lost"), BEN, Ran("cat")) for n in range(9)]
    await house.count(*races[:4], *races[5:])
    expected = await house.places.ratings("cat", ("overall", "sprint"))
    await house.redis.flushall()
    await house.count(*races)
    assert await house.places.ratings("cat", ("overall", "sprint")) != expected
    await house.book.void(races[4].race, "x", 0)
    await house.catch_up()
    assert await house.places.ratings("cat", ("overall", "sprint")) == expected
