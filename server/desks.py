"""What the handlers of a connection work with. The boards of seats, called desks as well, are in
`desk.py` and `tables.py`."""

from typing import NamedTuple

from server.accounts.requests import Desk
from server.candidates import CrownDesk
from server.clock import Clock
from server.crown_races.requests import CrownRaceDesk
from server.dailies import Days
from server.deadlines import Deadlines
from server.following import Following
from server.hub import Hub
from server.listing import Listing
from server.moves import Moves
from server.quota import Quota
from server.records import Records
from server.replays import Replays
from server.rooms.store import Store
from server.telephone.requests import Desk as Telephones
from server.tournaments.requests import TournamentDesk


class Desks(NamedTuple):
    """The parts of one server process, as a connection sees them."""

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
