"""The routes worth building, against slower searches and against the rules."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

import pytest

import thurntaxis as tt
from support.decisions import decisions
from thurntaxis_solver.route_planning.placements import placements
from thurntaxis_solver.route_planning.route_paths import LONGEST_LISTED, affordable_paths, road_graph, simple_paths
from thurntaxis_solver.route_planning.routes import RouteSearch, TargetRoute, routes

BOARD = tt.board("south")


def some_decisions(seed: int, count: int) -> list[tt.Position]:
    """Return decisions of random games in which there are routes to aim at."""
    found = [position for s in range(seed, seed + 4) for position in decisions(s, every=5) if position.ender is None]
    return random.Random(seed).sample(found, count)


def table(hand: str = "", route: str = "", display: str = "", **changes: object) -> tt.Position:
    """Return a table of two at the start of a turn; cards that are not named are unseen."""
    unseen = Counter(BOARD.cards) - Counter([*hand.split(), *route.split(), *display.split()])
    position = tt.undealt().replace(display=tuple(sorted(display.split())), unseen=tuple(sorted(unseen.elements())))
    position = position.with_own(hand=tuple(sorted(hand.split())), route=tuple(route.split()))
    return position.replace(turn=tt.Turn(0, began_empty=not hand)).replace(**changes)


def by_cities(position: tt.Position, *, longest: int = 4, draws: int = 3) -> dict[tuple[str, ...], TargetRoute]:
    return {target.cities: target for target in routes(position, longest=longest, draws=draws)}


# ---- paths


def holds(path: Sequence[object], part: Sequence[object]) -> bool:
    """Return whether the path holds the part unbroken and in this direction."""
    return any(path[at : at + len(part)] == part for at in range(len(path)))


def test_every_path_is_listed_once() -> None:
    found = list(simple_paths(road_graph(BOARD), 6))
    assert len({frozenset((path, path[::-1])) for path in found}) == len(found)
    assert all(two in BOARD.neighbours[one] for path in found for one, two in itertools.pairwise(path))
    assert Counter(map(len, found)) == {2: 45, 3: 161, 4: 526, 5: 1629, 6: 4726}


@pytest.mark.parametrize("longest", [3, LONGEST_LISTED, LONGEST_LISTED + 1])
def test_affordable_paths_are_those_of_all_paths_that_are_affordable(longest: int) -> None:
    dear = set(random.Random(longest).sample(sorted(road_graph(BOARD)), 9))

    def is_affordable(path: tuple[str, ...]) -> bool:
        return len(dear.intersection(path)) <= 2

    found = list(affordable_paths(road_graph(BOARD), (), longest, is_affordable))
    assert sorted(found) == sorted(filter(is_affordable, simple_paths(road_graph(BOARD), longest)))
    assert any(len(path) == longest for path in found)


# ---- the whole answer


class Naive(NamedTuple):
    cities: tuple[str, ...]
    needed: frozenset[str]
    unseen: frozenset[str]
    turns: int
    chance: Fraction
    points: int
    new: bool


class NaiveSearch:
    """The definition of the routes worth building, implemented literally."""

    def __init__(self, position: tt.Position, longest: int, draws: int) -> None:
        self.position, self.longest, self.draws = position, longest, draws
        self.present = () if position.turn.closed else position.own.route
        self.search = RouteSearch(position, draws)
        self.sight = {*position.own.hand, *position.display}

    def candidates(self) -> Iterator[tuple[tuple[str, ...], bool]]:
        for path in (path for path in simple_paths(road_graph(BOARD), self.longest) if len(path) >= 3):
            yield path, bool(self.present)
            if self.present and (holds(path, self.present) or holds(path[::-1], self.present)):
                yield path, False

    def route(self, path: tuple[str, ...], *, new: bool) -> Naive | None:
        needed = frozenset(path) - (frozenset() if new else frozenset(self.present))
        unseen = needed - self.sight
        if len(unseen) > self.draws:
            return None
        turns = self.search.turns(path, new=new)
        chance = self.chance(unseen)
        if turns is None or not chance:
            return None
        return Naive(path, needed, unseen, turns, chance, 0, new)

    def chance(self, unseen: frozenset[str]) -> Fraction:
        draws = [unseen <= set(drawn) for drawn in itertools.combinations(self.position.unseen, self.draws)]
        return Fraction(sum(draws), len(draws))

    def points(self, route: tuple[str, ...]) -> int:
        board, player = self.position.rules.board, self.position.own
        best = placements(self.position, route).best[0]
        following = board.next_carriage[player.carriage]
        if following is None or following > len(route):
            return best.points
        ends = following == 7 and self.position.ender is None and tt.Tile("game-end", 1) not in best.tiles
        return best.points + board.carriage_points[following] - board.carriage_points[player.carriage] + ends

    def answer(self) -> set[Naive]:
        found = [route for path, new in self.candidates() if (route := self.route(path, new=new))]
        quickest: dict[tuple[frozenset[str], bool], Naive] = {}
        for route in sorted(found, key=lambda route: (route.turns, route.cities)):
            quickest.setdefault((route.needed, route.new), route)
        valued = [route._replace(points=self.points(route.cities)) for route in quickest.values()]
        return {route for route in valued if not any(self.spoils(other, route) for other in valued)}

    def spoils(self, one: Naive, other: Naive) -> bool:
        """Return whether `one` makes `other` not worth building."""
        if not (one.needed <= other.needed and one.points >= other.points and one.turns <= other.turns):
            return False
        equal = one.needed == other.needed and one.points == other.points and one.turns == other.turns
        return one.new < other.new if equal else one is not other


def as_naive(target: TargetRoute) -> Naive:
    return Naive(
        target.cities,
        frozenset(target.needed),
        frozenset(target.unseen),
        target.turns,
        target.chance.fraction,
        target.points,
        target.new,
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_answer_is_that_of_the_definition(seed: int) -> None:
    for position in some_decisions(10 * seed, 2):
        answer = routes(position, longest=4, draws=1)
        assert {as_naive(target) for target in answer} == NaiveSearch(position, 4, 1).answer()
        assert len(answer) > 5


# ---- the figures


@pytest.fixture(scope="module")
def answers() -> list[tuple[tt.Position, tuple[TargetRoute, ...]]]:
    return [(position, routes(position, longest=6)) for position in some_decisions(50, 5)]


Answers = list[tuple[tt.Position, tuple[TargetRoute, ...]]]


def test_every_city_is_accounted_for(answers: Answers) -> None:
    for position, targets in answers:
        for target in targets:
            route = () if target.new or position.turn.closed else position.own.route
            assert set(target.cities) == {*target.needed, *route}
            assert target.needed == tuple(city for city in target.cities if city not in route)
            assert sorted(target.needed) == sorted(target.in_hand + target.on_display + target.unseen)
            assert set(target.in_hand) <= set(position.own.hand)
            assert set(target.on_display) <= set(position.display) - set(position.own.hand)
            assert set(target.unseen).isdisjoint({*position.own.hand, *position.display})
            assert len(target.unseen) <= 3
            assert target.cities <= target.cities[::-1]
            assert all(two in BOARD.neighbours[one] for one, two in itertools.pairwise(target.cities))


def test_points_are_the_increase_of_the_score_when_the_rules_close_the_route(answers: Answers) -> None:
    chance = random.Random(1)
    for position, targets in answers:
        me = position.turn.player
        turn = tt.Turn(me, phase="play", drawn=1, played=1, official="postmaster")
        for target in chance.sample(targets, min(25, len(targets))):
            before = position.with_own(route=target.cities).replace(turn=turn)
            after = before.play(" ".join(("close", *target.houses)))
            if after.turn.phase == "carriage":
                after = after.play("carriage")
            assert after.scores()[me] - before.scores()[me] == target.points
            assert Counter(after.players[me].tiles) - Counter(before.own.tiles) == Counter(target.tiles)
            assert after.players[me].carriage == target.carriage


def test_houses_are_a_best_placement(answers: Answers) -> None:
    chance = random.Random(2)
    for position, targets in answers:
        for target in chance.sample(targets, min(6, len(targets))):
            assert target.houses == placements(position, target.cities).best[0].houses


def test_chances_are_those_of_all_draws(answers: Answers) -> None:
    chance = random.Random(3)
    position, targets = max(answers, key=lambda answer: len(answer[1]))
    for target in chance.sample(targets, 8):
        assert target.chance == target.blind[2]
        for draws, blind in enumerate(target.blind, 1):
            drawn = [set(target.unseen) <= set(cards) for cards in itertools.combinations(position.unseen, draws)]
            assert blind.fraction == Fraction(sum(drawn), len(drawn))


def test_the_order_is_by_rate_then_points_then_turns(answers: Answers) -> None:
    for _, targets in answers:
        order = [(-t.chance.fraction * t.points / t.turns, -t.points, t.turns, t.cities) for t in targets]
        assert order == sorted(order)


def test_the_front_holds_what_nothing_beats(answers: Answers) -> None:
    for _, targets in answers:
        figures = {(target.points, -target.turns, target.chance) for target in targets}
        for target in targets:
            own = (target.points, -target.turns, target.chance)
            as_good = {one for one in figures if one[0] >= own[0] and one[1] >= own[1] and one[2] >= own[2]}
            assert target.pareto == (as_good == {own})


# ---- cases


def test_a_route_that_one_turn_completes() -> None:
    """Pilsen and Nürnberg lie there, Lodz is in hand and Stuttgart face up: the carrier lets both ends grow."""
    found = by_cities(table(hand="Lodz", route="Nürnberg Pilsen", display="Stuttgart Linz"))
    target = found["Lodz", "Pilsen", "Nürnberg", "Stuttgart"]
    assert (target.needed, target.in_hand, target.on_display) == (("Lodz", "Stuttgart"), ("Lodz",), ("Stuttgart",))
    assert (target.turns, target.chance.fraction, target.new) == (1, Fraction(1), False)
    assert (target.points, target.carriage) == (4 + 2, 3)


@pytest.mark.parametrize(
    ("hand", "display", "turn", "turns"),
    [
        ("Lodz Stuttgart", "", tt.Turn(0, drawn=1), 1),
        ("Lodz", "Stuttgart", tt.Turn(0, drawn=1), 2),
        ("Lodz Stuttgart", "", tt.Turn(0, drawn=2, official="postmaster"), 2),
        ("Lodz", "Stuttgart", tt.Turn(0), 1),
        ("Lodz Stuttgart", "", tt.Turn(0, official="administrator"), 2),
        ("Ulm", "Lodz Stuttgart", tt.Turn(0, official="administrator"), 2),
        ("Ulm", "Lodz Stuttgart", tt.Turn(0), 2),
    ],
)
def test_the_officials_left_decide_how_soon_a_route_is_complete(
    hand: str, display: str, turn: tt.Turn, turns: int
) -> None:
    found = by_cities(table(hand=hand, route="Nürnberg Pilsen", display=display, turn=turn))
    assert found["Lodz", "Pilsen", "Nürnberg", "Stuttgart"].turns == turns


@pytest.mark.parametrize(("official", "turns"), [(None, 1), ("postmaster", 2)])
def test_after_the_first_card_only_the_carrier_plays_another(official: str | None, turns: int) -> None:
    turn = tt.Turn(0, phase="play", drawn=1, played=1, official=official)
    found = by_cities(table(hand="Stuttgart", route="Lodz Pilsen Nürnberg", turn=turn))
    assert found["Lodz", "Pilsen", "Nürnberg", "Stuttgart"].turns == turns


def test_what_can_be_closed_at_once_needs_nothing() -> None:
    turn = tt.Turn(0, phase="play", drawn=1, played=1, official="postmaster")
    found = by_cities(table(hand="Lodz", route="Ulm Kempten Zürich", turn=turn))
    assert (found["Ulm", "Kempten", "Zürich"].needed, found["Ulm", "Kempten", "Zürich"].turns) == ((), 1)
    assert found["Sigmaringen", "Ulm", "Kempten", "Zürich"].turns == 2


def test_at_the_start_of_a_turn_the_route_has_to_grow_before_it_is_closed() -> None:
    found = by_cities(table(hand="Lodz", route="Ulm Kempten Zürich", display="Basel"))
    assert ("Ulm", "Kempten", "Zürich") not in {cities for cities, target in found.items() if not target.new}
    assert found["Basel", "Zürich", "Kempten", "Ulm"].turns == 1


def test_a_route_that_cannot_grow_any_more_is_lost() -> None:
    """Both draws are made, and neither the hand nor anything else extends the route in this turn."""
    turn = tt.Turn(0, drawn=2, official="postmaster")
    found = routes(table(hand="Lodz Pilsen", route="Ulm Kempten", turn=turn))
    assert found
    assert all(target.new for target in found)


@pytest.mark.parametrize(("hand", "turns"), [("Ulm Basel", 3), ("Lodz Pilsen", 2)])
def test_a_route_that_cannot_be_begun_in_this_turn_is_begun_in_the_next(hand: str, turns: int) -> None:
    position = table(hand=hand, display="Pilsen Budweis Lodz", turn=tt.Turn(0, drawn=2, official="postmaster"))
    assert by_cities(position)["Budweis", "Pilsen", "Lodz"].turns == turns


def test_the_last_turn_is_the_present_one() -> None:
    position = table(hand="Lodz", route="Nürnberg Pilsen", display="Stuttgart Linz", ender=1)
    found = routes(position)
    assert {target.turns for target in found} == {1}
    assert not any(target.new for target in found)


def test_a_card_that_nobody_can_draw_rules_out_a_route() -> None:
    """All three cards of Lodz are in another hand."""
    position = table(hand="Pilsen", route="", display="Budweis Linz")
    gone = tuple(card for card in position.unseen if card != "Lodz")
    position = position.replace(unseen=gone, players=(position.own, tt.Player(hand=("Lodz",) * 3)))
    assert not any("Lodz" in target.cities for target in routes(position))


def test_an_unknown_discard_can_be_drawn_after_the_deck_runs_out() -> None:
    unseen, discard = ("Basel", "Lodz", "Passau"), ("?", "?", "Ulm")
    position = table(hand="Pilsen Budweis", display="Linz", unseen=unseen, discard=discard)
    assert position.deck_size == 1
    lodz = by_cities(position)["Budweis", "Pilsen", "Lodz"]
    assert [chance.fraction for chance in lodz.blind] == [Fraction(1, 3), Fraction(5, 9), Fraction(7, 9)]
    alone = table(hand="Pilsen Budweis", display="Linz", unseen=("Lodz",), discard=("?",))
    assert by_cities(alone)["Budweis", "Pilsen", "Lodz"].chance.fraction == 1


def test_two_cards_of_which_only_one_can_come_rule_out_a_route() -> None:
    """Two cards are unseen, and one of them is in another hand."""
    position = table(hand="Budweis", display="Linz", unseen=("Lodz", "Pilsen"))
    position = position.replace(players=(position.own, tt.Player(hand=(tt.UNKNOWN,))))
    found = by_cities(position)
    assert found["Linz", "Budweis", "Pilsen"].chance.fraction == Fraction(1, 2)
    assert not any("Lodz" in cities for cities in found)


def test_the_highest_carriage_brings_the_tile_for_the_end_of_the_game_once() -> None:
    route = "Lodz Pilsen Budweis Linz Passau München"
    position = table(hand="Augsburg", route=route).with_own(carriage=6)
    cities = ("Augsburg", *reversed(route.split()))
    target = by_cities(position, longest=7)[cities]
    assert (target.carriage, target.tiles) == (7, (tt.Tile("game-end", 1), tt.Tile("route-7", 4)))
    assert target.points == len(target.houses) + 1 + 4 + 10 - 7
    fewer = tuple(sorted(city.name for city in BOARD.cities if city.name not in cities[2:]))
    position = position.with_own(houses=fewer)
    assert by_cities(position, longest=7)[cities].tiles.count(tt.Tile("game-end", 1)) == 1


@pytest.mark.parametrize("longest", [3, 8, 9])
def test_a_long_route_is_extended_however_long_it_is(longest: int) -> None:
    """Of its own cities, no card can be had any more."""
    route = ("Lodz", "Pilsen", "Budweis", "Linz", "Passau", "München", "Augsburg", "Kempten")
    position = table(hand="Zürich", route=" ".join(route), turn=tt.Turn(0, phase="play", drawn=1, played=1))
    position = position.replace(unseen=tuple(card for card in position.unseen if card not in route))
    found = {target.cities for target in routes(position, longest=longest, draws=0) if not target.new}
    assert found == ({route[::-1], (*route, "Zürich")} if longest == 9 else {route[::-1]})


def test_no_blind_draw_leaves_the_cards_in_sight() -> None:
    found = routes(table(hand="Lodz", display="Pilsen Budweis Linz"), draws=0)
    short = [target.cities for target in found if len(target.cities) == 3]
    assert short == [("Budweis", "Pilsen", "Lodz"), ("Linz", "Budweis", "Pilsen")]
    assert all(target.chance.fraction == 1 for target in found)


def test_while_cards_to_keep_are_chosen_the_best_three_are_kept() -> None:
    """The other five have to be drawn again, so four more turns don't do, although two cards a turn can be played."""
    hand = "Lodz Pilsen Budweis Linz Passau München Augsburg Ulm"
    found = {}
    for turn in (tt.Turn(0), tt.Turn(0, phase="keep", drawn=1, played=1, closed=3)):
        found[turn.phase] = by_cities(table(hand=hand, turn=turn), longest=8, draws=0)[tuple(hand.split())]
    assert found["draw"].in_hand == found["keep"].in_hand == tuple(hand.split())
    assert (found["draw"].turns, found["keep"].turns) == (4, 1 + 5)


