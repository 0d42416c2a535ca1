"""The page of a game played alone, when its deal is a winnable one."""

from client_cli.screens.app import PatienceApp
from client_cli.screens.pages.solo import SoloPage
from client_cli.solo.game import SoloGame
from client_cli.solo.winnable import search_deal
from engine.games import game
from tests.client_cli.screens.pilots import text_of, until

ACES_UP = game("aces_up")


async def test_a_new_deal_after_a_winnable_one_is_searched_for() -> None:
    solo = SoloGame(ACES_UP, 4, searched=search_deal(ACES_UP, 4))
    page = SoloPage(solo, lambda: 5, tips=False, told="This deal can be won.")
    app = PatienceApp(lambda _: page)
    async with app.run_test(size=(100, 30)) as pilot:
        assert "deal 4, winnable" in text_of(pilot.app)
        assert "This deal can be won." in text_of(pilot.app)
        await pilot.press("n", "n")
        await until(pilot, lambda: page.solo.number == 5)
        await pilot.pause()
        assert "deal 5, winnable" in text_of(pilot.app)
        assert page.solo.searched == search_deal(ACES_UP, 5)
