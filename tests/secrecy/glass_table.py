"""A common table in a deterministic server: a test chooses the packs, and a script plays at it."""

import asyncio
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from engine.cards import Card
from engine.options import Value
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.state import RoundState
from server.boards.common_table import CommonTable
from server.boards.seat_standing import StoredStanding
from server.live_rooms.common_tables.table_sender import TableSender
from server.rooms.state import Race, Room
from server.store.streams.room_feed import FeedEntry
from server.store.table_commands import CommandBatch, TableCommands
from tests.messages import told
from tests.secrecy.glass import COUNTDOWN_MS, Ear, GlassStore, World

BELL_MS = 600_000
Packs = Sequence[Sequence[Card]]


def dealing(packs: Packs) -> type[Room]:
    """A room class whose tables are dealt from these packs."""

    class Dealt(Room):
        def common_table(self, race: Race) -> CommonTable:
            real = Room.common_table(self, race)  # refuses before the start
            return CommonTable(real.rules, real.seats, real.rules.deal(packs))

    return Dealt


class GlassTables(TableCommands):
    """The stored commands of tables, in memory."""

    def __init__(self, store: GlassStore) -> None:
        self._store = store
        self._lines: dict[int, list[str]] = {}
        self._number = 0

    async def store(self, now: int, batch: CommandBatch) -> str:
        await asyncio.sleep(0)
        if batch.expected != self._number:
            return f"behind {self._number}"
        ms = now - self._store.origin
        for seat, line in batch.commands:
            self._lines.setdefault(seat, []).append(f"{ms} {line}")
        self._number += len(batch.commands)
        for seat, text in batch.standings.items():
            standing = text.replace("@", str(ms))
            self._store.stored.setdefault(batch.n, {})[seat] = StoredStanding.read(standing)
            self._store.news.append(FeedEntry(batch.code, None, batch.n, seat, standing, None))
        return f"ok {ms}"

    async def lines(self, code: str, n: int, since: Mapping[int, int]) -> dict[int, list[str]]:
        await asyncio.sleep(0)
        return {seat: self._lines.get(seat, [])[known:] for seat, known in since.items()}


