"""Commands that need no server: play, games, rules, deal, solve."""

from typing import Annotated

import typer

from client_cli.commands import completion
from client_cli.commands.options import (
    GameName,
    Json,
    OfDifficulty,
    Options,
    Plain,
    Server,
    command_context,
)
from client_cli.commands.user import own_storage, voice_of
from client_cli.exit_codes import Failure
from protocol.texts import _

app = typer.Typer()


@app.command(help=_("Play alone: no server, no account."))
def play(  # noqa: PLR0913 # one for each word of the command line
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", autocompletion=completion.games)
    ] = None,
    deal: Annotated[int | None, typer.Option(min=1, help=_("The number of a deal."))] = None,
    ghost: Annotated[
        str | None,
        typer.Option(
            metavar="CODE|FILE",
            help=_("Race a finished record, unranked."),
            autocompletion=completion.races,
        ),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=_("Whose ghost; the winner's if not said."),
            autocompletion=completion.players,
        ),
    ] = None,
    winnable: Annotated[
        bool, typer.Option("--winnable", help=_("A deal that the solver has won."))
    ] = False,
    difficulty: OfDifficulty = None,
    resume: Annotated[bool, typer.Option("--resume", help=_("The game you left last."))] = False,
    bots: Annotated[
        int, typer.Option(min=1, max=7, help=_("Racing Demon: how many computer players play."))
    ] = 3,
    strength: Annotated[
        str, typer.Option(metavar="greedy|tips|ahead", help=_("Racing Demon: how they choose."))
    ] = "tips",
    pace: Annotated[
        str, typer.Option(metavar="slow|steady|quick", help=_("Racing Demon: how fast they play."))
    ] = "steady",
    server: Server = None,
    option: Options = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    if difficulty is not None and not winnable:
        raise Failure.usage(_("Only for a winnable deal can a difficulty be chosen."))
    if resume:
        from client_cli.commands.home import resume_alone

        if deal or ghost or option or winnable:
            raise Failure.usage(_("A game that was left has its deal and its options."))
        return resume_alone(game, voice_of(as_json), own_storage(), plain)
    if ghost is not None:
        from client_cli.text_mode.solo.ghost_start import race_ghost

        if game or deal or option or winnable:
            raise Failure.usage(_("A ghost brings its own game, deal and options."))
        return race_ghost(ghost, against, command_context(server, as_json, plain))
    from client_cli.commands.home import ask_game
    from client_cli.commands.quick_start import play_game
    from engine.rules import is_table

    voice = voice_of(as_json)
    named = game or ask_game(voice)
    if is_table(named):
        if winnable:
            raise Failure.usage(_("There are no winnable deals of this game with these options."))
        from client_cli.commands.home import practise
        from client_cli.features.practice import Opponents
        from client_cli.terminal.game_input import chosen_table

        opponents = Opponents(bots, strength, pace)
        table = chosen_table(option or [])
        return practise(table, opponents, deal, voice, own_storage(), plain)
    return play_game(named, deal, option or [], plain, as_json, winnable, difficulty)


@app.command(help=_("List the games."))
def games(as_json: Json = False) -> None:
    from client_cli.text_mode.offline import list_games

    list_games(voice_of(as_json))


@app.command(help=_("The rules of a game, playable with real cards."))
def rules(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", autocompletion=completion.games)
    ] = None,
    terms: Annotated[
        bool, typer.Option("--terms", help=_("What the terms of patience mean."))
    ] = False,
    history: Annotated[bool, typer.Option("--history", help=_("A history of patience."))] = False,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.offline import show_reading, show_rules

    if (game is not None) + terms + history != 1:
        raise Failure.usage(_("Name a game, or one of --terms and --history."))
    if game is not None:
        show_rules(game, voice_of(as_json))
    else:
        show_reading("terms" if terms else "history", voice_of(as_json))


@app.command(help=_("Show a table just dealt: by number, seed or chance."))
def deal(
    game: GameName,
    number: Annotated[
        int | None, typer.Option("--deal", min=1, help=_("The number of a deal."))
    ] = None,
    seed: Annotated[str | None, typer.Option(metavar="HEX", help=_("32 bytes: any deal."))] = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    from client_cli.terminal.game_input import chosen_game
    from client_cli.text_mode.solo.deals import show_deal

    show_deal(chosen_game(game, option or []), number, seed, voice_of(as_json))


@app.command(help=_("Find out whether a deal can be won, with every card known."))
def solve(  # noqa: PLR0913 # one for each word of the command line
    game: GameName,
    number: Annotated[
        int | None, typer.Option("--deal", min=1, help=_("The number of a deal."))
    ] = None,
    seed: Annotated[str | None, typer.Option(metavar="HEX", help=_("32 bytes: any deal."))] = None,
    pack: Annotated[
        str | None,
        typer.Option(metavar='"CARDS"', help=_("A pack as it is dealt: AS TH and so on.")),
    ] = None,
    position: Annotated[
        str | None, typer.Option(metavar="TEXT", help=_("A position, as deal --json prints it."))
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(min=1, help=_("Try the moves of so many positions at most."))
    ] = None,
    order: Annotated[
        str | None,
        typer.Option(metavar="free|dealt", help=_("For points: cards in any cells, or in turn.")),
    ] = None,
    option: Options = None,
    as_json: Json = False,
) -> None:
    from client_cli.messages.analysis import NO_SOLVER
    from client_cli.terminal.game_input import chosen_game
    from client_cli.text_mode.solo.solve import StartChoice, show_solution
    from engine.rules import is_table

    if is_table(game):
        raise Failure.refused(NO_SOLVER)
    start = StartChoice(number, seed, pack, position)
    show_solution(chosen_game(game, option or []), start, nodes, order, voice_of(as_json))
