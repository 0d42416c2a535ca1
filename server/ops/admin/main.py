"""Command line of `patience admin`: parses the arguments, runs a command, returns the exit code."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from server import settings_errors
from server.errors import StoreAway
from server.leaderboards.rebuilding.rebuild import Interrupted
from server.ops.admin import backup_commands, halls, leaderboards, processes, tournaments
from server.ops.admin import bans as admin_bans
from server.ops.admin.status import status
from server.ops.admin.store_access import (
    DONE,
    REFUSED,
    UNREACHABLE,
    WRONG_USAGE,
    StoreAccess,
    open_store,
)
from server.ops.migrations.schema import NewerStore, schema_of
from server.settings import ServerSettings
from server.store.embedded_redis import NoStore

Order = Callable[[StoreAccess], Awaitable[int]]
STOPPED, INTERRUPTED = 128 + signal.SIGTERM, 128 + signal.SIGINT
"""Exit codes that a shell reports for a program ended by SIGTERM and by Ctrl-C."""


def main(words: Sequence[str]) -> int:
    """Run a command line, given without the name of the program; return the exit code."""
    given = _parser().parse_args(words)
    try:
        only_look = given.order == "restore" and given.check
        code = (
            backup_commands.check(given.file, as_json=given.json) if only_look else _ordered(given)
        )
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at exit
        return DONE
    return code


def _ordered(given: argparse.Namespace) -> int:
    """Run a command that needs a store, and print errors for the operator; return the exit code."""
    try:
        settings = ServerSettings(**({"data_dir": given.data_dir} if given.data_dir else {}))
        order, fills = ORDERS[given.order](given), given.order == "restore"
        return asyncio.run(_do(settings, order, any_schema=fills))
    except ValidationError as error:
        print(*settings_errors.sentences(error), sep="\n", file=sys.stderr)
        return WRONG_USAGE
    except NoStore as error:
        print(error, file=sys.stderr)
        return UNREACHABLE
    except StoreAway:
        print("The store cannot be reached; is REDIS_URL right?", file=sys.stderr)
        return UNREACHABLE
    except NewerStore as error:
        print(error, file=sys.stderr)
        return REFUSED
    except asyncio.CancelledError:
        return STOPPED
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        return INTERRUPTED
    except Interrupted:
        print("The leaderboards are being rebuilt already; try again later.", file=sys.stderr)
        return REFUSED


async def _do(settings: ServerSettings, order: Order, *, any_schema: bool) -> int:
    """Connect to the store and run a command on it; return the exit code. Unless `any_schema`,
    raise NewerStore if this program cannot read the store's schema."""
    if task := asyncio.current_task():  # SIGTERM must remove an unfinished backup: it holds secrets
        with suppress(NotImplementedError, RuntimeError, ValueError):  # not every system has it
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    async with open_store(settings) as at:
        if not any_schema:
            await schema_of(at.store.others)
        return await order(at)


ORDERS: dict[str, Callable[[argparse.Namespace], Order]] = {
    "status": lambda given: lambda at: status(at, given.json),
    "drain": lambda given: lambda at: processes.drain(at, given.process, undo=given.undo),
    "ban": lambda given: lambda at: admin_bans.ban(at, given.whom, given.why, given.how_long),
    "unban": lambda given: lambda at: admin_bans.unban(at, given.whom, given.why),
    "bans": lambda given: lambda at: admin_bans.list_bans(at, book=given.book, as_json=given.json),
    "backup": lambda given: (
        lambda at: backup_commands.back_up(at, given.file, given.into, given.keep, given.json)
    ),
    "restore": lambda given: (
        lambda at: backup_commands.restore(at, given.file, force=given.force, as_json=given.json)
    ),
    "rebuild-boards": lambda _: leaderboards.rebuild_boards,
    "void": lambda given: lambda at: leaderboards.void(at, given.race, given.why),
    "tournament": lambda given: lambda at: TOURNAMENT_ORDERS[given.verb](at, given),
    "halls": lambda given: lambda at: halls.list_halls(at, as_json=given.json),
}
"""The commands by name. Each value is a function that takes the parsed arguments and returns the
command to run on the store."""


TOURNAMENT_ORDERS: dict[str, Callable[[StoreAccess, argparse.Namespace], Awaitable[int]]] = {
    "stop": lambda at, given: tournaments.stop(at, given.code),
    "hand-over": lambda at, given: tournaments.hand_over(at, given.code, given.name),
    "close-hall": lambda at, given: tournaments.close_hall(at, given.code),
}
"""The functions that run `patience admin tournament VERB`, by the verb."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="patience admin", description="Look after a server.")
    parser.add_argument("--data-dir", type=Path, help="where the embedded store keeps its files")
    orders = parser.add_subparsers(dest="order", required=True)

    def json(one: argparse.ArgumentParser) -> None:
        one.add_argument("--json", action="store_true", help="for programs")

    json(orders.add_parser("status", help="show the state of the server"))
    drain = orders.add_parser("drain", help="let everybody go, to other processes if there are any")
    drain.add_argument("process", nargs="?", metavar="PROCESS", help="one alone, by its name")
    drain.add_argument("--undo", action="store_true", help="let people in again")
    ban = orders.add_parser("ban", help="let somebody use the server no more")
    unban = orders.add_parser("unban", help="let them use it again")
    for one in (ban, unban):
        one.add_argument("whom", metavar="WHO", help="an account, an address or a network")
        one.add_argument("--why", required=True, help="the reason, which is kept and told")
    ban.add_argument("--for", dest="how_long", metavar="TIME", help="such as 30m, 12h, 7d or 4w")
    bans = orders.add_parser("bans", help="who is banned")
    bans.add_argument("--book", action="store_true", help="also past and lifted bans")
    json(bans)
    backup = orders.add_parser("backup", help="write everything that is stored to one file")
    backup.add_argument("file", nargs="?", type=Path, metavar="FILE")
    backup.add_argument(
        "--into",
        type=Path,
        metavar="FOLDER",
        help="the folder for the file; its name is the present time",
    )
    backup.add_argument("--keep", type=_some, default=14, metavar="N", help="the last N of those")
    json(backup)
    restore = orders.add_parser("restore", help="fill an empty store from a backup")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--force", action="store_true", help="replace what the store has")
    restore.add_argument("--check", action="store_true", help="only see whether the file is whole")
    json(restore)
    orders.add_parser(
        "rebuild-boards", help="rebuild all leaderboards from the results, and compare"
    )
    void = orders.add_parser("void", help="take a race out of all results")
    void.add_argument("race", metavar="RACE", help="its id, such as KQ7-4TX-2")
    void.add_argument("--why", required=True, help="the reason, which is kept")
    json(orders.add_parser("halls", help="addresses whose limits are raised for a tournament"))
    of_one = orders.add_parser("tournament", help="stop a tournament, or let another organise it")
    verbs = of_one.add_subparsers(dest="verb", required=True)
    stop = verbs.add_parser("stop", help="end it without a next edition")
    hand_over = verbs.add_parser("hand-over", help="somebody else organises it")
    close_hall = verbs.add_parser("close-hall", help="the limits of its hall are as before")
    for verb in (stop, hand_over, close_hall):
        verb.add_argument("code", metavar="CODE", help="such as KQ7-4TX")
    hand_over.add_argument("name", metavar="NAME", help="an account")
    return parser


def _some(told: str) -> int:
    number = int(told)
    if number < 1:
        raise ValueError
    return number
