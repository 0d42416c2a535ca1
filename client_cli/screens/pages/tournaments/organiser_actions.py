"""The keys with which an organiser runs a tournament: which keys apply now, and the request that
each makes."""

from collections.abc import Callable
from typing import NamedTuple

from client_cli.exit_codes import Failure
from client_cli.screens.widgets.form import Form, FormField
from client_cli.text_mode.tournaments import tournament_input as typed
from client_cli.tournament import state as known_as
from protocol.texts import _, ngettext
from protocol.tournaments import requests as said
from protocol.tournaments.live import Entrant, Tournament

Typed = tuple[Form, Callable[[str], said.Verb]]
"""A form to fill in, and the function that turns the typed text into a request."""


class ConfirmedAction(NamedTuple):
    """A request of an organiser that cannot be undone. The page first shows `question`, and sends
    the request `verb` if the organiser then presses the key `char`."""

    char: str
    question: str
    verb: said.Verb


def organises(tournament: Tournament, chosen: Entrant | None) -> list[tuple[str, str]]:
    """Return the keys that the tournament's organiser can use now, with their meanings. `chosen` is
    the selected entrant, on whom some of the keys act."""
    pairs: list[tuple[str, str]] = []
    each = known_as.current(tournament)
    match tournament.status:
        case "draft":
            pairs.append(("g", _("open")))
        case "open":
            pairs.append(("g", _("start")))
            pairs += [("t", _("add time"))] if tournament.clocks.starts_in_ms is not None else []
        case "running":
            pairs += [("g", _("go on"))] if each and each.state in ("lobby", "table") else []
            pairs.append(("p", _("pause")))
            pairs += [("t", _("add time"))] if _has_clock(tournament) else []
        case "paused":
            pairs.append(("p", _("end the pause")))
            pairs += [("t", _("add time"))] if _has_clock(tournament) else []
        case "finished":
            return []
    if any(r.state != "voided" for r in tournament.rounds):
        pairs += [("v", _("void")), ("y", _("replay"))]
    if chosen is not None:
        gone = chosen.gone is not None
        pairs += [("x", _("reinstate"))] if gone else [("o", _("withdraw")), ("x", _("remove"))]
    pairs += [("i", _("invite"))] if tournament.plan.get("invited") is not None else []
    if tournament.status != "draft":
        pairs.append(("m", _("admit")))
        pairs.append(("u", _("close the hall") if tournament.hall else _("open the hall")))
    return [*pairs, ("a", _("announce")), ("h", _("hand over")), ("s", _("stop"))]


def _has_clock(tournament: Tournament) -> bool:
    """Whether the tournament has a clock to which the organiser can add time: a clock before a
    round, or the clock of a whole tournament in which players set their own pace. The time limit of
    a race is fixed."""
    return known_as.waits(tournament) is not None or known_as.own_pace(tournament)


