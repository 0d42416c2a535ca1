"""The fields of a tournament plan as data, for programs that make a form of them."""

from collections.abc import Iterator
from typing import Any, NotRequired, TypedDict

from protocol.tournaments.plan import TournamentPlan


class PlanField(TypedDict):
    """A value of a plan, or of each item where it is a list. `least` and `most` limit a number,
    `longest` the characters of a text or the items of a list. `values` are all there are, `usual`
    is the default; without it a value is filled in from the rest of the plan or must be given."""

    least: NotRequired[int]
    most: NotRequired[int]
    longest: NotRequired[int]
    values: NotRequired[list[str | int]]
    usual: NotRequired[object]


_NAMES = {
    "minimum": "least",
    "maximum": "most",
    "maxLength": "longest",
    "maxItems": "longest",
    "enum": "values",
    "default": "usual",
}


def plan_fields() -> dict[str, PlanField]:
    """Return the fields of a plan by their paths, in the order of the plan. Names in a path are
    joined by dots, and an asterisk stands for the number of a round: `rounds.*.terms.format`."""
    schema = TournamentPlan.model_json_schema()
    return dict(_fields(schema, schema["$defs"], ""))


def _fields(
    schema: dict[str, Any], models: dict[str, Any], path: str
) -> Iterator[tuple[str, PlanField]]:
    """Yield (path, field) of each value in the part of the plan that `path` leads to."""
    given = _resolved(schema, models)
    item = _resolved(given.get("items", {}), models)
    if "properties" in given:
        for name, each in given["properties"].items():
            yield from _fields(each, models, f"{path}.{name}" if path else name)
    elif "properties" in item:
        yield from _fields(item, models, f"{path}.*")
    else:
        found = {_NAMES[key]: value for key, value in {**item, **given}.items() if key in _NAMES}
        yield path, PlanField(**found)  # type: ignore[typeddict-item]


def _resolved(schema: dict[str, Any], models: dict[str, Any]) -> dict[str, Any]:
    """Return a schema without the alternative null, and with the model it names in its place."""
    for each in schema.get("anyOf", ()):
        if each != {"type": "null"}:
            return _resolved({**each, **{k: v for k, v in schema.items() if k != "anyOf"}}, models)
    name = schema.get("$ref", "").rpartition("/")[2]
    return models[name] if name else schema
