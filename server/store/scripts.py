"""Lua scripts: runs them in the store and reads their replies."""

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
    """The script of a file. `read` makes the result from the store's reply, and raises TypeError if
    the reply has another form.

    `constants` are put into the text in place of their names: a literal costs the store less than
    a variable. Raises ValueError if the text does not have one of the names.
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
                raise ValueError(f"{path.name} has no {name}")
        self.read = read
        self.sha = sha1(self._text.encode(), usedforsecurity=False).hexdigest()

    async def load(self, client: RedisClient) -> None:
        """Load the script into the store, which may lose it when it restarts."""
        await client.script_load(self._text)

    async def run(self, client: RedisClient, keys: Sequence[str], *arguments: Argument) -> T:
        """Run the script. If the store does not have it, it is loaded first.

        Raises what the client raises; then the script may have been executed or not.
        """
        try:
            reply = await client.evalsha(self.sha, len(keys), *keys, *arguments)
        except MissingScript:  # nothing has been executed
            await self.load(client)
            reply = await client.evalsha(self.sha, len(keys), *keys, *arguments)
        return self.read(reply)


def positions(names: Iterable[str]) -> dict[str, int]:
    """The position of each of these names, counted from 1, by the name in capitals."""
    return {name.upper(): position for position, name in enumerate(names, 1)}


def _literal(value: int | str) -> str:
    return str(value) if isinstance(value, int) else f"'{value}'"


def as_nothing(reply: Reply) -> None:
    """Ignore a reply."""


def as_number(reply: Reply) -> int:
    """A reply that is an integer."""
    if not isinstance(reply, int):
        raise _unexpected("an integer", reply)
    return reply


def as_flag(reply: Reply) -> bool:
    """Whether a reply, an integer, is 1."""
    return as_number(reply) == 1


def as_text(reply: Reply) -> str:
    """A reply that is a text."""
    if not isinstance(reply, str):
        raise _unexpected("a text", reply)
    return reply


def as_optional_text(reply: Reply) -> str | None:
    """A reply that is a text or nothing."""
    return None if reply is None else as_text(reply)


def as_items(reply: Reply) -> list[Reply]:
    """A reply that is a list."""
    if not isinstance(reply, list):
        raise _unexpected("a list", reply)
    return reply


def as_texts(reply: Reply) -> list[str]:
    """A reply that is a list of texts."""
    found = as_items(reply)
    for other in set(map(type, found)) - {str}:
        raise TypeError(f"a script has returned a list with {other.__name__}, not texts alone")
    return cast("list[str]", found)


def _unexpected(wanted: str, reply: Reply) -> TypeError:
    return TypeError(f"a script has returned {type(reply).__name__}, not {wanted}")
