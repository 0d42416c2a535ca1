"""Crown commands in line mode: the player's run, playing for a crown, the roll of honour."""

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
from client_cli.text_mode.rooms import seated
from client_cli.text_mode.server_command import Visit, answer_or_failure, visiting
from protocol.crowns import Crown, FollowCrown
from protocol.texts import _

NEAR_MS = (300_000, 120_000, 60_000, 30_000, 10_000)
"""Milliseconds left of a limit at which that is announced."""
GOALS = ("triple", "quintuple")


# The player's run. ----------------------------------------------------------------------------


def status(visit: Visit) -> None:
    """Print the player's crown run. Raises Failure."""
    _show(visit, visiting(visit, crowns.standing))


def _show(visit: Visit, crown: Crown) -> None:
    visit.voice.put(crown.model_dump(mode="json", exclude={"id"}))
    if not visit.voice.as_json:
        now = now_ms()
        visit.voice.say(crowns.lines(CrownStatus(crown, now), now))


def live(visit: Visit) -> None:
    """Print the player's crown run, then its changes, and warnings before a time limit of the run
    or of a break expires, until interrupted.

    Raises Failure.
    """

    async def watching() -> None:
        watched = _Watched(visit)
        counting = asyncio.ensure_future(watched.count_down())
        try:
            make = lambda n: FollowCrown(id=n)  # noqa: E731
            await follow(visit.server, visit.storage, make, Crown, watched.hear)
        finally:
            counting.cancel()

    asyncio.run(watching())


class _Watched:
    """Prints a run that is followed: all of it at first, later what has changed, and the time left
    of a break."""

    def __init__(self, visit: Visit) -> None:
        self._visit = visit
        self._told: CrownStatus | None = None
        self._changed = asyncio.Event()

    def hear(self, crown: Crown) -> None:
        before, now = self._told, now_ms()
        self._told = CrownStatus(crown, now)
        self._changed.set()
        if before is None:
            _show(self._visit, crown)
            return
        voice = self._visit.voice
        voice.put(crown.model_dump(mode="json", exclude={"id"}))
        if not voice.as_json:
            voice.say(changes(before.crown, self._told, now))

    async def count_down(self) -> None:
        """Announce how much time is left of a break, more often near its end. Runs until
        cancelled."""
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
            if told is not None and not self._visit.voice.as_json:
                self._visit.voice.say([crowns.now_words(told, now_ms())])


def changes(before: Crown, told: CrownStatus, now: int) -> list[str]:
    """Return sentences about what has changed in a run between two states."""
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


def give_up(visit: Visit) -> None:
    """Give up the crown run and print its new state. Raises Failure."""
    _show(visit, visiting(visit, crowns.give_up))


# Playing. -------------------------------------------------------------------------------------


def start(visit: Visit, which: str | None, typed: list[str]) -> None:
    """Play one of the five great games: `which`, else the quickest not yet won. If `which` is the
    name of a crown, print the rules and ask for a game. Raises Failure."""
    name = _name(visit)
    crown = visiting(visit, crowns.standing)
    play.may_begin(crown)
    named = None if which is not None and which.lower() in GOALS else which
    if which is not None and named is None:
        visit.voice.say(crowns.rules_lines(crown.limits))
        named = ask(_("Which game? (Enter for {game})", game=crowns.title(crowns.next_game(crown))))
    begin(visit, named or crowns.next_game(crown), typed, name)


def begin(visit: Visit, game: str, typed: list[str], name: str | None = None) -> None:
    """Play a game for a crown, then print the run. Raises Failure."""
    chosen = play.chosen(game, typed, visit.storage)
    visit.voice.say([chosen.told] if chosen.told else [])
    sit(visit, play.beginning(chosen.plan, name or _name(visit)))


def sit(visit: Visit, way: play.WayIn) -> None:
    """Enter a room, play there, then print the run. Raises Failure."""
    asyncio.run(seated(visit, way))
    with contextlib.suppress(Failure):  # the game was played all the same
        crown = visiting(visit, crowns.standing)
        _show(visit, crown)
        if crown.playing is None and not visit.voice.as_json:
            following = crowns.title(crowns.next_game(crown))
            visit.voice.say([_("Next, {following}: patience crown start.", following=following)])


def resume(visit: Visit) -> None:
    """Return to the game in progress, ending a declared break. Raises Failure."""
    crown = visiting(visit, crowns.standing)
    sit(visit, play.coming_back(crown, visit.server, visit.storage))


def take_break(visit: Visit) -> None:
    """Declare a break in the game in progress, which covers its board on whichever computer it is
    played. Print the run. Raises Failure."""
    crown = visiting(visit, crowns.standing)
    way = play.breaking_off(crown, visit.server, visit.storage)

    async def going() -> None:
        async with RoomClient(visit.server, visit.storage, lambda _: None, patience_s=10) as room:
            await asyncio.sleep(0)  # let the connection's task run: it marks the connection as up
            await answer_or_failure(way(room))

    asyncio.run(going())
    _show(visit, visiting(visit, crowns.standing))
    if not visit.voice.as_json:
        visit.voice.say([_("Your board is covered. You play on with: patience crown resume")])


def _name(visit: Visit) -> str:
    known = account_on(visit.storage, visit.server)
    if known is None:
        raise Failure.refused(play.NEEDS_ACCOUNT)
    return known.name


# The roll of honour. --------------------------------------------------------------------------


def roll(visit: Visit, offset: int, count: int) -> None:
    """Print entries of the roll of honour, the oldest first. Raises Failure."""
    told = visiting(visit, lambda line: roll_of_honour.page(line, offset, count))
    visit.voice.put(told.model_dump(mode="json", exclude={"id"}))
    if not visit.voice.as_json:
        visit.voice.say(roll_of_honour.lines(told, offset))


def certificate(visit: Visit, which: str, path: Path | None) -> None:
    """Write the certificate of a crown to a file. Raises Failure."""
    from client_cli.replay.certificate import drawn, write

    honour = visiting(visit, lambda line: roll_of_honour.found(line, which))
    where = path or Path(roll_of_honour.file_name(honour))
    write(where, drawn(honour))
    visit.voice.put({"type": "written", "path": str(where)})
    if not visit.voice.as_json:
        visit.voice.say([_("Written to {where}.", where=where)])
