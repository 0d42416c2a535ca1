"""Parses the feed of changed boards that `apply_batch.lua` writes for every process."""

from typing import cast

from server.leaderboards.board import BoardKey, Measure, Side


def told(lines: str) -> list[BoardKey]:
    """The changed boards that an entry of the feed names."""
    parts = (line.split(" ", 3) for line in lines.split("\n"))
    return [
        BoardKey(cast(Measure, measure), subject, period, cast(Side, side))
        for measures, side, period, subject in parts
        for measure in measures.split(",")
    ]
