"""Temporary directories that are removed with their process, or after it if it was killed."""

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
    """A directory, and the descriptor of its lock. The directory is not removed while any process
    holds the descriptor; a child that uses the directory must inherit it."""

    folder: Path
    lock: int


@contextmanager
def temp_dir(use: str) -> Iterator[TempDir]:
    """A new directory for this use, removed when the context ends. First removes directories for
    the same use that killed processes have left."""
    import fcntl  # not on Windows

    name = f"patience-{use}-"
    for left in Path(gettempdir()).glob(f"{name}*"):
        with suppress(OSError):  # not ours, or removed by now
            _clear(left)
    folder = Path(mkdtemp(prefix=name))
    lock = os.open(folder / "new", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    (folder / "new").rename(folder / LOCK)  # without LOCK nobody removes it
    try:
        yield TempDir(folder, lock)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _clear(left: Path) -> None:
    """Remove a directory of this user that no process uses. Raises OSError."""
    if left.lstat().st_uid != os.getuid() or not (left / LOCK).exists():
        return
    lock = try_lock(left / LOCK)
    if lock is not None:
        shutil.rmtree(left, ignore_errors=True)
        os.close(lock)
