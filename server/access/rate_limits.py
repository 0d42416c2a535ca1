"""Rate limits: token buckets of connections, accounts and addresses, and the costs of requests.

A request takes its cost, in credits, from the bucket of its connection, from the bucket of its
account if the client is logged in, and from the bucket of its address. A bucket is represented by
the time at which it will be full again; nothing is stored for a full bucket. Each process has its
own buckets, so an address may send N times as many requests to N worker processes that share a
port. A hall is an address from which many people take part in a tournament; its limits are raised.
"""

from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from server.access.halls import NO_HALLS, Halls


class Rate(NamedTuple):
    """The capacity of a bucket in credits, and the credits that come back per second."""

    most: float
    per_s: float

    def times(self, factor: float) -> "Rate":
        """Return a rate with both values multiplied by `factor`."""
        return Rate(self.most * factor, self.per_s * factor)


CONNECTION = Rate(1_000, 100)
ACCOUNT = Rate(2_000, 200)
ADDRESS = Rate(6_000, 600)
EXCESS = Rate(100, 2)
"""How many requests and frames of a connection may come too fast before the connection is
closed."""
UNCOUNTED_FRAMES = Rate(4_000, 400)
"""The bucket that pays for websocket frames that are no whole request, on a connection to which the
limits of addresses do not apply."""

CONNECTIONS_PER_ADDRESS = 250
"""The maximum number of open connections from one address."""

COSTS = {
    "play": 1,
    "play_table": 5,
    "ping": 1,
    "next_frame": 1,
    "look": 3,
    "create": 30,
    "play_alone": 30,
    "race_ghost": 60,
    "get_record": 30,
    "get_analysis": 30,
    "get_traveller": 30,
    "get_replay": 60,
    "get_ghost": 60,
    "join": 10,
    "resume": 10,
    "watch": 10,
    "rematch": 10,
    "vote": 10,
    "leave": 10,
    "seat_bot": 10,
    "sign_up": 50,
    "log_in": 50,
    "recover": 50,
    "change_password": 50,
    "renew_recovery": 50,
    "delete_account": 50,
    "claim_seats": 100,
    "claim_tournament_entry": 30,
    "rename": 30,
    "export_account": 30,
    "befriend": 20,
    "get_board": 10,
    "follow_board": 10,
    "get_my_races": 10,
    "get_my_seats": 10,
    "get_crown": 10,
    "follow_crown": 10,
    "get_roll": 10,
    "follow_friends": 20,
    "challenge": 20,
    "decline_challenge": 20,
    "get_rivals": 30,
    "get_versus": 30,
    "get_together": 60,
    "get_streaks": 30,
    "open_crown_race": 30,
    "play_crown_deal": 30,
    "join_crown_race": 10,
    "start_crown_race": 10,
    "quit_crown_race": 10,
    "follow_crown_race": 10,
    "new_leisure_race": 30,
    "join_leisure_race": 10,
    "invite_to_leisure_race": 30,
    "claim_leisure_entry": 30,
    "quit_leisure_race": 10,
    "get_leisure_race": 20,
    "list_leisure_races": 20,
    "play_leisure_deal": 30,
    "new_tournament": 30,
    "change_tournament": 10,
    "enter_tournament": 10,
    "check_in_tournament": 10,
    "withdraw_from_tournament": 10,
    "run_tournament": 10,
    "organise_tournament": 30,
    "play_tournament_deal": 30,
    "get_tournament": 30,
    "follow_tournament": 30,
    "get_tournament_table": 30,
    "get_tournament_round": 30,
    "list_tournaments": 10,
    "get_calls": 10,
    "answer_call": 20,
    "ring": 50,
    "watch_boards": 20,
}
"""The cost of a request in credits, by its type."""
OTHER_COST = 5
"""The cost in credits of a request whose type is not in COSTS."""
OPENING_COST = 20
"""The cost of opening a connection, which its address pays."""
FRAME_COST = 1
"""The cost of a websocket frame that is no whole request: a ping, a pong, a close, or a
fragment."""
AGAIN_COST = 1
"""The cost of a page or file that a client requests by HTTP. The first one on a connection is free,
because OPENING_COST was paid, except through a trusted proxy."""
METRICS_COST = 100
"""The cost of a request for the metrics page, in addition to that of any page."""

SWEEP_AT = 4_096
"""When there are more buckets than this, the full ones are removed."""


def spent(full_at: float, rate: Rate, cost: float, now: float) -> float | None:
    """Return the time at which a bucket will be full again after `cost` is taken from it at `now`;
    None if the bucket has fewer than `cost` credits. `full_at` is the time at which it would be
    full without this cost. Times are in seconds."""
    after = max(full_at, now) + cost / rate.per_s
    return after if after - now <= rate.most / rate.per_s else None


