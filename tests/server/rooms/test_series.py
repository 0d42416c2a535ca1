"""Series of Racing Demon in a room: rounds, who leaves and who comes late, and how they end."""

from dataclasses import replace
from typing import Any

import pytest

from engine.races.fairness import commitment, sub_secret
from engine.races.verify import summary, verify
from server.boards.seat_standing import StoredStanding
from server.rooms import membership, next_race, series_deals
from server.rooms.events import OfSeries, RaceEnded, RacePrepared, SeatLeft, dump, load
from server.rooms.next_race import Standings
from server.rooms.reducer import fold
from server.rooms.score import next_rounds, rounds_with, score, series_of
from server.rooms.state import Room
from server.views import race_view
from tests.harness import Client, ServerProcess, client
from tests.messages import told
from tests.server.rooms.test_commands import code, joined, opened, running
from tests.server.rooms.test_next_race import SECRET, voted


def begun(*racing: int) -> Room:
    """A room in which these play the first round; its host has seat 0."""
    return running(joined(opened("racing_demon"), *racing[1:]), *racing)


def standings(room: Room, *resigned: int, **points: int) -> Standings:
    """The final standings of the room's round; `s0` and so on have the points of a seat."""
    untouched = room.common_table(room.race).standings()
    return {
        seat: each._replace(
            score=points[f"s{seat}"],
            result="lost" if seat in resigned else "complete",
            reason="resigned" if seat in resigned else None,
        )
        for seat, each in untouched.items()
    }


def ended(room: Room) -> Room:
    return fold(room, [RaceEnded(at=9, by="server", n=room.race.n, ended_ms=9)])


def after_round(room: Room, *resigned: int, **points: int) -> Room:
    """The room when the next round after this one is prepared."""
    final = standings(room, *resigned, **points)
    return fold(ended(room), next_race.rematch(ended(room), 0, final, SECRET, 11))


def tallied(room: Room, final: Standings) -> list[tuple[int, int, list[int], int, bool]]:
    """Place, seat, rounds, points and `gone` of each contestant, as messages show them."""
    told = race_view.series(room, room.race, rounds_with(room.race, final))
    assert told is not None
    return [(each.place, each.seat, each.rounds, each.points, each.gone) for each in told.seats]


@pytest.mark.parametrize(
    ("rounds", "over", "places"),
    [
        ([(30, 40), (75, 55)], True, [(1, 0), (2, 1)]),
        ([(30, 40), (70, 60)], False, [(1, 0), (1, 1)]),
        ([(30, 40)], False, [(1, 1), (2, 0)]),
        ([(70, 70), (40, 40)], False, [(1, 0), (1, 1)]),
        ([(70, 70), (40, 40), (-5, -4)], True, [(1, 1), (2, 0)]),
    ],
)
def test_a_series_ends_when_one_alone_has_the_target(
    rounds: list[tuple[int, int]], over: bool, places: list[tuple[int, int]]
) -> None:
    """N6 of the rules, in a room whose series goes on with `rematch`."""
    room = begun(0, 1)
    for first, second in rounds[:-1]:
        room = running(after_round(room, s0=first, s1=second), 0, 1)
    assert len(room.race.series.rounds) == len(rounds) - 1
    final = standings(room, s0=rounds[-1][0], s1=rounds[-1][1])
    room = ended(room)
    told = race_view.series(room, room.race, rounds_with(room.race, final))
    assert told is not None
    assert (told.over, told.round, told.target) == (over, len(rounds), 100)
    assert [(each.place, each.seat) for each in told.seats] == places
    (event,) = next_race.rematch(room, 0, final, SECRET, 11)
    assert isinstance(event, RacePrepared)
    assert event.series is not None
    assert event.series.rounds == (() if over else tuple(dict(enumerate(each)) for each in rounds))


def test_a_round_without_target_stands_alone() -> None:
    room = opened("racing_demon")
    request = room.race.rules.chosen | {"target": 0}
    room = fold(room, [prepared(room, dict(request))])
    room = running(joined(room, 1), 0, 1)
    final = standings(room, s0=30, s1=30)
    room = ended(room)
    assert tallied(room, final) == [(1, 0, [30], 30, False), (1, 1, [30], 30, False)]
    assert next_rounds(room.race, final) is None


def prepared(room: Room, options: dict[str, Any]) -> RacePrepared:
    return RacePrepared(
        at=0,
        by="host",
        n=room.race.n + 1,
        game="racing_demon",
        options=options,
        terms=room.race.terms.to_json(),
        bell_ms=60_000,
        secret=SECRET.hex(),
    )


