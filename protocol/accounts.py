"""Accounts: a name of one's own, and what goes with it.

Passwords, session tokens and recovery codes are said by the client and never repeated to it, but
for a new session token and a new recovery code, each of which is told once.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from protocol.message import Message, Ms, Request, RequestId, Token
from protocol.names import Code, Name

SHORTEST_PASSWORD = 8
LONGEST_PASSWORD = 200
SEATS_AT_ONCE = 20
PREFERENCES_AT_ONCE = 100

Password = Annotated[str, Field(min_length=1, max_length=LONGEST_PASSWORD)]
NewPassword = Annotated[str, Field(min_length=SHORTEST_PASSWORD, max_length=LONGEST_PASSWORD)]
SessionToken = Annotated[str, Field(pattern=r"^[0-9a-f]{24}[A-Za-z0-9_-]{43}$")]
RecoveryCode = Annotated[str, Field(min_length=1, max_length=60)]
PreferenceName = Annotated[str, Field(pattern=r"^[a-z_]{1,40}(\.[a-z_]{1,40})?$")]
Value = bool | int | Annotated[str, Field(max_length=100)]


class Preference(Message):
    """Something one has chosen, and when (milliseconds since 1970); None: as usual again."""

    name: PreferenceName
    value: Value | None
    at: Ms


class HeldSeat(Message):
    """A seat one has taken without an account, shown to be one's own by its token."""

    code: Code
    token: Token


# What a client asks. --------------------------------------------------------------------------


class Entering(Request):
    """What the ways to a new session share. `remember` makes it last for months, not for hours.
    A `device` is a random word the client keeps: tries made on a device that is known are counted
    for themselves, so that nobody elsewhere can make its owner wait."""

    name: Name
    remember: bool = True
    device: Token | None = None


class SignUp(Entering):
    """Claim a name. Bots say that they are bots."""

    type: Literal["sign_up"] = "sign_up"
    password: NewPassword
    bot: bool = False


class LogIn(Entering):
    """Come back to one's account."""

    type: Literal["log_in"] = "log_in"
    password: Password


class Recover(Entering):
    """Come back without the password: a new one for the recovery code, which serves once. All
    sessions end."""

    type: Literal["recover"] = "recover"
    recovery: RecoveryCode
    password: NewPassword


class Authenticate(Request):
    """Go on with a session: this connection is the account's."""

    type: Literal["authenticate"] = "authenticate"
    session: SessionToken


class LogOut(Request):
    """End this session, or all of the account's."""

    type: Literal["log_out"] = "log_out"
    everywhere: bool = False


class GetAccount(Request):
    """One's account as it is now."""

    type: Literal["get_account"] = "get_account"


class GetFormerName(Request):
    """Whether the server has given one's account another name than it was claimed under."""

    type: Literal["get_former_name"] = "get_former_name"


class Rename(Request):
    """Another name for the same account."""

    type: Literal["rename"] = "rename"
    name: Name


class ChangePassword(Request):
    """Another password; all other sessions end."""

    type: Literal["change_password"] = "change_password"
    password: Password
    new_password: NewPassword


class RenewRecovery(Request):
    """Another recovery code in the place of the one that was printed."""

    type: Literal["renew_recovery"] = "renew_recovery"
    password: Password


class ExportAccount(Request):
    """All that is kept of one's account."""

    type: Literal["export_account"] = "export_account"


class DeleteAccount(Request):
    """Forget the account. Races it took part in stay, with the name it had there."""

    type: Literal["delete_account"] = "delete_account"
    password: Password


class ClaimSeats(Request):
    """Seats taken as a guest become the account's, and their races part of its history
    (`get_my_races`). They stand on no leaderboard and in no book of rivals."""

    type: Literal["claim_seats"] = "claim_seats"
    seats: Annotated[list[HeldSeat], Field(max_length=SEATS_AT_ONCE)]


class SavePreferences(Request):
    """Keep these; where the server has something newer, that stays."""

    type: Literal["save_preferences"] = "save_preferences"
    preferences: Annotated[list[Preference], Field(max_length=PREFERENCES_AT_ONCE)]


class Befriend(Request):
    """Ask somebody to be friends, accept, part, block or unblock them."""

    type: Literal["befriend"] = "befriend"
    name: Name
    what: Literal["add", "accept", "remove", "block", "unblock"]


class GetFriends(Request):
    """How one stands to others."""

    type: Literal["get_friends"] = "get_friends"


AccountRequest = (
    SignUp
    | LogIn
    | Recover
    | Authenticate
    | LogOut
    | GetAccount
    | GetFormerName
    | Rename
    | ChangePassword
    | RenewRecovery
    | ExportAccount
    | DeleteAccount
    | ClaimSeats
    | SavePreferences
    | Befriend
    | GetFriends
)


# What a server answers. -----------------------------------------------------------------------


class AccountInfo(Message):
    """One's own account. `sessions` are those that last, `made_ms` is since 1970."""

    name: str
    bot: bool
    made_ms: Ms
    sessions: int
    preferences: list[Preference]


class SignedIn(Message):
    """This connection is the account's from now on. A new `session` token and a new `recovery` code
    are told once; `session_ms` is how long the session will last."""

    type: Literal["signed_in"] = "signed_in"
    id: RequestId
    account: AccountInfo
    session: str | None = None
    session_ms: Ms
    recovery: str | None = None


class AccountNow(Message):
    """One's account after a change, or as it is; a new `recovery` code is told once."""

    type: Literal["account"] = "account"
    id: RequestId
    account: AccountInfo
    recovery: str | None = None


class FormerName(Message):
    """The name one's account had until the server gave it another, because an older account has a
    name that looks the same, or because nobody may have that name any more. None for most accounts,
    and after the next `rename`."""

    type: Literal["former_name"] = "former_name"
    id: RequestId
    name: str | None


class SeatsClaimed(Message):
    """The rooms in which a seat became, or already was, the account's."""

    type: Literal["seats_claimed"] = "seats_claimed"
    id: RequestId
    codes: list[str]


class AccountData(Message):
    """All that is kept of the reader's own account, but for what secrets are kept as."""

    type: Literal["account_data"] = "account_data"
    id: RequestId
    data: dict[str, Any]


class Friend(Message):
    """Somebody, and how one stands to them: `asked` and `asks` wait for an answer."""

    name: str
    bot: bool
    state: Literal["friend", "asked", "asks", "blocked"]


class Friends(Message):
    """Everybody one stands in any way to, by name."""

    type: Literal["friends"] = "friends"
    id: RequestId
    friends: list[Friend]


AccountAnswer = SignedIn | AccountNow | FormerName | SeatsClaimed | AccountData | Friends
