"""The commands `patience tournament`: list, play, organise, results."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from client_cli.commands.options import Json, OfDifficulty, Plain, Server, command_context
from client_cli.exit_codes import Failure
from protocol.texts import _

app = typer.Typer(help=_("Tournament evenings: several deals, one table."))

Code = Annotated[str, typer.Argument(metavar="CODE|LINK", help=_("Such as KQ7-4TX."))]
Who = Annotated[str, typer.Argument(metavar="WHO", help=_("A name, or a number such as #3."))]
Number = Annotated[int, typer.Argument(metavar="N", min=1, max=999, help=_("Of the round."))]
Winnable = Annotated[
    bool,
    typer.Option("--winnable", help=_("Deals that the solver has won, where a game has any.")),
]
Guest = Annotated[
    str | None,
    typer.Option("--guest", metavar="NAME", help=_("Without an account, where guests may enter.")),
]
Waiting = Annotated[
    int | None,
    typer.Option("--round", min=0, max=999, help=_("Only while this one waits; 0 is the start.")),
]


@app.command(help=_("Draft a tournament from a file.\n\nOpen it when all is as you want it."))
def new(
    title: Annotated[
        str, typer.Argument(metavar="NAME", help=_('What it is called, as "Friday".'))
    ],
    rounds: Annotated[
        str,
        typer.Option(
            metavar="FILE|GAME:N,...|template:NAME|surprise:N",
            help=_("What is played: see docs/tournaments.md."),
        ),
    ],
    winnable: Winnable = False,
    difficulty: OfDifficulty = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.tournaments import tournaments

    context = command_context(server, as_json, plain=True)
    tournaments.new(context, title, rounds, tournaments.AskedDeals(winnable, difficulty))


@app.command(
    help=_(
        "Define a draft anew.\n\n"
        "It keeps its code and its commitment, and its name if none is given."
    )
)
def change(
    code: Code,
    rounds: Annotated[
        str, typer.Option(metavar="FILE|GAME:N,...|template:NAME|surprise:N", help=_("As in new."))
    ],
    title: Annotated[str | None, typer.Option(metavar="NAME", help=_("Another name."))] = None,
    winnable: Winnable = False,
    difficulty: OfDifficulty = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.tournaments import tournaments
    from client_cli.tournament import requests

    context = command_context(server, as_json, plain=True)
    deals = tournaments.AskedDeals(winnable, difficulty)
    tournaments.change(context, requests.code_of(code), rounds, title, deals)


@app.command("list", help=_("Tournaments that are open, under way, or over lately."))
def show_all(server: Server = None, as_json: Json = False) -> None:
    from client_cli.text_mode.tournaments import tournaments

    tournaments.show_all(command_context(server, as_json, plain=True))


@app.command(help=_("How a tournament stands.\n\nNobody needs to be logged in for this."))
def show(
    code: Code,
    live: Annotated[bool, typer.Option("--live", help=_("Go on: changes as they happen."))] = False,
    wall: Annotated[bool, typer.Option("--wall", help=_("Large, for all to see."))] = False,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.tournaments import tournaments
    from client_cli.tournament import requests

    context, named = command_context(server, as_json, plain), requests.code_of(code)
    if wall and context.full_screen:
        from client_cli.screens.tournament_entry import run_wall

        run_wall(context.server, context.storage, named)
    elif live or wall:
        tournaments.live(context, named)
    else:
        tournaments.ask(context, lambda client: requests.get(client, named))


# Taking part. ---------------------------------------------------------------------------------


@app.command(help=_("Take part; then play, to be there."))
def enter(
    code: Code,
    team: Annotated[str | None, typer.Option(metavar="TEAM", help=_("Your team."))] = None,
    guest: Guest = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.tournaments import tournaments
    from client_cli.tournament import requests

    context, named = command_context(server, as_json, plain=True), requests.code_of(code)
    name = None if guest is None else _guest(guest)
    tournaments.ask(context, lambda client: requests.enter(client, named, team, name))


@app.command(help=_("Take part no more; what you have played stays."))
def leave(code: Code, server: Server = None, as_json: Json = False) -> None:
    from client_cli.text_mode.tournaments import tournaments
    from client_cli.tournament import requests

    context, named = command_context(server, as_json, plain=True), requests.code_of(code)
    tournaments.ask(context, lambda client: requests.withdraw(client, named))


@app.command(
    help=_("Be there, and race every round until the end.\n\nSaid again, it goes on where it was.")
)
def play(
    code: Code,
    guest: Guest = None,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.tournaments import tournament_play
    from client_cli.tournament import requests

    context, named = command_context(server, as_json, plain), requests.code_of(code)
    tournament_play.play(context, named, None if guest is None else _guest(guest))


# The organiser. -------------------------------------------------------------------------------


def _verb(code: str, server: str | None, as_json: bool, **fields: object) -> None:
    from pydantic import TypeAdapter

    from client_cli.text_mode.tournaments import tournaments
    from client_cli.tournament import requests
    from protocol.tournaments.requests import Verb

    read: TypeAdapter[Verb] = TypeAdapter(Verb)
    context = command_context(server, as_json, plain=True)
    tournaments.verb(context, requests.code_of(code), read.validate_python(fields))


def _of_entrant(code: str, who: str, server: str | None, as_json: bool, *, verb: str) -> None:
    from client_cli.text_mode.tournaments import tournaments
    from client_cli.tournament import requests

    context = command_context(server, as_json, plain=True)
    tournaments.of_entrant(context, requests.code_of(code), verb, who)


@app.command("open", help=_("Let people in: a draft can be entered from now on."))
def open_it(code: Code, server: Server = None, as_json: Json = False) -> None:
    _verb(code, server, as_json, verb="open")


@app.command(help=_("Begin; later, go on at once.\n\nA lobby or a table that is waited for ends."))
def start(code: Code, number: Waiting = None, server: Server = None, as_json: Json = False) -> None:
    from client_cli.text_mode.tournaments import tournaments
    from client_cli.tournament import requests
    from protocol.tournaments.requests import StartOf

    context, do = command_context(server, as_json, plain=True), StartOf(verb="start")
    tournaments.of_what_waits(context, requests.code_of(code), number, do)


@app.command(help=_("Let nothing begin; a race under way is played to its end."))
def pause(code: Code, server: Server = None, as_json: Json = False) -> None:
    _verb(code, server, as_json, verb="pause")


@app.command(help=_("Go on after a pause."))
def resume(code: Code, server: Server = None, as_json: Json = False) -> None:
    _verb(code, server, as_json, verb="resume")


@app.command(
    "add-time",
    help=_(
        "More time for what is waited for.\n\n"
        "For the lobby, the table, the window, or before the start."
    ),
)
def add_time(
    code: Code,
    more: Annotated[str, typer.Argument(metavar="5m|30s", help=_("How much."))],
    number: Waiting = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.tournaments import tournaments
    from client_cli.text_mode.tournaments.tournament_input import more_time
    from client_cli.tournament import requests

    context, do = command_context(server, as_json, plain=True), more_time(more)
    tournaments.of_what_waits(context, requests.code_of(code), number, do)


@app.command("void-round", help=_("Let a round count for nothing."))
def void_round(code: Code, number: Number, server: Server = None, as_json: Json = False) -> None:
    _verb(code, server, as_json, verb="void_round", round=number)


@app.command("replay-round", help=_("Void a round, and play it again on another deal."))
def replay_round(code: Code, number: Number, server: Server = None, as_json: Json = False) -> None:
    _verb(code, server, as_json, verb="replay_round", round=number)


@app.command(help=_("Send somebody away, as if they had never been there."))
def remove(code: Code, who: Who, server: Server = None, as_json: Json = False) -> None:
    _of_entrant(code, who, server, as_json, verb="remove")


@app.command(help=_("Wait no more for somebody who is away.\n\nWhat they have played stays."))
def withdraw(code: Code, who: Who, server: Server = None, as_json: Json = False) -> None:
    _of_entrant(code, who, server, as_json, verb="withdraw")


@app.command(help=_("Let somebody back in who was removed or has left."))
def reinstate(code: Code, who: Who, server: Server = None, as_json: Json = False) -> None:
    _of_entrant(code, who, server, as_json, verb="reinstate")


@app.command(help=_("Enter somebody by the name of their account.\n\nInvited or not, late or not."))
def admit(code: Code, name: str, server: Server = None, as_json: Json = False) -> None:
    _verb(code, server, as_json, verb="admit", name=_name(name))


@app.command(help=_("Let these enter too, where it is by invitation."))
def invite(
    code: Code,
    names: Annotated[list[str], typer.Argument(metavar="NAME...")],
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.tournaments import tournaments
    from client_cli.tournament import requests

    context = command_context(server, as_json, plain=True)
    tournaments.invite(context, requests.code_of(code), [_name(each) for each in names])


@app.command(
    "open-hall",
    help=_(
        "Let many come from one address.\n\n"
        "Its limits are raised until the tournament is over, for half a day at most."
    ),
)
def open_hall(
    code: Code,
    people: Annotated[
        int, typer.Option(min=1, max=200, metavar="N", help=_("For how many people."))
    ] = 200,
    address: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=_("Of the hall, if it is not yours."))
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    _verb(code, server, as_json, verb="open_hall", people=people, address=address)


@app.command("close-hall", help=_("Let the limits of the hall's address be as before."))
def close_hall(code: Code, server: Server = None, as_json: Json = False) -> None:
    _verb(code, server, as_json, verb="close_hall")


@app.command(help=_("Tell all who follow it something."))
def announce(code: Code, text: str, server: Server = None, as_json: Json = False) -> None:
    from client_cli.text_mode.tournaments.tournament_input import announcement

    _verb(code, server, as_json, **announcement(text).model_dump())


@app.command("hand-over", help=_("Let somebody else organise it, by the name of their account."))
def hand_over(code: Code, name: str, server: Server = None, as_json: Json = False) -> None:
    _verb(code, server, as_json, verb="hand_over", name=_name(name))


@app.command(
    help=_(
        "Make a link by which others organise it too.\n\n"
        "It replaces the link before. With --end, you alone organise it again."
    )
)
def share(
    code: Code,
    end: Annotated[bool, typer.Option("--end", help=_("Nobody else any more."))] = False,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.tournaments import tournaments
    from client_cli.tournament import requests

    context = command_context(server, as_json, plain=True)
    tournaments.share(context, requests.code_of(code), end)


@app.command(help=_("Organise it too, by the link that its organiser has made."))
def organise(
    link: Annotated[str, typer.Argument(metavar="LINK", help=_("As share prints it."))],
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.tournaments import tournaments

    tournaments.organise(command_context(server, as_json, plain=True), link)


@app.command(help=_("End it, at once or when those have ended who play."))
def stop(
    code: Code,
    for_good: Annotated[
        bool, typer.Option("--for-good", help=_("Where it is repeated: nor is there a next."))
    ] = False,
    server: Server = None,
    as_json: Json = False,
) -> None:
    _verb(code, server, as_json, verb="stop", for_good=for_good)


# Results. -------------------------------------------------------------------------------------


class CsvToOutput(TyperCommand):
    """A command whose option `--csv` may be typed without a value. Its value then is `-`, which
    stands for standard output."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = list(args)
        if "--csv" in given:
            after = given.index("--csv") + 1
            if after == len(given) or given[after].startswith("--"):
                given.insert(after, "-")
        return super().parse_args(ctx, given)


