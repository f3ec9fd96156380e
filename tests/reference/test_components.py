"""What is in the box: the numbers that the clauses on components give are those of the boards and modules."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import thurntaxis as tt

SOUTH = tt.rule_set().board
TESTLAND = tt.rule_set("testland").board
"""The invented board: it has the size of the northern one, of which no complete data are known."""

NUMBERS: dict[str, tuple[Callable[[], object], object]] = {
    "setup.players": (lambda: [players for players in range(7) if can_be_set_up(players)], [2, 3, 4]),
    "setup.board": (lambda: (len(SOUTH.cities), len(SOUTH.provinces)), (22, 9)),
    "setup.city-cards": (lambda: (len(SOUTH.cities) * SOUTH.copies, SOUTH.copies), (66, 3)),
    "setup.carriages": (lambda: [number for number, _ in SOUTH.carriages], [3, 4, 5, 6, 7]),
    "setup.houses": (lambda: SOUTH.houses * 4, 80),
    "setup.tiles": (lambda: sum(len(stack.values) for stack in SOUTH.stacks), 30),
    "score.carriage-points": (lambda: [points for _, points in SOUTH.carriages], [2, 3, 5, 7, 10]),
    "setup.tile-values": (
        lambda: {stack.name: stack.values for stack in SOUTH.stacks},
        {
            "route-5": (2, 1),
            "route-6": (3, 2, 1),
            "route-7": (4, 3, 2, 1),
            "all-provinces": (6, 5, 4, 3),
            "baiern": (5, 4, 3, 2),
            "baden": (3, 2, 1),
            "wuerttemberg-hohenzollern": (3, 2, 1),
            "schweiz-tyrol": (3, 2, 1),
            "boehmen-salzburg": (4, 3, 2),
            "game-end": (1,),
        },
    ),
    "setup.stacks": (
        lambda: [stack.name for stack in SOUTH.stacks if list(stack.values) != sorted(stack.values, reverse=True)],
        [],
    ),
    "north.city-cards": (lambda: (len(TESTLAND.cities) * TESTLAND.copies, TESTLAND.copies), (69, 3)),
    "north.board": (lambda: (len(TESTLAND.cities), len(TESTLAND.free_cities)), (23, 4)),
    "north.tiles": (lambda: sum(len(stack.values) for stack in TESTLAND.stacks), 39),
    "north.houses": (lambda: TESTLAND.houses, SOUTH.houses),
    "north.horseshoes": (lambda: {*TESTLAND.horseshoes.values()}, {1, 2, 3}),
    "north.free-tiles": (
        lambda: {stack.city: stack.values for stack in TESTLAND.stacks if stack.city},
        dict.fromkeys(TESTLAND.free_cities, (1,)),
    ),
}


def can_be_set_up(players: int) -> bool:
    try:
        tt.new(players)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("clause", NUMBERS)
def test_numbers_of_the_clause_are_those_of_the_board(clause: str) -> None:
    found, stated = NUMBERS[clause]
    assert found() == stated


def test_the_base_board_lacks_horseshoes() -> None:
    clause = "north.own-board"
    with pytest.raises(ValueError, match="the board south can't be used with the module power-and-glory"):
        tt.new(modules=("power-and-glory",))
    assert tt.new(board="testland", modules=("power-and-glory",)).rules.board.horseshoes, clause


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_letter_for_every_city_and_two_for_every_player(players: int) -> None:
    shortage = "letters.shortage"
    south = tt.new(players, modules=("princess-messenger",))
    north = tt.new(players, board="testland", modules=("princess-messenger",))
    assert used(south) <= 28, shortage
    assert (used(north) > 28) == (players == 4), shortage


def used(position: tt.Position) -> int:
    """Return how many letters lie on the map or are with players."""
    data: dict[str, Any] = json.loads(position.to_json())
    return len(data["letters"]) + sum(int(player["letters"]) for player in data["players"])
