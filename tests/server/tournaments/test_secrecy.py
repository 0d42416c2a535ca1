"""A round of two heats, one of which is over: every byte sent is searched for what its receiver may
not know, and a planted leak is found."""

from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from server.rooms import state as rooms
from server.views import board_view
from tests.secrecy.referee import forms
from tests.secrecy.words import cards_in
from tests.server.clocked_process import Time, real_store
from tests.server.tournaments.tournament_process import NOON, Hall, hall, plan
from tests.stores import RedisProcess

SHORT = {"game": "aces_up", "bell_ms": 60_000}
PLAYERS = ("Ann", "Ben", "Cid", "Dot")
OWN = ("table", "moved", "room")


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisProcess]:
    async with real_store(tmp_path) as started:
        yield started


async def ask(at: Hall, who: str) -> set[str]:
    """Everything that may be asked; the codes of refusals."""
    ear, codes = at.people[who], [heat.room for heat in (await at.kept()).rounds[0].heats]
    answers = []
    for code in codes:
        answers.append(await ear.say("get_record", race=f"{code}-1"))
        answers.append(await ear.say("get_replay", race=f"{code}-1", seat=0))
        if who not in PLAYERS:
            answers.append(await ear.say("watch", code=code))
            answers.append(await ear.say("watch_board", seat=0))
            answers.append(await ear.say("leave"))
        if who == "stranger":  # Ann would take her own seat along
            answers.append(await ear.say("join", code=code, name="Eve", token="e" * 24))
    of_it = ("get_tournament", "follow_tournament", "get_tournament_table")
    answers += [await ear.say(kind, code=at.code) for kind in of_it]
    answers.append(await ear.say("get_tournament_round", code=at.code, round=1))
    others = ("get_my_races", "get_my_seats", "list_tournaments", "rooms")
    answers += [await ear.say(kind) for kind in others]
    await at.following.tell(at.code)
    return {answer["code"] for answer in answers if answer["type"] == "refused"}


async def leaks(at: Hall) -> set[str]:
    """What somebody was told that they may not know."""
    kept, found = await at.kept(), set()
    needles = forms("the secret of the session", bytes.fromhex(kept.secret))
    for number in range(1, 4):
        needles |= forms("the secret of a deal", kept.deal(number)[1])
    for live in at.one.registry.rooms.values():
        if live.race.status in ("running", "over"):
            needles |= forms("the seed of a deal", live.room.seed(live.race))
    codes = [at.code, *(heat.room for each in kept.rounds for heat in each.heats)]
    for who, ear in at.people.items():
        text = b"\n".join(ear.told).decode()
        for code in codes:
            text = text.replace(code, "")
        found |= {what for needle, what in needles.items() if needle in text}
        for line in text.splitlines():
            kinds = OWN if who in PLAYERS else ()
            own = any(f'"type":"{kind}"' in line for kind in (*kinds, "signed_in"))
            if not own and cards_in(line):
                found.add("cards on no board of one's own")
    return found


async def round_in_two_heats(at: Hall) -> set[str]:
    await at.draft(plan("knockout", [SHORT], knockout={"sprint": SHORT}))
    await at.enter(*PLAYERS)
    at.people["stranger"] = await at.one.ear("stranger")
    at.people["Ann again"] = await at.one.again("Ann")
    await at.run("start")
    refused = await ask(at, "stranger")
    await at.sit(PLAYERS)
    await at.start_race()
    first, second = (await at.kept()).rounds[0].heats
    names = {one.number: PLAYERS[one.number] for one in (await at.kept()).entrants}
    for number in first.entrants:
        await at.play(names[number], 3)
    await at.play(names[second.entrants[0]], 2, give_up=False)
    await at.due()
    for who in at.people:
        refused |= await ask(at, who)
    found = await leaks(at)
    for number in second.entrants:
        await at.play(names[number], 1)
    await at.due()
    return found | {f"refused {code}" for code in refused}


async def test_nothing_of_a_round_is_told_before_it_closes(redis: RedisProcess) -> None:
    async with hall(redis, Time(NOON)) as at:
        found = await round_in_two_heats(at)
        assert all(leak.startswith("refused") for leak in found), found
        assert {"refused not_opened", "refused not_for_you", "refused locked"} <= found
        assert {"refused race_not_over"} <= found
        first = (await at.kept()).rounds[0].heats[0].room
        stranger = at.people["stranger"]
        assert (await stranger.say("get_record", race=first))["type"] == "record"
        await stranger.say("watch", code=first)
        assert (await stranger.say("watch_board", seat=0))["type"] == "watched_table"


def opened_when_over(real: Any, self: rooms.Race, now: int) -> bool:
    del real, now
    return self.status == "over"


def to_anybody(real: Any, *who: Any) -> Any:
    del real, who


PLANTS: list[tuple[Any, str, Callable[..., Any], set[str]]] = [
    (rooms.Race, "opened", opened_when_over, {"the secret of a deal", "the seed of a deal"}),
    (board_view, "why_boards_closed", to_anybody, {"cards on no board of one's own"}),
]


@pytest.mark.parametrize(
    ("owner", "name", "plant", "leak"),
    PLANTS,
    ids=[plant.__name__ for _, _, plant, _ in PLANTS],
)
async def test_a_planted_leak_is_found(
    redis: RedisProcess,
    monkeypatch: pytest.MonkeyPatch,
    owner: Any,
    name: str,
    plant: Callable[..., Any],
    leak: set[str],
) -> None:
    real = getattr(owner, name)

    def method(self: Any, *arguments: Any) -> Any:
        return plant(real, self, *arguments)

    monkeypatch.setattr(owner, name, method if isinstance(owner, type) else partial(plant, real))
    async with hall(redis, Time(NOON)) as at:
        assert leak <= await round_in_two_heats(at)
