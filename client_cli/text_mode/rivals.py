"""Commands in line mode about rivals (people whom the player has raced) and streaks: rivals,
versus, streaks."""

from client_cli.features import rivals
from client_cli.local.account_store import account_on
from client_cli.text_mode.server_command import ServerCommandContext, run_on_server
from protocol.from_server import FromServer
from protocol.texts import _


def show_rivals(context: ServerCommandContext, offset: int, count: int) -> None:
    """Print the people whom the player has raced, the latest race first: at most `count`, after the
    first `offset`. Raises Failure if the server refuses or cannot be reached."""
    page = run_on_server(context, lambda client: rivals.rivals(client, offset, count))
    sentences = [f"{rivals.rival_line(rival)}." for rival in page.rivals]
    after = offset + len(sentences)
    if sentences and after < page.total:
        sentences.append(_("{n} more: --offset {after}.", n=page.total - after, after=after))
    _tell(context, page, sentences or [_("No more.") if page.total else rivals.NO_RIVALS])


def show_versus(context: ServerCommandContext, name: str, other: str | None) -> None:
    """Print the results of the accounts `name` and `other` against each other. Without `other`,
    print the player's results against `name`. Raises Failure if the server refuses or cannot be
    reached."""
    one, against = (None, name) if other is None else (name, other)
    book = run_on_server(context, lambda client: rivals.versus(client, one, against))
    known = account_on(context.storage, context.server)
    mine = known is not None and known.name == book.one
    _tell(context, book, rivals.versus_lines(book, mine=mine))


def show_streaks(context: ServerCommandContext, name: str | None) -> None:
    """Print the streaks of an account: how many games it has won one after the other, and on how
    many days in a row it has played or won a daily deal (the same deal for everybody). If `name` is
    None, print the player's own. Raises Failure if the server refuses or cannot be reached."""
    found = run_on_server(context, lambda client: rivals.streaks(client, name))
    _tell(context, found, rivals.streak_lines(found))


def _tell(context: ServerCommandContext, answer: FromServer, lines: list[str]) -> None:
    context.voice.put(answer.model_dump(mode="json", exclude={"id"}))
    if not context.voice.as_json:
        context.voice.say(lines)
