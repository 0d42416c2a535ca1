"""Every table is drawn with the largest cards that fit, and nothing of it is cut off."""

from itertools import product

import pytest

from client_cli.screens.table.drawing.canvas import Canvas, CutOff, Spot
from client_cli.screens.table.drawing.card_renderer import CardRenderer, Highlight
from client_cli.screens.table.drawing.faces import BOXED, COMPACT, FACES, LARGE, Face
from client_cli.screens.table.drawing.table_renderer import SPARE
from client_cli.screens.table.drawing.table_style import TableStyle
from engine.cards import NAME, new_pack
from engine.games import GAMES
from engine.view import PileView
from tests.client_cli.screens.pilots import solo_app, table_page
from tests.client_cli.screens.snapshots import Posed, drawn, posed

ROOMS = {"80x24": (80, 20), "120x40": (120, 36), "200x60": (200, 56)}
"""Windows, and the table in them: the header, the status and the keys take four rows."""
SMALLER: dict[str, dict[Face, str]] = {
    "80x24": {
        BOXED: "as_you_like_it auntie_allis bakers_dozen captive_queens clock demon fourteens "
        "good_measure kings rosamunds_bower seven_and_sixes spider uncle_remus usk",
        COMPACT: "crossword grandfathers_clock senior_wrangler",
    },
    "120x40": {BOXED: "bakers_dozen crossword grandfathers_clock"},
    "200x60": {},
}
"""The games that are drawn in a smaller size than LARGE, by the window."""


@pytest.mark.parametrize("window", ROOMS)
def test_a_game_is_dealt_in_the_size_that_its_room_allows(window: str) -> None:
    found: dict[Face, list[str]] = {}
    for slug in sorted(GAMES):
        face = drawn(posed(slug)["dealt"], ROOMS[window], TableStyle()).face
        found.setdefault(face, []).append(slug)
    found.pop(LARGE, None)
    assert found == {face: slugs.split() for face, slugs in SMALLER[window].items()}


def cut(pose: Posed, size: tuple[int, int]) -> list[str]:
    """What of a table is not to be seen: piles, and cards of columns."""
    canvas = drawn(pose, size, TableStyle())
    seen = canvas.in_sight()
    lying = {n: p for n, p in pose.view.piles.items() if p is not None and (p.up or p.down)}
    missing = [name for name in lying if name not in seen]
    layout = pose.rules.layout
    for name, pile in lying.items():
        role = layout.group_of[layout.index[name]].role
        if role == "tableau" and canvas.cards(name) < len(pile.up):
            missing.append(f"cards of {name}")
    return missing


@pytest.mark.parametrize(("slug", "window"), [*product(GAMES, ROOMS)])
def test_nothing_is_cut_off(slug: str, window: str) -> None:
    """Of long columns in a small window, only the count of some cards is shown."""
    for position, pose in posed(slug).items():
        missing = cut(pose, ROOMS[window])
        if window == "80x24":
            missing = [name for name in missing if not name.startswith("cards of ")]
        assert missing == [], position


@pytest.mark.parametrize("slug", GAMES)
def test_more_room_never_makes_cards_smaller(slug: str) -> None:
    pose = posed(slug)["in the middle"]
    sizes = [drawn(pose, (40 + 8 * i, 14 + 3 * i), TableStyle()).face for i in range(18)]
    ranks = [FACES.index(face) for face in sizes]
    assert ranks == sorted(ranks, reverse=True)
    assert sizes[-1] is LARGE


