"""Exports the browser client's files into a folder, for a reverse proxy that serves them itself."""

import os
import shutil
import tempfile
from pathlib import Path

from server.web.static_files import StaticFiles

FOLDER_MODE, FILE_MODE = 0o755, 0o644
"""Permissions that let the proxy read the files, because it runs as another user."""


def export(tree: StaticFiles, folder: Path) -> Path:
    """Write the files, with gzipped copies, into a subfolder of `folder` that is named by their
    hash. Return the subfolder.

    The subfolder appears complete or not at all. The subfolders of other versions are kept, for
    pages that are still open in a browser. Raises OSError if the files cannot be written.
    """
    place = folder / tree.root.lstrip("/")
    if place.is_dir():
        return place
    place.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=".new-", dir=folder))
    try:
        for name, file in tree.files.items():
            _write(made / name, file.plain)
            if file.packed is not None:
                _write(made / f"{name}.gz", file.packed)
        for inner in (made, *(path for path in made.rglob("*") if path.is_dir())):
            inner.chmod(FOLDER_MODE)
        try:
            os.rename(made, place)
        except OSError:
            if not place.is_dir():  # if it is there, another process was first
                raise
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return place


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(FILE_MODE)
