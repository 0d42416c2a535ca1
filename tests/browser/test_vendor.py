"""Vendored libraries equal the published files."""

import hashlib
import re
from pathlib import Path

from tests.harness import ROOT

VENDOR = ROOT / "client_web" / "vendor"
ROW = re.compile(r"^\| (\S+\.(?:js|woff2)) \|.*\| ([0-9a-f]{64}) \|$", re.MULTILINE)
LICENCES = "MIT License|Apache License|SIL Open Font License"
LICENCE = re.compile(r"\]\((\S+\.LICENSE\.txt)\)")


def _sum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_every_vendored_file_is_the_published_one() -> None:
    told = dict(ROW.findall((VENDOR / "README.md").read_text()))
    paths = [*VENDOR.glob("*.js"), *VENDOR.glob("*.woff2")]
    assert told == {path.name: _sum(path) for path in paths}


def test_every_licence_is_beside_its_module() -> None:
    told = LICENCE.findall((VENDOR / "README.md").read_text())
    assert set(told) == {path.name for path in VENDOR.glob("*.LICENSE.txt")}
    for name in told:
        assert re.search(LICENCES, (VENDOR / name).read_text())


def test_nothing_vendored_reaches_for_another_origin_or_makes_code() -> None:
    for path in VENDOR.glob("*.js"):
        assert not re.search(r"https?://(?!www\.w3\.org/)|\beval\(|new Function", path.read_text())
