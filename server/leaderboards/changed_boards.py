"""Parses the feed in which `apply_batch.lua` tells every process which boards have changed."""

from typing import cast

from server.leaderboards.board import BoardKey, Measure, Side


def told(lines: str) -> list[BoardKey]:
    """Return the boards that the field `boards` of a feed entry names."""
    parts = (line.split(" ", 3) for line in lines.split("\n"))
    return [
        BoardKey(cast(Measure, measure), subject, period, cast(Side, side))
        for measures, side, period, subject in parts
        for measure in measures.split(",")
    ]
