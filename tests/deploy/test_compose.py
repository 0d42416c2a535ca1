"""What docker-compose.yml publishes, and `make digests` against a real registry."""

import hashlib
import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
COMPOSE = Path(sys.executable).parent / "docker-compose"
REGISTRY, SKOPEO = shutil.which("docker-registry"), shutil.which("skopeo")
TO_EVERYBODY = {"proxy-tls"}
"""Services that are for the internet once somebody asks for their profile."""


def config(*files: Path) -> dict[str, Any]:
    named = [word for file in files for word in ("-f", str(file))]
    words = [str(COMPOSE), *named, "--profile", "*", "config", "--format", "json"]
    answer = subprocess.run(words, capture_output=True, check=True, text=True)
    services: dict[str, Any] = json.loads(answer.stdout)["services"]
    return services


def test_nothing_is_published_beyond_this_machine_unless_somebody_says_so() -> None:
    for name, service in config(ROOT / "docker-compose.yml").items():
        for port in service.get("ports", []):
            assert port.get("host_ip") == "127.0.0.1" or name in TO_EVERYBODY, name


def blob(folder: Path, content: bytes) -> dict[str, Any]:
    digest = hashlib.sha256(content).hexdigest()
    (folder / "blobs/sha256" / digest).write_bytes(content)
    return {"digest": f"sha256:{digest}", "size": len(content)}


def image(folder: Path) -> str:
    """Write the smallest image there is, without a layer, as an OCI folder; its digest."""
    (folder / "blobs/sha256").mkdir(parents=True)
    kind = "application/vnd.oci.image"
    settings = {
        "architecture": "amd64",
        "os": "linux",
        "rootfs": {"type": "layers", "diff_ids": []},
    }
    described = blob(folder, json.dumps(settings).encode())
    manifest = {
        "schemaVersion": 2,
        "mediaType": f"{kind}.manifest.v1+json",
        "config": {"mediaType": f"{kind}.config.v1+json", **described},
        "layers": [],
    }
    written = blob(folder, json.dumps(manifest).encode())
    index = {"schemaVersion": 2, "manifests": [{"mediaType": manifest["mediaType"], **written}]}
    (folder / "index.json").write_text(json.dumps(index))
    (folder / "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}')
    digest: str = written["digest"]
    return digest


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[str]:
    """The host and port of a registry of containers that runs while the test does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{free.getsockname()[1]}"
    settings = {
        "version": 0.1,
        "storage": {"filesystem": {"rootdirectory": str(tmp_path / "registry")}},
        "http": {"addr": host},
    }
    (tmp_path / "registry.yml").write_text(json.dumps(settings))
    trusted = tmp_path / ".config/containers/registries.conf"
    trusted.parent.mkdir(parents=True)
    trusted.write_text(f'[[registry]]\nlocation = "{host}"\ninsecure = true\n')
    command = [str(REGISTRY), "serve", str(tmp_path / "registry.yml")]
    with (tmp_path / "registry.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        for _ in range(600):
            with socket.socket() as knock:
                if not knock.connect_ex(("127.0.0.1", int(host.rpartition(":")[2]))):
                    break
            assert process.poll() is None, (tmp_path / "registry.log").read_text()
            time.sleep(0.05)
        yield host
    finally:
        process.kill()
        process.wait()


@pytest.mark.processes
@pytest.mark.skipif(
    not (REGISTRY and SKOPEO), reason="needs docker-registry and skopeo (apt-get install)"
)
def test_digests_are_those_the_registry_says(
    registry: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    digest = image(tmp_path / "image")
    for name in ("redis:7", "python:3.13-slim"):
        words = [
            "copy",
            "--insecure-policy",
            "--dest-tls-verify=false",
            f"oci:{tmp_path / 'image'}",
        ]
        command = [str(SKOPEO), *words, f"docker://{registry}/{name}"]
        subprocess.run(command, check=True, capture_output=True)
    (tmp_path / "Dockerfile").write_text("FROM scratch\n")
    plan: dict[str, Any] = {
        "services": {
            "redis": {"image": f"{registry}/redis:7"},
            "server": {
                "image": "crown-patience:1",
                "build": {"context": ".", "args": {"PYTHON_IMAGE": f"{registry}/python:3.13-slim"}},
            },
        }
    }
    file = tmp_path / "docker-compose.yml"
    file.write_text(json.dumps(plan))
    command = [sys.executable, str(ROOT / "deploy/image_digests.py"), str(COMPOSE)]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    written = tmp_path / "docker-compose.digests.yml"
    services = config(file, written)
    assert services["redis"]["image"] == f"{registry}/redis:7@{digest}"
    base = services["server"]["build"]["args"]["PYTHON_IMAGE"]
    assert base == f"{registry}/python:3.13-slim@{digest}"

    written.unlink()
    plan["services"]["redis"]["image"] = f"{registry}/nothing:7"
    file.write_text(json.dumps(plan))
    answer = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert answer.returncode == 1
    assert f"{registry}/nothing:7" in answer.stderr
    assert not written.exists()
