"""Exit codes of `patience`, and Failure, the exception that ends a command with one of them."""

from pathlib import Path

from protocol.texts import _

DONE = 0
FAULT = 1
"""A bug in this program was met."""
USAGE = 2
NOT_FOUND = 3
REFUSED = 4
UNREACHABLE = 5
INTERRUPTED = 130
"""The command was interrupted by Ctrl-C; shells use this code for it."""


class Failure(Exception):
    """An exception that ends the command. `str(failure)` is a sentence for standard error; `code`
    is the exit code."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code

    @classmethod
    def usage(cls, sentence: str) -> "Failure":
        return cls(USAGE, sentence)

    @classmethod
    def not_found(cls, sentence: str) -> "Failure":
        return cls(NOT_FOUND, sentence)

    @classmethod
    def refused(cls, sentence: str) -> "Failure":
        return cls(REFUSED, sentence)

    @classmethod
    def unreachable(cls, sentence: str) -> "Failure":
        return cls(UNREACHABLE, sentence)


def fault(error: BaseException) -> str:
    """Return a sentence about an unexpected exception: its type, and the file and line that raised
    it."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = (
        ""
        if trace is None
        else f" ({Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno})"
    )
    kind = type(error).__name__
    return _(
        "The program itself has failed: {kind}{where}. Please tell whoever made it.",
        kind=kind,
        where=where,
    )
