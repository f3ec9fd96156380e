"""The draft of a position that is being set up, and the position that it means.

A draft has the keys of a position file. Of its turn it may have a `stage` (how far the turn is), `used` (the
officials), `reveals` and `closed` instead, from which the rest follows; a `deck` without a number says that all
discards are known. Of a round of returning tiles, the first player to act and the reward count; the rest follows.
A draft keeps keys that its rules don't know, so that a module that is taken out and put in again has lost nothing.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from thurntaxis import DEFAULT_EDITION, UNKNOWN, Board, Position, rule_set
from thurntaxis.boards import board as named_board
from thurntaxis.fault import Fault
from thurntaxis.holdings import PlayerHolding
from thurntaxis.io.build import built
from thurntaxis.io.decoding import Unfit, filled
from thurntaxis.io.file_format import PositionShape
from thurntaxis.io.read import PositionError, position_from_data
from thurntaxis.io.write import position_data
from thurntaxis.modules.offices.rounds import acting_from
from thurntaxis.options import options_of
from thurntaxis.rules import RuleSet

Draft = dict[str, Any]

STAGES = ("begin", "administrator", "drawn", "played", "carriage", "keep", "final", "over")
"""How far a turn may be."""

_PHASES = {"begin": "draw", "administrator": "draw", "drawn": "draw", "played": "play"}
"""The phases of the stages with other names."""

DRAWN = ("drawn", "played", "carriage", "keep")
CLOSED = ("carriage", "keep")
_PLAYED = ("played", *CLOSED)
"""The stages after a card is drawn, after the route is closed, and after a card is played."""


def rules_of(draft: Draft) -> RuleSet:
    """Return the rules that a draft names; raise ValueError if they can't be played."""
    rules = draft.get("rules", {})
    modules = tuple(rules.get("modules", ()))
    options = {name: value for name, value in rules.get("options", {}).items() if name in options_of(modules)}
    edition = rules.get("edition", DEFAULT_EDITION)
    return rule_set(named_board(draft.get("board", "south")), edition, options, modules)


def empty_draft(players: int = 2) -> Draft:
    """Return the draft of an empty table."""
    return {
        "thurntaxis": 1,
        "board": "south",
        "rules": {"edition": DEFAULT_EDITION, "modules": [], "options": {}},
        "players": [{} for _ in range(players)],
        "display": [],
        "discard": [],
        "deck": None,
        "start": 0,
        "turn": {"player": 0, "stage": "begin", "used": []},
    }


def assign(draft: Draft, key: str, value: object) -> None:
    """Set the value of a field, such as `players[0].houses`."""
    *names, last = re.split(r"[.\[\]]+", key.removesuffix("]"))
    holder: Any = draft
    for name, following in itertools.pairwise((*names, last)):
        empty: list[Any] | dict[str, Any] = [None] if following.isdigit() else {}
        holder = holder[int(name)] if name.isdigit() else holder.setdefault(name, empty)
    holder[int(last) if last.isdigit() else last] = value


def value_of(draft: Draft, key: str) -> Any:
    """Return the value of a field; none if the draft has none."""
    holder: Any = draft
    for name in re.split(r"[.\[\]]+", key.removesuffix("]")):
        if holder is None:
            return None
        holder = holder[int(name)] if name.isdigit() else holder.get(name)
    return holder


def draft_of(position: Position) -> Draft:
    """Return the draft from which a position can be changed; of the discards it has the known ones.

    Readings that are those of the edition aren't named, so that they follow when the edition is changed.
    """
    draft = position_data(position)
    rules = position.rules
    usual = rule_set(rules.board, rules.edition, modules=rules.modules).options
    draft["rules"]["options"] = {name: value for name, value in rules.options.items() if value != usual[name]}
    if position.unknown_discards:
        draft["deck"] = position.deck_size
        draft["discard"] = [card for card in position.discard if card != UNKNOWN]
    return draft


# ---- how far the turn is


