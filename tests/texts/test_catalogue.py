"""The template of translations holds all texts, and only such as can be translated."""

import ast
import io

from babel.messages.pofile import read_po

from engine.games import GAMES
from tests.texts.calls import Call, javascript_calls, python_calls
from tests.texts.catalogue import (
    TEMPLATE,
    collected,
    flaws,
    marked_javascript,
    marked_python,
    sentences,
    template,
)


def test_the_template_is_that_of_the_sources() -> None:
    assert TEMPLATE.read_text(encoding="utf-8") == template(collected()), "Run: make texts"


def test_the_template_is_read_as_a_catalogue_with_plain_placeholders() -> None:
    catalog = read_po(io.StringIO(TEMPLATE.read_text(encoding="utf-8")))
    assert len(catalog) > 500
    for message in catalog:
        for text in message.id if isinstance(message.id, list | tuple) else (message.id,):
            assert not list(flaws(text, None)), text


def test_texts_of_games_and_of_the_server_are_in_it() -> None:
    ids = {message.id for message in collected()}
    for rules in GAMES.values():
        assert rules.book.title in ids
        assert {option.meaning for option in rules.options} <= ids
    assert "Only a gap among the four piles can be filled." in ids  # a refusal of a game
    assert "Only the host can do that." in ids  # a refusal of the server
    assert "The server stops." in ids  # a notice


def test_calls_in_python_are_read_at_every_depth() -> None:
    source = b"""\
say(_("{who} leads by {lead}.", who=told(_("You")), lead=ngettext("{n} card", "{n} cards", n)))
say(texts._("a long "
            "text"))
REASON = N_("It is over.")
say(_(reason))
"""
    assert [text for _line, _function, text, _comments in marked_python(io.BytesIO(source))] == [
        "{who} leads by {lead}.",
        "You",
        ("{n} card", "{n} cards"),
        "a long text",
        "It is over.",
    ]
    first = next(python_calls(ast.parse(source)))
    assert first == Call(1, "_", ("{who} leads by {lead}.",), frozenset(("who", "lead")))


def test_calls_in_javascript_are_read_in_templates_within_templates() -> None:
    source = """\
const a = html`<p title=${_('It\\'s "so"')}>${won && html`<b>${_("{who} won \\u2013 {n}", {
  who: told(`${name}`, "x"), n })}</b> it's`} ${ngettext("{n} card", "{n} cards", n)}</p>`;
const b = _("a long " + "text", { ...values });
const c = _(reason); // _("no")
function _(source) {}
"""
    found = [text for _line, _f, text, _c in marked_javascript(io.BytesIO(source.encode()))]
    assert sorted(map(str, found)) == sorted(
        (
            'It\'s "so"',
            "{who} won – {n}",
            str(("{n} card", "{n} cards")),
            "a long text",
        )
    )
    values = {call.texts[0]: call.values for call in javascript_calls(source) if call.texts}
    assert values["{who} won – {n}"] == frozenset(("who", "n"))
    assert values["a long text"] is None


def test_only_whole_sentences_of_the_server_are_collected() -> None:
    source = b'''\
"""A module of the server."""
KEY = "room:{code}"
raise Refusal("locked", "The room is locked.")
raise Refusal("wrong_race", f"The room is at race {n}. It goes on.")
log.info("The-race", n=1)
'''
    assert [text for _line, _f, text, _c in sentences(io.BytesIO(source))] == [
        "The room is locked."
    ]


def test_the_template_changes_only_with_the_texts() -> None:
    first, second = template(collected()), template(collected())
    assert first == second
    assert "Date" not in first.partition("#:")[0]