def test_who_comes_late_has_no_points_in_earlier_rounds() -> None:
    room = after_round(begun(0, 1), s0=20, s1=-9)
    room = running(joined(room, 2), 0, 1, 2)
    assert tallied(room, {}) == [
        (1, 0, [20], 20, False),
        (2, 2, [0], 0, False),
        (3, 1, [-9], -9, False),
    ]
    final = standings(room, s0=1, s1=2, s2=31)
    assert tallied(ended(room), final) == [
        (1, 2, [0, 31], 31, False),
        (2, 0, [20, 1], 21, False),
        (3, 1, [-9, 2], -7, False),
    ]


def test_nobody_joins_a_round_under_way() -> None:
    room = joined(begun(0, 1), 2)
    assert code(membership.join_race, room, 2, 1, 6) == "race_begun"


def test_who_resigns_gives_up_that_round_and_may_come_back() -> None:
    room = begun(0, 1, 2)
    final = standings(room, 2, s0=10, s1=5, s2=40)
    assert tallied(ended(room), final)[-1] == (3, 2, [40], 40, True), "below all others"
    room = running(after_round(room, 2, s0=10, s1=5, s2=40), 0, 1)
    final = standings(room, s0=1, s1=1)
    assert tallied(ended(room), final) == [
        (1, 0, [10, 1], 11, False),
        (2, 1, [5, 1], 6, False),
        (3, 2, [40, 0], 40, True),
    ]
    room = running(after_round(room, s0=1, s1=1), 0, 1, 2)
    final = standings(room, s0=1, s1=1, s2=3)
    assert tallied(ended(room), final)[0] == (1, 2, [40, 0, 3], 43, False)


def test_when_only_one_is_left_the_series_is_over() -> None:
    room = begun(0, 1)
    final = standings(room, 1, s0=3, s1=2)
    assert next_rounds(ended(room).race, final) is None


def test_who_stands_aside_keeps_the_points_and_may_win() -> None:
    room = running(after_round(begun(0, 1, 2), s0=10, s1=90, s2=0), 0, 2)
    final = standings(room, s0=20, s2=5)
    assert tallied(ended(room), final)[0] == (1, 1, [90, 0], 90, False)
    assert next_rounds(ended(room).race, final) is not None


def test_a_round_that_was_called_off_is_no_round() -> None:
    room = after_round(begun(0, 1), s0=20, s1=30)
    room = running(room, 0, 1)
    final = standings(room, s0=50, s1=60)
    room = fold(room, [RaceEnded(at=9, by="host", n=2, ended_ms=9)])
    assert rounds_with(room.race, final).rounds == ({0: 20, 1: 30},)


def test_another_game_ends_the_series_and_a_vote_for_the_same_is_the_next_round() -> None:
    room = ended(begun(0, 1, 2))
    final = standings(room, s0=20, s1=30, s2=1)
    again = room
    for seat in (0, 1):
        again = voted(again, seat, "racing-demon", final)
    assert again.race.series.rounds == ({0: 20, 1: 30, 2: 1},)
    assert again.race.series.session == room.race.series.session
    other = room
    for seat in (0, 1):
        other = voted(other, seat, "demon", final)
    assert (other.race.rules.slug, other.race.series) == ("demon", OfSeries())
    assert race_view.series(other, other.race, OfSeries()) is None
    other = ended(running(other, 0, 1, 2))
    for seat in (0, 1):
        untouched = {s: StoredStanding.read("0 0 0 0 0 1 - - lost - 9") for s in range(3)}
        other = voted(other, seat, "racing_demon", untouched)
    assert other.race.series.rounds == (), "a new series"
    assert other.race.series.session not in (None, room.race.series.session)


def test_the_room_counts_rounds_as_races() -> None:
    room = begun(0, 1)
    final = standings(room, s0=-3, s1=-13)
    assert score(ended(room), final) == [(0, 1), (1, 0)]


def test_events_of_servers_before_series_mean_a_first_round() -> None:
    (event,) = next_race.rematch(
        ended(begun(0, 1)), 0, standings(begun(0, 1), s0=20, s1=30), SECRET, 11
    )
    line = dump(event)
    kept = b',"series":{"rounds":[{"0":20,"1":30}],"gone":[],'
    start, end = line.index(kept), line.index(b"}}", line.index(kept)) + 2
    older = load(line[:start] + line[end:])
    assert isinstance(older, RacePrepared)
    assert older.series is None
    room = fold(ended(begun(0, 1)), [older])
    assert room.race.series == OfSeries()
    assert load(line) == event


