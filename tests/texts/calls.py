"""Calls of `_`, `ngettext` and `N_` in the sources of both clients."""

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tests.texts.javascript import Token, blocks, tokens

KEYWORDS = {"_": None, "N_": None, "ngettext": (1, 2)}
"""The functions, with the places of the arguments that are texts, as Babel takes them."""


class Call(NamedTuple):
    """A call that marks texts.

    `texts` is empty if a variable is translated. `values` are the names that the call fills in,
    None if they cannot be read from the source. `fault` is set if a text is no plain literal.
    """

    line: int
    function: str
    texts: tuple[str, ...]
    values: frozenset[str] | None = frozenset()
    fault: str | None = None


COMPUTED = "The text of {function} is computed; it is to be one literal, with {{name}} for values."


def _places(function: str) -> int:
    """The number of arguments that are texts."""
    return 2 if function == "ngettext" else 1


# Python. ----------------------------------------------------------------------------------------


def python_function(node: ast.AST) -> str | None:
    """The name of the function that marks texts, if this node is a call of one."""
    if not isinstance(node, ast.Call):
        return None
    named = node.func
    name = named.attr if isinstance(named, ast.Attribute) else getattr(named, "id", None)
    return name if name in KEYWORDS else None


def python_calls(tree: ast.AST) -> Iterator[Call]:
    """The calls in a Python module, in the order of their lines."""
    found = [node for node in ast.walk(tree) if python_function(node) is not None]
    for node in sorted(found, key=lambda node: (node.lineno, node.col_offset)):  # type: ignore[attr-defined]
        assert isinstance(node, ast.Call)
        yield _python_call(node, python_function(node) or "")


def _python_call(node: ast.Call, function: str) -> Call:
    marked = node.args[: _places(function)]
    texts = tuple(
        each.value
        for each in marked
        if isinstance(each, ast.Constant) and isinstance(each.value, str)
    )
    names = [each.arg for each in node.keywords]
    values = None if None in names else frozenset(name for name in names if name is not None)
    if len(texts) == len(marked) == _places(function):
        return Call(node.lineno, function, texts, values)
    literals = any(
        isinstance(inner, ast.Constant) and isinstance(inner.value, str) and _is_result(each, inner)
        for each in marked
        for inner in ast.walk(each)
    )
    fault = COMPUTED.format(function=function) if literals else None
    return Call(node.lineno, function, (), values, fault)


def _is_result(argument: ast.expr, literal: ast.Constant) -> bool:
    """Whether the literal may be (part of) the argument's value, and not only a key or an argument
    that the value is computed from."""
    pending: list[ast.AST] = [argument]
    while pending:
        node = pending.pop()
        if node is literal:
            return True
        if isinstance(node, ast.IfExp):
            pending += [node.body, node.orelse]
        elif isinstance(node, ast.BinOp | ast.BoolOp | ast.JoinedStr | ast.FormattedValue):
            pending += ast.iter_child_nodes(node)
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("format", "join"):
            pending += ast.iter_child_nodes(node.func)
    return False


# JavaScript. ------------------------------------------------------------------------------------


class Marked(NamedTuple):
    """A call in JavaScript, and the places of the tokens of its texts in their block."""

    call: Call
    places: range


def javascript_calls(source: str) -> Iterator[Call]:
    """The calls in a JavaScript module, those in templates after the template's own line."""
    for block in blocks(tokens(source)):
        for marked in marked_in(block):
            yield marked.call


def marked_in(block: Sequence[Token]) -> Iterator[Marked]:
    """The calls in a sequence of tokens, without those in the holes of its templates."""
    for i, token in enumerate(block[:-1]):
        before = block[i - 1].value if i else ""
        named = token.kind == "name" and token.value in KEYWORDS
        if named and block[i + 1].value == "(" and before not in (".", "function"):
            yield _javascript_call(block, i)


def _javascript_call(block: Sequence[Token], at: int) -> Marked:
    function, line = block[at].value, block[at].line
    arguments = _arguments(block, at + 2)
    marked = arguments[: _places(function)]
    end = marked[-1].stop if marked else at + 2
    texts = tuple(
        text for each in marked if (text := _literal(block[each.start : each.stop])) is not None
    )
    values: frozenset[str] | None = frozenset()
    extra = arguments[3 if function == "ngettext" else 1 :]
    if extra:
        values = _keys(block[extra[0].start : extra[0].stop])
    if len(texts) == len(marked) == _places(function):
        return Marked(Call(line, function, texts, values), range(at, end))
    dynamic = all(
        block[i].kind not in ("string", "template") or (i > each.start + 1 and _is_key(block, i))
        for each in marked
        for i in each
    )
    fault = None if dynamic else COMPUTED.format(function=function)
    return Marked(Call(line, function, (), values, fault), range(at, at))


def _is_key(block: Sequence[Token], i: int) -> bool:
    """Whether the token is a subscript or the argument of a call: `words["one"]`, `of("one")`."""
    return block[i - 1].value in ("[", "(") and block[i - 2].kind == "name"


def _arguments(block: Sequence[Token], start: int) -> list[range]:
    """The places of the tokens of each argument of the call that opens before `start`."""
    found: list[range] = []
    depth, begun = 0, start
    for i in range(start, len(block)):
        value = block[i].value if block[i].kind == "operator" else ""
        if depth == 0 and value in (",", ")"):
            if i > begun:
                found.append(range(begun, i))
            begun = i + 1
        if depth == 0 and value == ")":
            break
        depth += (value in ("(", "[", "{")) - (value in (")", "]", "}"))
    return found


def _literal(argument: Sequence[Token]) -> str | None:
    """The text of string literals that are joined by `+`; None if it is something else."""
    if any(token.kind != "string" for token in argument[::2]) or not len(argument) % 2:
        return None
    if any(token.value != "+" or token.kind != "operator" for token in argument[1::2]):
        return None
    return "".join(token.value for token in argument[::2])


def _keys(argument: Sequence[Token]) -> frozenset[str] | None:
    """The names in an object literal; None if it is no such literal or has a spread."""
    if argument[0].value != "{":
        return None
    keys: set[str] = set()
    depth = 0
    for i, token in enumerate(argument):
        value = token.value if token.kind == "operator" else ""
        if depth == 1 and value == "...":
            return None
        if depth == 1 and token.kind in ("name", "string") and argument[i - 1].value in ("{", ","):
            keys.add(token.value)
        depth += (value in ("(", "[", "{")) - (value in (")", "]", "}"))
    return frozenset(keys)
