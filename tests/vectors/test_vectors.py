"""Both clients know and say the same after the same messages of the server."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from protocol import from_server
from server.web.catalogue import generated
from tests.harness import LIMIT_S, ROOT
from tests.vectors import Vector, terminal, vectors

RUNNER = ROOT / "tests" / "vectors" / "browser.mjs"
WITHOUT_SENTENCE = {
    "welcome", "done", "pong", "skip", "watchers", "frame",
    # shown as lists, charts or pages of their own
    "account_data", "crown_race", "dailies", "daily_board", "leisure_race", "leisure_races",
    "my_races", "my_seats", "open_rooms", "ghost", "record", "replay", "roll", "tournament_round",
    "tournament_table", "traveller", "together", "versus",
    # told beside a record; tests/browser/test_analysis.py compares the sentences of both clients
    "analysis",
}  # fmt: skip
"""Messages of which the `messages` package of neither client makes a sentence."""

of_room = [each for each in vectors() if each.state is not None]
of_topics = [each for each in vectors() if each.state is None]
named = [f"{each.subject}: {each.name}" for each in vectors()]


@cache
def browser() -> dict[str, Any]:
    """What the browser's client makes of every vector, by subject and name."""
    given = {
        "catalogue": json.loads(generated()["catalogue.json"]),
        "vectors": [
            {
                "room": each.state is not None,
                "messages": [step.message for step in each.steps],
                "after_ms": each.after_ms,
                "me": each.me,
                "counts": each.counts,
            }
            for each in vectors()
        ],
    }
    node = Path(sys.executable).with_name("node")
    done = subprocess.run(
        [str(node), str(RUNNER)],
        input=json.dumps(given).encode(),
        check=True,
        stdout=subprocess.PIPE,
        timeout=LIMIT_S,
    )
    return dict(zip(named, json.loads(done.stdout), strict=True))


def of_browser(vector: Vector) -> Any:
    return browser()[f"{vector.subject}: {vector.name}"]


def cases(some: list[Vector]) -> pytest.MarkDecorator:
    names = [f"{each.subject}: {each.name}" for each in some]
    return pytest.mark.parametrize("vector", some, ids=names)


def known(state: dict[str, Any], expected: dict[str, Any]) -> dict[str, Any]:
    """The part of a state that a vector speaks of."""
    shown = {name: state[name] for name in expected}
    if "settings" in expected:
        shown["settings"] = {name: state["settings"][name] for name in expected["settings"]}
    return shown


@cases(of_room)
def test_the_terminal_says_and_knows_what_the_vector_says(vector: Vector) -> None:
    said, state = terminal.play(vector)
    assert vector.state is not None
    assert _of_interest(vector, said) == [step.said_by("terminal") for step in vector.steps]
    assert known(state, vector.state) == vector.state


@cases(of_room)
def test_the_browser_says_and_knows_what_the_vector_says(vector: Vector) -> None:
    heard = of_browser(vector)
    assert vector.state is not None
    assert heard["said"] == [step.said_by("browser") for step in vector.steps]
    expected = {**vector.state, **vector.told["browser"]}
    assert known(heard["state"], expected) == expected


def _of_interest(vector: Vector, said: list[list[str]]) -> list[list[str]]:
    """What is said, without what a newcomer to a room is told where the vector leaves it out."""
    entered = vector.steps[0]
    return [[], *said[1:]] if not entered.says else said


@cases(of_topics)
def test_the_terminal_tells_what_the_vector_tells(vector: Vector) -> None:
    told, expected = terminal.tell(vector), vector.told_by("terminal")
    assert {topic: told[topic] for topic in expected} == expected


@cases([each for each in of_topics if each.told_by("browser")])
def test_the_browser_tells_what_the_vector_tells(vector: Vector) -> None:
    told, expected = of_browser(vector), vector.told_by("browser")
    assert {topic: told[topic] for topic in expected} == expected


def test_every_message_with_a_sentence_is_in_a_vector() -> None:
    kinds = get_args(get_args(from_server.FromServer)[0])
    every = {kind.model_fields["type"].default for kind in kinds}
    heard = {step.message["type"] for vector in vectors() for step in vector.steps}
    assert heard | WITHOUT_SENTENCE == every


def test_names_of_vectors_are_unique() -> None:
    assert len(set(named)) == len(named)
