"""Every text that players read is in the catalogue of `protocol/texts`.

`python -m tests.checks.texts` prints the texts in both clients that no call of `_`, `ngettext` or
`N_` marks, with file and line, and the marked texts that cannot be translated; it exits with 1 if
there is any.

A literal is a text if a person would read it as words: two words, or a word that begins with a
capital letter. Single words in small letters are names for programs. In `html` templates every
word counts, as a text or in an attribute that is shown or read out (`SPOKEN`). Docstrings, type
annotations, log lines, exceptions for developers, comparisons and subscripts are no texts
(`_excused`). A line with the comment `not a text` is passed over, and so is what `EXCEPTIONS`
lists.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.texts.calls import Call, javascript_calls, marked_in, python_calls
from tests.texts.catalogue import docstrings, flaws
from tests.texts.javascript import HOLE, Token, hole_attributes, markup, tokens

ROOT = Path(__file__).parents[2]

RULES = "a heading in the rules of a game, which are a document of their own"
EXCEPTIONS: Mapping[str, Mapping[str, str]] = {
    "client_web/components/notifications.js": {"reminder {}": "a key of a list"},
    "client_web/components/rules_text.js": dict.fromkeys(
        (
            *("Aim", "The deal", "The play", "The score", "The end", "Option", "Options"),
            *("Progress", "Source", "Tips", "Best known", "Origin", "Out", "A stuck table"),
        ),
        RULES,
    ),
    "client_web/state/room_state.js": dict.fromkeys(
        (
            "joined left presence covered ready_changed countdown started called held over"
            " next_race ",
            "settings_changed host_passed silenced stood_aside race_joined skip",
        ),
        "kinds of events",
    ),
    "client_web/table/drawing/animation.js": {"pile {}": "a key of a list"},
    "client_web/table/drawing/card_renderer.js": {"card {} {}{}{}": "names of styles"},
    "client_web/table/input/keyboard_input.js": {
        "input, textarea, select, [contenteditable], dialog, [role=dialog]": "a selector"
    },
    "client_web/table/drawing/pile_view.js": {"pile {}": "a key of a list"},
}
"""Texts that are not in the catalogue, by file and text, with the reason. `*` is every text."""

MARK = "not a text"
"""In a comment: the literals on that line are not read by players."""

WORDS = re.compile(
    r"[^\W\d_]{2,}[,;:.!?)'’\"]* +[(\"'“]?[^\W\d_]"  # two words
    r"|[^\W\d_]+ +[^\W\d_]{2,}"
    r"|\{\}[,;:.!?)'’\"]* +[^\W\d_]{2,}|[^\W\d_]{2,}[,:(]* +[(]?\{\}"  # a word and a value
    r"|\A\W*[A-Z][a-z]"  # a word with a capital letter
)
WORD = re.compile(r"[^\W\d_][a-z]|[a-z][^\W\d_]")
CLASS_NAME = re.compile(r"([A-Z][a-z]+){2,}")
COMMAND = re.compile(r" ?(patience|--[a-z]+)( [^\s,;]*[^\s.,;:])*")
"""What somebody types: `patience join {}`."""

TAGS = re.compile(r"<[^<>]*>|\b(translate|scale|rotate)\w?\([^()]*\)")
"""What is taken out of a literal before it is looked at: tags and shifts of a page or a picture."""

SPOKEN = frozenset(
    (
        "title",
        "label",
        "alt",
        "placeholder",
        "aria-label",
        "aria-description",
        "aria-valuetext",
        "aria-roledescription",
    )
)


class Text(NamedTuple):
    """A text outside the catalogue, or what is wrong with a text in it."""

    file: str
    line: int
    text: str
    flaw: str = "is not in the catalogue"


# Python. ----------------------------------------------------------------------------------------

DEVELOPERS = frozenset(
    (
        "AssertionError",
        "AttributeError",
        "KeyError",
        "LookupError",
        "NotImplementedError",
        "RuntimeError",
        "TypeError",
        "ValueError",
    )
)
"""Exceptions whose text is for developers."""

LOGS = frozenset(("debug", "info", "warning", "error", "exception", "log"))
NAMING = frozenset(
    (
        "compile",
        "match",
        "fullmatch",
        "search",
        "sub",
        "split",
        "findall",
        "finditer",  # re
        "PageAt",  # a page of the terminal, by module and class
        "TypeVar",
        "NewType",
        "ParamSpec",
        "cast",
        "TypedDict",
        "NamedTuple",
        "getattr",
        "setattr",
        "query",
        "query_one",
        "query_exactly_one",
        "strptime",
        "strftime",
        "add_class",
        "remove_class",
        "set_class",
        "has_class",
        "literal_eval",
        "version",
    )
)
"""Functions whose literals are patterns and names."""

LITERALS = (ast.Constant, ast.Tuple, ast.List, ast.Set)

NAMES = frozenset(
    ("id", "classes", "metavar", "key", "event", "action", "name", "selector", "encoding", "mode")
)
"""Keyword arguments that are names for programs."""

STYLES = frozenset(("CSS", "DEFAULT_CSS", "__all__"))


def python_texts(source: str, file: str) -> Iterator[Text]:
    """The unmarked texts of a Python module, and the flaws of its marked ones."""
    tree = ast.parse(source)
    excused = docstrings(tree) | _excused(tree)
    lines = source.splitlines()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and id(node) not in excused:
            excused.update(id(value) for value in node.values)
            text = "".join(
                str(value.value) if isinstance(value, ast.Constant) else "{}"
                for value in node.values
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        else:
            continue
        if id(node) not in excused and _is_text(text) and not _marked(lines, node):
            yield Text(file, node.lineno, text)
    yield from _undeclared_helps(tree, file)
    yield from _flaws(python_calls(tree), file)


def _undeclared_helps(tree: ast.AST, file: str) -> Iterator[Text]:
    """Commands whose help is their docstring, which cannot be marked."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef) or not ast.get_docstring(node):
            continue
        for decorator in node.decorator_list:
            name = getattr(decorator.func, "attr", "") if isinstance(decorator, ast.Call) else ""
            if name == "command" and not any(each.arg == "help" for each in decorator.keywords):  # type: ignore[attr-defined]
                yield Text(file, node.lineno, ast.get_docstring(node) or "")


