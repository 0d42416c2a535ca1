"""Commands for accounts in line mode: log in and out, passwords, friends, preferences."""

import asyncio
import getpass
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from client_cli.exit_codes import Failure
from client_cli.features import accounts, presence
from client_cli.local import keymap, preferences
from client_cli.local.account_store import account_on
from client_cli.messages import accounts as words
from client_cli.messages.presence import friend_line
from client_cli.net.one_shot_client import GUEST, OneShotClient, with_connection
from client_cli.terminal.output import is_terminal
from client_cli.text_mode.server_command import ServerCommandContext, run_on_server
from protocol.accounts import Friend
from protocol.message import Request
from protocol.presence import OnlineFriend
from protocol.texts import _

T = TypeVar("T")
BRIEFLY_S = 2.0
"""Most seconds that the home menu waits for a server."""


def enter(context: ServerCommandContext, name: str, way: accounts.Way, brief: bool) -> None:
    recovery = secret(_("Recovery code:")) if way == "recovery" else ""
    password = new_password() if way != "password" else secret(_("Password:"))
    key = accounts.AccountKey(way, password, recovery, remember=not brief)
    done = run_on_server(context, lambda client: accounts.enter(client, name, key))
    context.voice.put({"type": "logged_in", **done._asdict()})
    if not context.voice.as_json:
        context.voice.say(words.entered(done))


def leave(context: ServerCommandContext, everywhere: bool) -> None:
    name = asyncio.run(accounts.leave(context.server, context.storage, everywhere))
    context.voice.put({"type": "logged_out", "name": name, "everywhere": everywhere})
    if not context.voice.as_json:
        context.voice.say([words.left(name, everywhere)])


def show(context: ServerCommandContext) -> None:
    """Print the account to which this computer is logged in. If it is logged in to none, print the
    name with which the player plays as a guest."""
    if account_on(context.storage, context.server) is None:
        name = context.storage.name()
        context.voice.put({"type": "me", "name": name, "account": None})
        if not context.voice.as_json:
            context.voice.say(
                [_("You play as {name}.", name=name) if name else _("You have no name yet."), GUEST]
            )
        return
    me = run_on_server(context, accounts.me)
    told = {"name": me.account.name, "account": me.account.model_dump(), "asking": me.asking}
    context.voice.put({"type": "me", **told, "former_name": me.former_name})
    if not context.voice.as_json:
        context.voice.say(words.me(me))


def asking(context: ServerCommandContext) -> list[str]:
    """Return the names of accounts that have sent the player a friend request. Return an empty list
    if no account is logged in or the server does not answer within BRIEFLY_S
    seconds."""

    async def ask() -> list[str]:
        async with asyncio.timeout(BRIEFLY_S):
            return await with_connection(context.server, context.storage, accounts.asking)

    if account_on(context.storage, context.server) is None:
        return []
    try:
        return asyncio.run(ask())
    except (Failure, TimeoutError):
        return []


def change(context: ServerCommandContext, make: Callable[[int], Request], sentence: str) -> None:
    now = run_on_server(context, lambda client: accounts.change(client, make))
    context.voice.put({"type": "changed", "name": now.account.name, "recovery": now.recovery})
    if not context.voice.as_json:
        context.voice.say([sentence, *words.recovery(now.recovery)])


def export(context: ServerCommandContext, path: Path | None) -> None:
    """Write all data of the account that the server keeps, as JSON, to a file; without `path`, to
    standard output. Raises Failure if the server refuses or cannot be reached."""
    data = run_on_server(context, accounts.export)
    if path is None:
        print(json.dumps(data, indent=None if context.voice.as_json else 1), flush=True)
    else:
        accounts.write_export(path, data)


def delete(context: ServerCommandContext) -> None:
    password = secret(_("Password, to delete your account for good:"))
    run_on_server(context, lambda client: accounts.delete(client, password))
    context.voice.say([words.DELETED])


def friends(context: ServerCommandContext, what: accounts.FriendVerb | None, name: str) -> None:
    async def ask(client: OneShotClient) -> tuple[list[Friend], dict[str, OnlineFriend]]:
        listed = await accounts.friends(client, what, name)
        return listed, {friend.name: friend for friend in await presence.online(client)}

    found, online = run_on_server(context, ask)
    for friend in found:
        here = online.get(friend.name)
        watch = here.watch if here is not None else None
        told = {"online": here is not None, "racing": bool(here and here.racing), "watch": watch}
        context.voice.put({**friend.model_dump(), **told})
        if not context.voice.as_json:
            context.voice.say([friend_line(friend, here)])
    if not found and not context.voice.as_json:
        context.voice.say([words.NOBODY])


def set_options(context: ServerCommandContext, typed: Sequence[str]) -> None:
    """Set preferences, typed as `cards=letters`, on this computer and, if the player has an
    account, on the server. Then print those that were set. If `typed` is empty, only print all
    preferences. If it is the word `keys`, only print the keys of the full screen. Raises Failure
    for an invalid preference."""
    storage, voice = context.storage, context.voice
    if list(typed) == ["keys"]:
        keys = keymap.own_keys(preferences.chosen(storage))
        voice.put({"type": "keys", **{n: keys.get(n, c.key) for n, c in keymap.COMMANDS.items()}})
        if not voice.as_json:
            voice.say(keymap.key_lines(preferences.chosen(storage)))
        return
    names = accounts.choose(storage, typed)
    failed = asyncio.run(accounts.sync_choices(context.server, storage)) if typed else None
    voice.say([failed] if failed else [])
    voice.put({"type": "options", **preferences.chosen(storage)})
    if not voice.as_json:
        voice.say(preferences.lines_of(storage, names) or preferences.preference_lines(storage))


# Passwords. -----------------------------------------------------------------------------------


def secret(question: str) -> str:
    """Ask for a password without showing it, and return it. If no terminal is attached, read the
    next line of standard input instead. Raises Failure if there is no input."""
    try:
        typed = getpass.getpass(f"{question} ") if is_terminal() else _next_line()
    except EOFError:
        print()
        raise Failure.usage(_("No password was typed.")) from None
    return accounts.checked(typed.rstrip("\r\n"))


def _next_line() -> str:
    return "" if sys.stdin is None else sys.stdin.readline()


def new_password() -> str:
    """Ask for a new password twice and return it. Raises Failure if the two differ or the password
    is not allowed."""
    word = accounts.checked_new(secret(_("New password:")))
    return accounts.repeated(word, secret(_("Repeat:")))
