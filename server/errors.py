"""Errors that several packages of the server raise: a refused request, an unreachable store."""


class Refusal(Exception):
    """A refused request. It has changed nothing, except counts for limits.

    `code` is for programs; the text is a sentence for people.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class StoreAway(Exception):
    """The store cannot be reached. What was sent may have been stored or not.

    `silent_s` is the number of seconds for which the store has owed a reply.
    """

    def __init__(self, silent_s: float = 0.0) -> None:
        super().__init__("The server cannot reach its store just now. Nothing is lost; try again.")
        self.silent_s = silent_s
