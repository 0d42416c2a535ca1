"""Races of several people together: who won what, the longest rows of wins, the closest finish."""

import random
from typing import Any

import pytest

from server.errors import Refusal
from server.leaderboards.log_entry import LoggedRace
from server.leaderboards.rivals import RivalRace
from server.leaderboards.together import closest_finish, raced_together
from tests.server.leaderboards import model
from tests.server.leaderboards.made import NOON, House, Ran, race
from tests.server.leaderboards.test_rivals import Desk, seat_board

__all__ = ["seat_board"]

ANN, BEN, CID = Ran("a1", "won", ms=50_000), Ran("b2", "won", ms=52_500), Ran("c3", "won", ms=9)


def held(number: int, game: str = "aces_up", **places: int) -> RivalRace:
    return RivalRace(number, f"KQ74TX-{number}", NOON, game, places)


def test_wins_and_rows_of_wins() -> None:
    races = [
        held(1, ann=1, ben=2),
        held(2, ann=3, ben=3, cid=1),
        held(3, "kings", ann=1, ben=2),
        held(4, ann=2, ben=1),
        held(5, ann=1, ben=4),
    ]
    found = raced_together(races, ["ann", "ben"])
    assert found.wins == {"ann": 4, "ben": 2}, "they have won the second race together"
    assert found.longest == {"ann": 3, "ben": 1}
    assert list(found.games.items()) == [
        ("aces_up", (4, {"ann": 3, "ben": 2})),
        ("kings", (1, {"ann": 1, "ben": 0})),
    ]
    assert raced_together([], ["ann", "ben"]).wins == {"ann": 0, "ben": 0}


def test_wins_are_those_that_counting_comes_to() -> None:
    rng = random.Random(1)
    races = [
        held(
            n,
            rng.choice(["aces_up", "usk"]),
            a=rng.randrange(3),
            b=rng.randrange(3),
            c=rng.randrange(3),
        )
        for n in range(200)
    ]
    found = raced_together(races, ["a", "b"])
    for one in ("a", "b"):
        won = [each.places[one] <= min(each.places["a"], each.places["b"]) for each in races]
        assert found.wins[one] == sum(won)
        rows = "".join("w" if is_won else " " for is_won in won).split()
        assert found.longest[one] == max(map(len, rows))
    assert sum(played for played, _ in found.games.values()) == 200


def test_the_closest_finish() -> None:
    far = race(1, ANN, Ran("b2", "won", ms=90_000))
    near = race(2, ANN, BEN, CID)
    lost = race(3, ANN, Ran("b2", ms=50_001))
    kicked = race(4, ANN, Ran("b2", "won", ms=50_001, sent_away=True))
    told = closest_finish([far, near, lost, kicked], ["a1", "b2"])
    assert told is not None
    assert (told.race.race, told.first, told.second, told.gap_ms) == ("KQ74TX-2", "a1", "b2", 2_500)
    assert closest_finish([lost, kicked], ["a1", "b2"]) is None
    assert closest_finish([near], ["a1"]) is None


async def told_of(house: House, desk: Desk) -> None:
    await desk.called("a1", "Anna")
    await desk.called("b2", "Ben")
    await desk.called("c3", "Cleo")
    races: list[LoggedRace] = [
        race(1, ANN, BEN, at=NOON - 4),
        race(2, ANN, BEN, CID, at=NOON - 3),
        race(3, ANN, CID, at=NOON - 2),
        race(4, ANN, Ran("b2"), Ran(None, "won", ms=1), slug="kings", at=NOON - 1),
        race(5, BEN, CID, at=NOON),
    ]
    for each in races:
        await house.book.write(each)
    await house.count()


async def test_the_request(house: House, seat_board: Desk) -> None:
    await told_of(house, seat_board)
    seat_board.me = "a1"
    told: dict[str, Any] = await seat_board.ask("get_together", names=["ben"])
    assert [one["name"] for one in told["people"]] == ["Anna", "Ben"]
    assert [(one["wins"], one["longest"]) for one in told["people"]] == [(3, 3), (0, 0)]
    assert told["total"] == 3
    assert [one["race"] for one in told["races"]] == ["KQ74TX-4", "KQ74TX-2", "KQ74TX-1"]
    assert told["races"][0] == {"race": "KQ74TX-4", "game": "kings", "ago_ms": 1, "places": [2, 3]}
    assert told["races"][1]["places"] == [2, 3], "Cleo was first"
    assert [(one["game"], one["races"], one["wins"]) for one in told["games"]] == [
        ("aces_up", 2, [2, 0]),
        ("kings", 1, [1, 0]),
    ]
    closest = told["closest"]
    assert (closest["first"], closest["second"], closest["gap_ms"]) == ("Anna", "Ben", 2_500)
    assert closest["race"] == "KQ74TX-1"
    alone = await seat_board.ask("get_together", names=["Ben"], nobody_else=True)
    assert [one["race"] for one in alone["races"]] == ["KQ74TX-4", "KQ74TX-1"], "a guest is nobody"
    three = await seat_board.ask("get_together", names=["Cleo", "Ben"])
    assert [one["race"] for one in three["races"]] == ["KQ74TX-2"]
    assert [one["wins"] for one in three["people"]] == [0, 1, 0]
    page = await seat_board.ask("get_together", names=["Ben"], offset=1, count=1)
    assert (page["total"], [one["race"] for one in page["races"]]) == (3, ["KQ74TX-2"])
    await house.book.void("KQ74TX-2", "a fault", NOON)
    assert (await seat_board.ask("get_together", names=["Ben", "Cleo"]))["total"] == 0


async def test_random_races_are_told_as_the_model_computes_them(
    house: House, seat_board: Desk
) -> None:
    rng, names = random.Random(1), {"a1": "Anna", "b2": "Ben", "c3": "Cleo"}
    for number, name in names.items():
        await seat_board.called(number, name)
    races = []
    for n in range(1, 61):
        ran = [
            Ran(one, rng.choice(["won", "lost"]), ms=rng.randrange(40_000, 60_000, 500))
            for one in rng.sample([*names, None], rng.randint(2, 4))
        ]
        slug = rng.choice(["aces_up", "kings"])
        races.append(race(n, *ran, slug=slug, at=NOON - 60 + n))
        await house.book.write(races[-1])
    await house.count()
    seat_board.me = "a1"
    for others, nobody_else in ((["b2"], False), (["c3"], True), (["c3", "b2"], False)):
        asked = {"names": [names[one] for one in others], "nobody_else": nobody_else}
        told: dict[str, Any] = await seat_board.ask("get_together", **asked, count=60)
        follows = model.together(races, ["a1", *others], nobody_else=nobody_else)
        assert model.told_together(told) == follows.named(names)
        assert follows.closest is not None


async def test_who_may_ask(house: House, seat_board: Desk) -> None:
    await told_of(house, seat_board)
    for me, names, code in (
        (None, ["Ben"], "not_signed_in"),
        ("a1", ["Anna"], "yourself"),
        ("a1", ["Ben", "ben"], "yourself"),
        ("a1", ["Nobody"], "unknown_name"),
    ):
        seat_board.me = me
        with pytest.raises(Refusal) as refused:
            await seat_board.ask("get_together", names=names)
        assert refused.value.code == code
