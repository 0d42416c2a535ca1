"""Account commands: register, log out, log in again, and what is transferred."""

import asyncio
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from client_cli import exit_codes
from client_cli.exit_codes import Failure
from client_cli.local import preferences
from client_cli.local.account_store import (
    KnownAccount,
    account_on,
    device,
    forget_account,
    save_account,
)
from client_cli.local.storage import SavedSeat, Storage
from client_cli.net.connection import RequestRefused
from client_cli.net.one_shot_client import OneShotClient
from client_cli.net.room_client import RoomClient
from client_cli.tournament import follow
from protocol.accounts import Preference
from protocol.from_server import Refused
from protocol.message import Request
from protocol.retries import RETRIES, Retry
from tests.client_cli.command import Ended, Player, here, patience
from tests.harness import ServerProcess

PASSWORD = "correct horse\n"


@pytest.fixture
def person(tmp_path: Path, server: ServerProcess) -> Callable[..., Ended]:
    """Runs commands as somebody with a computer of their own."""

    def run(whose: str, *words: str, typed: str = "") -> Ended:
        data = tmp_path / whose
        data.mkdir(exist_ok=True)
        return patience(data, *words, typed=typed, server=server.url)

    return run


@pytest.mark.processes
async def test_a_name_is_claimed_and_used_on_two_computers(person: Callable[..., Ended]) -> None:
    asked = person("one", "me")
    assert "patience login --new" in asked.out
    made = person("one", "login", "--new", "Anna", typed=PASSWORD * 2)
    assert made.code == exit_codes.DONE, made.err
    assert "You are Anna." in made.out
    recovery = made.out.split("Recovery code: ")[1].splitlines()[0]
    assert "correct horse" not in made.out + made.err

    assert person("two", "login", "ANNA", typed="wrong horse\n").code == exit_codes.REFUSED
    assert person("two", "login", "ANNA", typed=PASSWORD).code == exit_codes.DONE
    assert "You are Anna: 2 sessions" in person("two", "me").out

    again = person(
        "two", "login", "Anna", "--recover", typed=f"{recovery}\nanother horse\nanother horse\n"
    )
    assert again.code == exit_codes.DONE, again.err
    ended = person("one", "me")
    assert ended.code == exit_codes.REFUSED
    assert "log in again" in ended.err
    assert "patience login" in person("one", "me").out
    out = person("two", "logout", "--everywhere", "--json")
    assert out.json() == [{"type": "logged_out", "name": "Anna", "everywhere": True}]
    assert person("two", "logout").code == exit_codes.NOT_FOUND


@pytest.mark.processes
async def test_one_s_account_can_be_changed_taken_along_and_deleted(
    person: Callable[..., Ended], tmp_path: Path
) -> None:
    person("one", "login", "--new", "Anna", typed=PASSWORD * 2)
    person("two", "login", "--new", "Bertha", typed=PASSWORD * 2)
    assert person("one", "me", "rename", "bertha").code == exit_codes.REFUSED
    assert "You are Clara now." in person("one", "me", "rename", "Clara").out
    assert "Clara" in person("one", "me").out
    changed = person("one", "me", "password", typed=f"{PASSWORD}another horse\nanother horse\n")
    assert changed.code == exit_codes.DONE, changed.err
    assert "Bertha: asked, no answer yet" in person("one", "me", "friends", "add", "Bertha").out
    asks = "Clara asks to be your friend: patience me friends accept NAME."
    assert asks in person("two", "me").out
    while asks not in person("two").out:
        pass  # at the door nobody waits for a server that is slow
    assert asks in person("three", "login", "Bertha", typed=PASSWORD).out
    assert person("three", "me", "--json").json()[0]["asking"] == ["Clara"]
    assert "Clara: asks to be your friend" in person("two", "me", "friends").out
    assert person("two", "me", "friends", "accept", "Clara").out == "Clara: friend\n"
    assert "asks" not in person("two", "me").out
    assert person("two", "me", "friends", "add", "Nobody here").code == exit_codes.NOT_FOUND
    assert person("two", "me", "friends", "admire", "Clara").code == exit_codes.USAGE

    file = tmp_path / "me.json"
    assert person("one", "me", "export", str(file)).code == exit_codes.DONE
    kept = json.loads(file.read_text())
    assert (kept["name"], kept["friends"][0]["name"]) == ("Clara", "Bertha")
    assert person("one", "me", "delete", typed=PASSWORD).code == exit_codes.REFUSED
    assert person("one", "me", "delete", typed="another horse\n").code == exit_codes.DONE
    assert person("two", "me", "friends").out == "Nobody yet.\n"


