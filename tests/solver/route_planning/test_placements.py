"""Placements against the rules: every subset is put to the reference, what each brings to the naive rules."""

import itertools
import random
from fractions import Fraction

import pytest

import thurntaxis as tt
from naive import rules
from support import module_games
from support.decisions import any_route
from support.few_and_many import one_in
from support.module_games import GAMES, Game
from support.tables import MESSENGER, POWER, table
from thurntaxis.io.write import position_data
from thurntaxis_solver.capabilities import at_turn, capabilities
from thurntaxis_solver.route_planning.closing_gain import BestHouses
from thurntaxis_solver.route_planning.placements import Placements, placements
from thurntaxis_solver.route_planning.tile_goals import goals, outlook

PRINTED = ("Sigmaringen", "Stuttgart", "Nürnberg", "Regensburg", "Ingolstadt", "Augsburg")
"""The route of the rulebooks' example of placing houses."""

BASE_GAME: Game = ("south", ())
games = pytest.mark.parametrize("game", [BASE_GAME, *one_in(2, GAMES)], ids=module_games.name)


def some_tables(game: Game, seed: int, longest: int = 6) -> list[tuple[tt.Position, tuple[str, ...]]]:
    """Return decisions of all kinds, rounds of returning tiles among them, and for each a route to close in it."""
    chance = random.Random(seed)
    found: list[tuple[tt.Position, tuple[str, ...]]] = []
    for position in module_games.decisions(game, chance, 40 if game == BASE_GAME else 10):
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
    return position.with_own(route=cards, horses=horses, **changes).replace(turn=turn)


def printed_example(route: tuple[str, ...] = PRINTED, *, edition: str = "en-yucata", **player: object) -> tt.Position:
    return to_close(tt.new(edition=edition, seed=1), route).with_own(**player)


def sets(answer: Placements) -> set[tuple[str, ...]]:
    return {placement.houses for placement in answer.best + answer.others}


# ---- which sets are legal


@games
def test_the_sets_are_the_subsets_of_the_route_to_which_nothing_objects(game: Game) -> None:
    for position, route in some_tables(game, 1):
        closing = to_close(position, route)
        legal = {
            houses
            for count in range(len(route) + 1)
            for houses in itertools.combinations(sorted(route), count)
            if {o.clause for o in closing.why_not(tt.Event(("close", *houses)))} <= {"horses.enough"}
        }
        answer = placements(position, route)
        assert sets(answer) == legal
        assert answer.count == len(answer.best) + len(answer.others) == len(legal)


def test_the_printed_example_has_31_sets() -> None:
    answer = placements(printed_example())
    assert answer.count == 31
    found = sets(answer)
    assert ("Ingolstadt", "Sigmaringen", "Stuttgart") in found
    assert ("Augsburg", "Ingolstadt", "Nürnberg", "Regensburg") in found
    assert ("Ingolstadt", "Nürnberg", "Stuttgart") not in found


def test_a_long_route_is_answered_in_full() -> None:
    """Every province has at most one of the cities, or one province has several."""
    route = "Lodz Pilsen Budweis Linz Salzburg Innsbruck Kempten Ulm Stuttgart Mannheim Carlsruhe Freiburg Basel"
    one_in_each = 2 * 3 * 3 * 2 * 2 * 3 * 4 * 2
    several_in_one = 1 + 1 + 1 + (3 + 1)
    assert placements(printed_example(), route.split()).count == one_in_each + several_in_one


# ---- what they bring


