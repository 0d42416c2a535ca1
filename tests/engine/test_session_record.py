"""Tests of records of a session's deals: whether each deal belongs to its session is checked."""

from typing import Any

import pytest

from engine.games import game
from engine.options import canonical
from engine.races.board import standing
from engine.races.fairness import commitment, deal_seed, sub_secret
from engine.races.ranking import rank
from engine.races.record import Record, SeatRecord, Session, digest, read, written
from engine.races.terms import terms
from engine.races.verify import Check, summary, verify
from tests.engine.test_record import BELL, SOLO, Document, document, played

SECRET, OTHER = bytes(range(1, 33)), bytes(range(2, 34))


def deal(number: int, secret: bytes = SECRET, *, opened: bool = True) -> Record:
    """A deal of a crown race, raced alone."""
    rules = game("kings")
    session = Session("crown-KQ74TX", number, commitment(secret), secret if opened else None)
    own = sub_secret(secret, number)
    seed = deal_seed(own, session.race, rules.slug, canonical(rules.chosen), {})
    moves, board = played(rules, seed, 20, 0, quick=True)
    ended = moves[-1].ms
    results = tuple(rank([standing(rules, 0, board, ended)], rules.ranked_by))
    return Record(
        race=session.race,
        game=rules,
        terms=terms(rules, {}),
        deal_number=None,
        commitment=commitment(own),
        secret=own,
        nonces={},
        seed=seed,
        bell_ms=BELL,
        ended_ms=ended,
        seats=(SeatRecord(0, "Anna", moves),),
        results=results,
        session=session,
    )


def with_session(base: Record, **fields: object) -> Document:
    """The document, the session of it changed, with a fitting digest."""
    told = document(base)
    told["session"] |= fields
    return {**told, "digest": digest(told)}


def last(told: object, expected: str | None = None) -> Check:
    return verify(told, expected)[-1]


def test_a_deal_of_a_session_verifies_and_reads_back() -> None:
    record = deal(3)
    told = document(record)
    checks = verify(told)
    assert all(check.ok for check in checks), checks
    assert [check.step for check in checks][:4] == ["format", "commitment", "session", "seed"]
    assert {c.step: c.found for c in checks}["session"] == "deal 3 of crown-KQ74TX"
    assert read(told) == record
    assert document(read(told)) == told
    assert b"".join(written(record)).decode().count('"session":{') == 1


def test_a_session_that_is_not_over_cannot_be_checked_yet() -> None:
    told = document(deal(3, opened=False))
    assert told["session"]["secret"] is None
    checks = verify(told)
    assert all(check.ok for check in checks)
    assert summary(checks)["unchecked"] == ["session"]
    found = {check.step: check.found for check in checks}["session"]
    assert found == "deal 3 of crown-KQ74TX; it cannot be checked before the session is over"


@pytest.mark.parametrize("opened", [True, False])
def test_the_commitment_that_was_saved_is_the_deals_or_the_sessions(opened: bool) -> None:
    told = document(deal(3, opened=opened))
    assert last(told, told["commitment"]).ok
    check = last(told, commitment(SECRET))
    assert check.ok is opened
    if not opened:
        assert "not over yet" in check.found
    assert last(told, commitment(OTHER)).step == "saved commitment"


@pytest.mark.parametrize(
    "fields",
    [
        {"deal": 2},
        {"deal": 0},
        {"name": "crown-KQ74TY"},
        {"secret": OTHER.hex()},
        {"commitment": commitment(OTHER)},
        {"secret": OTHER.hex(), "commitment": commitment(OTHER)},
        {"secret": sub_secret(SECRET, 3).hex()},
    ],
    ids=str,
)
def test_another_deal_secret_or_name(fields: dict[str, object]) -> None:
    assert last(with_session(deal(3), **fields)).step == "session"


def test_the_blocks_of_two_deals_swapped() -> None:
    one, two = deal(1), deal(2)
    assert one.session is not None
    assert two.session is not None
    assert last(document(one._replace(session=two.session))).step == "session"
    renamed = two.session._replace(name="crown-KQ74TX-1")
    assert last(document(one._replace(session=renamed))).step == "session"
    moved = document(one._replace(session=two.session, race=two.race))
    assert last(moved).step == "session", "the secret is that of the first deal"


def test_the_deal_of_another_session_under_this_name() -> None:
    other = deal(3, OTHER)
    session = deal(3).session
    assert last(document(other._replace(session=session))).step == "session"


def test_a_record_robbed_of_its_session_is_one_of_a_single_race() -> None:
    """The name stays in the seed, so nobody takes it for another deal."""
    told = document(deal(3)._replace(session=None))
    assert all(check.ok for check in verify(told))
    assert told["race"] == "crown-KQ74TX-3"


@pytest.mark.parametrize(
    "session",
    [None, [], {}, {"name": "x", "deal": 1, "commitment": "y"},
     {"name": 7, "deal": 1, "commitment": "y", "secret": None},
     {"name": "x", "deal": "1", "commitment": "y", "secret": None},
     {"name": "x", "deal": -1, "commitment": "y", "secret": None},
     {"name": "x", "deal": 1, "commitment": None, "secret": None},
     {"name": "x", "deal": 1, "commitment": "y", "secret": "00"},
     {"name": "x", "deal": 1, "commitment": "y", "secret": None, "more": 1}],
    ids=str,
)  # fmt: skip
def test_what_is_no_session(session: Any) -> None:
    assert last({**document(deal(3)), "session": session}).step == "format"


def test_a_practice_deal_is_of_no_session() -> None:
    assert last({**SOLO, "session": document(deal(3))["session"]}).step == "format"
