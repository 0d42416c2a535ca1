"""The types of what games show: every view, change and move of every game agrees with its own, and
a client reads what it does not know."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import pytest
from pydantic import TypeAdapter

from engine.cards import deal_number_seed
from engine.computer_players.player import Player
from engine.errors import BadPosition
from engine.games import GAMES, AnyGame
from engine.games.klondike import Klondike
from engine.moves import MoveJson, Place, Resign
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.record import TableRecord
from engine.rules import RULES
from engine.view import Facts, View
from protocol import from_client, from_server
from protocol.message import BadMessage, encode
from protocol.schemas import game_types
from protocol.schemas.json_schema import schema
from tests.engine.helpers import every_game
from tests.engine.racing_tables import some_move
from tests.engine.test_racing_demon_record import AT_THE_BELL, CALLED_OFF, OF_A_SERIES, OUT
from tests.protocol.from_schema import Schema, agrees, follow

DOCUMENT = schema()["games"]
MOVES = 30


class Shown(NamedTuple):
    """What a game showed on one deal."""

    rules: AnyGame
    views: list[dict[str, Any]]
    changes: list[dict[str, Any]]
    moves: list[MoveJson]


def types_of(slug: str, document: Schema = DOCUMENT) -> dict[str, Schema]:
    """The schemas of `view`, `changed` and `move` of a game."""
    types: dict[str, Schema] = follow(document, document["properties"][slug]["$ref"])["properties"]
    return types


def shown_by(rules: AnyGame, number: int) -> Shown:
    """What a game shows while a deal is played at random or greedily."""
    chance = random.Random(number)
    state = rules.deal(rules.pack(deal_number_seed(number)))
    player = Player(rules, chance.choice(("random", "greedy")), chance.randrange)
    shown = Shown(rules, [rules.view(state).to_json()], [], [])
    while not state.over and len(shown.changes) < MOVES:
        shown.moves.extend(map(rules.codec.to_json, rules.legal(state).moves))
        after = rules.play(state, player.move(state)).state
        shown.changes.append(rules.changes(state, after).to_json())
        shown.views.append(rules.view(after).to_json())
        state = after
    shown.views.append(rules.view(rules.showdown(state)).to_json())
    return shown


def every_deal() -> Iterator[Shown]:
    for number, rules in enumerate(every_game()):
        yield shown_by(rules, number + 1)


def test_what_every_game_shows_agrees_with_its_types() -> None:
    facts: dict[str, set[str]] = {slug: set() for slug in GAMES}
    for shown in every_deal():
        slug, types = shown.rules.slug, types_of(shown.rules.slug)
        for part, found in zip(types, shown[1:], strict=True):
            for value in found:
                told = json.loads(json.dumps(value))
                assert agrees(DOCUMENT, types[part], told), (shown.rules.identity, part, told)
        facts[slug].update(name for view in shown.views for name in view)
    for slug, seen in facts.items():
        declared = follow(DOCUMENT, types_of(slug)["view"]["$ref"])["properties"]
        assert seen == set(declared) - {"passed"}, slug


def test_what_every_game_shows_agrees_with_the_types_of_any_game() -> None:
    document = schema()["from_server"]
    for slug, rules in GAMES.items():
        shown = shown_by(rules(), 3)
        for name, found in zip(("View", "Changed", "Move"), shown[1:], strict=True):
            for value in found:
                told = json.loads(json.dumps(value))
                assert agrees(document, document["$defs"][name], told), (slug, told)


def test_the_types_of_a_game_have_its_options() -> None:
    piles = follow(DOCUMENT, "#/$defs/UncleRemusPile")["enum"]
    assert piles == [*(f"tab.{i}" for i in range(10)), "stock", "books"]
    fewest = types_of("uncle_remus")["view"]
    required = follow(DOCUMENT, fewest["$ref"])["properties"]["piles"]["required"]
    assert set(required) < set(piles), "an option leaves out columns"


def _without(value: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: part for key, part in value.items() if key != name}


def test_the_types_of_a_game_refuse_what_is_not_of_the_game() -> None:
    rules = GAMES["usk"]()
    shown, types = shown_by(rules, 1), types_of("usk")
    view, move = shown.views[0], shown.moves[0]
    card = {**view["piles"], "tab.0": {"down": 0, "up": ["1S"]}}
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("view", _without(view, "session")),
        ("view", {**view, "session": "1"}),
        ("view", {**view, "phase": "turn"}),
        ("view", {**view, "piles": _without(view["piles"], "tab.0")}),
        ("view", {**view, "piles": {**view["piles"], "waste": {"down": 0, "up": []}}}),
        ("view", {**view, "piles": card}),
        ("changed", {"piles": {"tab.0": None}}),
        ("changed", {"session": 1}),
        ("move", {**move, "kind": "turn"}),
        ("move", {"kind": "pack", "src": "tab.0", "dst": "tab.1"}),
        ("move", {"kind": "pack", "src": "tab.0", "dst": "waste", "n": 1}),
    ]
    for part, value in wrong:
        assert not agrees(DOCUMENT, types[part], value), (part, value)
    assert agrees(DOCUMENT, types["changed"], {"piles": {}})


# A common table. ----------------------------------------------------------------------------------


@pytest.mark.parametrize("piles", [4, 5])
def test_what_a_common_table_shows_agrees_with_its_types(piles: int) -> None:
    rules, rng = RacingDemon({"piles": piles}), random.Random(piles)
    types = types_of(rules.slug)
    state = rules.deal(rules.packs(deal_number_seed(7), 3))
    kinds = set[object]()
    for _ in range(400):
        for seat, shown in enumerate(rules.view(state).seats):
            assert agrees(DOCUMENT, types["view"], shown.view.to_json())
            assert agrees(DOCUMENT, types["changed"], shown.view.to_json())
            moves = [rules.codec.to_json(move) for move in rules.legal(state, seat)]
            kinds.update(move["kind"] for move in moves)
            assert all(agrees(DOCUMENT, types["move"], move) for move in moves)
        if state.over:
            break
        seat = next(at for at in rng.sample(range(3), 3) if rules.legal(state, at))
        state = rules.play(state, seat, some_move(rules, state, seat, rng)).state
    assert {"turn", "claim", "pack", "stuck"} <= kinds
    assert agrees(DOCUMENT, types["move"], rules.codec.to_json(Resign()))


def test_the_types_of_a_common_table_refuse_what_does_not_belong_to_it() -> None:
    types, pile = types_of("racing_demon"), {"down": 0, "up": ["AS"]}
    rules = RacingDemon()
    state = rules.deal(rules.packs(deal_number_seed(7), 1))
    view = rules.seat_view(state, 0).view.to_json()
    wrong: list[tuple[str, Any]] = [
        ("view", {"piles": _without(view["piles"], "stock")}),  # type: ignore[arg-type]
        ("view", {"piles": {**view["piles"], "foundation.0": pile}}),  # type: ignore[dict-item]
        ("view", {**view, "seed": 1}),
        ("changed", {"piles": {"tab.5": pile}}),
        ("changed", {"piles": {"waste": None}}),
        ("move", {"kind": "claim", "src": "waste", "dst": "foundation.0"}),
        ("move", {"kind": "claim", "src": "waste", "dst": "foundation.32", "height": 2}),
        ("move", {"kind": "turn", "src": "stock"}),
        ("move", {"kind": "redeal"}),
    ]
    for part, value in wrong:
        assert not agrees(DOCUMENT, types[part], value), (part, value)


@pytest.mark.parametrize("record", [OUT, AT_THE_BELL, CALLED_OFF, OF_A_SERIES])
def test_the_record_of_a_round_agrees_with_its_type(record: TableRecord) -> None:
    root = schema()["from_server"]
    document = json.loads(json.dumps(record.to_json()))
    assert agrees(root, root["$defs"]["RecordedTable"], document)
    assert not agrees(root, root["$defs"]["RaceRecord"], document)
    for name in ("results", "commands", "seats"):
        more = {**document, name: [*document[name], "else"]}
        assert not agrees(root, root["$defs"]["RecordedTable"], more)


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at a card."""

    pile: Place


