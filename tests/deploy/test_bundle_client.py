"""The bundled browser client has everything that a server needs."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from deploy import bundle_client
from server.web.static_files import FOLDERS, read_tree
from tests.deploy.test_dist import BUILD, PURE, sources
from tests.harness import ROOT

MOST_FILES = 45
SOURCES = FOLDERS[-1]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle") / "client"
    bundle_client.bundled(folder)
    return folder


def test_a_bundle_has_few_modules_and_every_other_file(bundle: Path) -> None:
    whole, bundled = read_tree(SOURCES), read_tree(bundle)
    others = {name for name in whole.files if not name.endswith(".js")}
    assert {name for name in bundled.files if not name.endswith(".js")} == others
    modules = {name for name in bundled.files if name.endswith(".js")}
    assert len(modules) < MOST_FILES < len(whole.files) - len(others)
    assert not any("/" in name for name in modules), "app.js finds other files relative to itself"
    assert bundled.templates.keys() == whole.templates.keys()


def test_the_page_of_a_bundle_loads_only_what_it_has(bundle: Path) -> None:
    page = (bundle / "index.html").read_text()
    asked = [part.partition('"')[0] for part in page.split("{{root}}/")[1:]]
    assert "main.js" in asked
    assert set(asked) <= read_tree(bundle).files.keys()


def test_a_client_that_cannot_be_bundled_is_said_to_be_so(tmp_path: Path) -> None:
    with pytest.raises(bundle_client.CannotBundle, match="npm packages"):
        bundle_client.bundled(tmp_path / "client", tmp_path)
    assert not (tmp_path / "client").exists()


def test_a_module_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "tests/browser").mkdir(parents=True)
    for name in ("tests/browser/node_modules", "deploy"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "client_web").mkdir()
    (tmp_path / "client_web/worker.js").touch()
    (tmp_path / "client_web/main.js").write_text('import { a } from "./absent.js";')
    with pytest.raises(bundle_client.CannotBundle, match=r"absent\.js"):
        bundle_client.bundled(tmp_path / "client", tmp_path)


def test_a_wheel_has_the_bundle_beside_the_sources(tmp_path: Path) -> None:
    """Where there is no compiler, so that this test need not compile."""
    command = [sys.executable, "-c", WITHOUT_COMPILER, "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, env=PURE | {NO_HOOKS: ""}, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert sources("client_web") <= names
    assert {"client_bundle/index.html", "client_bundle/main.js"} <= names


NO_HOOKS = "HATCH_BUILD_NO_HOOKS"
WITHOUT_COMPILER = f"""
import sysconfig
sysconfig.get_config_vars()["CC"] = "no-such-compiler"
from {BUILD[2]}.cli import hatchling
import sys
sys.argv.insert(1, "build")
raise SystemExit(hatchling())
"""
