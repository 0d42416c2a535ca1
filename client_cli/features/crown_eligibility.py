"""Whether a game that a player is about to play alone could count for a crown.

Whoever wins three or all of the five "great games" in a row wins a crown. This module has no
requests to a server, so that a game that is dealt on this computer does not wait for the import of
messages.
"""

from collections.abc import Mapping

from client_cli.local.account_store import account_on
from client_cli.local.storage import Storage
from engine.crowns.facts import ineligible


def counts_alone(slug: str, options: Mapping[str, object], server: str, storage: Storage) -> bool:
    """Return whether a game that the player plays alone could count for a crown if the server dealt
    it. It could if it is one of the five great games, with options that a crown allows, and an
    account is logged in on the server."""
    return not ineligible(slug, options) and account_on(storage, server) is not None
