"""Functions that read requests to the engine driver (`engine/driver.py`). Most of them read one
field of a request and check its type. A function raises BadRequest if the request is wrong; its
message names the field."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.cards import SEED_BYTES, Card, card, deal_number_seed
from engine.errors import BadRequest, brief
from engine.races.fairness import read_hex

Request = Mapping[str, Any]
Answer = dict[str, Any]


def request_in(line: str) -> Request:
    """Return the request that a line of text contains: one JSON object in which no field occurs
    twice."""
    try:
        request = json.loads(line, object_pairs_hook=_object)
    except BadRequest:
        raise
    except (ValueError, RecursionError):
        request = None
    if not isinstance(request, dict):
        raise BadRequest("A request is one JSON object on one line.")
    return request


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:  # one value would be lost
            raise BadRequest(f"The field {brief(name)} stands twice in one object.")
        found[name] = value
    return found


def only(request: Request, *names: str) -> None:
    """Raise BadRequest if the request has other fields than `op` (the kind of request) and those in
    `names`."""
    stray = [name for name in request if name not in ("op", *names)]
    if stray:
        raise BadRequest(f"The request {request['op']} has no field {brief(stray[0])}.")


def one_of(request: Request, *names: str) -> str:
    """Return the one field among `names` that the request has. Raises BadRequest unless it has
    exactly one of them."""
    given = [name for name in names if name in request]
    if len(given) != 1:
        raise BadRequest(f"Name the deal by one of {', '.join(names[:-1])} and {names[-1]}.")
    return given[0]


def text(request: Request, name: str) -> str:
    """Return the value of the field `name`, which must be a text."""
    value = request.get(name)
    if not isinstance(value, str):
        raise BadRequest(f"The {name} is a text.")
    return value


def whole_number(request: Request, name: str) -> int:
    """Return the value of the field `name`, which must be a whole number."""
    value = request.get(name)
    if type(value) is not int:
        raise BadRequest(f"A {name} is a whole number.")
    return value


def options(request: Request) -> dict[str, Any]:
    """Return the options of the game that a request chooses: the field `options`, or an empty dict
    if the request has no such field."""
    value = request.get("options", {})
    if not isinstance(value, dict):
        raise BadRequest("The options are an object.")
    return value


def card_list(value: object, name: str) -> Sequence[Card]:
    """Return the cards whose names are in the list `value`. `name` is the name of the field that
    has the list; messages of errors contain it. Raises BadPack for a card that does not exist."""
    if not isinstance(value, list):
        raise BadRequest(f"The {name} is a list of cards.")
    return [card(word) for word in value]


def seed_in(request: Request) -> bytes:
    """Return the seed that shuffles the pack: the field `seed` of the request in hexadecimal, or
    the seed of a practice deal, which is chosen by the number in the field `deal`."""
    if "seed" in request:
        return read_hex(request["seed"], SEED_BYTES, "seed")
    return deal_number_seed(whole_number(request, "deal"))
