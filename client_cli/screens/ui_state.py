"""Store what the user interface remembers from one run of the program to the next: the last menu
entry, the last game, the room to return to."""

from contextlib import suppress

from client_cli.exit_codes import Failure
from client_cli.local.storage import Storage

FILE = "screens.json"


def load_ui_state(storage: Storage | None, what: str) -> str:
    """Return the value that an earlier run stored under the name `what`; empty if there is none."""
    found = storage.read(storage.root / FILE).get(what) if storage is not None else None
    return found if isinstance(found, str) else ""


def store_ui_state(storage: Storage | None, **kept: str) -> None:
    """Store values under their names, for `load_ui_state` in the next run. If a value cannot be
    written, for example because the disk is full, ignore the error."""
    if storage is None:
        return
    before = storage.read(storage.root / FILE)
    if any(before.get(name, "") != value for name, value in kept.items()):
        with suppress(Failure):
            storage.write(storage.root / FILE, {**before, **kept})
