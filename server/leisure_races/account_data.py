"""Export and deletion of an account's data in leisure races, events in which a closed circle plays
the same deals, each contestant alone and when they like."""

from server.accounts.store import Account
from server.leisure_races import state as deciding
from server.leisure_races import table
from server.leisure_races.service import LeisureRaceService
from server.leisure_races.state import LeisureRace, TryEnd
from server.live_rooms.deadlines import Deadlines
from server.own_pace.account_data import OwnPaceAccountData


class LeisureRaceAccountData(OwnPaceAccountData[LeisureRace, TryEnd]):
    """Exports and deletes the data about an account that are stored in leisure races."""

    def __init__(self, races: LeisureRaceService, deadlines: Deadlines) -> None:
        super().__init__(races, races.store, deadlines)
        self._races = races

    async def export(self, account: Account) -> dict[str, object]:
        """Return the leisure races of an account as a list of JSON values under the key
        `leisure_races`, the one that was made last first. Each value has the code, the title and
        the status of the leisure race, whether the account has made it, and the account's own
        place, points and results."""
        told: list[dict[str, object]] = []
        now = self._races.now()
        for race in await self._races.of(account.number):
            shown = table.message(await self._races.known(race), account.number, 0, now)
            if shown.mine is not None:
                mine = shown.contestants[shown.mine].model_dump(exclude={"name", "is_guest"})
                about = {
                    "code": race.code,
                    "title": race.title,
                    "status": shown.status,
                    "is_organiser": race.organiser == account.number,
                }
                told.append({**about, **mine})
        return {"leisure_races": told}

    def _without(self, race: LeisureRace, account: str, now: int) -> LeisureRace:
        return deciding.quit_it(race, account, now)

    def _played_by(self, race: LeisureRace, account: str) -> str | None:
        mine = race.contestant(account)
        return mine.playing.room if mine is not None and mine.playing is not None else None
