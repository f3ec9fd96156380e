"""Writes positions and game records as JSON or TOML, in one canonical form."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from thurntaxis.position import Position
    from thurntaxis.records import Record


def position_data(position: "Position") -> dict[str, Any]:
    """Return the position as a dictionary for JSON, every key of its rules written out and in order."""
    rules, turn, holdings = position.rules, position.turn, position.rules.parts.holdings
    officials = _merged(own.turn(turn) for own in holdings) or {"official": turn.official}
    return {
        "thurntaxis": 1,
        "board": rules.board.file or rules.board.name,
        **({} if rules.board.text is None else {"board_file": rules.board.text}),
        "rules": {"edition": rules.edition, "modules": list(rules.modules), "options": dict(rules.options)},
        "players": [
            {
                **({} if player.name is None else {"name": player.name}),
                "hand": list(player.hand),
                "route": list(player.route),
                "houses": list(player.houses),
                "carriage": player.carriage,
                "tiles": [str(tile) for tile in player.tiles],
                **_merged(own.player(player) for own in holdings),
            }
            for player in position.players
        ],
        "display": list(position.display),
        "discard": list(position.discard),
        "start": position.start,
        "turn": {
            "player": turn.player,
            "phase": turn.phase,
            **officials,
            "drawn": turn.drawn,
            "played": turn.played,
            "began_empty": turn.began_empty,
            "closed": turn.closed,
            "pending": list(turn.pending),
        },
        "ender": position.ender,
        **_merged(own.table(position) for own in holdings),
    }


def _merged(parts: Iterable[dict[str, Any]]) -> dict[str, Any]:
    return {name: value for part in parts for name, value in part.items()}


def to_json(position: "Position", *, indent: int | None = None) -> str:
    """Return the position as JSON; in one line unless `indent` is given."""
    return json.dumps(position_data(position), ensure_ascii=False, indent=indent)


def to_toml(position: "Position") -> str:
    """Return the position as TOML; keys without a value are left out, since TOML has no null."""
    import tomli_w

    def with_values(keys: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in keys.items() if value is not None}

    return tomli_w.dumps(json.loads(to_json(position), object_hook=with_values))


def record_data(record: "Record") -> dict[str, Any]:
    """Return the game record as a dictionary for JSON."""
    return {
        "thurntaxis_record": 1,
        "engine": record.engine,
        "start": position_data(record.start),
        "events": list(record.events),
        **({"seats": list(record.seats)} if record.seats else {}),
        **({} if record.seed is None else {"seed": record.seed}),
    }
