"""Generates TypeScript types of the protocol. The type checker of the browser client uses them.

The types are made from the JSON Schema alone. Fields with a default are optional in requests,
because a client may leave them out. They are not optional in messages from a server: a server sends
nearly all of them, and the few that it leaves out (`exclude_if`) arrive as undefined. No type is
`any`: a schema without a type is an error.
"""

import json
import textwrap
from collections.abc import Set
from typing import Any

from protocol.schemas.json_schema import schema

WIDTH = 100
HEAD = """\
// What clients and servers say to each other. Written by: patience protocol types
// It is not edited by hand; a test compares it with the protocol.
"""
TAIL = """\
/** The message of a type. */
export type Told<T extends FromServer["type"]> = Extract<FromServer, { type: T }>;

/** A request that has no number yet. */
export type Asked<T extends FromClient["type"] = FromClient["type"]> = FromClient extends infer M
  ? M extends { type: T }
    ? Omit<M, "id">
    : never
  : never;
"""
SIMPLE = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
OF_VALUES = {"minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems"}
"""Schema keywords for constraints that a TypeScript type cannot express. They are left out of the
types; the server checks the constraints."""
KNOWN = OF_VALUES | {
    *("$ref", "const", "enum", "type", "anyOf", "oneOf", "items", "prefixItems", "title"),
    *("properties", "additionalProperties", "propertyNames", "required", "default", "description"),
    "discriminator",
}

Schema = dict[str, Any]


def types(document: Schema | None = None) -> str:
    """Return the source text of a TypeScript module with the types of `document`, which is a result
    of `schema()`. Without `document`, use the schema of this protocol. Raises ValueError for a
    schema that cannot be translated."""
    document = document or schema()
    asked, told = document["from_client"]["$defs"], document["from_server"]["$defs"]
    server = {name: _definition(name, part, {}, whole=True) for name, part in told.items()}
    names = _new_names(asked, server)
    client = {
        name: _definition(names.get(name, name), part, names, whole=False)
        for name, part in asked.items()
        if name in names or name not in server
    }
    shown = document["games"]
    games = {
        name: _definition(name, part, {}, whole=True)
        for name, part in (shown["$defs"] | {shown["title"]: shown}).items()
        if name not in server
    }
    return "\n".join(
        [
            HEAD,
            "// What a client may say.\n",
            _union("FromClient", document["from_client"], names),
            *client.values(),
            "// What a server may say.\n",
            _union("FromServer", document["from_server"], {}),
            *server.values(),
            "// What each game shows, and its moves.\n",
            *games.values(),
            TAIL,
        ]
    )


def _new_names(asked: dict[str, Schema], server: dict[str, str]) -> dict[str, str]:
    """Return a new name for each type that requests and messages from the server define differently
    under the same name: `Terms` of a request becomes `AskedTerms`. `asked` has the schemas of the
    types in requests. `server` has the TypeScript source of the types in messages from the
    server."""
    names: dict[str, str] = {}
    while more := {
        name
        for name in asked.keys() & server.keys() - names.keys()
        if _definition(name, asked[name], names, whole=False) != server[name]
    }:
        names |= {name: f"Asked{name}" for name in more}
    return names


def _union(name: str, union: Schema, names: dict[str, str]) -> str:
    return _fitted(f"export type {name} =", _choices(union["oneOf"], names), "") + "\n"


def _definition(name: str, part: Schema, names: dict[str, str], *, whole: bool) -> str:
    """Return the source of one TypeScript interface, or of a type alias if the schema has no
    fields. `names` has the new names of types that were renamed. If `whole` is true, fields with a
    default are not optional."""
    lines = _comment(part.get("description", ""))
    if "properties" not in part:
        choices = _parts(part, names)
        return "\n".join([*lines, _fitted(f"export type {name} =", choices, ""), ""])
    lines.append(f"export interface {name} {{")
    _check_keywords(part, {"$defs"})
    every: list[str] = []
    for field, inner in part["properties"].items():
        always = field in part.get("required", ()) or (whole and "default" in inner)
        choices = _parts(inner, names)
        every += choices if always else [*choices, "undefined"]
        lines.append(_fitted(f"  {field}{'' if always else '?'}:", choices, "  "))
    if (other := part.get("additionalProperties")) is not False:
        if not isinstance(other, dict):
            raise ValueError(f"{name} has fields without a type")
        # TypeScript demands that the type of other fields includes the types of the named fields.
        choices = list(dict.fromkeys([*_parts(other, names), *every]))
        lines.append(_fitted("  [field: string]:", choices, "  "))
    return "\n".join([*lines, "}", ""])


