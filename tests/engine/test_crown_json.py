"""Tests of the JSON in which a crown's values are stored."""

import pytest

from engine.crowns.facts import (
    Began,
    BreakBegan,
    Passed,
)
from engine.crowns.json_form import from_json, to_json
from engine.crowns.run import Run
from engine.errors import BadRecord
from tests.engine.crown_candidate import Candidate


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"format":1', '"format":2'),
        ('"format":1', '"format":true'),
        ('"format":1', '"format":1,"more":1'),
        ('"known_ms":600000', '"known_ms":"600000"'),
        ('"known_ms":600000', '"known_ms":true'),
        ('"known_ms":600000', '"known_m":600000'),
        ('"known_ms":600000', '"known_ms":600000,"more":1'),
        ('"result":"won"', '"result":"win"'),
        ('"fact":"Ended"', '"fact":"Scene"'),
        ('"fact":"Ended"', '"fact":["Ended"]'),
        ('"fact":"Ended"', '"fact":"ServerAway"'),
        ('"away":[]', '"away":{}'),
        ('"away":[]', '"away":[[1,2]]'),
        ("}}", "}"),
    ],
)
def test_what_was_not_written_is_not_read(old: str, new: str) -> None:
    text = to_json(Candidate().play("Aw").run)
    assert old in text
    with pytest.raises(BadRecord):
        from_json(Run, text.replace(old, new, 1))


def test_facts_are_written_and_read() -> None:
    fact = Began(5, "kings", "k", "seen_deal")
    assert from_json(Began, to_json(fact)) == fact
    assert to_json(Passed(5)) == '{"format":1,"value":{"fact":"Passed","ms":5}}'
    with pytest.raises(BadRecord):
        from_json(BreakBegan, to_json(Passed(5)))
