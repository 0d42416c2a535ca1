"""Parses the feed of changed leaderboards, a Redis stream that `apply_batch.lua` writes and every
process reads."""

from typing import cast

from server.leaderboards.board import BoardKey, Measure, Side


def told(lines: str) -> list[BoardKey]:
    """Return the changed leaderboards that an entry of the feed names. `lines` is the value of its
    field `boards`."""
    parts = (line.split(" ", 3) for line in lines.split("\n"))
    return [
        BoardKey(cast(Measure, measure), subject, period, cast(Side, side))
        for measures, side, period, subject in parts
        for measure in measures.split(",")
    ]