def _fitted(start: str, choices: list[str], indent: str) -> str:
    """Return a declaration: `start` followed by the union of the types `choices`, on one line or,
    if that is longer than WIDTH, on several lines indented by `indent`."""
    line = f"{start} {' | '.join(choices)};"
    if len(line) <= WIDTH:
        return line
    if len(choices) == 1:
        return textwrap.fill(
            line,
            WIDTH,
            subsequent_indent=f"{indent}  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    return start + "".join(f"\n{indent}  | {choice}" for choice in choices) + ";"


def _comment(text: str) -> list[str]:
    if not text:
        return []
    lines = text.replace("*/", "* /").split("\n")
    if len(lines) == 1 and len(lines[0]) <= WIDTH - len("/**  */"):
        return [f"/** {lines[0]} */"]
    wrapped = [part for line in lines for part in textwrap.wrap(line, WIDTH - 3) or [""]]
    return ["/**", *(f" * {line}".rstrip() for line in wrapped), " */"]


def _parts(part: Schema, names: dict[str, str]) -> list[str]:
    """Return a list of TypeScript types. Their union is the type of the schema `part`. For most
    schemas the list has one type."""
    _check_keywords(part)
    if "$ref" in part:
        name = part["$ref"].rsplit("/", 1)[1]
        return [names.get(name, name)]
    if "const" in part:
        return [json.dumps(part["const"])]
    if "enum" in part:
        return [json.dumps(value) for value in part["enum"]]
    for several in ("anyOf", "oneOf"):
        if several in part:
            return _choices(part[several], names)
    return [_plain(part, names)]


def _choices(parts: list[Schema], names: dict[str, str]) -> list[str]:
    return list(dict.fromkeys(choice for part in parts for choice in _parts(part, names)))


def _plain(part: Schema, names: dict[str, str]) -> str:
    kind = part.get("type")
    if kind is None:
        raise ValueError(f"a schema without a type: {part}")
    if kind == "null":
        return "null"
    if kind == "array":
        return _array(part, names)
    if kind == "object":
        return _dictionary(part, names)
    return SIMPLE[kind]


def _array(part: Schema, names: dict[str, str]) -> str:
    if "prefixItems" in part:
        return "[" + ", ".join(_one(item, names) for item in part["prefixItems"]) + "]"
    inner = _one(part["items"], names)
    return f"({inner})[]" if "|" in inner else f"{inner}[]"


def _dictionary(part: Schema, names: dict[str, str]) -> str:
    """Return the TypeScript type of an object with arbitrary keys, as an index signature. The type
    `Record` of TypeScript cannot be used, because a message has that name. If the keys have a named
    type, each of them may be missing."""
    if "properties" in part:
        raise ValueError("an object with fields is a definition of its own")
    inner = part.get("additionalProperties")
    if not isinstance(inner, dict):
        raise ValueError(f"an object whose values have no type: {part}")
    held = _one(inner, names)
    if "$ref" in (keys := part.get("propertyNames", {})):
        return f"{{ [key in {_one(keys, names)}]?: {held} }}"
    return f"{{ [key: string]: {held} }}"


def _one(part: Schema, names: dict[str, str]) -> str:
    return " | ".join(_parts(part, names))


def _check_keywords(part: Schema, besides: Set[str] = frozenset()) -> None:
    """Raise ValueError if a schema has keywords that this module cannot translate to TypeScript.
    The keywords in `besides` are allowed too."""
    if unknown := set(part) - KNOWN - besides:
        raise ValueError(f"no type can be written for {', '.join(sorted(unknown))}")
