"""Stored records of rounds at a common table: lists, statistics, shared texts, comparisons,
archives."""

import json
import re
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from client_cli import exit_codes
from client_cli.features.history import history_line, people, tallies, tally_line
from client_cli.features.practice import Opponents, practice_room
from client_cli.local.record_store import KeptRound, RecordNote, all_kept, keep, keep_race
from client_cli.local.storage import Storage
from client_cli.replay.share_text import shared
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import NoticeBox, ReadingPage
from client_cli.screens.pages.history import HistoryPage
from client_cli.screens.pages.post_game import ContestantPage
from client_cli.screens.pages.stats import StatsPage
from client_cli.screens.pages.table_replay import TableReplayPage
from client_cli.text_mode.offline import check_lines, for_people
from engine.cards import NAME
from engine.errors import IllegalMove
from engine.moves import Turn
from engine.races.fairness import computer_player_nonce
from engine.races.verify import Check, summary, verify
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.players import RacingPlayer
from tests.client_cli.command import NOBODY, patience
from tests.client_cli.played import race
from tests.client_cli.screens.pilots import Clock, shows, text_of, until
from tests.engine.test_racing_demon_record import AT_THE_BELL, NONCES, OUT, SECRET, document

SERVER = "ws://127.0.0.1:8765/ws"
ANN, BOB, CID = 2, 5, 7
FIRST_FORMAT = Path(__file__).parents[1] / "engine" / "records" / "racing-demon-1.json"


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(tmp_path / "data")


def result(record: Any, seat: int) -> Any:
    return next(each for each in record.results if each.seat == seat)


def played_alone(storage: Storage, deal: int, *, ms: int = 300, seed: int = 2) -> dict[str, Any]:
    """Play a round of practice to its end, and return its stored record. The person moves as often
    as the computer players, every `ms` milliseconds."""
    now, rules = Clock(), RacingDemon({})
    room = practice_room(rules, storage, now, Opponents(bots=2, pace="quick"), deal)
    player = RacingPlayer(rules, "tips", 0, Random(seed).randrange)
    while room.session.status != "over":
        table = room.session.common
        assert table is not None
        move = player.move(table.view)
        if move is not None:
            room.play_table(move)
        now.ms += ms
        room.step()
    stored = storage.read(storage.root / "records" / f"racing_demon-{deal}.json")
    assert stored
    return stored


def test_a_round_of_practice_is_kept_and_verifies(storage: Storage) -> None:
    stored = played_alone(storage, 7)
    checks = verify(stored)
    assert summary(checks)["ok"], checks[-1]
    assert stored["end"]["reason"] in ("out", "blocked")
    assert len(stored["commands"]) > 100
    [kept] = all_kept(storage)
    assert isinstance(kept, KeptRound)
    assert (kept.seat, people(kept)) == (0, {0}), "its computer players are no people"
    assert "with Computer 1, Computer 2" in history_line(kept)


def test_a_round_of_practice_that_the_bell_ends_is_kept(storage: Storage) -> None:
    stored = played_alone(storage, 7, ms=100_000)
    assert stored["end"]["reason"] == "bell"
    assert stored["ended_ms"] == stored["bell_ms"]
    assert summary(verify(stored))["ok"]


def test_a_move_after_the_bell_of_practice_is_refused(storage: Storage) -> None:
    now = Clock()
    room = practice_room(RacingDemon({}), storage, now, Opponents(bots=1, pace="slow"), 7)
    now.ms += room.whole_room().race.bell_ms
    with pytest.raises(IllegalMove, match="over"):
        room.play_table(Turn())
    [kept] = all_kept(storage)
    assert isinstance(kept, KeptRound)
    assert (kept.record.end.reason, kept.record.commands) == ("bell", ())
    assert summary(verify(kept.document))["ok"]
    assert room.session.status == "over"


