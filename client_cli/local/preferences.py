"""The user's preferences: appearance, input, sounds, and the usual options of games.

They are stored on this computer and, if the user has an account, on its server. Each value is
stored with the time at which it was set. When two computers have different values, the one that was
set later is kept.
"""

import contextlib
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, get_args

from client_cli.exit_codes import Failure
from client_cli.local.keymap import COMMANDS, PREFIX, read_key
from client_cli.local.storage import Storage
from protocol.texts import _

if TYPE_CHECKING:
    from protocol.accounts import Preference

ThemeName = Literal[
    "baize",
    "night",
    "contrast",
    "light",
    "ocean",
    "burgundy",
    "solarized",
    "nord",
    "blind_dark",
    "blind_light",
    "terminal",
]

CHOICES = {
    "theme": get_args(ThemeName),
    "cards": ("symbols", "letters", "words"),
    "colours": ("usual", "four", "two", "blind"),
    "movement": ("on", "off"),
    "sounds": ("off", "bell", "tones"),
    "space": ("asks", "deals"),
    "timer": ("shown", "hidden"),
    "streaks": ("shown", "hidden"),
    "quiet": ("off", "on"),
    "streamer": ("off", "on"),
    "presence": ("shown", "hidden"),
    "watching": ("refused", "allowed"),
}
USUAL = {
    "theme": "baize",
    "colours": "usual",
    "movement": "on",
    "sounds": "off",
    "space": "deals",
    "timer": "shown",
    "streaks": "shown",
    "quiet": "off",
    "streamer": "off",
    "presence": "shown",
    "watching": "refused",
}
"""Default values of preferences. The preference `cards` has none, because its default depends on
where cards are shown."""
MEANING = {
    "theme": _(
        "the colours; blind_dark and blind_light are for colour blindness, terminal has the "
        "colours of your terminal"
    ),
    "cards": _(
        "suits as symbols or as letters; default: symbols on the full screen only. "
        "words: line by line they are spoken out, such as ten of hearts"
    ),
    "colours": _(
        "of suits: default has two where colour matters, four where suit does; blind is "
        "for colour blindness"
    ),
    "movement": _("cards that move and turn are shown moving, so that the eye can follow"),
    "sounds": _("a bell, or tones where this computer can play them: shuffle, snap, ring"),
    "space": _("whether Space asks once before it deals while a move remains"),
    "timer": _("the time of your game, and the time left in a race"),
    "streaks": _("in your statistics, how many games and daily deals in a row"),
    "quiet": _("large and quiet: no timer, rivals or talk; opens at the game you left"),
    "streamer": _("for who shows the screen to others: hides codes, links and talk on it"),
    "presence": _("whether your friends see that you are on line, and can challenge you"),
    "watching": _("whether your friends see in which room you race, and can watch"),
}

DEFAULT = "default"
"""The typed value that stands for the default of a preference."""
OF_KEYS = _("Keys of the full screen: patience options keys lists them.")
OF_GAMES = _("Games have options too, such as uncle_remus.columns=9: patience games lists them.")


def kept(storage: Storage) -> "dict[str, Preference]":
    """Return all preferences ever set on this computer, by name. A preference that was reset to its
    default has the value None."""
    from protocol.accounts import Preference  # a slow import, not needed to read values

    found = {}
    for name, value in _read(storage).items():
        try:
            found[name] = Preference.model_validate({**value, "name": name})
        except (TypeError, ValueError):
            continue
    return found


def merge(storage: Storage, brought: "Iterable[Preference]") -> None:
    """Merge preferences into those of this computer. For each name the value that was set later is
    kept; if both were set at the same time, the value from `brought`."""
    here = before = kept(storage)
    for preference in brought:
        known = here.get(preference.name)
        if known is None or known.at <= preference.at:
            here = {**here, preference.name: preference}
    if here != before:
        document = {name: {"value": p.value, "at": p.at} for name, p in sorted(here.items())}
        storage.write(storage.root / "preferences.json", document)


def chosen(storage: Storage | None) -> dict[str, Any]:
    """Return the valid values of preferences on this computer, by name. Left out are preferences
    that were reset to their default, and values that this program does not know."""
    found = _read(storage) if storage is not None else {}
    whole = {n: kept for n, kept in found.items() if isinstance(kept, dict) and "at" in kept}
    values = {n: kept.get("value") for n, kept in whole.items()}
    plain = {n: value for n, value in values.items() if isinstance(value, bool | int | str)}
    return {n: value for n, value in plain.items() if value in CHOICES.get(n, (value,))}


def _read(storage: Storage) -> dict[str, Any]:
    return storage.read(storage.root / "preferences.json")