# The deals of a series. -----------------------------------------------------------------------


def test_the_secrets_of_all_rounds_follow_from_one() -> None:
    room = begun(0, 1)
    first = room.race
    room = running(after_round(room, s0=20, s1=30), 0, 1)
    room = fold(room, [RaceEnded(at=9, by="host", n=2, ended_ms=9)])  # called off
    final = standings(room, s0=0, s1=0)
    room = running(fold(room, next_race.rematch(room, 0, final, SECRET, 11)), 0, 1)
    assert len(room.race.series.rounds) == 1
    sessions = [series_deals.session_of(room, race, opened=True) for race in room.races.values()]
    for deal, (race, session) in enumerate(zip(room.races.values(), sessions, strict=True), 1):
        assert session is not None
        assert (session.name, session.deal) == (f"series-{room.code}-1", deal)
        assert session.race == room.race_id(race)
        assert session.secret is not None
        assert commitment(session.secret) == session.commitment
        assert race.secret == sub_secret(session.secret, deal)
        told = race_view.series(room, race, race.series)
        assert told is not None
        assert told.commitment is not None
        assert told.commitment.commitment == session.commitment
    assert len({race.secret for race in room.races.values()}) == 3, "a deal is dealt once"
    assert first.series.session == room.race.series.session


def test_the_secret_of_a_series_stays_hidden_while_a_round_may_follow() -> None:
    room = begun(0, 1)
    assert not series_deals.may_open(room, room.race, {}), "the round is played"
    final = standings(room, s0=20, s1=30)
    room = ended(room)
    assert not series_deals.may_open(room, room.race, final)
    assert series_deals.may_open(room, room.race, standings(room, s0=20, s1=130)), "it is won"
    left = [SeatLeft(at=10, by="seat", seat=seat) for seat in (0, 1)]
    one, nobody = fold(room, left[:1]), fold(room, left)
    assert not series_deals.may_open(one, one.race, final)
    assert series_deals.may_open(nobody, nobody.race, final)
    later = joined(nobody, 2, 3)
    assert series_deals.may_open(later, later.race, final), "it may have been read by now"
    later = fold(later, next_race.rematch(later, 2, final, bytes(range(32)), 11))
    assert later.race.series.rounds == (), "who comes then begins a new series"
    assert later.race.series.session not in (None, room.race.series.session)
    again = fold(room, next_race.rematch(room, 0, final, SECRET, 11))
    assert series_deals.last_round(again, room.race) is again.race
    assert not series_deals.may_open(again, again.race, {})
    other = room
    for seat in (0, 1):
        other = voted(other, seat, "demon", final)
    assert series_deals.last_round(other, room.race).n == 1
    assert series_deals.may_open(other, other.races[1], final), "another game is next"


def test_a_series_that_an_older_server_began_goes_on_with_a_secret_for_each_round() -> None:
    room = begun(0, 1)
    room = replace(room, races={1: replace(room.race, series=OfSeries())})
    final = standings(room, s0=20, s1=30)
    room = fold(ended(room), next_race.rematch(ended(room), 0, final, SECRET, 11))
    assert room.race.series == OfSeries(rounds=({0: 20, 1: 30},))
    assert room.race.secret == SECRET
    assert series_deals.session_of(room, room.race, opened=True) is None
    told = race_view.series(room, room.race, room.race.series)
    assert told is not None
    assert told.commitment is None


def test_series_of_numbers_the_seats_by_their_order() -> None:
    room = begun(0, 1)
    rounds = OfSeries(rounds=({4: 7, 0: 1}, {4: 2, 9: 3}), gone=(4,))
    seats, series = series_of(room.race.rules, rounds, (9, 11))  # type: ignore[arg-type]
    assert seats == (0, 4, 9, 11)
    assert series.rounds == ((1, 7, 0, 0), (0, 2, 3, 0))
    assert series.gone == (1,)


# Over a server. -------------------------------------------------------------------------------