class PatienceFacts(Facts):
    """What another game shows."""

    peeks_left: int


class Another(Klondike):
    slug: ClassVar[str] = "another"
    kinds = (*Klondike.kinds, Peek)  # type: ignore[assignment] # one kind more
    fact_types = PatienceFacts


def test_a_new_game_brings_its_own_types(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RULES, "another", Another)
    document = TypeAdapter(game_types.games.__wrapped__()).json_schema()
    types = types_of("another", document)
    view = shown_by(GAMES["klondike"](), 1).views[0]
    assert agrees(document, types["view"], {**view, "peeks_left": 2})
    assert not agrees(document, types["view"], view)
    assert agrees(document, types["move"], {"kind": "peek", "pile": "tab.3"})
    any_view = TypeAdapter(game_types.view.__wrapped__()).json_schema()
    assert any_view["properties"]["peeks_left"]["type"] == "integer"
    any_move = TypeAdapter(game_types.move.__wrapped__()).json_schema()
    assert any_move["properties"]["pile"]["type"] == "string"


class OtherFacts(Facts):
    """A fact that has another type in other games."""

    session: str


def test_a_name_has_one_type_in_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clashing(Klondike):
        fact_types = OtherFacts

    monkeypatch.setitem(RULES, "clashing", Clashing)
    with pytest.raises(ValueError, match="session has two types"):
        game_types.view.__wrapped__()


