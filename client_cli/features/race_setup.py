"""Race setup on the full screen: what a host can choose before a race, and the race made of the
choices. The terms of a race are its rules besides those of the game, such as how it is won and
whether moves may be taken back."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from client_cli.exit_codes import Failure
from client_cli.local.preferences import usual_options
from client_cli.local.storage import Storage
from client_cli.messages.race_terms import (
    FORMATS,
    TAKE_BACKS,
    RacePlan,
    TermsFacts,
    bell_ms,
    plan,
)
from client_cli.terminal.game_input import chosen_rules
from engine.options import Value
from engine.races.terms import SHOW_GRIDS
from engine.rules import RULES
from engine.solver.difficulty_classes import DIFFICULTY_NAMES
from protocol.rooms.races import RaceInfo
from protocol.rooms.room_settings import Settings
from protocol.texts import _

BELLS = ("2m", "5m", "10m", "15m", "20m", "30m", "60m", "90m")
BELL = "bell"
TERMS = ("format", "winners", "take_back", "show_grids")
OPTION = "option "
CALL = "call"
SAFE_PLAY = "safe_play"
WINNABLE = "winnable"
ANY_DIFFICULTY = "yes"
"""The value of WINNABLE for a deal of any difficulty; its other values are classes."""
LISTED = "listed"
LAN = "lan"


class PlannedRace(NamedTuple):
    """A race that is chosen but has no room yet. It has the fields that `messages.race_terms` needs
    to describe a race."""

    terms: TermsFacts
    options: dict[str, Value]
    bell_ms: int


class RaceTerm(NamedTuple):
    """One choice that a host makes before a race: its name, its possible values, and a description
    for the host. The first value is the empty string, which stands for the default."""

    name: str
    values: tuple[str, ...]
    meaning: str


def offered(slug: str, storage: Storage | None) -> Iterator[RaceTerm]:
    """Yield the choices that a host has for the game `slug`: its bell (the time after which the
    race ends), its terms, room settings and options of the game. Values that the game does not
    allow are left out."""
    yield RaceTerm(BELL, ("", *BELLS), _("when the race ends at the latest"))
    for name, values, meaning in (
        ("format", (*FORMATS, "caller"), _("what is raced for")),
        ("winners", ("time", "moves"), _("who is first of those who have solved it")),
        ("take_back", tuple(TAKE_BACKS), _("whether moves may be undone")),
        ("show_grids", SHOW_GRIDS, _("when everybody sees the grids of the others")),
    ):
        allowed = tuple(value for value in values if _allows(slug, {name: value}, storage))
        if len(allowed) > 1:
            yield RaceTerm(name, ("", *allowed), meaning)
    if RULES[slug].safe_play:
        meaning = _("cards that can never be wanted again go up by themselves")
        yield RaceTerm(SAFE_PLAY, ("", "yes"), meaning)
    if _allows(slug, {WINNABLE: ANY_DIFFICULTY}, storage):
        names = [name.replace("_", "-") for name in DIFFICULTY_NAMES]
        ways = [name for name in names if _allows(slug, {WINNABLE: name}, storage)]
        meaning = _("a deal that the solver has won, of any difficulty or of one")
        yield RaceTerm(WINNABLE, ("", ANY_DIFFICULTY, *ways), meaning)
    yield RaceTerm(LISTED, ("", "yes"), _("on the public list, where anybody finds it"))
    yield RaceTerm(LAN, ("", "yes"), _("let phones and computers of this network in"))
    for option in RULES[slug].options:
        values = ("", *(str(value).lower() for value in option.values))
        yield RaceTerm(f"{OPTION}{option.name}", values, _(option.meaning))


def _allows(slug: str, chosen: Mapping[str, str], storage: Storage | None) -> bool:
    try:
        made(slug, chosen, storage)
    except Failure:
        return False
    return True


def made(slug: str, chosen: Mapping[str, str], storage: Storage | None) -> RacePlan:
    """Return the race of the game `slug` that the chosen values describe. `chosen` maps names of
    `RaceTerm`s to values; a missing or empty value means the default. Raises Failure if the values
    do not go together."""
    usual = usual_options(storage, slug) if storage is not None else []
    typed = [
        f"{name.removeprefix(OPTION)}={value}"
        for name, value in chosen.items()
        if name.startswith(OPTION) and value
    ]
    terms = {name: chosen.get(name) or None for name in TERMS}
    rules, bell = chosen_rules(slug, [*usual, *typed]), chosen.get(BELL) or None
    safe_play, winnable = bool(chosen.get(SAFE_PLAY)), chosen.get(WINNABLE) or None
    terms["difficulty"] = None if winnable == ANY_DIFFICULTY else winnable
    call = chosen.get(CALL) if terms["format"] == "caller" else None
    return plan(rules, bell, call, safe_play=safe_play, winnable=winnable is not None, **terms)


def choices_of(race: RaceInfo, storage: Storage | None) -> dict[str, str]:
    """Return the choices from which `made` makes a race like `race`. Choices that are the default
    are left out."""
    usual = made(race.game, {}, storage)
    chosen = {
        name: str(getattr(race.terms, name))
        for name in TERMS
        if getattr(race.terms, name) not in (None, getattr(usual.terms, name))
    }
    if race.terms.call_ms not in (None, usual.terms.call_ms):
        chosen[CALL] = f"{race.terms.call_ms // 1_000}s"
    if race.terms.safe_play:
        chosen[SAFE_PLAY] = "yes"
    if race.terms.winnable is not None:
        names = {number: name.replace("_", "-") for name, number in DIFFICULTY_NAMES.items()}
        difficulty = race.terms.winnable.difficulty
        chosen[WINNABLE] = ANY_DIFFICULTY if difficulty is None else names[difficulty]
    if race.bell_ms != usual.bell_ms:
        bells = {bell_ms(text): text for text in BELLS}
        chosen[BELL] = bells.get(race.bell_ms, f"{race.bell_ms // 1_000}s")
    for name, value in race.options.items():
        if usual.game.chosen.get(name) != value:
            chosen[f"{OPTION}{name}"] = str(value).lower()
    return chosen


def settings(chosen: Mapping[str, str]) -> Settings:
    """Return the room settings that the chosen values describe. `chosen` maps names of `RaceTerm`s
    to values; names that are no room settings are ignored."""
    return Settings(listed=bool(chosen.get(LISTED)))
