"""Links and names in the documents exist."""

import json
import re
from pathlib import Path

import pytest

from protocol import from_client, from_server

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMED = re.compile(r"`((?:engine|protocol|server|client_cli|bench|docs|tests|examples)/[\w./-]+)`")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_file_a_document_names_exists(document: Path) -> None:
    named = set(NAMED.findall(document.read_text()))
    assert not [name for name in sorted(named) if not (ROOT / name).exists()]


def test_the_life_of_a_move_passes_through_at_most_six_stops() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    life = text.split("## The life of a move")[1].split("\n## ")[0]
    stops = re.findall(r"^\d+\. `([\w./]+)`", life, re.MULTILINE)
    assert 1 <= len(stops) <= 6
    assert all((ROOT / stop).exists() for stop in stops)


def test_the_recorded_race_is_made_of_messages() -> None:
    text = (ROOT / "docs/protocol.md").read_text()
    race = text.split("## One whole race")[1]
    lines = re.findall(r"^([→←]) (\{.*\})$", race, re.MULTILINE)
    assert len(lines) > 20
    for arrow, frame in lines:
        (from_client if arrow == "→" else from_server).parse(frame)
    said = {json.loads(frame)["type"] for _, frame in lines}
    assert {"hello", "create", "ready", "play", "moved", "refused", "over", "record"} <= said


def test_the_protocol_page_lists_every_message() -> None:
    text = (ROOT / "docs/protocol.md").read_text()
    for adapter in (from_client.ADAPTER, from_server.ADAPTER):
        for name in adapter.json_schema()["discriminator"]["mapping"]:
            assert f"`{name}`" in text, name
