"""Leisure race store in Redis: reads and writes leisure races, events in which a closed circle
plays the same deals, each contestant alone and when they like. Methods raise StoreAway if Redis
cannot be reached."""

from server.errors import Refusal
from server.leisure_races.state import LeisureRace
from server.own_pace.store import OwnPaceStore, RaceKeys
from server.store import keys
from server.store.redis_commands import RedisClient


class LeisureRaceStore(OwnPaceStore[LeisureRace]):
    """Reads and writes leisure races. A leisure race is stored until `kept_s` seconds after its
    last change or, if this is later, after its next deadline."""

    def __init__(self, redis: RedisClient, kept_s: int) -> None:
        names = RaceKeys(
            keys.leisure_race,
            keys.leisure_races_of,
            keys.LEISURE_RACES_DUE,
            keys.LEISURE_RACES_FEED,
        )
        unknown = Refusal("unknown_leisure_race", "There is no leisure race with that code.")
        super().__init__(redis, kept_s, LeisureRace, names, unknown)
