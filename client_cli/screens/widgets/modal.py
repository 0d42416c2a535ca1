"""Base class of dialogs: questions, forms and long texts that are shown over a page."""

from pathlib import Path
from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class Modal(ModalScreen[Answer]):
    """A dialog that is closed only once. It ignores further attempts to close it, because a key
    that is held down may repeat while it closes. The styles of dialogs are read with the first
    dialog, so that the first page need not wait for them."""

    CSS_PATH = Path(__file__).with_name("modal.tcss")

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close the dialog with this result. If it is closing already, do nothing."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
