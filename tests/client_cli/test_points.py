"""Points games: a full square is a finished game with points, neither won nor lost, and is told by
points, not cells.

docs/rules: no result depends on a number of points.
"""

from pathlib import Path
from typing import Any

import pytest

from client_cli.features import daily
from client_cli.features.history import tallies, tally_line
from client_cli.local.record_store import RecordNote, all_records, keep
from client_cli.local.storage import Storage
from client_cli.messages import room_events
from client_cli.messages import tournaments as words
from client_cli.messages.game import own_end, score
from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.rooms.results import ResultsPage
from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.pages.stats import StatsPage
from client_cli.screens.pages.tournaments.tournament_rows import drawn_bar
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.solo.game import SoloGame
from client_cli.terminal.output import Output
from client_cli.text_mode.rooms.standings import standings_line
from client_cli.text_mode.solo.solo import SoloLines
from engine.games import game
from engine.moves import Resign
from engine.races.board import GameBoard
from engine.races.ranking import Standing
from engine.table import COMPLETE, GameOver
from protocol.dailies import DailyBoard, DailyResult
from protocol.rooms.standings import SeatStanding
from protocol.tournaments.live import EntrantProgress
from server.boards.seat_standing import StoredStanding
from server.tournaments import messages
from tests.client_cli.played import alone
from tests.client_cli.screens.made_up import MadeUpRoom
from tests.client_cli.screens.pilots import Clock, shows, text_of, until
from tests.client_cli.tournament_raced import stored

POKER, CRIBBAGE = game("poker_patience"), game("cribbage_patience")
FULL = Standing(0, "complete", None, 25, 0, 302_000, 12, 302_000, 25)
GIVEN_UP = FULL._replace(result="lost", reason="resigned", best=9, points=7)
RUNG = GIVEN_UP._replace(reason="timeout")
HIDDEN = FULL._replace(best=16, points=None)
"""Of Cribbage Patience while the race goes on: the turn-up lies face down."""


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        (FULL, "12 points"),
        (FULL._replace(points=1), "1 point"),
        (FULL._replace(clean=False), "12 points, with help"),
        (GIVEN_UP, "7 points, gave up"),
        (RUNG, "7 points"),
    ],
)
def test_a_score_is_its_points(standing: Standing, told: str) -> None:
    assert score(POKER, standing) == told
    assert score(None, standing) == told, "also where the game is not told"


def test_a_score_before_its_points_are_known() -> None:
    assert score(CRIBBAGE, HIDDEN) == "complete in 5:02"
    playing = HIDDEN._replace(result=None, best=9, reached_ms=60_000, ended_ms=None)
    assert score(CRIBBAGE, playing) == "9 of 16 laid at 1:00"
    gone = playing._replace(result="lost", reason="resigned", ended_ms=70_000)
    assert score(CRIBBAGE, gone) == "9 of 16 laid at 1:00, gave up"


@pytest.mark.parametrize(
    ("over", "points", "told"),
    [
        (COMPLETE, 12, "Complete, with 12 points."),
        (COMPLETE, None, "Complete."),
        (GameOver("lost", "resigned"), 7, "You have given up, with 7 points."),
        (GameOver("lost", "resigned"), None, "You have given up."),
        (GameOver("lost", "timeout"), 1, "Time is up, with 1 point."),
    ],
)
def test_how_one_s_own_game_ends(over: GameOver, points: int | None, told: str) -> None:
    assert own_end(POKER, over, points) == [told]


@pytest.mark.parametrize(
    ("standing", "told"),
    [
        (FULL, "Bob has finished with 12 points."),
        (GIVEN_UP, "Bob has given up with 7 points."),
        (FULL._replace(points=None), "Bob has finished."),
        (GIVEN_UP._replace(points=None), "Bob has given up."),
    ],
)
def test_a_rival_s_end_is_told_by_points(standing: Standing, told: str) -> None:
    room = MadeUpRoom("poker_patience")
    assert room_events.finished(room.session, standing._replace(seat=1)) == told


def test_a_rival_s_end_in_other_games_is_told_as_before() -> None:
    room = MadeUpRoom("aces_up")
    stuck = Standing(1, "lost", "stuck", 31, 0, 302_000, None, 302_000, 40)
    assert room_events.finished(room.session, stuck) == "Bob is stuck with 31."


def test_the_board_of_a_daily_deal_has_points() -> None:
    rows = [
        DailyResult(
            place=place,
            name=name,
            code="KQ74TX",
            standing=SeatStanding(**FULL._replace(points=points)._asdict(), progress=25),
        )
        for place, (name, points) in enumerate([("Ann", 12), ("Ben", 7), ("Cleo", 2)], 1)
    ]
    deal = "daily-2026-11-21-sprint"
    board = DailyBoard(id=1, name=deal, closed=False, results=rows, bots=[], opened=None)
    assert daily.board_lines(board) == [
        "1. Ann: 12 points",
        "2. Ben: 7 points",
        "3. Cleo: 2 points",
    ]


