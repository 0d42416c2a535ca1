"""`/metrics` of a server on which races are played."""

import asyncio
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.observability.metrics import Metrics
from tests.bots import race
from tests.harness import LIMIT_S, ROOT, ServerProcess, client
from tests.server.net.test_pages import asked_at
from tests.server.ops.test_workers import until

Samples = dict[tuple[str, ...], float]


def samples(text: str) -> Samples:
    """By name and values of labels, buckets left out."""
    families = text_string_to_metric_families(text)
    found = [sample for family in families for sample in family.samples]
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for sample in found
        if not sample.name.endswith("_bucket")
    }


async def told(server: ServerProcess) -> Samples:
    return samples((await asked_at(urlsplit(server.url).netloc, "GET /metrics")).body.decode())


@pytest.mark.processes
async def test_a_race_is_seen_in_numbers(tmp_path: Path) -> None:
    async with ServerProcess(tmp_path / "data") as server:
        begun = asyncio.Event()
        racing = asyncio.create_task(race(server, "aces_up", 3, pause=0.01, begun=begun))
        await begun.wait()

        async def runs() -> bool:
            return (await told(server))["patience_races", "running"] == 1

        await until(runs)
        during = await told(server)
        bots = await racing
        async with client(server.url) as visitor:
            assert (await visitor.ask("join", code="QQQQQQ", name="Ann"))["code"]
        after = await told(server)
    moves = after["patience_moves_total", "stored"]
    assert moves >= sum(len(bot.acknowledged) for bot in bots) > 0
    assert during["patience_connections",] >= 3
    assert during["patience_rooms",] == 1
    assert after["patience_refusals_total", "bad_message"] >= 1
    assert after["patience_store_up",] == 1
    for histogram in ("acknowledgement", "commit", "feed_lag"):
        times = after[f"patience_{histogram}_seconds_count",]
        assert 0 < times <= moves + 50
        assert 0 < after[f"patience_{histogram}_seconds_sum",] < LIMIT_S * times
    assert after["patience_acknowledgement_seconds_sum",] >= after["patience_commit_seconds_sum",]
    assert after["process_cpu_seconds_total",] > 0


def test_names_follow_the_conventions_and_each_is_explained() -> None:
    families = list(text_string_to_metric_families(Metrics().page().decode()))
    assert len(families) > 25
    for family in families:
        assert re.fullmatch(r"(patience|process)_[a-z_]+", family.name), family.name
        assert family.documentation, family.name
        if family.type == "histogram" and not family.name.endswith("_moves"):
            assert family.name.endswith("_seconds"), family.name
        if family.type == "gauge":
            assert not family.name.endswith("_total"), family.name


def test_the_page_on_operating_lists_every_name() -> None:
    families = text_string_to_metric_families(Metrics().page().decode())
    lines = (ROOT / "docs/operating.md").read_text().splitlines()
    listed = [line.split("`")[1].split("{")[0] for line in lines if line.startswith("| `pat")]
    made = [f.name + ("_total" if f.type == "counter" else "") for f in families]
    assert sorted(listed) == sorted(name for name in made if name.startswith("patience_"))
