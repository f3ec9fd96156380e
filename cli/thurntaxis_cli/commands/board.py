"""Board files: `board check`, `board new`."""

from collections.abc import Iterator
from pathlib import Path

import click

from thurntaxis import Board
from thurntaxis.boards import data_of_board_file, northern_template
from thurntaxis.boards.examination import Findings, examine
from thurntaxis.boards.gaps import NOT_FILLED_IN
from thurntaxis.fault import MOST_FAULTS, Fault, unreadable
from thurntaxis.message import Message
from thurntaxis_cli.file_output import write_file
from thurntaxis_cli.parameters import OneOf, TaxisCommand, answer_options
from thurntaxis_cli.usage_errors import DONE, NO
from thurntaxis_presentation.errors import fault_with_key, in_words, refuse, refusing
from thurntaxis_presentation.language import Language
from thurntaxis_presentation.terminal.output import say, say_json


@click.group("board")
def board_command() -> None:
    """Check a board file, or start one for the northern board."""


@board_command.command("check", cls=TaxisCommand)
@click.argument("file", metavar="FILE")
@answer_options(lang=True)
def check_command(file: str, as_json: bool, lang: Language) -> int:
    """List everything that is wrong or missing in a board file.

    A file that copies the northern board is also compared with what is known about that board.
    """
    findings = _examined(file)
    if as_json:
        say_json(_data(file, findings, lang))
    else:
        unfilled = (Fault(gap.key, NOT_FILLED_IN, gap.wanted) for gap in findings.gaps)
        for fault in (*findings.faults, *unfilled, *_derived_codes(findings.board)):
            say(fault_with_key(fault, lang))
        say(in_words(_verdict(file, findings), lang))
    return NO if findings.board is None else DONE


@board_command.command("new", cls=TaxisCommand)
@click.argument("board", metavar="BOARD", type=OneOf("template", ["north"]))
@click.option("--out", metavar="FILE", help="Write to a new FILE.")
@answer_options(lang=True)
def new_board_command(board: str, out: str | None, as_json: bool, lang: Language) -> None:
    """Start a file of the northern board.

    It contains everything that is known about the board, and question marks for the rest.
    """
    text = northern_template()
    if out is not None and out != "-":
        if Path(out).exists():
            raise refuse("board", "--out", "{file} already exists", "a new file", out)
        write_file(out, text, "--out")
    if as_json:
        say_json({"board": board, "file": out, "text": text})
    elif out is None or out == "-":
        say(text.rstrip("\n"))
    else:
        done = Message("Wrote {file}. Replace its question marks; taxis board check {file} lists what is missing.", out)
        say(in_words(done, lang))


def _examined(file: str) -> Findings:
    """Return the findings on a file; refuse one that isn't a board file."""
    try:
        with refusing(file, "file"):
            return examine(data_of_board_file(file), file)
    except OSError as error:
        raise refuse(file, "file", unreadable(error), "a board file in TOML") from None


def _verdict(file: str, findings: Findings) -> Message:
    """Return the last line of the answer."""
    if findings.board is None:
        counts = {"file": file, "faults": len(findings.faults), "gaps": len(findings.gaps)}
        if len(findings.faults) >= MOST_FAULTS:
            return Message("{file}: {faults} or more faults, {gaps:# gap|# gaps} to fill in", **counts)
        return Message("{file}: {faults:# fault|# faults}, {gaps:# gap|# gaps} to fill in", **counts)
    board = Message(
        "{cities:# city|# cities}, {provinces:# province|# provinces}, {roads:# road|# roads},"
        " {cards:# card|# cards} and {tiles:# tile|# tiles}",
        **_counts(findings.board),
    )
    if findings.transcription_of:
        return Message(
            "{file}: a board with {counts}; nothing is missing, and nothing contradicts what is known of the northern"
            " board",
            file=file,
            counts=board,
        )
    return Message("{file}: a board with {counts}; nothing is missing", file=file, counts=board)


def _derived_codes(board: Board | None) -> Iterator[Fault]:
    """Yield a line with the codes of the line notation that the file does not declare."""
    if board is None:
        return
    codes = {
        "codes": {board.city_codes[city.name]: city.name for city in board.cities if not city.code},
        "stack": {board.stack_codes[stack.name]: stack.name for stack in board.stacks if not stack.code},
    }
    for key, names in codes.items():
        if names:
            derived = tuple(f"{code} {name}" for code, name in sorted(names.items()))
            yield Fault(key, "codes are not declared", "derived codes: {codes}", derived)


def _counts(board: Board) -> dict[str, int]:
    return {
        "cities": len(board.cities),
        "provinces": len(board.provinces),
        "roads": len(board.roads),
        "cards": len(board.cards),
        "tiles": sum(len(stack.values) for stack in board.stacks),
    }


def _data(file: str, findings: Findings, lang: Language) -> dict[str, object]:
    return {
        "file": file,
        "ok": findings.board is not None,
        "transcription_of": findings.transcription_of,
        "counts": None if findings.board is None else _counts(findings.board),
        "codes": findings.board and {"cities": findings.board.city_codes, "stacks": findings.board.stack_codes},
        "faults": [
            {"key": fault.key, "wrong": in_words(fault.wrong, lang), "right": in_words(fault.right, lang)}
            for fault in findings.faults
        ],
        "gaps": [{"key": gap.key, "wanted": in_words(gap.wanted, lang)} for gap in findings.gaps],
    }
