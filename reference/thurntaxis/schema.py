"""The shape of position and record files, for pydantic: keys, types and what may be left out."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

_Count = Annotated[int, Field(ge=0)]
_Version = Annotated[int, Field(ge=1, le=1, description="the version of the format: 1")]
_Line = Annotated[str, Field(pattern=r"^[^\x00-\x1f\x7f]*$")]
_Official = Literal["postmaster", "administrator", "carrier", "cartwright"]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class OptionsShape(_Shape):
    """Overrides of the edition's reading."""

    all_provinces: Literal["every-province", "outside-baiern"] | None = Field(None, alias="all-provinces")
    carrier_restart: bool | None = Field(None, alias="carrier-restart")
    carriage_declinable: bool | None = Field(None, alias="carriage-declinable")
    reshuffle: Literal["at-exhaustion", "when-needed"] | None = None
    card_backs: Literal["seen", "ignored"] | None = Field(
        None, alias="card-backs", description="with the module power-and-glory"
    )
    final_return: Literal["yucata", "clockwise"] | None = Field(
        None, alias="final-return", description="with the module offices-of-honor"
    )


class RulesShape(_Shape):
    """The rules of the game: edition, modules, options."""

    edition: str = "en-yucata"
    modules: list[str] = []
    options: OptionsShape = Field(default_factory=lambda: OptionsShape.model_validate({}))


class PlayerShape(_Shape):
    """One player. In `hand`, "?" is an unknown card; `route` goes from left to right. The last keys are of modules."""

    name: _Line | None = None
    hand: list[str] = []
    route: list[str] = []
    houses: list[str] = []
    carriage: int | None = None
    tiles: list[str] = Field([], description='bonus tiles, each "STACK VALUE"')
    letters: _Count = Field(0, description="letters owned (princess-messenger)")
    letters_usable: _Count = Field(0, description="letters owned since before this turn (princess-messenger)")
    offices: list[_Official] = Field([], description="office tiles (offices-of-honor)")
    chips: _Count = Field(0, description="chips (offices-of-honor)")
    horses: list[str] = Field([], description="cards before the carriage (power-and-glory)")


class TurnShape(_Shape):
    """The state of the turn."""

    player: _Count = 0
    phase: Literal["draw", "play", "carriage", "keep", "final", "over"]
    official: _Official | None = None
    officials: list[_Official] = Field([], description="all of them, in order of use (princess-messenger)")
    drawn: _Count = 0
    played: _Count = 0
    began_empty: bool = False
    closed: _Count = 0
    pending: list[Literal["display", "hand", "back"]] = []


class ReturningShape(_Shape):
    """A round in which office tiles are returned; `order` are the players who still act, the first first."""

    order: list[_Count] = []
    office: _Official | None = None
    final: bool = False
    reward: Literal["draw", "house"] | None = None


class OfficesShape(_Shape):
    """The office tiles left in each stack."""

    administrator: _Count = 0
    postmaster: _Count = 0
    carrier: _Count = 0
    cartwright: _Count = 0


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
    letters: list[str] = Field([], description="cities whose letter still lies there (princess-messenger)")
    messenger: _Count | None = Field(None, description="the player who has the messenger (princess-messenger)")
    offices: OfficesShape = Field(
        default_factory=OfficesShape, description="what is left in each stack (offices-of-honor)"
    )
    chips: _Count = Field(0, description="chips left (offices-of-honor)")
    returning: ReturningShape | None = Field(None, description="a round of returning tiles (offices-of-honor)")
    deck_back: _Count | None = Field(None, description="the back of the deck's top card (power-and-glory)")


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
