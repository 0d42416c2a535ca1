"""The terms of a race, read from command-line options and written as sentences: its format (how it
ends and is won), its bell (after how much time it ends at the latest), and whether moves may be
taken back. In the format `caller` the server calls one card after the other, and all must place it
in a given time."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from client_cli.exit_codes import Failure
from client_cli.messages.game import clock, options
from engine.errors import BadOption
from engine.options import Value
from engine.races.limits import LONGEST_BELL_MS, SHORTEST_BELL_MS
from engine.races.terms import EACH_CARD, Terms, terms, usual_for_several
from engine.rules import Rules
from engine.solver.difficulty_classes import DIFFICULTY_NAMES, Difficulty
from engine.takeback import PRACTICE
from protocol.texts import _, ngettext

FORMATS = {
    "first_out": _("first to finish"),
    "best": _("best when time is up"),
    "score": _("for points"),
}
TAKE_BACKS = {
    "none": _("no take-back"),
    "until_card": _("take-back until a card turns"),
    "free": _("free take-back"),
}
"""The take-back rules that a host can choose, with their words."""
TAKE_BACK_WORDS = {**TAKE_BACKS, PRACTICE: TAKE_BACKS["free"]}
SAFE_PLAY = _("safe cards go up by themselves")
WINNABLE = _("a deal that can be won")
WINNABLE_OF: dict[Difficulty, str] = {
    1: _("a very easy deal that can be won"),
    2: _("an easy deal that can be won"),
    3: _("a deal of medium difficulty that can be won"),
    4: _("a hard deal that can be won"),
    5: _("a very hard deal that can be won"),
}
"""Words for a winnable deal whose class of difficulty was chosen."""
CALL = _("A call")
NO_CHOICE = _("no choice: the cards decide")
"""Said of a game in which the player decides nothing, after its terms."""


NEW_TERMS = {
    "terms.show_grids": _(
        "This server is of an older version and cannot show the grids during a race. Host it with"
        " the grids seen at the end: --grids end."
    ),
    "terms.safe_play": _(
        "This server is of an older version and cannot let safe cards go up by themselves. Host"
        " the race without that."
    ),
    "terms.winnable": _(
        "This server is of an older version and has no winnable deals. Host the race without that."
    ),
    "terms.difficulty": _(
        "This server is of an older version and cannot deal by difficulty. Host the race without"
        " that."
    ),
}
"""Advice for a host whose server is too old for one of the terms, by the name of the term in that
server's refusal."""


class RacePlan(NamedTuple):
    """A race that a host has chosen: a game with its options, the terms, and the race time at which
    it ends (the bell), in milliseconds."""

    game: Rules
    terms: Terms
    bell_ms: int


class RaceFacts(Protocol):
    """The fields from which `race_line` describes a race. The race of a room and a record of a
    finished race both have them."""

    @property
    def terms(self) -> "TermsFacts": ...

    @property
    def options(self) -> dict[str, Value]: ...

    @property
    def bell_ms(self) -> int: ...


class TermsFacts(Protocol):
    """The fields of terms that the functions of this file read. The engine's type of terms and that
    of the messages both have them."""

    @property
    def format(self) -> str: ...

    @property
    def winners(self) -> str: ...

    @property
    def take_back(self) -> str: ...

    @property
    def call_ms(self) -> int | None: ...

    @property
    def show_grids(self) -> str | None: ...

    @property
    def safe_play(self) -> bool: ...

    @property
    def winnable(self) -> "WinnableFacts | None": ...


class WinnableFacts(Protocol):
    """How a winnable deal is searched for, as far as the functions of this file read it."""

    @property
    def difficulty(self) -> Difficulty | None: ...


def plan(
    game: Rules,
    bell: str | None,
    call: str | None,
    *,
    safe_play: bool = False,
    winnable: bool = False,
    difficulty: str | None = None,
    **given: str | None,
) -> RacePlan:
    """Return the race that a host describes by command-line options.

    `bell` and `call` (the time in which each called card must be placed) are typed times, and
    `difficulty` is the name of the class of a winnable deal. `given` are the options format,
    winners, take_back and show_grids, written with hyphens or underscores. Where an option is None,
    the race has what is usual for the game. Raises Failure if an option is invalid or the game does
    not allow it.
    """
    named = _named(given)
    if safe_play:
        named["safe_play"] = True
    if winnable:
        named["winnable"] = True
    if difficulty is not None:
        named["difficulty"] = difficulty_named(difficulty)
    if call is not None:
        named["call_ms"] = duration_ms(call, CALL)
    return _plan(game, bell, usual_for_several(game, named))


def plan_alone(
    game: Rules, bell: str | None, *, safe_play: bool = False, **given: str | None
) -> RacePlan:
    """Return the race that each contestant plays alone, in a room of their own, as `plan` does for
    a race of several. `given` are the options winners and take_back. Raises Failure if an option is
    invalid or the game does not allow it."""
    return _plan(game, bell, {**_named(given), **({"safe_play": True} if safe_play else {})})


