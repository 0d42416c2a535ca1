"""The pictures of every game in the terminal client, as text.

    make pictures

writes `docs/pictures/terminal/`, a file for each size of the window. The deals are fixed, and each
game is shown after some moves of the computer player `greedy`, so making the files again changes
nothing unless the screens have changed; a test says when they have.
"""

import asyncio
from pathlib import Path

import textual.constants

from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.solo import SoloPage
from client_cli.solo.game import SoloGame
from engine.games import GAMES, game
from engine.mechanics.grid import GridGame
from engine.racing_demon.game import RacingDemon
from tests.client_cli.screens.pilots import Clock, text_of
from tests.client_cli.screens.test_common_table import later, sitting
from tests.docs.pictures import DEAL, MOVEMENT, after
from tests.harness import ROOT

PICTURES = ROOT / "docs" / "pictures" / "terminal"
SIZES = {"80x24": (80, 24), "120x40": (120, 40), "200x60": (200, 60)}
MOVES, GRID_MOVES = 24, 10
"""The moves before the picture: fewer in games on a grid, whose smallest has sixteen cells."""
TABLE_MOVES = 60
TITLES = {slug: rules.book.title for slug, rules in GAMES.items()}
RACING_DEMON = "racing_demon"


async def picture(slug: str, size: tuple[int, int]) -> str:
    """The screen of a game in the middle of play."""
    if slug == RACING_DEMON:
        async with sitting(size) as (room, pilot):
            await later(room, pilot, TABLE_MOVES)
            return text_of(pilot.app)
    solo = SoloGame(game(slug), DEAL)
    grid = isinstance(game(slug), GridGame)
    _state, moves = after(slug, GRID_MOVES if grid else MOVES)
    app = PatienceApp(lambda _: SoloPage(solo, lambda: DEAL, tips=False), now=Clock())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        page = app.screen
        assert isinstance(page, SoloPage)
        while page.dealing() is not None:
            page.next_frame()
        for move in moves:
            page.make(move)
        page.say = ""
        page.redraw()
        page.table.land()
        await pilot.pause()
        return text_of(app)


def heading(slug: str) -> str:
    title = RacingDemon().book.title if slug == RACING_DEMON else TITLES[slug]
    return f"## {title}\n\n"


async def sheet(size: tuple[int, int]) -> str:
    """The file of a size: all games, by their titles."""
    slugs = [*sorted(GAMES, key=lambda slug: TITLES[slug]), RACING_DEMON]
    return "\n".join([heading(slug) + await picture(slug, size) for slug in slugs])


def main() -> None:
    """Write all of them, with nothing moving in them."""
    setattr(textual.constants, MOVEMENT, "none")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, size in SIZES.items():
        path = Path(PICTURES, f"{name}.txt")
        path.write_text(asyncio.run(sheet(size)), encoding="utf-8")


if __name__ == "__main__":
    main()
