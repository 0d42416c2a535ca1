"""Tournament definition files: parse a TOML file into a plan (`docs/tournaments.md`)."""

from collections.abc import Mapping
from pathlib import Path as File
from random import Random
from typing import Any

from pydantic import ValidationError

from client_cli.exit_codes import Failure
from client_cli.tournament import definition_tables
from client_cli.tournament.definition_rounds import read_round
from client_cli.tournament.toml_lines import Path
from client_cli.tournament.toml_reader import TomlReader, merged, read_text
from engine.crown_facts import GREAT_GAMES
from engine.games import GAMES
from protocol.tournament_plan import (
    FORMATS,
    MOST_ENTRANTS,
    MOST_OF,
    MOST_ROUNDS,
    OWN_PACE,
    TournamentPlan,
)

SURPRISE = "surprise:"
LONGEST_SURPRISE_MINUTES = 20
"""Games with a longer bell are not chosen for a surprise."""

TOP = (
    *("title", "format", "games", "rounds", "bell", "scoring", "teams", "knockout", "turns"),
    *("window", "queue", "most", "bots", "late", "invite", "schedule", "lobby", "table", "delay"),
)
_ONLY = {"knockout": ("knockout",), "turns": ("swiss",), "window": OWN_PACE, "queue": ("arena",)}
_TIMES = {
    "window": ("1m", "24h"),
    "lobby": ("5s", "1h"),
    "table": ("5s", "1h"),
    "delay": ("10s", "1h"),
}
_NUMBERS = {"turns": MOST_ROUNDS, "most": MOST_ENTRANTS}
_CALLED = {
    "window": "window_ms",
    "lobby": "lobby_ms",
    "table": "table_ms",
    "delay": "delay_ms",
    "invite": "invited",
}
"""Names in the plan that differ from the keys of a file."""


def plan_of(rounds: str, title: str | None, seed: int, now: int) -> TournamentPlan:
    """The plan that `--rounds` names: a file, or `surprise:5` for five rounds chosen by the seed.
    `now` is in milliseconds. Raises Failure."""
    if not rounds.startswith(SURPRISE):
        file = File(rounds)
        return read_plan(read_text(file), file.name, title, now)
    count = rounds.removeprefix(SURPRISE)
    if not count.isdecimal() or not 1 <= int(count) <= MOST_ROUNDS:
        raise Failure.usage(f"A surprise has 1 to {MOST_ROUNDS} rounds: --rounds surprise:5.")
    slugs = surprise(int(count), seed)
    return TournamentPlan.model_validate({"title": title or "Surprise", "rounds": slugs})


def surprise(count: int, seed: int) -> list[str]:
    """`count` short games in random order; none is repeated before all have been used."""
    chance = Random(seed)
    short = [s for s, g in GAMES.items() if g.book.bell_minutes <= LONGEST_SURPRISE_MINUTES]
    picked: list[str] = []
    while len(picked) < count:
        picked += chance.sample(short, len(short))
    return picked[:count]


def read_plan(text: str, name: str, title: str | None, now: int) -> TournamentPlan:
    """Parse a definition. `name` is the file's name; a given `title` replaces the one in the file.
    Raises Failure with every mistake, one a line."""
    reading = TomlReader(text, name)
    file = _Definition(reading, now)
    given = file.read(title)
    reading.end()
    try:
        return TournamentPlan.model_validate(given)
    except ValidationError as error:
        for each in error.errors(include_url=False, include_context=False, include_input=False):
            reading.wrong(file.place(each["loc"]), each["msg"].removeprefix("Value error, "))
        reading.end()
        raise


