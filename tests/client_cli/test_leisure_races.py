"""Leisure races in line mode, on a real server: three friends, one of them a guest by the link."""

import json
from functools import partial
from pathlib import Path

import pytest

from client_cli import exit_codes
from client_cli.features import accounts, leisure_races
from client_cli.local.storage import Storage
from client_cli.net.one_shot_client import with_connection
from protocol.accounts import Befriend, Friends
from protocol.leisure_races import LeisureRace
from tests.client_cli.command import Ended, Player, here, patience
from tests.harness import ServerProcess

PASSWORD = "correct horse"


class Circle:
    """Friends with a data directory each, who use one server."""

    def __init__(self, root: Path, server: ServerProcess) -> None:
        self._root, self.url = root, server.url

    def place(self, name: str) -> Path:
        place = self._root / name
        place.mkdir(exist_ok=True)
        return place

    async def sign_up(self, name: str) -> None:
        key = accounts.AccountKey("new", PASSWORD)
        enter = partial(accounts.enter, name=name, key=key)
        await with_connection(self.url, Storage(self.place(name)), enter)

    async def befriend(self, name: str, other: str) -> None:
        for one, asked, what in ((name, other, "add"), (other, name, "accept")):
            await with_connection(
                self.url, Storage(self.place(one)), partial(_befriend, name=asked, what=what)
            )

    def says(self, name: str, *words: str, typed: str = "") -> Ended:
        return patience(self.place(name), "leisure", *words, typed=typed, server=self.url)


async def anna_and_ben(root: Path, server: ServerProcess) -> Circle:
    """A circle of two friends, who have accounts."""
    circle = Circle(root, server)
    for name in ("Anna", "Ben"):
        await circle.sign_up(name)
    await circle.befriend("Anna", "Ben")
    return circle


async def _befriend(client, name, what) -> None:  # type: ignore[no-untyped-def]
    await client.authenticate()
    await client.ask(Friends, lambda n: Befriend(id=n, name=name, what=what))


async def play(circle: Circle, name: str, *words: str) -> list[str]:
    """Play a deal until it is given up; the lines that were said."""
    player = await Player.start(circle.place(name), circle.url, "leisure", "play", *words)
    await player.until("Go!")
    player.type("resign")
    await player.end()
    return player.heard


@pytest.mark.processes
@pytest.mark.long(20)
async def test_friends_play_and_see_the_table(tmp_path: Path, server: ServerProcess) -> None:
    circle = await anna_and_ben(tmp_path, server)
    made = circle.says(
        "Anna", "new", "aces-up", "--title", "Holidays", "--friend", "Ben", "--by-code", "1",
        "--bell", "4m", "--lasts", "2d", "--json",
    )  # fmt: skip
    assert made.code == exit_codes.DONE, made.err
    race = LeisureRace.model_validate({"id": 0, **made.json()[0]})
    code = f"{race.code[:3]}-{race.code[3:]}"
    shown = circle.says("Anna", "show", code)
    assert f"Holidays ({code}): Aces Up, time limit 4:00, no take-back." in shown.out
    assert "Taking part: Anna (you), Ben." in shown.out
    assert f"patience leisure join http://127.0.0.1:{server.port}/l/{code}" in shown.out
    # The word at log-in is said once.
    turn = f"It is your turn in Holidays: patience leisure play {code}"
    words = [patience(circle.place("Ben"), "me", server=circle.url).out for _ in range(2)]
    assert [turn in word for word in words] == [True, False]
    assert "it is your turn." in circle.says("Ben", "list").out
    # A guest comes by the link.
    assert circle.says("Cid", "play", code).code == exit_codes.REFUSED
    link = f"http://127.0.0.1:{server.port}/l/{code}"
    joined = patience(circle.place("Cid"), "leisure", "join", link, "--name", "Cid")
    assert "Cid (you)" in joined.out, joined.err
    assert circle.says("Zoe", "join", code, "--name", "Zoe").code == exit_codes.REFUSED
    await play(circle, "Cid", code)
    told = circle.says("Cid", "show", code).out
    assert "It waits for Anna, Ben." in told
    assert "waits" not in circle.says("Ben", "show", code).out
    await play(circle, "Ben")
    heard = await play(circle, "Anna", code)
    assert any("1 deal, over." in line for line in heard), heard
    table = circle.says("Ben", "show", code).out.splitlines()
    assert sum(line.startswith("1. ") and "1 point; deal 1: " in line for line in table) == 3
    assert any(line.startswith("Opened: ") for line in table)
    (listed,) = circle.says("Ben", "list", "--json").json()
    assert [(each["status"], each["is_news"]) for each in listed["races"]] == [("told", False)]
    record = patience(circle.place("Cid"), "verify", table_code(table), server=circle.url)
    assert record.code == exit_codes.DONE, record.err


