"""Clock: worked examples of its rules, its refusals, its ends, what cannot arise.

Positions are in the shorthand of `tests.engine.helpers.composed`.
"""

import pytest

from engine.cards import Card, names, new_pack, shuffle
from engine.errors import BadPosition, HiddenCard, IllegalMove
from engine.games import AnyGame, game
from tests.engine.helpers import AnyState, cards, composed, legal_texts, play

ZERO, RISING = bytes(32), bytes(range(32))
TURNED = {
    ZERO: "4D 6D KS 8H 8D 4S 6S 6C 5S 5D 3H JS 7C TC AH KH 3C 8S TD 7S 5C 3S 2C 7H 2S AS 3D JH TH "
    "JD 8C KD JC TS 4C 9S QD QS 4H QH KC",
    RISING: "KS 3S 6C 5D 3D 4C 8S 7C 9C 6S QD 4H JC 4D QS KH QH 7D 2S AD JD TD 8C 9D 8D KD AH 5C "
    "9H KC",
}
"""The cards turned up in order, by seed."""

ALL_BUT_ONES_AND_TWOS = (
    "hour.3=3S 3H 3D 3C; hour.4=4S 4H 4D 4C; hour.5=5S 5H 5D 5C; hour.6=6S 6H 6D 6C; "
    "hour.7=7S 7H 7D 7C; hour.8=8S 8H 8D 8C; hour.9=9S 9H 9D 9C; hour.10=TS TH TD TC; "
    "hour.11=JS JH JD JC; hour.12=QS QH QD QC"
)
LAST = f"{ALL_BUT_ONES_AND_TWOS}; hour.1=KC|AS AH AD AC; hour.2=2S 2H 2D 2C; hour.13=KS KH KD"
"""The last card, a king, is still face down on the ones."""
SOON = f"{ALL_BUT_ONES_AND_TWOS}; hour.1=AC|AS AH AD; hour.2=2S 2H 2D 2C; hour.13=KS KH KD KC"
"""The fourth king has come up, and an ace is still face down."""
PLAIN, WATCH = "; exchange_left=0", "; exchange_left=1"


@pytest.fixture(scope="module")
def rules() -> AnyGame:
    return game("clock")


@pytest.fixture(scope="module")
def watch() -> AnyGame:
    return game("clock", {"exchange": True})


def dealt(rules: AnyGame, seed: bytes) -> AnyState:
    return rules.deal(shuffle(new_pack(1), seed))


def test_the_deal_goes_round_four_times(rules: AnyGame) -> None:
    state = rules.deal(new_pack(1))
    assert [names(c for c in pile.down if c is not None) for pile in state.piles[::12]] == [
        ["AS", "AH", "AD", "AC"],
        ["KS", "KH", "KD", "KC"],
    ]
    assert rules.view(state).facts == {"at": 13, "exchange_left": 0}
    assert rules.progress(state) == 0


@pytest.mark.parametrize("seed", [ZERO, RISING])
def test_the_cards_come_in_this_order(rules: AnyGame, seed: bytes) -> None:
    state = dealt(rules, seed)
    turned: list[Card] = []
    while not state.over:
        assert legal_texts(rules, state) == ["turn"]
        step = rules.play(state, rules.codec.from_text("turn"))
        assert [event.kind for event in step.events] == ["dealt"]
        turned += step.events[0].cards
        state = step.state
    assert turned == cards(TURNED[seed])
    assert (state.over.result, rules.progress(state)) == ("lost", len(turned))
    assert all(len(pile.up) <= 4 for pile in state.piles)


def test_watch_after_the_fourth_king(watch: AnyGame) -> None:
    state = play(watch, dealt(watch, ZERO), *["turn"] * 41)
    assert legal_texts(watch, state) == [f"exchange hour.{h}" for h in (1, 2, 5, 6, 7, 9, 12)]
    assert watch.view(state).facts == {"at": 13, "exchange_left": 1}
    for move in ("turn", "exchange hour.13", "exchange hour.3"):
        with pytest.raises(IllegalMove):
            play(watch, state, move)
    step = watch.play(state, watch.codec.from_text("exchange hour.9"))
    assert [(event.kind, names(event.cards)) for event in step.events] == [
        ("moved", ["KC"]),
        ("dealt", ["5H"]),
    ]
    after = step.state
    assert after.piles[8] == (tuple(cards("KC 7D AC")), tuple(cards("9S")))
    assert after.piles[4].up[-1:] == tuple(cards("5H"))
    assert watch.view(after).facts == {"at": 5, "exchange_left": 0}
    assert watch.progress(after) == 41
    assert legal_texts(watch, after) == ["turn"]


def test_where_each_exchange_leads(watch: AnyGame) -> None:
    state = play(watch, dealt(watch, ZERO), *["turn"] * 41)
    reached = []
    for move in legal_texts(watch, state):
        after = play(watch, state, move)
        while not after.over:
            after = play(watch, after, "turn")
        assert after.over.result == "lost"
        reached.append(watch.progress(after))
    assert reached == [44, 51, 51, 48, 48, 51, 42]


