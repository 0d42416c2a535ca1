"""History and statistics of the records stored on this computer, as values and sentences.

Nothing in this file reads files or prints.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from client_cli.local.record_store import KeptRecord
from client_cli.messages.game import clock, options, score
from engine.races.ranking import Placed
from engine.races.record import SeatRecord
from protocol import codes
from protocol.texts import _, ngettext


class GameStatistics(NamedTuple):
    """The user's statistics of one game with one set of options.

    `out` counts wins. `best_ms` is the time of the fastest win, `best` the highest progress.
    `streak` is the number of wins in a row up to the latest game, `longest` the longest such row.
    The means are over all games. `races` counts games against others; the user was alone in first
    place in `won` of them and shared first place in `shared`.
    """

    game: str
    title: str
    goal: int
    played: int
    out: int
    best_ms: int | None
    best: int
    best_points: int | None
    streak: int
    longest: int
    mean_progress: float
    mean_points: float | None
    races: int
    won: int
    shared: int
    moves_a_minute: float | None
    """Mean over all games; None if no game has both a move and a duration."""


NOBODY_RACED = _("Nobody raced this deal.")
"""Shown for a record without contestants, such as that of a tournament round that was ended before
it began."""


def own(kept: KeptRecord) -> Placed | None:
    """Return the user's own result in a record; None if they took no part."""
    return next((p for p in kept.record.results if p.standing.seat == kept.seat), None)


def counted(kept: Iterable[KeptRecord]) -> list[KeptRecord]:
    """Return the records that statistics count, oldest first: those in which the user has a result,
    except races against a ghost."""
    mine = [k for k in kept if own(k) is not None and k.record.ghost is None]
    return sorted(mine, key=lambda k: k.at)


def tallies(kept: Iterable[KeptRecord]) -> list[GameStatistics]:
    """Return statistics of the user's games, one for each game and set of options, most played
    first."""
    games: dict[str, list[KeptRecord]] = {}
    for one in counted(kept):
        games.setdefault(one.record.game.identity, []).append(one)
    found = [_tally(played) for played in games.values()]
    return sorted(found, key=lambda tally: (-tally.played, tally.title))


def _tally(kept: Sequence[KeptRecord]) -> GameStatistics:
    game = kept[0].record.game
    mine = [(k, placed) for k in kept if (placed := own(k)) is not None]
    standings = [placed.standing for _, placed in mine]
    outs = [standing.result == "won" for standing in standings]
    # Results with help count as best only if there are none without.
    clean = [standing for standing in standings if standing.clean] or standings
    times = [s.ended_ms for s in clean if s.result == "won" and s.ended_ms is not None]
    points = [s.points for s in standings if s.points is not None]
    best_points = [s.points for s in clean if s.points is not None]
    races = [(k, placed) for k, placed in mine if len(k.record.seats) > 1]
    alone = [_alone(k) for k, placed in races if placed.place == 1]
    by_points = game.ranked_by == "points" and bool(points)
    return GameStatistics(
        game=game.identity,
        title=f"{_(game.book.title)}{options(game.chosen, game)}",
        goal=game.goal,
        played=len(mine),
        out=sum(outs),
        best_ms=min(times, default=None),
        best=max(s.best for s in clean),
        best_points=max(best_points, default=None) if by_points else None,
        streak=_streaks(outs)[-1],
        longest=max(_streaks(outs)),
        mean_progress=sum(s.best for s in standings) / len(standings),
        mean_points=sum(points) / len(points) if by_points else None,
        races=len(races),
        won=sum(alone),
        shared=len(alone) - sum(alone),
        moves_a_minute=_moves_a_minute(mine),
    )


def _moves_a_minute(mine: Sequence[tuple[KeptRecord, Placed]]) -> float | None:
    moves = sum(placed.standing.moves for _, placed in mine)
    ms = sum(placed.standing.ended_ms or kept.record.ended_ms for kept, placed in mine)
    return moves * 60_000 / ms if moves and ms else None


def _alone(kept: KeptRecord) -> bool:
    """Return whether exactly one contestant of the record has first place, so that it is not
    shared."""
    return sum(placed.place == 1 for placed in kept.record.results) == 1


def _streaks(outs: Sequence[bool]) -> list[int]:
    """Return the number of wins in a row at each point of a series of games: before the first game,
    which is 0, and after each game."""
    lengths = [0]
    for out in outs:
        lengths.append(lengths[-1] + 1 if out else 0)
    return lengths


