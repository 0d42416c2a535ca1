"""Base class of dialogs: questions and long texts over a page."""

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class Modal(ModalScreen[Answer]):
    """A dialog that ignores further attempts to close it, because a key held down may repeat while
    it closes."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close the dialog with this result, unless it is closing already."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