def _is_text(literal: str) -> bool:
    name = COMMAND.fullmatch(literal) or CLASS_NAME.fullmatch(literal)
    return not name and WORDS.search(TAGS.sub(" ", literal)) is not None


def _marked(lines: Sequence[str], node: ast.expr) -> bool:
    span = lines[node.lineno - 1 : node.end_lineno]
    return any(MARK in line.partition("#")[2] for line in span)


def _excused(tree: ast.AST) -> set[int]:
    """The ids of the nodes that are marked, or are no texts because of where they stand."""
    excused: set[int] = set()
    for node in ast.walk(tree):
        for child in _excused_children(node):
            if child is not None:
                excused.update(id(inner) for inner in ast.walk(child))
    return excused


def _excused_children(node: ast.AST) -> Iterable[ast.AST | None]:
    match node:
        case ast.Call():
            return _excused_arguments(node)
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name in DEVELOPERS:
            return [node]
        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]) if (
            name in STYLES
        ):
            return [node]
        case ast.Compare():
            return [each for each in (node.left, *node.comparators) if isinstance(each, LITERALS)]
        case ast.Subscript(slice=ast.Constant()) | ast.MatchValue() | ast.Assert():
            return [getattr(node, "slice", None) or getattr(node, "msg", None) or node]
        case ast.AnnAssign() | ast.arg():
            # The help of an option stands in an annotation.
            return [] if _is_annotated(node.annotation) else [node.annotation]
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            return [node.returns]
    return []


def _is_annotated(annotation: ast.expr | None) -> bool:
    return annotation is not None and any(
        isinstance(node, ast.Name) and node.id == "Annotated" for node in ast.walk(annotation)
    )


def _excused_arguments(node: ast.Call) -> Iterable[ast.AST]:
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if name == "split" and isinstance(node.func, ast.Attribute):
        return [node.func]  # "one two".split()
    if name in ("_", "N_"):
        return node.args[:1]
    if name == "ngettext":
        return node.args[:2]
    if name in NAMING or (
        isinstance(node.func, ast.Attribute) and name in LOGS and _is_log(node.func)
    ):
        return node.args
    return [each.value for each in node.keywords if each.arg in NAMES]


def _is_log(function: ast.Attribute) -> bool:
    return "log" in ast.unparse(function.value).lower()


# JavaScript. ------------------------------------------------------------------------------------

STYLING = frozenset(("class", "style", "d", "transform", "points", "viewBox", "key", "href", "id"))
"""Attributes whose values are names for programs."""

