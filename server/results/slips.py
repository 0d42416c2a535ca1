"""What the clerk hands to `enter.lua` for an entry."""

from collections.abc import Iterable, Mapping, Sequence

from server import keys
from server.results.boards import FOLDED, Counted
from server.results.ratings import Rating


class Slip:
    """What one entry changes. `number` is that of a race's entry; None for what must be done even
    where a race is void."""

    def __init__(self, book: keys.Book, number: int | None) -> None:
        self._book = book
        self._number = number
        self.keys = [book.cursor, book.held, book.feed, book.voided]
        self._boards: list[dict[str, object]] = []
        self._ratings: list[dict[str, object]] = []

    def post(
        self,
        side: str,
        period: str,
        subject: str,
        ttl: int,
        accounts: Iterable[tuple[str, bool, Sequence[tuple[int, Counted]]]],
    ) -> None:
        """Results by account, to be added to its row on these boards, or to begin it anew."""
        self._boards.append(
            {
                "key": len(self.keys) + 1,
                "ttl": ttl,
                "told": f"{side} {period} {subject}",
                "accounts": [
                    (account, int(anew), [_result(*one) for one in results])
                    for account, anew, results in accounts
                ],
            }
        )
        self.keys.append(self._book.rows(side, period, subject))
        self.keys += [self._book.board(m, side, period, subject) for m in FOLDED]

    def rate(self, scope: str, fresh: Mapping[str, Rating], gone: Sequence[str] = ()) -> None:
        """Ratings from now on, and who has none any more."""
        self._ratings.append(
            {
                "key": len(self.keys) + 1,
                "told": f"people all {scope}",
                "set": [(account, r.text(), str(r.score)) for account, r in fresh.items()],
                "gone": gone,
            }
        )
        self.keys += [
            self._book.ratings(scope),
            self._book.board("rating", "people", "all", scope),
        ]

    def to_json(self) -> dict[str, object]:
        return {"number": self._number, "boards": self._boards, "ratings": self._ratings}


def _result(number: int, one: Counted) -> tuple[int, str, str, str]:
    return number, one.verdict, _score(one.fastest), _score(one.best)


def _score(score: int | None) -> str:
    return "" if score is None else str(score)
