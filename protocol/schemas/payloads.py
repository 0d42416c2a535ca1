"""Types of those message fields whose content depends on the game: views, what a move changed,
moves and records. A view is what somebody may see of a table. A record is a finished race as a
document.

In Python such a field holds a typed value: a `View` in `view` and `changed`, a `MoveJson` in
`legal`, a `RaceRecord` in `record`. A value that Python code puts into a message is not validated.
For a value that arrives as JSON, validation checks only the form, because its piles, cards and
kinds of move may belong to a game that this program does not know. The JSON Schema of these fields
is exact. It is made from the game classes (`protocol/schemas/game_types.py`), and only when a
schema is requested, because that takes time. Messages about a common table, at which all
contestants play, have the types of Racing Demon, which is the only game with such a table.
"""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from engine.errors import BadPosition
from engine.moves import MoveJson
from engine.races.record import RaceRecord
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.record import RecordedTable
from engine.solver.analysis import AnalysisDocument
from engine.view import Json, View
from protocol.schemas import game_types


class Described:
    """An annotation that gives a field the JSON Schema of another type. The function `described`
    returns that other type. It is called only when a schema is made."""

    def __init__(self, described: Callable[[], game_types.TypeOf]) -> None:
        self._described = described

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        described = TypeAdapter(self._described()).core_schema
        if "ref" in described:  # without the reference, each field would have a copy of the schema
            reference = core_schema.definition_reference_schema(described["ref"])
            described = core_schema.definitions_schema(reference, [described])
        return handler(described)


class Payload(Described):
    """An annotation for a field that accepts any Python value without validation. From JSON the
    field accepts only an object.

    `read` converts a JSON object to the Python value, and raises ValueError if that is impossible.
    `write` converts the Python value to the JSON object to send. Without `read` and `write` the
    Python value is the JSON object itself.
    """

    def __init__(
        self,
        described: Callable[[], game_types.TypeOf],
        read: Callable[[dict[str, Json]], object] | None = None,
        write: Callable[[Any], object] | None = None,
    ) -> None:
        super().__init__(described)
        self._read = read
        self._write = write

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        sent: CoreSchema = core_schema.dict_schema(core_schema.str_schema())
        if self._read is not None:
            sent = core_schema.no_info_after_validator_function(self._read, sent)
        write = self._write
        return core_schema.json_or_python_schema(
            json_schema=sent,
            python_schema=core_schema.any_schema(),
            serialization=core_schema.plain_serializer_function_ser_schema(write)
            if write is not None
            else None,
        )


def _read_view(value: dict[str, Json]) -> View:
    try:
        return View.of_any_game(value)
    except BadPosition as error:
        raise ValueError(str(error).rstrip(".")) from None


ShownView = Annotated[View, Payload(game_types.view, _read_view, View.to_json)]
"""A field that holds a view. Validation does not check its cards; `View.checked` and
`Game.state_of`, which know the game, check them."""

Changes = Annotated[View, Payload(game_types.changed, _read_view, View.to_json)]
"""A field that holds the part of a view that a move changed. A pile that is no longer on the table
is None."""

LegalMove = Annotated[MoveJson, Payload(game_types.move)]
"""A legal move as a JSON object."""

MoveObject = Annotated[
    dict[Annotated[str, Field(max_length=20)], object], Described(game_types.move)
]
"""A move that a client sends, as a JSON object. The game validates the move when the request is
handled."""

TableSeatView = Annotated[
    View, Payload(lambda: game_types.exact(RacingDemon.slug)["view"], _read_view, View.to_json)
]
"""A field that holds the view of the piles of a seat at a common table."""

TableSeatChanges = Annotated[
    View, Payload(lambda: game_types.exact(RacingDemon.slug)["changed"], _read_view, View.to_json)
]
"""A field that holds the piles of a seat at a common table that commands changed."""

LegalTableMove = Annotated[MoveJson, Payload(lambda: game_types.exact(RacingDemon.slug)["move"])]
"""A legal move at a common table as a JSON object."""

TableMoveObject = Annotated[
    dict[Annotated[str, Field(max_length=20)], object],
    Described(lambda: game_types.exact(RacingDemon.slug)["move"]),
]
"""A move at a common table that a client sends, as a JSON object. The game validates the move when
the request is handled."""

RecordDocument = Annotated[
    RaceRecord | RecordedTable,
    Payload(lambda: game_types.portable(RaceRecord) | game_types.portable(RecordedTable)),
]
"""A field that holds the record of a race, or of a round at a common table. Validation does not
check the record; `engine.races.record.read` and `engine.racing_demon.record.read` check it."""

RaceAnalysis = Annotated[AnalysisDocument, Payload(lambda: game_types.portable(AnalysisDocument))]
"""A field that holds the analysis of a finished race. Validation does not check it."""

JsonObject = Annotated[dict[str, object], Payload(lambda: dict[str, game_types.Json])]
"""A JSON object with any fields."""
