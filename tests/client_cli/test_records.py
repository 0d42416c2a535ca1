"""Stored records: lists, statistics, comparisons, shared texts, archives."""

import json
import re
import zipfile
from os import mkfifo
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from client_cli import exit_codes
from client_cli.features.history import counted, history_line, own, tallies, tally_line
from client_cli.local.record_store import RecordNote, all_records, find, find_race, keep, keep_race
from client_cli.local.storage import Storage
from client_cli.messages.game import pace
from client_cli.net.room_client import RoomClient
from client_cli.replay.progress_chart import SPARKS, chart, picture, svg
from client_cli.replay.share_text import shared
from client_cli.text_mode.offline import check_lines, for_people
from engine.cards import NAME
from engine.games import GAMES
from engine.races.ranking import Standing, rank
from engine.races.record import digest
from engine.races.timeline import first_difference
from engine.races.verify import Check
from protocol.rooms.standings import Opened
from tests.client_cli.command import patience
from tests.client_cli.played import alone, race
from tests.client_cli.test_session import info, room
from tests.client_cli.tournament_raced import told

SERVER = "ws://127.0.0.1:8765/ws"
CALLED_OFF_BEFORE = Path(__file__).parents[1] / "engine" / "records" / "called-off-before.json"


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path / "data")


def kept_race(storage: Storage, seat: int | None = 1, **made: Any) -> dict[str, Any]:
    document = dict(race(**made).to_json())
    keep_race(storage, SERVER, document, seat)
    return document


def test_a_race_is_kept_once_and_found_by_its_code(storage: Storage) -> None:
    first, second = kept_race(storage), kept_race(storage, code="KQ74TX-2")
    kept_race(storage)
    assert [kept.document for kept in all_records(storage)] == [first, second]
    latest, named = find_race(storage, "KQ74TX"), find_race(storage, "KQ74TX-1")
    assert (latest and latest.document, named and named.document) == (second, first)
    assert find_race(storage, "AAAAAA") is None
    assert find(storage, "../me") is None


def test_a_race_of_a_session_is_kept_once_all_of_it_is_told(storage: Storage) -> None:
    whole, *_ = told().documents.values()
    early = {**whole, "session": {**whole["session"], "secret": None}}
    for document in (early, whole):
        assert not all_records(storage)
        keep_race(storage, SERVER, document, 0)
    assert [kept.document for kept in all_records(storage)] == [whole]


