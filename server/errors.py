"""Errors that cross packages of the server: refusals of requests, and an unreachable store."""


class Refusal(Exception):
    """A request that is refused: a code for programs and a sentence for people."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class StoreAway(Exception):
    """The store cannot be reached. What was sent may or may not have been stored.

    `silent_s` is for how many seconds it has owed an answer.
    """

    def __init__(self, silent_s: float = 0.0) -> None:
        super().__init__("The server cannot reach its store just now. Nothing is lost; try again.")
        self.silent_s = silent_s
