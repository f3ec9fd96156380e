"""Parameters of the command line, read with errors of the form `what is wrong (what would be right)`."""

import re
from collections.abc import Callable, Sequence

import click

from thurntaxis_presentation.errors import either, shortened, whole


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
