"""The text in which the standing of a seat is stored.

Scripts write and read it, and `server/boards/seat_standing.py` reads it in Python. Its fields are
named here, in their order; a test compares them with those of `StoredStanding`.
"""

FIELDS = (
    *("moves", "progress", "best", "tie_break", "reached_ms", "clean"),
    *("points", "score", "result", "reason", "ended_ms"),
)
"""The fields of a stored standing, which are separated by spaces. "-" stands for None."""


def pattern(*wanted: str) -> str:
    """A pattern of Lua that matches a stored standing and captures these fields.

    Raises ValueError if a field is unknown, or if the fields are not in the order of the text.
    """
    if tuple(field for field in FIELDS if field in wanted) != wanted:
        raise ValueError(f"fields of a standing, in order, are {', '.join(FIELDS)}")
    found = "^" + " ".join("(%S+)" if field in wanted else "%S+" for field in FIELDS) + "$"
    for length in range(len(FIELDS), 1, -1):
        others = " ".join(["%S+"] * length)
        if others in found:  # one `.*` is still exact, and faster
            return found.replace(others, ".*", 1)
    return found
