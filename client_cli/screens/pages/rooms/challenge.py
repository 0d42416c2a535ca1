"""The page on which the player, in the lobby of a room, challenges a friend who is on line."""

from collections.abc import Callable, Collection

from client_cli.features import presence
from client_cli.messages.presence import NOBODY_ON_LINE, activity
from client_cli.net.one_shot_client import OneShotClient
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.widgets.list_page import ListRow
from protocol.presence import OnlineFriend
from protocol.texts import _


class ChallengePage(ServerPage):
    """The list of friends who are on line and not in the room. Enter challenges one and closes the
    page: `challenge` is called with the name."""

    heading = _("Challenge a friend")

    def __init__(self, here: Collection[str], challenge: Callable[[str], None]) -> None:
        """Make a page that leaves out the friends in `here`, who are in the room."""
        super().__init__()
        self._here, self._challenge = here, challenge
        self._friends: list[OnlineFriend] = []
        self._known = False

    def on_mount(self) -> None:
        super().on_mount()
        if self.account() is None:
            self.say = _("Friends know each other by their accounts; you play as a guest.")
        else:
            self.ask(_online, self._take)

    def _take(self, friends: list[OnlineFriend]) -> None:
        self._friends = [friend for friend in friends if friend.name not in self._here]
        self._known = True
        self.redraw()

    def above(self) -> list[str]:
        return ["", NOBODY_ON_LINE if self._known and not self._friends else ""]

    def rows(self) -> list[ListRow]:
        return [ListRow(f"{friend.name:<24}", activity(friend)) for friend in self._friends]

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = [(_("Enter"), _("challenge"))] if self._friends else []
        return [*pairs, ("q", _("back"))]

    def choose(self) -> None:
        if self._friends:
            self._challenge(self._friends[self.at].name)
            self.back()

    def command(self, char: str) -> bool:
        if char != "q":
            return False
        self.back()
        return True


async def _online(client: OneShotClient) -> list[OnlineFriend]:
    await client.authenticate()
    return await presence.online(client)
