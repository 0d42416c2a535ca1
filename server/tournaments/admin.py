"""What whoever runs a server may do with a tournament whose organiser is no more."""

import secrets

from engine.fairness import SECRET_BYTES
from protocol.codes import ALPHABET, LENGTH
from server.accounts.store import AccountStore, account_named
from server.tournaments import organiser_commands
from server.tournaments.state import Fresh, Tournament
from server.tournaments.steps import Decision
from server.tournaments.store import TournamentStore

FRESH = Fresh(
    lambda: "".join(secrets.choice(ALPHABET) for _ in range(LENGTH)),
    lambda: secrets.token_bytes(SECRET_BYTES),
    countdown_ms=0,  # where it is stopped nothing begins
)


async def stop(store: TournamentStore, code: str, now: int) -> None:
    """It is over, and there is no next. What follows is done by servers that run, or by the next to
    start. Raises Refusal."""
    await _change(
        store,
        code,
        lambda each: organiser_commands.stop(each, each.organiser, now, FRESH, for_good=True),
        now,
    )


async def hand_over(
    store: TournamentStore, accounts: AccountStore, code: str, name: str, now: int
) -> None:
    """Somebody else organises it. Raises Refusal."""
    to = (await account_named(accounts, name)).number
    await _change(
        store, code, lambda each: organiser_commands.hand_over(each, each.organiser, to, now), now
    )


async def _change(store: TournamentStore, code: str, decision: Decision, now: int) -> Tournament:
    while True:
        kept = await store.load(code)
        tournament = decision(kept.tournament)
        if await store.save(tournament, kept, now):
            return tournament
