"""Saved games: unfinished solo games with their moves, tilt marks and time used.

A tilt mark is a card drawn a little turned, which the player has set as a reminder.

Each game has a file, which is rewritten after every move. A game is restored by making its moves
again, so no file can produce an illegal position. The file also has the bookmarks, the names that
the player has given to positions.
"""

import contextlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from client_cli.exit_codes import Failure
from client_cli.local.storage import UNFINISHED, Storage
from client_cli.messages.game import clock
from client_cli.solo.game import LONGEST_BOOKMARK, SoloGame
from client_cli.state.card_marks import SIGNS, UPRIGHT, CardMarks, TiltMark
from engine import games
from engine.cards import LAST_DEAL_NUMBER
from engine.errors import EngineError
from engine.games import AnyGame
from engine.races.board import Entry
from engine.races.terms import terms
from protocol.texts import _, ngettext

if TYPE_CHECKING:
    from client_cli.solo.winnable import SearchedDeal

FORMAT, WINNABLE = 1, 2
"""The formats of the file of a saved game. WINNABLE is for a winnable deal, whose pack is another
one; an older program does not read it. FORMAT is for all others."""
ABANDONED = "abandoned.json"
"""Name of the file that counts the games that were given up for good without an end, by game."""
MOST = 20
"""Most saved games. If there are more, the games that were saved longest ago are deleted."""


class SavedGame(NamedTuple):
    """A game restored from its file: the game, its tilt marks, and how much time it has used, in
    milliseconds."""

    solo: SoloGame
    marks: CardMarks
    ms: int

    def summary(self) -> str:
        """Return the saved game in one line, such as `Kings, deal 12: 14 moves, 3:07`."""
        solo = self.solo
        made = ngettext("{n} move", "{n} moves", solo.moves) if solo.moves else _("just dealt")
        return _(
            "{game}, deal {number}: {made}, {time}",
            game=_(solo.game.book.title),
            number=solo.number,
            made=made,
            time=clock(self.ms),
        )


def keep(storage: Storage, solo: SoloGame, marks: CardMarks, ms: int) -> None:
    """Save a game in its present state; `ms` is the time it has used. If the game is over, or the
    player has done nothing in it yet, delete its file instead. Races against a ghost, an earlier
    game that is replayed as a rival, are not saved. Raises Failure if the file cannot be
    written."""
    if solo.ghost is not None:
        return
    tilts = marks.tilted(solo.game.view(solo.state))
    if solo.state.over or not (solo.begun or tilts):
        drop(storage, solo)
        return
    searched = solo.searched
    storage.write(
        _path(storage, solo),
        {
            "format": WINNABLE if searched else FORMAT,
            "game": solo.game.slug,
            "options": solo.game.chosen,
            "deal": solo.number,
            "frame": solo.frame,
            "moves": [[entry.ms, entry.text] for entry in solo.entries],
            "marks": [asdict(tilt) for tilt in tilts],
            "clock_ms": ms,
            "bookmarks": [[number, name] for number, name in solo.bookmarks.items()],
            **(_searched_json(searched) if searched else {}),
        },
    )
    for path in _paths(storage)[MOST:]:
        with contextlib.suppress(OSError):
            path.unlink()


def drop(storage: Storage, solo: SoloGame) -> None:
    """Delete the file of a saved game, if there is one."""
    with contextlib.suppress(OSError):
        _path(storage, solo).unlink()


def abandon(storage: Storage, solo: SoloGame) -> None:
    """Delete the file of a saved game, because the player gives the game up for good without an
    end. If the player has done something in it, count it among the games that were left."""
    if solo.begun and not solo.state.over and solo.ghost is None:
        left = _abandoned(storage)
        left[solo.game.slug] = left.get(solo.game.slug, 0) + 1
        with contextlib.suppress(Failure):  # statistics are not worth an error in a game
            storage.write(storage.root / ABANDONED, left)
    drop(storage, solo)


def _abandoned(storage: Storage) -> dict[str, int]:
    kept = storage.read(storage.root / ABANDONED)
    return {slug: n for slug, n in kept.items() if slug in games.GAMES and type(n) is int and n > 0}


def left_games(storage: Storage) -> dict[str, int]:
    """Return how many games alone the player has left without an end, by the slug of the game:
    those that are unfinished now, and those that were given up for good."""
    left = Counter(_abandoned(storage))
    left.update(game.solo.game.slug for game in unfinished(storage))
    return dict(left.most_common())


def left_sentences(storage: Storage) -> list[str]:
    """Return a sentence with the games that `left_games` counts; an empty list if there are
    none."""
    left = left_games(storage)
    listed = ", ".join(f"{_(games.GAMES[slug].book.title)} {n}" for slug, n in left.items())
    return [_("Left without an end: {games}.", games=listed)] if left else []


