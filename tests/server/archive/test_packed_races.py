"""The packed form of a finished race."""

import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.races import fairness
from engine.races.board import Entry
from engine.races.record import Record, SeatRecord, written
from server.boards.log_codec import PackedRace, RacePacker, SeatLog
from tests.server.rooms.test_formats import running

STANDING = "12 5 5 0 900 1 - - - - -"
GAPS = st.lists(st.tuples(st.integers(0, 10**7), st.sampled_from(["seat", "server"])), max_size=40)


@given(st.dictionaries(st.integers(0, 9_999), GAPS, max_size=6), st.booleans())
def test_what_is_packed_is_what_comes_out(
    seats: dict[int, list[tuple[int, str]]], tilted: bool
) -> None:
    marks = {"gap -": "5 -", "row_2 3": "-4 QH"} if tilted else {}
    logs, packing = {}, RacePacker()
    for seat, gaps in seats.items():
        ms, entries = 0, []
        for gap, by in gaps:
            ms += gap
            entries.append(Entry(ms, by, f"m{ms % 7}>f{gap % 3}"))
        logs[seat] = entries
        packing.add(SeatLog(seat, STANDING, entries, marks))
    kept = PackedRace(packing.packed())
    assert {seat: kept.entries(seat) for seat in seats} == logs
    assert set(kept.standings()) == set(seats)
    assert all(numbers.reached_ms == 900 for numbers in kept.standings().values())
    assert all(len(kept.marks(seat)) == len(marks) for seat in seats)
    assert kept.entries(10_000) == []
    assert kept.marks(10_000) == {}


def test_another_format_is_not_guessed_at() -> None:
    packing = RacePacker()
    packing.add(SeatLog(0, STANDING, []))
    text = zlib.decompress(packing.packed()).decode()
    with pytest.raises(ValueError, match="format 2"):
        PackedRace(zlib.compress(text.replace("1\f", "2\f", 1).encode()))


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_no_move_has_a_character_that_stands_between_moves(slug: str) -> None:
    room = running(slug, {}, seats=2)
    rules = room.race.game
    state = rules.deal(room.pack(room.race))
    for _ in range(60):
        moves = list(rules.legal(state).moves)
        if not moves:
            break
        for text in map(rules.codec.to_text, moves):
            assert not set(text) & set("\t\n\f@"), text
        state = rules.play(state, moves[len(moves) // 2]).state


def test_a_record_is_written_piece_by_piece_as_it_is_in_one() -> None:
    room = running("klondike", {}, seats=3)
    entries = (Entry(5, "seat", "a"), Entry(7, "server", "b"))
    for seats in ((), (SeatRecord(0, "Ann", ()),), (SeatRecord(0, "Ä\n", entries),) * 3):
        record = Record(
            race="KQ74TX-1",
            game=room.race.game,
            terms=room.race.terms,
            deal_number=None,
            commitment=fairness.commitment(room.race.secret),
            secret=room.race.secret,
            nonces={0: bytes(16)},
            seed=bytes(32),
            bell_ms=60_000,
            ended_ms=9,
            seats=seats,
            results=(),
        )
        assert json.loads(b"".join(written(record))) == record.to_json()
