"""The page of the player's name and account. Guests (players without an account) choose a name to
play as, make an account, or log in to one or recover it. Owners of an account log out, or change,
export or delete the account."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from client_cli.exit_codes import NOT_FOUND, REFUSED, UNREACHABLE, Failure
from client_cli.features import accounts
from client_cli.messages import accounts as words
from client_cli.net.one_shot_client import with_connection
from client_cli.screens.pages.server_page import ServerPage
from client_cli.screens.widgets.form import Filled, Form, FormField, ShownOnce
from client_cli.screens.widgets.list_page import ListRow
from client_cli.text_mode.server_command import checked_name
from protocol.accounts import LONGEST_PASSWORD, AccountNow
from protocol.texts import _

SEE_FRIENDS = _("see Friends")
RENAME = _("Rename")
REMEMBER = _("Remember me for months, not for hours")
PASSWORD = FormField(_("Password"), secret=True, longest=LONGEST_PASSWORD, check=accounts.checked)
NEW = FormField(
    _("New password"), secret=True, longest=LONGEST_PASSWORD, check=accounts.checked_new
)
REPEAT = FormField(_("Repeat"), secret=True, longest=LONGEST_PASSWORD)
RECOVERY = FormField(_("Recovery code"))
EXPORT_FILE = "patience-account.json"
Refused = Callable[[Failure], None]
"""A function that is called with the reason why a request failed."""
MenuEntry = tuple[str, str, Callable[[], None]]
"""A menu entry: its name, its description, and the function that it calls."""


class AccountPage(ServerPage):
    """The menu of the player's account: one for a guest, another for the owner of an account. Input
    is checked by the same functions as on the command line, with the same error messages."""

    heading = _("Your name")

    def __init__(self) -> None:
        super().__init__()
        self._told: list[str] = []
        self._guest: Sequence[MenuEntry] = (
            (
                _("Claim a name"),
                _("a password makes it yours; your races come along"),
                self._claim,
            ),
            (_("Log in"), _("to an account you have"), self._log_in),
            (_("Recover"), _("by the recovery code, with a new password"), self._recover),
            (_("Play as"), _("a name for your friends to see, without an account"), self._play_as),
        )
        self._owner: Sequence[MenuEntry] = (
            (RENAME, _("the old name is free"), self._rename),
            (_("Password"), _("all other sessions end"), self._password),
            (_("Recovery code"), _("another one; the old one is void"), self._recovery),
            (_("Export"), _("all the server keeps of you, into a file"), self._export),
            (_("Log out"), _("on this computer"), partial(self._leave, everywhere=False)),
            (_("Log out everywhere"), _("on all devices"), partial(self._leave, everywhere=True)),
            (_("Delete"), _("your account, for good"), self._delete),
        )

    def on_mount(self) -> None:
        super().on_mount()
        self._fetch()

    def _fetch(self) -> None:
        """Show the player's name. If this computer is logged in to an account, also ask the server
        for the account's details."""
        known = self.account()
        if known is None:
            name = self.patience.storage.name() if self.patience.storage is not None else None
            guest = _("You play as {name}.", name=name) if name else _("You have no name yet.")
            self._told = [guest]
            self.redraw()
            return
        self._told = [_("You are {name}.", name=known.name)]
        self.ask(accounts.me, self._me)

    def _me(self, me: accounts.Me) -> None:
        self._told = words.me(me, SEE_FRIENDS, RENAME)
        self.patience.take_choices()
        self.redraw()

    def failed(self, failure: Failure) -> None:
        if failure.code in (REFUSED, NOT_FOUND) and self.account() is None:
            self._fetch()
        super().failed(failure)

    # The list. ------------------------------------------------------------------------------

    def above(self) -> list[str]:
        return ["", *self._told, ""]

    def _entries(self) -> Sequence[MenuEntry]:
        return self._guest if self.account() is None else self._owner

    def rows(self) -> list[ListRow]:
        return [ListRow(f"{name:<18}", what) for name, what, _open in self._entries()]

    def choose(self) -> None:
        self._entries()[self.at][2]()

    def key_pairs(self) -> list[tuple[str, str]]:
        return [(_("Enter"), _("go on")), ("q", _("back"))]

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        return char == "q"

    def _fill(self, form: Form, then: Callable[[Filled, Refused], None], wrong_at: int = 0) -> None:
        """Let the player fill in a form, and call `then` with it and with a function for a Failure
        of the request that follows. The function shows the form again, with what was typed and with
        the reason: under the field with index `wrong_at` or, if no server answers, under the last
        field, from which Enter tries again."""
        is_guest = self.account() is None

        def filled(done: Filled | None) -> None:
            if done is None:
                return

            def refused(failure: Failure) -> None:
                self.failed(failure)
                if is_guest == (self.account() is None):  # otherwise the session has ended
                    at = -1 if failure.code == UNREACHABLE else wrong_at
                    self._fill(form.refilled(done, str(failure), at), then, wrong_at)

            try:
                then(done, refused)
            except Failure as failure:
                refused(failure)

        self.app.push_screen(form, filled)

    # Logging in and out. --------------------------------------------------------------------

    def _i_am(self) -> FormField:
        known = self.patience.storage.name() if self.patience.storage is not None else None
        return FormField(_("Your name"), known or "", check=checked_name)

    def _claim(self) -> None:
        def check(texts: list[str]) -> None:
            accounts.repeated(texts[1], texts[2])

        def then(form: Filled, refused: Refused) -> None:
            key = accounts.AccountKey("new", form.texts[1], "", form.ticked)
            self._enter(form.texts[0], key, refused)

        fields = [self._i_am(), NEW, REPEAT]
        self._fill(Form(_("Claim a name"), fields, check, tick=REMEMBER), then)

    def _log_in(self) -> None:
        def then(form: Filled, refused: Refused) -> None:
            key = accounts.AccountKey("password", form.texts[1], "", form.ticked)
            self._enter(form.texts[0], key, refused)

        form = Form(_("Log in"), [self._i_am(), PASSWORD], tick=REMEMBER)
        self._fill(form, then, wrong_at=1)

    def _recover(self) -> None:
        def check(texts: list[str]) -> None:
            accounts.repeated(texts[2], texts[3])

        def then(form: Filled, refused: Refused) -> None:
            name, recovery, password, _repeated = form.texts
            key = accounts.AccountKey("recovery", password, recovery, form.ticked)
            self._enter(name, key, refused)

        fields = [self._i_am(), RECOVERY, NEW, REPEAT]
        self._fill(Form(_("Recover"), fields, check, tick=REMEMBER), then, wrong_at=1)

    def _enter(self, name: str, key: accounts.AccountKey, refused: Refused) -> None:
        self.change(
            lambda client: accounts.enter(client, checked_name(name), key), self._entered, refused
        )

    def _entered(self, done: accounts.SignInResult) -> None:
        self.at = 0
        self._show_once(words.recovery(done.recovery))
        self._fetch()

    def _play_as(self) -> None:
        def then(form: Filled, _refused: Refused) -> None:
            self.storage.remember_name(checked_name(form.texts[0]))
            self._fetch()

        form = Form(_("Play as"), [self._i_am()])
        self._fill(form, then)

    def _leave(self, everywhere: bool) -> None:
        self.carry_out(
            lambda: accounts.leave(self.patience.address(), self.storage, everywhere),
            lambda name: self._out(words.left(name, everywhere)),
        )

    def _out(self, sentence: str) -> None:
        self.at = 0
        self._fetch()
        self.tell(sentence)

    # Changing the account. ------------------------------------------------------------------

    def _rename(self) -> None:
        def then(form: Filled, refused: Refused) -> None:
            name = checked_name(form.texts[0])
            making = accounts.renaming(name)
            self.change(
                lambda client: accounts.change(client, making),
                self._changed(words.renamed(name)),
                refused,
            )

        form = Form(_("Rename"), [self._i_am()])
        self._fill(form, then)

    def _password(self) -> None:
        def check(texts: list[str]) -> None:
            accounts.repeated(texts[1], texts[2])

        def then(form: Filled, refused: Refused) -> None:
            making = accounts.changing_password(form.texts[0], form.texts[1])
            self.change(
                lambda client: accounts.change(client, making),
                self._changed(words.OTHERS_ENDED),
                refused,
            )

        self._fill(Form(_("Another password"), [PASSWORD, NEW, REPEAT], check), then)

    def _recovery(self) -> None:
        def then(form: Filled, refused: Refused) -> None:
            making = accounts.renewing_recovery(form.texts[0])
            self.change(
                lambda client: accounts.change(client, making),
                self._changed(words.RECOVERY_VOID),
                refused,
            )

        self._fill(Form(_("Another recovery code"), [PASSWORD]), then)

    def _changed(self, sentence: str) -> Callable[[AccountNow], None]:
        def then(now: AccountNow) -> None:
            self._told = [_("You are {name}.", name=now.account.name)]
            self.tell(sentence)
            self._show_once(words.recovery(now.recovery))

        return then

    def _export(self) -> None:
        def then(form: Filled, refused: Refused) -> None:
            path = Path(form.texts[0]).expanduser()

            async def work() -> None:
                data = await with_connection(self.patience.address(), self.storage, accounts.export)
                accounts.write_export(path, data)

            self.carry_out(
                work, lambda _done: self.tell(_("Written to {path}.", path=path)), refused
            )

        self._fill(Form(_("Export"), [FormField(_("Into the file"), EXPORT_FILE)]), then)

    def _delete(self) -> None:
        def then(form: Filled, refused: Refused) -> None:
            self.change(
                lambda client: accounts.delete(client, form.texts[0]),
                lambda _done: self._out(words.DELETED),
                refused,
            )

        note = _("This deletes your account for good.")
        self._fill(Form(_("Delete"), [PASSWORD], note=note), then)

    def _show_once(self, lines: list[str]) -> None:
        if lines:
            self.app.push_screen(ShownOnce(lines))
