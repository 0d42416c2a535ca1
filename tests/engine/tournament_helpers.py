"""Tournaments for tests: drawn at random, or written by hand.

Drawn tournaments are the plain JSON of `tournament_oracle`, so that both implementations can
compute them.
"""

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from engine.races.ranking import Standing
from engine.tournaments.standings import StandingsTable, table
from engine.tournaments.table_input import IN_HEATS, WAYS, Heat, Round, Team, rule

Doc = dict[str, Any]

ADA, BEN, CY, DOT, EVE = FIVE = range(5)


def drawn(way: str, entrants: int, rounds: int, seed: int) -> Doc:
    """A random tournament with few different results, so that many places are shared, and with
    deals missed or voided and entrants removed."""
    dice = random.Random(seed)
    who = list(range(entrants))
    possible = WAYS[way][1]
    doc: Doc = {
        "way": way,
        "entrants": who,
        "removed": [e for e in who if dice.random() < 0.1],
        "voided": [k for k in range(1, rounds + 1) if dice.random() < 0.1],
        "teams": {f"T{t}": who[t :: 1 + entrants // 3] for t in range(1 + entrants // 3)},
        "team_best": dice.randint(1, 3),
        "tie_breaks": dice.sample(possible, dice.randint(0, len(possible))),
        "missed": "zero" if way in (*IN_HEATS, "arena") else dice.choice(("zero", "average")),
        "places": sorted(dice.sample(range(12), dice.randint(1, 6)), reverse=True),
        "rounds": [],
    }
    for number in range(1, rounds + 1):
        doc["rounds"].append(_round(dice, doc, number))
    dice.shuffle(doc["rounds"])
    return doc


def _round(dice: random.Random, doc: Doc, number: int) -> Doc:
    there = [e for e in doc["entrants"] if dice.random() < 0.8]
    dice.shuffle(there)
    before = [each for each in doc["rounds"] if not each["decides"]]
    sprint = bool(before) and dice.random() < 0.25
    heats = []
    while there:
        size = dice.choice((1, 2, 2, 3, 4))
        seated, there = there[:size], there[size:]
        played = [e for e in seated if dice.random() < 0.9]
        heats.append({"entrants": seated, "results": {e: _result(dice) for e in played}})
    return {
        "number": number,
        "goal": 4,
        "ranked_by": dice.choice(("progress", "progress", "points")),
        "winners": dice.choice(("time", "moves")),
        "through": dice.choice((1, 1, 2)),
        "decides": dice.choice(before)["number"] if sprint else None,
        "heats": heats,
    }


def _result(dice: random.Random) -> Doc:
    out = dice.random() < 0.5
    ended = dice.choice((900, 1_000))
    return {
        "result": "won" if out else "lost",
        "reason": None if out else "stuck",
        "best": 4 if out else dice.randint(1, 3),
        "tie_break": dice.randint(0, 1),
        "reached_ms": dice.choice((110, 190, 200)),
        "points": dice.choice((None, 0, 7, 8)),
        "ended_ms": ended,
        "moves": dice.randint(8, 9),
        "clean": dice.random() < 0.9,
    }


def table_of(doc: Doc) -> StandingsTable:
    fields = ["way", "tie_breaks", "missed", "team_best"]
    fields += ["places"] if doc["way"] == "place" else []
    return table(
        doc["entrants"],
        [round_of(each) for each in doc["rounds"]],
        rule({name: doc[name] for name in fields}),
        teams=[Team(name, tuple(members)) for name, members in doc["teams"].items()],
        voided=doc["voided"],
        removed=doc["removed"],
    )


def round_of(each: Doc) -> Round:
    heats = [heat_of(heat["entrants"], heat["results"]) for heat in each["heats"]]
    return Round(**{**each, "heats": tuple(heats)})


def heat_of(entrants: Sequence[int], results: dict[int, Doc]) -> Heat:
    standings = (Standing(entrants.index(e), **result) for e, result in results.items())
    return Heat(tuple(entrants), tuple(standings))


def tournaments(ways: Sequence[str] = tuple(WAYS)) -> st.SearchStrategy[Doc]:
    return st.builds(
        drawn,
        st.sampled_from(ways),
        st.integers(0, 7),
        st.integers(0, 6),
        st.integers(0, 2**32),
    )


def heat(*reached: int | None, entrants: Sequence[int] = FIVE) -> Heat:
    """A heat with this progress of each entrant: 48 is a game won, None an absence."""
    standings = [
        Standing(seat, "won" if best == 48 else "lost", None, best, 0, 100, best, 200, 30)
        for seat, best in enumerate(reached)
        if best is not None
    ]
    return Heat(tuple(entrants), tuple(standings))


def deal(number: int, *heats: Heat, through: int = 1, decides: int | None = None) -> Round:
    return Round(number, 48, "progress", "time", heats, through, decides)


def deals(*reached: Sequence[int | None]) -> list[Round]:
    return [
        deal(number, heat(*each, entrants=range(len(each))))
        for number, each in enumerate(reached, 1)
    ]


def paired(number: int, pairs: str, **more: int) -> Round:
    """A round of pairs. In `A-B C=D E` A beat B, C and D drew, and E had the bye. A small letter is
    an entrant who was absent."""
    heats = []
    for pair in pairs.split():
        who = ["ABCDE".index(letter) for letter in pair.upper() if letter.isalpha()]
        best = [40, 40 if "=" in pair else 30]
        there = [b if c.isupper() else None for b, c in zip(best, pair[::2], strict=False)]
        heats.append(heat(*there, entrants=who))
    return deal(number, *heats, **more)


def totals(found: StandingsTable) -> dict[int, Fraction]:
    return {row.entrant: row.total for row in found.rows}


def listed(found: StandingsTable) -> list[tuple[int, int]]:
    return [(row.place, row.entrant) for row in found.rows]


EVENING = [deal(1, heat(48, 47, 31, 31, 12)), deal(2, heat(20, 10, 30, None, None))]
"""Two deals: five entrants played the first, three of them the second."""
