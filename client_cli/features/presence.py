"""Presence requests: which friends are on line, and the answer to a challenge."""

from contextlib import suppress

from client_cli.exit_codes import Failure
from client_cli.net.one_shot_client import OneShotClient
from protocol.from_server import Done
from protocol.presence import (
    Challenged,
    DeclineChallenge,
    FollowFriends,
    FriendsOnline,
    OnlineFriend,
    UnfollowFriends,
)


async def online(client: OneShotClient) -> list[OnlineFriend]:
    """Return the friends of the logged-in account who are on line. The list is empty if the server
    refuses, as an older server does, which does not know the request."""
    with suppress(Failure):
        found = await client.ask(FriendsOnline, lambda n: FollowFriends(id=n))
        await client.ask(Done, lambda n: UnfollowFriends(id=n))
        return found.friends
    return []


async def decline(client: OneShotClient, challenge: Challenged) -> None:
    """Decline a friend's challenge. Raises Failure if the server refuses or cannot be reached."""
    await client.ask(
        Done, lambda n: DeclineChallenge(id=n, name=challenge.name, code=challenge.code)
    )
