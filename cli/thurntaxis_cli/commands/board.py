"""Board files: `board check`, `board new`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from thurntaxis_cli.file_output import write_file
from thurntaxis_cli.parameters import OneOf, TaxisCommand, answer_options
from thurntaxis_cli.usage_errors import DONE, NO
from thurntaxis_presentation.errors import refuse
from thurntaxis_presentation.terminal.output import say, say_json

if TYPE_CHECKING:
    from thurntaxis import Board
    from thurntaxis.boards import Findings

TEMPLATES = ("north",)
"""The boards for which there is a template."""


@click.group("board")
def board_command() -> None:
    """Check a board file, or start one for the northern board."""


@board_command.command("check", cls=TaxisCommand)
@click.argument("file", metavar="FILE")
@answer_options()
def check_command(file: str, as_json: bool) -> int:
    """List everything that is wrong or missing in a board file.

    A file that copies the northern board is also compared with what is known about that board.
    """
    findings = _examined(file)
    if as_json:
        say_json(_data(file, findings))
    else:
        for line in (*findings.faults, *findings.gaps, *_derived_codes(findings.board), _verdict(file, findings)):
            say(str(line))
    return NO if findings.board is None else DONE


@board_command.command("new", cls=TaxisCommand)
@click.argument("board", metavar="BOARD", type=OneOf("template", lambda: TEMPLATES))
@click.option("--out", metavar="FILE", help="Write to a new FILE.")
@click.option("--force", is_flag=True, help="Overwrite the file if it exists.")
@answer_options()
def new_board_command(board: str, out: str | None, force: bool, as_json: bool) -> int:
    """Write a file of the northern board with everything that is known, and question marks for the rest."""
    from thurntaxis.boards import northern_template

    text = northern_template()
    if out is not None and out != "-":
        if Path(out).exists() and not force:
            raise refuse("board", "--out", f"{out} is there already", "a new file, or --force to write over it")
        write_file(out, text, "--out")
    if as_json:
        say_json({"board": board, "file": out, "text": text})
    elif out is None or out == "-":
        say(text.rstrip("\n"))
    else:
        say(f"Wrote {out}. Fill in its question marks; taxis board check {out} says how far you are.")
    return DONE


def _examined(file: str) -> "Findings":
    """Return the findings on a file; refuse one that isn't a board file."""
    from thurntaxis.boards import UnreadableBoard, data_of_board_file, examine

    try:
        return examine(data_of_board_file(file), file)
    except UnreadableBoard as error:
        raise refuse(file, "file", error.wrong, error.right) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise refuse(file, "file", f"can't be read: {reason}", "a board file in TOML") from None


def _verdict(file: str, findings: "Findings") -> str:
    """Return the last line of the answer."""
    from thurntaxis.fault import MOST_FAULTS

    if findings.board is None:
        more = " or more" if len(findings.faults) >= MOST_FAULTS else ""
        return f"{file}: {_many(len(findings.faults), 'fault')}{more}, {_many(len(findings.gaps), 'gap')} to fill in"
    known = ", nothing contradicts what is known of the northern board" if findings.transcription_of else ""
    counts = ", ".join(f"{number} {what}" for what, number in _counts(findings.board).items())
    return f"{file}: a board with {counts}; nothing is missing{known}"


def _derived_codes(board: "Board | None") -> Iterator[str]:
    """Yield a line with the codes of the line notation that the file does not declare."""
    if board is None:
        return
    codes = {
        "codes": {board.city_codes[city.name]: city.name for city in board.cities if not city.code},
        "stack": {board.stack_codes[stack.name]: stack.name for stack in board.stacks if not stack.code},
    }
    for key, names in codes.items():
        if names:
            derived = ", ".join(f"{code} {name}" for code, name in sorted(names.items()))
            yield f"{key}: codes not declared (derived: {derived})"


def _many(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _counts(board: "Board") -> dict[str, int]:
    return {
        "cities": len(board.cities),
        "provinces": len(board.provinces),
        "roads": len(board.roads),
        "cards": len(board.cards),
        "tiles": sum(len(stack.values) for stack in board.stacks),
    }


def _data(file: str, findings: "Findings") -> dict[str, object]:
    return {
        "file": file,
        "ok": findings.board is not None,
        "transcription_of": findings.transcription_of,
        "counts": None if findings.board is None else _counts(findings.board),
        "codes": findings.board and {"cities": findings.board.city_codes, "stacks": findings.board.stack_codes},
        "faults": [fault._asdict() for fault in findings.faults],
        "gaps": [{"key": gap.key, "wanted": gap.wanted} for gap in findings.gaps],
    }
