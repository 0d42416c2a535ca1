"""The check of class names finds shared and unlisted names."""

from pathlib import Path

from tests.checks.class_names import GLOSSARY, HEADING, classes, faults, listed

TABLE = f"""{HEADING}

| name | idea | where |
|---|---|---|
| `Seat` | a place | `protocol/seats.py`, `server/seats.py` |
"""


def write(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("class Seat:\n    pass\n\n\nclass _Hidden:\n    pass\n")


def test_a_listed_idea_may_be_on_several_layers(tmp_path: Path) -> None:
    write(tmp_path, "protocol/seats.py", "server/seats.py")
    assert not list(faults(classes(tmp_path), listed(TABLE)))


def test_a_third_class_of_that_name_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path, "protocol/seats.py", "server/seats.py", "client_cli/net/seats.py")
    (sentence,) = faults(classes(tmp_path), listed(TABLE))
    assert sentence.startswith("Seat is a class of client_cli/net/seats.py, protocol/seats.py")


def test_a_name_that_is_shared_no_longer_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path, "server/seats.py")
    (sentence,) = faults(classes(tmp_path), listed(TABLE))
    assert "no longer shared" in sentence


def test_the_product_keeps_the_rule() -> None:
    assert not list(faults(classes(), listed(GLOSSARY.read_text())))
