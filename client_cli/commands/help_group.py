"""The page of `patience --help`: commands in sections by task, then first steps for a new
player."""

from typing import Any

from typer.core import TyperGroup
from typer.exceptions import TyperException

from protocol.texts import _

SECTIONS = {
    _("Play alone, no server needed"): ("play", "games", "rules", "deal", "solve"),
    _("Race friends"): (
        *("host", "join", "resume", "watch", "standings", "rooms", "bot"),
        "leisure",
    ),
    _("Every day, and for honour"): ("daily", "board", "crown", "crowns", "tournament", "calls"),
    _("Look back"): (
        *("history", "stats", "rivals", "versus", "together", "streaks"),
        *("replay", "share", "verify", "analyse", "traveller", "export", "import"),
    ),
    _("You"): ("me", "login", "logout", "options", "doctor"),
    _("Servers, programs and machines"): ("serve", "admin", "load", "engine", "protocol", "bench"),
}
"""Every top-level command, by the title of its section, in the order of the help page."""

EPILOG = _("""\
First steps:

\b
  patience                          all of it on the full screen, with the keys below each page
  patience play aces-up             a game of four minutes, alone, at once
  patience host aces-up --bell 6m   a race; friends type the line it prints
  patience COMMAND --help           more about one of them

Line by line, for pipes and screen readers: --plain, or TERM=dumb; "help" lists what can be typed.
For programs: --json. Your shell completes all of this after --install-completion.

Exit codes: 0 done, 2 wrong usage, 3 not found, 4 refused, 5 server not reachable.""")


class TeachingGroup(TyperGroup):
    """The class of the command group `patience`. Its help page lists the commands in the sections
    of `SECTIONS` (Play alone, Race friends and so on)."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command that the typed words name. If there is no such command but a game has
        a similar name, the error message asks whether the user wants to play that game."""
        try:
            return super().resolve_command(ctx, args)
        except TyperException as error:
            from engine.games import nearest_name

            near = nearest_name(" ".join(args)) or nearest_name(args[0])
            if near and "Did you mean" not in error.message:
                error.message += " " + _("Did you mean patience play {game}?", game=near)
            raise

    def format_commands(self, _ctx: Any, formatter: Any) -> None:
        widest = max(len(name) for name in self.commands)
        for title, names in SECTIONS.items():
            found = [(name, self.commands[name]) for name in names]
            limit = formatter.width - widest - 6
            rows = [
                (name.ljust(widest), command.get_short_help_str(limit)) for name, command in found
            ]
            with formatter.section(title):
                formatter.write_dl(rows)
