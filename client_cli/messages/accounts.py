"""Sentences about accounts, for line mode and the full screen."""

from collections.abc import Sequence

from client_cli.features.accounts import Me, SignInResult
from protocol.accounts import Friend
from protocol.texts import _, ngettext

STATES = {
    "friend": _("friend"),
    "asked": _("asked, no answer yet"),
    "asks": _("asks to be your friend"),
    "blocked": _("blocked"),
}
ANSWER = "patience me friends accept NAME"
OTHERS_ENDED = _("The password is changed; all other sessions have ended.")
RECOVERY_VOID = _("The old recovery code is void.")
DELETED = _("The account is deleted. Races it took part in stay.")
NOBODY = _("Nobody yet.")
RENAME = "patience me rename NAME"
ONCE = _("Write it down: it is shown once, and the only way back without the password.")


def entered(done: SignInResult, how: str = ANSWER) -> list[str]:
    former = former_name(done.name, done.former_name)
    told = " ".join([_("You are {name}.", name=done.name), *rooms_transferred(done.rooms)])
    return [told, *former, *recovery(done.recovery), *asking(done.asking, how)]


def rooms_transferred(rooms: int) -> list[str]:
    """Return a sentence for somebody who has logged in. It says in how many rooms the account has
    got the seat that the player took there before, without an account. The list is empty if `rooms`
    is 0."""
    if not rooms:
        return []
    return [ngettext("The room you sat in came along.", "{n} rooms you sat in came along.", rooms)]


def me(found: Me, how: str = ANSWER, rename: str = RENAME) -> list[str]:
    account = found.account
    told = (
        ngettext(
            "You are {name}, a bot: {n} session on this server.",
            "You are {name}, a bot: {n} sessions on this server.",
            account.sessions,
            name=account.name,
        )
        if account.bot
        else ngettext(
            "You are {name}: {n} session on this server.",
            "You are {name}: {n} sessions on this server.",
            account.sessions,
            name=account.name,
        )
    )
    former = former_name(account.name, found.former_name, rename)
    return [told, *former, *asking(found.asking, how)]


def former_name(name: str, former: str | None, how: str = RENAME) -> list[str]:
    """Return a sentence for a player whose account the server has renamed from `former` to `name`.
    The sentence ends with `how`, the way to choose another name. The list is empty if `former` is
    None."""
    if former is None:
        return []
    return [
        _(
            "The server has named you {name}: your former name, {former}, looks like that of an"
            " older account, or nobody may have it. To choose another name, or to keep this one:"
            " {how}.",
            name=name,
            former=former,
            how=how,
        )
    ]


def left(name: str, everywhere: bool) -> str:
    if everywhere:
        return _("{name} is logged out on all devices.", name=name)
    return _("{name} is logged out.", name=name)


def renamed(name: str) -> str:
    return _("You are {name} now.", name=name)


def friend(other: Friend) -> str:
    name = _("{name} (bot)", name=other.name) if other.bot else other.name
    return f"{name}: {STATES[other.state]}"


def asking(names: Sequence[str], how: str = ANSWER) -> list[str]:
    """Return a sentence that says which accounts ask to be the player's friends. The sentence ends
    with `how`, the way to answer. The list is empty if `names` is."""
    if not names:
        return []
    return [
        ngettext(
            "{names} asks to be your friend: {how}.",
            "{names} ask to be your friend: {how}.",
            len(names),
            names=listed(names),
            how=how,
        )
    ]


def listed(names: Sequence[str]) -> str:
    """Return names as a list in words: `Ann, Ben and Cleo`. Of more than four names, only the first
    three are named, followed by how many more there are."""
    if len(names) > 4:
        return _("{names} and {n} more", names=", ".join(names[:3]), n=len(names) - 3)
    if len(names) > 1:
        return _("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
    return "".join(names)


def recovery(code: str | None) -> list[str]:
    return [] if code is None else [_("Recovery code: {code}", code=code), ONCE]
