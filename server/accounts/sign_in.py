"""Coming into an account: by a new one, a password, a recovery code or a session.

`address` is where a connection comes from; None where addresses are not counted. What is refused is
refused alike whether the name or the password is wrong.
"""

from collections.abc import Iterable

from protocol import accounts as said
from server.access.bans import NOBODY, Bans
from server.accounts import credentials, login_throttle
from server.accounts.credentials import Passwords, Session
from server.accounts.login_throttle import Bucket
from server.accounts.name_registry import is_settled
from server.accounts.name_rules import form, keys_of, unfit
from server.accounts.store import Account, AccountStore
from server.errors import Refusal
from server.store.clock import Clock

REMEMBERED_MS = 180 * login_throttle.DAY
BRIEFLY_MS = 12 * login_throttle.HOUR
RENEW_MS = 30 * login_throttle.DAY
"""A session that is remembered lasts anew once so much of it has passed."""

NO_MATCH = ("wrong_password", "That name and that password do not go together.")
NO_RECOVERY = ("wrong_recovery", "That name and that recovery code do not go together.")


class Entry:
    """The ways in, for one connection."""

    def __init__(
        self,
        store: AccountStore,
        passwords: Passwords,
        clock: Clock,
        address: str | None,
        bans: Bans = NOBODY,
    ) -> None:
        self._store, self._passwords, self._clock = store, passwords, clock
        self._address, self._bans = address, bans

    async def sign_up(self, request: said.SignUp) -> tuple[Account, str]:
        """A new account, and its recovery code."""
        name = form(request.name)
        reason, keys = unfit(name), keys_of(name)
        if reason is not None:
            raise Refusal("bad_name", reason)
        refuse_plain(request.password, name)
        taken = Refusal("name_taken", f"{name} is somebody's name, or looks like it.")
        if await self._store.owner(keys) is not None:
            raise taken
        if self._address is not None:
            await self.wait_for([login_throttle.of_sign_ups(self._address)], SIGN_UPS)
        recovery = credentials.new_recovery()
        account = Account(
            number=credentials.new_account(),
            name=name,
            keys=keys,
            bot=request.bot,
            made_at=self._clock.now(),
            password=await self._passwords.hashed(request.password),
            recovery=credentials.recovery_hash(recovery),
            last_call=await self._store.last_call(),
        )
        if not await self._store.create(account):
            raise taken
        return account, recovery

    async def log_in(self, request: said.LogIn) -> Account:
        """The account of a name and a password that go together."""
        numbers = await self._store.named(request.name)
        known = await self._known(numbers, request.device)
        if known is not None and request.device:
            own = [login_throttle.of_device(known, credentials.digest(request.device))]
            shared: list[Bucket] = []
        else:
            own, shared = await self._strangers((*numbers, min(keys_of(request.name)))[0])
        await self.wait_for([*own, *shared])
        account = await self._opened([known] if known else numbers, request.password)
        if account is None:
            raise Refusal(*NO_MATCH)
        await self._store.forgive(own, shared)
        if self._passwords.is_dated(account.password):
            fresh = {"password": await self._passwords.hashed(request.password)}
            await self._store.replace(account, "password", fresh, end_sessions=False)
        return await self._settled(account)

    async def _known(self, numbers: Iterable[str], device: str | None) -> str | None:
        """The first of these accounts that was used on this device before."""
        for number in numbers:
            if device and await self._store.knows(number, device):
                return number
        return None

    async def _opened(self, numbers: Iterable[str], password: str) -> Account | None:
        """The first of these accounts that has this password. A password is compared once at least,
        so that how long it takes does not tell whether a name is claimed."""
        found = [await self._store.account(number) for number in numbers]
        for account in found or [None]:
            fits = await self._passwords.fits(password, account.password if account else None)
            if account is not None and fits:
                return account
        return None

    async def _settled(self, account: Account) -> Account:
        """The account with a name that is its own by today's rules. An older process may have given
        it another, beside the step that brings all names to these rules."""
        if is_settled(account.name, account.keys):
            return account
        await self._store.naming.settle(account.number)
        return await self._store.account(account.number) or account

    async def _strangers(self, whose: str) -> tuple[list[Bucket], list[Bucket]]:
        """The buckets of a try from a device that is not known, and those it shares. `whose` is the
        account, however its name was written, or a name that nobody has claimed."""
        everywhere = login_throttle.of_name(whose)
        tries = await self._store.tries(everywhere)
        own = [login_throttle.of_pair(whose, self._address or "here", tries)]
        shared = [everywhere]
        if self._address is not None:
            shared.append(login_throttle.of_address(self._address))
        return own, shared

    async def recover(self, request: said.Recover) -> tuple[Account, str]:
        """The account of a recovery code, with a new password and a new code. Never delayed."""
        numbers = await self._store.named(request.name)
        typed = credentials.recovery_hash(request.recovery)
        found = [await self._store.account(number) for number in numbers]
        fitting = [one for one in found if one and credentials.same(one.recovery, typed)]
        if not fitting:
            raise Refusal(*NO_RECOVERY)
        account = fitting[0]
        self._bans.refuse("", account.number)  # or they would never hear of the new code
        refuse_plain(request.password, account.name)
        code = credentials.new_recovery()
        fields = {
            "password": await self._passwords.hashed(request.password),
            "recovery": credentials.recovery_hash(code),
        }
        if not await self._store.replace(account, "recovery", fields, end_sessions=True):
            raise Refusal(*NO_RECOVERY)
        return await self._settled(account), code

    async def begin(self, account: Account, request: said.Entering) -> tuple[Session, int]:
        """A new session, and when it ends."""
        self._bans.refuse("", account.number)
        session, now = Session.new(account.number), self._clock.now()
        until = now + (REMEMBERED_MS if request.remember else BRIEFLY_MS)
        if not await self._store.begin(session, until, request.device, now):
            raise Refusal(*NO_MATCH)
        return session, until

    async def prolong(self, session: Session) -> tuple[Account, int]:
        """The account of a session that lasts, and when it ends. Never delayed."""
        now = self._clock.now()
        until = await self._store.lasts_until(session, now)
        account = await self._store.account(session.account) if until else None
        if until is None or account is None:
            raise Refusal("session_ended", "This session has ended; log in again.")
        self._bans.refuse("", session.account)  # which nobody hears but whose session it is
        left = until - now
        if BRIEFLY_MS < left < REMEMBERED_MS - RENEW_MS:
            until = now + REMEMBERED_MS
            if not await self._store.begin(session, until, None, now):
                raise Refusal("session_ended", "This session has ended; log in again.")
        return await self._settled(account), until

    async def wait_for(self, buckets: Iterable[Bucket], words: str | None = None) -> None:
        """Count a try, or raise Refusal while none is heard."""
        wait = await self._store.attempt(buckets, self._clock.now())
        if wait:
            raise Refusal("wait", words or login_throttle.wait_sentence(wait))


SIGN_UPS = "Too many accounts were made from your address; try again later."


def refuse_plain(password: str, name: str) -> None:
    """Raises Refusal for passwords everybody would try first."""
    if password.casefold() == name.casefold() or len(set(password)) == 1:
        raise Refusal("bad_password", "That password is the name, or one character repeated.")
