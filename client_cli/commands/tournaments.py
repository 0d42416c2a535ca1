"""The commands `patience tournament`: list, play, organise, results."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from client_cli.commands.options import Json, Plain, Server, visit_of
from client_cli.exit_codes import Failure

app = typer.Typer(help="Tournament evenings: several deals, one table.")

Code = Annotated[str, typer.Argument(metavar="CODE|LINK", help="Such as KQ7-4TX.")]
Who = Annotated[str, typer.Argument(metavar="WHO", help="A name, or a number such as #3.")]
Number = Annotated[int, typer.Argument(metavar="N", min=1, max=999, help="Of the round.")]
Waiting = Annotated[
    int | None,
    typer.Option("--round", min=0, max=999, help="Only while this one waits; 0 is the start."),
]


@app.command()
def new(
    title: Annotated[str, typer.Argument(metavar="NAME", help='What it is called, as "Friday".')],
    rounds: Annotated[
        str,
        typer.Option(metavar="FILE|surprise:N", help="What is played: see docs/tournaments.md."),
    ],
    server: Server = None,
    as_json: Json = False,
) -> None:
    """Draft a tournament from a file.

    Open it when all is as you want it.
    """
    from client_cli.text_mode import tournaments

    tournaments.new(visit_of(server, as_json, plain=True), title, rounds)


@app.command()
def change(
    code: Code,
    rounds: Annotated[str, typer.Option(metavar="FILE|surprise:N", help="As in new.")],
    title: Annotated[str | None, typer.Option(metavar="NAME", help="Another name.")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """Define a draft anew.

    It keeps its code and its commitment, and its name if none is given.
    """
    from client_cli.text_mode import tournaments
    from client_cli.tournament import requests

    visit = visit_of(server, as_json, plain=True)
    tournaments.change(visit, requests.code_of(code), rounds, title)


@app.command("list")
def show_all(server: Server = None, as_json: Json = False) -> None:
    """Tournaments that are open, under way, or over lately."""
    from client_cli.text_mode import tournaments

    tournaments.show_all(visit_of(server, as_json, plain=True))


@app.command()
def show(
    code: Code,
    live: Annotated[bool, typer.Option("--live", help="Go on: changes as they happen.")] = False,
    wall: Annotated[bool, typer.Option("--wall", help="Large, for all to see.")] = False,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    """How a tournament stands.

    Nobody needs to be logged in for this.
    """
    from client_cli.text_mode import tournaments
    from client_cli.tournament import requests

    visit, named = visit_of(server, as_json, plain), requests.code_of(code)
    if wall and visit.full_screen:
        from client_cli.screens.tournament_entry import run_wall

        run_wall(visit.server, visit.storage, named)
    elif live or wall:
        tournaments.live(visit, named)
    else:
        tournaments.ask(visit, lambda line: requests.get(line, named))


# Taking part. ---------------------------------------------------------------------------------


@app.command()
def enter(
    code: Code,
    team: Annotated[str | None, typer.Option(metavar="TEAM", help="Your team.")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """Take part; then play, to be there."""
    from client_cli.text_mode import tournaments
    from client_cli.tournament import requests

    visit, named = visit_of(server, as_json, plain=True), requests.code_of(code)
    tournaments.ask(visit, lambda line: requests.enter(line, named, team))


@app.command()
def leave(code: Code, server: Server = None, as_json: Json = False) -> None:
    """Take part no more; what you have played stays."""
    from client_cli.text_mode import tournaments
    from client_cli.tournament import requests

    visit, named = visit_of(server, as_json, plain=True), requests.code_of(code)
    tournaments.ask(visit, lambda line: requests.withdraw(line, named))


@app.command()
def play(code: Code, server: Server = None, plain: Plain = False, as_json: Json = False) -> None:
    """Be there, and race every round until the end.

    Said again, it goes on where it was.
    """
    from client_cli.text_mode import tournament_play
    from client_cli.tournament import requests

    tournament_play.play(visit_of(server, as_json, plain), requests.code_of(code))


# The organiser. -------------------------------------------------------------------------------


def _verb(code: str, server: str | None, as_json: bool, **fields: object) -> None:
    from pydantic import TypeAdapter

    from client_cli.text_mode import tournaments
    from client_cli.tournament import requests
    from protocol.tournaments import Verb

    read: TypeAdapter[Verb] = TypeAdapter(Verb)
    visit = visit_of(server, as_json, plain=True)
    tournaments.verb(visit, requests.code_of(code), read.validate_python(fields))


@app.command("open")
def open_it(code: Code, server: Server = None, as_json: Json = False) -> None:
    """Let people in: a draft can be entered from now on."""
    _verb(code, server, as_json, verb="open")


@app.command()
def start(code: Code, number: Waiting = None, server: Server = None, as_json: Json = False) -> None:
    """Begin; later, go on at once.

    A lobby or a table that is waited for ends.
    """
    from client_cli.text_mode import tournaments
    from client_cli.tournament import requests
    from protocol.tournaments import StartOf

    visit, do = visit_of(server, as_json, plain=True), StartOf(verb="start")
    tournaments.of_what_waits(visit, requests.code_of(code), number, do)


@app.command()
def pause(code: Code, server: Server = None, as_json: Json = False) -> None:
    """Let nothing begin; a race under way is played to its end."""
    _verb(code, server, as_json, verb="pause")


@app.command()
def resume(code: Code, server: Server = None, as_json: Json = False) -> None:
    """Go on after a pause."""
    _verb(code, server, as_json, verb="resume")


@app.command("add-time")
def add_time(
    code: Code,
    more: Annotated[str, typer.Argument(metavar="5m|30s", help="How much.")],
    number: Waiting = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """More time for what is waited for.

    For the lobby, the table, the window, or before the start.
    """
    from client_cli.text_mode import tournaments
    from client_cli.text_mode.tournament_input import more_time
    from client_cli.tournament import requests

    visit, do = visit_of(server, as_json, plain=True), more_time(more)
    tournaments.of_what_waits(visit, requests.code_of(code), number, do)


@app.command("void-round")
def void_round(code: Code, number: Number, server: Server = None, as_json: Json = False) -> None:
    """Let a round count for nothing."""
    _verb(code, server, as_json, verb="void_round", round=number)


@app.command("replay-round")
def replay_round(code: Code, number: Number, server: Server = None, as_json: Json = False) -> None:
    """Void a round, and play it again on another deal."""
    _verb(code, server, as_json, verb="replay_round", round=number)


@app.command()
def remove(code: Code, who: Who, server: Server = None, as_json: Json = False) -> None:
    """Send somebody away, as if they had never been there."""
    from client_cli.text_mode import tournaments
    from client_cli.tournament import requests

    visit = visit_of(server, as_json, plain=True)
    tournaments.of_entrant(visit, requests.code_of(code), "remove", who)


@app.command()
def withdraw(code: Code, who: Who, server: Server = None, as_json: Json = False) -> None:
    """Wait no more for somebody who is away.

    What they have played stays.
    """
    from client_cli.text_mode import tournaments
    from client_cli.tournament import requests

    visit = visit_of(server, as_json, plain=True)
    tournaments.of_entrant(visit, requests.code_of(code), "withdraw", who)


@app.command()
def reinstate(code: Code, who: Who, server: Server = None, as_json: Json = False) -> None:
    """Let somebody back in who was removed or has left."""
    from client_cli.text_mode import tournaments
    from client_cli.tournament import requests

    visit = visit_of(server, as_json, plain=True)
    tournaments.of_entrant(visit, requests.code_of(code), "reinstate", who)


@app.command()
def admit(code: Code, name: str, server: Server = None, as_json: Json = False) -> None:
    """Enter somebody by the name of their account.

    Invited or not, late or not.
    """
    _verb(code, server, as_json, verb="admit", name=_name(name))


@app.command()
def invite(
    code: Code,
    names: Annotated[list[str], typer.Argument(metavar="NAME...")],
    server: Server = None,
    as_json: Json = False,
) -> None:
    """Let these enter too, where it is by invitation."""
    from client_cli.text_mode import tournaments
    from client_cli.tournament import requests

    visit = visit_of(server, as_json, plain=True)
    tournaments.invite(visit, requests.code_of(code), [_name(each) for each in names])


@app.command()
def announce(code: Code, text: str, server: Server = None, as_json: Json = False) -> None:
    """Tell all who follow it something."""
    from client_cli.text_mode.tournament_input import announcement

    _verb(code, server, as_json, **announcement(text).model_dump())


@app.command("hand-over")
def hand_over(code: Code, name: str, server: Server = None, as_json: Json = False) -> None:
    """Let somebody else organise it, by the name of their account."""
    _verb(code, server, as_json, verb="hand_over", name=_name(name))


@app.command()
def stop(
    code: Code,
    for_good: Annotated[
        bool, typer.Option("--for-good", help="Where it is repeated: nor is there a next.")
    ] = False,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """End it, at once or when those have ended who play."""
    _verb(code, server, as_json, verb="stop", for_good=for_good)


# Results. -------------------------------------------------------------------------------------


class CsvToOutput(TyperCommand):
    """A command whose `--csv` may come without a value, which then is `-`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = list(args)
        if "--csv" in given:
            after = given.index("--csv") + 1
            if after == len(given) or given[after].startswith("--"):
                given.insert(after, "-")
        return super().parse_args(ctx, given)


@app.command(cls=CsvToOutput)
def results(
    code: Code,
    number: Annotated[
        int | None,
        typer.Option("--round", min=1, max=999, help="Who did what on the cards of this round."),
    ] = None,
    teams: Annotated[bool, typer.Option("--teams", help="The table of the teams.")] = False,
    csv: Annotated[
        str | None,
        typer.Option("--csv", metavar="[FILE|-]", help="As CSV; without FILE to standard output."),
    ] = None,
    records: Annotated[
        Path | None, typer.Option("--records", metavar="DIR", help="Save every record there.")
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """The table, deal by deal."""
    from client_cli.text_mode import tournaments
    from client_cli.tournament import requests

    if teams and number is not None:
        raise Failure.usage("The table of the teams, or that of a round: one of them.")
    if records is not None and (teams or number is not None or csv is not None):
        raise Failure.usage("All records, or a table: one of them.")
    visit = visit_of(server, as_json, plain=True)
    if records is not None:
        tournaments.records(visit, requests.code_of(code), records)
        return
    tournaments.results(visit, requests.code_of(code), number, teams, csv)


def _name(text: str) -> str:
    from client_cli.text_mode.tournament_input import account_named

    return account_named(text)
