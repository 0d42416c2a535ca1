"""Store and read user interface state between runs: the last menu entry, the last game, the room to
return to."""

from contextlib import suppress

from client_cli.exit_codes import Failure
from client_cli.local.storage import Storage

FILE = "screens.json"


def load_ui_state(storage: Storage | None, what: str) -> str:
    """Return the stored value with this name; empty if there is none."""
    found = storage.read(storage.root / FILE).get(what) if storage is not None else None
    return found if isinstance(found, str) else ""


def store_ui_state(storage: Storage | None, **kept: str) -> None:
    """Store values under their names for the next run. A failure to write, such as a full disk, is
    ignored."""
    if storage is None:
        return
    before = storage.read(storage.root / FILE)
    if any(before.get(name, "") != value for name, value in kept.items()):
        with suppress(Failure):
            storage.write(storage.root / FILE, {**before, **kept})