# Messages of a newer server, about a game this program does not know. -----------------------------

NEWER = {
    "piles": {"well.1": {"down": 300, "up": ["JOKER", "AS"], "tilted": True}, "gone": None},
    "weather": {"wind": [1, "N", None, True]},
    "session": "first",
}


def _table(view: object, legal: object) -> bytes:
    told = {"id": None, "race": 1, "ply": 0, "clock_ms": 1, "progress": 0, "points": None}
    message = {"type": "table", **told, "over": None, "view": view, "legal": legal, "marks": []}
    return json.dumps(message).encode()


def test_a_client_reads_the_views_and_moves_of_a_game_it_does_not_know() -> None:
    legal = [{"kind": "fly", "over": [[1, 2]], "why": None}]
    heard = from_server.parse(_table(NEWER, legal))
    assert isinstance(heard, from_server.Table)
    assert heard.view.piles["well.1"] is not None
    assert heard.view.piles["well.1"].up == ["JOKER", "AS"]
    assert heard.view.facts == {"weather": NEWER["weather"], "session": "first"}
    assert heard.legal == legal
    with pytest.raises(BadPosition, match=r"well\.1"):
        heard.view.checked()


@pytest.mark.parametrize(
    ("view", "legal"),
    [
        ({}, None),
        ({"piles": []}, None),
        ({"piles": {"tab.0": {"down": 1}}}, None),
        ({"piles": {"tab.0": {"down": -1, "up": []}}}, None),
        ({"piles": {}}, [7]),
        ({"piles": {}}, {"kind": "deal"}),
    ],
)
def test_what_has_not_the_form_of_a_view_or_a_move_is_refused(view: object, legal: object) -> None:
    with pytest.raises(BadMessage):
        from_server.parse(_table(view, legal))


def test_a_server_does_not_validate_what_it_sends() -> None:
    """The view in a message is the one that was put in, and is written as `to_json` says."""
    rules = GAMES["seven_and_sixes"]()
    view = rules.view(rules.deal(rules.pack(deal_number_seed(1))))
    made = from_server.Table(
        id=1, race=1, ply=0, clock_ms=1, view=view, progress=0, points=None, over=None
    )
    assert made.view is view
    assert json.loads(encode(made))["view"] == view.to_json()
    assert from_server.parse(encode(made)) == made


def test_the_moves_of_a_client_are_of_any_kind() -> None:
    for move in ({"kind": "fly", "over": [[1, 2]]}, {}, "fly 1 2"):
        asked = {"type": "play", "id": 1, "race": 1, "ply": 0, "move": move}
        heard = from_client.parse(json.dumps(asked))
        assert isinstance(heard, from_client.Play)
        assert heard.move == move


def test_a_view_is_read_as_it_was_written() -> None:
    for rules in GAMES.values():
        shown = shown_by(rules(), 4)
        for value in (*shown.views, *shown.changes):
            assert View.of_any_game(value).checked().to_json() == value