@pytest.mark.processes
@pytest.mark.long(20)
async def test_the_word_about_each_race_is_said_while_it_is_true(
    tmp_path: Path, server: ServerProcess
) -> None:
    circle = await anna_and_ben(tmp_path, server)

    def make(title: str) -> None:
        new = ("new", "aces-up", "--title", title, "--friend", "Ben", "--by-code", "0")
        assert circle.says("Anna", *new).code == exit_codes.DONE

    make("Monday")
    make("Tuesday")
    said = patience(circle.place("Ben"), "me", server=circle.url).out
    turns = [f"It is your turn in {title}" for title in ("Monday", "Tuesday", "Wednesday")]
    assert [turn in said for turn in turns] == [True, True, False]
    make("Wednesday")
    heard = "\n".join(await play(circle, "Ben"))  # the race that was made last
    assert "Wednesday (" in heard
    assert [turn in heard for turn in turns] == [False, False, False]


@pytest.mark.processes
async def test_further_friends_are_invited_and_a_guest_keeps_the_part_in_an_account(
    tmp_path: Path, server: ServerProcess
) -> None:
    circle = await anna_and_ben(tmp_path, server)
    new = ("new", "aces-up", "--title", "Holidays", "--by-code", "1", "--deals", "2", "--json")
    (made,) = circle.says("Anna", *new).json()
    code = f"{made['code'][:3]}-{made['code'][3:]}"
    assert circle.says("Ben", "invite", code, "Anna").code == exit_codes.REFUSED
    assert circle.says("Anna", "invite", code, "Zoe").code == exit_codes.REFUSED
    assert "Taking part: Anna (you), Ben." in circle.says("Anna", "invite", code, "Ben").out
    assert "Holidays" in circle.says("Ben", "list").out
    assert circle.says("Gus", "join", code, "--name", "Gus").code == exit_codes.DONE
    await play(circle, "Gus", code)
    await circle.sign_up("Gus")
    listed = circle.says("Gus", "list").out
    assert "1 of 2 deals played; it is your turn." in listed
    await play(circle, "Gus", code)
    assert "Gus (you)" in circle.says("Gus", "show", code).out
    assert not list((circle.place("Gus") / "leisure-races").glob("guest-*"))


@pytest.mark.processes
@pytest.mark.long(20)
async def test_each_deal_has_the_game_and_the_terms_of_a_round(
    tmp_path: Path, server: ServerProcess
) -> None:
    circle = await anna_and_ben(tmp_path, server)
    file = tmp_path / "friday.toml"
    file.write_text(
        'title = "Friday"\n[[rounds]]\ngame = "aces-up"\nbell = "4m"\n'
        '[[rounds]]\ngame = "cribbage-patience"\nbell = "9m"\ntake_back = "free"\n'
    )
    made = circle.says("Anna", "new", "--rounds", str(file), "--friend", "Ben", "--by-code", "0")
    assert made.code == exit_codes.DONE, made.err
    code = made.out.partition("(")[2][:7]
    games = "Aces Up, Cribbage Patience"
    assert made.out.splitlines()[:3] == [
        f"{games} ({code}): 2 deals, open for 3 days.",
        "Deal 1: Aces Up, time limit 4:00, no take-back.",
        "Deal 2: Cribbage Patience, time limit 9:00, free take-back.",
    ]
    assert f"{code} {games}: {games}, open for 3 days, 0 of 2" in circle.says("Ben", "list").out
    for name, deal in (("Anna", "1"), ("Anna", "2"), ("Ben", "2")):
        await play(circle, name, code, "--deal", deal)
    heard = await play(circle, "Ben", code)
    table = [line for line in heard if line.startswith("1. ") and "; deal 1" in line]
    assert len(table) == 2, heard
    for line in table:
        assert "; deal 1, Aces Up: " in line
        assert "; deal 2, Cribbage Patience: 0 points" in line


