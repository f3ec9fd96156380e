"""Exit statuses, and the usage errors that click finds, as error lines."""

from collections.abc import Sequence

import click

from thurntaxis.message import Alternatives, Message, verbatim
from thurntaxis_cli.parameters import BadValue, SurplusArguments
from thurntaxis_presentation.errors import ErrorLine, shortened

DONE = 0  # the question has been answered
NO = 1  # the answer is no: an illegal event, a failed check
BAD = 2  # bad input or usage
INTERRUPTED = 130  # by Ctrl-C
BROKEN_PIPE = 141  # nobody reads the output any more


def error_line_of(error: click.ClickException) -> ErrorLine:
    """Return the error line for an error of click."""
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    where = ctx.command.name or "taxis" if ctx and ctx.parent else "usage"
    path = ctx.command_path if ctx else "taxis"
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        right = Message("{commands}; taxis --help explains them", commands=Alternatives(_commands(ctx)))
        return ErrorLine("usage", "COMMAND", Message("no command is given"), right)
    if isinstance(error, click.NoSuchOption):
        right = _meant(error.possibilities) or Message("{command} --help lists the options", command=path)
        return ErrorLine(where, shortened(error.option_name), Message("unknown option"), right)
    if isinstance(error, click.exceptions.NoSuchCommand):
        wrong = Message('unknown command "{text}"', text=shortened(error.command_name))
        right = _meant(error.possibilities) or Message("{names}", names=Alternatives(_commands(ctx)))
        return ErrorLine("usage", "COMMAND", wrong, right)
    if isinstance(error, click.MissingParameter):
        return ErrorLine(where, _parameter_name(error.param), Message("is missing"), _usage(ctx))
    if isinstance(error, BadValue):
        return ErrorLine(where, _parameter_name(error.param), error.wrong, error.right)
    if isinstance(error, click.BadOptionUsage):
        wrong = Message("has no value") if "requires" in error.message else Message("takes no value")
        return ErrorLine(where, error.option_name, wrong, _usage(ctx))
    if isinstance(error, SurplusArguments):
        texts = tuple(Message('"{text}"', text=shortened(text)) for text in error.texts)
        wrong = Message("unexpected {texts:argument #|arguments #}", texts=texts)
        return ErrorLine(where, "arguments", wrong, _usage(ctx))
    return ErrorLine(where, "arguments", verbatim(error.message.rstrip(".")), _usage(ctx))


def _meant(possibilities: Sequence[str] | None) -> Message | None:
    return Message("did you mean {name}?", name=Alternatives(possibilities)) if possibilities else None


def _commands(ctx: click.Context | None) -> list[str]:
    """Return the names of all commands."""
    return ctx.command.list_commands(ctx) if ctx and isinstance(ctx.command, click.Group) else ["taxis"]


def _usage(ctx: click.Context | None) -> Message:
    """Return the usage line of the command."""
    return verbatim(" ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)]) if ctx else "taxis --help")


def _parameter_name(parameter: click.Parameter | None) -> str:
    """Return a parameter as the user writes it: `--option`, or `ARGUMENT`."""
    if parameter is None:
        return "arguments"
    if isinstance(parameter, click.Option):
        return parameter.opts[0]
    return parameter.make_metavar(click.Context(click.Command("taxis")))
