"""Missed telephone calls: one sentence about them, printed at the end of a command.

A call is a message from somebody who has won a crown; it is missed if the player was not there to
see it. Only a command whose connection has authenticated asks for missed calls.
"""

from client_cli.exit_codes import Failure
from client_cli.features import calls
from client_cli.local.storage import Storage, short
from client_cli.net.one_shot_client import OneShotClient
from protocol.texts import _


async def news(client: OneShotClient) -> list[str]:
    """Ask the server for missed calls. Return a sentence if there are new ones; an empty list if
    there are none, if the connection is not authenticated, or if the request fails."""
    count = await fresh(client)
    return [sentence(count)] if count else []


async def fresh(client: OneShotClient) -> int:
    """Return the number of missed calls, and store the number of the newest one. Return 0 if this
    computer has already told the player of the newest one, if the connection is not authenticated,
    or if the request fails."""
    if client.account is None:
        return 0
    try:
        found = await calls.page(client, count=1)
    except Failure:  # an older server, or the session has ended
        return 0
    newest = found.calls[0].call if found.calls else 0
    if not found.missed or newest <= _told_of(client.storage, client.server):
        return 0
    client.storage.write(
        client.storage.root / "calls" / f"{short(client.server)}.json", {"told": newest}
    )
    return found.missed


def sentence(count: int) -> str:
    return _("{sign} {calls}: patience calls", sign=calls.SIGN, calls=calls.missed_words(count))


def _told_of(storage: Storage, server: str) -> int:
    """Return the number of the latest call reported on this computer, 0 if there is none."""
    number = storage.read(storage.root / "calls" / f"{short(server)}.json").get("told")
    return number if isinstance(number, int) else 0
