"""Sample the stacks of a server under load, from outside, with py-spy. This does not hold up the
server: py-spy runs on the driver's core and only reads the server's memory."""

import asyncio
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

RATE = 250


class CannotSample(Exception):
    """py-spy is not installed, or may not read the server's memory; the message says which."""


async def stacks(pid: int, after_s: float, seconds: float) -> list[str]:
    """Wait `after_s`, sample a process for `seconds`, at least one, and return the stacks seen. A
    stack is a line `outermost;...;innermost count`, each function with its file. Only threads that
    run or are ready to are sampled. Raises CannotSample."""
    sampler = Path(sysconfig.get_path("scripts")) / "py-spy"
    if not sampler.exists():
        raise CannotSample("py-spy is not installed; it comes with `make setup`.")
    await asyncio.sleep(after_s)
    with TemporaryDirectory(prefix="patience-bench-") as folder:
        file = Path(folder) / "stacks"
        process = await asyncio.create_subprocess_exec(
            *(str(sampler), "record", "--function", "--full-filenames"),
            *("--format", "raw", "--rate", str(RATE), "--duration", str(max(1, round(seconds)))),
            *("--pid", str(pid), "--output", str(file)),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await process.communicate()
        if process.returncode or not file.exists():
            raise CannotSample(f"py-spy: {said.decode().strip()}")
        return file.read_text().splitlines()
