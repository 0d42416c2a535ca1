"""Tournament definition files: make a plan from the TOML file in which an organiser describes a
tournament (`docs/tournaments.md`).

`_Definition` turns the values of a file into the fields of a `TournamentPlan`, which validates
them. `definition_errors.py` has the sentences about errors, for the author of the file.
"""

from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path as File
from random import Random
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import ValidationError

from client_cli.exit_codes import Failure
from client_cli.messages.race_terms import duration_ms
from client_cli.terminal.game_input import unknown_game
from client_cli.tournament import definition_errors as errors
from client_cli.tournament.definition_errors import KEYS, PLAN_FIELDS, TABLES, TIMES, key_of, quoted
from client_cli.tournament.toml_lines import Path
from client_cli.tournament.toml_reader import TomlFile, read_text
from engine.games import FIRST_GAME, GAMES, nearest_name, slug_of
from engine.races.terms import LONGEST_CALL_MS, SHORTEST_CALL_MS
from engine.racing_demon.game import RacingDemon
from engine.rules import RULES, is_table, rules
from engine.solver.difficulty_classes import DIFFICULTY_NAMES, Difficulty
from engine.solver.winnable_deals import winnable_terms
from engine.tournaments.table_input import WAYS
from protocol.texts import _
from protocol.tournaments.plan import MOST_ROUNDS, TournamentPlan
from protocol.tournaments.templates import TEMPLATES

SURPRISE = "surprise:"
TEMPLATE = "template:"
LONGEST_SURPRISE_MINUTES = 20
"""A surprise, a tournament of random games, has only games whose usual bell is at most so many
minutes."""

WORDS = (
    *("format", "winners", "take_back", "show_grids", "seeds", "queue", "repeat"),
    *("way", "tie_breaks", "missed", "team_tie_breaks"),
)
"""Keys whose values may be written with capitals, hyphens or spaces."""
TERMS = (
    "format",
    "winners",
    "take_back",
    "call",
    "show_grids",
    "safe_play",
    "winnable",
    "difficulty",
)
"""Keys of a round that belong to the `terms` of the plan's round."""


def plan_of(rounds: str, title: str | None, seed: int, now: int) -> TournamentPlan:
    """Return the plan that the command line option `--rounds` names. `rounds` is the path of a
    definition file, `template:hour` for a ready-made plan, `surprise:5` for five games chosen at
    random from the seed, or a list of games such as `aces-up:3,kings`. A `title` replaces the
    plan's own title. `now` is in milliseconds since 1970. Raises Failure if the plan does not exist
    or is invalid."""
    if rounds.startswith(TEMPLATE):
        return _of_template(rounds.removeprefix(TEMPLATE), title)
    if not rounds.startswith(SURPRISE):
        file = File(rounds)
        if not file.exists() and (games := listed_games(rounds)):
            return _plan_with({"title": title or _("Tournament"), "rounds": games})
        return read_plan(read_text(file), file.name, title, now)
    count = rounds.removeprefix(SURPRISE)
    if not count.isdecimal() or not 1 <= int(count) <= MOST_ROUNDS:
        sentence = _("A surprise has 1 to {most} rounds: --rounds surprise:5.", most=MOST_ROUNDS)
        raise Failure.usage(sentence)
    slugs = surprise(int(count), seed)
    return _plan_with({"title": title or _("Surprise"), "rounds": slugs})


def _plan_with(fields: Mapping[str, object]) -> TournamentPlan:
    """Return the plan with these fields. Raises Failure if it is invalid, for example because a
    game has no choice; its message lists the mistakes, one a line."""
    try:
        return TournamentPlan.model_validate(fields)
    except ValidationError as error:
        told = [
            errors.sentence(each, each["loc"], None) or each["msg"]
            for each in error.errors(include_url=False, include_input=False)
            if each["type"] != "too_short"  # pydantic does not count wrong rounds
        ]
        sentences = dict.fromkeys(f"{each[:1].upper()}{each[1:]}." for each in told)
        raise Failure.usage("\n".join(sentences)) from None


def listed_games(rounds: str) -> list[str]:
    """Return the slugs of the games in a list such as `aces-up:3,kings`, which is three rounds of
    Aces Up and one of Kings. Return an empty list if the text is no list of games but may be the
    path of a file. Raises Failure if one of several games does not exist, or for a wrong number of
    rounds."""
    games: list[str] = []
    parts = rounds.split(",")
    for part in parts:
        name, colon, count = part.strip().partition(":")
        slug = RacingDemon.slug if is_table(name) else slug_of(name)
        if slug is None:
            if len(parts) == 1:
                return []
            raise unknown_game(name)
        many = int(count) if count.isdecimal() else 0 if colon else 1
        if not 1 <= many <= MOST_ROUNDS - len(games):
            raise Failure.usage(
                _(
                    "A tournament has 1 to {most} rounds, such as --rounds aces-up:3,kings.",
                    most=MOST_ROUNDS,
                )
            )
        games += [slug] * many
    return games


