"""Moves a minute, in the words of the terminal client."""

from playwright.async_api import Page

from client_cli.messages.game import pace

WORDS = """async ([root, games]) => {
  const { paceWords } = await import(`${root}/messages/results.js`);
  return games.map(([moves, ms]) => paceWords(moves, ms));
}"""


async def test_moves_a_minute_are_told_as_in_the_terminal(desk: Page) -> None:
    await desk.goto("/rules")
    src = await desk.locator("script[type=module]").get_attribute("src")
    assert src is not None
    games = [(50, 240_000), (1, 7_000), (0, 9_000), (3, 0)]
    told = await desk.evaluate(WORDS, [src.rpartition("/")[0], games])
    assert told == [pace(*one) for one in games]
    assert told[0] == "12.5 moves a minute"
