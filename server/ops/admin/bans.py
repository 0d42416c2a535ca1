"""Admin commands `ban`, `unban` and `bans`: ban accounts and networks, lift and list bans."""

import json
import re
import sys
from datetime import UTC, datetime
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Literal

from server.access.bans import Ban, BanList, Network
from server.access.client_address import HOME
from server.accounts.name_rules import keys_of
from server.ops.admin.store_access import DONE, NOT_FOUND, WRONG_USAGE, StoreAccess, columns

UNITS = {"m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 7 * 86_400_000}
LONGEST_WHY = 200


async def ban(at: StoreAccess, whom: str, why: str, how_long: str | None) -> int:
    """Ban an account or a network; return the exit code. `how_long` is a time such as `7d`, or None
    to ban for good."""
    now = at.clock.now()
    found = await _found(at, whom)
    if found is None:
        print(f"{whom} is neither an account nor an address.", file=sys.stderr)
        return NOT_FOUND
    lasts = None if how_long is None else span_ms(how_long)
    if how_long is not None and lasts is None:
        print("Say how long as 30m, 12h, 7d or 4w.", file=sys.stderr)
        return WRONG_USAGE
    reason = " ".join(why.split())
    if not reason or len(reason) > LONGEST_WHY:
        print(f"Say why in 1 to {LONGEST_WHY} characters: the banned are told.", file=sys.stderr)
        return WRONG_USAGE
    kind, number, name = found
    made = Ban(kind, number, name, reason, now, None if lasts is None else now + lasts)
    await BanList(at.store.others).put(made)
    print(f"{name} is told: {made.sentence()}")
    return DONE


async def unban(at: StoreAccess, whom: str, why: str) -> int:
    """Lift the ban of an account or a network; return the exit code. `why` is kept in the history
    of bans."""
    bans = BanList(at.store.others)
    found = await _found(at, whom)
    field = None if found is None else f"{found[0]} {found[1]}"
    if field is None:  # the account may have been deleted
        field = next((ban.field for ban in await bans.load() if ban.name == whom), None)
    if field is None or not await bans.lift(field, " ".join(why.split()), at.clock.now()):
        print(f"{whom} is not banned.", file=sys.stderr)
        return NOT_FOUND
    print(f"{whom} may use the server again.")
    return DONE


async def list_bans(at: StoreAccess, *, book: bool, as_json: bool) -> int:
    """Print the bans in force, or with `book` the history of bans and of their ends; return the
    exit code."""
    bans, now = BanList(at.store.others), at.clock.now()
    if book:
        notes = await bans.history()
        rows = [(at_ms, done, ban) for at_ms, done, ban in notes]
    else:
        rows = [(ban.since_ms, "banned", ban) for ban in await bans.load() if ban.holds(now)]
    if as_json:
        for at_ms, done, ban in rows:
            print(json.dumps({"type": done, "at_ms": at_ms, **ban._asdict()}))
    elif not rows:
        print("Nobody is banned." if not book else "Nobody ever was.")
    else:
        print(
            columns(
                [(_day(at_ms), done, ban.name, _until(ban), ban.why) for at_ms, done, ban in rows]
            )
        )
    return DONE


async def _found(
    at: StoreAccess, whom: str
) -> tuple[Literal["account", "network"], str, str] | None:
    try:
        network = str(_network(whom))
    except ValueError:
        pass
    else:
        return "network", network, network
    number = await at.accounts.owner(keys_of(whom))
    account = await at.accounts.account(number) if number else None
    return None if account is None else ("account", account.number, account.name)


def _network(told: str) -> Network:
    """Parse a network or an address. An IPv4 address is a network of one address. An IPv6 address
    stands for its /64 network, which one household has. Raises ValueError if the text is neither a
    network nor an address."""
    read = ip_network(told, strict=False)
    if isinstance(read, IPv6Network) and "/" not in told:
        mapped = read.network_address.ipv4_mapped
        return read.supernet(new_prefix=HOME) if mapped is None else IPv4Network(mapped)
    return read


def span_ms(told: str) -> int | None:
    """Parse a time span such as `7d` and return it in milliseconds; None if it is not one."""
    read = re.fullmatch(r"([1-9][0-9]{0,4})([mhdw])", told)
    return None if read is None else int(read[1]) * UNITS[read[2]]


def _day(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d %H:%M}"


def _until(ban: Ban) -> str:
    return "for good" if ban.until_ms is None else f"until {_day(ban.until_ms)}"
