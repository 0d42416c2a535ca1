"""History and statistics, made from the records stored on this computer, as values and sentences.

A record is the document of a finished game or race. A ghost is the recorded game of an earlier
race, against which its deal is played again. In Racing Demon, all contestants of a round play at
one common table. Nothing in this file reads files or prints.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from client_cli.local.record_store import Kept, KeptRecord, KeptRound, against_ghost
from client_cli.messages.game import by_points, clock, options, score
from engine.races.fairness import computer_players
from engine.races.ranking import Placed, Standing
from engine.racing_demon.record import AWAY, BACK, TableRecord
from engine.racing_demon.scores import DEMON
from protocol import codes
from protocol.texts import _, ngettext


class GameStatistics(NamedTuple):
    """The user's statistics of one game with one set of options.

    `out` counts wins. `best_ms` is the time of the fastest win, `best` the highest progress.
    Games in which a move was taken back or a hint asked for count for these bests only if there are
    no other games. `streak` is the number of wins in a row up to the latest game, `longest` the
    longest such row. The means are over all games.

    `races` counts games in which at least one other person took part.
    In `won` of these races the user alone was first, in `shared` together with others; places of
    computer players are ignored.

    If `rounds` is True, the game is Racing Demon: `played` counts rounds, and `out` those in which
    the user got rid of all cards of their demon, the pile that each player has to use up.
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
    rounds: bool = False


NOBODY_RACED = _("Nobody raced this deal.")
"""Shown for a record without contestants, such as that of a tournament round that was ended before
it began."""


def places(kept: Kept) -> list[Placed]:
    """Return the results in a record, best first."""
    if isinstance(kept, KeptRound):
        return _round_places(kept.record)
    return list(kept.record.results)


def _round_places(record: TableRecord) -> list[Placed]:
    """Return the results of a round with the figures that its record states, without playing it
    again. Progress counts as reached at the end."""
    made = Counter(each.seat for each in record.commands if each.text not in (AWAY, BACK))
    found = []
    for place, seat, resigned, counted_cards in record.results:
        standing = Standing(
            seat=seat,
            result="lost" if resigned else "complete",
            reason="resigned" if resigned else None,
            best=DEMON - counted_cards.left,
            tie_break=0,
            reached_ms=record.ended_ms,
            points=counted_cards.points,
            ended_ms=record.ended_ms,
            moves=made[seat],
        )
        found.append(Placed(place, standing))
    return found


def own(kept: Kept) -> Placed | None:
    """Return the user's own place and result in a record; None if they took no part."""
    return next((p for p in places(kept) if p.standing.seat == kept.seat), None)


def people(kept: Kept) -> set[int]:
    """Return the seat numbers of the people in a record. Computer players are left out, whether a
    server or this computer moved them."""
    record = kept.record
    seats = {seat.seat for seat in record.seats}
    if record.secret is None:  # a game alone, or a practice table
        return seats & {kept.seat}
    return seats - computer_players(record.secret, record.nonces)


def counted(kept: Iterable[Kept]) -> list[Kept]:
    """Return the records that count for statistics, oldest first: those in which the user took
    part, except races against a ghost."""
    mine = [k for k in kept if own(k) is not None and not against_ghost(k)]
    return sorted(mine, key=lambda k: k.at)


def tallies(kept: Iterable[Kept]) -> list[GameStatistics]:
    """Return the user's statistics, one value for each game and set of options, those played most
    first."""
    games: dict[str, list[Kept]] = {}
    for one in counted(kept):
        games.setdefault(one.record.game.identity, []).append(one)
    found = [_tally(played) for played in games.values()]
    return sorted(found, key=lambda tally: (-tally.played, tally.title))


def _tally(kept: Sequence[Kept]) -> GameStatistics:
    game = kept[0].record.game
    mine = [(k, placed) for k in kept if (placed := own(k)) is not None]
    standings = [placed.standing for _, placed in mine]
    outs = [_out(k, placed) for k, placed in mine]
    # Results with help count as best only if there are none without.
    clean = [standing for standing in standings if standing.clean] or standings
    times = [s.ended_ms for s in clean if s.result == "won" and s.ended_ms is not None]
    points = [s.points for s in standings if s.points is not None]
    best_points = [s.points for s in clean if s.points is not None]
    races = [k for k in kept if len(people(k)) > 1]
    won = sum(_winners(k) == {k.seat} for k in races)
    shared = sum(k.seat in _winners(k) for k in races) - won
    of_points = by_points(game) and bool(points)
    return GameStatistics(
        game=game.identity,
        title=_title(kept[0]),
        goal=game.goal,
        played=len(mine),
        out=sum(outs),
        best_ms=min(times, default=None),
        best=max(s.best for s in clean),
        best_points=max(best_points, default=None) if of_points else None,
        streak=_streaks(outs)[-1],
        longest=max(_streaks(outs)),
        mean_progress=sum(s.best for s in standings) / len(standings),
        mean_points=sum(points) / len(points) if of_points else None,
        races=len(races),
        won=won,
        shared=shared,
        moves_a_minute=_moves_a_minute(mine),
        rounds=isinstance(kept[0], KeptRound),
    )


def _out(kept: Kept, placed: Placed) -> bool:
    """Return whether a contestant has won a game or, at a common table, used up their demon."""
    if isinstance(kept, KeptRound):
        return any(r.score.out for r in kept.record.results if r.seat == placed.standing.seat)
    return placed.standing.result == "won"


