"""Check that a wheel is complete: install it where nothing else is, play, host and serve from it.
Say whether its engine is compiled.

    python deploy/check_wheel.py dist/crown_patience-0.1.0-py3-none-any.whl

The command makes an environment of its own in a temporary folder, installs the wheel and what it
needs into it, and runs `patience` from there. It exits with 1 and says what failed, or prints what
it has seen.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

WAIT_S = 60
PART = re.compile(r'(?:src|href)="([^"]+)"')
"""The address of a file in a page of the browser client."""


class Incomplete(Exception):
    """Something that a wheel must do does not work; the message says what."""


class Installed:
    """A program `patience` that was installed from a wheel, with a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.program = folder / "bin" / "patience"
        self.environment = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(folder / "home"),
            "COLUMNS": "100",
            "LANG": "C.UTF-8",
        }
        (folder / "home").mkdir()
        self.folder = folder / "home"

    def run(self, *arguments: str, says: str, told: str = "") -> None:
        """Run the program with `told` as its input. Raises Incomplete unless it ends with 0 and
        its output contains `says`."""
        done = subprocess.run(
            [str(self.program), *arguments],
            input=told,
            capture_output=True,
            text=True,
            env=self.environment,
            cwd=self.folder,
            timeout=WAIT_S,
            check=False,
        )
        if done.returncode != 0 or says not in done.stdout:
            raise Incomplete(f"patience {' '.join(arguments)}:\n{done.stdout}{done.stderr}")
        print(f"patience {' '.join(arguments)}: {says}")

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        """Start the program, its output in a pipe."""
        return subprocess.Popen(
            [str(self.program), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            env=self.environment,
            cwd=self.folder,
        )


def install(wheel: Path, folder: Path) -> Installed:
    """Install a wheel into a new environment. Raises Incomplete."""
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "pip"), "--quiet", "--disable-pip-version-check"]
    asked = [*pip, "install", str(wheel)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Incomplete(f"pip install {wheel.name}:\n{done.stderr}")
    return Installed(folder)


def check_engine(wheel: Path, folder: Path) -> None:
    """Print whether the engine of the installed wheel is compiled. Raises Incomplete if that is not
    what the name of the wheel says."""
    ask = [str(folder / "bin" / "python"), "-c", "import engine.game as g; print(g.__file__)"]
    told = subprocess.run(ask, capture_output=True, text=True, check=False, cwd=folder)
    if told.returncode:
        raise Incomplete(f"import engine.game:\n{told.stderr}")
    compiled = not told.stdout.strip().endswith(".py")
    state = "compiled" if compiled else "not compiled"
    if compiled == wheel.stem.endswith("-none-any"):
        raise Incomplete(f"{wheel.name}: the engine is {state}")
    print(f"{wheel.name}: the engine is {state}")


def check(patience: Installed) -> None:
    """Play, serve and host. Raises Incomplete at the first that fails."""
    patience.run("--version", says="patience ")
    patience.run("games", says="Aces Up")
    patience.run("play", "aces-up", "--plain", "--deal", "1", told="deal\nq\n", says="Aces Up")
    port = _free_port()
    server = patience.start("serve", "--port", str(port))
    try:
        _wait_for(port, server)
        page = _read(port, "/")
        parts = PART.findall(page)
        root = next(part for part in parts if part.endswith("/main.js")).removesuffix("/main.js")
        parts.append(f"{root}/catalogue.json")
        print(
            f"browser client: {len(parts)} files, {sum(len(_read(port, p)) for p in parts)} bytes"
        )
        host = ("host", "aces-up", "--server", f"127.0.0.1:{port}", "--name", "Ann", "--plain")
        patience.run(*host, told="quit\n", says="Aces Up")
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait(WAIT_S)


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def _read(port: int, path: str) -> str:
    try:
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=WAIT_S) as answer:
            text: str = answer.read().decode()
            return text
    except HTTPError as error:
        raise Incomplete(f"{path}: {error}") from error


def _wait_for(port: int, server: subprocess.Popen[str]) -> None:
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        if server.poll() is not None:
            raise Incomplete(f"patience serve ended:\n{server.communicate()[0]}")
        try:
            with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1):
                return
        except (URLError, OSError):
            time.sleep(0.2)
    raise Incomplete(f"patience serve does not answer at port {port}")


def main() -> int:
    """Check the wheel that is named on the command line. Return the exit code."""
    (name,) = sys.argv[1:]
    with TemporaryDirectory(prefix="patience-wheel-") as folder:
        try:
            wheel = Path(name).resolve()
            patience = install(wheel, Path(folder))
            check_engine(wheel, Path(folder))
            check(patience)
        except Incomplete as reason:
            print(reason, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
