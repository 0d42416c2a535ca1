"""Commands that need no server: list games, show rules, drive the engine from another program,
check records in files.

The record of a race is a document of the finished race, with its deal and its moves, that anybody
can verify.
"""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from client_cli.exit_codes import Failure
from client_cli.local.storage import NOTHING_SAVED, SavedCommitments
from client_cli.messages.race_terms import NO_CHOICE
from client_cli.messages.table_text import (
    advice_text,
    layout_lines,
    reading_text,
    rules_lines,
    wrapped,
)
from client_cli.net import addresses
from client_cli.terminal.game_input import chosen_rules
from client_cli.terminal.output import Output, line_of
from engine import catalogue
from engine.errors import EngineError
from engine.games import AnyGame
from engine.options import Option
from engine.races.verify import Check, summary, verify
from engine.racing_demon.game import RacingDemon
from engine.rules import RULES
from protocol.reading import READING, ReadingName, reading_json
from protocol.texts import _, ngettext

LONGEST_REQUEST = 2**20
WIDEST_RECORD = 64 * 2**20


def list_games(voice: Output) -> None:
    for slug, rules in RULES.items():
        book = rules.book
        voice.put(
            {
                "game": slug,
                **catalogue.about(rules),
                "bell_minutes": book.bell_minutes,
                "origin": book.origin,
                "tips": list(book.tips),
            }
        )
        if not voice.as_json:
            voice.say([_game_line(slug, rules), *map(_option_line, rules.options)])


def _game_line(slug: str, rules: type[AnyGame] | type[RacingDemon]) -> str:
    book = rules.book
    notes = [
        _("1 pack each")
        if issubclass(rules, RacingDemon)
        else ngettext("{n} pack", "{n} packs", rules.packs)
    ]
    notes += [_("{minutes} minutes", minutes=_(book.minutes))] if book.minutes else []
    notes += [_("prospects: {prospects}", prospects=_(book.prospects))] if book.prospects else []
    notes += [_(book.character)] if book.character else []
    notes += [] if rules.has_choice() else [NO_CHOICE]
    return f"{slug:<18} {_(book.title)}: {', '.join(notes)}."


def _option_line(option: Option) -> str:
    """Return a line that describes an option of a game: its values, the default first, and its
    meaning."""
    values = "|".join(str(value).lower() for value in option.values)
    return f"    {option.name}={values}: {_(option.meaning)}"


def show_rules(slug: str, voice: Output) -> None:
    rules = chosen_rules(slug, [])
    voice.put({"game": rules.slug, **catalogue.page(type(rules))})
    if not voice.as_json:
        voice.say(rules_lines(rules))
        if not isinstance(rules, RacingDemon):
            voice.say(["", *layout_lines(rules, voice.cards)])
        if advice := advice_text(rules.book):
            voice.say(["", *wrapped(advice)])


def show_reading(name: ReadingName, voice: Output) -> None:
    """Print one of the general texts on patience."""
    page = READING[name]
    voice.put({"page": name, **reading_json(name)})
    if not voice.as_json:
        voice.say([_(page.title), "", *wrapped(reading_text(name))])


def drive_engine() -> None:
    """Let another program use the engine. Read requests from standard input, each one line of JSON
    such as a deal or a move (`docs/notation.md`), and print each answer as one line of JSON, until
    the input ends."""
    from engine.driver import Driver

    driver = Driver()
    if sys.stdin is None:
        return
    while line := line_of(sys.stdin.buffer, LONGEST_REQUEST):
        print(driver.answer(line.decode("utf-8", "replace")), flush=True)


def print_schema() -> None:
    from protocol.schemas.json_schema import schema

    print(json.dumps(schema(), indent=1))


def print_types() -> None:
    from protocol.schemas.typescript import types

    print(types(), end="")


