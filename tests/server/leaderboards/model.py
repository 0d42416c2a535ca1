"""A model of the leaderboards: computed anew from all results each time. It shares only the form of
an entry with `server/leaderboards`: it sorts tuples where the server packs numbers, and uses the
calendar of the standard library."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import takewhile
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from openskill.models import PlackettLuce

GREAT = {"auntie_allis", "seven_and_sixes", "uncle_remus", "senior_wrangler", "kings"}
SPRINTS = {
    *("aces_up", "accordion", "baroness", "klondike"),
    *("fourteens", "clock", "captive_queens", "grandfathers_clock"),
}

AWAY = "away"
"""The result of whoever was sent away."""
Key = tuple[float, ...]
BoardName = tuple[str, str, str, str]
"""Measure, side, period, game with its options."""


class Belief(NamedTuple):
    mu: float = 25.0
    sigma: float = 25 / 3
    races: int = 0


def periods(at: int, zone: ZoneInfo) -> list[str]:
    when = datetime.fromtimestamp(at / 1000, zone)
    return ["all", *map(when.strftime, ("day:%Y-%m-%d", "week:%G-W%V", "month:%Y-%m", "year:%Y"))]


def boards(races: Iterable[Any], zone: ZoneInfo) -> dict[BoardName, dict[str, Key]]:
    """By board and account, what it is ranked by: less is better."""
    results = defaultdict[tuple[str, str, str], dict[str, list[Any]]](lambda: defaultdict(list))
    ranked_by = dict[str, str]()
    for race in races:
        ranked_by[race.identity] = race.ranked_by
        for one in race.contestants:
            for period in periods(race.at, zone) if one.account else ():
                side = "bots" if one.bot else "people"
                away = {"result": AWAY} if one.seat in race.sent_away else {}
                results[side, period, race.identity][one.account].append(
                    one.model_copy(update=away)
                )
    found = defaultdict[BoardName, dict[str, Key]](dict)
    for (side, period, identity), mine in results.items():
        for account, ones in mine.items():
            for measure, key in _keys(ones, ranked_by[identity]).items():
                found[measure, side, period, identity][account] = key
    return found


def _keys(ones: list[Any], ranked_by: str) -> dict[str, Key]:
    keys: dict[str, Key] = {}
    moved = [one for one in ones if one.moves > (one.reason == "resigned")]
    if ranked_by == "round":
        moved = [one for one in moved if one.reason != "resigned"]
    if moved:
        keys["best"] = min(_best(one, ranked_by) for one in moved)
    if ranked_by in ("points", "round"):
        return keys
    outs = [one for one in ones if one.result == "won"]
    if outs:
        keys["fastest"] = min((not one.clean, one.ended_ms) for one in outs)
    counts = [one for one in ones if one.result != AWAY and (one.clean or one.result != "won")]
    runs, run = [0], 0
    for one in counts:
        run = run + 1 if one.result == "won" else 0
        runs.append(run)
    numbers = {"outs": sum(one.clean for one in outs), "streak": run, "longest": max(runs)}
    return keys | {name: (-number,) for name, number in numbers.items() if number}


def _best(one: Any, ranked_by: str) -> Key:
    if ranked_by in ("points", "round"):
        return not one.clean, -one.points
    if one.result == "won":
        return not one.clean, 0, -one.tie_break if ranked_by == "tie_break" else 0, one.ended_ms
    return not one.clean, 1, -one.best, -one.tie_break, one.reached_ms // 100


def placed(board: dict[str, Key]) -> dict[str, int]:
    """By account, its place."""
    return {a: 1 + sum(other < key for other in board.values()) for a, key in board.items()}


def ratings(races: Iterable[Any]) -> dict[str, dict[str, Belief]]:
    """By scope and account."""
    model, found = PlackettLuce(), defaultdict[str, dict[str, Belief]](dict)
    for race in races:
        people = [one for one in race.contestants if one.account]
        moved = any(one.moves > (one.reason == "resigned") for one in people)
        bots = any(one.bot for one in race.contestants)
        people = [one for one in people if one.seat not in (*race.sent_away, *race.absent)]
        if len(people) < 2 or bots or race.daily or race.take_back != "none" or not moved:
            continue
        for scope in ("overall", family(race.game, race.ranked_by)):
            known = found[scope]
            people.sort(key=lambda one: (one.place, one.account))
            before = [known.get(one.account, Belief()) for one in people]
            after = model.rate(
                [[model.rating(mu=b.mu, sigma=b.sigma)] for b in before],
                ranks=[one.place for one in people],
            )
            for one, old, (new,) in zip(people, before, after, strict=True):
                known[one.account] = Belief(new.mu, new.sigma, old.races + 1)
    return found


def family(game: str, ranked_by: str) -> str:
    """The group of games that are rated together with this one."""
    if game in GREAT:
        return "great"
    if ranked_by in ("points", "round"):
        return {"points": "score", "round": "table"}[ranked_by]
    return "sprint" if game in SPRINTS else "long"


def places(race: Any) -> dict[str, int]:
    """By account, its place in a race, of those that count between rivals; of an account with
    several seats that of the best one."""
    if race.winnable or not any(
        one.moves > (one.reason == "resigned") for one in race.contestants if one.account
    ):
        return {}
    found = dict[str, int]()
    for one in race.contestants:
        if one.account and one.seat not in (*race.sent_away, *race.absent):
            found[one.account] = min(one.place, found.get(one.account, one.place))
    return found


class Together(NamedTuple):
    """What some people have raced together. `wins` and `longest` are in the order in which the
    people were given, `games` has by game the races and the wins of each, `races` the places of
    each, latest first. `closest` are the race with the closest finish, who was first and second,
    and the milliseconds between."""

    wins: list[int]
    longest: list[int]
    games: list[tuple[str, int, list[int]]]
    races: list[tuple[str, list[int]]]
    closest: tuple[str, str, str, int] | None

    def named(self, names: Mapping[str, str]) -> "Together":
        """The same with names, by account, for accounts."""
        if self.closest is None:
            return self
        where, first, second, gap = self.closest
        return self._replace(closest=(where, names[first], names[second], gap))


def told_together(told: Mapping[str, Any]) -> Together:
    """What an answer to `get_together` says, which lists all races."""
    closest = told["closest"]
    return Together(
        [one["wins"] for one in told["people"]],
        [one["longest"] for one in told["people"]],
        [(game["game"], game["races"], game["wins"]) for game in told["games"]],
        [(race["race"], race["places"]) for race in told["races"]],
        closest and (closest["race"], closest["first"], closest["second"], closest["gap_ms"]),
    )


def together(races: Iterable[Any], people: list[str], *, nobody_else: bool = False) -> Together:
    """The races in which all of these accounts were, or with `nobody_else`, no other account."""
    shared = [
        race
        for race in races
        if set(people) <= (there := places(race)).keys()
        and not (nobody_else and len(there) > len(people))
    ]
    rows = [[places(race)[one] for one in people] for race in shared]
    won = [[place == min(row) for place in row] for row in rows]
    columns = list(zip(*won, strict=True)) or [()] * len(people)
    runs = ["".join("w" if each else " " for each in column).split() for column in columns]
    games = {race.game: list[list[bool]]() for race in shared}
    for race, row in zip(shared, won, strict=True):
        games[race.game].append(row)
    return Together(
        [sum(column) for column in columns],
        [max(map(len, run), default=0) for run in runs],
        sorted(
            (
                (game, len(of), [sum(c) for c in zip(*of, strict=True)])
                for game, of in games.items()
            ),
            key=lambda game: (-game[1], game[0]),
        ),
        [(race.race, row) for race, row in zip(shared, rows, strict=True)][::-1],
        _closest(shared, people),
    )


def _closest(races: list[Any], people: list[str]) -> tuple[str, str, str, int] | None:
    found = []
    for number, race in enumerate(races):
        ends = dict[str, int]()
        for one in race.contestants:
            counts = one.account in people and one.seat not in (*race.sent_away, *race.absent)
            if counts and one.result == "won" and one.ended_ms is not None:
                ends[one.account] = min(one.ended_ms, ends.get(one.account, one.ended_ms))
        if len(ends) > 1:
            first, second = sorted(ends, key=lambda one: (ends[one], one))[:2]
            found.append((ends[second] - ends[first], number, race.race, first, second))
    if not found:
        return None
    gap, _, race_id, first, second = min(found)
    return race_id, first, second, gap


def versus(races: Iterable[Any], me: str, them: str) -> dict[str, list[int]]:
    """By game, and for all games under "": wins, losses, ties, and how many of the latest went the
    same way, lost ones below 0."""
    signs = defaultdict[str, list[int]](list)
    for race in races:
        place = places(race)
        if me != them and me in place and them in place:
            sign = (place[me] < place[them]) - (place[me] > place[them])
            signs[race.game].append(sign)
            signs[""].append(sign)
    return {game: [*map(ones.count, (1, -1, 0)), _run(ones)] for game, ones in signs.items()}


def _run(signs: list[int]) -> int:
    alike = list(takewhile(lambda sign: sign == signs[-1], reversed(signs)))
    return sum(alike)


def rivals(races: list[Any], me: str) -> list[tuple[str, list[int]]]:
    """Whoever has raced somebody, and what stands between them; those met last first."""
    everybody = {one.account for race in races for one in race.contestants if one.account}
    books = {other: book[""] for other in everybody if (book := versus(races, me, other))}
    last = {
        one.account: n
        for n, race in enumerate(races)
        if any(one.account == me for one in race.contestants)
        for one in race.contestants
        if one.account in books and versus([race], me, one.account)
    }
    return sorted(books.items(), key=lambda item: (-last[item[0]], item[0]))
