"""A second, slow implementation of tournament tables, which compares everybody with everybody.

It uses nothing of the engine. A tournament is plain JSON:

    {"entrants": [0, …], "removed": […], "voided": […], "teams": {name: [0, …]}, "team_best": k,
     "way": …, "tie_breaks": […], "missed": …, "places": […],
     "rounds": [{"number", "goal", "ranked_by", "winners", "through", "decides",
                 "heats": [{"entrants": [0, …], "results": {entrant: result}}]}]}

A result has the fields of a standing in a record, without its seat.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any

Doc = dict[str, Any]


def compare(a: Doc, b: Doc, deal: Doc) -> int:
    """1 if a is better, -1 if b is, 0 if they share the place."""
    if a["clean"] != b["clean"]:
        return 1 if a["clean"] else -1
    if deal["ranked_by"] == "points":
        return _sign((a["points"] or 0) - (b["points"] or 0))
    a_out, b_out = a["result"] == "won", b["result"] == "won"
    if a_out != b_out:
        return 1 if a_out else -1
    if a_out:
        fewer = b["moves"] - a["moves"] if deal["winners"] == "moves" else 0
        return _sign(fewer or b["ended_ms"] - a["ended_ms"])
    return _sign(
        a["best"] - b["best"]
        or a["tie_break"] - b["tie_break"]
        or b["reached_ms"] // 100 - a["reached_ms"] // 100
    )


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


class Evening:
    """One tournament. `cells` maps (deal number, entrant) to the scores of that entrant."""

    def __init__(self, doc: Doc) -> None:
        self.doc = doc
        self.who = [e for e in doc["entrants"] if e not in doc["removed"]]
        held = [r for r in doc["rounds"] if r["number"] not in doc["voided"]]
        self.rounds = sorted((r for r in held if not r["decides"]), key=lambda r: r["number"])
        self.sprints = sorted((r for r in held if r["decides"]), key=lambda r: r["number"])
        self.in_heats = doc["way"] in ("matches", "knockout")
        self.cells: dict[tuple[int, int], Doc] = {}
        for deal in self.rounds:
            self._deal(deal)
        if doc["way"] == "matchpoints":
            self._percentages()
        if doc["way"] == "arena":
            for e in self.who:
                self._streaks(e)
        self.total = {e: self._total(e) for e in self.who}

    def _results(self, deal: Doc) -> list[tuple[int, int, Doc]]:
        """The heat, entrant and result of everybody who played and has not been removed."""
        return [
            (h, e, heat["results"][e])
            for h, heat in enumerate(deal["heats"])
            for e in heat["entrants"]
            if e in heat["results"] and e in self.who
        ]

    def _deal(self, deal: Doc) -> None:
        results = self._results(deal)
        for heat, e, result in results:
            rivals = [
                (o, self._better(deal, (e, result), (o, other)))
                for h, o, other in results
                if o != e and (h == heat or not self.in_heats)
            ]
            self.cells[deal["number"], e] = {
                "rivals": dict(rivals),
                "progress": Fraction(100)
                if result["result"] == "won"
                else Fraction(result["best"], deal["goal"]) * 100,
                "out": result["result"] == "won",
                "points": result["points"] or 0,
            }
        if self.in_heats:
            for heat in deal["heats"]:
                (e, *others) = heat["entrants"]
                if not others and e in self.who and not heat["results"]:
                    bye = {"rivals": {}, "progress": Fraction(0), "out": False, "points": 0}
                    self.cells[deal["number"], e] = bye
        for cell in [c for (number, _), c in self.cells.items() if number == deal["number"]]:
            against = list(cell["rivals"].values())
            ahead, equal = against.count(-1), against.count(0)
            cell["place"], cell["of"] = 1 + ahead, 1 + len(against)
            cell["beaten"] = Fraction(against.count(1)) + Fraction(equal, 2)
            cell["score"] = self._score(deal, cell, ahead, equal)

    def _better(self, deal: Doc, a: tuple[int, Doc], b: tuple[int, Doc]) -> int:
        found = compare(a[1], b[1], deal)
        if found or not self.in_heats:
            return found
        for sprint in self.sprints:
            if sprint["decides"] == deal["number"]:
                ran = {e: result for _, e, result in self._results(sprint)}
                if (a[0] in ran) != (b[0] in ran):
                    return 1 if a[0] in ran else -1
                if a[0] in ran and (found := compare(ran[a[0]], ran[b[0]], sprint)):
                    return found
        return 0

    def _score(self, deal: Doc, cell: Doc, ahead: int, equal: int) -> Fraction:
        way = self.doc["way"]
        if way in ("progress", "arena", "points"):
            return Fraction(cell["points" if way == "points" else "progress"])
        places = self.doc["places"] if way == "place" else [1] * deal["through"]
        shared = range(ahead, ahead + equal + 1)
        return Fraction(sum(places[i] for i in shared if i < len(places)), equal + 1)

    def _percentages(self) -> None:
        """Fill in percentages by the European method: two points for each entrant beaten,
        N/n × (m + 1) - 1 out of 2N - 2."""
        most = max((cell["of"] for cell in self.cells.values()), default=0)
        for cell in self.cells.values():
            factored = Fraction(most, cell["of"]) * (2 * cell["beaten"] + 1) - 1
            cell["score"] = factored / (2 * most - 2) * 100 if most > 1 else Fraction(50)

    def _streaks(self, e: int) -> None:
        mine = [self.cells[r["number"], e] for r in self.rounds if (r["number"], e) in self.cells]
        for i, cell in enumerate(mine):
            lit = i >= 2 and mine[i - 1]["out"] and mine[i - 2]["out"]
            cell["score"] = (150 if cell["out"] else cell["progress"]) * (2 if lit else 1)

    def of(self, e: int) -> list[Doc | None]:
        return [self.cells.get((r["number"], e)) for r in self.rounds]

    def _total(self, e: int) -> Fraction:
        scores = [cell["score"] for cell in self.of(e) if cell]
        if self.doc["missed"] == "average" and scores and len(scores) >= len(self.rounds) / 2:
            return Fraction(sum(scores), len(scores)) * len(self.rounds)
        return Fraction(sum(scores))

    def value(self, name: str, e: int, tied: list[int]) -> Fraction:
        """The tie-break of this name for entrant e, who is equal with all `tied` so far."""
        cells = [cell for cell in self.of(e) if cell]
        if name == "direct":
            return self._direct(cells, tied, e)
        if name == "last":
            return Fraction(cell["score"] if self.rounds and (cell := self.of(e)[-1]) else 0)
        if name == "last_heat":
            parts = [Fraction(cell["beaten"], max(1, cell["of"] - 1)) for cell in cells]
            return parts[-1] if parts else Fraction(0)
        return Fraction(self._sum(name, cells, e))

    def _sum(self, name: str, cells: list[Doc], e: int) -> Fraction | int:
        faced = [
            (self.total[o], 1 + sign)
            for cell in cells
            for o, sign in (cell["rivals"] or {e: 1}).items()
        ]
        met = [total for total, _ in faced]
        found: dict[str, Fraction | int] = {
            "wins": sum(1 for c in cells if c["rivals"] and set(c["rivals"].values()) == {1}),
            "outs": sum(cell["out"] for cell in cells),
            "progress": sum(cell["progress"] for cell in cells),
            "best": max((cell["score"] for cell in cells), default=0),
            "buchholz": sum(met),
            "median_buchholz": sum(met) - max(met) - min(met) if len(met) > 1 else 0,
            "sonneborn_berger": sum(total * part for total, part in faced) / Fraction(2),
        }
        return found[name]

    def _direct(self, cells: list[Doc], tied: list[int], e: int) -> Fraction:
        against = [
            sign for cell in cells for o, sign in cell["rivals"].items() if o in tied and o != e
        ]
        met = [o in cell["rivals"] for cell in cells for o in tied]
        if self.in_heats:
            for a, b in combinations(tied, 2):
                if not any(cell and b in cell["rivals"] for cell in self.of(a)):
                    return Fraction(1, 2)
        return (
            Fraction(sum(1 + sign for sign in against), 2 * len(against))
            if any(met)
            else Fraction(1, 2)
        )


def places(doc: Doc) -> dict[int, int]:
    """The place of each entrant."""
    evening = Evening(doc)
    known: dict[int, tuple[Fraction, ...]] = {e: (evening.total[e],) for e in evening.who}
    for name in doc["tie_breaks"]:
        known = {
            e: (*key, evening.value(name, e, [o for o in known if known[o] == key]))
            for e, key in known.items()
        }
    return {e: 1 + sum(other > key for other in known.values()) for e, key in known.items()}


def teams(doc: Doc) -> dict[str, tuple[int, Fraction]]:
    """The place and the total of each team."""
    total = Evening(doc).total
    found: dict[str, tuple[Fraction, Fraction, Fraction]] = {}
    for name, members in doc["teams"].items():
        have = [total[e] for e in members if e in total]
        k = min(doc["team_best"], len(have))
        most = max(sum(some, Fraction(0)) for some in combinations(have, k))
        best = max(have, default=Fraction(0))
        more = min(doc["team_best"] + 1, len(have))
        following = max(sum(some, Fraction(0)) for some in combinations(have, more)) - most
        found[name] = most, best, following
    return {
        name: (1 + sum(other > key for other in found.values()), key[0])
        for name, key in found.items()
    }
