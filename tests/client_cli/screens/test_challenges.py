"""Friends who are on line, and challenges, on the full screen."""

import asyncio

import pytest

from client_cli.commands.full_screen import Screens
from client_cli.local.storage import Storage
from client_cli.messages.race_terms import plan
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.home import HomePage
from client_cli.screens.pages.rooms.challenge import ChallengePage
from client_cli.screens.pages.rooms.lobby import LobbyPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.call_dialogs import SOON_MS, ChallengeDialog
from client_cli.terminal.output import Output
from client_cli.text_mode.rooms import rooms
from client_cli.text_mode.server_command import ServerCommandContext
from engine.games import game
from protocol.presence import Challenged, ChallengeDeclined, FriendsOnline, OnlineFriend
from tests.client_cli.crowned import Crowned
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock, check_golden, shows, text_of, until
from tests.client_cli.screens.test_account_pages import at_home
from tests.client_cli.test_challenges import house

__all__ = ["house"]

CHALLENGED = Challenged(name="Ben", code="KQ74TX", invite=None, game="aces_up", format="first_out")
BEN = OnlineFriend(name="Ben", bot=False, racing=True, watch="KQ74TX")


async def test_a_friend_who_is_on_line_is_challenged_and_watched(house: Crowned) -> None:
    async with at_home(house.data("Anna"), house.url) as anna, house.line("Ben") as ben:
        await ben.ask("go_online")
        await anna.sees("Ben is on line")
        await anna.opens("Friends")
        await anna.sees("friend, on line")
        await anna.pilot.press("c")
        await anna.sees("CHALLENGE BEN")
        await anna.pilot.press("enter")
        await until(anna.pilot, lambda: not anna.app.is_running)
    assert isinstance(anna.app.return_value, PendingAction)
    wish = anna.app.return_value
    assert (wish.kind, wish.name, wish.challenged) == ("host", "Anna", "Ben")
    async with at_home(house.data("Anna"), house.url) as anna:
        await anna.opens("Friends")
        await anna.sees("Ben")
        anna.app.telephone.hear(FriendsOnline(id=None, friends=[BEN]))
        await anna.sees("friend, racing in KQ7-4TX")
        await anna.pilot.press("w")
        await until(anna.pilot, lambda: not anna.app.is_running)
    assert isinstance(anna.app.return_value, PendingAction)
    assert anna.app.return_value.kind == "watch"
    assert anna.app.return_value.code.endswith("KQ7-4TX")


async def test_the_lobby_says_that_the_friend_was_challenged(
    house: Crowned, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    async def run(app: PatienceApp) -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: "challenge a friend" in text_of(app))
            await pilot.pause()
            said.append(text_of(app))

    monkeypatch.setattr(PatienceApp, "run_async", run)
    async with house.line("Ben") as ben:
        await ben.ask("go_online")
        async with house.line("Anna") as anna:
            online = (await anna.ask("follow_friends"))["friends"]
            while not online:
                online = (await anna.until("friends_online"))["friends"]
        storage = Storage(house.data("Anna"))
        context = ServerCommandContext(house.url, Output(), storage, Screens())
        race = plan(game("aces_up"), None, None)
        await asyncio.to_thread(rooms.host, context, race, "Anna", False, challenged=["Ben"])
        assert "Ben is challenged, and is told so now." in said[0]
        assert (await ben.until("challenged"))["name"] == "Anna"


async def test_a_challenge_is_shown_at_home_and_joined_or_declined(house: Crowned) -> None:
    async with at_home(house.data("Anna"), house.url) as anna:
        clock = anna.app.now
        assert isinstance(clock, Clock)
        async with house.line("Ben") as ben:
            await ben.ask("go_online")
            await anna.sees("Ben is on line")
            code = (await ben.create("aces_up", name="Ben"))["code"]
            for key in ("n", "y"):
                if key == "n":
                    assert (await ben.ask("challenge", name="Anna"))["type"] == "done"
                else:
                    again = CHALLENGED.model_copy(update={"code": code})
                    anna.app.telephone.hear(again)
                await anna.sees("Ben challenges you to a race at Aces Up.")
                assert isinstance(anna.app.screen, ChallengeDialog)
                clock.ms += SOON_MS
                await anna.pilot.press(key)
                if key == "n":
                    told = await ben.until("challenge_declined")
                    assert (told["name"], told["code"]) == ("Anna", code)
                    await anna.sees("Ben is told that you cannot race now.")
                    assert shows(anna.app, HomePage)
            await until(anna.pilot, lambda: not anna.app.is_running)
    wish = anna.app.return_value
    assert isinstance(wish, PendingAction)
    assert (wish.kind, wish.name) == ("join", "Anna")


async def test_a_challenge_goes_away_when_the_challenger_leaves(house: Crowned) -> None:
    async with at_home(house.data("Anna"), house.url) as anna, house.line("Ben") as ben:
        await ben.ask("go_online")
        await anna.sees("Ben is on line")
        await ben.create("aces_up", name="Ben")
        assert (await ben.ask("challenge", name="Anna"))["type"] == "done"
        await anna.sees("Ben challenges you to a race at Aces Up.")
        assert isinstance(anna.app.screen, ChallengeDialog)
        await ben.ask("leave")
        await anna.sees("Ben has left the room: the challenge is over.")
        assert shows(anna.app, HomePage)


async def test_in_a_room_it_is_a_sentence_and_friends_are_offered(house: Crowned) -> None:
    room = MadeUpRoom("aces_up")
    async with room.sitting((80, 24)) as (app, pilot):
        app.telephone.hear(CHALLENGED)
        app.telephone.hear(ChallengeDeclined(name="Cleo", code="KQ74TX"))
        app.telephone.tick()
        await until(pilot, lambda: "Ben challenges you" in text_of(app))
        assert shows(app, LobbyPage)
        await pilot.press("f")
        await until(pilot, lambda: "you play as a guest" in text_of(app))
        check_golden("challenge-guest-80x24", text_of(app))
        assert isinstance(app.screen, ChallengePage)
        app.screen._take([BEN, BEN.model_copy(update={"name": "Otto", "racing": False})])
        await until(pilot, lambda: "Otto" in text_of(app))
        await pilot.press("enter")
        await until(pilot, lambda: room.asked == ["challenge"])
        assert shows(app, LobbyPage)
