"""Positions and game records as files: JSON or TOML in, every fault at once; JSON or TOML out, canonical."""

import json
import re
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from thurntaxis.board import Board
from thurntaxis.board import board as printed_board
from thurntaxis.checks import Fault, faults
from thurntaxis.names import UnknownName, nearest, number, shown
from thurntaxis.position import Player, Position, Tile, Turn
from thurntaxis.records import Record
from thurntaxis.rules import RuleSet, rule_set
from thurntaxis.values import UNKNOWN, add

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic_core import ErrorDetails

    from thurntaxis.schema import PlayerShape, PositionShape

    _Model = TypeVar("_Model", bound=BaseModel)

MOST_FAULTS = 50
"""How many faults of one file are told at the most."""


class PositionError(ValueError):
    """A file or text that is no possible position or record, with every fault."""

    def __init__(self, found: Sequence[Fault]) -> None:
        """Keep the faults, of which there is at least one."""
        super().__init__(tuple(found))
        self.faults = tuple(found[:MOST_FAULTS])

    def __str__(self) -> str:
        return "\n".join(map(str, self.faults))


# ---- reading


def read_position(path: Path | str) -> Position:
    """Return the position of a file.

    Raises:
        PositionError: the file is no possible position; every fault names its key.
        OSError: the file can't be read.
    """
    return position_from_data(read_data(path), Path(path).parent)


def read_record(path: Path | str) -> Record:
    """Return the game record of a file; raise as `read_position` does."""
    return record_from_data(read_data(path), Path(path).parent)


def read_data(path: Path | str) -> Any:
    """Return what stands in a JSON or TOML file (by its ending, else by its first sign)."""
    return data_from_bytes(Path(path).read_bytes(), Path(path).suffix.lower())