@dataclass
class TableScript:
    """What happens at a table: everything that a client can send, chosen by what everybody sees."""

    seed: int
    seats: int
    steps: int
    options: Mapping[str, Value]
    settings: Mapping[str, Any]
    states: list[RoundState] = field(default_factory=list)
    """The tables after each command, in the last world in which the script has run."""
    early: list[str] = field(default_factory=list)
    """What spectators were told before the delay of the room."""

    async def __call__(self, world: World) -> None:
        rng, self.states, self.early = random.Random(self.seed), [], []
        people = [await world.ear(f"p{seat}") for seat in range(self.seats)]
        room = await people[0].say(
            "create", game="racing_demon", options=self.options, bell_ms=BELL_MS, name="p0",
            token="0" * 22, legal=True, settings=self.settings,
        )  # fmt: skip
        code = room["code"]
        for seat in range(1, self.seats):
            fields = {"token": str(seat) * 22, "legal": seat % 2 == 0}
            await people[seat].say("join", code=code, name=f"p{seat}", **fields)
        aside = await world.ear("aside")
        await aside.say("join", code=code, name="aside", token="a" * 22, legal=True)
        watchers = [aside, await world.ear("watcher")]
        await watchers[1].say("watch", code=code)
        for seat, ear in enumerate(people):
            await ear.say("ready", nonce=str(seat) * 32)
        if world.room.race.status == "lobby":
            await people[0].say("start")
        await world.wait(COUNTDOWN_MS)
        world.store.origin = world.room.race.origin
        await self._note(world, watchers)
        for key in range(1, self.steps + 1):
            table = world.room.common_table
            assert table is not None
            if table.state.over:
                break
            seat = rng.randrange(self.seats)
            await self._command(world, people[seat], seat, key, rng)
            await self._note(world, watchers)
            if rng.random() < 0.15:
                await self._ask(world, rng.choice([*people, *watchers]), code, rng)
                await self._note(world, watchers)
        await self._show_late(world)
        await self._note(world, watchers)

    async def _show_late(self, world: World) -> None:
        """Let spectators who see the table late see all of it."""
        delay_ms = int(self.settings.get("delay_ms", 0))
        await world.wait(delay_ms)
        sender = world.room.table_sender
        if isinstance(sender, TableSender):
            sender._show(delay_ms)

    async def _command(
        self, world: World, ear: Ear, seat: int, key: int, rng: random.Random
    ) -> None:
        """Make a move, mostly a legal one, sometimes twice with one key."""
        table = world.room.common_table
        assert table is not None
        rules, words = table.rules, list[str]()
        moves = rules.legal(table.state, seat)
        if rng.random() < 0.8:
            cards = [move for move in moves if rules.codec.to_text(move) not in ("turn", "stuck")]
            words.append(rules.codec.to_text(rng.choice(cards or moves[:1])))
        else:
            foundations = [f"foundation.{at}" for at in range(len(table.state.foundations))]
            words += [
                f"claim {rng.choice(['reserve', 'waste', 'tab.0', 'tab.1'])}"
                f" {rng.choice([*foundations, 'foundation.new'])} {rng.randrange(6)}",
                f"pack {rng.choice(['reserve', 'waste'])} tab.{rng.randrange(4)}",
                rng.choice(["stuck", "out", "fill reserve tab.0", "peek stock", "away"]),
            ]
        for number, word in enumerate(words):
            for _ in range(1 + (rng.random() < 0.1)):
                await _told(world, ear, "play_table", race=1, key=10 * key + number, move=word)

    async def _ask(self, world: World, ear: Ear, code: str, rng: random.Random) -> None:
        kinds: list[tuple[str, dict[str, Any]]] = [
            ("look", {}),
            ("watch", {"code": code}),
            ("get_record", {"race": code}),
            ("get_analysis", {"race": code}),
            ("get_traveller", {"deal": code}),
            ("get_replay", {"race": code, "seat": 0}),
            ("get_ghost", {"race": code, "seat": 0}),
            ("watch_board", {"seat": 0}),
            ("watch_boards", {"seats": [0, 1]}),
            ("unwatch", {}),
            ("next_frame", {"race": 1, "frame": 2}),
            ("play", {"race": 1, "ply": 0, "move": "turn"}),
            ("mark", {"race": 1, "pile": "tab.0", "index": None, "tilt": 3}),
            ("start", {}),
            ("rematch", {}),
            ("unready", {}),
            ("ping", {}),
        ]
        kind, fields = rng.choice(kinds)
        if kind == "watch" and ear.viewer.seat is not None:
            kind, fields = "look", {}
        await _told(world, ear, kind, **fields)
        await world.wait(rng.choice([0, 0, 300]))

    async def _note(self, world: World, watchers: list[Ear]) -> None:
        table = world.room.common_table
        assert table is not None
        self.states.append(table.state)
        delay = int(self.settings.get("delay_ms", 0))
        until = world.room.race.clock(world.clock.now()) - delay
        if not delay or world.room.race.status != "running":
            return
        for ear in watchers:
            for data in ear.told:
                for message in told(data) if data[:1] == b"{" else ():
                    whole = message.get("common_table") or message
                    shown_ms = {"common_table": "clock_ms", "table_changed": "ms"}
                    if whole["type"] in shown_ms and whole[shown_ms[whole["type"]]] > until:
                        self.early.append(json.dumps(message))


async def _told(world: World, ear: Ear, kind: str, **fields: Any) -> None:
    """Send a request, and wait until it is answered."""
    await ear.say(kind, **fields)
    while world.table_moves.waiting or world.table_moves._deciding:  # noqa: ASYNC110 # settled
        await asyncio.sleep(0)
    await world.settle()


def plays_out(packs: Packs, script: TableScript) -> World:
    """The world after a script has run at a table that is dealt from these packs."""

    async def live() -> World:
        world = World([])
        world.store._room = dealing(packs)
        world.store.commands = GlassTables(world.store)
        await world.live(script)
        return world

    # The timer of the sender runs on real time, which is not that of the world.
    with patch.object(TableSender, "_wake_in", lambda *_: None):
        return asyncio.run(live())


def hidden(rules: RacingDemon, packs: Packs, states: Sequence[RoundState]) -> list[set[int]]:
    """For each seat the places in its pack of the cards that nobody has seen."""
    seen: list[set[Card]] = [set() for _ in packs]
    for state in states:
        for seat, board in enumerate(state.boards):
            seen[seat].update(card for pile in board.piles for card in pile.up)
    unseen = [
        {at for at, card in enumerate(pack) if card not in seen[seat]}
        for seat, pack in enumerate(packs)
    ]
    if rules.chosen["same_deal"]:
        return [set.intersection(*unseen)] * len(packs)
    return unseen


def reshuffled(packs: Packs, places: Sequence[set[int]], rng: random.Random) -> list[list[Card]]:
    """The packs with the cards of these places in another order; equal packs stay equal."""
    found: list[list[Card]] = []
    for seat, pack in enumerate(packs):
        if seat and list(pack) == list(packs[0]) and places[seat] == places[0]:
            found.append(found[0])
            continue
        order, other = sorted(places[seat]), list(pack)
        cards = [pack[at] for at in order]
        rng.shuffle(cards)
        for at, card in zip(order, cards, strict=True):
            other[at] = card
        found.append(other)
    return found
