"""Tests of races with called cards: which moves the calls allow, and forged records."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.games import game
from engine.options import canonical
from engine.races.board import Entry, GameBoard, fold, standing
from engine.races.called_cards import CLOCKS_APART_MS
from engine.races.fairness import commitment, deal_seed
from engine.races.ranking import rank
from engine.races.record import Record, SeatRecord, read
from engine.races.terms import formats, terms, usual_for_several
from engine.races.verify import Check, verify

RULES = game("cribbage_patience")
CALL_MS = 5_000
CARDS = RULES.goal
SECRET = bytes(32)
SEED = deal_seed(SECRET, "KQ74TX-1", RULES.slug, canonical(RULES.chosen), {})
BELL = 200_000
QUICK, SILENT, LEAVER = 0, 1, 2
Log = list[Entry]


def first_cells() -> list[str]:
    """The moves of somebody who lays every card on the first free cell."""
    board, texts = GameBoard.start(RULES, RULES.pack(SEED)), list[str]()
    while not board.state.over:
        move = RULES.legal(board.state).moves[0]
        texts.append(RULES.codec.to_text(move))
        board = board.play(RULES, move, 0)
    return texts


TEXTS = first_cells()


def logs() -> list[Log]:
    """A race of three: one lays each card a second after its call, one never, and one leaves when
    three are laid."""
    due = [number * CALL_MS for number in range(CARDS)]
    quick = [Entry(ms + 1_000, "seat", text) for ms, text in zip(due, TEXTS, strict=True)]
    silent = [Entry(ms + CALL_MS, "server", text) for ms, text in zip(due, TEXTS, strict=True)]
    leaver = [Entry(ms + 2_000, "seat", text) for ms, text in zip(due[:3], TEXTS, strict=False)]
    return [quick, silent, [*leaver, Entry(16_000, "seat", "resign")]]


CALLER = {"format": "caller", "call_ms": CALL_MS}


def document(played: list[Log], terms_given: Mapping[str, object] = CALLER) -> dict[str, Any]:
    """The record of these moves, with the results and the digest they lead to."""
    pack = RULES.pack(SEED)
    boards = [fold(RULES, GameBoard.start(RULES, pack), log) for log in played]
    done = [board.ended_ms for board in boards if board.ended_ms is not None]
    ended = max(done) if len(done) == len(boards) else BELL
    standings = [standing(RULES, seat, board, ended) for seat, board in enumerate(boards)]
    chosen = terms(RULES, terms_given)
    record = Record(
        "KQ74TX-1", RULES, chosen, None, commitment(SECRET), SECRET, {}, SEED, BELL, ended,
        tuple(SeatRecord(n, f"Player {n}", tuple(log)) for n, log in enumerate(played)),
        tuple(rank(standings, RULES.ranked_by)),
    )  # fmt: skip
    loaded: dict[str, Any] = json.loads(json.dumps(record.to_json()))
    return loaded


def last_step(played: list[Log]) -> Check:
    return verify(document(played))[-1]


def at(log: Log, number: int, ms: int) -> None:
    """Card `number` of a log, and none of those after it earlier, at another time."""
    log[number - 1 :] = [
        entry._replace(ms=ms if n == 0 else max(ms, entry.ms))
        for n, entry in enumerate(log[number - 1 :])
    ]


def test_an_honest_race_holds() -> None:
    checks = verify(document(logs()))
    assert all(check.ok for check in checks), checks
    assert [check.step for check in checks[-3:]] == ["end", "results", "digest"]
    assert checks[-4].step == "calls"


def test_other_races_have_no_calls() -> None:
    checks = verify(document(logs(), {}))
    assert checks[-1].ok
    assert "calls" not in [check.step for check in checks]


FORGED: list[tuple[Callable[[list[Log]], object], str]] = [
    # Laid before its call: the silent one's fourth card came at 20,000.
    (lambda race: at(race[QUICK], 5, 19_999), "seat 0 laid card 5 before it was called"),
    (lambda race: at(race[QUICK], 16, 74_999), "seat 0 laid card 16 before it was called"),
    (lambda race: at(race[LEAVER], 3, 9_999), "seat 2 laid card 3 before it was called"),
    # Laid by the server while there was time.
    (
        lambda race: at(race[SILENT], 1, CALL_MS - CLOCKS_APART_MS - 1),
        "card 1 of seat 1 was laid before its time was up",
    ),
    (
        lambda race: at(race[SILENT], 16, 75_000 + CALL_MS - CLOCKS_APART_MS - 1),
        "card 16 of seat 1 was laid before its time was up",
    ),
    # Never laid, though the next was called.
    (
        lambda race: race[SILENT].__delitem__(slice(9, None)),
        "card 10 of seat 1 was never laid, and the next called",
    ),
    (lambda race: race[SILENT].clear(), "card 1 of seat 1 was never laid, and the next called"),
    # Laid by the server where it did somebody harm, or good.
    (
        lambda race: race[SILENT].__setitem__(1, race[SILENT][1]._replace(text="place 1,1")),
        "card 2 of seat 1 was not laid on the first free cell",
    ),
]


@pytest.mark.parametrize(("forge", "found"), FORGED)
def test_a_forged_record(forge: Callable[[list[Log]], object], found: str) -> None:
    race = logs()
    forge(race)
    if found.endswith("free cell"):  # the cards after it then lie elsewhere too
        race[SILENT] = elsewhere(race[SILENT])
    assert last_step(race) == Check("calls", False, found)


def elsewhere(log: Log) -> Log:
    """The first two cards as they are, and the rest where they still go."""
    board, kept = GameBoard.start(RULES, RULES.pack(SEED)), list[Entry]()
    for number, entry in enumerate(log):
        read = RULES.codec.from_text
        move = read(entry.text) if number < 2 else RULES.legal(board.state).moves[0]
        kept.append(entry._replace(text=RULES.codec.to_text(move)))
        board = board.play(RULES, move, entry.ms)
    return kept


HONEST: list[Callable[[list[Log]], object]] = [
    lambda race: at(race[QUICK], 5, 20_000),
    lambda race: at(race[SILENT], 1, CALL_MS - CLOCKS_APART_MS),
    # The last card of who leaves may reach the log after the next call.
    lambda race: race[LEAVER].__setitem__(2, race[LEAVER][2]._replace(ms=15_999)),
    # Nobody need lay a card again once they have left.
    lambda race: race[LEAVER].__delitem__(slice(0, 3)),
    # The bell may come before anybody is done.
    lambda race: race.__setitem__(slice(None), [log[:9] for log in race]),
    # Somebody alone, at their own pace, as against a ghost.
    lambda race: race.__delitem__(slice(1, None)),
]


@pytest.mark.parametrize("change", HONEST)
def test_what_may_happen(change: Callable[[list[Log]], object]) -> None:
    race = logs()
    change(race)
    assert last_step(race).ok


# Grids that are shown after each card. ------------------------------------------------------

BEFORE_GRIDS = Path(__file__).parent / "records" / "caller-before-grids.json"
"""The record of a race with called cards of before terms said when grids are shown."""


def test_a_record_without_the_term_means_that_no_grids_were_shown() -> None:
    told = json.loads(BEFORE_GRIDS.read_text())
    assert told["format"] == 1
    assert "show_grids" not in told["terms"]
    record = read(told)
    assert record.terms.show_grids == "end"
    assert all(check.ok for check in verify(told))
    assert json.loads(json.dumps(record.to_json())) == told


def test_a_record_says_that_grids_were_shown() -> None:
    told = document(logs(), {**CALLER, "show_grids": "each_card"})
    assert told["format"] == 2, "which programs that do not know the term refuse"
    assert told["terms"]["show_grids"] == "each_card"
    assert read(told).terms.show_grids == "each_card"
    assert all(check.ok for check in verify(told))


@pytest.mark.parametrize(
    ("shown", "version"), [("each_card", 1), ("end", 1), ("end", 2), (None, 2)]
)
def test_a_record_whose_format_and_grids_do_not_belong_together(
    shown: str | None, version: int
) -> None:
    told = json.loads(json.dumps(document(logs(), CALLER)))
    told["format"] = version
    if shown is not None:
        told["terms"]["show_grids"] = shown
    assert not verify(told)[0].ok


@pytest.mark.parametrize(
    ("slug", "given", "usual"),
    [
        ("poker_patience", {}, ("caller", "each_card")),
        ("cribbage_patience", {"call_ms": 9_000, "take_back": "none"}, ("caller", "each_card")),
        ("cribbage_patience", {"show_grids": "end"}, ("caller", "end")),
        ("cribbage_patience", {"format": "caller"}, ("caller", "each_card")),
        ("cribbage_patience", {"format": "score"}, ("score", None)),
        ("cribbage_patience", {"take_back": "free"}, ("score", None)),
        ("aces_up", {}, ("first_out", None)),
    ],
)
def test_a_race_of_several_is_called_and_shows_its_grids(
    slug: str, given: dict[str, object], usual: tuple[str, str | None]
) -> None:
    rules = game(slug)
    chosen = terms(rules, usual_for_several(rules, given))
    assert (chosen.format, chosen.show_grids) == usual
    assert terms(rules, {}).format == formats(rules)[0], "what is not a room's race is as before"
