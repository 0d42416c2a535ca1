"""Deletion of an account's data in own-pace races: events whose contestants play the same deals,
each alone in rooms of their own."""

from abc import ABC, abstractmethod
from functools import partial
from typing import Generic

from server.errors import Refusal, StoreAway
from server.live_rooms.deadlines import Deadlines
from server.own_pace.service import E, OwnPaceService
from server.own_pace.state import R
from server.own_pace.store import OwnPaceStore
from server.rooms import commands


class OwnPaceAccountData(ABC, Generic[R, E]):
    """Withdraws deleted accounts from the own-pace races of one kind."""

    def __init__(
        self, races: OwnPaceService[R, E], store: OwnPaceStore[R], deadlines: Deadlines
    ) -> None:
        self._service, self._store, self._deadlines = races, store, deadlines

    @abstractmethod
    def _without(self, race: R, account: str, now: int) -> R:
        """Return the race after the account has withdrawn from it. Raise Refusal if the account
        takes no part."""

    @abstractmethod
    def _played_by(self, race: R, account: str) -> str | None:
        """Return the code of the room in which the account has a deal in progress, None if it has
        none."""

    async def forget(self, number: str) -> None:
        """Withdraw a deleted account from its races and give up its game in progress. `number` is
        the account's id.

        The account's results stay, without a name. If one race cannot be changed because of an
        error, the remaining races are changed before the errors are raised as an ExceptionGroup.
        Raise StoreAway at once if Redis cannot be reached.
        """
        failed: list[Exception] = []
        for code in await self._store.of(number):
            try:
                await self._take_out(code, number)
            except Refusal:  # the race has expired, or the account had withdrawn before
                pass
            except StoreAway:
                raise
            except Exception as error:  # go on with the other races
                failed.append(error)
        if failed:
            raise ExceptionGroup("an account is not forgotten in some races", failed)
        await self._store.forget_list(number)

    async def _take_out(self, code: str, number: str) -> None:
        """Withdraw an account from one race and give up its deal in progress."""
        now = self._service.now
        race = await self._service.change(code, lambda race: self._without(race, number, now()))
        room = self._played_by(race, number)
        if room is not None:
            await self._give_up(code, room)
        await self._service.meet(code)

    async def _give_up(self, code: str, room: str) -> None:
        """Give up the deal that is in progress in the room `room`. If the room was
        never made, store that the game ended without having begun."""
        if not await self._deadlines.registry.store.is_made(room):
            await self._service.end_unmade(code, room)
            return
        live = await self._deadlines.registry.find(room)
        if not live.room.seats[0].left:  # the only seat
            leaving = partial(commands.leave, seat=0, countdown_ms=0)
            await self._deadlines.registry.change(live, leaving)
        await self._deadlines.meet(room)
