"""What somebody has chosen: cards, colours, sounds, and options of games.

Kept on this computer; with an account, on its server as well. Each choice remembers when it was
made, so that of two computers' choices the later is kept.
"""

import contextlib
from collections.abc import Iterable
from typing import Any

from client_cli.exits import Failure
from client_cli.offline import chosen_game, typed_option
from client_cli.storage import Storage
from engine.games import GAMES
from protocol.accounts import Preference

CHOICES = {
    "cards": ("symbols", "letters"),
    "colours": ("four", "two"),
    "sounds": ("off", "bell"),
}
MEANING = {
    "cards": "suits as symbols or as letters; usual: symbols on the full screen only",
    "colours": "a colour for each suit, or red and black",
    "sounds": "a bell at the start and at the end of a race, or none",
}


def kept(storage: Storage) -> dict[str, Preference]:
    """All choices ever made here, by name; those taken back have None for a value."""
    found = {}
    for name, value in storage.read(storage.root / "preferences.json").items():
        try:
            found[name] = Preference.model_validate({**value, "name": name})
        except (TypeError, ValueError):
            continue
    return found


def merge(storage: Storage, brought: Iterable[Preference]) -> None:
    """Keep what is later, choice by choice; a tie goes to what is brought."""
    here = before = kept(storage)
    for preference in brought:
        known = here.get(preference.name)
        if known is None or known.at <= preference.at:
            here = {**here, preference.name: preference}
    if here != before:
        document = {name: {"value": p.value, "at": p.at} for name, p in sorted(here.items())}
        storage.write(storage.root / "preferences.json", document)


def chosen(storage: Storage | None) -> dict[str, Any]:
    """What is chosen and can be, by name."""
    found = kept(storage) if storage is not None else {}
    return {n: p.value for n, p in found.items() if p.value in CHOICES.get(n, (p.value,))}


def read_choice(text: str, storage: Storage) -> Preference:
    """`cards=letters`, `aces_up.must_fill=false`, or `cards=` to take it back. Raises Failure."""
    name, sign, value = text.partition("=")
    name = name.strip().lower().replace("-", "_")
    if not sign:
        raise Failure.usage(f"An option is written NAME=VALUE, not {text[:40]!r}.")
    now = storage.now_ms()
    if not value.strip():
        return Preference(name=_known(name), value=None, at=now)
    if name in CHOICES:
        plain = value.strip().lower()
        if plain not in CHOICES[name]:
            raise Failure.usage(f"{name} is {' or '.join(CHOICES[name])}, not {plain[:20]!r}.")
        return Preference(name=name, value=plain, at=now)
    slug, _, option = _known(name).partition(".")
    chosen_game(slug, [f"{option}={value}"])  # raises Failure for what the game does not have
    return Preference(name=name, value=typed_option(f"{option}={value}")[1], at=now)


def _known(name: str) -> str:
    if name not in CHOICES and name.partition(".")[0] not in GAMES:
        raise Failure.usage(
            f"There is no option {name[:40]!r}: {', '.join(CHOICES)} or GAME.OPTION."
        )
    return name


def usual_options(storage: Storage, game: str) -> list[str]:
    """The options somebody always plays a game with, as a command line has them; none that this
    program does not know, which another, newer one may have saved."""
    slug = game.strip().lower().replace("-", "_").replace(" ", "_")
    found = []
    for name, value in chosen(storage).items():
        option = f"{name.partition('.')[2]}={str(value).lower()}"
        if name.startswith(f"{slug}.") and value is not None:
            with contextlib.suppress(Failure):
                chosen_game(slug, [option])
                found.append(option)
    return found


def told(storage: Storage) -> list[str]:
    """Every option as a line."""
    here = {name: value for name, value in chosen(storage).items() if value is not None}
    lines = [f"{name}={here.pop(name, 'usual')}  {MEANING[name]}" for name in CHOICES]
    return [*lines, *(f"{name}={str(value).lower()}" for name, value in here.items())]
