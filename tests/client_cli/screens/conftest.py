"""Nothing moves in these tests unless they ask for it: a picture is taken of what lies there."""

import pytest


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("textual.constants.TEXTUAL_ANIMATIONS", "none")
