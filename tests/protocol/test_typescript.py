"""The generated TypeScript equals the browser client's file and contains the whole protocol."""

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest

from protocol.schemas.json_schema import schema
from protocol.schemas.typescript import WIDTH, types
from tests.harness import ROOT

Document = dict[str, Any]
TEXT = types()


def _fields(name: str, text: str = TEXT) -> dict[str, str]:
    """The fields of an interface, `?` with the name, and their types on one line."""
    (body,) = re.findall(rf"^export interface {name} {{\n(.*?)^}}", text, re.MULTILINE | re.DOTALL)
    return {
        found[1]: " ".join(found[2].split()).removeprefix("| ")
        for found in re.finditer(
            r"(\w+\??):\s+([^;]+);", re.sub(r"\[(key|field): string\]:", r"[\1]", body)
        )
    }


def test_the_browser_client_has_the_types_of_this_protocol() -> None:
    written = (ROOT / "client_web" / "net" / "protocol.d.ts").read_text()
    assert written == TEXT, "write it anew: patience protocol types > client_web/net/protocol.d.ts"


def test_every_definition_is_there_with_all_its_fields() -> None:
    document = schema()
    for side, name in (("from_client", "FromClient"), ("from_server", "FromServer")):
        (union,) = re.findall(rf"export type {name} =([^;]+);", TEXT)
        kinds = {choice["$ref"].rsplit("/", 1)[1] for choice in document[side]["oneOf"]}
        assert set(re.findall(r"\w+", union)) == kinds
        for definition, part in document[side]["$defs"].items():
            if "properties" not in part:
                assert f"export type {definition} =" in TEXT
                continue
            asked = side == "from_client" and f"interface Asked{definition} " in TEXT
            fields = _fields(f"Asked{definition}" if asked else definition)
            assert {field.rstrip("?") for field in fields} == set(part["properties"])


def test_a_client_leaves_out_what_has_a_default_and_a_server_nothing() -> None:
    assert _fields("AskedTerms")["call_ms?"] == "number | null"
    assert _fields("Terms")["call_ms"] == "number | null"
    assert _fields("Moved")["legal"] == "Move[] | null"
    document = schema()
    for kind in document["from_server"]["discriminator"]["mapping"].values():
        name = kind.rsplit("/", 1)[1]
        left_out = {field for field in _fields(name) if field.endswith("?")}
        # Older servers do not send the rounds of a leisure race.
        assert left_out == ({"rounds?"} if name == "LeisureRace" else set()), name


def test_nothing_is_of_any_type() -> None:
    code = re.sub(r"/\*\*.*?\*/|//.*|\"[^\"]*\"", "", TEXT, flags=re.DOTALL)
    loose = r"\b(any|unknown|object|Object|Function)\b|\{\s*\}"
    assert not re.findall(loose, code)
    assert _fields("Table")["view"] == "View"
    assert _fields("Moved")["changed"] == "Changed"
    assert _fields("Record")["record"] == "RaceRecord | RecordedTable"
    assert _fields("RecordedTable")["commands"] == "([number, number, string, number | null])[]"
    assert _fields("RecordedTable")["end"] == "RecordedEnd"
    assert _fields("PlayTable")["move"] == "RacingDemonAnyMove | string"
    assert _fields("CommonTable")["legal"] == "RacingDemonAnyMove[] | null"
    assert _fields("TableLegal")["legal"] == "RacingDemonAnyMove[]"
    assert _fields("TableSeat")["view"] == "RacingDemonView"
    assert _fields("ChangedTableSeat")["changed"] == "RacingDemonChanged"
    assert _fields("RacingDemonClaim")["height"] == "number"
    assert _fields("Tournament")["plan"] == "TournamentPlan"
    assert _fields("NewTournament")["plan"] == "AskedTournamentPlan"
    assert _fields("Play")["move"] == "Move | string"
    assert _fields("KlondikePack")["n"] == "number"


@pytest.mark.parametrize("loose", [{}, {"type": "object"}, {"title": "Whatever"}])
def test_a_schema_without_a_type_is_an_error(loose: Document) -> None:
    document = schema()
    document["from_server"]["$defs"]["Moved"]["properties"]["ms"] = loose
    with pytest.raises(ValueError, match="type"):
        types(document)


def test_types_are_what_the_wire_has() -> None:
    assert _fields("Frame")["laid"] == "[number, string][]"
    assert _fields("Welcome")["type"] == '"welcome"'
    assert _fields("FollowBoard")["side?"].count('"') >= 4
    assert " Frame | null" in f" {_fields('Room')['frame']}"
    assert "export interface Settings {" in TEXT


def test_docstrings_come_along_and_lines_are_short() -> None:
    assert "/** How a game ended. */\nexport interface Ended {" in TEXT
    assert max(len(line) for line in TEXT.splitlines()) <= WIDTH


def _renamed(document: Document) -> None:
    fields = document["from_server"]["$defs"]["Moved"]["properties"]
    fields["at_ms"] = fields.pop("ms")


def _gone(document: Document) -> None:
    del document["from_server"]["$defs"]["Moved"]["properties"]["ms"]


def _nullable(document: Document) -> None:
    fields = document["from_server"]["$defs"]["Moved"]["properties"]
    fields["ms"] = {"anyOf": [fields["ms"], {"type": "null"}]}


def _another_type(document: Document) -> None:
    document["from_client"]["$defs"]["Play"]["properties"]["ply"] = {"type": "string"}


def _another_word(document: Document) -> None:
    document["from_client"]["$defs"]["AnswerCall"]["properties"]["answer"]["enum"].append("hm")


def _required(document: Document) -> None:
    document["from_client"]["$defs"]["Create"]["required"].append("legal")


def _a_message_less(document: Document) -> None:
    document["from_client"]["oneOf"].pop()


@pytest.mark.parametrize(
    "change",
    [_renamed, _gone, _nullable, _another_type, _another_word, _required, _a_message_less],
)
def test_a_changed_message_is_seen(change: Callable[[Document], None]) -> None:
    document = schema()
    assert types(copy.deepcopy(document)) == TEXT
    change(document)
    assert types(document) != TEXT


def test_what_no_type_can_say_is_an_error() -> None:
    document = schema()
    document["from_server"]["$defs"]["Moved"]["properties"]["ms"]["not"] = {"const": 3}
    with pytest.raises(ValueError, match="not"):
        types(document)


def test_what_differs_below_differs_above() -> None:
    """A definition of both sides is two types also where only what it holds differs."""
    document = schema()
    for side in ("from_client", "from_server"):
        document[side]["$defs"]["Holder"] = {
            "properties": {"terms": {"$ref": "#/$defs/Terms"}},
            "required": ["terms"],
            "additionalProperties": False,
        }
    assert _fields("AskedHolder", types(document)) == {"terms": "AskedTerms"}
    assert _fields("Holder", types(document)) == {"terms": "Terms"}
