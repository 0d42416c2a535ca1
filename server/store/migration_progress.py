"""The interface by which a migration step stores how far it has come."""

from typing import Protocol


class MigrationProgress(Protocol):
    """The progress of one migration step: a cursor in the store, whose form the step decides."""

    cursor: str
    """The cursor that was stored last; empty if there is none."""

    async def note(self, cursor: str) -> None:
        """Store `cursor`, up to which the step has migrated everything. If the step is interrupted,
        it goes on from the cursor."""
