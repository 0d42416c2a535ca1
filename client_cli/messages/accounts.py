"""Sentences about accounts, for both modes."""

from collections.abc import Sequence

from client_cli.features.accounts import Me, SignInResult
from client_cli.messages.game import plural
from protocol.accounts import Friend

STATES = {
    "friend": "friend",
    "asked": "asked, no answer yet",
    "asks": "asks to be your friend",
    "blocked": "blocked",
}
ANSWER = "patience me friends accept NAME"
OTHERS_ENDED = "The password is changed; all other sessions have ended."
RECOVERY_VOID = "The old recovery code is void."
DELETED = "The account is deleted. Races it took part in stay."
NOBODY = "Nobody yet."
RENAME = "patience me rename NAME"
ONCE = "Write it down: it is shown once, and the only way back without the password."


def entered(done: SignInResult, how: str = ANSWER) -> list[str]:
    former = former_name(done.name, done.former_name)
    told = " ".join([f"You are {done.name}.", *came_along(done.rooms)])
    return [told, *former, *recovery(done.recovery), *asking(done.asking, how)]


def came_along(rooms: int) -> list[str]:
    """That the rooms entered as a guest now belong to the account; nothing if there are none."""
    if not rooms:
        return []
    return [
        "The room you sat in came along." if rooms == 1 else f"{rooms} rooms you sat in came along."
    ]


def me(found: Me, how: str = ANSWER, rename: str = RENAME) -> list[str]:
    account = found.account
    sessions = plural(account.sessions, "session")
    told = f"You are {account.name}{', a bot' * account.bot}: {sessions} on this server."
    former = former_name(account.name, found.former_name, rename)
    return [told, *former, *asking(found.asking, how)]


def former_name(name: str, former: str | None, how: str = RENAME) -> list[str]:
    """That the server has renamed the account, whose name was `former`; nothing if it has not."""
    if former is None:
        return []
    return [
        f"The server has named you {name}: your former name, {former}, looks like that of an older"
        f" account, or nobody may have it. To choose another name, or to keep this one: {how}."
    ]


def left(name: str, everywhere: bool) -> str:
    return f"{name} is logged out{' on all devices' * everywhere}."


def renamed(name: str) -> str:
    return f"You are {name} now."


def friend(other: Friend) -> str:
    return f"{other.name}{' (bot)' * other.bot}: {STATES[other.state]}"


def asking(names: Sequence[str], how: str = ANSWER) -> list[str]:
    """Who has asked for friendship, and how to answer."""
    verb = "asks" if len(names) == 1 else "ask"
    return [f"{listed(names)} {verb} to be your friend: {how}."] if names else []


def listed(names: Sequence[str]) -> str:
    """`Ann, Ben and Cleo`; of more than four, the first three and how many more."""
    if len(names) > 4:
        return f"{', '.join(names[:3])} and {len(names) - 3} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def recovery(code: str | None) -> list[str]:
    return [] if code is None else [f"Recovery code: {code}", ONCE]
