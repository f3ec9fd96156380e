"""The table of the naive rules: a position with every key written out, and what can be seen by looking at it.

A *position* is the plain dictionary of the contract, a *table* one with all its keys. A *card* is written as the
contract writes it: `Ulm`, or `Berlin/2` if its horseshoes go by card. `?` is an unseen card in a hand or among
the discards, `?/2` one whose back is known. The *deck* has no order and no list of its own: it is whatever the cards
leave once all cards in sight, and the unseen ones in hands and among the discards, are taken away.
"""

import tomllib
from typing import Any

from naive import boards
from naive.boards import Board
from support.paths import ROOT

Position = dict[str, Any]
Player = dict[str, Any]

POWER = "power-and-glory"
MESSENGER = "princess-messenger"
HONOR = "offices-of-honor"
MODULES = [POWER, MESSENGER, HONOR]

UNKNOWN = "?"

MOST_HORSES = 6


# The readings of the editions come from their files; the rules that follow from them are written here once more.
FILES = ROOT / "rulebook" / "thurntaxis_rulebook" / "editions"
WHERE_SILENT: dict[str, Any] = {"card-backs": "seen"}
EDITIONS: dict[str, dict[str, Any]] = {
    path.stem: WHERE_SILENT | tomllib.loads(path.read_text(encoding="utf-8"))["options"]
    for path in FILES.glob("*.toml")
}

# Options that only a module knows.
OPTION_OF: dict[str, str] = {"card-backs": POWER, "final-return": HONOR}


# ------------------------------------------------------------------------------------------- all the keys


def complete(position: Position) -> Position:
    """A copy with every key of the contract written out and every orderless list sorted; it shares no list.

    A key left out has its empty value; nothing is guessed from elsewhere (a missing `began_empty` is false,
    whatever the hand holds). Raises ValueError for a board, a module, an edition or an option not known here.
    """
    rules = position.get("rules", {})
    edition = rules.get("edition", "en-yucata")
    modules = [module for module in MODULES if module in rules.get("modules", [])]
    name = position.get("board", "south")
    board = boards.board(name)
    for module in rules.get("modules", []):
        if module not in MODULES:
            raise ValueError(f"no such module: {module}")
    if edition not in EDITIONS:
        raise ValueError(f"no such edition: {edition}")
    if POWER in modules and not board.horseshoes:
        raise ValueError("a board without horseshoes can't be played with horses")
    options = {key: value for key, value in EDITIONS[edition].items() if key not in OPTION_OF}
    options |= {key: EDITIONS[edition][key] for key, module in OPTION_OF.items() if module in modules}
    if MESSENGER in modules:
        options["carriage-declinable"] = True
    for key, value in rules.get("options", {}).items():
        if key not in options:
            raise ValueError(f"no such option: {key}")
        if key == "carriage-declinable" and MESSENGER in modules and not value:
            raise ValueError("with the messenger a carriage can always be declined")
        options[key] = value
    table = {
        "thurntaxis": 1,
        "board": name,
        "rules": {"edition": edition, "modules": modules, "options": options},
        "players": [_player(player, modules) for player in position["players"]],
        "display": sorted(position.get("display", [])),
        "discard": sorted(position.get("discard", [])),
        "start": position.get("start", 0),
        "turn": _turn(position.get("turn", {}), modules),
        "ender": position.get("ender"),
    }
    if POWER in modules and options["card-backs"] == "seen":
        table["deck_back"] = position.get("deck_back")
    if MESSENGER in modules:
        table["letters"] = sorted(position.get("letters", []))
        if POWER not in modules:
            table["messenger"] = position.get("messenger")
    if HONOR in modules:
        table["offices"] = dict(position.get("offices", {}))
        table["chips"] = position.get("chips", 0)
        table["returning"] = _returning(position.get("returning"))
    return table


def _player(player: Player, modules: list[str]) -> Player:
    """A player with every key that the modules ask for."""
    full = {
        "name": player.get("name", ""),
        "hand": sorted(player.get("hand", [])),
        "route": list(player.get("route", [])),
        "houses": sorted(player.get("houses", [])),
        "tiles": sorted(player.get("tiles", [])),
    }
    if POWER in modules:
        full["horses"] = sorted(player.get("horses", []))
    else:
        full["carriage"] = player.get("carriage")
    if MESSENGER in modules:
        full["letters"] = player.get("letters", 0)
        full["letters_usable"] = player.get("letters_usable", 0)
    if HONOR in modules:
        full["offices"] = sorted(player.get("offices", []))
        full["chips"] = player.get("chips", 0)
    return full


def _turn(turn: dict[str, Any], modules: list[str]) -> dict[str, Any]:
    """The turn with every key; with the messenger the officials are a list."""
    full = {
        "player": turn.get("player", 0),
        "phase": turn.get("phase", "draw"),
        "drawn": turn.get("drawn", 0),
        "played": turn.get("played", 0),
        "began_empty": turn.get("began_empty", False),
        "closed": turn.get("closed", 0),
        "pending": list(turn.get("pending", [])),
    }
    if MESSENGER in modules:
        full["officials"] = list(turn.get("officials", []))
    else:
        full["official"] = turn.get("official")
    return full


