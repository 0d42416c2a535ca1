"""Deals that players watch frame by frame before they play, alone or in a race."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from client_cli.terminal.pile_labels import card_text
from engine.view import Frame, View

if TYPE_CHECKING:
    from protocol import from_server as said

FIRST_SEE_IT = "See the whole deal first."


class DealFrames(NamedTuple):
    """The current frame of a deal: frame `n` of `of`, and the table after it."""

    n: int
    of: int
    laid: Sequence[tuple[int, str]]
    matches: Sequence[tuple[int, str]]
    blank: bool
    view: View

    @classmethod
    def of_frame(cls, frames: Sequence[Frame], n: int) -> "DealFrames":
        shown: dict[str, Any] = frames[n - 1].shown
        laid, matches = ([(at, card) for at, card in shown[part]] for part in ("laid", "matches"))
        return cls(n, len(frames), laid, matches, shown["blank"], frames[n - 1].view)

    @classmethod
    def heard(cls, frame: "said.Frame") -> "DealFrames":
        view = View.from_json(frame.view)
        return cls(frame.frame, frame.of, frame.laid, frame.matches, frame.blank, view)

    def to_json(self) -> dict[str, Any]:
        """Fields for programs; the same as those of the server's `frame` message."""
        return {
            "frame": self.n,
            "of": self.of,
            "laid": [list(pair) for pair in self.laid],
            "matches": [list(pair) for pair in self.matches],
            "blank": self.blank,
            "view": self.view.to_json(),
        }

    def sentence(self, go_on: str) -> str:
        """A sentence about the cards dealt out of the row, then how to continue; `go_on` names the
        key or command for that."""
        told = [f"Round {self.n} of {self.of}."]
        if self.matches:
            fell = ", ".join(f"{card_text(card)} on {number}" for number, card in self.matches)
            told.append(f"To the corner: {fell}{', one unseen' * self.blank}.")
        elif self.blank:
            told.append("To the corner: one unseen.")
        return " ".join([*told, f"{go_on} {'begins' if self.n == self.of else 'goes on'}."])
