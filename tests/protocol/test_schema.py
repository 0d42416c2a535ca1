"""The JSON Schema of the protocol: complete, valid, and without a field for a secret."""

import json
import re
from functools import cache
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol import SUBPROTOCOL, VERSION, from_client, from_server
from protocol.schemas.json_schema import schema
from tests.protocol.from_schema import TYPES, WORDS, agrees, follow, names_of, values, walk
from tests.protocol.test_messages import EVERY, PARSE, brisk

SIDES = ("from_client", "from_server")
DOCUMENT = schema()


@cache  # for each example anew, it would be checked anew by Hypothesis
def agreeing(side: str, name: str) -> st.SearchStrategy[Any]:
    """Values that agree with the schema of a message."""
    return values(DOCUMENT[side], DOCUMENT[side]["$defs"][name])


def members(side: str) -> dict[str, dict[str, Any]]:
    """The schema of each message of a side by its type."""
    root = DOCUMENT[side]
    return {kind: follow(root, ref) for kind, ref in root["discriminator"]["mapping"].items()}


def test_it_names_what_it_describes() -> None:
    assert DOCUMENT["subprotocol"] == SUBPROTOCOL
    assert DOCUMENT["version"] == VERSION
    assert json.loads(json.dumps(DOCUMENT)) == DOCUMENT


@pytest.mark.parametrize("side", SIDES)
def test_it_holds_every_message(side: str) -> None:
    union = {"from_client": from_client.FromClient, "from_server": from_server.FromServer}[side]
    kinds = get_args(get_args(union)[0])
    assert {m["title"] for m in members(side).values()} == {kind.__name__ for kind in kinds}
    assert set(members(side)) == {kind.model_fields["type"].default for kind in kinds}
    assert {choice["$ref"] for choice in DOCUMENT[side]["oneOf"]} == set(
        DOCUMENT[side]["discriminator"]["mapping"].values()
    )


@pytest.mark.parametrize("side", SIDES)
def test_it_is_json_schema(side: str) -> None:
    for path, part in walk(DOCUMENT[side]):
        assert set(part) <= WORDS, path
        assert part.get("type", "null") in {*TYPES, "integer"}, path
        assert set(part.get("required", ())) <= names_of(DOCUMENT[side], part), path
        for number in ("minLength", "maxLength", "minItems", "maxItems"):
            assert part.get(number, 0) >= 0, path
        assert part.get("minimum", 0) <= part.get("maximum", 2**64), path
        re.compile(part.get("pattern", ""))
        if "$ref" in part:
            assert follow(DOCUMENT[side], part["$ref"]), path


@pytest.mark.parametrize("side", SIDES)
def test_every_message_is_closed(side: str) -> None:
    """Only what a game shows may have more fields, and moves: those of other games."""
    opened = {
        name
        for name, part in DOCUMENT[side]["$defs"].items()
        if part.get("type") == "object" and part["additionalProperties"] is not False
    }
    assert opened == ({"View", "Changed", "Move"} if side == "from_server" else {"Move"})


@pytest.mark.parametrize(
    ("side", "kind"), EVERY, ids=[f"{side}-{kind.__name__}" for side, kind in EVERY]
)
@brisk
@given(data=st.data())
def test_what_agrees_with_it_is_a_message_and_back(
    side: str, kind: Any, data: st.DataObject
) -> None:
    root = DOCUMENT[side]
    value = data.draw(agreeing(side, kind.__name__))
    assert agrees(root, root["$defs"][kind.__name__], value)
    written = PARSE[side](json.dumps(value)).model_dump(mode="json")
    assert agrees(root, root["$defs"][kind.__name__], written)
    assert not agrees(root, root["$defs"][kind.__name__], {**written, "more": 1})
    if side == "from_client":
        assert not agrees(root, root["$defs"][kind.__name__], {**written, "id": -1})


# No room for a secret. ------------------------------------------------------------------------

JSON = {
    "View": "the facts of other games; the engine's view has no place for a hidden card",
    "Changed": "a part of a view",
    "AccountData": "the reader's own account; tests/server/accounts/test_accounts.py looks into it",
    "Move": "the fields of kinds of other games; moves name places",
    "Json": "itself",
}
"""The only definitions of the server's messages with fields of any JSON, and why."""

UNCONSTRAINED = [
    {"title": "Anything"},
    {"type": "object"},
    {"type": "object", "additionalProperties": True},
    {"type": "object", "properties": {"view": {"type": "string"}}},
    {"type": "array"},
    {"default": None},
]


def is_constrained(part: dict[str, Any]) -> bool:
    """Whether a schema says what its values are, and an object or array what it holds."""
    if part.keys() & {"$ref", "const", "enum", "anyOf", "oneOf"}:
        return True
    if part.get("type") == "object":
        return part.get("additionalProperties", True) is not True
    if part.get("type") == "array":
        return bool(part.keys() & {"items", "prefixItems"})
    return "type" in part


@pytest.mark.parametrize("part", [*SIDES, "games"])
def test_no_schema_is_unconstrained(part: str) -> None:
    for path, inner in walk(DOCUMENT[part]):
        keys = path.endswith("/propertyNames")  # they are texts in any case
        assert keys or is_constrained(inner), path


