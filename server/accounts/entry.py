"""Coming into an account: by a new one, a password, a recovery code or a session.

`address` is where a connection comes from; None where addresses are not counted. What is refused is
refused alike whether the name or the password is wrong.
"""

from collections.abc import Iterable

from protocol import accounts as said
from server.accounts import secrets, throttle
from server.accounts.names import keys_of, unfit
from server.accounts.secrets import Passwords, Session
from server.accounts.store import Account, AccountStore
from server.accounts.throttle import Bucket
from server.bans import NOBODY, Bans
from server.clock import Clock
from server.decide import Refusal

REMEMBERED_MS = 180 * throttle.DAY
BRIEFLY_MS = 12 * throttle.HOUR
RENEW_MS = 30 * throttle.DAY
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
        reason, keys = unfit(request.name), keys_of(request.name)
        if reason is not None:
            raise Refusal("bad_name", reason)
        refuse_plain(request.password, request.name)
        taken = Refusal("name_taken", f"{request.name} is somebody's name, or looks like it.")
        if await self._store.owner(keys) is not None:
            raise taken
        if self._address is not None:
            await self.wait_for([throttle.of_sign_ups(self._address)], SIGN_UPS)
        recovery = secrets.new_recovery()
        account = Account(
            number=secrets.new_account(),
            name=request.name,
            keys=keys,
            bot=request.bot,
            made_at=self._clock.now(),
            password=await self._passwords.hashed(request.password),
            recovery=secrets.recovery_hash(recovery),
            last_call=await self._store.last_call(),
        )
        if not await self._store.create(account):
            raise taken
        return account, recovery

    async def log_in(self, request: said.LogIn) -> Account:
        """The account of a name and a password that go together."""
        keys = keys_of(request.name)
        number = await self._store.owner(keys)
        if number and request.device and await self._store.knows(number, request.device):
            own = [throttle.of_device(number, secrets.digest(request.device))]
            shared: list[Bucket] = []
        else:
            own, shared = await self._strangers(number or min(keys))
        await self.wait_for([*own, *shared])
        account = await self._store.account(number) if number else None
        fits = await self._passwords.fits(request.password, account.password if account else None)
        if account is None or not fits:
            raise Refusal(*NO_MATCH)
        await self._store.forgive(own, shared)
        if self._passwords.is_dated(account.password):
            fresh = {"password": await self._passwords.hashed(request.password)}
            await self._store.replace(account, "password", fresh, end_sessions=False)
        return account

    async def _strangers(self, whose: str) -> tuple[list[Bucket], list[Bucket]]:
        """The buckets of a try from a device that is not known, and those it shares. `whose` is the
        account, however its name was written, or a name that nobody has claimed."""
        everywhere = throttle.of_name(whose)
        tries = await self._store.tries(everywhere)
        own = [throttle.of_pair(whose, self._address or "here", tries)]
        shared = [everywhere]
        if self._address is not None:
            shared.append(throttle.of_address(self._address))
        return own, shared

    async def recover(self, request: said.Recover) -> tuple[Account, str]:
        """The account of a recovery code, with a new password and a new code. Never delayed."""
        number = await self._store.owner(keys_of(request.name))
        account = await self._store.account(number) if number else None
        typed = secrets.recovery_hash(request.recovery)
        if account is None or not secrets.same(account.recovery, typed):
            raise Refusal(*NO_RECOVERY)
        self._bans.refuse("", account.number)  # or they would never hear of the new code
        refuse_plain(request.password, account.name)
        code = secrets.new_recovery()
        fields = {
            "password": await self._passwords.hashed(request.password),
            "recovery": secrets.recovery_hash(code),
        }
        if not await self._store.replace(account, "recovery", fields, end_sessions=True):
            raise Refusal(*NO_RECOVERY)
        return account, code

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
        return account, until

    async def wait_for(self, buckets: Iterable[Bucket], words: str | None = None) -> None:
        """Count a try, or raise Refusal while none is heard."""
        wait = await self._store.attempt(buckets, self._clock.now())
        if wait:
            raise Refusal("wait", words or throttle.wait_sentence(wait))


SIGN_UPS = "Too many accounts were made from your address; try again later."


def refuse_plain(password: str, name: str) -> None:
    """Raises Refusal for passwords everybody would try first."""
    if password.casefold() == name.casefold() or len(set(password)) == 1:
        raise Refusal("bad_password", "That password is the name, or one character repeated.")
