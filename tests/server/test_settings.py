"""Settings come from the environment, are checked at the start, and have one sentence each."""

import subprocess
import sys

import pytest
from pydantic import ValidationError

from server.settings import Settings
from tests.harness import ROOT


def test_every_setting_is_described() -> None:
    assert all(field.description for field in Settings.model_fields.values())


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_PORT", "9000")
    monkeypatch.setenv("REDIS_URL", "redis://localhost:1/0")
    settings = Settings()
    assert (settings.port, settings.redis_url) == (9000, "redis://localhost:1/0")


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "")
    assert Settings().redis_url is None


def test_a_wrong_value_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_PORT", "70000")
    with pytest.raises(ValidationError):
        Settings()


@pytest.mark.processes
def test_the_server_says_in_one_sentence_what_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_PORT", "seventy")
    done = subprocess.run(
        [sys.executable, "-m", "server"],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "port" in done.stderr
