"""The command `patience calls`: list, answer, make and mute telephone calls, the messages of
players who have won a crown."""

from typing import Annotated

import typer

from client_cli.commands.options import Json, Server, command_context
from protocol.texts import _

app = typer.Typer()
calls_app = typer.Typer(help=_("The telephone: calls had and made, your own crowns."))
app.add_typer(calls_app, name="calls")


@calls_app.callback(invoke_without_command=True)
def calls(
    group: typer.Context,
    offset: Annotated[int, typer.Option(min=0, help=_("Leave out so many."))] = 0,
    rows: Annotated[int, typer.Option(min=1, max=100, help=_("At most so many."))] = 20,
    muted: Annotated[
        bool | None, typer.Option("--mute/--unmute", help=_("Let it not ring here, or again."))
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """The telephone: calls you have had and made, the missed first."""
    if group.invoked_subcommand is not None:
        return
    from client_cli.text_mode import calls as text_mode_calls

    context = command_context(server, as_json, plain=True)
    if muted is None:
        text_mode_calls.show(context, offset, rows)
    else:
        text_mode_calls.mute(context, muted)


@calls_app.command(help=_("Answer a call; show-me also tells how to replay the races."))
def answer(
    call: Annotated[int, typer.Argument(metavar="NUMBER", min=1)],
    how: Annotated[str, typer.Argument(metavar="congratulations|rotten-luck|show-me")],
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.features.calls import read_answer
    from client_cli.text_mode import calls as text_mode_calls

    word = read_answer(how)
    text_mode_calls.answer(command_context(server, as_json, plain=True), call, word)


@calls_app.command(help=_("Ring everybody about a crown of yours, once a crown."))
def ring(
    line: Annotated[list[str], typer.Argument(metavar="LINE")],
    to: Annotated[
        list[str] | None,
        typer.Option("--to", metavar="NAME", help=_("Only them; may be repeated.")),
    ] = None,
    award: Annotated[
        str | None, typer.Option(metavar="AWARD", help=_("Another crown than the latest."))
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode import calls as text_mode_calls

    people = text_mode_calls.read_people(to or [])
    text_mode_calls.ring(
        command_context(server, as_json, plain=True), " ".join(line), people, award
    )
