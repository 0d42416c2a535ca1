"""Tokens of JavaScript modules, and the texts and attributes of their `html` templates.

Babel's lexer ends a template at the first backtick, so it loses the calls in nested templates.
This one keeps templates whole. It reads what the browser client is written in, not every script.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

NAME = re.compile(r"[\w$]+")
SKIPPED = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.DOTALL)
REGEX = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/\w*")
STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])*'", re.DOTALL)
OPERATOR = re.compile(r"=>|[!=]==?|\?\.|\?\?|&&|\|\||\.\.\.|.", re.DOTALL)
TAG = re.compile(r"<!--.*?-->|</?\0?[\w.-]*((?:\"[^\"]*\"|'[^']*'|[^<>\"'])*)>", re.DOTALL)
ATTRIBUTE = re.compile(r"([\w:-]+)=(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))")
HOLE = re.compile(r"\0\n*\0")
OPEN_VALUE = re.compile(r"([\w:-]+)=(?:\"[^\"]*|'[^']*)?\Z")
BEFORE_REGEX = frozenset(
    ("return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "await")
)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\n": ""}


class Token(NamedTuple):
    """`kind` is name, string, template, regex or operator. `value` is a string's content without
    quotes, else the source. `holes` are the tokens of each `${...}` of a template."""

    kind: str
    value: str
    line: int
    holes: tuple[tuple["Token", ...], ...] = ()


class Markup(NamedTuple):
    """A piece of an html template between holes: a text (`attribute` is None) or a value."""

    attribute: str | None
    text: str
    line: int


def tokens(source: str) -> tuple[Token, ...]:
    """The tokens of a module, without comments. Raises ValueError if a template is not closed."""
    found, _end = _read(source, 0, nested=False)
    return found


def _read(source: str, at: int, nested: bool) -> tuple[tuple[Token, ...], int]:
    """The tokens up to the end, or up to the brace that closes a hole, and where they end."""
    found: list[Token] = []
    depth = 0
    while at < len(source):
        if skipped := SKIPPED.match(source, at):
            at = skipped.end()
            continue
        line = source.count("\n", 0, at) + 1
        if source[at] == "`":
            token, at = _template(source, at, line)
            found.append(token)
            continue
        kind, matched = _match(source, at, found)
        at = matched.end()
        value = matched.group()
        if value == "}" and nested and depth == 0:
            return tuple(found), at
        if kind == "operator":
            depth += (value == "{") - (value == "}")
        found.append(Token(kind, unquoted(value) if kind == "string" else value, line))
    if nested:
        raise ValueError("A template is not closed.")
    return tuple(found), at


def _match(source: str, at: int, before: Sequence[Token]) -> tuple[str, re.Match[str]]:
    if source[at] in "\"'" and (matched := STRING.match(source, at)):
        return "string", matched
    if source[at] == "/" and _may_be_regex(before) and (matched := REGEX.match(source, at)):
        return "regex", matched
    if matched := NAME.match(source, at):
        return "name", matched
    matched = OPERATOR.match(source, at)
    assert matched is not None
    return "operator", matched


def _may_be_regex(before: Sequence[Token]) -> bool:
    if not before:
        return True
    last = before[-1]
    if last.kind == "name":
        return last.value in BEFORE_REGEX
    return last.kind == "operator" and last.value not in (")", "]", "}")


def _template(source: str, start: int, line: int) -> tuple[Token, int]:
    """A template. Its value is its content; each hole in it is two NUL characters, with the
    hole's line breaks between them, so that lines can be counted."""
    holes: list[tuple[Token, ...]] = []
    pieces: list[str] = []
    at = start + 1
    while at < len(source):
        if source[at] == "`":
            return Token("template", "".join(pieces), line, tuple(holes)), at + 1
        if source.startswith("${", at):
            inner, end = _read(source, at + 2, nested=True)
            first = source.count("\n", 0, at)
            holes.append(inner)
            pieces.append("\0" + "\n" * (source.count("\n", 0, end) - first) + "\0")
            at = end
        elif source[at] == "\\":
            pieces.append(unquoted(f'"{source[at : at + 2]}"'))
            at += 2
        else:
            pieces.append(source[at])
            at += 1
    raise ValueError("A template is not closed.")


def unquoted(literal: str) -> str:
    """The content of a string literal."""

    def plain(escape: re.Match[str]) -> str:
        digits = escape.group(1) or escape.group(2) or escape.group(3)
        if digits:
            return chr(int(digits, 16))
        return ESCAPES.get(escape.group(4), escape.group(4))

    escapes = r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))"
    return re.sub(escapes, plain, literal[1:-1], flags=re.DOTALL)


def blocks(found: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """The sequence itself, and the tokens of all holes in it, however deep."""
    yield found
    for token in found:
        for hole in token.holes:
            yield from blocks(hole)


def markup(template: Token) -> Iterator[Markup]:
    """The texts and the attribute values of an html template, without its holes."""
    source = template.value
    at = 0
    for tag in TAG.finditer(source):
        yield from _pieces(None, source[at : tag.start()], template, at)
        for value in ATTRIBUTE.finditer(tag.group(1) or ""):
            text = next(each for each in value.groups()[1:] if each is not None)
            yield from _pieces(value.group(1), text, template, tag.start(1) + value.start())
        at = tag.end()
    yield from _pieces(None, source[at:], template, at)


def hole_attributes(template: Token) -> list[str | None]:
    """For each hole of an html template, the attribute whose value it is in; None in a text."""
    found = []
    for hole in HOLE.finditer(template.value):
        opened = OPEN_VALUE.search(template.value, 0, hole.start())
        found.append(opened.group(1) if opened else None)
    return found


def _pieces(attribute: str | None, text: str, template: Token, at: int) -> Iterator[Markup]:
    line = template.line + template.value.count("\n", 0, at)
    for piece in HOLE.split(text):
        if piece.strip():
            yield Markup(attribute, " ".join(piece.split()), line)
