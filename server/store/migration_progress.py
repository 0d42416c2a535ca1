"""The progress of a migration step, which notes its cursor in the store."""

from typing import Protocol


class MigrationProgress(Protocol):
    """The progress of one migration step."""

    cursor: str
    """The cursor noted last; empty at first."""

    async def note(self, cursor: str) -> None:
        """Store that everything up to this cursor is done."""
