"""When two names count as one, how soon a password may be tried again, how secrets are kept."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.accounts import secrets, throttle
from server.accounts.names import RESERVED, keys_of, unfit
from server.accounts.secrets import Session

ALIKE = [
    ("PAUL", "paul"),
    ("Ian", "lan"),
    ("IAN", "lan"),
    ("B0b", "Bob"),
    ("Anna", "\u0410nna"),  # a Cyrillic A
    ("СОРА", "COPA"),
    ("ОЛЬГА", "ольга"),
    ("Ｂｅｎ", "ben"),
    ("𝓑en", "Ben"),
    ("Tom", "Torn"),
    ("Straße", "STRASSE"),
    ("Ann Lee", "Annlee"),
    ("A.n-n_a", "Anna"),
    ("Zoe\u0301", "Zo\u00e9"),
]
UNLIKE = [("Nun", "Vuv"), ("Anna", "Ann"), ("André", "Andre"), ("Max", "Mex"), ("汉", "字")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert keys_of(one) & keys_of(other)


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_other_names_are_others(one: str, other: str) -> None:
    assert not keys_of(one) & keys_of(other)


@given(st.text(min_size=1, max_size=24))
def test_every_name_is_like_itself_in_any_case(name: str) -> None:
    keys = keys_of(name)
    assert 1 <= len(keys) <= 2
    assert keys & keys_of(name.casefold())


@pytest.mark.parametrize("name", [*RESERVED, "SERVER", "Ѕеrvеr", "Y0u", "Crown  Patience", "b.o.t"])
def test_nobody_is_called_what_could_be_taken_for_the_server(name: str) -> None:
    assert unfit(name)


@pytest.mark.parametrize("name", ["12", "-", "a😀", "a/b", "a\u200db", "a<b"])
def test_a_claimed_name_is_made_of_letters(name: str) -> None:
    reason = unfit(name)
    assert reason
    assert reason.endswith(".")


@pytest.mark.parametrize("name", ["Anna", "Ö. of the Hill", "汉字", "O'Neill", "P3", "J-L", "Зоя"])
def test_ordinary_names_may_be_claimed(name: str) -> None:
    assert unfit(name) is None


# Delays. --------------------------------------------------------------------------------------


def test_delays_grow_and_end_growing() -> None:
    bucket = throttle.of_pair("anna", "192.0.2.1", 0)
    delays = [throttle.delay_ms(bucket, tries) for tries in range(1, 40)]
    assert delays[:5] == [0] * 5
    assert delays[5:9] == [1_000, 2_000, 4_000, 8_000]
    assert delays == sorted(delays)
    assert delays[-1] == bucket.longest_ms


def test_a_name_under_attack_has_one_free_try_left_at_each_address() -> None:
    bucket = throttle.of_pair("anna", "192.0.2.1", throttle.UNDER_ATTACK)
    assert throttle.delay_ms(bucket, 1) == 0
    assert throttle.delay_ms(bucket, 2) > 0


@pytest.mark.parametrize("ms", [1, 1_000, 1_001, 119_000, 120_000, 900_000])
def test_whoever_has_to_wait_is_told_how_long(ms: int) -> None:
    sentence = throttle.wait_sentence(ms)
    assert sentence.endswith((" second.", " seconds.", " minutes."))


# Secrets. -------------------------------------------------------------------------------------


def test_a_session_is_read_as_it_was_made() -> None:
    session = Session.new(secrets.new_account())
    assert Session.read(session.token) == session
    assert session.secret not in secrets.digest(session.secret)


def test_a_recovery_code_is_understood_however_it_is_typed() -> None:
    code = secrets.new_recovery()
    assert len(code.replace("-", "")) == secrets.RECOVERY_LENGTH
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert secrets.recovery_hash(typed) == secrets.recovery_hash(code)
    assert secrets.recovery_hash(secrets.new_recovery()) != secrets.recovery_hash(code)


def test_passwords_are_kept_as_argon2id() -> None:
    kept = secrets.HASHER.hash("correct horse")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


async def test_a_password_fits_itself_alone() -> None:
    passwords = secrets.Passwords()
    kept = await passwords.hashed("correct horse")
    assert await passwords.fits("correct horse", kept)
    assert not await passwords.fits("wrong horse", kept)
    assert not await passwords.fits("correct horse", None)
    assert not passwords.is_dated(kept)
