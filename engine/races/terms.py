"""The terms of a race: when it ends, how its contestants are ordered, and which help they have. The
host of a room, who starts its races, chooses the terms. The rules of the game are not part of
them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from engine.errors import BadOption, brief
from engine.mechanics.called_game import CalledGame
from engine.options import Value
from engine.solver.difficulty_classes import DIFFICULTIES, Difficulty
from engine.solver.winnable_deals import WinnableTerms, winnable_terms
from engine.takeback import PRACTICE

if TYPE_CHECKING:
    from engine.rules import Rules

SHORTEST_CALL_MS, LONGEST_CALL_MS = 500, 300_000
SPRINT_MINUTES = 10
"""Games whose default time limit is at most this many minutes have `first_out` as their default
format."""

WINNERS = ("time", "moves")
TAKE_BACKS = ("none", "until_card", "free")
"""The take-back rules for all races. A race of one contestant may also have `PRACTICE`."""
EACH_CARD = "each_card"
SHOW_GRIDS = (EACH_CARD, "end")
DIFFICULTY = "difficulty"
"""The name of the class of difficulty that is chosen for a winnable deal."""

TermValue = Value | dict[str, int] | None
"""The value of a term in JSON."""


class Terms(NamedTuple):
    """The terms of a race.

    - `format`: with `first_out` the race ends when the first contestant wins the game. With `best`
      it goes on until the bell (the time limit) or until all games have ended. `score` is the same
      for games with points. With `caller` the server announces (calls) one card at a time, and each
      contestant places it.
    - `call_ms`: in the format `caller`, the time to place a called card; None in other formats.
    - `winners`: contestants who won the game are ordered by `time` or by fewer `moves`.
    - `take_back`: which moves a contestant may take back. With `none` it is no move, with
      `until_card` the moves since a card was last turned up, with `free` all moves. A race of one
      contestant may also have `practice`: like `free`, but hints are allowed too, and a stuck game
      continues. A contestant who took a move back is placed below all who did not.
    - `show_grids`: with `each_card` everybody in the room sees the grids of all contestants (the
      cards that they have placed) after each called card. With `end` they see them only after the
      race. None in other formats than `caller`.
    - `safe_play`: clients put a card on a foundation by themselves if no later move can need it
      elsewhere (`engine.aids.safe_move`).
    - `winnable`: how the deal is searched for, if it is a winnable deal: one that the solver has
      won (`engine/solver/winnable_deals.py`). None if the deal is as the deal seed gives it.
    """

    format: str
    winners: str
    take_back: str
    call_ms: int | None
    show_grids: str | None = None
    safe_play: bool = False
    winnable: WinnableTerms | None = None

    def to_json(self) -> dict[str, TermValue]:
        """Return the terms as a JSON object. It has `show_grids` only if the value is `each_card`,
        `safe_play` only if it is on, and `winnable` only for a winnable deal. Data that was written
        before these three terms existed has none of them."""
        written: dict[str, TermValue] = self._asdict()
        if self.show_grids != EACH_CARD:
            del written["show_grids"]
        if not self.safe_play:
            del written["safe_play"]
        if self.winnable is None:
            del written["winnable"]
        else:
            written["winnable"] = self.winnable.to_json()
        return written


def formats(game: "Rules") -> tuple[str, ...]:
    """Return the formats in which a game can be raced, the default first."""
    called = ("caller",) if isinstance(game, CalledGame) else ()
    if game.ranked_by in ("points", "round"):
        return ("score", *called)
    if not game.has_choice():
        return ("best",)
    both = ("first_out", "best")
    return (*(both if game.book.bell_minutes <= SPRINT_MINUTES else both[::-1]), *called)


def usual_for_several(game: "Rules", given: Mapping[str, object]) -> dict[str, object]:
    """Return the terms `given`, which a host has chosen for a race of two or more, with those terms
    added that are usual for several contestants. All other terms are left to their defaults.

    If the cards of the game can be called (announced one by one), the usual format is `caller`, and
    all grids are shown after each card. If the host allows take-backs, the format `caller` is not
    added.
    """
    chosen = {name: value for name, value in given.items() if value is not None}
    if chosen.get("take_back", "none") == "none" and "caller" in formats(game):
        chosen.setdefault("format", "caller")
    if chosen.get("format") == "caller":
        chosen.setdefault("show_grids", EACH_CARD)
    return chosen


def terms(game: "Rules", given: Mapping[str, object], *, alone: bool = False) -> Terms:
    """Return complete terms: those in `given`, and default values for the others. If the race has
    one contestant (`alone`), the take-back rule may be `practice`. If `winnable` is true, the deal
    is searched for as the present version of the solver does it; then `difficulty` may be a class,
    which the deal must have. Raises BadOption, which names the term, if the game cannot have such
    terms."""
    for name in given:
        if name not in (*Terms._fields, DIFFICULTY):
            raise BadOption(f"The terms of a race are {', '.join(Terms._fields)}.")
    chosen = _one_of("format", given, formats(game))
    caller = chosen == "caller"
    call_ms = given.get("call_ms")
    if call_ms is not None and not caller:
        raise BadOption("Only in the format caller is there a call_ms.", "call_ms")
    if call_ms is None and caller and isinstance(game, CalledGame):
        call_ms = game.call_ms
    if call_ms is not None and (
        type(call_ms) is not int or not SHORTEST_CALL_MS <= call_ms <= LONGEST_CALL_MS
    ):
        limits = f"{SHORTEST_CALL_MS} and {LONGEST_CALL_MS}"
        raise BadOption(f"A call_ms lies between {limits}.", "call_ms")
    show_grids = given.get("show_grids")
    if show_grids is not None and not caller:
        raise BadOption("Only in the format caller is there a show_grids.", "show_grids")
    if caller:
        show_grids = _one_of("show_grids", {"show_grids": show_grids or "end"}, SHOW_GRIDS)
    safe_play = given.get("safe_play")
    if safe_play not in (None, False, True):
        raise BadOption("The safe_play of a race is true or false.", "safe_play")
    if safe_play and not game.safe_play:
        raise BadOption(f"This game has no rule for safe_play. {game.no_safe_play}", "safe_play")
    return Terms(
        chosen,
        _one_of("winners", given, WINNERS if game.has_choice() else WINNERS[:1]),
        _one_of("take_back", given, _take_backs(game, chosen, alone=alone)),
        call_ms,
        show_grids if isinstance(show_grids, str) else None,
        bool(safe_play),
        _winnable(game, given.get("winnable"), given.get(DIFFICULTY)),
    )


def _winnable(game: "Rules", value: object, difficulty: object) -> WinnableTerms | None:
    if difficulty is not None and value is not True:
        raise BadOption("Only for a winnable deal can a difficulty be chosen.", DIFFICULTY)
    if value is None or value is False:
        return None
    if value is True:
        return _present_search(game, None if difficulty is None else _difficulty(difficulty))
    names = WinnableTerms._fields[:3]
    if not isinstance(value, Mapping) or {*value} - {DIFFICULTY} != {*names}:
        raise BadOption(f"The winnable of a race has {', '.join(names)}.", "winnable")
    if any(type(value[name]) is not int or not 0 <= value[name] < 2**31 for name in names):
        raise BadOption("The numbers in winnable are whole numbers.", "winnable")
    chosen = WinnableTerms(*(value[name] for name in names))
    if DIFFICULTY not in value:
        return chosen
    return chosen._replace(difficulty=_difficulty(value[DIFFICULTY]))


def _present_search(game: "Rules", difficulty: Difficulty | None) -> WinnableTerms:
    if winnable_terms(game) is None:
        raise BadOption("There are no winnable deals of this game with these options.", "winnable")
    chosen = winnable_terms(game, difficulty)
    if chosen is None:
        raise BadOption("Deals of this difficulty take too long to find in this game.", DIFFICULTY)
    return chosen


def _difficulty(value: object) -> Difficulty:
    for each in DIFFICULTIES:
        if type(value) is int and value == each:
            return each
    told = f"The classes of difficulty are {', '.join(map(str, DIFFICULTIES))}."
    raise BadOption(told, DIFFICULTY)


def _take_backs(game: "Rules", race_format: str, *, alone: bool) -> tuple[str, ...]:
    """Return the possible values of `take_back`, the default first. No move is taken back where
    cards are called or contestants share a table."""
    if race_format == "caller" or game.ranked_by == "round":
        return TAKE_BACKS[:1]
    return (*TAKE_BACKS, PRACTICE) if alone else TAKE_BACKS


def _one_of(name: str, given: Mapping[str, object], values: tuple[str, ...]) -> str:
    value = given.get(name)
    if value is None:
        return values[0]
    if not isinstance(value, str) or value not in values:
        told = f"The {name} is one of {', '.join(values)}, not {brief(str(value))}."
        raise BadOption(told, name, words=values)
    return value
