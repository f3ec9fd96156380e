"""Placements in games with modules: every subset is put to the reference, what it brings to the naive rules."""

import itertools
import random

import pytest

import thurntaxis as tt
from naive import rules
from support import module_games
from support.decisions import any_route
from support.module_games import GAMES, Game
from support.tables import MESSENGER, POWER, table
from thurntaxis.io.write import position_data
from thurntaxis_solver.capabilities import at_turn, capabilities
from thurntaxis_solver.route_planning.best_placement import BestHouses
from thurntaxis_solver.route_planning.placements import Placement, placements
from thurntaxis_solver.route_planning.road_graph import bitmask, roads

games = pytest.mark.parametrize("game", GAMES, ids=module_games.name)


def some_tables(game: Game, seed: int, count: int, longest: int = 6) -> list[tuple[tt.Position, tuple[str, ...]]]:
    """Return decisions of all kinds, rounds of returning tiles among them, and for each a route to close in it."""
    chance = random.Random(seed)
    found: list[tuple[tt.Position, tuple[str, ...]]] = []
    for position in module_games.decisions(game, chance, count):
        board = position.rules.board
        route = any_route(board, chance, longest)
        if chance.random() < 0.3:  # few houses are left, and most cities without one are on the route
            cities = [*(city.name for city in board.cities if city.name not in route), *route]
            at, players = position.turn.player, position.players
            houses = tuple(sorted([city for city in cities if city not in board.free_cities][:18]))
            players = (*players[:at], players[at].replace(houses=houses), *players[at + 1 :])
            found.append((position.replace(players=players), route))
        else:
            found.append((position, route))
    return found


def to_close(position: tt.Position, route: tuple[str, ...], *, carriage: int | None = None) -> tt.Position:
    """Return the table with this route in front of the player on turn, who has just played a card."""
    board, position = position.rules.board, at_turn(position)
    cards = tuple(board.cards_of[city][-1] for city in route)
    turn = tt.Turn(position.turn.player, phase="play", drawn=1, played=1)
    horses = board.cards[:6] if capabilities(position.rules).horses else ()
    changes = {} if carriage is None else {"carriage": carriage}
    return position.with_mover(route=cards, horses=horses, **changes).replace(turn=turn)


def every(answer: tuple[Placement, ...], others: tuple[Placement, ...]) -> set[tuple[str, ...]]:
    return {placement.houses for placement in answer + others}


@games
def test_the_sets_are_the_subsets_of_the_route_to_which_nothing_objects(game: Game) -> None:
    for position, route in some_tables(game, 1, 8):
        closing = to_close(position, route)
        legal = {
            houses
            for count in range(len(route) + 1)
            for houses in itertools.combinations(sorted(route), count)
            if {o.clause for o in closing.why_not(tt.Event(("close", *houses)))} <= {"horses.enough"}
        }
        answer = placements(position, route)
        assert every(answer.best, answer.others) == legal
        assert answer.count == len(legal)


@games
def test_tiles_letters_and_points_are_those_of_the_naive_rules(game: Game) -> None:
    seen = 0
    for position, route in some_tables(game, 2, 8):
        at, with_horses = position.turn.player, capabilities(position.rules).horses
        closing = to_close(position, route, carriage=None if with_horses else 7)
        before, after_of = position_data(closing), closing.players[at]
        answer = placements(position, route)
        for placement in answer.best + answer.others[:: max(1, len(answer.others) // 5)]:
            after = rules.apply(before, " ".join(("close", *placement.houses)))["players"][at]
            gained = list(after["tiles"])
            for tile in after_of.tiles:
                gained.remove(str(tile))
            assert sorted(map(str, placement.tiles)) == sorted(gained)
            assert placement.points == len(placement.houses) + sum(int(tile.split()[1]) for tile in gained)
            if capabilities(position.rules).letters:
                assert placement.letters == after["letters"] - after_of.letters
                seen += bool(placement.letters)
            else:
                assert placement.letters is None
    assert bool(seen) == (MESSENGER in game[1])


@games
def test_the_quick_search_finds_the_first_of_the_best(game: Game) -> None:
    """And its points are the increase of the score when the rules close the route; an earned carriage is taken."""
    for position, route in some_tables(game, 3, 20, longest=8):
        if position.returning is not None:
            continue  # what follows the closing then is another round
        numbers = roads(position.rules.board)
        quick = BestHouses(at_turn(position), numbers).close(bitmask(numbers.path(route)))
        best = placements(position, route).best[0]
        assert numbers.names(quick.houses) == best.houses
        assert quick.letters == (best.letters or 0)
        at, before = position.turn.player, to_close(position, route)
        after = before.play(" ".join(("close", *best.houses)))
        if after.turn.phase == "carriage":
            after = after.play("carriage" if "carriage" in map(str, after.events()) else "decline")
        mine = after.players[at]
        chips = mine.chips - before.players[at].chips  # none: nobody has returned tiles yet
        assert (after.scores()[at] - before.scores()[at], chips) == (quick.points, 0)
        assert mine.carriage == quick.carriage
        assert mine.has_messenger == (quick.messenger or before.players[at].has_messenger)


def test_letters_decide_between_otherwise_equal_sets() -> None:
    route = ["Mannheim", "Stuttgart", "Ulm"]
    ben = {"houses": ["Stuttgart"]}
    position = table({"route": route}, ben, modules=(MESSENGER,), phase="play")
    best = placements(position).best
    assert [placement.letters for placement in best] == [2] * len(best)
    assert {placement.houses for placement in best} == {("Mannheim", "Ulm")}
    assert ("Mannheim", "Stuttgart") in {p.houses for p in placements(position).others}
    data = placements(position).data()["best"][0]
    assert (data["letters"], data["points"]) == (2, 2)


def test_how_many_horses_are_lacking() -> None:
    row = ["Freitest/1", "Phantorf/1", "Phantasee/1", "Freiprobe/1"]
    for horses, lacking in (([], 2), (["Tintkleck/1"], 1), (["Siegelhorn/2"], 0)):
        anna = {"route": row, "horses": horses}
        answer = placements(table(anna, {}, board="testland", modules=(POWER,), phase="play", deck_back=2))
        assert answer.horses_lacking == answer.data()["horses_lacking"] == lacking
    assert "horses_lacking" not in placements(tt.new(seed=1), ["Ulm", "Kempten", "Zürich"]).data()


def test_the_player_on_turn_is_meant_while_others_return_tiles() -> None:
    game: Game = ("south", ("offices-of-honor",))
    rounds = [p for p in module_games.positions(game) if p.returning and p.decider != p.turn.player and not p.is_chance]
    for position in rounds[:20]:
        route = ("Ulm", "Kempten", "Zürich")
        with_own = at_turn(position).with_mover(houses=("Ulm",))
        assert placements(with_own.replace(returning=position.returning), route) == placements(with_own, route)
        assert ("Ulm",) not in every((), placements(with_own.replace(returning=position.returning), route).others)
    assert rounds
