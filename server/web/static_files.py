"""The files of the browser client, all under one name that changes with any of them.

A browser may keep such a file for ever, and modules that import each other by relative paths are
always of one version. So a page that was loaded before the server became another is not mixed with
it: what it has not loaded yet is not there, and it says to load it again.
"""

import gzip
import hashlib
from pathlib import Path
from typing import NamedTuple

from server.web.catalogue import generated

FOLDER = Path(__file__).parents[2] / "client_web"
"""Beside this package, in the sources as where it is installed."""

STATIC = "/static/"
ROOT_MARK = b"{{root}}"
"""Stands in templates for where the files are."""
TEMPLATES = ("index.html", "manifest.webmanifest", "robots.txt")
"""What has an address of its own, outside the tree."""
HASH_LENGTH = 16
WORTH_PACKING = 512
"""Bytes from which on a text is sent packed."""

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
"""What is served of the folder; anything else in it is for those who work on it."""
PACKED_ALREADY = (".png", ".woff2")


class File(NamedTuple):
    """One that is served. `packed` is the same by gzip, None where that gains nothing."""

    type: str
    plain: bytes
    packed: bytes | None


class Tree(NamedTuple):
    """`root` is where its `files` are found, such as /static/0123456789abcdef; `templates` have
    addresses of their own."""

    root: str
    files: dict[str, File]
    templates: dict[str, File]


def read_tree(folder: Path = FOLDER) -> Tree:
    """The folder, and what is generated, as they are now. Raises OSError."""
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
    return Tree(
        root,
        {name: _file(name, content) for name, content in whole.items()},
        {name: _file(name, content) for name, content in made.items()},
    )


def _file(name: str, plain: bytes) -> File:
    suffix = Path(name).suffix
    packed = None
    if len(plain) >= WORTH_PACKING and suffix not in PACKED_ALREADY:
        packed = gzip.compress(plain, mtime=0)
    return File(TYPES[suffix], plain, packed)
