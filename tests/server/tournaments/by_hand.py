"""The table of a series by matchpoints, computed from its records alone, without the engine or the
server, for comparison."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

Record = Mapping[str, Any]


class Line(NamedTuple):
    place: int
    name: str
    total: Fraction
    deals: tuple[Fraction | None, ...]


def played(record: Record) -> dict[str, int]:
    """By name the place among those who made a move or gave up; whoever did not was not there."""
    names = {seat["seat"]: seat["name"] for seat in record["seats"] if seat["moves"]}
    places = {names[r["seat"]]: r["place"] for r in record["results"] if r["seat"] in names}
    return {name: 1 + sum(p < mine for p in places.values()) for name, mine in places.items()}


def matchpoints(places: Mapping[str, int]) -> dict[str, Fraction]:
    points = {}
    for name, mine in places.items():
        others = [place for other, place in places.items() if other != name]
        points[name] = Fraction(sum(2 * (p > mine) + (p == mine) for p in others), 2)
    return points


def percentages(points: Mapping[str, Fraction], largest: int) -> dict[str, Fraction]:
    """Neuberg: N/n × (m + 1/2) − 1/2, of N − 1."""
    if largest == 1:
        return dict.fromkeys(points, Fraction(50))
    many = Fraction(largest, len(points) or 1)
    half = Fraction(1, 2)
    return {n: 100 * (many * (m + half) - half) / (largest - 1) for n, m in points.items()}


class Evening:
    """The places, points and percentages of each deal, by name."""

    def __init__(self, records: Iterable[Record]) -> None:
        self.fields = [played(record) for record in records]
        largest = max(map(len, self.fields), default=1)
        self.scores = [percentages(matchpoints(field), largest) for field in self.fields]

    def total(self, name: str) -> Fraction:
        return sum((each[name] for each in self.scores if name in each), Fraction(0))

    def wins(self, name: str) -> int:
        return sum(
            field.get(name) == 1 and len(field) > 1 and list(field.values()).count(1) == 1
            for field in self.fields
        )

    def best(self, name: str) -> Fraction:
        return max((each[name] for each in self.scores if name in each), default=Fraction(0))

    def first_keys(self, name: str) -> tuple[Fraction, int, Fraction]:
        return self.total(name), self.wins(name), self.best(name)

    def direct(self, name: str, tied: Iterable[str]) -> Fraction:
        won, could = Fraction(0), 0
        for field in self.fields:
            among = {each: field[each] for each in tied if each in field}
            if name in among:
                won += matchpoints(among)[name]
                could += len(among) - 1
        return won / could if could else Fraction(1, 2)

    def last(self, name: str) -> Fraction:
        return self.scores[-1].get(name, Fraction(0)) if self.scores else Fraction(0)


def table(records: Iterable[Record], names: Iterable[str]) -> list[Line]:
    """All who took part, by the total of their percentages; then more deals won, the best deal,
    the points among the equal alone, the last deal."""
    evening = Evening(records)
    order: list[list[str]] = []
    for _, group in groupby(
        sorted(names, key=evening.first_keys, reverse=True), evening.first_keys
    ):
        tied = list(group)
        keys = {name: (evening.direct(name, tied), evening.last(name)) for name in tied}
        for _, share in groupby(sorted(tied, key=lambda n: keys[n], reverse=True), keys.get):
            order.append(list(share))
    lines, place = [], 1
    for share_ in order:
        for name in share_:
            deals = tuple(each.get(name) for each in evening.scores)
            lines.append(Line(place, name, evening.total(name), deals))
        place += len(share_)
    return lines