@games
def test_what_a_set_brings_is_what_the_naive_rules_give(game: Game) -> None:
    """Only in a game with the messenger, letters are among it."""
    letters = 0
    for position, route in some_tables(game, 2):
        at, has = position.turn.player, capabilities(position.rules)
        closing = to_close(position, route, carriage=None if has.horses else 7)
        before, player = position_data(closing), closing.players[at]
        answer = placements(position, route)
        for placement in answer.best + answer.others[:: max(1, len(answer.others) // 6)]:
            after = rules.apply(before, " ".join(("close", *placement.houses)))["players"][at]
            gained = list(after["tiles"])
            for tile in player.tiles:
                gained.remove(str(tile))
            assert sorted(map(str, placement.tiles)) == sorted(gained)
            assert placement.points == len(placement.houses) + sum(int(tile.split()[1]) for tile in gained)
            assert placement.letters == (after["letters"] - player.letters if has.letters else None)
            letters += placement.letters or 0
            if game == BASE_GAME:
                assert placement.progress == naive_progress(position, set(after["houses"]), after["tiles"])
    assert bool(letters) == (MESSENGER in game[1])


def naive_progress(position: tt.Position, houses: set[str], tiles: list[str]) -> Fraction:
    """The definition of progress, from the naive rules' own board."""
    outside = position.rules.options["all-provinces"] == "outside-baiern"
    wanted = {name: [{c} for p in provinces for c in rules.PROVINCES[p]] for name, provinces in rules.REGIONS.items()}
    wanted["all-provinces"] = [set(rules.PROVINCES[p]) for p in rules.PROVINCES if not (outside and p == "Baiern")]
    total = Fraction(0)
    for name, parts in wanted.items():
        left = position.stacks()[name]
        if left and not any(tile.startswith(f"{name} ") for tile in tiles):
            total += Fraction(left[0] * sum(bool(part & houses) for part in parts), len(parts))
    return total


def test_four_houses_in_baiern_are_worth_more_than_three_in_three_provinces() -> None:
    (best,) = placements(printed_example()).best
    assert best.houses == ("Augsburg", "Ingolstadt", "Nürnberg", "Regensburg")
    assert (best.points, best.tiles) == (7, (tt.Tile("route-6", 3),))
    assert best.progress == Fraction(4, 8) * 5 + Fraction(1, 9) * 6


def test_a_region_that_is_completed_outweighs_a_house() -> None:
    answer = placements(printed_example(("Sigmaringen", "Ulm", "Augsburg", "München"), houses=("Stuttgart",)))
    assert [placement.tiles for placement in answer.best] == [(tt.Tile("wuerttemberg-hohenzollern", 3),)] * 2
    assert {placement.houses for placement in answer.best} == {
        ("Augsburg", "Sigmaringen", "Ulm"),
        ("München", "Sigmaringen", "Ulm"),
    }


OUTSIDE_BAIERN = ("Basel", "Carlsruhe", "Innsbruck", "Linz", "Lodz", "Pilsen", "Sigmaringen")


@pytest.mark.parametrize(("edition", "earned"), [("it-2006", True), ("en-yucata", False)])
def test_what_all_provinces_needs_depends_on_the_edition(edition: str, earned: bool) -> None:
    answer = placements(printed_example(("Stuttgart", "Ulm", "Kempten"), edition=edition, houses=OUTSIDE_BAIERN))
    placed = next(p for p in answer.best + answer.others if p.houses == ("Ulm",))
    assert (tt.Tile("all-provinces", 6) in placed.tiles) == earned


def test_the_twentieth_house_ends_the_game_once() -> None:
    route = ("Lodz", "Pilsen", "Nürnberg")
    houses = tuple(sorted(city.name for city in tt.board("south").cities if city.name not in route))
    position = printed_example(route, houses=houses)
    assert all(tt.Tile("game-end", 1) in placement.tiles for placement in placements(position).best)
    assert placements(position).count == 4
    taken = position.replace(ender=1)
    assert not any(tt.Tile("game-end", 1) in placement.tiles for placement in placements(taken).best)


def test_the_highest_carriage_does_not_count_for_houses() -> None:
    route = ("Mannheim", "Carlsruhe", "Freiburg", "Basel", "Zürich", "Kempten", "Ulm")
    for edition in ("it-2006", "en-yucata"):
        answer = placements(printed_example(route, edition=edition, carriage=6))
        tiles = {tile.stack for placement in answer.best + answer.others for tile in placement.tiles}
        assert tiles == {"route-7", "baden"}


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


# ---- the ranking


@games
def test_the_best_are_all_of_the_highest_rank_and_the_others_follow(game: Game) -> None:
    for position, route in some_tables(game, 4):
        answer = placements(position, route)
        assert len({placement.rank for placement in answer.best}) == 1
        assert all(other.rank < answer.best[0].rank for other in answer.others)
        listed = [(-p.points, -p.progress, -(p.letters or 0), p.houses) for p in answer.best + answer.others]
        assert listed == sorted(listed)


@games
def test_the_quick_search_finds_the_first_of_the_best(game: Game) -> None:
    """And its points are the increase of the score when the rules close the route; an earned carriage is taken."""
    for position, route in some_tables(game, 3, longest=8):
        if position.returning is not None:
            continue  # what follows the closing then is another round
        quick = BestHouses(at_turn(position)).close(frozenset(route))
        best = placements(position, route).best[0]
        assert quick.houses == best.houses
        assert set(quick.tiles) - {tt.Tile("game-end", 1)} == set(best.tiles) - {tt.Tile("game-end", 1)}
        assert quick.letters == best.letters
        at, before = position.turn.player, to_close(position, route)
        after = before.play(" ".join(("close", *best.houses)))
        if after.turn.phase == "carriage":
            after = after.play("carriage" if "carriage" in map(str, after.events()) else "decline")
        mine = after.players[at]
        chips = mine.chips - before.players[at].chips  # none: nobody has returned tiles yet
        assert (after.scores()[at] - before.scores()[at], chips) == (quick.points, 0)
        assert mine.carriage == quick.carriage
        assert mine.has_messenger == (quick.messenger or before.players[at].has_messenger)


def test_a_goal_is_reached_when_all_its_parts_have_a_house() -> None:
    position = printed_example(houses=("Carlsruhe", "Freiburg"))
    baden = [goal for goal in goals(position) if goal.tile.stack == "baden"]
    assert outlook(baden, position.own.houses) == ((), Fraction(2, 3) * 3)
    assert outlook(baden, (*position.own.houses, "Mannheim")) == ((tt.Tile("baden", 3),), Fraction(0))
    owner = position.with_own(tiles=(tt.Tile("baden", 3),))
    assert all(goal.tile.stack != "baden" for goal in goals(owner))


# ---- asking


def test_any_spelling_of_a_route_will_do() -> None:
    answer = placements(printed_example(), ["ZUERICH", "kempten", "Ulm"])
    assert answer.route == ("Zürich", "Kempten", "Ulm")


def test_the_answer_for_json_has_the_keys_of_the_contract() -> None:
    data = placements(printed_example()).data()
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
            r"no road leads from Kempten to Basel; roads from Kempten lead to Augsburg, Innsbruck, ",
        ),
        (["Ulm", "Kempten", "Bern"], 'unknown city "Bern"'),
    ],
)
def test_an_invalid_route_is_refused_in_one_line(route: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message) as refusal:
        placements(printed_example(), route)
    assert "\n" not in str(refusal.value)


def test_a_route_that_has_been_closed_is_not_asked_about_again() -> None:
    position = printed_example(hand=()).play("close")
    assert position.turn.phase == "carriage"
    with pytest.raises(ValueError, match="the route has been closed already"):
        placements(position)
    assert placements(position, PRINTED).count == 31


def test_the_player_on_turn_is_meant_while_others_return_tiles() -> None:
    game: Game = ("south", ("offices-of-honor",))
    rounds = [p for p in module_games.positions(game) if p.returning and p.decider != p.turn.player and not p.is_chance]
    for position in rounds[:20]:
        route = ("Ulm", "Kempten", "Zürich")
        with_own = at_turn(position).with_own(houses=("Ulm",))
        assert placements(with_own.replace(returning=position.returning), route) == placements(with_own, route)
        assert ("Ulm",) not in sets(placements(with_own.replace(returning=position.returning), route))
    assert rounds
