"""Tests of the pages to read: rules with the table just dealt, terms, history."""

import json
from pathlib import Path

import pytest

from client_cli.exit_codes import USAGE
from client_cli.screens.app import PatienceApp
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.games import RulesPage
from client_cli.screens.pages.home import HomePage
from engine.catalogue import page
from engine.driver import Driver
from engine.games import GAMES, slug_of
from protocol.reading import READING, ReadingName, reading_json
from tests.client_cli.command import patience
from tests.client_cli.screens.pilots import Clock, text_of, until


@pytest.mark.parametrize("name", list(READING))
def test_a_page_on_patience_is_read_at_the_command_line(name: ReadingName, tmp_path: Path) -> None:
    matter = READING[name]
    told = patience(tmp_path, "rules", f"--{name}")
    paragraphs = [f"{entry.heading}. {entry.text}" for entry in matter.entries]
    assert (told.code, told.out.strip().split("\n\n")) == (0, [matter.title, *paragraphs])
    said = json.loads(patience(tmp_path, "rules", f"--{name}", "--json").out)
    assert said == {"page": name, **reading_json(name)}
    assert slug_of(name) is None, "its address in the browser is no game's"


@pytest.mark.parametrize("words", [[], ["usk", "--terms"], ["--terms", "--history"]])
def test_one_page_is_asked_for(words: list[str], tmp_path: Path) -> None:
    told = patience(tmp_path, "rules", *words)
    assert (told.code, told.out) == (USAGE, "")
    assert told.err.strip() == "Name a game, or one of --terms and --history."


@pytest.mark.parametrize("slug", GAMES)
def test_the_layout_of_a_rules_page_is_deal_1_before_the_first_move(slug: str) -> None:
    layout = page(GAMES[slug])["layout"]
    number = layout["deal"]
    assert number == 1
    driver = Driver()
    begun = json.loads(driver.answer(json.dumps({"op": "new", "game": slug, "deal": number})))
    assert layout["view"] == begun["view"]


def test_rules_end_with_the_table_and_the_advice(tmp_path: Path) -> None:
    told = patience(tmp_path, "rules", "kings").out
    deal = patience(tmp_path, "deal", "kings", "--deal", "1").out
    assert "\n".join(deal.splitlines()[1:]) in told, "the same table"
    for tilt in ("tilt it to the right", "Tilt that heap to the left", "turn it crosswise"):
        assert tilt in told.partition("Tips.")[2]


async def test_the_full_screen_has_the_pages_beside_the_rules() -> None:
    app = PatienceApp(lambda _: HomePage(), now=Clock())
    async with app.run_test(size=(100, 60)) as pilot:
        await pilot.pause()
        app.push_screen(RulesPage())
        await pilot.pause()
        for key, name in RulesPage.PAGES.items():
            await pilot.press(key)
            await until(pilot, lambda: isinstance(app.screen, ReadingPage))
            await pilot.pause()
            shown = " ".join(text_of(app).replace("│", " ").split())
            assert READING[name].title in shown
            assert READING[name].entries[0].heading in shown
            await pilot.press("escape")
            await until(pilot, lambda: isinstance(app.screen, RulesPage))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReadingPage))
        await pilot.press("end")
        await until(pilot, lambda: "Tips." in text_of(app))
        assert "The table just dealt, deal 1:" in text_of(app)
