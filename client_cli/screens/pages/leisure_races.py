"""The pages of leisure races: the list of the player's own, and the page of one. In a leisure race
a closed circle plays the same deals within hours or days, each contestant alone and when they
like."""

import asyncio

from client_cli.exit_codes import Failure
from client_cli.features import leisure_races
from client_cli.features.leisure_races import NewRaceChoice
from client_cli.features.leisure_rounds import deals_of, is_plan
from client_cli.local.preferences import usual_options
from client_cli.local.record_store import Kept, as_kept
from client_cli.local.storage import Storage
from client_cli.messages.displayed_code import HIDDEN, codes_are_hidden, displayed
from client_cli.messages.race_terms import RacePlan, duration_ms, plan_alone
from client_cli.net import invitations
from client_cli.net.invitations import ServerAddress
from client_cli.net.server_process import reach_of
from client_cli.screens.page import begin
from client_cli.screens.pages.post_game import PostGameActions
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListRow
from client_cli.terminal.game_input import chosen_rules
from client_cli.terminal.output import Output
from client_cli.text_mode.record_lookup import named
from client_cli.text_mode.server_command import ServerCommandContext
from protocol.leisure_races import (
    MOST_BY_CODE,
    MOST_DEALS,
    LeisureContestant,
    LeisureEntry,
    LeisureNews,
    LeisureRace,
    LeisureRaces,
)
from protocol.names import LONGEST_NAME
from protocol.texts import _

NEEDS_ACCOUNT = _("To make one you need an account: claim your name under 'Your name' first.")
CODE = FormField(_("The code, such as KQ7-4TX, or the link"))
FRIENDS = FormField(_("Friends who take part, such as Ben, Cleo"))


def _number(text: str, least: int, most: int) -> int:
    if not text.isdecimal() or not least <= int(text[:4]) <= most:
        raise Failure.usage(_("A number from {least} to {most} is wanted.", least=least, most=most))
    return int(text)


def _open_for(text: str) -> int:
    """Return the time for which a race is open, in milliseconds. Raises Failure if the text is no
    time."""
    return duration_ms(text, _("The time for which it is open"))


def _deals(game: str, count: str, storage: Storage | None) -> list[RacePlan]:
    """Return the deals of a new race: as many as `count` says of one game, or the rounds of a plan
    that was typed in place of the game. Raises Failure if one of the texts is wrong."""
    number = _number(count, 1, MOST_DEALS)
    if not is_plan(game):
        usual = usual_options(storage, game) if storage is not None else []
        return [plan_alone(chosen_rules(game, usual), None)] * number
    deals = deals_of(game)
    if number not in (1, len(deals)):
        raise Failure.usage(
            _("The list of games says how many deals there are: leave their number at 1.")
        )
    return deals


NEW = (
    FormField(
        _("Game, or one for each deal: aces-up:3,kings"),
        "aces-up",
        check=lambda game: _deals(game, "1", None),
    ),
    FormField(_("What it is called"), longest=leisure_races.LONGEST_TITLE),
    FormField(
        _("How many deals, 1 to {most}", most=MOST_DEALS),
        "1",
        check=lambda text: _number(text, 1, MOST_DEALS),
    ),
    FRIENDS,
    FormField(
        _("How many more may come by the code, 0 to {most}", most=MOST_BY_CODE),
        "4",
        check=lambda text: _number(text, 0, MOST_BY_CODE),
    ),
    FormField(_("How long it is open, such as 12h or 3d"), "3d", check=_open_for),
)
SURE = _("Take part no more? What you have played counts. Press x again; any other key goes on.")


