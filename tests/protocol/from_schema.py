"""JSON Schema for tests: make values from a schema, and check values against one. It knows only the
keywords that our schema uses; any other is an error, so that nothing in the schema is ignored."""

import re
from typing import Any

from hypothesis import strategies as st

Schema = dict[str, Any]

WORDS = {
    "$defs", "$ref", "additionalProperties", "anyOf", "const", "default", "description",
    "discriminator", "enum", "items", "maxItems", "maxLength", "maximum", "minItems", "minLength",
    "minimum", "oneOf", "pattern", "prefixItems", "properties", "propertyNames", "required",
    "title", "type",
}  # fmt: skip
TYPES = {
    "string": str,
    "boolean": bool,
    "number": float,
    "array": list,
    "object": dict,
    "null": type(None),
}
MEANT = {
    ("Join", "code"): st.just("KQ74TX"),
    ("Resume", "code"): st.just("kq7-4tx"),
    ("Watch", "code"): st.just("KQ74TX"),
    **{
        (kind, "code"): st.just("KQ74TX")
        for kind in (
            "DeclineChallenge",
            "JoinCrownRace",
            "StartCrownRace",
            "PlayCrownDeal",
            "QuitCrownRace",
            "FollowCrownRace",
            "ChangeTournament",
            "EnterTournament",
            "CheckInTournament",
            "WithdrawFromTournament",
            "ClaimTournamentEntry",
            "PlayTournamentDeal",
            "RunTournament",
            "OrganiseTournament",
            "GetTournament",
            "FollowTournament",
            "GetTournamentTable",
            "GetTournamentRound",
        )
    },
    ("EnterTournament", "team"): st.sampled_from([None, "Kings"]),
    ("GuestEntry", "name"): st.just("Bertha"),
    ("JoinLeisureRace", "code"): st.just("kq7-4tx"),
    ("QuitLeisureRace", "code"): st.just("kq7-4tx"),
    ("GetLeisureRace", "code"): st.just("kq7-4tx"),
    ("PlayLeisureDeal", "code"): st.just("kq7-4tx"),
    ("InviteToLeisureRace", "code"): st.just("kq7-4tx"),
    ("InviteToLeisureRace", "invited"): st.just(["Bertha", "汉字"]),
    ("ClaimLeisureEntry", "code"): st.just("kq7-4tx"),
    ("NewLeisureRace", "title"): st.sampled_from(["Over the holidays", "汉字"]),
    ("NewLeisureRace", "invited"): st.sampled_from([[], ["Bertha", "汉字"]]),
    ("AccountVerb", "name"): st.just("Bertha"),
    ("InviteEntrants", "names"): st.just(["Bertha", "汉字"]),
    ("HeldSeat", "code"): st.just("kq7-4tx"),
    ("SignUp", "name"): st.sampled_from(["Anna", "  Anna  K. "]),
    ("LogIn", "name"): st.just("Anna"),
    ("Recover", "name"): st.just("Anna"),
    ("Rename", "name"): st.sampled_from(["Ö. of the Hill", "汉字"]),
    ("Befriend", "name"): st.just("Bertha"),
    ("Challenge", "name"): st.just("Bertha"),
    ("DeclineChallenge", "name"): st.just("Bertha"),
    ("GetRecord", "race"): st.sampled_from(["KQ74TX", "KQ74TX-12"]),
    ("GetAnalysis", "race"): st.sampled_from(["KQ74TX", "KQ74TX-12"]),
    ("GetTraveller", "deal"): st.sampled_from(["KQ74TX-12", "daily-2026-11-21-sprint"]),
    ("GetReplay", "race"): st.sampled_from(["KQ74TX", "KQ74TX-12"]),
    ("GetGhost", "race"): st.sampled_from(["KQ74TX", "KQ74TX-12"]),
    ("RaceGhost", "race"): st.sampled_from(["KQ74TX", "KQ74TX-12"]),
    ("RaceGhost", "name"): st.just("Anna"),
    ("PlayAlone", "name"): st.just("Anna"),
    ("Create", "name"): st.sampled_from(["Anna", "Ö. of the Hill", "x" * 24]),
    ("Join", "name"): st.sampled_from(["Bertha", "汉字"]),
    ("Ring", "line"): st.sampled_from(["Three on the trot", "汉字", "x" * 200]),
    ("Ring", "to"): st.sampled_from([None, ["Bertha", "汉字"]]),
    ("GetVersus", "one"): st.sampled_from([None, "Anna"]),
    ("GetVersus", "other"): st.just("Bertha"),
    ("GetTogether", "names"): st.just(["Bertha", "汉字"]),
    ("GetStreaks", "name"): st.sampled_from([None, "汉字"]),
    ("Say", "text"): st.sampled_from(["Good luck", "汉字", "x" * 200]),
}
"""Fields that mean more than a schema can say."""

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=4,
)


def follow(root: Schema, ref: str) -> Schema:
    """What a reference within the document points to."""
    place: Any = root
    for part in ref.removeprefix("#/").split("/"):
        place = place[part]
    assert isinstance(place, dict)
    return place


def walk(schema: Any, path: str = "") -> list[tuple[str, Schema]]:
    """Every schema within a schema, with the path to it."""
    found = [(path, schema)]
    for word in ("properties", "$defs"):
        for name, inner in schema.get(word, {}).items():
            found += walk(inner, f"{path}/{name}")
    for word in ("items", "additionalProperties", "propertyNames"):
        if isinstance(schema.get(word), dict):
            found += walk(schema[word], f"{path}/{word}")
    for word in ("anyOf", "oneOf", "prefixItems"):
        for i, inner in enumerate(schema.get(word, [])):
            found += walk(inner, f"{path}/{word}.{i}")
    return found


