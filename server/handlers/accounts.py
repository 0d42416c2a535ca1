"""Account requests: sign up, log in, sessions, rename, passwords, export, delete, and claiming the
seats that the player had as a guest.

A session is the log-in of an account on one device. A seat is the numbered place of a player in a
room. A guest is a player without an account.
"""

from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

from protocol import accounts as said
from protocol.from_server import Done
from protocol.message import Message, encode
from protocol.presence import PRESENCE, WATCHING
from server.access.bans import NOBODY, Bans
from server.access.halls import NO_HALLS, Halls
from server.access.rate_limits import Allowance
from server.accounts import credentials, login_throttle
from server.accounts.credentials import Passwords, SessionToken
from server.accounts.data_owners import AccountDataOwner, forget_gone
from server.accounts.name_rules import called, form, keys_of, name_problem
from server.accounts.sign_in import SignIn, refuse_plain
from server.accounts.store import Account, AccountStore, Preference
from server.archive.claimed_seats import ClaimedSeats
from server.errors import Refusal, StoreAway
from server.handlers.friends import FriendHandlers
from server.rooms import commands
from server.rooms.commands import GUEST, SeatOwner
from server.rooms.state import Room
from server.rooms.store import RoomStore
from server.store.clock import Clock
from server.views.listener import Listener


class AccountListener(Protocol):
    """A part of the server that is told when accounts have changed."""

    async def accounts_changed(self, accounts: Iterable[str]) -> None:
        """Note that the session, the name or a friend of each of these accounts has changed."""

    def choices_changed(self, account: str) -> None:
        """Note that an account has changed what it has chosen about presence."""


class NoAccountListener:
    """Is told when accounts have changed, and does nothing."""

    async def accounts_changed(self, _: Iterable[str], /) -> None:
        """Do nothing."""

    def choices_changed(self, _: str, /) -> None:
        """Do nothing."""


class AccountServices(NamedTuple):
    """The services that the account handlers use, shared by all connections of a process.
    `elsewhere` are the other parts of the server that store data of accounts. When an account is
    exported or deleted, their data about it are exported or deleted too. `listener` is told when
    accounts have changed."""

    store: AccountStore
    passwords: Passwords
    rooms: RoomStore
    clock: Clock
    elsewhere: tuple[AccountDataOwner, ...] = ()
    bans: Bans = NOBODY
    halls: Halls = NO_HALLS
    listener: AccountListener = NoAccountListener()


