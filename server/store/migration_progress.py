"""The interface by which a migration step stores how far it has come. A migration step changes the
stored data from the format of one version of the program to that of the next."""

from typing import Protocol


class MigrationProgress(Protocol):
    """The progress of one migration step: a cursor, a text that is kept in the store. The step
    decides what the text says."""

    cursor: str
    """The cursor that was stored last; empty if there is none."""

    async def note(self, cursor: str) -> None:
        """Store `cursor`, up to which the step has migrated everything. If the step is interrupted,
        it goes on from the cursor."""
