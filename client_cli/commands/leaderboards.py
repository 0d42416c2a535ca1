"""The command `patience board`: leaderboards."""

from enum import StrEnum
from typing import Annotated

import typer

from client_cli.commands.options import Json, OfDifficulty, Options, Plain, Server, command_context
from client_cli.exit_codes import Failure
from protocol.texts import _

app = typer.Typer()


class Period(StrEnum):
    day = "day"
    week = "week"
    month = "month"
    year = "year"
    all = "all"


class Measure(StrEnum):
    fastest = "fastest"
    best = "best"
    outs = "outs"
    streak = "streak"
    longest = "longest"
    rating = "rating"


Of = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=_("Such as aces-up; of ratings also overall, great, score, sprint, long."),
    ),
]


@app.command(help=_("A leaderboard: who has done best, fastest, most often."))
def board(  # noqa: PLR0913 # one for each word of the command line
    game: Of,
    period: Annotated[Period, typer.Option(help=_("The present one."))] = Period.all,
    which: Annotated[
        str | None, typer.Option(metavar="NAME", help=_("Another: 2026-11-20, 2026-W47, 2026-11."))
    ] = None,
    measure: Annotated[Measure, typer.Option(help=_("What ranks."))] = Measure.best,
    around_me: Annotated[bool, typer.Option("--around-me", help=_("Where you are."))] = False,
    friends: Annotated[bool, typer.Option("--friends", help=_("You and your friends."))] = False,
    bots: Annotated[bool, typer.Option("--bots", help=_("The board of bots."))] = False,
    winnable: Annotated[
        bool, typer.Option("--winnable", help=_("Of deals that the solver has won."))
    ] = False,
    difficulty: OfDifficulty = None,
    first: Annotated[int, typer.Option(min=1, help=_("From this row on."))] = 1,
    rows: Annotated[int, typer.Option(min=1, max=100, help=_("At most so many."))] = 20,
    live: Annotated[bool, typer.Option("--live", help=_("Go on: changes as they happen."))] = False,
    option: Options = None,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    from client_cli.features import leaderboards
    from client_cli.messages.race_terms import difficulty_named
    from client_cli.text_mode import leaderboards as text_mode_leaderboards

    if around_me and friends:
        raise Failure.usage(_("Either --around-me or --friends."))
    if which is not None and not leaderboards.is_period(period.value, which):
        raise Failure.usage(
            _("{which} is not the name of a {value}.", which=repr(which[:20]), value=period.value)
        )
    if difficulty is not None and not winnable:
        raise Failure.usage(_("Only winnable deals have leaderboards by difficulty."))
    context = command_context(server, as_json, plain)
    wanted = leaderboards.named(game, option or [], context.storage, measure.value)._replace(
        period=period.value,
        which=which,
        side="bots" if bots else "people",
        part="around_me" if around_me else "friends" if friends else "all",
        offset=first - 1,
        most=rows,
        winnable=winnable,
        difficulty=None if difficulty is None else difficulty_named(difficulty),
    )
    (text_mode_leaderboards.live if live else text_mode_leaderboards.show)(context, wanted)
