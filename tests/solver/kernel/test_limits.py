"""What the search does not cover it refuses in one line: boards that the kernel's numbers can't hold."""

import dataclasses
import functools
from collections.abc import Callable
from typing import Any

import pytest

import thurntaxis as tt
from support import random_play
from support.few_and_many import one_in
from support.paths import BY_CITY
from thurntaxis.board import Stack
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.limits import NotCovered
from thurntaxis_solver.play.agents import KINDS, AgentError, read
from thurntaxis_solver.play.game import Game
from thurntaxis_solver.search.ismcts import Ismcts
from thurntaxis_solver.turn_advice import advise, explain

GAMES = [*(game for game in random_play.GAMES if game[1]), ("testland", ()), (str(BY_CITY), ())]


def chosen_by(name: str, position: tt.Position) -> tt.Event:
    """Return what an agent chooses."""
    few = ":playouts=2" if "playouts" in KINDS[name].parameters else ""
    return read(name + few).build(1).choose(position)


SEARCHES: dict[str, Callable[[tt.Position], object]] = {
    "tables": lambda position: tables(position.rules),
    "search": Ismcts,
    "advise": lambda position: advise(position, Effort(playouts=1)),
    "explain": lambda position: explain(position, position.events()[0], Effort(playouts=40)),
    **{name: functools.partial(chosen_by, name) for name, kind in KINDS.items() if not kind.any_rules},
}
"""What asks the kernel."""


@pytest.mark.parametrize("question", SEARCHES)
@pytest.mark.parametrize(("board", "modules"), one_in(3, GAMES, several=True))
def test_every_game_is_searched(board: str, modules: tuple[str, ...], question: str) -> None:
    position = tt.new(2, board, seed=3, modules=modules)
    assert SEARCHES[question](position) is not None


SOUTH = tt.board("south")


def more_stacks(count: int, values: tuple[int, ...] = (1,)) -> tuple[Stack, ...]:
    """Return the stacks of the southern board, and some more."""
    return (*SOUTH.stacks, *(Stack(f"more-{number}", "free-city", values) for number in range(count)))


ALL_IN_ONE = tt.Province("all", "#000", tuple(SOUTH.province_of))
THREE_MORE = (tt.City(f"City {n}", None, 0, 0) for n in range(3))
LARGE: dict[str, dict[str, Any]] = {
    "88 cards; expected at most 72": {"copies": 4},
    "22 cities in a province; expected at most 12": {"provinces": (ALL_IN_ONE,)},
    "17 stacks of tiles; expected at most 16": {"stacks": more_stacks(7)},
    "16 tiles in a stack; expected at most 15": {"stacks": more_stacks(1, (1,) * 16)},
    "16 points for a tile; expected at most 15": {"stacks": more_stacks(1, (16,))},
    "16 cities for a carriage; expected at most 15": {"carriages": ((3, 2), (16, 10))},
    "25 cities; expected at most 24": {"cities": (*SOUTH.cities, *THREE_MORE)},
    "4 cards of a city; expected at most 3": {"cities": SOUTH.cities[:18], "roads": (), "copies": 4},
    "17 provinces; expected at most 16": {"provinces": tuple(tt.Province(f"{n}", "#000", ()) for n in range(17))},
    "a tile worth no points; expected ": {"stacks": more_stacks(1, (0,))},
    "4 cards kept after closing a route; expected 3": {"hand_after_closing": 4},
    "no stack for all provinces; expected ": {"stacks": tuple(s for s in SOUTH.stacks if s.kind != "all-provinces")},
}
"""Boards beyond the kernel's numbers, by what is said of them."""


@pytest.mark.parametrize("said", LARGE)
def test_boards_beyond_the_kernels_numbers_are_refused(said: str) -> None:
    board = dataclasses.replace(SOUTH, name="other", **LARGE[said])
    with pytest.raises(NotCovered) as refused:
        tables(tt.rule_set(board))
    assert str(refused.value).startswith(f"the search can't handle the board other: {said}")


def test_a_board_like_the_southern_one_is_searched() -> None:
    board = dataclasses.replace(SOUTH, name="other", stacks=(*SOUTH.stacks, Stack("more", "route", (15,), 8)))
    assert tables(tt.rule_set(board)).stacks[-1] == "more"


# ---- agents


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if not kind.any_rules])
def test_agents_are_seated_only_where_they_can_play(name: str) -> None:
    board = dataclasses.replace(SOUTH, name="other", hand_after_closing=4)
    with pytest.raises(AgentError, match=rf"^{name} can't play this game: the search can't .*; expected random$"):
        Game(tt.new(2, board), (name, None), 1)
    assert Game(tt.new(2, "testland", modules=["power-and-glory"]), (name, None), 1).seats == (name, None)
