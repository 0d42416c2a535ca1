"""Explains wrong settings in sentences, and finds misspelt names of settings in the environment."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from types import NoneType
from typing import Any, Literal, NamedTuple, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from server.settings import PREFIX, ServerSettings

ELSEWHERE = frozenset(
    {"PATIENCE_SERVER", "PATIENCE_BROWSER", "PATIENCE_DOMAIN", "PATIENCE_PUBLISH"}
    | {"PATIENCE_SITE", "PATIENCE_UPSTREAMS", "PATIENCE_REPLICAS"}
)
"""Environment variables that begin with PATIENCE_ and are not settings of the server. Clients,
tests and the compose file use them."""


class UnknownSetting(NamedTuple):
    """An environment variable that begins with PATIENCE_ but is not a setting, probably because it
    is misspelt. `perhaps` is the variable of the most similar setting, None if there is no similar
    one."""

    name: str
    perhaps: str | None


def unknown(environment: Mapping[str, str]) -> list[UnknownSetting]:
    """Return the variables of an environment that begin with PATIENCE_ but are not settings, sorted
    by name. The server logs a warning for each of them."""
    known = {variable(name, field) for name, field in ServerSettings.model_fields.items()}
    strange = sorted(
        name
        for name in environment
        if name.upper().startswith(PREFIX) and name.upper() not in known | ELSEWHERE
    )
    return [UnknownSetting(name, next(iter(_like(name, known)), None)) for name in strange]


def _like(name: str, known: Iterable[str]) -> list[str]:
    return get_close_matches(name.upper(), sorted(known), n=1, cutoff=0.75)


def sentences(wrong: ValidationError) -> list[str]:
    """Return a sentence for each setting that has a wrong value. The sentences do not repeat the
    values, which may be secret."""
    said = {}
    for error in wrong.errors(include_url=False, include_input=False):
        own = error.get("ctx", {}).get("error")  # set if a validator of ours raised it
        if not error["loc"]:
            said[""] = f"{own}."
            continue
        name, field = _field(str(error["loc"][0]))
        said[name] = f"{name} is wrong: {own or 'it has to be ' + _kind(field)}."
    return list(said.values())


def variable(name: str, field: FieldInfo) -> str:
    """Return the name of the environment variable of a setting."""
    return str(field.validation_alias or PREFIX + name).upper()


def _field(name: str) -> tuple[str, FieldInfo]:
    """Return the environment variable of a setting and its field in `ServerSettings`. `name` is the
    name of the field or of the variable. Raises LookupError if there is no such setting."""
    for own, field in ServerSettings.model_fields.items():
        if name in (own, field.validation_alias):
            return variable(own, field), field
    raise LookupError(name)


def _kind(field: FieldInfo) -> str:
    kinds = [kind for kind in get_args(field.annotation) if kind is not NoneType]
    if get_origin(field.annotation) is Literal:
        return "one of " + ", ".join(map(str, kinds))
    kind: Any = kinds[0] if len(kinds) == 1 else field.annotation
    if kind is bool:
        return "on or off"
    if kind in (int, float):
        return ("a whole number" if kind is int else "a number") + _range(field)
    if kind is Path:
        return "the path of a folder"
    if get_origin(kind) is tuple:
        return "addresses or networks such as 10.0.0.0/8, with commas between them"
    return "a text"


def _range(field: FieldInfo) -> str:
    bounds = field.metadata
    least = next((bound.ge for bound in bounds if isinstance(bound, Ge)), None)
    above = next((bound.gt for bound in bounds if isinstance(bound, Gt)), None)
    most = next((bound.le for bound in bounds if isinstance(bound, Le)), None)
    if above is not None:
        return f" above {above}, and at most {most:.0f}"
    if least is None:
        return ""
    return f" from {least}" + ("" if most is None else f" to {most}")
