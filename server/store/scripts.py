"""Runs Lua scripts in the store (Redis), and checks the types of their replies."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha1
from pathlib import Path
from types import MappingProxyType
from typing import Generic, TypeVar, cast

from server.store.redis_client import MissingScript
from server.store.redis_commands import Argument, RedisClient, Reply

T = TypeVar("T")


class Script(Generic[T]):
    """A Lua script, read from the file `path`. `read` converts the store's reply to the result; it
    raises TypeError if the reply has another type than expected.

    `constants` has values by name. In the text of the script each name is replaced by its value,
    because a literal costs the store less than a variable. The constructor raises ValueError if a
    name does not occur in the text.
    """

    def __init__(
        self,
        path: Path,
        read: Callable[[Reply], T],
        constants: Mapping[str, int | str] = MappingProxyType({}),
    ) -> None:
        self.path = path
        self._text = path.read_text()
        for name, value in constants.items():
            literal = _literal(value).replace("\\", r"\\")
            self._text, found = re.subn(rf"\b{name}\b", literal, self._text)
            if not found:
                raise ValueError(f"the constant {name} does not occur in {path.name}")
        self.read = read
        self.sha = sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def load(self, client: RedisClient) -> None:
        """Load the script into the store. A store that restarts may lose it."""
        await client.script_load(self._text)

    async def run(self, client: RedisClient, keys: Sequence[str], *arguments: Argument) -> T:
        """Run the script and return its result. If the store does not have it, load it first.

        If the client raises an error, the script may have been executed or not. Raises TypeError if
        the reply has an unexpected type; then the script has been executed.
        """
        try:
            reply = await client.evalsha(self.sha, len(keys), *keys, *arguments)
        except MissingScript:  # nothing has been executed
            await self.load(client)
            reply = await client.evalsha(self.sha, len(keys), *keys, *arguments)
        return self.read(reply)


def positions(names: Iterable[str]) -> dict[str, int]:
    """Return a mapping from each name, in capital letters, to its position in `names`, counted from
    1 as in Lua. It is used as the argument `constants` of Script."""
    return {name.upper(): position for position, name in enumerate(names, 1)}


def _literal(value: int | str) -> str:
    return str(value) if isinstance(value, int) else f"'{value}'"


def as_nothing(reply: Reply) -> None:
    """Ignore the reply of a script. This function and the other `as_` functions are used as the
    argument `read` of Script."""


def as_number(reply: Reply) -> int:
    """Return the reply of a script, which must be an integer. Raises TypeError if it is not."""
    if not isinstance(reply, int):
        raise _unexpected("an integer", reply)
    return reply


def as_flag(reply: Reply) -> bool:
    """Return whether the reply of a script is 1. Raises TypeError if it is no integer."""
    return as_number(reply) == 1


def as_text(reply: Reply) -> str:
    """Return the reply of a script, which must be a text. Raises TypeError if it is not."""
    if not isinstance(reply, str):
        raise _unexpected("a text", reply)
    return reply


def as_optional_text(reply: Reply) -> str | None:
    """Return the reply of a script, which must be a text or None. Raises TypeError if it is not."""
    return None if reply is None else as_text(reply)


def as_items(reply: Reply) -> list[Reply]:
    """Return the reply of a script, which must be a list. Raises TypeError if it is not."""
    if not isinstance(reply, list):
        raise _unexpected("a list", reply)
    return reply


def as_texts(reply: Reply) -> list[str]:
    """Return the reply of a script, which must be a list of texts. Raises TypeError if it is
    not."""
    found = as_items(reply)
    for other in set(map(type, found)) - {str}:
        raise TypeError(f"a script has returned a list with {other.__name__}, not texts alone")
    return cast("list[str]", found)


def _unexpected(wanted: str, reply: Reply) -> TypeError:
    return TypeError(f"a script has returned {type(reply).__name__}, not {wanted}")
