"""Room codes and race ids: parsing what people type, and formatting."""

import re

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without I, L, O and U: I and L are read as 1, O as 0, and U helps to form words."""

LENGTH = 6
_ALIKE = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})


def normal(text: str) -> str | None:
    """The room code in canonical form, six characters, or None if `text` is not a code. `kq7-4tx`
    gives `KQ74TX`."""
    code = text.strip().upper().translate(_ALIKE)
    return code if len(code) == LENGTH and all(c in ALPHABET for c in code) else None


def spoken(code: str) -> str:
    """The code as people see it: `KQ7-4TX`."""
    return f"{code[:3]}-{code[3:]}"


def race_id(code: str, n: int) -> str:
    """The id of the n-th race of a room: `KQ74TX-1`."""
    return f"{code}-{n}"


def split_race(text: str) -> tuple[str, int | None] | None:
    """The room code and race number of `KQ74TX-2`; the code and None for a code alone; None if
    `text` is neither."""
    match = re.fullmatch(r"(.*?)(?:-([1-9][0-9]{0,5}))?", text.strip())
    if match:
        for head, n in ((match[1], match[2]), (text, None)):
            code = normal(head)
            if code:
                return code, int(n) if n else None
    return None
