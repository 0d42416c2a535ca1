"""The deals of a new leisure race whose deals differ: the rounds of a tournament's plan.

In a leisure race a closed circle plays the same deals within hours or days, each contestant alone.
Of the rounds of the plan only the games, options, terms and time limits are used.
"""

import time
from random import SystemRandom

from client_cli.exit_codes import Failure
from client_cli.messages.race_terms import RacePlan
from client_cli.tournament.definition_file import plan_of
from engine.races.terms import terms
from engine.racing_demon.game import RacingDemon
from protocol.leisure_races import MOST_DEALS
from protocol.texts import _
from protocol.tournaments.plan import RoundPlan


def deals_of(rounds: str) -> list[RacePlan]:
    """Return the deals that `rounds` describes, which is typed as the option `--rounds` of
    `patience tournament new`: the path of a definition file, `template:hour`, `surprise:5`, or a
    list of games such as `aces-up:3,kings`. Raises Failure if there is no such plan, if it has too
    many rounds, or if a round cannot be played in a leisure race."""
    now = time.time_ns() // 1_000_000
    plan = plan_of(rounds, _("Leisure race"), SystemRandom().randrange(2**32), now)
    if len(plan.rounds) > MOST_DEALS:
        raise Failure.usage(
            _(
                "A leisure race has at most {most} deals; this plan has {n} rounds.",
                most=MOST_DEALS,
                n=len(plan.rounds),
            )
        )
    return [_deal(number, each) for number, each in enumerate(plan.rounds, 1)]


def is_plan(text: str) -> bool:
    """Return whether a text that was typed in place of a game describes rounds."""
    return ":" in text or "," in text or text.strip().endswith(".toml")


def _deal(number: int, each: RoundPlan) -> RacePlan:
    """Return a round as a deal of a leisure race. Raises Failure if it cannot be played there;
    `number` is its number, from 1."""
    rules = each.rules
    values = {"n": number, "game": _(rules.book.title)}
    if isinstance(rules, RacingDemon):
        raise Failure.usage(
            _("Round {n}, {game}: at a common table all play together, not at leisure.", **values)
        )
    if each.terms.format == "caller":
        raise Failure.usage(
            _("Round {n}, {game}: cards are called only if all play together.", **values)
        )
    if each.terms.winnable is not None:
        raise Failure.usage(
            _("Round {n}, {game}: there are no winnable deals in leisure races.", **values)
        )
    return RacePlan(rules, terms(rules, each.terms.model_dump()), each.bell_ms)
