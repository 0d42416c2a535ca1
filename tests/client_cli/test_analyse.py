"""The command `patience analyse`."""

import json
from pathlib import Path
from typing import Any

import pytest

from client_cli import exit_codes
from client_cli.local.record_store import RecordNote, all_records, keep, keep_analysis
from client_cli.local.storage import Storage
from client_cli.messages.analysis import contestant_sentence
from engine.games import game
from engine.races.record import Record
from engine.solver.analysis import AnalysedContestant, analyse
from tests.client_cli.command import Ended, here
from tests.engine.solver.played_records import played

ACES_UP = game("aces_up")
ROUND = Path(__file__).parent.parent / "engine" / "records" / "racing-demon-1.json"


async def analysed(place: Path, record: Record, *words: str) -> Ended:
    """Run the command on a file with the record."""
    path = place / "record.json"
    path.write_text(json.dumps(record.to_json()))
    return await here(place, "analyse", str(path), *words)


async def test_programs_get_the_analysis(tmp_path: Path) -> None:
    record = played(ACES_UP, 8, care=[0, 3])
    [told] = (await analysed(tmp_path, record, "--json", "--nodes", "7000")).json()
    assert told == analyse(record, 7_000)
    assert told["nodes"] == 7_000


async def test_people_read_where_each_contestant_lost_it_and_how_to_win(tmp_path: Path) -> None:
    record = played(ACES_UP, 8, care=[0, 3], undo=0)
    lines = (await analysed(tmp_path, record)).out.splitlines()
    assert lines[0] == "The deal could be won, for example in 69 moves:"
    assert lines[1].strip().startswith("discard tab.1, deal, discard tab.0")
    until = [one["won_until"] for one in analyse(record)["contestants"]]
    for name, number in zip("AB", until, strict=True):
        assert number is not None
        assert (
            f"{name} could still have won until move {number}; move {number + 1} lost the game."
            f" Here is how to win after move {number}:"
        ) in lines
    assert lines[-1].endswith(" positions searched.")


async def test_of_a_lost_deal_nobody_is_told_to_have_lost_it(tmp_path: Path) -> None:
    lines = (await analysed(tmp_path, played(ACES_UP, 1, care=[0, 3]))).out.splitlines()
    assert lines[0].startswith("The deal could not be won. The best progress known is ")
    assert len(lines) == 2


async def test_in_a_game_for_points_the_best_total_is_told(tmp_path: Path) -> None:
    record = played(game("cribbage_patience"), 1, care=[0], undo=0)
    lines = (await analysed(tmp_path, record, "--nodes", "200")).out.splitlines()
    assert lines[0].startswith("The best total known for these cards in their order is ")
    assert "could" not in "".join(lines)


async def test_a_player_without_a_name_is_spoken_to(tmp_path: Path) -> None:
    record = played(ACES_UP, 8, care=[0], undo=0)
    nameless = record._replace(seats=(record.seats[0]._replace(name="you"),))
    said = (await analysed(tmp_path, nameless)).out.splitlines()
    assert any(line.startswith("You could") for line in said)
    assert not any(line.startswith("you") for line in said)


async def test_what_cannot_be_analysed_is_refused(tmp_path: Path) -> None:
    refused = await here(tmp_path, "analyse", str(ROUND))
    assert (refused.code, refused.out) == (exit_codes.REFUSED, "")
    assert refused.err.startswith("Racing Demon has no solver")
    record = played(ACES_UP, 8, care=[0], undo=0)
    seat = record.seats[0]
    broken = seat._replace(moves=(seat.moves[1], *seat.moves))
    wrong = await analysed(tmp_path, record._replace(seats=(broken,)))
    assert wrong.code == exit_codes.REFUSED
    assert wrong.err.startswith("A move of the record cannot be played")
    assert (await here(tmp_path, "analyse", "missing.json")).code == exit_codes.NOT_FOUND


@pytest.mark.parametrize(
    ("until", "lost", "line", "sentence"),
    [
        (None, None, None, "It is not known until when Ann could have won."),
        (None, 5, None, "Ann could not win after move 5. How long before is not known."),
        (30, None, [], "Ann won."),
        (0, 1, ["deal"], "Ann could have won; move 1 lost the game. Here is how to win:"),
        (30, None, ["deal"], "Ann could still have won at the end. Here is how:"),
        (
            7,
            12,
            ["deal"],
            "Ann could still have won until move 7, and no more after move 12; what is between is"
            " not known. Here is how to win after move 7:",
        ),
        (
            7,
            None,
            ["deal"],
            "Ann could still have won until move 7; what is after it is not known. Here is how to"
            " win after move 7:",
        ),
    ],
)
def test_what_is_not_known_is_said(
    until: int | None, lost: int | None, line: list[str] | None, sentence: str
) -> None:
    told: AnalysedContestant = {"seat": 0, "won_until": until, "lost_from": lost, "line": line}
    assert contestant_sentence("Ann", 30, told) == sentence


async def test_an_analysis_is_stored_with_the_record_and_exported_with_it(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    record = played(ACES_UP, 8, care=[0], undo=0)
    path = keep(storage, "aces_up-8", record.to_json(), RecordNote(0, 1_000))
    assert set(storage.read(tmp_path / "notes" / path.name)) == {"seat", "at", "imported"}
    plain = (await here(tmp_path, "replay", "aces_up-8", "--json")).json()
    assert all("winnable" not in each for each in plain)
    [told] = (await here(tmp_path, "analyse", "aces_up-8", "--json", "--nodes", "4000")).json()
    [again] = (await here(tmp_path, "analyse", "aces_up-8", "--json")).json()
    assert again == told
    assert (await here(tmp_path, "verify", "aces_up-8")).code == exit_codes.DONE

    positions = (await here(tmp_path, "replay", "aces_up-8", "--json")).json()
    until = told["contestants"][0]["won_until"]
    assert [each["winnable"] for each in positions[: until + 2]] == [
        *["winnable"] * (until + 1),
        "lost",
    ]
    spoken = (await here(tmp_path, "replay", "aces_up-8")).out
    assert spoken.count("It can still be won.\n") == until + 1

    away, new = tmp_path / "away", tmp_path / "new"
    assert (await here(tmp_path, "export", "--to", str(away))).code == exit_codes.DONE
    assert (await here(new, "import", str(away))).code == exit_codes.DONE
    [kept] = all_records(Storage(new))
    assert kept.analysis == told
    assert kept.imported


async def test_an_analysis_of_another_record_or_a_broken_one_is_not_used(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    record, other = played(ACES_UP, 8, care=[0]), played(ACES_UP, 3, care=[0])
    keep(storage, "aces_up-8", record.to_json(), RecordNote(0, 1_000))
    right = analyse(record)
    wrong: list[Any] = [
        analyse(other),
        {**right, "format": 3},
        {**right, "line": [1]},
        {**right, "best": "48"},
        {**right, "contestants": []},
        {**right, "contestants": [{**right["contestants"][0], "won_until": None}]},
        {},
        [],
    ]
    for analysis in wrong:
        [kept] = all_records(storage)
        keep_analysis(storage, kept, analysis)
        assert all_records(storage)[0].analysis == analysis
        [told] = (await here(tmp_path, "analyse", "aces_up-8", "--json")).json()
        assert told == right
