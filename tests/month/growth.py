"""Store growth: every key is compared with its documentation in `server/store/keys.py`."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from server.store import keys
from tests.month.house import KEEP_DAYS

LISTED = re.compile(r"^    (cp:\S+) +(list|hash|stream|zset|string|set)\b", re.MULTILINE)
WILD = {
    r"\{r3\}": r"\{r\d\}",
    "KQ74TX": "[0-9A-Z]{6}",
    r"9f\.\.": "[0-9a-f]+",
    r"\.\.\.": ".+",
    ":NAME": ":daily-.+",
    ":rnara": ":.+",
    ":h490000": r":[hd]\d+",
    ":overall": r":\w+",
    ":people": r":\w+",
    ":best": r":\w+",
}
"""Placeholders in a key's example and their patterns, after escaping."""
SIZES = {
    "list": "llen",
    "hash": "hlen",
    "zset": "zcard",
    "set": "scard",
    "stream": "xlen",
    "string": "strlen",
}
LONGEST_S = KEEP_DAYS * 86_400 + keys.LONGER_S + keys.LOBBY_S + 86_400 * 3
"""Longest lifetime of a key: a daily deal is kept from its publication, and drawn days before."""
FEEDS = keys.FEED_LENGTH + 500
"""Feeds are trimmed approximately."""
EVER = {
    r":feed$": FEEDS,
    r":due$": 1_000,
    r":over$": 0,
    r":listed$": 1_000,
    r"\{clock\}:outages$": 100,
    r"\{clock\}:": 100,
    r"\{house\}:": 1_000,
    r"\{accounts\}:gone$": 0,
    r"\{accounts\}:": 1_000,
    r"\{book\}:": 50_000,
    r"\{crown\}:": 10_000,
}
"""Largest sizes of keys without expiry; the first pattern that fits applies."""
BY_DATE = re.compile(r"^cp:\{book\}:(rows:\w+|board:\w+:\w+):(day|week|month|year):")
"""Boards of a period expire with it."""


@dataclass
class Growth:
    """Keys by kind: their number, their total size, and how many have no expiry."""

    keys: Counter[str] = field(default_factory=Counter)
    members: Counter[str] = field(default_factory=Counter)
    ever: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        for kind, many in sorted(self.keys.items()):
            inside, ever = self.members[kind], self.ever[kind]
            yield f"    {kind:<32}{many:>8} keys {inside:>9} in them {ever:>7} for ever"


def kinds() -> list[tuple[str, re.Pattern[str], str]]:
    """The documented keys: example, pattern and type. Those with a longer fixed part come first."""
    found = []
    for example, kind in LISTED.findall(keys.__doc__ or ""):
        pattern = re.escape(example)
        for plain, wild in WILD.items():
            pattern = pattern.replace(plain, wild)
        pattern = re.sub(r"(?<=:)(0|1|17)(?=:|$)", r"\\d+", pattern)
        found.append((example, re.compile(f"^{pattern}$"), kind))
    return sorted(found, key=lambda one: (".+" in one[1].pattern, -len(one[0])))


async def growth(redis: Any) -> Growth:
    """Count all keys, and collect those that should not exist."""
    found, listed = Growth(), kinds()
    async for key in redis.scan_iter(count=1000):
        pipeline = redis.pipeline(transaction=False)
        pipeline.type(key)
        pipeline.ttl(key)
        kind, ttl = await pipeline.execute()
        size = int(await getattr(redis, SIZES[kind])(key)) if kind in SIZES else 0
        size = 1 if kind == "string" else size
        known = next((one for one in listed if one[1].match(key) and one[2] == kind), None)
        if known is None:
            found.faults.append(f"{key} is a {kind} and not listed in server/store/keys.py")
            continue
        found.keys[known[0]] += 1
        found.members[known[0]] += size
        found.ever[known[0]] += ttl < 0
        found.faults += _faults(key, size, ttl)
    return found


def _faults(key: str, size: int, ttl: int) -> Iterator[str]:
    if ttl >= 0:
        if ttl > LONGEST_S and not BY_DATE.match(key):
            yield f"{key} lives for {ttl / 86_400:.0f} days more"
        return
    most = next((most for pattern, most in EVER.items() if re.search(pattern, key)), None)
    if most is None or BY_DATE.match(key):
        yield f"{key} lives for ever"
    elif size > most:
        yield f"{key} has {size} in it, and {most} would be enough"
