"""Notices of telephone calls, challenges and leisure races in line mode. While the player races, a
call is one short line; everything else is printed after the race.

A telephone call is a message to other players from a player who has won a crown, an award for
winning several of the five great games, which are difficult kinds of patience, in a row.
"""

from collections.abc import Sequence

from client_cli.exit_codes import Failure
from client_cli.features import accounts, calls, leisure_news, leisure_races, missed_calls
from client_cli.features import presence as presence_requests
from client_cli.local.account_store import account_on
from client_cli.messages import presence
from client_cli.messages.accounts import former_name
from client_cli.messages.displayed_code import displayed
from client_cli.messages.tournaments import reminder
from client_cli.net import addresses
from client_cli.net.one_shot_client import OneShotClient
from client_cli.net.room_client import RoomClient
from client_cli.terminal.output import Output
from protocol.crowns import CrownWon
from protocol.from_server import FromServer, Refused
from protocol.leisure_races import LeisureNews
from protocol.presence import Challenged, ChallengeDeclined, ChallengeWithdrawn
from protocol.telephone import Call, CallAnswered, HearCalls, Ringing
from protocol.texts import _
from protocol.tournaments.live import TournamentReminder

HELP = _("""\
answer congratulations    to whoever rang last; or rotten-luck, or show-me
ring LINE  tell everybody of your crown, once a crown
decline    to the friend who has challenged you: not now""")
WHILE_PLAYING = _("Ring ring.")
TO_ANSWER = _('Type "answer congratulations", "answer rotten-luck" or "answer show-me".')
OFFER = _('Ring everybody? Type "ring" and your line.')
NOBODY_RANG = _("Nobody has rung.")


class CallNotices:
    """Collects messages about telephone calls, crowns, tournaments, challenges and leisure races
    that arrive on
    the connection of a room. `tell` prints them when the player does not race. The class also
    carries out the commands `answer`, `ring` and `decline`."""

    def __init__(self, room: RoomClient, voice: Output) -> None:
        self._room, self._voice = room, voice
        self._waiting: list[Call] = []
        self._later: list[str] = []
        self._last: Call | None = None
        self._challenge: Challenged | None = None
        """The last challenge of a friend; None if there was none, or it was declined or
        withdrawn."""
        self._refusal = ""
        """The server's latest refusal of any request. The race has printed it already."""
        self._missed_none = False
        """Whether the player had missed no telephone call on entering the room. Only then may calls
        that are printed in the room be marked as heard, because a mark covers all earlier calls
        too."""

    @property
    def _is_somebody(self) -> bool:
        return account_on(self._room.storage, self._room.server) is not None

    def hear(self, message: FromServer) -> None:
        busy = calls.must_wait(self._room.session)
        match message:
            case Refused(error=error):
                self._refusal = error
            case Ringing(call=call):
                self._last = call
                self._waiting.append(call)
                self._say([WHILE_PLAYING] if busy else [])
            case CallAnswered():
                self._later.append(calls.answered(message))
            case TournamentReminder():
                self._later.append(reminder(message))
            case Challenged() | ChallengeDeclined() | ChallengeWithdrawn():
                self._hear_of_challenge(message)
            case LeisureNews():
                leisure_news.note_told(self._room.storage, self._room.server, message)
                self._later.append(leisure_races.news_line(message))
            case CrownWon(withdrawn=False) if self._is_mine(message):
                self._later.append(OFFER)

    def _hear_of_challenge(
        self, message: Challenged | ChallengeDeclined | ChallengeWithdrawn
    ) -> None:
        match message:
            case Challenged():
                self._challenge = message
                self._later += [
                    presence.challenged(message),
                    presence.how_to_join(self._place(message)),
                ]
            case ChallengeDeclined():
                self._later.append(presence.declined(message))
            case ChallengeWithdrawn():
                if self._challenge is not None and self._challenge.code == message.code:
                    self._challenge = None
                    self._later.append(presence.withdrawn(message))

    def _is_mine(self, crown: CrownWon) -> bool:
        known = account_on(self._room.storage, self._room.server)
        return known is not None and known.name == crown.name

    def tell(self) -> None:
        """Print the collected messages, unless the player is racing."""
        if calls.must_wait(self._room.session):
            return
        waiting, self._waiting = self._waiting, []
        later, self._later = self._later, []
        for call in waiting:
            self._say(calls.banner(call))
        if waiting and self._is_somebody:
            self._say([TO_ANSWER])
            if self._missed_none:
                link = self._room.link
                link.post(HearCalls(id=link.next_id(), up_to=waiting[-1].call))
        self._say(later)

    async def enter(self) -> None:
        """After the player has entered a room, print how many telephone calls were missed, and
        whether the server has renamed the player's account. Failures are ignored."""
        if not self._is_somebody or self._voice.as_json:
            return
        line = self._line()
        try:
            me = await line.authenticate()
            self._say(former_name(me.name, await accounts.former_name(line)))
            count = await missed_calls.fresh(line)
            self._missed_none = (await calls.page(line, count=1)).missed == 0
        except Failure:
            return
        self._say([missed_calls.sentence(count)] if count else [])

    async def execute(self, typed: str) -> bool:
        """Carry out a line that the player has typed if it is an `answer` or `ring` command, which
        answers or makes a telephone call, or `decline`, which declines a friend's challenge. Return
        whether it is one of them."""
        word, _space, rest = typed.strip().partition(" ")
        verb = {"answer": self._answer, "ring": self._ring, "decline": self._decline}.get(
            word.lower()
        )
        if verb is None:
            return False
        try:
            self._say(await verb(rest))
        except Failure as failure:
            self._voice.say([str(failure)] if str(failure) != self._refusal else [])
        return True

    async def _answer(self, text: str) -> Sequence[str]:
        how = calls.read_answer(text)
        if self._last is None:
            return [NOBODY_RANG]
        await calls.answer(self._line(), self._last.call, how)
        return [calls.SENT[how], *(calls.replays(self._last) if how == "show_me" else [])]

    async def _ring(self, text: str) -> Sequence[str]:
        words = calls.read_line(text)
        return [calls.rung_sentence(await calls.ring(self._line(), words))]

    async def _decline(self, _rest: str) -> Sequence[str]:
        if self._challenge is None:
            return [presence.NO_CHALLENGE]
        declined, self._challenge = self._challenge, None
        await presence_requests.decline(self._line(), declined)
        return [presence.you_declined(declined)]

    def _place(self, told: Challenged) -> str:
        """Return the code of the room of a challenge as the player types it, or the whole link if
        the room is by invitation only."""
        if told.invite is None:
            return displayed(told.code)
        return addresses.link(self._room.server, told.code, told.invite)

    def _line(self) -> OneShotClient:
        return OneShotClient(self._room.server, self._room.storage, self._room.link)

    def _say(self, lines: Sequence[str]) -> None:
        if not self._voice.as_json:
            self._voice.say(lines)
