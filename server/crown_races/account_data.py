"""Export and deletion of an account's crown race data.

A crown race is an event in which several accounts, its candidates, play the same five deals, each
alone in rooms of their own, and try to win a crown.
"""

from contextlib import suppress

from server.accounts.store import Account
from server.crown_races import state as deciding
from server.crown_races.service import CrownRaceService
from server.crown_races.state import CrownRace, DealEnd
from server.crown_races.subscriptions import CrownRaceSubscriptions
from server.errors import Refusal
from server.live_rooms.deadlines import Deadlines
from server.own_pace.account_data import OwnPaceAccountData


class CrownRaceAccountData(OwnPaceAccountData[CrownRace, DealEnd]):
    """Exports and deletes the data about an account that are stored in crown races. The nonces of a
    deleted account, the random numbers that it contributed to the deals, stay."""

    def __init__(
        self, races: CrownRaceService, following: CrownRaceSubscriptions, deadlines: Deadlines
    ) -> None:
        super().__init__(races, races.store, deadlines)
        self._races, self._following = races, following

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

    def _without(self, race: CrownRace, account: str, now: int) -> CrownRace:
        return deciding.quit_it(race, account, now)

    def _played_by(self, race: CrownRace, account: str) -> str | None:
        mine = race.candidate(account)
        return mine.playing.room if mine is not None and mine.playing is not None else None
