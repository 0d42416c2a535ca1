"""How people here play: what is legal, by chance, at their own pace, and not always to the end."""

import asyncio
from dataclasses import dataclass
from random import Random

from tests.month.line import MINUTE_S, Line, Message

OVER = ("race_over", "game_over", "race_not_running", "wrong_race")
"""The race was over before a move arrived."""


@dataclass
class Manner:
    """How somebody plays: so many moves at most, with so many seconds between two of them; then the
    game is given up, unless they leave it as it is."""

    chance: Random
    most: int = 40
    pace_s: float = 8.0
    gives_up: bool = True

    async def think(self) -> None:
        await asyncio.sleep(self.pace_s * self.chance.uniform(0.3, 1.7))


async def dealt(line: Line, within_s: float) -> Message | None:
    """One's table once the race has begun, its deal watched where it is shown step by step; None
    where it does not begin in time, or is over."""
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
    """Play the race that is about to begin; how many moves were made."""
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
    """Make moves that are known to get the deal out, from ply `first` on; whether all counted."""
    for ply, move in enumerate(moves, first):
        await manner.think()
        answer = await line.ask("play", race=1, ply=ply, move=move)
        if answer["type"] != "moved":
            return False
    return True
