"""Notify the player of telephone calls, won crowns, reminders of tournaments, challenges of friends
and news of leisure races, on any page, and know which friends are on line.

A telephone call is a message that a player who has won a crown sends to other players. A player
wins a crown by winning three or all of the five "great games" in a row. While the player plays a
game, a sign in the page's header announces that a call waits. Dialogs about calls and crowns, and
sentences of news, wait until `CallNotifier.tick` finds that the player is not playing.
"""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from rich.text import Text

from client_cli.exit_codes import Failure
from client_cli.features import accounts as account
from client_cli.features import calls, leisure_news, leisure_races, missed_calls
from client_cli.features import presence as presence_requests
from client_cli.features.crowns import CROWNS
from client_cli.local.account_store import KnownAccount, account_on
from client_cli.messages import presence
from client_cli.messages.accounts import former_name
from client_cli.messages.displayed_code import displayed
from client_cli.messages.tournaments import reminder
from client_cli.net import addresses
from client_cli.net.connection import Connection
from client_cli.net.one_shot_client import OneShotClient, with_connection
from client_cli.screens import registry
from client_cli.screens.page import Page, plain
from client_cli.screens.pages.calls.call_composer import line_form
from client_cli.screens.pages.play import PlayPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.call_dialogs import (
    ANSWERS,
    MUTE,
    CallOfferDialog,
    ChallengeDialog,
    IncomingCallDialog,
)
from client_cli.screens.widgets.form import Filled
from client_cli.screens.widgets.list_page import ListPage
from client_cli.terminal.output import Output
from client_cli.text_mode.record_lookup import NamedRecord, named_race
from client_cli.text_mode.server_command import ServerCommandContext
from engine.errors import EngineError
from protocol.accounts import Authenticate
from protocol.crowns import CrownWon
from protocol.from_server import FromServer
from protocol.leisure_races import LeisureNews
from protocol.message import Request
from protocol.presence import (
    Challenged,
    ChallengeDeclined,
    ChallengeWithdrawn,
    FollowFriends,
    FriendsOnline,
    GoOnline,
    OnlineFriend,
)
from protocol.telephone import Answer, Call, CallAnswered, MuteCalls, Ringing
from protocol.texts import _
from protocol.tournaments.live import TournamentReminder

if TYPE_CHECKING:
    from client_cli.screens.app_interface import BaseApp

T = TypeVar("T")
AGAIN_S = 30.0
"""Seconds to wait before connecting again to a server that cannot be reached."""


