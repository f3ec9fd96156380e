"""The parameters of commands: their types, and those that commands share."""

import functools
import importlib.util
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from thurntaxis.fault import InputError
from thurntaxis.message import Alternatives, Hint, Message, clipped
from thurntaxis.names import UNKNOWN
from thurntaxis.plain_text import plain_text
from thurntaxis_presentation.errors import BadInput, refuse, whole
from thurntaxis_presentation.language import ENGLISH, Language, Notation

_Command = TypeVar("_Command", bound=Callable[..., Any])

DEEPEST = 40
"""The greatest depth to which sequences of events are counted."""

# ---- types


def bad_value(wrong: Message, right: Message, param: click.Parameter | None, ctx: click.Context | None) -> BadInput:
    """Return the exception for a value that a parameter of a command can't have."""
    assert param is not None
    assert ctx is not None
    return refuse(ctx.command.name or "taxis", parameter_name(param), wrong, right)


def parameter_name(parameter: click.Parameter) -> str:
    """Return a parameter as the user writes it: `--option`, or `ARGUMENT`."""
    if isinstance(parameter, click.Option):
        return parameter.opts[0]
    return parameter.make_metavar(click.Context(click.Command("taxis")))


def usage(ctx: click.Context) -> Message:
    """Return how a command is called."""
    return Hint("usage: {text}", " ".join([ctx.command_path, *ctx.command.collect_usage_pieces(ctx)]))


class Integer(click.ParamType[int]):
    """A whole number in a range, written with the digits 0 to 9."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        try:
            return whole(value, self.low, self.high)
        except InputError as error:
            raise bad_value(error.wrong, error.right, param, ctx) from None


class Seconds(click.ParamType[float]):
    """A time in seconds, more than 0 and at most a day."""

    name = "seconds"

    def convert(self, value: str | float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number of seconds."""
        text = plain_text(str(value))
        if re.fullmatch(r"[0-9]{1,5}(\.[0-9]{1,6})?", text) and 0 < float(text) <= 86400:
            return float(text)

        wrong = Message('invalid value "{text}"', text=clipped(text))
        raise bad_value(wrong, Message("seconds, such as 2 or 0.5"), param, ctx)


class OneOf(click.ParamType[str]):
    """One of several names, in any case."""

    name = "name"

    def __init__(self, kind: str, names: Iterable[str]) -> None:
        """Accept one of `names`; `kind` says what they name, as in `thurntaxis.names.UNKNOWN`."""
        self.kind, self.names = kind, tuple(names)

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name as it is listed."""
        if value.casefold() in self.names:
            return value.casefold()

        wrong = Message(UNKNOWN[self.kind], text=clipped(value))
        raise bad_value(wrong, Message("{names}", names=Alternatives(self.names)), param, ctx)


class LanguageCode(OneOf):
    """A language, as its code or as a locale names it: `de`, `de-AT`, `de_DE.UTF-8`."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the code."""
        return super().convert(code if (code := code_of(value)) in self.names else value, param, ctx)


def code_of(locale: str) -> str:
    """Return the language of a locale."""
    return re.split(r"[-_.@]", locale)[0].casefold()


def locale_language() -> str:
    """Return the language of the locale if it is one of the six, else English."""
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    return code if (code := code_of(locale)) in languages() else "en"


# ---- what commands share


class TaxisCommand(click.Command):
    """A command that its usage errors can name."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; refuse more of them than the command takes."""
        ctx.allow_extra_args = True
        try:
            left = super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise
        if left and not ctx.resilient_parsing:
            texts = tuple(Message('"{text}"', text=clipped(text)) for text in left)
            wrong = Message("unexpected {texts:argument #|arguments #}", texts=texts)
            raise refuse(self.name or "taxis", "arguments", wrong, usage(ctx))
        return left


@functools.cache
def languages() -> tuple[str, ...]:
    """Return the codes of the languages in the order of the rulebook, from its files alone, without loading it."""
    rulebook = importlib.util.find_spec("thurntaxis_rulebook")
    assert rulebook is not None
    assert rulebook.origin is not None
    names: dict[str, str] = {}
    for path in Path(rulebook.origin).parent.glob("languages/*.toml"):
        with path.open(encoding="utf-8") as lines:
            names[path.stem] = next(line for line in lines if line.startswith("name ="))
    return tuple(sorted(names, key=lambda code: (code != "en", names[code])))


_LANGUAGE, _NOTATION = "thurntaxis_cli.language", "thurntaxis_cli.notation"


def _keep_language(ctx: click.Context, _param: click.Parameter, value: str) -> Language:
    lang = ctx.meta[_LANGUAGE] = (Notation if ctx.meta.get(_NOTATION) else Language)(value)
    return lang


def _keep_notation(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    ctx.meta[_NOTATION] = value


def answer_language() -> Language:
    """Return the language in which the command that runs was asked to answer."""
    ctx = click.get_current_context(silent=True)
    return ENGLISH if ctx is None else ctx.meta.get(_LANGUAGE, ENGLISH)


def answer_options(*, lang: bool = False, json: bool = True, details: bool = False) -> Callable[[_Command], _Command]:
    """Give a command `--json` and `--lang`; the values of those that are true are passed to its function.

    With `lang`, it also gets `--notation`; with `details`, `--details`, whose value is passed, too.
    """
    in_detail = click.option("--details", is_flag=True, help="Add clauses, alternatives and exact figures.")
    in_json = click.option(
        "--json", "as_json", is_flag=True, expose_value=json, help="Print the answer as one JSON document."
    )
    in_notation = click.option(
        "--notation", is_flag=True, expose_value=False, callback=_keep_notation, is_eager=True, help="Use notation."
    )
    in_language = click.option(
        "--lang",
        type=LanguageCode("language", languages()),
        metavar="|".join(languages()),
        default=locale_language,
        expose_value=lang,
        callback=_keep_language,
        help=f"Language of {'the answer' if lang else 'error messages'}.  [default: that of the locale, or en]",
    )

    def decorate(function: _Command) -> _Command:
        if lang:
            function = in_notation(function)
        if details:
            function = in_detail(function)
        return in_json(in_language(function))

    return decorate


position_file = click.argument("position_file", metavar="POSITION")
