"""Check that a server's description of a tournament is consistent, without looking at the records
of its races.

When players check in, each sends a random number, the nonce. The deals, and what is drawn by lot,
follow from the nonces and a secret of the server, which is published when the tournament is over.
What only the server can know is not checked: who arrived when, and in many formats who was paired
with whom.

This file does no input or output.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pydantic import ValidationError

from client_cli.tournament import draws
from client_cli.tournament import state as known_as
from engine.errors import EngineError
from engine.races.fairness import NONCE_BYTES, read_hex
from engine.races.verify import Check
from engine.rules import is_table
from protocol.texts import _
from protocol.tournaments.live import HeatInfo, RoundInfo, Tournament
from protocol.tournaments.plan import DUELS, RoundPlan, TournamentPlan

NAMED = "tournament-"
ENDED = ("closed", "voided")
COUNTS = ("table", "closed")
MOST_DEALS = 200
"""Most rounds that a tournament deals, whatever its plan says."""


class KeptCheckIn(NamedTuple):
    """The player's check-in to a tournament as this computer has stored it: the nonce that it sent.
    `first` says that no other computer had checked the player in before, so the deals must have
    been made with this nonce."""

    nonce: str
    first: bool


def checks(tournament: Tournament, kept: KeptCheckIn | None = None) -> Iterator[Check]:
    """Check what the server says about a tournament, and yield the result of each check: the
    numbers of its rounds, their states, the plan, the nonces, what was drawn by lot, and the
    player's own nonce. `kept` is the player's check-in as this computer has stored it.

    If the plan is invalid, its check fails and the checks after it are left out. Until the server
    has published its secret, the checks of nonces and of what was drawn are left out.
    """
    yield _check("numbers", _numbers(tournament), _("{n} rounds", n=len(tournament.rounds)))
    yield _check("states", _states(tournament), tournament.status)
    plan = _plan(tournament)
    if plan is None:
        yield Check("plan", False, _("nobody can play what it says"))
        return
    yield _check("plan", _unplanned(tournament, plan), _("every round is what the plan says"))
    if tournament.opened is None:
        return
    nonces = _nonces(tournament)
    yield _check(
        "nonces", nonces, _("of {nonces} at the start", nonces=len(tournament.opened.nonces))
    )
    if nonces is None and plan.format == "round_robin":
        yield _check("draw", _not_drawn(tournament), _("all met whom they were drawn to meet"))
    tables = [each for each in tournament.rounds if is_table(each.game) and each.heats]
    if nonces is None and plan.format == "series" and tables:
        wrong = _not_at_drawn_tables(tournament, tables)
        yield _check("tables", wrong, _("all sat at the tables drawn for them"))
    own = _own(tournament, kept)
    if isinstance(own, Check):
        yield own


def unchecked(tournament: Tournament, kept: KeptCheckIn | None = None) -> Iterator[str]:
    """Yield sentences that say what cannot be checked, so that the player has to believe the
    server. `kept` is the player's check-in as this computer has stored it."""
    own = _own(tournament, kept) if tournament.opened is not None else None
    if isinstance(own, str):
        yield own
    counting = [each for each in tournament.rounds if each.state in COUNTS]
    if tournament.plan.get("format") == "round_robin" and counting:
        yield _("Who had a bye since somebody had left is the server's word.")
    elif tournament.plan.get("format") in DUELS and counting:
        yield _("Who met whom, who had a bye and who went on is the server's word.")
    elif not known_as.own_pace(tournament) and any(len(each.heats) > 1 for each in counting):
        yield _("Who was drawn into which room is the server's word.")


def _check(step: str, wrong: str | None, found: str) -> Check:
    return Check(step, wrong is None, wrong or found)


# Numbers and states. ----------------------------------------------------------------------------


