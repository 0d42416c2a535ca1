"""Friends who are on line, and challenges, in line mode."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from client_cli import exit_codes
from client_cli.messages import presence
from protocol.presence import OnlineFriend
from tests.client_cli.command import Player, here
from tests.client_cli.crowned import Crowned, crowned


def friend(name: str) -> OnlineFriend:
    return OnlineFriend(name=name, bot=False, racing=False, watch=None)


def test_friends_on_line_in_words() -> None:
    assert presence.online([]) == ""
    assert presence.online([friend("Ben")]) == "Ben is on line."
    assert presence.online([friend("Ben"), friend("Cara")]) == "Ben and Cara are on line."
    told = OnlineFriend(name="Ben", bot=False, racing=True, watch=None)
    assert presence.activity(told) == "racing"
    assert presence.activity(told.model_copy(update={"watch": "KQ74TX"})) == "racing in KQ7-4TX"


@pytest_asyncio.fixture
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Crowned]:
    async with crowned(tmp_path_factory.mktemp("house")) as made:
        await made.people("Anna", "Ben")
        async with made.line("Anna") as anna, made.line("Ben") as ben:
            await anna.ask("befriend", name="Ben", what="add")
            await ben.ask("befriend", name="Anna", what="accept")
        yield made


@pytest.mark.processes
async def test_a_friend_on_line_is_challenged_declines_and_joins(house: Crowned) -> None:
    ben = await Player.start(house.data("Ben"), house.url, "host", "klondike")
    await ben.until('Type "ready" when you are.')
    ben.type("decline", "challenge", "challenge Cleo")
    await ben.until("No friend has challenged you.")
    await ben.until("Challenge whom?")
    await ben.until("Cleo is not among your friends.")
    async with house.line("Anna") as watching:
        online = (await watching.ask("follow_friends"))["friends"]
        while not online:
            online = (await watching.until("friends_online"))["friends"]
    friends = await here(house.data("Anna"), "me", "friends", server=house.url)
    assert friends.out == "Ben: friend, on line\n", friends.err
    (told,) = (await here(house.data("Anna"), "me", "friends", "--json", server=house.url)).json()
    assert (told["name"], told["online"], told["racing"]) == ("Ben", True, False)
    words = ("host", "aces-up", "--challenge", "Ben")
    anna = await Player.start(house.data("Anna"), house.url, *words)
    code = (await anna.until("Room ")).split()[1].rstrip(":")
    await anna.until("Ben is challenged, and is told so now.")
    await ben.until("Anna challenges you to a race at Aces Up.")
    await ben.until(f'"patience join {code}" accepts, "decline" says not now.')
    ben.type("decline", "decline", "leave")
    await ben.until("Anna is told that you cannot race now.")
    await ben.until("No friend has challenged you.")
    await anna.until("Ben cannot race now.")
    assert await ben.end() == exit_codes.DONE
    assert await anna.end() == exit_codes.DONE
