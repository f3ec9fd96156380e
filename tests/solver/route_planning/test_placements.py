"""Placements against the rules: every subset is put to the reference, every tile to the naive second set of rules."""

import functools
import itertools
import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import thurntaxis as tt
from naive import rules
from support.decisions import any_route, decisions
from thurntaxis.io.write import position_data
from thurntaxis_solver.route_planning.best_placement import BestHouses
from thurntaxis_solver.route_planning.placements import Placement, placements
from thurntaxis_solver.route_planning.road_graph import bitmask, roads
from thurntaxis_solver.route_planning.tile_goals import goals

seeds = st.integers(0, 2**32)

PRINTED = ("Sigmaringen", "Stuttgart", "Nürnberg", "Regensburg", "Ingolstadt", "Augsburg")
"""The route of the rulebooks' example of placing houses."""


def to_close(position: tt.Position, route: tuple[str, ...]) -> tt.Position:
    """Return the table with the route in front of the player on turn, who has just played a card."""
    turn = tt.Turn(position.turn.player, phase="play", drawn=1, played=1)
    return position.with_mover(route=route).replace(turn=turn)


def table(route: tuple[str, ...] = PRINTED, *, edition: str = "en-yucata", **player: object) -> tt.Position:
    return to_close(tt.new(edition=edition, seed=1), route).with_mover(**player)


@functools.cache
def games() -> list[tt.Position]:
    """Return decisions out of a few random games."""
    return [position for seed in range(6) for position in decisions(seed, every=8)]


def some_table(seed: int, longest: int) -> tuple[tt.Position, tuple[str, ...]]:
    """Return a decision out of a random game, and a random route to close in it."""
    chance = random.Random(seed)
    position = chance.choice(games())
    route = any_route(position.rules.board, chance, longest)
    if chance.random() < 0.4:  # few houses are left, and most cities without one are on the route
        others = [city.name for city in position.rules.board.cities if city.name not in route]
        houses = chance.sample([*others, *route[:-2]], chance.randint(17, 19)) if len(others) < 17 else others[:19]
        position = position.with_mover(houses=tuple(sorted(houses)))
    return position, route


def every(found: tuple[Placement, ...], others: tuple[Placement, ...] = ()) -> set[tuple[str, ...]]:
    return {placement.houses for placement in found + others}


# ---- which sets are legal


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_the_sets_are_the_subsets_of_the_route_to_which_nothing_objects(seed: int) -> None:
    position, route = some_table(seed, longest=7)
    answer = placements(position, route)
    closing = to_close(position, route)
    legal = {
        houses
        for count in range(len(route) + 1)
        for houses in itertools.combinations(sorted(route), count)
        if not closing.why_not(tt.Event(("close", *houses)))
    }
    assert every(answer.best, answer.others) == legal
    assert answer.count == len(answer.best) + len(answer.others) == len(legal)


def test_the_printed_example_has_31_sets() -> None:
    answer = placements(table())
    assert answer.count == 31
    found = every(answer.best, answer.others)
    assert ("Ingolstadt", "Sigmaringen", "Stuttgart") in found
    assert ("Augsburg", "Ingolstadt", "Nürnberg", "Regensburg") in found
    assert ("Ingolstadt", "Nürnberg", "Stuttgart") not in found


def test_a_long_route_is_answered_in_full() -> None:
    """Every province has at most one of the cities, or one province has several."""
    route = "Lodz Pilsen Budweis Linz Salzburg Innsbruck Kempten Ulm Stuttgart Mannheim Carlsruhe Freiburg Basel"
    one_in_each = 2 * 3 * 3 * 2 * 2 * 3 * 4 * 2
    several_in_one = 1 + 1 + 1 + (3 + 1)
    assert placements(table(), route.split()).count == one_in_each + several_in_one