def _numbers(tournament: Tournament) -> str | None:
    """Return a sentence about a number of a round or entrant that is missing or out of order; None
    if all are right."""
    if tournament.name != f"{NAMED}{tournament.code}":
        return _("it is called {name}", name=tournament.name[:40])
    numbers = [each.number for each in tournament.rounds]
    if numbers != list(range(1, len(numbers) + 1)):
        missing = set(range(1, max(numbers) + 1)) - set(numbers)
        return (
            _("round {number} is left out", number=min(missing))
            if missing
            else _("rounds are out of order")
        )
    if [one.number for one in tournament.entrants] != list(range(len(tournament.entrants))):
        return _("an entrant is left out")
    latest = 0
    for each in tournament.rounds:
        own_pace = known_as.own_pace(tournament) and each.turn != each.number
        if own_pace or not 1 <= each.turn <= latest + 1:
            return _("round {number} does not follow from those before it", number=each.number)
        latest = max(latest, each.turn)
        if each.decides is not None and not 1 <= each.decides < each.number:
            return _("round {number} decides no round before it", number=each.number)
    return None


def _states(tournament: Tournament) -> str | None:
    """Return a sentence if the status of the tournament contradicts the status of a round or a
    heat, for example if all heats of a round are over and the round is not; None if nothing
    contradicts."""
    over, own_pace = tournament.status == "finished", known_as.own_pace(tournament)
    if over and tournament.opened is None:
        return _("it is over, and its secret is not told")
    if tournament.status in ("draft", "open") and tournament.rounds:
        return _("it has not begun, and has rounds")
    may_go_on = 0 if over else len(tournament.rounds) if own_pace else 1
    for each in tournament.rounds[: len(tournament.rounds) - may_go_on]:
        if each.state not in ENDED:
            return _("round {number} goes on, and should be over", number=each.number)
    for each in tournament.rounds:
        for heat in each.heats:
            wrong = _heat(heat)
            if each.state in COUNTS and not heat.over and not _went_on(tournament):
                wrong = _("has no results, and its round has")
            if wrong is not None:
                return _("a race of round {number} {wrong}", number=each.number, wrong=wrong)
    return None


def _went_on(tournament: Tournament) -> bool:
    """Return whether the server ended the tournament while games were in progress, because it had
    been paused for too long."""
    return known_as.own_pace(tournament) and tournament.why == "untended"


def _heat(heat: HeatInfo) -> str | None:
    if not set(heat.absent) <= set(heat.entrants):
        return _("has people absent who were not in it")
    if heat.absent and not heat.over:
        return _("goes on, and has people absent")
    if heat.void and set(heat.absent) != set(heat.entrants):
        return _("is void, and has results")
    return None


# The plan. --------------------------------------------------------------------------------------


def _plan(tournament: Tournament) -> TournamentPlan | None:
    """Return the plan of a tournament, validated, without its schedule; None if the plan is
    invalid."""
    try:
        return TournamentPlan.model_validate({**tournament.plan, "schedule": None})
    except ValidationError:
        return None


def _unplanned(tournament: Tournament, plan: TournamentPlan) -> str | None:
    """Return a sentence about the first round that differs from the plan, or about missing rounds;
    None if the rounds follow the plan."""
    kind_of = _queue(tournament, plan)
    for each in tournament.rounds:
        meant = _meant(plan, each, kind_of)
        if meant is None:
            if plan.queue == "drawn" and tournament.opened is None:
                continue
            return _("round {number} is not in the plan", number=each.number)
        told = (each.game, each.options, each.terms.model_dump(), each.bell_ms)
        if told != (meant.game, meant.options, meant.terms.model_dump(), meant.bell_ms):
            return _("round {number} is not what the plan says", number=each.number)
        knockout = plan.knockout
        through = 1 if knockout is None or len(each.groups) <= 1 else knockout.go_on
        if each.through != through:
            return _("of round {number} {through} go on", number=each.number, through=each.through)
    return _too_few(tournament, plan)


def _meant(
    plan: TournamentPlan, each: RoundInfo, kind_of: Callable[[int], int | None]
) -> RoundPlan | None:
    if each.decides is not None:
        return plan.knockout.sprint if plan.knockout is not None else None
    kind = kind_of(each.turn)
    return None if kind is None else plan.rounds[kind]


def _queue(tournament: Tournament, plan: TournamentPlan) -> Callable[[int], int | None]:
    """Return a function from the position of a round in the tournament (its turn, from 1) to the
    index of the round's definition in the plan. The function returns None if the plan has no such
    round or the order is unknown."""
    kinds = len(plan.rounds)
    if plan.queue == "drawn":
        try:
            order = draws.queue(tournament, kinds, MOST_DEALS)
        except ValueError:  # the secret or the nonces are invalid
            order = []
        return lambda turn: order[turn - 1] if turn <= len(order) else None
    if plan.format in ("series", "crowns"):
        return lambda turn: turn - 1 if turn <= kinds else None
    return lambda turn: (turn - 1) % kinds


