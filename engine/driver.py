"""The driver: the engine as a service for programs in other languages. Such a program sends one
JSON object a line and gets one JSON object a line back. The answers show face-down cards too."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from engine.cards import Card, card, names
from engine.errors import BadRequest, EngineError, IllegalMove, Overtaken
from engine.games import AnyGame, game
from engine.mechanics.grid import ScoredGrid
from engine.racing_demon.driver import TableDriver, is_table
from engine.requests import (
    Answer,
    Request,
    card_list,
    one_of,
    only,
    options,
    request_in,
    seed_in,
    text,
)
from engine.table import BESIDE, Event, State, Step
from engine.takeback import kept
from engine.view import Frame


class Driver:
    """Holds one game at a time, or one table of Racing Demon, and answers requests about it, such
    as `new` or `move`. A refused request changes nothing."""

    def __init__(self) -> None:
        self._game: AnyGame | None = None
        self._table: TableDriver | None = None
        self._begun = self._step = Step[Any](State((), None), ())
        self._past: tuple[Step[Any], Any] | None = None
        self._frames: Sequence[Frame] = ()
        self._operations: dict[str, Callable[[Request], Answer]] = {
            "new": self._new,
            "load": self._load,
            "move": self._move,
            "legal": self._legal,
            "undo": self._undo,
            "score": self._score,
            "frame": self._frame,
        }

    def answer(self, line: str) -> str:
        """Return the answer to a request, which is one line of JSON. The answer is JSON too. The
        method never raises an exception, whatever the line contains."""
        try:
            return json.dumps(self._answer(line))
        except EngineError as error:
            refused = {"ok": False, "code": error.code, "error": str(error)}
            if isinstance(error, Overtaken):
                refused |= {"seat": error.seat, "height": error.height, "top": error.top}
            return json.dumps(refused)

    def _answer(self, line: str) -> Answer:
        request = request_in(line)
        operation = request.get("op")
        if not isinstance(operation, str) or operation not in self._operations:
            raise BadRequest(f"The requests are: {', '.join(self._operations)}.")
        if operation in ("new", "load"):
            if is_table(request):
                table = TableDriver()
                answer = table.answer(operation, request)
                self._table = table
                return answer
        elif self._table is not None and operation != "score":
            return self._table.answer(operation, request)
        return self._operations[operation](request)

    def _new(self, request: Request) -> Answer:
        only(request, "game", "options", "pack", "seed", "deal")
        rules = _rules(request)
        pack = _pack(rules, request)
        answer = self._begin(rules, rules.deal(pack))
        self._frames = rules.frames(pack)
        return answer

    def _load(self, request: Request) -> Answer:
        only(request, "game", "options", "position")
        rules = _rules(request)
        return self._begin(rules, rules.load(text(request, "position")))

    def _begin(self, rules: AnyGame, state: State[Any]) -> Answer:
        shown = rules.showdown(state) if state.over else state
        self._game, self._table, self._past, self._frames = rules, None, None, ()
        self._begun = self._step = Step(shown, ())
        return self._shown()

    def _move(self, request: Request) -> Answer:
        only(request, "move")
        rules, state = self._current()
        step = rules.play(state, rules.codec.read(request.get("move")))
        self._past = kept(self._step, self._past, step, "until_card")
        self._step = step
        if step.state.over:
            self._step = step._replace(state=rules.showdown(step.state))
        return self._shown()

    def _undo(self, request: Request) -> Answer:
        only(request)
        _, state = self._current()
        if state.over:
            raise IllegalMove("The game is over.")
        if self._step is self._begun:
            raise IllegalMove("There is no move to take back.")
        if self._past is None:
            raise IllegalMove("The last move turned a card; it cannot be taken back.")
        self._step, self._past = self._past
        return self._shown()

    def _legal(self, request: Request) -> Answer:
        only(request)
        rules, state = self._current()
        legal = rules.legal(state)
        moves = [rules.codec.to_json(move) for move in legal.moves]
        texts = [rules.codec.to_text(move) for move in legal.moves]
        return {"ok": True, "moves": moves, "texts": texts, "partial": legal.partial}

    def _score(self, request: Request) -> Answer:
        only(request, "game", "line", "turn_up", "options")
        rules = _rules(request)
        if not isinstance(rules, ScoredGrid):
            raise BadRequest("Only the games played on a grid score lines.")
        turn_up = request.get("turn_up")
        if turn_up is not None and not rules.turns_up:
            raise BadRequest(f"A line of {rules.slug} is scored without a turn_up.")
        line = card_list(request.get("line"), "line")
        shown = None if turn_up is None else card(turn_up)
        cards = line if shown is None else [*line, shown]
        if len(line) != rules.size or len(set(cards)) < len(cards):
            raise BadRequest(f"A line has {rules.size} different cards, the turn_up apart.")
        points = rules.line_points(line, shown)
        if points is None:
            raise BadRequest("The line is scored with a turn_up.")
        return {"ok": True, "points": points}

    def _frame(self, request: Request) -> Answer:
        only(request, "n")
        self._current()
        k, count = request.get("n"), len(self._frames)
        if not count:
            raise BadRequest("There is no deal to watch here.")
        if type(k) is not int or not 1 <= k <= count:
            raise BadRequest(f"The n of a frame is a whole number from 1 to {count}.")
        return {"ok": True, "frame": k, "of": count, **self._frames[k - 1].shown}

    def _current(self) -> tuple[AnyGame, State[Any]]:
        if self._game is None:
            raise BadRequest("Begin with new or load.")
        return self._game, self._step.state

    def _shown(self) -> Answer:
        rules, state = self._current()
        over = state.over
        return {
            "ok": True,
            "view": rules.view(state).to_json(),
            "progress": rules.progress(state),
            "points": rules.points(state),
            "over": over and over._asdict(),
            "position": rules.position(state),
            "events": [event_json(rules, event) for event in self._step.events],
        }


def event_json(rules: AnyGame, event: Event) -> Answer:
    """Return an event as JSON. An event is one change that a move makes on the table: cards go from
    the pile `src` to the pile `dst`. `src` or `dst` is null in JSON if it is a place that is no
    pile."""

    def place(index: int) -> str | None:
        return None if index == BESIDE else rules.layout.names[index]

    src, dst = place(event.src), place(event.dst)
    return {"event": event.kind, "src": src, "dst": dst, "cards": names(event.cards)}


def _rules(request: Request) -> AnyGame:
    return game(text(request, "game"), options(request))


def _pack(rules: AnyGame, request: Request) -> Sequence[Card]:
    if one_of(request, "pack", "seed", "deal") == "pack":
        return card_list(request["pack"], "pack")
    return rules.pack(seed_in(request))
