"""A box over the screen, as every question and every page to read is one."""

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen

Answer = TypeVar("Answer")


class Box(ModalScreen[Answer]):
    """Closes once: of a key that is held down, more may be on their way when it does."""

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        return super().dismiss(result) if self.is_active else AwaitComplete()
