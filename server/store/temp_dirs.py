"""Temporary directories that are removed even if the process that made them was killed."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from typing import NamedTuple

from server.store.embedded_redis import try_lock

LOCK = "lock"


class TempDir(NamedTuple):
    """A temporary directory, and the descriptor of its lock file. Other processes do not remove the
    directory while a process holds the descriptor, so a child process that uses the directory must
    inherit it."""

    folder: Path
    lock: int


@contextmanager
def temp_dir(use: str) -> Iterator[TempDir]:
    """Make a temporary directory, and remove it when the context ends. `use` is part of its name.
    First remove directories with the same `use` that killed processes have left."""
    import fcntl  # not on Windows

    name = f"patience-{use}-"
    for left in Path(gettempdir()).glob(f"{name}*"):
        with suppress(OSError):  # it belongs to another user, or was removed just now
            _clear(left)
    folder = Path(mkdtemp(prefix=name))
    lock = os.open(folder / "new", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    (folder / "new").rename(folder / LOCK)  # a directory without LOCK is not removed
    try:
        yield TempDir(folder, lock)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _clear(left: Path) -> None:
    """Remove a directory if it belongs to this user and no process holds its lock. Raises
    OSError."""
    if left.lstat().st_uid != os.getuid() or not (left / LOCK).exists():
        return
    lock = try_lock(left / LOCK)
    if lock is not None:
        shutil.rmtree(left, ignore_errors=True)
        os.close(lock)
