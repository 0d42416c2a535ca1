"""Room codes and race ids, as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.codes import ALPHABET, LENGTH, normal, race_id, split_race, spoken
from tests.protocol.test_messages import brisk

codes = st.text(ALPHABET, min_size=LENGTH, max_size=LENGTH)
races = st.integers(1, 999_999)


@brisk
@given(codes)
def test_a_code_is_understood_as_it_is_shown(code: str) -> None:
    assert normal(code) == code
    assert normal(spoken(code)) == code
    assert normal(f"  {spoken(code).lower()}\n") == code


@brisk
@given(codes, st.data())
def test_letters_that_look_alike_mean_one_code(code: str, data: st.DataObject) -> None:
    alike = {"1": "1IiLl", "0": "0Oo"}
    written = "".join(data.draw(st.sampled_from(alike.get(c, c + c.lower()))) for c in code)
    at = data.draw(st.integers(0, LENGTH))
    assert normal(written[:at] + data.draw(st.sampled_from(["", " ", "-"])) + written[at:]) == code


@brisk
@given(st.text(max_size=12))
def test_whatever_is_written_it_is_a_code_or_none(text: str) -> None:
    code = normal(text)
    assert code is None or (len(code) == LENGTH and set(code) <= set(ALPHABET))
    if code is not None:
        assert normal(code) == code


@pytest.mark.parametrize("text", ["", "KQ74T", "KQ74TXX", "KQ74TU", "KQ74T!", "ßßßßßß", "٣٣٣٣٣٣"])
def test_what_cannot_be_a_code_is_none(text: str) -> None:
    assert normal(text) is None


@brisk
@given(codes, races)
def test_a_race_id_comes_apart_as_it_was_put_together(code: str, n: int) -> None:
    assert split_race(race_id(code, n)) == (code, n)
    assert split_race(race_id(spoken(code), n)) == (code, n)
    assert split_race(race_id(code, n).lower() + " ") == (code, n)


@brisk
@given(codes)
def test_a_bare_code_means_no_particular_race(code: str) -> None:
    assert split_race(code) == (code, None)


@brisk
@given(codes)
def test_a_spoken_code_means_no_particular_race(code: str) -> None:
    assert split_race(spoken(code)) == (code, None)


@brisk
@given(st.text(max_size=20))
def test_whatever_is_written_it_is_a_race_or_none(text: str) -> None:
    parts = split_race(text)
    if parts is not None:
        code, n = parts
        assert normal(code) == code
        assert n is None or 1 <= n <= 999_999


@pytest.mark.parametrize("text", ["", "-1", "KQ74TX-0", "KQ74TX-01", "KQ74TX-1000000", "KQ74TX-x"])
def test_what_cannot_be_a_race_is_none(text: str) -> None:
    assert split_race(text) is None
