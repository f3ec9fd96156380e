"""Exit statuses, and what click finds wrong with the usage of a command, as errors of the usual form."""

from collections.abc import Iterator, Sequence

import click

from thurntaxis_presentation.errors import ErrorLine, shortened, split_message

DONE = 0
"""Exit status of a question that has been answered."""

NO = 1
"""Exit status where the answer is no: an illegal event, a failed check."""

BAD = 2
"""Exit status of bad input or usage."""


def error_line_of(error: click.ClickException) -> ErrorLine:
    """Return what click finds wrong with the usage as a error of the usual form."""
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    where = ctx.command.name or "taxis" if ctx and ctx.parent else "usage"
    path = ctx.command_path if ctx else "taxis"
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return ErrorLine("usage", "COMMAND", "there is none", f"{names_of(ctx)}; taxis --help explains them")
    if isinstance(error, click.NoSuchOption):
        right = _meant(error.possibilities) or f"{path} --help lists the options"
        return ErrorLine(where, shortened(error.option_name), "unknown option", right)
    if isinstance(error, click.exceptions.NoSuchCommand):
        wrong = f'unknown command "{shortened(error.command_name)}"'
        return ErrorLine("usage", "COMMAND", wrong, _meant(error.possibilities) or names_of(ctx))
    if isinstance(error, click.MissingParameter):
        return ErrorLine(where, parameter_name(error.param), "is missing", usage_of(ctx))
    if isinstance(error, click.BadParameter):
        return ErrorLine(where, parameter_name(error.param), *split_message(error.message))
    if isinstance(error, click.BadOptionUsage):
        wrong = "has no value" if "requires" in error.message else "takes no value"
        return ErrorLine(where, error.option_name, wrong, usage_of(ctx))
    return ErrorLine(where, "arguments", error.message.rstrip("."), usage_of(ctx))


def _meant(possibilities: Sequence[str] | None) -> str:
    return f"did you mean {' or '.join(possibilities)}?" if possibilities else ""


def names_of(ctx: click.Context | None) -> str:
    """Return the names of all commands."""
    return ", ".join(_commands(ctx))


def _commands(ctx: click.Context | None) -> Iterator[str]:
    if ctx and isinstance(ctx.command, click.Group):
        yield from ctx.command.list_commands(ctx)


def usage_of(ctx: click.Context | None) -> str:
    """Return how the command is written."""
    return " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)]) if ctx else "see taxis --help"


def parameter_name(parameter: click.Parameter | None) -> str:
    """Return how people write a parameter: `--option`, or `ARGUMENT`."""
    if parameter is None:
        return "arguments"
    return parameter.opts[0] if isinstance(parameter, click.Option) else parameter.make_metavar(_no_context(parameter))


def _no_context(parameter: click.Parameter) -> click.Context:
    return click.Context(click.Command(parameter.name or "taxis"))
