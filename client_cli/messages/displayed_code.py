"""Writes the codes of rooms and tournaments for people, or dots while codes are hidden.

Whoever reads a code can come in, so somebody who shows their screen to others hides codes
(preference `streamer`). The setting is the process's own, so that no text can miss it.
"""

from protocol import codes
from protocol.texts import _

DOTS = "***-***"
HIDDEN = _("The code and the link are hidden while you stream.")

_hidden = False


def hide_codes(wanted: bool) -> None:
    """Hide all codes from now on, or show them."""
    global _hidden  # one screen, one setting
    _hidden = wanted


def codes_are_hidden() -> bool:
    """Return whether codes are hidden, and with them whatever contains one."""
    return _hidden


def displayed(code: str) -> str:
    """Return a canonical code as it is shown: `KQ7-4TX`, or dots while codes are hidden."""
    return DOTS if _hidden else codes.spoken(code)
