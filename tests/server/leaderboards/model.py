"""A model of the leaderboards: computed anew from all results each time. It shares only the form of
an entry with `server/leaderboards`: it sorts tuples where the server packs numbers, and uses the
calendar of the standard library."""

from collections import defaultdict
from collections.abc import Iterable
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


def versus(races: Iterable[Any], me: str, them: str) -> dict[str, list[int]]:
    """By game, and for all games under "": wins, losses, ties, and how many of the latest went the
    same way, lost ones below 0."""
    signs = defaultdict[str, list[int]](list)
    for race in races:
        place = {
            one.account: one.place
            for one in race.contestants
            if one.account and one.seat not in (*race.sent_away, *race.absent)
        }
        moved = any(
            one.moves > (one.reason == "resigned") for one in race.contestants if one.account
        )
        if me != them and me in place and them in place and moved:
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
