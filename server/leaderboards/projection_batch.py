"""Projection batch: the changes of leaderboards and ratings that one call of `apply_batch.lua`
makes. They are computed from entries of the results log, each of which has the result of a race."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from server.leaderboards.board import FOLDED, Counted
from server.leaderboards.ratings import Rating
from server.store import keys


class ProjectionBatch:
    """Collects the keys and arguments for one call of the script `apply_batch.lua`. The script
    documents their form."""

    def __init__(self, results_log: keys.ResultsKeys) -> None:
        self._results_log = results_log
        self.keys = [results_log.cursor, results_log.held, results_log.feed, results_log.voided]
        self._at: dict[tuple[str, ...], int] = {}
        self._entries: list[dict[str, Any]] = []
        self._ratings: list[dict[str, object]] = []

    def begin(self, number: int = 0) -> None:
        """Begin the changes that follow from the entry of the results log with this number. If the
        race of that entry is void, `apply_batch.lua` skips these changes. Changes begun with the
        number 0 are never skipped."""
        self._entries.append({"number": number, "boards": []})

    def post(
        self,
        side: str,
        period: str,
        subject: str,
        ttl: int,
        accounts: Iterable[tuple[str, bool, Sequence[tuple[int, Counted]]]],
    ) -> None:
        """Add results to the rows (the figures) of accounts on the leaderboards of a game in a
        period.

        `side` is `people` or `bots`. `subject` is the game with its options. `ttl` is the time in
        milliseconds after which the leaderboards expire, 0 for never. Each of `accounts` has three
        items: the account; whether its row is replaced by a row made of these results alone; and
        the results as (entry number, result) pairs.
        """
        names = [self._results_log.rows(side, period, subject)]
        names += [self._results_log.board(m, side, period, subject) for m in FOLDED]
        self._entries[-1]["boards"].append(
            {
                "key": self._key(names),
                "ttl": ttl,
                "told": f"{side} {period} {subject}",
                "accounts": [
                    (account, int(anew), [_result(*one) for one in results])
                    for account, anew, results in accounts
                ],
            }
        )

    def rate(self, scope: str, fresh: Mapping[str, Rating], gone: Sequence[str] = ()) -> None:
        """Add changes of the ratings in a scope: `overall`, or a family, which is a group of games
        that have one rating together. The ratings `fresh`, by account, will be stored; those of the
        accounts `gone` will be removed."""
        board = self._results_log.board("rating", "people", "all", scope)
        self._ratings.append(
            {
                "key": self._key([self._results_log.ratings(scope), board]),
                "told": f"people all {scope}",
                "set": [(account, r.text(), str(r.score)) for account, r in fresh.items()],
                "gone": gone,
            }
        )

    def to_json(self) -> dict[str, object]:
        """Return the collected changes in the form that `apply_batch.lua` expects."""
        return {"entries": self._entries, "ratings": self._ratings}

    def _key(self, names: list[str]) -> int:
        """Return the index, from 1, that the first of the keys `names` has among the keys of
        `apply_batch.lua`. If the keys are not among them yet, they are added."""
        at = self._at.setdefault(tuple(names), len(self.keys) + 1)
        if at > len(self.keys):
            self.keys += names
        return at


def _result(number: int, one: Counted) -> tuple[int, str, str, str]:
    return number, one.verdict, _score(one.fastest), _score(one.best)


def _score(score: int | None) -> str:
    return "" if score is None else str(score)