def _too_few(tournament: Tournament, plan: TournamentPlan) -> str | None:
    """Return a sentence about missing rounds if the tournament says that everything was played;
    None if none are missing."""
    if tournament.why != "played" or len(tournament.rounds) >= MOST_DEALS:
        return None
    last = next((r for r in reversed(tournament.rounds) if r.decides is None), None)
    there = sum(one.since is not None and one.gone is None for one in tournament.entrants)
    turns = {each.turn for each in tournament.rounds}
    meant = {"series": len(plan.rounds), "swiss": plan.turns or 0}.get(plan.format, 0)
    if plan.format == "round_robin" and tournament.opened is not None:
        field = len(tournament.opened.nonces)
        meant = field - 1 + field % 2
    if there >= (1 if plan.format == "series" else 2) and len(turns) < meant:
        return _("{turns} rounds were played of {meant}", turns=len(turns), meant=meant)
    if plan.format == "knockout" and there and last is not None and len(last.groups) > 1:
        return _("there was no last heat")
    return None


def _not_drawn(tournament: Tournament) -> str | None:
    """Return a sentence about a round of a round robin with a pair that does not follow from the
    drawn order; None if all pairs do."""
    try:
        order = draws.order(tournament)
    except ValueError:
        return _("its secret is invalid, so no draw follows from it")
    for each in tournament.rounds:
        pairs = draws.round_robin(order, each.turn)
        if any(tuple(heat.entrants) not in pairs for heat in each.heats):
            return _("round {number} has a pair that was not drawn", number=each.number)
    return None


def _not_at_drawn_tables(tournament: Tournament, rounds: Iterable[RoundInfo]) -> str | None:
    """Return a sentence about a round whose tables do not follow from the draw; None if those of
    all rounds do."""
    for each in rounds:
        sat = [tuple(heat.entrants) for heat in each.heats]
        entrants = {one for table in sat for one in table}
        try:
            drawn = draws.tables(tournament, each.turn, entrants)
        except ValueError:
            return _("its secret is invalid, so no draw follows from it")
        if sat != drawn:
            return _("round {number} has a table that was not drawn", number=each.number)
    return None


# Nonces. ----------------------------------------------------------------------------------------


def _nonces(tournament: Tournament) -> str | None:
    """Return a sentence about what is wrong with the nonces from which the deals are made; None if
    they are the nonces of the entrants at the start."""
    if tournament.opened is None:
        return None
    at_start = {str(one.number) for one in tournament.entrants if one.since == 1}
    given = tournament.opened.nonces
    for number, nonce in given.items():
        try:
            read_hex(nonce, NONCE_BYTES, "nonce")
        except EngineError:
            return _("the nonce of #{number} is invalid", number=number[:9])
    # Where all play at their own pace, a late entrant may still play from the first deal on.
    whole = set(given) == at_start or known_as.own_pace(tournament)
    if not whole or not set(given) <= at_start:
        return _("they are not the nonces of exactly those who were entrants at the start")
    return None


def _own(tournament: Tournament, kept: KeptCheckIn | None) -> Check | str | None:
    """Return the check that the deals use the player's own nonce, a sentence if that cannot be
    checked, or None if the player has not checked in on this computer."""
    if kept is None or tournament.opened is None:
        return None
    step = "own nonce"  # not a text: a step's name, as in engine/races/verify.py
    if tournament.mine is None:
        return (
            Check(step, False, _("you have checked in here, and never entered"))
            if kept.first
            else None
        )
    given = tournament.opened.nonces.get(str(tournament.mine))
    if given is None:
        return _("Your nonce is in no deal: you came after the start, by the server's word.")
    if given == kept.nonce:
        return Check(step, True, _("as it was kept here"))
    if kept.first:
        return Check(step, False, _("the one in its deals is not the one that was kept here"))
    return _("Your nonce is not the one kept here: you checked in elsewhere first.")
