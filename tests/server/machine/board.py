"""The referee's board of a contestant, computed by the engine alone."""

from typing import Any

from engine.cards import NAME
from engine.games import AnyGame
from engine.races.board import score
from engine.races.ranking import Standing
from engine.takeback import UNDO, Past, move_text, read_move, step
from tests.secrecy.referee import as_called

Answer = dict[str, Any]
Spot = tuple[str, int | None]

NOBODYS = [9_999]
"""Numbers of seats that nobody holds."""


class Board:
    """A contestant's game: every position, the text of every move, and its time. In a race with
    called cards, the argument `call` is the number of the last one; otherwise None."""

    def __init__(self, rules: AnyGame, pack: list[Any], take_back: str) -> None:
        self.rules = rules
        self.states = [rules.deal(pack)]
        self.texts: list[str] = []
        self.times: list[int] = []
        self.laid_for_them: set[int] = set()
        """The plies of cards that the server laid for them."""
        self.frames = rules.frames(pack)
        self.frame = min(1, len(self.frames))
        self.marks: dict[Spot, tuple[int, str | None]] = {}
        self._pasts: list[Past] = [None]
        self._take_back = take_back
        self._best = [(*self._merit(0), 0)]

    @property
    def ply(self) -> int:
        return len(self.texts)

    @property
    def over(self) -> bool:
        return self.states[-1].over is not None

    @property
    def ended_ms(self) -> int | None:
        return self.times[-1] if self.over and self.times else None

    @property
    def dealing(self) -> bool:
        return self.frame < len(self.frames) and not self.ply

    def play(self, move: object, ms: int) -> None:
        """Make a move. Raises EngineError."""
        read = read_move(self.rules, move)
        state, past = step(self.rules, self.states[-1], self._pasts[-1], read, self._take_back)
        self.states.append(state)
        self._pasts.append(past)
        self.texts.append(move_text(self.rules, read))
        self.times.append(ms)
        here, known = self._merit(self.ply), self._best[-1]
        self._best.append((*here, ms) if here > known[:2] else known)

    def log(self) -> list[list[Any]]:
        """The moves as a record has them."""
        moves = zip(self.times, self.texts, strict=True)
        by = {ply: ["server"] for ply in self.laid_for_them}
        return [[ms, text, *by.get(ply, [])] for ply, (ms, text) in enumerate(moves)]

    def _merit(self, ply: int) -> tuple[int, int]:
        state = self.states[ply]
        return self.rules.progress(state), self.rules.tie_break(state)

    # What the contestant is shown. ----------------------------------------------------------

    def view(self, ply: int, call: int | None) -> Any:
        return self.rules.view(as_called(self.rules, self.states[ply], call)).to_json()

    def ended_view(self, ply: int) -> Any:
        """The view with cards that were hidden until the end of the race."""
        return self.rules.view(self.rules.showdown(self.states[ply])).to_json()

    def changed(self, ply: int, call: int | None) -> Any:
        before, after = (as_called(self.rules, s, call) for s in self.states[ply - 1 : ply + 1])
        return self.rules.changes(before, after).to_json()

    def moved(self, ply: int, call: int | None) -> Answer:
        """The acknowledgement of the move after which there are `ply` moves."""
        shown = as_called(self.rules, self.states[ply], call)
        return {"type": "moved", "ply": ply, "ms": self.times[ply - 1],
                "changed": self.changed(ply, call), **self._end(shown)}  # fmt: skip

    def table(self, call: int | None, clock_ms: int, *, over: bool) -> Answer:
        state = self.states[-1]
        shown = self.rules.showdown(state) if over else as_called(self.rules, state, call)
        end = self._end(shown)
        if over and end["over"] is None:
            end["over"] = {"result": "lost", "reason": "timeout"}
        view = self.rules.view(shown).to_json()
        return {"type": "table", "ply": self.ply, "clock_ms": clock_ms, "view": view,
                "marks": self._marks(), **end}  # fmt: skip

    def _end(self, state: Any) -> Answer:
        over = {"result": state.over.result, "reason": state.over.reason} if state.over else None
        legal = [self.rules.codec.to_json(move) for move in self.rules.legal(state).moves]
        progress, points = self.rules.progress(state), self.rules.points(state)
        return {"progress": progress, "points": points, "over": over, "legal": legal}

    def shown_frame(self) -> Answer:
        shown, view = self.frames[self.frame - 1]
        return {"type": "frame", "frame": self.frame, "of": len(self.frames),
                "blank": shown["blank"], "view": view.to_json()}  # fmt: skip

    # Tilted cards. --------------------------------------------------------------------------

    def card_at(self, pile: str, index: int) -> str | None:
        found = self.states[-1].piles[self.rules.layout.index[pile]]
        above = index - len(found.down)
        return NAME[found.up[above]] if 0 <= above < len(found.up) else None

    def _marks(self) -> list[Answer]:
        return [
            {"pile": pile, "index": index, "tilt": tilt}
            for (pile, index), (tilt, card) in sorted(self.marks.items(), key=str)
            if index is None or self.card_at(pile, index) == card
        ]

    # What others are shown. -----------------------------------------------------------------

    def seen_by(self, ms: int) -> int:
        """The number of moves made by that time."""
        return sum(made <= ms for made in self.times)

    def numbers(self, ply: int, *, over: bool) -> Answer:
        """The standing after so many moves; after the race with cards that were hidden."""
        state, (best, tie_break, reached) = self.states[ply], self._best[ply]
        end = state.over
        return {
            "result": end.result if end else None,
            "reason": end.reason if end else None,
            "progress": self.rules.progress(state),
            "best": best,
            "tie_break": tie_break,
            "reached_ms": reached,
            "points": score(self.rules, state) if over else self.rules.points(state),
            "ended_ms": self.times[ply - 1] if end and ply else None,
            "moves": ply,
            "clean": move_text(self.rules, UNDO) not in self.texts[:ply],
        }

    def standing(self, seat: int, race_ended_ms: int) -> Standing:
        """The standing in the results."""
        numbers = self.numbers(self.ply, over=True)
        del numbers["progress"]
        if numbers["result"] is None:
            numbers |= {"result": "lost", "reason": "timeout", "ended_ms": race_ended_ms}
        return Standing(seat=seat, **numbers)
