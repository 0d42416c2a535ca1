"""The account commands of `patience`: me, login, logout, options."""

from pathlib import Path
from typing import Annotated, get_args

import typer

from client_cli.commands.options import Json, Server, command_context
from client_cli.exit_codes import Failure
from protocol.texts import _

app = typer.Typer()
me_app = typer.Typer(help=_("Who you are here, and what is kept of you."))
app.add_typer(me_app, name="me")

Claimed = Annotated[str, typer.Argument(metavar="NAME")]


@app.command(
    help=_(
        "Log in, or claim a name; races as a guest come along.\n\n"
        "They come into the history of your name, not onto leaderboards."
    )
)
def login(  # one parameter for each option of the command
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help=_("your name"))] = None,
    new: Annotated[bool, typer.Option("--new", help=_("Claim the name with a password."))] = False,
    recover: Annotated[
        bool, typer.Option("--recover", help=_("By the recovery code, with a new password."))
    ] = False,
    brief: Annotated[
        bool, typer.Option("--brief", help=_("Remember me for hours, not for months."))
    ] = False,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.features import accounts as feature_accounts
    from client_cli.text_mode import accounts as text_mode_accounts
    from client_cli.text_mode.server_command import name_to_use

    if new and recover:
        raise Failure.usage(_("A new account has nothing to recover."))
    context = command_context(server, as_json, plain=True)
    way: feature_accounts.Way = "new" if new else "recovery" if recover else "password"
    text_mode_accounts.enter(context, name_to_use(name, context.storage), way, brief)


@app.command(help=_("End your session on this computer, or on all devices."))
def logout(
    everywhere: Annotated[bool, typer.Option("--everywhere", help=_("On all devices."))] = False,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode import accounts as text_mode_accounts

    text_mode_accounts.leave(command_context(server, as_json, plain=True), everywhere)


@app.command(
    help=_(
        "Show or choose looks, sounds and options of games.\n\n"
        "NAME= or NAME=default takes a choice back."
    )
)
def options(
    choices: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[NAME=VALUE]...", help=_("cards=letters, aces_up.must_fill=false.")
        ),
    ] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode import accounts as text_mode_accounts

    text_mode_accounts.set_options(command_context(server, as_json, plain=True), choices or [])


@me_app.callback(invoke_without_command=True)
def me(context: typer.Context, server: Server = None, as_json: Json = False) -> None:
    """Who you are here, and what is kept of you."""
    if context.invoked_subcommand is None:
        from client_cli.text_mode import accounts as text_mode_accounts

        text_mode_accounts.show(command_context(server, as_json, plain=True))


@me_app.command(help=_("Take another name; the old one is free."))
def rename(name: Claimed, server: Server = None, as_json: Json = False) -> None:
    from client_cli.features import accounts as feature_accounts
    from client_cli.messages import accounts
    from client_cli.text_mode import accounts as text_mode_accounts
    from client_cli.text_mode.server_command import name_to_use

    context = command_context(server, as_json, plain=True)
    wanted = name_to_use(name, context.storage)
    text_mode_accounts.change(context, feature_accounts.renaming(wanted), accounts.renamed(wanted))


@me_app.command(help=_("Change the password; all other sessions end."))
def password(server: Server = None, as_json: Json = False) -> None:
    from client_cli.features import accounts as feature_accounts
    from client_cli.messages import accounts
    from client_cli.text_mode import accounts as text_mode_accounts

    old, new = text_mode_accounts.secret(_("Password:")), text_mode_accounts.new_password()
    context = command_context(server, as_json, plain=True)
    changing = feature_accounts.changing_password(old, new)
    text_mode_accounts.change(context, changing, accounts.OTHERS_ENDED)


@me_app.command(help=_("Print another recovery code; the old one is void."))
def recovery(server: Server = None, as_json: Json = False) -> None:
    from client_cli.features import accounts as feature_accounts
    from client_cli.messages import accounts
    from client_cli.text_mode import accounts as text_mode_accounts

    renewing = feature_accounts.renewing_recovery(text_mode_accounts.secret(_("Password:")))
    context = command_context(server, as_json, plain=True)
    text_mode_accounts.change(context, renewing, accounts.RECOVERY_VOID)


@me_app.command(help=_("All the server keeps of you."))
def export(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.text_mode import accounts as text_mode_accounts

    text_mode_accounts.export(command_context(server, as_json, plain=True), file)


@me_app.command(help=_("Delete your account for good."))
def delete(server: Server = None, as_json: Json = False) -> None:
    from client_cli.text_mode import accounts as text_mode_accounts

    text_mode_accounts.delete(command_context(server, as_json, plain=True))


@me_app.command(help=_("List your friends, or ask, accept, part from, block one."))
def friends(
    what: Annotated[str | None, typer.Argument(metavar="[add|accept|remove|block|unblock]")] = None,
    name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.features.accounts import FriendVerb
    from client_cli.text_mode import accounts as text_mode_accounts

    verb: FriendVerb | None = next((verb for verb in get_args(FriendVerb) if verb == what), None)
    if (verb is None) != (what is None) or (verb is not None and not name):
        raise Failure.usage(_("Say add, accept, remove, block or unblock, and a name."))
    text_mode_accounts.friends(command_context(server, as_json, plain=True), verb, name or "")
