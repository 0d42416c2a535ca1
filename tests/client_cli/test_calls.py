"""Telephone call commands."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from client_cli import exit_codes
from client_cli.exit_codes import Failure
from client_cli.features import calls
from protocol.crowns import GameWon
from protocol.telephone import Answered, Call, CallAnswered
from tests.client_cli.command import Ended, Player, here
from tests.client_cli.crowned import Crowned, crowned

GAMES = [
    GameWon(game=game, race=f"KQ74TX-{n}", took_ms=ms, ago_ms=60_000)
    for n, (game, ms) in enumerate(
        {"auntie_allis": 1_082_000, "kings": 1_300_900, "seven_and_sixes": 1_995_000}.items(), 1
    )
]


def call(number: int = 7, **fields: Any) -> Call:
    known: dict[str, Any] = {
        "name": "Anna",
        "award": "1 x",
        "crown": "triple",
        "games": GAMES,
        "line": "On the trot!",
        "ago_ms": 7_200_000,
        "everybody": True,
        "mine": False,
        "missed": False,
        "answers": [],
    }
    return Call(call=number, **{**known, **fields})


def test_calls_in_words() -> None:
    assert calls.banner(call()) == [
        "☎ RING RING — Anna has the Triple Crown: "
        "Auntie Allis 18:02, Kings 21:40, Seven and Sixes 33:15.",
        "“On the trot!”",
    ]
    ben = Answered(name="Ben", answer="rotten_luck")
    mine = call(mine=True, everybody=False, answers=[ben], crown="quintuple", games=GAMES[:1])
    assert calls.call_lines(mine) == [
        "7. You have the Quintuple Crown: Auntie Allis 18:02. 2 hours ago, to chosen people.",
        "   “On the trot!”",
        "   Ben: Rotten luck for the cards.",
    ]
    told = calls.call_lines(call(missed=True, everybody=False))
    assert told[0].endswith("2 hours ago, to you by name, missed.")
    told = calls.call_lines(call(missed=True, answers=[ben]))
    assert told[0].endswith("2 hours ago."), "what was answered was heard"
    assert told[2] == "   You: Rotten luck for the cards."
    gone = calls.call_lines(call(name=None, line="", withdrawn=True, ago_ms=5))
    assert len(gone) == 1
    assert gone[0].startswith("7. (nobody any more) had the Triple Crown, withdrawn since: Auntie")
    picked = CallAnswered(call=7, answered=ben)
    assert calls.answered(picked) == "Ben answers your call: Rotten luck for the cards."
    assert calls.replays(call())[2] == "patience replay KQ7-4TX-3"


@pytest.mark.parametrize("text", ["Rotten-Luck", "rotten luck", " rotten_luck "])
def test_answers_are_typed_as_one_likes(text: str) -> None:
    assert calls.read_answer(text) == "rotten_luck"


def test_what_cannot_be_said() -> None:
    for text in ("", "  ", "a" * 201, "a\x1b[2Jb"):
        with pytest.raises(Failure):
            calls.read_line(text)
    with pytest.raises(Failure):
        calls.read_answer("hurrah")
    assert calls.read_line("  On   the trot!") == "On the trot!"


# Against a real server. -----------------------------------------------------------------------


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Crowned]:
    """One for all tests of a module; each has people of its own."""
    async with crowned(tmp_path_factory.mktemp("house")) as made:
        yield made


async def does(house: Crowned, name: str, *words: str) -> Ended:
    return await here(house.data(name), *words, server=house.url)


@pytest.mark.processes
async def test_a_crown_is_rung_for_missed_told_once_heard_and_answered(house: Crowned) -> None:
    await house.people("Anna", "Ben")
    assert (await does(house, "Anna", "calls", "ring", "Hurrah")).code == exit_codes.NOT_FOUND
    await house.crown("Anna", 1)
    rung = await does(house, "Anna", "calls", "ring", "On", "the", "trot!")
    assert rung.out == "It rings for everybody: your Triple Crown.\n", rung.err
    assert calls.NO_CROWN in (await does(house, "Anna", "calls", "ring", "Again")).err

    missed = "☎ 1 missed call: patience calls"
    assert (await does(house, "Ben", "me")).out.splitlines()[-1] == missed
    assert missed not in (await does(house, "Ben", "me")).out, "it is told once"
    (page,) = (await does(house, "Ben", "calls", "--json")).json()
    assert (page["missed"], page["calls"][0]["line"]) == (1, "On the trot!")
    number = str(page["calls"][0]["call"])
    done = await does(house, "Ben", "calls", "answer", number, "show-me")
    assert done.out.splitlines()[0] == "You answered: Show me!"
    assert "patience replay KQ7-4T1-1" in done.out
    assert (await does(house, "Ben", "calls", "answer", "99", "show-me")).code == exit_codes.REFUSED

    mine = (await does(house, "Anna", "calls")).out
    assert "You have the Triple Crown: Auntie Allis 18:02, Kings 21:40" in mine
    assert "Ben: Show me!" in mine


@pytest.mark.processes
async def test_all_that_is_missed_comes_first_and_may_be_muted(house: Crowned) -> None:
    await house.people("Dora", "Emil")
    for n in range(1, 4):
        await house.rings("Dora", n, f"Crown {n}", to=["Emil"] if n == 2 else None)
    await house.rings("Emil", 1, "Mine")
    await house.people("Cleo")
    page = await does(house, "Emil", "calls", "--rows", "1")
    told = [line.strip() for line in page.out.splitlines() if "“" in line]
    assert told == ["“Crown 3”", "“Crown 2”", "“Crown 1”", "“Mine”"]
    assert "To answer: patience calls answer NUMBER" in page.out
    assert "missed" not in (await does(house, "Emil", "calls")).out
    assert (await does(house, "Emil", "calls", "--mute")).out == "The telephone is muted.\n"
    (rest,) = (await does(house, "Emil", "calls", "--offset", "3", "--json")).json()
    assert (rest["muted"], len(rest["calls"]), rest["total"]) == (True, 1, 4)
    assert (await does(house, "Emil", "calls", "--unmute")).code == exit_codes.DONE
    assert (await does(house, "Cleo", "calls")).out == "Nobody has rung yet.\n"
    assert (await does(house, "nobody", "calls")).code == exit_codes.NOT_FOUND


@pytest.mark.processes
async def test_in_a_room_a_word_while_one_plays_and_the_rest_afterwards(house: Crowned) -> None:
    await house.people("Fred", "Gina")
    await house.rings("Fred", 1, "Missed")
    words = ("host", "aces-up", "--bell", "10m")
    ben = await Player.start(house.data("Gina"), house.url, *words)
    await ben.until("☎ 1 missed call: patience calls")
    ben.type("answer rotten-luck", "ready", "start", "wait", "race")
    await ben.until("Nobody has rung.")
    await ben.until(" left.")
    async with house.line("Fred") as anna:
        number = await house.rings("Fred", 2, "Twice!")
        await ben.until("Ring ring.")
        ben.type("score", "resign")
        await ben.until("Progress")
        assert "☎ RING RING" not in " ".join(ben.heard)
        await ben.until("☎ RING RING — Fred has the Triple Crown: Auntie Allis 18:02")
        await ben.until("“Twice!”")
        ben.type("answer hurrah", "answer rotten-luck")
        await ben.until("An answer is congratulations")
        await ben.until("You answered: Rotten luck for the cards.")
        told = await anna.until("call_answered")
        assert (told["call"], told["answered"]["name"]) == (number, "Gina")
    await house.crown("Gina")
    await ben.until("You have won the Triple Crown!")
    await ben.until('Ring everybody? Type "ring" and your line.')
    async with house.line("Fred") as anna:
        ben.type("ring", "ring On the trot!", "ring Again!")
        await ben.until("It rings for everybody: your Triple Crown.")
        assert (await anna.until("ringing"))["call"]["line"] == "On the trot!"
        await ben.until("There is no crown of yours")
        await house.rings("Fred", 3, "Thrice!")
        await ben.until("“Thrice!”")
        ben.type("answer show-me")
        await ben.until("patience replay KQ7-4T3-1")
    assert await ben.end() == exit_codes.DONE
