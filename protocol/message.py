"""What every message is: frozen, exact, and read by one function that answers in sentences."""

import re
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

M = TypeVar("M")


class Message(BaseModel):
    """A message on the wire, told apart by its `type`."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class BadMessage(Exception):
    """A frame that is no message; `str(error)` is a sentence, `request` its id where it has one."""

    def __init__(self, sentence: str, request: int | None) -> None:
        super().__init__(sentence)
        self.request = request


RequestId = Annotated[int, Field(ge=0, le=2**53)]
Seat = Annotated[int, Field(ge=0, le=9_999)]
Ms = Annotated[int, Field(ge=0, le=2**53)]
Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22,64}$")]
"""Made by the client, at random; whoever holds it holds the seat. The server keeps its hash."""
Nonce = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
"""16 random bytes that a contestant adds to the deal."""
Options = dict[Annotated[str, Field(max_length=40)], bool | int | str]


class Request(Message):
    """What a client asks; the answer repeats its `id`."""

    id: RequestId


class Seating(Request):
    """What the ways to a seat share; `legal` asks for the legal moves with every table."""

    token: Token
    legal: bool = False


class Event(Message):
    """Something that happened in a room, numbered without holes."""

    seq: int


def encode(message: BaseModel) -> bytes:
    """The JSON text of a message as UTF-8 bytes."""
    return message.__pydantic_serializer__.to_json(message)


def read(
    adapter: TypeAdapter[M], frame: str | bytes, *, extra: Literal["forbid", "ignore"] = "forbid"
) -> M:
    """The message in a text frame; `extra` says what becomes of unknown fields.

    Raises BadMessage, whatever the frame holds.
    """
    try:
        return adapter.validate_json(frame, extra=extra)
    except ValidationError as error:
        raise BadMessage(_sentence(error), _request_id(frame)) from None


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    # The place begins with the message's type; a choice of shapes adds names of the reader's own.
    places = [part for part in first["loc"][1:] if not _INNER.search(str(part))]
    where = _short(".".join(map(str, places)))
    match first["type"]:
        case "json_invalid":
            return "The message is not JSON."
        case "union_tag_invalid":
            return "There is no message of that type."
        case "missing":
            return f"The field {where} is missing."
        case "extra_forbidden":
            return f"There is no field {where} in this message."
        case "string_pattern_mismatch":
            return f"The field {where} has characters or a length it cannot have."
        case "value_error":
            return f"In the field {where}: {first['msg'].removeprefix('Value error, ')}."
    if not places:
        return "A message is an object with a type."
    return f"The field {where} cannot be that: {first['msg'].lower()}."


def _short(name: str) -> str:
    """A field's name as far as a sentence bears it: clients may call fields anything."""
    return "".join(c if c.isprintable() else "?" for c in name[:40])


_INNER = re.compile(r"\[|^(str|dict|list|int|constrained.*)$")


def _request_id(frame: str | bytes) -> int | None:
    try:
        value = from_json(frame)
    except (ValueError, TypeError):  # TypeError: half a surrogate pair
        return None
    request = value.get("id") if isinstance(value, dict) else None
    return request if type(request) is int and 0 <= request <= 2**53 else None
