"""The definition of a tournament in a message: accepted, or refused."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from protocol.tournaments.plan import FORMATS, MOST_INVITED, USUAL_WAY, TournamentPlan
from server.net.connection import LARGEST_FRAME

SMALL: dict[str, Any] = {"title": "Friday", "rounds": [{"game": "aces_up"}]}

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
WORDS = ["aces_up", "series", "caller", "place", "Europe/London", "weekly", *FORMATS]
FIELDS = sorted(TournamentPlan.model_fields)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(FIELDS), JSON | st.sampled_from(WORDS), st.sampled_from(FORMATS))
def test_whatever_is_sent_is_a_definition_or_is_refused(name: str, value: Any, kind: str) -> None:
    try:
        plan = TournamentPlan.model_validate({**SMALL, "format": kind, name: value})
    except ValidationError:
        return
    assert TournamentPlan.model_validate_json(plan.model_dump_json()) == plan


@pytest.mark.parametrize("kind", FORMATS)
def test_what_is_left_out_is_written_out(kind: str) -> None:
    games = [] if kind == "crowns" else ["aces_up", "baroness"]
    plan = TournamentPlan.model_validate({"title": "x", "format": kind, "rounds": games})
    assert plan.scoring.way == USUAL_WAY[kind][0]
    duel = kind in ("knockout", "swiss", "round_robin")
    assert {each.terms.format for each in plan.rounds} == {"first_out" if duel else "best"}
    assert all(each.bell_ms for each in plan.rounds)
    assert TournamentPlan.model_validate(plan.model_dump()) == plan


@pytest.mark.parametrize(
    ("given_too", "told"),
    [
        ({"turns": 3}, "turns is there only in the format swiss"),
        ({"window_ms": 60_000}, "window_ms is there only in the format arena or crowns"),
        ({"format": "arena", "scoring": {"way": "matches"}}, "is scored by arena, progress"),
        (
            {"rounds": [{"game": "kings", "terms": {"winnable": True}}]},
            "no winnable deals of this game",
        ),
        (
            {"rounds": [{"game": "aces_up", "terms": {"winnable": {"nodes": 5}}}]},
            "winnable of a race has solver, nodes, last_pack",
        ),
        ({"scoring": {"way": "points"}}, "only games played for points"),
        ({"format": "crowns"}, "the five great games, each once"),
        ({"format": "round_robin", "most": 52}, "51 may enter at most"),
        ({"format": "knockout", "knockout": {"go_on": 2}}, "of two only one can go on"),
        ({"rounds": [{"game": "aces_op"}]}, "There is no game 'aces_op'"),
        ({"rounds": [{"game": "usk", "terms": {"format": "caller"}}]}, "The format is one of"),
        ({"rounds": []}, "at least 1 item"),
        ({"rounds": [{"game": "usk", "options": 3}]}, "valid dictionary"),
        ({"schedule": {"starts_at": 2**53}}, "less than or equal to"),
        ({"schedule": {"starts_at": 1, "zone": "../zone"}}, "there is no such time zone"),
        ({"title": " "}, "1 to 60 printable characters"),
    ],
)
def test_what_does_not_go_together_is_refused(given_too: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        TournamentPlan.model_validate({**SMALL, **given_too})


def test_the_largest_definition_fits_into_a_message() -> None:
    named = [f"{number:024}" for number in range(MOST_INVITED)]
    caller = {"game": "poker_patience", "terms": {"format": "caller"}}
    for each in ({"game": "uncle_remus"}, {"game": "demon"}, caller):
        plan = TournamentPlan.model_validate(
            {"title": "x" * 60, "rounds": [each] * 50, "invited": named, "teams": {}}
        )
        assert len(plan.model_dump_json()) < LARGEST_FRAME - 500
