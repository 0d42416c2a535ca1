"""A common table whose messages a test sends to a page, in the order that the test chooses.

The engine plays the table; nothing else of a server is needed. Tests use it where a real server
cannot promise which of two hands is first, or that an answer is still under way.
"""

import json
from typing import Any

from playwright.async_api import Page, WebSocketRoute

from engine.errors import EngineError, Overtaken
from engine.racing_demon.game import RacingDemon, TableMove
from engine.racing_demon.state import RoundState
from engine.rules import rules
from protocol import from_server
from protocol.message import encode

CODE = "KQ74TX"
NAMES = ("Ann", "Ben", "Cleo", "Dov", "Emil", "Fay", "Gus", "Hal")
Json = dict[str, Any]


class TableStage:
    """A round of Racing Demon in a room. The page has the seat `own`; None: it watches. The page's
    commands wait in `asked` until the test answers them."""

    def __init__(
        self,
        seats: int,
        options: dict[str, object] | None = None,
        *,
        own: int | None = 0,
        state: RoundState | None = None,
        seed: bytes = bytes(32),
    ) -> None:
        game = rules("racing_demon", options or {})
        assert isinstance(game, RacingDemon)
        self.rules, self.own = game, own
        self.state = state or game.deal(game.packs(seed, seats))
        self.number = self.ms = 0
        self.asked: list[Json] = []
        self._line: WebSocketRoute | None = None

    async def open(self, page: Page) -> None:
        """Show the table in a page that has been opened on nothing yet."""
        await page.route_web_socket("**/ws", self._connect)
        token = json.dumps("t" * 32)
        await page.add_init_script(f"localStorage.setItem('crown-patience/seat/{CODE}', '{token}')")
        await page.goto(f"/{'w' if self.own is None else 'j'}/{CODE}")
        await page.locator(".race.common .table .card").first.wait_for()

    def legal(self) -> list[Json]:
        return [self.rules.codec.to_json(each) for each in self.rules.legal(self.state, self._own)]

    def play(self, seat: int, move: str | TableMove) -> None:
        """Play a move of any seat and tell the page what has changed. Raises EngineError."""
        self._tell(self._changed(seat, move))

    def skip(self, seat: int, move: str) -> None:
        """Play a move of which the page is not told."""
        self._changed(seat, move)

    def answer(self) -> None:
        """Carry out the oldest command that the page has sent, and answer it."""
        asked = self.asked.pop(0)
        try:
            changed = self._changed(self._own, self.rules.codec.read(asked["move"]))
        except EngineError as error:
            self._send(self._refusal(asked, error))
            return
        self._tell(changed)
        number = {"race": 1, "number": self.number, "ms": self.ms}
        self._send({"type": "table_played", "id": asked["id"], **number})

    async def cut(self) -> None:
        """Break the line of the page, which then connects again."""
        assert self._line is not None
        await self._line.close(code=1001)

    def table(self) -> Json:
        view: Any = self.rules.view(self.state).to_json()
        over = view["over"]
        return {
            "type": "common_table",
            "id": None,
            "race": 1,
            "number": self.number,
            "clock_ms": self.ms,
            "delay_ms": 0,
            "foundations": [{"index": i, **one} for i, one in enumerate(view["foundations"])],
            "seats": [{"seat": i, **one} for i, one in enumerate(view["seats"])],
            "shifts": view["shifts"],
            "emptied": view["emptied"],
            "over": over and {"result": "complete", **over},
            "legal": None if self.own is None else self.legal(),
        }

    @property
    def _own(self) -> int:
        assert self.own is not None
        return self.own

    def _changed(self, seat: int, move: str | TableMove) -> Json:
        before = self.table()
        made = self.rules.codec.read(move) if isinstance(move, str) else move
        self.state, events = self.rules.play(self.state, seat, made)
        self.number += 1
        self.ms += 250
        after = self.table()
        known = before["foundations"]
        named = ("event", "seat", "src", "dst", "cards")
        shown = [{**dict.fromkeys(named), "cards": [], **event.to_json()} for event in events]
        command = {
            "number": self.number,
            "seat": seat,
            "move": self.rules.codec.to_text(made),
            "events": shown,
        }
        return {
            "type": "table_changed",
            "race": 1,
            "ms": self.ms,
            "commands": [command],
            "foundations": [one for one in after["foundations"] if one not in known],
            "seats": [
                _difference(was, now)
                for was, now in zip(before["seats"], after["seats"], strict=True)
                if was != now
            ],
            **{name: after[name] for name in ("shifts", "emptied", "over")},
        }

    def _tell(self, changed: Json) -> None:
        self._send(changed)
        if self.own is not None and changed["over"] is None:
            legal = {"race": 1, "number": self.number, "legal": self.legal()}
            self._send({"type": "table_legal", **legal})

    def _refusal(self, asked: Json, error: EngineError) -> Json:
        refused: Json = {"type": "refused", "id": asked["id"], "code": error.code}
        refused["error"] = str(error)
        if isinstance(error, Overtaken):
            index = int(asked["move"]["dst"].split(".")[1])
            place = {"seat": error.seat, "height": error.height, "top": error.top}
            refused["overtaken"] = {"foundation": index, **place}
        return refused

    def _send(self, message: Json) -> None:
        """Send a message as a server writes it, with all fields."""
        assert self._line is not None
        self._line.send(encode(from_server.parse(json.dumps(message))).decode())

    def _connect(self, line: WebSocketRoute) -> None:
        self._line = line
        line.on_message(self._hear)

    def _hear(self, text: str | bytes) -> None:
        asked = json.loads(text)
        match asked["type"]:
            case "hello":
                told: Json = {"type": "welcome", "protocol": asked["protocol"][0], "server": "0"}
            case "resume" | "watch":
                told = self._room()
            case "look":
                told = self.table()
            case "play_table":
                self.asked.append(asked)
                return
            case "ping":
                told = {"type": "pong"}
            case "unwatch":
                told = {"type": "done"}
            case other:
                raise AssertionError(f"the page asks {other}")
        self._send({**told, "id": asked["id"]})

    def _room(self) -> Json:
        seats = range(len(self.state.boards))
        here = {"here": True, "ready": True, "racing": True}
        members: list[Json] = [{"seat": i, "name": NAMES[i], **here} for i in seats]
        members[-1] |= {"bot": True, "player": {"strength": "tips", "pace": "steady"}}
        scores = [
            {"place": 1, "seat": i, "name": NAMES[i], "rounds": [], "points": 0, "gone": False}
            for i in seats
        ]
        terms = {"format": "score", "winners": "time", "take_back": "none", "call_ms": None}
        race = {
            "id": f"{CODE}-1",
            "n": 1,
            "game": "racing_demon",
            "options": self.rules.chosen,
            "ranked_by": "round",
            "terms": terms,
            "bell_ms": 600_000,
            "commitment": "00" * 32,
            "status": "running",
            "clock_ms": self.ms,
            "series": {"round": 1, "target": 100, "seats": scores},
        }
        return {
            "type": "room",
            "seq": 1,
            "code": CODE,
            "seat": self.own,
            "host": 0,
            "members": members,
            "race": race,
            "standings": [],
            "results": None,
            "opened": None,
            "common_table": self.table(),
        }


def _difference(was: Json, now: Json) -> Json:
    """The message about a seat whose part of the table has changed."""
    piles, old = now["view"]["piles"], was["view"]["piles"]
    changed = {name: pile for name, pile in piles.items() if pile != old[name]}
    rest = {name: value for name, value in now.items() if name != "view"}
    return {**rest, "changed": {"piles": changed}}