def unfinished(storage: Storage) -> list[SavedGame]:
    """Return every readable saved game, the latest first. Unreadable files are skipped but not
    deleted, because another version of the program may be able to read them."""
    found = (read(storage.read(path)) for path in _paths(storage))
    return [game for game in found if game]


def last_left(storage: Storage) -> SavedGame | None:
    """Return the saved game that was played most recently; None if there is none."""
    found = (read(storage.read(path)) for path in _paths(storage))
    return next((game for game in found if game), None)


def damaged(storage: Storage) -> str:
    """Return a sentence for the player that names files of saved games that cannot be read. Empty
    if there are none."""
    broken = [path for path in _paths(storage) if read(storage.read(path)) is None]
    if not broken:
        return ""
    names = ", ".join(path.name for path in broken[:3])
    return ngettext(
        "{n} kept game cannot be read and was left alone: {names}.",
        "{n} kept games cannot be read and were left alone: {names}.",
        len(broken),
        names=names,
    )


def read(document: Mapping[str, Any]) -> SavedGame | None:
    """Restore a saved game from the JSON in its file, by making its moves again. Return None if the
    JSON is invalid."""
    try:
        return _read(document)
    except (EngineError, ValueError, TypeError, KeyError, AttributeError, IndexError):
        return None


def _read(document: Mapping[str, Any]) -> SavedGame | None:
    number, ms, frame = (document[name] for name in ("deal", "clock_ms", "frame"))
    whole = all(type(n) is int and n >= 0 for n in (number, ms, frame))
    if document["format"] not in (FORMAT, WINNABLE) or not whole:
        return None
    if not 1 <= number <= LAST_DEAL_NUMBER:
        return None
    game = games.game(document["game"], document["options"])
    searched = _searched_in(game, document) if document["format"] == WINNABLE else None
    solo = SoloGame(game, number, searched=searched)
    last = 0
    entries = []
    for moved_ms, text in document["moves"]:
        if type(moved_ms) is not int or type(text) is not str or moved_ms < last:
            return None
        last = moved_ms
        entries.append(Entry(moved_ms, "seat", text))
    solo.go_on(entries, frame)
    if solo.state.over or ms < last:
        return None
    solo.bookmarks = _bookmarks(document.get("bookmarks", []), len(solo.tree.positions))
    marks = CardMarks()
    tilts = [TiltMark(**tilt) for tilt in document["marks"]]
    if not all(map(_is_whole, tilts)):
        return None
    marks.take(solo.game.view(solo.state), tilts)
    return SavedGame(solo, marks, ms)


def _bookmarks(listed: Any, positions: int) -> dict[int, str]:
    """Return the names of positions in the JSON of a saved game; files of earlier versions have
    none. Names of positions that do not exist are left out. Raises ValueError or TypeError if the
    JSON is invalid."""
    found = {}
    for number, name in listed:
        if type(number) is not int or type(name) is not str:
            raise ValueError("a bookmark is a number and a name")
        if 0 <= number < positions:
            found[number] = name[:LONGEST_BOOKMARK]
    return found


def _is_whole(tilt: TiltMark) -> bool:
    """Return whether the values of a tilt mark that was read from a file have the right types."""
    index = tilt.index
    return (
        type(tilt.pile) is str
        and (index is None or (type(index) is int and index >= 0))
        and type(tilt.tilt) is int
        and tilt.tilt in (UPRIGHT, *SIGNS)
    )


def _searched_json(searched: "SearchedDeal") -> dict[str, object]:
    from engine.races.record import winnable_json  # not needed for the first picture

    return {
        "winnable_terms": searched.terms.to_json(),
        "winnable": winnable_json(searched.deal),
    }


def _searched_in(game: AnyGame, document: Mapping[str, Any]) -> "SearchedDeal":
    """Return the winnable deal in the JSON of a saved game. Raises EngineError or ValueError if it
    is invalid."""
    from client_cli.solo.winnable import SearchedDeal
    from engine.races.record import winnable_in

    how = terms(game, {"winnable": document["winnable_terms"]}).winnable
    if how is None:
        raise ValueError("a winnable deal has terms")
    return SearchedDeal(how, winnable_in({**document}))


def _path(storage: Storage, solo: SoloGame) -> Path:
    return storage.root / UNFINISHED / f"{solo.name}.json"


def _paths(storage: Storage) -> list[Path]:
    """Return the paths of the saved games, the latest first."""
    paths = [(_written(path), path) for path in (storage.root / UNFINISHED).glob("*.json")]
    return [path for _, path in sorted(paths, reverse=True)]


def _written(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:  # another terminal has just deleted it
        return 0
