"""A few tables over sockets at which half of all claims collide, with the checks of `many_tables`;
every changed field of a record is found."""

import random
from pathlib import Path

import pytest

from tests.server.common_tables.many_tables import (
    Tally,
    change_bytes,
    changed,
    check,
    first_fault,
    leaves,
    play,
)
from tests.server.two_servers import two_servers

COMMANDS = 40
"""The commands of which every field is changed; they are chosen at random."""


@pytest.mark.processes
async def test_tables_are_as_they_have_to_be(tmp_path: Path) -> None:
    tally = Tally()
    async with two_servers(tmp_path) as pair:
        tables = [await play(pair, seed) for seed in (2, 5)]
        for server in pair:
            assert "traceback" not in server.log.lower(), server.log[-4_000:]
    for bots in tables:
        check(bots, tally)
    assert tally.collided * 2 > tally.claims > 20, tally.text()
    document, rng = tables[-1][0].record, random.Random(1)
    assert document is not None
    change_bytes(document, rng, tally)
    assert tally.changed_bytes == tally.named.total() > 0
    some = {*rng.sample(range(len(document["commands"])), COMMANDS)}
    for path in leaves(document):
        if path[0] != "commands" or path[1] in some:
            assert first_fault(changed(document, path)) is not None, path
