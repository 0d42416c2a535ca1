"""Exit codes of the command, and the one exception that ends it with a sentence."""

DONE = 0
USAGE = 2
NOT_FOUND = 3
REFUSED = 4
UNREACHABLE = 5
INTERRUPTED = 130
"""Ctrl-C, as shells count it."""


class Failure(Exception):
    """Ends the command: `str(failure)` is one sentence for standard error, `code` the exit code."""

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
