"""Settings from the environment: checked at the start, with one sentence for each error."""

import os
import re
import subprocess
import sys

import pytest
from pydantic import ValidationError

from server.settings import ServerSettings
from server.settings_errors import ELSEWHERE, UnknownSetting, sentences, unknown, variable
from tests.harness import ROOT

SECRET = "hush1234"


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [*os.environ]:
        if name.startswith("PATIENCE_") or name == "REDIS_URL":
            monkeypatch.delenv(name)


def test_every_setting_is_described() -> None:
    assert all(field.description for field in ServerSettings.model_fields.values())


def test_the_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_PORT", "9000")
    monkeypatch.setenv("REDIS_URL", "redis://localhost:1/0")
    settings = ServerSettings()
    assert (settings.port, settings.redis_url) == (9000, "redis://localhost:1/0")


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "")
    assert ServerSettings().redis_url is None


KINDS = {
    "PATIENCE_PORT": ("70000", "a whole number from 0 to 65535"),
    "PATIENCE_COUNTDOWN_MS": ("soon", "a whole number from 0 to 60000"),
    "PATIENCE_KEEP_DAYS": ("0", "a whole number from 1 to 36500"),
    "PATIENCE_STORE_MB": ("4", "a whole number from 16"),
    "PATIENCE_BOTS": ("-1", "a whole number from 0"),
    "PATIENCE_ANALYSIS_NODES": ("-1", "a whole number from 0 to 10000000"),
    "PATIENCE_DEAL_SEARCHES": ("-1", "a whole number from 0"),
    "PATIENCE_WINNABLE_DAILIES": ("perhaps", "on or off"),
    "PATIENCE_CALLS": ("perhaps", "on or off"),
    "PATIENCE_DRAIN_S": ("-1", "a number from 0 to 3600"),
    "PATIENCE_LOG_LEVEL": ("loud", "one of debug, info, warning, error, critical"),
    "PATIENCE_LIMITS": ("0", "a number above 0, and at most 1000000000"),
    "PATIENCE_UNLIMITED": (
        "127.0.0.1, all",
        "addresses or networks such as 10.0.0.0/8, with commas between them",
    ),
    "REDIS_URL": (f"redis://user:{SECRET}/x@host", "an address such as redis://localhost:6379/0"),
}
WRONG = {
    **{name: (value, f"it has to be {kind}") for name, (value, kind) in KINDS.items()},
    "PATIENCE_TIME_ZONE": ("Europe/Atlantis", "there is no such time zone"),
    "PATIENCE_CALLS_WEBHOOK": (
        f"ftp://chat.example.org/{SECRET}",
        "it is no address beginning with http:// or https://",
    ),
    "PATIENCE_ALLOWED_ORIGINS": (
        "*",
        "origins are such as https://cards.example.org, with commas between them",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_said_in_a_sentence_and_not_repeated(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    value, why = WRONG[name]
    monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError) as wrong:
        ServerSettings()
    assert sentences(wrong.value) == [f"{name} is wrong: {why}."]
    assert SECRET not in str(wrong.value)


@pytest.mark.parametrize("url", ["redis+cluster://one:1/7", "redis://one?socket_timeout=x"])
def test_an_address_that_cannot_be_read_is_no_address(url: str) -> None:
    with pytest.raises(ValidationError, match="an address such as"):
        ServerSettings(redis_url=url)


def test_every_setting_that_can_be_wrong_is_tried() -> None:
    free = {"PATIENCE_HOST", "PATIENCE_DATA_DIR", "PATIENCE_WEB_EXPORT", "PATIENCE_WEB_FOLDER"}
    kinds = {"PATIENCE_KEEP_PERIODS", "PATIENCE_LOG_JSON", "PATIENCE_TRUSTED_PROXIES"}
    names = {variable(name, field) for name, field in ServerSettings.model_fields.items()}
    crowns = {name for name in names if name.startswith("PATIENCE_CROWN")}
    assert names == {*WRONG, *free, *kinds, *crowns}


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (
            {"PATIENCE_CALLS": "off", "PATIENCE_CALLS_WEBHOOK": f"https://chat.org/{SECRET}"},
            "PATIENCE_CALLS_WEBHOOK names a chat room that PATIENCE_CALLS lets nobody ring.",
        ),
        (
            {"PATIENCE_CROWN_BREAK_TOTAL_S": "300"},
            "PATIENCE_CROWN_BREAK_TOTAL_S is less than one break may take by"
            " PATIENCE_CROWN_BREAK_BETWEEN_S or PATIENCE_CROWN_BREAK_WITHIN_S.",
        ),
        (
            {"PATIENCE_WINNABLE_DAILIES": "on", "PATIENCE_DEAL_SEARCHES": "0"},
            "PATIENCE_WINNABLE_DAILIES needs the searches that PATIENCE_DEAL_SEARCHES=0 switches"
            " off.",
        ),
    ],
)
def test_settings_that_contradict_each_other_are_refused(
    chosen: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in chosen.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(ValidationError) as wrong:
        ServerSettings()
    assert sentences(wrong.value) == [sentence]


def test_secrets_are_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", f"redis://:{SECRET}@localhost:6379/0")
    monkeypatch.setenv("PATIENCE_CALLS_WEBHOOK", f"https://chat.example.org/{SECRET}")
    assert SECRET not in f"{ServerSettings()} {ServerSettings()!r}"


def test_a_variable_nobody_reads_is_named_with_the_one_that_was_meant() -> None:
    chosen = {"PATIENCE_PORTS": "1", "PATIENCE_ZZZ": "2", "PATIENCE_HOST": "::", "PATH": "/"}
    assert unknown({**chosen, **dict.fromkeys(ELSEWHERE, "3")}) == [
        UnknownSetting("PATIENCE_PORTS", "PATIENCE_PORT"),
        UnknownSetting("PATIENCE_ZZZ", None),
    ]


def test_what_clients_and_the_compose_file_read_is_no_mistake() -> None:
    files = [*(ROOT / "client_cli").rglob("*.py"), ROOT / "docker-compose.yml"]
    read = re.compile(r'(?:"|\$\{|\$\$)(PATIENCE_[A-Z_]+)')
    named = {name for path in files for name in read.findall(path.read_text())}
    assert {"PATIENCE_SERVER", "PATIENCE_DOMAIN"} <= named
    assert unknown(dict.fromkeys(named, "")) == []


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
    assert done.stderr == "PATIENCE_PORT is wrong: it has to be a whole number from 0 to 65535.\n"