class Buckets:
    """Token buckets that have the same rate, by owner (an address or the id of an account). When
    there are many buckets, the full ones are removed. `clock` returns seconds."""

    def __init__(self, rate: Rate, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._clock = clock
        self._full_at: dict[str, float] = {}
        self._sweep_at = SWEEP_AT

    def take(self, owner: str, cost: float, factor: float = 1.0) -> bool:
        """Take `cost` credits from the bucket of `owner`; return False, taking none, if it has too
        few. `factor` multiplies the rate of this bucket."""
        now = self._clock()
        rate = self._rate if factor == 1.0 else self._rate.times(factor)
        after = spent(self._full_at.get(owner, 0.0), rate, cost, now)
        if after is None:
            return False
        self._full_at[owner] = after
        if len(self._full_at) > self._sweep_at:
            self._full_at = {k: at for k, at in self._full_at.items() if at > now}
            self._sweep_at = max(SWEEP_AT, 2 * len(self._full_at))
        return True

    def __len__(self) -> int:
        return len(self._full_at)


class RateLimits:
    """The buckets of accounts and addresses in one process, and the number of its open connections
    by address.

    All rates and limits are multiplied by `factor`. The limits of a hall's address are also
    multiplied by the hall's factor (`Halls.factor`). `clock` returns seconds.
    """

    def __init__(
        self,
        factor: float = 1.0,
        clock: Callable[[], float] = monotonic,
        halls: Halls = NO_HALLS,
    ) -> None:
        self.clock, self._halls = clock, halls
        self.connection = CONNECTION.times(factor)
        self.excess = EXCESS.times(factor)
        self.uncounted_frames = UNCOUNTED_FRAMES.times(factor)
        self.accounts = Buckets(ACCOUNT.times(factor), clock)
        self.addresses = Buckets(ADDRESS.times(factor), clock)
        self._most_open = CONNECTIONS_PER_ADDRESS * factor
        self._open: dict[str, int] = {}

    def pay(self, address: str | None, cost: float) -> bool:
        """Take `cost` credits from the bucket of an address. Return False, taking none, if it has
        too few. If `address` is None, take nothing and return True."""
        return address is None or self.addresses.take(address, cost, self._halls.factor(address))

    def most_open(self, address: str | None) -> int:
        """Return how many connections an address may have open."""
        return int(self._most_open * self._halls.factor(address))

    def opened(self, address: str | None) -> int:
        """Count a new connection and return how many open connections its address has now. If
        `address` is None, count nothing and return 0."""
        if address is None:
            return 0
        self._open[address] = self._open.get(address, 0) + 1
        return self._open[address]

    def closed(self, address: str | None) -> None:
        """Note that a connection of this address has been closed, so that it no longer counts as
        open."""
        if address is not None:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


class Allowance:
    """The rate limit of one connection. Before a request or a frame of the connection is handled,
    its cost is taken here.

    `account` is the id of the account that is logged in, None if none is. `address` is the address
    whose bucket pays for requests (`client_address.paying_address`), None if the limits of
    addresses do not apply. `origin` is always the address from which the client connects.
    """

    def __init__(self, limits: RateLimits, address: str | None, origin: str = "") -> None:
        self.account: str | None = None
        self.address, self.origin = address, origin
        self._limits = limits
        self._full_at = 0.0
        self._frames_full_at = 0.0
        self._excess_full_at = 0.0

    def take(self, kind: str) -> bool:
        """Take the cost of a request of type `kind` from the buckets of the connection, its account
        and its address. Return False if one of them has too few credits; then the request must be
        refused."""
        return self._pay(COSTS.get(kind, OTHER_COST))

    def take_frame(self) -> bool:
        """Take the cost of a websocket frame that is no whole request, such as a ping or a
        fragment. Return False if there have been too many such frames, so that the connection must
        be closed.

        The server cannot refuse a single frame, and other connections may have spent the credits of
        the address. So a frame for which there are too few credits does not close the connection at
        once. It is counted, like a request that comes too fast. EXCESS says how many frames and
        requests may be counted in this way before the connection is closed. If `address` is None,
        frames have a bucket of their own (UNCOUNTED_FRAMES), and are not counted: return False as
        soon as this bucket has too few credits.
        """
        limits = self._limits
        if self.address is not None:
            return self._pay(FRAME_COST) or not self.note_too_fast()
        rate = limits.uncounted_frames
        after = spent(self._frames_full_at, rate, FRAME_COST, limits.clock())
        if after is None:
            return False
        self._frames_full_at = after
        return True

    def _pay(self, cost: float) -> bool:
        limits = self._limits
        after = spent(self._full_at, limits.connection, cost, limits.clock())
        if after is None:
            return False
        self._full_at = after
        if self.account is not None and not limits.accounts.take(self.account, cost):
            return False
        return limits.pay(self.address, cost)

    def note_too_fast(self) -> bool:
        """Count a request that came too fast. Return True if the connection must be closed because
        more of them came than EXCESS allows."""
        limits = self._limits
        after = spent(self._excess_full_at, limits.excess, 1, limits.clock())
        if after is None:
            return True
        self._excess_full_at = after
        return False
