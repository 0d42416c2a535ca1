"""Functions that check the type of one field of a JSON record and return its value. Every function
raises KeyError if the field is missing, and BadRecord or BadRequest if its value is wrong; the
message names the field."""

from typing import Any

from engine.errors import BadRecord
from engine.races.fairness import NONCE_BYTES, read_hex
from engine.races.limits import LONGEST_BELL_MS


def text_in(document: dict[str, Any], name: str) -> str:
    """Return the text in the field `name`. It must have at most 200 characters."""
    value = document[name]
    if not isinstance(value, str) or len(value) > 200 or not _is_unicode(value):
        raise BadRecord(f"The field {name} is a short text.")
    return value


def _is_unicode(text: str) -> bool:
    """Return whether the text can be encoded as UTF-8. A text read from JSON may contain half of a
    surrogate pair, which cannot be encoded."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def number_in(document: dict[str, Any], name: str, *, optional: bool = False) -> int | None:
    """Return the whole number in the field `name`. It must be 0 or more. Return None if the field
    is null and `optional` is true."""
    value = document[name]
    if (value is None and optional) or (type(value) is int and 0 <= value < 2**63):
        return value
    raise BadRecord(f"The field {name} is a whole number.")


def boolean_in(document: dict[str, Any], name: str) -> bool:
    """Return the value of the field `name`, which must be true or false."""
    value = document[name]
    if not isinstance(value, bool):
        raise BadRecord(f"The field {name} is true or false.")
    return value


def object_in(document: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the JSON object in the field `name`."""
    value = document[name]
    if not isinstance(value, dict):
        raise BadRecord(f"The field {name} is an object.")
    return value


def list_in(document: dict[str, Any], name: str) -> list[Any]:
    """Return the list in the field `name`."""
    value = document[name]
    if not isinstance(value, list):
        raise BadRecord(f"The field {name} is a list.")
    return value


def bell_in(document: dict[str, Any]) -> int | None:
    """Return the time limit of the race (the bell) from the field `bell_ms`, in milliseconds.
    Return None if the race has no bell."""
    bell_ms = number_in(document, "bell_ms", optional=True)
    if bell_ms is not None and bell_ms > LONGEST_BELL_MS:
        raise BadRecord(f"The bell of a race rings within {LONGEST_BELL_MS:,} ms.")
    return bell_ms


def nonces_in(document: dict[str, Any]) -> dict[int, bytes]:
    """Return the nonces (the random numbers that the contestants gave for the shuffle) from the
    field `nonces`, by seat number."""
    return {
        _seat_number(seat): read_hex(nonce, NONCE_BYTES, "nonce")
        for seat, nonce in object_in(document, "nonces").items()
    }


def _seat_number(text: str) -> int:
    if len(text) > 9 or not text.isascii() or not text.isdecimal() or str(int(text)) != text:
        raise BadRecord("The nonces of a record are by seat number.")
    return int(text)
