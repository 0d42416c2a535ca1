"""Tournaments of Racing Demon: the draw of the tables, their races, their records, and the table of
the standings, which the client computes again."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from client_cli.tournament import claims_check, export
from client_cli.tournament.verify import Findings, found
from engine.races.fairness import sub_secret
from engine.races.verify import verify
from engine.racing_demon.record import read
from engine.racing_demon.standings import standings
from protocol.tournaments.live import Tournament
from protocol.tournaments.plan import FORMATS, TournamentPlan
from protocol.tournaments.tables import TournamentRound, TournamentTable
from server.tournaments.formats.round_generator import MOST_AT_TABLE, next_draw
from server.tournaments.state import Entrant, StoredRound
from server.tournaments.state import Tournament as Stored
from tests.harness import LIMIT_S
from tests.messages import told
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import MINUTE, NOON, Hall, hall, plan
from tests.stores import RedisProcess

NAMES = ("Ann", "Ben", "Cid", "Dot", "Eve", "Fay", "Gus")
GAME = {"game": "racing_demon", "options": {"piles": 5}}


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


# The draw. --------------------------------------------------------------------------------------


def field(entrants: int, *, secret: int = 1, gone: tuple[int, ...] = ()) -> Stored:
    """A running tournament of three rounds with so many entrants."""
    return Stored(
        code="KQ74TX",
        organiser="1",
        plan=TournamentPlan.model_validate(plan(games=(GAME, GAME, GAME))),
        secret=bytes([secret] * 32).hex(),
        entrants=tuple(
            Entrant(
                number=number,
                account=str(number),
                nonce=f"{number:032x}",
                token_hash="",
                since=1,
                gone="withdrawn" if number in gone else None,
            )
            for number in range(entrants)
        ),
        status="running",
        nonces={number: f"{number:032x}" for number in range(entrants)},
        order=tuple(range(entrants)),
        made_at=0,
        touched_at=0,
    )


def tables(tournament: Stored, turn: int) -> list[tuple[int, ...]]:
    before = tuple(
        StoredRound(number=n, turn=n, kind=n - 1, heats=(), state="closed", since=0)
        for n in range(1, turn)
    )
    drawn = next_draw(tournament.model_copy(update={"rounds": before}))
    assert drawn is not None
    assert drawn.turn == turn
    return list(drawn.heats)


@pytest.mark.parametrize("entrants", range(1, 40))
def test_tables_have_three_to_six_entrants_once_there_are_several(entrants: int) -> None:
    drawn = tables(field(entrants), 1)
    assert sorted(one for table in drawn for one in table) == list(range(entrants))
    sizes = [len(table) for table in drawn]
    assert max(sizes) <= MOST_AT_TABLE
    assert len(sizes) == 1 or min(sizes) >= 3
    assert max(sizes) - min(sizes) <= 1


def test_tables_are_drawn_anew_each_round_and_the_same_from_the_same_secret() -> None:
    drawn = [tables(field(13), turn) for turn in (1, 2, 3)]
    assert drawn == [tables(field(13), turn) for turn in (1, 2, 3)]
    assert len({tuple(each) for each in drawn}) == 3
    assert tables(field(13, secret=2), 1) != drawn[0]
    neighbours = Counter(
        pair
        for each in drawn
        for table in each
        for pair in ((a, b) for a in table for b in table if a < b)
    )
    assert max(neighbours.values()) < 3, "not the same people all the time"


def test_who_has_gone_is_drawn_no_more_and_who_came_late_is() -> None:
    drawn = tables(field(9, gone=(4,)), 2)
    assert sorted(one for table in drawn for one in table) == [0, 1, 2, 3, 5, 6, 7, 8]
    late = field(8).model_copy(update={"nonces": {n: f"{n:032x}" for n in range(7)}})
    assert 7 in {one for table in tables(late, 2) for one in table}


# The plan. --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in FORMATS if kind != "crowns"])
def test_a_common_table_needs_everybody_at_the_same_time(kind: str) -> None:
    given = plan(kind, games=(GAME, GAME))
    if kind == "arena":
        with pytest.raises(ValidationError, match="only where everybody plays at the same time"):
            TournamentPlan.model_validate(given)
        return
    rounds = TournamentPlan.model_validate(given).rounds
    assert {each.game for each in rounds} == {"racing_demon"}
    assert {each.terms.format for each in rounds} == {"score"}


@pytest.mark.parametrize("way", ["matchpoints", "place", "points"])
def test_a_series_may_be_scored_by(way: str) -> None:
    made = TournamentPlan.model_validate(plan(games=(GAME,), scoring={"way": way}))
    assert made.scoring.way == way


# A whole tournament. ----------------------------------------------------------------------------


async def play_tables(at: Hall, names: tuple[str, ...], *, to_the_end: bool = True) -> None:
    """Sit down, let each claim what can be claimed at once, and call every table stuck until its
    round is blocked."""
    rooms = await at.sit(names)
    await at.start_race()
    for name in names:
        table = await asked(at, name, "look")
        at.one.time.now += 137
        for key, move in enumerate(m for m in table["legal"] if m["kind"] == "claim"):
            await asked(at, name, "play_table", race=1, key=key + 1, move=move)
    assert len({room["code"] for room in rooms.values()}) == -(-len(names) // MOST_AT_TABLE)
    for key in (101, 102, 103) if to_the_end else ():
        for name in names:
            at.one.time.now += 11
            await asked(at, name, "play_table", race=1, key=key, move="stuck")
    await at.due()


async def asked(at: Hall, name: str, kind: str, **fields: Any) -> dict[str, Any]:
    """The answer to a request, which a table gives after others have been stored."""
    ear = at.people[name]
    sent = len(ear.told)
    if answer := await ear.say(kind, **fields):
        return answer
    async with asyncio.timeout(LIMIT_S):
        while True:
            for message in (m for data in ear.told[sent:] for m in told(data)):
                if message["type"] in ("table_played", "refused"):
                    return message
            await asyncio.sleep(0.001)


async def checked(at: Hall) -> tuple[Findings, Tournament]:
    """What the client finds when it verifies the finished tournament."""
    known = Tournament.model_validate(await at.told())
    whole = []
    for each in known.rounds:
        answer = await at.people["Olga"].say(
            "get_tournament_round", code=at.code, round=each.number
        )
        whole.append(answer["round"])
    known = Tournament.model_validate({**known.model_dump(), "rounds": whole})
    documents = {}
    for each in known.rounds:
        for heat in each.heats:
            answer = await at.people["Olga"].say("get_record", race=heat.room)
            if answer["type"] == "record":
                documents[heat.room] = answer["record"]
    table = await at.people["Olga"].say("get_tournament_table", code=at.code)
    kept = TournamentTable.model_validate(table)
    return found(known, kept, documents, known.commitment), known


@pytest.mark.parametrize("way", ["matchpoints", "place", "points"])
async def test_an_evening_at_two_tables_verifies(redis: RedisProcess, way: str) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=(GAME, GAME), scoring={"way": way}))
        await at.enter(*NAMES)
        await at.run("start")
        await play_tables(at, NAMES)
        assert (await at.kept()).rounds[-1].state == "table"
        await at.leave(NAMES)
        await at.later(2 * MINUTE)
        await play_tables(at, NAMES)
        await at.leave(NAMES)
        await at.later(2 * MINUTE)
        kept = await at.kept()
        assert (kept.status, kept.why) == ("finished", "played")
        results, known = await checked(at)
        assert [each for each in results.checks if not each.ok] == []
        assert (results.complete, results.checks[-1].step) == (True, "table")
        assert "tables" in [each.step for each in results.checks]
        assert len(known.table) == len(NAMES)
        first, second = ([tuple(h.entrants) for h in each.heats] for each in known.rounds)
        assert first != second
        answer = await at.people["Olga"].say("get_tournament_round", code=at.code, round=1)
        sheet = export.deal(known, TournamentRound.model_validate(answer))
        assert sheet.head[:3] == ("place", "name", "table")
        assert {row[2] for row in sheet.rows} == {"1", "2"}
        assert all(row[3].endswith("points") for row in sheet.rows)
        if way == "points":
            points = Counter[int]()
            for each in kept.rounds:
                for heat in each.heats:
                    for standing in heat.standings:
                        points[heat.entrants[standing.seat]] += standing.points or 0
            assert min(points.values()) < 0
            shown = {row.entrant: row.total for row in known.table}
            assert shown == {one: f"{n}.00" for one, n in points.items()}
        swapped = (
            known.rounds[0]
            .heats[0]
            .model_copy(update={"entrants": list(reversed(known.rounds[0].heats[0].entrants))})
        )
        lie = known.rounds[0].model_copy(update={"heats": [swapped, known.rounds[0].heats[1]]})
        lied = known.model_copy(update={"rounds": [lie, known.rounds[1]]})
        assert "tables" in [c.step for c in claims_check.checks(lied) if not c.ok]


async def test_the_standings_of_a_record_are_those_of_the_server(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=(GAME,)))
        await at.enter(*NAMES[:3])
        await at.run("start")
        await play_tables(at, NAMES[:3], to_the_end=False)
        await asked(at, "Cid", "play_table", race=1, key=200, move="resign")
        await at.later(40 * MINUTE)
        kept = await at.kept()
        heat = kept.rounds[0].heats[0]
        answer = await at.people["Olga"].say("get_record", race=heat.room)
        record = read(answer["record"])
        assert record.end.reason == "bell"
        assert sorted(standings(record)) == sorted(heat.standings)
        assert record.secret == sub_secret(bytes.fromhex(kept.secret), 1)


@pytest.mark.parametrize("state", ["lobby", "racing"])
async def test_a_round_that_is_called_off_is_played_again(redis: RedisProcess, state: str) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=(GAME,)))
        await at.enter(*NAMES)
        await at.run("start")
        if state == "racing":
            await play_tables(at, NAMES, to_the_end=False)
        rooms = [heat.room for heat in (await at.kept()).rounds[0].heats]
        await at.run("replay_round", round=1)
        await at.leave(NAMES)
        kept = await at.kept()
        assert [each.state for each in kept.rounds] == ["voided", "lobby"]
        assert kept.rounds[0].heats[0].entrants == kept.rounds[1].heats[0].entrants
        for room in rooms if state == "racing" else ():
            answer = await at.people["Olga"].say("get_record", race=room)
            assert answer["type"] == "record", answer
            assert answer["record"]["called_off"]
            assert verify(answer["record"])[-1].ok, verify(answer["record"])[-1]
        await play_tables(at, NAMES)
        await at.leave(NAMES)
        await at.later(2 * MINUTE)
        results, _told = await checked(at)
        assert [each for each in results.checks if not each.ok] == []
