"""Sentences about friends who are on line, and about challenges."""

from collections.abc import Sequence

from client_cli.messages import accounts
from client_cli.messages.displayed_code import displayed
from engine.rules import RULES
from protocol.accounts import Friend
from protocol.presence import Challenged, ChallengeDeclined, ChallengeWithdrawn, OnlineFriend
from protocol.texts import _, ngettext

NOBODY_ON_LINE = _("None of your friends is on line.")
NO_CHALLENGE = _("No friend has challenged you.")


def activity(friend: OnlineFriend) -> str:
    """Return what a friend who is on line does, as words for a list."""
    if friend.watch is not None:
        return _("racing in {code}", code=displayed(friend.watch))
    return _("racing") if friend.racing else _("on line")


def friend_line(other: Friend, now: OnlineFriend | None) -> str:
    """Return a line about a friend, or about somebody with whom a friend request is open. `now` is
    what the friend does now; None if the friend is not on line."""
    line = accounts.friend(other)
    return line if now is None else f"{line}, {activity(now)}"


def online(friends: Sequence[OnlineFriend]) -> str:
    """Return a sentence that says who is on line; empty if nobody is."""
    if not friends:
        return ""
    names = accounts.listed([friend.name for friend in friends])
    return ngettext("{names} is on line.", "{names} are on line.", len(friends), names=names)


def challenged(told: Challenged) -> str:
    """Return the sentence by which the player learns of a challenge."""
    rules = RULES.get(told.game)
    plain = told.game.replace("_", " ").title()  # of a game that this program does not have
    game = plain if rules is None else _(rules.book.title)
    return _("{name} challenges you to a race at {game}.", name=told.name, game=game)


def declined(told: ChallengeDeclined) -> str:
    """Return the sentence by which the player learns that a friend has declined."""
    return _("{name} cannot race now.", name=told.name)


def withdrawn(told: ChallengeWithdrawn) -> str:
    """Return the sentence by which the player learns that a challenge is over."""
    if told.begun:
        return _("The race of {name} has begun without you.", name=told.name)
    return _("{name} has left the room: the challenge is over.", name=told.name)


def sent(name: str) -> str:
    """Return the sentence that says that a friend was challenged."""
    return _("{name} is challenged, and is told so now.", name=name)


def you_declined(told: Challenged) -> str:
    """Return the sentence that says that the player has declined a challenge."""
    return _("{name} is told that you cannot race now.", name=told.name)


def how_to_join(place: str) -> str:
    """Return how to accept a challenge, or decline it, in line mode. `place` is the code or the
    link of the room."""
    return _('"patience join {place}" accepts, "decline" says not now.', place=place)
