"""Two packs that differ only in what is hidden: the server sends the same bytes."""

import os
import random
from functools import partial
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from engine.cards import NAME, Card, deal_number_seed
from engine.games import GAMES, AnyGame, game
from engine.table import State
from server import audience
from server.happenings import BoardMove, Viewer
from tests.harness import RACED
from tests.secrecy.glass import Ear, World, lives

EVERY = [
    game(slug, dict(zip([o.name for o in rules.options], values, strict=True)))
    for slug in RACED
    for rules in (GAMES[slug],)
    for values in product(*(option.values for option in rules.options))
]
each_game = pytest.mark.parametrize("rules", EVERY, ids=[rules.identity for rules in EVERY])
brisk = settings(
    max_examples=25,
    deadline=None,
    database=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


class Script:
    """What two contestants and a watcher do in one race, refusals and resumes and all.

    Everything follows from the numbers it is made with and from what is seen on the way, so that
    two worlds that look alike are treated alike.
    """

    def __init__(self, rules: AnyGame, seed: int, moves: tuple[int, int], hurry: float) -> None:
        self.rules, self.seed, self.moves, self.hurry = rules, seed, moves, hurry

    async def __call__(self, world: World) -> None:
        self.rng = random.Random(self.seed)
        self.world = world
        a, b, watcher = [await world.ear(name) for name in ("a", "b", "watcher")]
        self.code = await self._get_ready(a, b, watcher)
        for ear, moves in ((a, self.moves[0]), (b, self.moves[1])):
            for ply in range(moves):
                await self._move(ear, ply)
        await self._talk(a, b, watcher)
        await self._come_and_go()

    async def _get_ready(self, a: Ear, b: Ear, watcher: Ear) -> str:
        room = await a.say(
            "create",
            game=self.rules.slug,
            options=self.rules.chosen,
            bell_ms=600_000,
            name="Anna",
            token="a" * 22,
            legal=True,
        )
        code: str = room["code"]
        await b.say("join", code=code, name="Bertha", token="b" * 22)
        await watcher.say("watch", code=code)
        await a.say("ready", nonce="0" * 32)
        await b.say("play", race=1, ply=0, move="deal")
        await b.say("ready", nonce="1" * 32)
        await a.say("play", race=1, ply=0, move="deal")
        await self.world.hold(40)
        await watcher.say("watch", code=code)
        await self.world.wait(200)
        return code

    def _state(self, seat: int) -> State[Any]:
        desk = self.world.room.desks[seat]
        return self.rules.state_of(self.rules.view(desk.state), desk.state.over)

    def _words(self, seat: int) -> list[str]:
        """Move texts, mostly ones that are refused, chosen by what the seat sees."""
        places = self.rules.layout.names
        words = ["deal", "place 0,0", "place 9,9", "move", "peek stock", "place -1,1"]
        for _ in range(4):
            src, dst = self.rng.choice(places), self.rng.choice(places)
            words += [f"move {src} {dst} {self.rng.randint(0, 3)}", f"discard {src}"]
            words += [f"fill {src} {dst}"]
        codec, state = self.rules.codec, self._state(seat)
        legal = {codec.to_text(move) for move in self.rules.legal(state).moves}
        return [word for word in words if word not in legal]

    async def _move(self, ear: Ear, ply: int) -> None:
        """A move that is legal as far as one sees, sometimes after one that is not."""
        seat = ear.viewer.seat or 0
        state = self._state(seat)
        if state.over:
            return
        if self.rng.random() < 0.2:
            await ear.say("play", race=1, ply=ply, move=self.rng.choice(self._words(seat)))
        moves = self.rules.legal(state).moves
        if len(moves) > 1 and self.rng.random() >= self.hurry:
            moves = moves[:-1]  # the last in the list is the deal
        move = self.rules.codec.to_json(self.rng.choice(moves))
        await ear.say("play", race=1, ply=ply, move=move)
        if self.rng.random() < 0.1:
            await ear.say("play", race=1, ply=ply, move=move)
            await ear.say("play", race=1, ply=max(0, ply - 3), move=move)

    async def _talk(self, a: Ear, b: Ear, watcher: Ear) -> None:
        """Everything that may be asked of a race under way."""
        for ear in (a, b, watcher):
            for kind in ("look", "start", "rematch", "unready", "ping"):
                await ear.say(kind)
            await ear.say("ready", nonce="2" * 32)
            await ear.say("get_record", race=self.code)
            await ear.say("get_record", race=f"{self.code}-1")
            ply = self.world.room.desks[ear.viewer.seat or 0].ply
            for word in self._words(ear.viewer.seat or 0):
                await ear.say("play", race=1, ply=ply, move=word)
            await ear.say("play", race=1, ply=ply + 1, move="deal")
            await ear.say("play", race=2, ply=ply, move="deal")
            await ear.say("resume", code=self.code, token="c" * 22)

    async def _come_and_go(self) -> None:
        """Cuts, resumes, latecomers, an outage, a resignation."""
        world = self.world
        again = await world.ear("a again")
        await again.say("resume", code=self.code, token="a" * 22, legal=True)
        await world.hold(1_000)
        late = await world.ear("late")
        await late.say("join", code=self.code, name="ANNA", token="d" * 22)
        await late.say("join", code=self.code, name="Carla", token="a" * 22)
        await late.say("join", code=self.code, name="Carla", token="d" * 22)
        await late.say("look")
        await late.say("play", race=1, ply=0, move="deal")
        await again.gone()
        third = await world.ear("a for the third time")
        await third.say("resume", code=self.code, token="a" * 22, legal=False)
        watcher = await world.ear("another watcher")
        await watcher.say("watch", code=self.code)
        await third.say("play", race=1, ply=world.room.desks[0].ply, move="resign")
        await watcher.say("watch", code=self.code)
        await third.say("look")


def hidden(rules: AnyGame, worlds: World) -> set[int]:
    """Which cards of the pack nobody has seen, by their places in it."""
    # A setting up of numbers instead of cards tells where each place of the pack lies.
    places: Any = rules.set_up([Card(i) for i in range(52 * rules.packs)])
    unseen = [
        {
            place
            for now, first in zip(desk.state.piles, places.piles, strict=True)
            for place in first.down[: len(now.down)]
        }
        for desk in worlds.room.desks.values()
    ]
    assert len(unseen) == 2
    return {int(place) for place in unseen[0] & unseen[1]}


def swapped(pack: list[Card], places: set[int], rng: random.Random) -> list[Card]:
    """The pack with the cards in these places shuffled among them."""
    order, other = sorted(places), list(pack)
    cards = [pack[i] for i in order]
    rng.shuffle(cards)
    for i, card in zip(order, cards, strict=True):
        other[i] = card
    return other


def scripts(rules: AnyGame) -> st.SearchStrategy[Script]:
    return st.builds(
        Script,
        st.just(rules),
        st.integers(0, 10**6),
        st.tuples(st.integers(0, 40), st.integers(0, 20)),
        st.sampled_from([0.05, 0.3, 1.0]),
    )


@each_game
@brisk
@given(data=st.data())
def test_what_is_hidden_changes_no_byte(rules: AnyGame, data: st.DataObject) -> None:
    script = data.draw(scripts(rules))
    pack = rules.pack(deal_number_seed(data.draw(st.integers(1, 10**6))))
    one = lives(pack, script)
    other_pack = swapped(pack, hidden(rules, one), random.Random(script.seed))
    assume(other_pack != pack)
    other = lives(other_pack, script)
    for (name, told), (_, also_told) in zip(one.said(), other.said(), strict=True):
        assert told == also_told, name


@each_game
def test_what_is_seen_changes_the_bytes(rules: AnyGame) -> None:
    """The other way round: a difference that was turned up does show, so bytes are compared."""
    script = Script(rules, 1, (12, 6), 0.5)
    pack = rules.pack(deal_number_seed(7))
    one = lives(pack, script)
    seen = set(range(len(pack))) - hidden(rules, one)
    cards = {NAME[pack[i]] for i in seen}
    assert len(cards) > 3
    other = lives(swapped(pack, seen, random.Random(2)), script)
    assert one.said()[0] != other.said()[0]
    kinds = {
        data.split(b'"type":"')[1].split(b'"')[0]
        for e in one.ears
        for data in e.told
        if data[:1] == b"{"
    }
    assert kinds >= {
        b"welcome", b"room", b"done", b"refused", b"pong", b"joined", b"presence", b"ready_changed",
        b"countdown", b"held", b"started", b"table", b"moved", b"progress",
    }, kinds  # fmt: skip


def full_points(real: Any, seat: int, numbers: Any, *, over: bool) -> Any:
    del over
    return real(seat, numbers, over=True)


def last_of_the_stock(real: Any, what: BoardMove, viewer: Viewer) -> Any:
    moved = real(what, viewer)
    down: Any = max((pile.down for pile in what.taken.after.piles), key=len)
    return moved.model_copy(update={"progress": sum(down[:3])})


@pytest.mark.parametrize(
    ("name", "plant"),
    [("_standing", full_points), ("_moved", last_of_the_stock)],
    ids=["full points", "last of the stock"],
)
def test_a_leak_of_what_is_hidden_changes_the_bytes(
    monkeypatch: pytest.MonkeyPatch, name: str, plant: Any
) -> None:
    rules = game("cribbage_patience")
    script = Script(rules, 1, (16, 5), 1.0)
    pack = rules.pack(deal_number_seed(7))
    monkeypatch.setattr(audience, name, partial(plant, getattr(audience, name)))
    one = lives(pack, script)
    other = lives(swapped(pack, hidden(rules, one), random.Random(1)), script)
    assert one.said() != other.said()
