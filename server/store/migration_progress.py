"""How far a step from one schema to the next has come."""

from typing import Protocol


class MigrationProgress(Protocol):
    """How far a step has come."""

    cursor: str
    """As it was noted last; empty at first."""

    async def note(self, cursor: str) -> None:
        """All up to here has been done."""
