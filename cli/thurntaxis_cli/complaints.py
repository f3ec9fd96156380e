"""What is said when a question can't be taken: one line for each thing that is wrong, and exit status 2."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import click

DONE = 0
"""Exit status of a question that has been answered."""

NO = 1
"""Exit status where the answer is no: an illegal event, a failed check."""

BAD = 2
"""Exit status of bad input or usage."""


class Complaint(NamedTuple):
    """One thing that is wrong: the file or command, the key or parameter in it, what is wrong, what would be right."""

    where: str
    key: str
    wrong: str
    right: str

    def __str__(self) -> str:
        return one_line(f"taxis: {self.where}: {self.key}: {self.wrong} ({self.right})")


class BadInput(Exception):
    """Input or usage that can't be taken, with every complaint; nothing has been written when it is raised."""

    def __init__(self, *complaints: Complaint) -> None:
        """Keep the complaints, of which there is at least one."""
        super().__init__(complaints)
        self.complaints = complaints

    def __str__(self) -> str:
        return "\n".join(map(str, self.complaints))


def one_line(text: str) -> str:
    """Return `text` with its control characters and other unprintable signs, but for spaces, written as escapes."""
    return "".join(c if c.isprintable() or unicodedata.category(c) == "Zs" else repr(c)[1:-1] for c in text)


def refuse(where: str, key: str, wrong: str, right: str) -> BadInput:
    """Return the refusal of an input with a single complaint."""
    return BadInput(Complaint(where, key, wrong, right))


def split_message(message: str, right: str = "see --help") -> tuple[str, str]:
    """Split a message of the form `what is wrong (what would be right)`; `right` is used where that part is missing."""
    wrong, parenthesis, rest = message.partition(" (")
    return (wrong, rest.removesuffix(")")) if parenthesis else (message, right)


# ---- parameters of the command line, read with messages of the same form


class Whole(click.ParamType[int]):
    """A whole number of a range, written in the digits 0 to 9."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        """Take numbers from `low` to `high`."""
        self.low, self.high = low, high

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number that the text gives."""
        try:
            return whole(value, self.low, self.high)
        except ValueError as error:
            raise click.BadParameter(str(error), ctx, param) from None


class Seconds(click.ParamType[float]):
    """A time in seconds, more than 0 and at most a day."""

    name = "seconds"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number of seconds that the text gives."""
        text = str(value)
        if re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,6})?", text) and 0 < float(text) <= 86400:
            return float(text)
        raise click.BadParameter(f'"{shortened(text)}" can\'t be taken (seconds, such as 2 or 0.5)', ctx, param)


class OneOf(click.ParamType[str]):
    """One of several names, which are looked up when the command runs."""

    name = "name"

    def __init__(self, kind: str, names: Callable[[], Sequence[str]]) -> None:
        """Take one of `names`; `kind` says in messages what they are the names of."""
        self.kind, self.names = kind, names

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name, which is read in any case."""
        names = self.names()
        if value.casefold() in names:
            return value.casefold()
        raise click.BadParameter(f'unknown {self.kind} "{shortened(value)}" ({either(names)})', ctx, param)


def whole(value: str | int, low: int, high: int) -> int:
    """Return the whole number that a text gives; raise ValueError, with a message for people, where it is none."""
    text = str(value)
    digits = text.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 20 and low <= int(text) <= high:
        return int(text)
    right = f"a whole number from {low} to {high}"
    if high >= 10**18:
        right = f"a whole number of at most 18 digits{', 0 or more' if low == 0 else ''}"
    raise ValueError(f'"{shortened(text)}" can\'t be taken ({right})')


def either(names: Iterable[str]) -> str:
    """Return names to choose from, with commas and one "or"."""
    from thurntaxis.names import either as chosen_from

    return chosen_from(names)


def shortened(text: str) -> str:
    """Return the text fit for a message: at most 40 characters."""
    return text if len(text) <= 40 else text[:37] + "..."


# ---- click's own complaints


def complaint_of(error: click.ClickException) -> Complaint:
    """Return what click finds wrong with the usage as a complaint of the usual form."""
    ctx = error.ctx if isinstance(error, click.UsageError) else None
    where = ctx.command.name or "taxis" if ctx and ctx.parent else "usage"
    path = ctx.command_path if ctx else "taxis"
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return Complaint("usage", "COMMAND", "there is none", f"{names_of(ctx)}; taxis --help explains them")
    if isinstance(error, click.NoSuchOption):
        right = _meant(error.possibilities) or f"{path} --help lists the options"
        return Complaint(where, shortened(error.option_name), "unknown option", right)
    if isinstance(error, click.exceptions.NoSuchCommand):
        wrong = f'unknown command "{shortened(error.command_name)}"'
        return Complaint("usage", "COMMAND", wrong, _meant(error.possibilities) or names_of(ctx))
    if isinstance(error, click.MissingParameter):
        return Complaint(where, parameter_name(error.param), "is missing", usage_of(ctx))
    if isinstance(error, click.BadParameter):
        return Complaint(where, parameter_name(error.param), *split_message(error.message))
    if isinstance(error, click.BadOptionUsage):
        wrong = "has no value" if "requires" in error.message else "takes no value"
        return Complaint(where, error.option_name, wrong, usage_of(ctx))
    return Complaint(where, "arguments", error.message.rstrip("."), usage_of(ctx))


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
