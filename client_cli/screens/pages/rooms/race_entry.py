"""The pages that lead into a room: open a room and set the terms of its race (what decides it, its
time limit, whether moves may be taken back), join a room, or watch one. Whoever joins a room takes
a seat, a numbered place in it."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from client_cli.exit_codes import Failure
from client_cli.features import race_setup
from client_cli.features.race_setup import OPTION, PlannedRace, RaceTerm
from client_cli.messages.race_terms import RacePlan, race_line
from client_cli.net.addresses import room_address
from client_cli.net.one_shot_client import OneShotClient
from client_cli.screens.pages.games import GamesPage
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListPage, ListRow
from client_cli.text_mode.rooms import open_rooms
from client_cli.text_mode.server_command import checked_name
from engine.rules import RULES
from protocol import codes
from protocol.rooms.races import RaceInfo
from protocol.rooms.room_settings import OpenRoom, OpenRooms, Rooms
from protocol.texts import _

CODE = FormField(_("The code, such as KQ7-4TX, or the link"))
I_AM = _("Your name")
USUAL = _("default")
NAMES = {
    "bell": _("Time limit"),
    "format": _("Format"),
    "winners": _("Winners"),
    "take_back": _("Take back"),
    race_setup.SAFE_PLAY: _("Safe play"),
    race_setup.LISTED: _("Listed"),
    race_setup.LAN: _("Local network"),
}
"""The names of the terms of a race in the player's language. Options of games are not in it; they
are shown by their own names."""
FROZEN = _("A race that is open keeps its terms and options.")
IN_NETWORK = _("Everybody in your local network can then reach the server on this computer.")
ALTERS = _("This alters the deal; a race that is open keeps it.")


class FriendToChallenge(NamedTuple):
    """The name of a friend who is asked to join the room that is opened, and the name of the
    player's account."""

    friend: str
    player: str


def ask_name(
    page: ListPage, then: Callable[[str], None], name: str = "", warning: str = ""
) -> None:
    """Ask for the name under which the player takes a seat, then call `then` with it. The form
    starts with `name` or, if it is empty, with the name stored on this computer. It shows the
    sentence `warning`, if there is one."""

    def filled(form: Filled | None) -> None:
        if form is not None:
            then(checked_name(form.texts[0]))

    storage = page.patience.storage
    field = FormField(I_AM, name or (storage.name() if storage is not None else None) or "")
    note = " ".join([_("The name that your friends will see."), warning]).strip()
    form = Form(_("Your name"), [field], lambda texts: checked_name(texts[0]), note)
    page.app.push_screen(form, filled)


class HostPage(GamesPage):
    """The page to choose the game of a new room. Enter opens the room with the default terms, on a
    server that only this computer reaches; with the key `n` the local network reaches it too. The
    key `t` opens the page of terms first. A friend who is on line can be asked to join."""

    heading = _("Race friends")

    def __init__(self, challenge: FriendToChallenge | None = None) -> None:
        super().__init__()
        self._challenge = challenge
        if challenge is not None:
            self.heading = _("Challenge {name}", name=challenge.friend)

    def key_pairs(self) -> list[tuple[str, str]]:
        return [
            (_("Enter"), _("race")),
            ("n", _("race in the local network")),
            ("t", _("terms first")),
            ("r", _("rules")),
            ("q", _("back")),
        ]

    def command(self, char: str) -> bool:
        if char == "t":
            self.app.push_screen(TermsPage(self.slug, self._challenge))
        elif char == "n":
            open_room(self, self.slug, {race_setup.LAN: "yes"}, self._challenge)
        else:
            return super().command(char)
        return True

    def chosen(self, slug: str) -> None:
        open_room(self, slug, {}, self._challenge)


def open_room(
    page: ListPage, slug: str, chosen: Mapping[str, str], challenge: FriendToChallenge | None
) -> None:
    """Ask for the player's name, then end the app with the wish to open a room for the game `slug`.
    `chosen` has the values of the terms by their names. If the room is for the local network, warn
    that everybody there reaches the server. With a `challenge`, whose player has a name, end the
    app at once."""
    terms = tuple((name, value) for name, value in chosen.items() if value)
    warning = IN_NETWORK if chosen.get(race_setup.LAN) else ""

    def named(name: str) -> None:
        asked = "" if challenge is None else challenge.friend
        page.app.exit(PendingAction("host", slug, name=name, terms=terms, challenged=asked))

    if challenge is not None:
        named(challenge.player)
    else:
        ask_name(page, named, warning=warning)


