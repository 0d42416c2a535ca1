"""The wheels and the source distribution are complete. `make dist` also installs the wheels and
plays from them."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from deploy import compile_engine
from tests.harness import ROOT

PACKAGES = ("engine", "protocol", "server", "client_cli", "client_web", "bench")
LEFT_OUT = ("__pycache__", "node_modules")
BUILD = [sys.executable, "-m", "hatchling", "build"]
PURE = {**os.environ, "HATCH_BUILD_NO_HOOKS": "true"}


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
    subprocess.run([*BUILD, "-d", str(folder)], cwd=ROOT, env=PURE, check=True, capture_output=True)
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
    command = [*BUILD, "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=folder, env=PURE, check=True, capture_output=True)
    (first,), (second,) = dist.glob("*.whl"), tmp_path.glob("*.whl")
    assert zipfile.ZipFile(first).namelist() == zipfile.ZipFile(second).namelist()
    assert {f"tests/{each}" for each in ("harness.py", "conftest.py")} <= {
        path.relative_to(folder).as_posix() for path in (folder / "tests").iterdir()
    }


@pytest.mark.long(100)
@pytest.mark.timeout(2400)  # it compiles, or waits for the other test that does
@pytest.mark.skipif(bool(compile_engine.why_not()), reason=str(compile_engine.why_not()))
def test_the_wheel_of_this_platform_has_the_compiled_engine_beside_its_sources(
    tmp_path: Path,
) -> None:
    command = [*BUILD, "-t", "wheel", "-d", str(tmp_path)]
    quickly = {**os.environ, compile_engine.QUICKLY: "1"}
    subprocess.run(command, cwd=ROOT, env=quickly, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert not wheel.stem.endswith("-none-any")
    archive = zipfile.ZipFile(wheel)
    names = {name for name in archive.namelist() if ".dist-info/" not in name}
    added = names - sources(*PACKAGES)
    assert names - added == sources(*PACKAGES)
    bundle = {name for name in added if name.startswith("client_bundle/")}
    assert "client_bundle/main.js" in bundle
    added -= bundle
    made = {Path(name).name.partition(".")[0]: name for name in added}
    assert {Path(module).stem for module in compile_engine.modules()} <= made.keys()
    assert len(added) == len(compile_engine.modules()) + 1, "and the code that they share"
    (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/WHEEL"))
    assert "Root-Is-Purelib: false" in archive.read(metadata).decode()
