"""The command `patience`: runs a command line, and turns errors into exit codes.

`commands/tree.py` has all commands. It is imported only if `commands/quick_start.py` does not know
the command line, because building the tree takes longer than most commands.
"""

import gc
import os
import sys
from collections.abc import Sequence

from client_cli.commands import completion
from client_cli.commands.quick_start import quick_command
from client_cli.exit_codes import DONE, FAULT, INTERRUPTED, USAGE, Failure, fault
from client_cli.terminal.output import (
    OutputClosed,
    fitted,
    printable,
    printed_after_exit,
    replace_undecodable,
    width_of,
)
from protocol.texts import _

GARBAGE_AFTER = 120_000
"""How many new objects Python waits for before it looks for garbage. The imports and the first
picture make up to 91,000 and hardly any garbage. By default Python looks many times until then,
and this takes a tenth of the time of the start. With a larger number, a long game takes more
memory."""


def main() -> None:
    """Run the command line of this process and exit with its code. Every error is printed as a
    sentence."""
    gc.set_threshold(GARBAGE_AFTER)
    sys.exit(run())


def run(words: Sequence[str] | None = None) -> int:
    """Run a command line, by default that of this process, and return its exit code. An unexpected
    exception is printed as a sentence; in Python's development mode it is raised instead."""
    replace_undecodable()
    words = sys.argv[1:] if words is None else words
    try:
        code = _run(words)
        _print_last()
        _flush()
    except Failure as failure:
        return _say(str(failure), failure.code)
    except KeyboardInterrupt:
        return _say(_("Stopped."), INTERRUPTED)
    except (OutputClosed, OSError) as error:
        return _ended_by(error.error if isinstance(error, OutputClosed) else error)
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        return _say(fault(error), FAULT)
    return code


def _run(words: Sequence[str]) -> int:
    command = None if completion.is_asked_for() else quick_command(words, run)
    if command is not None:
        command()
        return DONE
    from client_cli.commands.tree import invoke

    return invoke(words, run)


def _ended_by(error: OSError) -> int:
    """Return the exit code for an operating system error that has ended the command. If another
    program closed this program's output (a broken pipe), the code is DONE and nothing is printed.
    Any other error, such as a full disk, is printed."""
    code = DONE
    if not isinstance(error, BrokenPipeError):
        about = "" if error.filename is None else f" {error.filename}"
        code = _say(
            _(
                "The system refuses{about}: {strerror}.",
                about=about,
                strerror=error.strerror or error,
            ),
            USAGE,
        )
    _forget_output()
    return code


def _print_last() -> None:
    for sentence in printed_after_exit():
        for piece in fitted(printable(sentence), width_of(sys.stdout)):
            print(piece)


def _say(sentence: str, code: int) -> int:
    try:
        for line in sentence.splitlines():  # a definition file may have several mistakes
            for piece in fitted(printable(line), width_of(sys.stderr)):
                print(piece, file=sys.stderr)
        _flush()
    except OSError:
        _forget_output()
    return code


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.flush()


def _forget_output() -> None:
    """Redirect standard output and error to the null device, so that the interpreter does not fail
    when it flushes them at exit."""
    if sys.stdout is not sys.__stdout__:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):
        os.dup2(nowhere, descriptor)
