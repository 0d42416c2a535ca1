"""What is kept of an account for crown races: to be handed out, and to go when the account does."""

from contextlib import suppress
from functools import partial

from server.accounts.store import Account
from server.crown_races import state as deciding
from server.crown_races.service import CrownRaces
from server.crown_races.state import End
from server.crown_races.subscriptions import Following
from server.errors import Refusal, StoreAway
from server.live_rooms.deadlines import Deadlines
from server.rooms import commands, membership

NEVER_BEGUN = End(how="abandoned", best=0, took_ms=0)


class Belongings:
    """Of all crown races an account takes part in."""

    def __init__(self, races: CrownRaces, following: Following, deadlines: Deadlines) -> None:
        self._races, self._following, self._deadlines = races, following, deadlines

    async def export(self, account: Account) -> dict[str, object]:
        """Each race with one's place and deals."""
        told: list[dict[str, object]] = []
        for code in await self._races.store.of(account.number):
            with suppress(Refusal):  # it has lived its time
                race = await self._following.answer(
                    await self._races.look(code), account.number, None
                )
                if race.mine is not None:
                    mine = race.racers[race.mine].model_dump(exclude={"name"})
                    told.append({"code": code, "status": race.status, **mine})
        return {"crown_races": told}

    async def forget(self, number: str) -> None:
        """The account takes part no more, and the game it plays is given up: nobody waits for it.
        What it has played stays, without a name, and its nonces, for deals were made with them."""
        failed: list[Exception] = []
        for code in await self._races.store.of(number):
            try:
                await self._take_out(code, number)
            except Refusal:  # it has lived its time, or they had quit before it began
                pass
            except StoreAway:
                raise
            except Exception as error:  # nobody is to wait in the others
                failed.append(error)
        if failed:
            raise ExceptionGroup("not forgotten in some crown races", failed)
        await self._races.store.forget_list(number)

    async def _take_out(self, code: str, number: str) -> None:
        now = self._races.now
        race = await self._races.change(code, lambda race: deciding.quit_it(race, number, now()))
        mine = race.candidate(number)
        if mine is not None and mine.playing is not None:
            await self._give_up(code, mine.playing.room, number)
        await self._races.meet(code)

    async def _give_up(self, code: str, room: str, number: str) -> None:
        """Give up a deal in progress; one whose room was never made begins no more."""
        if (await self._races.store.statuses([room]))[room] is None:
            ends, now = {room: NEVER_BEGUN}, self._races.now
            await self._races.change(code, lambda race: deciding.ended(race, ends, now()))
            return
        live = await self._deadlines.hub.find(room)
        seat = membership.seat_of_account(live.room, number)
        if seat is not None:
            leaving = partial(commands.leave, seat=seat, countdown_ms=0)
            await self._deadlines.hub.change(live, leaving)
        await self._deadlines.meet(room)
