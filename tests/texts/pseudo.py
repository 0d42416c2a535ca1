"""A translation for tests, in which every letter of every text has an accent.

What is shown without accents has not gone through the catalogue. `python -m tests.texts.pseudo`
runs the terminal client with this translation; with `--pages` it prints pages of the full screen.
"""

import asyncio
import gettext
import json
import re
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

from engine.games import GAMES
from protocol import texts
from tests.texts.catalogue import TEMPLATE

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
MARKED = "áƀćđéƒĝĥíĵķĺḿñóṕɋřšťúṽŵẋýžÁƁĆĐÉƑĜĤÍĴĶĹḾÑÓṔɊŘŠŤÚṼŴẊÝŽ"
ACCENTS = str.maketrans(PLAIN, MARKED)
WORD = re.compile(r"(?<![\w./:-])[A-Za-z]*[a-z]{2,}[A-Za-z]*(?![\w/-]|://)")
COMMAND = re.compile(r"\bpatience( [a-z_-]+){0,2}")


def marked(text: str) -> str:
    """The text with accents; its placeholders stay."""
    pieces = re.split(r"(\{\w+\})", text)
    return "".join(each if at % 2 else each.translate(ACCENTS) for at, each in enumerate(pieces))


@cache
def forms() -> dict[str, list[str]]:
    """The translated forms of each text of the catalogue, by its English form for one."""
    found: dict[str, list[str]] = {}
    with TEMPLATE.open(encoding="utf-8") as file:
        for message in read_po(file):
            if message.id:
                several = message.id if isinstance(message.id, list | tuple) else [message.id]
                found[several[0]] = [marked(text) for text in several]
    return found


class PseudoTranslations(gettext.NullTranslations):
    """The translation for the terminal client."""

    def gettext(self, message: str) -> str:
        return forms().get(message, [message])[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        one, *more = forms().get(msgid1, [msgid1, msgid2])
        return one if n == 1 or not more else more[0]


def install() -> None:
    """Choose this translation. To be called before modules that hold texts are imported."""
    early = [name for name in sys.modules if name.startswith("client_cli.")]
    if early:
        raise RuntimeError(f"imported before their translation: {early[:3]}")
    texts._translations = PseudoTranslations()


def browser_module(source: str) -> str:
    """`client_web/messages/texts.js` with this translation."""
    translation = f"{{ texts: {json.dumps(forms())}, form: (n) => (n === 1 ? 0 : 1) }}"
    changed = re.sub(
        r"(?m)^let translation = .*;$", lambda _: f"let translation = {translation};", source
    )
    assert changed != source
    return changed


def game_names() -> frozenset[str]:
    """Words of the names of games, options and values; players type them in any language."""
    options = [option for rules in GAMES.values() for option in rules.options]
    values = [str(value) for option in options for value in option.values]
    names = [*GAMES, *(option.name for option in options), *values]
    words = {word for name in names for word in name.split("_")}
    return frozenset(words | {word.capitalize() for word in words})


def unmarked(shown: str, allowed: frozenset[str] = frozenset()) -> list[str]:
    """The words without accents in what is shown, each once, without commands and those that are
    allowed."""
    words = dict.fromkeys(WORD.findall(COMMAND.sub(" ", shown)))
    return [word for word in words if word not in allowed]


async def pages() -> list[str]:
    """Pages of the full screen as text, without a server."""
    from client_cli.screens.pages.account.options import OptionsPage
    from client_cli.screens.pages.home import HomePage
    from client_cli.screens.pages.rooms.race_entry import TermsPage
    from client_cli.screens.pages.solo import SoloPage
    from client_cli.screens.pages.stats import StatsPage
    from client_cli.solo.game import SoloGame
    from engine.games import game
    from tests.client_cli.screens.pilots import text_of
    from tests.client_cli.screens.test_every_page import at_home, open_page

    made: list[Callable[[], Any]] = [
        OptionsPage,
        StatsPage,
        lambda: TermsPage("uncle_remus"),
        lambda: SoloPage(SoloGame(game("aces_up"), 1), lambda: 2, False),
    ]
    shown = []
    with tempfile.TemporaryDirectory() as folder:
        app = at_home(Path(folder))
        async with app.run_test(size=(200, 60)) as pilot:
            await pilot.pause()
            shown.append(text_of(app))
            for make in made:
                await open_page(pilot, app, make)
                shown.append(text_of(app))
                while not isinstance(app.screen, HomePage):
                    app.pop_screen()
    return shown


def main() -> None:
    install()
    if sys.argv[1:] == ["--pages"]:
        print("\n".join(asyncio.run(pages())))
        return
    from client_cli.main import main as patience

    patience()


if __name__ == "__main__":
    main()
