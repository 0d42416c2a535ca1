"""Writes the codes of rooms and tournaments for people, or dots while codes are hidden.

Anybody who reads a code can enter the room, so a player who shows their screen to others hides
codes (preference `streamer`). The setting is global in the process, so that no text can miss it.
"""

from protocol import codes
from protocol.texts import _

DOTS = "***-***"
HIDDEN = _("The code and the link are hidden while you stream.")

_hidden = False


def hide_codes(wanted: bool) -> None:
    """Hide all codes from now on, or show them again if `wanted` is False."""
    global _hidden  # one screen, one setting
    _hidden = wanted


def codes_are_hidden() -> bool:
    """Return whether codes are hidden. Links that contain a code are then hidden as well."""
    return _hidden


def displayed(code: str) -> str:
    """Return a code as it is shown to people: `KQ7-4TX` for `KQ74TX`, or dots while codes are
    hidden."""
    return DOTS if _hidden else codes.spoken(code)
