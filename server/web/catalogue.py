"""Game catalogue for browsers as JSON files: games, options, layouts and rule pages.

The browser client does not know the rules of games. So these files are generated from the engine
when the server starts, and served among the client's files.
"""

import json
from typing import Any

from engine import catalogue
from engine.crowns.facts import GREAT_GAMES, QUICKEST_FIRST
from engine.games import GAMES, AnyGame, game
from engine.mechanics.called_game import CalledGame
from engine.mechanics.grid import GridGame
from engine.races.limits import LONGEST_BELL_MS, MOST_SEATS, SHORTEST_BELL_MS
from engine.races.terms import (
    LONGEST_CALL_MS,
    SHORTEST_CALL_MS,
    TAKE_BACKS,
    WINNERS,
    formats,
    usual_for_several,
)
from engine.racing_demon.game import MOST_SEATS as MOST_AT_TABLE
from engine.racing_demon.game import RacingDemon
from engine.rules import RULES, Rules, rules
from engine.tournaments.table_input import TEAM_BEST, TEAM_TIE_BREAKS, WAYS, missed_values, rule
from protocol.accounts import LONGEST_PASSWORD, SHORTEST_PASSWORD
from protocol.codes import LENGTH
from protocol.names import LONGEST_NAME
from protocol.reading import READING, reading_json
from protocol.retries import retries_json
from protocol.rooms.races import usual_bell_ms
from protocol.rooms.room_settings import LONGEST_DELAY_MS
from protocol.rooms.talk import LONGEST_TEXT, PHRASES
from protocol.telephone import ANSWERS, MOST_RUNG
from protocol.tournaments.plan import (
    FORMATS,
    MOST_ENTRANTS,
    MOST_OF,
    MOST_ROUNDS,
    OWN_PACE,
    USUAL_WAY,
    USUAL_WINDOW_MS,
    usual_race_format,
)
from protocol.tournaments.plan_fields import plan_fields
from protocol.tournaments.templates import TEMPLATES
from server.leaderboards.ratings import family


def generated() -> dict[str, bytes]:
    """Return the contents of the generated JSON files, by their path relative to the folder of the
    browser client."""
    files = {"catalogue.json": _json(_catalogue())}
    for slug, each in RULES.items():
        told = catalogue.page(each)
        files[f"rules/{slug}.json"] = _json({"slug": slug, "page": told.pop("rules"), **told})
    for name in READING:
        files[f"reading/{name}.json"] = _json(reading_json(name))
    return files


def _catalogue() -> dict[str, Any]:
    return {
        "games": [_game(slug, each) for slug, each in GAMES.items()],
        "tables": [_table(RacingDemon)],
        "great_games": GREAT_GAMES,
        "quickest_first": QUICKEST_FIRST,
        "phrases": PHRASES,
        "answers": ANSWERS,
        "retries": retries_json(),
        "tournaments": _tournaments(),
        "terms": {"winners": WINNERS, "take_back": TAKE_BACKS},
        "limits": {
            "longest_name": LONGEST_NAME,
            "longest_text": LONGEST_TEXT,
            "shortest_password": SHORTEST_PASSWORD,
            "longest_password": LONGEST_PASSWORD,
            "code_length": LENGTH,
            "most_seats": MOST_SEATS,
            "most_rung": MOST_RUNG,
            "shortest_bell_ms": SHORTEST_BELL_MS,
            "longest_bell_ms": LONGEST_BELL_MS,
            "shortest_call_ms": SHORTEST_CALL_MS,
            "longest_call_ms": LONGEST_CALL_MS,
            "longest_delay_ms": LONGEST_DELAY_MS,
        },
    }


def _tournaments() -> dict[str, Any]:
    return {
        "ways": {kind: USUAL_WAY[kind] for kind in FORMATS},
        "templates": [{"name": name, **template._asdict()} for name, template in TEMPLATES.items()],
        "fields": plan_fields(),
        "most_rounds": MOST_ROUNDS,
        "most_entrants": {kind: MOST_OF.get(kind, MOST_ENTRANTS) for kind in FORMATS},
        "window_ms": USUAL_WINDOW_MS,
        "scoring": {
            way: {
                "usual": rule({"way": way})._asdict(),
                "tie_breaks": possible,
                "missed": missed_values(way),
            }
            for way, (_usual, possible) in WAYS.items()
        },
        "team_tie_breaks": TEAM_TIE_BREAKS,
        "team_best": TEAM_BEST,
    }


def _raced(slug: str, kind: type[AnyGame] | type[RacingDemon]) -> dict[str, Any]:
    """Return what there is to know about every game that can be raced."""
    usual = kind()
    return {
        "slug": slug,
        **catalogue.about(kind),
        "bell_ms": usual_bell_ms(usual, None),
        "format": formats(usual)[0],
        "formats": formats(usual),
        "room_terms": usual_for_several(usual, {}),
        "layouts": _layouts(usual),
    }


def _table(kind: type[RacingDemon]) -> dict[str, Any]:
    """Return the entry of a game whose contestants share a table. `host_options` are the options
    that a form for a new room offers first."""
    usual = kind()
    return {
        **_raced(kind.slug, kind),
        "tournament_formats": {
            each: usual_race_format(usual, each) for each in FORMATS if each not in OWN_PACE
        },
        "family": "table",
        "crown": False,
        "call_ms": None,
        "grid": None,
        "grid_from": None,
        "drawings": [],
        "most_seats": MOST_AT_TABLE,
        "host_options": {"piles": 5},
    }


def _game(slug: str, kind: type[AnyGame]) -> dict[str, Any]:
    usual = game(slug)
    return {
        **_raced(slug, kind),
        "tournament_formats": {kind: usual_race_format(usual, kind) for kind in FORMATS},
        "family": family(slug) if kind.has_choice() else "no_choice",
        "crown": slug in GREAT_GAMES,
        "call_ms": usual.call_ms if isinstance(usual, CalledGame) else None,
        "grid": usual.size if isinstance(usual, GridGame) else None,
        "grid_from": usual.least if isinstance(usual, GridGame) else None,
        "drawings": _drawings(usual),
    }


def _layouts(usual: Rules) -> list[dict[str, Any]]:
    """Return the piles of the game for each option value that changes them. The browser draws these
    piles in place of the usual ones if the option has this value."""
    return [
        {"option": option.name, "value": value, "piles": piles}
        for option in usual.options
        for value in option.values[1:]
        if (piles := catalogue.piles(rules(usual.slug, {option.name: value}).layout))
        != catalogue.piles(usual.layout)
    ]


def _drawings(usual: AnyGame) -> list[dict[str, Any]]:
    """Return how the browser draws the piles of the game, for each option value that changes
    that."""
    return [
        {"option": option.name, "value": value, "drawing": drawing.to_json()}
        for option in usual.options
        for value in option.values[1:]
        if (drawing := game(usual.slug, {option.name: value}).drawing) != usual.drawing
    ]


def _json(told: Any) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
