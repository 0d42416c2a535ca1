"""The fields of a tournament plan as data. Programs make a form from them, in which an organiser
writes a plan."""

from collections.abc import Iterator
from typing import Any, NotRequired, TypedDict

from engine.solver.difficulty_classes import DIFFICULTIES
from protocol.rooms.races import SearchTerms
from protocol.tournaments.plan import TournamentPlan


class PlanField(TypedDict):
    """What values a field of a plan can have; for a field with a list, what values its items can
    have. `least` and `most` limit a number. `longest` limits the characters of a text or the items
    of a list. `values` lists all possible values. `usual` is the default value. If there is no
    `usual`, the author must give the value, or validation fills it in from the rest of the plan."""

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
    """Return the fields of the plan of a tournament by their paths, in the order of the plan. The
    names in a path are joined by dots. An asterisk stands for the position in a list:
    `rounds.*.terms.format`."""
    schema = TournamentPlan.model_json_schema()
    return dict(_fields(schema, schema["$defs"], ""))


def _fields(
    schema: dict[str, Any], models: dict[str, Any], path: str
) -> Iterator[tuple[str, PlanField]]:
    """Yield the path and the description of each field in the part of the plan that `path` leads
    to. `schema` is the JSON Schema of that part. `models` has the schemas that it can refer to by
    name."""
    given = _resolved(schema, models)
    item = _resolved(given.get("items", {}), models)
    if given.get("title") == SearchTerms.__name__:  # an author only says yes or no, and the class
        yield path, PlanField(usual=False)
        where = path.rpartition(".")[0]
        yield f"{where}.difficulty", PlanField(values=[*DIFFICULTIES], usual=None)
    elif "properties" in given:
        for name, each in given["properties"].items():
            yield from _fields(each, models, f"{path}.{name}" if path else name)
    elif "properties" in item:
        yield from _fields(item, models, f"{path}.*")
    else:
        found = {_NAMES[key]: value for key, value in {**item, **given}.items() if key in _NAMES}
        yield path, PlanField(**found)  # type: ignore[typeddict-item]


def _resolved(schema: dict[str, Any], models: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a field without the alternative null. If it only refers to one of
    `models` by name, return the schema of that model."""
    for each in schema.get("anyOf", ()):
        if each != {"type": "null"}:
            return _resolved({**each, **{k: v for k, v in schema.items() if k != "anyOf"}}, models)
    name = schema.get("$ref", "").rpartition("/")[2]
    return models[name] if name else schema
