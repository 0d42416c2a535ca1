"""Themes and colours: everything can be read, every card and mark is told from every other."""

import json
from collections.abc import Iterator
from itertools import combinations, product
from math import dist
from operator import mul
from pathlib import Path
from typing import Any

import pytest
from rich.color import Color, ColorType
from rich.style import Style

from client_cli.local import preferences
from client_cli.local.preferences import ThemeName
from client_cli.local.storage import Storage
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.widgets.themes import (
    THEME_TITLES,
    THEMES,
    SuitColours,
    owner_colours,
    usual_colours,
)
from client_cli.state.card_marks import SIGNS
from engine.cards import NAME, new_pack
from engine.games import GAMES
from tests.client_cli.screens.pilots import solo_app

COLOURED = [name for name, theme in THEMES.items() if not theme.ansi]
"""The themes whose colours are their own, not the terminal's."""
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


@pytest.mark.parametrize(("theme", "suits"), [*product(COLOURED, COLOURS)])
def test_whatever_is_written_on_the_table_can_be_read(theme: ThemeName, suits: SuitColours) -> None:
    least = 7 if theme == "contrast" and suits != "blind" else 4.5
    ratios = {}
    for name, style in written(TableStyle(suits, theme=theme)):
        assert style.color is not None, name
        assert style.bgcolor is not None, name
        ratios[name] = contrast(style.color, style.bgcolor)
    assert {name: round(r, 2) for name, r in ratios.items() if r < least} == {}


@pytest.mark.parametrize(("theme", "suits"), [*product(COLOURED, COLOURS)])
def test_a_card_is_seen_on_the_ground_and_a_lit_one_among_cards(
    theme: ThemeName, suits: SuitColours
) -> None:
    palette = TableStyle(suits, theme=theme).palette
    grounds = (palette.face, palette.cloth), (palette.chosen, palette.face)
    for one, other in (*grounds, (palette.target, palette.face)):
        assert one.bgcolor is not None
        assert other.bgcolor is not None
        assert contrast(one.bgcolor, other.bgcolor) >= 1.15


@pytest.mark.parametrize("name", COLOURED)
def test_whatever_is_written_around_the_table_can_be_read(name: ThemeName) -> None:
    theme = THEMES[name]
    grounds = (theme.ground, theme.bar)
    ratios = {
        (ink, ground): contrast(Color.parse(ink), Color.parse(ground))
        for ink, ground in product((theme.ink, theme.quiet, theme.loud, theme.alarm), grounds)
    }
    assert {pair: round(r, 2) for pair, r in ratios.items() if r < 4.5} == {}


@pytest.mark.parametrize("name", COLOURED)
def test_the_numbers_of_contestants_at_a_common_table_can_be_read(name: ThemeName) -> None:
    theme = THEMES[name]
    ground = Color.parse(theme.ground)
    ratios = {c: contrast(Color.parse(c), ground) for c in owner_colours(theme)}
    assert len(ratios) == 8
    assert {c: round(r, 2) for c, r in ratios.items() if r < 4.5} == {}


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
    assert "".join(TableStyle(ascii=letters).glyphs).isascii() is letters
    if letters:
        assert TableStyle(ascii=True).card("TS") == "10S"
        assert TableStyle(ascii=True).card("9H") == "9h"


def test_suits_have_as_many_colours_as_were_chosen() -> None:
    wanted: dict[SuitColours, int] = {"four": 4, "two": 2, "blind": 4}
    for theme in COLOURED:
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
            assert app.look.theme == app.theme == name
    assert grounds == {
        name: "ansi_default" if theme.ansi else theme.ground for name, theme in THEMES.items()
    }


