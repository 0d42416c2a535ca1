"""Admin command `tournament`: stops a tournament, hands it over, or closes its hall. The hall is
the address from which many entrants play, with raised limits."""

import sys
from collections.abc import Awaitable, Callable

from protocol.codes import normal
from server.errors import Refusal
from server.ops.admin.store_access import DONE, NOT_FOUND, REFUSED, WRONG_USAGE, StoreAccess
from server.tournaments import admin
from server.tournaments.store import TournamentStore


async def stop(at: StoreAccess, code: str) -> int:
    """End a tournament, and the series of tournaments it belongs to; return the exit code."""
    return await _rule(
        at,
        code,
        lambda store, found: admin.stop(store, found, at.clock.now()),
        "That tournament is stopped; a race that goes on is played to its end.",
    )


async def hand_over(at: StoreAccess, code: str, name: str) -> int:
    """Make the account called `name` the organiser of a tournament; return the exit code."""
    return await _rule(
        at,
        code,
        lambda store, found: admin.hand_over(store, at.accounts, found, name, at.clock.now()),
        f"{name} organises that tournament now.",
    )


async def close_hall(at: StoreAccess, code: str) -> int:
    """Close the hall of a tournament: its address gets the usual limits again. Return the exit
    code."""
    return await _rule(
        at,
        code,
        lambda store, found: admin.close_hall(store, found, at.clock.now()),
        "The limits of its hall are as before.",
    )


async def _rule(
    at: StoreAccess,
    said: str,
    rule: Callable[[TournamentStore, str], Awaitable[None]],
    done: str,
) -> int:
    """Call `rule`, which changes a tournament, with the code that the operator has typed (`said`),
    and print the text `done`. Return the exit code."""
    code = normal(said)
    if code is None:
        print("Say the code of a tournament, such as KQ7-4TX.", file=sys.stderr)
        return WRONG_USAGE
    tournaments = TournamentStore(at.store.others, at.store.kept_s)
    try:
        await rule(tournaments, code)
        print(done)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        unknown = refusal.code in ("unknown_tournament", "unknown_name")
        return NOT_FOUND if unknown else REFUSED
    return DONE
