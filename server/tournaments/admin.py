"""Actions of the operator on tournaments: stop one, hand it over, or close its hall."""

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
    """End a tournament and its series in the organiser's name. Raise Refusal if it is unknown or
    over.

    Effects are carried out by a running server, or by the next one that starts. Raises StoreAway.
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
    """Make the account called `name` the organiser. Raise Refusal if there is no such account or
    tournament, or it is over. Raises StoreAway."""
    to = (await account_named(accounts, name)).number
    await _change(
        store, code, lambda each: organiser_commands.hand_over(each, each.organiser, to, now), now
    )


async def close_hall(store: TournamentStore, code: str, now: int) -> None:
    """Let the limits of a tournament's hall be as before. A running server carries it out. Raise
    Refusal if there is no such tournament. Raises StoreAway."""
    await _change(
        store, code, lambda each: organiser_commands.close_hall(each, each.organiser, now), now
    )


async def _change(store: TournamentStore, code: str, decision: Decision, now: int) -> Tournament:
    while True:
        kept = await store.load(code)
        tournament = decision(kept.tournament)
        if await store.save(tournament, kept, now):
            return tournament
