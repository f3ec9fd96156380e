"""Reads the settings of a new game, for the command line and for the engine protocol."""

import functools
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar, cast

import click

from thurntaxis import DEFAULT_EDITION, EDITIONS, MODULES, Position, Unplayable, board, new
from thurntaxis.boards import BoardError, UnreadableBoard
from thurntaxis.fault import Fault, InputError
from thurntaxis.message import clipped
from thurntaxis.names import UnknownName
from thurntaxis.options import options_of
from thurntaxis_cli.parameters import OneOf
from thurntaxis_presentation.errors import BadInput, ErrorLine, refuse, refusing

_Command = TypeVar("_Command", bound=Callable[..., Any])

BOARD = "south"
"""The default board."""

_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def board_faults(name: str) -> list[Fault]:
    """Return the faults of a board, given by name or as a file; none if it can be played on.

    The key of a fault is its place in the file, if it has one.
    """
    try:
        board(name)
    except UnknownName as unknown:
        return [Fault("", unknown.wrong, unknown.right)]
    except UnreadableBoard as unreadable:
        return [Fault("", '"{name}" {wrong}', unreadable.right, clipped(name), unreadable.wrong)]
    except BoardError as bad:
        return list(bad.faults)
    return []


class GivenRules(NamedTuple):
    """The rules of a game as a command line gives them: none, or nothing, for what it leaves open."""

    edition: str | None
    options: tuple[str, ...]
    board: str | None
    modules: tuple[str, ...]

    def by_option(self) -> dict[str, object]:
        """Return what is given, by the options of the command line."""
        return dict(zip(("--edition", "--option", "--board", "--module"), self, strict=True))

    def settings(self, command: str) -> dict[str, Any]:
        """Return the arguments of a new game; refuse in the name of a command options or a board that can't be used."""
        options, board = read_options(command, self.options), BOARD if self.board is None else self.board
        check_board(command, board)
        return {"board": board, "edition": self.edition or DEFAULT_EDITION, "options": options, "modules": self.modules}


def rules_options(*, asks: bool = False) -> Callable[[_Command], _Command]:
    """Give a command `--edition`, `--option`, `--board` and `--module`; its function gets them as `rules`.

    If it `asks` for what is not given, its help says so; otherwise the help states the defaults.
    """
    no_edition, no_board, no_module = (
        ("; asked for if not given.",) * 3
        if asks
        else (f".  [default: {DEFAULT_EDITION}]", f".  [default: {BOARD}]", "; repeatable.")
    )
    options = (
        click.option(
            "--edition", type=OneOf("edition", EDITIONS), help=f"Edition whose readings of the rules apply{no_edition}"
        ),
        click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Override a reading; repeatable."),
        click.option("--board", metavar="BOARD", help=f"Board: south, testland or a board file{no_board}"),
        click.option(
            "--module", "modules", multiple=True, type=OneOf("module", MODULES), help=f"Play with a module{no_module}"
        ),
    )

    def decorate(function: _Command) -> _Command:
        @functools.wraps(function)
        def command(**values: Any) -> Any:
            rules = GivenRules(*(values.pop(name) for name in GivenRules._fields))
            return function(**values, rules=rules)

        for option in reversed(options):
            option(command)
        return cast("_Command", command)

    return decorate


def read_option(text: str) -> tuple[str, str | bool]:
    """Return the option and its value from `KEY=VALUE`; raise InputError if it names no option, or no value of one."""
    options = options_of(MODULES)
    written, equals, word = text.partition("=")
    key = written.casefold()
    if not equals:
        raise InputError('"{text}" has no value', "KEY=VALUE, such as reshuffle=when-needed", clipped(text))
    if key not in options:
        raise UnknownName("option", written, options)
    allowed = options[key]
    value = _WORDS.get(word.casefold(), word) if True in allowed else word.casefold()
    if value not in allowed:
        raise UnknownName("value", word, (str(value).lower() for value in allowed), key)
    return key, value


def read_options(command: str, texts: Iterable[str]) -> dict[str, str | bool]:
    """Return the options of a command line; refuse one that can't be read."""
    with refusing(command, "--option"):
        options = list(map(read_option, texts))
        check_once(name for name, _ in options)
        return dict(options)


def check_once(names: Iterable[str]) -> None:
    """Refuse a name that is given twice."""
    for name, times in Counter(names).items():
        if times > 1:
            raise InputError("{name} is given twice", "only once", name)


def deal_for(command: str, players: int, rules: GivenRules, seed: int | None) -> Position:
    """Return a starting position; refuse in the name of a command what can't be played."""
    settings = rules.settings(command)
    with refusing(command, "--module"):
        check_once(rules.modules)
    with check_combination(command):
        return new(players, seed=seed, **settings)


def check_board(command: str, board: str) -> None:
    """Refuse in the name of a command a board, given by name or as a file, that can't be played on."""
    if faults := board_faults(board):
        raise BadInput(
            *(ErrorLine(board, key, *said) if key else ErrorLine(command, "--board", *said) for key, *said in faults)
        )


@contextmanager
def check_combination(command: str) -> Generator[None]:
    """Refuse in the name of a command boards, modules and options that can't be combined."""
    try:
        yield
    except Unplayable as error:
        key = "--option" if error.key.startswith("options") else "--module"
        raise refuse(command, key, error.wrong, error.right) from None
