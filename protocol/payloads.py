"""Fields of messages that hold what a game shows, and the moves and records of a game.

Python code gets a typed value: a `View` in `view` and `changed`, a `MoveJson` in `legal`, a
`RaceRecord` in `record`. A server puts such a value into a message as it is; only what comes in as
JSON is validated, and only its form: its piles, facts, cards and kinds of move may be those of a
game this program does not know. The JSON Schema is exact. It is made from the declarations of the
games (`protocol/game_types.py`) when somebody asks for it.
"""

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from engine.errors import BadPosition
from engine.moves import MoveJson
from engine.record import RaceRecord
from engine.view import Json, View
from protocol import game_types


class Described:
    """Marks a field whose JSON Schema is that of another type, which `described` returns."""

    def __init__(self, described: Callable[[], game_types.TypeOf]) -> None:
        self._described = described

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        described = TypeAdapter(self._described()).core_schema
        if "ref" in described:  # otherwise the schema would stand in each field, without a name
            reference = core_schema.definition_reference_schema(described["ref"])
            described = core_schema.definitions_schema(reference, [described])
        return handler(described)


class Payload(Described):
    """Marks a field that Python fills with a value of its type, which is not validated.

    `read` makes the value of a JSON object, `write` the object of a value; without them the object
    is the value.
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
"""A view. Its cards are checked by `View.checked` or `Game.state_of`, which know the game."""

Changes = Annotated[View, Payload(game_types.changed, _read_view, View.to_json)]
"""What a move changed of a view. A pile that is no longer on the table is None."""

LegalMove = Annotated[MoveJson, Payload(game_types.move)]
"""A legal move as an object."""

MoveObject = Annotated[
    dict[Annotated[str, Field(max_length=20)], object], Described(game_types.move)
]
"""A move as a client asks for it. The game reads it and names what is wrong in it."""

RecordDocument = Annotated[RaceRecord, Payload(lambda: game_types.portable(RaceRecord))]
"""A record as a document. `engine.record.read` checks it."""

JsonObject = Annotated[dict[str, object], Payload(lambda: dict[str, game_types.Json])]
"""An object of any fields."""