def data_from_bytes(raw: bytes, suffix: str = "") -> Any:
    """Return what stands in a JSON (`suffix` ".json") or TOML (".toml") text; without a suffix, in either."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _single("", f"byte {error.start} is not UTF-8 text", "a JSON or TOML file") from None
    if suffix not in (".json", ".toml"):
        suffix = ".json" if text.lstrip()[:1] in ("{", "[") else ".toml"
    if not text.strip():
        raise _single("", "there is nothing in it", "a position or a record")
    try:
        return _from_json(text) if suffix == ".json" else _from_toml(text)
    except json.JSONDecodeError as error:
        raise _single("", f"line {error.lineno} column {error.colno}: {error.msg}", "JSON") from None
    except tomllib.TOMLDecodeError as error:
        raise _single("", str(error), "TOML") from None
    except RecursionError:
        raise _single("", "nested too deeply", "a position or a record") from None
    except ValueError as error:
        raise _single("", str(error), "a position or a record") from None


def _from_json(text: str) -> Any:
    def no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise ValueError(f"the key {shown(key)} stands twice in one object")
            found[key] = value
        return found

    def no_number(name: str) -> Any:
        raise ValueError(f"{name} is no number of JSON")

    def whole(digits: str) -> float:  # Python reads no integer of more digits, and no key wants one
        return int(digits) if len(digits) < 4000 else float(digits)

    return json.loads(text, object_pairs_hook=no_doubles, parse_constant=no_number, parse_int=whole)


def _from_toml(text: str) -> Any:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # of the limit that Python sets for the digits of a number
        raise ValueError("a number is out of range") from None


def position_from_data(data: Any, folder: Path | str | None = None) -> Position:
    """Return the position that a dictionary describes; raise `PositionError` with every fault.

    A board file that it names is looked for from `folder` first, then from the current folder.
    """
    from thurntaxis.schema import PositionShape

    return _position(_shaped(PositionShape, data), folder)


def record_from_data(data: Any, folder: Path | str | None = None) -> Record:
    """Return the game record that a dictionary describes; as `position_from_data` does."""
    from thurntaxis.schema import RecordShape

    shape = _shaped(RecordShape, data)
    try:
        start = _position(shape.start, folder)
    except PositionError as error:
        raise PositionError([Fault(f"start.{f.key}", f.wrong, f.right) for f in error.faults]) from None
    return Record(start, tuple(shape.events), shape.engine)


def _single(key: str, wrong: str, right: str) -> PositionError:
    return PositionError([Fault(key, re.sub(r"\s+", " ", wrong), right)])


# ---- shape


def _shaped(model: "type[_Model]", data: Any) -> "_Model":
    """Return the data in its shape; raise `PositionError` where keys are missing or unknown, or types wrong."""
    from pydantic import ValidationError

    if not isinstance(data, dict):
        raise _single("", f"this is {_kind(data)}", "an object with keys")
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise PositionError([_fault(model, detail) for detail in error.errors(include_url=False)]) from None


_KINDS = {
    "NoneType": "null",
    "bool": "true or false",
    "int": "a number",
    "float": "a number",
    "str": "a text",
    "list": "a list",
    "dict": "an object",
}


def _kind(value: object) -> str:
    name = type(value).__name__
    return _KINDS.get(name, f"a {name}")


def _key(location: Sequence[str | int]) -> str:
    key = "".join(f"[{part}]" if isinstance(part, int) else f".{_plain(part)}" for part in location)
    return key.removeprefix(".")


def _plain(part: str) -> str:
    return part if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", part) else shown(part)


_WANTED = {
    "string_type": "a text in quotes",
    "string_pattern_mismatch": "a text of one line",
    "string_unicode": "a text of Unicode characters",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "model_type": "an object with keys",
    "greater_than_equal": "{ge} or more",
    "less_than_equal": "{le}",
    "too_short": "at least 2",
    "too_long": "at most 4",
    "missing": "it can't be left out",
}


def _fault(model: "type[BaseModel]", detail: "ErrorDetails") -> Fault:
    """Return the fault that pydantic found, in words of our own."""
    kind, location, value = detail["type"], detail["loc"], detail.get("input")
    key = _key(location)
    if kind == "missing":
        return Fault(key, "is missing", _WANTED[kind])
    if kind == "extra_forbidden":
        return Fault(
            key, "unknown key", "did you mean " + " or ".join(nearest(str(location[-1]), _keys(model, location))) + "?"
        )
    if kind == "literal_error":
        return Fault(key, f"is {_shown_value(value)}", str(detail.get("ctx", {})["expected"]).replace("'", '"'))
    if kind in ("too_short", "too_long"):
        return Fault(key, f"holds {len(value)}", _WANTED[kind])
    return Fault(key, f"is {_shown_value(value)}", _WANTED.get(kind, detail["msg"]).format(**detail.get("ctx", {})))


def _shown_value(value: object) -> str:
    if isinstance(value, str):
        return shown(value)
    return number(value) if isinstance(value, (int, float)) else _kind(value)


def _keys(model: type["BaseModel"], location: Sequence[str | int]) -> list[str]:
    """Return the keys that the object at a location may have."""
    from thurntaxis import schema

    names: dict[str, type[BaseModel]] = {
        "players": schema.PlayerShape,
        "turn": schema.TurnShape,
        "rules": schema.RulesShape,
        "options": schema.OptionsShape,
    }
    parents = [names[part] for part in location[:-1] if isinstance(part, str) and part in names]
    if not parents and "start" in location[:-1]:
        parents = [schema.PositionShape]
    fields = (parents[-1] if parents else model).model_fields
    return [field.alias or name for name, field in fields.items()]


# ---- names and rules


def _position(shape: "PositionShape", folder: Path | str | None) -> Position:
    """Return the position of this shape; raise `PositionError` with every name and number that is impossible."""
    rules, found = _rules(shape, folder)
    if rules is None:
        raise PositionError(found)
    board = rules.board
    players = tuple(_player(f"players[{at}]", player, board, found) for at, player in enumerate(shape.players))
    turn = shape.turn
    table = Position(
        rules=rules,
        players=players,
        display=_cities("display", shape.display, board, found),
        discard=_cities("discard", shape.discard, board, found),
        unseen=(),
        start=shape.start,
        turn=Turn(
            turn.player,
            turn.phase,
            turn.official,
            turn.drawn,
            turn.played,
            turn.began_empty,
            turn.closed,
            tuple(turn.pending),
        ),
        ender=shape.ender,
    )
    table = table.replace(unseen=_unseen(table))
    found.extend(faults(table))
    if found:
        raise PositionError(found)
    return _canonical(table)


def _rules(shape: "PositionShape", folder: Path | str | None) -> tuple[RuleSet | None, list[Fault]]:
    """Return the rule set that a position is played by, or the faults in naming it."""
    found: list[Fault] = []
    material = _board(shape.board, folder, found)
    options = {k: v for k, v in shape.rules.options.model_dump(by_alias=True).items() if v is not None}
    tries: tuple[tuple[str, Callable[[], object]], ...] = (
        ("rules.edition", lambda: rule_set(edition=shape.rules.edition)),
        *((f"rules.modules[{at}]", lambda m=m: rule_set(modules=(m,))) for at, m in enumerate(shape.rules.modules)),
    )
    for key, attempt in tries:
        try:
            attempt()
        except UnknownName as unknown:
            found.append(Fault(key, unknown.wrong, unknown.right))
        except NotImplementedError as unknown:
            found.append(Fault(key, str(unknown), "the base game on the board south"))
    return (None if found or material is None else rule_set(material, shape.rules.edition, options)), found


def _board(name: str, folder: Path | str | None, found: list[Fault]) -> Board | None:
    """Return the board that a position names; where it can't be played on, add the faults to `found`."""
    from thurntaxis.boards import BoardError, UnreadableBoard

    try:
        return printed_board(name, folder)
    except UnknownName as unknown:
        found.append(Fault("board", unknown.wrong, unknown.right))
    except UnreadableBoard as unreadable:
        found.append(Fault("board", f"{shown(unreadable.file)} {unreadable.wrong}", unreadable.right))
    except BoardError as bad:
        found += [
            Fault("board", ": ".join(filter(None, (shown(bad.file), fault.key, fault.wrong))), fault.right)
            for fault in bad.faults
        ]
    return None


