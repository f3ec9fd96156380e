"""All pieces of a position counted afresh, and what no game can bring about."""

import itertools
from typing import Any

from naive.table import (
    HONOR,
    MESSENGER,
    MOST_HORSES,
    Position,
    board_of,
    cards_in_sight,
    city_of,
    complete,
    deck_size,
    is_road,
    tiles_of_stack,
    unknown_cards,
    values_left,
    with_module,
)


def recount(position: Position) -> dict[str, Any]:
    """All pieces counted afresh.

    `shown`, `unknown`, `deck`: cards in sight, unseen cards elsewhere, cards of the deck; `cards`: their sum;
    `tiles_held`, `tiles_left`, `tiles`: the same for tiles; `houses`: houses on the board, by player;
    `faults`: what no game can bring about, in words (an empty list is what one hopes for).
    """
    table = complete(position)
    board = board_of(table)
    faults = []
    in_sight = cards_in_sight(table)
    for card in sorted(set(in_sight)):
        if card not in board.cards:
            faults.append(f"no such card: {card}")
        if in_sight.count(card) > board.cards.count(card):
            faults.append(f"{in_sight.count(card)} cards of {card}")
    deck = deck_size(table)
    if deck < 0:
        faults.append("more unknown cards than cards out of sight")
    held = [tile for player in table["players"] for tile in player["tiles"]]
    printed = [f"{stack} {value}" for stack, values in board.tiles.items() for value in values]
    for tile in sorted(set(held)):
        if held.count(tile) > printed.count(tile):
            faults.append(f"{held.count(tile)} tiles {tile}")
    left = sum(len(values_left(table, stack)) for stack in board.tiles)
    for player in table["players"]:
        if len(player["houses"]) > board.houses or len(set(player["houses"])) < len(player["houses"]):
            faults.append(f"houses: {player['houses']}")
        cities = [city_of(card) for card in player["route"]]
        for here, there in itertools.pairwise(cities):
            if not is_road(board, here, there):
                faults.append(f"no road: {here}, {there}")
        if len(set(cities)) < len(cities):
            faults.append(f"a city twice in the route: {player['route']}")
        if len(player.get("horses", [])) > MOST_HORSES:
            faults.append(f"too many horses: {player['horses']}")
        if player.get("letters_usable", 0) > player.get("letters", 0) or player.get("letters_usable", 0) < 0:
            faults.append(f"letters: {player['letters_usable']} of {player['letters']} usable")
        for stack in [*board.regions, "all-provinces", "game-end"]:
            if len(tiles_of_stack(player, stack)) > 1:
                faults.append(f"more than one tile of {stack}")
    if (table["ender"] is None) != ("game-end 1" not in held):
        faults.append("ender and the game-end tile disagree")
    if with_module(table, MESSENGER):
        taken = {city for player in table["players"] for city in player["houses"]}
        if taken & set(table["letters"]):
            faults.append(f"letters beside houses: {taken & set(table['letters'])}")
    if with_module(table, HONOR):
        chips = table["chips"] + sum(player["chips"] for player in table["players"])
        if chips != 12:
            faults.append(f"{chips} chips")
        if table["returning"] is None and not table["turn"]["pending"] and 0 in table["offices"].values():
            faults.append(f"an empty stack: {table['offices']}")
    return {
        "cards": len(in_sight) + len(unknown_cards(table)) + deck,
        "shown": len(in_sight),
        "unknown": len(unknown_cards(table)),
        "deck": deck,
        "tiles": len(held) + left,
        "tiles_held": len(held),
        "tiles_left": left,
        "houses": [len(player["houses"]) for player in table["players"]],
        "faults": faults,
    }