def test_the_exchange_is_the_last_king_that_came(watch: AnyGame) -> None:
    after = play(watch, composed(watch, SOON.replace("KD KC", "KC KD") + WATCH), "exchange hour.1")
    assert after.piles[0] == (tuple(cards("KD")), tuple(cards("AS AH AD AC")))
    assert after.piles[12].up == tuple(cards("KS KH KC"))


def test_a_view_does_not_know_which_card_comes_next(watch: AnyGame) -> None:
    for text, move in ((LAST + PLAIN, "turn"), (SOON + WATCH, "exchange hour.1")):
        seen = watch.state_of(watch.view(composed(watch, text)))
        assert legal_texts(watch, seen) == [move]
        with pytest.raises(HiddenCard):
            play(watch, seen, move)


REFUSALS = [
    (True, LAST + PLAIN, "exchange hour.1", "Only the fourth king changes places."),
    (False, LAST + PLAIN, "exchange hour.1", "Only the fourth king changes places."),
    (True, SOON + WATCH, "turn", "Nothing is left to turn in the middle."),
    (True, SOON + WATCH, "exchange hour.2", "No card is face down there."),
    (True, SOON + WATCH, "exchange hour.13", "No card is face down there."),
]


@pytest.mark.parametrize(("exchange", "start", "move", "reason"), REFUSALS)
def test_what_each_refusal_says(exchange: bool, start: str, move: str, reason: str) -> None:
    rules = game("clock", {"exchange": exchange})
    with pytest.raises(IllegalMove, match=reason):
        play(rules, composed(rules, start), move)


def test_the_king_changes_places_only_once(watch: AnyGame) -> None:
    start = composed(watch, SOON + WATCH)
    state = start._replace(beside=0)
    reason = watch.refusal(state, watch.codec.from_text("exchange hour.1"))
    assert reason == "The king changes places once at most, and only in the game Watch."
    assert watch.outcome(state) is not None
    assert watch.outcome(start) is None


def test_how_the_game_ends(rules: AnyGame, watch: AnyGame) -> None:
    won = play(rules, composed(rules, LAST + PLAIN), "turn")
    assert won.over is not None
    assert won.over.result == "won"
    again = play(watch, composed(watch, SOON + WATCH), "exchange hour.1", "turn")
    assert again.over is not None
    assert again.over.result == "won"
    soon = composed(rules, SOON + PLAIN)
    assert soon.over is not None
    assert (soon.over.result, rules.progress(soon)) == ("lost", 51)


OTHERS = ALL_BUT_ONES_AND_TWOS
IMPOSSIBLE = [
    (
        f"{OTHERS}; hour.1=KC|2S AH AD AC; hour.2=AS 2H 2D 2C; hour.13=KS KH KD",
        "A card is put under the pile of its own hour.",
    ),
    (
        f"{OTHERS}; hour.1=2C|AS AH AD AC; hour.2=2S 2H 2D; hour.13=KS KH KD KC",
        "For each card put under a pile one is turned from it.",
    ),
    (
        f"{OTHERS}; hour.1=AS AH AD AC; hour.2=2S 2H 2D 2C KC|; hour.13=KS KH KD",
        "The play goes on at the pile of the last card.",
    ),
    (
        f"{OTHERS}; hour.1=AS AH AD AC; hour.2=2S 2H 2D 2C; hour.13=KS KH KD KC|",
        "The play goes on at the pile of the last card.",
    ),
]


@pytest.mark.parametrize(("position", "reason"), IMPOSSIBLE)
def test_positions_that_cannot_arise(rules: AnyGame, position: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        composed(rules, position + PLAIN)


def test_no_exchange_was_before_the_fourth_king(watch: AnyGame) -> None:
    assert composed(watch, LAST + PLAIN).beside == 0
    words = "the fourth king is the lowest card"
    for seed, turns in ((ZERO, 0), (ZERO, 20), (ZERO, 38)):
        state = play(watch, dealt(watch, seed), *["turn"] * turns)
        text = watch.position(state).replace("exchange_left=1", "exchange_left=0")
        with pytest.raises(BadPosition, match=words):
            watch.load(text)
    higher = play(watch, dealt(watch, ZERO), *["turn"] * 41, "exchange hour.9")
    text = watch.position(higher).replace("9=KC 7D AC", "9=7D KC AC")
    with pytest.raises(BadPosition, match=words):
        watch.load(text)
    soon = play(watch, dealt(watch, ZERO), *["turn"] * 41)
    assert watch.load(watch.position(soon).replace("exchange_left=1", "exchange_left=0")).over


def test_the_exchange_left_is_a_number_that_the_option_allows(rules: AnyGame) -> None:
    with pytest.raises(BadPosition, match="exchange_left must be a number from 0 to 0"):
        composed(rules, LAST + WATCH)
