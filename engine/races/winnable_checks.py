"""The steps of the verification of a record that concern a winnable deal. They check that the pack
that was dealt can be won and has the difficulty that was chosen, and that no pack before it would
have been dealt."""

from collections.abc import Iterator

from engine.races.deal_checks import Check
from engine.races.record import Record
from engine.solver.difficulty_classes import Difficulty, difficulty_name
from engine.solver.solve import VERSION
from engine.solver.winnable_deals import (
    WinnableTerms,
    line_flaw,
    numbered_pack,
    pack_difficulty,
    winnable_deal,
    winnable_terms,
)

FIRST_SOLVER_WITH_CLASSES = 2
"""The first version of the solver that knows classes of difficulty."""


def winnable_checks(claimed: Record) -> Iterator[Check]:
    """Yield the results of the steps that check a winnable deal, in order; none if the deal of the
    record was not a winnable one. The last step can take many seconds, because it searches all
    packs again."""
    how, deal = claimed.terms.winnable, claimed.winnable
    if how is None or deal is None:
        return
    yield _terms(claimed, how)
    if deal.k is None:
        yield Check("winning line", True, "none, so pack 0 was dealt and is unproven")
    elif deal.k > how.last_pack:
        told = f"pack k = {deal.k} is after the last pack, {how.last_pack}"
        yield Check("winning line", False, told)
    else:
        pack = numbered_pack(claimed.game, claimed.seed, deal.k)
        flaw = line_flaw(claimed.game, pack, deal.line or ())
        told = f"the {len(deal.line or ())} moves win pack k = {deal.k}"
        wrong = f"the moves do not win pack k = {deal.k}: {flaw}"
        yield Check("winning line", flaw is None, wrong if flaw else told)
        if how.difficulty is not None:
            yield _difficulty(claimed, how, how.difficulty)
    yield _search(claimed, how)


def _terms(claimed: Record, how: WinnableTerms) -> Check:
    """Check whether the solver searches for winnable deals of this game as the terms say."""
    step = "winnable terms"
    told = f"solver {how.solver}, {how.nodes:,} nodes for each pack, last pack {how.last_pack}"
    kind = "winnable deals"
    if how.difficulty is not None:
        kind += f" of the difficulty {_class(how.difficulty)}"
        told += f", difficulty {_class(how.difficulty)}"
    if how.solver != VERSION:
        if how.difficulty is not None and how.solver < FIRST_SOLVER_WITH_CLASSES:
            return Check(step, False, f"solver {how.solver} knows no classes of difficulty")
        # A later version may have other numbers; an earlier one may have had them.
        if 1 <= how.solver < VERSION:
            return Check(step, True, f"{told}; this is solver {VERSION}", checkable=False)
        return Check(step, False, f"solver {how.solver} is not known; this is solver {VERSION}")
    usual = winnable_terms(claimed.game, how.difficulty)
    if usual is None:
        return Check(step, False, f"the solver searches for no {kind} of this game")
    for name, value in usual._asdict().items():
        found = getattr(how, name)
        if found != value:
            return Check(step, False, f"{name} is {value} for {kind} of this game, not {found}")
    return Check(step, True, told)


def _class(difficulty: Difficulty) -> str:
    return f"{difficulty} ({difficulty_name(difficulty)})"


def _difficulty(claimed: Record, how: WinnableTerms, wanted: Difficulty) -> Check:
    """Check whether the pack that was dealt has the difficulty that was chosen."""
    if how.solver != VERSION:
        told = f"only solver {how.solver} can tell the difficulty of the deal"
        return Check("difficulty", True, told, checkable=False)
    pack = numbered_pack(claimed.game, claimed.seed, claimed.k)
    found = pack_difficulty(claimed.game, pack, how.nodes)
    if found == wanted:
        return Check("difficulty", True, f"the deal is in class {_class(wanted)}")
    true = "none, because the solver does not win it" if found is None else _class(found)
    told = f"the class of the deal is {true}, not {_class(wanted)}"
    return Check("difficulty", False, told)


def _search(claimed: Record, how: WinnableTerms) -> Check:
    """Search again, and check whether the deal is the one that is found."""
    step, deal = "earlier packs", claimed.winnable
    if how.solver != VERSION:
        untold = f"only solver {how.solver} can tell whether it won none of them"
        return Check(step, True, untold, checkable=False)
    found = winnable_deal(claimed.game, claimed.seed, how)
    if deal == found:
        if found.k == 0:
            return Check(step, True, "none, pack 0 was dealt")
        last = how.last_pack if found.k is None else found.k - 1
        those = "none" if how.difficulty is None else "none of that difficulty"
        return Check(step, True, f"the solver won {those} of the packs 0 to {last}")
    if deal is not None and deal.k == found.k:
        return Check(step, False, "the line is not the one that the solver finds")
    claim = "none" if deal is None or deal.k is None else f"k = {deal.k}"
    true = "none" if found.k is None else f"k = {found.k}"
    first = "the first pack that the solver wins"
    first += "" if how.difficulty is None else " and that is in that class"
    return Check(step, False, f"{first} is {true}, not {claim}")
