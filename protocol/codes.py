"""Room codes and race ids: how people say them and how programs write them."""

import re

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No I, L, O or U: they are taken for 1 and 0, or make words."""

LENGTH = 6
_ALIKE = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})


def normal(text: str) -> str | None:
    """The code a person meant, six characters; None if it cannot be one. `kq7-4tx` is `KQ74TX`."""
    code = text.strip().upper().translate(_ALIKE)
    return code if len(code) == LENGTH and all(c in ALPHABET for c in code) else None


def spoken(code: str) -> str:
    """The code as it is shown: `KQ7-4TX`."""
    return f"{code[:3]}-{code[3:]}"


def race_id(code: str, n: int) -> str:
    """The id of a room's n-th race: `KQ74TX-1`."""
    return f"{code}-{n}"


def split_race(text: str) -> tuple[str, int | None] | None:
    """Code and race number of `KQ74TX-2`, or code and None of a bare code; None for neither."""
    match = re.fullmatch(r"(.*?)(?:-([1-9][0-9]{0,5}))?", text.strip())
    if match:
        for head, n in ((match[1], match[2]), (text, None)):
            code = normal(head)
            if code:
                return code, int(n) if n else None
    return None
