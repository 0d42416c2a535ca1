"""Base classes of messages, common field types, and functions that encode and parse messages."""

import re
from typing import Annotated, Literal, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

M = TypeVar("M")


class Message(BaseModel):
    """The base class of all messages and of their parts. Instances are immutable. Validation
    refuses unknown fields and wrong types. The field `type` of a message says which class it is;
    most parts of messages have no such field."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class BadMessage(Exception):
    """Raised for a websocket frame that is not a valid message. `str(error)` is a sentence for
    people. `request` is the `id` in the frame, or None if the frame has no valid `id`."""

    def __init__(self, sentence: str, request: int | None) -> None:
        super().__init__(sentence)
        self.request = request


RequestId = Annotated[int, Field(ge=0, le=2**53)]
Seat = Annotated[int, Field(ge=0, le=9_999)]
"""The number of a seat in its room, from 0."""
Ms = Annotated[int, Field(ge=0, le=2**53)]
"""A time in milliseconds, 0 or more."""
Token = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22,64}$")]
"""A random secret that the client makes. Whoever sends the token of a seat holds the seat. The
server stores only a hash of the token."""
Nonce = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
"""A random number of 16 bytes, as lower-case hexadecimal. The deal seed of a race is computed from
the nonces of all its contestants."""
Options = dict[Annotated[str, Field(max_length=40)], bool | int | str]
"""The options of a game: their values by name."""


class Request(Message):
    """The base class of messages from a client. The client chooses the `id`, and the answer repeats
    it."""

    id: RequestId


class Seating(Request):
    """The base class of requests that take a seat, which is a numbered place in a room, or return
    to it. `token` is the secret of the seat. If `legal` is true, the server adds the legal moves to
    each message `table` and `moved` that it sends to this seat."""

    token: Token
    legal: bool = False


class Event(Message):
    """The base class of messages about events of a room. `seq` numbers the events of a room without
    gaps, so that a client notices when it has missed one."""

    seq: int


def encode(message: BaseModel) -> bytes:
    """Return the message as JSON, encoded as UTF-8."""
    return message.__pydantic_serializer__.to_json(message)


def read(
    adapter: TypeAdapter[M], frame: str | bytes, *, extra: Literal["forbid", "ignore"] = "forbid"
) -> M:
    """Parse and validate the JSON text of one message. `extra` decides whether unknown fields are
    errors (`forbid`) or dropped (`ignore`).

    Raises BadMessage for every invalid frame.
    """
    try:
        # `TypeAdapter.validate_json` does the same, and takes half as long again.
        return cast("M", adapter.validator.validate_json(frame, extra=extra))
    except ValidationError as error:
        raise BadMessage(_sentence(error), _request_id(frame)) from None


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    # `loc` starts with the message type. It also has the names that pydantic gives to the branches
    # of a union, which mean nothing to a reader; `_INNER` matches them.
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
    """Return the name of an unknown field in the form in which an error sentence quotes it: at most
    40 characters, with `?` for each unprintable one. The name may be anything, because the client
    chose it."""
    return "".join(c if c.isprintable() else "?" for c in name[:40])


_INNER = re.compile(r"\[|^(str|dict|list|int|constrained.*)$")


def _request_id(frame: str | bytes) -> int | None:
    try:
        value = from_json(frame)
    except (ValueError, TypeError):  # TypeError: the text has half of a surrogate pair
        return None
    request = value.get("id") if isinstance(value, dict) else None
    return request if type(request) is int and 0 <= request <= 2**53 else None
