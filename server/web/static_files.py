"""Static files of the browser client, under a path that contains the hash of all of them.

So browsers may cache the files for ever, and modules that import each other by relative paths are
always of one version. A page loaded from an earlier version does not get files of the new one: its
requests fail, and it asks the player to reload.
"""

import gzip
import hashlib
from pathlib import Path
from typing import NamedTuple

from server.web.catalogue import generated

FOLDER = Path(__file__).parents[2] / "client_web"
"""Beside the `server` package, both in the sources and when installed."""

STATIC = "/static/"
ROOT_MARK = b"{{root}}"
"""Placeholder in templates for the path of the files."""
TEMPLATES = ("index.html", "manifest.webmanifest", "robots.txt")
"""Files with addresses of their own, outside the tree."""
HASH_LENGTH = 16
WORTH_PACKING = 512
"""Bytes from which a text is sent gzipped."""

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""The files of the folder that are served; others in it are for developers."""
PACKED_ALREADY = (".png", ".woff2")


class StaticFile(NamedTuple):
    """A served file. `packed` is its gzipped form, None if that is not smaller."""

    type: str
    plain: bytes
    packed: bytes | None


class StaticFiles(NamedTuple):
    """All static files. `root` is the path of `files`, such as /static/0123456789abcdef;
    `templates` have addresses of their own."""

    root: str
    files: dict[str, StaticFile]
    templates: dict[str, StaticFile]


def read_tree(folder: Path = FOLDER) -> StaticFiles:
    """Read the folder and generate the catalogue. Raises OSError."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.suffix in TYPES and path.is_file()
    }
    whole = found | generated()
    digest = hashlib.sha256()
    for name, content in sorted(whole.items()):
        digest.update(b"%d %s %d " % (len(name), name.encode(), len(content)))
        digest.update(content)
    root = STATIC + digest.hexdigest()[:HASH_LENGTH]
    made = {name: whole.pop(name).replace(ROOT_MARK, root.encode()) for name in TEMPLATES}
    return StaticFiles(
        root,
        {name: _file(name, content) for name, content in whole.items()},
        {name: _file(name, content) for name, content in made.items()},
    )


def _file(name: str, plain: bytes) -> StaticFile:
    suffix = Path(name).suffix
    packed = None
    if len(plain) >= WORTH_PACKING and suffix not in PACKED_ALREADY:
        packed = gzip.compress(plain, mtime=0)
    return StaticFile(TYPES[suffix], plain, packed)