class LeisureRacesPage(ServerPage):
    """The list of the player's leisure races, and the way to make one or to join one by its
    code."""

    heading = _("Leisure races")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[LeisureEntry] | None = None

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        self._look()

    def _look(self) -> None:
        if self.account() is None:
            self.tell(NEEDS_ACCOUNT)
        elif not self.waits:
            self.ask(leisure_races.listed, self.take)

    def hear_leisure_news(self, news: LeisureNews) -> None:  # noqa: ARG002
        if not self.waits:
            self.request_quietly(leisure_races.listed, self.take)

    def take(self, told: LeisureRaces) -> None:
        """Show the list of leisure races that has arrived from the server."""
        self.found = told.races
        self.redraw()

    def above(self) -> list[str]:
        told = [_("The same deals for friends, within days; each plays alone, when they like."), ""]
        if self.found == []:
            told += [_("You take part in none: n makes one."), ""]
        return told

    def rows(self) -> list[ListRow]:
        return [self._row_of(entry) for entry in self.found or []]

    def _row_of(self, entry: LeisureEntry) -> ListRow:
        words = f"{displayed(entry.code)}  {entry.title}"
        return ListRow(words, "", f"         {leisure_races.entry_words(entry)}")

    def key_pairs(self) -> list[tuple[str, str]]:
        pairs = [(_("Enter"), _("open it"))] if self.found else []
        return [
            *pairs,
            ("c", _("by its code")),
            ("n", _("a new one")),
            ("r", _("look again")),
            ("q", _("back")),
        ]

    def choose(self) -> None:
        if self.found and self.at < len(self.found):
            self._open(self.found[self.at].code)

    def command(self, char: str) -> bool:
        match char:
            case "q":
                self.back()
            case "r":
                self._look()
            case "c":
                form = Form(_("A leisure race"), [CODE], lambda t: _code(t[0]))
                self.app.push_screen(form, self._by_code)
            case "n" if self.account() is None:
                self.tell(NEEDS_ACCOUNT)
            case "n":
                title = _("A new leisure race")
                self._fill_in(Form(title, NEW, lambda t: chosen(t, self.storage)))
            case _:
                return False
        return True

    def _by_code(self, form: Filled | None) -> None:
        if form is not None:
            self._open(_code(form.texts[0]))

    def _fill_in(self, form: Form) -> None:
        """Let the player fill in the form for a new race, then ask the server for the race. If that
        fails, show the form again, with the reason and with what was typed."""

        def make(filled: Filled | None) -> None:
            if filled is None:
                return
            made = chosen(filled.texts, self.storage)

            def failed(failure: Failure) -> None:
                self.failed(failure)
                self._fill_in(form.refilled(filled, str(failure), NEW.index(FRIENDS)))

            self.change(
                lambda client: leisure_races.make(client, made),
                lambda race: self._open(race.code),
                failed,
            )

        self.app.push_screen(form, make)

    def _open(self, code: str) -> None:
        self.app.push_screen(LeisureRacePage(code))


