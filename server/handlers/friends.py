"""Friend requests: add, accept, remove, block, and the list of friends."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from protocol import accounts as said
from protocol.message import encode
from server.accounts.name_rules import keys_of
from server.accounts.store import Account, AccountStore
from server.errors import Refusal
from server.views.listener import Listener

UNFRIENDLY = {
    "!gone": ("unknown_name", "That account is no more."),
    "!blocked": ("blocked", "You have blocked them; unblock them first."),
    "!unasked": ("not_asked", "They have not asked you."),
    "!full": ("too_many", "One of you has too many friends for another."),
}


class FriendHandlers:
    """The handlers, for one connection, of all requests about friends, for example to list them or
    to add a friend. The function `signed_in`, which the constructor takes, returns the account that
    is logged in on the connection. It raises Refusal if none is. `changed` is called with the
    ids of two accounts that have become friends, or are friends no more."""

    def __init__(
        self,
        store: AccountStore,
        listener: Listener,
        signed_in: Callable[[], Awaitable[Account]],
        changed: Callable[[Iterable[str]], Awaitable[None]],
    ) -> None:
        self._store, self._listener, self._signed_in = store, listener, signed_in
        self._changed = changed
        self.handlers: dict[str, Callable[[Any], Awaitable[None]]] = {
            "befriend": self._befriend,
            "get_friends": self._get_friends,
        }

    async def of(self, account: Account) -> list[said.Friend]:
        """Return an account's friends, the accounts with which a friend request is open, and the
        accounts that it has blocked, sorted by name."""
        stands = await self._store.friends(account.number)
        names = await self._store.names(stands)
        found = [
            said.Friend.model_validate({"name": name, "bot": bot, "state": stands[number]})
            for number, (name, bot) in names.items()
        ]
        return sorted(found, key=lambda friend: (friend.name.casefold(), friend.name))

    async def _befriend(self, request: said.Befriend) -> None:
        account = await self._signed_in()
        other = await self._store.owner(keys_of(request.name))
        if other is None:
            raise Refusal("unknown_name", f"Nobody has claimed the name {request.name}.")
        if other == account.number:
            raise Refusal("yourself", "That is you.")
        done = await self._store.befriend(account.number, other, request.what)
        if done.startswith("!"):
            raise Refusal(*UNFRIENDLY[done])
        await self._changed([account.number, other])
        await self._show(request, account)

    async def _get_friends(self, request: said.GetFriends) -> None:
        await self._show(request, await self._signed_in())

    async def _show(self, request: said.Befriend | said.GetFriends, account: Account) -> None:
        friends = await self.of(account)
        self._listener.send(encode(said.Friends(id=request.id, friends=friends)))
