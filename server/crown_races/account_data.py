"""Export and deletion of an account's crown race data.

A crown race is an event in which several accounts, its candidates, play the same five deals, each
alone in rooms of their own, and try to win a crown.
"""

from contextlib import suppress
from functools import partial

from server.accounts.store import Account
from server.crown_races import state as deciding
from server.crown_races.service import CrownRaceService
from server.crown_races.state import DealEnd
from server.crown_races.subscriptions import CrownRaceSubscriptions
from server.errors import Refusal, StoreAway
from server.live_rooms.deadlines import Deadlines
from server.rooms import commands, membership

NEVER_BEGUN = DealEnd(how="abandoned", best=0, took_ms=0)
"""The end of a deal that was assigned but whose room was never made."""


class CrownRaceAccountData:
    """Exports and deletes the data about an account that are stored in crown races."""

    def __init__(
        self, races: CrownRaceService, following: CrownRaceSubscriptions, deadlines: Deadlines
    ) -> None:
        self._races, self._following, self._deadlines = races, following, deadlines

    async def export(self, account: Account) -> dict[str, object]:
        """Return the crown races of an account as a list of JSON values under the key
        `crown_races`. Each value has the code and the status of the crown race, and the account's
        own line of its standings: place, crown and games."""
        told: list[dict[str, object]] = []
        for code in await self._races.store.of(account.number):
            with suppress(Refusal):  # the crown race has expired
                race = await self._following.answer(
                    await self._races.look(code), account.number, None
                )
                if race.mine is not None:
                    mine = race.racers[race.mine].model_dump(exclude={"name"})
                    told.append({"code": code, "status": race.status, **mine})
        return {"crown_races": told}

    async def forget(self, number: str) -> None:
        """Withdraw a deleted account from its crown races and give up its game in progress.
        `number` is the account's id.

        The account's results stay, without a name. So do its nonces, the random numbers that it
        contributed to the shuffling of the deals. If one crown race cannot be changed because of an
        error, the remaining crown races are changed before the errors are raised as an
        ExceptionGroup. Raise StoreAway at once if Redis cannot be reached.
        """
        failed: list[Exception] = []
        for code in await self._races.store.of(number):
            try:
                await self._take_out(code, number)
            except Refusal:  # the crown race has expired, or the account had quit before its start
                pass
            except StoreAway:
                raise
            except Exception as error:  # go on with the other crown races
                failed.append(error)
        if failed:
            raise ExceptionGroup("not forgotten in some crown races", failed)
        await self._races.store.forget_list(number)

    async def _take_out(self, code: str, number: str) -> None:
        """Withdraw an account from one crown race and give up its deal in progress."""
        now = self._races.now
        race = await self._races.change(code, lambda race: deciding.quit_it(race, number, now()))
        mine = race.candidate(number)
        if mine is not None and mine.playing is not None:
            await self._give_up(code, mine.playing.room, number)
        await self._races.meet(code)

    async def _give_up(self, code: str, room: str, number: str) -> None:
        """Give up the deal that an account has in progress in the room `room`. If the room was
        never made, store that the game ended without having begun."""
        if not await self._deadlines.registry.store.is_made(room):
            ends, now = {room: NEVER_BEGUN}, self._races.now
            await self._races.change(code, lambda race: deciding.ended(race, ends, now()))
            return
        live = await self._deadlines.registry.find(room)
        seat = membership.seat_of_account(live.room, number)
        if seat is not None:
            leaving = partial(commands.leave, seat=seat, countdown_ms=0)
            await self._deadlines.registry.change(live, leaving)
        await self._deadlines.meet(room)