async def played(links: dict[int, Client], n: int, resigning: int | None) -> dict[str, Any]:
    """Let each contestant claim what can be claimed at once and then say `stuck` until the round is
    blocked; one resigns instead. Return the end of the round as the host is told. In some deals
    nobody can play any card, so that the table shifts by itself and is blocked earlier."""
    for seat, link in links.items():
        await link.until("started")
        table = await link.ask("look")
        claims = [move for move in table["legal"] if move["kind"] == "claim"]
        for key, move in enumerate(["resign"] if seat == resigning else claims, 1):
            answer = await link.ask("play_table", race=n, key=key, move=move)
            assert answer["type"] in ("table_played", "refused"), answer
    for key in (101, 102, 103):  # the table shifts twice
        for seat, link in links.items():
            if seat != resigning:
                answer = await link.ask("play_table", race=n, key=key, move="stuck")
                if answer["type"] != "table_played":
                    assert answer["code"] in ("round_over", "race_over"), answer
    # If the table shifted by itself, the end came while the answer to a later request was awaited.
    heard = (message for frame in links[0].frames for message in told(frame))
    ends = [each for each in heard if each["type"] == "over" and each["race"] == n]
    return ends[0] if ends else await links[0].until("over")


def points_of(over: dict[str, Any]) -> dict[int, int]:
    return {one["standing"]["seat"]: one["standing"]["points"] for one in over["results"]}


async def test_a_server_goes_on_with_the_rounds_and_tells_everybody(
    server: ServerProcess,
) -> None:
    async with client(server.url) as ann, client(server.url) as ben, client(server.url) as cat:
        room = await ann.create("racing_demon", name="Ann")
        sealed = room["race"]["series"]["commitment"]
        assert room["race"]["series"] == {
            "round": 1,
            "target": 100,
            "seats": [],
            "commitment": sealed,
        }
        await ben.join(room["code"], "Ben")
        links = {0: ann, 1: ben}
        for link in links.values():
            await link.ready()
        over = await played(links, 1, resigning=None)
        first = points_of(over)
        assert {one["seat"]: one["rounds"] for one in over["series"]["seats"]} == {
            0: [first[0]],
            1: [first[1]],
        }
        assert "over" not in over["series"]
        told = await cat.join(room["code"], "Cat")
        assert told["race"]["series"] == over["series"], "who comes late is told the same"
        await ann.send("rematch")
        links[2] = cat
        for link in links.values():
            coming = (await link.until("next_race"))["race"]["series"]
            assert (coming["round"], coming["seats"]) == (2, over["series"]["seats"])
            await link.ready()
        over = await played(links, 2, resigning=1)
        second = points_of(over)
        tally = {one["seat"]: (one["rounds"], one["gone"]) for one in over["series"]["seats"]}
        assert tally == {
            0: ([first[0], second[0]], False),
            1: ([first[1], second[1]], True),
            2: ([0, second[2]], False),
        }
        assert [one["seat"] for one in over["series"]["seats"]][-1] == 1
        assert over["results"][-1]["standing"]["seat"] == 1, "who has left is last in the round too"
        await server.kill()
        await server.start()
    async with client(server.url) as again:
        back = await again.ask("resume", code=room["code"], token=cat.token)
        assert back["race"]["series"] == over["series"], "a server that starts again knows them"


async def test_the_records_have_the_secret_of_the_series_when_it_is_over(
    server: ServerProcess,
) -> None:
    async with client(server.url) as ann, client(server.url) as ben:
        room = await ann.create("racing_demon", name="Ann")
        code, sealed = room["code"], room["race"]["series"]["commitment"]
        assert sealed["name"] == f"series-{code}-1"
        await ben.join(code, "Ben")
        links, saved = {0: ann, 1: ben}, [room["race"]["commitment"]]
        for link in links.values():
            await link.ready()
        await played(links, 1, resigning=None)
        record = await record_of(ann, f"{code}-1")
        assert record["session"] == {**sealed, "deal": 1, "secret": None}
        checks = summary(verify(record, saved[0], sealed["commitment"]))
        assert (checks["ok"], checks["unchecked"]) == (True, ["session"])
        await ann.send("rematch")
        for link in links.values():
            coming = (await link.until("next_race"))["race"]
            assert coming["series"]["commitment"] == sealed
            saved.append(coming["commitment"])
            await link.ready()
        over = await played(links, 2, resigning=1)
        assert over["series"]["over"]
        for deal in (1, 2):
            record = await record_of(ben, f"{code}-{deal}")
            assert record["session"]["deal"] == deal
            checks = summary(verify(record, saved[deal - 1], sealed["commitment"]))
            assert (checks["ok"], checks["unchecked"]) == (True, [])


async def record_of(link: Client, race: str) -> dict[str, Any]:
    record: dict[str, Any] = (await link.ask("get_record", race=race))["record"]
    return record