class TermsPage(ListPage):
    """The page to set the terms of the race, the options of its game and the settings of a new
    room. A line above the list describes the race with these terms."""

    def __init__(self, slug: str, challenge: FriendToChallenge | None = None) -> None:
        super().__init__()
        self._slug, self.heading = slug, _("Race friends: {game}", game=_(RULES[slug].book.title))
        self._challenge = challenge
        self._chosen: dict[str, str] = {}
        self._terms: list[RaceTerm] = []

    def on_mount(self) -> None:
        self._terms = list(self.offered())
        super().on_mount()

    def offered(self) -> Iterator[RaceTerm]:
        """Yield the choices that the page shows. A subclass may leave some out."""
        return race_setup.offered(self._slug, self.patience.storage)

    def first_row(self) -> ListRow:
        """Return the row that accepts the terms."""
        return ListRow(_("Open the room"), _("you get a code to pass on"))

    def accept(self, made: RacePlan) -> None:  # noqa: ARG002
        """Called when the player has accepted the terms, which make the race `made`."""
        open_room(self, self._slug, self._chosen, self._challenge)

    def above(self) -> list[str]:
        return [self._told() + ".", ""]

    def _told(self) -> str:
        """Return a description of the race with the present terms, or the reason why the terms are
        not possible."""
        try:
            made = race_setup.made(self._slug, self._chosen, self.patience.storage)
        except Failure as failure:
            return str(failure).removesuffix(".")
        return race_line(PlannedRace(made.terms, dict(made.game.chosen), made.bell_ms), made.game)

    def rows(self) -> list[ListRow]:
        return [
            self.first_row(),
            *map(self._row_of, self._terms),
        ]

    def _row_of(self, term: RaceTerm) -> ListRow:
        option = term.name.removeprefix(OPTION).replace("_", " ").capitalize()
        name = NAMES.get(term.name, option)
        return ListRow(f"{name:<16}", f"{self._chosen.get(term.name) or USUAL:<12} {term.meaning}")

    def key_pairs(self) -> list[tuple[str, str]]:
        if not self.at:
            return [(_("Enter"), _("open it")), ("r", _("rules")), ("q", _("back"))]
        return [
            (_("Enter"), _("change")),
            (_("Backspace"), USUAL),
            ("r", _("rules")),
            ("q", _("back")),
        ]

    def status(self) -> str:
        if self.say or not self.at:
            return self.say or FROZEN
        term = self._terms[self.at - 1]
        if term.name == race_setup.LAN:
            return IN_NETWORK
        alters = ALTERS if term.name.startswith(OPTION) else FROZEN
        return f"{term.meaning[0].upper()}{term.meaning[1:]}. {alters}"

    def typed(self, key: str, char: str) -> bool:
        step = {"right": 1, "left": -1}.get(key)
        if step is not None and self.at:
            self._turn(step)
        elif key in ("backspace", "delete") and self.at:
            self._chosen.pop(self._terms[self.at - 1].name, None)
            self.redraw()
        else:
            return super().typed(key, char)
        return True

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        elif char == "r":
            self.read_rules(RULES[self._slug])
        else:
            return False
        return True

    def choose(self) -> None:
        if self.at:
            self._turn(1)
            return
        try:
            made = race_setup.made(self._slug, self._chosen, self.patience.storage)
        except Failure as failure:
            self.tell(str(failure))
            return
        self.accept(made)

    def _turn(self, step: int) -> None:
        term = self._terms[self.at - 1]
        at = term.values.index(self._chosen.get(term.name, ""))
        self._chosen[term.name] = term.values[(at + step) % len(term.values)]
        self.redraw()


class NextTermsPage(TermsPage):
    """The page on which the host sets the terms of the next race of a room. It begins with those of
    `last`, the last race, if the game is the same."""

    def __init__(self, slug: str, last: RaceInfo, then: Callable[[RacePlan], None]) -> None:
        super().__init__(slug)
        self.heading = _("Next race: {game}", game=_(RULES[slug].book.title))
        self._last, self._then = last, then

    def on_mount(self) -> None:
        if self._last.game == self._slug:
            self._chosen = race_setup.choices_of(self._last, self.patience.storage)
        super().on_mount()

    def offered(self) -> Iterator[RaceTerm]:
        for term in super().offered():
            value = self._chosen.get(term.name, "")
            if term.name not in (race_setup.LISTED, race_setup.LAN):  # of the room, not of a race
                new = value not in term.values
                yield term._replace(values=(*term.values, value)) if new else term

    def first_row(self) -> ListRow:
        return ListRow(_("Open the race"), _("the next one of this room, with a new deal"))

    def accept(self, made: RacePlan) -> None:
        self.app.pop_screen()
        self._then(made)