def choice(storage: Storage | None, name: str) -> str | None:
    """Return the value of a preference of CHOICES: the one that the user has chosen, otherwise the
    default. Return None if the user has chosen none and there is no fixed default, because the
    default depends on where the preference is used."""
    return chosen(storage).get(name) or USUAL.get(name)


def talk_is_hidden(storage: Storage | None) -> bool:
    """Return whether the chat of others is hidden: if the preference `quiet` (no timer, rivals or
    chat) or `streamer` (the player shows the screen to others) is on."""
    return "on" in (choice(storage, "quiet"), choice(storage, "streamer"))


def read_choice(
    text: str, storage: Storage, known: Mapping[str, Any] | None = None
) -> "Preference":
    """Parse a preference typed as `NAME=VALUE`, such as `cards=letters` or
    `aces_up.must_fill=false`, and return it with the present time. Nothing is stored. An empty
    value, `default`, or `usual`, its former name, stands for the default. `known` has the values of
    all preferences before it, by default those that are stored; a key must not have another meaning
    there. Raises Failure for an unknown name or value, or a key that has another meaning."""
    from protocol.accounts import Preference

    name, sign, value = text.partition("=")
    name = name.strip().lower().replace("-", "_")
    if not sign:
        raise Failure.usage(_("An option is written NAME=VALUE, not {text}.", text=repr(text[:40])))
    now = storage.now_ms()
    plain = value.strip().lower()
    if name.startswith(PREFIX):
        typed = None if plain in ("", DEFAULT) else value
        key = read_key(
            name.removeprefix(PREFIX), typed, chosen(storage) if known is None else known
        )
        return Preference(name=name, value=key, at=now)
    if plain in ("", DEFAULT, "usual"):
        return Preference(name=_known(name), value=None, at=now)
    if name in CHOICES:
        if plain not in CHOICES[name]:
            raise Failure.usage(
                _(
                    "{name} is {choices}, not {plain}.",
                    name=name,
                    choices=" or ".join(CHOICES[name]),
                    plain=repr(plain[:20]),
                )
            )
        return Preference(name=name, value=plain, at=now)
    name = _known(name)
    from client_cli.terminal.game_input import chosen_game, typed_option

    slug, _dot, option = name.partition(".")
    chosen_game(slug, [f"{option}={value}"])  # raises Failure for an option the game does not have
    return Preference(name=name, value=typed_option(f"{option}={value}")[1], at=now)


def _known(name: str) -> str:
    """Return a typed name of a preference in the form in which it is stored; the name of a game
    becomes its slug. Raises Failure for an unknown name."""
    from engine.games import slug_of

    named, dot, option = name.partition(".")
    if name not in CHOICES and (slug := slug_of(named)):
        return f"{slug}{dot}{option}"
    if name not in CHOICES:
        raise Failure.usage(
            _(
                "There is no option {name}: {choices} or GAME.OPTION.",
                name=repr(name[:40]),
                choices=", ".join(CHOICES),
            )
        )
    return name


def usual_options(storage: Storage, game: str) -> list[str]:
    """Return the options that the user has stored as preferences for a game, in the form of the
    command line, such as `must_fill=false`. Options that this program does not know, because a
    newer version has stored them, are left out."""
    from client_cli.terminal.game_input import chosen_game
    from engine.games import slug_of

    slug = slug_of(game)
    if slug is None:
        return []
    found = []
    for name, value in chosen(storage).items():
        option = f"{name.partition('.')[2]}={str(value).lower()}"
        if name.startswith(f"{slug}.") and value is not None:
            with contextlib.suppress(Failure):
                chosen_game(slug, [option])
                found.append(option)
    return found


def lines_of(storage: Storage, names: Iterable[str]) -> list[str]:
    """Return the values of the preferences with these names, one a line: `theme=night`. Each name
    is listed once."""
    here = chosen(storage)
    defaults = {**USUAL, **{f"{PREFIX}{name}": command.key for name, command in COMMANDS.items()}}
    values = {name: here.get(name, defaults.get(name, DEFAULT)) for name in names}
    return [
        f"{name}={DEFAULT if value == 'usual' else str(value).lower()}"
        for name, value in values.items()
    ]


def preference_lines(storage: Storage) -> list[str]:
    """Return the values of all preferences, one a line, then a hint about options of games."""
    here = {name: value for name, value in chosen(storage).items() if value is not None}
    listed = {name: here.pop(name, USUAL.get(name, "usual")) for name in CHOICES}
    lines = [
        f"{name}={DEFAULT if value == 'usual' else value}  {MEANING[name]}"
        for name, value in listed.items()
    ]
    of_games = [f"{name}={str(value).lower()}" for name, value in here.items()]
    return [*lines, *of_games, OF_GAMES, OF_KEYS]