def test_the_carriers_card_starts_a_new_route_where_the_reading_allows_it() -> None:
    turn = tt.Turn(0, phase="play", drawn=1, played=1)
    position = table(hand="Lodz Pilsen", route="Ulm", display="Budweis", turn=turn)
    turns = {}
    for restart in (True, False):
        rules = tt.rule_set(options={"carrier-restart": restart})
        turns[restart] = by_cities(position.with_rules(rules))["Budweis", "Pilsen", "Lodz"].turns
    assert turns == {True: 2, False: 3}


def test_unknown_cards_in_the_own_hand_are_of_no_use_but_keep_it_from_being_empty() -> None:
    known, unknown = (table(hand=hand, display="Lodz Pilsen Budweis") for hand in ("", "Basel"))
    unknown = unknown.with_own(hand=(tt.UNKNOWN,)).replace(unseen=(*unknown.unseen, "Basel"))
    cities = "Budweis", "Pilsen", "Lodz"
    assert by_cities(known)[cities].on_display == by_cities(unknown)[cities].on_display == cities
    assert by_cities(unknown)[cities].turns == 2


def test_after_the_game_there_is_nothing_to_build() -> None:
    assert routes(table(hand="Lodz", turn=tt.Turn(0, phase="over"))) == ()


def test_the_answer_for_json_has_the_keys_of_the_contract() -> None:
    answer = routes(table(hand="Lodz", route="Nürnberg Pilsen", display="Stuttgart Linz"), draws=0)
    assert answer[0].data() == {
        "cities": ["Lodz", "Pilsen", "Nürnberg", "Stuttgart"],
        "needed": ["Lodz", "Stuttgart"],
        "in_hand": ["Lodz"],
        "on_display": ["Stuttgart"],
        "unseen": [],
        "turns": 1,
        "chance": {"exact": True, "value": 1.0, "fraction": "1"},
        "blind": [{"exact": True, "value": 1.0, "fraction": "1"}] * 3,
        "points": 6,
        "houses": ["Lodz", "Nürnberg", "Pilsen", "Stuttgart"],
        "tiles": [],
        "carriage": 3,
        "new": False,
        "pareto": True,
    }


@pytest.mark.parametrize(
    ("longest", "draws", "message"),
    [(2, 3, "no route of at most 2 cities can be closed"), (8, -1, "-1 cards can't be drawn")],
)
def test_invalid_limits_are_refused(longest: int, draws: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        routes(table(), longest=longest, draws=draws)


def test_a_reveal_comes_before_the_question() -> None:
    with pytest.raises(ValueError, match="a card has to be revealed first"):
        routes(tt.undealt())
