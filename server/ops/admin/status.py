"""Admin command `status`: processes, rooms, races, store and deadlines of a server."""

import json
from typing import Any

from server.access.bans import BanList
from server.ops.admin.backup_commands import size
from server.ops.admin.processes import alive, leaving, told
from server.ops.admin.store_access import DONE, StoreAccess, columns
from server.ops.migrations.schema import schema_of
from server.store import keys
from server.store.redis_client import fullest, info, patience
from server.store.redis_commands import replies

LATE_MS = 10_000
"""Milliseconds after which a deadline that no process has handled is shown as late."""


async def status(at: StoreAccess, as_json: bool) -> int:
    """Print the status of the server; return the exit code."""
    found = await _found(at)
    print(json.dumps({"type": "status", **found}) if as_json else _report(found, at.clock.now()))
    return DONE


async def _found(at: StoreAccess) -> dict[str, Any]:
    names, going = await alive(at), await leaving(at)
    processes = [
        {**await told(at, name), "process": name, "draining": name in going} for name in names
    ]
    rooms = [keys.due(shard) for shard in range(keys.SHARDS)]
    others = [keys.CROWN_DUE, keys.CROWN_RACES_DUE, keys.LEISURE_RACES_DUE, keys.TOURNAMENTS_DUE]
    async with patience():
        redis = at.store.others
        first = redis.pipeline(transaction=False)
        asked = [first.zrange(key, 0, 0, withscores=True) for key in (*rooms, *others)]
        earliest = await replies(first, asked)
        count = redis.pipeline(transaction=False)
        sizes = await replies(count, [count.zcard(key) for key in (*rooms, *others)])
        over = await replies(count, [count.zcard(keys.over(i)) for i in range(keys.SHARDS)])
        stored = await redis.hgetall(keys.BACKUP)
        nodes = await info(redis)
    due = [int(score) for page in earliest for _, score in page]
    now = at.clock.now()
    backup = {name: int(value) for name, value in stored.items()}
    store = nodes[0]
    _, used, most = fullest(nodes)
    return {
        "now_ms": now,
        "processes": processes,
        "races_under_way": sum(sizes[: len(rooms)]),
        "races_to_put_away": sum(over),
        "runs_with_deadlines": sizes[len(rooms)],
        "crown_races": sizes[len(rooms) + 1],
        "leisure_races": sizes[len(rooms) + 2],
        "tournaments": sizes[len(rooms) + 3],
        "earliest_deadline_ms": min(due, default=None),
        "bans": sum(ban.holds(now) for ban in await BanList(at.store.others).load()),
        "store": {
            "kind": store.get("server_name", "redis"),
            "version": store.get("valkey_version", store.get("redis_version")),
            "nodes": len(nodes),
            "used_bytes": used,
            "limit_bytes": most,
            "append_only": all(int(node.get("aof_enabled", 0)) for node in nodes),
        },
        "schema": await schema_of(at.store.others),
        "backup": backup or None,
    }


def _report(found: dict[str, Any], now: int) -> str:
    lines = [_processes(found["processes"]), ""]
    store, backup = found["store"], found["backup"]
    several = f"{store['nodes']} nodes, the fullest " if store["nodes"] > 1 else ""
    limit = f" of {size(store['limit_bytes'])}" if store["limit_bytes"] else ""
    written = "append-only file" if store["append_only"] else "NO append-only file"
    made = "never" if backup is None else f"{ago(now - backup['at_ms'])}, {size(backup['bytes'])}"
    rows = [
        ("races under way", str(found["races_under_way"])),
        ("next deadline", _deadline(found["earliest_deadline_ms"], now)),
        ("races to archive", str(found["races_to_put_away"])),
        ("crown races", str(found["crown_races"])),
        ("leisure races", str(found["leisure_races"])),
        ("tournaments", str(found["tournaments"])),
        ("bans", str(found["bans"])),
        (
            "store",
            f"{store['kind']} {store['version']}, {written},"
            f" {several}{size(store['used_bytes'])}{limit}",
        ),
        ("schema", str(found["schema"] or "none yet")),
        ("last backup", made),
    ]
    return "\n".join([*lines, columns(rows)])


def _processes(found: list[dict[str, Any]]) -> str:
    if not found:
        return "No server runs on this store."
    rows = [("process", "host", "pid", "version", "connections", "rooms", "races", "")]
    for one in found:
        cells = [str(one.get(name, "?")) for name in ("host", "pid", "version", "connections")]
        cells += [str(one.get("rooms", "?")), str(one.get("running", "?"))]
        rows.append((one["process"], *cells, "draining" if one["draining"] else ""))
    return columns(rows)


def _deadline(at_ms: int | None, now: int) -> str:
    if at_ms is None:
        return "none"
    if now - at_ms > LATE_MS:
        return f"LATE: it was due {ago(now - at_ms)}"
    return f"in {span(max(0, at_ms - now))}"


def ago(ms: int) -> str:
    return f"{span(ms)} ago"


def span(ms: int) -> str:
    """Return a time span in milliseconds as text for people, in its two largest units."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
