"""Static files of the browser client, under a path that contains the hash of all of them.

Because of the hash, browsers may cache the files for ever, and modules that import each other by
relative paths are always of the same version. A page of an earlier version that is still open does
not get files of the new version: its requests fail, and it asks the player to reload.
"""

import gzip
import hashlib
import html
import re
from pathlib import Path
from typing import NamedTuple

from server.web.catalogue import generated

FOLDERS = tuple(Path(__file__).parents[2] / name for name in ("client_bundle", "client_web"))
"""The folders of the browser client, beside the `server` package: as a bundle of a few files, which
only some wheels have, and its sources."""

STATIC = "/static/"
ROOT_MARK = b"{{root}}"
"""Placeholder in the templates that is replaced by `StaticFiles.root`."""
TEMPLATES = ("index.html", "manifest.webmanifest", "offline.html", "robots.txt", "worker.js")
"""Files that are served at fixed paths, not under the path with the hash."""
HASH_LENGTH = 16
WORTH_PACKING = 512
"""The minimum size, in bytes, of a file that is gzipped."""

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
"""Content types by suffix. Files of the folder with other suffixes are not served, because they are
for developers."""
PACKED_ALREADY = (".png", ".woff2")
VENDOR = "vendor/"
"""Third-party modules. They are served as they are, with the notices of their licences."""
COMMENT_LINES = re.compile(
    rb"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*$", re.MULTILINE | re.DOTALL
)
"""Comments that share no line with code. The client's template strings (in backquotes) must not
have a line that looks like one, because it would be removed."""


class StaticFile(NamedTuple):
    """A served file. `packed` is its gzipped form; None for a small file, and for a type that is
    compressed already."""

    type: str
    plain: bytes
    packed: bytes | None


class StaticFiles(NamedTuple):
    """All static files. `files` are served under the path `root`, such as /static/0123456789abcdef;
    `templates` are served at fixed paths. Both are by file name."""

    root: str
    files: dict[str, StaticFile]
    templates: dict[str, StaticFile]


def read_tree(folder: Path | None = None) -> StaticFiles:
    """Read the files of the browser client, generate the files of the game catalogue, and fill in
    the templates. If `folder` is None, the first of FOLDERS that is there is read. Raises
    OSError."""
    if folder is None:
        folder = next((each for each in FOLDERS if each.is_dir()), FOLDERS[-1])
    paths = [path for path in folder.rglob("*") if path.suffix in TYPES and path.is_file()]
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    served = {
        name: without_comments(content)
        if name.endswith(".js") and not name.startswith(VENDOR)
        else content
        for name, content in found.items()
    }
    whole = served | generated()
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


def with_values(template: StaticFile, values: dict[str, str]) -> StaticFile:
    """Return an HTML template with each placeholder `{{name}}` of `values` replaced by its value,
    escaped for an attribute."""
    plain = template.plain
    for name, value in values.items():
        plain = plain.replace(b"{{%s}}" % name.encode(), html.escape(value).encode())
    return StaticFile(
        template.type, plain, None if template.packed is None else gzip.compress(plain, mtime=0)
    )


def without_comments(script: bytes) -> bytes:
    """Return a script with its comments replaced by as many empty lines, so that line numbers in a
    browser's error reports are those of the source. Comments after code on the same line stay."""
    return COMMENT_LINES.sub(lambda comment: b"\n" * comment[0].count(b"\n"), script)


def _file(name: str, plain: bytes) -> StaticFile:
    suffix = Path(name).suffix
    packed = None
    if len(plain) >= WORTH_PACKING and suffix not in PACKED_ALREADY:
        packed = gzip.compress(plain, mtime=0)
    return StaticFile(TYPES[suffix], plain, packed)