@pytest.mark.parametrize("part", UNCONSTRAINED)
def test_an_unconstrained_schema_is_noticed(part: dict[str, Any]) -> None:
    assert not is_constrained(part)


def test_only_what_other_games_may_add_is_any_json() -> None:
    free = set()
    for name, part in DOCUMENT["from_server"]["$defs"].items():
        for _, inner in walk(part):
            if inner.get("$ref") == "#/$defs/Json":
                free.add(name)
    assert free == set(JSON)
    games = DOCUMENT["games"]
    assert not any(inner.get("$ref") == "#/$defs/Json" for _, inner in walk(games))


SECRETIVE = "secret|nonce|seed|token|hash|pack|deal|deck|stock|down|score|card"
"""What a field is called that holds what nobody may know yet."""


OF_RECORDS = {
    "RaceRecord": {"deal", "secret", "nonces", "seed"},
    "RecordedSession": {"deal", "secret"},
    "RecordedTable": {"deal", "secret", "nonces", "seed"},
    "RecordedTableResult": {"cards"},
}
"""What is held by a record alone, which there is only of a race that is over."""
SEEN = {
    "LeisureRace": {"deals"},  # how many there are
    "LeisureEntry": {"deals"},
    "LeisureResult": {"deal"},  # its number
    "PileView": {"down"},
    "LaidCard": {"card"},
    "View": {"deals_left", "line_scores", "packet", "redeals_left"},
    "Changed": {"deals_left", "line_scores", "packet", "redeals_left"},
    "Knockout": {"seeds"},
    "SearchTerms": {"last_pack"},  # the same for each race of a game
    "RecordedWinnableTerms": {"last_pack"},
    "TableEvent": {"cards"},  # what everybody at a common table sees move
}
"""Numbers, cards that lie face up, and the order of a bracket."""


def holders(name: str) -> set[str]:
    """The definitions that hold one."""
    return {
        holder
        for holder, part in DOCUMENT["from_server"]["$defs"].items()
        for _, inner in walk(part)
        if inner.get("$ref", "").endswith(f"/{name}")
    }


def test_a_secret_and_nonces_stand_in_opened_alone() -> None:
    found: dict[str, set[str]] = {}
    for name, part in DOCUMENT["from_server"]["$defs"].items():
        for field in part.get("properties", {}):
            if re.search(
                r"secret|nonce|seed|token|hash|pack|deal|deck|stock|down|score|card", field
            ):
                found.setdefault(name, set()).add(field)
    assert found == {
        "Opened": {"secret", "nonces"},
        **OF_RECORDS,
        **SEEN,
    }
    for name in OF_RECORDS:
        assert holders(name) <= {"Record", *OF_RECORDS}, name


def test_a_winnable_deal_stands_in_opened_and_records_alone() -> None:
    assert holders("DealtPack") == {"Opened"}
    assert holders("RecordedWinnableDeal") == {"RaceRecord"}


def test_opened_is_held_by_the_end_of_a_race_alone() -> None:
    holders = {
        name: path
        for name, part in DOCUMENT["from_server"]["$defs"].items()
        for path, inner in walk(part)
        if inner.get("$ref", "").endswith("/Opened")
    }
    evenings = ("Tournament", "TournamentChanged")
    assert holders == dict.fromkeys(
        ("Over", "Room", "DailyBoard", "CrownRace", "LeisureRace", *evenings), "/opened/anyOf.0"
    )
    for holder in holders:
        opened = DOCUMENT["from_server"]["$defs"][holder]["properties"]["opened"]
        assert {"type": "null"} in opened["anyOf"]


def test_a_board_goes_with_no_seat_number() -> None:
    """A table is one's own: there is nowhere to say whose it is, so no other can be meant. What
    those are shown who watch is another message, and what all may see of a race that is over."""
    for name in ("Table", "Frame", "Moved"):
        assert "seat" not in DOCUMENT["from_server"]["$defs"][name]["properties"]
    boards = {
        name
        for name, part in DOCUMENT["from_server"]["$defs"].items()
        if {"view", "changed", "legal"} & set(part.get("properties", {}))
    }
    over = {"Replay", "ReplayedMove"}
    shown_to_all = {"SeatGrid"}  # as far as everybody has placed the called cards
    common = {"CommonTable", "TableSeat", "ChangedTableSeat", "TableLegal"}  # all see the same
    assert boards == {"Table", "Frame", "Moved", "WatchedTable"} | shown_to_all | over | common


def test_what_rivals_see_of_a_board_is_numbers() -> None:
    standing = DOCUMENT["from_server"]["$defs"]["SeatStanding"]["properties"]
    for name, part in standing.items():
        kinds = {choice.get("type") for choice in part.get("anyOf", [part])}
        if name in ("result", "reason"):
            assert any("enum" in choice for choice in part["anyOf"]), name
        elif name == "clean":
            assert kinds == {"boolean"}
        else:
            assert kinds <= {"integer", "null"}, name


@pytest.mark.parametrize("side", SIDES)
def test_every_message_needs_its_type(side: str) -> None:
    for kind, part in members(side).items():
        assert "type" in part["required"], kind