def test_cards_of_both_banks_show_the_same_number_of_rows() -> None:
    """The far bank of Seven and Sixes and the near one, also where one alone had room for more."""
    pose = posed("seven_and_sixes")["in the middle"]

    def rows_of(canvas: Canvas, place: str) -> int:
        first, second = (canvas.at(Spot(place, n)) for n in (6, 5))
        assert first is not None
        assert second is not None
        return second[1] - first[1]

    long = PileView(0, [NAME[card] for card in new_pack(1)[:6]])
    found = set()
    for near in (6, 12):
        cards = PileView(0, [NAME[card] for card in new_pack(1)[:near]])
        columns = {f"tab.{i}": long if i < 7 else cards for i in range(13)}
        view = pose.view._replace(piles={**pose.view.piles, **columns})
        for height in range(36, 60):
            canvas = drawn(pose._replace(view=view), (120, height), TableStyle())
            if canvas.face is LARGE:
                steps = rows_of(canvas, "tab.0"), rows_of(canvas, "tab.12")
                assert steps[0] == steps[1], height
                found.add(steps[0])
    assert found == {1, 2}


@pytest.mark.parametrize("face", FACES)
def test_a_card_takes_the_cells_of_its_size(face: Face) -> None:
    look = TableStyle()
    canvas = Canvas(12, 8, look.palette.cloth, face)
    CardRenderer(canvas, look, Highlight(), str).card(1, 1, "TH", Spot("a", 1))
    cells = [(x, y) for x, y in product(range(12), range(8)) if canvas.spot(x, y)]
    inside = product(range(1, 1 + face.width), range(1, 1 + face.height))
    assert cells == sorted(inside)
    lines = canvas.lines()
    assert "10♥" in lines[1], "the name is in the first row, which other cards leave visible"
    drawn_rows = [y for y, line in enumerate(lines) if line]
    assert drawn_rows == [*range(1, 1 + face.height)]


def test_a_strict_canvas_takes_nothing_outside_and_no_card_on_another_pile() -> None:
    look = TableStyle()
    for x, y in ((-1, 0), (8, 0), (0, 6)):
        pen = CardRenderer(
            Canvas(12, 8, look.palette.cloth, BOXED, strict=True), look, Highlight(), str
        )
        with pytest.raises(CutOff):
            pen.card(x, y, "AS", Spot("a", 1))
    pen = CardRenderer(
        Canvas(12, 8, look.palette.cloth, BOXED, strict=True), look, Highlight(), str
    )
    pen.card(0, 0, "AS", Spot("a", 2))
    pen.card(0, 1, "KS", Spot("a", 1))
    with pytest.raises(CutOff):
        pen.card(3, 2, "QS", Spot("b", 1))


def test_cards_grow_during_a_game_only_when_rows_stay_free() -> None:
    """So the size does not change at every other move: a column that grows and shrinks by a card
    makes the cards smaller once."""
    pose = posed("klondike")["dealt"]

    def face(longest: int, rows: int, kept: Face | None) -> Face:
        column = PileView(0, [NAME[card] for card in new_pack(1)[:longest]])
        piles = {**pose.view.piles, "tab.0": column}
        view = pose.view._replace(piles=piles)
        return drawn(pose._replace(view=view), (80, rows), TableStyle(), kept).face

    fits = next(n for n in range(20, 1, -1) if face(n, 24, None) is LARGE)
    assert face(fits + 1, 24, LARGE) is BOXED
    assert face(fits, 24, BOXED) is BOXED
    assert face(fits - SPARE, 24, BOXED) is LARGE
    assert face(fits, 24, LARGE) is LARGE
    assert face(fits + 1, 25, None) is LARGE


async def test_a_game_on_the_screen_keeps_its_size_and_a_new_window_chooses_anew() -> None:
    app = solo_app("perpetual_motion", 7)
    async with app.run_test(size=(80, 20)) as pilot:

        async def press(key: str) -> Face:
            await pilot.press(key)
            await pilot.pause()
            table_page(pilot).table.land()
            return table_page(pilot).table.canvas.face

        deals = 0
        while await press("space") is LARGE:
            deals += 1
        assert deals > 2
        undone = 1
        while await press("u") is BOXED:
            undone += 1
        assert undone > SPARE, "a card less in each column makes no larger cards yet"
        for _ in range(undone - 1):
            assert await press("space") is LARGE
        assert await press("space") is BOXED
        await pilot.resize_terminal(200, 60)
        await pilot.pause()
        assert table_page(pilot).table.canvas.face is LARGE
