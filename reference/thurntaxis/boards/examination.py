"""Examines a board file: all its faults, all its gaps, and the board itself if there are none."""

import itertools
from typing import Any, NamedTuple

from thurntaxis.board import Board, board_from_data
from thurntaxis.boards import board_checks, north
from thurntaxis.boards.board_format import BoardShape, shaped
from thurntaxis.boards.city_names import city_names, written
from thurntaxis.boards.gaps import Gap, key_of, without_gaps
from thurntaxis.fault import MOST_FAULTS, Fault
from thurntaxis.io.file_limits import TooLarge, check_size
from thurntaxis.names import fold


class Findings(NamedTuple):
    """The faults and gaps of a board file, and its `board` if it has none.

    At most the first `MOST_FAULTS` faults are listed.
    """

    faults: tuple[Fault, ...]
    gaps: tuple[Gap, ...]
    board: Board | None
    transcription_of: str | None = None
    """The printed board that the file claims to copy."""


def examine(data: Any, file: str | None = None) -> Findings:
    """Return the findings on the data of a board file; `file` is how positions name it."""
    try:
        check_size(data)
    except TooLarge as large:
        return Findings((Fault(key_of(large.location), large.wrong, large.right),), (), None)
    known, gaps = without_gaps(data)
    copied = data.get("transcription-of") if isinstance(data, dict) else None
    shape, found = shaped(known, gaps)
    if shape is not None:
        faults = board_checks.faults(shape, gaps)
        if shape.transcription_of == "north":
            faults = itertools.chain(faults, north.contradictions(data))
        found = list(itertools.islice(faults, MOST_FAULTS))
    sound = shape is not None and not found and not gaps
    board = board_from_data(_canonical(known, shape), file) if shape is not None and sound else None
    return Findings(tuple(found), gaps, board, copied if isinstance(copied, str) else None)


def _canonical(data: Any, shape: BoardShape) -> Any:
    """Return the data of a board file without faults, which have this shape, with canonical names."""
    city = {folded: written(name) for folded, name in city_names(shape).items()}
    province = {fold(each.name): written(each.name) for each in shape.province}
    for each in data["province"]:
        each["name"] = written(each["name"])
        each["cities"] = {written(name): place for name, place in each["cities"].items()}
    data["free-cities"] = {written(name): place for name, place in data.get("free-cities", {}).items()}
    data["roads"] = {city[fold(a)]: [city[fold(b)] for b in ends] for a, ends in data["roads"].items()}
    data["horseshoes"] = {city[fold(name)]: given for name, given in data.get("horseshoes", {}).items()}
    data["codes"] = {city[fold(name)]: code for name, code in data.get("codes", {}).items()}
    for stack in data["stack"]:
        stack["provinces"] = [province[fold(name)] for name in stack.get("provinces", ())]
        if "outside" in stack:
            stack["outside"] = province[fold(stack["outside"])]
        if "city" in stack:
            stack["city"] = city[fold(stack["city"])]
            stack["name"] = f"free-{stack['city']}"
    return data
