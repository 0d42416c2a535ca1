"""The fields of the text in which the standing of a seat is stored. The standing is the figures of
one player in a race, such as moves, progress and points.

Lua scripts write and read this text; `server/boards/seat_standing.py` reads it in Python. A test
checks that `StoredStanding` has the same fields.
"""

FIELDS = (
    *("moves", "progress", "best", "tie_break", "reached_ms", "clean"),
    *("points", "score", "result", "reason", "ended_ms"),
)
"""The fields of a stored standing, in the order of the text. They are separated by spaces, and "-"
stands for None."""


def pattern(*wanted: str) -> str:
    """Return a Lua pattern that matches a stored standing and captures the fields `wanted`.

    Raises ValueError if a field is unknown, or if `wanted` is not in the order of FIELDS.
    """
    if tuple(field for field in FIELDS if field in wanted) != wanted:
        raise ValueError(f"fields of a standing, in order, are {', '.join(FIELDS)}")
    found = "^" + " ".join("(%S+)" if field in wanted else "%S+" for field in FIELDS) + "$"
    for length in range(len(FIELDS), 1, -1):
        others = " ".join(["%S+"] * length)
        if others in found:  # a single `.*` matches the same, faster
            return found.replace(others, ".*", 1)
    return found
