"""Calls and answers, as the scripts that store them tell every process."""

from typing import NamedTuple, cast

from protocol.telephone import Answer


class Rung(NamedTuple):
    """Somebody has rung; `to` are the chosen, none where everybody is called."""

    call: int
    to: frozenset[str]


class Picked(NamedTuple):
    """An account has answered a call."""

    call: int
    account: str
    answer: Answer


def news_of(told: dict[str, str]) -> Rung | Picked | None:
    """What is told; None of what only a newer server knows."""
    if told["what"] == "rung":
        return Rung(int(told["call"]), frozenset(told["to"].split()))
    if told["what"] == "answered":
        return Picked(int(told["call"]), told["account"], cast(Answer, told["answer"]))
    return None
