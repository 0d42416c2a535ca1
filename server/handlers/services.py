"""Dependencies of the request handlers, bundled for a connection.

Boards of seats are in `boards/seat_board.py` and `live_rooms/seat_board_cache.py`.
"""

from typing import NamedTuple

from server.archive.record_cache import Records
from server.archive.replays import Replays
from server.handlers.accounts import Desk
from server.handlers.crown_races import CrownRaceDesk
from server.handlers.crowns import CrownDesk
from server.handlers.dailies import Days
from server.handlers.public_rooms import Listing
from server.handlers.telephone import Desk as Telephones
from server.handlers.tournaments import TournamentDesk
from server.leaderboards.subscriptions import Following
from server.live_rooms.deadlines import Deadlines
from server.live_rooms.play_move import Moves
from server.live_rooms.race_quota import Quota
from server.live_rooms.registry import Hub
from server.rooms.store import Store
from server.store.clock import Clock


class Desks(NamedTuple):
    """The services of one server process that request handlers use."""

    store: Store
    clock: Clock
    hub: Hub
    moves: Moves
    deadlines: Deadlines
    countdown_ms: int
    keep_days: int
    accounts: Desk
    days: Days
    listing: Listing
    records: Records
    replays: Replays
    quota: Quota
    following: Following
    crowns: CrownDesk
    telephones: Telephones
    crown_races: CrownRaceDesk
    tournaments: TournamentDesk
