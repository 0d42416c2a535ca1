"""Every dependency is installed by a hash that the repository holds."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PINNED = re.compile(
    r"^([\w.-]+)==(\S+)(?: ; [^\\]+)? \\\n((?:    --hash=sha256:\w{64}(?: \\)?\n)+)", re.M
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
BUILD = PROJECT["dependency-groups"]["build"]


def locked(name: str) -> dict[str, str]:
    """The version of each package in a file whose every entry has hashes."""
    text = (ROOT / name).read_text()
    found: dict[str, str] = {
        canonicalize_name(package): version for package, version, _ in PINNED.findall(text)
    }
    entries = [line for line in text.splitlines() if line[:1].isalpha()]
    assert len(entries) == len(found), "an entry without a hash"
    return found


def closure(wanted: list[Requirement]) -> set[str]:
    """The installed packages that these requirements lead to, by name."""
    found: set[str] = set()
    while wanted:
        requirement = wanted.pop()
        name = canonicalize_name(requirement.name)
        extras = requirement.extras or {""}
        marker = requirement.marker
        if name in found or (marker and not any(marker.evaluate({"extra": e}) for e in extras)):
            continue
        try:
            needs = distribution(name).requires or []
        except PackageNotFoundError:
            pytest.fail(f"{name} is required and not installed")
        found.add(name)
        wanted += [Requirement(text) for text in needs if "extra ==" not in text]
        wanted += [
            Requirement(text)
            for text in needs
            for extra in requirement.extras
            if "extra ==" in text and Requirement(text).marker.evaluate({"extra": extra})  # type: ignore[union-attr]
        ]
    return found


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_all_that_is_installed_has_a_version_and_a_hash(name: str) -> None:
    texts = [*PROJECT["project"]["dependencies"], *BUILD]
    if name == "requirements-dev.txt":
        texts += PROJECT["project"]["optional-dependencies"]["dev"]
    versions = locked(name)
    for package in closure([Requirement(text) for text in texts]):
        assert versions.get(package) == distribution(package).version, package


def test_the_hashes_are_those_of_the_versions_that_were_tested() -> None:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    tested = {
        canonicalize_name(package): version
        for package, version in (line.split("==") for line in lines if not line.startswith("#"))
    }
    for name in ("requirements.txt", "requirements-dev.txt"):
        versions = locked(name)
        assert {p: v for p, v in versions.items() if p in tested} == {
            p: v for p, v in tested.items() if p in versions
        }
    assert tested.keys() <= locked("requirements-dev.txt").keys()


def test_the_build_needs_nothing_that_has_no_hash() -> None:
    named = {Requirement(text).name for text in BUILD}
    required = {Requirement(text).name for text in PROJECT["build-system"]["requires"]}
    assert required <= named


@pytest.mark.parametrize("name", ["Dockerfile", "Makefile"])
def test_both_ways_to_install_ask_for_hashes(name: str) -> None:
    first, then = re.findall(r"(?:/pip|PIP\)) install (.*)", (ROOT / name).read_text())
    assert "--require-hashes" in first
    assert "--no-deps --no-build-isolation" in then
