"""Tests of the end of a race, which follows from its terms, its games and its time limit.

A record that states another end is refused.
"""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.cards import deal_number_seed
from engine.computer_players.player import Player
from engine.games import game
from engine.options import canonical
from engine.races.board import Entry, GameBoard, fold, standing
from engine.races.fairness import commitment, deal_seed, sub_secret
from engine.races.ranking import rank
from engine.races.record import Record, SeatRecord, Session, digest
from engine.races.terms import terms
from engine.races.verify import Check, summary, verify

RULES = game("aces_up")
SECRET = bytes(range(32))
SECOND, BELL = 1_000, 360_000
TOURNAMENT, CROWN_RACE = "tournament-KQ74TX", "crown-KQ74TX"
OLD = Path(__file__).parent / "records" / "called-off-before.json"
"""The record of a round that was voided while it was raced, of a server that did not tell it."""

Log = tuple[Entry, ...]


def seed_of(secret: bytes, name: str, nonces: dict[int, bytes]) -> bytes:
    return deal_seed(secret, name, RULES.slug, canonical(RULES.chosen), nonces)


NONCES = {0: (33).to_bytes(16)}
SEED = seed_of(SECRET, "KQ74TX-1", NONCES)
"""A greedy player gets this deal out in 63 moves, or is stuck after 53, as chance will have it."""
DEAL_SECRET = sub_secret(SECRET, 1)
DEAL_NONCES = {0: (58).to_bytes(16)}


def log(seed: bytes = SEED, chance: int = 1, plies: int = 999, first_ms: int = SECOND) -> Log:
    """A game of a greedy player, a move a second."""
    player = Player(RULES, "greedy", random.Random(chance).randrange)
    state, entries = RULES.deal(RULES.pack(seed)), list[Entry]()
    while state.over is None and len(entries) < plies:
        move, ms = player.move(state), first_ms + len(entries) * SECOND
        entries.append(Entry(ms, "seat", RULES.codec.to_text(move)))
        state = RULES.play(state, move).state
    return tuple(entries)


def resigned(entries: Log, ms: int) -> Log:
    return (*entries, Entry(ms, "seat", "resign"))


def race(form: str, logs: list[Log], ended_ms: int, **fields: Any) -> Record:
    """The record of these games, with the results that this end leads to."""
    seats = tuple(SeatRecord(n, f"Player {n}", entries) for n, entries in enumerate(logs))
    record = Record(
        race="KQ74TX-1",
        game=RULES,
        terms=terms(RULES, {"format": form}),
        deal_number=None,
        commitment=commitment(SECRET),
        secret=SECRET,
        nonces=NONCES,
        seed=SEED,
        bell_ms=BELL,
        ended_ms=ended_ms,
        seats=seats,
        results=(),
    )._replace(**fields)
    start = GameBoard.start(RULES, RULES.pack(record.seed))
    boards = [fold(RULES, start, seat.moves) for seat in seats]
    standings = [standing(RULES, n, board, ended_ms) for n, board in enumerate(boards)]
    return record._replace(results=tuple(rank(standings, RULES.ranked_by)))


def of_session(
    name: str, logs: list[Log], ended_ms: int, form: str = "best", **fields: Any
) -> Record:
    """The record of the first deal of a session."""
    session = Session(name, 1, commitment(SECRET), SECRET)
    seed = seed_of(DEAL_SECRET, session.race, DEAL_NONCES)
    dealt = {"race": session.race, "secret": DEAL_SECRET, "commitment": commitment(DEAL_SECRET)}
    return race(
        form, logs, ended_ms, **dealt, nonces=DEAL_NONCES, seed=seed, session=session, **fields
    )


def alone(logs: list[Log], ended_ms: int) -> Record:
    """The record of a practice deal, which has no bell."""
    return race(
        "best",
        logs,
        ended_ms,
        deal_number=7,
        commitment=None,
        secret=None,
        nonces={},
        seed=deal_number_seed(7),
        bell_ms=None,
    )


def of_a_day(logs: list[Log], ended_ms: int) -> Record:
    """The record of a try of a daily deal, which has no nonces."""
    return race(
        "best", logs, ended_ms, race="DAILY-1", nonces={}, seed=seed_of(SECRET, "DAILY-1", {})
    )


def checked(record: Record) -> list[Check]:
    return verify(json.loads(json.dumps(record.to_json())))


def the_end(checks: list[Check]) -> Check:
    return next(check for check in checks if check.step == "end")


OUT, STUCK = log(), log(chance=2)
OUT_MS, STUCK_MS = 63 * SECOND, 53 * SECOND
SLOW = log(plies=40, first_ms=90 * SECOND)
"""Begins 27 seconds after the first is out, and makes the last move 66 seconds after that."""
ROUND = log(of_session(TOURNAMENT, [], 0).seed)
"""A game that gets out the deal of a tournament's first round."""


def test_the_games_are_what_they_are_said_to_be() -> None:
    assert (OUT[-1].ms, STUCK[-1].ms, SLOW[-1].ms) == (OUT_MS, STUCK_MS, 129 * SECOND)
    placed = {p.standing.seat: p.standing.result for p in race("best", [OUT, STUCK], BELL).results}
    assert placed == {0: "won", 1: "lost"}


