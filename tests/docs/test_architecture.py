"""The picture of the architecture is that of the code, and the glossary keeps its form."""

import re

from tests.docs import import_graph
from tests.harness import ROOT


def test_the_picture_is_that_of_the_code() -> None:
    assert import_graph.PICTURE.read_text() == import_graph.drawn(import_graph.imports()), (
        "make architecture draws it anew"
    )


def test_every_package_is_in_the_picture() -> None:
    boxes = import_graph.imports()
    for part in import_graph.OPENED:
        packages = {path.parent.name for path in (ROOT / part).glob("*/__init__.py")}
        assert {f"{part}.{name}" for name in packages} <= boxes.keys()


def test_a_word_is_explained_once() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text().partition("## One name")[0]
    words = re.findall(r"^\| ([a-z][\w ()-]*) \| [A-Z]", text, re.MULTILINE)
    assert 30 <= len(words) <= 60
    assert len(words) == len({*words})
