"""Presence requests: follow which of one's friends are on line, and challenge them to a race."""

from collections.abc import Awaitable, Callable
from typing import Any

from protocol import presence as said
from protocol.from_server import Done
from protocol.message import Message, encode
from server.access.rate_limits import Allowance
from server.accounts.name_rules import keys_of
from server.accounts.store import Account, AccountStore, CurrentAccount
from server.errors import Refusal
from server.handlers.enter_room import EnterRoomHandlers
from server.presence.activity import activity_of
from server.presence.challenges import OpenChallenge, next_race
from server.presence.roster import FREE, Activity
from server.presence.service import FriendPresence
from server.views.listener import Listener


class PresenceHandlers:
    """The presence handlers of one connection. `account` returns the account that is logged in;
    None if none is. `entry` knows the room of the connection."""

    def __init__(
        self,
        presence: FriendPresence,
        accounts: AccountStore,
        listener: Listener,
        allowance: Allowance,
        account: CurrentAccount,
        entry: EnterRoomHandlers,
    ) -> None:
        self._presence, self._accounts = presence, accounts
        self._allowance, self._entry = allowance, entry
        self.listener, self.account = listener, account
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "go_online": self._go_online,
            "follow_friends": self._follow,
            "unfollow_friends": self._unfollow,
            "challenge": self._challenge,
            "decline_challenge": self._decline,
        }

    @property
    def number(self) -> str | None:
        return self._allowance.account

    @property
    def room(self) -> str | None:
        place = self._entry.place
        return place.live.room.code if place is not None else None

    def activity(self, *, watching: bool) -> Activity:
        place = self._entry.place
        if place is None:
            return FREE
        return activity_of(place.live.room, place.seat, watching=watching)

    def unsubscribe(self) -> None:
        """Make the user of the connection invisible. This must be called when the connection has
        closed."""
        self._presence.unsubscribe(self.listener)

    async def _go_online(self, request: said.GoOnline) -> None:
        await self._signed_in()
        self._presence.subscribe(self)
        self._send(Done(id=request.id))

    async def _follow(self, request: said.FollowFriends) -> None:
        me = await self._signed_in()
        await self._presence.follow(self, me.number, request.id)

    async def _unfollow(self, request: said.UnfollowFriends) -> None:
        self._presence.unfollow(self.listener)
        self._send(Done(id=request.id))

    async def _challenge(self, request: said.Challenge) -> None:
        me = await self._signed_in()
        live, seat = self._entry.seated()
        room, race = live.room, live.room.race
        if room.settings.locked or race.is_try:
            raise Refusal("locked", "Nobody else can join this room.")
        if room.settings.invite_only and seat != room.host:
            raise Refusal("not_host", "Only the host invites people to this room.")
        friend = await self._friend(me, request.name)
        if not self._presence.is_online(friend):
            raise Refusal("not_online", f"{request.name} is not on line now.")
        if not self._presence.may_challenge(me.number, friend, room.code):
            raise Refusal("already_challenged", "You have just challenged them; wait a moment.")
        challenge = said.Challenged(
            name=me.name,
            code=room.code,
            invite=room.invite,
            game=race.rules.slug,
            format=race.terms.format,
        )
        made = OpenChallenge(me.number, seat, friend, me.name, room.code, next_race(room))
        await self._presence.challenge(made, challenge)
        self._presence.room_changed(live.room)  # it may have changed meanwhile
        self._send(Done(id=request.id))

    async def _decline(self, request: said.DeclineChallenge) -> None:
        me = await self._signed_in()
        friend = await self._friend(me, request.name)
        declined = said.ChallengeDeclined(name=me.name, code=request.code)
        await self._presence.decline(friend, declined)
        self._send(Done(id=request.id))

    async def _friend(self, me: Account, name: str) -> str:
        """Return the id of the account of a friend. Raises Refusal if nobody of this name is a
        friend."""
        owner = await self._accounts.owner(keys_of(name))
        stands = await self._accounts.friends(me.number)
        if owner is None or stands.get(owner) != "friend":
            raise Refusal("not_friends", f"{name} is not among your friends.")
        return owner

    async def _signed_in(self) -> Account:
        account = await self.account()
        if account is None:
            raise Refusal("not_signed_in", "Log in first: friends know each other by accounts.")
        return account

    def _send(self, message: Message) -> None:
        self.listener.send(encode(message))
