"""Events of the telephone feed: calls made and answers, as announced to every process."""

from typing import NamedTuple, cast

from protocol.telephone import Answer


class StoredRing(NamedTuple):
    """A call was made; `to` are the accounts called, empty for a call to everybody."""

    call: int
    to: frozenset[str]


class StoredAnswer(NamedTuple):
    """An account has answered a call."""

    call: int
    account: str
    answer: Answer


def news_of(told: dict[str, str]) -> StoredRing | StoredAnswer | None:
    """Parse an entry of the feed; None for a kind that only a newer server knows."""
    if told["what"] == "rung":
        return StoredRing(int(told["call"]), frozenset(told["to"].split()))
    if told["what"] == "answered":
        return StoredAnswer(int(told["call"]), told["account"], cast(Answer, told["answer"]))
    return None
