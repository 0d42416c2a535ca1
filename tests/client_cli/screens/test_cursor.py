"""Every legal move of every game, by arrows, Tab and Enter alone, and by letters alone."""

from collections.abc import Iterator
from typing import Any

import pytest

from client_cli.screens.pages.solo import SoloPage
from client_cli.screens.table.drawing.canvas import Canvas, Spot
from client_cli.screens.table.drawing.table_renderer import draw
from client_cli.screens.table.drawing.table_style import TableStyle
from client_cli.screens.table.focus_order import ARROWS
from client_cli.screens.table.input_controller import InputController, name_of
from client_cli.screens.table.move_targets import routes, source_of
from client_cli.screens.table.selection import NO_SELECTION, Act, Picker
from client_cli.terminal.pile_labels import labels
from engine.cards import deal_number_seed
from engine.games import AnyGame, game
from engine.table import State
from tests.client_cli.screens.pilots import solo_app, table_page, text_of
from tests.client_cli.screens.test_keyboard import ENDS, end_of, press
from tests.client_cli.screens.test_selection import position
from tests.engine.endings import script

WALKS = (*ARROWS, "tab", "shift+tab")


def positions(slug: str) -> Iterator[tuple[AnyGame, State[Any]]]:
    """A game in its middle and near its end."""
    rules, deal = game(slug), ENDS[slug][0]
    moves = script(rules, deal)
    state = rules.deal(rules.pack(deal_number_seed(deal)))
    wanted = {len(moves) // 2, len(moves) - 2}
    for n, move in enumerate(moves):
        if n in wanted:
            yield rules, state
        state = rules.play(state, move).state


def drawn(rules: AnyGame, state: State[Any], controller: InputController, picker: Picker) -> Canvas:
    free = [move.cell for move in picker.moves if hasattr(move, "cell")]
    lit, view = picker.lit(controller.selection, controller.cursor), rules.view(state)
    return draw(rules, view, (80, 20), TableStyle(), lambda place: name_of(rules, place), lit, free)


def walk_to(controller: InputController, picker: Picker, canvas: Canvas, goal: Spot) -> list[str]:
    """Bring the cursor to a stop; the keys that do it, as few as can be."""
    ways: dict[Spot | None, list[str]] = {controller.cursor: []}
    ahead = [controller.cursor]
    while goal not in ways:
        assert ahead, f"no way to {goal}"
        here = ahead.pop(0)
        for key in WALKS:
            controller.cursor = here
            controller.walk(picker, canvas, key)
            if controller.cursor not in ways:
                ways[controller.cursor] = [*ways[here], key]
                ahead.append(controller.cursor)
    controller.cursor = goal
    return ways[goal]


def chosen(controller: InputController, picker: Picker, canvas: Canvas, act: Act, move: Any) -> Act:
    """Walk to a numbered choice and press Enter."""
    if not act.selection.choices:
        return act
    while act.selection.choices[controller.chosen or 0] != move:
        controller.walk(picker, canvas, "right")
    return controller.enter(picker)


def by_cursor(rules: AnyGame, state: State[Any], move: Any) -> Any:
    """The move that comes of it."""
    controller, picker = InputController(rules), Picker(rules, state)
    if hasattr(move, "cell"):
        stops = [Spot(move.cell if state.beside.laid else (0, 0))]
    elif source_of(rules, move) is None:
        return controller.deal(picker).move
    else:
        way = next(routes(rules, state, move))
        stops = [pointed(rules, state, picker, move), *map(Spot, way.steps)]
    act, canvas = Act(controller.selection), drawn(rules, state, controller, picker)
    for goal in stops:
        if act.move is None and not act.selection.choices:
            walk_to(controller, picker, canvas, goal)
            act = controller.enter(picker)
    return chosen(controller, picker, canvas, act, move).move


def pointed(rules: AnyGame, state: State[Any], picker: Picker, move: Any) -> Spot:
    """Where the hand picks up what the move takes."""
    source = str(source_of(rules, move))
    place, _, at = str(getattr(move, "src", source)).rpartition(".")
    up = state.piles[rules.layout.index[source]].up
    inside = place == source and not getattr(move, "n", 0)
    n = (len(up) - int(at) if place == "fan" else 2) if inside else getattr(move, "n", 0)
    return (
        Spot(source, n)
        if Spot(source, n) in picker.parts(InputController(rules).selection)
        else Spot(source)
    )


def same(rules: AnyGame, state: State[Any], move: Any, found: Any) -> bool:
    """Whether both lead to one position: of two cards that are alike either may go."""
    if found is None:
        return False
    after = rules.play(state, found).state
    return rules.position(rules.play(state, move).state) == rules.position(after)


@pytest.mark.parametrize("slug", sorted(ENDS))
def test_every_move_can_be_made_by_the_cursor_alone(slug: str) -> None:
    for rules, state in positions(slug):
        for move in rules.legal(state).moves:
            assert same(rules, state, move, by_cursor(rules, state, move)), (move, state.piles)


def by_letters(rules: AnyGame, state: State[Any], move: Any) -> Any:
    """A pile's letter and the other's, with a number before where fewer cards are meant."""
    controller, picker, label = InputController(rules), Picker(rules, state), labels(rules)
    if hasattr(move, "cell"):
        typed = [*name_of(rules, move.cell if state.beside.laid else (0, 0))]
    elif source_of(rules, move) is None:
        return controller.deal(picker).move
    else:
        way = next(routes(rules, state, move))
        source = str(way.source)
        first = [*str(getattr(move, "n", "")), *label[source]]
        if source == "fan":
            first = ["<"] * pointed(rules, state, picker, move).n
        typed = [*first, *(char for step in way.steps for char in label[str(step)])]
    act = Act(controller.selection)
    for char in typed:
        if act.move is None and not act.selection.choices:
            act = controller.key(picker, char) or act
    if act.move is None and controller.typed:
        act = controller.enter(picker)
    if act.selection.choices:
        act = controller.key(picker, str(act.selection.choices.index(move) + 1)) or act
    return act.move


@pytest.mark.parametrize("slug", sorted(ENDS))
def test_every_move_can_be_made_by_letters_alone(slug: str) -> None:
    for rules, state in positions(slug):
        for move in rules.legal(state).moves:
            assert same(rules, state, move, by_letters(rules, state, move)), (move, state.piles)


@pytest.mark.parametrize("slug", sorted(set(ENDS) - {"cribbage_patience", "poker_patience"}))
def test_the_same_letter_twice_plays_a_card_that_has_one_place_to_go(slug: str) -> None:
    """Kings' fan excepted: of several cards one has to be named."""
    for rules, state in positions(slug):
        picker = Picker(rules, state)
        goals: dict[Any, dict[Any, Any]] = {}
        for move in picker.moves:
            if source_of(rules, move) not in (None, "fan"):
                way = next(routes(rules, state, move))
                goals.setdefault(way.source, {}).setdefault((type(move), way.steps[0]), move)
        for source, moves in goals.items():
            controller, act = InputController(rules), None
            for char in labels(rules)[str(source)] * 2:
                act = controller.key(picker, char)
            act = controller.enter(picker) if controller.typed else act
            assert act is not None
            if len(moves) == 1:
                assert act.move is not None or act.selection.steps or act.selection.choices, source
            else:
                assert len(act.selection.choices) == len(moves)


@pytest.mark.parametrize("slug", sorted(ENDS))
def test_every_refusal_is_a_sentence_and_leaves_the_hand_as_it_was(slug: str) -> None:
    for rules, state in positions(slug):
        picker = Picker(rules, state)
        for source in rules.layout:
            taken = picker.pick(NO_SELECTION, Spot(source))
            if taken.move is None and taken.selection.source is None:
                assert_sentence(taken.say)
            for goal in rules.layout if taken.selection.source else ():
                act = picker.pick(taken.selection, Spot(goal))
                refused = act.move is None and act.selection.steps == act.selection.choices == ()
                if refused and goal != source:
                    assert_sentence(act.say)
                    assert act.selection == taken.selection
                    assert "further left" not in act.say, "hands name either first"


def assert_sentence(told: str) -> None:
    assert told[:1].isupper(), told
    assert told.endswith("."), told


@pytest.mark.parametrize("slug", ["demon", "good_measure"])
async def test_a_game_is_played_to_its_end_by_the_cursor_alone(slug: str) -> None:
    deal, end = ENDS[slug]
    rules = game(slug)
    expected = rules.deal(rules.pack(deal_number_seed(deal)))
    async with solo_app(slug, deal).run_test(size=(80, 24)) as pilot:
        page = table_page(pilot)
        await pilot.pause()
        for move in script(rules, deal):
            expected = rules.play(expected, move).state
            for goal in stops_of(rules, page, move):
                if goal is None:
                    await press(pilot, "space")
                    continue
                canvas, cursor = page.table.canvas, page.controller.cursor
                keys = walk_to(page.controller, page.picker(), canvas, goal)
                page.controller.cursor = cursor
                await press(pilot, *keys, "enter")
            assert rules.position(page.state()) == rules.position(expected), (move, page.say)
        await pilot.pause()
        assert await end_of(pilot, page) == end


def stops_of(rules: AnyGame, page: Any, move: Any) -> list[Spot | None]:
    """What the cursor has to visit for a move; None for Space."""
    if source_of(rules, move) is None:
        return [None]
    way = next(routes(rules, page.state(), move))
    return [pointed(rules, page.state(), page.picker(), move), *map(Spot, way.steps)]


async def test_the_cursor_stands_on_a_card_and_on_a_choice() -> None:
    async with solo_app("uncle_remus", 3).run_test(size=(80, 24)) as pilot:
        page = table_page(pilot)
        parts: list[Spot] = []
        for move in script(page.game, 3):
            parts = parts or [s for s in page.picker().parts(page.controller.selection) if s.n == 2]
            if not parts:
                page.make(move)
        part = parts[0]
        page.controller.cursor = part
        page.redraw()
        x, y = page.table.canvas.at(part) or (0, 0)
        assert page.table.canvas.lines()[y][x] == "["
        await press(pilot, "enter")
        assert (page.controller.selection.source, page.controller.selection.count) == part
    async with solo_app("aces_up", 52).run_test(size=(80, 24)) as pilot:
        page = table_page(pilot)
        assert isinstance(page, SoloPage)
        several = position("AS KS", "AD", "", "AH 2D")
        page.solo.board = page.solo.board._replace(state=several)
        await press(pilot, "tab", "d", "d")
        assert len(page.controller.selection.choices) > 1
        assert "[1 " in text_of(pilot.app)
        await press(pilot, "right")
        await pilot.pause()
        assert "[2 " in text_of(pilot.app)
        second = page.controller.selection.choices[1]
        expected = page.game.play(page.state(), second).state
        await press(pilot, "enter")
        assert page.state() == expected
