"""Ghost races: the same cards and clock as a finished record, a verdict, and a record of its
own."""

import random
from pathlib import Path
from typing import Any

import pytest

from client_cli import exit_codes
from client_cli.exit_codes import Failure
from client_cli.features.history import tallies
from client_cli.local.record_store import all_records, keep_race
from client_cli.local.storage import Storage
from client_cli.messages.room_events import place
from client_cli.solo.game import SoloGame
from client_cli.solo.ghost import GHOST, YOU, RecordedGhost
from client_cli.text_mode.record_lookup import NamedRecord
from client_cli.text_mode.solo.ghost_start import chosen_ghost
from engine.cards import deal_number_seed
from engine.computer_players.player import Player
from engine.errors import IllegalMove
from engine.games import GAMES
from engine.moves import Resign
from engine.races import record as records
from engine.races.record import Record
from engine.races.verify import summary, verify
from tests.client_cli.command import patience
from tests.client_cli.played import alone, race

RACE = race()


def ghost_of(played: Record = RACE, seat: int = 0) -> RecordedGhost:
    return RecordedGhost.of(played, played.seats[seat])


def raced(ghost: RecordedGhost, pace_ms: int, moves: int = 40) -> SoloGame:
    """A race against it by a player who is so quick."""
    solo = SoloGame(ghost.record.game, 0, ghost)
    while solo.dealing:
        solo.next_frame()
    player = Player(solo.game, "greedy", random.Random(0).randrange, moves)
    while not solo.state.over:
        solo.play(player.move(solo.state), pace_ms * (solo.moves + 1))
    return solo


@pytest.mark.parametrize("slug", GAMES)
def test_the_same_cards_and_a_record_that_verifies_and_says_so(slug: str) -> None:
    ghost = ghost_of(race(slug), 1)
    document = raced(ghost, 700).record("Ann")
    assert summary(verify(document))["ok"]
    read = records.read(document)
    assert read.ghost == records.Ghost("KQ74TX-1", 1, "Ben")
    assert (read.seed, read.race) == (ghost.record.seed, "KQ74TX-1")


def test_the_ghost_stands_as_it_stood_then() -> None:
    ghost = ghost_of(seat=1)
    moves = ghost.seat.moves
    for number, entry in enumerate(moves, 1):
        assert ghost.at(entry.ms - 1).moves == number - 1
        assert ghost.at(entry.ms).moves == number
    assert ghost.at(0).best == 0
    assert ghost.at(10**9).best == ghost.final().best
    session = ghost.session(SoloGame(RACE.game, 0, ghost).board, 1, 50_001)
    assert session.clock.bell_in_ms(50_001) == 599_999
    told = [place(session, placed) for placed in session.ranking()]
    assert told == ["1. you (you): 0 of 48 at 0:00", "1. Ben's ghost: 0 of 48 at 0:00"]


def test_the_verdict_is_that_of_the_ranking() -> None:
    ghost = ghost_of()
    own = ghost.final()._replace(seat=YOU)
    assert ghost.verdict(own).startswith("You and Ann's ghost are equal: ")
    assert ghost.verdict(own._replace(best=own.best + 1)).startswith("You beat Ann's ghost: ")
    assert ghost.verdict(own._replace(clean=False)).startswith("Ann's ghost wins: ")
    assert [p.standing.seat for p in ghost.ranked(own._replace(best=0), ghost.final())] == [
        GHOST,
        YOU,
    ]


def test_the_bell_of_the_record_rings() -> None:
    ghost = ghost_of(RACE._replace(bell_ms=200_000))
    solo = SoloGame(RACE.game, 0, ghost)
    first = next(iter(solo.game.legal(solo.state).moves))
    solo.play(first, 199_999)
    with pytest.raises(IllegalMove, match="Time is up"):
        solo.play(first, 200_000)
    assert not solo.ring(199_999)
    assert solo.ring(200_000)
    assert not solo.ring(200_001)
    document = solo.record("Ann")
    assert summary(verify(document))["ok"]
    assert document["results"][0]["reason"] == "timeout"
    assert document["ended_ms"] == 200_000


def test_moves_are_taken_back_as_the_race_allowed_it() -> None:
    strict = SoloGame(RACE.game, 0, ghost_of())
    first = next(iter(strict.game.legal(strict.state).moves))
    strict.play(first, 1)
    with pytest.raises(IllegalMove):
        strict.undo(2)
    free = ghost_of(RACE._replace(terms=RACE.terms._replace(take_back="free")))
    solo = SoloGame(RACE.game, 0, free)
    before = solo.state
    solo.play(first, 1)
    solo.undo(2)
    assert (solo.state, solo.moves) == (before, 2)
    solo.play(Resign(), 3)
    document = solo.record("Ann")
    assert summary(verify(document))["ok"]
    assert not document["results"][0]["clean"]
    assert solo.again().moves == 0


def test_whose_ghost_comes() -> None:
    found = NamedRecord(RACE, None)
    winner = RACE.results[0].standing.seat
    assert chosen_ghost(found, None).seat.seat == winner
    assert chosen_ghost(found, "BEN").seat.seat == 1
    with pytest.raises(Failure, match="does not verify"):
        chosen_ghost(NamedRecord(RACE._replace(seed=deal_number_seed(1)), None), None)


def typed(data: Path, *words: str, lines: str = "") -> Any:
    return patience(data, "play", *words, "--plain", typed=lines)


def test_a_ghost_race_line_by_line(tmp_path: Path) -> None:
    data = Storage(tmp_path / "data")
    keep_race(data, "ws://127.0.0.1:8765/ws", RACE.to_json(), 0)
    ended = typed(
        data.root, "--ghost", "KQ7-4TX", "--against", "Ben", lines="hint\nrace\nundo\nresign\n"
    )
    assert ended.code == exit_codes.DONE, ended.err
    for words in (
        "Aces Up, KQ7-4TX-1. Type help for help.",
        "Against Ben's ghost, unranked, time limit 10:00: ",
        "There are no hints in a race",
        "Ben's ghost: 0 of 48",
        "In this race no move is taken back.",
        "Ben's ghost wins: ",
    ):
        assert words in ended.out, words
    assert len(all_records(data)) == 2
    assert "against the ghost of Ben" in patience(data.root, "history").out
    assert sum(tally.played for tally in tallies(all_records(data))) == 1, (
        "a ghost race does not count"
    )
    assert patience(data.root, "verify", "KQ74TX-1-ghost").code == exit_codes.DONE
    wrong = typed(data.root, "aces-up", "--ghost", "KQ7-4TX")
    assert wrong.code == exit_codes.USAGE


def test_ones_own_solo_game_is_a_ghost_too(tmp_path: Path) -> None:
    document = alone("baroness", 4)
    data = Storage(tmp_path / "data")
    path = data.save_record("baroness-4", document)
    ended = typed(data.root, "--ghost", str(path), lines="resign\n")
    assert "Against Ann's ghost, unranked: " in ended.out
    assert "Ann's ghost wins" in ended.out
