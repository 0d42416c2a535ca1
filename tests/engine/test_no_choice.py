"""Games without choice: their formats, and how races of them are ranked."""

import pytest

from engine.errors import BadOption
from engine.games import GAMES, game
from engine.ranking import Standing, rank
from engine.terms import formats, terms

SLUGS = [slug for slug, rules in GAMES.items() if not rules.has_choice()]


def test_which_games_have_no_choice() -> None:
    assert SLUGS == ["clock", "captive_queens"]


@pytest.mark.parametrize("slug", SLUGS)
def test_such_a_game_is_raced_only_to_the_best(slug: str) -> None:
    rules = game(slug)
    assert formats(rules) == ("best",)
    assert terms(rules, {}).format == "best"
    for wrong in ({"format": "first_out"}, {"winners": "moves"}):
        with pytest.raises(BadOption, match="is one of"):
            terms(rules, wrong)


@pytest.mark.parametrize("slug", SLUGS)
def test_who_reaches_the_same_shares_the_place(slug: str) -> None:
    def standing(seat: int, best: int, ms: int, *, clean: bool = True) -> Standing:
        result = "won" if best == 52 else "lost"
        return Standing(seat, result, None, best, 0, ms, None, ms, ms // 100, clean)

    standings = [
        standing(0, 41, 9_000),
        standing(1, 52, 90_000),
        standing(2, 52, 5_000),
        standing(3, 41, 70_000),
        standing(4, 40, 1_000),
        standing(5, 52, 4_000, clean=False),
    ]
    placed = rank(standings, game(slug).ranked_by, "time")
    assert [(one.place, one.standing.seat) for one in placed] == [
        (1, 1), (1, 2), (3, 0), (3, 3), (5, 4), (6, 5),
    ]  # fmt: skip
