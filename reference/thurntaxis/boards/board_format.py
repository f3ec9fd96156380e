"""The format of board files: keys, types and what may be left out. A gap is None."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from thurntaxis.boards.gaps import Gap, Location, key_of
from thurntaxis.fault import MOST_FAULTS, Fault
from thurntaxis.io.decoding import LONGEST_NAME, PLAIN, Limits, Refused, Taken, Unfit, filled, key, keys_of, one_of
from thurntaxis.message import Message, clipped
from thurntaxis.names import meant

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e6


def _place(value: Any) -> Any:
    """Take two numbers, or None for a gap."""
    if value is None:
        return None
    if isinstance(value, list):
        entries = list(cast("Sequence[Any]", value))
        if len(entries) == 2 and None in entries:
            return None
        if len(entries) == 2 and all(map(_is_number, entries)):
            return [float(each) for each in entries]
    raise Refused(_is(value), "two numbers, such as [310, 120]")


def _horseshoes(value: Any) -> Any:
    """Take a number for all copies, or one for each; None for a gap."""
    if value is None or type(value) is int:
        return value
    if isinstance(value, list):
        entries = list(cast("Sequence[Any]", value))
        if all(each is None or type(each) is int for each in entries):
            return None if None in entries else entries
    raise Refused(_is(value), "a number from 1 to 3, or one for each card, such as [1, 2, 2]")


Place = Annotated[list[float] | None, Taken(_place)]
Horseshoes = Annotated[int | list[int] | None, Taken(_horseshoes)]
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
    kind: Literal["route", "region", "free-city", "all-provinces", "game-end"]
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
    except Unfit:
        return None, _faults(data, gaps)


def _faults(data: Any, gaps: Sequence[Gap]) -> list[Fault]:
    """Return the faults of data that don't have the format."""
    from pydantic import ValidationError

    from thurntaxis.io.schema import model_of

    try:
        model_of(BoardShape).model_validate(data)
    except ValidationError as error:
        open_places = {gap.location for gap in gaps}
        details = [each for each in error.errors(include_url=False) if each["loc"] not in open_places]
        return list(map(_fault, details[:MOST_FAULTS]))
    raise AssertionError("data without a fault have their shape")


def _fault(detail: "ErrorDetails") -> Fault:
    kind, location, value = detail["type"], detail["loc"], detail.get("input")
    facts = detail.get("ctx", {})
    key = key_of(location)
    match kind:
        case "refused":
            return Fault(key, facts["wrong"], facts["right"])
        case "missing":
            return Fault(key, "is missing", "this key is required")
        case "extra_forbidden":
            return Fault(key, "unknown key", meant(str(location[-1]), _keys(location)))
        case "literal_error":
            return Fault(key, _is(value), one_of(facts["expected"]))
        case "too_short" | "string_too_short":
            return Fault(key, "is empty", "at least one")
        case _:
            return Fault(
                key, _is(value), Message(_WANTED[kind], **facts) if kind in _WANTED else Message("another value")
            )


_WANTED = {
    "string_type": "a text in quotes",
    "string_pattern_mismatch": "text on one line, without control characters; a colour is written like #9b6fb0",
    "string_too_long": "at most {max_length} characters",
    "int_type": "a whole number",
    "list_type": "a list in brackets",
    "dict_type": "a table of keys and values",
    "model_type": "a table of keys and values",
    "greater_than_equal": "at least {ge}",
    "less_than_equal": "at most {le}",
}


def _is(value: Any) -> Message:
    """Return the message for an invalid value."""
    if isinstance(value, (str, list)):
        return Message('is "{text}"', text=clipped(cast("object", value)))
    if isinstance(value, (int, float)):
        return Message("is {value}", value=value)
    return Message("has the wrong type")


def _keys(location: Location) -> list[str]:
    """Return the possible keys at a location of the file."""
    inner: dict[str, type[Any]] = {"province": ProvinceShape, "stack": StackShape}
    shape = inner.get(str(location[0]), BoardShape)
    return keys_of(shape if len(location) > 1 else BoardShape)
