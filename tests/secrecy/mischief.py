"""Forbidden and badly timed requests of the machine players."""

import secrets
from typing import Any

from engine.view import View
from tests.secrecy.contestant import Contestant
from tests.secrecy.recorder import wire
from tests.secrecy.referee import is_legal
from tests.secrecy.sight import wild_move

GARBAGE: tuple[str, ...] = (
    "",
    "{",
    "[]",
    '"play"',
    '{"type":"sing","id":900001}',
    '{"type":"play","id":900003}',
    '{"type":"play","id":900004,"race":1,"ply":-1,"move":"deal"}',
    '{"type":"play","id":900005,"race":1,"ply":0,"move":["deal"]}',
    '{"type":"look","id":900006,"seat":0}',
    '{"type":"get_record","id":900007,"race":"?"}',
    "[" * 500,
)

PAGES = ("/metrics", "/healthz", "/readyz", "/nothing", "/ws", "/metrics?seat=0")


class Mischief(Contestant):
    """A contestant who tries what is forbidden, and whose connection breaks."""

    async def garbage(self) -> None:
        """Send frames that are not messages; their refusals are received later."""
        await self._line.say(self.rng.choice(GARBAGE))

    async def illegal(self) -> None:
        """Send well-formed moves that are illegal, or of another game."""
        wild = [wild_move(self.rules, self.rng) for _ in range(4)]
        moves: list[Any] = [
            *(self.rules.codec.to_json(move) for move in wild),
            self.rules.codec.to_text(wild[0]),
            {"kind": "deal"},
            {"kind": "deal", "stock": 3},
            "peek stock",
        ]
        move = self.rng.choice(moves)
        if not self._would_do(move):
            await self.ask("play", race=self.race, ply=self.ply(), move=move)

    def _would_do(self, move: object) -> bool:
        state = self.rules.state_of(View.from_json((self.table or {})["view"]))
        return is_legal(self.rules, state, move)

    async def another_ply(self) -> None:
        """Send a move with an earlier or later ply."""
        for ply in (max(0, self.ply() - self.rng.randint(1, 5)), self.ply() + 1):
            move = self.rules.codec.to_text(wild_move(self.rules, self.rng))
            await self.ask("play", race=self.race, ply=ply, move=move)

    async def another_race(self) -> None:
        await self.ask("play", race=self.race + 1, ply=self.ply(), move="resign")

    async def again(self) -> None:
        """Repeat the last move, as after a lost acknowledgement."""
        if self.last and self.last["race"] == self.race:
            await self.ask("play", **self.last)

    async def take_back(self) -> None:
        """Take back the last move or several, whether allowed or not."""
        for _ in range(self.rng.choice([1, 1, 2, 4])):
            move = self.rng.choice(["undo", {"kind": "undo"}])
            await self.play(self.race, self.ply(), move)

    async def uncalled(self) -> None:
        """Lay a card before it has been called."""
        cells = [laid["cell"] for laid in (self.table or {})["view"]["grid"]]
        row, column = self.rng.choice(cells or [[0, 0]])
        move = f"place {row + self.rng.choice([0, 1])},{column + self.rng.choice([0, 1])}"
        await self.ask("play", race=self.race, ply=self.ply(), move=move)
        await self.look()

    async def ahead(self) -> None:
        """Send a move and at once another, which cannot know what the first will turn up."""
        assert self.table is not None
        legal = self.table["legal"] or self.legal()
        if not legal:
            return
        ply = self.table["ply"]
        self.last = {"race": self.race, "ply": ply, "move": self.rng.choice(legal)}
        await self._line.send("play", **self.last)
        await self.ask("play", race=self.race, ply=ply + 1, move=self.rng.choice(legal))
        await self.look()

    async def deal_again(self) -> None:
        """Ask for a frame of a deal that is finished, or not watched."""
        await self.ask("next_frame", race=self.race, frame=self.rng.choice([1, 2, 7, 8, 9]))

    async def peep(self) -> None:
        """Ask for somebody else's board, or all, now and then after the own game."""
        seats = self.room.plan.seats
        if self.rng.random() < 0.5:
            await self.ask("watch_boards", seats=list(range(seats)))
        else:
            await self.ask("watch_board", seat=self.rng.randrange(seats))
        if self.rng.random() < 0.3:
            await self.ask("unwatch")

    async def tilt(self) -> None:
        """Tilt a card, one's own or none."""
        pile = self.rng.choice(list(self.rules.layout))
        index = self.rng.choice([None, 0, 0, 1, 2, 5, 30])
        await self.ask("mark", race=self.race, pile=pile, index=index, tilt=self.rng.randrange(4))

    async def early_record(self) -> None:
        """Ask for the record of a running race, and for a replay in it."""
        await self.ask("get_record", race=self.room.record.code)
        await self.ask("get_record", race=f"{self.room.record.code}-{self.race}")
        await self.ask("get_analysis", race=self.room.record.code)
        await self.ask("get_traveller", deal=self.room.record.code)
        for seat in range(self.room.plan.seats):
            await self.ask("get_replay", race=self.room.record.code, seat=seat)

    async def not_now(self) -> None:
        """Send requests at the wrong time. The host asks for no rematch while the race may end
        meanwhile, because it would be granted."""
        kinds = ["start", "rematch", "unready"]
        if self.hosts:
            kinds = ["rematch"] if self.status == "lobby" else ["start", "unready"]
        for kind in kinds:
            await self.ask(kind)
        if self.status == "running":
            await self.ask("ready", nonce=secrets.token_hex(16))

    async def second_seat(self) -> None:
        """Try this seat as a stranger, also under the same name; then try to watch without a seat,
        as players can."""
        tape = self.room.record.tape("stranger", watcher=True)
        tape.tokens_tried.append(secrets.token_urlsafe(24))
        async with wire(self.room.url, self.room.record, tape) as line:
            await line.send("hello", protocol=[1], client="stranger")
            code, own, invite = self.room.record.code, self.tape.token, self.room.invite
            tried = tape.tokens_tried[0]
            await line.send("join", code=code, name="thief", token=own, invite=invite)
            await line.send("join", code=code, name=self.name.upper(), token=tried, invite=invite)
            await line.send("resume", code=code, token=tried)
            await line.send("play", race=self.race, ply=self.ply(), move="resign")
            await line.send("say", text=f"whoever hears it: {secrets.token_hex(8)}")
            await line.send("watch_board", seat=0)
            await line.send("watch", code=code, invite=self.rng.choice([None, invite]))
            await line.send("watch_board", seat=self.seat or 0)
            last = await line.send("watch_board", seat=self.rng.randrange(self.room.plan.seats))
            while (await line.next()).get("id") != last:
                pass

    async def read_pages(self) -> None:
        await self.room.pages.read(self.rng.choice(PAGES))

    async def take_over(self) -> None:
        """Resume on a second connection while the first is open."""
        await self.come_back()

    async def cut(self) -> None:
        """Break the connection, sometimes with a move in flight, and come back."""
        if self.may_move() and self.status == "running" and self.rng.random() < 0.5:
            assert self.table is not None
            legal = self.table["legal"] or self.legal()
            if legal:
                move = self.rng.choice(legal)
                self.last = {"race": self.race, "ply": self.table["ply"], "move": move}
                await self._line.send("play", **self.last)
        self._line.socket.transport.abort()
        await self.come_back()

    async def slow(self) -> None:
        """Send many requests and read nothing for a while."""
        self._line.pause()
        for _ in range(5):
            await self._line.send("look")
        await self.room.pages.read("/metrics")
        self._line.go_on()
        await self.look()
