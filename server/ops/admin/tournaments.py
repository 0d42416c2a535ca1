"""Admin command `tournament`, for one whose organiser is gone: stop it, or hand it over."""

import sys

from protocol.codes import normal
from server.errors import Refusal
from server.ops.admin.store_access import DONE, NOT_FOUND, REFUSED, WRONG_USAGE, StoreAccess
from server.tournaments import admin
from server.tournaments.store import TournamentStore


async def stop(at: StoreAccess, code: str) -> int:
    """End a tournament, and the series of tournaments it belongs to; return the exit code."""
    return await _rule(at, code, None)


async def hand_over(at: StoreAccess, code: str, name: str) -> int:
    """Make the account called `name` the organiser of a tournament; return the exit code."""
    return await _rule(at, code, name)


async def _rule(at: StoreAccess, said: str, name: str | None) -> int:
    code = normal(said)
    if code is None:
        print("Say the code of a tournament, such as KQ7-4TX.", file=sys.stderr)
        return WRONG_USAGE
    tournaments = TournamentStore(at.store.others, at.store.kept_s)
    try:
        if name is None:
            await admin.stop(tournaments, code, at.clock.now())
            print("That tournament is stopped; a race that goes on is played to its end.")
        else:
            await admin.hand_over(tournaments, at.accounts, code, name, at.clock.now())
            print(f"{name} organises that tournament now.")
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        unknown = refusal.code in ("unknown_tournament", "unknown_name")
        return NOT_FOUND if unknown else REFUSED
    return DONE
