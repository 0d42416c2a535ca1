"""A crown candidate for tests: a crown run with a clock that the test moves."""

from engine.crowns.facts import (
    GREAT_GAMES,
    Began,
    BreakBegan,
    BreakEnded,
    Ended,
    Fact,
    LineBack,
    LineLost,
)
from engine.crowns.json_form import from_json, to_json
from engine.crowns.rules import CrownStep, after
from engine.crowns.run import Award, Run, RunState, state
from engine.crowns.time_limits import Limits

USUAL = Limits()
S = 1000
MIN = 60 * S
GAMES = dict(zip("ASUWK", GREAT_GAMES, strict=True))
LETTERS = {game: letter for letter, game in GAMES.items()}
RESULTS = {"w": "won", "l": "lost", "r": "resigned", "t": "timeout", "x": "abandoned", "v": "void"}
CROWNS = {"triple": "T", "quintuple": "Q"}


class Candidate:
    """A run, the awards and ends that it led to, and a clock that the test moves."""

    def __init__(self, limits: Limits = USUAL) -> None:
        self.run = Run(limits)
        self.ms = 0
        self.number = 0
        self.race = ""
        self.awards: list[Award] = []
        self.ends: list[tuple[int, str]] = []

    def tell(self, fact: Fact) -> CrownStep:
        step = after(self.run, fact)
        assert from_json(Run, to_json(step.run)) == step.run
        self.run = step.run
        for award in (*step.withdrawn, *step.corrected):
            self.awards = [each for each in self.awards if each.key != award.key]
        self.awards += [*step.corrected, *step.awarded]
        self.ends += [(end.ms, end.why) for end in step.ended]
        return step

    def wait(self, ms: int) -> "Candidate":
        self.ms += ms
        return self

    def begin(self, letter: str) -> "Candidate":
        self.number += 1
        self.race = f"{letter}{self.number}"
        self.tell(Began(self.ms, GAMES[letter], self.race))
        return self

    def end(self, how: str = "w", *, untouched: bool = False) -> "Candidate":
        self.tell(Ended(self.ms, self.race, RESULTS[how], 7 * MIN, untouched))
        return self

    def play(self, *results: str, each: int = 10 * MIN) -> "Candidate":
        """Play games one after another: `Aw` is a game won, `Al` one lost; `90s` is a pause."""
        for result in results:
            if result.endswith("s"):
                self.wait(int(result[:-1]) * S)
            else:
                self.begin(result[0]).wait(each).end(result[1])
        return self

    def on_break(self, ms: int) -> "Candidate":
        self.tell(BreakBegan(self.ms))
        self.tell(BreakEnded(self.wait(ms).ms))
        return self

    def offline(self, ms: int) -> "Candidate":
        self.tell(LineLost(self.ms))
        self.tell(LineBack(self.wait(ms).ms))
        return self

    @property
    def state(self) -> RunState:
        return state(self.run)

    @property
    def wins(self) -> str:
        return "".join(LETTERS[win.game] for win in self.state.wins)

    @property
    def crowns(self) -> list[str]:
        return [
            f"{CROWNS[a.crown]}:{''.join(LETTERS[w.game] for w in a.games)}" for a in self.awards
        ]
