"""Sentences about the branches and bookmarks of a game played alone."""

from collections.abc import Mapping

from client_cli.solo.game import SoloGame
from client_cli.solo.move_tree import MoveTree
from protocol.texts import _, ngettext

NO_BRANCHES = _("There is one line of moves so far, and no bookmark.")


def choices(tree: MoveTree, bookmarks: Mapping[int, str]) -> list[int]:
    """Return the numbers of the positions to which a player may want to go: those with a bookmark,
    then the ends of the branches."""
    return list(dict.fromkeys([*bookmarks, *tree.ends()]))


def position_words(solo: SoloGame, tree: MoveTree, number: int) -> str:
    """Return a description of a position of the tree, such as `after 23 moves, 31 of 52; leaves
    this line after move 12`."""
    depth = tree.positions[number].depth
    state = tree.state(solo.game, solo.dealt, number)
    told = ngettext(
        "after {n} move, {progress} of {goal}",
        "after {n} moves, {progress} of {goal}",
        depth,
        progress=solo.game.progress(state),
        goal=solo.game.goal,
    )
    if number == tree.here:
        return _("{position}; you are here", position=told)
    fork = tree.fork(number)
    if fork == tree.positions[tree.here].depth:
        return _("{position}; ahead of you", position=told)
    if fork == depth:
        return _("{position}; on this line", position=told)
    return _("{position}; leaves this line after move {fork}", position=told, fork=fork)


def name_of(number: int, bookmarks: Mapping[int, str], at: int) -> str:
    """Return the name to show for a position: its bookmark or, without one, `branch` and its place
    in the list, `at`, counted from 1."""
    return bookmarks.get(number) or _("branch {n}", n=at)
