"""Name rules: the form of a name, which names look alike, and which names are reserved.

A name has the form of RFC 8266 (the PRECIS profile for nicknames). It has no invisible characters
(Unicode's Default_Ignorable_Code_Point and those in `BLANK`) and few combining marks on a letter.

Names are compared by their *keys*. A name has one or two keys, and no two accounts share a key. A
key replaces each character by its simplest look-alike, from Unicode's table of confusable
characters. The first key folds the case of the name and then replaces look-alikes. The second key
replaces look-alikes, folds case and replaces look-alikes again. So `Ian` clashes with `lan`, and
`PAUL` with `paul`. `Nun` does not clash with `Vuv`; with one key for both foldings it would.

A name is claimed when an account has it. Guests, people without an account, may use other names.
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
"""Names that could be taken for the server, its staff, everybody or nobody."""
SPEAKERS = ("bell", "caller", "computer", "crown", "dealer", "house")
"""Words that are reserved only with the article, as in `the bell`; alone they are people's
names."""
RESERVED = (*EVERYBODY, *(f"the {word}" for word in (*EVERYBODY, *SPEAKERS)))
"""All reserved names. Names that look like one of them are reserved too."""
MARKS = " -_.'’"
"""Characters other than letters, combining marks and digits that a claimed name may contain."""
BLANK = frozenset("\u2800\U0001d159\U00016fe4")
"""Invisible characters that Unicode does not list as ignorable: a braille pattern without dots, a
musical notehead without ink, and a Khitan filler."""
MOST_STACKED = 4
"""Most combining marks on one letter (Unicode Technical Standard 39, section 5.4)."""

_UNICODE = UnicodeData()
_NICKNAME = get_profile("NicknameCasePreserved")


def form(name: str) -> str:
    """Return the name in the form that is stored and shown.

    Raise Refusal (`bad_name`) if the name is empty or too long, has forbidden characters, or has
    too many combining marks on a letter.
    """
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
    """Return the name without invisible characters."""
    return "".join(c for c in name if not _UNICODE.default_ignorable(ord(c)) and c not in BLANK)


def _is_stacked(name: str) -> bool:
    """Return whether the name has a combining mark (an accent) without a letter under it, more than
    MOST_STACKED combining marks on a letter, or the same one twice in a row."""
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
    """Return the one or two keys by which a name is compared. Two names clash if they share a
    key."""
    written = _written(name)
    return frozenset({_skeleton(written.casefold()), _skeleton(_skeleton(written).casefold())})


def _written(name: str) -> str:
    """Return the form of the name from which its keys are made. Unlike `form`, accept every
    name."""
    shown = visible(name)
    try:
        formed: str = _NICKNAME.enforce(shown)
    except UnicodeEncodeError:
        return visible(unicodedata.normalize("NFKC", shown))
    return formed


def bearable(name: str) -> bool:
    """Return whether an account that got this name under earlier rules may keep it."""
    shown = visible(name)
    return bool(shown.strip()) and not _is_stacked(shown) and reserved(shown) is None


def name_problem(name: str) -> str | None:
    """Return the reason, as a sentence, why no account may have this name; None if an account may
    have it. Does not check whether another account has the name."""
    if not any(c.isalpha() for c in name):
        return "A name has at least one letter."
    strange = {c for c in name if c not in MARKS and unicodedata.category(c)[0] not in "LMN"}
    if strange:
        return "A claimed name has only letters, digits, spaces, and - _ . ' in it."
    return reserved(name)


def reserved(name: str) -> str | None:
    """Return the reason, as a sentence, why nobody may use this name, not even a guest; None if the
    name is not reserved."""
    if keys_of(name) & _reserved():
        return f"{name} is nobody's name here: it could be taken for the server's or everybody's."
    return None


def called(name: str) -> str:
    """Return the stored form of a name that belongs to no account: the name of a guest or a team.

    Raise Refusal (`bad_name`) if the name has no valid form or is reserved.
    """
    formed = form(name)
    taken_for_others = reserved(formed)
    if taken_for_others is not None:
        raise Refusal("bad_name", taken_for_others)
    return formed


@cache
def _reserved() -> frozenset[str]:
    """Return the keys of all reserved names."""
    return frozenset(key for word in RESERVED for key in keys_of(word))


def _skeleton(text: str) -> str:
    """Return the text without spaces and punctuation (MARKS), with each other character replaced by
    its simplest look-alike."""
    table = _table()
    pieces = unicodedata.normalize("NFD", text)
    seen = "".join(table.get(c, c) for c in pieces if c not in MARKS)
    return unicodedata.normalize("NFC", seen)


@cache
def _table() -> dict[str, str]:
    """Return the characters that are easily mistaken for another character, each with the simpler
    character that replaces it when two names are compared.

    The library confusable_homoglyphs has groups of characters that look alike. Its entry for the
    representative of a group names all other characters of the group. The entry of every other
    character names only the representative. In a group of two, the simpler character is taken as
    the representative.
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
    """Return whether `one` is the simpler of two characters that look alike: an ASCII character is
    simpler than any other; otherwise the lower code point is simpler."""
    return (not one.isascii(), one) < (not other.isascii(), other)
