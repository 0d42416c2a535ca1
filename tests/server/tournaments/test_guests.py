"""Guests in a tournament: who enters by name alone, unrated, and may claim it all afterwards."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from protocol.tournaments.plan import TournamentPlan
from server.errors import Refusal, StoreAway
from server.leaderboards.log_entry import LoggedRace
from server.leaderboards.results_log import ResultsLog
from server.ops.backup.contents import read
from server.rooms.commands import guest_id
from server.tournaments import entrants
from server.tournaments.entrants import Asker
from server.tournaments.state import Tournament
from tests.secrecy.glass import Ear
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.evenings import plan as made_plan
from tests.server.tournaments.tournament_process import NOON, Hall, hall, nonce, plan, token
from tests.stores import RedisProcess

BEFORE = Path(__file__).parent / "stored" / "before_guests.json"


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


def device(name: str) -> str:
    """The token with which somebody enters as a guest."""
    return f"{name.replace(' ', '_'):=<24}".replace("=", "g")


async def enter(at: Hall, name: str, key: str | None = None, **more: Any) -> dict[str, Any]:
    """Ask to enter as a guest, on a connection that is not logged in."""
    if name not in at.people:
        at.people[name] = await at.one.ear(name)
    guest = {"name": name, "token": key or device(name), **more}
    return await at.people[name].say("enter_tournament", code=at.code, guest=guest)


async def come(at: Hall, *names: str) -> None:
    """Guests enter and check in."""
    for name in names:
        answer = await enter(at, name)
        assert answer["type"] == "done", answer
        await there(at, name)


async def there(at: Hall, name: str) -> None:
    answer = await at.people[name].say(
        "check_in_tournament",
        code=at.code,
        nonce=nonce(len(at.people)),
        token=token(name),
        guest=device(name),
    )
    assert answer["type"] == "done", answer


async def results(at: Hall) -> list[LoggedRace]:
    entries = await ResultsLog(at.one.kept.others).entries(0, 100)
    return [entry for _, entry in entries if isinstance(entry, LoggedRace)]


def owned(race: LoggedRace) -> list[bool]:
    """Whether each seat of a logged race counts for an account."""
    return [one.account is not None for one in sorted(race.contestants, key=lambda c: c.seat)]


async def one_round(at: Hall, *names: str) -> None:
    await at.sit(names)
    await at.start_race()
    for number, name in enumerate(names):
        await at.play(name, 3 + number)
    await at.leave(names)
    await at.due()


# Entering. ------------------------------------------------------------------------------------


async def test_guests_play_a_round_with_accounts_and_only_the_accounts_are_rated(
    redis: RedisProcess,
) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(guests=True, games=("aces_up", "aces_up")))
        await at.enter("Ann", "Ben")
        await come(at, "Gus", "Gail")
        await at.run("start")
        await one_round(at, "Ann", "Ben", "Gus", "Gail")
        told = await at.told()
        shown = {one["name"]: one["guest"] for one in told["entrants"]}
        assert shown == {"Ann": False, "Ben": False, "Gus": True, "Gail": True}
        assert len(told["table"]) == 4
        await at.run("stop")
        await at.due()
        (entry,) = await results(at)
        room = told["rounds"][0]["heats"][0]["room"]
        record = (await at.people["Gus"].say("get_record", race=room))["record"]
        names = [seat["name"] for seat in record["seats"]]
        assert dict(zip(names, owned(entry), strict=True)) == {
            "Ann": True,
            "Ben": True,
            "Gus": False,
            "Gail": False,
        }


async def test_a_round_of_guests_alone_is_in_the_table_and_on_no_board(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(guests=True))
        await come(at, "Gus", "Gail")
        await at.run("start")
        await one_round(at, "Gus", "Gail")
        await at.run("start")  # the table is over
        told = await at.told()
        assert (told["status"], told["why"]) == ("finished", "played")
        assert len(told["table"]) == 2
        assert await results(at) == []


async def test_a_device_has_one_seat(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(guests=True))
        await come(at, "Gus")
        assert (await enter(at, "Gus"))["type"] == "done"  # repeated because an answer was lost
        second = await enter(at, "Gail", device("Gus"))
        assert second["code"] == "one_seat"
        withdrawn = await at.people["Gus"].say(
            "withdraw_from_tournament", code=at.code, guest=device("Gus")
        )
        assert withdrawn["type"] == "done"
        assert (await enter(at, "Gail", device("Gus")))["code"] == "one_seat"
        assert (await enter(at, "Gus"))["type"] == "done"
        await at.run("remove", entrant=0)
        assert (await enter(at, "Gus"))["code"] == "removed"
        assert len((await at.kept()).entrants) == 1


async def test_a_guest_has_a_name_of_their_own(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(guests=True))
        await at.one.person("Ann")
        assert (await enter(at, "Ann"))["code"] == "name_claimed"
        await come(at, "Gus")
        assert (await enter(at, "guS"))["code"] == "name_taken"
        assert (await enter(at, "admin"))["type"] == "refused"
        assert len((await at.kept()).entrants) == 1


async def test_guests_are_let_in_only_where_the_plan_says_so(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan())
        assert (await enter(at, "Gus"))["code"] == "no_guests"
        made = await at.people["Olga"].say("new_tournament", plan=plan(guests=True))
        at.code = made["code"]
        await at.run("open")
        assert (await enter(at, "Gus", bot=True))["code"] == "no_bots"
        logged_in = await at.people["Olga"].say(
            "enter_tournament", code=at.code, guest={"name": "Gus", "token": device("Gus")}
        )
        assert logged_in["code"] == "logged_in"
        bare = await at.people["Gus"].say("enter_tournament", code=at.code)
        assert bare["code"] == "no_account"


def test_there_are_no_guests_by_invitation() -> None:
    with pytest.raises(ValueError, match="guests cannot enter a tournament by invitation"):
        made_plan(guests=True, invited=["Ann"])


def test_a_plan_that_says_nothing_of_guests_takes_none() -> None:
    """The file was stored by the last revision without guests, and servers of that revision can
    read it again after it is stored."""
    text = BEFORE.read_text()
    kept = Tournament.model_validate_json(text)
    assert (kept.plan.guests, kept.hall, kept.people_in_hall) == (False, None, 0)
    again = json.loads(kept.model_dump_json())
    assert set(again) == set(json.loads(text))
    assert set(again["plan"]) == set(json.loads(text)["plan"])
    assert again["entrants"] == json.loads(text)["entrants"]
    with pytest.raises(Refusal, match="has an account"):
        entrants.enter(kept, Asker(guest_id(device("Gus")), name="Gus"), None, kept.touched_at)
    assert TournamentPlan.model_validate(json.loads(text)["plan"]) == kept.plan


# The token. -----------------------------------------------------------------------------------


async def test_nobody_acts_for_a_guest_without_the_token(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("arena", guests=True))
        await come(at, "Gus")
        thief = at.people["thief"] = await at.one.person("Thief")
        name = guest_id(device("Gus"))  # what the store has is of no use as a token
        for key in (device("Gail"), name.removeprefix("guest:")[:64]):
            for kind, more in (
                ("withdraw_from_tournament", {}),
                ("check_in_tournament", {"nonce": nonce(1), "token": token("x")}),
                ("play_tournament_deal", {"token": token("x")}),
                ("claim_tournament_entry", {}),
            ):
                answer = await thief.say(kind, code=at.code, guest=key, **more)
                assert answer["code"] == "not_entered", (kind, answer)
        told = await thief.say("get_tournament", code=at.code, guest=device("Gail"))
        assert told["mine"] is None
        told = await thief.say("get_tournament", code=at.code, guest=device("Gus"))
        assert told["mine"] == 0


async def test_the_token_is_neither_told_nor_stored(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(guests=True))
        await come(at, "Gus", "Gail")
        await at.run("start")
        await one_round(at, "Gus", "Gail")
        heard = b"".join(data for ear in at.people.values() for data in ear.told)
        assert device("Gus").encode() not in heard
        assert guest_id(device("Gus")).encode() not in heard
        stored = [str(piece) async for piece in read(at.one.kept.others)]
        assert any("guest:" in piece for piece in stored)
        assert not any(device("Gus") in piece for piece in stored)


async def test_a_guest_comes_back_on_another_device_with_the_token(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(guests=True))
        await come(at, "Gus", "Gail")
        await at.run("start")
        room = (await at.sit(["Gus", "Gail"]))["Gus"]["code"]
        phone = await at.one.ear("phone")
        moved = await phone.say(
            "check_in_tournament",
            code=at.code,
            nonce=nonce(9),
            token=token("phone"),
            guest=device("Gus"),
        )
        assert moved["type"] == "done"
        assert (await phone.say("resume", code=room, token=token("phone")))["type"] == "room"
        old = await at.one.ear("old")
        assert (await old.say("resume", code=room, token=token("Gus")))["code"] == "unknown_seat"


# At one's own pace. ---------------------------------------------------------------------------


async def test_a_guest_plays_an_arena(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan("arena", guests=True))
        await come(at, "Gus")
        await at.run("start")
        await at.run("start")  # deals may begin
        for number in (1, 2):
            room = await deal(at, "Gus")
            await at.later(10_000)
            await at.play("Gus", 2)
            await at.leave(["Gus"])
            await at.due()
            assert room["race"]["id"].endswith(f"-{number}")
        (row,) = (await at.told())["table"]
        assert float(row["total"]) >= 0
        assert await results(at) == []


async def deal(at: Hall, name: str) -> dict[str, Any]:
    room = await at.people[name].say(
        "play_tournament_deal", code=at.code, token=token(name), guest=device(name), legal=True
    )
    assert room["type"] == "room", room
    return room


# Claiming. ------------------------------------------------------------------------------------


async def claim(at: Hall, ear: Ear, name: str) -> dict[str, Any]:
    return await ear.say("claim_tournament_entry", code=at.code, guest=device(name))


async def history(ear: Ear) -> list[str]:
    return [race["race"] for race in (await ear.say("get_my_races"))["races"]]


async def test_a_guest_claims_the_entry_afterwards(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(guests=True))
        await come(at, "Gus", "Gail")
        await at.run("start")
        await one_round(at, "Gus", "Gail")
        await at.run("start")
        before = await at.told()
        assert before["status"] == "finished"
        await at.tournaments.meet(at.code)
        gustav = await at.one.person("Gustav")
        assert (await claim(at, gustav, "Gus"))["type"] == "done"
        assert (await claim(at, gustav, "Gus"))["type"] == "done"  # repeated
        told = await gustav.say("get_tournament", code=at.code)
        assert (told["mine"], told["table"]) == (0, before["table"])
        assert [one["name"] for one in told["entrants"]] == ["Gustav", "Gail"]
        assert [one["guest"] for one in told["entrants"]] == [True, True]
        room = before["rounds"][0]["heats"][0]["room"]
        assert await history(gustav) == [f"{room}-1"]
        assert await results(at) == []
        # One entry is one account's, and one account has one entry.
        other = await at.one.person("Other")
        assert (await claim(at, other, "Gus"))["code"] == "seat_claimed"
        assert (await claim(at, gustav, "Gail"))["code"] == "account_entered"
        assert (await claim(at, other, "Nobody"))["code"] == "not_entered"
        guest = await at.one.ear("guest")
        assert (await claim(at, guest, "Gail"))["code"] == "no_account"


async def test_after_a_claim_in_the_middle_the_rest_is_played_by_the_account_and_is_unrated(
    redis: RedisProcess,
) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(guests=True, games=("aces_up", "aces_up")))
        await at.enter("Ann")
        await come(at, "Gus")
        await at.run("start")
        await one_round(at, "Ann", "Gus")
        gustav = at.people["Gustav"] = await at.one.person("Gustav")
        assert (await claim(at, gustav, "Gus"))["type"] == "done"
        # The device's token is of no use any more, neither for the seat nor for a second one.
        for name in ("Gus", "Gunther"):
            assert (await enter(at, name, device("Gus")))["code"] == "seat_claimed"
        gone = await at.people["Gus"].say(
            "withdraw_from_tournament", code=at.code, guest=device("Gus")
        )
        assert gone["code"] == "seat_claimed"
        checked = await gustav.say(
            "check_in_tournament", code=at.code, nonce=nonce(5), token=token("Gustav")
        )
        assert checked["type"] == "done"
        await at.run("start")
        await one_round(at, "Ann", "Gustav")
        await at.run("start")
        await at.due()
        races = await results(at)
        assert [sorted(owned(race)) for race in races] == [[False, True], [False, True]]
        assert len(await history(gustav)) == 2


async def test_a_claim_that_the_store_interrupts_is_finished_by_the_next(
    redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(guests=True))
        await come(at, "Gus", "Gail")
        await at.run("start")
        await one_round(at, "Gus", "Gail")
        await at.run("start")
        await at.due()
        gustav = await at.one.person("Gustav")
        accounts = at.one.accounts
        with monkeypatch.context() as patched:

            async def away(*_: object) -> bool:
                raise StoreAway

            patched.setattr(accounts, "take_seat", away)
            with pytest.raises(StoreAway):
                await claim(at, gustav, "Gus")
        assert (await at.kept()).entrants[0].claimed_by is not None
        assert await history(gustav) == []
        assert (await claim(at, gustav, "Gus"))["type"] == "done"
        assert len(await history(gustav)) == 1


async def test_a_deleted_account_leaves_no_name_behind(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        await at.draft(plan(guests=True))
        await come(at, "Gus")
        gustav = await at.one.person("Gustav")
        assert (await claim(at, gustav, "Gus"))["type"] == "done"
        deleted = await gustav.say("delete_account", password="correct horse")
        assert deleted["type"] == "done", deleted
        assert [one["name"] for one in (await at.told())["entrants"]] == [None]
        assert "Gus" not in (await at.kept()).model_dump_json()


async def test_guests_whose_page_is_open_are_reminded_of_the_start(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        starts_at = NOON + 3_600_000
        await at.draft(plan(guests=True, schedule={"starts_at": starts_at}))
        await come(at, "Gus", "Gail", "Gil")
        for name in ("Gus", "Gil"):
            told = await at.people[name].say("follow_tournament", code=at.code, guest=device(name))
            assert told["mine"] is not None
        await at.people["Gil"].say("withdraw_from_tournament", code=at.code, guest=device("Gil"))
        stranger = await at.one.ear("stranger")
        await stranger.say("follow_tournament", code=at.code)
        await at.later(2_700_000)
        await at.following.remind(at.code, 900_000)

        def reminders(ear: Ear) -> list[int]:
            heard = [json.loads(data) for data in ear.told if b"tournament_reminder" in data]
            return [told["starts_in_ms"] for told in heard]

        assert reminders(at.people["Gus"]) == [900_000]
        for ear in (at.people["Gail"], at.people["Gil"], stranger):
            assert reminders(ear) == []
