"""What people have raced together: sentences, and the command against a real server."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from client_cli import exit_codes
from client_cli.features import together
from protocol.rivals import ClosestFinish, Together, TogetherGame, TogetherPerson, TogetherRace
from server.leaderboards.results_log import ResultsLog
from server.store.redis_client import connect
from tests.client_cli.command import Ended, here
from tests.client_cli.crowned import Crowned, crowned
from tests.server.leaderboards.made import Ran, race
from tests.server.telephone.telephone_process import number_of

MANY = 105
"""More races than one request brings."""


def test_all_of_it_in_words() -> None:
    found = Together(
        id=1,
        people=[
            TogetherPerson(name="Anna", bot=False, wins=2, longest=2),
            TogetherPerson(name="Ben", bot=False, wins=1, longest=1),
        ],
        total=3,
        games=[TogetherGame(game="aces_up", races=3, wins=[2, 1])],
        closest=ClosestFinish(
            race="KQ74TX-2", game="aces_up", ago_ms=5, first="Ben", second="Anna", gap_ms=340
        ),
        races=[TogetherRace(race="KQ74TX-3", game="aces_up", ago_ms=7_200_000, places=[1, 4])],
    )
    assert together.together_lines(found) == [
        "You and Ben: 3 races together.",
        "You: 2 won, at most 2 in a row",
        "Ben: 1 won, at most 1 in a row",
        "Aces Up, 3 races: You 2, Ben 1",
        "Closest finish: Ben 0.3 s before Anna, Aces Up, just now (KQ7-4TX-2)",
        "2 hours ago: Aces Up, You 1st, Ben 4th (KQ7-4TX-3)",
    ]
    nothing = found.model_copy(update={"total": 0, "races": []})
    assert together.together_lines(nothing) == ["You and Ben have raced nothing together."]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Crowned]:
    """A server on which Anna has beaten Ben in many races."""
    async with crowned(tmp_path_factory.mktemp("house")) as made:
        await made.people("Anna", "Ben")
        mine, theirs = [await number_of(made.redis_url, name) for name in ("Anna", "Ben")]
        redis = connect(made.redis_url, 1)
        book = ResultsLog(redis)
        for number in range(1, MANY + 1):
            won = Ran(theirs, "won", ms=50_400) if number == 7 else Ran(theirs)
            await book.write(race(number, Ran(mine, "won", ms=50_000), won))
        await redis.aclose()
        yield made


@pytest.mark.processes
async def test_the_command(house: Crowned, tmp_path: Path) -> None:
    async def ask(*words: str) -> Ended:
        return await here(house.data("Anna"), "together", *words, server=house.url)

    lines = (await ask("ben", "--rows", "1")).out.splitlines()
    assert lines[0] == f"You and Ben: {MANY} races together."
    assert lines[1] == f"You: {MANY} won, at most {MANY} in a row"
    assert lines[4].startswith("Closest finish: Anna 0.4 s before Ben, Aces Up, ")
    assert lines[-1] == f"{MANY - 1} more: --offset 1."
    (told,) = (await ask("Ben", "--rows", "2", "--json")).json()
    assert (told["type"], told["total"], len(told["races"])) == ("together", MANY, 2)

    to = tmp_path / "evening.json"
    said = await ask("Ben", "--export", str(to))
    assert said.out == f"{MANY} races written to {to}.\n"
    written = json.loads(to.read_text())
    assert len({one["race"] for one in written["races"]}) == written["total"] == MANY
    assert written["at_ms"] > 0
    assert written["people"] == told["people"]
    assert written["games"] == told["games"]
    assert written["closest"]["race"] == "KQ74TX-7"


@pytest.mark.processes
async def test_what_the_command_refuses(house: Crowned, tmp_path: Path) -> None:
    data = house.data("Anna")
    for words, code in (
        (("Nobody",), exit_codes.NOT_FOUND),
        (("Anna",), exit_codes.REFUSED),
        (("Ben", "--export", str(tmp_path / "no" / "such.json")), exit_codes.USAGE),
    ):
        ended = await here(data, "together", *words, server=house.url)
        assert ended.code == code, ended
    guest = await here(tmp_path, "together", "Ben", server=house.url)
    assert guest.code == exit_codes.NOT_FOUND
