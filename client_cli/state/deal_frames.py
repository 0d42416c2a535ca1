"""Watched deals, which are shown to the player step by step before play, alone or in a race. Each
step is a frame.

The only game with such a deal is Kings. It is one of the games with which a player can win a crown,
by winning several of them in a row without hints.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from client_cli.terminal.pile_labels import card_text
from engine.view import Frame, View
from protocol.texts import _

if TYPE_CHECKING:
    from protocol import from_server as said

FIRST_SEE_IT = _("See the whole deal first.")


class DealFrames(NamedTuple):
    """The frame of a watched deal that is shown now: number `n`, from 1, of `of` frames, and
    `view`, the table after it. In Kings, cards are laid on piles that are numbered by rank. A card
    whose rank is the number of its pile goes to a corner pile instead, face down.

    `laid` and `matches` are pairs of pile number and card, in the order of the deal: `laid` are the
    cards laid on a pile, `matches` those that went to the corner. `blank` says that another
    face-down card was then laid on the corner. The other fields are for deals by the server. `ply`
    is how many hints were asked for so far. `counts` are how many cards of each rank have been laid
    on the piles, if a hint about this was asked for at this frame. `stopped_counting` says that the
    game no longer counts for a crown.
    """

    n: int
    of: int
    laid: Sequence[tuple[int, str]]
    matches: Sequence[tuple[int, str]]
    blank: bool
    view: View
    ply: int = 0
    counts: Sequence[int] = ()
    stopped_counting: bool = False

    @classmethod
    def of_frame(cls, frames: Sequence[Frame], n: int) -> "DealFrames":
        shown: Mapping[str, Any] = frames[n - 1].shown
        laid, matches = ([(at, card) for at, card in shown[part]] for part in ("laid", "matches"))
        return cls(n, len(frames), laid, matches, shown["blank"], frames[n - 1].view)

    @classmethod
    def heard(cls, frame: "said.Frame") -> "DealFrames":
        view = frame.view.checked()
        return cls(frame.frame, frame.of, frame.laid, frame.matches, frame.blank, view, frame.ply)

    def to_json(self) -> dict[str, object]:
        """Return the frame as JSON for programs. The fields are the same as in the message `frame`
        of the server."""
        return {
            "frame": self.n,
            "of": self.of,
            "laid": [list(pair) for pair in self.laid],
            "matches": [list(pair) for pair in self.matches],
            "blank": self.blank,
            "view": self.view.to_json(),
        }

    def sentence(self, go_on: str) -> str:
        """Return sentences for the player: the number of the frame, its cards that went face down
        to the corner pile of Kings, and how to continue. `go_on` is the key or command that
        continues."""
        sentences = [_("Round {round} of {rounds}.", round=self.n, rounds=self.of)]
        fell = [
            _("{card} on {pile}", card=card_text(card), pile=number)
            for number, card in self.matches
        ]
        if self.blank:
            fell.append(_("one unseen"))
        if fell:
            sentences.append(_("To the corner: {cards}.", cards=", ".join(fell)))
        sentences.append(_("{key}: {what}.", key=go_on, what=self.next_step()))
        return " ".join(sentences)

    def next_step(self) -> str:
        """Return what comes after the frame, for the sentence about it and for the key bar."""
        return _("begin to play") if self.n == self.of else _("next round")
