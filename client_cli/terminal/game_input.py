"""Parse the name of a game and its options as typed on a command line."""

import contextlib
from typing import TYPE_CHECKING

from client_cli.exit_codes import Failure
from engine.errors import BadOption
from engine.games import GAMES, AnyGame, game, nearest_name, slug_of
from engine.options import Value
from protocol.texts import _

if TYPE_CHECKING:
    from engine.racing_demon.game import RacingDemon
    from engine.rules import Rules


def chosen_game(name: str, options: list[str]) -> AnyGame:
    """Return the game that has this name, with these options, each typed as `NAME=VALUE`. The name
    may be any that `slug_of` knows. Raise Failure if the game, an option or a value does not
    exist."""
    slug = slug_of(name)
    if slug is None:
        raise unknown_game(name)
    try:
        return game(slug, dict(typed_option(text) for text in options))
    except BadOption as error:
        raise Failure.usage(_(str(error))) from None


def chosen_rules(name: str, options: list[str]) -> "Rules":
    """Return the rules of a game with these options, each typed as `NAME=VALUE`. Unlike
    `chosen_game`, this also knows Racing Demon, whose contestants play at one common table. Raise
    Failure if the game, an option or a value does not exist."""
    from engine.rules import is_table

    return chosen_table(options) if is_table(name) else chosen_game(name, options)


def chosen_table(options: list[str]) -> "RacingDemon":
    """Return the rules of Racing Demon with these options. If all players get the same deal, each
    has five work piles (tableau piles), unless an option says otherwise, because equal deals are
    livelier with five. Raise Failure for an option or value that does not exist."""
    from engine.racing_demon.game import RacingDemon

    given = dict(typed_option(text) for text in options)
    lively = {"piles": 5} if given.get("same_deal", True) is True else {}
    try:
        return RacingDemon({**lively, **given})
    except BadOption as error:
        raise Failure.usage(_(str(error))) from None


def unknown_game(name: str) -> Failure:
    """Return the Failure to raise for a name that no game has. Its sentence suggests the game with
    the most similar name; if none is similar, it lists the slugs of all games."""
    typed = repr(name[:40])
    if near := nearest_name(name):
        return Failure.not_found(
            _("There is no game {slug}; did you mean {near}?", slug=typed, near=near)
        )
    known = ", ".join(GAMES)
    return Failure.not_found(
        _("There is no game {slug}; there are {known}.", slug=typed, known=known)
    )


def typed_option(text: str) -> tuple[str, Value]:
    """Split an option such as `must_fill=false` into name and value. `true`, `yes`, `false` and
    `no` become booleans, whole numbers become an int, other values become lower-case strings. Raise
    Failure if the text is not of the form `NAME=VALUE`."""
    name, sign, value = text.partition("=")
    if not sign or not name:
        raise Failure.usage(_("An option is written NAME=VALUE, not {text}.", text=repr(text[:40])))
    plain = value.strip().lower()
    read: Value = {"true": True, "false": False, "yes": True, "no": False}.get(plain, plain)
    with contextlib.suppress(ValueError):
        read = int(plain)
    return name.strip().replace("-", "_"), read
