"""Name rules: the form of a name, when two names look alike, and reserved names.

A name has the form of RFC 8266 (the PRECIS profile for nicknames), without any character that draws
nothing (Unicode's Default_Ignorable_Code_Point, and three more), and with few marks on a letter.

Names are compared by *keys*. A name has one or two keys; no two accounts share any. Keys fold case
and look-alikes together, by Unicode's table of confusable characters: once the look of the name as
written, once that of the name without case. So `Ian` and `lan` clash, and so do `PAUL` and `paul`,
but not `Nun` and `Vuv`, which a single folding would have to throw together.
"""

import json
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

from precis_i18n import get_profile
from precis_i18n.unicode import UnicodeData

from protocol.names import LONGEST_NAME
from server.errors import Refusal

EVERYBODY = (
    "admin", "administrator", "anonymous", "anybody", "bot", "crown patience", "everybody",
    "guest", "host", "me", "moderator", "nobody", "none", "null", "official", "operator",
    "organiser", "organizer", "owner", "patience", "referee", "root", "server", "somebody", "staff",
    "support", "system", "telephone", "undefined", "watcher", "you",
)  # fmt: skip
SPEAKERS = ("bell", "caller", "computer", "crown", "dealer", "house")
"""Reserved with the article, as in `the bell`; without it they are names of people."""
RESERVED = (*EVERYBODY, *(f"the {word}" for word in (*EVERYBODY, *SPEAKERS)))
MARKS = " -_.'’"
"""What may stand in a claimed name besides letters, their accents and digits."""
BLANK = frozenset("\u2800\U0001d159\U00016fe4")
"""Invisible characters that Unicode does not list as ignorable: a Braille pattern without dots, a
note without a head, and a filler."""
MOST_STACKED = 4
"""Most marks on one letter, by Unicode's technical standard 39, section 5.4."""

_UNICODE = UnicodeData()
_NICKNAME = get_profile("NicknameCasePreserved")


def form(name: str) -> str:
    """The name in the form that is stored and shown. Raises Refusal (`bad_name`)."""
    shown = visible(name)
    if not shown.strip():
        raise Refusal("bad_name", "A name has something to be seen in it.")
    try:
        formed: str = _NICKNAME.enforce(shown)
    except UnicodeEncodeError as error:
        found = f"U+{ord(error.object[error.start]):04X}"
        raise Refusal("bad_name", f"A name cannot have the character {found} in it.") from None
    if len(formed) > LONGEST_NAME or not formed.isprintable():
        raise Refusal("bad_name", f"A name has 1 to {LONGEST_NAME} printable characters.")
    if _is_stacked(formed):
        raise Refusal(
            "bad_name",
            f"In a name, marks stand on letters: at most {MOST_STACKED} on one, each once.",
        )
    return formed


def visible(name: str) -> str:
    """The name without invisible characters."""
    return "".join(c for c in name if not _UNICODE.default_ignorable(ord(c)) and c not in BLANK)


def _is_stacked(name: str) -> bool:
    """Whether a mark has no letter under it, or a letter has too many marks, or one of them twice
    in a row."""
    before, stacked = " ", 0
    for char in unicodedata.normalize("NFD", name):
        category = unicodedata.category(char)
        if category[0] == "M" and before == " ":
            return True
        stacked = stacked + 1 if category in ("Mn", "Me") else 0
        if stacked > MOST_STACKED or (stacked and char == before):
            return True
        before = char
    return False


@lru_cache(maxsize=4096)
def keys_of(name: str) -> frozenset[str]:
    """The one or two keys of a name; no two accounts' names share a key."""
    written = _written(name)
    return frozenset({_skeleton(written.casefold()), _skeleton(_skeleton(written).casefold())})


def _written(name: str) -> str:
    """The name in the form in which it is compared; works for forbidden names too."""
    shown = visible(name)
    try:
        formed: str = _NICKNAME.enforce(shown)
    except UnicodeEncodeError:
        return visible(unicodedata.normalize("NFKC", shown))
    return formed


def bearable(name: str) -> bool:
    """Whether an account that was given this name under earlier rules may keep it."""
    shown = visible(name)
    return bool(shown.strip()) and not _is_stacked(shown) and reserved(shown) is None


def name_problem(name: str) -> str | None:
    """Why nobody may claim this name, as a sentence; None if it may be claimed."""
    if not any(c.isalpha() for c in name):
        return "A name has at least one letter."
    strange = {c for c in name if c not in MARKS and unicodedata.category(c)[0] not in "LMN"}
    if strange:
        return "A claimed name has only letters, digits, spaces, and - _ . ' in it."
    return reserved(name)


def reserved(name: str) -> str | None:
    """Why nobody, guests included, may have this name, as a sentence; None if it is allowed."""
    if keys_of(name) & _reserved():
        return f"{name} is nobody's name here: it could be taken for the server's or everybody's."
    return None


def called(name: str) -> str:
    """The form of an unclaimed name, of a guest or a team. Raises Refusal (`bad_name`)."""
    formed = form(name)
    taken_for_others = reserved(formed)
    if taken_for_others is not None:
        raise Refusal("bad_name", taken_for_others)
    return formed


@cache
def _reserved() -> frozenset[str]:
    return frozenset(key for word in RESERVED for key in keys_of(word))


def _skeleton(text: str) -> str:
    """The text with each character replaced by the simplest look-alike, without MARKS."""
    table = _table()
    pieces = unicodedata.normalize("NFD", text)
    seen = "".join(table.get(c, c) for c in pieces if c not in MARKS)
    return unicodedata.normalize("NFC", seen)


@cache
def _table() -> dict[str, str]:
    """Unicode's confusables: each character mapped to the one that represents its look-alikes.

    The library's data lists look-alikes both ways: a representative lists all members of its group,
    a member lists only its representative.
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