def read_document(path: Path) -> object:
    """Return the JSON value in a file. Return None for invalid JSON, because the verification of a
    record rejects None. Raises Failure if the file cannot be read or is too large."""
    try:
        with path.open("rb") as file:
            text = file.read(WIDEST_RECORD + 1)  # the stated size is not trusted: it may be a pipe
        if len(text) > WIDEST_RECORD:
            raise Failure.refused(_("{path} is too large to be a record.", path=path))
        return json.loads(text)
    except FileNotFoundError:
        raise Failure.not_found(_("There is no file {path}.", path=path)) from None
    except OSError as error:
        raise Failure.not_found(
            _("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from None
    except (ValueError, RecursionError):
        return None


def is_file_name(text: str) -> bool:
    """Return whether a text is meant as the name of a file and not as a code: there is such a file,
    or the text looks like a path."""
    looks = "://" not in text and ("/" in text or "." in text)
    try:
        return looks or Path(text).exists()
    except (OSError, ValueError):  # not a valid file name
        return False


def show_verification(
    document: object, voice: Output, saved: SavedCommitments = NOTHING_SAVED
) -> None:
    """Verify a record and print the result of every check. `saved` are the commitments (hashes of
    the server's secrets) that this client stored before the race. Raises a Failure that names the
    first failed check."""
    found = verify(document, *saved)
    voice.put(summary(found))
    found = for_people(found, document)
    if not voice.as_json:
        # Hashes of passed checks are tedious to listen to.
        unusual = [check for check in found if not (check.ok and check.checkable)]
        voice.say(check_lines(unusual if voice.cards == "words" else found))
    if not found[-1].ok:
        raise Failure.refused(verdict(found))
    if not voice.as_json:
        voice.say([verdict(found)])


def for_people(found: Sequence[Check], document: object) -> list[Check]:
    """Return the checks of a record in words for people: with the names of contestants instead of
    seat numbers, and with hyphens in room codes. Programs get the checks unchanged."""
    from client_cli.features.history import spoken_race
    from client_cli.local.record_store import parse_checked

    try:
        claimed = parse_checked(document)
    except EngineError:
        return list(found)
    names = {seat.seat: seat.name for seat in claimed.seats}

    def named(match: re.Match[str]) -> str:
        return ", ".join(
            names.get(int(n), _("seat {n}", n=n)) for n in re.findall(r"\d+", match[1])
        )

    def said(text: str) -> str:
        text = re.sub(r"\bseats?:? (\d{1,3}(?:, \d{1,3})*)\b", named, text)
        text = re.sub(r"^1 (move|place)s\b", r"1 \1", text)
        text = re.sub(r"^0 places$", "nobody raced", text)
        return text.replace(claimed.race, spoken_race(claimed.race))

    return [each._replace(step=said(each.step), found=said(each.found)) for each in found]


def check_lines(found: Sequence[Check]) -> list[str]:
    """Return a line for each check of a record, with its result. A check that could not be made is
    marked `SKIP`."""
    return [f"{_word(check)}  {check.step}: {check.found}" for check in found]


def _word(check: Check) -> str:
    if not check.ok:
        return "FAIL"
    return "PASS" if check.checkable else "SKIP"


def verdict(found: Sequence[Check]) -> str:
    """Return a sentence with the result of all checks of a record together."""
    untold = ", ".join(check.step for check in found if not check.checkable)
    holds = (
        _("The record verifies; not checkable: {untold}.", untold=untold)
        if untold
        else _("The record verifies.")
    )
    return why_not(found) or holds


def why_not(found: Sequence[Check]) -> str | None:
    """Return a sentence that names the first failed check of a record; None if all checks
    passed."""
    failed = next((check for check in found if not check.ok), None)
    return failed and _(
        "The record does not verify: {step}: {why}.",
        step=failed.step,
        why=failed.found.rstrip("."),
    )


def race_of(text: str, server: str | None) -> tuple[str, str]:
    """Return (server address, race) for a text that names a race, such as `KQ74TX` or `KQ74TX-2`,
    or a link. Raises Failure if the text names none."""
    from protocol import codes

    if "://" in text:
        return addresses.room_address(text, server)
    parts = codes.split_race(text)
    if parts is None:
        raise Failure.not_found(
            _("{text} is neither a file nor the code of a race.", text=repr(text[:60]))
        )
    code, n = parts
    return addresses.server_address(server), codes.race_id(code, n) if n else code
