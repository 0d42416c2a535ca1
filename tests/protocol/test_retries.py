"""The table of refusals that a client repeats by itself."""

import re

from protocol import from_client
from protocol.retries import RETRIES, retries_json, retry_after_ms
from tests.harness import ROOT

REQUESTS = sorted(from_client.ADAPTER.json_schema()["discriminator"]["mapping"])


def refusal_codes() -> list[str]:
    """Every refusal code of the protocol page."""
    page = (ROOT / "docs" / "protocol.md").read_text()
    rows = page.split("## Refusals")[1].split("\n## ")[0].splitlines()
    return sorted({code for row in rows for code in re.findall(r"`(\w+)`", row.split(" | ")[0])})


def test_only_known_codes_and_requests_are_repeated() -> None:
    assert len(refusal_codes()) > 100
    assert RETRIES.keys() <= set(refusal_codes())
    for retry in RETRIES.values():
        assert 100 <= retry.after_ms <= 10_000
        assert (retry.requests or set()) <= set(REQUESTS)


def test_what_a_person_has_to_decide_is_never_repeated() -> None:
    for code in (
        "illegal_move",
        "wrong_password",
        "wait",
        "busy",
        "try_again",
        "too_much",
        "kicked",
    ):
        assert {retry_after_ms(code, request) for request in REQUESTS} == {None}


def test_a_refusal_may_be_repeated_for_one_request_alone() -> None:
    assert retry_after_ms("race_not_running", "watch_board") == 1_000
    assert retry_after_ms("race_not_running", "play") is None
    assert retry_after_ms("storage_away", "play") == 500


def test_the_json_says_the_same() -> None:
    table = retries_json()
    assert table.keys() == RETRIES.keys()
    watching = ["watch_board", "watch_boards"]
    assert table["race_not_running"] == {"after_ms": 1_000, "requests": watching}
    assert table["too_fast"] == {"after_ms": 1_000, "requests": None}
