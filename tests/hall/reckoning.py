"""The table of an evening, reckoned from its records by the slow second implementation of tables,
which shares nothing with the engine."""

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from engine.games import game
from tests.engine.tournament_oracle import Evening, places
from tests.harness import client

Doc = dict[str, Any]
Row = tuple[int, int, str]
"""The place, number and total of an entrant."""


async def records(url: str, told: Doc) -> dict[str, Doc]:
    """The record of each heat of a tournament, by its room."""
    rooms = [heat["room"] for each in told["rounds"] for heat in each["heats"]]
    async with client(url) as link:
        return {room: (await link.ask("get_record", race=room))["record"] for room in rooms}


def reckoned(told: Doc, documents: dict[str, Doc]) -> list[Row]:
    """The rows that follow from the records, by entrant."""
    scoring = told["plan"]["scoring"]
    doc = {
        **{name: scoring[name] for name in ("way", "tie_breaks", "missed", "places")},
        "entrants": [one["number"] for one in told["entrants"]],
        "removed": [one["number"] for one in told["entrants"] if one["gone"] == "removed"],
        "voided": [],
        "rounds": [_round(each, documents) for each in told["rounds"]],
    }
    totals = Evening(doc).total
    return [(place, who, _two_digits(totals[who])) for who, place in sorted(places(doc).items())]


def _round(each: Doc, documents: dict[str, Doc]) -> Doc:
    rules = game(each["game"])
    heats = []
    for heat in each["heats"]:
        raced = documents[heat["room"]]
        results = {heat["entrants"][one["seat"]]: one for one in raced["results"]}
        present = {who: one for who, one in results.items() if who not in heat["absent"]}
        heats.append({"entrants": heat["entrants"], "results": present})
    return {
        "number": each["number"],
        "goal": rules.goal,
        "ranked_by": rules.ranked_by,
        "winners": each["terms"]["winners"],
        "through": each["through"],
        "decides": each["decides"],
        "heats": heats,
    }


def _two_digits(total: Fraction) -> str:
    exact = Decimal(total.numerator) / Decimal(total.denominator)
    return str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP))


def table(told: Doc) -> list[Row]:
    """The rows that the server tells, by entrant."""
    return sorted(
        ((row["place"], row["entrant"], row["total"]) for row in told["table"]),
        key=lambda row: row[1],
    )
