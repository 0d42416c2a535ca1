"""Winnable deals for games played alone: the first pack of a deal that the solver wins."""

from collections.abc import Callable
from typing import NamedTuple

from client_cli.exit_codes import Failure
from engine.cards import deal_number_seed
from engine.errors import BadOption
from engine.games import AnyGame
from engine.races.terms import terms
from engine.solver.difficulty_classes import Difficulty
from engine.solver.winnable_deals import WinnableDeal, WinnableTerms, winnable_deal
from protocol.texts import _

SEARCHING = _("Searching for a deal that can be won …")


class SearchedDeal(NamedTuple):
    """A winnable deal, and how it was searched for."""

    terms: WinnableTerms
    deal: WinnableDeal

    def sentence(self) -> str:
        """Return a sentence for the player that says whether the deal can be won."""
        if self.deal.k is None:
            if self.terms.difficulty is not None:
                return _(
                    "It is not known whether this deal can be won: no pack of that difficulty was"
                    " found."
                )
            return _("It is not known whether this deal can be won: no pack was proven.")
        return _("This deal can be won.")


def search_deal(
    game: AnyGame,
    number: int,
    difficulty: Difficulty | None = None,
    begun: Callable[[], None] = lambda: None,
) -> SearchedDeal:
    """Search for the winnable deal with this number, of the class `difficulty` unless that is None.
    The search can take several seconds; `begun` is called when it begins. Raises Failure if the
    game, or the game with these options, has no such winnable deals."""
    try:
        how = terms(game, {"winnable": True, "difficulty": difficulty}).winnable
    except BadOption as error:
        raise Failure.usage(_(str(error))) from None
    if how is None:
        raise AssertionError("a winnable deal was asked for")
    begun()
    return SearchedDeal(how, winnable_deal(game, deal_number_seed(number), how))
