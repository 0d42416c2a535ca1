"""Crown commands on a real server."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from client_cli import exit_codes
from client_cli.commands import home
from client_cli.features import accounts, crown_play, crowns
from client_cli.features.crown_eligibility import counts_alone
from client_cli.local.account_store import KnownAccount, save_account
from client_cli.local.storage import Storage
from client_cli.messages.crown_events import STOPPED
from client_cli.net.invitations import ONLY_HERE
from client_cli.net.one_shot_client import with_connection
from client_cli.net.room_client import RoomClient
from client_cli.screens import solo_entry
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.solo import SoloPage
from client_cli.solo.game import SoloGame
from client_cli.state.deal_frames import DealFrames
from client_cli.terminal.output import Output
from engine.games import game
from tests.client_cli.command import NOBODY, Player, patience
from tests.client_cli.screens.pilots import text_of
from tests.harness import ServerProcess

PASSWORD = "correct horse"


@pytest.mark.processes
async def test_a_game_for_a_crown_is_begun_covered_found_again_and_given_up(
    tmp_path: Path, server: ServerProcess
) -> None:
    home = tmp_path / "anna"
    home.mkdir()
    guest = patience(home, "crown", "start", server=server.url)
    assert guest.code == exit_codes.REFUSED
    key = accounts.AccountKey("new", PASSWORD)
    await with_connection(
        server.url, Storage(home), lambda client: accounts.enter(client, "Anna", key)
    )
    anna = await Player.start(home, server.url, "crown", "start", "auntie-allis")
    anna.type("wait", "break", "look")
    await anna.until("no take-back")
    await anna.until("Your board is covered.")
    await anna.until("Your board is covered; come back")
    anna.type("back", "run")
    await anna.until("your board is open again")
    await anna.until("You have no run: ")
    again = patience(home, "crown", "start", "kings", server=server.url)
    assert (again.code, "patience crown resume" in again.err) == (exit_codes.REFUSED, True)
    left = patience(home, "crown", "break", server=server.url)
    assert left.code == exit_codes.DONE, left.err
    assert left.out.splitlines()[-2:] == [
        "Your board is covered.",
        "Your board is covered. You play on with: patience crown resume",
    ]
    await anna.until("taken over by another connection")
    assert await anna.end() == exit_codes.UNREACHABLE
    (home / "seats").rename(home / "seats of another computer")
    back = patience(home, "crown", "resume", typed="resign\n", server=server.url)
    assert back.code == exit_codes.DONE, back.err
    assert "You are back; your board is open again." in back.out
    assert back.out.splitlines()[-1] == "Next, Auntie Allis: patience crown start."
    (status,) = patience(home, "crown", "status", "--json", server=server.url).json()
    assert (status["type"], status["won"], status["playing"]) == ("crown", [], None)
    words = ("crowns", "certificate", "1", "-o", "crown.svg")
    assert patience(home, *words, server=server.url).code == exit_codes.DONE
    assert "19 January 1952" in (home / "crown.svg").read_text()
    assert patience(home, "crowns", "certificate", server=server.url).code == exit_codes.NOT_FOUND


@pytest.mark.processes
async def test_friends_join_a_crown_race_by_the_command_that_is_told(
    tmp_path: Path, server: ServerProcess
) -> None:
    """It names the server: theirs would be another, or one at another port."""
    for name in ("Anna", "Ben"):
        home = tmp_path / name
        home.mkdir()
        key = accounts.AccountKey("new", PASSWORD)
        await with_connection(
            server.url, Storage(home), partial(accounts.enter, name=name, key=key)
        )
    opened = patience(tmp_path / "Anna", "crown", "race", "open", server=server.url)
    assert opened.code == exit_codes.DONE, opened.err
    told, command = opened.out.splitlines()[-2:]
    assert told == ONLY_HERE
    assert command.endswith(f" --server 127.0.0.1:{server.port}")
    shown = patience(tmp_path / "Anna", "crown", "race", "status", server=server.url)
    assert (shown.code, shown.out) == (exit_codes.DONE, opened.out)
    words = command.removeprefix("On this computer: patience ").split()
    joined = patience(tmp_path / "Ben", *words, server=NOBODY)
    assert joined.code == exit_codes.DONE, joined.err
    assert "Ben (you)" in joined.out


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    for words, code in (
        (("crown", "race", "open", "--order", "kings"), exit_codes.USAGE),
        (("crowns",), exit_codes.UNREACHABLE),
        (("crown", "race", "status"), exit_codes.NOT_FOUND),
        (("crown", "race", "play"), exit_codes.NOT_FOUND),
        (("crown", "race", "status", "KQ7-4TX"), exit_codes.UNREACHABLE),
    ):
        assert patience(tmp_path, *words).code == code, words


@pytest.mark.processes
async def test_a_great_game_alone_counts_until_the_first_hint_or_take_back(
    tmp_path: Path, server: ServerProcess
) -> None:
    """Dealt by the server for somebody who is logged in there; the table says when it stops."""
    storage = Storage(tmp_path)
    rules = game("seven_and_sixes")
    assert not counts_alone(rules.slug, rules.chosen, server.url, storage)
    key = accounts.AccountKey("new", PASSWORD)
    await with_connection(server.url, storage, lambda client: accounts.enter(client, "Adele", key))
    assert counts_alone(rules.slug, rules.chosen, server.url, storage)
    assert not counts_alone("aces_up", game("aces_up").chosen, server.url, storage)
    free = game("seven_and_sixes", {"deal_rule": "free"})
    assert not counts_alone(free.slug, free.chosen, server.url, storage)
    heard: list[str] = []
    news = asyncio.Event()

    def tell(sentences: Sequence[str]) -> None:
        heard.extend(sentences)
        news.set()

    async def plies(number: int) -> None:
        async with asyncio.timeout(60):
            while room.session.board is None or room.session.board.ply < number:
                news.clear()
                await news.wait()

    room = RoomClient(server.url, storage, tell)
    async with room:
        await asyncio.sleep(0)
        await crown_play.alone(rules, server.url, storage)(room)
        await plies(0)
        standing = await with_connection(server.url, storage, crowns.standing)
        assert standing.playing is not None
        assert standing.playing.counts
        assert room.session.takes_back
        state = room.session.state()
        assert state is not None
        room.play(rules.legal(state).moves[0])
        await plies(1)
        assert STOPPED not in heard
        room.ask_hint()
        await plies(2)
        assert STOPPED in heard
        assert any(sentence.startswith("Hint: ") for sentence in heard)
        assert not room.session.standings[0].clean
        standing = await with_connection(server.url, storage, crowns.standing)
        assert standing.playing is not None
        assert not standing.playing.counts


@pytest.mark.processes
async def test_counts_are_checked_while_the_server_deals_kings(
    server: ServerProcess, tmp_path: Path
) -> None:
    storage, rules = Storage(tmp_path), game("kings")
    key = accounts.AccountKey("new", PASSWORD)
    await with_connection(server.url, storage, lambda client: accounts.enter(client, "Bela", key))
    heard: list[str] = []
    news = asyncio.Event()

    def tell(sentences: Sequence[str]) -> None:
        heard.extend(sentences)
        news.set()

    async def until(done: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not done():
                news.clear()
                await news.wait()

    room = RoomClient(server.url, storage, tell)
    session = room.session

    def dealing() -> DealFrames:
        assert session.dealing is not None
        return session.dealing

    def at_frame(n: int) -> bool:
        return dealing().n == n

    async with room:
        await asyncio.sleep(0)
        await crown_play.alone(rules, server.url, storage)(room)
        await until(lambda: session.dealing is not None)
        laid = Counter("A23456789TJQK".index(card[0]) + 1 for _, card in dealing().laid)
        room.ask_hint()
        await until(lambda: bool(dealing().counts))
        assert {n: many for n, many in enumerate(dealing().counts, 1) if many} == dict(laid)
        assert STOPPED in heard
        last = dealing().of
        for n in range(2, last + 1):
            room.next_frame()
            await until(partial(at_frame, n))
            assert not dealing().counts
        room.ask_hint()
        await until(lambda: bool(dealing().counts))
        room.next_frame()
        assert session.dealing is None
        await until(lambda: session.board is not None and session.board.ply == 2)
        assert session.board is not None
        assert session.board.stopped_counting


def test_a_great_game_dealt_here_says_that_it_counts_for_no_crown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody is logged in, but their server does not answer."""
    storage, rules = Storage(tmp_path), game("kings")
    monkeypatch.setenv("PATIENCE_SERVER", NOBODY)
    save_account(storage, KnownAccount(NOBODY, "Adele", "a" * 24 + "B" * 43))
    assert counts_alone(rules.slug, rules.chosen, NOBODY, storage)
    shown: list[str] = []

    def run_solo(slug: str, *_: object, told: str = "") -> int:
        shown.extend((slug, told))
        return 0

    monkeypatch.setattr(solo_entry, "run_solo", run_solo)
    home._alone(rules, Output(as_json=False), storage)
    assert shown == ["kings", home.DEALT_HERE]


async def test_the_table_shows_what_is_told_first() -> None:
    page = SoloPage(SoloGame(game("kings"), 7), lambda: 8, told=home.DEALT_HERE)
    app = PatienceApp(lambda _: page)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        assert home.DEALT_HERE in text_of(app)
        await pilot.press("space")
        await pilot.pause()
        assert home.DEALT_HERE not in text_of(app)