def _moves_a_minute(mine: Sequence[tuple[Kept, Placed]]) -> float | None:
    moves = sum(placed.standing.moves for _, placed in mine)
    ms = sum(placed.standing.ended_ms or kept.record.ended_ms for kept, placed in mine)
    return moves * 60_000 / ms if moves and ms else None


def _winners(kept: Kept) -> set[int]:
    """Return the seats of those who have the best place among the people in a record."""
    raced = people(kept)
    found = [placed for placed in places(kept) if placed.standing.seat in raced]
    best = min((placed.place for placed in found), default=0)
    return {placed.standing.seat for placed in found if placed.place == best}


def _streaks(outs: Sequence[bool]) -> list[int]:
    """Return the number of wins in a row at each point of a series of games: before the first game,
    which is 0, and after each game."""
    lengths = [0]
    for out in outs:
        lengths.append(lengths[-1] + 1 if out else 0)
    return lengths


def tally_line(tally: GameStatistics, *, streaks: bool = True) -> str:
    """Return the statistics of one game in one line, such as `Aces Up: 12 played, 3 solved, best
    4:10, streak 1 (longest 2), mean progress 31.4 of 48.` If `streaks` is False, the streak is left
    out."""
    if tally.rounds:
        parts = [
            ngettext("{n} round", "{n} rounds", tally.played),
            _("{out} out", out=tally.out),
        ]
    else:
        parts = [_("{played} played", played=tally.played)]
    if tally.best_points is not None:
        parts += [
            ngettext("best {n} point", "best {n} points", tally.best_points),
            _("mean {points}", points=f"{tally.mean_points:.1f}"),
        ]
    else:
        parts.append(_("{out} solved", out=tally.out))
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
    """Return in words how many of the user's races were won, and how many others ended with a
    shared first place: `1 of 3 races won` or `1 of 3 races won, 1 shared`."""
    sentence = ngettext("{won} of {n} race won", "{won} of {n} races won", races, won=won)
    return _("{told}, {shared} shared", told=sentence, shared=shared) if shared else sentence


def history_line(kept: Kept) -> str:
    """Return a record in one line, such as `2026-11-21 14:02 KQ7-4TX-1: Aces Up, 1 of 3, solved in
    4:10, with Ben and Cleo.` The user was first of three."""
    return f"{date(kept.at)}  {race_name(kept)}: {_title(kept)}, {result_words(kept)}."


def _title(kept: Kept) -> str:
    """Return the title of the game of a record with its unusual options."""
    game = kept.record.game
    return f"{_(game.book.title)}{options(game.chosen, game)}"


def result_words(kept: Kept) -> str:
    """Return the user's result in a record in words, such as `1 of 3, solved in 4:10, with Ben and
    Cleo`: the user was first of three. For a round of Racing Demon the words are `1 of 3, 26
    points, out, with Ben and Cleo`."""
    record, placed = kept.record, own(kept)
    others = [seat.name for seat in record.seats if seat.seat != kept.seat]
    parts: list[str] = []
    if placed is not None:
        parts += (
            [_("{place} of {seats}", place=placed.place, seats=len(record.seats))] if others else []
        )
        parts.append(score(record.game, placed.standing))
        parts += [_("out")] if isinstance(kept, KeptRound) and _out(kept, placed) else []
        parts += [_("with {others}", others=", ".join(others))] if others else []
    else:
        parts.append(_("of {others}", others=", ".join(others)) if others else _("nobody raced"))
    if isinstance(kept, KeptRecord) and kept.record.ghost is not None:
        parts.append(_("against the ghost of {name}", name=kept.record.ghost.name))
    parts += ["imported"] if kept.imported else []
    return ", ".join(parts)


def race_name(kept: Kept) -> str:
    """Return what the user types in a command to name a record. It is the name of the race or, for
    a solo game, a race against a ghost or an imported record, the name of the file."""
    race = kept.record.secret is not None and not against_ghost(kept)
    return spoken_race(kept.record.race) if race and not kept.imported else kept.name


def spoken_race(race: str) -> str:
    """Return the name of a race with a hyphen inside the room code: `KQ7-4TX-1` for `KQ74TX-1`.
    Other names, such as those of solo games, are returned unchanged."""
    parts = codes.split_race(race)
    if parts is None:
        return race
    code, n = parts
    return f"{codes.spoken(code)}-{n}" if n else codes.spoken(code)


def date(at_ms: int) -> str:
    """Return a time since 1970 in milliseconds as `2026-11-21 14:02`, in local time."""
    return datetime.fromtimestamp(at_ms / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def history_json(kept: Kept) -> dict[str, Any]:
    """Return what the history tells of a record, without its moves, as a JSON object for programs.
    For a round of Racing Demon it has no `format` and no `ghost`, but `scores`, in the order of
    `names`."""
    record, placed = kept.record, own(kept)
    names = {seat.seat: seat.name for seat in record.seats}
    if isinstance(kept, KeptRound):
        special: dict[str, Any] = {
            "scores": [result.score._asdict() for result in kept.record.results]
        }
    else:
        ghost = kept.record.ghost
        special = {"format": kept.record.terms.format, "ghost": ghost and ghost._asdict()}
    return {
        "race": record.race,
        "file": str(kept.path),
        "at_ms": kept.at,
        "game": record.game.slug,
        "options": record.game.chosen,
        "names": [names.get(p.standing.seat, "") for p in places(kept)],
        "place": placed and placed.place,
        "standing": placed and placed.standing._asdict(),
        "imported": kept.imported,
        **special,
    }
