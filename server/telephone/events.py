"""Events of the telephone feed, a Redis stream by which every process learns of new calls and
answers.

A call is a message that the winner of a crown sends to other accounts; a crown is the title for
three or five particular games won in a row.
"""

from typing import NamedTuple, cast

from protocol.telephone import Answer


class StoredRing(NamedTuple):
    """A call was made. `call` is the number of the call; `to` are the accounts to which it is sent,
    empty for a call to everybody."""

    call: int
    to: frozenset[str]


class StoredAnswer(NamedTuple):
    """An account has answered a call, or changed its answer."""

    call: int
    account: str
    answer: Answer


def news_of(told: dict[str, str]) -> StoredRing | StoredAnswer | None:
    """Parse an entry of the telephone feed. Return None for a kind of entry that this version does
    not know."""
    if told["what"] == "rung":
        return StoredRing(int(told["call"]), frozenset(told["to"].split()))
    if told["what"] == "answered":
        return StoredAnswer(int(told["call"]), told["account"], cast(Answer, told["answer"]))
    return None