def _returning(returning: dict[str, Any] | None) -> dict[str, Any] | None:
    """The return round with every key, or None."""
    if returning is None:
        return None
    return {
        "order": list(returning.get("order", [])),
        "office": returning.get("office"),
        "final": returning.get("final", False),
        "reward": returning.get("reward"),
    }


# ---------------------------------------------------------------------------------- looking at the table


def board_of(table: Position) -> Board:
    """The board that is played on."""
    return boards.board(table["board"])


def with_module(table: Position, module: str) -> bool:
    """Whether a module is in play."""
    return module in table["rules"]["modules"]


def option(table: Position, name: str) -> Any:
    """The value of an option."""
    return table["rules"]["options"][name]


def on_turn(table: Position) -> Player:
    """The player whose turn it is."""
    player: Player = table["players"][table["turn"]["player"]]
    return player


def city_of(card: str) -> str:
    """The city that a card shows."""
    return card.partition("/")[0]


def is_unknown(card: str) -> bool:
    """Whether a card of a hand or of the discards is unseen."""
    return card.startswith(UNKNOWN)


# ------------------------------------------------------------------------------------------------ cards


def cards_in_sight(table: Position) -> list[str]:
    """Every card that the position names, wherever it lies."""
    cards: list[str] = [*table["display"], *table["discard"]]
    for player in table["players"]:
        cards += player["route"]
        cards += player.get("horses", [])
        cards += player["hand"]
    return [card for card in cards if not is_unknown(card)]


def unknown_cards(table: Position) -> list[str]:
    """The unseen cards of all hands and of the discards."""
    hidden = [card for player in table["players"] for card in player["hand"] if is_unknown(card)]
    return hidden + [card for card in table["discard"] if is_unknown(card)]


def out_of_sight(table: Position) -> list[str]:
    """The cards the position does not show: those of the deck, and the unknown ones of hands and discards."""
    cards = list(board_of(table).cards)
    for card in cards_in_sight(table):
        if card in cards:
            cards.remove(card)
    return cards


def deck_size(table: Position) -> int:
    """The number of cards in the deck."""
    return len(out_of_sight(table)) - len(unknown_cards(table))


def blind_card_can_be_had(table: Position) -> bool:
    """Whether there is a card in the deck, or discards to make a deck of."""
    return deck_size(table) > 0 or len(table["discard"]) > 0


def card_can_be_had(table: Position) -> bool:
    """Whether there is any card at all that a player could draw."""
    return len(table["display"]) > 0 or blind_card_can_be_had(table)


def backs_are_seen(table: Position) -> bool:
    """Whether the players look at the backs of the cards."""
    return with_module(table, POWER) and option(table, "card-backs") == "seen"


def horseshoes(table: Position, card: str) -> int:
    """How many horseshoes a card shows."""
    return board_of(table).horseshoes[card]


def backs_left(table: Position) -> list[int]:
    """The numbers on the cards of which one lies on top of the deck: one number for each card."""
    backs = [horseshoes(table, card) for card in out_of_sight(table)]
    # An unseen card elsewhere is not in the deck. If its back isn't known either, it may be any of them.
    for card in unknown_cards(table):
        if card != UNKNOWN:
            back = int(card.split("/")[1])
            if back in backs:
                backs.remove(back)
    return backs


# ------------------------------------------------------------------------------------------ map and tiles


def province_of(board: Board, city: str) -> str | None:
    """The province a city lies in, or None for a free city."""
    for province, cities in board.provinces.items():
        if city in cities:
            return province
    if city in board.free:
        return None
    raise ValueError(f"no such city: {city}")


def is_road(board: Board, one: str, other: str) -> bool:
    """Whether a road joins two cities directly."""
    return (one, other) in board.roads or (other, one) in board.roads


def tiles_of_stack(player: Player, stack: str) -> list[str]:
    """The tiles of one stack that a player holds."""
    return [tile for tile in player["tiles"] if tile.split()[0] == stack]


def values_left(table: Position, stack: str) -> list[int]:
    """The values still lying in a stack: all that nobody holds, the top one first."""
    left = list(board_of(table).tiles[stack])
    for player in table["players"]:
        for tile in tiles_of_stack(player, stack):
            value = int(tile.split()[1])
            if value in left:
                left.remove(value)
    return left


def fill_up(table: Position) -> None:
    """By one reading, a card that is taken has the whole display filled: no space may be left without a card."""
    if option(table, "display-refill") == "one-card":
        return
    pending = table["turn"]["pending"]
    while len(table["display"]) + pending.count("display") < board_of(table).display:
        pending.append("display")