def _cities(key: str, names: list[str], board: Board, found: list[Fault], *, unknown: bool = False) -> tuple[str, ...]:
    """Return the canonical names; one that is none stays as it is, and its fault is added to `found`."""
    return tuple(_city(f"{key}[{at}]", name, board, found, unknown=unknown) for at, name in enumerate(names))


def _city(key: str, name: str, board: Board, found: list[Fault], *, unknown: bool) -> str:
    if unknown and name == UNKNOWN:
        return name
    try:
        return board.resolve(name)
    except UnknownName as error:
        found.append(Fault(key, error.wrong, error.right))
        return name


def _player(key: str, shape: "PlayerShape", board: Board, found: list[Fault]) -> Player:
    return Player(
        name=shape.name,
        hand=_cities(f"{key}.hand", shape.hand, board, found, unknown=True),
        route=_cities(f"{key}.route", shape.route, board, found),
        houses=_cities(f"{key}.houses", shape.houses, board, found),
        carriage=shape.carriage,
        tiles=tuple(_tile(f"{key}.tiles[{at}]", text, board, found) for at, text in enumerate(shape.tiles)),
    )


def _tile(key: str, text: str, board: Board, found: list[Fault]) -> Tile:
    """Return the tile of a text `STACK VALUE`; where it is none, add the fault to `found`."""
    match = re.fullmatch(r"\s*(\S+)\s+([0-9]{1,9})\s*", text)
    if match is None:
        found.append(Fault(key, f"{shown(text)} is no tile", 'written "STACK VALUE", for instance "baden 3"'))
        return Tile("", 0)
    try:
        return Tile(board.stack(match[1]).name, int(match[2]))
    except UnknownName as unknown:
        found.append(Fault(key, unknown.wrong, unknown.right))
        return Tile(match[1], int(match[2]))


def _unseen(table: Position) -> tuple[str, ...]:
    """Return the cards that the position does not show."""
    left = list(table.rules.board.cards)
    for shown_cards in (
        table.display,
        table.discard,
        *(p.hand for p in table.players),
        *(p.route for p in table.players),
    ):
        for card in shown_cards:
            if card in left:
                left.remove(card)
    return tuple(left)


def _canonical(table: Position) -> Position:
    """Return the position with every multiset sorted."""
    players = tuple(
        p.replace(hand=add(p.hand, ()), houses=add(p.houses, ()), tiles=tuple(sorted(p.tiles))) for p in table.players
    )
    return table.replace(players=players, display=add(table.display, ()), discard=add(table.discard, ()))


# ---- writing


def position_data(position: Position) -> dict[str, Any]:
    """Return the position as a dictionary for JSON, every key written out and in order."""
    rules, turn = position.rules, position.turn
    return {
        "thurntaxis": 1,
        "board": rules.board.file or rules.board.name,
        "rules": {"edition": rules.edition, "modules": list(rules.modules), "options": dict(rules.options)},
        "players": [_player_data(player) for player in position.players],
        "display": list(position.display),
        "discard": list(position.discard),
        "start": position.start,
        "turn": {
            "player": turn.player,
            "phase": turn.phase,
            "official": turn.official,
            "drawn": turn.drawn,
            "played": turn.played,
            "began_empty": turn.began_empty,
            "closed": turn.closed,
            "pending": list(turn.pending),
        },
        "ender": position.ender,
    }


def _player_data(player: Player) -> dict[str, Any]:
    return {
        **({} if player.name is None else {"name": player.name}),
        "hand": list(player.hand),
        "route": list(player.route),
        "houses": list(player.houses),
        "carriage": player.carriage,
        "tiles": [str(tile) for tile in player.tiles],
    }


def to_json(position: Position, *, indent: int | None = None) -> str:
    """Return the position as JSON; in one line unless `indent` is given."""
    return json.dumps(position_data(position), ensure_ascii=False, indent=indent)


def to_toml(position: Position) -> str:
    """Return the position as TOML; keys without a value are left out, since TOML has no null."""
    import tomli_w

    return tomli_w.dumps(_without_none(position_data(position)))


def _without_none(data: dict[str, Any]) -> dict[str, Any]:
    return {key: _within(value) for key, value in data.items() if value is not None}


def _within(value: Any) -> Any:
    if isinstance(value, dict):
        return _without_none(cast("dict[str, Any]", value))
    return [_within(entry) for entry in cast("Sequence[Any]", value)] if isinstance(value, list) else value


def record_data(record: Record) -> dict[str, Any]:
    """Return the game record as a dictionary for JSON."""
    return {
        "thurntaxis_record": 1,
        "engine": record.engine,
        "start": position_data(record.start),
        "events": list(record.events),
    }


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of position files."""
    from thurntaxis import schema

    return schema.json_schema()


def record_schema() -> dict[str, Any]:
    """Return the JSON Schema of game records."""
    from thurntaxis import schema

    return schema.json_schema(schema.RecordShape)
