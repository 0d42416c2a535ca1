"""Sends to people which of their friends are on line, and passes on challenges.

Every four seconds a process looks at its connections. What has changed since the last look goes to
the other processes over the presence channel, and to the followers: the connections that have asked
for their friends (`follow_friends`). So a move costs presence nothing.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol

from protocol import presence as say
from protocol.message import encode
from server.accounts.store import AccountStore, CurrentAccount
from server.errors import StoreAway
from server.observability import error_log
from server.presence.challenges import Challenges, OpenChallenge, Withdrawal
from server.presence.channel import ChannelMessage, PresenceChannel
from server.presence.friends_text import friend_text, friends_text
from server.presence.roster import FREE, Activity, People, Roster
from server.rooms.state import Room
from server.store.availability import StoreAvailability
from server.store.redis_commands import RedisClient
from server.tasks import run_together
from server.views.listener import Listener

LOOK_S = 4.0
"""Seconds between two looks at the connections."""
HEARTBEAT_LOOKS = 3
"""A process sends a message to the others at least once in this many looks."""
AT_ONCE = 200
"""The number of connections that are looked at before other tasks have their turn."""
REPEAT_S = 30.0
"""Seconds for which somebody cannot challenge the same friend to the same room again."""


class PresenceLine(Protocol):
    """A connection whose user may be seen by friends. It has sent `go_online`."""

    listener: Listener
    account: CurrentAccount
    """Looks up the account that is logged in now; None for a guest."""

    @property
    def number(self) -> str | None:
        """The id of the account that has logged in on this connection, without checking that it
        still is logged in; None for a guest."""

    @property
    def room(self) -> str | None:
        """The code of the room that the connection is in; None if it is in no room."""

    def activity(self, *, watching: bool) -> Activity:
        """Return what friends learn of the user of the connection. `watching` says whether friends
        may watch."""


class PresenceChoices(NamedTuple):
    """What an account has chosen about presence: whether friends see that it is on line (`shown`),
    and whether they are told the room in which it races (`watching`)."""

    shown: bool
    watching: bool


class _Follower:
    """A connection that follows its friends. `friends` has the id, the name and whether it is a bot
    of each friend, in the order of the list. `sent` is the last list that was sent, as texts about
    each friend who is on line."""

    def __init__(self, line: PresenceLine, account: str) -> None:
        self.line, self.account = line, account
        self.friends: Sequence[tuple[str, str, bool]] = ()
        self.sent: list[bytes] | None = None


class FriendPresence:
    """The presence of one process. `now_s` returns the time in seconds of a clock that does not run
    back."""

    def __init__(
        self, accounts: AccountStore, redis: RedisClient, process: str, now_s: Callable[[], float]
    ) -> None:
        self._accounts, self._process, self._now_s = accounts, process, now_s
        self.channel = PresenceChannel(redis, process, self._begun, self._take)
        self._roster = Roster()
        self._number, self._quiet_looks = 0, 0
        self._is_asked, self._must_ask = False, False
        self._lines: dict[Listener, PresenceLine] = {}
        self._choices: dict[str, PresenceChoices] = {}
        self._followers: dict[Listener, _Follower] = {}
        self._of: dict[str, set[_Follower]] = {}
        """The followers who are friends of an account, by its id."""
        self._texts: dict[str, bytes] = {}
        """What the lists of friends say of an account, empty if it is not on line. Computed when it
        is needed first, and dropped when it may have changed."""
        self._changed: set[_Follower] = set()
        """The followers to whom a new list may have to be sent."""
        self._outdated: set[_Follower] = set()
        """The followers whose friends must be read from the store again."""
        self._challenges: dict[tuple[str, str, str], float] = {}
        """When somebody challenged somebody to a room: by their accounts and the room's code."""
        self.open_challenges = Challenges(now_s)
        self._unsent_withdrawals: list[Withdrawal] = []
        """Challenges that are over, of which the processes have yet to be told."""
        self._unsent_accounts: set[str] = set()
        self._unsent_choices: set[str] = set()
        """Accounts of which the processes have yet to be told that they have changed."""
        self._to_deliver: list[ChannelMessage] = []
        self._wake = asyncio.Event()

    # Connections. -----------------------------------------------------------------------------

    def subscribe(self, line: PresenceLine) -> None:
        """Add a connection, which has sent `go_online`. Its account becomes visible to friends with
        the next look, and challenges to the account are sent to it."""
        self._lines[line.listener] = line

    def unsubscribe(self, listener: Listener) -> None:
        """Remove a connection that has closed."""
        self._lines.pop(listener, None)
        self.unfollow(listener)

    async def follow(self, line: PresenceLine, account: str, request: int) -> None:
        """Send the list of the friends of `account` who are on line to a connection, as the answer
        to its request with this number, and again after every change until `unfollow` is called.
        Raises StoreAway."""
        self.unfollow(line.listener)
        follower = _Follower(line, account)
        self._followers[line.listener] = follower
        try:
            await self._read_friends(follower)
        except StoreAway:
            self.unfollow(line.listener)
            raise
        follower.sent = self._listed(follower)
        line.listener.send(friends_text(request, follower.sent))

    def unfollow(self, listener: Listener) -> None:
        """Stop sending the list of friends to a connection."""
        follower = self._followers.pop(listener, None)
        if follower is not None:
            self._changed.discard(follower)
            self._outdated.discard(follower)
            self._set_friends(follower, ())

    # Challenges. ------------------------------------------------------------------------------

    def is_online(self, account: str) -> bool:
        """Return whether friends see that an account is on line."""
        return self._roster.activity(account) is not None

    def may_challenge(self, account: str, friend: str, code: str) -> bool:
        """Return whether an account may challenge a friend to a room now, and note the challenge if
        it may. It may not if it has done so in the last REPEAT_S."""
        now = self._now_s()
        self._challenges = {k: at for k, at in self._challenges.items() if now - at < REPEAT_S}
        if (account, friend, code) in self._challenges:
            return False
        self._challenges[account, friend, code] = now
        return True

    async def challenge(self, made: OpenChallenge, message: say.Challenged) -> None:
        """Send a challenge to all connections of the friend, and note that it is open. Raises
        StoreAway; then neither was done."""
        await self.channel.send(to=made.friend, challenge=made, challenged=message.model_dump())
        self.open_challenges.add(made)

    def room_changed(self, room: Room) -> None:
        """Withdraw the challenges to a room that are over because of what is now stored."""
        if over := self.open_challenges.withdrawn(room):
            self._unsent_withdrawals += over
            self._wake.set()

    async def decline(self, challenger: str, declined: say.ChallengeDeclined) -> None:
        """Tell an account, on its connections in the room of the challenge, that its challenge was
        declined. Raises StoreAway."""
        await self.channel.send(to=challenger, declined=declined.model_dump())

    async def accounts_changed(self, accounts: Iterable[str]) -> None:
        """Make all processes read again what they know of these accounts, of which a session, the
        name or a friend has changed. If this cannot be sent now, it is sent with a later look."""
        self._unsent_accounts.update(accounts)
        with suppress(StoreAway):
            await self._send_unsent()

    def choices_changed(self, account: str) -> None:
        """Make all processes read again what an account has chosen about presence: this one with
        its next look, which also tells the others. So friends see a change after two looks at
        most, however often an account changes its choices."""
        self._choices.pop(account, None)
        self._unsent_choices.add(account)

    async def _send_unsent(self) -> None:
        if accounts := sorted(self._unsent_accounts):
            await self.channel.send(accounts=accounts)
            self._unsent_accounts.difference_update(accounts)
        if choices := sorted(self._unsent_choices):
            await self.channel.send(choices=choices)
            self._unsent_choices.difference_update(choices)
        while self._unsent_withdrawals:
            withdrawal = self._unsent_withdrawals.pop(0)
            try:
                await self.channel.send(to=withdrawal.challenge.friend, withdrawn=withdrawal)
            except StoreAway:
                self._unsent_withdrawals.append(withdrawal)
                raise

    # The channel. -----------------------------------------------------------------------------

    def _begun(self) -> None:
        self._must_ask = self._is_asked = True
        self._choices.clear()
        self._outdated.update(self._followers.values())
        self._note_changed(self._roster.forget_others())

    def _take(self, told: ChannelMessage) -> None:
        if "to" in told:
            self._note_challenge(told)
            self._to_deliver.append(told)
            self._wake.set()
        elif "accounts" in told:
            self._forget_accounts(told["accounts"])
        elif "choices" in told:
            for account in told["choices"]:
                self._choices.pop(account, None)
        elif told["from"] == self._process:
            pass
        elif "ask" in told:
            self._is_asked = True
        elif "whole" in told:
            people = {account: Activity(*what) for account, what in told["whole"].items()}
            self._note_changed(
                self._roster.whole(told["from"], told["number"], people, self._now_s())
            )
        elif "changed" in told:
            changes = {
                account: Activity(*what) if what else None
                for account, what in told["changed"].items()
            }
            changed = self._roster.change(told["from"], told["number"], changes, self._now_s())
            if changed is None:
                self._must_ask = True
            else:
                self._note_changed(changed)

    def _note_challenge(self, told: ChannelMessage) -> None:
        if "challenge" in told:
            self.open_challenges.add(OpenChallenge(*told["challenge"]))
        elif "withdrawn" in told:
            self.open_challenges.end(_withdrawal(told))

    def _forget_accounts(self, accounts: Iterable[str]) -> None:
        """Let the friends of these accounts, and of their friends, be read again."""
        changed = set(accounts)
        for account in changed:
            self._outdated |= self._of.get(account, set())
        self._outdated |= {f for f in self._followers.values() if f.account in changed}

    # The looks. -------------------------------------------------------------------------------

    async def run(self, link: StoreAvailability, url: str) -> None:
        """Look at the connections, and pass on news, until cancelled."""
        await run_together(
            self.channel.run(link, url), self._look_regularly(link), self._keep_delivering(link)
        )

    async def _look_regularly(self, link: StoreAvailability) -> None:
        while True:
            await self.channel.listening.wait()
            async with link.reached():
                with error_log.isolated("presence_failed"):
                    await self.look()
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Look at all connections. Send what has changed to the other processes and to the
        followers. Raises StoreAway."""
        await self._send_unsent()
        changes = self._roster.replace_own(await self._people())
        self._note_changed(changes)
        self._note_changed(self._roster.forget_silent(self._now_s()))
        if self._must_ask:
            self._must_ask = False
            await self.channel.send(ask=True)
        self._quiet_looks += 1
        if self._is_asked:
            self._is_asked = False
            await self._send_numbered(whole=self._roster.own)
        elif changes or self._quiet_looks >= HEARTBEAT_LOOKS:
            await self._send_numbered(changed=changes)
        await self._tell_followers()

    async def _send_numbered(self, **told: Mapping[str, Activity | None]) -> None:
        self._number, self._quiet_looks = self._number + 1, 0
        await self.channel.send(number=self._number, **told)

    async def _people(self) -> People:
        """Return the accounts that are connected to this process and do not hide, with what they
        do."""
        lines = tuple(self._lines.values())
        here = {number for line in lines if (number := line.number) is not None}
        unknown = here - self._choices.keys()
        self._choices = {a: known for a, known in self._choices.items() if a in here}
        if unknown:
            self._choices |= await self._read_choices(unknown)
        people: dict[str, Activity] = {}
        for n, line in enumerate(lines):
            if n % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(0)
            number = line.number
            choices = self._choices.get(number) if number is not None else None
            if number is not None and choices is not None and choices.shown:
                what = line.activity(watching=choices.watching)
                people[number] = max(what, people.get(number, FREE))
        return people

    async def _read_choices(self, accounts: Iterable[str]) -> dict[str, PresenceChoices]:
        wanted = (say.PRESENCE, say.WATCHING)
        read = await self._accounts.chosen(accounts, wanted)
        return {
            account: PresenceChoices(presence != "hidden", watching == "allowed")
            for account, (presence, watching) in read.items()
        }

    # Followers. -------------------------------------------------------------------------------

    def _note_changed(self, accounts: Iterable[str]) -> None:
        for account in accounts:
            self._texts.pop(account, None)
            self._changed |= self._of.get(account, set())

    async def _tell_followers(self) -> None:
        while self._outdated:
            await self._read_again(self._outdated.pop())
        changed, self._changed = self._changed, set()
        for n, follower in enumerate(changed):
            if n % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(0)
            listed = self._listed(follower)
            if listed == follower.sent or follower.line.listener not in self._followers:
                continue
            if follower.line.listener.send_progress(friends_text(None, listed)):
                follower.sent = listed
            else:
                self._changed.add(follower)

    async def _read_again(self, follower: _Follower) -> None:
        """Read the friends of a follower again; remove the follower if its session has ended."""
        try:
            account = await follower.line.account()
            if account is None or account.number != follower.account:
                if self._followers.get(follower.line.listener) is follower:
                    self.unfollow(follower.line.listener)
                return
            await self._read_friends(follower)
        except StoreAway:
            self._outdated.add(follower)
            raise
        self._changed.add(follower)

    async def _read_friends(self, follower: _Follower) -> None:
        stands = await self._accounts.friends(follower.account)
        names = await self._accounts.names(a for a, how in stands.items() if how == "friend")
        if self._followers.get(follower.line.listener) is follower:
            friends = [(account, name, bot) for account, (name, bot) in names.items()]
            friends.sort(key=lambda friend: (friend[1].casefold(), friend[1]))
            self._set_friends(follower, friends)

    def _set_friends(self, follower: _Follower, friends: Sequence[tuple[str, str, bool]]) -> None:
        for account, _, _ in follower.friends:
            self._of[account].discard(follower)
            self._texts.pop(account, None)
            if not self._of[account]:
                del self._of[account]
        follower.friends = friends
        for account, _, _ in friends:
            self._texts.pop(account, None)  # the name may be another one
            self._of.setdefault(account, set()).add(follower)

    def _listed(self, follower: _Follower) -> list[bytes]:
        for account, name, bot in follower.friends:
            if account not in self._texts:
                what = self._roster.activity(account)
                self._texts[account] = b"" if what is None else friend_text(name, bot, what)
        return [text for account, _, _ in follower.friends if (text := self._texts[account])]

    # Delivering challenges. -------------------------------------------------------------------

    async def _keep_delivering(self, link: StoreAvailability) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._unsent_withdrawals:
                async with link.reached():
                    with suppress(StoreAway):  # sent with a later look
                        await self._send_unsent()
            waiting, self._to_deliver = self._to_deliver, []
            for told in waiting:
                async with link.reached():
                    with error_log.isolated("presence_failed"):
                        await self._deliver(told)

    async def _deliver(self, told: ChannelMessage) -> None:
        if "challenged" in told:
            message = encode(say.Challenged.model_validate(told["challenged"]))
            room = None
        elif "withdrawn" in told:
            challenge, begun = _withdrawal(told)
            message = encode(
                say.ChallengeWithdrawn(name=challenge.name, code=challenge.code, begun=begun)
            )
            room = None
        else:
            declined = say.ChallengeDeclined.model_validate(told["declined"])
            message, room = encode(declined), declined.code
        await self.send_to({told["to"]}, message, room)

    # Messages to accounts. --------------------------------------------------------------------

    def connected(self, accounts: Iterable[str]) -> set[str]:
        """Return those of `accounts` that have a connection to this process."""
        return {line.number for line in self._lines.values() if line.number}.intersection(accounts)

    async def send_to(
        self, accounts: Collection[str], message: bytes, room: str | None = None
    ) -> None:
        """Send a message on the connections to this process on which one of `accounts` is still
        logged in; if `room` is given, only on those that are in this room. Raises StoreAway."""
        for line in tuple(self._lines.values()):
            if line.number not in accounts or (room is not None and line.room != room):
                continue
            account = await line.account()
            if account is not None and account.number in accounts:
                line.listener.send(message)


def _withdrawal(told: ChannelMessage) -> Withdrawal:
    challenge, begun = told["withdrawn"]
    return Withdrawal(OpenChallenge(*challenge), begun)