def values(root: Schema, schema: Schema) -> st.SearchStrategy[Any]:
    """Values that agree with the schema."""
    unknown = set(schema) - WORDS
    assert not unknown, unknown
    if "$ref" in schema:
        return _referred(root, schema["$ref"])
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return st.one_of([values(root, choice) for choice in schema[word]])
    return _typed(root, schema)


def _referred(root: Schema, ref: str) -> st.SearchStrategy[Any]:
    """Values of a definition. A definition that holds itself needs one strategy for both."""
    _, known = _REFERRED.setdefault(id(root), (root, {}))
    if ref not in known:
        known[ref] = st.deferred(lambda: values(root, follow(root, ref)))
    return known[ref]


_REFERRED: dict[int, tuple[Schema, dict[str, st.SearchStrategy[Any]]]] = {}


def _array(root: Schema, schema: Schema) -> st.SearchStrategy[Any]:
    if "prefixItems" in schema:
        return st.tuples(*(values(root, inner) for inner in schema["prefixItems"])).map(list)
    return st.lists(
        values(root, schema["items"]),
        min_size=schema.get("minItems", 0),
        max_size=max(schema.get("minItems", 0), min(schema.get("maxItems", 3), 3)),
    )


def _typed(root: Schema, schema: Schema) -> st.SearchStrategy[Any]:
    match schema.get("type"):
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "number":
            return st.floats(allow_nan=False, allow_infinity=False)
        case "integer":
            return st.integers(schema.get("minimum", -(2**53)), schema.get("maximum", 2**53))
        case "string":
            if "pattern" in schema:
                return st.from_regex(re.compile(schema["pattern"], re.ASCII), fullmatch=True)
            return st.text(
                min_size=schema.get("minLength", 0), max_size=min(schema.get("maxLength", 30), 30)
            )
        case "array":
            return _array(root, schema)
        case "object":
            return _object(root, schema)
    raise AssertionError(f"a schema without a type: {schema}")


def _object(root: Schema, schema: Schema) -> st.SearchStrategy[Any]:
    if "properties" not in schema:
        return _dictionary(root, schema)
    fields = {
        name: MEANT.get((schema["title"], name), values(root, inner))
        for name, inner in schema["properties"].items()
    }
    required = {*schema.get("required", ()), *({"type"} & set(fields))}
    named = st.fixed_dictionaries(
        {name: fields[name] for name in fields if name in required},
        optional={name: fields[name] for name in fields if name not in required},
    )
    if schema.get("additionalProperties", False) is False:
        return named
    others = st.dictionaries(
        st.from_regex(r"[a-z]{1,9}", fullmatch=True).filter(lambda name: name not in fields),
        values(root, schema["additionalProperties"]),
        max_size=2,
    )
    return st.builds(lambda one, other: {**one, **other}, named, others)


def names_of(root: Schema, schema: Schema) -> set[str]:
    """The names that a schema gives to fields of an object: those of its properties, or those that
    its keys may have."""
    keys = schema.get("propertyNames", {})
    keys = follow(root, keys["$ref"]) if "$ref" in keys else keys
    return {*schema.get("properties", ()), *keys.get("enum", ())}


def _dictionary(root: Schema, schema: Schema) -> st.SearchStrategy[Any]:
    part = values(root, schema["additionalProperties"])
    if names := names_of(root, schema):
        always = set(schema.get("required", ()))
        return st.fixed_dictionaries(
            dict.fromkeys(sorted(always), part),
            optional=dict.fromkeys(sorted(names - always), part),
        )
    most = schema.get("propertyNames", {}).get("maxLength", 10)
    return st.dictionaries(st.text(max_size=most), part, max_size=3)


def agrees(root: Schema, schema: Schema, value: Any) -> bool:
    """Whether a JSON value agrees with the schema."""
    if "$ref" in schema:
        return agrees(root, follow(root, schema["$ref"]), value)
    for word in ("anyOf", "oneOf"):
        if word in schema:
            right = [choice for choice in schema[word] if agrees(root, choice, value)]
            return len(right) == 1 if word == "oneOf" else bool(right)
    if "const" in schema and value != schema["const"]:
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    return _is(schema.get("type"), value) and _fits(root, schema, value)


def _is(name: str | None, value: Any) -> bool:
    if name is None:
        return True
    if name == "integer":
        return type(value) is int
    return isinstance(value, TYPES[name])


def _fits(root: Schema, schema: Schema, value: Any) -> bool:
    if isinstance(value, str):
        size = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 10**9)
        return size and ("pattern" not in schema or bool(re.search(schema["pattern"], value)))
    if type(value) is int:
        small: bool = schema.get("minimum", value) <= value <= schema.get("maximum", value)
        return small
    if isinstance(value, list):
        size = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 10**9)
        first = schema.get("prefixItems", [])
        rest = [schema.get("items", {})] * (len(value) - len(first))
        return size and all(
            agrees(root, inner, part) for inner, part in zip([*first, *rest], value, strict=False)
        )
    if isinstance(value, dict):
        return _object_fits(root, schema, value)
    return True


def _object_fits(root: Schema, schema: Schema, value: dict[str, Any]) -> bool:
    fields, other = schema.get("properties", {}), schema.get("additionalProperties", True)
    if not set(schema.get("required", ())) <= set(value):
        return False
    for name, part in value.items():
        inner = fields.get(name, other)
        if inner is False or not agrees(root, schema.get("propertyNames", {}), name):
            return False
        if inner is not True and not agrees(root, inner, part):
            return False
    return True