TRUE: dict[str, Record] = {
    "the first is out": race("first_out", [OUT, STUCK, log(plies=30)], OUT_MS),
    "all are done and nobody is out": race("first_out", [STUCK, resigned((), 5)], STUCK_MS),
    "nobody is out at the bell": race("first_out", [STUCK, SLOW], BELL),
    "one is out and another goes on": race("best", [OUT, SLOW], BELL),
    "all are done": race("best", [OUT, STUCK, resigned(SLOW, 200 * SECOND)], 200 * SECOND),
    "nobody has made a move": race("best", [(), ()], BELL),
    "nobody was in it": race("best", [], 0),
    "the last finish crossed the bell": race("best", [OUT], OUT_MS + 250, bell_ms=OUT_MS + 250),
    "nobody came to a daily deal": of_a_day([()], 0),
    "nobody came to a deal of a crown race": of_session(CROWN_RACE, [()], 0),
    "nobody came to a round": of_session(TOURNAMENT, [(), ()], 0, called_off=False),
    "a round to its bell": of_session(TOURNAMENT, [ROUND[:5]], BELL),
    "alone, without a bell": alone([resigned((), 5)], 5),
}


@pytest.mark.parametrize("what", TRUE)
def test_a_true_end_holds(what: str) -> None:
    checks = checked(TRUE[what])
    assert [check for check in checks if not check.ok] == []
    assert [check.step for check in checks[-3:]] == ["end", "results", "digest"]
    told = summary(checks)
    assert (told["ok"], told["unchecked"]) == (True, [])


FORGED: dict[str, tuple[Record, str]] = {
    "play goes on for 93 s after the first is out": (
        race("first_out", [OUT, SLOW], OUT_MS + 93 * SECOND),
        "63000 ms",
    ),
    "play goes on to the bell": (race("first_out", [OUT, SLOW], BELL), "63000 ms"),
    "nobody is done, and it ends after 5 s": (
        race("best", [log(plies=3), ()], 5 * SECOND),
        "360000 ms",
    ),
    "it ends with the first who is out": (race("best", [OUT, log(plies=20)], OUT_MS), "360000 ms"),
    "it ends after the bell": (race("best", [OUT, SLOW], 10**9), "360000 ms"),
    "it ends a millisecond before the bell": (race("best", [OUT, SLOW], BELL - 1), "360000 ms"),
    "it ends without a bell": (race("best", [OUT, SLOW], 10**9, bell_ms=None), "seat 1"),
    "all are done, and it ends late": (race("best", [OUT, STUCK], OUT_MS + 10**9), "63000 ms"),
    "all are done, and it ends with the bell": (race("best", [OUT, STUCK], BELL), "63000 ms"),
    "all are done a quarter of a second before the bell": (
        race("best", [OUT], OUT_MS + 251, bell_ms=OUT_MS + 251),
        "63000 ms",
    ),
    "nobody came, but all sent a nonce": (race("best", [(), ()], 0), "360000 ms"),
    "alone, and not done": (alone([()], 5), "seat 0"),
    "a deal of a crown race ends early": (
        of_session(CROWN_RACE, [()], 5 * SECOND),
        "360000 ms",
    ),
    "a round ends early and was not called off": (
        of_session(TOURNAMENT, [ROUND[:3]], 5 * SECOND, called_off=False),
        "360000 ms",
    ),
    "a round is called off after its bell": (
        of_session(TOURNAMENT, [ROUND[:3]], BELL + 1, called_off=True),
        "360000 ms",
    ),
    "a round of before ends after its bell": (
        of_session(TOURNAMENT, [ROUND[:3]], BELL + 1),
        "360000 ms",
    ),
    "a round is called off long after the first was out": (
        of_session(
            TOURNAMENT,
            [ROUND, (Entry(90 * SECOND, "seat", ROUND[0].text),)],
            100 * SECOND,
            form="first_out",
            called_off=True,
        ),
        "68000 ms",
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_an_end_that_does_not_follow_is_named(what: str) -> None:
    record, found = FORGED[what]
    last = checked(record)[-1]
    assert (last.step, last.ok) == ("end", False), last
    assert found in last.found


def test_a_round_that_was_called_off_says_so_and_holds() -> None:
    record = of_session(TOURNAMENT, [ROUND[:3]], 5 * SECOND, called_off=True)
    assert record.to_json()["called_off"] is True
    checks = checked(record)
    assert all(check.ok and check.checkable for check in checks)
    assert the_end(checks).found == "5000 ms, when the round was called off"


@pytest.mark.parametrize("source", ["made here", "file of the revision before"])
def test_a_round_that_was_called_off_before_records_said_so(source: str) -> None:
    record = of_session(TOURNAMENT, [ROUND[:3]], 5 * SECOND)
    document = record.to_json() if source == "made here" else json.loads(OLD.read_text())
    assert "called_off" not in document
    told = summary(verify(document))
    assert (told["ok"], told["failed"], told["unchecked"]) == (True, None, ["end"])
    assert [step["checkable"] for step in told["steps"]].count(False) == 1


def test_only_a_round_of_a_tournament_can_be_called_off() -> None:
    for document in (
        {**race("best", [OUT, SLOW], BELL).to_json(), "called_off": True},
        {**of_session(CROWN_RACE, [], 0).to_json(), "called_off": False},
        {**of_session(TOURNAMENT, [], 0).to_json(), "called_off": None},
    ):
        last = verify({**document, "digest": digest(document)})[-1]
        assert (last.step, last.ok) == ("format", False)
