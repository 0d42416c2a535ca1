"""Commands for crowns in line mode: show the player's run, play for a crown, show the roll of
honour (the list of all crowns won).

The great games are five difficult kinds of patience. A crown is an award for winning several of
them in a row: the Triple Crown for three, the Quintuple Crown for all five. A run is the great
games that a player has won in a row so far.
"""

import asyncio
import contextlib
from pathlib import Path

from client_cli.exit_codes import Failure
from client_cli.features import crown_play as play
from client_cli.features import crowns, roll_of_honour
from client_cli.features.crowns import CrownStatus
from client_cli.local.account_store import account_on
from client_cli.messages import crown_events
from client_cli.net.room_client import RoomClient, now_ms
from client_cli.net.subscribe import follow
from client_cli.terminal.output import ask
from client_cli.text_mode.rooms.rooms import seated
from client_cli.text_mode.server_command import (
    ServerCommandContext,
    answer_or_failure,
    run_on_server,
)
from protocol.crowns import Crown, FollowCrown
from protocol.texts import _

NEAR_MS = (300_000, 120_000, 60_000, 30_000, 10_000)
"""The milliseconds before the end of a time limit at which a warning is printed."""
GOALS = ("triple", "quintuple")


# The player's run. ----------------------------------------------------------------------------


def status(context: ServerCommandContext) -> None:
    """Print the state of the player's run for a crown. Raises Failure if the server refuses or
    cannot be reached."""
    _show(context, run_on_server(context, crowns.standing))


def _show(context: ServerCommandContext, crown: Crown) -> None:
    context.voice.put(crown.model_dump(mode="json", exclude={"id"}))
    if not context.voice.as_json:
        now = now_ms()
        context.voice.say(crowns.crown_lines(CrownStatus(crown, now), now))


def live(context: ServerCommandContext) -> None:
    """Print the state of the player's run for a crown, then each change until interrupted. During
    a break, also print from time to time how much of it is left, because a break that is too long
    ends the run.

    Raises Failure if the server refuses or cannot be reached.
    """

    async def watching() -> None:
        watched = _Watched(context)
        counting = asyncio.ensure_future(watched.count_down())
        try:
            make = lambda n: FollowCrown(id=n)  # noqa: E731
            await follow(context.server, context.storage, make, Crown, watched.hear)
        finally:
            counting.cancel()

    asyncio.run(watching())


class _Watched:
    """Prints a run for a crown as updates arrive: first the whole run, later only the changes and,
    during a break, the time left of it."""

    def __init__(self, context: ServerCommandContext) -> None:
        self._context = context
        self._told: CrownStatus | None = None
        self._changed = asyncio.Event()

    def hear(self, crown: Crown) -> None:
        before, now = self._told, now_ms()
        self._told = CrownStatus(crown, now)
        self._changed.set()
        if before is None:
            _show(self._context, crown)
            return
        voice = self._context.voice
        voice.put(crown.model_dump(mode="json", exclude={"id"}))
        if not voice.as_json:
            voice.say(changes(before.crown, self._told, now))

    async def count_down(self) -> None:
        """Print how much time is left of a break, more often near its end. Runs until cancelled."""
        while True:
            self._changed.clear()
            told = self._told
            left = told.left_ms(now_ms()) if told is not None and told.crown.pause else None
            near = [mark for mark in NEAR_MS if left is not None and mark < left]
            wait = None if left is None or not near else (left - near[0]) / 1000
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._changed.wait()
                    continue
            if told is not None and not self._context.voice.as_json:
                self._context.voice.say([crowns.now_words(told, now_ms())])


def changes(before: Crown, told: CrownStatus, now: int) -> list[str]:
    """Return sentences about what has changed in a run from `before` to `told`, its new state.
    `now` is the present time in milliseconds."""
    crown = told.crown
    lines = crown_events.run_changes(before, crown)
    if crown.playing is not None and before.playing != crown.playing:
        lines.append(_("You are playing {game}.", game=crowns.title(crown.playing.game)))
    if not crown.won:
        return lines
    kinds = [each.pause.kind if each.pause is not None else None for each in (before, crown)]
    if kinds[0] != kinds[1] or before.waiting != crown.waiting:
        lines += crowns.meter_lines(told, now)
    return lines


def give_up(context: ServerCommandContext) -> None:
    """Give up the player's run for a crown and print its new state. Raises Failure if the server
    refuses or cannot be reached."""
    _show(context, run_on_server(context, crowns.give_up))


