"""Tests of cards, packs and the shuffle.

The shuffle vectors are published: a change of the shuffle makes every stored record invalid.
"""

import json
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import (
    CARD,
    LAST_DEAL_NUMBER,
    NAME,
    RANK,
    RED,
    SUIT,
    Card,
    again,
    card,
    check_pack,
    deal_number_seed,
    names,
    new_pack,
    shuffle,
)
from engine.errors import BadPack, BadRequest
from engine.games import game
from engine.games.aces_up import AcesUp
from engine.races.board import GameBoard
from engine.table import STUCK, GameOver

ZEROS, COUNTING = bytes(32), bytes(range(32))


@pytest.mark.parametrize(
    ("packs", "seed", "first", "last", "digest"),
    [
        (1, ZEROS, "9C 9H JH QH 2H 2D 6H KD 5H 4C TS QC JC", "7C QS 4D", "0eb5b6275d3b7ea4"),
        (1, COUNTING, "6D 7S TC 3H 2C AC 6H TH QC 8H JS 2H AH", "4D 4H KS", "a42cab9c69804f44"),
        (2, ZEROS, "QH 3D 6H 9S QD QS QC KC 4S 6S 4C 5H 6S", "3C 7D 4D", "a6279bf93ab013ef"),
        (2, COUNTING, "8H KC 8H 3C 5H QS AH TD 4H KC 2C AD TH", "7C 3C KS", "25661d791b0bc36f"),
    ],
)
def test_shuffle_vectors(packs: int, seed: bytes, first: str, last: str, digest: str) -> None:
    order = names(shuffle(new_pack(packs), seed))
    assert " ".join(order[:13]) == first
    assert " ".join(order[-3:]) == last
    assert sha256(" ".join(order).encode()).hexdigest()[:16] == digest


def test_a_new_pack_is_in_the_order_of_the_shop() -> None:
    order = " ".join(names(new_pack(1)))
    assert order.startswith("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AH 2H")
    assert order.endswith("KH AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AC 2C 3C 4C 5C 6C 7C 8C 9C "
                          "TC JC QC KC")  # fmt: skip
    assert names(new_pack(2)) == names(new_pack(1)) * 2


def test_a_card_has_rank_suit_and_colour() -> None:
    for name, c in CARD.items():
        assert NAME[c] == name
        assert RANK[c] == "A23456789TJQK".index(name[0]) + 1
        assert "SHDC"[SUIT[c]] == name[1]
        assert RED[c] == (name[1] in "HD")


@pytest.mark.parametrize("name", ["", "A", "1S", "10H", "as", "AS ", "SA", None, 7, [], {}])
def test_what_is_not_a_card(name: object) -> None:
    with pytest.raises(BadPack, match="is not a card; write rank and suit, as in TH"):
        card(name)


def test_a_refused_card_is_not_repeated_at_length() -> None:
    with pytest.raises(BadPack) as refused:
        card("X" * 10_000)
    assert len(str(refused.value)) < 100


@given(st.binary(min_size=32, max_size=32), st.integers(1, 2))
def test_a_shuffle_keeps_the_cards(seed: bytes, packs: int) -> None:
    pack = new_pack(packs)
    assert sorted(shuffle(pack, seed)) == sorted(pack)
    assert pack == new_pack(packs)


def test_a_number_that_would_favour_low_results_is_passed_over() -> None:
    """With n items `below` must refuse x from 2³² − (2³² mod n) on: against a plain model."""
    for number in range(1, 40):
        seed = deal_number_seed(number)
        assert shuffle([Card(i) for i in range(52)], seed) == _model(52, seed)
        # Long lists refuse more often; 300 items are no pack but the same arithmetic.
        assert shuffle([Card(i) for i in range(300)], seed) == _model(300, seed)


