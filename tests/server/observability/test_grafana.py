"""The board and the alerts ask for what the server exports, and nothing else.

By hand they were checked with Prometheus' own `promtool` (check rules, check metrics); here is what
needs no Prometheus: every name and label there is, functions that exist, brackets that close.
"""

import json
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client import CollectorRegistry

from server.observability.metrics import Metrics
from tests.harness import ROOT

FOLDER = ROOT / "docs/grafana"
BOARD: dict[str, Any] = json.loads((FOLDER / "crown-patience.json").read_text())
RULES = yaml.safe_load((FOLDER / "alerts.yml").read_text())
ALERTS: list[dict[str, Any]] = RULES["groups"][0]["rules"]

WORDS = {"sum", "min", "max", "count", "topk", "rate", "increase", "changes", "time", "by"}
WORDS |= {"histogram_quantile", "and", "or", "unless", "offset"}
OF_A_PROCESS = (
    "cpu_seconds_total",
    "resident_memory_bytes",
    "start_time_seconds",
    "open_fds",
    "max_fds",
)
OF_PROMETHEUS = {"job", "instance", "le"}
PAIRS = {"(": ")", "[": "]", "{": "}"}


def labels() -> dict[str, set[str]]:
    """By the name of a series as it can be asked for, its labels."""
    registry: CollectorRegistry = Metrics().registry
    found: dict[str, set[str]] = {}
    for collector, names in registry._collector_to_names.items():
        of_it = set(getattr(collector, "_labelnames", ()))
        found |= dict.fromkeys(names, of_it)
    return found


SERIES = labels() | {f"process_{name}": set() for name in OF_A_PROCESS}


def expressions() -> Iterator[str]:
    for panel in BOARD["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"]
    for note in BOARD["annotations"]["list"]:
        yield note["expr"]
    for rule in ALERTS:
        yield rule["expr"]


@pytest.mark.parametrize("expression", sorted(set(expressions())))
def test_an_expression_asks_for_what_there_is(expression: str) -> None:
    bare = re.sub(r'"[^"]*"', '""', expression)
    open_: list[str] = []
    for mark in re.findall(r"[()\[\]{}]", bare):
        if mark in PAIRS:
            open_.append(PAIRS[mark])
        else:
            assert open_.pop() == mark
    assert not open_
    assert '"' not in bare.replace('""', "")
    asked = re.findall(r"\b(?:patience|process)_[a-z_]+", bare)
    known = {label for name in asked for label in SERIES[name]} | OF_PROMETHEUS
    for inner in re.findall(r"\{([^}]*)\}|by \(([^)]*)\)", bare):
        for label in re.findall(r"[a-z_]+", "".join(inner)):
            assert label in known, label
    rest = re.sub(r"\{[^}]*\}|by \([^)]*\)|\[[^]]*\]|offset \w+", "", bare)
    words = set(re.findall(r"[a-z_]{2,}", rest)) - set(asked) - {"up"}
    assert words <= WORDS
    for name in asked:
        if name.endswith(("_total", "_bucket", "_sum", "_count")) and "unless" not in bare:
            at = bare.index(name)
            assert re.search(r"(rate|increase)\($", bare[:at]), name
            assert re.match(rf"{name}(\{{[^}}]*\}})?\[", bare[at:]), name


def test_every_number_that_is_exported_is_on_the_board() -> None:
    asked = " ".join(expressions())
    unused = {name for name in SERIES if name.startswith("patience_") and name not in asked}
    stems = {re.sub(r"_(total|bucket|sum|count|created)$", "", name) for name in unused}
    assert {stem for stem in stems if stem not in asked} == set()


def test_panels_have_a_place_a_title_and_a_source() -> None:
    panels = BOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for panel in panels:
        at = panel["gridPos"]
        assert panel["title"]
        assert 0 <= at["x"] < at["x"] + at["w"] <= 24
        if panel["type"] != "row":
            assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
            assert panel["fieldConfig"]["defaults"]["unit"]
    for one, other in combinations([panel["gridPos"] for panel in panels], 2):
        apart = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        above = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert apart or above
    assert BOARD["schemaVersion"] >= 39
    assert BOARD["uid"] == "crown-patience"


def test_every_alert_says_how_bad_it_is_and_what_it_means() -> None:
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS)
    for rule in ALERTS:
        assert rule["labels"]["severity"] in ("page", "warn")
        assert rule["annotations"]["summary"].endswith(".")
