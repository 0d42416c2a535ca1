"""When two names count as one, and which names nobody may claim.

A name has one or two *keys*; no two accounts share any. Keys fold case and look-alikes together, by
Unicode's table of confusable characters: once the look of the name as written, once that of the
name without case. So `Ian` and `lan` clash, and so do `PAUL` and `paul`, but not `Nun` and `Vuv`,
which a single folding would have to throw together.
"""

import json
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

RESERVED = (
    "admin", "administrator", "anonymous", "anybody", "bot", "crown patience", "everybody",
    "guest", "host", "me", "moderator", "nobody", "none", "null", "official", "operator", "owner",
    "patience", "referee", "root", "server", "somebody", "staff", "support", "system", "telephone",
    "undefined", "watcher", "you",
)  # fmt: skip
MARKS = " -_.'’"
"""What may stand in a claimed name besides letters, their accents and digits."""


@lru_cache(maxsize=4096)
def keys_of(name: str) -> frozenset[str]:
    """What no other account's name may share with this one."""
    written = unicodedata.normalize("NFKC", name)
    return frozenset({_look(written.casefold()), _look(_look(written).casefold())})


def unfit(name: str) -> str | None:
    """Why nobody may claim this name, as a sentence; None where somebody may."""
    if not any(c.isalpha() for c in name):
        return "A name has at least one letter."
    strange = {c for c in name if c not in MARKS and unicodedata.category(c)[0] not in "LMN"}
    if strange:
        return "A claimed name has only letters, digits, spaces, and - _ . ' in it."
    return reserved(name)


def reserved(name: str) -> str | None:
    """Why nobody at all may be called that, guests included; None where somebody may."""
    if any(keys_of(name) & keys_of(word) for word in RESERVED):
        return f"{name} is nobody's name here: it could be taken for the server's or everybody's."
    return None


def _look(text: str) -> str:
    """The text with each character as the simplest that looks like it; no marks, no spaces."""
    table = _table()
    pieces = unicodedata.normalize("NFD", text)
    seen = "".join(table.get(c, c) for c in pieces if c not in MARKS)
    return unicodedata.normalize("NFC", seen)


@cache
def _table() -> dict[str, str]:
    """Unicode's confusables, from each character to what stands for all that look like it.

    The library's data lists look-alikes both ways: what stands for a group lists every member, a
    member only that one.
    """
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    alike = {one: [other["c"] for other in others] for one, others in json.loads(data).items()}
    table = {}
    for one, others in alike.items():
        if len(one) != 1 or len(others) != 1:
            continue
        (other,) = others
        if len(alike.get(other, ())) != 1 or _simpler(other, one):
            table[one] = other
    return table


def _simpler(one: str, other: str) -> bool:
    return (not one.isascii(), one) < (not other.isascii(), other)
