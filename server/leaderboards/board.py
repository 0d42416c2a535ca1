"""Leaderboards: what identifies a leaderboard, and how a result is encoded as one sortable integer
score. Pure.

A score must be below 2**53, because Redis keeps scores as doubles, and larger integers are not
exact as doubles.
"""

from typing import Literal, NamedTuple, get_args

from engine.races.ranking import SAME_MOMENT_MS
from engine.rules import RULES
from server.leaderboards.log_entry import LoggedContestant, LoggedRace

Measure = Literal["fastest", "best", "outs", "streak", "longest", "rating"]
"""What a leaderboard compares: the fastest win, the best result, games won (`outs`), the present
and the longest streak of games won, or the rating."""
FOLDED: tuple[Measure, ...] = ("fastest", "best", "outs", "streak", "longest")
"""The measures that `apply_batch.lua` updates, in the order in which it expects their keys."""
MEASURES: tuple[Measure, ...] = get_args(Measure)
Side = Literal["people", "bots"]

TIME_BITS, TIE_BITS, AMOUNT_BITS = 27, 12, 11
"""The sizes, in bits, of three parts of a score of the measure `best`: the time (up to a day and a
half in milliseconds), the tie-break, and the progress."""
OUT = 1 << (TIME_BITS + TIE_BITS + AMOUNT_BITS)
"""Bit of a score of the measure `best` that is set if the game was won."""
CLEAN = OUT << 1
"""Bit of a score of the measure `best` that is set if no move was taken back and no hint asked
for."""
FOR_POINTS = ("points", "round")
"""The values of `ranked_by` of games that are played for points."""
BELOW = 1 << (AMOUNT_BITS - 1)
"""Added to the points of a round at a common table in a score of the measure `best`, because they
may be below 0."""
TAKEN_BACK = 1 << 40
"""Milliseconds added to the time of a game that was won with take-backs or hints, so that it ranks
below every game won without them."""
LATEST = (1 << TIME_BITS) - 1
"""The longest time that a score of the measure `best` can contain."""


class BoardKey(NamedTuple):
    """The identity of a leaderboard.

    `subject` is a game with its options (`LoggedRace.identity`); for the measure `rating` it is
    `overall` or a family, which is a group of games that have one rating together. `period` is the
    name of a `Period`. `side` says whether the leaderboard ranks people or bots.
    """

    measure: Measure
    subject: str
    period: str = "all"
    side: Side = "people"

    @property
    def lower_is_better(self) -> bool:
        return self.measure == "fastest"

    @property
    def told(self) -> str:
        """The text that names this leaderboard in the feed (the Redis stream) of changed
        leaderboards: side, period and subject. The measure is not part of it, because one feed
        entry can name several measures."""
        return f"{self.side} {self.period} {self.subject}"


class ScoreValue(NamedTuple):
    """A decoded score. `amount` is a time in milliseconds, progress (how far a game came), points,
    or a count.

    `clean` says that no move was taken back and no hint asked for. The other fields are set for
    scores of the measure `best`: `out` says whether the game was won, `tie_break` is the figure by
    which the game itself breaks ties, and `ms` is the race time at which the game was won. If it
    was not won, `ms` is the race time at which the progress was reached, rounded down to a multiple
    of SAME_MOMENT_MS. Games for points have only `amount` and `clean`.
    """

    amount: int
    clean: bool = True
    out: bool = False
    tie_break: int = 0
    ms: int | None = None


class Counted(NamedTuple):
    """What the result of one account in a race adds to leaderboards. `fastest` and `best` are the
    scores for these two measures, None if the result adds no score. `verdict` is the effect on the
    account's streak of games won: `out` makes it longer, `lost` ends it, `-` leaves it as it is."""

    account: str
    side: Side
    verdict: Literal["out", "lost", "-"]
    fastest: int | None
    best: int | None


def counted(raced: LoggedRace) -> list[Counted]:
    """Return what a race adds to leaderboards: one item for each contestant with an account."""
    return [
        Counted(
            account=one.account or "",
            side="bots" if one.bot else "people",
            verdict=_verdict(raced, one),
            fastest=fastest(one),
            best=best(raced, one) if one.made > 0 and not _left_table(raced, one) else None,
        )
        for one in raced.accounts()
    ]


def _verdict(raced: LoggedRace, one: LoggedContestant) -> Literal["out", "lost", "-"]:
    """Return the effect of a result on the streak of games won, as in `Counted`.

    Games for points, games won with take-backs or hints, games of kicked players and games whose
    player never came do not change the streak.
    """
    if raced.ranked_by in FOR_POINTS or raced.left_out(one.seat):
        return "-"
    if one.result == "won":
        return "out" if one.clean else "-"
    return "lost"


def _left_table(raced: LoggedRace, one: LoggedContestant) -> bool:
    """Return whether a contestant has left a common table before the end. Such a round ranks below
    all others whatever its points, so it is no best result."""
    return raced.ranked_by == "round" and one.reason == "resigned"


def fastest(one: LoggedContestant) -> int | None:
    """Return the score of a game on leaderboards of the measure `fastest`: the race time of the win
    in milliseconds, with TAKEN_BACK added if a move was taken back or a hint asked for. A lower
    score is better. Return None if the game was not won."""
    if one.result != "won" or one.ended_ms is None:
        return None
    return one.ended_ms + (0 if one.clean else TAKEN_BACK)


def best(raced: LoggedRace, one: LoggedContestant) -> int:
    """Return the score of a game for the measure `best`, where a higher score is better. Scores
    have the same order as the results of a race."""
    score = CLEAN if one.clean else 0
    if raced.ranked_by in FOR_POINTS:
        amount = (one.points or 0) + (BELOW if raced.ranked_by == "round" else 0)
        return score + (_within(amount, AMOUNT_BITS) << (TIE_BITS + TIME_BITS))
    out = one.result == "won" and one.ended_ms is not None
    ms = (one.ended_ms or 0) if out else one.reached_ms // SAME_MOMENT_MS * SAME_MOMENT_MS
    score += OUT if out else 0
    ties = not out or raced.ranked_by == "tie_break"  # otherwise time alone ranks games won
    amount = (1 << AMOUNT_BITS) - 1 if out else one.best
    tie_break = one.tie_break if ties else 0
    score += _within(amount, AMOUNT_BITS) << (TIE_BITS + TIME_BITS)
    score += _within(tie_break, TIE_BITS) << TIME_BITS
    return score + LATEST - _within(ms, TIME_BITS)


def value(board: BoardKey, score: int) -> ScoreValue:
    """Decode a score of a leaderboard. The meaning of the score depends on the measure and the game
    of `board`."""
    if board.measure == "fastest":
        ms = score % TAKEN_BACK
        return ScoreValue(ms, clean=score < TAKEN_BACK, out=True, ms=ms)
    if board.measure != "best":
        return ScoreValue(score)
    game = RULES[board.subject.partition(" ")[0]]
    clean, out = bool(score & CLEAN), bool(score & OUT)
    amount = score >> (TIE_BITS + TIME_BITS) & ((1 << AMOUNT_BITS) - 1)
    if game.ranked_by in FOR_POINTS:
        return ScoreValue(amount - (BELOW if game.ranked_by == "round" else 0), clean)
    tie_break = score >> TIME_BITS & ((1 << TIE_BITS) - 1)
    return ScoreValue(
        game.goal if out else amount, clean, out, tie_break, LATEST - (score & LATEST)
    )


def _within(number: int, bits: int) -> int:
    """Return the number, limited to the range from 0 to the largest number of `bits` bits."""
    return min(max(0, number), (1 << bits) - 1)
