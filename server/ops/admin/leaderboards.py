"""Admin commands `void`, for a race, and `rebuild-boards`, which computes the leaderboards
again."""

import sys

from protocol.codes import race_id, split_race
from server.archive.archiver import Archiver
from server.leaderboards.periods import Calendar
from server.leaderboards.projector import Projector
from server.leaderboards.rebuilding.rebuild import Rebuild
from server.ops.admin.store_access import DIFFERENT, DONE, NOT_FOUND, WRONG_USAGE, StoreAccess
from server.rooms.state import Room
from server.settings import zone_of
from server.tournaments.store import TournamentStore

MOST_LINES = 50


def _calendar(at: StoreAccess) -> Calendar:
    return Calendar(zone_of(at.settings.time_zone), at.settings.keep_periods)


async def void(at: StoreAccess, race: str, why: str) -> int:
    """Void the race whose id is `race`, so that it counts neither on leaderboards nor in its
    tournament; return the exit code. The reason `why` is stored with it."""
    store, clock = at.store, at.clock
    projector = Projector(store.others, _calendar(at), clock.now)
    code, n = split_race(race) or ("", None)
    if not code or n is None:
        print("Say which race of which room, such as KQ7-4TX-2.", file=sys.stderr)
        return WRONG_USAGE
    archiver = Archiver(store, store.kept_s)
    await archiver.write_result(code, n)  # its result may not be in the log yet
    done = await archiver.results_log.void(race_id(code, n), why, clock.now())
    if done == "unknown":
        print("There is no result of that race with an account in it.", file=sys.stderr)
        return NOT_FOUND
    room, _ = await store.room(Room(code))
    if room.seq:  # the room has not expired
        await TournamentStore(store.others, store.kept_s).correct(room, (), clock.now())
    await projector.open()
    await projector.catch_up()
    print("That race is void." if done == "voided" else "That race was void already.")
    return DONE


async def rebuild_boards(at: StoreAccess) -> int:
    """Compute all leaderboards again from the results log (the list of all results of races), print
    where they differ from the stored ones, and store them. Return the exit code, which is DIFFERENT
    if any leaderboard differed."""
    rebuild = Rebuild(at.store.others, _calendar(at), at.clock.now)
    differences = await rebuild.run()
    if not differences:
        print(f"Nothing differs; {rebuild.entries} entries of the results log were checked.")
        return DONE
    for key, field, kept, follows in differences[:MOST_LINES]:
        print(f"{key} {field}: was {kept or 'not there'}, is {follows or 'not there'}")
    if len(differences) > MOST_LINES:
        print(f"and {len(differences) - MOST_LINES} more")
    print(f"{len(differences)} differences in {rebuild.entries} entries, all corrected.")
    return DIFFERENT
