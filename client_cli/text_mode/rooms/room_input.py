"""Commands about a room, typed in line mode or after `/` on the full screen: chat, settings, what
only the host may do.

Most commands send a request. If the server refuses it, `RoomSession`, the client's copy of the
room, tells the reason.
"""

from collections.abc import Awaitable, Callable
from typing import Any

from client_cli.exit_codes import Failure
from client_cli.features import race_setup
from client_cli.messages import presence
from client_cli.messages.race_terms import RacePlan
from client_cli.net.room_protocol import RoomProtocol
from client_cli.state.session import RoomSession
from client_cli.terminal.game_input import unknown_game
from engine.computer_players.strengths import PACE_NAMES, STRENGTHS
from engine.games import slug_of
from engine.racing_demon.game import RacingDemon
from engine.rules import is_table
from protocol.presence import Challenge
from protocol.rooms.computer_players import SeatBot
from protocol.rooms.races import RaceInfo
from protocol.rooms.room_settings import (
    ChangeSettings,
    JoinRace,
    Kick,
    Settings,
    Silence,
    StandAside,
    TakeHost,
)
from protocol.rooms.talk import PHRASES, Say, SayPhrase
from protocol.texts import _

HELP = _("""\
say TEXT   to everybody who does not play just now
phrase     the set phrases; "phrase 3" says one, also in a race
challenge NAME  ask a friend who is on line to join this room
mute NAME  hear nothing more of somebody; unmute NAME
mute       hear no more set phrases; unmute
aside      keep your seat and do not race; "part" takes part again
rematch    another race of the same game: the host opens it, others vote for it
rematch WORDS   the host: with other terms, such as "rematch kings bell=20m"
vote GAME  vote for the game of the next race; more than half decide, or all
late       join the race that runs, where the host lets newcomers in
settings   how the room is kept; the host changes it: "settings size 8"
lock       the host: nobody new comes in; unlock
invite     the host: only who has the link with the word comes in; uninvite
kick NAME  the host: send somebody away
bot        the host: seat a computer player, such as "bot ahead quick"
host       be the host, when the host has been away for a minute
silence NAME    the host: nothing more is heard of them; unsilence NAME""")

WORDS = frozenset({"say", "phrase", "mute", "unmute", "aside", "part", "late", "settings", "lock"})
WORDS |= {"unlock", "invite", "uninvite", "kick", "silence", "unsilence", "host", "vote", "bot"}
WORDS |= {"challenge", "rematch"}

YES, NO = frozenset({"on", "yes", "true"}), frozenset({"off", "no", "false"})


def settings_lines(settings: Settings) -> list[str]:
    """Return a line for each setting of a room, with its value."""
    values = settings.model_dump()
    return [f"{name:<12}{_word(value)}" for name, value in values.items()]


