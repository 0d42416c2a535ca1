"""The version of the server to which this computer was last connected, and the notice that the
server runs a newer version than this program.

The server tells its version when a connection begins, so no other computer is asked for updates.
"""

from client_cli.exit_codes import Failure
from client_cli.local.storage import Storage
from protocol.texts import _

FILE = "server-version.json"
PROGRAM = "crown-patience"


def note_server(storage: Storage, told: str) -> None:
    """Store the version of a server if it is newer than this program; otherwise delete what was
    stored before. `told` is the name and the version of the server program as the server tells
    them, such as `crown-patience/0.2.0`."""
    path = storage.root / FILE
    name, _slash, version = told.partition("/")
    if name == PROGRAM and is_newer(version, own_version()):
        if storage.read(path).get("version") != version:
            try:
                storage.write(path, {"version": version})
            except Failure:  # the notice is not worth an error
                return
    else:
        path.unlink(missing_ok=True)


def update_notice(storage: Storage) -> str:
    """Return a sentence which says that the server last used runs a newer version than this
    program; empty if it does not."""
    path = storage.root / FILE
    if not path.exists():
        return ""
    version = storage.read(path).get("version")
    if not isinstance(version, str) or not is_newer(version, own_version()):
        return ""
    return _(
        "Your server runs version {server}; this program is {own}. Update it to play with all that"
        " the server knows.",
        server=version,
        own=own_version(),
    )


def own_version() -> str:
    """Return the version of this program."""
    from importlib.metadata import version  # a slow import

    return version(PROGRAM)


def is_newer(version: str, than: str) -> bool:
    """Return whether a version such as `0.2.1` is newer than another. A version that is not made of
    numbers is never newer."""
    ours, theirs = _numbers(than), _numbers(version)
    return ours is not None and theirs is not None and theirs > ours


def _numbers(version: str) -> list[int] | None:
    parts = version.split(".")
    if len(version) > 40 or not all(part.isascii() and part.isdecimal() for part in parts):
        return None
    numbers = [int(part) for part in parts]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return numbers