async def test_a_record_is_asked_for_by_the_code_of_its_room(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever its race is called: that of a tournament has a name of its own."""
    line, asked = RoomClient(SERVER, storage, lambda _: None), list[Any]()
    monkeypatch.setattr(line.link, "post", asked.append)
    over = info(id="tournament-AAAAA2-3", status="over", clock_ms=9_000)
    line._hear(room(race=over, results=[], opened=Opened(secret="00" * 32, nonces={})))
    assert [each.race for each in asked] == ["KQ74TX-1"]


def test_what_is_broken_on_the_shelf_is_passed_over(storage: Storage) -> None:
    kept_race(storage)
    (storage.root / "records" / "broken.json").write_text("{")
    for note in (storage.root / "notes").iterdir():
        note.write_text('{"seat": "one"}')
    assert [kept.seat for kept in all_records(storage)] == [None], (
        "a race without a note is nobody's"
    )


def test_numbers_of_a_game(storage: Storage) -> None:
    """Three of one's own, in the order played: out, not, out; and others that do not count."""
    won, lost = alone("aces_up", 12, win=True), alone("aces_up", 3)
    for number, document in enumerate([won, lost, won], 1):
        keep(storage, f"aces_up-{number}", document, RecordNote(0, number * 1_000))
    ghost = {**lost, "ghost": {"race": "KQ74TX-1", "seat": 0, "name": "Ben"}}
    keep(storage, "ghost", ghost, RecordNote(0, 4_000))
    keep(storage, "of-others", race().to_json(), RecordNote(None, 5_000))
    kept_race(storage, seat=0)
    [tally] = tallies(all_records(storage))
    assert (tally.played, tally.out, tally.races, tally.won) == (4, 2, 1, tally.won)
    assert (tally.streak, tally.longest) == (0, 1)
    results = [k.record.results[0].standing for k in all_records(storage)[:3]]
    assert tally.best_ms == results[0].ended_ms
    mine = next(p.standing.best for p in race().results if p.standing.seat == 0)
    assert tally.mean_progress == (results[0].best * 2 + results[1].best + mine) / 4
    assert tally_line(tally).startswith("Aces Up: 4 played, 2 solved, best ")
    played = [(k, placed) for k in counted(all_records(storage)) if (placed := own(k))]
    moves = sum(placed.standing.moves for _, placed in played)
    minutes = sum(p.standing.ended_ms or k.record.ended_ms for k, p in played) / 60_000
    assert tally.moves_a_minute == pytest.approx(moves / minutes)
    assert f", {tally.moves_a_minute:.1f} moves a minute" in tally_line(tally)
    assert len(all_records(storage)) == 6


def test_moves_a_minute() -> None:
    assert pace(50, 4 * 60_000) == "12.5 moves a minute"
    assert pace(0, 60_000) == pace(3, 0) == ""


def test_a_first_place_that_is_shared_is_not_won(storage: Storage) -> None:
    """As where both gave up at once, with nothing done."""
    found = race()
    first = found.results[0].standing
    for number, other in enumerate([first.best, first.best, first.best + 1], 1):
        standings = [
            Standing(0, "lost", "resigned", first.best, 0, 1_000, None, 2_000, 1),
            Standing(1, "lost", "resigned", other, 0, 1_000, None, 2_000, 1),
        ]
        results = tuple(rank(standings, "progress"))
        document = found._replace(race=f"KQ74TX-{number}", results=results).to_json()
        keep_race(storage, SERVER, document, 1)
    [tally] = tallies(all_records(storage))
    assert (tally.races, tally.won) == (3, 1)
    assert tally.shared == 2
    assert tally_line(tally).endswith(", 1 of 3 races won, 2 shared.")


def test_what_was_taken_back_is_nobody_s_best(storage: Storage) -> None:
    keep(storage, "clean", alone("aces_up", 12, win=True), RecordNote(0, 1))
    (clean,) = all_records(storage)
    (placed,) = clean.record.results
    quick = placed.standing._replace(ended_ms=1, clean=False)
    marked = clean.record._replace(results=(placed._replace(standing=quick),))
    [tally] = tallies([clean, clean._replace(record=marked)])
    assert (tally.played, tally.out, tally.best_ms) == (2, 2, placed.standing.ended_ms)
    [alone_with_it] = tallies([clean._replace(record=marked)])
    assert alone_with_it.best_ms == 1


def test_points_are_the_numbers_of_a_grid(storage: Storage) -> None:
    keep(storage, "a", alone("poker_patience", 1), RecordNote(0, 1))
    [tally] = tallies(all_records(storage))
    assert tally.best_points == all_records(storage)[0].record.results[0].standing.points
    assert f"best {tally.best_points} point" in tally_line(tally)


def test_a_line_of_history_says_place_and_company(storage: Storage) -> None:
    kept_race(storage, seat=1)
    [kept] = all_records(storage)
    line = history_line(kept)
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d  KQ7-4TX-1: Aces Up, [12] of 2, ", line)
    assert line.endswith("with Ann.")


@pytest.mark.parametrize("slug", GAMES)
def test_a_shared_text_names_no_card(slug: str) -> None:
    text = "\n".join(shared(race(slug)))
    assert "patience play --ghost KQ7-4TX-1" in text
    cards = {name.replace("T", "10") for name in NAME} | set(NAME)
    assert not cards & set(re.findall(r"\w+", text.replace("KQ7-4TX-1", "")))
    assert not set("♠♥♦♣") & set(text)


def test_the_picture_and_the_svg_rise_to_the_same_ends() -> None:
    played = race("baroness", ["Ann", "B<e>n & Co"])
    drawn = chart(played, played.seats)
    lines = picture(drawn, 60, 14, symbols=False)
    assert max(map(len, lines)) <= 60
    assert len(lines) == 14
    best = {seat.name: board for seat, board in zip(played.seats, drawn.curves, strict=True)}
    for seat in played.seats:
        end = best[seat.name].steps[-1][1]
        assert any(f"{seat.name}: {end} progress at the end" in line for line in lines)
    tree = ElementTree.fromstring(svg(drawn))
    paths = [p for p in tree.iter("{http://www.w3.org/2000/svg}path") if p.get("stroke-width")]
    assert len(paths) == 2
    assert "B<e>n & Co" in [t.text for t in tree.iter("{http://www.w3.org/2000/svg}text")]


def test_compare_tells_where_two_part(storage: Storage, tmp_path: Path) -> None:
    played = race()
    kept_race(storage, seat=1)
    parting = first_difference(*played.seats)
    assert parting is not None
    data = storage.root
    told = patience(
        data, "replay", "KQ7-4TX", "--compare", "ann", "you", "--svg", str(tmp_path / "c.svg")
    )
    assert told.code == exit_codes.DONE, told.err
    assert told.out.count(f"They part at move {parting.number}. At 0:03 Ann: 9D from b to ") == 1
    assert "Ben: 2C from c to the discard. Progress " in told.out
    assert "Ann gives up. Progress " in told.out
    assert not re.search(r"tab\.\d|resign\b|\||at the end", told.out)
    assert (tmp_path / "c.svg").read_text().startswith("<svg")
    spoken = patience(data, "replay", "KQ7-4TX-1", "--compare", "Ann", "Ben", "--json").json()[0]
    assert spoken["first_difference"]["number"] == parting.number
    moments = spoken["contestants"][0]["moments"]
    assert len(moments) == len(played.seats[0].moves) + 1
    missing = patience(data, "replay", "KQ7-4TX", "--compare", "Ann", "Zoe")
    assert (missing.code, "there are Ann, Ben" in missing.err) == (exit_codes.NOT_FOUND, True)


def test_a_replay_tells_each_move_once_as_in_play(storage: Storage) -> None:
    kept_race(storage, seat=1)
    told = patience(storage.root, "replay", "KQ7-4TX").out
    assert "Ann: Aces Up, KQ7-4TX-1\n" in told
    assert told.count("1. 0:01  Ann: 2C from c to the discard.\n") == 1
    assert "Ben gives up.\n" in told
    assert "Ben has given up.\n" in told
    assert not re.search(r"discard tab|resign\b|KQ74TX|\bYou\b", told)


def test_history_stats_and_share_on_the_command_line(storage: Storage) -> None:
    data = storage.root
    assert "no record yet" in patience(data, "history").out
    kept_race(storage, seat=1)
    keep(storage, "baroness-4", alone("baroness", 4), RecordNote(0, 1))
    assert len(patience(data, "history").out.splitlines()) == 2
    [listed] = patience(data, "history", "aces-up", "--json").json()
    assert (listed["race"], sorted(listed["names"])) == ("KQ74TX-1", ["Ann", "Ben"])
    assert listed["standing"]["seat"] == 1
    played = {one["title"]: one["played"] for one in patience(data, "stats", "--json").json()}
    assert played == {"Aces Up": 1, "Baroness": 1}
    text = patience(data, "share", "KQ7-4TX").out
    assert "Crown Patience, Aces Up, KQ7-4TX-1" in text
    assert not set(SPARKS) & set(text), "lines are for ears too"
    [drawn] = patience(data, "share", "KQ7-4TX", "--json").json()
    assert set(SPARKS) & set(drawn["text"])
    assert patience(data, "replay", "baroness-4").code == exit_codes.DONE
    assert patience(data, "verify", "baroness-4").code == exit_codes.DONE
    checked = patience(data, "verify", "KQ7-4TX")
    assert checked.code == exit_codes.DONE
    assert "PASS  format: KQ7-4TX-1: aces_up" in checked.out
    assert f"PASS  moves of Ben: {len(race().seats[1].moves)} moves, progress " in checked.out
    assert "PASS  seed: nonces of Ann, Ben\n" in checked.out
    assert "No server answers" in checked.out
    assert "kept here" in checked.out


def test_checks_name_contestants_to_people_and_seats_to_programs(storage: Storage) -> None:
    kept_race(storage, seat=1)
    [checked] = patience(storage.root, "verify", "KQ7-4TX", "--json").json()[-1:]
    assert "moves of seat 1" in [step["step"] for step in checked["steps"]]
    one = Check("moves of seat 1", True, "1 moves, progress 0")
    wrong = Check("calls", False, "seat 0 laid card 3 before it was called")
    assert check_lines(for_people([one, wrong], race().to_json())) == [
        "PASS  moves of Ben: 1 move, progress 0",
        "FAIL  calls: Ann laid card 3 before it was called",
    ]
    assert for_people([one], None) == [one]


def test_what_cannot_be_checked_of_a_record_is_said_and_no_fault(tmp_path: Path) -> None:
    """A round that was called off before records said so."""
    checked = patience(tmp_path, "verify", str(CALLED_OFF_BEFORE))
    assert checked.code == exit_codes.DONE
    *_, last = lines = checked.out.splitlines()
    untold = "the record does not say whether the round was called off"
    assert [line for line in lines if line.startswith("SKIP")] == [
        f"SKIP  end: 6000 ms, and {untold}"
    ]
    assert last == "The record verifies; not checkable: end."
    [told] = patience(tmp_path, "verify", str(CALLED_OFF_BEFORE), "--json").json()
    assert (told["ok"], told["failed"], told["unchecked"]) == (True, None, ["end"])
    assert [step["step"] for step in told["steps"] if not step["checkable"]] == ["end"]
    [brought] = patience(tmp_path, "import", str(CALLED_OFF_BEFORE), "--json").json()
    assert brought["outcome"] == "taken"


@pytest.mark.long(20)
def test_only_files_are_read_of_a_folder(storage: Storage, tmp_path: Path) -> None:
    """A pipe in it was waited for, in the folder and on the shelf."""
    kept_race(storage)
    folder = tmp_path / "parcel"
    assert patience(storage.root, "export", "--to", str(folder)).code == exit_codes.DONE
    mkfifo(folder / "0.json")
    mkfifo(folder / "notes-of-others.json")
    (folder / "1.json").mkdir()
    mkfifo(storage.root / "records" / "0.json")
    there = tmp_path / "there"
    [brought] = patience(there, "import", str(folder), "--json").json()
    assert brought["outcome"] == "taken"
    assert len(patience(storage.root, "history", "--json").json()) == 1
    assert patience(storage.root, "verify", "KQ7-4TX").code == exit_codes.DONE


def test_more_than_a_race_may_have_is_refused_in_a_sentence(tmp_path: Path) -> None:
    """Before anything is played or printed."""
    document = race().to_json()
    path = tmp_path / "many.json"
    seats = [{"seat": number, "name": "A", "moves": []} for number in range(20_000)]
    path.write_text(json.dumps({**document, "seats": seats}))
    for command in ("replay", "verify", "share"):
        said = patience(tmp_path, command, str(path))
        assert said.code == exit_codes.REFUSED
        assert "The record has more than 10,000 seats." in said.out + said.err
        assert said.out.count("\n") <= 2


def test_an_end_that_does_not_follow_is_named(tmp_path: Path) -> None:
    document = race().to_json()
    document["ended_ms"] += 10**9
    path = tmp_path / "late.json"
    path.write_text(json.dumps({**document, "digest": digest(document)}))
    checked = patience(tmp_path, "verify", str(path))
    assert checked.code == exit_codes.REFUSED
    assert "FAIL  end: the race ended at " in checked.out


@pytest.mark.parametrize("parcel", ["all.zip", "all"])
def test_records_travel_and_are_marked(storage: Storage, tmp_path: Path, parcel: str) -> None:
    kept_race(storage, seat=1)
    keep(storage, "baroness-4", alone("baroness", 4), RecordNote(0, 1))
    to, there = tmp_path / parcel, tmp_path / "there"
    assert patience(storage.root, "export", "--to", str(to)).out == f"2 records written to {to}.\n"
    brought = patience(there, "import", str(to), "--json").json()
    assert [one["outcome"] for one in brought] == ["taken", "taken"]
    again = patience(there, "import", str(to), "--json").json()
    assert [one["outcome"] for one in again] == ["known", "known"]
    arrived = all_records(Storage(there))
    assert [(k.seat, k.imported) for k in arrived] == [(0, True), (1, True)]
    assert "imported" in patience(there, "history").out
    assert patience(there, "verify", arrived[0].name).code == exit_codes.DONE


def test_what_does_not_verify_is_left_out(storage: Storage, tmp_path: Path) -> None:
    document = race().to_json()
    document["seats"][0]["name"] = "Zoe"
    (tmp_path / "forged.json").write_text(json.dumps(document))
    (tmp_path / "no.json").write_text("[" * 100_000)
    with zipfile.ZipFile(tmp_path / "p.zip", "w") as parcel:
        parcel.writestr("../../evil.json", json.dumps(race().to_json()))
        parcel.writestr("notes.json", '{"evil.json": {"seat": "x", "at": -1}}')
    files = [str(tmp_path / name) for name in ("forged.json", "no.json", "p.zip")]
    told = patience(storage.root, "import", *files)
    assert told.code == exit_codes.REFUSED
    assert "forged.json: refused: digest" in told.out
    assert "no.json: refused: format" in told.out
    [kept] = all_records(storage)
    assert (kept.path.parent, kept.seat) == (storage.root / "records", None)
    assert patience(storage.root, "import", "nothing.zip").code == exit_codes.NOT_FOUND
