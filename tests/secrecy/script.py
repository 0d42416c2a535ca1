"""The script of a race with two contestants and a watcher, which depends only on what they see."""

import random
from typing import Any, Literal

from engine.games import AnyGame
from engine.races.terms import terms
from engine.table import State
from tests.messages import told
from tests.secrecy.glass import Ear, World
from tests.secrecy.referee import as_called
from tests.secrecy.sight import wild_move


class Script:
    """What two contestants and a watcher do in one race, with refusals and resumes. Everything
    follows from the given numbers and from what is seen, so worlds that look alike are treated
    alike. With called cards, the second contestant sometimes lets the server lay theirs."""

    def __init__(
        self,
        rules: AnyGame,
        seed: int,
        moves: tuple[int, int],
        hurry: float,
        agreed: dict[str, Any] | None = None,
    ) -> None:
        self.rules, self.seed, self.moves, self.hurry = rules, seed, moves, hurry
        self.agreed = agreed or {}
        self.terms = terms(rules, self.agreed)
        self.stop: Literal["before zero", "in the deal", "in the play"] = "in the play"

    async def __call__(self, world: World) -> None:
        self.rng = random.Random(self.seed)
        self.world = world
        ears = a, b, _ = [await world.ear(name) for name in ("a", "b", "watcher")]
        self.code = await self._get_ready(*ears)
        if self.stop == "before zero":
            await self._talk(*ears)
            return
        await self.world.wait(200)
        for ear in (a, b):
            await self._watch(ear)
        if self.stop == "in the deal":
            await self._talk(*ears)
            return
        if self.terms.call_ms is not None:
            await self._lay_what_is_called(a, b, self.terms.call_ms)
        else:
            for ear, moves in ((a, self.moves[0]), (b, self.moves[1])):
                for _ in range(moves):
                    await self._move(ear)
        await self._talk(*ears)
        await self._come_and_go()

    async def _get_ready(self, a: Ear, b: Ear, watcher: Ear) -> str:
        room = await a.say(
            "create",
            game=self.rules.slug,
            options=self.rules.chosen,
            bell_ms=600_000,
            terms=self.agreed,
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
        return code

    async def _watch(self, ear: Ear) -> None:
        """Watch the deal frame by frame, to its end or to the first round."""
        frame, frames = 1, len(self.rules.frames(self.rules.pack(bytes(32)))) and last_frame(ear)
        while frame < frames and self.stop == "in the play":
            frame += 1
            await ear.say("next_frame", race=1, frame=frame + 1)
            await ear.say("next_frame", race=1, frame=frame)

    def _state(self, seat: int) -> State[Any]:
        seat_board, race = self.world.room.seat_boards[seat], self.world.room.race
        call = None if self.terms.call_ms is None else race.call
        state = as_called(self.rules, seat_board.state, call)
        return self.rules.state_of(self.rules.view(state), state.over)

    async def _lay_what_is_called(self, a: Ear, b: Ear, call_ms: int) -> None:
        """Each card is laid by both, in either order; each time somebody tries the next one too
        early."""
        for _ in range(self.moves[0]):
            early, late = (a, b) if self.rng.random() < 0.5 else (b, a)
            await self._move(early)
            await early.say("look")
            ply = self.world.room.seat_boards[early.viewer.seat or 0].ply
            await early.say("play", race=1, ply=ply, move=self.rng.choice(self._words(0)))
            if late is b and self.rng.random() < 0.4:
                await self.world.wait(call_ms)
            else:
                await self._move(late)
        await self._move(a)  # and now waits for a card that is not called

    def _words(self, seat: int) -> list[str]:
        """Refused texts, mostly well-formed moves, chosen by what the seat sees."""
        words, state = ["deal", "place 9,9", "move", "peek stock"], self._state(seat)
        for _ in range(6):
            move = wild_move(self.rules, self.rng)
            if state.over or self.rules.refusal(state, move):
                words.append(self.rules.codec.to_text(move))
        return words[0 if "deal" not in self.rules.codec.kinds else 1 :]

    async def _move(self, ear: Ear) -> None:
        """Make a move that is legal as far as one sees, sometimes after one that is not; sometimes
        undo it, or try to."""
        seat = ear.viewer.seat or 0
        state, ply = self._state(seat), self.world.room.seat_boards[seat].ply
        if state.over:
            return
        if self.rng.random() < 0.15:
            await ear.say("play", race=1, ply=ply, move="undo")
            return
        if self.rng.random() < 0.2:
            await ear.say("play", race=1, ply=ply, move=self.rng.choice(self._words(seat)))
        moves = self.rules.legal(state).moves
        if not moves:  # the next card has not been called
            return
        if len(moves) > 1 and self.rng.random() >= self.hurry:
            moves = moves[:-1]  # the last of the list is the deal, if there is one
        move = self.rules.codec.to_json(self.rng.choice(moves))
        await ear.say("play", race=1, ply=ply, move=move)
        if self.rng.random() < 0.1:
            await ear.say("play", race=1, ply=ply, move=move)
            await ear.say("play", race=1, ply=max(0, ply - 3), move=move)

    async def _talk(self, a: Ear, b: Ear, watcher: Ear) -> None:
        """Send every request that is possible in a running race."""
        for ear in (a, b, watcher):
            for kind in ("look", "start", "rematch", "unready", "ping"):
                await ear.say(kind)
            await ear.say("ready", nonce="2" * 32)
            await ear.say("get_record", race=self.code)
            await ear.say("get_record", race=f"{self.code}-1")
            await ear.say("get_replay", race=self.code, seat=0)
            await ear.say("get_replay", race=f"{self.code}-1", seat=1)
            await ear.say("next_frame", race=1, frame=9)
            ply = 0
            if self.stop == "in the play":
                ply = self.world.room.seat_boards[ear.viewer.seat or 0].ply
                for word in self._words(ear.viewer.seat or 0):
                    await ear.say("play", race=1, ply=ply, move=word)
            await ear.say("play", race=1, ply=ply + 1, move="deal")
            await ear.say("play", race=2, ply=ply, move="deal")
            await ear.say("resume", code=self.code, token="c" * 22)

    async def _come_and_go(self) -> None:
        """Broken connections, resumes, latecomers, an outage, a resignation."""
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
        await third.say("play", race=1, ply=world.room.seat_boards[0].ply, move="resign")
        await watcher.say("watch", code=self.code)
        await third.say("look")


def last_frame(ear: Ear) -> int:
    """The number of frames of the deal, as a connection was told."""
    messages = [message for data in ear.told for message in told(data)]
    return int(next(message["of"] for message in messages if message["type"] == "frame"))