@pytest.mark.processes
async def test_what_a_guest_did_comes_along(
    person: Callable[..., Ended], tmp_path: Path, server: ServerProcess
) -> None:
    data = tmp_path / "one"
    data.mkdir()
    host = await Player.start(data, server.url, "host", "aces-up", "--name", "Anna", "--plain")
    await host.until("Anna")
    await host.end()
    person("one", "options", "cards=symbols", "aces-up.must-fill=false")
    made = person("one", "login", "--new", "Anna", "--json", typed=PASSWORD * 2)
    (told,) = made.json()
    assert (told["name"], told["rooms"]) == ("Anna", 1)
    kept = json.loads(person("one", "me", "export", "--json").out)
    assert [seat["seat"] for seat in kept["seats"]] == [0]

    assert "aces_up.must_fill=false" not in person("two", "options").out
    person("two", "login", "Anna", typed=PASSWORD)
    assert "aces_up.must_fill=false" in person("two", "options").out
    assert person("two", "options", "aces_up.must_fill=").out == "aces_up.must_fill=default\n"
    assert "cards=symbols" in person("two", "options").out
    person("one", "me")
    assert "must_fill" not in person("one", "options").out


def test_choices_are_used(tmp_path: Path) -> None:
    assert patience(tmp_path, "options", "cards=symbols", "sounds=bell").code == exit_codes.DONE
    shown = patience(tmp_path, "play", "aces-up", "--deal", "1", typed="quit\n").out
    assert any(suit in shown for suit in "♠♥♦♣")
    patience(tmp_path, "options", "uncle_remus.columns=9")
    told = patience(tmp_path, "play", "uncle-remus", "--deal", "1", "--json", typed="quit\n").out
    assert "tab.8" in told
    assert "tab.9" not in told
    given = ("play", "uncle-remus", "-o", "columns=10", "--deal", "1", "--json")
    assert "tab.9" in patience(tmp_path, *given, typed="quit\n").out


async def test_what_is_listed_can_be_chosen(tmp_path: Path) -> None:
    usual = (await here(tmp_path, "options")).out
    assert "patience games" in usual
    listed = [line.split()[0] for line in usual.splitlines()[: len(preferences.CHOICES)]]
    assert "cards=default" in listed
    typed = ["cards=words", "theme=night", "uncle-remus.columns=9", "keys.redo=F11"]
    changed = await here(tmp_path, "options", *typed)
    stored = ["cards=words", "theme=night", "uncle_remus.columns=9", "keys.redo=f11"]
    assert changed.out.splitlines() == stored
    assert set(stored[:3]) < {
        line.split()[0] for line in (await here(tmp_path, "options")).out.splitlines()
    }
    again = await here(
        tmp_path, "options", *listed, "uncle-remus.columns=default", "keys.redo=default"
    )
    told = [*listed, "uncle_remus.columns=default", "keys.redo=y"]
    assert (again.code, again.out.splitlines()) == (exit_codes.DONE, told)
    assert (await here(tmp_path, "options")).out == usual


@pytest.mark.parametrize(
    "choice", ["cards", "cards=huge", "size=3", "aces_up.colour=red", "aces_up.must_fill=7", "x.y="]
)
def test_what_cannot_be_chosen_is_one_sentence(tmp_path: Path, choice: str) -> None:
    ended = patience(tmp_path, "options", choice)
    assert (ended.code, ended.out) == (exit_codes.USAGE, "")
    assert len(ended.err.splitlines()) == 1


def test_passwords_are_checked_before_anybody_is_asked(tmp_path: Path) -> None:
    for typed, sentence in (
        ("short\n", "at least"),
        ("long enough\nlong enoug\n", "differ"),
        ("", "No"),
    ):
        ended = patience(tmp_path, "login", "--new", "Anna", typed=typed)
        assert ended.code == exit_codes.USAGE
        assert sentence in ended.err
    assert patience(tmp_path, "login", "Anna", typed=PASSWORD).code == exit_codes.UNREACHABLE
    assert patience(tmp_path, "login", "Anna", "--new", "--recover").code == exit_codes.USAGE


