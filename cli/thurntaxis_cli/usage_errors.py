"""Exit statuses, and the usage errors that click finds, as error lines."""

from collections.abc import Sequence

import click

from thurntaxis_presentation.errors import ErrorLine, shortened, split_message

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
        return ErrorLine("usage", "COMMAND", "there is none", f"{_commands(ctx)}; taxis --help explains them")
    if isinstance(error, click.NoSuchOption):
        right = _meant(error.possibilities) or f"{path} --help lists the options"
        return ErrorLine(where, shortened(error.option_name), "unknown option", right)
    if isinstance(error, click.exceptions.NoSuchCommand):
        wrong = f'unknown command "{shortened(error.command_name)}"'
        return ErrorLine("usage", "COMMAND", wrong, _meant(error.possibilities) or _commands(ctx))
    if isinstance(error, click.MissingParameter):
        return ErrorLine(where, _parameter_name(error.param), "is missing", _usage(ctx))
    if isinstance(error, click.BadParameter):
        return ErrorLine(where, _parameter_name(error.param), *split_message(error.message))
    if isinstance(error, click.BadOptionUsage):
        wrong = "has no value" if "requires" in error.message else "takes no value"
        return ErrorLine(where, error.option_name, wrong, _usage(ctx))
    return ErrorLine(where, "arguments", error.message.rstrip("."), _usage(ctx))


def _meant(possibilities: Sequence[str] | None) -> str:
    return f"did you mean {' or '.join(possibilities)}?" if possibilities else ""


def _commands(ctx: click.Context | None) -> str:
    """Return the names of all commands."""
    return ", ".join(ctx.command.list_commands(ctx)) if ctx and isinstance(ctx.command, click.Group) else ""


def _usage(ctx: click.Context | None) -> str:
    """Return the usage line of the command."""
    return " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)]) if ctx else "see taxis --help"


def _parameter_name(parameter: click.Parameter | None) -> str:
    """Return a parameter as the user writes it: `--option`, or `ARGUMENT`."""
    if parameter is None:
        return "arguments"
    return parameter.opts[0] if isinstance(parameter, click.Option) else parameter.make_metavar(_no_context(parameter))


def _no_context(parameter: click.Parameter) -> click.Context:
    return click.Context(click.Command(parameter.name or "taxis"))
