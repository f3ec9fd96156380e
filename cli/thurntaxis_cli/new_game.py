"""Reads the settings of a new game, for the command line and for the engine protocol."""

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from thurntaxis.fault import Fault, InputError
from thurntaxis.names import UnknownName
from thurntaxis_cli.parameters import OneOf
from thurntaxis_presentation.errors import BadInput, ErrorLine, refuse, shortened

if TYPE_CHECKING:
    from thurntaxis import Position

_Command = TypeVar("_Command", bound=Callable[..., Any])

EDITION, BOARD = "en-yucata", "south"
"""The defaults."""

_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def board_faults(name: str) -> list[Fault]:
    """Return the faults of a board, given by name or as a file; none if it can be played on.

    The key of a fault is its place in the file, if it has one.
    """
    from thurntaxis import board
    from thurntaxis.boards import BOARDS, BoardError, NotTranscribed, UnreadableBoard

    try:
        board(name)
    except NotTranscribed as known:
        return [Fault("", known.wrong, known.right)]
    except UnknownName as unknown:
        return [Fault("", unknown.wrong, "{boards}, or a board file such as north.toml", tuple(BOARDS))]
    except UnreadableBoard as unreadable:
        return [Fault("", '"{name}" {wrong}', unreadable.right, shortened(name), unreadable.wrong)]
    except BoardError as bad:
        return list(bad.faults)
    return []


def editions() -> tuple[str, ...]:
    """Return the ids of the editions."""
    from thurntaxis import EDITIONS

    return tuple(EDITIONS)


def modules() -> tuple[str, ...]:
    """Return the names of the modules."""
    from thurntaxis import MODULES

    return MODULES


def rules_options(*, asks: bool = False) -> Callable[[_Command], _Command]:
    """Give a command `--edition`, `--option`, `--board` and `--module`, which say by what rules a game is played.

    Its function gets them as `edition` and `board` (none if not given), `options` and `wanted`. If it `asks` for what
    is not given, its help says so; otherwise the help states the defaults.
    """
    no_edition, no_board, no_module = (
        ("; asked for if not given.",) * 3
        if asks
        else (f".  [default: {EDITION}]", f".  [default: {BOARD}]", "; repeatable.")
    )
    edition = click.option(
        "--edition", type=OneOf("edition", editions), help=f"Edition whose readings of the rules apply{no_edition}"
    )
    option = click.option(
        "--option",
        "options",
        multiple=True,
        metavar="KEY=VALUE",
        help="Override one reading of the edition; repeatable.",
    )
    board = click.option("--board", metavar="BOARD", help=f"Board: south, testland or a board file{no_board}")
    module = click.option(
        "--module", "wanted", multiple=True, type=OneOf("module", modules), help=f"Play with a module{no_module}"
    )

    def decorate(function: _Command) -> _Command:
        return edition(option(board(module(function))))

    return decorate


def read_option(text: str) -> tuple[str, str | bool]:
    """Return the option and its value from `KEY=VALUE`.

    Raises:
        InputError: it names no option, or no value of one.
    """
    options = all_options()
    written, equals, word = text.partition("=")
    key = written.casefold()
    if not equals:
        raise InputError('"{text}" has no value', "KEY=VALUE, such as reshuffle=when-needed", shortened(text))
    if key not in options:
        raise UnknownName("option", written, options)
    allowed = options[key]
    value = _WORDS.get(word.casefold(), word) if True in allowed else word.casefold()
    if value not in allowed:
        raise UnknownName("value", word, map(option_word, allowed), key)
    return key, value


def read_options(command: str, texts: Iterable[str]) -> dict[str, str | bool]:
    """Return the options of a command line; refuse one that can't be read."""
    try:
        return dict(map(read_option, texts))
    except InputError as error:
        raise refuse(command, "--option", error.wrong, error.right) from None


def all_options() -> dict[str, tuple[str | bool, ...]]:
    """Return the values of each option, those of modules included."""
    from thurntaxis import MODULE_OPTIONS, OPTIONS

    return {**OPTIONS, **{name: values for each in MODULE_OPTIONS.values() for name, values in each.items()}}


def option_word(value: str | bool) -> str:
    """Return the value of an option as it is written."""
    return str(value).lower()


def deal_for(
    command: str,
    players: int,
    board: str,
    edition: str,
    options: Mapping[str, str | bool],
    modules: Iterable[str],
    seed: int | None,
) -> "Position":
    """Return a starting position; refuse in the name of a command what can't be played."""
    from thurntaxis import new

    check_board(command, board)
    with check_combination(command):
        return new(players, board, edition, options, seed, modules)


def check_board(command: str, board: str) -> None:
    """Refuse in the name of a command a board, given by name or as a file, that can't be played on."""
    if faults := board_faults(board):
        raise BadInput(
            *(ErrorLine(board, key, *said) if key else ErrorLine(command, "--board", *said) for key, *said in faults)
        )


@contextmanager
def check_combination(command: str) -> Generator[None]:
    """Refuse in the name of a command boards, modules and options that can't be combined."""
    from thurntaxis import Unplayable

    try:
        yield
    except Unplayable as error:
        key = "--option" if error.key.startswith("options") else "--module"
        raise refuse(command, key, error.wrong, error.right) from None
