"""Actions of the operator on a tournament: stop it, hand it over, or close its hall.

An organiser is the account that runs a tournament. A hall is a network address from which many
people take part in a tournament, so that its rate limits are raised. `code` is the code of the
tournament, `now` server time in ms. All functions raise StoreAway if Redis cannot be reached.
"""

import secrets

from engine.races.fairness import SECRET_BYTES
from protocol.codes import ALPHABET, LENGTH
from server.accounts.store import AccountStore, account_named
from server.tournaments import organiser_commands
from server.tournaments.state import FreshSecrets, Tournament
from server.tournaments.steps import Decision
from server.tournaments.store import TournamentStore

FRESH = FreshSecrets(
    lambda: "".join(secrets.choice(ALPHABET) for _ in range(LENGTH)),
    lambda: secrets.token_bytes(SECRET_BYTES),
    countdown_ms=0,  # not used: a stopped tournament begins no race
)


async def stop(store: TournamentStore, code: str, now: int) -> None:
    """End a tournament, and its series if it is repeated, as if the organiser had asked for it.
    Raise Refusal if the tournament is unknown or over.

    Only the change of the tournament is stored here. A running server, or the next one that starts,
    does the work that follows from it: for example, it makes the deals public.
    """
    await _change(
        store,
        code,
        lambda each: organiser_commands.stop(each, each.organiser, now, FRESH, for_good=True),
        now,
    )


async def hand_over(
    store: TournamentStore, accounts: AccountStore, code: str, name: str, now: int
) -> None:
    """Make the account called `name` the organiser of a tournament. Raise Refusal if there is no
    such account or tournament, or if the tournament is over."""
    to = (await account_named(accounts, name)).number
    await _change(
        store, code, lambda each: organiser_commands.hand_over(each, each.organiser, to, now), now
    )


async def close_hall(store: TournamentStore, code: str, now: int) -> None:
    """Store that the limits of the address of a tournament's hall are no longer raised. A running
    server, or the next one that starts, then lowers them. Raise Refusal if there is no such
    tournament."""
    await _change(
        store, code, lambda each: organiser_commands.close_hall(each, each.organiser, now), now
    )


async def _change(store: TournamentStore, code: str, decision: Decision, now: int) -> Tournament:
    while True:
        kept = await store.load(code)
        tournament = decision(kept.tournament)
        if await store.save(tournament, kept, now):
            return tournament
