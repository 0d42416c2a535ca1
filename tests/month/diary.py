"""The diary of a simulated month: what happened day by day, as readable text."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

COLUMNS = {
    "races": "races",
    "alone": "alone",
    "dailies": "dailies",
    "heats": "heats",
    "crown_games": "hunted",
    "crowns": "crowns",
    "absent": "absent",
    "back": "back",
    "watched": "watched",
    "moves": "moves",
}


@dataclass
class Diary:
    """Counts of a month. `did` and `cut` are by activity, `refused` by request and refusal code;
    `wrong` should stay empty."""

    say: Callable[[str], None] = print
    did: Counter[str] = field(default_factory=Counter)
    cut: Counter[str] = field(default_factory=Counter)
    refused: Counter[tuple[str, str]] = field(default_factory=Counter)
    total: Counter[str] = field(default_factory=Counter)
    today: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def count(self, what: str, many: int = 1) -> None:
        self.today[what] += many
        self.total[what] += many

    def note(self, text: str) -> None:
        """Add a remark."""
        self.notes.append(text)

    def begin(self) -> None:
        self.say("day         " + "".join(f"{told:>9}" for told in COLUMNS.values()))

    def end_day(self, day: str) -> None:
        numbers = "".join(f"{self.today[what]:>9}" for what in COLUMNS)
        self.say(f"{day:<12}{numbers}  {'; '.join(self.notes)}".rstrip())
        self.today.clear()
        self.notes.clear()

    def end(self, checks: Iterable[tuple[str, int, list[str]]]) -> None:
        """Write the summary, and for each invariant how often it was checked and where it did not
        hold."""
        self.say("all         " + "".join(f"{self.total[what]:>9}" for what in COLUMNS))
        self.say("")
        for told, counted in (("done", self.did), ("cut short by the house", self.cut)):
            self.say(f"{told}: " + ", ".join(f"{what} {n}" for what, n in counted.most_common()))
        said = ", ".join(f"{kind} {code} {n}" for (kind, code), n in self.refused.most_common())
        self.say(f"refused: {said}")
        self.say("")
        for what, looked, faults in checks:
            self.say(f"{what:<58}{looked:>9}  {'holds' if not faults else 'DOES NOT HOLD'}")
            for fault in faults[:10]:
                self.say(f"    {fault}")
