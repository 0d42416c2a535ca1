"""What a server does under a load, looked at from outside some hundred times a second by py-spy,
which holds up nothing: it runs on the driver's core and only reads the other's memory."""

import asyncio
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

RATE = 250


class CannotSample(Exception):
    """There is no sampler, or it may not look."""


async def stacks(pid: int, after_s: float, seconds: float) -> list[str]:
    """Lines of `outermost;...;innermost count`, each function with its file; only of what runs or
    is ready to. Raises CannotSample."""
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
