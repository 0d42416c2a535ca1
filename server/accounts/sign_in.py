"""Sign-up, log-in, password recovery, and beginning and prolonging sessions.

A session is a log-in on one device. Later connections of the device use the session's token instead
of the password. With a recovery code somebody who has forgotten their password sets a new one.

An unknown name and a wrong password get the same refusal, so that nobody can find out which names
exist. For the same reason an unknown name and a wrong recovery code get the same refusal.
"""

from collections.abc import Iterable

from protocol import accounts as said
from server.access.bans import NOBODY, Bans
from server.access.halls import NO_HALLS, Halls
from server.accounts import credentials, login_throttle
from server.accounts.credentials import Passwords, SessionToken
from server.accounts.login_throttle import Bucket
from server.accounts.name_registry import is_settled
from server.accounts.name_rules import form, keys_of, name_problem
from server.accounts.store import Account, AccountStore
from server.errors import Refusal
from server.store.clock import Clock

REMEMBERED_MS = 180 * login_throttle.DAY
"""Length of a session that the client asked to remember."""
BRIEFLY_MS = 12 * login_throttle.HOUR
"""Length of a session that the client did not ask to remember."""
RENEW_MS = 30 * login_throttle.DAY
"""When a remembered session is used after this much of it has passed, it gets its full length
again."""

NO_MATCH = ("wrong_password", "That name and that password do not go together.")
NO_RECOVERY = ("wrong_recovery", "That name and that recovery code do not go together.")


