"""Errors that several packages of the server raise: a refused request, an unreachable store."""


class Refusal(Exception):
    """Raised when a request is refused. The request has changed nothing, except that it may count
    towards limits.

    `code` is for programs; the text of the exception is a sentence for people.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class StoreAway(Exception):
    """Raised when the store does not answer. It is not known whether the commands that were sent
    have been executed.

    `silent_s` is the number of seconds for which the last command has had no reply.
    """

    def __init__(self, silent_s: float = 0.0) -> None:
        super().__init__("The server cannot reach its store just now. Nothing is lost; try again.")
        self.silent_s = silent_s
