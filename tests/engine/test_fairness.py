"""Tests of the deal of a race, byte for byte against an independent computation."""

import hashlib

import pytest

from engine.cards import shuffle
from engine.errors import BadRequest
from engine.games import game
from engine.options import canonical
from engine.races.fairness import commitment, deal_seed, read_hex, sub_secret

SECRET = bytes(range(100, 132))
NONCES = {10: bytes(16), 2: bytes(range(16)), 0: b"\xff" * 16}


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC from its definition (RFC 2104), for keys of up to 64 bytes."""
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).digest()


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_the_seed_is_made_from_this_very_text() -> None:
    options = canonical(game("uncle_remus", {"columns": 9}).chosen)
    message = (
        b"crown-patience/deal/1\n"
        b"KQ74TX-3\n"
        b"uncle_remus\n"
        b'{"columns":9,"down_rows":4}\n'
        b"0:ffffffffffffffffffffffffffffffff\n"
        b"2:000102030405060708090a0b0c0d0e0f\n"
        b"10:00000000000000000000000000000000\n"
    )
    seed = deal_seed(SECRET, "KQ74TX-3", "uncle_remus", options, NONCES)
    assert seed == hmac_sha256(SECRET, message)


def test_a_daily_deal_has_no_nonces() -> None:
    message = b"crown-patience/deal/1\nDAILY-1\ncribbage_patience\n{}\n"
    options = canonical(game("cribbage_patience").chosen)
    seed = deal_seed(SECRET, "DAILY-1", "cribbage_patience", options, {})
    assert seed == hmac_sha256(SECRET, message)


def test_every_part_counts() -> None:
    base = (SECRET, "KQ74TX-1", "aces_up", '{"must_fill":true}', NONCES)
    seeds = {
        deal_seed(*base),
        deal_seed(bytes(32), *base[1:]),
        deal_seed(SECRET, "KQ74TX-2", *base[2:]),
        deal_seed(*base[:2], "aces_uP", *base[3:]),
        deal_seed(*base[:3], '{"must_fill":false}', NONCES),
        deal_seed(*base[:4], {**NONCES, 2: bytes(16)}),
        deal_seed(*base[:4], {0: NONCES[0], 2: NONCES[2]}),
        deal_seed(*base[:4], {0: NONCES[0], 2: NONCES[10], 10: NONCES[2]}),
    }
    assert len(seeds) == 8
    assert all(len(shuffle([], seed)) == 0 for seed in seeds), "each is a seed of 32 bytes"


def test_sub_secrets() -> None:
    assert sub_secret(SECRET, 1) == hmac_sha256(SECRET, b"crown-patience/sub/1")
    assert sub_secret(SECRET, 12) == hmac_sha256(SECRET, b"crown-patience/sub/12")


def test_read_hex() -> None:
    assert read_hex("00ff", 2, "nonce") == b"\x00\xff"


@pytest.mark.parametrize("text", ["", "00f", "00FF", "0x00", "00 f", "00ffff", "zzzz", None, 7, []])
def test_half_right_hex(text: object) -> None:
    with pytest.raises(BadRequest, match="The nonce is 4 hexadecimal digits in lower case"):
        read_hex(text, 2, "nonce")