def stage_of(draft: Draft) -> str:
    """Return how far the turn of a draft is."""
    turn = draft.get("turn", {})
    if "stage" in turn:
        return str(turn["stage"])
    phase: str = turn.get("phase", "draw")
    if phase == "draw":
        if turn.get("drawn"):
            return "drawn"
        return "administrator" if "administrator" in used_in(draft) else "begin"
    return {"play": "played"}.get(phase, phase)


def used_in(draft: Draft) -> list[str]:
    """Return the officials used in the turn of a draft."""
    turn = draft.get("turn", {})
    if "used" in turn:
        return list(turn["used"])
    return list(turn.get("officials") or filter(None, [turn.get("official")]))


def mover_of(draft: Draft) -> int:
    """Return the index of the player whose turn it is."""
    player: int = draft.get("turn", {}).get("player", 0)
    return min(player, len(draft["players"]) - 1)


def several_help(rules: RuleSet) -> bool:
    """Return whether several officials can be used in one turn."""
    return any("officials" in holdings.turn_keys for holdings in rules.parts.holdings)


def usual_reveals(draft: Draft, rules: RuleSet) -> int:
    """Return how many free spaces of the display are still to be filled, unless the draft says so."""
    free = max(rules.board.display - len(draft.get("display", ())), 0)
    fills_all = rules.options["display-refill"] == "to-six" or stage_of(draft) == "administrator"
    return free if fills_all and not is_round(draft, rules) else min(free, 1)


def has_rounds(rules: RuleSet) -> bool:
    """Return whether tiles are returned in rounds by these rules."""
    return any(piece.key == "returning" for piece in rules.parts.table_holdings)


def first_to_act(draft: Draft) -> int | None:
    """Return who is first to act in the round of returning tiles; none if there is no round."""
    returning: dict[str, Any] = draft.get("returning") or {}
    order: list[int | None] = returning.get("order") or [None]
    return order[0]


def is_round(draft: Draft, rules: RuleSet) -> bool:
    """Return whether a draft is in a round of returning tiles."""
    return has_rounds(rules) and first_to_act(draft) is not None


# ---- what a draft means


def completed(draft: Draft, rules: RuleSet) -> Draft:
    """Return the data of the position file that a draft means, without what its rules don't know."""
    of_modules = (key for holding in rules.parts.player_holdings for key in holding.keys)
    of_players = {"name", "hand", "route", "houses", "tiles", *of_modules}
    if rules.parts.carriages:
        of_players.add("carriage")
    players = [
        {key: value for key, value in player.items() if key in of_players and value not in (None, "")}
        for player in draft["players"]
    ]
    turn = draft.get("turn", {})
    start = min(draft.get("start", 0), len(players) - 1)
    if "stage" in turn:
        turn = _turn(draft, players, rules, start)
        for holding in limited(rules):
            _limit(players, holding, turn)
    options = {
        name: value
        for name, value in draft["rules"].get("options", {}).items()
        if value is not None and name in options_of(rules.modules)
    }
    # What modules put on the table follows from the rest, except for the piece of one player and for states.
    asked = {piece.key for piece in rules.parts.table_holdings if piece.kind in ("holder", "state")}
    table = {key: draft[key] for key in asked if draft.get(key) is not None}
    if "returning" in table:
        table["returning"] = _returning(draft, turn)
    discard = list(draft.get("discard", ()))
    deck = {} if draft.get("deck") is None or UNKNOWN in discard else {"deck": draft["deck"]}
    return {
        "thurntaxis": 1,
        "board": draft.get("board", "south"),
        "rules": {**draft["rules"], "options": options},
        "players": players,
        "display": draft.get("display", []),
        "discard": discard,
        "start": start,
        "turn": turn,
        "ender": _ender(players, rules.board),
        **deck,
        **table,
    }


def limited(rules: RuleSet) -> Iterator[PlayerHolding]:
    """Yield what modules give to players of which only a part can be used in a turn."""
    return (holding for holding in rules.parts.player_holdings if holding.is_limited)


