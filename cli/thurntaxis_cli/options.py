"""The parameters that commands share."""

import functools
import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from thurntaxis_cli.parameter_types import OneOf

_Command = TypeVar("_Command", bound=Callable[..., Any])

DEEPEST = 40
"""The greatest depth to which sequences of events are counted."""


class Question(click.Command):
    """A command whose usage errors know which command they are about."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise


@functools.cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages in the order of the rulebook, which is not loaded: its files are listed."""
    rulebook = importlib.util.find_spec("thurntaxis_rulebook")
    assert rulebook is not None
    assert rulebook.origin is not None
    names: dict[str, str] = {}
    for path in Path(rulebook.origin).parent.glob("languages/*.toml"):
        with path.open(encoding="utf-8") as lines:
            names[path.stem] = next(line for line in lines if line.startswith("name ="))
    return tuple(sorted(names, key=lambda code: (code != "en", names[code])))


def answers(*, lang: bool = False, json: bool = True) -> Callable[[_Command], _Command]:
    """Give a command the options that every command has; it is told of those that it makes use of."""
    in_json = click.option("--json", "as_json", is_flag=True, expose_value=json, help="Answer with one JSON document.")
    in_language = click.option(
        "--lang",
        type=OneOf("language", languages),
        metavar="|".join(languages()),
        default="en",
        expose_value=lang,
        help="Language of the words of rules; en where it has no text yet.",
    )

    def decorate(function: _Command) -> _Command:
        return in_json(in_language(function))

    return decorate


def position_file(function: _Command) -> _Command:
    """Give a command its POSITION."""
    return click.argument("position_file", metavar="POSITION")(function)
