"""The commands `patience leisure`: make a leisure race, take part, play, see the table."""

from typing import Annotated

import typer

from client_cli.commands import completion
from client_cli.commands.options import (
    Json,
    Name,
    Options,
    Plain,
    Server,
    command_context,
)
from client_cli.commands.user import own_storage
from client_cli.exit_codes import Failure
from protocol.texts import _

app = typer.Typer(help=_("Leisure races: the same deals for friends, within days."))

Code = Annotated[str, typer.Argument(metavar="CODE|LINK", help=_("Such as KQ7-4TX."))]


@app.command(
    help=_(
        "Make a leisure race, and take part.\n\n"
        "Friends are invited by name. All deals are of one game, or with --rounds each of its own."
    )
)
def new(  # noqa: PLR0913 # one for each word of the command line
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            help=_("Such as aces-up; see: games."),
            autocompletion=completion.games,
        ),
    ] = None,
    rounds: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|GAME:N,...|template:NAME|surprise:N",
            help=_("The deals, as the rounds of a tournament."),
        ),
    ] = None,
    title: Annotated[
        str | None, typer.Option(metavar="TITLE", help=_("Default: the name of the game."))
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=1, max=10, help=_("How many deals; default: 1."))
    ] = None,
    friend: Annotated[
        list[str] | None,
        typer.Option("--friend", metavar="NAME", help=_("Invite a friend; may be repeated.")),
    ] = None,
    by_code: Annotated[
        int, typer.Option(min=0, max=50, help=_("How many more may come by the code or link."))
    ] = 0,
    lasts: Annotated[
        str, typer.Option(metavar="3d", help=_("How long it is open: an hour to 14 days."))
    ] = "3d",
    opens: Annotated[
        str | None, typer.Option(metavar="12h", help=_("Open it later, after so long."))
    ] = None,
    bell: Annotated[str | None, typer.Option(help=_("Time limit of a try: 6m, 90s, 1h."))] = None,
    winners: Annotated[
        str | None,
        typer.Option(metavar="time|moves", help=_("Who is first of those who have solved it.")),
    ] = None,
    take_back: Annotated[
        str | None,
        typer.Option(metavar="none|until_card|free", help=_("May moves be undone?")),
    ] = None,
    safe_play: Annotated[
        bool,
        typer.Option(
            "--safe-play", help=_("Cards that can never be wanted again go up by themselves.")
        ),
    ] = False,
    option: Options = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.features import leisure_races
    from client_cli.features.leisure_rounds import deals_of
    from client_cli.local.preferences import usual_options
    from client_cli.messages.race_terms import duration_ms, plan_alone
    from client_cli.terminal.game_input import chosen_rules
    from client_cli.text_mode import leisure_races as text_mode_leisure_races

    if (game is None) == (rounds is None):
        raise Failure.usage(_("Name a game, or give --rounds, but not both."))
    if game is None:
        named = {"--deals": deals, "--bell": bell, "--winners": winners, "--take-back": take_back}
        _refuse_given({**named, "--safe-play": safe_play, "--option": option})
        planned = deals_of(rounds or "")
    else:
        rules = chosen_rules(game, [*usual_options(own_storage(), game), *(option or [])])
        chosen = plan_alone(rules, bell, safe_play=safe_play, winners=winners, take_back=take_back)
        planned = [chosen] * (deals or 1)
    lasts_ms = duration_ms(lasts, _("The time for which it is open"))
    opens_ms = 0 if opens is None else duration_ms(opens, _("The time until it opens"))
    made = leisure_races.NewRaceChoice(
        title or leisure_races.usual_title(planned),
        planned,
        friend or [],
        by_code,
        opens_ms,
        lasts_ms,
    )
    leisure_races.refuse_times(made)
    text_mode_leisure_races.ask(
        command_context(server, as_json, plain=True),
        lambda client: leisure_races.make(client, made),
    )


def _refuse_given(given: dict[str, object]) -> None:
    """Raise Failure if one of these options has a value. The rounds of a plan have terms of their
    own, and say how many deals there are."""
    named = [name for name, value in given.items() if value]
    if named:
        raise Failure.usage(
            _("The rounds say what is played, and how: leave out {option}.", option=named[0])
        )


@app.command("list", help=_("Your leisure races: where it is your turn, and which are over."))
def show_all(server: Server = None, as_json: Json = False) -> None:
    from client_cli.text_mode import leisure_races as text_mode_leisure_races

    text_mode_leisure_races.show_all(command_context(server, as_json, plain=True))


@app.command(help=_("One leisure race; when it is over, its table."))
def show(code: Code, server: Server = None, as_json: Json = False) -> None:
    from client_cli.features import leisure_races
    from client_cli.text_mode import leisure_races as text_mode_leisure_races

    address, named = leisure_races.race_address(code, server)
    context = command_context(address, as_json, plain=True)
    text_mode_leisure_races.ask(context, lambda client: leisure_races.show(client, named))


@app.command(help=_("Take part by the code; without an account as a guest."))
def join(code: Code, name: Name = None, server: Server = None, as_json: Json = False) -> None:
    from client_cli.features import leisure_races
    from client_cli.local.account_store import account_on
    from client_cli.text_mode import leisure_races as text_mode_leisure_races
    from client_cli.text_mode.server_command import name_to_use

    address, named = leisure_races.race_address(code, server)
    context = command_context(address, as_json, plain=True)
    known = account_on(context.storage, address)
    called = known.name if known is not None else name_to_use(name, context.storage)
    text_mode_leisure_races.ask(context, lambda client: leisure_races.join(client, named, called))


@app.command(help=_("Invite further friends to a leisure race that you have made."))
def invite(
    code: Code,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help=_("Your friends."))],
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.features import leisure_races
    from client_cli.text_mode import leisure_races as text_mode_leisure_races

    address, named = leisure_races.race_address(code, server)
    context = command_context(address, as_json, plain=True)
    text_mode_leisure_races.ask(context, lambda client: leisure_races.invite(client, named, names))


@app.command(help=_("Play a deal, once; or go on with the one that you play."))
def play(
    code: Annotated[
        str | None,
        typer.Argument(metavar="[CODE|LINK]", help=_("Default: one in which it is your turn.")),
    ] = None,
    deal: Annotated[
        int | None, typer.Option(min=1, max=10, help=_("Default: the first not played."))
    ] = None,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    from client_cli.features import leisure_races
    from client_cli.text_mode import leisure_races as text_mode_leisure_races

    address, named = server, None
    if code is not None:
        address, named = leisure_races.race_address(code, server)
    text_mode_leisure_races.play(command_context(address, as_json, plain), named, deal)


@app.command("quit", help=_("Take part no more; your results count."))
def quit_race(code: Code, server: Server = None, as_json: Json = False) -> None:
    from client_cli.features import leisure_races
    from client_cli.text_mode import leisure_races as text_mode_leisure_races

    address, named = leisure_races.race_address(code, server)
    context = command_context(address, as_json, plain=True)
    text_mode_leisure_races.ask(context, lambda client: leisure_races.quit_it(client, named))