def with_winnable_deals(
    plan: TournamentPlan, difficulty: Difficulty | None = None
) -> TournamentPlan:
    """Return a plan whose rounds ask for winnable deals, of the class `difficulty` unless that is
    None, except those of games that have no such deals. Raises Failure if no game of the plan has
    any."""
    whole = plan.model_dump()
    asked = [
        each
        for each in whole["rounds"]
        if winnable_terms(rules(each["game"], each["options"]), difficulty)
    ]
    if not asked:
        if difficulty is not None:
            raise Failure.usage(_("None of these games has winnable deals of that difficulty."))
        raise Failure.usage(_("None of these games has winnable deals."))
    for each in asked:
        each["terms"] |= {"winnable": True, "difficulty": difficulty}
    return TournamentPlan.model_validate(whole)


def _of_template(name: str, title: str | None) -> TournamentPlan:
    template = TEMPLATES.get(name.strip().lower())
    if template is None:
        names = ", ".join(TEMPLATES)
        raise Failure.usage(_("The templates are {names}.", names=names))
    return _plan_with({"title": title or _("Tournament"), **template.plan})


def surprise(count: int, seed: int) -> list[str]:
    """Return the slugs of `count` short games in random order, for a tournament of random games.
    Each short game comes once before any comes again."""
    chance = Random(seed)
    short = [
        slug
        for slug, rules in GAMES.items()
        if rules.has_choice() and rules.book.bell_minutes <= LONGEST_SURPRISE_MINUTES
    ]
    picked: list[str] = []
    while len(picked) < count:
        picked += chance.sample(short, len(short))
    return picked[:count]


def read_plan(text: str, name: str, title: str | None, now: int) -> TournamentPlan:
    """Parse the text of a definition file and return its plan. `name` is the file's name, for
    messages. A `title` replaces the title in the file. `now` is in milliseconds since 1970. If
    there are mistakes, raises Failure; its message lists them, one a line."""
    file = TomlFile(text, name)
    definition = _Definition(file, now)
    given = definition.plan()
    if title is not None:
        given["title"] = title
    while True:
        try:
            plan = TournamentPlan.model_validate(given)
        except ValidationError as error:
            wrong = definition.report(error)
            # The plan looks for contradictions only if each field is right by itself.
            right = {key: each for key, each in given.items() if key not in wrong}
            right |= {key: each for key, each in STAND_IN.items() if key in wrong}
            if right == given or "format" in wrong:
                file.end()
                raise
            given = right
        else:
            file.end()
            return plan


STAND_IN: dict[str, object] = {"title": "-", "rounds": [FIRST_GAME]}
"""Valid values for the fields that every plan must have, in place of wrong ones, so that other
mistakes can be found as well."""


