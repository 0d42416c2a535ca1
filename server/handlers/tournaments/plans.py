"""Checks the plans of tournaments that organisers send, and lists all faults of a plan. A plan says
how a tournament is played: its format, its games, when it starts, who may enter."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from engine.solver.winnable_deals import winnable_terms
from protocol.tournaments.plan import RoundPlan, TournamentPlan, with_present_solver
from server.accounts.name_rules import called, keys_of, visible
from server.accounts.store import AccountStore, account_named
from server.errors import Refusal

MOST_FAULTS = 20
"""The maximum number of faults in one refusal."""

_SENTENCES = {
    "missing": "This has to be filled in.",
    "too_short": "At least {min_length}.",
    "too_long": "At most {max_length}.",
    "string_too_long": "At most {max_length} characters.",
    "string_too_short": "This has to be filled in.",
    "greater_than_equal": "At least {ge}.",
    "less_than_equal": "At most {le}.",
    "int_type": "A whole number.",
    "literal_error": "One of {expected}.",
    "extra_forbidden": "A plan has nothing of that name.",
}
"""The sentence for each type of pydantic's errors, with places for the values in the context of the
error. All other errors come from the plan's own validators, whose messages are sentences
already."""


class ValueFault(NamedTuple):
    """A fault of a plan: a sentence that says what is wrong with one value. `path` has the field
    names and indices that lead from the plan to the value."""

    path: tuple[str | int, ...]
    sentence: str


class PlanRefused(Refusal):
    """Raised when a plan is refused. `faults` are the faults that were found, at most
    `MOST_FAULTS`; the sentence of the refusal is about the first fault."""

    def __init__(self, code: str, faults: list[ValueFault]) -> None:
        path, sentence = faults[0]
        where = ".".join(str(part) for part in path)[:60] or "plan"
        super().__init__(code, f"In {where}: {sentence}")
        self.faults = faults[:MOST_FAULTS]


def plan_of(given: Mapping[str, object], now: int, *, winnable: bool) -> TournamentPlan:
    """Parse and check the plan `given` that an organiser has sent, and return it. `now` is the
    server time; the start of the tournament must not be earlier. `winnable` says whether this
    server searches for winnable deals. Raises PlanRefused."""
    try:
        plan = TournamentPlan.model_validate(given)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
        # Without a format the other fields have no defaults, and would seem wrong.
        found = [each for each in found if each["loc"] == ("format",)] or found
        raise PlanRefused("bad_plan", list(_faults(found))) from None
    faults = [*_unseen(plan), *_not_searched(plan, winnable=winnable)]
    if faults:
        raise PlanRefused("bad_plan", faults)
    if plan.schedule is not None and plan.schedule.starts_at <= now:
        fault = ValueFault(("schedule", "starts_at"), "That time has passed.")
        raise PlanRefused("start_passed", [fault])
    return with_present_solver(plan)


def _faults(errors: list[ErrorDetails]) -> Iterator[ValueFault]:
    """Yield a fault for each error that pydantic has found. If items of a list are wrong, the error
    that this list is too short is left out, because pydantic does not count wrong items."""
    for error in errors:
        loc = error["loc"]
        inside = any(len(e["loc"]) > len(loc) and e["loc"][: len(loc)] == loc for e in errors)
        if error["type"] != "too_short" or not inside:
            yield _fault(error)


def _fault(error: ErrorDetails) -> ValueFault:
    context = error.get("ctx", {})
    path = (*error["loc"], *context.get("path", ()))
    told = _SENTENCES.get(error["type"])
    if told is None:
        told = error["msg"].removeprefix("Value error, ")[:300].rstrip(".") + "."
        return ValueFault(path, told[:1].upper() + told[1:])
    in_ms = any(isinstance(part, str) and part.endswith("_ms") for part in path)
    values = {name: _span(value) if in_ms else value for name, value in context.items()}
    return ValueFault(path, told.format_map(values))


def _span(ms: object) -> object:
    """Return a number of milliseconds as a text with a unit, such as `5 minutes`. Return any other
    value unchanged."""
    if not isinstance(ms, int):
        return ms
    for unit, words in ((86_400_000, "days"), (3_600_000, "hours"), (60_000, "minutes")):
        if ms % unit == 0 and ms > unit:
            return f"{ms // unit} {words}"
    return f"{ms / 1000:g} seconds"


def _unseen(plan: TournamentPlan) -> Iterator[ValueFault]:
    """Yield a fault for a title that has only invisible characters, and for each team name that is
    not allowed or looks like the name of another team."""
    if not visible(plan.title).strip():
        yield ValueFault(("title",), "A title has something to be seen in it.")
    seen = set[str]()
    for number, team in enumerate(() if plan.teams is None else plan.teams.names):
        try:
            keys = keys_of(called(team))
        except Refusal as refusal:
            yield ValueFault(("teams", "names", number), str(refusal))
            continue
        if keys & seen:
            yield ValueFault(("teams", "names", number), f"{team} looks like another team.")
        seen |= keys


def _not_searched(plan: TournamentPlan, *, winnable: bool) -> Iterator[ValueFault]:
    """Yield a fault for each round that asks for a winnable deal if this server does not search for
    any (`winnable` is False), or if its game has none."""
    rounds: list[tuple[tuple[str | int, ...], RoundPlan]] = [
        (("rounds", number), each) for number, each in enumerate(plan.rounds)
    ]
    if plan.knockout is not None:
        rounds.append((("knockout", "sprint"), plan.knockout.sprint))
    for path, each in rounds:
        where = (*path, "terms", "winnable")
        if each.terms.winnable is None:
            continue
        if not winnable:
            yield ValueFault(where, "This server has no winnable deals.")
        elif winnable_terms(each.rules) is None:
            yield ValueFault(where, "There are no winnable deals of this game with these options.")
        elif winnable_terms(each.rules, each.terms.winnable.difficulty) is None:
            told = "Deals of this difficulty take too long to find in this game."
            yield ValueFault((*path, "terms", "difficulty"), told)


async def invited_by(accounts: AccountStore, plan: TournamentPlan) -> tuple[str, ...] | None:
    """Return the ids of the accounts that a plan invites by name; None if the plan lets anybody
    enter. Raises PlanRefused with a fault for each name that no account has."""
    if plan.invited is None:
        return None
    found, faults, code = list[str](), list[ValueFault](), ""
    for number, name in enumerate(plan.invited):
        try:
            found.append((await account_named(accounts, name)).number)
        except Refusal as refusal:
            faults.append(ValueFault(("invited", number), str(refusal)))
            code = refusal.code
    if faults:
        raise PlanRefused(code, faults)
    return tuple(found)
