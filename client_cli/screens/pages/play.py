"""Base class of pages on which a player makes moves at a table: it turns keys and mouse events into
moves. It also has the aid `finish`, which plays a game that is certainly won to its end."""

from typing import Any

from textual import events

from client_cli.local.keymap import COMMANDS, shown
from client_cli.screens.page import ReadingPage
from client_cli.screens.pages.keys import hand_keys, keys_page
from client_cli.screens.pages.table_page import TablePage
from client_cli.screens.table.focus_order import ARROWS
from client_cli.screens.table.input_controller import FAN_ARROWS
from client_cli.screens.table.move_labels import KINDS
from client_cli.screens.table.selection import Act, Picker
from client_cli.screens.table.status_line import CHOICE, held
from client_cli.screens.table.table_view import TableView
from client_cli.screens.widgets.key_bar import pressed
from client_cli.state.card_marks import AFTER
from client_cli.state.card_marks import Place as Mark
from client_cli.state.deal_frames import FIRST_SEE_IT
from client_cli.text_mode import card_marks
from engine.aids import finish
from engine.errors import IllegalMove
from engine.moves import Resign
from protocol.texts import _

ONCE = frozenset(KINDS[kind] for kind in ("deal", "redeal", "end_session"))
"""Words for moves that Space makes and that are rare in a game. The preference `space` can make
Space ask before such a move."""


