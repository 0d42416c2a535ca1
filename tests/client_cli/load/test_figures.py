"""What a load is read from, counted into, and told as; without a server."""

from collections import Counter
from random import Random
from statistics import mean
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from client_cli.exit_codes import Failure
from client_cli.load import chart, plan, report_page
from client_cli.load.counters import LoadFindings, Second
from client_cli.load.latency_histogram import LatencyHistogram
from client_cli.load.plan import DisconnectStorm, LoadPlan, ThinkTime
from client_cli.load.report import LoadReport
from client_cli.load.server_metrics import CPU, MEMORY, MetricsReading, metrics_url, read


def planned(**given: Any) -> LoadPlan:
    usual: dict[str, Any] = {
        "url": "ws://127.0.0.1:9/ws",
        "games": plan.MIX,
        "races": 3,
        "contestants": 2,
        "think": ThinkTime("lognormal", 2.0),
        "ramp_s": 1.0,
        "seconds": 4.0,
    }
    return LoadPlan(**{**usual, **given})


def delays(*ms: float) -> LatencyHistogram:
    made = LatencyHistogram()
    for each in ms:
        made.add(each / 1000)
    return made


# The plan. ----------------------------------------------------------------------------------------


def test_options_are_read_as_people_write_them() -> None:
    assert plan.think(None, None, 8) == ThinkTime("lognormal", 2.0)
    assert plan.think("500ms", None, 8) == ThinkTime("lognormal", 0.5)
    assert plan.think("uniform:3", None, 8) == ThinkTime("uniform", 3.0)
    assert plan.think("constant", 16.0, 8) == ThinkTime("constant", 0.5), (
        "eight at two a second each"
    )
    assert plan.storm("20%/30s") == DisconnectStorm(0.2, 30.0)
    assert plan.storm(None) is None
    assert plan.games("aces-up,usk") == ("aces_up", "usk")
    assert [plan.seconds(text, "-") for text in ("90", "2s", "5m", "1h")] == [90, 2, 300, 3600]


@pytest.mark.parametrize("text", ["20", "0/5s", "120/5s", "x/5s", "20/0", "20/soon"])
def test_a_storm_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(Failure):
        plan.storm(text)


@pytest.mark.parametrize("text", ["-1s", "soon", "nan", "normal:2s", "2d"])
def test_a_time_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(Failure):
        plan.think(text, None, 1)


@pytest.mark.parametrize("shape", plan.SHAPES)
def test_thinking_takes_as_long_as_is_said_on_average(shape: str) -> None:
    rng = Random(1)
    drawn = [ThinkTime(shape, 2.0).draw(rng) for _ in range(4_000)]
    assert mean(drawn) == pytest.approx(2.0, rel=0.05)
    assert (len(set(drawn)) == 1) is (shape == "constant")
    assert ThinkTime(shape, 0.0).draw(rng) == 0


def test_processes_share_all_races_and_no_race_twice() -> None:
    parts = planned(races=5).shared(3)
    assert sorted(number for part in parts for number in part.numbers) == [0, 1, 2, 3, 4]
    assert len(planned(races=2).shared(8)) == 2


# Figures. -----------------------------------------------------------------------------------------


def test_delays_are_told_to_within_one_per_cent() -> None:
    rng = Random(2)
    drawn = sorted(rng.lognormvariate(1, 2) for _ in range(5_000))
    halves = [delays(*drawn[::2]), delays(*drawn[1::2])]
    whole = LatencyHistogram.merged(halves)
    assert len(whole) == 5_000
    for share in (0.5, 0.9, 0.99, 0.999):
        told = whole.ms(share)
        assert told == pytest.approx(drawn[int(share * 5_000)], rel=0.01, abs=0.002)
    assert delays().ms(0.5) is None
    assert delays(0).summary() == {"count": 1, "p50": 0, "p90": 0, "p99": 0, "p99.9": 0, "max": 0}


def test_a_second_travels_from_process_to_process() -> None:
    one = Second(7, moves=3, lines=2, cpu_s=0.5, acknowledged=delays(1, 2, 3))
    one.errors["too_fast"] = 2
    again = Second.from_json(one.to_json())
    both = Second.merged(7, [one, again])
    assert (both.moves, both.lines, both.cpu_s) == (6, 4, 0.5), "the busiest process's, not the sum"
    assert both.errors == Counter(too_fast=4)
    assert len(both.acknowledged) == 6
    assert one.to_json() == again.to_json()


