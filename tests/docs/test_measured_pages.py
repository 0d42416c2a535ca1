"""Names on the pages about load and reliability exist."""

import inspect
import re
from collections.abc import Iterator

from client_cli.commands.load import load
from tests.harness import ROOT
from tests.trouble.faults import PROCESSES, SURROUNDINGS

ELSEWHERE = {"server", "plain"}
"""What all commands have."""


def rows(page: str, head: str) -> Iterator[list[str]]:
    """The cells of each row of the table with such a head."""
    text = (ROOT / "docs" / page).read_text().split(f"\n{head}\n")[1]
    for line in text.splitlines()[1:]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split("|")]


def test_every_option_of_a_load_stands_on_its_page() -> None:
    told = [name for row in rows("load.md", "| option | usually | |") for name in options(row[0])]
    there = {name.removeprefix("to_") for name in inspect.signature(load).parameters}
    assert sorted(told) == sorted(there - ELSEWHERE)


def options(cell: str) -> list[str]:
    return re.findall(r"`--([a-z]+)`", cell)


def test_every_test_that_is_said_to_keep_a_promise_is_there() -> None:
    found = 0
    for fault, _, cell, _ in rows("reliability.md", "| fault | promise | test | figure |"):
        names = re.findall(r"`([\w/]+)`", cell)
        assert names or "soak" in cell, fault
        for name in names:
            found += 1
            folder = "tests" if name.startswith("trouble/") else "tests/server"
            assert (ROOT / folder / f"{name}.py").is_file(), f"{fault}: {name}"
    assert found > 40


def test_the_report_of_the_soak_has_every_fault() -> None:
    told = {name for name, *_ in rows("reliability.md", "| fault | times | seconds |")}
    assert told - {"---"} == {*PROCESSES, *SURROUNDINGS}
