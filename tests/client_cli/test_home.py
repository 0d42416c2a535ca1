"""The home page: it returns after every action on a server, until the user leaves."""

from collections.abc import Callable
from pathlib import Path

import pytest

from client_cli.commands import home
from client_cli.exit_codes import Failure
from client_cli.local.storage import Storage
from client_cli.screens import home_entry
from client_cli.screens.pending_action import PendingAction
from client_cli.screens.ui_state import load_ui_state, store_ui_state
from client_cli.terminal.output import Output, print_after_exit

Granting = Callable[[PendingAction], None]


class Evening:
    """What somebody wishes for, one after the other, and what is on the screen before each."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *wishes: PendingAction | None) -> None:
        self.told: list[str] = []
        self.again: list[PendingAction | None] = []
        self.granted: list[PendingAction] = []
        self.fails: dict[str, Failure] = {}
        self.leaves_in = ""
        self._wishes = iter(wishes)

        def run_home(
            storage: Storage, told: str = "", again: PendingAction | None = None
        ) -> PendingAction | None:
            self.told.append(told)
            self.again.append(again)
            return next(self._wishes)

        def grant(
            wish: PendingAction, voice: Output, storage: Storage, left: Callable[[], None]
        ) -> None:
            self.granted.append(wish)
            if wish.kind == self.leaves_in:
                left()
            if wish.kind in self.fails:
                raise self.fails[wish.kind]

        monkeypatch.setattr(home_entry, "run_home", run_home)
        monkeypatch.setattr(home, "_run_wish", grant)


def test_home_comes_back_with_what_there_is_to_say(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    evening = Evening(
        monkeypatch, PendingAction("join"), PendingAction("host"), PendingAction("tournament"), None
    )
    evening.fails["join"] = Failure.unreachable("No server answers at ws://here.")
    print_after_exit("Come back with: patience tournament play.")
    home._full_screen(Output(), Storage(tmp_path))
    assert [wish.kind for wish in evening.granted] == ["join", "host", "tournament"]
    assert evening.told[:2] == ["", "No server answers at ws://here."]
    assert evening.told[2] == "Come back with: patience tournament play."
    assert evening.told[3] == ""


def test_whoever_leaves_the_program_in_a_room_is_not_shown_home_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    evening = Evening(
        monkeypatch, PendingAction("host"), PendingAction("join"), PendingAction("watch")
    )
    evening.leaves_in = "join"
    home._full_screen(Output(), Storage(tmp_path))
    assert [wish.kind for wish in evening.granted] == ["host", "join"]


def test_a_wrong_code_leads_back_to_where_it_was_typed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typed = PendingAction("join", code="KQ74TX", name="Ann")
    evening = Evening(monkeypatch, typed, PendingAction("host"), None)
    evening.fails["join"] = Failure.not_found("There is no room with that code.")
    evening.fails["host"] = Failure.refused("The server takes no more rooms.")
    home._full_screen(Output(), Storage(tmp_path))
    assert evening.told[1] == "There is no room with that code."
    assert evening.again == [None, typed, None], "a race to be opened has nothing to be put right"


def test_a_room_that_is_no_more_is_not_offered_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    storage = Storage(tmp_path)
    store_ui_state(storage, room="ws://here/ws KQ74TX", game="usk")
    evening = Evening(monkeypatch, PendingAction("resume", code="http://here/j/KQ7-4TX"), None)
    evening.fails["resume"] = Failure.unreachable("No server answers.")
    home._full_screen(Output(), storage)
    assert load_ui_state(storage, "room"), "the server may come back"
    evening = Evening(monkeypatch, PendingAction("resume", code="http://here/j/KQ7-4TX"), None)
    evening.fails["resume"] = Failure.not_found("There is no such room.")
    home._full_screen(Output(), storage)
    assert (load_ui_state(storage, "room"), load_ui_state(storage, "game")) == ("", "usk")
