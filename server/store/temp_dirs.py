"""Folders for what must not outlive its process. What one that was killed has left behind, the next
clears away."""

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
    """A folder, and the descriptor of its lock. While a process holds that, it clears nothing
    away: whoever else uses the folder inherits it."""

    folder: Path
    lock: int


@contextmanager
def temp_dir(use: str) -> Iterator[TempDir]:
    """A folder for this use, gone at the end."""
    import fcntl  # not on Windows

    name = f"patience-{use}-"
    for left in Path(gettempdir()).glob(f"{name}*"):
        with suppress(OSError):  # somebody else's, or gone by now
            _clear(left)
    folder = Path(mkdtemp(prefix=name))
    lock = os.open(folder / "new", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(lock, fcntl.LOCK_EX)
    (folder / "new").rename(folder / LOCK)  # before, nobody takes it for left behind
    try:
        yield TempDir(folder, lock)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _clear(left: Path) -> None:
    """Remove a folder of ours that nobody uses any more. Raises OSError."""
    if left.lstat().st_uid != os.getuid() or not (left / LOCK).exists():
        return
    lock = try_lock(left / LOCK)
    if lock is not None:
        shutil.rmtree(left, ignore_errors=True)
        os.close(lock)