@app.command(
    help=_("Who sits at which table, with points.\n\nOf rounds in which entrants share a table.")
)
def tables(
    code: Code,
    number: Annotated[
        int | None,
        typer.Option("--round", min=1, max=999, help=_("Of this round; else the latest.")),
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.tournaments import tournaments
    from client_cli.tournament import requests

    context = command_context(server, as_json, plain=True)
    tournaments.tables(context, requests.code_of(code), number)


@app.command(cls=CsvToOutput, help=_("The table, deal by deal."))
def results(
    code: Code,
    number: Annotated[
        int | None,
        typer.Option("--round", min=1, max=999, help=_("Who did what on the cards of this round.")),
    ] = None,
    teams: Annotated[bool, typer.Option("--teams", help=_("The table of the teams."))] = False,
    csv: Annotated[
        str | None,
        typer.Option(
            "--csv", metavar="[FILE|-]", help=_("As CSV; without FILE to standard output.")
        ),
    ] = None,
    records: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help=_("Save every record there."))
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode.tournaments import tournaments
    from client_cli.tournament import requests

    if teams and number is not None:
        raise Failure.usage(
            _("Ask for the table of the teams or for that of a round, not for both.")
        )
    if records is not None and (teams or number is not None or csv is not None):
        raise Failure.usage(_("Ask for all records or for a table, not for both."))
    context = command_context(server, as_json, plain=True)
    if records is not None:
        tournaments.records(context, requests.code_of(code), records)
        return
    tournaments.results(context, requests.code_of(code), number, teams, csv)


def _guest(text: str) -> str:
    from client_cli.text_mode.server_command import checked_name

    return checked_name(text)


def _name(text: str) -> str:
    from client_cli.text_mode.tournaments.tournament_input import account_named

    return account_named(text)
