"""Messages about presence: which of your friends are on line, and challenges to them.

A challenge invites a friend who is on line to the room that you are in. Neither presence nor
challenges are stored: they reach only those who are connected now.
"""

from typing import Literal

from protocol.message import Message, Request, RequestId
from protocol.names import Code, Name

PRESENCE = "presence"
"""The preference of an account that says who learns that it is on line: `shown` (its friends, also
if the preference was never set) or `hidden` (nobody)."""
WATCHING = "watching"
"""The preference of an account that says whether its friends are told in which room it races, so
that they can watch: `allowed`, or `refused` (also if the preference was never set)."""


class GoOnline(Request):
    """Let your friends see that you are on line, unless you hide, and get their challenges on this
    connection, until it closes or you log out."""

    type: Literal["go_online"] = "go_online"


class FollowFriends(Request):
    """Get the list of your friends who are on line as the message `friends_online`, at once and
    again after every change, until you send `unfollow_friends`. Changes come a few seconds late."""

    type: Literal["follow_friends"] = "follow_friends"


class UnfollowFriends(Request):
    """Stop getting `friends_online`."""

    type: Literal["unfollow_friends"] = "unfollow_friends"


class Challenge(Request):
    """Invite a friend who is on line to the room in which you have a seat. The friend gets the
    message `challenged` on every connection that has sent `go_online`. A friend who hides counts as
    not on line."""

    type: Literal["challenge"] = "challenge"
    name: Name


class DeclineChallenge(Request):
    """Decline the challenge of the friend `name` to the room `code`. The friend gets the message
    `challenge_declined`."""

    type: Literal["decline_challenge"] = "decline_challenge"
    name: Name
    code: Code


PresenceRequest = GoOnline | FollowFriends | UnfollowFriends | Challenge | DeclineChallenge


class OnlineFriend(Message):
    """A friend who is on line. `racing` says that the friend is playing in a race with others; in
    any other case the friend can be challenged. `watch` is the code of the room in which the friend
    races, if the friend allows friends to watch and the room is open to spectators; None
    otherwise."""

    name: str
    bot: bool
    racing: bool
    watch: str | None


class FriendsOnline(Message):
    """The friends who are on line, sorted by name: the answer to `follow_friends`, with its `id`,
    and later, without an `id`, after every change."""

    type: Literal["friends_online"] = "friends_online"
    id: RequestId | None
    friends: list[OnlineFriend]


class Challenged(Message):
    """The friend `name` invites you to a race of `game` in the room `code`. To accept, join it,
    with the word `invite` if it is not None."""

    type: Literal["challenged"] = "challenged"
    name: str
    code: str
    invite: str | None
    game: str
    format: str


class ChallengeDeclined(Message):
    """The friend `name` has declined your challenge to the room `code`."""

    type: Literal["challenge_declined"] = "challenge_declined"
    name: str
    code: str


class ChallengeWithdrawn(Message):
    """The challenge of the friend `name` to the room `code` is over, because the friend has left
    the room or, if `begun` is true, because the race has begun without you."""

    type: Literal["challenge_withdrawn"] = "challenge_withdrawn"
    name: str
    code: str
    begun: bool


PresenceAnswer = FriendsOnline | Challenged | ChallengeDeclined | ChallengeWithdrawn
