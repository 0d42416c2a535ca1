"""The page of the branches and bookmarks of a game played alone."""

from collections.abc import Callable

from client_cli.screens.widgets.form import Filled, Form, FormField
from client_cli.screens.widgets.list_page import ListPage, ListRow
from client_cli.solo import branches
from client_cli.solo.game import LONGEST_BOOKMARK, SoloGame
from protocol.texts import _


class BranchesPage(ListPage):
    """The list of the positions to which the player can go: those with a bookmark, then the end of
    each branch. A branch begins where the player took moves back and played another one. Enter
    closes the page and calls `go` with the number of the position in the tree of moves."""

    heading = _("Branches and bookmarks")

    def __init__(self, solo: SoloGame, go: Callable[[int], None]) -> None:
        super().__init__()
        self._solo, self._go = solo, go
        self._tree = solo.tree
        self._read()

    def _read(self) -> None:
        """Make the rows anew, from the present bookmarks."""
        self._numbers = branches.choices(self._tree, self._solo.bookmarks)
        self._rows = [
            ListRow(
                f"{branches.name_of(number, self._solo.bookmarks, at):<16}",
                branches.position_words(self._solo, self._tree, number),
            )
            for at, number in enumerate(self._numbers, 1)
        ]

    def rows(self) -> list[ListRow]:
        return self._rows

    def above(self) -> list[str]:
        return [""] if self._rows else [branches.NO_BRANCHES, ""]

    def key_pairs(self) -> list[tuple[str, str]]:
        chosen = [(_("Enter"), _("go there"))] if self._rows else []
        if self._rows and self._numbers[self.at] in self._solo.bookmarks:
            chosen.append(("d", _("remove the name")))
        return [*chosen, ("n", _("name the present position")), ("q", _("back"))]

    def choose(self) -> None:
        self.back()
        self._go(self._numbers[self.at])

    def command(self, char: str) -> bool:
        if char == "q":
            self.back()
        elif char == "n":
            self._ask_name()
        elif char == "d" and self._rows:
            self._solo.bookmarks.pop(self._numbers[self.at], None)
            self._read()
            self.redraw()
        else:
            return False
        return True

    def _ask_name(self) -> None:
        """Ask for the name of the present position; an empty name removes it."""

        def filled(form: Filled | None) -> None:
            if form is not None:
                self._solo.bookmark(form.texts[0])
                self._read()
                self.redraw()

        known = self._solo.bookmarks.get(self._tree.here, "")
        field = FormField(_("Name"), known, longest=LONGEST_BOOKMARK)
        self.app.push_screen(Form(_("Name the present position"), [field]), filled)
