"""The wheel and the source distribution are complete. `make dist` also installs the wheel and plays
from it."""

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.harness import ROOT

PACKAGES = ("engine", "protocol", "server", "client_cli", "client_web", "bench")
LEFT_OUT = ("__pycache__", "node_modules")


def sources(*folders: str) -> set[str]:
    """The files of these folders, from the top of the project."""
    return {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not set(LEFT_OUT) & set(path.parts)
    }


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return folder


def test_the_wheel_has_every_file_of_the_packages_and_no_other(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name for name in names if ".dist-info/" not in name} == sources(*PACKAGES)


def test_the_source_distribution_builds_the_same_wheel(dist: Path, tmp_path: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (first,), (second,) = dist.glob("*.whl"), tmp_path.glob("*.whl")
    assert zipfile.ZipFile(first).namelist() == zipfile.ZipFile(second).namelist()
    assert {f"tests/{each}" for each in ("harness.py", "conftest.py")} <= {
        path.relative_to(folder).as_posix() for path in (folder / "tests").iterdir()
    }
