"""The shape of position and record files, for pydantic: keys, types and what may be left out."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

_Count = Annotated[int, Field(ge=0)]
_Version = Annotated[int, Field(ge=1, le=1, description="the version of the format: 1")]
_Line = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]*$")]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class OptionsShape(_Shape):
    """Overrides of the edition's reading."""

    all_provinces: Literal["every-province", "outside-baiern"] | None = Field(None, alias="all-provinces")
    carrier_restart: bool | None = Field(None, alias="carrier-restart")
    carriage_declinable: bool | None = Field(None, alias="carriage-declinable")
    reshuffle: Literal["at-exhaustion", "when-needed"] | None = None


class RulesShape(_Shape):
    """The rules of the game: edition, modules, options."""

    edition: str = "en-yucata"
    modules: list[str] = []
    options: OptionsShape = Field(default_factory=lambda: OptionsShape.model_validate({}))


class PlayerShape(_Shape):
    """One player. In `hand`, "?" is an unknown card; `route` goes from left to right."""

    name: _Line | None = None
    hand: list[str] = []
    route: list[str] = []
    houses: list[str] = []
    carriage: int | None = None
    tiles: list[str] = Field([], description='bonus tiles, each "STACK VALUE"')


class TurnShape(_Shape):
    """The state of the turn."""

    player: _Count = 0
    phase: Literal["draw", "play", "carriage", "keep", "over"]
    official: Literal["postmaster", "administrator", "carrier", "cartwright"] | None = None
    drawn: _Count = 0
    played: _Count = 0
    began_empty: bool = False
    closed: _Count = 0
    pending: list[Literal["display", "hand"]] = []


class PositionShape(_Shape):
    """A position of Thurn and Taxis."""

    model_config = ConfigDict(extra="forbid", strict=True, title="thurntaxis position")

    thurntaxis: _Version
    board: str
    rules: RulesShape = Field(default_factory=RulesShape)
    players: Annotated[list[PlayerShape], Field(min_length=2, max_length=4)]
    display: list[str] = []
    discard: list[str] = []
    start: _Count = 0
    turn: TurnShape
    ender: _Count | None = None


class RecordShape(_Shape):
    """A game record: the position at its start, and the events, one line of text each."""

    model_config = ConfigDict(extra="forbid", strict=True, title="thurntaxis record")

    thurntaxis_record: _Version
    engine: _Line
    start: PositionShape
    events: list[_Line] = []
    seats: list[_Line | None] = Field([], description="who plays, by seat: an agent, or null for a person")
    seed: Annotated[int, Field(ge=0)] | None = Field(None, description="of the order in which the deck is dealt")


def json_schema(shape: type[BaseModel] = PositionShape) -> dict[str, Any]:
    """Return the JSON Schema of position files (or of records)."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **shape.model_json_schema()}
