"""The benchmark of a server beside a busy analyser."""

import pytest

from bench import busy_analyser
from bench.busy_analyser import DELAYS, Pairs, judged, main, measured
from bench.compare import Ratio
from bench.load_runner import Measured, Sizes
from bench.meter import Delays


def run(p99: float, errors: dict[str, int] | None = None) -> Measured:
    delays = Delays(1.0, 2.0, p99, 9.0)
    nothing = (None,) * 4
    return Measured(
        "mix", 4, 10.0, 7, 7.0, delays, None, Sizes(1, 1), 1, errors or {}, *nothing, None, None
    )


async def test_both_runs_of_a_round_are_measured_and_the_analyser_works_only_in_one() -> None:
    pairs = await measured(2, 0.4, 50.0, lambda _: None, same_core=True)
    assert (len(pairs.quiet), len(pairs.busy), pairs.errors) == (2, 2, [])
    assert pairs.cpu_s > 0


def test_the_ratio_is_that_of_pairs() -> None:
    pairs = Pairs([run(2.0), run(4.0)], [run(3.0), run(6.0)], 1.0)
    ratio = pairs.ratio(DELAYS["p99"])
    assert ratio.times == pytest.approx(1.5)
    assert ratio.error == pytest.approx(0)
    assert "| p99 | 3.00 | 4.50 | x 1.500 | 0.000 |" in busy_analyser.markdown(pairs)
    assert Pairs([run(1.0)], [run(1.0, {"refused": 1})], 0.0).errors


@pytest.mark.parametrize(
    ("ratio", "code"),
    [(Ratio(1.1, 0.05), 0), (Ratio(1.4, 0.1), 1), (Ratio(1.1, 0.2), 3), (Ratio(1.3, 0.2), 3)],
)
def test_what_lies_within_the_error_is_not_known(ratio: Ratio, code: int) -> None:
    assert judged(ratio)[0] == code


@pytest.mark.parametrize(("p99", "code"), [(2.3, 0), (2.5, 1)])
def test_the_exit_code_says_whether_the_limit_is_kept(
    p99: float, code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def known(*_: object, **__: object) -> Pairs:
        return Pairs([run(2.0)] * 3, [run(p99)] * 3, 1.0)

    monkeypatch.setattr(busy_analyser, "measured", known)
    assert main([]) == code
    assert ("not more than" in capsys.readouterr().out) == (code == 0)
