"""The check of texts finds texts of every kind outside the catalogue, and passes names over."""

from pathlib import Path

import pytest

from tests.checks.texts import Text, faults, javascript_texts, python_texts, texts

UNMARKED_PYTHON = {
    "say(['The line is down.'])": "The line is down.",
    "say(f'{name} has joined.')": "{} has joined.",
    "ending = 'the bell'": "the bell",
    "LABELS = {'key': 'Reserve'}": "Reserve",
    "room: Annotated[str, typer.Argument(help='Such as KQ7-4TX.')]": "Such as KQ7-4TX.",
    "raise Failure.usage('No password was typed.')": "No password was typed.",
    "HELP = '''\nundo   take the last move back\n'''": "\nundo   take the last move back\n",
    "@app.command()\ndef host():\n    'Open a room.'": "Open a room.",
    "show(f'<b>{_(\"Two\")}</b> Three')": "<b>{}</b> Three",
}
NO_PYTHON_TEXTS = (
    "_('The line is down.')",
    "ngettext('{n} card', '{n} cards', len(cards))",
    "N_('The room is no more.')",
    "def room():\n    'A room and its seats.'",
    "raise ValueError('there is no such room')",
    "log.warning('connection lost', code=code)",
    "if kind == 'Spread Card': pass",
    "DEFAULT_CSS = 'Card { color: red; }'",
    "room: 'list[Room]' = []",
    "verbs = ('ready', 'start', 'leave')",
    "verbs = 'ready start leave'.split()",
    "PAGES = {'lobby': 'LobbyPage'}",
    'picture = \'<path d="M 1 2" fill="none"/>\'',
    "send('Hello there')  # not a text: a name in the protocol",
    "say(f'patience join {code} --server {server}')",
    "@app.command(help=_('Open a room.'))\ndef host(): pass",
)


@pytest.mark.parametrize(("source", "text"), UNMARKED_PYTHON.items())
def test_an_unmarked_text_in_python_is_found(source: str, text: str) -> None:
    assert [each.text for each in python_texts(source, "a.py")] == [text]


@pytest.mark.parametrize("source", NO_PYTHON_TEXTS)
def test_what_is_no_text_in_python_is_passed_over(source: str) -> None:
    assert not list(python_texts(source, "a.py"))


UNMARKED_JAVASCRIPT = {
    "const a = html`<p>Ring</p>`;": "Ring",
    "const a = html`<p>${n} cards <b>left</b></p>`;": "cards|left",
    'const a = html`<input placeholder="Your line" class="wide one" />`;': "Your line",
    'const a = html`<a title="Back" href=${to}>${_("Back")}</a>`;': "Back",
    "const a = html`<p title=${`${name} leads`}>${1}</p>`;": "{} leads",
    'app.announce("It rings.");': "It rings.",
    "const a = html`<${Page} onClick=${() => app.say('It rings.')} />`;": "It rings.",
    "const a = html`${list.map((x) => html`<li>${x} won</li>`)}`;": "won",
    'const ENDINGS = { bell: "the bell rang" };': "the bell rang",
    'const words = ["Reserve"];': "Reserve",
}
NO_JAVASCRIPT_TEXTS = (
    'const a = html`<p title=${_("Back")}>${_("Ring")} &middot; ${n}</p>`;',
    'const a = _("a long " + "text");',
    'const a = ngettext("{n} card", "{n} cards", cards.length);',
    "const a = html`<p class=${`card ${mine ? 'card own' : ''}`}>${n}</p>`;",
    'import { html } from "../vendor/preact file.js";',
    'if (event.key === "Enter") go();',
    'const a = root.querySelector("form button");',
    'throw new Error("this cannot be");',
    'const KINDS = new Set("joined left skip".split(" "));',
    "const a = html`<code>patience verify ${file}</code>`;",
    "const style = { transform: `translate(${x}px, ${y}px) rotate(${turn}deg)` };",
    'const PEOPLE = "input, textarea, select"; // not a text: a selector',
    'const quote = /["] it is/g; const half = a / b; // It is "so"',
)


@pytest.mark.parametrize(("source", "text"), UNMARKED_JAVASCRIPT.items())
def test_an_unmarked_text_in_javascript_is_found(source: str, text: str) -> None:
    assert [each.text for each in javascript_texts(source, "a.js")] == text.split("|")


@pytest.mark.parametrize("source", NO_JAVASCRIPT_TEXTS)
def test_what_is_no_text_in_javascript_is_passed_over(source: str) -> None:
    assert not list(javascript_texts(source, "a.js"))


@pytest.mark.parametrize(
    ("source", "flaw"),
    [
        ("_(f'{name} leads.')", "computed"),
        ("_('one ' + name)", "computed"),
        ("_('One card' if n == 1 else 'More cards')", "computed"),
        ("_('{name.title} leads.', name=name)", "no plain"),
        ("_('{time:.1f} seconds', time=time)", "no plain"),
        ("_('{name} leads.', nam=name)", "filled with ['nam']"),
        ("_('{name} leads.')", "filled with []"),
        ("_('{name} leads.', name=name)", ""),
    ],
)
def test_a_text_that_cannot_be_translated_is_a_fault_in_python(source: str, flaw: str) -> None:
    found = [each.flaw for each in python_texts(source, "a.py") if "not in the" not in each.flaw]
    assert [flaw in each for each in found] == [True] * bool(flaw)


@pytest.mark.parametrize(
    ("source", "flaw"),
    [
        ("_(`${name} leads.`);", "computed"),
        ('_(won ? "You win" : "You lose");', "computed"),
        ('_("{name.title} leads.", { name });', "no plain"),
        ('_("{name} leads.", { nam: name });', "filled with ['nam']"),
    ],
)
def test_a_text_that_cannot_be_translated_is_a_fault_in_javascript(source: str, flaw: str) -> None:
    found = [
        each.flaw for each in javascript_texts(source, "a.js") if "not in the" not in each.flaw
    ]
    assert any(flaw in each for each in found)


def test_a_variable_may_be_translated() -> None:
    assert not list(python_texts("say(_(refused.error))", "a.py"))
    assert not list(javascript_texts("say(_(refused.error));", "a.js"))


def test_an_exception_covers_its_text_alone_and_must_be_needed() -> None:
    found = [Text("a.py", 1, "Some words"), Text("a.py", 2, "Other words"), Text("b.py", 3, "More")]
    reasons = {"a.py": {"Some words": "a name"}, "b.py": {"*": "for operators"}, "c.py": {"*": ""}}
    assert list(faults(found, reasons)) == [
        "a.py:2: 'Other words' is not in the catalogue",
        "c.py: the exception '*' is not needed",
    ]


def test_both_clients_are_searched(tmp_path: Path) -> None:
    for name, source in {
        "client_cli/net/line.py": "say('It is down.')\n",
        "client_web/pages/home.js": "say('It is down.');\n",
        "client_web/vendor/preact.js": "say('It is down.');\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(source)
    assert [each.file for each in texts(tmp_path)] == [
        "client_cli/net/line.py",
        "client_web/pages/home.js",
    ]


def test_the_product_keeps_the_rule() -> None:
    assert not list(faults(texts()))
