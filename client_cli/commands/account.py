"""The account commands of `patience`: me, login, logout, options."""

from pathlib import Path
from typing import Annotated, get_args

import typer

from client_cli.commands.options import Json, Server, visit_of
from client_cli.exit_codes import Failure

app = typer.Typer()
me_app = typer.Typer(help="Who you are here, and what is kept of you.")
app.add_typer(me_app, name="me")

Claimed = Annotated[str, typer.Argument(metavar="NAME")]


@app.command()
def login(  # one parameter for each option of the command
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="I am ...")] = None,
    new: Annotated[bool, typer.Option("--new", help="Claim the name with a password.")] = False,
    recover: Annotated[
        bool, typer.Option("--recover", help="By the recovery code, with a new password.")
    ] = False,
    brief: Annotated[
        bool, typer.Option("--brief", help="Remember me for hours, not for months.")
    ] = False,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """Log in, or claim a name; races as a guest come along.

    They come into the history of your name, not onto leaderboards.
    """
    from client_cli.features import accounts as feature_accounts
    from client_cli.text_mode import accounts as text_mode_accounts
    from client_cli.text_mode.server_command import name_to_use

    if new and recover:
        raise Failure.usage("A new account has nothing to recover.")
    visit = visit_of(server, as_json, plain=True)
    way: feature_accounts.Way = "new" if new else "recovery" if recover else "password"
    text_mode_accounts.enter(visit, name_to_use(name, visit.storage), way, brief)


@app.command()
def logout(
    everywhere: Annotated[bool, typer.Option("--everywhere", help="On all devices.")] = False,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """End your session on this computer, or on all devices."""
    from client_cli.text_mode import accounts as text_mode_accounts

    text_mode_accounts.leave(visit_of(server, as_json, plain=True), everywhere)


@app.command()
def options(
    choices: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=VALUE]...", help="cards=letters, aces_up.must_fill=false."),
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """Show or choose looks, sounds and options of games.

    NAME= or NAME=usual takes a choice back.
    """
    from client_cli.text_mode import accounts as text_mode_accounts

    text_mode_accounts.set_options(visit_of(server, as_json, plain=True), choices or [])


@me_app.callback(invoke_without_command=True)
def me(context: typer.Context, server: Server = None, as_json: Json = False) -> None:
    """Who you are here, and what is kept of you."""
    if context.invoked_subcommand is None:
        from client_cli.text_mode import accounts as text_mode_accounts

        text_mode_accounts.show(visit_of(server, as_json, plain=True))


@me_app.command()
def rename(name: Claimed, server: Server = None, as_json: Json = False) -> None:
    """Take another name; the old one is free."""
    from client_cli.features import accounts as feature_accounts
    from client_cli.messages import accounts
    from client_cli.text_mode import accounts as text_mode_accounts
    from client_cli.text_mode.server_command import name_to_use

    visit = visit_of(server, as_json, plain=True)
    wanted = name_to_use(name, visit.storage)
    text_mode_accounts.change(visit, feature_accounts.renaming(wanted), accounts.renamed(wanted))


@me_app.command()
def password(server: Server = None, as_json: Json = False) -> None:
    """Change the password; all other sessions end."""
    from client_cli.features import accounts as feature_accounts
    from client_cli.messages import accounts
    from client_cli.text_mode import accounts as text_mode_accounts

    old, new = text_mode_accounts.secret("Password:"), text_mode_accounts.new_password()
    visit = visit_of(server, as_json, plain=True)
    changing = feature_accounts.changing_password(old, new)
    text_mode_accounts.change(visit, changing, accounts.OTHERS_ENDED)


@me_app.command()
def recovery(server: Server = None, as_json: Json = False) -> None:
    """Print another recovery code; the old one is void."""
    from client_cli.features import accounts as feature_accounts
    from client_cli.messages import accounts
    from client_cli.text_mode import accounts as text_mode_accounts

    renewing = feature_accounts.renewing_recovery(text_mode_accounts.secret("Password:"))
    visit = visit_of(server, as_json, plain=True)
    text_mode_accounts.change(visit, renewing, accounts.RECOVERY_VOID)


@me_app.command()
def export(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """All the server keeps of you."""
    from client_cli.text_mode import accounts as text_mode_accounts

    text_mode_accounts.export(visit_of(server, as_json, plain=True), file)


@me_app.command()
def delete(server: Server = None, as_json: Json = False) -> None:
    """Delete your account for good."""
    from client_cli.text_mode import accounts as text_mode_accounts

    text_mode_accounts.delete(visit_of(server, as_json, plain=True))


@me_app.command()
def friends(
    what: Annotated[str | None, typer.Argument(metavar="[add|accept|remove|block|unblock]")] = None,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """List your friends, or ask, accept, part from, block one."""
    from client_cli.features.accounts import FriendVerb
    from client_cli.text_mode import accounts as text_mode_accounts

    verb: FriendVerb | None = next((verb for verb in get_args(FriendVerb) if verb == what), None)
    if (verb is None) != (what is None) or (verb is not None and not name):
        raise Failure.usage("Say add, accept, remove, block or unblock, and a name.")
    text_mode_accounts.friends(visit_of(server, as_json, plain=True), verb, name or "")
