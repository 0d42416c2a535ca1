"""Room codes and race ids: functions that read them from what people type, and write them for
people.

A room code, such as `KQ74TX`, names a room on the server. A race id, such as `KQ74TX-2`, is the
code of the room in which the race is played and the number of the race in that room.
"""

import re

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of room codes. I and L are missing because `normal` reads them as 1, O because
`normal` reads it as 0, and U so that fewer codes are words."""

LENGTH = 6
_ALIKE = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})


def normal(text: str) -> str | None:
    """Return the six characters of the room code in `text`, as programs use it, or None if `text`
    is not a code. `kq7-4tx` gives `KQ74TX`."""
    code = text.strip().upper().translate(_ALIKE)
    return code if len(code) == LENGTH and all(c in ALPHABET for c in code) else None


def spoken(code: str) -> str:
    """Return a room code in the form in which clients show it to people, such as `KQ7-4TX`."""
    return f"{code[:3]}-{code[3:]}"


def race_id(code: str, n: int) -> str:
    """Return the id of race number `n` of a room, such as `KQ74TX-1`."""
    return f"{code}-{n}"


def split_race(text: str) -> tuple[str, int | None] | None:
    """Split a race id such as `KQ74TX-2` into the room code and the race number. For a room code
    alone return the code and None. Return None if `text` is neither."""
    match = re.fullmatch(r"(.*?)(?:-([1-9][0-9]{0,5}))?", text.strip())
    if match:
        for head, n in ((match[1], match[2]), (text, None)):
            code = normal(head)
            if code:
                return code, int(n) if n else None
    return None
