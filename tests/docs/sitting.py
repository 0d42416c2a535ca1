"""A simulated player for the pictures, who plays over the protocol, not through the page, until a
game shows most of its features."""

import asyncio
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.computer_players.player import Player
from engine.games import game
from engine.moves import Resign
from engine.view import View
from tests.harness import Client

USUAL = 24
MIDDLE = {
    "uncle_remus": 38,
    "aces_up": 26,
    "baroness": 22,
    "seven_and_sixes": 40,
    "bakers_dozen": 22,
    "good_measure": 22,
    "senior_wrangler": 26,
    "as_you_like_it": 40,
    "kings": 26,
    "klondike": 40,
    "auntie_allis": 36,
    "demon": 40,
    "cribbage_patience": 10,
    "poker_patience": 16,
    "spider": 30,
    "fourteens": 8,
    "rosamunds_bower": 60,
}
"""So many moves bring a game to where it tells most of itself, where it is not `USUAL`."""
TILTED = 2
"""Cards a player has marked, in games that have columns to mark."""


@dataclass
class Sitting:
    """Somebody at a table, by hand below the page."""

    line: Client
    slug: str
    race: int = 1

    def __post_init__(self) -> None:
        self.rules = game(self.slug)
        self.player = Player(self.rules, "greedy", Random(self.slug).randrange)

    async def table(self) -> dict[str, Any]:
        """One's own table; a deal that is watched is watched to its end."""
        told = await self.line.ask("look")
        if told["type"] == "frame":
            for frame in range(told["frame"] + 1, told["of"] + 1):
                await self.line.ask("next_frame", race=self.race, frame=frame)
            told = await self.line.until("table")
        assert told["type"] == "table", told
        return told

    async def play(self, most: int, pace_s: float = 0) -> dict[str, Any]:
        """So many moves of somebody who takes what there is; the table after them."""
        for _ in range(most):
            await asyncio.sleep(pace_s)
            table = await self.table()
            if table["over"] or not table["legal"]:
                break
            state = self.rules.state_of(View.from_json(table["view"]))
            move = self.player.move(state)
            if isinstance(move, Resign):
                break
            told = self.rules.codec.to_json(move)
            await self.line.ask("play", race=self.race, ply=table["ply"], move=told)
        return await self.table()

    async def tilt(self, table: dict[str, Any]) -> None:
        """Mark the top cards of the longest columns, one each way."""
        piles = table["view"]["piles"].items()
        columns = [(len(pile["up"]), name) for name, pile in piles if name.startswith("tab.")]
        for nth, (count, name) in enumerate(sorted(columns)[::-1][:TILTED]):
            if count > 1:
                index = piles_of(table)[name]["down"] + count - 1
                await self.line.ask("mark", race=self.race, pile=name, index=index, tilt=1 + nth)

    async def give_up(self) -> None:
        table = await self.table()
        if not table["over"]:
            await self.line.ask("play", race=self.race, ply=table["ply"], move="resign")


def piles_of(table: dict[str, Any]) -> dict[str, Any]:
    piles: dict[str, Any] = table["view"]["piles"]
    return piles
