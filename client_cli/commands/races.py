"""Race commands of `patience`: host, join, resume, watch, standings, rooms, bot."""

from typing import Annotated

import typer

from client_cli.commands import room_options
from client_cli.commands.options import (
    GameName,
    Json,
    Name,
    OfDifficulty,
    Options,
    Plain,
    Room,
    Server,
    command_context,
)
from client_cli.commands.user import own_storage
from client_cli.exit_codes import Failure
from protocol.texts import _

app = typer.Typer()


@app.command(help=_("Open a room for a race; starts a server if none answers."))
def host(  # noqa: PLR0913 # one for each word of the command line
    game: GameName,
    bell: Annotated[str | None, typer.Option(help=_("When the race ends: 6m, 90s, 1h."))] = None,
    form: Annotated[
        str | None,
        typer.Option("--format", metavar="first_out|best|score|caller"),
    ] = None,
    winners: Annotated[
        str | None,
        typer.Option(metavar="time|moves", help=_("Who is first of those who have solved it.")),
    ] = None,
    take_back: Annotated[
        str | None,
        typer.Option(metavar="none|until_card|free", help=_("May moves be undone?")),
    ] = None,
    call: Annotated[
        str | None, typer.Option(metavar="15s", help=_("For caller: how long a card may be held."))
    ] = None,
    grids: Annotated[
        str | None,
        typer.Option(
            metavar="each-card|end", help=_("For caller: when all see the grids of the others.")
        ),
    ] = None,
    safe_play: Annotated[
        bool,
        typer.Option(
            "--safe-play", help=_("Cards that can never be wanted again go up by themselves.")
        ),
    ] = False,
    winnable: Annotated[
        bool, typer.Option("--winnable", help=_("A deal that the solver has won."))
    ] = False,
    difficulty: OfDifficulty = None,
    option: Options = None,
    lan: Annotated[bool, typer.Option("--lan", help=_("Let the local network in."))] = False,
    size: room_options.Size = 500,
    invite_only: room_options.Invite = False,
    late: room_options.Late = False,
    no_bots: room_options.NoBots = False,
    boards: room_options.Boards = "everybody",
    delay: room_options.Delay = 0,
    listed: room_options.Listed = False,
    aside: room_options.Aside = False,
    challenge: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help=_("Challenge this friend, who is on line.")),
    ] = None,
    name: Name = None,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    from client_cli.local.preferences import usual_options
    from client_cli.messages.race_terms import plan
    from client_cli.terminal.game_input import chosen_rules
    from client_cli.text_mode.rooms import rooms as text_mode_rooms
    from client_cli.text_mode.server_command import name_to_use

    rules = chosen_rules(game, [*usual_options(own_storage(), game), *(option or [])])
    chosen = plan(
        rules,
        bell,
        call,
        safe_play=safe_play,
        winnable=winnable,
        difficulty=difficulty,
        format=form,
        winners=winners,
        take_back=take_back,
        show_grids=grids,
    )
    context = command_context(server, as_json, plain)
    kept = room_options.settings_of(size, invite_only, late, no_bots, boards, delay, listed)
    named = name_to_use(name, context.storage)
    text_mode_rooms.host(context, chosen, named, lan, kept, aside, challenge or ())


@app.command(help=_("Take a seat in a room."))
def join(
    room: Room,
    name: Name = None,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    from client_cli.net.addresses import invite_of, room_address
    from client_cli.text_mode.rooms import rooms as text_mode_rooms
    from client_cli.text_mode.server_command import name_to_use

    address, code = room_address(room, server)
    context = command_context(address, as_json, plain)
    text_mode_rooms.join(context, code, name_to_use(name, context.storage), invite_of(room))


@app.command(help=_("Return to the seat you sat on last."))
def resume(
    room: Annotated[str | None, typer.Argument(metavar="[CODE|LINK]")] = None,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    from client_cli.net import addresses
    from client_cli.text_mode.rooms import rooms as text_mode_rooms

    address, code = (addresses.server_address(server) if server else None), None
    if room is not None:
        named = "://" in room or server is not None
        given, code = addresses.room_address(room, server)
        address = given if named else None
    seat = text_mode_rooms.open_seat(own_storage(), code, address)
    text_mode_rooms.resume(command_context(seat.server, as_json, plain), seat)


@app.command(help=_("Follow a race: standings and results."))
def watch(
    room: Room,
    stay: Annotated[bool, typer.Option("--stay", help=_("Stay for the next race, too."))] = False,
    server: Server = None,
    plain: Plain = False,
    as_json: Json = False,
) -> None:
    from client_cli.net.addresses import invite_of, room_address
    from client_cli.text_mode.rooms import rooms as text_mode_rooms

    address, code = room_address(room, server)
    text_mode_rooms.watch(command_context(address, as_json, plain), code, stay, invite_of(room))


@app.command(help=_("How a race stands now, or how it ended, and no more."))
def standings(room: Room, server: Server = None, as_json: Json = False) -> None:
    from client_cli.net.addresses import invite_of, room_address
    from client_cli.text_mode.rooms import rooms as text_mode_rooms

    address, code = room_address(room, server)
    text_mode_rooms.standings(command_context(address, as_json, plain=True), code, invite_of(room))


@app.command(
    help=_("List the rooms that are open to everybody.\n\nNone is unless its host says --listed.")
)
def rooms(server: Server = None, as_json: Json = False) -> None:
    from client_cli.text_mode.rooms.open_rooms import list_rooms

    list_rooms(command_context(server, as_json, plain=True))


@app.command(help=_("Seat a bot for one race."))
def bot(
    room: Room,
    player: Annotated[str, typer.Option(metavar="random|greedy|tips|ahead")] = "greedy",
    name: Name = None,
    server: Server = None,
    as_json: Json = False,
) -> None:
    from client_cli.net.addresses import invite_of, room_address
    from client_cli.text_mode.rooms import rooms as text_mode_rooms
    from engine.computer_players.player import PLAYERS

    if player not in PLAYERS:
        raise Failure.usage(
            _(
                "A bot is one of {players}, not {player}.",
                players=", ".join(PLAYERS),
                player=repr(player[:20]),
            )
        )
    address, code = room_address(room, server)
    text_mode_rooms.bot(
        command_context(address, as_json, plain=True), code, player, name, invite_of(room)
    )
