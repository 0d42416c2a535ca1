"""Games without choice: their formats, and how races of them are ranked."""

import random

import pytest

from engine.computer_players.player import Player
from engine.errors import BadOption
from engine.games import GAMES, game
from engine.options import canonical
from engine.races.board import Entry, GameBoard, fold, standing
from engine.races.fairness import commitment, deal_seed
from engine.races.ranking import Standing, rank
from engine.races.record import Record, SeatRecord
from engine.races.terms import formats, terms
from engine.races.verify import verify

SLUGS = [slug for slug, rules in GAMES.items() if not rules.has_choice()]


def test_which_games_have_no_choice() -> None:
    assert SLUGS == ["clock", "captive_queens"]


@pytest.mark.parametrize("slug", SLUGS)
def test_such_a_game_is_raced_only_to_the_best(slug: str) -> None:
    rules = game(slug)
    assert formats(rules) == ("best",)
    assert terms(rules, {}).format == "best"
    for wrong in ({"format": "first_out"}, {"winners": "moves"}):
        with pytest.raises(BadOption, match="is one of"):
            terms(rules, wrong)


@pytest.mark.parametrize("slug", SLUGS)
def test_who_reaches_the_same_shares_the_place(slug: str) -> None:
    def standing(seat: int, best: int, ms: int, *, clean: bool = True) -> Standing:
        result = "won" if best == 52 else "lost"
        return Standing(seat, result, None, best, 0, ms, None, ms, ms // 100, clean)

    standings = [
        standing(0, 41, 9_000),
        standing(1, 52, 90_000),
        standing(2, 52, 5_000),
        standing(3, 41, 70_000),
        standing(4, 40, 1_000),
        standing(5, 52, 4_000, clean=False),
    ]
    placed = rank(standings, game(slug).ranked_by, "time")
    assert [(one.place, one.standing.seat) for one in placed] == [
        (1, 1), (1, 2), (3, 0), (3, 3), (5, 4), (6, 5),
    ]  # fmt: skip


BELL = 600_000


def played(slug: str, seed: bytes, move_ms: int, plies: int = 999) -> tuple[Entry, ...]:
    """The game of somebody who plays on and makes a move every `move_ms` milliseconds."""
    rules = game(slug)
    state, entries = rules.deal(rules.pack(seed)), list[Entry]()
    player = Player(rules, "greedy", random.Random(1).randrange)
    while state.over is None and rules.legal(state).moves and len(entries) < plies:
        move = player.move(state)
        entries.append(Entry((len(entries) + 1) * move_ms, "seat", rules.codec.to_text(move)))
        state = rules.play(state, move).state
    return tuple(entries)


def raced(slug: str) -> Record:
    """The record of a race of three: a quick one, a slow one, and one who stops after ten moves."""
    rules, secret = game(slug), bytes(range(32))
    nonces = {seat: bytes([seat] * 16) for seat in range(3)}
    seed = deal_seed(secret, "KQ74TX-1", slug, canonical(rules.chosen), nonces)
    logs = [played(slug, seed, 1_000), played(slug, seed, 3_000), played(slug, seed, 500, 10)]
    start = GameBoard.start(rules, rules.pack(seed))
    standings = [standing(rules, n, fold(rules, start, log), BELL) for n, log in enumerate(logs)]
    return Record(
        race="KQ74TX-1",
        game=rules,
        terms=terms(rules, {"format": "best"}),
        deal_number=None,
        commitment=commitment(secret),
        secret=secret,
        nonces=nonces,
        seed=seed,
        bell_ms=BELL,
        ended_ms=BELL,
        seats=tuple(SeatRecord(n, f"Player {n}", log) for n, log in enumerate(logs)),
        results=tuple(rank(standings, rules.ranked_by)),
    )


@pytest.mark.parametrize("slug", SLUGS)
def test_the_record_of_a_race_verifies_with_shared_places(slug: str) -> None:
    record = raced(slug)
    places = [(one.place, one.standing.seat) for one in record.results]
    assert places == [(1, 0), (1, 1), (3, 2)]
    assert all(check.ok for check in verify(record.to_json()))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_record_that_ranks_the_slower_one_second_is_refused(slug: str) -> None:
    record = raced(slug)
    first, slower, last = record.results
    told = record._replace(results=(first, slower._replace(place=2), last))
    assert [check.step for check in verify(told.to_json()) if not check.ok] == ["results"]
