"""Exit statuses, and errors as lines: bad input, the usage errors that click finds, and whatever else goes wrong."""

import itertools
import os
import sys
from collections.abc import Sequence
from typing import TextIO

import click

from thurntaxis.fault import reason_of
from thurntaxis.message import Alternatives, Hint, Message, clipped, verbatim
from thurntaxis_cli.parameters import code_of, languages, locale_language, parameter_name, usage
from thurntaxis_presentation.errors import BadInput, ErrorLine, error_line
from thurntaxis_presentation.language import Language

DONE = 0  # the question has been answered
NO = 1  # the answer is no: an illegal event, a failed check
BAD = 2  # bad input or usage
INTERRUPTED = 130  # by Ctrl-C
BROKEN_PIPE = 141  # nobody reads the output any more


def status_of(error: BaseException, arguments: Sequence[str]) -> int:
    """Write what has ended the command with these arguments to standard error; return the exit status."""
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        return INTERRUPTED
    if isinstance(error, SystemExit) and error.code == 0:  # a script for completion has been written
        return DONE
    if isinstance(error, (OSError, SystemExit)):
        _write_nowhere(sys.stdout)
    if isinstance(error, (BrokenPipeError, SystemExit)):  # click exits only if nobody reads what a command writes
        return BROKEN_PIPE
    lines, lang = _error_lines(error), _language_asked(arguments)
    try:
        sys.stderr.write("".join(error_line(line, lang) + "\n" for line in lines))
        sys.stderr.flush()
    except BrokenPipeError:
        _write_nowhere(sys.stderr)
    return BAD


def _error_lines(error: BaseException) -> Sequence[ErrorLine]:
    """Return an error as lines; raise it if it is a bug and the environment asks for tracebacks."""
    if isinstance(error, BadInput):
        return error.errors
    if isinstance(error, click.ClickException):
        return (_usage_error(error),)
    if isinstance(error, OSError):
        files, streams = Message("files that can be read and written"), Message("streams that can be read and written")
        right = files if error.filename else streams
        return (ErrorLine(str(error.filename or "-"), "file", reason_of(error), right),)
    if "TAXIS_TRACEBACK" in os.environ:
        raise error
    wrong = Message("{error}", error=f"{type(error).__name__}: {error}")
    return (ErrorLine("itself", "bug", wrong, Hint("please report it; TAXIS_TRACEBACK=1 shows where it happened")),)


def _language_asked(arguments: Sequence[str]) -> Language:
    """Return the language that the arguments ask for, even if they are wrong in other ways."""
    asked = [word.removeprefix("--lang=") for word in arguments if word.startswith("--lang=")]
    asked += [value for option, value in itertools.pairwise(arguments) if option == "--lang"]
    return Language(next((code for code in map(code_of, asked) if code in languages()), locale_language()))


def _write_nowhere(stream: TextIO) -> None:
    """Discard what is still to be written to a stream that nobody reads."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _usage_error(error: click.ClickException) -> ErrorLine:
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    where = ctx.command.name or "taxis" if ctx and ctx.parent else "usage"
    path, right_usage = (ctx.command_path, usage(ctx)) if ctx else ("taxis", verbatim("taxis --help"))
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        right = Message("{commands}; taxis --help explains them", commands=Alternatives(_commands(ctx)))
        return ErrorLine("usage", "COMMAND", Message("no command is given"), right)
    if isinstance(error, click.NoSuchOption):
        right = _meant(error.possibilities) or Hint("{command} --help lists the options", command=path)
        return ErrorLine(where, clipped(error.option_name), Message("unknown option"), right)
    if isinstance(error, click.exceptions.NoSuchCommand):
        wrong = Message('unknown command "{text}"', text=clipped(error.command_name))
        right = _meant(error.possibilities) or Message("{names}", names=Alternatives(_commands(ctx)))
        return ErrorLine("usage", "COMMAND", wrong, right)
    if isinstance(error, click.MissingParameter):
        name = parameter_name(error.param) if error.param else "arguments"
        return ErrorLine(where, name, Message("missing"), right_usage)
    if isinstance(error, click.BadOptionUsage):
        wrong = Message("has no value") if "requires" in error.message else Message("takes no value")
        return ErrorLine(where, error.option_name, wrong, right_usage)
    return ErrorLine(where, "arguments", verbatim(error.message.rstrip(".")), right_usage)


def _meant(possibilities: Sequence[str] | None) -> Message | None:
    return Hint("did you mean {name}?", name=Alternatives(possibilities)) if possibilities else None


def _commands(ctx: click.Context | None) -> list[str]:
    return ctx.command.list_commands(ctx) if ctx and isinstance(ctx.command, click.Group) else ["taxis"]
