"""The page on which a player makes a telephone call, to everybody or to chosen people. A telephone
call is a message about a crown that the player has won by winning three or all of the five "great
games" in a row."""

from functools import partial
from typing import NamedTuple

from client_cli.features import accounts, calls, rivals
from client_cli.net.one_shot_client import OneShotClient
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.widgets.form import TICKS, Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListRow
from protocol.rooms.talk import LONGEST_TEXT
from protocol.telephone import MOST_RUNG, Call
from protocol.texts import _

EVERYBODY = _("Everybody")
NOTE = _("Who plays hears it after the game, who is away when they are back.")
NOBODY_CHOSEN = _("Choose somebody, or ring everybody.")


class CallAudience(NamedTuple):
    """The crown about which the player can make a telephone call, and the people whom the player
    can call. `award` is the id of the won crown, or None if the player has no crown to call about.
    `people` are names."""

    award: str | None
    people: list[str]


async def known(award: str | None, client: OneShotClient) -> CallAudience:
    """Return the crown about which the player can make a telephone call, and the people whom the
    player can call, as the server says. `award` is the id of the crown. If it is None, the crown is
    the player's latest crown about which there was no call yet. The people are friends, then people
    whom the player has raced recently; bots are left out. Raise Failure if the server does not
    answer or refuses."""
    await client.authenticate()
    about = award or await calls.unrung(client)
    friends = [
        one.name for one in await accounts.friends(client) if _may_be_rung(one.state, one.bot)
    ]
    raced = (await rivals.rivals(client, count=calls.AT_ONCE)).rivals
    others = [one.name for one in raced if one.name is not None and not one.bot]
    return CallAudience(about, list(dict.fromkeys([*friends, *others])))


def _may_be_rung(state: str, bot: bool) -> bool:
    return state == "friend" and not bot


class CallComposerPage(ServerPage):
    """The list of people whom the player can call. Enter ticks or unticks the selected person or,
    on the first row, calls everybody. The key `g` calls the ticked people."""

    heading = _("Ring")

    def __init__(self, award: str | None = None) -> None:
        super().__init__()
        self._award = award
        self._known: CallAudience | None = None
        self._chosen: set[str] = set()

    def on_mount(self) -> None:
        super().on_mount()
        self.ask(partial(known, self._award), self._take)

    def _take(self, found: CallAudience) -> None:
        self._known = found
        self.redraw()

    @property
    def _people(self) -> list[str]:
        return self._known.people if self._known is not None and self._known.award else []

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        if self._known is None:
            return [""]
        if self._known.award is None:
            return ["", calls.NO_CROWN]
        return [_("Whom shall it ring for? It is told once."), ""]

    def rows(self) -> list[ListRow]:
        if self._known is None or self._known.award is None:
            return []
        return [
            ListRow(EVERYBODY),
            *(ListRow(f"{TICKS[p in self._chosen]} {p}") for p in self._people),
        ]

    def key_pairs(self) -> list[tuple[str, str]]:
        if not self.rows():
            return [("q", _("back"))]
        chosen = [("g", _("ring {n} chosen", n=len(self._chosen)))] if self._chosen else []
        return [(_("Enter"), _("ring") if not self.at else _("tick")), *chosen, ("q", _("back"))]

    def choose(self) -> None:
        if not self.at:
            self._ask_line([])
            return
        person = self._people[self.at - 1]
        if person not in self._chosen and len(self._chosen) == MOST_RUNG:
            self.tell(_("At most {n} people can be chosen; or ring everybody.", n=MOST_RUNG))
            return
        self._chosen ^= {person}
        self.redraw()

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        elif char == "g" and self.rows():
            chosen = [person for person in self._people if person in self._chosen]
            if chosen:
                self._ask_line(chosen)
            else:
                self.tell(NOBODY_CHOSEN)
        else:
            return False
        return True

    # Calling. -------------------------------------------------------------------------------

    def _ask_line(self, to: list[str]) -> None:
        self.app.push_screen(line_form(_whom(to)), partial(self._composed, to))

    def _composed(self, to: list[str], form: Filled | None) -> None:
        if form is not None and self._known is not None:
            words, award = calls.read_line(form.texts[0]), self._known.award
            self.change(
                partial(calls.ring, words=words, to=to, award=award), partial(self._rang, to)
            )

    def _rang(self, to: list[str], call: Call) -> None:
        self.back()
        self.call_after_refresh(self.patience.telephone.tell, calls.rung_sentence(call, to))


def _whom(to: list[str]) -> str:
    if not to:
        return _("Ring everybody")
    names = ", ".join(to[:3])
    return (
        _("Ring {names} and others", names=names) if len(to) > 3 else _("Ring {names}", names=names)
    )


def line_form(title: str) -> Form:
    """Return the form in which the player types the sentence that is sent as a telephone call."""
    field = FormField(_("Your line"), longest=LONGEST_TEXT)
    return Form(title, [field], lambda texts: calls.read_line(texts[0]), NOTE)
