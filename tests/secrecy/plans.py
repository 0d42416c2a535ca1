"""Plans of rooms with machine players, and the state they share."""

import asyncio
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.games import AnyGame, game
from tests.secrecy.recorder import Pages, RoomRecord

Last = Literal["stays", "leaves", "is sent away", "stands aside"]


@dataclass
class Plan:
    """What happens in one room; the same seed plays alike as far as timing allows. `late`: from the
    third on, players come when the first race has begun, and join it where allowed. `last`: what
    the last of three or more does; whoever leaves does so during a game, and returns with a new
    token. `accounts` is how many have one. `daily`: the deal it is a try of."""

    slug: str
    options: dict[str, Any]
    seed: int
    seats: int = 3
    bell_ms: int = 1_500
    most_moves: int = 25
    races: int = 1
    mischief: float = 0.35
    late: bool = False
    last: Last = "stays"
    accounts: int = 0
    daily: str | None = None
    terms: dict[str, Any] = field(default_factory=dict)
    silent: bool = False
    settings: dict[str, Any] = field(default_factory=dict)

    def rules(self) -> AnyGame:
        return game(self.slug, self.options)

    @property
    def early(self) -> int:
        """How many take part from the first race on."""
        return min(self.seats, 2) if self.late else self.seats


@dataclass
class Room:
    """The state that the players of one room share."""

    plan: Plan
    url: str
    pages: Pages
    record: RoomRecord = field(default_factory=RoomRecord)
    invite: str | None = None
    opened: asyncio.Event = field(default_factory=asyncio.Event)
    seated: asyncio.Event = field(default_factory=asyncio.Event)
    began: asyncio.Event = field(default_factory=asyncio.Event)
    members: int = 0
    unwanted: int | None = None
    """The seat the host is about to kick."""
    group: asyncio.TaskGroup = field(default_factory=asyncio.TaskGroup)