def test_what_is_kept_here_is_the_user_s_own(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "data")
    account = KnownAccount("ws://x/ws", "Anna", "f" * 67)
    save_account(storage, account)
    assert account_on(storage, "ws://x/ws") == account
    assert account_on(storage, "ws://y/ws") is None
    save_account(storage, account._replace(session="of a file that was damaged"))
    assert account_on(storage, "ws://x/ws") is None
    word = device(storage)
    assert device(storage) == word
    for path in (tmp_path / "data").rglob("*.json"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    forget_account(storage, "ws://x/ws")
    forget_account(storage, "ws://x/ws")
    assert account_on(storage, "ws://x/ws") is None


class Refusing:
    """A line on which everything is refused."""

    def __init__(self, code: str) -> None:
        self.code = code

    def next_id(self) -> int:
        return 1

    async def ask(self, message: Request) -> None:
        raise RequestRefused(Refused(id=message.id, code=self.code, error="No."))


@pytest.mark.parametrize(("code", "stays"), [("storage_away", True), ("session_ended", False)])
async def test_only_a_session_that_has_ended_is_forgotten(
    tmp_path: Path, code: str, stays: bool
) -> None:
    """Whoever is refused for another reason is no guest from then on, nor sits down as one."""
    storage, link, anna = (
        Storage(tmp_path),
        Refusing(code),
        KnownAccount("ws://x", "Anna", "a" * 67),
    )
    known: Any = link
    save_account(storage, anna)
    with pytest.raises(Failure, match=r"No\."):
        await OneShotClient("ws://x", storage, known).authenticate()
    assert (account_on(storage, "ws://x") == anna) is stays
    save_account(storage, anna)
    told: list[str] = []
    room = RoomClient("ws://x", storage, told.extend)
    room.link = known
    with pytest.raises(RequestRefused):
        await room.join("KQ74TX", "Anna")
    assert (account_on(storage, "ws://x") == anna) is stays
    assert told == ([] if stays else ["No. You play as a guest."])


class Noting:
    """A line that is up again; what is said there is noted."""

    def __init__(self) -> None:
        self.said: list[Request] = []

    def next_id(self) -> int:
        return len(self.said) + 100

    def post(self, message: Request) -> None:
        self.said.append(message)


async def said_again(line: Noting, refuse: Callable[[], None]) -> list[str]:
    """What is said of itself, once something was refused."""
    refuse()
    for _ in range(10):
        await asyncio.sleep(0)
    return [message.type for message in line.said]  # type: ignore[attr-defined] # as all have


async def test_whoever_comes_back_while_the_store_is_away_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Into the room, and to the tournament as who they are."""
    monkeypatch.setitem(RETRIES, "storage_away", Retry(0))
    monkeypatch.setattr(follow, "AGAIN_S", 0)
    storage, link = Storage(tmp_path), Noting()
    save_account(storage, KnownAccount("ws://x", "Anna", "a" * 67))
    up: Any = link
    room = RoomClient("ws://x", storage, lambda _: None)
    room.link = up
    room._seat = SavedSeat("ws://x", "KQ74TX", 0, "t" * 24, "Anna")
    resumes, *_ = room._requests_on_reconnect()
    away = Refused(id=resumes.id, code="storage_away", error="Try again.")
    assert await said_again(link, lambda: room._hear(away)) == ["resume"]
    gone = Refused(id=link.said[0].id, code="unknown_seat", error="No.")
    assert await said_again(link, lambda: room._hear(gone)) == ["resume"]

    told = follow._Told("ws://x", storage, "KQ74TX", lambda _: None, lambda: 0, lambda _: None)
    told.link = up
    link.said.clear()
    for refused in range(2):
        requests = told.requests_on_reconnect()
        away = Refused(id=requests[refused].id, code="storage_away", error="Try again.")
        again = await said_again(link, lambda away=away: told.hear(away))  # type: ignore[misc] # of this
        assert again == ["authenticate", "follow_tournament"] * (refused + 1)
    ended = Refused(id=told.requests_on_reconnect()[0].id, code="session_ended", error="No.")
    assert len(await said_again(link, lambda: told.hear(ended))) == 4


def test_of_two_computers_choices_the_later_is_kept(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    preferences.merge(storage, [Preference(name="sounds", value="bell", at=10)])
    preferences.merge(storage, [Preference(name="sounds", value="off", at=9)])
    assert preferences.chosen(storage) == {"sounds": "bell"}
    preferences.merge(storage, [Preference(name="sounds", value="off", at=11)])
    preferences.merge(storage, [Preference(name="colours", value="plaid", at=11)])
    assert preferences.chosen(storage) == {"sounds": "off"}
    assert preferences.choice(storage, "sounds") == "off"
    assert preferences.choice(storage, "colours") == "usual", "no such choice as plaid"
    assert preferences.choice(storage, "cards") is None, "it depends on where they are shown"
    (storage.root / "preferences.json").write_text('{"cards": 3, "sounds": {"value": "bell"}}')
    assert preferences.chosen(storage) == {}
    with pytest.raises(Failure):
        preferences.read_choice("nothing", storage)
    named = preferences.read_choice("Firing-Squad.must_fill=false", storage)
    assert (named.name, named.value) == ("aces_up.must_fill", False)
    newer = Preference(name="aces_up.jokers", value=True, at=12)
    known = Preference(name="aces_up.must_fill", value=False, at=12)
    preferences.merge(storage, [newer, known])
    assert preferences.usual_options(storage, "Aces-Up") == ["must_fill=false"]
    assert preferences.usual_options(storage, "Firing Squad") == ["must_fill=false"]
