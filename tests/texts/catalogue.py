"""Collects the texts of both clients, the games and the server into one catalogue.

`make texts` writes `protocol/texts/patience.pot`. The clients mark their texts with `_`,
`ngettext` and `N_`. The engine knows no translation and the server sends English, so their texts
are found without a mark: what games declare about themselves, and every sentence (`SENTENCE`).
A sentence with values in it, an f-string, arrives at the clients filled in and is not translated.
"""

import ast
import io
import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO, Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import write_po

from engine.games import GAMES
from tests.texts.calls import KEYWORDS, Call, javascript_calls, python_calls

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "protocol" / "texts" / "patience.pot"
METHODS = {
    "client_cli": [("**.py", "tests.texts.catalogue:marked_python")],
    "client_web": [
        ("vendor/**", "ignore"),
        ("**.js", "tests.texts.catalogue:marked_javascript"),
    ],
    "server": [
        *((f"{part}/**", "ignore") for part in ("ops", "observability", "store")),
        *((f"{file}.py", "ignore") for file in ("settings", "settings_errors", "__main__")),
        ("**.py", "tests.texts.catalogue:sentences"),
    ],
    "protocol": [("**.py", "tests.texts.catalogue:sentences")],
    "engine": [("**.py", "tests.texts.catalogue:sentences")],
}
"""The Babel extraction method for the files of each package."""

SENTENCE = re.compile(r"[A-Z].* .*[.!?]|[A-Z]\w+[.!?]")

Found = tuple[int, str, str | tuple[str, ...], list[str]]
"""What a Babel extraction method yields: line, function, texts, comments."""


def marked_python(source: IO[bytes], *_: Any, **_options: Any) -> Iterator[Found]:
    """Babel extraction method: the marked texts of a Python module."""
    return _found(python_calls(ast.parse(source.read())))


def marked_javascript(source: IO[bytes], *_: Any, **_options: Any) -> Iterator[Found]:
    """Babel extraction method: the marked texts of a JavaScript module."""
    return _found(javascript_calls(source.read().decode()))


def _found(calls: Iterator[Call]) -> Iterator[Found]:
    for call in calls:
        if call.texts:
            several = call.function == "ngettext"
            yield call.line, call.function, call.texts if several else call.texts[0], []


def sentences(source: IO[bytes], *_: Any, **_options: Any) -> Iterator[Found]:
    """Babel extraction method: every literal in a Python module that is a whole sentence, and the
    marked texts."""
    tree = ast.parse(source.read())
    others = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            others.update(id(value) for value in node.values)
    for node in ast.walk(tree):
        text = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and id(node) not in others and SENTENCE.fullmatch(text):
            yield getattr(node, "lineno", 0), "_", text, []
    yield from _found(python_calls(tree))


def docstrings(tree: ast.AST) -> set[int]:
    """The ids of the nodes that are docstrings of modules, classes, functions and attributes."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def declared() -> Iterator[tuple[str, str]]:
    """What games declare for players: each text with its file."""
    for rules in GAMES.values():
        file = (rules.__module__ or "").replace(".", "/") + ".py"
        book = rules.book
        for text in (
            *(book.title, *book.other_names, book.prospects, book.character, book.origin),
            *([] if (book.minutes or "").isdecimal() else [book.minutes]),
            *book.tips,
            *(option.meaning for option in rules.options),
        ):
            if text:
                yield text, file


def collected(root: Path = ROOT) -> Catalog:
    """All texts, with the files that have them."""
    catalog = Catalog(
        header_comment="# Texts of Crown Patience. Written by: make texts", fuzzy=False
    )
    for package, methods in METHODS.items():
        found = extract_from_dir(root / package, methods, keywords=KEYWORDS)
        for file, _line, text, _comments, _context in found:
            catalog.add(text, locations=[(f"{package}/{file}", 0)])
    if root == ROOT:
        for text, file in declared():
            catalog.add(text, locations=[(file, 0)])
    return catalog


def template(catalog: Catalog) -> str:
    """The catalogue as a PO template. It changes only with the texts and the files that have them:
    it has no dates, and no line numbers."""
    written = io.BytesIO()
    for message in catalog:
        message.locations = sorted(set(message.locations))
    write_po(written, catalog, width=100, sort_output=True, include_lineno=False)
    lines = written.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(OMITTED))


OMITTED = tuple(
    f'"{name}:'
    for name in (
        *("Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date"),
        *("Last-Translator", "Language-Team", "Generated-By"),
    )
)
"""Header lines that are empty, or change without the texts."""


def flaws(text: str, values: Collection[str] | None) -> Iterator[str]:
    """What is wrong with the placeholders of a text, given the names that its call fills in."""
    names = re.findall(r"\{([^{}]*)\}", text)
    strange = [name for name in names if not name.isidentifier()]
    for name in strange:
        yield f"{{{name}}} is no plain {{name}}"
    if values is not None and not strange and set(names) != set(values):
        yield f"it has {sorted(set(names))}, and is filled with {sorted(values)}"


def main() -> None:
    text = template(collected())
    if not TEMPLATE.exists() or TEMPLATE.read_text(encoding="utf-8") != text:
        TEMPLATE.write_text(text, encoding="utf-8")
    print(f"{TEMPLATE.relative_to(ROOT)}: {text.count('msgid ') - 1} texts")


if __name__ == "__main__":
    main()
