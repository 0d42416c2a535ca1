"""Texts that players read, in one catalogue for both clients (GNU gettext).

The code holds each text in English, as an argument of `_`, `ngettext` or `N_`. `make texts`
collects the texts of both clients and of the games into `patience.pot`. A translation is the file
`LANGUAGE/LC_MESSAGES/patience.mo` in this folder. The usual environment variables (`LANGUAGE`,
`LC_MESSAGES`, `LANG`) choose the language when the process starts. A text without translation is
shown in English.

Begin reading with `_`. The browser's functions of the same names are in
`client_web/messages/texts.js`.
"""

import gettext
from pathlib import Path

DOMAIN = "patience"
FOLDER = Path(__file__).parent

_translations = gettext.translation(DOMAIN, FOLDER, fallback=True)


def _(source: str, /, **values: object) -> str:
    """Return the text `source` in the language of the player. Each `{name}` in it is replaced by
    the value of that name. If no values are given, braces stay as they are."""
    found = _translations.gettext(source)
    return found.format(**values) if values else found


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """Return a text in the language of the player, in the singular or plural form that the number
    `n` needs. `one` and `many` are the English forms. `{n}` in the text is replaced by `n`, and
    other names in braces by their values."""
    return _translations.ngettext(one, many, n).format(n=n, **values)


def N_(source: str, /) -> str:  # noqa: N802 - the name that gettext gives it
    """Return `source` unchanged. The call only tells `make texts` to collect the text for the
    catalogue. It is for texts that are sent or stored in English and translated when a client shows
    them."""
    return source
