"""Whether the store can be reached, as one process sees it."""

import asyncio
from collections.abc import Callable


class Link:
    """Down until the keeper has caught up with the store. `tell` hears of every change."""

    def __init__(self, tell: Callable[[bool], None]) -> None:
        self._tell = tell
        self._up = asyncio.Event()
        self._doubt = asyncio.Event()

    @property
    def is_up(self) -> bool:
        return self._up.is_set()

    async def up(self) -> None:
        """Wait until the store can be reached."""
        await self._up.wait()

    def doubt(self) -> None:
        """Somebody could not reach the store: down until the keeper has looked again."""
        self.set_down()
        self._doubt.set()

    async def doubted(self) -> None:
        """Wait until somebody has doubts."""
        await self._doubt.wait()

    def set_up(self) -> None:
        self._doubt.clear()
        if not self.is_up:
            self._up.set()
            self._tell(True)

    def set_down(self) -> None:
        if self.is_up:
            self._up.clear()
            self._tell(False)
