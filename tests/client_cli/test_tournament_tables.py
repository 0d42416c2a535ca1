"""The common tables of a tournament round: who sits at which, with how many points."""

from pathlib import Path
from typing import Any

import pytest

from client_cli.exit_codes import NOT_FOUND
from client_cli.screens.pages.tournaments.tournament_page import TournamentPage
from client_cli.screens.pages.tournaments.tournament_tables import TournamentTablesPage
from client_cli.tournament.round_tables import round_tables, rounds_at_tables
from client_cli.tournament.state import KnownTournament
from protocol.tournaments.live import HeatInfo, RoundInfo, Tournament
from protocol.tournaments.tables import RoundResult, TournamentRound
from tests.client_cli.command import NOBODY, Player
from tests.client_cli.screens.pilots import shows, text_of
from tests.client_cli.screens.test_account_pages import at_home
from tests.client_cli.test_tournament_evening import House
from tests.client_cli.tournament_made import CODE, bar, entrant, racing, round_of
from tests.harness import ServerProcess

NAMES = ("Anna", "Ben", "Cleo", "Dan", "Eva", "Finn")
ROUNDS = """\
title = "Demons"
lobby = "1h"
table = "1h"
[[rounds]]
game = "racing-demon"
"""


@pytest.mark.long(15)
@pytest.mark.processes
async def test_the_tables_of_a_round_are_listed_before_and_after_it(
    tmp_path: Path, server: ServerProcess
) -> None:
    house = House(tmp_path, server)
    await house.moves_in("Olga", "Anna", "Ben")
    (tmp_path / "demons.toml").write_text(ROUNDS)
    made = await house.organises(
        "new", "Demons", "--rounds", str(tmp_path / "demons.toml"), "--json"
    )
    code = made.json()[0]["code"]
    await house.organises("open", code)
    anna, ben = [
        await Player.start(house.storage(name).root, server.url, "tournament", "play", code)
        for name in ("Anna", "Ben")
    ]
    for player in (anna, ben):
        await player.until("You are checked in.")
    early = await house.says("Ben", "tournament", "tables", code)
    assert (early.code, "No round has common tables yet." in early.err) == (NOT_FOUND, True)
    await house.organises("start", code)
    await anna.until("Round 1 of 1, Racing Demon: begins in")
    anna.type("tables")
    await anna.until("Round 1 of 1, Racing Demon: begins soon.")
    assert await anna.until("Table 1: ") in (
        "Table 1: Anna (you) – Ben",
        "Table 1: Ben – Anna (you)",
    )
    await house.organises("start", code)
    for player in (anna, ben):
        await player.until("the stock: ")
    ben.type("resign")
    await anna.until("Only one contestant is left: the round is over.")
    await anna.until("Round 1 of 1, Racing Demon: over")
    anna.type("tables")
    told = await anna.until("Table 1: ")
    assert sorted(told.removeprefix("Table 1: ").split(" – ")) == [
        "Anna (you), -13 points",
        "Ben, -13 points",
    ]
    [spoken] = (await house.says("Ben", "tournament", "tables", code, "--json")).json()
    assert (spoken["round"], spoken["state"], len(spoken["tables"])) == (1, "table", 1)
    seated = {one["name"]: one["points"] for one in spoken["tables"][0]["entrants"]}
    assert seated == {"Anna": -13, "Ben": -13}
    missing = await house.says("Ben", "tournament", "tables", code, "--round", "2")
    assert missing.code == NOT_FOUND
    for player in (anna, ben):
        player.type("quit")
        await player.end()


def at_tables(number: int, state: str, *tables: list[int], **fields: Any) -> RoundInfo:
    heats = [
        HeatInfo(room=f"AAAAA{at}", entrants=seated, over=state == "closed", absent=[])
        for at, seated in enumerate(tables, 1)
    ]
    return round_of(number, state, game="racing_demon", heats=heats, **fields)


def two_rounds(**fields: Any) -> Tournament:
    """Six at two tables: one round is over, one is raced. The reader is number 0."""
    return racing(
        entrants=[
            entrant(n, name) for n, name in enumerate(["Anna", "Ben", "Cleo", "Dan", "Eva", "Finn"])
        ],
        rounds=[
            at_tables(1, "closed", [5, 4, 3], [2, 1, 0]),
            at_tables(2, "racing", [0, 1, 2], [3, 4, 5], ends_in_ms=200_000),
        ],
        bars=[bar(0, 3, points=-5), bar(2, 9, points=17), bar(4, 1, points=2)],
        **fields,
    )


def result(seat: int, one: int, points: int) -> RoundResult:
    return RoundResult(
        entrant=one, room="AAAAA1", seat=seat, result="complete", reason=None, best=3, tie_break=0,
        reached_ms=1_000, points=points, ended_ms=9_000, moves=5, clean=True, counts=None,
    )  # fmt: skip


def test_whoever_has_most_points_is_named_first() -> None:
    tournament = two_rounds()
    first, second = rounds_at_tables(tournament)
    assert [
        [one.entrant for one in table.seated] for table in round_tables(tournament, second)
    ] == [
        [2, 0, 1],
        [4, 3, 5],
    ]
    told = [result(seat, one, seat) for seat, one in enumerate([5, 4, 3])]
    assert [one.points for one in round_tables(tournament, first, told)[0].seated] == [2, 1, 0]
    assert rounds_at_tables(racing()) == [], "no other game has common tables"


async def test_the_page_follows_the_round_and_goes_back_to_another(tmp_path: Path) -> None:
    async with at_home(tmp_path, NOBODY, (80, 24)) as anna:
        page = TournamentPage(CODE, playing=True)
        anna.app.push_screen(page)
        await anna.pilot.pause()
        page.take(KnownTournament(two_rounds(), anna.app.now()))
        await anna.pilot.pause()
        assert "b tables" in text_of(anna.app)
        await anna.pilot.press("b")
        await anna.pilot.pause()
        assert shows(anna.app, TournamentTablesPage)
        tables = anna.app.screen
        assert isinstance(tables, TournamentTablesPage)
        lines = [" ".join(line.split()) for line in text_of(anna.app).splitlines()]
        assert any("Round 2 of 3, Racing Demon: is raced" in line for line in lines)
        names = [line.strip("> ▸") for line in lines]
        start = next(n for n, line in enumerate(names) if line.startswith("Table 1"))
        assert names[start : start + 6] == [
            "Table 1 Cleo 17 points",
            "Anna (you) -5 points",
            "Ben",
            "Table 2 Eva 2 points",
            "Dan",
            "Finn",
        ]
        await anna.pilot.press("enter")
        assert "Table 1: Cleo, 17 points – Anna (you), -5 points – Ben" in text_of(anna.app)
        page.take(KnownTournament(two_rounds(seq=1), anna.app.now()))
        more = two_rounds().model_copy(update={"bars": [bar(1, 13, points=40)]})
        page.take(KnownTournament(more, anna.app.now()))
        tables.tick()
        await anna.sees("Ben 40 points")
        await anna.pilot.press("b")
        await anna.sees("Round 1 of 3, Racing Demon: is over")
        tables._take(
            TournamentRound(
                id=1,
                code=CODE,
                round=more.rounds[0],
                goal=13,
                results=[result(seat, one, 10 * one) for seat, one in enumerate([5, 4, 3])],
            )
        )
        await anna.sees("Finn 50 points")
        await anna.pilot.press("n")
        await anna.sees("Round 2 of 3, Racing Demon: is raced")
        await anna.pilot.press("q")
        await anna.pilot.pause()
        assert shows(anna.app, TournamentPage)