class PlayPage(TablePage):
    """A page with a table at which the player makes moves. It handles keys and mouse events, and
    calls `make` for each move."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = False
        """Whether Space was the last key and was not carried out, but asked for a second press."""

    def quiet_keys(self) -> list[tuple[str, str]]:
        if self.state().over:
            return []
        tilt = [(self.key_for("t"), _("tilt a card"))]
        return [*tilt, (self.key_for("v"), _("lay the columns otherwise")), *self.own_quiet_keys()]

    def own_quiet_keys(self) -> list[tuple[str, str]]:
        """Return further keys of a subclass, with their meanings, for the help page and the command
        palette: keys that only a race or only a solo game has."""
        return []

    def more_help(self) -> list[str]:
        return hand_keys(self.game, self.page_width(), self.own_shown())

    def own_shown(self) -> dict[str, str]:
        """Return the keys that the player has chosen, as the key bar shows them, by the default
        keys."""
        defaults = (command.key for command in COMMANDS.values())
        return {key: shown(own) for key in defaults if (own := self.patience.own_key(key))}

    def typed(self, key: str, char: str) -> bool:
        if self.laid_out:
            self.table.land()
            self.table.let_go()
        own = self.patience.default_key(key, char)
        if own is not None and len(own) == 1:
            return self._commanded(own)
        if key.startswith("ctrl+"):
            return self._letter(key.removeprefix("ctrl+"))
        if self.tilter.waiting:
            self._tilt(self.tilter.key(self.view(), key, char))
            return True
        return self._watched(key, char) if self.dealing() is not None else self._played(key, char)

    def _played(self, key: str, char: str) -> bool:
        """Handle a key while the player may make moves, after the deal. Return whether the key had
        an effect."""
        if char and self.state().over and self._letter(char):
            return True
        picker = self.picker()
        if key in ARROWS or key in ("tab", "shift+tab"):
            self.say = ""
            self.controller.walk(picker, self.table.canvas, key)
            self.redraw()
            return True
        if self._asks_first(picker, key):
            return True
        act = self._picked(picker, key, FAN_ARROWS.get(key, char))
        if act is None:
            return bool(char) and self._letter(char)
        self._act(act)
        return True

    def _picked(self, picker: Picker, key: str, char: str) -> Act | None:
        """Handle a key on the table. Return the result, such as a selection or a move; None if the
        table does not use the key."""
        if key == "escape":
            self.controller.clear()
            return Act(self.controller.selection)
        if key == "enter":
            return self.controller.enter(picker)
        if key == "space":
            return self.controller.deal(picker)
        return self.controller.key(picker, char) if char else None

    def _asks_first(self, picker: Picker, key: str) -> bool:
        """If the key is Space and a card could still be played, tell the player to press Space
        again, and return True. Return False for the second Space, for other keys, and if the player
        prefers not to be asked."""
        before, self._asked = self._asked, False
        asks = key == "space" and not before and self.patience.choice("space") == "asks"
        if (
            asks
            and self.space in ONCE
            and not self.controller.selection.choices
            and picker.remains()
        ):
            self._asked = True
            self.say = _("A card can still be played. Space again: {space}.", space=self.space)
            self.tick()
        return self._asked

    def _watched(self, key: str, char: str) -> bool:
        """Handle a key during the watched deal. Return whether the key had an effect."""
        self.say = ""
        if key in ("space", "enter"):
            self.next_frame()
            self.say = self.say if self.dealing() else self.tally.counts_sentence() or self.say
        elif char and not (self.tally.key(char) or self._letter(char)):
            self.say = FIRST_SEE_IT
        self.redraw()
        return bool(char) or key in ("space", "enter")

    def on_table_view_picked(self, event: TableView.Picked) -> None:
        if self.dealing() is not None:
            if not self.tally.click(event.spot):
                self._watched("space", "")
            self.redraw()
        elif self.controller.selection.source is None and self.tilter.by_click(event.spot):
            self._tilt(self.tilter.place(self.view(), event.spot))
        else:
            self._act(self.controller.point(self.picker(), event.spot, event.double))

    def on_table_view_lifted(self, event: TableView.Lifted) -> None:
        if self.dealing() is not None:
            return
        picker, spot = self.picker(), event.spot
        self.controller.lift(picker, spot)
        self.table.carried = picker.taken(spot)
        self.say = ""
        self.redraw()

    def on_table_view_dropped(self, event: TableView.Dropped) -> None:
        if self.dealing() is None:
            self._act(self.controller.drop(self.picker(), event.spot))

    def on_click(self, event: events.Click) -> None:
        """Handle a click outside the table: on a key in the key bar, or on a numbered choice in the
        status line."""
        key, choice = pressed(event), event.style.meta.get(CHOICE)
        if key is not None:
            self.press(*key)
        elif isinstance(choice, int):
            self._act(self.controller.choose(self.picker(), choice))

    def on_mouse_up(self) -> None:
        """Cancel a drag if the player releases the button outside the table."""
        if self.laid_out:
            self.table.let_go()

    def on_table_view_rolled(self, event: TableView.Rolled) -> None:
        """If the wheel is turned over a column that is too long for all its cards to be visible,
        list the cards on the status line."""
        if self.dealing() is None:
            cards = held(self.picker(), event.spot.place, self.table.canvas, self.look)
            self.say = cards or self.say
            self.tick()

    def on_table_view_tilted(self, event: TableView.Tilted) -> None:
        self._tilt(self.tilter.place(self.view(), event.spot))

    def _tilt(self, place: Mark | None) -> None:
        """Change the tilt of a card or pile to the tilt that follows its present one. `place` None
        means that the player has not named a card or pile: then tilt nothing. If the program waits
        for the label of a pile, show what tilts mean."""
        self.say = self.tilter.legend if self.tilter.waiting else ""
        if place is not None:
            tilt = AFTER[self.marks.at(self.view(), place)]
            self.marks.tilt(self.view(), place, tilt)
            self.send_mark(place, tilt)
            sentence = card_marks.sentence(self.game, self.view(), place, tilt)
            self.say = self.look.symbols(sentence)
            self.controller.clear()
        self.redraw()

    def _act(self, act: Act) -> None:
        self.say = act.say
        if act.move is not None:
            self._try(self.controller.fan.real(act.move))
        self.redraw()

    def _try(self, move: Any) -> None:
        try:
            self.make(move)
            self.patience.tone("snap")
        except IllegalMove as refusal:
            self.say = str(refusal)

    def _letter(self, char: str) -> bool:
        """Carry out the command whose default key is this character, unless the player has chosen
        another key for it. Return whether there was a command."""
        return self.patience.own_key(char) is None and self._commanded(char)

    def _commanded(self, char: str) -> bool:
        if char == "r":
            self.read_rules(type(self.game))
        elif char == "?":
            in_room = self.patience.room is not None
            lines = keys_page(self.game, self.page_width(), self.own_shown(), in_room=in_room)
            self.app.push_screen(ReadingPage(f" {_('Keys')} ", "\n".join(lines)))
        elif char == "v":
            self.switch_layout()
        elif char == "f" and not self.state().over:
            self._finish_game()
        elif char == "t" and (self.dealing() or not self.state().over):
            self._tilt(self.tilter.begin(self.view(), self.controller.selection))
        elif char == "x" and (self.dealing() or not self.state().over):
            again = _("Give up? Press {key} again; any other key plays on.", key=self.key_for("x"))
            own = self.patience.own_key("x") or "x"
            self.ask_first(again, own.removeprefix("ctrl+"), self._give_up)
        else:
            return self.command(char)
        return True

    @property
    def finishes(self) -> bool:
        """Whether the aid `finish` can be used now: whether the game can be won by moves that need
        no choice of the player."""
        return self.dealing() is None and bool(finish(self.game, self.state()))

    def finish_keys(self) -> list[tuple[str, str]]:
        """Return the key of the aid `finish` with its meaning, as a list with one (key, meaning)
        pair. Return an empty list while the game needs choices of the player."""
        return [(self.key_for("f"), _("finish"))] if self.finishes else []

    def make_finish(self) -> None:
        """Make the moves of the aid `finish`, one after the other, until the game is won. In a race
        each move waits for the server's answer to the move before. Raise IllegalMove, before any
        move is made, if the game still needs choices of the player."""
        raise NotImplementedError

    def _finish_game(self) -> None:
        self.controller.clear()
        try:
            self.make_finish()
        except IllegalMove as refusal:
            self.say = _(str(refusal))
        self.redraw()

    def _give_up(self) -> None:
        self.controller.clear()
        self._try(Resign())
        self.redraw()
