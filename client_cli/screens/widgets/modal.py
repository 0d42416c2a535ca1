"""Base class for modal dialogs (questions and pages to read) over a screen."""

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class Modal(ModalScreen[Answer]):
    """A dialog that closes once; a held key may send more presses while it closes."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()
