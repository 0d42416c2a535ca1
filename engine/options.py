"""Options of a game, such as the number of columns. Races and leaderboards never mix games with
different options, because the options change the deal and the rules."""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.errors import BadOption, brief

Value = bool | int | str


class Option(NamedTuple):
    """An option of a game: its name, all its values (the default first), and what it means for the
    player."""

    name: str
    values: tuple[Value, ...]
    meaning: str

    @property
    def default(self) -> Value:
        return self.values[0]


def resolve(options: Iterable[Option], chosen: Mapping[str, object]) -> dict[str, Value]:
    """Return the value of every option by name: the chosen one, or the default if none is chosen.
    Raises BadOption, which names the option, for an unknown option or value."""
    known = {option.name: option for option in options}
    for name in chosen:
        if name not in known:
            have = f"it has {', '.join(known)}" if known else "it has none"
            raise BadOption(f"The game has no option {brief(name)}; {have}.", name)
    return {
        name: _value(option, chosen.get(name, option.default)) for name, option in known.items()
    }


def canonical(options: Mapping[str, Value]) -> str:
    """Return the options as JSON with sorted keys and no spaces. The seed that shuffles the pack of
    a race is computed from this text, so equal options must always give the same text."""
    return json.dumps(dict(options), sort_keys=True, separators=(",", ":"))


def _value(option: Option, value: object) -> Value:
    for allowed in option.values:
        if type(value) is type(allowed) and value == allowed:
            return allowed
    choices = ", ".join(json.dumps(allowed) for allowed in option.values)
    raise BadOption(f"The option {option.name} can be: {choices}.", option.name)