def _model(size: int, seed: bytes) -> list[int]:
    stream = b"".join(sha256(seed + i.to_bytes(8, "big")).digest() for i in range(size))
    at = 0
    result = list(range(size))
    for i in range(size - 1, 0, -1):
        while True:
            x = int.from_bytes(stream[at : at + 4], "big")
            at += 4
            if x < 2**32 - (2**32 % (i + 1)):
                break
        j = x % (i + 1)
        result[i], result[j] = result[j], result[i]
    return result


class _Chosen:
    """A hash whose first answer is chosen: 2³² − 1 is refused for every n but powers of two."""

    def __init__(self, data: bytes) -> None:
        self.counter = int.from_bytes(data[32:], "big")

    def digest(self) -> bytes:
        return (b"\xff\xff\xff\xff" + b"\x00\x00\x00\x01" * 7) if self.counter == 0 else bytes(32)


def test_a_refused_number_takes_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.cards.sha256", _Chosen)
    # i = 2: ff… is refused for n = 3, the next is 1; i = 1: 1 mod 2 = 1.
    assert shuffle([Card(0), Card(1), Card(2)], ZEROS) == [0, 2, 1]
    # n = 2 divides 2³²: ff… is taken and is 1.
    assert shuffle([Card(0), Card(1)], ZEROS) == [0, 1]


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_has_32_bytes(size: int) -> None:
    with pytest.raises(BadRequest, match=f"A seed has 32 bytes, not {size}"):
        shuffle(new_pack(1), bytes(size))


@pytest.mark.parametrize("number", [1, 2, 4711, LAST_DEAL_NUMBER])
def test_a_deal_number_is_a_seed(number: int) -> None:
    assert deal_number_seed(number) == sha256(b"crown-patience/deal-number/%d" % number).digest()


@pytest.mark.parametrize("number", [-1, 0, 2**63])
def test_deal_numbers_have_bounds(number: int) -> None:
    with pytest.raises(BadRequest, match="between 1 and 9223372036854775807"):
        deal_number_seed(number)


def test_again_is_the_next_seed() -> None:
    assert again(ZEROS) == sha256(bytes(32) + b"again").digest()


class _NoSpadeFirst(AcesUp):
    slug = "no_spade_first"

    def begins(self, pack: object) -> bool:
        assert isinstance(pack, list)
        return SUIT[pack[0]] != 0


def test_a_game_may_ask_for_another_shuffle() -> None:
    rules = _NoSpadeFirst()
    for number in range(1, 30):
        seed = deal_number_seed(number)
        pack = shuffle(new_pack(1), seed)
        while SUIT[pack[0]] == 0:
            seed = again(seed)
            pack = shuffle(new_pack(1), seed)
        assert rules.pack(deal_number_seed(number)) == pack
    assert names(rules.deal(new_pack(1)).piles[0].up) == ["AS"], "a given pack is never turned down"


def test_check_pack_names_the_card() -> None:
    check_pack(new_pack(2), 2)
    with pytest.raises(BadPack, match="5H is missing: the game needs 1 of each card"):
        check_pack([c for c in new_pack(1) if c != CARD["5H"]], 1)
    with pytest.raises(BadPack, match="5H is there too often: the game needs 1 of each card"):
        check_pack([*new_pack(1), CARD["5H"]], 1)
    with pytest.raises(BadPack, match="AS is missing: the game needs 2"):
        game("uncle_remus").deal(new_pack(1))


def test_one_card_twice_and_one_missing() -> None:
    pack = new_pack(1)
    pack[9] = pack[8]
    with pytest.raises(BadPack, match="9S is there too often"):
        game("aces_up").deal(pack)


def test_names_are_json() -> None:
    assert json.dumps(names(new_pack(1)[:2])) == '["AS", "2S"]'


class _LostAtOnce(AcesUp):
    slug = "lost_at_once"

    def outcome(self, state: object) -> GameOver:
        return STUCK


def test_a_deal_may_be_over_before_the_first_move() -> None:
    rules = _LostAtOnce()
    assert rules.deal(new_pack(1)).over == STUCK
    assert GameBoard.start(rules, new_pack(1)).ended_ms == 0
