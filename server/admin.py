"""`python -m server admin`: what the person who runs a server may put right, beside it or alone."""

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from pydantic import ValidationError

from protocol.codes import normal, race_id, split_race
from server.accounts.store import AccountStore
from server.clock import Clock
from server.decide import Refusal
from server.embedded import Embedded, NoStore
from server.reach import StoreAway
from server.results.clerk import Clerk
from server.results.periods import Calendar, zone_of
from server.results.rebuild import Interrupted, Rebuild
from server.room import Room
from server.settings import Settings
from server.shelf import Shelf
from server.store import Store
from server.tournaments import by_hand
from server.tournaments.store import TournamentStore

DONE, DIFFERENT, WRONG_USAGE, NOT_FOUND, REFUSED, UNREACHABLE = range(6)
MOST_LINES = 50


def main(words: Sequence[str]) -> int:
    """Do what is said on the command line; the exit code of the process."""
    parser = argparse.ArgumentParser(prog="patience admin", description="Put something right.")
    parser.add_argument("--data-dir", type=Path, help="where the embedded store keeps its files")
    orders = parser.add_subparsers(dest="order", required=True)
    orders.add_parser("rebuild-boards", help="make all boards anew from the results, and compare")
    void = orders.add_parser("void", help="let a race count no more")
    void.add_argument("race", metavar="RACE", help="its id, such as KQ7-4TX-2")
    void.add_argument("--why", required=True, help="the reason, which is kept")
    of_one = orders.add_parser("tournament", help="stop a tournament, or let another organise it")
    verbs = of_one.add_subparsers(dest="verb", required=True)
    stop = verbs.add_parser("stop", help="it is over, and there is no next")
    hand_over = verbs.add_parser("hand-over", help="somebody else organises it")
    for verb in (stop, hand_over):
        verb.add_argument("code", metavar="CODE", help="such as KQ7-4TX")
    hand_over.add_argument("name", metavar="NAME", help="an account")
    given = parser.parse_args(words)
    try:
        settings = Settings(**({"data_dir": given.data_dir} if given.data_dir else {}))
        return asyncio.run(_do(settings, given))
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        print(f"The setting {first['loc'][0]} is wrong: {first['msg']}.", file=sys.stderr)
        return WRONG_USAGE
    except NoStore as error:
        print(error, file=sys.stderr)
        return UNREACHABLE
    except StoreAway:
        print("The store cannot be reached; is REDIS_URL right?", file=sys.stderr)
        return UNREACHABLE
    except Interrupted:
        print("Somebody is making the boards anew already; try again later.", file=sys.stderr)
        return REFUSED


@asynccontextmanager
async def _store(settings: Settings) -> AsyncIterator[tuple[Store, str]]:
    """The store of a server that runs, or of none, and its address."""
    if settings.redis_url is not None:
        store = Store(settings.redis_url, settings.keep_days)
        yield store, settings.redis_url
        await store.close()
        return
    async with Embedded(settings.data_dir) as embedded:
        store = Store(embedded.url, settings.keep_days)
        yield store, embedded.url
        await store.close()


async def _do(settings: Settings, given: argparse.Namespace) -> int:
    async with _store(settings) as (store, url):
        clock = Clock()
        started = clock.start()
        clock.measured(started, await store.time())
        calendar = Calendar(zone_of(settings.time_zone), settings.keep_periods)
        if given.order == "tournament":
            accounts = AccountStore(url, settings.keep_days)
            try:
                return await _tournament(store, accounts, clock, given)
            finally:
                await accounts.close()
        if given.order == "void":
            return await _void(store, Clerk(store.others, calendar, clock.now), clock, given)
        return await _rebuild(Rebuild(store.others, calendar, clock.now))


async def _void(store: Store, clerk: Clerk, clock: Clock, given: argparse.Namespace) -> int:
    code, n = split_race(given.race) or ("", None)
    if not code or n is None:
        print("Say which race of which room, such as KQ7-4TX-2.", file=sys.stderr)
        return WRONG_USAGE
    shelf = Shelf(store, store.kept_s)
    await shelf.write_result(code, n)  # it may have ended just now
    done = await shelf.book.void(race_id(code, n), given.why, clock.now())
    if done == "unknown":
        print("There is no result of that race with an account in it.", file=sys.stderr)
        return NOT_FOUND
    room, _ = await store.room(Room(code))
    if room.seq:  # in a tournament it counts no more either
        await TournamentStore(store.others, store.kept_s).correct(room, (), clock.now())
    await clerk.open()
    await clerk.catch_up()
    print("That race is void." if done == "voided" else "That race was void already.")
    return DONE


async def _tournament(
    store: Store, accounts: AccountStore, clock: Clock, given: argparse.Namespace
) -> int:
    code = normal(given.code)
    if code is None:
        print("Say the code of a tournament, such as KQ7-4TX.", file=sys.stderr)
        return WRONG_USAGE
    tournaments = TournamentStore(store.others, store.kept_s)
    try:
        if given.verb == "stop":
            await by_hand.stop(tournaments, code, clock.now())
            print("That tournament is stopped; a race that goes on is played to its end.")
        else:
            await by_hand.hand_over(tournaments, accounts, code, given.name, clock.now())
            print(f"{given.name} organises that tournament now.")
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        unknown = refusal.code in ("unknown_tournament", "unknown_name")
        return NOT_FOUND if unknown else REFUSED
    return DONE


async def _rebuild(rebuild: Rebuild) -> int:
    differences = await rebuild.run()
    if not differences:
        print(f"Nothing differs; {rebuild.entries} entries of the log were gone through.")
        return DONE
    for key, field, kept, follows in differences[:MOST_LINES]:
        print(f"{key} {field}: was {kept or 'not there'}, is {follows or 'not there'}")
    if len(differences) > MOST_LINES:
        print(f"and {len(differences) - MOST_LINES} more")
    print(f"{len(differences)} differences in {rebuild.entries} entries, all put right.")
    return DIFFERENT
