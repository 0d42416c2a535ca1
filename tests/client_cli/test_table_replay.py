"""Replaying the record of a round of Racing Demon, in lines and on the full screen."""

import json
from pathlib import Path

import pytest

from client_cli import exit_codes
from client_cli.replay.table_replay import moments
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.table_replay import TableReplayPage
from engine.racing_demon.record import TableRecord, read
from tests.client_cli.command import patience
from tests.client_cli.screens.pilots import Clock, text_of
from tests.engine.test_racing_demon_record import AT_THE_BELL, CALLED_OFF, OUT, document

OUT_NAME = {each.seat: each.name for each in OUT.seats}[OUT.end.out or 0]


@pytest.fixture
def record() -> TableRecord:
    return read(document(AT_THE_BELL))


@pytest.fixture
def file(tmp_path: Path, record: TableRecord) -> Path:
    path = tmp_path / "round.json"
    path.write_text(json.dumps(record.to_json()))
    return path


def test_a_round_is_printed_command_by_command_and_counted(file: Path, record: TableRecord) -> None:
    done = patience(file.parent, "replay", str(file))
    assert done.code == exit_codes.DONE, done.err
    head, *lines = done.out.splitlines()
    names = [each.name for each in record.seats]
    assert head.startswith("Racing Demon")
    assert head.endswith(f": {', '.join(names)}.")
    told = lines[1 : 1 + len(record.commands)]
    assert lines[1 + len(record.commands)].endswith("Time is up.")
    by_seat = {each.seat: each.name for each in record.seats}
    for line, command in zip(told, record.commands, strict=True):
        assert f"  {by_seat[command.seat]}" in line
    points = [f"{each.score.points} point" for each in record.results]
    assert all(any(point in line for line in lines[-len(names) :]) for point in points)


def test_programs_get_the_table_after_every_command(file: Path, record: TableRecord) -> None:
    done = patience(file.parent, "replay", str(file), "--json").json()
    found = moments(record)
    tables = [each for each in done if each["type"] != "result"]
    kinds = ["deal", *["command"] * len(record.commands), "end"]
    assert [each["type"] for each in tables] == kinds
    assert [each["number"] for each in tables[:-1]] == list(range(1 + len(record.commands)))
    for table, moment in zip(tables, found, strict=True):
        assert table["ms"] == moment.ms
        assert table["table"] == record.game.view(moment.state).to_json()
    assert [each["name"] for each in done if each["type"] == "result"] == [
        each.name for each in record.seats
    ]


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (AT_THE_BELL, "Time is up."),
        (CALLED_OFF, "The organiser has called the round off."),
        (OUT, f"{OUT_NAME} is out."),
    ],
    ids=["bell", "called off", "out"],
)
def test_the_end_is_a_step_of_its_own(record: TableRecord, sentence: str, file: Path) -> None:
    """At the bell the view of the table says that the round is over; before it, that it is not."""
    assert moments(record)[-1].sentence == sentence
    done = patience(file.parent, "replay", str(file), "--json").json()
    *_, before, end = [each for each in done if each["type"] != "result"]
    by_itself = record is OUT
    assert (before["table"]["over"] is not None) == by_itself
    assert end["table"]["over"]["reason"] == record.end.reason == end["reason"]
    assert end["number"] == before["number"] == len(record.commands)
    assert (end["ms"], end["out"], end["called_off"]) == (
        record.ended_ms,
        record.end.out,
        record.called_off,
    )


def test_a_changed_round_is_not_replayed(file: Path) -> None:
    changed = json.loads(file.read_text())
    changed["commands"][3][2] = "claim waste foundation.new 0"
    file.write_text(json.dumps(changed))
    done = patience(file.parent, "replay", str(file))
    assert done.code == exit_codes.REFUSED
    assert "The record cannot be played" in done.err


async def test_all_boards_move_on_one_clock(record: TableRecord) -> None:
    now = Clock()
    page = TableReplayPage(record)
    app = PatienceApp(lambda _: page, None, now=now)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "The deal." in text_of(app)
        for each in record.seats:
            assert each.name in text_of(app)
        await pilot.press("right", "right")
        await pilot.pause()
        assert page.at == 2
        assert page.moments[2].sentence in text_of(app).replace("♠", "S").replace("♥", "H").replace(
            "♦", "D"
        ).replace("♣", "C")
        await pilot.press("left")
        assert page.at == 1
        await pilot.press("c")
        assert page.moments[page.at].command.text.startswith("claim ")  # type: ignore[union-attr]
        await pilot.press("end")
        await pilot.pause()
        assert page.at == len(record.commands) + 1
        assert "Time is up." in text_of(app)
        await pilot.press("left")
        await pilot.pause()
        assert page.at == len(record.commands)
        assert "Time is up." not in text_of(app)
        await pilot.press("home", "space")
        now.ms += 500
        page.tick()
        assert page.reel.runs
        assert page.at > 0
        await pilot.press("5", "plus", "pageup", "pagedown", "minus", "question_mark")
        await pilot.pause()
