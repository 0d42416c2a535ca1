"""Options of a game. They are part of a deal's identity: races and leaderboards never mix games
with different options."""

import json
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.errors import BadOption, brief

Value = bool | int | str


class Option(NamedTuple):
    """An option: its name, all its values (the default first), and what it means."""

    name: str
    values: tuple[Value, ...]
    meaning: str

    @property
    def default(self) -> Value:
        return self.values[0]


def resolve(options: Iterable[Option], chosen: Mapping[str, object]) -> dict[str, Value]:
    """Return all options by name, with defaults filled in. Raises BadOption, which names the
    option."""
    known = {option.name: option for option in options}
    for name in chosen:
        if name not in known:
            have = f"it has {', '.join(known)}" if known else "it has none"
            raise BadOption(f"The game has no option {brief(name)}; {have}.", name)
    return {
        name: _value(option, chosen.get(name, option.default)) for name, option in known.items()
    }


def canonical(options: Mapping[str, Value]) -> str:
    """Return the options as JSON with sorted keys and no spaces, as used for the deal seed."""
    return json.dumps(dict(options), sort_keys=True, separators=(",", ":"))


def _value(option: Option, value: object) -> Value:
    for allowed in option.values:
        if type(value) is type(allowed) and value == allowed:
            return allowed
    choices = ", ".join(json.dumps(allowed) for allowed in option.values)
    raise BadOption(f"The option {option.name} can be: {choices}.", option.name)
