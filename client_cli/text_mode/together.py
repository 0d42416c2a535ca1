"""The command `together` in line mode: what the player and other people have raced together."""

from pathlib import Path

from client_cli.features import together
from client_cli.features.accounts import write_export
from client_cli.features.together import People
from client_cli.text_mode.server_command import ServerCommandContext, run_on_server
from protocol.rivals import Together
from protocol.texts import _, ngettext


def show_together(context: ServerCommandContext, people: People, offset: int, count: int) -> None:
    """Print what the player and other people have raced together, with at most `count` races, after
    the first `offset`. Raises Failure if the server refuses or cannot be reached."""
    found = run_on_server(context, lambda client: together.together(client, people, offset, count))
    context.voice.put(_document(found))
    if not context.voice.as_json:
        context.voice.say(together.together_lines(found))
        after = offset + len(found.races)
        if found.races and after < found.total:
            more = _("{n} more: --offset {after}.", n=found.total - after, after=after)
            context.voice.say([more])


def export_together(context: ServerCommandContext, people: People, to: Path) -> None:
    """Write what the player and other people have raced together, with all races, into a file as
    JSON. Raises Failure if the server refuses or cannot be reached, or the file cannot be
    written."""
    found = run_on_server(context, lambda client: together.all_together(client, people))
    write_export(to, {**_document(found), "at_ms": context.storage.now_ms()})
    context.voice.put({"races": len(found.races), "to": str(to)})
    if not context.voice.as_json:
        written = ngettext(
            "{n} race written to {to}.", "{n} races written to {to}.", len(found.races), to=to
        )
        context.voice.say([written])


def _document(found: Together) -> dict[str, object]:
    return found.model_dump(mode="json", exclude={"id"})
