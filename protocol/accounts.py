"""Messages about accounts: signing up, logging in, recovery, preferences, friends.

A session is one log-in of an account on one device; its token lets the client log in again without
the password. The recovery code of an account lets its owner set a new password once. A guest is
somebody who plays without an account. A seat is a numbered place in a room; the token of a seat is
a random secret that the client made when it took the seat.

The server never sends back passwords, session tokens or recovery codes, with one exception: a new
session token and a new recovery code are sent once, in the answer that creates them.
"""

from typing import Annotated, Literal

from pydantic import Field

from protocol.message import Message, Ms, Request, RequestId, Token
from protocol.names import Code, Name
from protocol.schemas.payloads import JsonObject

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
    """A preference of an account, and when it was set, in milliseconds since 1970. If `value` is
    None, the preference has its default value."""

    name: PreferenceName
    value: Value | None
    at: Ms


class HeldSeat(Message):
    """A seat that you took without an account. The token of the seat proves that it is yours."""

    code: Code
    token: Token


# Requests. ----------------------------------------------------------------------------------------


class Entering(Request):
    """The base class of requests that log in and so start a session of an account. With `remember`
    the session lasts for months, otherwise for hours. `device` is a random identifier that the
    client keeps. The server counts login attempts from a known device separately, so that failed
    attempts on other devices do not delay the owner of the account."""

    name: Name
    remember: bool = True
    device: Token | None = None


class SignUp(Entering):
    """Create an account under a name that nobody uses, and log in to it. A program that plays (a
    bot) sets `bot`."""

    type: Literal["sign_up"] = "sign_up"
    password: NewPassword
    bot: bool = False


class LogIn(Entering):
    """Log in to an account by name and password."""

    type: Literal["log_in"] = "log_in"
    password: Password


class Recover(Entering):
    """Log in with the recovery code of the account and set a new password. A recovery code works
    once. All other sessions of the account end."""

    type: Literal["recover"] = "recover"
    recovery: RecoveryCode
    password: NewPassword


class Authenticate(Request):
    """Log in with the token of a session that began earlier. From then on the server treats
    requests on this connection as those of the account."""

    type: Literal["authenticate"] = "authenticate"
    session: SessionToken


class LogOut(Request):
    """End the session of your account on this device. With `everywhere`, end all sessions of the
    account."""

    type: Literal["log_out"] = "log_out"
    everywhere: bool = False


class GetAccount(Request):
    """Get the data of your account."""

    type: Literal["get_account"] = "get_account"


class GetFormerName(Request):
    """Ask whether the server has given your account another name, and what its name was before.
    Answered by `former_name`."""

    type: Literal["get_former_name"] = "get_former_name"


class Rename(Request):
    """Change the name of your account."""

    type: Literal["rename"] = "rename"
    name: Name


class ChangePassword(Request):
    """Change the password of your account. All other sessions of the account end."""

    type: Literal["change_password"] = "change_password"
    password: Password
    new_password: NewPassword


class RenewRecovery(Request):
    """Replace the recovery code of your account by a new one, which the answer contains."""

    type: Literal["renew_recovery"] = "renew_recovery"
    password: Password


class ExportAccount(Request):
    """Get everything the server stores about your account."""

    type: Literal["export_account"] = "export_account"


class DeleteAccount(Request):
    """Delete your account. The races that it took part in stay stored, with the name it had in each
    race."""

    type: Literal["delete_account"] = "delete_account"
    password: Password


class ClaimSeats(Request):
    """Attach seats that you took as a guest to your account. The races that you play on these seats
    then appear in `get_my_races`, earlier and later ones. But none of them counts for a leaderboard
    or a head-to-head record."""

    type: Literal["claim_seats"] = "claim_seats"
    seats: Annotated[list[HeldSeat], Field(max_length=SEATS_AT_ONCE)]


class SavePreferences(Request):
    """Store preferences of your account. If another device has stored a newer value for one of
    them, the newer value is kept."""

    type: Literal["save_preferences"] = "save_preferences"
    preferences: Annotated[list[Preference], Field(max_length=PREFERENCES_AT_ONCE)]


class Befriend(Request):
    """Change your relation to another account, `name`: ask to be friends (`add`), accept such a
    request, remove a friend, block or unblock the account."""

    type: Literal["befriend"] = "befriend"
    name: Name
    what: Literal["add", "accept", "remove", "block", "unblock"]


class GetFriends(Request):
    """Get your relations to other accounts: friends, unanswered requests to be friends, and
    accounts that you have blocked."""

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


# Answers. -----------------------------------------------------------------------------------------


class AccountInfo(Message):
    """The data of your account. `sessions` is the number of its sessions (log-ins) that have not
    expired. `made_ms` is when the account was created, in milliseconds since 1970."""

    name: str
    bot: bool
    made_ms: Ms
    sessions: int
    preferences: list[Preference]


class SignedIn(Message):
    """The answer to a login: from now on this connection acts for the account. `session` is the
    token of the session, and `recovery` is the recovery code. They are sent only when they are new,
    and only once. `session_ms` is how long the session lasts."""

    type: Literal["signed_in"] = "signed_in"
    id: RequestId
    account: AccountInfo
    session: str | None = None
    session_ms: Ms
    recovery: str | None = None


class AccountNow(Message):
    """The data of your account: the answer to `get_account` and to requests that change the
    account. `recovery` is a new recovery code, which is sent only once; None if there is no new
    one."""

    type: Literal["account"] = "account"
    id: RequestId
    account: AccountInfo
    recovery: str | None = None


class FormerName(Message):
    """The name that your account had before the server renamed it. The server renames an account if
    its name looks the same as that of an older account, or is no longer allowed. `name` is None if
    the server has not renamed your account, or if you have sent `rename` since then."""

    type: Literal["former_name"] = "former_name"
    id: RequestId
    name: str | None


class SeatsClaimed(Message):
    """The answer to `claim_seats`: the codes of the rooms in which the seat that you claimed now
    belongs to your account. A room in which the seat already belonged to it is listed too."""

    type: Literal["seats_claimed"] = "seats_claimed"
    id: RequestId
    codes: list[str]


class AccountData(Message):
    """Everything that the server stores about your account, except hashes of passwords and tokens,
    and other values that protect the account."""

    type: Literal["account_data"] = "account_data"
    id: RequestId
    data: JsonObject


class Friend(Message):
    """Another account and your relation to it. With the relation `asked` you asked the account to
    be friends, and it has not answered yet. With `asks` it asked you, and you have not answered
    yet."""

    name: str
    bot: bool
    state: Literal["friend", "asked", "asks", "blocked"]


class Friends(Message):
    """The answer to `get_friends`: friends, unanswered requests to be friends, and blocked
    accounts, sorted by name."""

    type: Literal["friends"] = "friends"
    id: RequestId
    friends: list[Friend]


AccountAnswer = SignedIn | AccountNow | FormerName | SeatsClaimed | AccountData | Friends
