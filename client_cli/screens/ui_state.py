"""Where one was when the program ended: the door and the game last chosen, the room one sat in."""

from contextlib import suppress

from client_cli.exit_codes import Failure
from client_cli.local.storage import Storage

FILE = "screens.json"


def remembered(storage: Storage | None, what: str) -> str:
    """What was remembered under a name; empty where nothing was."""
    found = storage.read(storage.root / FILE).get(what) if storage is not None else None
    return found if isinstance(found, str) else ""


def remember(storage: Storage | None, **kept: str) -> None:
    """Keep it for the next start. A full disk is no reason to stop anybody here."""
    if storage is None:
        return
    before = storage.read(storage.root / FILE)
    if any(before.get(name, "") != value for name, value in kept.items()):
        with suppress(Failure):
            storage.write(storage.root / FILE, {**before, **kept})
