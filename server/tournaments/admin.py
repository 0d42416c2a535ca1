"""Actions of the operator on a tournament: stop it, hand it over, or close its hall."""

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
    """End a tournament and its series, as if the organiser had asked for it. Raises Refusal if the
    tournament is unknown or over, and StoreAway.

    A running server, or the next one that starts, carries out the effects: for example, it
    discloses the secret in the rooms.
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
    """Make the account called `name` the organiser of a tournament. Raises Refusal if there is no
    such account or tournament, or the tournament is over. Raises StoreAway."""
    to = (await account_named(accounts, name)).number
    await _change(
        store, code, lambda each: organiser_commands.hand_over(each, each.organiser, to, now), now
    )


async def close_hall(store: TournamentStore, code: str, now: int) -> None:
    """End the raised limits of the address of a tournament's hall. A running server carries that
    out. Raises Refusal if there is no such tournament, and StoreAway."""
    await _change(
        store, code, lambda each: organiser_commands.close_hall(each, each.organiser, now), now
    )


async def _change(store: TournamentStore, code: str, decision: Decision, now: int) -> Tournament:
    while True:
        kept = await store.load(code)
        tournament = decision(kept.tournament)
        if await store.save(tournament, kept, now):
            return tournament