def _word(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def phrases() -> list[str]:
    """Return a line for each set phrase of the chat (a fixed sentence), with the number by which it
    is typed."""
    return [f"{n}. {_(text)}" for n, text in enumerate(PHRASES.values(), 1)]


def only_phrases(session: RoomSession) -> bool:
    """Return whether the server now accepts only set phrases (fixed sentences) in the chat: because
    the player is racing, or because others may still get the deal of this race."""
    if session.seat is None or session.status != "running":
        return False
    done = session.board is not None and session.board.over is not None
    return session.settings.late or (session.racing and not done)


def _plan(typed: str, last: RaceInfo) -> RacePlan:
    """Return the race that the words after `rematch` describe: the slug of a game, and terms and
    options such as `bell=20m`. What is not typed is as in the last race or, for another game, the
    default. Raises Failure if the words are wrong."""
    words = typed.split()
    slug = "" if "=" in words[0] else words.pop(0)
    found = RacingDemon.slug if is_table(slug) else slug_of(slug or last.game)
    if found is None:
        raise unknown_game(slug)
    chosen = race_setup.choices_of(last, None) if found == last.game else {}
    terms = {term.name: term.values for term in race_setup.offered(found, None)}
    for word in words:
        name, _equals, value = word.partition("=")
        name = name.lower().replace("-", "_")
        name = name if name in terms else f"{race_setup.OPTION}{name}"
        if name not in terms or not value:
            known = ", ".join(each.removeprefix(race_setup.OPTION) for each in terms)
            raise Failure.usage(
                _(
                    "The terms are {known}, each as NAME=VALUE, not {typed}.",
                    known=known,
                    typed=repr(word[:20]),
                )
            )
        chosen[name] = value.lower()
    return race_setup.made(found, chosen, None)


class RoomVerbs:
    """Carries out the commands about a room that a player types."""

    def __init__(self, room: RoomProtocol) -> None:
        self._room = room
        self._verbs: dict[str, Callable[[str], Awaitable[list[str]]]] = {
            "say": self._say,
            "phrase": self._phrase,
            "settings": self._settings,
            "late": self._late,
            "host": self._host,
            "vote": self._vote,
            "rematch": self._rematch,
            "bot": self._bot,
            "challenge": self._challenge,
        }

    async def do(self, line: str) -> list[str] | None:
        """Carry out a line if it is a command about the room, and return the sentences to print.
        Return None for any other line.

        Raises RequestRefused if the server refuses the request, and ConnectionLost if the
        connection is lost before the answer.
        """
        word, _space, rest = line.strip().partition(" ")
        word, rest = word.lower(), rest.strip()
        if word not in WORDS:
            return None
        if word in self._verbs:
            return await self._verbs[word](rest)
        if word in ("aside", "part"):
            await self._room.request(StandAside, aside=word == "aside")
            return []
        if word in ("mute", "unmute") and not rest:
            return self._mute_phrases(word == "mute")
        if word in ("lock", "unlock"):
            return await self._change(locked=word == "lock")
        if word in ("invite", "uninvite"):
            return await self._change(invite_only=word == "invite")
        return await self._to_somebody(word, rest)

    async def _say(self, text: str) -> list[str]:
        if not text:
            return [_("Say what? Such as: say good luck.")]
        await self._room.request(Say, text=text[:200])
        return []

    async def _phrase(self, which: str) -> list[str]:
        ids = list(PHRASES)
        if which.isdecimal() and 1 <= int(which) <= len(ids):
            await self._room.request(SayPhrase, phrase=ids[int(which) - 1])
            return []
        if which in ids:
            await self._room.request(SayPhrase, phrase=which)
            return []
        return phrases()

    async def _late(self, _rest: str) -> list[str]:
        race = self._room.session.race
        await self._room.request(JoinRace, race=race.n if race else 1)
        return []

    async def _host(self, _rest: str) -> list[str]:
        await self._room.request(TakeHost)
        return []

    async def _vote(self, typed: str) -> list[str]:
        slug = RacingDemon.slug if is_table(typed) else slug_of(typed)
        if slug is None:
            return [str(unknown_game(typed))]
        await self._room.vote(slug)
        return []

    async def _rematch(self, typed: str) -> list[str]:
        session = self._room.session
        if typed and not session.is_host:
            return [_("Only the host chooses the terms; vote GAME votes for a game.")]
        try:
            plan = _plan(typed, session.race) if typed and session.race is not None else None
        except Failure as failure:
            return [str(failure)]
        await self._room.rematch(plan)
        return []

    async def _bot(self, typed: str) -> list[str]:
        words = typed.lower().split()
        strength = next((word for word in words if word in STRENGTHS), "tips")
        pace = next((word for word in words if word in PACE_NAMES), "steady")
        wrong = [word for word in words if word not in (strength, pace)]
        if wrong:
            known = ", ".join((*STRENGTHS, *PACE_NAMES))
            return [_("A bot is {known}, not {typed}.", known=known, typed=repr(wrong[0][:20]))]
        await self._room.request(SeatBot, strength=strength, pace=pace)
        return []

    async def _challenge(self, name: str) -> list[str]:
        if not name:
            return [_("Challenge whom? Such as: challenge Ben.")]
        await self._room.request(Challenge, name=name)
        return [presence.sent(name)]

    async def _settings(self, typed: str) -> list[str]:
        settings = self._room.session.settings
        if not typed:
            return settings_lines(settings)
        name, _space, text = typed.partition(" ")
        name, text = name.lower().replace("-", "_"), text.strip().lower()
        known = settings.model_dump()
        if name not in known:
            return [
                _("There is no setting {name}.", name=repr(name[:20])),
                *settings_lines(settings),
            ]
        value: Any = text
        if isinstance(known[name], bool):
            if text not in YES | NO:
                return [_("{name} is on or off.", name=name)]
            value = text in YES
        elif isinstance(known[name], int):
            if not text.isdecimal():
                return [_("{name} is a number.", name=name)]
            value = int(text)
        try:
            Settings(**{**known, name: value})
        except ValueError:
            return [_("{name} cannot be {text}.", name=name, text=repr(text[:20]))]
        return await self._change(**{name: value})

    async def _change(self, **changes: Any) -> list[str]:
        settings = self._room.session.settings.model_copy(update=changes)
        await self._room.request(ChangeSettings, settings=settings)
        return []

    def _mute_phrases(self, muted: bool) -> list[str]:
        self._room.session.phrases_muted = muted
        return [_("You hear no more set phrases.") if muted else _("You hear set phrases again.")]

    async def _to_somebody(self, word: str, name: str) -> list[str]:
        session = self._room.session
        here = {seat: m.name for seat, m in session.members.items() if not m.left}
        seats = [seat for seat, known in here.items() if known.casefold() == name.casefold()]
        if not seats:
            return [_("There is nobody called {name} here.", name=repr(name[:24]))]
        seat = seats[0]
        match word:
            case "mute":
                session.muted.add(seat)
                return [_("You hear nothing more of {name}.", name=session.name(seat))]
            case "unmute":
                session.muted.discard(seat)
                return [_("You hear {name} again.", name=session.name(seat))]
            case "kick":
                await self._room.request(Kick, seat=seat)
            case _:
                await self._room.request(Silence, seat=seat, silent=word == "silence")
        return []