class LeisureRacePage(ServerPage):
    """One leisure race: who takes part and the player's own tries, or the table if it is over."""

    def __init__(self, code: str) -> None:
        super().__init__()
        self.code = code
        self.race: LeisureRace | None = None
        self._reach: ServerAddress | None = None
        self.heading = _("Leisure race {code}", code=displayed(code))

    def on_mount(self) -> None:
        super().on_mount()

        async def run() -> None:
            self._reach = await asyncio.to_thread(reach_of, self.patience.address())
            self.redraw()

        begin(self, run, group="reach")

    def on_screen_resume(self) -> None:
        super().on_screen_resume()
        if not self.waits:
            self.ask(lambda client: leisure_races.show(client, self.code), self.take)

    def hear_leisure_news(self, news: LeisureNews) -> None:
        if news.code == self.code and not self.waits:
            self.request_quietly(lambda client: leisure_races.show(client, self.code), self.take)

    def take(self, race: LeisureRace) -> None:
        """Show the leisure race that has arrived from the server."""
        self.race = race
        self.redraw()

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        if self.race is None:
            return [""]
        return [*leisure_races.head_lines(self.race), *self._invited(), ""]

    def _invited(self) -> list[str]:
        """Return the lines that tell how others can take part; empty if nobody else may, and until
        the server's address for others is known."""
        race = self.race
        is_open = race is not None and race.status in ("planned", "open")
        if race is None or self._reach is None or not is_open:
            return []
        if race.mine is None or not race.places_left:
            return []
        if codes_are_hidden():
            return [HIDDEN]
        return invitations.invitation_sentences(leisure_races.invitation(race, self._reach))

    def rows(self) -> list[ListRow]:
        race = self.race
        if race is None:
            return []
        return [self._row_of(race, one) for one in race.contestants]

    def _row_of(self, race: LeisureRace, one: LeisureContestant) -> ListRow:
        name = leisure_races.who(race, one)
        results = "; ".join(leisure_races.result_words(race, each) for each in one.results)
        if race.status == "told":
            place = "–" if one.place is None else f"{one.place}."
            points = leisure_races.points_words(one.points or 0.0)
            return ListRow(f"{place:>3} {name:<{LONGEST_NAME}}", points, f"    {results}")
        waits = _("the race waits for them") if one.has_played is False else ""
        return ListRow(f"{name:<{LONGEST_NAME}}", waits, results)

    def _can_play(self) -> bool:
        race = self.race
        own = None if race is None else leisure_races.mine(race)
        if race is None or own is None or race.status == "planned":
            return False
        if any(each.is_playing for each in own.results):
            return True
        return race.status == "open" and not race.has_quit and len(own.results) < race.deals

    def _can_join(self) -> bool:
        race = self.race
        if race is None or race.status not in ("planned", "open"):
            return False
        return race.has_quit or (race.mine is None and race.places_left > 0)

    def key_pairs(self) -> list[tuple[str, str]]:
        race = self.race
        pairs = [("p", _("play your next deal"))] if self._can_play() else []
        pairs += [("t", _("take part"))] if self._can_join() else []
        account = self.account()
        if race is not None and leisure_races.may_invite(race, account and account.name):
            pairs.append(("i", _("invite friends")))
        takes_part = race is not None and race.mine is not None and not race.has_quit
        if race is not None and takes_part and race.status != "told":
            pairs.append(("x", _("take part no more")))
        if self._replayable():
            pairs.append(("v", _("replay")))
        more = [(_("Enter"), _("more of it"))] if race is not None else []
        return [*more, *pairs, ("r", _("look again")), ("q", _("back"))]

    def choose(self) -> None:
        race = self.race
        if race is not None and self.at < len(race.contestants):
            self.tell(leisure_races.table_line(race, race.contestants[self.at]))

    def command(self, char: str) -> bool:
        if char not in {key for key, _meaning in self.key_pairs()}:
            return False
        match char:
            case "q":
                self.back()
            case "r":
                self.ask(lambda client: leisure_races.show(client, self.code), self.take)
            case "p":
                self.app.exit(PendingAction("leisure_race", code=self.code))
            case "v":
                self._replay_one(self._replayable())
            case "t" if self.account() is None:
                name = FormField(_("Your name"), self.storage.name() or "", longest=LONGEST_NAME)
                form = Form(_("Take part as a guest"), [name], lambda t: _name(t[0]))
                self.app.push_screen(form, self._join_as_guest)
            case "t":
                self._join("")
            case "i":
                form = Form(_("Invite friends"), [FRIENDS], lambda t: _friends(t[0]))
                self.app.push_screen(form, self._invite)
            case _:
                self.ask_first(SURE, "x", self._quit)
        return True

    def _invite(self, form: Filled | None) -> None:
        if form is not None:
            names = _friends(form.texts[0])
            self.change(lambda client: leisure_races.invite(client, self.code, names), self.take)

    def _replayable(self) -> dict[int, str]:
        """Return the codes of the selected contestant's tries that can be replayed, by the numbers
        of their deals; none until the race is told."""
        race = self.race
        if race is None or race.status != "told" or self.at >= len(race.contestants):
            return {}
        tries = race.contestants[self.at].results
        return {each.deal: each.code for each in tries if each.standing and not each.void}

    def _replay_one(self, tries: dict[int, str]) -> None:
        """Replay one of the tries, given by their deals. If there are several, let the player
        choose the deal."""
        if len(tries) == 1:
            self._replay(next(iter(tries.values())))
            return

        def check(text: str) -> None:
            if not text.isdecimal() or int(text[:4]) not in tries:
                raise Failure.usage(_("These deals were played: {deals}.", deals=deals))

        def then(form: Filled | None) -> None:
            if form is not None:
                self._replay(tries[int(form.texts[0])])

        deals = ", ".join(map(str, tries))
        field = FormField(_("Which deal: {deals}", deals=deals), str(min(tries)), check=check)
        self.app.push_screen(Form(_("Replay"), [field]), then)

    def _replay(self, code: str) -> None:
        async def fetch() -> Kept:
            context = ServerCommandContext(self.patience.address(), Output(), self.storage)
            found = await asyncio.to_thread(named, code, context)
            return as_kept(found.record, found.seat, self.storage.now_ms())

        self.carry_out(fetch, PostGameActions(self).replay)

    def _join_as_guest(self, form: Filled | None) -> None:
        if form is not None:
            self._join(_name(form.texts[0]))

    def _join(self, name: str) -> None:
        self.change(lambda client: leisure_races.join(client, self.code, name), self.take)

    def _quit(self) -> None:
        self.change(lambda client: leisure_races.quit_it(client, self.code), self.take)


def chosen(texts: list[str], storage: Storage | None) -> NewRaceChoice:
    """Return the new leisure race that the texts of the form describe. Raises Failure if one of
    them is wrong."""
    game, title, count, friends, by_code, lasts = texts
    deals = _deals(game, count, storage)
    made = NewRaceChoice(
        title or leisure_races.usual_title(deals),
        deals,
        _names(friends),
        _number(by_code, 0, MOST_BY_CODE),
        0,
        _open_for(lasts),
    )
    leisure_races.refuse_times(made)
    return made


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def _friends(text: str) -> list[str]:
    """Return the names of friends that were typed. Raises Failure if there are none."""
    names = _names(text)
    if not names:
        raise Failure.usage(_("Name a friend, such as Ben."))
    return names


def _code(text: str) -> str:
    """Return the code that was typed, or that of a link. Raises Failure if it is neither."""
    return leisure_races.race_address(text, None)[1]


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise Failure.usage(_("A name has 1 to 24 printable characters."))
    return name
