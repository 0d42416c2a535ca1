"""Organisers' commands: typed between races, and repeated after a lost connection."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

from client_cli.exit_codes import UNREACHABLE, USAGE, Failure
from client_cli.local.account_store import KnownAccount, save_account
from client_cli.local.storage import Storage
from client_cli.net.one_shot_client import with_connection
from client_cli.state.session import RoomSession
from client_cli.terminal.output import Output
from client_cli.text_mode.call_notices import CallNotices
from client_cli.text_mode.server_command import ServerCommandContext
from client_cli.text_mode.tournaments import tournament_input as typed
from client_cli.text_mode.tournaments import tournament_play
from client_cli.tournament import requests
from client_cli.tournament import state as known_as
from client_cli.tournament.follow import follow
from client_cli.tournament.state import KnownTournament
from protocol import SUBPROTOCOL, VERSION
from protocol.message import encode
from protocol.tournaments.live import Clocks, TournamentReminder
from protocol.tournaments.requests import RunTournament, SimpleVerb
from tests.client_cli.command import here
from tests.client_cli.tournament_made import CODE, racing, round_of, tournament
from tests.harness import LIMIT_S

LOBBY = racing(rounds=[round_of(1, "closed"), round_of(2, "lobby", ends_in_ms=9_000)])


def test_what_waits_is_the_start_a_lobby_or_a_table() -> None:
    assert known_as.waits(tournament()) == 0
    assert known_as.waits(LOBBY) == 2
    assert known_as.waits(racing(rounds=[round_of(1, "table")])) == 1
    assert known_as.waits(racing()) is None, "the bell of a race is fixed"
    arena = racing(plan={**racing().plan, "format": "arena"}, clocks=Clocks(closes_in_ms=9_000))
    assert known_as.waits(arena) is None


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("start", {"verb": "start", "round": 2}),
        ("Pause", {"verb": "pause"}),
        ("resume", {"verb": "resume"}),
        ("stop", {"verb": "stop", "for_good": False}),
        ("add-time 30s", {"verb": "add_time", "round": 2, "ms": 30_000}),
        ("announce  Pizza   is here", {"verb": "announce", "text": "Pizza is here"}),
        ("void-round 1", {"verb": "void_round", "round": 1}),
        ("replay-round 1", {"verb": "replay_round", "round": 1}),
        ("withdraw ben", {"verb": "withdraw", "entrant": 1}),
        ("remove #2", {"verb": "remove", "entrant": 2}),
        ("reinstate Dan", {"verb": "reinstate", "entrant": 3}),
        ("admit Eve", {"verb": "admit", "name": "Eve"}),
        ("invite Eve the Second", {"verb": "invite", "names": ["Eve the Second"]}),
        ("hand-over Ben", {"verb": "hand_over", "name": "Ben"}),
    ],
)
def test_an_organiser_types_verbs(line: str, meant: dict[str, object]) -> None:
    found = typed.verb(line, LOBBY)
    assert found is not None
    assert found.model_dump() == meant
    assert line.split(maxsplit=1)[0].lower() in typed.HELP


def test_what_is_no_verb_is_for_the_next_race() -> None:
    assert typed.verb("7-f", LOBBY) is None
    assert typed.verb("resign", LOBBY) is None
    for wrong in ("start now", "withdraw Eve", "void-round two", "add-time", "announce", "admit"):
        with pytest.raises(Failure):
            typed.verb(wrong, LOBBY)
    with pytest.raises(Failure, match="Say whom"):
        typed.verb("hand-over ", LOBBY)
    with pytest.raises(Failure, match="Nothing comes after") as failed:
        typed.verb("pause 5m", LOBBY)
    assert failed.value.code == USAGE


async def test_every_mistake_of_a_file_is_told_in_a_line_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "friday.toml"
    file.write_text('title = "Friday"\ngames = ["aces-op"]\nbell = "soon"\n')
    ended = await here(tmp_path, "tournament", "new", "Friday", "--rounds", str(file))
    assert (ended.code, ended.out) == (USAGE, "")
    assert ended.err.splitlines() == [
        'friday.toml:2: there is no game "aces-op"; did you mean aces-up?',
        'friday.toml:3: bell is a time such as 90s, 6m or 1h, not "soon"',
    ]


# Lines that break. ------------------------------------------------------------------------------


class Forgetful:
    """A server that hangs up on the first `breaks` who have something done, before it answers."""

    def __init__(self, breaks: int) -> None:
        self.breaks = breaks
        self.heard: list[RunTournament] = []

    async def serve(self, socket: ServerConnection) -> None:
        account = {"name": "Olga", "bot": False, "made_ms": 0, "sessions": 1, "preferences": []}
        async for text in socket:
            asked = json.loads(text)
            answers: dict[str, dict[str, Any]] = {
                "hello": {"type": "welcome", "protocol": VERSION, "server": "other"},
                "authenticate": {"type": "signed_in", "account": account, "session_ms": 1},
                "run_tournament": {"type": "done"},
                "follow_tournament": tournament().model_dump(mode="json"),
                "get_tournament": tournament().model_dump(mode="json"),
            }
            answer = answers[asked["type"]]
            if asked["type"] == "run_tournament":
                self.heard.append(RunTournament.model_validate(asked))
                if len(self.heard) <= self.breaks:
                    await socket.close(1011)
                    return
            await socket.send(json.dumps({**answer, "id": asked["id"]}))
            if asked["type"] == "follow_tournament":
                await socket.send(encode(SOON).decode())


SOON = TournamentReminder(code=CODE, title="Friday", starts_in_ms=900_000)


@asynccontextmanager
async def served(root: Path, other: Forgetful) -> AsyncIterator[tuple[str, Storage]]:
    async with serve(
        other.serve, "127.0.0.1", 0, subprotocols=[Subprotocol(SUBPROTOCOL)]
    ) as server:
        url = f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/ws"
        storage = Storage(root)
        save_account(storage, KnownAccount(url, "Olga", f"{0:024}{1:043}"))
        yield url, storage


async def test_whoever_follows_is_reminded(tmp_path: Path) -> None:
    told: asyncio.Queue[TournamentReminder] = asyncio.Queue()
    async with served(tmp_path, Forgetful(breaks=0)) as (url, storage):
        following = asyncio.create_task(
            follow(url, storage, CODE, lambda _: None, remind=told.put_nowait)
        )
        assert await asyncio.wait_for(told.get(), LIMIT_S) == SOON
        following.cancel()
        await asyncio.wait([following])


async def have_done(root: Path, other: Forgetful) -> None:
    async with served(root, other) as (url, storage):
        await with_connection(
            url, storage, lambda client: requests.run(client, CODE, SimpleVerb(verb="pause"))
        )


async def test_where_no_answer_came_it_is_said_again_in_the_same_word(tmp_path: Path) -> None:
    other = Forgetful(breaks=1)
    await have_done(tmp_path, other)
    first, second = other.heard
    assert (first.do, first.once) == (second.do, second.once)
    assert first.once is not None
    await have_done(tmp_path, other)
    assert other.heard[-1].once != first.once, "what is meant twice has two"


async def test_a_server_that_always_hangs_up_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "MOST_SAID", 2)
    other = Forgetful(breaks=100)
    with pytest.raises(Failure) as failed:
        await have_done(tmp_path, other)
    assert (failed.value.code, len(other.heard)) == (UNREACHABLE, 2)


def test_whoever_is_in_a_room_is_reminded_when_they_do_not_play(
    capsys: pytest.CaptureFixture[str],
) -> None:
    room: Any = SimpleNamespace(session=RoomSession())
    heard = CallNotices(room, Output())
    heard.hear(SOON)
    heard.tell()
    heard.tell()
    said = capsys.readouterr().out.splitlines()
    assert said == ["Friday starts in 15:00: patience tournament play KQ7-4TX."]


async def test_who_organises_and_plays_says_it_from_a_race(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[Any] = []

    async def run(_line: Any, code: str, verb: Any) -> None:
        done.append((code, verb.verb))

    async def on_this_line(_server: str, _storage: Storage, work: Any) -> None:
        await work(None)

    async def at_once(_: Any) -> None:
        return

    monkeypatch.setattr(requests, "run", run)
    monkeypatch.setattr(tournament_play, "with_connection", on_this_line)
    view = tournament_play.SessionLines(
        ServerCommandContext("ws://x/ws", Output(), Storage(tmp_path))
    )
    table: Any = SimpleNamespace(until=at_once)
    for organised, left in ((True, ["deal"]), (False, ["pause", "deal"])):
        view.show_change(None, KnownTournament(racing(organised=organised), 0))
        view._typed.extend(["pause", "deal"])
        view._ended = True
        assert [line async for line in view._lines(table, lambda: False)] == left
    assert done == [(CODE, "pause")]
