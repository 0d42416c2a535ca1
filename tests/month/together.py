"""What people have raced together, as the server tells it."""

from tests.month.line import Line
from tests.server.leaderboards.model import Together, told_together

AT_ONCE = 100
"""Races that one answer may list."""


async def together(line: Line, others: list[str], *, nobody_else: bool = False) -> Together | None:
    """Ask what one has raced together with these others; None if it is refused."""
    asked = {"names": others, "nobody_else": nobody_else, "count": AT_ONCE}
    told = await line.ask("get_together", **asked)
    while told["type"] == "together" and len(told["races"]) < told["total"]:
        more = await line.ask("get_together", offset=len(told["races"]), **asked)
        if more["type"] == "refused" or not more["races"]:
            break
        told["races"] += more["races"]
    return None if told["type"] == "refused" else told_together(told)
