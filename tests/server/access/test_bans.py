"""The list of bans: accounts and networks."""

from ipaddress import ip_network
from random import Random

from server.access.bans import Ban, Bans
from server.access.client_address import within

RANDOM = Random(7)


def address() -> str:
    """One of few, of each kind."""
    last = RANDOM.randrange(8)
    known = (f"10.0.{last}.1", f"::ffff:10.0.{last}.1", f"2001:db8:0:{last:x}::1", "", "somewhere")
    return RANDOM.choice(known)


def network() -> str:
    last = RANDOM.randrange(8)
    four, six = RANDOM.choice((32, 24, 23, 22)), RANDOM.choice((128, 64, 63, 61))
    return RANDOM.choice((shown(f"10.0.{last}.0/{four}"), shown(f"2001:db8:0:{last:x}::/{six}")))


def shown(told: str) -> str:
    return str(ip_network(told, strict=False))


def ban(whom: str, until_ms: int | None = None) -> Ban:
    return Ban("network", whom, whom, "Rude.", 0, until_ms)


def test_an_address_is_banned_with_every_network_it_is_in() -> None:
    found = 0
    for _ in range(300):
        bans, told = Bans(), [ban(network()) for _ in range(RANDOM.randrange(1, 6))]
        bans.replace(told)
        asked = address()
        banned = bans.of(asked)
        around = {one.whom for one in told if within(asked, [ip_network(one.whom)])}
        assert (banned is not None) == bool(around), (asked, told)
        assert banned is None or banned.whom in around
        found += banned is not None
    assert 30 < found < 270


def test_of_several_the_one_that_still_holds_counts() -> None:
    bans = Bans(lambda: 5)
    bans.replace([ban("10.0.0.0/24", 5), ban("10.0.0.0/8", 6), ban("10.0.0.1/32", 1)])
    holds = bans.of("10.0.0.1")
    assert (holds and holds.whom, len(bans)) == ("10.0.0.0/8", 1)
