"""Crown races of a deleted account, and their part of an account's export."""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from server.accounts.name_rules import keys_of
from server.accounts.store import Account
from server.crown_races import state as decide
from server.store import keys
from tests.server.clocked_process import PASSWORD, Time, real_store
from tests.server.crown_races.table import NONCE, NOON, Table, table
from tests.stores import all_commands


@pytest.fixture
async def at(tmp_path: Path) -> AsyncIterator[Table]:
    async with real_store(tmp_path) as redis, table(redis, Time(NOON)) as made:
        places = (made.one.crown_races.account_data,)
        made.one.seat_boards = made.one.seat_boards._replace(
            accounts=made.one.seat_boards.accounts._replace(elsewhere=places)
        )
        yield made


async def delete(ear: Any) -> None:
    assert (await ear.say("delete_account", password=PASSWORD))["type"] == "done"


async def account(at: Table, name: str) -> Account:
    number = await at.one.accounts.owner(keys_of(name))
    assert number is not None
    found = await at.one.accounts.account(number)
    assert found is not None
    return found


async def test_the_host_of_a_lobby_goes_and_the_next_starts_it(at: Table) -> None:
    ann, ben = [await at.one.person(name) for name in ("Anna", "Ben")]
    code = (await ann.say("open_crown_race", nonce=NONCE))["code"]
    await ben.say("join_crown_race", code=code, nonce=NONCE)
    await delete(ann)
    started = await ben.say("start_crown_race", code=code)
    assert (started["status"], started["host"]) == ("running", "Ben")
    assert [racer["name"] for racer in started["racers"]] == ["Ben"]


async def test_one_race_that_cannot_be_read_keeps_nobody_waiting_in_another(at: Table) -> None:
    ann, ben = [await at.one.person(name) for name in ("Anna", "Ben")]
    number, codes = (await account(at, "Anna")).number, []
    for _ in range(3):
        codes.append((await ann.say("open_crown_race", nonce=NONCE))["code"])
        await ben.say("join_crown_race", code=codes[-1], nonce=NONCE)
        at.one.time.now += 1
    await at.one.kept.others.hset(keys.crown_race(codes[1]), "race", "{}")
    await delete(ann)
    for code in (codes[0], codes[2]):
        assert (await ben.say("start_crown_race", code=code))["host"] == "Ben"
    assert await at.one.accounts.gone() == [number], "to be tried again"


async def test_a_candidate_goes_in_the_middle_of_a_deal_and_nobody_waits(at: Table) -> None:
    ann, ben = await at.open("Anna", "Ben")
    number = (await account(at, "Anna")).number
    room = await at.play(ann)
    await delete(ann)
    assert at.one.registry.rooms[room].race.status == "over"
    await at.resign(ben, await at.play(ben))
    quitted = await ben.say("quit_crown_race", code=at.code)
    await at.due()
    told = await at.told(ben)
    assert (quitted["host"], told["status"]) == (None, "over")
    racers = [
        (one["name"], one["quit"], [g["result"] for g in one["games"]]) for one in told["racers"]
    ]
    assert sorted(racers, key=str) == [
        ("Ben", True, ["resigned"]),
        (None, True, ["resigned"]),
    ]
    assert not await at.one.kept.others.exists(keys.crown_races_of(number))


async def test_a_deal_in_its_countdown_or_without_a_room_is_given_up_as_well(at: Table) -> None:
    ann, ben, _ = await at.open("Anna", "Ben", "Cid")
    await at.races.claim(at.code, (await account(at, "Anna")).number)
    await delete(ann)
    room = await ben.say("play_crown_deal", code=at.code, token="b" * 24)
    await delete(ben)
    await at.at(at.one.registry.rooms[room["code"]].race.zero_at)
    await at.one.at(at.one.time.now)
    await at.due()
    race = (await at.races.store.load(at.code)).race
    assert not race.pending
    assert [one.is_done for one in race.candidates] == [True, True, False]


async def test_who_joins_while_their_account_goes_takes_no_part(
    at: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = [await at.one.person(name) for name in ("Anna", "Ben")]
    again = await at.one.again("Ben")
    code = (await ann.say("open_crown_race", nonce=NONCE))["code"]

    async def change(code: str, decision: Any, real: Any = at.races.change) -> Any:
        monkeypatch.undo()
        await delete(again)
        return await real(code, decision)

    monkeypatch.setattr(at.races, "change", change)
    await ben.say("join_crown_race", code=code, nonce=NONCE)
    started = await ann.say("start_crown_race", code=code)
    assert [racer["name"] for racer in started["racers"]] == ["Anna"]


async def test_the_export_has_ones_races_with_place_and_deals(at: Table) -> None:
    ann, ben = await at.open("Anna", "Ben")
    code, room = at.code, await at.play(ann)
    await at.win(ann, room)
    left = (await ben.say("open_crown_race", nonce=NONCE))["code"]
    await ann.say("join_crown_race", code=left, nonce=NONCE)
    await ann.say("quit_crown_race", code=left)
    lobby = (await ann.say("open_crown_race", nonce=NONCE))["code"]
    data = (await ann.say("export_account"))["data"]
    first, second = data["crown_races"]
    assert (first["code"], first["status"], first["place"], first["won"]) == (code, "running", 1, 1)
    ((game),) = first["games"]
    assert (game["result"], game["code"]) == ("won", room)
    assert (second["code"], second["status"], second["games"]) == (lobby, "lobby", [])
    assert "Ben" not in str(data["crown_races"])


async def test_the_list_of_an_account_forgets_what_is_no_more(at: Table) -> None:
    await at.one.person("Anna")
    number, listed = (await account(at, "Anna")).number, []
    for days in (0, 300, 300):
        at.one.time.now += days * 86_400_000
        code = (await at.races.open(None, number, NONCE)).code
        started = partial(decide.start, account=number, now=at.one.time.now)
        await at.races.change(code, started)
        listed.append(code)
    assert await at.races.store.of(number) == listed[1:]
    lives_s = await all_commands(at.one.kept.others).ttl(keys.crown_races_of(number))
    assert 0 < lives_s <= 403 * 86_400 + decide.LASTS_MS // 1000