class SignIn:
    """Signs accounts up and in, for one connection.

    `address` is the client's network address, by which attempts to log in are counted; None if they
    are not counted by address. `halls` are addresses with raised limits, because many people take
    part in a tournament from there. All methods may raise Refusal, an error whose code and sentence
    are sent to the client, and StoreAway if Redis cannot be reached. `recover`, `begin` and
    `prolong` also raise Banned if the account is banned.
    """

    def __init__(
        self,
        store: AccountStore,
        passwords: Passwords,
        clock: Clock,
        address: str | None,
        bans: Bans = NOBODY,
        halls: Halls = NO_HALLS,
    ) -> None:
        self._store, self._passwords, self._clock = store, passwords, clock
        self._address, self._bans, self._halls = address, bans, halls

    async def sign_up(self, request: said.SignUp) -> tuple[Account, str]:
        """Create an account; return it and its recovery code.

        Raise Refusal if the name is not allowed or is taken, the password is too easy to guess, or
        too many accounts were made from the address.
        """
        name = form(request.name)
        reason, keys = name_problem(name), keys_of(name)
        if reason is not None:
            raise Refusal("bad_name", reason)
        refuse_plain(request.password, name)
        taken = Refusal("name_taken", f"{name} is somebody's name, or looks like it.")
        if await self._store.owner(keys) is not None:
            raise taken
        if self._address is not None:
            people = self._halls.people(self._address)
            await self.wait_for([login_throttle.of_sign_ups(self._address, people)], SIGN_UPS)
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
        """Return the account that has this name and password. Does not begin a session.

        Raise Refusal: `wrong_password` if there is no such account, `wait` while earlier wrong
        passwords delay further attempts. If the stored hash of the password was made with outdated
        parameters, it is replaced.
        """
        numbers = await self._store.named(request.name)
        known = await self._known(numbers, request.device)
        if known is not None and request.device:
            own = [login_throttle.of_device(known, credentials.digest(request.device))]
            shared: list[Bucket] = []
        else:
            own, shared = await self._unknown_device_buckets(
                (*numbers, min(keys_of(request.name)))[0]
            )
        await self.wait_for([*own, *shared])
        account = await self._opened([known] if known else numbers, request.password)
        if account is None:
            raise Refusal(*NO_MATCH)
        await self._store.forgive(own, shared)
        if self._passwords.is_dated(account.password):
            fresh = {"password": await self._passwords.hashed(request.password)}
            await self._store.replace(account, "password", fresh, end_sessions=False)
        return await self._made_unique(account)

    async def _known(self, numbers: Iterable[str], device: str | None) -> str | None:
        """Return the first of these accounts that was used before on the device `device`; None if
        none of them was."""
        for number in numbers:
            if device and await self._store.knows(number, device):
                return number
        return None

    async def _opened(self, numbers: Iterable[str], password: str) -> Account | None:
        """Return the first of these accounts that has this password; None if none has.

        At least one hash is compared, so that the time taken does not tell whether a name exists.
        """
        found = [await self._store.account(number) for number in numbers]
        for account in found or [None]:
            fits = await self._passwords.fits(password, account.password if account else None)
            if account is not None and fits:
                return account
        return None

    async def _made_unique(self, account: Account) -> Account:
        """Return the account after making its name unique by the current rules.

        This is needed because a process of an earlier version may still have given out a clashing
        name after the migration of names.
        """
        if is_settled(account.name, account.keys):
            return account
        await self._store.naming.settle(account.number)
        return await self._store.account(account.number) or account

    async def _unknown_device_buckets(self, whose: str) -> tuple[list[Bucket], list[Bucket]]:
        """Return the two lists of buckets that count an attempt to log in from an unknown device.

        The first list counts attempts under this name from this address; a right password resets
        it. The second list also counts attempts of others; a right password takes one attempt off.
        `whose` is the account's id, or a key of the name if nobody has claimed the name.
        """
        everywhere = login_throttle.of_name(whose)
        tries = await self._store.tries(everywhere)
        own = [login_throttle.of_pair(whose, self._address or "here", tries)]
        shared = [everywhere]
        if self._address is not None:
            people = self._halls.people(self._address)
            shared.append(login_throttle.of_address(self._address, people))
        return own, shared

    async def recover(self, request: said.Recover) -> tuple[Account, str]:
        """Set a new password by a recovery code and end all sessions; return the account and its
        new recovery code.

        Attempts with a wrong code are not delayed. Raise Refusal: `wrong_recovery` if no account of
        this name has this recovery code, `bad_password` if the new password is too easy to guess.
        """
        numbers = await self._store.named(request.name)
        typed = credentials.recovery_hash(request.recovery)
        found = [await self._store.account(number) for number in numbers]
        fitting = [one for one in found if one and credentials.same(one.recovery, typed)]
        if not fitting:
            raise Refusal(*NO_RECOVERY)
        account = fitting[0]
        # Check bans before the code is replaced: a banned account would not get the new code.
        self._bans.refuse("", account.number)
        refuse_plain(request.password, account.name)
        code = credentials.new_recovery()
        fields = {
            "password": await self._passwords.hashed(request.password),
            "recovery": credentials.recovery_hash(code),
        }
        if not await self._store.replace(account, "recovery", fields, end_sessions=True):
            raise Refusal(*NO_RECOVERY)
        return await self._made_unique(account), code

    async def begin(self, account: Account, request: said.Entering) -> tuple[SessionToken, int]:
        """Begin a session; return its token and the server time in ms at which it ends.

        `request` is the client's request to sign up, log in or recover. Raise Refusal if the
        account has been deleted since `account` was read.
        """
        self._bans.refuse("", account.number)
        session, now = SessionToken.new(account.number), self._clock.now()
        until = now + (REMEMBERED_MS if request.remember else BRIEFLY_MS)
        if not await self._store.begin(session, until, request.device, now):
            raise Refusal(*NO_MATCH)
        return session, until

    async def prolong(self, session: SessionToken) -> tuple[Account, int]:
        """Return the account of a valid session and the server time in ms at which the session
        ends.

        A session that the client asked to remember gets its full length again if more than RENEW_MS
        of it has passed. Attempts with a wrong token are not delayed. Raise Refusal
        (`session_ended`) if the session is not valid.
        """
        now = self._clock.now()
        until = await self._store.lasts_until(session, now)
        account = await self._store.account(session.account) if until else None
        if until is None or account is None:
            raise Refusal("session_ended", "This session has ended; log in again.")
        # Check bans only now, so that only the session's owner learns of a ban.
        self._bans.refuse("", session.account)
        left = until - now
        if BRIEFLY_MS < left < REMEMBERED_MS - RENEW_MS:
            until = now + REMEMBERED_MS
            if not await self._store.begin(session, until, None, now):
                raise Refusal("session_ended", "This session has ended; log in again.")
        return await self._made_unique(account), until

    async def wait_for(self, buckets: Iterable[Bucket], words: str | None = None) -> None:
        """Count an attempt, such as to log in, in each of these buckets, counters that delay
        further attempts (`login_throttle`). While one of them delays attempts, count nothing and
        raise Refusal (`wait`). Its sentence is `words`, or by default one that tells the time to
        wait."""
        wait = await self._store.attempt(buckets, self._clock.now())
        if wait:
            raise Refusal("wait", words or login_throttle.wait_sentence(wait))


SIGN_UPS = "Too many accounts were made from your address; try again later."


def refuse_plain(password: str, name: str) -> None:
    """Raise Refusal (`bad_password`) if the password is the name or one repeated character."""
    if password.casefold() == name.casefold() or len(set(password)) == 1:
        raise Refusal("bad_password", "That password is the name, or one character repeated.")
