"""How a new game is asked for, in a command line or in the engine protocol."""

from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from thurntaxis_presentation.errors import BadInput, ErrorLine, either, refuse, shortened

if TYPE_CHECKING:
    from thurntaxis import Position
    from thurntaxis.fault import Fault

_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


def board_faults(name: str) -> "list[Fault]":
    """Return why nobody can play on the board of this name, which may be a file; nothing if it is sound.

    The key of a fault is the place in the file, if there is one.
    """
    from thurntaxis import UnknownName, board
    from thurntaxis.boards import BOARDS, BoardError, NotTranscribed, UnreadableBoard
    from thurntaxis.fault import Fault

    try:
        board(name)
    except NotTranscribed as known:
        return [Fault("", known.wrong, known.right)]
    except UnknownName as unknown:
        return [Fault("", unknown.wrong, f"{', '.join(BOARDS)}, or a board file such as north.toml")]
    except UnreadableBoard as unreadable:
        return [Fault("", f'"{shortened(name)}" {unreadable.wrong}', unreadable.right)]
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


def read_option(text: str) -> tuple[str, str | bool]:
    """Return the option and its value that `KEY=VALUE` gives.

    Raises:
        ValueError: with two arguments, what is wrong and what would be right.
    """
    options = all_options()
    written, equals, word = text.partition("=")
    key = written.casefold()
    if not equals:
        raise ValueError(f'"{shortened(text)}" has no value', "KEY=VALUE, such as reshuffle=when-needed")
    if key not in options:
        raise ValueError(f'unknown option "{shortened(written)}"', either(options))
    allowed = options[key]
    value = _WORDS.get(word.casefold(), word) if True in allowed else word.casefold()
    if value not in allowed:
        raise ValueError(f'unknown value "{shortened(word)}" of {key}', either(map(option_word, allowed)))
    return key, value


def all_options() -> dict[str, tuple[str | bool, ...]]:
    """Return the options with their values, those of modules included."""
    from thurntaxis import MODULE_OPTIONS, OPTIONS

    return {**OPTIONS, **{name: values for each in MODULE_OPTIONS.values() for name, values in each.items()}}


def option_word(value: str | bool) -> str:
    """Return the value of an option as it is written."""
    return str(value).lower()


def deal(
    players: int,
    board: str,
    edition: str,
    options: Mapping[str, str | bool],
    wanted: Iterable[str],
    seed: int | None,
) -> "Position":
    """Return a starting position, with the modules `wanted`.

    Raises:
        Unplayable: board, modules and options don't go together.
    """
    from thurntaxis import new

    return new(players, board, edition, options, seed, wanted)


def deal_for(
    command: str,
    players: int,
    board: str,
    edition: str,
    options: Mapping[str, str | bool],
    wanted: Iterable[str],
    seed: int | None,
) -> "Position":
    """Return the starting position that a command was asked for; where there is none, complain in its name."""
    check_board(command, board)
    with fitting_together(command):
        return deal(players, board, edition, options, wanted, seed)


def check_board(command: str, board: str) -> None:
    """Complain in the name of a command where nobody can play on the board of this name, which may be a file."""
    if faults := board_faults(board):
        raise BadInput(
            *(ErrorLine(board, key, *said) if key else ErrorLine(command, "--board", *said) for key, *said in faults)
        )


@contextmanager
def fitting_together(command: str) -> Generator[None]:
    """Complain in the name of a command where board, modules and options don't go together."""
    from thurntaxis import Unplayable

    try:
        yield
    except Unplayable as error:
        key = "--option" if error.key.startswith("options") else "--module"
        raise refuse(command, key, error.wrong, error.right) from None
