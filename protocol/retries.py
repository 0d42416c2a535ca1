"""Which refused requests a client repeats by itself, and after which delay.

A refused request changed nothing, so it is always safe to repeat it. That helps only if the reason
for the refusal goes away by itself; `RETRIES` has the codes of such refusals. After every other
refusal the client shows the sentence of the refusal and leaves the decision to a person. The
following codes are not in `RETRIES`, although their reasons can go away:

- `busy` and `wait` answer requests with a password. Each repetition counts as another attempt and
  makes the next one wait longer.
- `try_again` needs a different request: `play_alone` needs a new token; a change of an account that
  another device has changed meanwhile may need the new data of the account, such as the password.
- `stale_ply`, `ply_ahead`, `not_called` and `dealing` need another move: get the board with `look`,
  or wait for the message that says it has changed.
- `too_many_races`, `too_much` and `store_full` last for minutes to hours.
- `not_for_you` lasts until your own game is over.
"""

from typing import NamedTuple


class Retry(NamedTuple):
    """When a client repeats a refused request by itself: `after_ms` milliseconds later, if the type
    of the request is one of `requests`. If `requests` is None, every type is repeated."""

    after_ms: int
    requests: frozenset[str] | None = None


RETRIES: dict[str, Retry] = {
    # The store does not answer. Usually it is back within a second, and the clock of the player's
    # race may be running.
    "storage_away": Retry(500),
    # The client has used up its allowance of requests, which the server refills continuously. More
    # than two refusals a second in the long run close the connection (`docs/security.md`).
    "too_fast": Retry(1_000),
    # This server process is about to close the connection; the next connection serves the request.
    "server_stops": Retry(1_000),
    # A spectator only has to wait until the race begins. A contestant has to send `ready` first, or
    # needs a new race.
    "race_not_running": Retry(1_000, frozenset({"watch_board", "watch_boards"})),
}
"""When a client repeats a refused request by itself, by refusal code. A request refused with any
other code is repeated only if a person asks for it."""


def retry_after_ms(code: str, request: str) -> int | None:
    """Return after how many milliseconds a client repeats a request of the type `request` that was
    refused with `code`. Return None if the client must not repeat it by itself."""
    retry = RETRIES.get(code)
    if retry is None or (retry.requests is not None and request not in retry.requests):
        return None
    return retry.after_ms


def retries_json() -> dict[str, dict[str, int | list[str] | None]]:
    """Return the table `RETRIES`, which says when a client repeats a refused request, as JSON for
    clients that are not written in Python."""
    return {
        code: {
            "after_ms": retry.after_ms,
            "requests": None if retry.requests is None else sorted(retry.requests),
        }
        for code, retry in RETRIES.items()
    }
