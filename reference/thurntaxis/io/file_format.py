"""The shape of position and record files: keys, types and what may be left out."""

from dataclasses import dataclass, make_dataclass
from typing import Annotated, Any, ClassVar, Literal

from thurntaxis.events import LONGEST_EVENT
from thurntaxis.io.decoding import LONGEST_NAME, PLAIN, Limits, key
from thurntaxis.modules.offices.office_tiles import STACKS
from thurntaxis.officials import Official
from thurntaxis.options import MODULE_OPTIONS, OPTIONS, OptionValue

_Count = Annotated[int, Limits(ge=0)]
_Version = Annotated[int, Limits(ge=1, le=1, description="the version of the format: 1")]
_Line = Annotated[str, Limits(max_length=LONGEST_EVENT, pattern=PLAIN)]
_Name = Annotated[str, Limits(max_length=LONGEST_NAME, pattern=PLAIN)]


def _option_key(name: str, values: tuple[OptionValue, ...], module: str | None = None) -> tuple[str, Any, Any]:
    """Return the field of an option; without a value, the edition's reading holds."""
    kind: Any = bool if True in values else Literal[values]
    return name.replace("-", "_"), kind | None, key(None, module and f"with the module {module}", alias=name)


class OptionsShape(
    make_dataclass(  # type: ignore[misc]
        "_Options",
        [
            *(_option_key(name, values) for name, values in OPTIONS.items()),
            *(_option_key(*option, module) for module, own in MODULE_OPTIONS.items() for option in own.items()),
        ],
    )
):
    """Overrides of the edition's reading."""


class OfficesShape(make_dataclass("_Offices", [(name, _Count, key(0)) for name in STACKS[2]])):  # type: ignore[misc]
    """The office tiles left in each stack."""


@dataclass(eq=False, repr=False)
class RulesShape:
    """The rules of the game: edition, modules, options."""

    edition: str = "en-yucata"
    modules: list[str] = key([])
    options: OptionsShape = key(OptionsShape)


@dataclass(eq=False, repr=False)
class PlayerShape:
    """One player. `hand` may be a number, and "?" in it is an unknown card; `route` goes from left to right."""

    name: _Name | None = None
    hand: list[str] | _Count = key([])
    route: list[str] = key([])
    houses: list[str] = key([])
    carriage: int | None = None
    tiles: list[str] = key([], 'bonus tiles, each "STACK VALUE"')
    letters: _Count = key(0, "letters owned (princess-messenger)")
    letters_usable: _Count | None = key(None, "letters owned since before this turn: all (princess-messenger)")
    offices: list[Official] = key([], "office tiles (offices-of-honor)")
    chips: _Count = key(0, "chips (offices-of-honor)")
    horses: list[str] = key([], "cards in front of the carriage (power-and-glory)")


@dataclass(eq=False, repr=False)
class TurnShape:
    """The state of the turn."""

    player: _Count = 0
    phase: Literal["draw", "play", "carriage", "keep", "final", "over"] = "draw"
    official: Official | None = None
    officials: list[Official] = key([], "all of them, in order of use (princess-messenger)")
    drawn: _Count = 0
    played: _Count = 0
    began_empty: bool | None = None
    closed: _Count | None = None
    pending: list[Literal["display", "hand", "back"]] = key([])


@dataclass(eq=False, repr=False)
class ReturningShape:
    """A round in which office tiles are returned; `order` are the players who still act, in order."""

    order: list[_Count] = key([])
    office: Official | None = None
    final: bool = False
    reward: Literal["draw", "house"] | None = None


@dataclass(eq=False, repr=False, kw_only=True)
class PositionShape:
    """A position of Thurn and Taxis. In `discard`, "?" is an unknown card."""

    title: ClassVar = "thurntaxis position"

    thurntaxis: _Version = 1
    board: str = "south"
    board_file: str | None = key(None, "the text of the board file that `board` names, where it comes along")
    rules: RulesShape = key(RulesShape)
    players: Annotated[list[PlayerShape], Limits(min_length=2, max_length=4)]
    display: list[str] = key([])
    discard: list[str] = key([])
    deck: _Count | None = key(None, "how many cards the deck holds; those that lie nowhere else are unknown discards")
    start: _Count = 0
    turn: TurnShape = key(TurnShape)
    ender: _Count | None = None
    letters: list[str] | None = key(None, "cities whose letter still lies there (princess-messenger)")
    messenger: _Count | None = key(None, "the player who has the messenger (princess-messenger)")
    offices: OfficesShape | None = key(None, "what is left in each stack (offices-of-honor)")
    chips: _Count | None = key(None, "chips left (offices-of-honor)")
    returning: ReturningShape | None = key(None, "a round of returning tiles (offices-of-honor)")
    deck_back: _Count | None = key(None, "the back of the deck's top card (power-and-glory)")


@dataclass(eq=False, repr=False)
class RecordShape:
    """A game record: the position at its start, and the events, one line of text each."""

    title: ClassVar = "thurntaxis record"

    thurntaxis_record: _Version
    engine: _Line
    start: PositionShape
    events: list[_Line] = key([])
    seats: list[_Line | None] = key([], "who plays, by seat: an agent, or null for a person")
    seed: _Count | None = key(None, "of the order in which the deck is dealt")
