"""Room commands: chat and settings, with a fake room and with a real server."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from client_cli import exit_codes
from client_cli.exit_codes import Failure
from client_cli.messages import room_talk
from client_cli.net import addresses
from client_cli.screens.widgets.chat_input import carry_out
from client_cli.text_mode.rooms.room_input import HELP, WORDS, RoomVerbs, phrases
from protocol import from_server as said
from protocol.rooms.room_settings import Settings, SettingsChanged, Silenced, StoodAside
from protocol.rooms.talk import PHRASES, Said
from server.handlers.chat import ONLY_PHRASES
from tests.client_cli.command import Player, patience
from tests.client_cli.screens.made_up import MadeUpRoom

Start = Callable[..., Awaitable[Player]]


@pytest.fixture
def room() -> MadeUpRoom:
    return MadeUpRoom("aces_up", ["Ann", "Ben of the Hill"])


def asked(room: MadeUpRoom) -> dict[str, Any]:
    """The last request, but for its number."""
    document: dict[str, Any] = room.requested[-1].model_dump()
    document.pop("id")
    return document


@pytest.mark.parametrize(
    ("line", "request_"),
    [
        ("say Good luck", {"type": "say", "text": "Good luck"}),
        ("phrase 1", {"type": "phrase", "phrase": "ace_please"}),
        ("phrase thank_you", {"type": "phrase", "phrase": "thank_you"}),
        ("KICK ben of the hill", {"type": "kick", "seat": 1}),
        ("silence Ben of the Hill", {"type": "silence", "seat": 1, "silent": True}),
        ("unsilence Ben of the Hill", {"type": "silence", "seat": 1, "silent": False}),
        ("aside", {"type": "stand_aside", "aside": True}),
        ("part", {"type": "stand_aside", "aside": False}),
        ("late", {"type": "join_race", "race": 1}),
    ],
)
async def test_a_verb_becomes_a_request(
    room: MadeUpRoom, line: str, request_: dict[str, Any]
) -> None:
    assert await RoomVerbs(room).do(line) == []
    assert asked(room) == request_


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("lock", {"locked": True}),
        ("invite", {"invite_only": True}),
        ("settings size 8", {"size": 8}),
        ("settings late on", {"late": True}),
        ("settings bots no", {"bots": False}),
        ("settings boards done", {"boards": "done"}),
        ("settings delay_ms 5000", {"delay_ms": 5000}),
    ],
)
async def test_settings_are_changed_one_at_a_time(
    room: MadeUpRoom, line: str, changes: dict[str, Any]
) -> None:
    room.session.settings = Settings(listed=True)
    assert await RoomVerbs(room).do(line) == []
    assert room.requested[-1].settings == Settings(listed=True, **changes)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("say", "Say what?"),
        ("kick Cleo", "There is nobody called 'Cleo' here."),
        ("settings colour red", "There is no setting 'colour'."),
        ("settings size many", "size is a number."),
        ("settings size 1", "size cannot be '1'."),
        ("settings late perhaps", "late is on or off."),
        ("settings boards all", "boards cannot be 'all'."),
        ("settings", "size        500"),
        ("phrase", phrases()[0]),
        ("phrase 99", phrases()[0]),
    ],
)
async def test_what_cannot_be_done_is_told_and_asks_nothing(
    room: MadeUpRoom, line: str, told: str
) -> None:
    sentences = await RoomVerbs(room).do(line)
    assert sentences is not None
    assert sentences[0].startswith(told)
    assert not room.requested


async def test_other_lines_are_none_of_ours(room: MadeUpRoom) -> None:
    for line in ("", "a c", "ready", "sayonara", "# say x"):
        assert await RoomVerbs(room).do(line) is None
    assert all(f"\n{word}" in f"\n{HELP}" or f" {word}" in HELP for word in WORDS)


async def test_after_a_slash_text_is_said_and_a_number_is_a_phrase(room: MadeUpRoom) -> None:
    verbs = RoomVerbs(room)
    assert await carry_out(verbs, "late again?") == []
    assert asked(room) == {"type": "say", "text": "late again?"}
    await carry_out(verbs, "2")
    assert asked(room) == {"type": "phrase", "phrase": "thank_you"}
    await carry_out(verbs, "/lock")
    assert asked(room)["settings"]["locked"] is True
    assert len(await carry_out(verbs, "/help")) > len(PHRASES)


def test_who_is_muted_is_not_heard(room: MadeUpRoom) -> None:
    talk = Said(seat=1, text="Thank you.", phrase="thank_you")
    assert room.session.hear(talk, 0) == ["Ben of the Hill: Thank you."]
    room.session.muted.add(1)
    assert room.session.hear(talk, 0) == []


@pytest.mark.parametrize(
    "ids",
    [
        {"phrase": "thank_you"},
        {"phrase": "thank_you", "set_phrase": "thank_you"},
        {"phrase": None, "set_phrase": "of_a_newer_server"},
    ],
)
async def test_set_phrases_are_muted_and_free_text_is_not(
    room: MadeUpRoom, ids: dict[str, Any]
) -> None:
    verbs, phrase = RoomVerbs(room), Said(seat=1, text="Thank you.", **ids)
    free = Said(seat=1, text="Thank you.", phrase=None)
    assert await verbs.do("mute") == ["You hear no more set phrases."]
    assert room.session.hear(phrase, 0) == []
    assert room.session.hear(free, 0) == ["Ben of the Hill: Thank you."]
    assert await verbs.do("unmute") == ["You hear set phrases again."]
    assert room.session.hear(phrase, 0) == ["Ben of the Hill: Thank you."]
    assert not room.requested


def test_changes_are_told_in_sentences(room: MadeUpRoom) -> None:
    def told(kind: type[Any], **fields: Any) -> list[str]:
        room.seq += 1
        return room.session.hear(kind(seq=room.seq, **fields), 0)

    settings = Settings(locked=True, size=8, boards="done", delay_ms=2500)
    assert told(SettingsChanged, settings=settings) == [
        "The room is locked.",
        "The room is for 8.",
        "From now on contestants who have finished see boards, 2.5 s late.",
    ]
    assert told(SettingsChanged, settings=Settings())[0] == "The room is open again."
    assert told(StoodAside, seat=0, aside=True) == ["You stand aside."]
    assert told(StoodAside, seat=1, aside=False) == ["Ben of the Hill takes part again."]
    assert told(Silenced, seat=1, silent=True) == ["Ben of the Hill is silenced by the host."]
    assert told(said.Left, seat=1, host=0, kicked=True) == [
        "The host has sent Ben of the Hill away."
    ]
    assert room_talk.changed(Settings(), Settings()) == []


def test_the_host_asks_for_the_word_of_the_invitation(room: MadeUpRoom) -> None:
    session = room.session
    room.event(SettingsChanged, settings=Settings(invite_only=True))
    assert (session.needs_invite, session.needs_room) == (True, True)
    room.hear(room.room().model_copy(update={"invite": "KQ7KQ7KQ", "settings": session.settings}))
    assert (session.needs_invite, session.invite) == (False, "KQ7KQ7KQ")
    room.event(SettingsChanged, settings=Settings())
    assert session.invite is None


def test_a_link_carries_the_word() -> None:
    link = addresses.link("ws://h:1/ws", "KQ74TX", "KQ7KQ7KQ")
    assert link == "http://h:1/j/KQ7-4TX/KQ7KQ7KQ"
    assert addresses.room_address(link, None) == ("ws://h:1/ws", "KQ74TX")
    assert addresses.invite_of(link.lower()) == "KQ7KQ7KQ"
    assert addresses.invite_of("KQ7-4TX") is None
    assert addresses.invite_of(addresses.link("ws://h:1/ws", "KQ74TX")) is None
    with pytest.raises(Failure):
        addresses.room_address(link + "/more", None)


@pytest.mark.processes
async def test_a_room_is_kept_and_talked_in_line_by_line(tmp_path: Path, server_url: str) -> None:
    async def start(who: str, *words: str) -> Player:
        return await Player.start(tmp_path / who, server_url, *words)

    ann = await start(
        "ann", "host", "uncle-remus", "--name", "Ann", "--invite-only", "--late", "--aside"
    )
    link = (await ann.until("On this computer: ")).split()[-1]
    code = link.split("/")[-2]
    refused = patience(tmp_path / "cat", "join", code, "--name", "Cat", server=server_url)
    assert refused.code == exit_codes.REFUSED
    ben = await start("ben", "join", link, "--name", "Ben")
    await ann.until("Ben has joined.")
    cat = await start("cat", "join", link, "--name", "Cat")
    await ann.until("Cat has joined.")
    ann.type("say Welcome, both", "phrase 1")
    for player in (ben, cat):
        await player.until("Ann: Welcome, both")
        await player.until("Ann: Ace, please.")
    ben.type("mute Ann", "say quiet now")
    await ann.until("Ben: quiet now")
    ann.type("say not for Ben")
    await cat.until("Ann: not for Ben")
    ben.type("ready")
    await ann.until("Ben is ready.")
    ann.type("kick Cat", "start")
    await ben.until("The host has sent Cat away.")
    assert await cat.process.wait() == exit_codes.UNREACHABLE
    await ben.until("Go!")
    ben.type("say too soon")
    await ben.until(ONLY_PHRASES)
    dora = await start("dora", "join", link, "--name", "Dora")
    await dora.until("You join the race.")
    dora.type("resign")
    ben.type("resign", "wait")
    await ann.until("The race is over")
    ann.type("lock")
    await ben.until("The room is locked.")
    assert await ann.end() == exit_codes.DONE
    assert await ben.end() == exit_codes.DONE
    assert await dora.end() == exit_codes.DONE
    assert "Ann: not for Ben" not in ben.heard


@pytest.mark.processes
async def test_open_rooms_are_listed(tmp_path: Path, server_url: str) -> None:
    none = patience(tmp_path, "rooms", server=server_url)
    assert none.out.strip() == "No room is on the public list just now."
    words = ("host", "aces-up", "--name", "Ann", "--listed", "--late")
    ann = await Player.start(tmp_path / "ann", server_url, *words)
    code = (await ann.until("Code ")).split()[1].rstrip(".")
    while True:
        listed = patience(tmp_path, "rooms", server=server_url)
        assert listed.code == exit_codes.DONE
        if code in listed.out:
            break
    assert listed.out.strip() == f"{code}  Aces Up, time limit 6:00, Ann, waiting for its race"
    (room,) = patience(tmp_path, "rooms", "--json", server=server_url).json()
    assert (room["late"], room["here"]) == (True, 1)
    assert await ann.end() == exit_codes.DONE
