"""Run a simulated month from its first evening to its last check."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

from server.store.redis_client import connect
from tests.month.audit import Audit
from tests.month.community import FIRST_DAY, Community, Size
from tests.month.diary import Diary
from tests.month.driven import DrivenStore, driven
from tests.month.house import House, Log, logged
from tests.month.people import Town


def month(size: Size, seed: int, directory: Path, say: Callable[[str], None]) -> list[str]:
    """Run a month. Return everything that does not hold; diary entries are passed to `say` as they
    are written."""
    with (
        driven(directory, FIRST_DAY.timestamp()) as (store, runner),
        logged(runner.get_loop()) as log,
    ):
        return runner.run(_month(size, seed, store, log, say))


async def _month(
    size: Size, seed: int, store: DrivenStore, log: Log, say: Callable[[str], None]
) -> list[str]:
    redis = connect(store.url, 4)
    town = Town(House(store), Diary(say), Random(seed), redis)
    await Community(town, size).month()
    checks = await Audit(town, log).checks()
    await town.house.close()
    await redis.aclose()
    town.diary.end(checks)
    await asyncio.sleep(0)
    return [f"{what}: {fault}" for what, _, faults in checks for fault in faults]