class AccountHandlers:
    """The account handlers of one connection, and the session of the account that is logged in on
    it.

    The account is looked up for every request, so that a session that was ended on another
    connection ends on this one too. The function `came` is called at every log-in and log-out, with
    the id of the account that is logged in after it; None after a log-out.
    """

    def __init__(
        self,
        services: AccountServices,
        listener: Listener,
        allowance: Allowance,
        came: Callable[[str | None], None],
    ) -> None:
        self._services = services
        self._listener = listener
        self._allowance = allowance
        self._session: SessionToken | None = None
        self._came = came
        self._entry = SignIn(
            services.store,
            services.passwords,
            services.clock,
            allowance.address,
            services.bans,
            services.halls,
        )
        self._claims = ClaimedSeats(services.store, services.rooms, services.clock.now)
        self._friends = FriendHandlers(
            services.store, listener, self._signed_in, services.listener.accounts_changed
        )
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "sign_up": self._sign_up,
            "log_in": self._log_in,
            "recover": self._recover,
            "authenticate": self._authenticate,
            "log_out": self._log_out,
            "get_account": self._get_account,
            "get_former_name": self._get_former_name,
            "rename": self._rename,
            "change_password": self._change_password,
            "renew_recovery": self._renew_recovery,
            "export_account": self._export_account,
            "delete_account": self._delete_account,
            "claim_seats": self._claim_seats,
            "save_preferences": self._save_preferences,
            **self._friends.handlers,
        }

    async def account(self) -> Account | None:
        """Return the account that is logged in; None for a guest or if the session has ended."""
        session = self._session
        if session is None:
            return None
        ends = await self._services.store.lasts_until(session, self._services.clock.now())
        account = await self._services.store.account(session.account) if ends else None
        if account is None and self._session is session:  # no other login meanwhile
            self._log_in_as(None)
        return account

    async def name_and_owner(self, name: str) -> tuple[str, SeatOwner]:
        """Return the name and the owner of a seat that the user of this connection takes. If an
        account is logged in, the name is that of the account. For a guest it is `name` in its
        normal form. Raises Refusal if the guest's name is not allowed, or if it is the same as the
        name of an account or looks like one."""
        account = await self.account()
        if account is not None:
            return account.name, SeatOwner(account.number, account.bot)
        name = called(name)
        if await self._services.store.owner(keys_of(name)) is not None:
            sentence = f"The name {name} is claimed: log in, if it is yours, or take another."
            raise Refusal("name_claimed", sentence)
        return name, GUEST

    async def took_seat(self, owner: SeatOwner, code: str, seat: int) -> None:
        """Add the seat `seat` of the room `code` to the stored list of the owner's seats. Do
        nothing for a guest, or if the store cannot be reached."""
        if owner.account is not None:
            with suppress(StoreAway):
                await self._services.store.take_seat(
                    owner.account, code, seat, self._services.clock.now()
                )

    # Ways in and out. -------------------------------------------------------------------------

    async def _sign_up(self, request: said.SignUp) -> None:
        account, recovery = await self._entry.sign_up(request)
        await self._welcome(request, account, recovery)

    async def _log_in(self, request: said.LogIn) -> None:
        await self._welcome(request, await self._entry.log_in(request))

    async def _recover(self, request: said.Recover) -> None:
        account, recovery = await self._entry.recover(request)
        await self._services.listener.accounts_changed([account.number])
        await self._welcome(request, account, recovery)

    async def _welcome(
        self, request: said.Entering, account: Account, recovery: str | None = None
    ) -> None:
        session, until = await self._entry.begin(account, request)
        self._log_in_as(session)
        self._send(
            said.SignedIn(
                id=request.id,
                account=await self._info(account),
                session=session.token,
                session_ms=until - self._services.clock.now(),
                recovery=recovery,
            )
        )

    async def _authenticate(self, request: said.Authenticate) -> None:
        session = SessionToken.read(request.session)
        account, until = await self._entry.prolong(session)
        self._log_in_as(session)
        left = until - self._services.clock.now()
        info = await self._info(account)
        self._send(said.SignedIn(id=request.id, account=info, session_ms=left))

    def _log_in_as(self, session: SessionToken | None) -> None:
        if session is not None:  # a ban may have come since the session was checked
            self._services.bans.refuse("", session.account)
        self._session = session
        self._allowance.account = session.account if session else None
        self._came(self._allowance.account)

    async def _log_out(self, request: said.LogOut) -> None:
        await self._signed_in()
        if self._session is not None:
            await self._services.store.end(self._session, everywhere=request.everywhere)
            await self._services.listener.accounts_changed([self._session.account])
        self._log_in_as(None)
        self._send(Done(id=request.id))

    # One's own account. -----------------------------------------------------------------------

    async def _get_account(self, request: said.GetAccount) -> None:
        await self._show(request.id, await self._signed_in())

    async def _get_former_name(self, request: said.GetFormerName) -> None:
        account = await self._signed_in()
        self._send(said.FormerName(id=request.id, name=account.former or None))

    async def _rename(self, request: said.Rename) -> None:
        account = await self._signed_in()
        name = form(request.name)
        reason = name_problem(name)
        if reason is not None:
            raise Refusal("bad_name", reason)
        keys = keys_of(name)
        done = await self._services.store.rename(account, name, keys)
        if done == 0:
            raise Refusal("name_taken", f"{name} is somebody's name, or looks like it.")
        if done < 0:
            raise Refusal("try_again", "Your account has changed meanwhile; try again.")
        await self._services.listener.accounts_changed([account.number])
        await self._show(request.id, account._replace(name=name, keys=keys, former=""))

    async def _change_password(self, request: said.ChangePassword) -> None:
        account, session = await self._confirmed(request.password)
        refuse_plain(request.new_password, account.name)
        until = await self._services.store.lasts_until(session, self._services.clock.now())
        fields = {"password": await self._services.passwords.hashed(request.new_password)}
        await self._replace(account, fields, end_sessions=True)
        if until is not None:
            await self._services.store.begin(session, until, None, self._services.clock.now())
        await self._services.listener.accounts_changed([account.number])
        await self._show(request.id, account)

    async def _renew_recovery(self, request: said.RenewRecovery) -> None:
        account, _ = await self._confirmed(request.password)
        code = credentials.new_recovery()
        fields = {"recovery": credentials.recovery_hash(code)}
        await self._replace(account, fields, end_sessions=False)
        await self._show(request.id, account, code)

    async def _replace(
        self, account: Account, fields: dict[str, str], *, end_sessions: bool
    ) -> None:
        done = await self._services.store.replace(
            account, "password", fields, end_sessions=end_sessions
        )
        if not done:
            raise Refusal("try_again", "Your account has changed meanwhile; try again.")

    async def _export_account(self, request: said.ExportAccount) -> None:
        account = await self._signed_in()
        data: dict[str, object] = {
            "name": account.name,
            "bot": account.bot,
            "made_ms": account.made_at,
            "sessions_end_ms": await self._services.store.sessions(
                account.number, self._services.clock.now()
            ),
            "preferences": [kept.model_dump() for kept in await self._preferences(account)],
            "friends": [friend.model_dump() for friend in await self._friends.of(account)],
            "seats": [
                {"room": code, "seat": seat}
                for code, seat in await self._services.store.seats(account.number)
            ],
        }
        for place in self._services.elsewhere:
            data |= await place.export(account)
        self._send(said.AccountData(id=request.id, data=data))

    async def _delete_account(self, request: said.DeleteAccount) -> None:
        account, _ = await self._confirmed(request.password)
        if not await self._services.store.delete(account):
            raise Refusal("try_again", "Your account has changed meanwhile; try again.")
        self._log_in_as(None)
        await self._services.listener.accounts_changed([account.number])
        with suppress(StoreAway):  # retried periodically
            await forget_gone(self._services.store, self._services.elsewhere)
        self._send(Done(id=request.id))

    async def _claim_seats(self, request: said.ClaimSeats) -> None:
        account = await self._signed_in()
        claimed = []
        for held in request.seats:
            room, _ = await self._services.rooms.room(Room(held.code))
            hashed = commands.token_hash(held.token)
            for number, seat in room.seats.items():
                if credentials.same(
                    seat.token_hash, hashed
                ) and await self._services.store.take_seat(
                    account.number, held.code, number, self._services.clock.now()
                ):
                    claimed.append(held.code)
                    await self._claims.note(account.number, room, number)
        self._send(said.SeatsClaimed(id=request.id, codes=claimed))

    async def _save_preferences(self, request: said.SavePreferences) -> None:
        account, now = await self._signed_in(), self._services.clock.now()
        # A client whose clock is ahead must not make its choices the newest for ever.
        chosen = {
            kept.name: Preference(min(kept.at, now), kept.value) for kept in request.preferences
        }
        done = await self._services.store.prefer(account.number, chosen)
        if done == 0:
            raise Refusal("too_many", "There are too many preferences for one account.")
        if not chosen.keys().isdisjoint((PRESENCE, WATCHING)):
            self._services.listener.choices_changed(account.number)
        await self._show(request.id, account)

    # What handlers share. ---------------------------------------------------------------------

    async def _signed_in(self) -> Account:
        account = await self.account()
        if account is None:
            raise Refusal("not_signed_in", "Log in first; this session has none, or has ended.")
        return account

    async def _confirmed(self, password: str) -> tuple[Account, SessionToken]:
        """Check the password of the account that is logged in; return the account and its session.
        Raises Refusal if nobody is logged in, if the password is wrong, or while earlier wrong
        passwords delay further attempts."""
        account, session = await self._signed_in(), self._session
        bucket = login_throttle.of_owner(account.number)
        await self._entry.wait_for([bucket])
        if session is None or not await self._services.passwords.fits(password, account.password):
            raise Refusal("wrong_password", "That is not the password.")
        await self._services.store.forgive([bucket], [])
        return account, session

    async def _show(self, request: int, account: Account, recovery: str | None = None) -> None:
        info = await self._info(account)
        self._send(said.AccountNow(id=request, account=info, recovery=recovery))

    async def _info(self, account: Account) -> said.AccountInfo:
        store, now = self._services.store, self._services.clock.now()
        return said.AccountInfo(
            name=account.name,
            bot=account.bot,
            made_ms=account.made_at,
            sessions=len(await store.sessions(account.number, now)),
            preferences=await self._preferences(account),
        )

    async def _preferences(self, account: Account) -> list[said.Preference]:
        found = await self._services.store.preferences(account.number)
        return [
            said.Preference(name=name, value=kept.value, at=kept.at) for name, kept in found.items()
        ]

    def _send(self, message: Message) -> None:
        self._listener.send(encode(message))