def table_code(table: list[str]) -> str:
    """The code of a try in the table."""
    line = next(line for line in table if line.startswith("1. "))
    return line.rpartition("(")[2].rstrip(")")


async def test_what_cannot_be_asked(tmp_path: Path) -> None:
    new = ("leisure", "new", "aces-up", "--by-code", "1")
    plan = ("leisure", "new", "--by-code", "1", "--rounds")
    for words, code in (
        ((*new, "--lasts", "30d"), exit_codes.USAGE),
        ((*new, "--lasts", "soon"), exit_codes.USAGE),
        ((*new, "--opens", "60d"), exit_codes.USAGE),
        ((*new, "--take-back", "practice"), exit_codes.USAGE),
        (("leisure", "new", "--by-code", "1"), exit_codes.USAGE),
        ((*new, "--rounds", "aces-up:2,kings"), exit_codes.USAGE),
        ((*plan, "aces-up:2,kings", "--deals", "2"), exit_codes.USAGE),
        ((*plan, "aces-up:2,kings", "--safe-play"), exit_codes.USAGE),
        ((*plan, "aces-up:2,kings", "--take-back", "free"), exit_codes.USAGE),
        ((*plan, "aces-up:11"), exit_codes.USAGE),
        ((*plan, "aces-up,racing-demon"), exit_codes.USAGE),
        ((*plan, "aces-up,no-such-game"), exit_codes.NOT_FOUND),
        ((*plan, "aces-up:2,kings"), exit_codes.UNREACHABLE),
        (("leisure", "show", "http://host/j/KQ7-4TX"), exit_codes.USAGE),
        (("leisure", "show", "KQ7-4TX"), exit_codes.UNREACHABLE),
        (("leisure", "list"), exit_codes.UNREACHABLE),
    ):
        assert (await here(tmp_path, *words)).code == code, words


def test_long_times_have_no_seconds() -> None:
    day = 86_400_000
    assert [leisure_races.about(ms) for ms in (3 * day - 900, day, 5_000_000, 1)] == [
        "3 days",
        "24 hours",
        "83 minutes",
        "1 minute",
    ]


@pytest.mark.processes
async def test_news_is_told_at_once_and_not_again_at_log_in(
    tmp_path: Path, server: ServerProcess
) -> None:
    circle = await anna_and_ben(tmp_path, server)
    ben = await Player.start(circle.place("Ben"), circle.url, "host", "klondike")
    await ben.until('Type "ready" when you are.')
    program = await Player.start(circle.place("Ben"), circle.url, "host", "klondike", "--json")
    await program.until('"hosting"')
    new = ("new", "aces-up", "--title", "Holidays", "--friend", "Ben", "--json")
    (made,) = circle.says("Anna", *new).json()
    code = f"{made['code'][:3]}-{made['code'][3:]}"
    await ben.until(f"It is your turn in Holidays: patience leisure play {code}")
    told = json.loads(await program.until('"leisure_news"'))
    assert (told["code"], told["title"], told["news"]) == (made["code"], "Holidays", "your_turn")
    said = patience(circle.place("Ben"), "me", server=circle.url)
    assert said.code == exit_codes.DONE, said.err
    assert "Holidays" not in said.out
    for name in ("Ben", "Anna"):  # who plays last sees the table, and needs no news
        await play(circle, name, code)
    await ben.until(f"Holidays is over: patience leisure show {code}")
    for player in (ben, program):
        player.type("leave")
        assert await player.end() == exit_codes.DONE