def test_a_round_is_listed_with_place_points_and_names(storage: Storage) -> None:
    keep_race(storage, SERVER, document(OUT), BOB)
    own = result(OUT, BOB)
    [kept] = all_kept(storage)
    assert re.sub(r"^\S+ \S+  ", "", history_line(kept)).startswith(
        f"KQ7-4TX-1: Racing Demon with same_deal=false, piles=5, {own.place} of 3, "
        f"{own.score.points} points"
    )
    listed = patience(storage.root, "history", "racing-demon").out
    assert listed == f"{history_line(kept)}\n"
    assert ", with Ann, Cid." in listed
    [told] = patience(storage.root, "history", "--json").json()
    assert told["names"] == [{2: "Ann", 5: "Bob", 7: "Cid"}[each.seat] for each in OUT.results]
    assert told["scores"] == [each.score._asdict() for each in OUT.results]
    assert (told["place"], told["standing"]["points"]) == (own.place, own.score.points)
    assert patience(storage.root, "history", "aces-up").out == "There is no record yet.\n"
    assert patience(storage.root, "verify", "KQ7-4TX").code == exit_codes.DONE


def test_who_is_out_is_said_so(storage: Storage) -> None:
    assert OUT.end.out is not None
    keep_race(storage, SERVER, document(OUT), OUT.end.out)
    [kept] = all_kept(storage)
    assert re.search(r"points?, out, with ", history_line(kept))


def test_statistics_count_rounds_and_only_people(storage: Storage) -> None:
    """Of three rounds one is alone with computer players, and in one a computer player is first."""
    best = OUT.results[0].seat
    second = OUT.results[1].seat
    against_one = {**NONCES, best: computer_player_nonce(SECRET, best)}
    alone = {seat: computer_player_nonce(SECRET, seat) for seat in (ANN, BOB, CID)}
    alone[second] = bytes(16)
    for number, nonces in enumerate((NONCES, against_one, alone), 1):
        made = OUT._replace(race=f"KQ74TX-{number}", nonces=nonces)
        keep_race(storage, SERVER, document(made), second, number)
    counts = [len(people(kept)) for kept in all_kept(storage)]
    assert counts == [3, 2, 1]
    [tally] = tallies(all_kept(storage))
    points = result(OUT, second).score.points
    assert (tally.played, tally.best_points, tally.mean_points) == (3, points, points)
    assert (tally.races, tally.won, tally.shared) == (2, 1, 0)
    assert tally.out == 3 * result(OUT, second).score.out
    told = patience(storage.root, "stats", "racing-demon").out
    assert told == f"{tally_line(tally)}\n"
    assert f": 3 rounds, {tally.out} out, best {points} point" in told
    assert told.endswith(", 1 of 2 races won.\n")


def test_a_round_that_somebody_was_out_in_counts_as_out(storage: Storage) -> None:
    keep_race(storage, SERVER, document(OUT), OUT.end.out)
    [tally] = tallies(all_kept(storage))
    assert (tally.out, tally.best) == (1, 13)


def test_a_race_against_computer_players_alone_is_no_race(storage: Storage) -> None:
    made = race()
    seat = made.results[1].standing.seat
    other = made.results[0].standing.seat
    nonces = {seat: bytes(16), other: computer_player_nonce(made.secret or b"", other)}
    keep_race(storage, SERVER, made._replace(nonces=nonces).to_json(), seat)
    [tally] = tallies(all_kept(storage))
    assert (tally.played, tally.races) == (1, 0)


def test_a_shared_round_names_no_card(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(document(OUT)))
    told = patience(tmp_path, "share", str(file))
    assert told.code == exit_codes.DONE, told.err
    assert told.out.splitlines()[0].startswith("Crown Patience, Racing Demon")
    for each, line in zip(OUT.results, told.out.splitlines()[1:], strict=True):
        assert line.startswith(f"{each.place}. ")
        assert f"{each.score.points} point" in line
    words = set(re.findall(r"\w+", told.out.replace("KQ7-4TX-1", "")))
    assert not ({name.replace("T", "10") for name in NAME} | set(NAME)) & words
    [spoken] = patience(tmp_path, "share", str(file), "--json").json()
    assert spoken == {"race": "KQ74TX-1", "text": "\n".join(shared(OUT))}