SELECTORS = frozenset(
    (
        "querySelector",
        "querySelectorAll",
        "closest",
        "matches",
        "Error",
        "TypeError",
        "RegExp",
        "ConnectionLost",
        "setAttribute",
        "getAttribute",
        "addEventListener",
        "useTranslation",
        "matchMedia",
        "warn",
    )
)
"""Functions whose literals are selectors, patterns and names, or are for developers."""


def javascript_texts(source: str, file: str) -> Iterator[Text]:
    """The unmarked texts of a JavaScript module, and the flaws of its marked ones."""
    lines = source.splitlines()
    for line, text in _block_texts(tokens(source)):
        if MARK not in lines[line - 1].partition("//")[2]:
            yield Text(file, line, text)
    yield from _flaws(javascript_calls(source), file)


def _block_texts(block: Sequence[Token]) -> Iterator[tuple[int, str]]:
    marked = {i for each in marked_in(block) for i in each.places}
    for i, token in enumerate(block):
        holes = token.holes
        if token.kind == "template" and i and block[i - 1].value == "html":
            yield from _markup_texts(token)
            attributes = hole_attributes(token)
            holes = tuple(
                hole for hole, name in zip(holes, attributes, strict=True) if name not in STYLING
            )
        elif token.kind in ("string", "template") and i not in marked and not _names(block, i):
            text = HOLE.sub("{}", token.value)
            if _is_text(text):
                yield token.line, text
        for hole in holes:
            yield from _block_texts(hole)


def _markup_texts(template: Token) -> Iterator[tuple[int, str]]:
    for piece in markup(template):
        shown = piece.attribute is None or piece.attribute in SPOKEN
        words = shown and WORD.search(re.sub(r"&#?\w+;", " ", piece.text))
        if words and not COMMAND.fullmatch(piece.text):
            yield piece.line, piece.text


def _names(block: Sequence[Token], i: int) -> bool:
    """Whether the string is a name for programs because of where it stands."""
    before = block[i - 1].value if i else ""
    after = block[i + 1].value if i + 1 < len(block) else ""
    owner = block[i - 2] if i > 1 else None
    if before in ("===", "!==", "case", "from", "import") or after in ("===", "!==", "."):
        return True  # `.` as in "one two".split(" ")
    if owner is None:
        return False
    if before == "[":
        return after == "]" and (owner.kind == "name" or owner.value in (")", "]"))
    return before == "(" and owner.value in SELECTORS


# All. -------------------------------------------------------------------------------------------


def _flaws(calls: Iterable[Call], file: str) -> Iterator[Text]:
    for call in calls:
        if call.fault:
            yield Text(file, call.line, "", call.fault)
        values = call.values
        if call.function == "ngettext" and values is not None:
            values |= {"n"}
        for text in call.texts:
            names = None if call.function in ("N_", "ngettext") else values
            for flaw in flaws(text, names):
                yield Text(file, call.line, text, flaw)


def texts(root: Path = ROOT) -> Iterator[Text]:
    """What is wrong in both clients, file by file."""
    for path in sorted((root / "client_cli").rglob("*.py")):
        file = path.relative_to(root).as_posix()
        yield from python_texts(path.read_text(encoding="utf-8"), file)
    for path in sorted((root / "client_web").rglob("*.js")):
        file = path.relative_to(root).as_posix()
        if not file.startswith("client_web/vendor/"):
            yield from javascript_texts(path.read_text(encoding="utf-8"), file)


def faults(
    found: Iterable[Text], exceptions: Mapping[str, Mapping[str, str]] = EXCEPTIONS
) -> Iterator[str]:
    """A line for each text that is no exception, and for each exception that is not needed."""
    used: set[tuple[str, str]] = set()
    for each in found:
        listed = exceptions.get(each.file, {})
        key = next((key for key in (each.text, "*") if key in listed), None)
        if key is None:
            yield f"{each.file}:{each.line}: {each.text!r} {each.flaw}"
        else:
            used.add((each.file, key))
    for file, listed in exceptions.items():
        for key in listed:
            if (file, key) not in used:
                yield f"{file}: the exception {key!r} is not needed"


def main() -> int:
    found = list(faults(texts()))
    for line in found:
        print(line, file=sys.stderr)
    if found:
        print(
            f"{len(found)} faults. Mark a text with _ or ngettext (CONTRIBUTING.md, Texts).",
            file=sys.stderr,
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
