"""The part of the engine driver (`engine/driver.py`) that answers requests about a table of Racing
Demon. The driver lets programs in other languages use the engine; requests and answers are JSON
objects."""

from collections.abc import Callable, Sequence

from engine.cards import Card
from engine.errors import BadRequest
from engine.racing_demon.game import RacingDemon
from engine.racing_demon.state import RoundState, RoundStep
from engine.requests import (
    Answer,
    Request,
    card_list,
    one_of,
    only,
    options,
    seed_in,
    whole_number,
)


def is_table(request: Request) -> bool:
    """Return whether a request `new` or `load` is about Racing Demon."""
    name = request.get("game")
    return isinstance(name, str) and name.replace("-", "_") == RacingDemon.slug


class TableDriver:
    """Holds one table of Racing Demon, and answers requests about it. Each request for a move names
    the seat that makes it, by its number at the table from 0. A refused request changes nothing."""

    def __init__(self) -> None:
        self._rules = RacingDemon()
        self._step = RoundStep(RoundState(()), ())
        self._operations: dict[str, Callable[[Request], Answer]] = {
            "new": self._new,
            "move": self._move,
            "legal": self._legal,
        }

    def answer(self, operation: str, request: Request) -> Answer:
        """Return the answer to a request about the table, as JSON. `operation` is the kind of
        request, such as `move`. Raises EngineError if the request is refused."""
        if operation not in self._operations:
            raise BadRequest(f"At a common table the requests are: {', '.join(self._operations)}.")
        return self._operations[operation](request)

    def _new(self, request: Request) -> Answer:
        rules = RacingDemon(options(request))
        if one_of(request, "packs", "seed", "deal") == "packs":
            only(request, "game", "options", "packs")
            if not isinstance(request["packs"], list):
                raise BadRequest("The packs are a list, one for each seat.")
            packs: Sequence[Sequence[Card]] = [card_list(each, "pack") for each in request["packs"]]
        else:
            only(request, "game", "options", "seed", "deal", "seats")
            packs = rules.packs(seed_in(request), whole_number(request, "seats"))
        self._rules, self._step = rules, RoundStep(rules.deal(packs), ())
        return self._shown()

    def _move(self, request: Request) -> Answer:
        only(request, "seat", "move")
        seat = self._seat(request)
        move = self._rules.codec.read(request.get("move"))
        self._step = self._rules.play(self._step.state, seat, move)
        return self._shown()

    def _legal(self, request: Request) -> Answer:
        only(request, "seat")
        codec = self._rules.codec
        moves = self._rules.legal(self._step.state, self._seat(request))
        return {
            "ok": True,
            "moves": [codec.to_json(move) for move in moves],
            "texts": [codec.to_text(move) for move in moves],
            "partial": False,
        }

    def _seat(self, request: Request) -> int:
        seat, seats = whole_number(request, "seat"), len(self._step.state.boards)
        if not 0 <= seat < seats:
            raise BadRequest(f"The seats of this table are numbered from 0 to {seats - 1}.")
        return seat

    def _shown(self) -> Answer:
        state, events = self._step
        view = self._rules.view(state).to_json()
        over = None if state.over is None else state.over.to_json()
        shown = [event.to_json() for event in events]
        return {"ok": True, **view, "over": over, "position": None, "events": shown}
