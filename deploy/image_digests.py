"""Write docker-compose.digests.yml: every container image by its digest.

A tag such as `redis:7` may name another image tomorrow; a digest always names the same image. This
command asks each image's registry which digest its tag has now, and writes them as an override
file for compose. It needs a registry that answers and `docker buildx` or `skopeo` to ask it with.
If one image cannot be resolved, it writes nothing and exits with 1.

    make digests
    echo COMPOSE_FILE=docker-compose.yml:docker-compose.digests.yml >> .env
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

TARGET = "docker-compose.digests.yml"
BASE_IMAGE = "PYTHON_IMAGE"
"""The build argument that names the image our own image is built from."""


def config(compose: str, folder: Path) -> dict[str, Any]:
    """Return docker-compose.yml with all profiles, as the program `compose` reads it."""
    asked = [compose, "--profile", "*", "config", "--format", "json"]
    answer = subprocess.run(asked, cwd=folder, check=True, capture_output=True, text=True)
    read: dict[str, Any] = json.loads(answer.stdout)
    return read


def resolve(image: str) -> str:
    """Return `image` with its digest.

    Raises LookupError with the reason if no registry returns a digest.
    """
    if shutil.which("skopeo"):
        asked = ["skopeo", "inspect", "--no-tags", "--format", "{{.Digest}}", f"docker://{image}"]
    else:
        template = "{{.Manifest.Digest}}"
        asked = ["docker", "buildx", "imagetools", "inspect", "--format", template, image]
    try:
        answer = subprocess.run(asked, check=False, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise LookupError(f"{image}: {error}") from error
    digest = answer.stdout.strip()
    if answer.returncode or not digest.startswith("sha256:"):
        raise LookupError(f"{image}: {answer.stderr.strip() or 'no digest in the answer'}")
    return f"{image}@{digest}"


def override(services: dict[str, Any]) -> str:
    """Return the text of the override file for these services.

    It names the images that are pulled, and the base image of our own. Raises LookupError.
    """
    resolved: dict[str, str] = {}
    lines = ["# Written by: make digests", "services:"]
    for name, service in sorted(services.items()):
        build = service.get("build")
        image = build["args"][BASE_IMAGE] if build else service["image"]
        if image not in resolved:
            resolved[image] = resolve(image)
        lines.append(f"  {name}:")
        if build:
            lines += ["    build:", "      args:", f"        {BASE_IMAGE}: {resolved[image]}"]
        else:
            lines.append(f"    image: {resolved[image]}")
    return "\n".join(lines) + "\n"


def main(compose: str) -> int:
    folder = Path.cwd()
    try:
        text = override(config(compose, folder)["services"])
    except LookupError as error:
        print(f"Nothing is written; no digest for {error}", file=sys.stderr)
        return 1
    (folder / TARGET).write_text(text)
    print(f"Written: {TARGET}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
