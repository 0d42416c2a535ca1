"""Definition files: read the tables for knockout, teams, scoring and schedule."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from client_cli.tournament.definition_rounds import read_round
from client_cli.tournament.toml_lines import Path
from client_cli.tournament.toml_reader import TomlReader, merged, quoted
from engine.games import GAMES
from engine.tournament import MISSED, TEAM_TIE_BREAKS, WAYS
from protocol.tournament_plan import MOST_INVITED, USUAL_WAY


def knockout(r: TomlReader, top: Mapping[str, Any]) -> dict[str, Any]:
    path: Path = ("knockout",)
    table = r.table(path, top.get("knockout", {}), ("heats", "go_on", "seeds", "sprint"))
    found: dict[str, Any] = {}
    if "heats" in table and table["heats"] not in (2, 4):
        r.wrong((*path, "heats"), "heats are of 2 or of 4")
    elif "heats" in table:
        found["heats"] = table["heats"]
    if "go_on" in table:
        found["go_on"] = r.whole((*path, "go_on"), table["go_on"], 1, 2)
        if found["go_on"] == 2 and found.get("heats", 2) == 2:
            r.wrong((*path, "go_on"), "of a heat of 2 one goes on")
    if "seeds" in table:
        seeds = ("drawn", "entered")
        found["seeds"] = r.choice((*path, "seeds"), table["seeds"], seeds, "seeds")
    if "sprint" in table:
        sprint = table["sprint"]
        named = not isinstance(sprint, dict)
        found["sprint"], _ = read_round(r, (*path, "sprint"), sprint, "knockout", named=named)
    return merged(found)


def teams(r: TomlReader, top: Mapping[str, Any]) -> dict[str, Any] | None:
    given = top.get("teams", False)
    if isinstance(given, bool):
        return {} if given else None
    table = r.table(("teams",), given, ("names", "most", "best"))
    found: dict[str, Any] = {}
    if "names" in table:
        found["names"] = names(r, ("teams", "names"), table["names"])
    if "most" in table:
        found["most"] = r.whole(("teams", "most"), table["most"], 1, 100)
    return merged(found)


def names(r: TomlReader, path: Path, value: object) -> list[str] | None:
    """Read names of people or teams."""
    found = r.rows(path, value, "names")
    if len(found) > MOST_INVITED:
        r.wrong(path, f"there are at most {MOST_INVITED} names")
    for number, name in enumerate(found):
        if not isinstance(name, str) or not 1 <= len(" ".join(name.split())) <= 24:
            r.wrong((*path, number), f"{quoted(name)} is no name: 1 to 24 characters")
    return found


def scoring(
    r: TomlReader, top: Mapping[str, Any], kind: str, rounds: Sequence[tuple[Path, str | None]]
) -> dict[str, Any]:
    """Read the scoring. `rounds` are their paths and games."""
    given, ways = top.get("scoring", {}), USUAL_WAY.get(kind, tuple(WAYS))
    if isinstance(given, str):
        way = r.choice(("scoring",), given, ways, f"scoring of the format {kind}")
        found: dict[str, Any] = {"way": way}
    else:
        found = _scoring_table(r, ("scoring",), given, ways, kind)
    of_teams = top.get("teams")
    if isinstance(of_teams, dict) and "best" in of_teams:
        found["team_best"] = r.whole(("teams", "best"), of_teams["best"], 1, 100)
    if found.get("way") == "points":
        for path, slug in rounds:
            if slug is not None and GAMES[slug].ranked_by != "points":
                title = GAMES[slug].book.title
                r.wrong(path, f"{title} has no points to add up, as the scoring asks")
    return merged(found)


def _scoring_table(
    r: TomlReader, path: Path, value: object, ways: tuple[str, ...], kind: str
) -> dict[str, Any]:
    keys = ("way", "tie_breaks", "missed", "places", "team_tie_breaks")
    table = r.table(path, value, keys)
    way: str | None = ways[0]
    if "way" in table:
        way = r.choice((*path, "way"), table["way"], ways, f"scoring of the format {kind}")
    scoring: dict[str, Any] = {"way": way}
    possible = WAYS[way or ways[0]][1]
    for name, known in (("tie_breaks", possible), ("team_tie_breaks", TEAM_TIE_BREAKS)):
        if name in table:
            scoring[name] = _words(r, (*path, name), table[name], known, "tie-break")
    if "missed" in table:
        scoring["missed"] = r.choice((*path, "missed"), table["missed"], MISSED, "missed")
    if "places" in table:
        scoring["places"] = _places(r, (*path, "places"), table["places"], way)
    return scoring


def _words(
    r: TomlReader, path: Path, value: object, known: tuple[str, ...], what: str
) -> list[str]:
    found: list[str] = []
    for number, each in enumerate(r.rows(path, value, f"{what}s")):
        word = r.choice((*path, number), each, known, what)
        if word in found:
            r.wrong((*path, number), f"the {what} {quoted(each)} is there twice")
        found += [word] if word else []
    return found


def _places(r: TomlReader, path: Path, value: object, way: str | None) -> list[int]:
    places = r.rows(path, value, "whole numbers")
    if way not in ("place", None):
        r.wrong(path, "there are places only where the way is place")
    last = 1_000_000
    for number, each in enumerate(places):
        if type(each) is not int or not 0 <= each <= last:
            r.wrong((*path, number), f"places fall, in whole numbers, from {last} to 0")
            return []
        last = each
    if not 1 <= len(places) <= 1_000:
        r.wrong(path, "places are the points of the first, the second, and so on")
    return places


def schedule(r: TomlReader, top: Mapping[str, Any], now: int) -> dict[str, Any] | None:
    if "schedule" not in top:
        return None
    path: Path = ("schedule",)
    table = r.table(path, top["schedule"], ("start", "zone", "repeat", "times", "remind"))
    found: dict[str, Any] = {}
    zone = _zone(r, (*path, "zone"), table["zone"]) if "zone" in table else None
    if "start" not in table:
        r.wrong(path, "it does not say when: write start = 2026-11-27T20:00:00")
    else:
        clocks = ("zone" in table, zone)
        found["starts_at"] = _start(r, (*path, "start"), table["start"], clocks, now)
    if "repeat" in table:
        often = ("daily", "weekly", "fortnightly", "monthly")
        found["repeat"] = r.choice((*path, "repeat"), table["repeat"], often, "repeat")
        if "zone" not in table:
            r.wrong((*path, "repeat"), 'by whose clocks? write zone = "Europe/London"')
    if "times" in table:
        found["times"] = r.whole((*path, "times"), table["times"], 1, 1_000)
        if "repeat" not in table:
            r.wrong((*path, "times"), "times are counted only where it is repeated")
    if "remind" in table:
        rows = r.rows((*path, "remind"), table["remind"], "times")
        if len(rows) > 5:
            r.wrong((*path, "remind"), "people are reminded 5 times at most")
        each = [r.duration((*path, "remind", i), one, "1m", "7d") for i, one in enumerate(rows)]
        found["remind_ms"] = [ms for ms in each if ms is not None]
    return merged(found, {"zone": zone})


def _zone(r: TomlReader, path: Path, value: object) -> str | None:
    name = r.text(path, value)
    if name is None:
        return None
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        r.wrong(path, f"there is no time zone {quoted(name)}; one is Europe/London")
        return None
    return name


def _start(
    r: TomlReader, path: Path, value: object, clocks: tuple[bool, str | None], now: int
) -> int | None:
    named, zone = clocks
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            value = None
    if not isinstance(value, datetime):
        what = "a day has no time" if isinstance(value, date) else "that is no time"
        r.wrong(path, f"{what}: write start = 2026-11-27T20:00:00")
        return None
    if value.tzinfo is None:
        if zone is None:
            if not named:
                r.wrong(path, 'by whose clocks? write zone = "Europe/London"')
            return None
        value = value.replace(tzinfo=ZoneInfo(zone))
    at = int(value.timestamp() * 1000)
    if at <= now:
        r.wrong(path, "that is past")
    return at