class OrganiserActions:
    """Turn the keys of a tournament's organiser into requests to the server, about the tournament
    or the entrant `chosen`."""

    def __init__(self, tournament: Tournament, chosen: Entrant | None) -> None:
        self._tournament, self._chosen = tournament, chosen

    def key(self, char: str) -> said.Verb | ConfirmedAction | Typed | str | None:
        """Return the action of a key: a request to send at once, a request to confirm first, a form
        to fill in, or a sentence to show. Return None if the organiser has no such key."""
        decided = {"g": self._go, "o": self._away, "x": self._person, "s": self._stop}
        if char in decided:
            return decided[char]()
        if char in ("v", "y"):
            return self._round(char)
        if char == "p":
            paused = self._tournament.status == "paused"
            return said.SimpleVerb(verb="resume" if paused else "pause")
        if char == "t":
            return self._more_time()
        if char == "u" and self._tournament.hall:
            return said.SimpleVerb(verb="close_hall")
        return BOXES[char]() if char in BOXES else None

    def _go(self) -> said.Verb | ConfirmedAction | str:
        """Return the request for the next step of the tournament: open a draft for entrants, start
        an open tournament, or start the next round. If the tournament cannot be started yet, return
        a sentence with the reason."""
        if self._tournament.status == "open":
            return self._begin()
        if self._tournament.status == "draft":
            return said.SimpleVerb(verb="open")
        return said.StartOf(verb="start", round=known_as.waits(self._tournament))

    def _begin(self) -> ConfirmedAction | str:
        entrants = self._tournament.entrants
        there = sum(one.checked_in and one.gone is None for one in entrants)
        missing = sum(not one.checked_in and one.gone is None for one in entrants)
        if not there:
            return _("Nobody has checked in yet.")
        question = ngettext(
            "Start with the {n} who is there?", "Start with the {n} who are there?", there
        )
        if missing:
            question = ngettext("Start, {n} not checked in?", "Start, {n} not checked in?", missing)
        return ConfirmedAction("g", question, said.StartOf(verb="start", round=0))

    def _more_time(self) -> Typed:
        waits = known_as.waits(self._tournament)
        field = FormField(_("Such as 5m or 30s"), "5m")
        return _form(_("More time"), field, lambda text: typed.more_time(text, waits))

    def _away(self) -> ConfirmedAction | str:
        one = self._chosen
        if one is None or one.gone is not None:
            return _("There is nobody to withdraw.")
        question = _(
            "Wait no more for {name}? What they have played stays.", name=known_as.named(one)
        )
        return ConfirmedAction("o", question, said.EntrantVerb(verb="withdraw", entrant=one.number))

    def _person(self) -> said.Verb | ConfirmedAction | str:
        one = self._chosen
        if one is None:
            return _("There is nobody to remove.")
        if one.gone is not None:
            return said.EntrantVerb(verb="reinstate", entrant=one.number)
        question = _("Remove {name}, as if never there?", name=known_as.named(one))
        return ConfirmedAction("x", question, said.EntrantVerb(verb="remove", entrant=one.number))

    def _round(self, char: str) -> Typed:
        played = ("racing", "table", "closed")
        raced = [r.number for r in self._tournament.rounds if r.state in played]
        field = FormField(_("The number of the round"), str(raced[-1]) if raced else "")
        note = _("It counts for nothing, and that cannot be undone.")
        if char == "v":
            return _form(_("Void a round"), field, _voiding, note)
        note = _("It counts for nothing, and is played again on another deal.")
        return _form(_("Replay a round"), field, _replaying, note)

    def _stop(self) -> ConfirmedAction:
        schedule = self._tournament.plan.get("schedule")
        repeats = isinstance(schedule, dict) and schedule.get("repeat") is not None
        question = _("End this tournament for good?")
        if repeats:
            question = _("End this tournament? The next of its series is opened all the same.")
        return ConfirmedAction("s", question, said.Stop(verb="stop"))


def _form(title: str, field: FormField, read: Callable[[str], said.Verb], note: str = "") -> Typed:
    return Form(title, [field], lambda texts: read(texts[0]), note), read


def _voiding(text: str) -> said.Verb:
    return said.RoundVerb(verb="void_round", round=typed.round_number(text))


def _replaying(text: str) -> said.Verb:
    return said.RoundVerb(verb="replay_round", round=typed.round_number(text))


def _invitation(text: str) -> said.Verb:
    names = [typed.account_named(name) for name in text.split(",") if name.strip()]
    if not names:
        raise Failure.usage(_("Say whom: a name, or several with commas."))
    return said.InviteEntrants(verb="invite", names=names)


def _admission(text: str) -> said.Verb:
    return said.AccountVerb(verb="admit", name=typed.account_named(text))


def _handing_over(text: str) -> said.Verb:
    return said.AccountVerb(verb="hand_over", name=typed.account_named(text))


ADMITTED = _("They take part, invited or not, late or not.")
HALL = _("The limits of your address are raised until the tournament is over.")
NO_MORE = _("From then on you can no longer do any of this.")
BOXES: dict[str, Callable[[], Typed]] = {
    "a": lambda: _form(_("Announce"), FormField(_("To all"), longest=200), typed.announcement),
    "i": lambda: _form(_("Invite"), FormField(_("Names of accounts")), _invitation),
    "m": lambda: _form(_("Admit"), FormField(_("The name of an account")), _admission, ADMITTED),
    "u": lambda: _form(
        _("Open the hall"), FormField(_("For how many people"), "60"), typed.hall_for, HALL
    ),
    "h": lambda: _form(
        _("Hand over"), FormField(_("The name of an account")), _handing_over, NO_MORE
    ),
}
