"""What a new game needs beside its rules: `python -m tests.new_game NAME` writes it.

`stubs.py` has the text of each file. CONTRIBUTING.md, "A new game", lists what is done by hand.
"""

import re
from pathlib import Path

from tests.new_game.stubs import FILES, SECTION, TABLES

ROOT = Path(__file__).parents[2]
COVERAGE = "docs/rules-coverage.md"


class CannotWrite(Exception):
    """Something is in the way, in a sentence. Nothing has been written."""


def write(slug: str, root: Path = ROOT) -> list[Path]:
    """Write the stubs of a game and enter it in the tables of the tests; the paths that changed.

    Raises CannotWrite if the slug will not do, if a stub is there already or if a table is not
    where it was.
    """
    if not re.fullmatch(r"[a-z]+(_[a-z]+)*", slug):
        raise CannotWrite(f"A slug is words in lower case joined by _, not {slug!r}.")
    title = slug.replace("_", " ").title()
    texts = {root / path.format(slug=slug): text for path, text in FILES.items()}
    there = [path for path in texts if path.exists()]
    if there:
        raise CannotWrite(f"{there[0].relative_to(root)} is there already.")
    texts |= {root / path: _entered(root / path, *row) for path, row in TABLES.items()}
    coverage = root / COVERAGE
    texts[coverage] = coverage.read_text(encoding="utf-8") + SECTION
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        filled = text.replace("NEW_SLUG", slug).replace("NEW_TITLE", title)
        path.write_text(filled, encoding="utf-8")
    return [*texts]


def _entered(path: Path, head: str, end: str, row: str) -> str:
    """The text of a file with a row more in the table between `head` and `end`, as its last."""
    text = path.read_text(encoding="utf-8")
    before, found, after = text.partition(head)
    table, ended, rest = after.partition(end)
    if not found or not ended or head in rest:
        raise CannotWrite(f"{path.name} has no table that begins with {head.strip()!r}.")
    indent = " " * (len(table) - len(table.rstrip(" ")))
    return f"{before}{found}{table.removesuffix(indent)}{row}{indent}{ended}{rest}"
