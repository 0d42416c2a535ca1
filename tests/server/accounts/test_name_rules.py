"""Name rules: which names count as equal. Also waits between password tries, and hashes."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from precis_i18n import get_profile
from precis_i18n.unicode import UnicodeData

from server.accounts import credentials, login_throttle
from server.accounts.credentials import SessionToken
from server.accounts.name_rules import RESERVED, form, keys_of, name_problem, reserved
from server.errors import Refusal

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
    assert name_problem(name)


@pytest.mark.parametrize("name", ["12", "-", "a😀", "a/b", "a\u200db", "a<b"])
def test_a_claimed_name_is_made_of_letters(name: str) -> None:
    reason = name_problem(name)
    assert reason
    assert reason.endswith(".")


@pytest.mark.parametrize("name", ["Anna", "Ö. of the Hill", "汉字", "O'Neill", "P3", "J-L", "Зоя"])
def test_ordinary_names_may_be_claimed(name: str) -> None:
    assert name_problem(name) is None


# What draws nothing. --------------------------------------------------------------------------

IGNORABLE = [c for n in range(0x110000) if UnicodeData().default_ignorable(n) for c in [chr(n)]]
BLANK = ["\u2800", "\U0001d159", "\U00016fe4"]
SEEN = [
    *("\ufe00", "\ufe0f", "\U000e01ef", "\u034f", "\u180b", "\u17b4", "\u3164", "\u115f"),
    *("\u1160", "\uffa0", "\u17b5", "\u180f", "\U0001bca0", *BLANK),
]


@pytest.mark.parametrize("char", SEEN, ids=[f"U+{ord(char):04X}" for char in SEEN])
def test_a_character_that_draws_nothing_makes_no_other_name(char: str) -> None:
    for name in (f"Ia{char}n", f"{char}Ian", f"Ian{char}"):
        assert keys_of(name) == keys_of("Ian")
        assert form(name) == "Ian"
    with pytest.raises(Refusal, match="to be seen"):
        form(char)


TEXT = st.text(min_size=1, max_size=24)
LETTERS = st.text(st.characters(categories=["L", "M", "N"], codec="utf-8"), min_size=1, max_size=24)


@given(TEXT | LETTERS, st.data())
def test_what_draws_nothing_never_makes_two_names_distinct(name: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(name)))
    more = "".join(data.draw(st.lists(st.sampled_from([*IGNORABLE, *BLANK]), max_size=4)))
    longer = name[:at] + more + name[at:]
    assert keys_of(longer) == keys_of(name)
    assert _formed(longer) == _formed(name)


@given(TEXT | LETTERS)
def test_the_form_of_a_name_has_the_same_form_and_is_the_same_name(name: str) -> None:
    formed = _formed(name)
    assume(formed is not None)
    assert formed is not None
    assert form(formed) == formed
    assert keys_of(formed) == keys_of(name)
    assert 1 <= len(formed) <= 24
    assert formed.isprintable()


@given(TEXT | LETTERS, TEXT | LETTERS)
def test_names_that_are_one_by_rfc_8266_are_one_here(name: str, other: str) -> None:
    profile = get_profile("NicknameCaseMapped")
    for one, two in ((name, other), (name, name.upper()), (name, name.lower())):
        try:
            same = profile.enforce(one) == profile.enforce(two)
        except UnicodeEncodeError:
            continue
        assert not same or keys_of(one) & keys_of(two)


def _formed(name: str) -> str | None:
    try:
        return form(name)
    except Refusal:
        return None


STACKED = ["Z" + "\u0301\u0302\u0303\u0304\u0305" * 4, "Z" + "\u0301" * 20, "Z\u0301\u0301"]


@pytest.mark.parametrize("name", [*STACKED, "\u0301Zoe", "Zoe \u0301", "a\u0488" * 2 + "\u0488"])
def test_marks_do_not_pile_up_or_stand_alone(name: str) -> None:
    with pytest.raises(Refusal, match="marks"):
        form(name)


WRITTEN = {
    "Thai": "\u0e19\u0e49\u0e33\u0e1c\u0e36\u0e49\u0e07",
    "Thai with a tone mark over a vowel": "\u0e17\u0e35\u0e48\u0e23\u0e31\u0e01",
    "Hindi": "\u0915\u094d\u0937\u0940\u0923 \u0939\u093f\u0928\u094d\u0926\u0940",
    "Vietnamese": "Nguy\u1ec5n Th\u1ebf",
    "Vietnamese in pieces": "Nguye\u0302\u0303n The\u0302\u0301",
    "Hebrew with points": "\u05e9\u05c1\u05b0\u05bc\u05dc\u05b9\u05de\u05b9\u05d4",
    "Arabic with vowels": "\u0645\u064f\u062d\u064e\u0645\u0651\u064e\u062f",
    "Burmese": "\u1019\u103c\u1014\u103a\u1019\u102c",
    "Khmer": "\u179f\u17d2\u179a\u17b8",
    "Tibetan": "\u0f56\u0f66\u0fa6\u0fb2\u0f74\u0f56",
    "Korean": "\uae40\ubbfc\uc218",
    "Tamil": "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd",
}


@pytest.mark.parametrize("name", WRITTEN.values(), ids=WRITTEN)
def test_names_of_every_script_may_be_had(name: str) -> None:
    assert keys_of(form(name)) == keys_of(name)
    assert name_problem(form(name)) is None


@pytest.mark.parametrize("name", ["the server", "The Organiser", "THE H0ST", "t h e s e r v e r"])
def test_not_even_a_guest_is_called_what_the_program_is(name: str) -> None:
    assert reserved(name)


@pytest.mark.parametrize("name", ["Theo", "Themis", "The Hostess", "Bella", "Ann the Great"])
def test_names_that_only_begin_so_are_anybody_s(name: str) -> None:
    assert reserved(name) is None


# Delays. --------------------------------------------------------------------------------------


def test_delays_grow_and_end_growing() -> None:
    bucket = login_throttle.of_pair("anna", "192.0.2.1", 0)
    delays = [login_throttle.delay_ms(bucket, tries) for tries in range(1, 40)]
    assert delays[:5] == [0] * 5
    assert delays[5:9] == [1_000, 2_000, 4_000, 8_000]
    assert delays == sorted(delays)
    assert delays[-1] == bucket.longest_ms


def test_a_name_under_attack_has_one_free_try_left_at_each_address() -> None:
    bucket = login_throttle.of_pair("anna", "192.0.2.1", login_throttle.UNDER_ATTACK)
    assert login_throttle.delay_ms(bucket, 1) == 0
    assert login_throttle.delay_ms(bucket, 2) > 0


@pytest.mark.parametrize("ms", [1, 1_000, 1_001, 119_000, 120_000, 900_000])
def test_whoever_has_to_wait_is_told_how_long(ms: int) -> None:
    sentence = login_throttle.wait_sentence(ms)
    assert sentence.endswith((" second.", " seconds.", " minutes."))


# Secrets. -------------------------------------------------------------------------------------


def test_a_session_is_read_as_it_was_made() -> None:
    session = SessionToken.new(credentials.new_account())
    assert SessionToken.read(session.token) == session
    assert session.secret not in credentials.digest(session.secret)


def test_a_recovery_code_is_understood_however_it_is_typed() -> None:
    code = credentials.new_recovery()
    assert len(code.replace("-", "")) == credentials.RECOVERY_LENGTH
    typed = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    assert credentials.recovery_hash(typed) == credentials.recovery_hash(code)
    assert credentials.recovery_hash(credentials.new_recovery()) != credentials.recovery_hash(code)


def test_passwords_are_kept_as_argon2id() -> None:
    kept = credentials.HASHER.hash("correct horse")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


async def test_a_password_fits_itself_alone() -> None:
    passwords = credentials.Passwords()
    kept = await passwords.hashed("correct horse")
    assert await passwords.fits("correct horse", kept)
    assert not await passwords.fits("wrong horse", kept)
    assert not await passwords.fits("correct horse", None)
    assert not passwords.is_dated(kept)