def test_two_seats_are_compared_by_their_progress(storage: Storage, tmp_path: Path) -> None:
    keep_race(storage, SERVER, document(OUT), BOB)
    to = tmp_path / "c.svg"
    told = patience(storage.root, "replay", "KQ7-4TX", "--compare", "ann", "you", "--svg", str(to))
    assert told.code == exit_codes.DONE, told.err
    head, *lines = told.out.splitlines()[1:]
    assert head == "Racing Demon, KQ7-4TX-1: Ann and Bob."
    assert lines[0].endswith("0:00  Ann: 0 of 13, -13 points; Bob: 0 of 13, -13 points.")
    ann, bob = result(OUT, ANN).score, result(OUT, BOB).score
    assert lines[-3].endswith(
        f"Ann: {13 - ann.left} of 13, {ann.points} points; "
        f"Bob: {13 - bob.left} of 13, {bob.points} points."
    )
    assert "Cid" not in told.out
    assert to.read_text().count('stroke-width="2.5"') == 2
    spoken = patience(storage.root, "replay", "KQ7-4TX", "--compare", "Ann", "Bob", "--json")
    [compared, *results] = spoken.json()
    assert [each["name"] for each in compared["contestants"]] == ["Ann", "Bob"]
    ends = [each["moments"][-1] for each in compared["contestants"]]
    assert [end["points"] for end in ends] == [ann.points, bob.points]
    times = [moment["ms"] for moment in compared["contestants"][0]["moments"]]
    assert times == sorted(times)
    moments = compared["contestants"][0]["moments"]
    figures = [(moment["progress"], moment["points"]) for moment in moments]
    assert all(one != other for one, other in pairwise(figures)), "only changes are told"
    assert [each["name"] for each in results] == ["Ann", "Bob"]
    missing = patience(storage.root, "replay", "KQ7-4TX", "--compare", "Ann", "Zoe")
    assert (missing.code, "there are Ann, Bob, Cid" in missing.err) == (exit_codes.NOT_FOUND, True)


def test_a_round_has_no_ghost(storage: Storage) -> None:
    keep_race(storage, SERVER, document(OUT), BOB)
    done = patience(storage.root, "play", "--ghost", "KQ7-4TX")
    assert done.code == exit_codes.USAGE
    assert "a round at a common table" in done.err


@pytest.mark.parametrize("parcel", ["all.zip", "all"])
def test_rounds_travel_and_are_verified(storage: Storage, tmp_path: Path, parcel: str) -> None:
    keep_race(storage, SERVER, document(OUT), BOB, 12_345)
    played_alone(storage, 7)
    to, there = tmp_path / parcel, tmp_path / "there"
    assert patience(storage.root, "export", "--to", str(to)).out == f"2 records written to {to}.\n"
    for outcome in ("taken", "known"):
        brought = patience(there, "import", str(to), "--json").json()
        assert [one["outcome"] for one in brought] == [outcome, outcome]
    arrived = all_kept(Storage(there))
    assert [(k.seat, k.imported) for k in arrived] == [(BOB, True), (0, True)]
    assert arrived[0].document == document(OUT)
    one = tmp_path / "one"
    assert patience(storage.root, "export", "KQ7-4TX-1", "--to", str(one)).code == exit_codes.DONE
    forged = {**document(OUT), "seats": [{"seat": n, "name": "Zoe"} for n in (ANN, BOB, CID)]}
    (tmp_path / "forged.json").write_text(json.dumps(forged))
    told = patience(there, "import", str(tmp_path / "forged.json"))
    assert told.code == exit_codes.REFUSED
    assert "forged.json: refused: digest" in told.out


