"""Two types of tournament plans for the JSON Schema. A plan is the definition of a tournament. A
server sends complete plans; in plans as authors write them, fields may be left out."""

from functools import cache
from typing import Annotated, NotRequired

from pydantic import BaseModel, Field

from engine.solver.difficulty_classes import Difficulty
from protocol.rooms.races import Terms
from protocol.schemas.game_types import Fields, TypeOf, closed, with_parts
from protocol.tournaments.plan import Knockout, RoundPlan, Scoring, TournamentPlan

GameName = Annotated[str, Field(max_length=40)]
FILLED_IN: dict[type[BaseModel], frozenset[str]] = {
    TournamentPlan: frozenset({"rounds", "scoring"}),
    RoundPlan: frozenset({"options", "terms", "bell_ms"}),
    Scoring: frozenset(Scoring.model_fields),
    Knockout: frozenset({"sprint"}),
    Terms: frozenset(Terms.model_fields),
}
"""For each model of a plan, the fields without a default that an author may leave out, because a
validator fills them in."""


def complete() -> TypeOf:
    """Return the type of the plan of a tournament as a server sends it: with every field."""
    return TournamentPlan


def given() -> TypeOf:
    """Return the type of the plan of a tournament as an author writes it. Fields that have a
    default may be left out, and a round may be just the name of its game."""
    return _given(TournamentPlan)


@cache
def _given(model: type[BaseModel]) -> TypeOf:
    fields: Fields = {}
    for name, field in model.model_fields.items():
        kind = _swapped(field.annotation)
        if (model, name) == (TournamentPlan, "rounds"):
            kind = list[_given(RoundPlan) | GameName]  # type: ignore[misc]
        for constraint in field.metadata:
            kind = Annotated[kind, constraint]
        if model is Terms:
            kind = kind | (bool | None if name == "winnable" else None)
        needed = field.is_required() and name not in FILLED_IN.get(model, ())
        fields[name] = kind if needed else NotRequired[kind]
    if model is Terms:
        fields["difficulty"] = NotRequired[Difficulty | None]
    # The terms of a race, as a host asks for them in `create`, are another type.
    title = "PlanTerms" if model is Terms else model.__name__
    return closed(title, fields, model.__doc__ or "")


def _swapped(declared: TypeOf) -> TypeOf:
    """Return a type in which each pydantic model of a plan is replaced by the form of it that
    authors write, with fields that may be left out."""
    if isinstance(declared, type) and issubclass(declared, BaseModel):
        return _given(declared)
    return with_parts(declared, _swapped)