class NextRacePage(GamesPage):
    """The page on which the host chooses the game of the next race of a room, then its terms. It
    begins at the game of `last`, the last race. It closes itself, then calls `then` with the
    race."""

    heading = _("Next race")

    def __init__(self, last: RaceInfo, then: Callable[[RacePlan], None]) -> None:
        super().__init__()
        self._last, self._then = last, then

    def on_mount(self) -> None:
        super().on_mount()
        self.at = self._games.index(self._last.game)

    def chosen(self, slug: str) -> None:
        def accepted(made: RacePlan) -> None:
            self.app.pop_screen()
            self._then(made)

        self.app.push_screen(NextTermsPage(slug, self._last, accepted))


class RoomsPage(ServerPage):
    """A page to choose a room: by its code or link, or from the public list of rooms."""

    def __init__(
        self,
        heading: str,
        then: Callable[[str], None],
        again: PendingAction | None = None,
        told: str = "",
    ) -> None:
        """`then` is called with the code or link of the chosen room. `again` is an earlier choice
        of the player that the server refused for the reason `told`; the form for a code opens at
        once with this choice."""
        super().__init__()
        self.heading, self._then = heading, then
        self._again, self._told = again, told
        self._rooms: list[OpenRoom] | None = None

    def on_mount(self) -> None:
        super().on_mount()
        self._fetch()
        if self._again is not None:
            self.call_after_refresh(self._by_code, self._again.code, self._told)

    def _fetch(self) -> None:
        self.ask(_open_rooms, self._take)

    def _take(self, rooms: list[OpenRoom]) -> None:
        self._rooms = rooms
        self.redraw()

    def above(self) -> list[str]:
        return [""] if self._rooms or self._rooms is None else [open_rooms.NONE, ""]

    def rows(self) -> list[ListRow]:
        found = [ListRow(open_rooms.line(room)) for room in self._rooms or []]
        return [ListRow(_("By its code"), _("or its link")), *found]

    def key_pairs(self) -> list[tuple[str, str]]:
        return [(_("Enter"), _("go on")), ("l", _("look again")), ("q", _("back"))]

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        elif char == "l":
            self._fetch()
        else:
            return False
        return True

    def choose(self) -> None:
        if self.at and self._rooms:
            self._then(self._rooms[self.at - 1].code)
        else:
            self._by_code()

    def _by_code(self, code: str = "", wrong: str = "") -> None:
        """Ask for the code or link of a room. At first the form contains `code` and shows the error
        message `wrong`."""

        def filled(form: Filled | None) -> None:
            if form is not None:
                self._then(_room(form.texts[0]))

        shown = code if "://" in code or not code else codes.spoken(code)
        field = CODE._replace(value=shown)
        form = Form(self.heading, [field], lambda texts: _room(texts[0]), wrong=wrong)
        self.app.push_screen(form, filled)


class JoinPage(RoomsPage):
    """The page to choose a room to join, that is, in which to take a seat."""

    def __init__(self, again: PendingAction | None = None, told: str = "") -> None:
        super().__init__(_("Join a race"), self._join, again, told)

    def _join(self, code: str) -> None:
        name = "" if self._again is None else self._again.name
        ask_name(
            self, lambda name: self.app.exit(PendingAction("join", code=code, name=name)), name
        )


class WatchPage(RoomsPage):
    """The page to choose a room to watch as a spectator, without a seat."""

    def __init__(self, again: PendingAction | None = None, told: str = "") -> None:
        super().__init__(
            _("Watch"), lambda code: self.app.exit(PendingAction("watch", code=code)), again, told
        )


async def _open_rooms(client: OneShotClient) -> list[OpenRoom]:
    answer = await client.ask(OpenRooms, lambda n: Rooms(id=n))
    return answer.rooms


def _room(text: str) -> str:
    """Return the room that a text names. A link is returned unchanged, a room code in the form in
    which the server knows it. Raise Failure if the text is neither."""
    code = room_address(text, None)[1]
    return text if "://" in text else code
