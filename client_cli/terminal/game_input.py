"""Parse the name of a game and its options as typed on a command line."""

import contextlib

from client_cli.exit_codes import Failure
from engine.errors import BadOption
from engine.games import GAMES, AnyGame, game
from engine.options import Value
from protocol.texts import _


def chosen_game(slug: str, options: list[str]) -> AnyGame:
    """Return the game with this name and these options, each typed as `NAME=VALUE`. Hyphens and
    spaces may stand for underscores. Raise Failure if the game, an option or a value does not
    exist."""
    name = slug.strip().lower().replace("-", "_").replace(" ", "_")
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise Failure.not_found(
            _("There is no game {slug}; there are {known}.", slug=repr(slug[:40]), known=known)
        )
    try:
        return game(name, dict(typed_option(text) for text in options))
    except BadOption as error:
        raise Failure.usage(_(str(error))) from None


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
