"""A contestant's board as a referee keeps it: by the engine alone."""

from typing import Any

from engine.board import score
from engine.games import AnyGame
from engine.takeback import Past, move_text, read_move, step

Answer = dict[str, Any]


class Board:
    """A contestant's game: every position of it, and the text of every move."""

    def __init__(self, rules: AnyGame, pack: list[Any], take_back: str) -> None:
        self.rules = rules
        self.states = [rules.deal(pack)]
        self.texts: list[str] = []
        self.pasts: list[Past] = [None]
        self.frames = rules.frames(pack)
        self.frame = min(1, len(self.frames))
        self._take_back = take_back

    @property
    def ply(self) -> int:
        return len(self.texts)

    @property
    def over(self) -> bool:
        return self.states[-1].over is not None

    @property
    def dealing(self) -> bool:
        return self.frame < len(self.frames) and not self.ply

    def play(self, move: object) -> None:
        """Make a move. Raises EngineError."""
        read = read_move(self.rules, move)
        state, past = step(self.rules, self.states[-1], self.pasts[-1], read, self._take_back)
        self.states.append(state)
        self.pasts.append(past)
        self.texts.append(move_text(self.rules, read))

    def moved(self, ply: int) -> Answer:
        """How a move that made it `ply` moves is acknowledged."""
        before, after = self.states[ply - 1], self.states[ply]
        changed = self.rules.changes(before, after).to_json()
        return {"type": "moved", "ply": ply, "changed": changed, **self._end(ply)}

    def _end(self, ply: int) -> Answer:
        state = self.states[ply]
        over = {"result": state.over.result, "reason": state.over.reason} if state.over else None
        legal = [self.rules.codec.to_json(move) for move in self.rules.legal(state).moves]
        progress, points = self.rules.progress(state), self.rules.points(state)
        return {"progress": progress, "points": points, "over": over, "legal": legal}

    def table(self, *, race_over: bool) -> Answer:
        state = self.states[-1]
        shown = self.rules.showdown(state) if race_over else state
        end = self._end(self.ply)
        if race_over and end["over"] is None:
            end["over"] = {"result": "lost", "reason": "timeout"}
        if shown is not state:  # its points are those with what was withheld
            end.pop("points")
        view = self.rules.view(shown).to_json()
        return {"type": "table", "ply": self.ply, "view": view, **end}

    def shown_frame(self) -> Answer:
        shown, view = self.frames[self.frame - 1]
        return {"type": "frame", "frame": self.frame, "of": len(self.frames),
                "blank": shown["blank"], "view": view.to_json()}  # fmt: skip

    def standing(self, *, race_over: bool) -> Answer:
        merits = [(self.rules.progress(s), self.rules.tie_break(s)) for s in self.states]
        best = max(merits)
        state, end = self.states[-1], self._end(self.ply)
        over = end["over"] or {"result": None, "reason": None}
        return {
            "moves": self.ply,
            "progress": end["progress"],
            "best": best[0],
            "tie_break": best[1],
            "points": score(self.rules, state) if race_over else end["points"],
            "clean": "undo" not in self.texts,
            **over,
        }
