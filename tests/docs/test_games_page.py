"""The screens on the games page equal those of the screen tests.

WRITE_GOLDENS=1 rewrites that part of the page from the golden files.
"""

import os
from itertools import groupby

from engine.games import GAMES
from tests.client_cli.screens.pilots import GOLDENS
from tests.docs.test_docs import ROOT

PAGE = ROOT / "docs/games.md"
HEADING = "## The first screens"
SAID = """\
Deal 1 of each game as `patience play GAME --deal 1` draws it full screen, in 80 columns by 24 rows.
Several empty rows are shortened to one. With `--plain` the same table is printed as lines of text
(line mode).
"""


def first_screens() -> str:
    """That part of the page, as it should be."""
    parts = [f"{HEADING}\n\n{SAID}"]
    for slug, rules in GAMES.items():
        screen = (GOLDENS / f"first-{slug}.txt").read_text(encoding="utf-8")
        parts.append(f"### {rules.book.title}\n\n```\n{_closed_up(screen)}\n```\n")
    return "\n".join(parts)


def _closed_up(screen: str) -> str:
    rows: list[str] = []
    for empty, run in groupby(screen.rstrip("\n").split("\n"), key=lambda row: not row.strip()):
        rows += [""] if empty else list(run)
    return "\n".join(rows)


def test_the_page_shows_the_first_screen_of_every_game() -> None:
    before, _, after = PAGE.read_text(encoding="utf-8").partition(HEADING)
    rest = after.partition("\n## ")
    wanted = before + first_screens() + "".join(rest[1:])
    if os.environ.get("WRITE_GOLDENS"):
        PAGE.write_text(wanted, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == wanted