# ---- what they bring


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_tiles_and_points_are_those_of_the_naive_rules(seed: int) -> None:
    position, route = some_table(seed, longest=6)
    me = position.turn.player
    closing = position_data(to_close(position.with_mover(carriage=7), route))
    answer = placements(position, route)
    for placement in answer.best + answer.others[:: max(1, len(answer.others) // 8)]:
        after = rules.apply(closing, " ".join(("close", *placement.houses)))["players"][me]
        gained = list(after["tiles"])
        for tile in position.mover.tiles:
            gained.remove(str(tile))
        assert sorted(map(str, placement.tiles)) == sorted(gained)
        assert placement.points == len(placement.houses) + sum(int(tile.split()[1]) for tile in gained)
        assert placement.progress == naive_progress(position, after)


def naive_progress(position: tt.Position, after: dict[str, object]) -> Fraction:
    """The definition of progress, from the naive rules' own board, for a player as the contract writes one."""
    houses, tiles = set(_strings(after["houses"])), _strings(after["tiles"])
    outside = position.rules.options["all-provinces"] == "outside-baiern"
    wanted = {name: [{c} for p in provinces for c in rules.PROVINCES[p]] for name, provinces in rules.REGIONS.items()}
    wanted["all-provinces"] = [set(rules.PROVINCES[p]) for p in rules.PROVINCES if not (outside and p == "Baiern")]
    total = Fraction(0)
    for name, parts in wanted.items():
        left = position.stacks()[name]
        if left and not any(tile.startswith(f"{name} ") for tile in tiles):
            total += Fraction(left[0] * sum(bool(part & houses) for part in parts), len(parts))
    return total


def _strings(value: object) -> list[str]:
    assert isinstance(value, list)
    return [str(one) for one in value]


def test_four_houses_in_baiern_are_worth_more_than_three_in_three_provinces() -> None:
    (best,) = placements(table()).best
    assert best.houses == ("Augsburg", "Ingolstadt", "Nürnberg", "Regensburg")
    assert (best.points, best.tiles) == (7, (tt.Tile("route-6", 3),))
    assert best.progress == Fraction(4, 8) * 5 + Fraction(1, 9) * 6


def test_a_region_that_is_completed_outweighs_a_house() -> None:
    answer = placements(table(("Sigmaringen", "Ulm", "Augsburg", "München"), houses=("Stuttgart",)))
    assert [placement.tiles for placement in answer.best] == [(tt.Tile("wuerttemberg-hohenzollern", 3),)] * 2
    assert every(answer.best) == {("Augsburg", "Sigmaringen", "Ulm"), ("München", "Sigmaringen", "Ulm")}


OUTSIDE_BAIERN = ("Basel", "Carlsruhe", "Innsbruck", "Linz", "Lodz", "Pilsen", "Sigmaringen")


@pytest.mark.parametrize(("edition", "earned"), [("it-2006", True), ("en-yucata", False)])
def test_what_all_provinces_needs_depends_on_the_edition(edition: str, earned: bool) -> None:
    answer = placements(table(("Stuttgart", "Ulm", "Kempten"), edition=edition, houses=OUTSIDE_BAIERN))
    placed = next(p for p in answer.best + answer.others if p.houses == ("Ulm",))
    assert (tt.Tile("all-provinces", 6) in placed.tiles) == earned


def test_the_twentieth_house_ends_the_game_once() -> None:
    route = ("Lodz", "Pilsen", "Nürnberg")
    houses = tuple(sorted(city.name for city in tt.board("south").cities if city.name not in route))
    position = table(route, houses=houses)
    assert all(tt.Tile("game-end", 1) in placement.tiles for placement in placements(position).best)
    assert placements(position).count == 4
    taken = position.replace(ender=1)
    assert not any(tt.Tile("game-end", 1) in placement.tiles for placement in placements(taken).best)


def test_the_highest_carriage_does_not_count_for_houses() -> None:
    route = ("Mannheim", "Carlsruhe", "Freiburg", "Basel", "Zürich", "Kempten", "Ulm")
    for edition in ("it-2006", "en-yucata"):
        answer = placements(table(route, edition=edition, carriage=6))
        tiles = {tile.stack for placement in answer.best + answer.others for tile in placement.tiles}
        assert tiles == {"route-7", "baden"}


# ---- the ranking


@settings(max_examples=40, deadline=None)
@given(seeds)
def test_the_best_are_all_of_the_highest_rank_and_the_others_follow(seed: int) -> None:
    position, route = some_table(seed, longest=7)
    answer = placements(position, route)
    assert len({placement.rank for placement in answer.best}) == 1
    assert all(other.rank < answer.best[0].rank for other in answer.others)
    listed = [(-p.points, -p.progress, p.houses) for p in answer.best + answer.others]
    assert listed == sorted(listed)


@settings(max_examples=80, deadline=None)
@given(seeds)
def test_the_quick_search_finds_the_first_of_the_best(seed: int) -> None:
    position, route = some_table(seed, longest=8)
    numbers = roads(position.rules.board)
    quick = BestHouses(position, numbers).close(bitmask(numbers.path(route)))
    best = placements(position, route).best[0]
    carriage = quick.carriage != position.mover.carriage
    if carriage and quick.carriage == 7 and position.ender is None:
        assert set(quick.tiles) == {*best.tiles, tt.Tile("game-end", 1)}
    else:
        assert quick.tiles == best.tiles
    assert numbers.names(quick.houses) == best.houses


def test_a_goal_is_reached_when_all_its_parts_have_a_house() -> None:
    position = table(houses=("Carlsruhe", "Freiburg"))
    baden = next(goal for goal in goals(position) if goal.tile.stack == "baden")
    assert baden.share(position.mover.houses) == Fraction(2, 3)
    assert baden.share((*position.mover.houses, "Mannheim")) == 1
    owner = position.with_mover(tiles=(tt.Tile("baden", 3),))
    assert all(goal.tile.stack != "baden" for goal in goals(owner))


# ---- asking


def test_any_spelling_of_a_route_will_do() -> None:
    answer = placements(table(), ["ZUERICH", "kempten", "Ulm"])
    assert answer.route == ("Zürich", "Kempten", "Ulm")


def test_the_answer_for_json_has_the_keys_of_the_contract() -> None:
    data = placements(table()).data()
    assert list(data) == ["route", "count", "best", "others"]
    assert data["best"][0] == {
        "houses": ["Augsburg", "Ingolstadt", "Nürnberg", "Regensburg"],
        "points": 7,
        "tiles": ["route-6 3"],
        "progress": {"exact": True, "value": 19 / 6, "fraction": "19/6"},
    }


@pytest.mark.parametrize(
    ("route", "message"),
    [
        (["Ulm", "Kempten"], "the route has only 2 cities"),
        (["Ulm", "Kempten", "Ulm"], "Ulm is in the route twice"),
        (
            ["Ulm", "Kempten", "Basel"],
            r"no road leads from Kempten to Basel \(roads from Kempten lead to Augsburg, Innsbruck, ",
        ),
        (["Ulm", "Kempten", "Bern"], 'unknown city "Bern"'),
    ],
)
def test_an_invalid_route_is_refused_in_one_line(route: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message) as refusal:
        placements(table(), route)
    assert "\n" not in str(refusal.value)


def test_a_route_that_has_been_closed_is_not_asked_about_again() -> None:
    position = table(hand=()).play("close")
    assert position.turn.phase == "carriage"
    with pytest.raises(ValueError, match="the route has been closed already"):
        placements(position)
    assert placements(position, PRINTED).count == 31
