"""How simulated users play: random legal moves, at their own pace, not always to the end."""

import asyncio
from dataclasses import dataclass
from random import Random

from tests.month.line import MINUTE_S, Line, Message

OVER = ("race_over", "game_over", "race_not_running", "wrong_race")
"""Refusals of a move that arrives after the end of a race."""


@dataclass
class Manner:
    """A way of playing: at most so many moves, so many seconds apart; then resign, or leave the
    game as it is."""

    chance: Random
    most: int = 40
    pace_s: float = 8.0
    gives_up: bool = True

    async def think(self) -> None:
        await asyncio.sleep(self.pace_s * self.chance.uniform(0.3, 1.7))


async def dealt(line: Line, within_s: float) -> Message | None:
    """The own table once the race has begun, after watching the deal where it is shown in frames;
    None if it does not begin in time, or is over."""
    seen = await line.until("table", "frame", "over", within_s=within_s)
    while seen is not None and seen["type"] == "frame":
        if seen["frame"] < seen["of"]:
            await asyncio.sleep(1.0)
            asked = {"race": seen["race"], "frame": seen["frame"] + 1}
            answer = await line.ask("next_frame", **asked)
            if answer["type"] == "refused":
                return None
            seen = answer
        else:
            seen = await line.until("table", "over", within_s=MINUTE_S)
    return seen if seen is not None and seen["type"] == "table" else None


async def play(line: Line, manner: Manner, within_s: float = 3 * MINUTE_S) -> int:
    """Play the race that is about to begin. Return the number of moves made."""
    table, made = await dealt(line, within_s), 0
    while table is not None and table["over"] is None:
        if not table["legal"]:  # the next card has not been called
            table = await line.until("table", "over", within_s=3 * MINUTE_S)
            if table is None or table["type"] == "over":
                return made
            continue
        if made >= manner.most and not manner.gives_up:
            return made
        await manner.think()
        move = manner.chance.choice(table["legal"]) if made < manner.most else {"kind": "resign"}
        asked = {"race": table["race"], "ply": table["ply"], "move": move}
        answer = await line.ask("play", **asked)
        if answer["type"] == "moved":
            table, made = answer, made + 1
        elif answer["code"] in OVER:
            return made
        elif answer["code"] == "on_break":
            await line.ask("end_break")
        else:
            found = await line.ask("look")
            if found["type"] != "table":
                return made
            table = found
    return made


async def win(line: Line, manner: Manner, moves: list[str], first: int = 0) -> bool:
    """Play moves that are known to win, from ply `first` on. Return whether all were accepted."""
    for ply, move in enumerate(moves, first):
        await manner.think()
        answer = await line.ask("play", race=1, ply=ply, move=move)
        if answer["type"] != "moved":
            return False
    return True
