"""The format of board files: keys, types and what may be left out. A gap is None."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from thurntaxis.board import StackKind
from thurntaxis.boards.gaps import Gap, key_of
from thurntaxis.fault import MOST_FAULTS, Fault
from thurntaxis.io.decoding import LONGEST_NAME, PLAIN, Limits, Misfit, Refused, Unfit, filled, key, one_of
from thurntaxis.message import Hint, Message, clipped
from thurntaxis.names import meant


def _place(value: Any) -> Any:
    """Take two numbers, or None for a gap."""
    if value is None:
        return None
    if isinstance(value, list):
        if len(value) == 2 and None in value:
            return None
        if len(value) == 2 and all(type(each) in (int, float) and abs(each) < 1e6 for each in value):
            return [float(each) for each in value]
    raise Refused(_is(value), "two numbers, such as [310, 120]")


def _horseshoes(value: Any) -> Any:
    """Take a number for all copies, or one for each; None for a gap."""
    if value is None or type(value) is int:
        return value
    if isinstance(value, list) and all(each is None or type(each) is int for each in value):
        return None if None in value else value
    raise Refused(_is(value), "a number from 1 to 3, or one for each card, such as [1, 2, 2]")


Place = Annotated[list[float] | None, _place]
Horseshoes = Annotated[int | list[int] | None, _horseshoes]
Text = Annotated[str, Limits(min_length=1, max_length=LONGEST_NAME, pattern=PLAIN)]
Count = Annotated[int, Limits(ge=1, le=1000)]
Points = Annotated[int, Limits(ge=0, le=1000)]


@dataclass(eq=False, repr=False, kw_only=True)
class ProvinceShape:
    """A province: its name, the colour of its cards, its cities with their places."""

    name: Text
    colour: Annotated[str, Limits(pattern=r"^#[0-9a-fA-F]{6}$")] | None = None
    cities: dict[str, Place]


@dataclass(eq=False, repr=False, kw_only=True)
class StackShape:
    """A stack of bonus tiles."""

    name: Text
    kind: StackKind
    values: list[Points | None]
    length: Count | None = None
    provinces: list[str] = key([])
    outside: str | None = None
    city: str | None = None
    code: str | None = None


@dataclass(eq=False, repr=False, kw_only=True)
class BoardShape:
    """A board."""

    name: Text
    transcription_of: Literal["north"] | None = key(None, alias="transcription-of")
    size: Place
    copies: Count
    houses: Count
    display: Count
    hand_after_closing: Points = key(alias="hand-after-closing")
    shortest_route: Count = key(alias="shortest-route")
    carriages: dict[str, Points]
    province: Annotated[list[ProvinceShape], Limits(min_length=1)]
    free_cities: dict[str, Place] = key({}, alias="free-cities")
    roads: dict[str, list[str | None]]
    horseshoes: dict[str, Horseshoes] | None = None
    codes: dict[str, str] = key({})
    stack: list[StackShape]


def shaped(data: Any, gaps: Sequence[Gap]) -> tuple[BoardShape | None, list[Fault]]:
    """Return the decoded data, or the faults for which they can't be decoded; gaps are not faults."""
    try:
        return filled(BoardShape, data), []
    except Unfit as unfit:
        open_places = {gap.location for gap in gaps}
        misfits = [misfit for misfit in unfit.misfits if misfit.location not in open_places]
        return None, list(map(_fault, misfits[:MOST_FAULTS]))


def _fault(misfit: Misfit) -> Fault:
    kind, location, value, facts = misfit
    key = key_of(location)
    match kind:
        case "refused":
            return Fault(key, facts["wrong"], facts["right"])
        case "missing":
            return Fault(key, "missing", Hint("this key is required"))
        case "unknown":
            return Fault(key, "unknown key", meant(str(location[-1]), facts["keys"]))
        case "one_of":
            return Fault(key, _is(value), one_of(facts["words"]))
        case "min_length":
            return Fault(key, "is empty", "at least one")
        case _:
            return Fault(key, _is(value), Message(_WANTED[kind], **facts))


_WANTED = {
    "str": "text in quotes",
    "pattern": "text on one line, without control characters; a colour is written like #9b6fb0",
    "unicode": "another value",
    "key": "another value",
    "max_length": "at most {max_length} characters",
    "int": "a whole number",
    "list": "a list in brackets",
    "dict": "a table of keys and values",
    "ge": "at least {ge}",
    "le": "at most {le}",
}


def _is(value: Any) -> Message:
    """Return the message for an invalid value."""
    if isinstance(value, (str, list)):
        return Message('is "{text}"', text=clipped(value))
    if isinstance(value, (int, float)):
        return Message("is {value}", value=value)
    return Message("has the wrong type")