def _limit(players: list[dict[str, Any]], holding: PlayerHolding, turn: Mapping[str, Any]) -> None:
    """Make all pieces usable if no route was closed in the turn, and for those who are not on turn."""
    usable = f"{holding.key}_usable"
    for at, player in enumerate(players):
        if at != turn["player"] or turn["phase"] not in CLOSED or usable not in player:
            player[usable] = player.get(holding.key, 0)


def _ender(players: Iterable[Mapping[str, Any]], board: Board) -> int | None:
    """Return the index of the player who has the game-end tile."""
    ends = {stack.name for stack in board.stacks if stack.kind == "game-end"}
    held = ((at, tile.rpartition(" ")[0]) for at, player in enumerate(players) for tile in player.get("tiles", ()))
    return next((at for at, name in held if name in ends), None)


def _turn(draft: Draft, players: list[dict[str, Any]], rules: RuleSet, start: int) -> dict[str, Any]:
    """Return the turn of a position file that a stage and the officials used mean."""
    turn, stage, at = draft["turn"], stage_of(draft), mover_of(draft)
    due = turn.get("reveals")
    pending = ["display"] * (usual_reveals(draft, rules) if due is None else due)
    if stage == "over":
        return {"player": at, "phase": "over"}
    if stage == "final":  # the player before the first had the last turn
        last = (start - 1) % len(players)
        return {"player": last, "phase": "final", "pending": pending if is_round(draft, rules) else []}
    mover = players[at]
    used = ["administrator"] if stage == "administrator" else [] if stage == "begin" else used_in(draft)
    drawn = 0 if stage not in DRAWN else 2 if "postmaster" in used else 1
    played = 0 if stage not in _PLAYED else 2 if "carrier" in used else 1
    data = {
        "player": at,
        "phase": _PHASES.get(stage, stage),
        "drawn": drawn,
        "played": played,
        "began_empty": len(mover.get("hand", ())) == drawn - played,
        **({"officials": used} if several_help(rules) else {"official": used[0] if used else None}),
    }
    if stage in CLOSED:
        data["closed"] = len(mover.get("route", ())) or turn.get("closed") or rules.board.shortest_route
    if stage in ("administrator", "drawn") or is_round(draft, rules):
        data["pending"] = pending
    return data


def _returning(draft: Draft, turn: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the round of a position file in which a player is first to act; `checked` adds who comes after."""
    first = first_to_act(draft)
    if first is None:
        return None
    used, is_final = used_in({"turn": turn}), turn.get("phase") == "final"
    office = used[-1] if used and not is_final else None
    return {"order": [first], "office": office, "final": is_final, "reward": draft["returning"].get("reward")}


class Checked(NamedTuple):
    """What a draft means: its position if it has one, and the faults; impossible ones can be drawn, too."""

    position: Position | None
    faults: tuple[Fault, ...]


def checked(draft: Draft) -> Checked:
    """Return the position that a draft means, and everything that is impossible about it."""
    try:
        data = completed(draft, rules_of(draft))
    except ValueError:
        data = {**draft, "turn": {"phase": "draw"}}
    try:
        position, faults = built(filled(PositionShape, data), None)
        if position is not None and position.returning is not None:
            first = min(position.returning.order[0], len(position.players) - 1)
            data["returning"]["order"] = list(acting_from(position, first))
            position, faults = built(filled(PositionShape, data), None)
    except Unfit:
        try:
            return Checked(position_from_data(data), ())
        except PositionError as error:
            return Checked(None, error.faults)
    return Checked(position, tuple(faults))


_FIELDS_OF = {
    "turn.pending": "turn.reveals",
    **dict.fromkeys(("turn.official", "turn.officials"), "turn.used"),
    **dict.fromkeys(("turn.phase", "turn.drawn", "turn.played", "turn.began_empty"), "turn.stage"),
}
"""The field that a fault is about, by the key of position files, if the form asks for something else."""


def field_of(fault: Fault) -> str:
    """Return the key of the field that a fault is about, or of an entry in it."""
    if fault.key == "ender" and "index" in fault.wrong.facts:
        return f"players[{fault.wrong.facts['index']}].tiles"
    return _FIELDS_OF.get(fault.key.partition("[")[0], fault.key)
