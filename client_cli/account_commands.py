"""Commands about who one is: me, login, logout, options."""

from pathlib import Path
from typing import Annotated

import typer

from client_cli.command_line import Json, Server, visit_of
from client_cli.exits import Failure

app = typer.Typer()
me_app = typer.Typer(help="Who you are here, and what is kept of you.")
app.add_typer(me_app, name="me")

Claimed = Annotated[str, typer.Argument(metavar="NAME")]


@app.command()
def login(  # one for each word of the command line
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
    """Log in, or claim a name; what you did as a guest comes along."""
    from client_cli import account
    from client_cli.online import name_to_use

    if new and recover:
        raise Failure.usage("A new account has nothing to recover.")
    visit = visit_of(server, as_json, plain=True)
    how = "new" if new else "recovery" if recover else "password"
    account.enter(visit, name_to_use(name, visit.storage), how, brief)  # type: ignore[arg-type] # one of the three


@app.command()
def logout(
    everywhere: Annotated[bool, typer.Option("--everywhere", help="On all devices.")] = False,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """End your session on this computer, or on all devices."""
    from client_cli import account

    account.leave(visit_of(server, as_json, plain=True), everywhere)


@app.command()
def options(
    choices: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=VALUE]...", help="cards=letters, aces_up.must_fill=false."),
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """Show or choose cards, colours, sounds and options of games; NAME= takes a choice back."""
    from client_cli import account

    account.set_options(visit_of(server, as_json, plain=True), choices or [])


@me_app.callback(invoke_without_command=True)
def me(context: typer.Context, server: Server = None, as_json: Json = False) -> None:
    """Who you are here, and what is kept of you."""
    if context.invoked_subcommand is None:
        from client_cli import account

        account.show(visit_of(server, as_json, plain=True))


@me_app.command()
def rename(name: Claimed, server: Server = None, as_json: Json = False) -> None:
    """Take another name; the old one is free."""
    from client_cli import account
    from client_cli.online import name_to_use
    from protocol.accounts import Rename

    visit = visit_of(server, as_json, plain=True)
    wanted = name_to_use(name, visit.storage)
    account.change(visit, lambda n: Rename(id=n, name=wanted), f"You are {wanted} now.")


@me_app.command()
def password(server: Server = None, as_json: Json = False) -> None:
    """Change the password; all other sessions end."""
    from client_cli import account
    from protocol.accounts import ChangePassword

    old, new = account.secret("Password:"), account.new_password()
    account.change(
        visit_of(server, as_json, plain=True),
        lambda n: ChangePassword(id=n, password=old, new_password=new),
        "The password is changed; all other sessions have ended.",
    )


@me_app.command()
def recovery(server: Server = None, as_json: Json = False) -> None:
    """Print another recovery code; the old one is void."""
    from client_cli import account
    from protocol.accounts import RenewRecovery

    word = account.secret("Password:")
    account.change(
        visit_of(server, as_json, plain=True),
        lambda n: RenewRecovery(id=n, password=word),
        "The old recovery code is void.",
    )


@me_app.command()
def export(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """All the server keeps of you."""
    from client_cli import account

    account.export(visit_of(server, as_json, plain=True), file)


@me_app.command()
def delete(server: Server = None, as_json: Json = False) -> None:
    """Delete your account for good."""
    from client_cli import account

    account.delete(visit_of(server, as_json, plain=True))


@me_app.command()
def friends(
    what: Annotated[str | None, typer.Argument(metavar="[add|accept|remove|block|unblock]")] = None,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    """List your friends, or ask, accept, part from, block or unblock somebody."""
    from client_cli import account

    if what is not None and (
        what not in ("add", "accept", "remove", "block", "unblock") or not name
    ):
        raise Failure.usage("Say add, accept, remove, block or unblock, and a name.")
    account.friends(visit_of(server, as_json, plain=True), what or "", name or "")