class CallNotifier:
    """Receive telephone calls and news of crowns from the server, and show them one at a time. They
    arrive on the notifier's own connection or, in a room, on the connection of the room. `missed`
    is the number of missed calls that the client knows of."""

    def __init__(self, app: "BaseApp") -> None:
        self._app = app
        self.missed = 0
        self.online: list[OnlineFriend] = []
        """The friends who are on line, as far as the notifier's own connection knows."""
        self._challenges: list[Challenged] = []
        self._waiting: list[Call] = []
        self._news: dict[str, str] = {}
        """Sentences to show, by subject; a newer sentence replaces one on the same subject."""
        self._won: CrownWon | None = None
        self._box: IncomingCallDialog | CallOfferDialog | ChallengeDialog | None = None
        self._shown: Call | CrownWon | Challenged | None = None
        self._rung_for: Call | CrownWon | Challenged | None = None
        """What the last dialog showed if it was closed without an answer and will open again."""
        self._listens_as: str | None = None
        self._told_former_name = False
        self._link: Connection | None = None
        """The notifier's own connection; None while it is not open."""

    @property
    def account(self) -> KnownAccount | None:
        """The account whose telephone calls are received; None for a guest (a player without an
        account)."""
        try:
            server = self._app.address()
        except Failure:
            return None
        return account_on(self._app.storage, server) if self._app.storage is not None else None

    @property
    def listens(self) -> bool:
        """Whether the notifier's own connection to the server is open."""
        return self._link is not None

    # Messages. ------------------------------------------------------------------------------

    def hear(self, message: FromServer) -> None:
        """Queue a telephone call, an answer to a call, news of a crown or of a leisure race, a
        reminder of a tournament or a challenge that the server has sent, or note which friends are
        on line. `tick` shows the queues later. Ignore other messages. May be called from any
        asyncio task."""
        match message:
            case Ringing(call=call):
                self._waiting.append(call)
                self._news.pop(call.award, None)  # the call itself announces the crown
            case CallAnswered():
                self._news[f"{message.call} {message.answered.name}"] = calls.answered(message)
            case TournamentReminder():
                self._news[f"reminder:{message.code}"] = reminder(message)
            case Challenged() | ChallengeDeclined() | ChallengeWithdrawn():
                self._hear_of_challenge(message)
            case FriendsOnline():
                self.online = message.friends
                self._redraw_home()
            case LeisureNews():
                self._leisure(message)
            case CrownWon(withdrawn=False):
                self._crown(message)

    def _hear_of_challenge(
        self, message: Challenged | ChallengeDeclined | ChallengeWithdrawn
    ) -> None:
        match message:
            case Challenged() if self._app.room is not None:
                code = displayed(message.code)
                self._news[f"challenge:{message.code}"] = " ".join(
                    [presence.challenged(message), _("The code of the room is {code}.", code=code)]
                )
            case Challenged():
                self._challenges = [c for c in self._challenges if c.code != message.code]
                self._challenges.append(message)
            case ChallengeDeclined():
                self._news[f"declined:{message.code}"] = presence.declined(message)
            case ChallengeWithdrawn():
                self._withdraw(message)

    def _crown(self, won: CrownWon) -> None:
        account = self.account
        if account is not None and account.name == won.name:
            self._won = won
        elif self._app.room is None:  # in a room, the room announces it
            self._news[won.award] = _(
                "{name} has won the {crown}!", name=won.name, crown=CROWNS[won.crown]
            )

    def _leisure(self, news: LeisureNews) -> None:
        self._news[f"leisure:{news.code}"] = leisure_races.news_sentence(news)
        if self._app.storage is not None:
            leisure_news.note_told(self._app.storage, self._app.address(), news)
        if self._app.screen_stack and isinstance(self._app.screen, ListPage):
            self._app.screen.hear_leisure_news(news)

    def beside(self, header: Text) -> Text:
        """Return `header`, the header of a page on which the player plays a game. While a telephone
        call waits to be shown, the returned header begins with a sign for the call."""
        if not self._waiting:
            return header
        look = self._app.look
        return Text.assemble((f"{look.glyphs.phone} ", plain(look.palette.loud)), header)

    def tick(self) -> None:
        """If the player is not playing, show what waits in the queues: first a telephone call, then
        a challenge, then the offer to call others about a crown that the player has won, and last
        all waiting sentences of news in one line."""
        if self._box is not None and self._box not in self._app.screen_stack:
            self._requeue_shown()
        if not self._is_idle():
            return
        if self._waiting:
            self._show(self._waiting.pop(0))
        elif self._challenges:
            self._show_challenge(self._challenges.pop(0))
        elif self._won is not None:
            self._offer(self._won)
        elif self._news:
            news, self._news = self._news, {}
            self.tell(" ".join(news.values()))

    def _is_idle(self) -> bool:
        app, page = self._app, self._app.screen
        if not isinstance(page, Page):
            return False
        if app.room is not None:
            return not calls.must_wait(app.room.session)
        return not isinstance(page, PlayPage) or (not page.dealing() and bool(page.state().over))

    def _requeue_shown(self) -> None:
        """Queue the telephone call or won crown of the last dialog again. Called when this dialog
        was closed without an answer from the player, because the room changed to another page."""
        shown, self._box, self._shown = self._shown, None, None
        self._rung_for = shown
        if isinstance(shown, Call):
            self._waiting.insert(0, shown)
        elif isinstance(shown, Challenged):
            self._challenges.insert(0, shown)
        else:
            self._won = self._won or shown

    def _ring(self, news: Call | Challenged | CrownWon) -> None:
        """Play a sound for the dialog that is about to open, but not again if it was closed without
        an answer and opens once more."""
        if news is not self._rung_for:
            self._app.chime()
        self._rung_for = None

    def tell(self, sentence: str) -> None:
        """Show a sentence on the status line of a room's page or of a page with a list. On other
        pages the sentence is dropped."""
        if not self._app.screen_stack:
            return
        page = self._app.screen
        if self._app.room is not None:
            self._app.heard([sentence])
        elif isinstance(page, ListPage):
            page.tell(sentence)

    def _redraw_home(self) -> None:
        """Draw a page with a list again, because it may show which friends are on line."""
        if self._app.screen_stack and isinstance(self._app.screen, ListPage):
            self._app.screen.redraw()

    # Challenges. ------------------------------------------------------------------------------

    def _show_challenge(self, told: Challenged) -> None:
        self._ring(told)
        self._shown = told
        self._box = ChallengeDialog(told, self._app.look, self._app.size.width)
        self._app.push_screen(self._box, partial(self._challenge_closed, told))

    def _withdraw(self, told: ChallengeWithdrawn) -> None:
        """Close the dialog of a challenge that is over, or remove the challenge from those that
        wait, and say why. Do nothing if the player has answered the challenge."""
        waiting = [c for c in self._challenges if c.code != told.code]
        is_shown = isinstance(self._shown, Challenged) and self._shown.code == told.code
        if not is_shown and len(waiting) == len(self._challenges) and self._app.room is None:
            return
        self._challenges = waiting
        if is_shown and self._box is self._app.screen:
            self._app.pop_screen()
        if is_shown:
            self._box = self._shown = None
        self._news.pop(f"challenge:{told.code}", None)
        self._news[f"withdrawn:{told.code}"] = presence.withdrawn(told)

    def _challenge_closed(self, told: Challenged, key: str | None) -> None:
        self._box = self._shown = None
        if key == "y":
            self._accept(told)
        elif key == "n":
            self.do(partial(_decline, told), lambda _done: self.tell(presence.you_declined(told)))

    def _accept(self, told: Challenged) -> None:
        """End the app with the wish to join the room of a challenge."""
        account = self.account
        if account is None:
            return
        place = addresses.link(self._app.address(), told.code, told.invite)
        self._app.exit(PendingAction("join", code=place, name=account.name))

    # Incoming calls. ------------------------------------------------------------------------

    def _show(self, call: Call) -> None:
        self._ring(call)
        self._shown = call
        somebody, width = self.account is not None, self._app.size.width
        self._box = IncomingCallDialog(call, self._app.look, width, may_answer=somebody)
        self._app.push_screen(self._box, partial(self._closed, call))

    def _closed(self, call: Call, key: str | None) -> None:
        self._box = self._shown = None
        if self.account is None:
            if key == MUTE:
                self._mute_as_guest()
            return
        if key == MUTE:
            self.do(
                lambda client: calls.mute(client, muted=True),
                partial(self._told, calls.MUTED[True]),
            )
        elif key in ANSWERS:
            how = ANSWERS[key]
            answering = partial(calls.answer, call=call.call, how=how)
            self.do(answering, partial(self._answered, call, how))
        if not self.missed:
            self.do(partial(_hear, call.call), lambda _heard: None)

    def _mute_as_guest(self) -> None:
        """Mute telephone calls for the present connection only, because a guest has no account in
        which the server could store the choice."""
        if self._app.room is not None:
            self._app.do(self._app.room.request(MuteCalls, muted=True))
        elif self._link is not None:
            self._link.post(MuteCalls(id=self._link.next_id(), muted=True))
        self.tell(calls.MUTED[True])

    def _answered(self, call: Call, how: Answer, _sent: object) -> None:
        self.tell(calls.SENT[how])
        if how == "show_me":
            self.show(call)

    def _told(self, sentence: str, _muted: object) -> None:
        self.tell(sentence)

    def show(self, call: Call) -> None:
        """Replay the last of the races that won the crown of a telephone call. The record of the
        race is fetched in the background. A failure is shown as a sentence."""

        async def run() -> None:
            try:
                self._replay(await asyncio.to_thread(self._fetch, call.games[-1].race))
            except (Failure, EngineError) as failure:
                self.tell(str(failure))

        self._app.run_worker(run(), exit_on_error=False)

    def _fetch(self, race: str) -> NamedRecord:
        storage = self._app.storage
        if storage is None:
            raise Failure.usage(_("Nothing is kept here."))
        return named_race(race, ServerCommandContext(self._app.address(), Output(), storage))

    def _replay(self, found: NamedRecord) -> None:
        registry.COMPARE.open(self._app, found.record, *found.record.seats, together=False)

    # The player's own crown. ----------------------------------------------------------------

    def _offer(self, won: CrownWon) -> None:
        self._won = None
        self._ring(won)
        self._shown = won
        self._box = CallOfferDialog(won, self._app.look, self._app.size.width)
        self._app.push_screen(self._box, partial(self._offered, won))

    def _offered(self, won: CrownWon, key: str | None) -> None:
        self._box = self._shown = None
        if key == "y":
            self._app.push_screen(
                line_form(_("Ring everybody")), partial(self._composed, won.award)
            )
        elif key == "p":
            registry.RING.open(self._app, won.award)

    def _composed(self, award: str, form: Filled | None) -> None:
        if form is not None:
            words = calls.read_line(form.texts[0])
            ringing = partial(calls.ring, words=words, award=award)
            self.do(ringing, lambda call: self.tell(calls.rung_sentence(call)))

    # The connection. ------------------------------------------------------------------------

    def do(
        self, work: Callable[[OneShotClient], Awaitable[T]], then: Callable[[T], object]
    ) -> None:
        """Run the request `work` in the background, on a new connection, then call `then` with its
        result. A Failure is shown as a sentence."""

        async def run() -> None:
            try:
                storage = self._app.storage
                if storage is not None:
                    then(await with_connection(self._app.address(), storage, work))
            except Failure as failure:
                self.tell(str(failure))

        self._app.run_worker(run(), exit_on_error=False)

    def fetch_missed_calls(self) -> None:
        """Ask the server once, in the background, for the telephone calls that the player has
        missed. A player in a room needs this, because the room's connection receives only new
        calls."""
        if self.account is not None:
            self.do(self._fetch_missed, lambda _looked: None)

    async def _fetch_missed(self, client: OneShotClient) -> None:
        with suppress(Failure):  # without an answer there is nothing to show
            if client.account is None:
                await client.authenticate()
            await self._tell_former_name(client)
            self.missed = (await calls.page(client, count=1)).missed
            count = await missed_calls.fresh(client)
            if count:
                self._news[""] = f"{self._app.look.glyphs.phone} {calls.missed_words(count)}."

    async def _tell_former_name(self, client: OneShotClient) -> None:
        """If the server has renamed the player's account, queue a sentence that says so; at most
        once."""
        if client.account is None or self._told_former_name:
            return
        self._told_former_name = True
        former = await account.former_name(client)
        sentences = former_name(client.account.name, former, _("Your name, Rename"))
        if sentences:
            self._news["renamed"] = sentences[0]

    def listen(self) -> None:
        """Keep a connection for telephone calls open in the background, logged in to the player's
        account or, without an account, as a guest. If the connection is lost, it is opened again.
        Call this method again after the player has logged in or out, so that it replaces the
        connection. A further call without such a change does nothing."""
        account = self.account
        who = account.session if account is not None else ""
        if self._app.storage is None or self._listens_as == who:
            return
        self._listens_as = who
        listening = self._listen(who)
        self._app.run_worker(listening, group="telephone", exclusive=True, exit_on_error=False)

    async def _listen(self, session: str) -> None:
        while True:
            with suppress(Failure):
                await self._stay(session)
            await asyncio.sleep(AGAIN_S)

    async def _stay(self, session: str) -> None:
        """Open the connection for telephone calls. Return once this connection is closed and will
        not be opened again. Raise Failure if the server does not answer."""

        def requests_on_reconnect() -> list[Request]:
            if not session:
                return []
            next_id = link.next_id
            return [
                Authenticate(id=next_id(), session=session),
                GoOnline(id=next_id()),
                FollowFriends(id=next_id()),
            ]

        storage, server = self._app.storage, self._app.address()
        if storage is None:
            return
        async with Connection(server, self.hear, requests_on_reconnect) as link:
            await asyncio.sleep(0)  # let the connection's task run: it marks the connection as up
            if session:
                await self._fetch_missed(OneShotClient(server, storage, link))
                link.post(GoOnline(id=link.next_id()))
                link.post(FollowFriends(id=link.next_id()))
            self._link = link
            await link.gone()
        self._link = None
        self.online = []


async def _decline(told: Challenged, client: OneShotClient) -> None:
    await client.authenticate()
    await presence_requests.decline(client, told)


async def _hear(up_to: int, client: OneShotClient) -> None:
    await client.authenticate()
    await calls.hear(client, up_to)
