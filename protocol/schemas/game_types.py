"""Types of views, of what a move changed, and of moves. They are made from the game classes of the
engine, each of which declares its piles, facts and kinds of move.

The types are used only for the JSON Schema and the TypeScript. A view is what somebody may see of a
table. A fact is a value that a view has besides its piles, such as the next card. The types `View`,
`Changed` and `Move` fit every game, also games that this program does not know: known facts and
fields of moves have their types, unknown ones may have any JSON. `games` returns the exact types of
all games, `exact` those of one game. In Racing Demon, which is played at a common table, a view has
the piles of one seat.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from types import GenericAlias, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from pydantic import Field
from typing_extensions import TypeAliasType, TypedDict, is_typeddict

from engine import view as engine_view
from engine.game import Game
from engine.moves import LARGEST, Cell, Place, Resign, kind_of
from engine.racing_demon.game import RacingDemon
from engine.rules import RULES, Rules
from engine.view import MOST_CARDS, PASSED, CardName, CellNumbers, RankName

TypeOf = Any
"""A Python type used as a value: a class, an alias or a union."""
Fields = dict[str, TypeOf]

Card = TypeAliasType("Card", Annotated[str, Field(pattern=r"^[A2-9TJQK][SHDC]$")])
Json = TypeAliasType("Json", "bool | int | float | str | list[Json] | dict[str, Json] | None")
PileName = Annotated[str, Field(max_length=20)]
SmallInteger = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Passed = list[tuple[PileName, Card]]

PLAIN: dict[TypeOf, TypeOf] = {
    CardName: Card,
    RankName: Annotated[str, Field(pattern=r"^[A2-9TJQK]$")],
    CellNumbers: tuple[int, int],
    engine_view.Json: Json,
}
"""For some types of the engine, the type that is used in the schema instead, because it has a
pattern or a name."""

MOVE_FIELDS: dict[TypeOf, TypeOf] = {
    Place: PileName,
    int: SmallInteger,
    str: Annotated[str, Field(max_length=LARGEST)],
    Cell: tuple[SmallInteger, SmallInteger],
    tuple[Place, ...]: Annotated[list[PileName], Field(max_length=LARGEST)],
    tuple[int, ...]: Annotated[list[SmallInteger], Field(max_length=LARGEST)],
}
"""The type in the schema for each type that a field of a move can have."""


def portable(declared: TypeOf) -> TypeOf:
    """Return a type that pydantic accepts on every version of Python, for a type that the engine
    declares. Each `typing.TypedDict` in it is replaced by an equal one of `typing_extensions`, and
    each type in `PLAIN` by its type for the schema."""
    if declared in PLAIN:
        return PLAIN[declared]
    if is_typeddict(declared):
        return _portable_dict(declared)
    return with_parts(declared, portable)


def with_parts(declared: TypeOf, change: Callable[[TypeOf], TypeOf]) -> TypeOf:
    """Return a type with `change` applied to each of its type arguments, such as `str` and `int` in
    `dict[str, int]`. A type without arguments is returned unchanged."""
    origin: TypeOf = get_origin(declared)
    if origin is None or origin is Literal:
        return declared
    parts = tuple(change(part) for part in get_args(declared))
    if origin is NotRequired:
        return NotRequired[parts[0]]
    return Union[parts] if origin in (Union, UnionType) else GenericAlias(origin, parts)  # noqa: UP007


@cache
def _portable_dict(declared: type) -> TypeOf:
    hints = get_type_hints(declared, include_extras=True)
    fields = {name: portable(hint) for name, hint in hints.items()}
    return closed(declared.__name__, fields, declared.__doc__ or "")


def closed(name: str, fields: Fields, doc: str) -> TypeOf:
    """Return the type of an object that has these fields and no others. `doc` is its description in
    the schema."""
    made: TypeOf = TypedDict(name, fields, closed=True)  # type: ignore[misc]
    made.__doc__ = doc
    return made


def open_(name: str, fields: Fields, doc: str) -> TypeOf:
    """Return the type of an object that has these fields and may have other fields with any JSON.
    `doc` is its description in the schema."""
    made: TypeOf = TypedDict(name, fields, extra_items=Json)  # type: ignore[misc]
    made.__doc__ = doc
    return made


PileView: TypeOf = closed(
    "PileView",
    {"down": Annotated[int, Field(ge=0, le=MOST_CARDS)], "up": list[Card]},
    "The number of face-down cards of a pile, and the face-up cards on them, bottom first.",
)


# Any game. --------------------------------------------------------------------------------------


@cache
def view() -> TypeOf:
    doc = (
        "What a contestant sees of a table: the piles by name, and the facts that the game shows"
        " beside them. Other facts are those of games that this schema does not know. `passed`"
        " lists cards that came up and went down again, with their piles."
    )
    return open_("View", {"piles": dict[PileName, PileView], **_optional(_all_facts())}, doc)


@cache
def changed() -> TypeOf:
    doc = (
        "What a move changed of a view: each changed pile whole, null for a pile that is no longer"
        " on the table, and each changed fact. `passed` lists cards that came up and went down"
        " again within the move, with their piles."
    )
    piles = dict[PileName, PileView | None]
    return open_("Changed", {"piles": piles, **_optional(_all_facts())}, doc)


@cache
def move() -> TypeOf:
    doc = (
        "A move: its kind, and the fields that the kind has in its game. Other fields are those of"
        " games that this schema does not know."
    )
    fields = _merged(_fields(kind) for rules in RULES.values() for kind in rules.kinds)
    return open_("Move", {"kind": Annotated[str, Field(max_length=20)], **_optional(fields)}, doc)


def _all_facts() -> Fields:
    return _merged(_facts(rules) for rules in RULES.values()) | {PASSED: Passed}


def _merged(declared: Iterator[Fields]) -> Fields:
    """Merge the fields of all games into one dictionary, from name to type. Raises ValueError if
    two fields with the same name have different types."""
    merged: Fields = {}
    for fields in declared:
        for name, kind in fields.items():
            if merged.setdefault(name, kind) != kind:
                raise ValueError(f"{name} has two types: {merged[name]} and {kind}")
    return merged


def _facts(rules: type[Rules]) -> Fields:
    if issubclass(rules, RacingDemon):
        return {}
    hints = get_type_hints(rules.fact_types, include_extras=True)
    return {name: portable(hint) for name, hint in hints.items()}


def _fields(kind: type) -> Fields:
    return {name: MOVE_FIELDS[hint] for name, hint in get_type_hints(kind).items()}


def _optional(fields: Fields) -> Fields:
    return {name: NotRequired[_inner(kind)] for name, kind in fields.items()}


def _inner(kind: TypeOf) -> TypeOf:
    """Return the type inside `NotRequired`. Return a type without `NotRequired` unchanged."""
    origin: TypeOf = get_origin(kind)
    return get_args(kind)[0] if origin is NotRequired else kind


# Each game. -------------------------------------------------------------------------------------


@cache
def games() -> TypeOf:
    """Return the type of an object that has one field for each game. Its name is the slug of the
    game, such as `klondike`, and its value has the exact types of the game's `view`, `changed` and
    `move`."""
    made = {
        slug: closed(
            f"{_title(rules)}Game",
            exact(slug),
            f"{rules.book.title}: its views, their changes, its moves.",
        )
        for slug, rules in RULES.items()
    }
    return closed("Games", made, "What each game shows, and its moves.")


def _title(rules: type[Rules]) -> str:
    return "".join(word.capitalize() for word in rules.slug.split("_"))


@cache
def exact(slug: str) -> Fields:
    """Return the exact types of the `view`, `changed` and `move` of one game. `slug` is the name of
    the game in messages, such as `klondike`."""
    rules = RULES[slug]
    title = _title(rules)
    every = list(_with_all_options(rules))
    piles = dict.fromkeys(name for one in every for name in one.layout)
    places = piles | dict.fromkeys(name for one in every for name in one.extra_places())
    pile = place = _alias(f"{title}Pile", Literal[tuple(piles)])
    if places != piles:
        place = _alias(f"{title}Place", Literal[tuple(places)])
    always = [name for name in piles if all(_is_always_there(name, one) for one in every)]
    vanishes = any(group.vanishes for one in every for group in one.layout.groups)
    lists: Fields = {"required": always}
    shown = Annotated[_dict(pile, PileView), Field(json_schema_extra=lists)]  # type: ignore[valid-type]
    left = _dict(pile, PileView | None if vanishes else PileView)
    facts, passed = _facts(rules), Fields()
    if issubclass(rules, Game) and rules.passed is not Game.passed:
        passed[PASSED] = NotRequired[_list(GenericAlias(tuple, (pile, Card)))]
    moves = tuple(_move(kind, title, place) for kind in (*rules.kinds, Resign))
    return {
        "view": closed(f"{title}View", {"piles": shown, **facts, **passed}, ""),
        "changed": closed(f"{title}Changed", {"piles": left, **_optional(facts), **passed}, ""),
        "move": _alias(f"{title}AnyMove", Union[moves]),  # noqa: UP007
    }


def _alias(name: str, kind: TypeOf) -> TypeOf:
    """Return the type `kind` under a name of its own, which the schema uses for it."""
    return TypeAliasType(name, kind)


def _dict(key: TypeOf, value: TypeOf) -> TypeOf:
    return GenericAlias(dict, (key, value))


def _list(item: TypeOf) -> TypeOf:
    return GenericAlias(list, (item,))


def _with_all_options(rules: type[Rules]) -> Iterator[Rules]:
    """Yield one instance of the game for each combination of values of its options. Racing Demon
    has thousands of combinations, but only one option decides which piles it has."""
    options = [each for each in rules.options if rules is not RacingDemon or each.name == "piles"]
    names = [option.name for option in options]
    for chosen in product(*(option.values for option in options)):
        yield rules(dict(zip(names, chosen, strict=True)))


def _is_always_there(pile: str, rules: Rules) -> bool:
    """Return whether every view of the game `rules`, with its options, contains the pile. A view
    does not contain the pile if the game has no such pile, or if the game leaves it out while it is
    empty."""
    layout = rules.layout
    return pile in layout.index and not layout.group_of[layout.index[pile]].vanishes


def _move(kind: type, title: str, place: TypeOf) -> TypeOf:
    known = {Place: place, tuple[Place, ...]: Annotated[_list(place), Field(max_length=LARGEST)]}
    hints = get_type_hints(kind)
    fields = {name: known.get(hint, MOVE_FIELDS[hint]) for name, hint in hints.items()}
    named = {"kind": Literal[kind_of(kind)], **fields}
    return closed(f"{title}{kind.__name__}", named, kind.__doc__ or "")
