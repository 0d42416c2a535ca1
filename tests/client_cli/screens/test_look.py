"""Themes and colours: everything can be read, every card and mark is told from every other."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color
from rich.style import Style

from client_cli.local import preferences
from client_cli.local.storage import Storage
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.themes import THEMES, SuitColours, ThemeName, usual_colours
from client_cli.state.card_marks import SIGNS
from engine.cards import NAME, new_pack
from engine.games import GAMES
from tests.client_cli.screens.pilots import solo_app

COLOURS: tuple[SuitColours, ...] = ("usual", "four", "two", "blind")
CARDS = [NAME[card] for card in new_pack(1)]


def lightness(colour: Color) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [part / 255 for part in colour.get_truecolor()]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(c * w for c, w in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one: Color, other: Color) -> float:
    lighter, darker = sorted((lightness(one), lightness(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def written(look: TableStyle) -> Iterator[tuple[str, Style]]:
    """Every style something is written in on the table, with what may lie over it."""
    palette = look.palette
    faces = {"edge": palette.edge, **palette.suits}
    for name in ("cloth", "quiet", "loud", "label", "face", "back", "space", "cursor", "alarm"):
        yield name, getattr(palette, name)
    for (name, style), over in product(faces.items(), ("nothing", "chosen", "target")):
        yield f"{name} under {over}", style + getattr(palette, over, Style())


@pytest.mark.parametrize(("theme", "suits"), [*product(THEMES, COLOURS)])
def test_whatever_is_written_on_the_table_can_be_read(theme: ThemeName, suits: SuitColours) -> None:
    least = 7 if theme == "contrast" and suits != "blind" else 4.5
    ratios = {}
    for name, style in written(TableStyle(suits, theme=theme)):
        assert style.color is not None, name
        assert style.bgcolor is not None, name
        ratios[name] = contrast(style.color, style.bgcolor)
    assert {name: round(r, 2) for name, r in ratios.items() if r < least} == {}


@pytest.mark.parametrize(("theme", "suits"), [*product(THEMES, COLOURS)])
def test_a_card_is_seen_on_the_ground_and_a_lit_one_among_cards(
    theme: ThemeName, suits: SuitColours
) -> None:
    palette = TableStyle(suits, theme=theme).palette
    grounds = (palette.face, palette.cloth), (palette.chosen, palette.face)
    for one, other in (*grounds, (palette.target, palette.face)):
        assert one.bgcolor is not None
        assert other.bgcolor is not None
        assert contrast(one.bgcolor, other.bgcolor) >= 1.15


@pytest.mark.parametrize("name", THEMES)
def test_whatever_is_written_around_the_table_can_be_read(name: ThemeName) -> None:
    theme = THEMES[name]
    grounds = (theme.ground, theme.bar)
    ratios = {
        (ink, ground): contrast(Color.parse(ink), Color.parse(ground))
        for ink, ground in product((theme.ink, theme.quiet, theme.loud, theme.alarm), grounds)
    }
    assert {pair: round(r, 2) for pair, r in ratios.items() if r < 4.5} == {}


def looks() -> Iterator[TableStyle]:
    for theme, suits, letters in product(THEMES, COLOURS, (False, True)):
        yield TableStyle(suits, letters, True, theme)
    yield from (TableStyle(ascii=letters, colour=False) for letters in (False, True))


@pytest.mark.parametrize("look", [*looks()], ids=str)
def test_no_two_cards_are_alike_by_their_characters_alone(look: TableStyle) -> None:
    assert len({look.card(card) for card in CARDS}) == 52
    assert all(len(look.card(card)) <= 3 for card in CARDS)


def signs(look: TableStyle) -> dict[str, str]:
    """Everything that may stand in the mark cell of a card or in place of one."""
    names = ("joined", "chosen", "target", "squashed", "back", "turned", "gap")
    found = {name: getattr(look.glyphs, name) for name in names}
    return {**found, **{f"tilt {tilt}": sign for tilt, sign in SIGNS.items()}, "cursor": "["}


@pytest.mark.parametrize("letters", [False, True])
def test_no_two_marks_are_alike_by_their_characters_alone(letters: bool) -> None:
    found = signs(TableStyle(ascii=letters))
    assert len(set(found.values())) == len(found)
    assert all(len(sign) == 1 for sign in found.values())
    seats = TableStyle(ascii=letters).glyphs
    assert len({seats.out, seats.finished, seats.back_again, seats.up, seats.down}) == 5


@pytest.mark.parametrize("letters", [False, True])
def test_letters_are_plain_letters(letters: bool) -> None:
    glyphs = vars(TableStyle(ascii=letters).glyphs).values()
    assert all("".join(glyphs).isascii() is letters for glyphs in [glyphs])
    if letters:
        assert TableStyle(ascii=True).card("TS") == "10S"
        assert TableStyle(ascii=True).card("9H") == "9h"


def test_suits_have_as_many_colours_as_were_chosen() -> None:
    wanted: dict[SuitColours, int] = {"four": 4, "two": 2, "blind": 4}
    for theme in THEMES:
        for suits, many in wanted.items():
            palette = TableStyle(suits, theme=theme).palette
            assert len({str(style.color) for style in palette.suits.values()}) == many
            red, black = (palette.suits[suit].color for suit in "HS")
            assert red != black


def test_a_game_in_which_colour_matters_has_two() -> None:
    assert {usual_colours(rules.default_drawing) for rules in GAMES.values()} == {"two", "four"}
    for slug in ("seven_and_sixes", "demon", "usk", "klondike"):
        assert TableStyle().at(GAMES[slug].default_drawing).suits == "two"
        assert TableStyle("four").at(GAMES[slug].default_drawing).suits == "four"
    for slug in ("uncle_remus", "kings", "aces_up"):
        assert TableStyle().at(GAMES[slug].default_drawing).suits == "four"


def styles_on_screen(app: Any) -> set[Style]:
    """What reaches the terminal."""
    strips = app.screen._compositor.render_strips(app.size)
    return {segment.style for strip in strips for segment in strip if segment.style}


async def test_without_colour_there_is_bold_and_reverse_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = solo_app("aces_up", 5)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await pilot.pause()
        found = styles_on_screen(app)
        await pilot.press("escape", "?")
        await pilot.pause()
        found |= styles_on_screen(app)
    colours = {c.name for style in found for c in (style.color, style.bgcolor) if c}
    assert colours <= {"default"}
    assert not any(style.dim or style.italic or style.underline for style in found)
    assert any(style.bold for style in found)
    assert any(style.reverse for style in found)


def test_an_empty_no_color_is_no_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "")
    app = solo_app("aces_up", 5)
    assert app.look.colour
    assert not app.no_color


async def test_a_theme_is_worn_by_the_whole_screen_at_once(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    app = solo_app("aces_up", 5, storage=storage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        grounds = {}
        for name in reversed(THEMES):
            preferences.merge(storage, [preferences.read_choice(f"theme={name}", storage)])
            app.take_choices()
            await pilot.pause()
            grounds[name] = app.screen.styles.background.hex.lower()
            assert app.look.theme == name
    assert grounds == {name: THEMES[name].ground for name in grounds}