def reported(**given: Any) -> LoadReport:
    """A load of ten seconds, of which four were measured, with ten moves in each."""
    seconds = [
        Second(
            at,
            moves=10,
            lines=6,
            cpu_s=0.95,
            races=at % 2,
            cut=at == 104,
            acknowledged=delays(*range(1, 11)),
            seen=delays(200),
            errors=Counter({"too_fast": 1} if at == 100 else {}),
        )
        for at in range(100, 110)
    ]
    seconds[8].acknowledged = LatencyHistogram()
    usual: dict[str, Any] = {
        "plan": planned(watchers=1, storm=DisconnectStorm(0.5, 4)),
        "processes": 1,
        "seconds": seconds,
        "span": range(103, 107),
        "readings": [
            MetricsReading(102.5 + i, cpu, (50 + i) * 2**20) for i, cpu in enumerate(CPUS)
        ],
        "missing": None,
        "findings": LoadFindings(),
    }
    return LoadReport.of(**{**usual, **given})


CPUS = (5.0, 6.0, 6.5, 0.25, 0.75, 1.0, 9.0)
"""Of a server that was started anew after the third reading."""


def test_only_the_measured_seconds_are_measured() -> None:
    report = reported()
    assert (report.measured_s, report.whole.moves, report.moves_a_second) == (4, 40, 10)
    assert report.errors == Counter(too_fast=1), "whatever went wrong is told, also before"
    assert report.served is not None
    assert report.served.cpu_s == 1.5, "0.5 before it was started anew, 1.0 afterwards"
    assert report.served.us_a_move == 37_500
    assert report.served.rss_first == 51 * 2**20
    assert report.own_core == pytest.approx(0.95)
    assert any("PATIENCE_LIMITS" in hint for hint in report.hints)
    assert any("--processes" in hint for hint in report.hints)


@pytest.mark.parametrize(
    ("late", "found", "warns"), [(4, 10, False), (20, 10, True), (20, 1_000, False)]
)
def test_a_load_that_is_late_itself_says_so(late: float, found: float, *, warns: bool) -> None:
    seconds = [
        Second(at, moves=1, acknowledged=delays(found), late=delays(late)) for at in range(4)
    ]
    report = reported(seconds=seconds, span=range(4))
    assert report.to_json()["late_ms"]["p99"] == pytest.approx(late, rel=0.01)
    assert "the load's own loop, late by: 4, p50" in "\n".join(report_page.report_sentences(report))
    assert any("own loop was up to 20 ms late" in hint for hint in report.hints) is warns


def test_a_report_says_what_it_does_not_know() -> None:
    report = reported(readings=[], missing="No page.")
    assert report.to_json()["server"] == {"missing": "No page."}
    assert "server: No page." in [*report_page.report_sentences(report)]


def test_both_pages_tell_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    report = reported(findings=LoadFindings(lost=[f"ABCDEF-{i}" for i in range(12)]))
    told = "\n".join(report_page.report_sentences(report))
    report_page.show(report, Console(width=160))
    shown = capsys.readouterr().out
    for words in (
        "ABCDEF-9",
        "moves that were lost: 12",
        "10.0 a second",
        "too_fast 1",
        "50 % cut",
    ):
        assert words in told, words
        assert words in shown, words
    assert "ABCDEF-10" not in told
    assert "no acknowledged move was lost" not in told
    assert "no acknowledged move was lost" in "\n".join(report_page.report_sentences(reported()))


@pytest.mark.parametrize(
    "readings", [[], [MetricsReading(100 + i, i / 2, 2**26) for i in range(9)]]
)
def test_the_chart_is_well_formed_and_within_itself(readings: list[MetricsReading]) -> None:
    drawn = chart.svg(reported(readings=readings))
    root = ElementTree.fromstring(drawn)
    assert "nan" not in drawn
    width, height = (float(each) for each in root.attrib["viewBox"].split()[2:])
    paths = [each.attrib["d"] for each in root.iter() if each.attrib.get("class") == "line"]
    assert len(paths) == (7 if readings else 5)
    for path in paths:
        pairs = path.replace("M", " ").replace("L", " ").split()
        assert all(0 <= float(x) <= width for x in pairs[::2])
        assert all(0 <= float(y) <= height for y in pairs[1::2])
    assert paths[1].count("M") == 2, "nothing is drawn where nothing was acknowledged"
    assert "prefers-color-scheme: dark" in drawn


def test_a_chart_of_hours_has_no_more_points_than_can_be_seen() -> None:
    report = reported(seconds=[Second(at, moves=30) for at in range(100, 4_000)])
    drawn = chart.svg(report)
    assert drawn.count("L") < 10 * chart.MOST_POINTS
    assert ">30<" in drawn, "the rate is still that of a second"


def test_metrics_of_all_processes_are_added_up() -> None:
    text = f'# HELP {CPU} x\n{CPU}{{pid="1"}} 1.5\n{CPU}{{pid="2"}} 2e0\n{MEMORY} 7\nother 3\n'
    assert read(text, 1.0) == MetricsReading(1.0, 3.5, 7.0)
    assert read(f"{CPU} 1\n", 1.0) is None
    assert metrics_url("wss://cards.example.org/ws") == "https://cards.example.org/metrics"
    assert metrics_url("ws://127.0.0.1:8765/ws") == "http://127.0.0.1:8765/metrics"