@pytest.mark.parametrize("name", THEMES)
async def test_the_program_starts_with_each_theme(tmp_path: Path, name: ThemeName) -> None:
    """Some of Textual's own themes have the same names."""
    storage = Storage(tmp_path)
    preferences.merge(storage, [preferences.read_choice(f"theme={name}", storage)])
    app = solo_app("aces_up", 5, storage=storage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        ground = app.screen.styles.background.hex.lower()
    theme = THEMES[name]
    assert ground == ("ansi_default" if theme.ansi else theme.ground)


async def test_as_the_terminal_is_written_in_the_colours_of_the_terminal_alone(
    tmp_path: Path,
) -> None:
    storage = Storage(tmp_path)
    preferences.merge(storage, [preferences.read_choice("theme=terminal", storage)])
    app = solo_app("aces_up", 5, storage=storage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d")
        await pilot.pause()
        found = styles_on_screen(app)
        await pilot.press("escape", "?")
        await pilot.pause()
        found |= styles_on_screen(app)
    colours = {colour for style in found for colour in (style.color, style.bgcolor) if colour}
    assert {colour.name for colour in colours if colour.type is ColorType.TRUECOLOR} == set()
    assert {"default", "red", "cyan"} <= {colour.name for colour in colours}


# Colour blindness. ----------------------------------------------------------------------------

SIMULATIONS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What each kind of colour blindness makes of linear red, green and blue: Machado, Oliveira and
Fernandes, A Physiologically-based Model for Simulation of Color Vision Deficiency, 2009."""
APART = 20.0
"""The least distance of two suits, in CIE 1976 L*a*b*: nine times what can just be noticed."""
LIT_APART = 10.0
"""The same, of the grounds of an ordinary card, a chosen one and a possible destination. Each has a
sign too."""
BLIND = [
    *((name, suits) for name in ("blind_dark", "blind_light") for suits in COLOURS),
    *((name, "blind") for name in COLOURED),
]


def lab(colour: Color, simulation: str | None) -> tuple[float, float, float]:
    """A colour in L*a*b*, as somebody sees it; None for somebody without colour blindness."""
    parts = [part / 255 for part in colour.get_truecolor()]
    seen = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    if simulation is not None:
        matrix = SIMULATIONS[simulation]
        seen = [min(1.0, max(0.0, sum(map(mul, row, seen)))) for row in matrix]
    to_xyz = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (sum(map(mul, row, seen)) / w for row, w in zip(to_xyz, white, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def too_near(
    colours: dict[str, Color | None], least: float
) -> dict[tuple[str, str, str | None], float]:
    """The pairs of colours that are nearer to each other than that, for anybody."""
    found = {}
    for simulation in (None, *SIMULATIONS):
        for (one, a), (other, b) in combinations(colours.items(), 2):
            assert a is not None
            assert b is not None
            if a != b:  # with two suit colours, hearts and diamonds are alike
                apart = dist(lab(a, simulation), lab(b, simulation))
                if apart < least:
                    found[one, other, simulation] = round(apart, 1)
    return found


@pytest.mark.parametrize(("theme", "suits"), BLIND)
def test_colour_blind_people_tell_the_suits_and_lit_cards_apart(
    theme: ThemeName, suits: SuitColours
) -> None:
    palette = TableStyle(suits, theme=theme).palette
    assert palette.suits["H"].color != palette.suits["S"].color
    faces = {suit: style.color for suit, style in palette.suits.items()}
    assert too_near(faces, APART) == {}
    grounds = {name: getattr(palette, name).bgcolor for name in ("face", "chosen", "target")}
    assert too_near(grounds, LIT_APART) == {}


def test_red_and_green_of_the_same_lightness_are_told_apart_by_the_simulation() -> None:
    """The measure itself: what is known to be confused is near, and only for whom it is."""
    red, green = Color.parse("#c0392b"), Color.parse("#7a7a00")
    assert dist(lab(red, None), lab(green, None)) > 60
    assert dist(lab(red, "deuteranopia"), lab(green, "deuteranopia")) < APART
    assert dist(lab(red, "tritanopia"), lab(green, "tritanopia")) > 60


def test_the_preference_has_every_theme_and_those_of_before_first() -> None:
    assert preferences.CHOICES["theme"] == (*THEMES,)
    assert preferences.CHOICES["theme"][:3] == ("baize", "night", "contrast")
    assert set(THEME_TITLES) == set(THEMES)
    assert len(THEMES) >= 9


@pytest.mark.parametrize("name", ["baize", "night", "contrast", "light"])
def test_a_theme_stored_by_an_earlier_program_keeps_its_meaning(
    tmp_path: Path, name: ThemeName
) -> None:
    """`light` was stored by the browser client alone, and the terminal ignored it."""
    stored = {"theme": {"value": name, "at": 1_700_000_000_000}}
    (tmp_path / "preferences.json").write_text(json.dumps(stored), encoding="utf-8")
    app = solo_app("aces_up", 5, storage=Storage(tmp_path))
    assert app.look.theme == name


async def test_the_command_palette_changes_the_theme_and_stores_it(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    app = solo_app("aces_up", 5, storage=storage)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        commands = {command.title: command for command in app.get_system_commands(app.screen)}
        commands["Theme: burgundy"].callback()
        await pilot.pause()
        assert app.screen.styles.background.hex.lower() == THEMES["burgundy"].ground
    assert preferences.choice(storage, "theme") == "burgundy"
