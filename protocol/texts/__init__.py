"""Texts that players read, in one catalogue for both clients (GNU gettext).

The code holds each text in English, as an argument of `_`, `ngettext` or `N_`. `make texts`
collects the texts of both clients and of the games into `patience.pot`. A translation is
`LANGUAGE/LC_MESSAGES/patience.mo` in this folder; the usual variables (`LANGUAGE`, `LC_MESSAGES`,
`LANG`) choose it when the process starts. A text without translation is shown in English.

Begin reading with `_`. The browser's functions of the same names are in
`client_web/messages/texts.js`.
"""

import gettext
from pathlib import Path

DOMAIN = "patience"
FOLDER = Path(__file__).parent

_translations = gettext.translation(DOMAIN, FOLDER, fallback=True)


def _(source: str, /, **values: object) -> str:
    """The text in the player's language. `{name}` in it stands for the value of that name; a text
    without values is returned as it is."""
    found = _translations.gettext(source)
    return found.format(**values) if values else found


def ngettext(one: str, many: str, n: int, /, **values: object) -> str:
    """The form of a text that fits the number `n`, which stands for `{n}` in it."""
    return _translations.ngettext(one, many, n).format(n=n, **values)


def N_(source: str, /) -> str:  # noqa: N802 - the name that gettext gives it
    """The same text. It marks a text for the catalogue where it is sent or stored in English and
    translated when it is shown."""
    return source
