"""The services that request handlers use, in one tuple for a server process."""

from typing import NamedTuple

from server.archive.record_cache import RecordCache
from server.archive.replays import ReplayCache
from server.bots.service import Bots
from server.handlers.accounts import AccountServices
from server.handlers.crown_races import CrownRaceServices
from server.handlers.crowns import CrownServices
from server.handlers.dailies import DailyServices
from server.handlers.leisure_races import LeisureRaceServices
from server.handlers.public_rooms import PublicRooms
from server.handlers.telephone import TelephoneServices as Telephones
from server.handlers.tournaments.requests import TournamentServices
from server.leaderboards.subscriptions import BoardSubscriptions
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.play_move import MovePath
from server.live_rooms.race_quota import RaceQuota
from server.live_rooms.registry import RoomRegistry
from server.presence.service import FriendPresence
from server.rooms.store import RoomStore
from server.store.clock import Clock
from server.travellers.cache import TravellerCache


class Services(NamedTuple):
    """The services of a server process that request handlers use. `countdown_ms` is the length of
    the countdown before a race. `keep_days` is the number of days for which the record of a
    finished race can be requested."""

    store: RoomStore
    clock: Clock
    registry: RoomRegistry
    moves: MovePath
    deadlines: Deadlines
    countdown_ms: int
    keep_days: int
    accounts: AccountServices
    days: DailyServices
    listing: PublicRooms
    records: RecordCache
    replays: ReplayCache
    quota: RaceQuota
    bots: Bots
    following: BoardSubscriptions
    crowns: CrownServices
    telephones: Telephones
    presence: FriendPresence
    crown_races: CrownRaceServices
    leisure_races: LeisureRaceServices
    tournaments: TournamentServices
    travellers: TravellerCache