class _Definition:
    """Converts a file to the fields of a plan."""

    def __init__(self, reading: TomlReader, now: int) -> None:
        self._r = reading
        self._now = now
        self._rounds: list[tuple[Path, str | None]] = []
        """The path of each round in the file, and its game."""

    def place(self, loc: tuple[str | int, ...]) -> Path:
        """The path in the file from which a field of the plan comes."""
        written = {name: key for key, name in _CALLED.items()}
        match loc:
            case ("rounds", int(number), *_) if number < len(self._rounds):
                return self._rounds[number][0]
            case (str(first), *rest):
                return (written.get(first, first), *rest)
        return ()

    def read(self, title: str | None) -> dict[str, Any]:
        r = self._r
        top = r.table((), r.values, TOP)
        kind = "series"
        if "format" in top:
            kind = r.choice(("format",), top["format"], FORMATS, "format") or ""
        self._only(top, kind)
        rounds = self._all_rounds(top, kind)
        if title is None and "title" not in top:
            r.wrong((), 'it has no title: write title = "Friday", or name it in the command')
        return merged(
            {_CALLED.get(key, key): value for key, value in self._values(top).items()},
            {
                "title": title,
                "format": kind,
                "rounds": rounds,
                "scoring": definition_tables.scoring(r, top, kind, self._rounds),
                "teams": definition_tables.teams(r, top),
                "knockout": definition_tables.knockout(r, top) if kind == "knockout" else None,
                "schedule": definition_tables.schedule(r, top, self._now),
            },
        )

    def _only(self, top: Mapping[str, Any], kind: str) -> None:
        """Report keys that belong to other formats."""
        for key, kinds in _ONLY.items():
            if key in top and kind and kind not in kinds:
                self._r.wrong((key,), f"{key} is for {' and '.join(kinds)} only, not for {kind}")
        if kind in ("knockout", "round_robin") and top.get("late"):
            self._r.wrong(("late",), f"in the format {kind} nobody can come late")
        most = top.get("most")
        limit = MOST_OF.get(kind)
        if limit is not None and type(most) is int and most > limit:
            self._r.wrong(("most",), f"in the format {kind} most is {limit} or less")

    def _values(self, top: Mapping[str, Any]) -> dict[str, Any]:
        """Read the keys that have a single value."""
        r = self._r
        found: dict[str, Any] = {}
        for key, value in top.items():
            path: Path = (key,)
            if key in _TIMES:
                found[key] = r.duration(path, value, *_TIMES[key])
            elif key in _NUMBERS:
                found[key] = r.whole(path, value, 1, _NUMBERS[key])
            elif key == "title":
                found[key] = self._title(value)
            elif key == "bots":
                found[key] = r.flag(path, value)
            elif key == "late":  # true, false, or the last round that may be somebody's first
                late = value if type(value) is not bool else None if value else 0
                found[key] = late and r.whole(path, late, 0, MOST_ROUNDS)
            elif key == "invite":
                found[key] = definition_tables.names(r, path, value)
            elif key == "queue":
                found[key] = r.choice(path, value, ("in_order", "drawn"), "queue")
        return found

    def _title(self, value: object) -> str | None:
        title = self._r.text(("title",), value)
        if title is None or 1 <= len(" ".join(title.split())) <= 60:
            return title
        self._r.wrong(("title",), "a title has 1 to 60 characters")
        return None

    # Rounds. ------------------------------------------------------------------------------------

    def _all_rounds(self, top: Mapping[str, Any], kind: str) -> list[dict[str, Any]]:
        r = self._r
        bell = r.duration(("bell",), top["bell"], "1s", "24h") if "bell" in top else None
        if "games" in top and "rounds" in top:
            r.wrong(("games",), "write either games, or rounds with a table each")
        games = r.rows(("games",), top["games"], "games") if "games" in top else []
        tables = r.rows(("rounds",), top["rounds"], "tables") if "rounds" in top else []
        rows: list[tuple[Path, object, bool]] = [
            *((("games", number), row, True) for number, row in enumerate(games)),
            *((("rounds", number), row, False) for number, row in enumerate(tables)),
        ]
        rounds: list[dict[str, Any]] = []
        for path, row, named in rows:
            read, deals = read_round(r, path, row, kind, named=named)
            rounds += [merged({"bell_ms": bell}, read)] * deals
            self._rounds += [(path, read.get("game"))] * deals
        if len(rounds) > MOST_ROUNDS:
            r.wrong(self._rounds[MOST_ROUNDS][0], f"there are more than {MOST_ROUNDS} rounds")
        self._fitting(top, kind)
        return rounds

    def _fitting(self, top: Mapping[str, Any], kind: str) -> None:
        """Report a wrong number or selection of games."""
        place: Path = ("rounds" if "rounds" in top else "games",)
        slugs = [slug for _, slug in self._rounds if slug is not None]
        if not self._rounds and (place[0] in top or kind != "crowns"):
            self._r.wrong(place, 'it has no games: write games = ["aces-up", "baroness"]')
        elif kind == "crowns" and slugs and sorted(slugs) != sorted(GREAT_GAMES):
            five = ", ".join(slug.replace("_", "-") for slug in GREAT_GAMES)
            self._r.wrong(place, f"for crowns the games are the five great ones, once each: {five}")