# Playing. -------------------------------------------------------------------------------------


def start(context: ServerCommandContext, which: str | None, typed: list[str]) -> None:
    """Play a great game for the player's run. `which` is the game. If it is None, play the game
    with the shortest usual time among those not yet won. If it is the name of a crown, print the
    rules of the crown and ask for a game. `typed` are options of the game from the command line.
    Raises Failure if the server refuses or cannot be reached."""
    name = _name(context)
    crown = run_on_server(context, crowns.standing)
    play.may_begin(crown)
    named = None if which is not None and which.lower() in GOALS else which
    if which is not None and named is None:
        context.voice.say(crowns.rules_lines(crown.limits))
        named = ask(_("Which game? (Enter for {game})", game=crowns.title(crowns.next_game(crown))))
    begin(context, named or crowns.next_game(crown), typed, name)


def begin(
    context: ServerCommandContext, game: str, typed: list[str], name: str | None = None
) -> None:
    """Play the great game `game` for a crown, then print the state of the player's run. `typed` are
    options of the game from the command line, and `name` is the player's name; None means the name
    of the account. Raises Failure if the server refuses or cannot be reached."""
    chosen = play.chosen(game, typed, context.storage)
    context.voice.say([chosen.told] if chosen.told else [])
    sit(context, play.beginning(chosen.plan, name or _name(context)))


def sit(context: ServerCommandContext, way: play.WayIn) -> None:
    """Enter a room by calling `way` with a room client, play the game there, then print the state
    of the player's run. Raises Failure if the server refuses or cannot be reached."""
    asyncio.run(seated(context, way))
    with contextlib.suppress(Failure):  # the game counts without this print
        crown = run_on_server(context, crowns.standing)
        _show(context, crown)
        if crown.playing is None and not context.voice.as_json:
            following = crowns.title(crowns.next_game(crown))
            context.voice.say([_("Next, {following}: patience crown start.", following=following)])


def resume(context: ServerCommandContext) -> None:
    """Return to the unfinished game of the player's run. If the player has declared a break, end
    it. Raises Failure if the server refuses or cannot be reached."""
    crown = run_on_server(context, crowns.standing)
    sit(context, play.coming_back(crown, context.server, context.storage))


def take_break(context: ServerCommandContext) -> None:
    """Declare a break in the unfinished game of the player's run, and print the run. The break
    hides the board on every computer on which the player has it open. Raises Failure if the server
    refuses or cannot be reached."""
    crown = run_on_server(context, crowns.standing)
    way = play.breaking_off(crown, context.server, context.storage)

    async def going() -> None:
        async with RoomClient(
            context.server, context.storage, lambda _: None, patience_s=10
        ) as room:
            await asyncio.sleep(0)  # let the connection's task run: it marks the connection as up
            await answer_or_failure(way(room))

    asyncio.run(going())
    _show(context, run_on_server(context, crowns.standing))
    if not context.voice.as_json:
        context.voice.say([_("Your board is covered. You play on with: patience crown resume")])


def _name(context: ServerCommandContext) -> str:
    known = account_on(context.storage, context.server)
    if known is None:
        raise Failure.refused(play.NEEDS_ACCOUNT)
    return known.name


# The roll of honour. --------------------------------------------------------------------------


def roll(context: ServerCommandContext, offset: int, count: int) -> None:
    """Print entries of the roll of honour, oldest first: at most `count`, after the first `offset`.
    Raises Failure if the server refuses or cannot be reached."""
    told = run_on_server(context, lambda client: roll_of_honour.page(client, offset, count))
    context.voice.put(told.model_dump(mode="json", exclude={"id"}))
    if not context.voice.as_json:
        context.voice.say(roll_of_honour.roll_lines(told, offset))


def certificate(context: ServerCommandContext, which: str, path: Path | None) -> None:
    """Write the certificate of a crown, a picture, to the file `path`; None means a file in the
    current directory that is named after the crown. `which` is the crown's number on the roll of
    honour, or `last`. Raises Failure if the server refuses or cannot be reached."""
    from client_cli.replay.certificate import drawn, write

    honour = run_on_server(context, lambda client: roll_of_honour.found(client, which))
    where = path or Path(roll_of_honour.file_name(honour))
    write(where, drawn(honour))
    context.voice.put({"type": "written", "path": str(where)})
    if not context.voice.as_json:
        context.voice.say([_("Written to {where}.", where=where)])
