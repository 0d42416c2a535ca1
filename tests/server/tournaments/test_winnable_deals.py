"""Winnable deals in tournaments: the plan asks for them, every room of a round has the same one,
and nobody is told of the moves that win before the round is told."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from client_cli.exit_codes import Failure
from client_cli.tournament.definition_file import read_plan, with_winnable_deals
from client_cli.tournament.verify import found
from engine.games import game
from engine.races.terms import terms
from engine.races.verify import verify
from engine.solver.solve import VERSION
from engine.solver.winnable_deals import UNPROVEN, WinnableTerms
from protocol.tournaments.live import Tournament as TournamentMessage
from protocol.tournaments.plan import TournamentPlan, with_present_solver
from protocol.tournaments.tables import TournamentTable
from server.live_rooms.deal_searches import DealSearches
from server.tournaments import organiser_commands
from server.tournaments.effects import OpenNextEdition
from server.tournaments.external_events import next_edition
from server.tournaments.state import Tournament
from tests.messages import told
from tests.server.clocked_process import Time, process, real_store
from tests.server.tournaments.tournament_process import MINUTE, NOON, Hall, hall, plan, token
from tests.stores import RedisProcess

BEFORE = Path(__file__).parent / "stored" / "before_winnable.json"
WINNABLE = {"game": "aces_up", "terms": {"winnable": True}}
DEFINITION = """
title = "Friday"
[[rounds]]
game = "aces-up"
winnable = true
[[rounds]]
game = "kings"
"""
PRESENT = terms(game("aces_up"), {"winnable": True}).winnable or WinnableTerms(0, 0, 0)
EARLIER = PRESENT._replace(solver=VERSION + 1)


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def record_of(at: Hall, code: str) -> dict[str, Any]:
    answer = await at.people["Olga"].say("get_record", race=code)
    assert answer["type"] == "record", answer
    record: dict[str, Any] = answer["record"]
    return record


def asked(kind: str = "series", **more: Any) -> TournamentPlan:
    return TournamentPlan.model_validate(plan(kind, [WINNABLE], **more))


def of_earlier_solver(made: TournamentPlan) -> TournamentPlan:
    """The plan as a server with another version of the solver has stored it."""
    stored = made.model_dump(mode="json")
    for each in stored["rounds"]:
        each["terms"]["winnable"] = EARLIER.to_json()
    return TournamentPlan.model_validate(stored)


async def test_all_rooms_of_a_round_have_the_deal_and_nobody_is_told(redis: RedisProcess) -> None:
    names = ("Ann", "Ben", "Cid", "Dot")
    async with hall(redis, Time(NOON)) as at:
        given = plan("swiss", [WINNABLE, WINNABLE], turns=2)
        made = await at.draft(given)
        assert made["plan"]["rounds"][0]["terms"]["winnable"] == PRESENT.to_json()
        await at.enter(*names)
        await at.run("start")
        rooms = await at.sit(names)
        assert all(room["race"]["terms"]["winnable"] for room in rooms.values())
        await at.start_race()
        for name in names:
            await at.play(name, 3)
        await at.due()
        codes = [heat.room for heat in (await at.kept()).rounds[0].heats]
        records = [await record_of(at, code) for code in codes]
        said = await at.told()
        table = await at.people["Olga"].say("get_tournament_table", code=at.code)
    assert len(codes) == 2
    judged = found(
        TournamentMessage.model_validate_json(json.dumps(said)),
        TournamentTable.model_validate_json(json.dumps(table)),
        dict(zip(codes, records, strict=True)),
        None,
    )
    heats = [check for check in judged.checks if "round 1" in check.step]
    assert len(heats) == 2
    assert all(check.ok for check in judged.checks), judged.checks
    assert records[0]["winnable"] == records[1]["winnable"]
    for record in records:
        checks = verify(record)
        assert all(check.ok for check in checks), checks[-1]
    line = json.dumps(records[0]["winnable"]["line"][:3])[1:-1]
    for name, ear in at.people.items():
        for data in ear.told:
            if not any(m["type"] in ("over", "record", "opened") for m in told(data)):
                text = json.dumps(list(told(data)))
                assert line not in text, name
                assert '"k":' not in text, name


async def test_at_ones_own_pace_the_deal_is_searched_for_once(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds, search = list[bytes](), DealSearches.search

    async def counted(self: DealSearches, one: Any, seed: bytes, how: WinnableTerms) -> Any:
        seeds.append(seed)
        return await search(self, one, seed, how)

    monkeypatch.setattr(DealSearches, "search", counted)
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("arena", [WINNABLE], window_ms=60 * MINUTE))
        await at.enter("Ann", "Ben")
        await at.run("start")
        await at.later(MINUTE)
        for name in ("Ann", "Ben"):
            answer = await at.people[name].say(
                "play_tournament_deal", code=at.code, token=token(name)
            )
            assert answer["type"] == "room", answer
        kept = await at.kept()
        codes = [heat.room for heat in kept.rounds[0].heats]
        rooms = [(await at.one.deadlines.registry.find(code)).room for code in codes]
        dealt = [room.race.winnable for room in rooms]
        assert dealt[0] == dealt[1] is not None
        following = await at.tournaments.effect_runner.find_deal(
            kept, kept.rounds[0].model_copy(update={"number": 2})
        )
        assert following is not None
        assert following != dealt[0]
    assert len(seeds) == len(set(seeds)) == 2, "each deal once, the second one ahead"


async def test_a_search_that_has_failed_is_begun_again(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = []

    async def killed(self: DealSearches, *_: Any) -> None:
        failed.append(self)

    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(games=[WINNABLE]))
        await at.enter("Ann", "Ben")
        with monkeypatch.context() as patched:
            patched.setattr(DealSearches, "search", killed)
            await at.run("start")
            assert (await at.kept()).rounds[0].state == "pairing"
            assert failed
        await at.later(1_000)
        assert (await at.kept()).rounds[0].state == "lobby"


async def test_a_round_for_another_version_of_the_solver_is_dealt_unproven() -> None:
    deal = await DealSearches(1).search_once(game("aces_up"), bytes(32), EARLIER)
    assert deal == UNPROVEN


async def test_a_server_without_searches_refuses_the_plan(redis: RedisProcess) -> None:
    async with process(redis, Time(NOON), "one") as one:
        one.tournaments.tournaments.deals_winnable = False
        olga = await one.person("Olga")
        for given in (
            plan(games=[WINNABLE]),
            plan("knockout", ["usk"], knockout={"sprint": WINNABLE}),
        ):
            refused = await olga.say("new_tournament", plan=given)
            assert refused["type"] == "refused"
            assert "This server has no winnable deals." in refused["error"]
        made = await olga.say("new_tournament", plan=plan())
        assert made["type"] == "tournament"


async def test_the_server_says_how_it_searches_whatever_a_plan_says(redis: RedisProcess) -> None:
    endless = {"solver": 1, "nodes": 2**31 - 1, "last_pack": 2**31 - 1}
    async with hall(redis, Time(NOON)) as at:
        made = await at.draft(plan(games=[{"game": "aces_up", "terms": {"winnable": endless}}]))
        assert made["plan"]["rounds"][0]["terms"]["winnable"] == PRESENT.to_json()
        olga = at.people["Olga"]
        wrong = plan(games=[{"game": "kings", "terms": {"winnable": endless}}])
        refused = await olga.say("new_tournament", plan=wrong)
        assert refused["faults"][0]["path"] == ["rounds", 0, "terms", "winnable"]


def test_later_tournaments_of_a_series_ask_for_the_present_version() -> None:
    weekly = {"starts_at": NOON, "repeat": "weekly", "zone": "UTC"}
    made = of_earlier_solver(asked(schedule=weekly))
    assert made.rounds[0].terms.winnable is not None
    assert made.rounds[0].terms.winnable.solver == VERSION + 1
    first = organiser_commands.drafted("KQ74TX", made, "olga", bytes(32), 1)
    following = OpenNextEdition(code="KQ74TY", secret="00" * 32, starts_at=NOON + 1)
    for plan_now in (
        next_edition(first, following, 2).plan,
        organiser_commands.open_it(first, "olga", 2).plan,
    ):
        assert plan_now.rounds[0].terms.winnable is not None
        assert plan_now.rounds[0].terms.winnable.solver == VERSION


def test_a_tournament_that_was_stored_before_winnable_deals_keeps_its_bytes() -> None:
    text = BEFORE.read_text()
    kept = Tournament.model_validate_json(text)
    assert [each.terms.winnable for each in kept.plan.rounds] == [None, None]
    assert kept.plan.rounds[0].terms.safe_play
    assert json.loads(kept.model_dump_json()) == json.loads(text)
    assert with_present_solver(kept.plan) == kept.plan


def test_a_file_and_the_command_line_ask_for_winnable_deals() -> None:
    made = read_plan(DEFINITION, "friday.toml", None, NOON)
    assert [each.terms.winnable is not None for each in made.rounds] == [True, False]
    plain = read_plan(DEFINITION.replace("winnable = true", ""), "friday.toml", None, NOON)
    assert with_winnable_deals(plain) == made
    with pytest.raises(Failure, match="None of these games"):
        with_winnable_deals(TournamentPlan.model_validate(plan(games=["kings"])))
    with pytest.raises(Failure, match="no winnable deals of this game"):
        read_plan(DEFINITION.replace("aces-up", "kings"), "friday.toml", None, NOON)


def test_a_file_and_the_command_line_ask_for_a_difficulty() -> None:
    asking = DEFINITION.replace("winnable = true", 'winnable = true\ndifficulty = "Hard"')
    made = read_plan(asking, "friday.toml", None, NOON)
    how = made.rounds[0].terms.winnable
    assert how is not None
    assert how.difficulty == 4
    plain = read_plan(DEFINITION.replace("winnable = true", ""), "friday.toml", None, NOON)
    assert with_winnable_deals(plain, 4) == made
    with pytest.raises(Failure, match="of that difficulty"):
        with_winnable_deals(plain, 1)
    for wrong, sentence in (
        (asking.replace("Hard", "hart"), "did you mean hard"),
        (asking.replace('"Hard"', "4"), "there is no difficulty 4"),
        (asking.replace("Hard", "very easy"), "take too long to find"),
        (asking.replace("winnable = true", ""), "only for a winnable deal"),
    ):
        with pytest.raises(Failure, match=sentence):
            read_plan(wrong, "friday.toml", None, NOON)


async def test_the_rounds_of_a_plan_keep_their_difficulty(redis: RedisProcess) -> None:
    asked = {"winnable": True, "difficulty": 4}
    async with hall(redis, Time(NOON)) as at:
        made = await at.draft(plan("swiss", [{"game": "aces_up", "terms": asked}], turns=1))
        how = made["plan"]["rounds"][0]["terms"]["winnable"]
        assert how == (terms(game("aces_up"), asked).winnable or PRESENT).to_json()
        assert how["difficulty"] == 4
        olga = at.people["Olga"]
        # Another client sends the search written out.
        for difficulty, path in ((1, "difficulty"), (5, None)):
            searched = {**how, "solver": 1, "difficulty": difficulty}
            given = plan(games=[{"game": "aces_up", "terms": {"winnable": searched}}])
            answer = await olga.say("new_tournament", plan=given)
            if path is None:
                assert answer["plan"]["rounds"][0]["terms"]["winnable"]["difficulty"] == 5
            else:
                assert answer["faults"][0]["path"] == ["rounds", 0, "terms", path]
        await at.enter("Ann", "Ben")
        await at.run("start")
        await at.sit(("Ann", "Ben"))
        await at.start_race()
        for name in ("Ann", "Ben"):
            await at.play(name, 3)
        await at.due()
        record = await record_of(at, (await at.kept()).rounds[0].heats[0].room)
    assert record["format"] == 5
    checks = {check.step: check for check in verify(record)}
    assert all(check.ok for check in checks.values()), checks
    assert checks["difficulty"].checkable