class _Definition:
    """Turns the values of a definition file into the fields of a plan. Wrong values are recorded as
    mistakes of the file and left out of the plan."""

    def __init__(self, file: TomlFile, now: int) -> None:
        self._file = file
        self._now = now
        self._rounds: list[Path] = []
        """The path in the file of each round of the plan."""

    def plan(self) -> dict[str, object]:
        """Return the fields of the plan that the file sets. All other fields have defaults in the
        plan."""
        top = self._table((), self._file.values)
        scoring, teams = top.get("scoring", {}), top.get("teams", False)
        scoring = {"way": _spelt(scoring)} if isinstance(scoring, str) else scoring
        top["scoring"] = scoring = self._table(("scoring",), scoring)
        if "places" in scoring and scoring.get("way", "") in ("", *set(WAYS) - {"place"}):
            sentence = _("there are places only where the way is place")
            self._file.wrong(("scoring", "places"), sentence)
        top["teams"] = {} if teams is True else None
        if not isinstance(teams, bool):
            top["teams"] = teams = self._table(("teams",), teams)
            if "best" in teams:
                scoring["team_best"] = teams.pop("best")
        if "knockout" in top:
            knockout = top.get("format") == "knockout"
            top["knockout"] = self._knockout(top["knockout"]) if knockout else {}
        if "schedule" in top:
            top["schedule"] = self._schedule(top["schedule"])
        if top.get("late") and top.get("format") in ("knockout", "round_robin"):
            sentence = _("in the format {format} nobody can come late", format=top["format"])
            self._file.wrong(("late",), sentence)
        if isinstance(top.get("late"), bool):
            top["late"] = None if top["late"] else 0
        rounds = self._all_rounds(top)
        return {**_in_plan(top), "rounds": rounds} if rounds else _in_plan(top)

    def report(self, error: ValidationError) -> set[str]:
        """Record as mistakes of the file the errors that pydantic has found in the plan. Return the
        names of the plan's fields that have such errors."""
        wrong = set[str]()
        for each in error.errors(include_url=False, include_input=False):
            wrong |= {part for part in each["loc"][:1] if isinstance(part, str)}
            if each["type"] == "too_short" and self._rounds:
                continue  # there are rounds, but pydantic does not count wrong ones
            loc = (*each["loc"], *each.get("ctx", {}).get("path", ()))
            path = self._path(loc)
            if loc == ("rounds",) and each["type"] == "too_long":
                told: str | None = _("there are more than {n} rounds", n=MOST_ROUNDS)
                path = self._rounds[each["ctx"]["max_length"]]
            else:
                told = errors.sentence(each, path, self._file.value(path))
            if told is not None:
                self._file.wrong(path, told)
        if "rounds" in wrong:  # `read_plan` now puts others in their place
            self._rounds = []
        return wrong

    def _path(self, loc: Path) -> Path:
        """Return the place in the file from which a field of the plan was read. `loc` is the path
        of the field in the plan."""
        renamed = (KEYS.get(part, part) if isinstance(part, str) else part for part in loc)
        match tuple(part for part in renamed if part != "terms"):
            case ("rounds", int(number), "bell") if self._has_no_bell(number):
                return ("bell",)
            case ("rounds", int(number), *rest) if number < len(self._rounds):
                return (*self._rounds[number], *rest)
            case ("rounds", *_rest):
                return ("rounds" if "rounds" in self._file.values else "games",)
            case ("scoring", "best"):
                return ("teams", "best")
            case path:
                return path

    def _has_no_bell(self, number: int) -> bool:
        """Return whether the file gives round `number` no bell of its own, so that the bell for all
        rounds applies."""
        row = self._file.value(self._rounds[number])
        return not isinstance(row, dict) or "bell" not in row

    # Tables. ------------------------------------------------------------------------------------

    def _table(self, path: Path, value: object) -> dict[str, object]:
        """Return the table at a path, with its simple values converted to those of the plan."""
        known, name = TABLES[errors.names(path)], key_of(path)
        if not isinstance(value, dict):
            sentence = _("{key} is a table with {names}", key=name, names=", ".join(known))
            self._file.wrong(path, sentence)
            return {}
        found: dict[str, object] = {}
        for key, each in value.items():
            if key in known:
                found[key] = self._value((*path, key), each)
                continue
            sentence = _("there is nothing called {key}", key=quoted(key))
            if name:
                sentence = _(
                    "there is nothing called {key} in {table}", key=quoted(key), table=name
                )
            self._file.wrong((*path, key), errors.with_hint(sentence, key, known))
        return found

    def _all_rounds(self, top: dict[str, object]) -> list[object]:
        if "games" in top and "rounds" in top:
            self._file.wrong(("games",), _("write either games, or rounds with a table each"))
        games, tables = top.pop("games", []), top.pop("rounds", [])
        bell = {"bell_ms": top.pop("bell", None)}
        if not isinstance(games, list):
            self._file.wrong(("games",), _("games is a list of games, in brackets"))
            return []
        if not isinstance(tables, list):
            self._file.wrong(("rounds",), _("rounds is a list of tables, in brackets"))
            return []
        rows: list[tuple[Path, dict[str, object]]] = [
            (("games", number), {"game": slug}) for number, slug in enumerate(games) if slug
        ]
        for number, table in enumerate(tables):
            path: Path = ("rounds", number)
            each, deals = self._round(path, table)
            if "game" in each or (isinstance(table, dict) and "game" not in table):
                rows += [(path, each)] * deals  # a wrong game has been reported
        self._rounds = [path for path, _each in rows]
        return [_given({**bell, **each}) for _path, each in rows]

    def _round(self, path: Path, value: object) -> tuple[dict[str, object], int]:
        """Convert the table that defines a round. Return (fields of the round in the plan, number
        of deals with this definition)."""
        table = self._table(path, value)
        deals = table.pop("deals", 1)
        if type(deals) is not int or not 1 <= deals <= MOST_ROUNDS:
            sentence = _("deals is a whole number from 1 to {most}", most=MOST_ROUNDS)
            self._file.wrong((*path, "deals"), sentence)
            deals = 1
        terms = {key: table.pop(key) for key in TERMS if key in table}
        return {**_in_plan(table), "terms": _in_plan(terms)}, deals

    def _knockout(self, value: object) -> dict[str, object]:
        path: Path = ("knockout",)
        table = self._table(path, value)
        if isinstance(table.get("sprint"), dict):
            table["sprint"], _deals = self._round((*path, "sprint"), table["sprint"])
        elif "sprint" in table:
            table["sprint"] = {"game": table["sprint"]}
        return _in_plan(table)

    def _schedule(self, value: object) -> dict[str, object]:
        path: Path = ("schedule",)
        table = self._table(path, value)
        by_whose = _('by whose clocks? write zone = "Europe/London"')
        if "start" in table:
            start = _time_of(table["start"])
            if not isinstance(start, datetime):
                table["start"] = None
                self._file.wrong((*path, "start"), start)
            elif start.tzinfo is None and "zone" not in table:
                self._file.wrong((*path, "start"), by_whose)
            else:
                zoned = start.replace(tzinfo=start.tzinfo or _zone(table.get("zone")))
                table["start"] = int(zoned.timestamp() * 1000)
                if int(zoned.timestamp() * 1000) <= self._now:
                    self._file.wrong((*path, "start"), _("that is past"))
        if "repeat" in table and "zone" not in table:
            self._file.wrong((*path, "repeat"), by_whose)
        if "times" in table and "repeat" not in table:
            sentence = _("times are counted only where it is repeated")
            self._file.wrong((*path, "times"), sentence)
        return _in_plan(table)

    # Values. ------------------------------------------------------------------------------------

    def _value(self, path: Path, value: object) -> object:
        """Return a value of the file converted to the form of the plan; None if it is wrong. Tables
        are not converted."""
        if isinstance(value, list):
            return [self._value((*path, number), each) for number, each in enumerate(value)]
        key = key_of(path)
        if isinstance(value, dict):
            return value
        if key in TIMES:
            return self._ms(path, value)
        if key in ("game", "games", "sprint"):
            return self._game(path, value)
        if key == "difficulty":
            return self._difficulty(path, value)
        return _spelt(value) if key in WORDS and isinstance(value, str) else value

    def _ms(self, path: Path, value: object) -> int | None:
        """Return the milliseconds of `90s`, `6m`, `1h` or `1d`; a plain number is minutes. None if
        it is wrong."""
        ms = _ms(str(value)) if type(value) in (str, int, float) else None
        if ms is None:
            self._file.wrong(path, errors.no_time(path, value))
        elif key_of(path) == "call" and not SHORTEST_CALL_MS <= ms <= LONGEST_CALL_MS:
            least, most = errors.span(SHORTEST_CALL_MS), errors.span(LONGEST_CALL_MS)
            sentence = _("call lies between {least} and {most}", least=least, most=most)
            self._file.wrong(path, sentence)
            return None
        return ms

    def _difficulty(self, path: Path, value: object) -> Difficulty | None:
        """Return a class of difficulty from its name; None if there is no such class, which is
        reported."""
        classed = DIFFICULTY_NAMES.get(_spelt(value)) if isinstance(value, str) else None
        if classed is None:
            told = _("there is no difficulty {name}", name=quoted(value))
            names = [name.replace("_", "-") for name in DIFFICULTY_NAMES]
            self._file.wrong(path, errors.with_hint(told, str(value), names))
        return classed

    def _game(self, path: Path, value: object) -> str | None:
        """Return the slug of a game from any of its names; None if there is no such game, which is
        reported."""
        if not isinstance(value, str):
            self._file.wrong(path, _('a game is named in quotes: "aces-up"'))
            return None
        slug = RacingDemon.slug if is_table(value) else slug_of(value)
        if slug is None:
            sentence = _("there is no game {game}", game=quoted(value))
            slugs = [slug.replace("_", "-") for slug in RULES]
            self._file.wrong(path, errors.hinted(sentence, nearest_name(value), slugs))
        return slug


def _given(fields: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value is not None}


def _in_plan(table: dict[str, object]) -> dict[str, object]:
    """Return the values of a table of the file, with the names of the plan's fields as keys. Values
    that are None are left out."""
    return _given({PLAN_FIELDS.get(key, key): value for key, value in table.items()})


def _spelt(word: str) -> str:
    return word.strip().lower().replace("-", "_").replace(" ", "_")


def _ms(text: str) -> int | None:
    days = text.strip().lower()
    try:
        if days.endswith("d"):
            return 24 * duration_ms(days[:-1] + "h", "")
        return duration_ms(text, "")
    except (Failure, ValueError):
        return None


def _time_of(value: object) -> datetime | str:
    """Return the time that was typed, or a sentence about what is wrong with it."""
    if isinstance(value, str):
        try:
            return datetime.fromisoformat(value)
        except ValueError:
            value = None
    if isinstance(value, datetime):
        return value
    if isinstance(value, date):
        return _("a day has no time: write start = 2026-11-27T20:00:00")
    return _("that is no time: write start = 2026-11-27T20:00:00")


def _zone(name: object) -> ZoneInfo:
    """Return the time zone of this name. An unknown name gives UTC; the plan reports it."""
    try:
        return ZoneInfo(str(name))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")
