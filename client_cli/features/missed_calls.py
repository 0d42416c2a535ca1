"""Missed calls: told in one line, once, after a command that has logged in."""

from client_cli.exit_codes import Failure
from client_cli.features import calls
from client_cli.local.storage import Storage, short
from client_cli.net.one_shot_client import AccountLine
from client_cli.terminal.output import say_last


async def ask(line: AccountLine) -> None:
    """Have it said when the command is done, if this line is somebody's. No answer is no news."""
    count = await fresh(line)
    if count:
        say_last(sentence(count))


async def fresh(line: AccountLine) -> int:
    """How many calls are missed, if any was since that was told here last."""
    if line.account is None:
        return 0
    try:
        found = await calls.page(line, count=1)
    except Failure:  # an older server, or nobody logged in any more
        return 0
    newest = found.calls[0].call if found.calls else 0
    if not found.missed or newest <= _told_of(line.storage, line.server):
        return 0
    line.storage.write(line.storage.root / "calls" / f"{short(line.server)}.json", {"told": newest})
    return found.missed


def sentence(count: int) -> str:
    return f"{calls.SIGN} {calls.missed(count)}: patience calls"


def _told_of(storage: Storage, server: str) -> int:
    """The number of the latest call that was spoken of here."""
    number = storage.read(storage.root / "calls" / f"{short(server)}.json").get("told")
    return number if isinstance(number, int) else 0