def tally_line(tally: GameStatistics, *, streaks: bool = True) -> str:
    """Return statistics in one line, such as `Aces Up: 12 played, 3 out, best 4:10, streak 1
    (longest 2), mean progress 31.4 of 48.` Here `out` means won. Without `streaks` the line has no
    streak."""
    parts = [_("{played} played", played=tally.played)]
    if tally.best_points is not None:
        parts += [
            ngettext("best {n} point", "best {n} points", tally.best_points),
            _("mean {points}", points=f"{tally.mean_points:.1f}"),
        ]
    else:
        parts.append(_("{out} out", out=tally.out))
        best = (
            _("{best} of {goal}", best=tally.best, goal=tally.goal)
            if tally.best_ms is None
            else clock(tally.best_ms)
        )
        parts.append(_("best {best}", best=best))
        if streaks:
            parts.append(
                _("streak {streak} (longest {longest})", streak=tally.streak, longest=tally.longest)
            )
        parts.append(
            _(
                "mean progress {progress} of {goal}",
                progress=f"{tally.mean_progress:.1f}",
                goal=tally.goal,
            )
        )
    if tally.moves_a_minute is not None:
        parts.append(_("{n} moves a minute", n=f"{tally.moves_a_minute:.1f}"))
    if tally.races:
        parts.append(races_words(tally.races, tally.won, tally.shared))
    return f"{tally.title}: {', '.join(parts)}."


def races_words(races: int, won: int, shared: int) -> str:
    """Return in words how many of the user's races were won, such as `1 of 3 races won` or `1 of 3
    races won, 1 shared`."""
    sentence = ngettext("{won} of {n} race won", "{won} of {n} races won", races, won=won)
    return _("{told}, {shared} shared", told=sentence, shared=shared) if shared else sentence


def history_line(kept: KeptRecord) -> str:
    """Return a record in one line, such as `2026-11-21 14:02 KQ7-4TX-1: Aces Up, 1 of 3, out in
    4:10, with Ben and Cleo.` The user was first of three; `out` means won."""
    record = kept.record
    title = f"{_(record.game.book.title)}{options(record.game.chosen, record.game)}"
    return f"{date(kept.at)}  {race_name(kept)}: {title}, {result_words(kept)}."


def result_words(kept: KeptRecord) -> str:
    """Return the user's result in words, such as `1 of 3, out in 4:10, with Ben and Cleo`. The user
    was first of three; `out` means won."""
    record, placed = kept.record, own(kept)
    others = [seat.name for seat in record.seats if seat.seat != kept.seat]
    parts: list[str] = []
    if placed is not None:
        parts += (
            [_("{place} of {seats}", place=placed.place, seats=len(record.seats))] if others else []
        )
        parts.append(score(record.game, placed.standing))
        parts += [_("with {others}", others=", ".join(others))] if others else []
    else:
        parts.append(_("of {others}", others=", ".join(others)) if others else _("nobody raced"))
    if record.ghost is not None:
        parts.append(_("against the ghost of {name}", name=record.ghost.name))
    parts += ["imported"] if kept.imported else []
    return ", ".join(parts)


def race_name(kept: KeptRecord) -> str:
    """Return what the user types to name a record in a command: the name of its race, or the name
    of its file if it is a solo game, a ghost race or imported."""
    race = kept.record.secret is not None and kept.record.ghost is None
    return spoken_race(kept.record.race) if race and not kept.imported else kept.name


def spoken_race(race: str) -> str:
    """Return the name of a race with a hyphen in its code: `KQ7-4TX-1` for `KQ74TX-1`. Other names
    are returned unchanged."""
    parts = codes.split_race(race)
    if parts is None:
        return race
    code, n = parts
    return f"{codes.spoken(code)}-{n}" if n else codes.spoken(code)


def date(at_ms: int) -> str:
    """Return a time since 1970 in milliseconds as `2026-11-21 14:02`, in local time."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def history_json(kept: KeptRecord) -> dict[str, Any]:
    """Return a record without its moves as a JSON object for programs."""
    record, placed = kept.record, own(kept)
    return {
        "race": record.race,
        "file": str(kept.path),
        "at_ms": kept.at,
        "game": record.game.slug,
        "options": record.game.chosen,
        "format": record.terms.format,
        "names": [_name(record.seats, p) for p in record.results],
        "place": placed and placed.place,
        "standing": placed and placed.standing._asdict(),
        "ghost": record.ghost and record.ghost._asdict(),
        "imported": kept.imported,
    }


def _name(seats: Sequence[SeatRecord], placed: Placed) -> str:
    return next((s.name for s in seats if s.seat == placed.standing.seat), "")
