"""No client lists games: what is of a game is said in its class and reaches browsers in the
catalogue."""

import json
import re

from engine.games import FIRST_GAME, GAMES
from server.web.catalogue import generated
from tests.harness import ROOT

EXCEPTIONS = {
    "client_cli/load/plan.py": "the usual mix of games of a load test",
    "client_cli/messages/common_table.py": "the kings that count in a score",
    "client_cli/screens/table/card_marks.py": "sentences in which a book explains its tilts",
    "client_cli/tournament/definition_errors.py": "an example in a sentence",
    "client_web/state/common_table.js": "the kings that count in a score",
    "client_web/state/game_catalogue.js": "the first game, shown before the catalogue is loaded",
    "client_web/pages/record.js": "the kings that count in a score",
    "client_web/net/protocol.d.ts": "generated: the views and moves of each game",
    "client_web/table/layout/game_layouts.js": "where piles lie on a browser's table",
}
"""Files that name games as values, each with its reason."""
WORDS = {"clock", "demon"}
"""Slugs that are also what clients call other things. They are found where a slug is expected."""
SLUG = "|".join(sorted(GAMES.keys() - WORDS, key=len, reverse=True))
AS_VALUE = re.compile(rf"""(["'`])({SLUG})\1|\.({SLUG})\b|[{{,\n]\s*({SLUG})(?=:|\()""")
"""A slug as a whole string, as a property, or as a key or method of an object."""
WORD = "|".join(WORDS)
AS_SLUG = re.compile(
    rf"""\b(?:slug|game|GAMES|PLANS)\b(?:\.|\W{{0,5}}["'`])({WORD})\b|["'`]({WORD})["'`] [!=]="""
)
"""Such a word where it is compared with a slug or chosen by one."""


def named() -> dict[str, set[str]]:
    """The games that each file of a client names as values."""
    found: dict[str, set[str]] = {}
    for client in ("client_cli", "client_web"):
        for path in sorted((ROOT / client).rglob("*")):
            if path.suffix not in (".py", ".js", ".ts", ".css", ".tcss") or "vendor" in path.parts:
                continue
            text = path.read_text()
            slugs = {next(filter(None, each[1:4])) for each in AS_VALUE.findall(text)}
            slugs |= {next(filter(None, each)) for each in AS_SLUG.findall(text)}
            if slugs:
                found[path.relative_to(ROOT).as_posix()] = slugs
    return found


def test_only_the_exceptions_name_games() -> None:
    assert set(named()) == set(EXCEPTIONS)


def test_the_browser_shows_newcomers_the_same_game() -> None:
    assert named()["client_web/state/game_catalogue.js"] == {FIRST_GAME}


def test_a_slug_is_found_as_string_property_and_key() -> None:
    for text in ('slug == "kings"', "{ kings: 1 }", "PLANS.kings", "{\n  kings() {", "['usk']"):
        assert AS_VALUE.search(text), text
    for text in ("the kings of a pile", "down-kings", "kingship", '"kings and queens"'):
        assert not AS_VALUE.search(text), text


def test_a_slug_that_is_a_word_is_found_where_a_slug_is_expected() -> None:
    for text in (
        'slug == "clock"',
        "'clock' === game",
        "PLANS.clock",
        'GAMES["clock"]',
        "game: 'clock'",
    ):
        assert AS_SLUG.search(text), text
    for text in ('class="clock"', "{ clock: 1 }", "session.clock.hold", "clock(game.took_ms)"):
        assert not AS_SLUG.search(text), text


def test_the_catalogue_has_the_drawing_of_every_game() -> None:
    told = json.loads(generated()["catalogue.json"])["games"]
    assert {each["slug"]: each["drawing"] for each in told} == {
        slug: json.loads(json.dumps(rules.default_drawing.to_json()))
        for slug, rules in GAMES.items()
    }