def test_a_round_of_the_first_format_is_imported_and_listed(tmp_path: Path) -> None:
    assert patience(tmp_path, "import", str(FIRST_FORMAT)).code == exit_codes.DONE
    [listed] = patience(tmp_path, "history", "--json").json()
    assert listed["game"] == "racing_demon"
    assert listed["imported"]


def test_checks_of_a_round_name_contestants_to_people() -> None:
    wrong = Check("commands", False, "command 3 of seat 5, 'turn', was given at an impossible time")
    [line] = check_lines(for_people([wrong], document(OUT)))
    assert line == "FAIL  commands: command 3 of Bob, 'turn', was given at an impossible time"


def test_a_round_with_a_result_of_nobody_is_passed_over(storage: Storage) -> None:
    stray = {**document(OUT), "seats": [{"seat": n, "name": "Zoe"} for n in (ANN, BOB, 9)]}
    keep(storage, "stray", stray, RecordNote(BOB, 1))
    assert all_kept(storage) == []


# The full screen. ---------------------------------------------------------------------------------


def history(storage: Storage) -> PatienceApp:
    return PatienceApp(lambda _: HistoryPage(), storage, now=Clock(), server=NOBODY)


async def test_a_round_is_on_the_page_of_history(storage: Storage) -> None:
    keep_race(storage, NOBODY, document(OUT), BOB)
    app, own = history(storage), result(OUT, BOB)
    async with app.run_test(size=(110, 30)) as pilot:
        await pilot.pause()
        assert f"{own.place} of 3, {own.score.points} points" in text_of(app)
        assert "c compare" in text_of(app)
        assert "g ghost" not in text_of(app)
        await pilot.press("g")
        await pilot.pause()
        assert "has no ghost" in text_of(app)
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert "The record verifies." in text_of(app)
        await pilot.press("escape", "s")
        await until(pilot, lambda: isinstance(app.screen, NoticeBox))
        assert "Crown Patience, Racing Demon" in text_of(app)
        await pilot.press("escape", "enter")
        await until(pilot, lambda: shows(app, TableReplayPage))
        await pilot.pause()
        assert all(name in text_of(app) for name in ("Ann", "Bob", "Cid"))


async def test_two_boards_of_a_round_are_shown_side_by_side(storage: Storage) -> None:
    keep_race(storage, NOBODY, document(OUT), BOB)
    app = history(storage)
    first, _, third = (each.seat for each in OUT.results)
    names = {ANN: "Ann", BOB: "Bob", CID: "Cid"}
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("c")
        await until(pilot, lambda: shows(app, ContestantPage))
        await pilot.press("enter")
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: shows(app, TableReplayPage))
        await pilot.pause()
        page = app.screen
        assert isinstance(page, TableReplayPage)
        assert [each.seat for each in page.seats] == [first, third]
        middle = ({*names} - {first, third}).pop()
        boards = text_of(app).splitlines()[1]
        assert names[first] in boards
        assert names[third] in boards
        assert names[middle] not in boards
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        assert f"{names[first]}: {13 - result(OUT, first).score.left} progress at the end" in (
            text_of(app)
        )
        assert names[middle] not in text_of(app)


async def test_statistics_draw_rounds_with_fewer_than_no_points(storage: Storage) -> None:
    for seat in (ANN, BOB, CID):
        made = AT_THE_BELL._replace(race=f"KQ74TX-{seat}")
        keep_race(storage, NOBODY, document(made), seat)
    [tally] = tallies(all_kept(storage))
    assert any(each.score.points < 0 for each in AT_THE_BELL.results)
    app = PatienceApp(lambda _: StatsPage(), storage, now=Clock(), server=NOBODY)
    async with app.run_test(size=(90, 40)) as pilot:
        await pilot.pause()
        assert "Racing Demon" in text_of(app)
        assert "3 rounds" in text_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        shown = text_of(app)
        assert f"best {tally.best_points} point" in shown
        counts = [int(n) for n in re.findall(r"\d to +-?\d+ .*?(\d+)", shown)]
        assert sum(counts) == 3, "each round is in one of the intervals"
