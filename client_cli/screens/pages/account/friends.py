"""The page of friends: friends and friend requests, with keys to accept, remove and block."""

from client_cli.features import accounts
from client_cli.messages.accounts import NOBODY, STATES
from client_cli.messages.presence import activity
from client_cli.net import addresses
from client_cli.screens import registry
from client_cli.screens.pages.rivals import open_versus
from client_cli.screens.pages.rooms.race_entry import FriendToChallenge
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListRow
from client_cli.text_mode.server_command import checked_name
from protocol.accounts import Friend
from protocol.presence import OnlineFriend
from protocol.texts import _, ngettext

NEEDS_ACCOUNT = _(
    "Friends know each other by their accounts: claim your name under 'Your name' first."
)
ORDER = ("asks", "friend", "asked", "blocked")
"""The states of the people in the list (friend, blocked and so on), in the order in which the list
shows them. First come the people whose requests wait for the player's answer."""
VERBS: dict[str, accounts.FriendVerb] = {
    "y": "accept",
    "d": "remove",
    "b": "block",
    "u": "unblock",
}


class FriendsPage(ServerPage):
    """The list of the player's friends and friend requests, as stored on the server. Each key sends
    a request; the server answers with the new list."""

    heading = _("Friends")

    def __init__(self) -> None:
        super().__init__()
        self.friends: list[Friend] = []
        self.known = False

    def on_mount(self) -> None:
        super().on_mount()
        self.known = self.account() is not None
        if self.known:
            self.ask(accounts.friends, self._take)

    def _take(self, found: list[Friend]) -> None:
        self.friends = sorted(found, key=lambda f: (ORDER.index(f.state), f.name.casefold()))
        waiting = len(accounts.waiting(found))
        self.say = ""
        if waiting:
            self.say = ngettext(
                "{n} waiting for your answer: y accepts.",
                "{n} waiting for your answer: y accepts.",
                waiting,
            )
        self.redraw()

    def above(self) -> list[str]:
        if not self.known:
            return ["", NEEDS_ACCOUNT]
        return ["", "" if self.friends or self.say else NOBODY]

    def rows(self) -> list[ListRow]:
        online = {friend.name: friend for friend in self.patience.online}
        return [
            ListRow(f"{friend.name:<24}", _state(friend, online.get(friend.name)))
            for friend in self.friends
        ]

    def key_pairs(self) -> list[tuple[str, str]]:
        if not self.known:
            return [("q", _("back"))]
        pairs = [("a", _("ask somebody"))]
        if self.friends:
            state = self.friends[self.at].state
            now = self._now(self.friends[self.at].name)
            pairs += [("c", _("challenge"))] if now is not None else []
            pairs += [("w", _("watch"))] if now is not None and now.watch is not None else []
            pairs += [("y", _("accept"))] if state == "asks" else []
            pairs += [("d", _("remove"))] if state != "blocked" else []
            pairs += [("u", _("unblock"))] if state == "blocked" else [("b", _("block"))]
            pairs.append(("v", _("versus")))
        return [*pairs, ("r", _("rivals")), ("q", _("back"))]

    def choose(self) -> None:
        if self.friends[self.at].state == "asks":
            self._do("accept", self.friends[self.at].name)

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        elif char == "a" and self.known:
            form = Form(_("Ask somebody to be your friend"), [FormField(_("Their name"))], _check)
            self.app.push_screen(form, self._named)
        elif char == "r" and self.known:
            registry.RIVALS.open(self.app)
        elif char in "cw" and self.friends:
            self._go_to(char, self._now(self.friends[self.at].name))
        elif char == "v" and self.friends:
            open_versus(self, self.friends[self.at].name)
        elif char in VERBS and self.friends:
            self._do(VERBS[char], self.friends[self.at].name)
        else:
            return False
        return True

    def _now(self, name: str) -> OnlineFriend | None:
        """Return what a friend does now; None if the friend is not on line."""
        return next((friend for friend in self.patience.online if friend.name == name), None)

    def _go_to(self, char: str, friend: OnlineFriend | None) -> None:
        """Challenge a friend who is on line (`c`), or watch the friend's race (`w`)."""
        account = self.account()
        if friend is None or account is None:
            return
        if char == "c":
            registry.HOST.open(self.app, FriendToChallenge(friend.name, account.name))
        elif friend.watch is not None:
            place = addresses.link(self.patience.address(), friend.watch)
            self.app.exit(PendingAction("watch", code=place))

    def _named(self, form: Filled | None) -> None:
        if form is not None:
            self._do("add", checked_name(form.texts[0]))

    def _do(self, what: accounts.FriendVerb, name: str) -> None:
        self.change(lambda client: accounts.friends(client, what, name), self._take)


def _state(friend: Friend, now: OnlineFriend | None) -> str:
    state = STATES[friend.state]
    state = _("{state}, a bot", state=state) if friend.bot else state
    return state if now is None else f"{state}, {activity(now)}"


def _check(texts: list[str]) -> None:
    checked_name(texts[0])
