"""Bundle the modules of the browser client into a few minified files.

    python deploy/bundle_client.py

The command, which is also `make bundle`, makes the folder `build/client_bundle/`, which has
everything that a server needs of `client_web/`. A server with `PATIENCE_WEB_FOLDER` set to this
folder uses it. `BuildHook` (`compile_engine.py`) puts a bundle into the wheel. Without a bundle a
server serves the modules as they are, so that no build step is needed for development.

The bundler is rolldown, one of the npm packages that `make check` installs.
"""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "build/client_bundle"
PROGRAM = "deploy/bundle_client.mjs"
ROLLDOWN = "tests/browser/node_modules/rolldown"
PRELOADED = re.compile(r'^<link rel="modulepreload" href="\{\{root\}\}/(?P<name>[^"]+)">\n', re.M)
"""The lines of the page that load modules early."""
WORKER = "worker.js"
"""The service worker, which imports nothing and is not part of a page."""
LEFT_OUT = ("*.js", "*.ts", "*.md", "__pycache__")


class CannotBundle(Exception):
    """The client cannot be bundled here; the message says why."""


def why_not(root: Path = ROOT) -> str | None:
    """Return why the client cannot be bundled here, as a sentence; None if it can."""
    if not (root / ROLLDOWN).is_dir():
        return "Bundling needs the npm packages of tests/browser; `make check` installs them."
    return None if _node() else "Bundling needs node; `make setup` installs it."


def bundled(folder: Path, root: Path = ROOT) -> None:
    """Write the bundled client to `folder`, which must not exist. Raises CannotBundle."""
    reason = why_not(root)
    if reason:
        raise CannotBundle(reason)
    client = root / "client_web"
    shutil.copytree(client, folder, ignore=shutil.ignore_patterns(*LEFT_OUT))
    shutil.copy(client / WORKER, folder)
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.is_dir() and not any(path.iterdir()):
            path.rmdir()
    command = [_node() or "", PROGRAM, str(client), str(folder)]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CannotBundle(f"rolldown could not bundle it:\n{done.stdout}{done.stderr}")
    page = folder / "index.html"
    at_once = "".join(
        f'<link rel="modulepreload" href="{{{{root}}}}/{name}">\n'
        for name in json.loads(done.stdout.splitlines()[-1])
    )
    first, *_ = PRELOADED.finditer(page.read_text())
    text = page.read_text()
    text = text[: first.start()] + at_once + PRELOADED.sub("", text[first.start() :])
    page.write_text(text)


def _node() -> str | None:
    beside = Path(sys.executable).with_name("node")
    return str(beside) if beside.exists() else shutil.which("node")


def main() -> int:
    """Bundle the client and print the folder. Return the exit code."""
    folder = ROOT / FOLDER
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(exist_ok=True)
    try:
        bundled(folder)
    except CannotBundle as error:
        print(error, file=sys.stderr)
        return 1
    print(f"bundled: {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