def bar(points: int | None, **fields: Any) -> EntrantProgress:
    known = {"entrant": 1, "round": 1, "progress": 25, "best": 25, "goal": 25, "ended_ms": 1_000}
    return EntrantProgress(**{**known, "result": "complete", "points": points, **fields})


def test_a_tournament_s_bars_are_points_of_the_most_there_are() -> None:
    bars = [bar(20), bar(10), bar(5, result=None), bar(4, result="lost")]
    drawn = [drawn_bar(one, bars, TableStyle(), 8) for one in bars]
    assert drawn == [
        ("████████", " 20 ✓"),
        ("████░░░░", " 10 ✓"),
        ("██░░░░░░", "  5 "),
        ("██░░░░░░", "  4 ✗"),
    ]
    assert [words.bar_words(one) for one in bars[:3]] == [
        "20 points, done",
        "10 points, done",
        "5 points",
    ]
    older = EntrantProgress.model_validate(bar(None).model_dump(exclude={"points"}))
    assert words.bar_words(older) == "25 of 25, done", "from a server that does not tell them"


async def test_standings_and_results_are_drawn_by_points() -> None:
    room = MadeUpRoom("poker_patience")
    async with room.racing() as (app, pilot):
        room.progress(0, 25, "complete", points=6)
        room.progress(1, 25, "complete", points=12)
        await pilot.pause()
        assert "Bob has finished with 12 points." in text_of(app)
        assert standings_line(room.session) == "Standing: 1. Bob 12 points, 2. Ann 6 points."
        seen = text_of(app)
        assert "█████░░░░░   6   -6" in seen
        assert "██████████  12" in seen
        assert ("✓" in seen, "✗" in seen) == (True, False)
        room.over()
        await until(pilot, lambda: shows(app, ResultsPage))
        assert "██████████ ✓ 12 points" in text_of(app)
        assert "█████░░░░░ ✓ 6 points" in text_of(app)


@pytest.mark.parametrize(
    ("result", "headline"),
    [("complete", "Complete, with 6 points."), ("lost", "Time is up, with 6 points.")],
)
async def test_nobody_is_beaten_by_the_cards_in_a_race_for_one(result: str, headline: str) -> None:
    room = MadeUpRoom("poker_patience", names=("Ann",))
    async with room.racing() as (app, pilot):
        room.progress(0, 25, result if result == "complete" else None, points=6)
        room.over()
        await until(pilot, lambda: shows(app, ResultsPage))
        assert headline in text_of(app)
        assert "The cards have won" not in text_of(app)


async def test_a_square_that_is_given_up_alone_is_not_won_by_the_cards() -> None:
    page = SoloPage(SoloGame(POKER, 1), lambda: 2, tips=False)
    async with PatienceApp(lambda _: page, now=Clock()).run_test(size=(80, 24)) as pilot:
        page.make(Resign())
        await until(pilot, lambda: "given up" in text_of(pilot.app))
        assert "You have given up, with 0 points." in text_of(pilot.app)
        assert "cards have won" not in text_of(pilot.app)


def test_there_is_no_advice_for_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = SoloLines(SoloGame(CRIBBAGE, 1), Output(), Storage(tmp_path))
    lines.run(iter(["hint"]))
    assert "There are no hints in this game" in capsys.readouterr().out


async def test_statistics_are_of_points(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    for number in (1, 2, 3):
        keep(
            storage,
            f"poker-{number}",
            alone("poker_patience", number),
            RecordNote(0, number * 1_000),
        )
    points = [kept.record.results[0].standing.points or 0 for kept in all_records(storage)]
    [tally] = tallies(all_records(storage))
    assert "25.0 of 25" not in tally_line(tally)
    app = PatienceApp(lambda _: StatsPage(), storage, now=Clock())
    async with app.run_test(size=(80, 40)) as pilot:
        await pilot.pause()
        page = app.screen
        assert isinstance(page, StatsPage)
        assert page._results_in_order(tally) == points
        await pilot.press("enter")
        await until(pilot, lambda: "How many points they made:" in text_of(app))
        assert f"{max(points):>5} |" in text_of(app)
        assert "25, all" not in text_of(app)


@pytest.mark.parametrize(
    ("slug", "known"), [("poker_patience", True), ("cribbage_patience", False)]
)
def test_a_server_tells_points_of_a_round_that_goes_on_where_they_may_be_seen(
    slug: str, known: bool
) -> None:
    """Cribbage Patience has none before its turn-up is seen, though the server can count them."""
    rules = game(slug)
    board = GameBoard.start(rules, rules.pack(bytes(32)))
    while not board.state.over:
        board = board.play(rules, next(iter(rules.legal(board.state).moves)), 1_000)
    numbers = StoredStanding.start(rules, board)
    assert numbers.score is not None
    round_ = stored({"title": "Friday", "rounds": [slug]}, (0,))
    told = messages._bar(round_, (1, 0), numbers)
    assert told.points == (numbers.score if known else None)
