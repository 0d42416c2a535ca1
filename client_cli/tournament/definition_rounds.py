"""Definition files: read one round, its game, options and terms."""

from collections.abc import Mapping
from typing import Any

from client_cli.tournament.toml_lines import Path
from client_cli.tournament.toml_reader import TomlReader, merged, nearest, quoted
from engine.games import GAMES, AnyGame, game
from engine.options import Value
from engine.terms import TAKE_BACKS, WINNERS, formats
from protocol.tournament_plan import MOST_ROUNDS, OWN_PACE

KEYS = ("game", "deals", "options", "format", "winners", "take_back", "call", "bell")


def read_round(
    r: TomlReader, path: Path, row: object, kind: str, *, named: bool = False
) -> tuple[dict[str, Any], int]:
    """(fields of the round, number of deals). With `named`, `row` is the name of a game and not a
    table."""
    table = {"game": row} if named else r.table(path, row, KEYS)
    where: Path = path if named else (*path, "game")
    deals = 1
    if "deals" in table:
        deals = r.whole((*path, "deals"), table["deals"], 1, MOST_ROUNDS) or 1
    if "game" not in table:
        r.wrong(path, 'it does not say which game: write game = "aces-up"')
        return {}, deals
    slug = game_of(r, where, table["game"])
    if slug is None:
        return {}, deals
    options = options_of(r, (*path, "options"), table.get("options", {}), GAMES[slug])
    rules = game(slug, options)
    bell = r.duration((*path, "bell"), table["bell"], "1s", "24h") if "bell" in table else None
    terms = terms_of(r, path, table, rules, kind)
    return merged({"game": slug, "options": options, "terms": terms, "bell_ms": bell}), deals


def game_of(r: TomlReader, path: Path, value: object) -> str | None:
    said = [slug.replace("_", "-") for slug in GAMES]
    if not isinstance(value, str):
        r.wrong(path, 'a game is named in quotes: "aces-up"')
        return None
    word = value.strip().lower().replace("'", "").replace(" ", "-").replace("_", "-")
    word = word.removeprefix("the-")
    if word in said:
        return word.replace("-", "_")
    titles = {g.book.title.lower(): slug for slug, g in GAMES.items()}
    if value.strip().lower() in titles:
        return titles[value.strip().lower()]
    near = nearest(word, said) or f"; there are {', '.join(said)}"
    r.wrong(path, f"there is no game {quoted(value)}{near}")
    return None


def options_of(r: TomlReader, path: Path, value: object, rules: type[AnyGame]) -> dict[str, Value]:
    known = {option.name: option for option in rules.options}
    if value == {}:
        return {}
    if not known:
        r.wrong(path, f"{rules.book.title} has no options")
        return {}
    table = r.table(path, value, known)
    chosen: dict[str, Value] = {}
    for name, each in table.items():
        option = known[name]
        if any(type(each) is type(one) and each == one for one in option.values):
            chosen[name] = each
        else:
            choices = " or ".join(quoted(one) for one in option.values)
            r.wrong((*path, name), f"{name} can be {choices}, not {quoted(each)}")
    return chosen


def terms_of(
    r: TomlReader, path: Path, table: Mapping[str, Any], rules: AnyGame, kind: str
) -> dict[str, Any]:
    known = {"format": formats(rules), "winners": WINNERS, "take_back": TAKE_BACKS}
    terms: dict[str, Any] = {}
    for name, values in known.items():
        if name in table:
            what = f"{name} of {rules.book.title}" if name == "format" else name
            terms[name] = r.choice((*path, name), table[name], values, what)
    called = terms.get("format") == "caller"
    if "call" in table:
        terms["call_ms"] = r.duration((*path, "call"), table["call"], "0.5s", "5m")
        if not called:
            r.wrong((*path, "call"), "there is a call only where the format is caller")
    if called and kind in OWN_PACE:
        r.wrong((*path, "format"), f"in the format {kind} everybody plays by themselves")
    if called and terms.get("take_back") not in (None, "none"):
        r.wrong((*path, "take_back"), "where cards are called nothing is taken back")
    return merged(terms)
