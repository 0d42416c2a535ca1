"""The fuzz corpus: every earlier find, tried again. `make fuzz` searches for more."""

import pytest

from tests.fuzz.__main__ import texts
from tests.fuzz.evolve import Evolution
from tests.fuzz.targets import TARGETS, Target


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_comes_out_but_what_is_documented(name: str) -> None:
    corpus = texts(name)
    assert corpus, "no corpus"
    said = {TARGETS[name].run(text) for text in corpus.values()}
    assert len(said) > 1, "all of it comes to the same"


def test_a_fault_is_found_and_told_by_less() -> None:
    """Tests the fuzzer: it finds a fault three steps in, where random input would hardly come, and
    shortens it."""

    def work(text: str) -> str:
        if text[:1] == "{" and '"type"' in text:
            return str(1 // (1 if "-1" not in text else 0))
        return "no"

    evolution = Evolution(Target(work, ('"type"', "-1")), ['{"tipe": 1}', "x -1"], seed=1)
    evolution.go_on(0)
    assert not evolution.faults
    while not evolution.faults:
        evolution.go_on(0.05)
    [(where, fault)] = evolution.faults.items()
    assert where.startswith("ZeroDivisionError at tests/fuzz/test_corpus.py")
    assert sorted(evolution.shortened(fault).text) == sorted('{"type"-1')
