"""Secrecy of a deal towards those who still have to play it in another room, over real sockets: set
phrases only, and no progress of a daily deal."""

from contextlib import AsyncExitStack
from itertools import product
from typing import Any

import pytest

from server.boards.seat_standing import StoredStanding
from server.rooms import daily_deals
from server.rooms.events import RaceEnded
from server.rooms.reducer import after, fold
from server.rooms.state import Room
from server.views.deal_secrecy import deal_secrecy_of
from server.views.view_inputs import PUBLIC, Viewer
from tests.harness import Client, ServerProcess, client
from tests.server.daily.test_daily_deals import (
    DAY,
    NOON,
    attempt,
    give_up,
    sign_up,
    sprint_of_today,
    tried,
)
from tests.server.tournaments.test_sockets import until
from tests.server.tournaments.tournament_process import plan

SECRET = "the third ace is buried under the king"


class Lines:
    """Connections to one server, by name."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self._url, self._stack = url, stack

    async def guest(self) -> Client:
        return await self._stack.enter_async_context(client(self._url))

    async def signed_up(self, name: str) -> Client:
        made = await self.guest()
        await sign_up(made, name)
        return made

    async def again(self, name: str) -> Client:
        """One more line of an account."""
        made = await self.guest()
        answer = await made.ask("log_in", name=name, password="correct horse")
        assert answer["type"] == "signed_in", answer
        return made


async def speak(speaker: Client, hearers: list[Client], deaf: list[Client], text: str) -> None:
    """Say a text and then a phrase: some hear both, others the phrase alone."""
    assert (await speaker.ask("say", text=text))["type"] == "done"
    assert (await speaker.ask("phrase", phrase="thank_you"))["type"] == "done"
    for link in hearers:
        assert (await link.until("said"))["text"] == text
    for link in (*hearers, *deaf):
        assert (await link.until("said"))["phrase"] == "thank_you"
    for link in deaf:
        assert not any(text in frame for frame in link.frames)


PLAYERS = ("Ann", "Ben", "Cid", "Dot")


async def in_two_heats(lines: Lines, olga: Client) -> dict[str, dict[str, Client]]:
    """The first round of a Swiss tournament, at its tables: by room, the players by name."""
    made = await olga.ask("new_tournament", plan=plan("swiss", ["aces_up"] * 2))
    code = made["code"]

    async def run(verb: str) -> None:
        answer = await olga.ask("run_tournament", code=code, do={"verb": verb})
        assert answer["type"] == "done", answer

    await run("open")
    await olga.ask("follow_tournament", code=code)
    players = {name: await lines.signed_up(name) for name in PLAYERS}
    for number, link in enumerate(players.values()):
        await link.ask("enter_tournament", code=code)
        nonce = f"{number:032x}"
        there = await link.ask("check_in_tournament", code=code, nonce=nonce, token=link.token)
        assert there["type"] == "done", there
    await run("start")
    rooms = [heat["room"] for heat in (await until(olga, "lobby"))["heats"]]
    seated: dict[str, dict[str, Client]] = {room: {} for room in rooms}
    for room, (name, link) in product(rooms, players.items()):
        answer = await link.ask("resume", code=room, token=link.token)
        if answer["type"] == "room":
            seated[room][name] = link
    assert [len(heat) for heat in seated.values()] == [2, 2]
    await run("start")
    for link in players.values():
        await link.until("table")
    return seated


async def test_who_has_still_to_play_a_swiss_round_hears_phrases_of_another_pairing(
    server: ServerProcess,
) -> None:
    async with AsyncExitStack() as stack:
        lines = Lines(server.url, stack)
        olga = await lines.signed_up("Olga")
        first, second = (await in_two_heats(lines, olga)).items()
        room, (ann, ben) = first[0], first[1].values()
        dot = next(iter(second[1]))
        watchers = [await lines.again(dot), await lines.guest(), await lines.signed_up("Eve")]
        for link in watchers:
            assert (await link.ask("watch", code=room))["type"] == "room"
            assert (await link.ask("watch_board", seat=0))["code"] == "not_for_you"
        await ann.ask("play", race=1, ply=0, move="resign")
        await speak(ann, [], [*watchers, ben], SECRET)
        await ben.ask("play", race=1, ply=0, move="resign")
        for link in (ann, ben, *watchers):
            await link.until("over")
        # This race is over; the other of the round is not.
        await speak(ben, [ann], watchers, f"{SECRET}, it was")
        late = await lines.guest()
        await late.ask("watch", code=room)
        again = await lines.guest()
        await again.ask("resume", code=room, token=ann.token)
        for link in (late, again):
            await link.ask("ping")
            assert not any(SECRET in frame for frame in link.frames)
        for link in second[1].values():
            await link.ask("play", race=1, ply=0, move="resign")
        await until(olga, "table")
        # Nobody has still to play the deal, so everybody may hear of it.
        while (await late.ask("watch_board", seat=0))["type"] == "refused":
            pass
        await speak(again, [*watchers, late], [], "well played")


async def test_who_has_still_to_play_a_crown_race_s_deal_hears_phrases(
    server: ServerProcess,
) -> None:
    async with AsyncExitStack() as stack:
        lines = Lines(server.url, stack)
        ann, ben = await lines.signed_up("Anna"), await lines.signed_up("Ben")
        games = ["kings", "uncle_remus", "auntie_allis", "senior_wrangler", "seven_and_sixes"]
        games = ["uncle_remus", *(slug for slug in games if slug != "uncle_remus")]
        made = await ann.ask("open_crown_race", games=games, nonce="a1" * 16)
        code = made["code"]
        await ben.ask("join_crown_race", code=code, nonce="b2" * 16)
        await ann.ask("start_crown_race", code=code)
        room = await ann.ask("play_crown_deal", code=code, token=ann.token)
        table = await ann.until("table")
        watchers = [ben, await lines.again("Ben"), await lines.guest()]
        for link in watchers:
            assert (await link.ask("watch", code=room["code"]))["type"] == "room"
        await ann.send("play", race=1, ply=table["ply"], move="resign")
        for link in (ann, *watchers):
            await link.until("over")
        await speak(ann, [], watchers, SECRET)
        for link in watchers:
            assert (await link.ask("watch_board", seat=0))["code"] == "not_for_you"


@pytest.mark.usefixtures("one_day")
async def test_who_has_still_to_play_a_daily_deal_hears_phrases_and_sees_no_numbers(
    server: ServerProcess,
) -> None:
    async with AsyncExitStack() as stack:
        lines = Lines(server.url, stack)
        ann, ben = await lines.signed_up("Anna"), await lines.signed_up("Ben")
        name = (await sprint_of_today(ann))["name"]
        code, table = await tried(ann, name)
        own, guest = await lines.again("Anna"), await lines.guest()
        whole: dict[str, Any] = await own.ask("watch", code=code)
        assert [standing["seat"] for standing in whole["standings"]] == [0]
        for link in (ben, guest):
            assert (await link.ask("watch", code=code))["standings"] == []
        moved = await ann.ask("play", race=1, ply=table["ply"], move=table["legal"][0])
        assert moved["type"] == "moved", moved
        over = await give_up(ann, moved)
        assert [result["standing"]["seat"] for result in over["results"]] == [0]
        assert (await own.until("over"))["results"] == over["results"]
        for link in (ben, guest):
            assert (await link.until("over"))["results"] == []
        await speak(ann, [own], [ben, guest], SECRET)
        late = await lines.guest()
        told = await late.ask("watch", code=code)
        assert (told["standings"], told["results"]) == ([], [])
        for link in (ben, guest, late):
            assert (await link.ask("get_daily_board", name=name))["code"] == "not_for_you"
            assert not any('"type":"progress"' in frame for frame in link.frames)


def test_what_is_withheld_of_a_try_until_its_deal_is_told() -> None:
    deal = daily_deals.DailyDeal(DAY, "sprint")
    playing = fold(Room("KQ74TX"), attempt(deal, NOON))
    over = after(playing, RaceEnded(at=NOON + 900, by="server", n=1, ended_ms=800))
    plays = {0: StoredStanding(0, 0, 0, 0, 0, True, None, None, None, None, None)}
    done = {0: StoredStanding(1, 0, 0, 0, 0, True, None, None, "lost", "resigned", 40)}

    def closed(
        room: Room, numbers: dict[int, StoredStanding], viewer: Viewer, now: int
    ) -> list[bool]:
        return [why is not None for why in deal_secrecy_of(room, numbers, viewer, now)]

    own, again = Viewer(0), Viewer(account="7")
    for viewer in (PUBLIC, Viewer(account="8")):
        assert closed(playing, plays, viewer, NOON + 500) == [True, True, True]
        assert closed(over, done, viewer, deal.told_at - 1) == [True, True, True]
        assert closed(over, done, viewer, deal.told_at) == [False, False, False]
    for viewer in (own, again):
        assert closed(playing, plays, viewer, NOON + 500) == [True, False, True]
        assert closed(playing, done, viewer, NOON + 500) == [True, False, False]
        assert closed(over, done, viewer, deal.told_at - 1) == [True, False, False]