def _named(given: Mapping[str, str | None]) -> dict[str, object]:
    """Return the terms that a user has typed, in the form in which the engine names them."""
    return {name: value.strip().lower().replace("-", "_") for name, value in given.items() if value}


def _plan(game: Rules, bell: str | None, named: Mapping[str, object]) -> RacePlan:
    """Return the race with these terms, and with the typed bell or, if it is None, the usual one.
    Raises Failure if a term is invalid."""
    try:
        chosen = terms(game, named)
    except BadOption as error:
        raise Failure.usage(str(error)) from None
    if bell is not None:
        return RacePlan(game, chosen, bell_ms(bell))
    from protocol.rooms.races import usual_bell_ms  # a slow import

    return RacePlan(game, chosen, usual_bell_ms(game, chosen.call_ms))


def difficulty_named(text: str) -> Difficulty:
    """Return the class of difficulty with a typed name, such as `very-easy`. Raises Failure if
    there is none."""
    classed = DIFFICULTY_NAMES.get(text.strip().lower().replace("-", "_").replace(" ", "_"))
    if classed is None:
        raise Failure.usage(
            _(
                "The difficulty is one of {names}, not {text}.",
                names=", ".join(name.replace("_", "-") for name in DIFFICULTY_NAMES),
                text=repr(text[:20]),
            )
        )
    return classed


def winnable_words(how: WinnableFacts) -> str:
    """Return words that say that a deal is a winnable one, and of which class of difficulty if one
    was chosen, for the middle of a sentence."""
    return WINNABLE if how.difficulty is None else WINNABLE_OF[how.difficulty]


def unknown_term(code: str, refusal: str) -> str | None:
    """Return advice for a host whose race was refused because the server is too old for one of the
    terms. Return None if the refusal has another reason. `code` and `refusal` are the code and the
    sentence of the refusal."""
    if code != "bad_message":
        return None
    return next((advice for name, advice in NEW_TERMS.items() if name in refusal), None)


UNITS_MS = {"s": 1_000, "m": 60_000, "h": 3_600_000, "d": 86_400_000}


def bell_ms(text: str) -> int:
    """Return a typed bell, the time after which a race ends, in milliseconds. It may be typed as
    `6m`, `90s`, `1h`, `6:00`, or a number of minutes. Raises Failure if it is not between a second
    and 24 hours."""
    ms = duration_ms(text, _("A time limit"))
    if not SHORTEST_BELL_MS <= ms <= LONGEST_BELL_MS:
        raise Failure.usage(_("A time limit lies between one second and 24 hours."))
    return ms


def duration_ms(text: str, what: str) -> int:
    """Return a typed time in milliseconds: `15s`, `6m`, `1h`, `3d`, `6:00`, or a number of minutes.
    Raises Failure if it cannot be parsed; `what` is the name of the time for the sentence of the
    Failure."""
    plain, unit = text.strip().lower(), 60_000
    if plain and plain[-1] in UNITS_MS:
        plain, unit = plain[:-1], UNITS_MS[plain[-1]]
    minutes, colon, seconds = plain.partition(":")
    try:
        return int(minutes) * 60_000 + int(seconds) * 1_000 if colon else round(float(plain) * unit)
    except (ValueError, OverflowError):
        example = _("15s") if what == CALL else _("6m, 90s or 1h")
        sentence = _(
            "{what} is written {example}, not {text}.",
            what=what,
            example=example,
            text=repr(text[:20]),
        )
        raise Failure.usage(sentence) from None


def race_line(race: RaceFacts, rules: Rules) -> str:
    """Return a race in one line, such as `Aces Up, first to finish, time limit 6:00, no
    take-back`."""
    words = [f"{_(rules.book.title)}{options(race.options, rules)}", format_words(race.terms)]
    words += [
        _("time limit {time}", time=clock(race.bell_ms)),
        TAKE_BACK_WORDS[race.terms.take_back],
    ]
    words += [SAFE_PLAY] if race.terms.safe_play else []
    words += [winnable_words(race.terms.winnable)] if race.terms.winnable else []
    words += [_("fewest moves win")] if race.terms.winners == "moves" else []
    words += [] if rules.has_choice() else [NO_CHOICE]
    return ", ".join(words)


def format_words(chosen: TermsFacts) -> str:
    """Return words that say how a race with these terms ends and is won, for the middle of a
    sentence."""
    if chosen.call_ms is not None:
        time = seconds(chosen.call_ms)
        if chosen.show_grids == EACH_CARD:
            return _("called card by card with grids shown, {time} each", time=time)
        return _("called card by card, {time} each", time=time)
    return FORMATS[chosen.format]


def seconds(ms: int) -> str:
    """Return a time in milliseconds in words: `15 seconds`, `1 second`, `1.5 seconds`."""
    number = round(ms / 1000, 1)
    if number.is_integer():
        return ngettext("{n} second", "{n} seconds", int(number))
    return _("{number} seconds", number=f"{number:g}")
