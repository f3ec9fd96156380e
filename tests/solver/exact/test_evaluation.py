"""The evaluation: what it depends on, that it is the same on every machine, and that its fit is right."""

import dataclasses
import functools
import math
import random
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import thurntaxis as tt
from support import tables
from support.decisions import any_route, decisions
from support.whole_turns import cards, seat, table, words
from thurntaxis_solver.exact import evaluation_weights, features
from thurntaxis_solver.exact.evaluation import Evaluation, ExpectedScores, has_last_turn
from thurntaxis_solver.exact.evaluation_weights import (
    case_inputs,
    fitted_weights,
    logistic,
    quarter,
    response,
    weights_from_data,
)
from thurntaxis_solver.exact.features import (
    HAND,
    LASTING,
    ROUTE,
    Hands,
    hands_on,
    lasting_features,
    route_features,
    steps_left,
)
from thurntaxis_solver.exact.plans import NOTHING, Plan
from thurntaxis_solver.exact.refill import DisplayRefill
from thurntaxis_solver.exact.value import SCALE, TurnValue, best_of, mean
from thurntaxis_solver.training import fit_evaluation as fitting
from thurntaxis_solver.training.style_player import StylePlayer

BOARD = tt.board("south")
FILE: dict[str, Any] = tomllib.loads(Path(evaluation_weights.__file__).with_suffix(".toml").read_text("utf-8"))


@functools.cache
def turn_ends(seed: int, players: int = 2) -> list[tuple[int, tt.Position]]:
    """Return the ends of turns of a game between style players."""
    return fitting.turn_ends(players, random.Random(seed))[0]


def evaluation_for(position: tt.Position, at: int) -> Evaluation:
    return Evaluation(at, hands_on(position.rules.board), len(position.players))


def with_player(position: tt.Position, at: int, **changes: Any) -> tt.Position:
    players = position.players
    return position.replace(players=(*players[:at], players[at].replace(**changes), *players[at + 1 :]))


# ---- values


def test_values_order_by_win_then_margin_then_score() -> None:
    some = [TurnValue(*figures, 0, 0, 0, 0) for figures in [(2, -5, 0), (1, 9, 0), (1, 8, 9), (1, 8, 3)]]
    assert sorted(some, reverse=True) == some


def test_the_best_value_has_the_best_figures_and_of_those_with_the_same_figures_the_least_doubt() -> None:
    """How wide the bounds are, and the doubt about the score, make no difference."""
    sure = TurnValue(5, 5, 5, 5, 5, 0, 9)
    doubtful = sure._replace(low=6, high=9, margin_doubt=1, score_doubt=0)
    for better, worse in (
        (sure, doubtful),
        (doubtful._replace(score=6), sure),
        (doubtful._replace(margin=6, score=1), sure._replace(score=6)),
        (doubtful._replace(win=6, margin=1), sure._replace(margin=6)),
    ):
        assert best_of([better, None, worse]) == best_of([None, worse, better]) == better
    assert best_of([None]) is best_of([]) is None


def test_means_are_exact() -> None:
    third = mean([(1, TurnValue(1, 1, 1, 1, 1, 1, 1)), (2, TurnValue(0, 0, 0, 0, 0, 0, 0))])
    assert third == (Fraction(1, 3),) * 7


# ---- features


def test_features_of_what_stays() -> None:
    tiles = (tt.Tile("baden", 3),)
    player = seat("Ulm", "Linz", "Fre Car Man Ulm Lodz", 4, tiles)
    position = table(seat(), player)
    one, points, unplaced, carriages, regions, provinces = lasting_features(position, player, position.stacks())
    assert (one, points, unplaced, carriages) == (1000, 1000 * (3 + 3 - 15), 15000, 2000)
    assert regions == 1000 * 3 // 9, "one city of three of a region whose uppermost tile is 3; that of Baden is held"
    assert provinces == 1000 * 6 * 9 // 81, "three provinces of nine"
    first = position.with_rules(tt.rule_set(edition="it-2006"))
    *_, provinces = lasting_features(first, player, position.stacks())
    assert provinces == 1000 * 6 * 9 // 64, "three of the eight outside Baiern"


def test_features_of_a_route() -> None:
    player = seat(route="Mann Carl Stutt Ulm Augs", houses="Stutt", carriage=4)
    position = table(seat(), player)
    assert route_features(position, player, position.stacks()) == (0, 5000, 3000, 2000, 2000)
    taken = position.stacks() | {"route-5": ()}
    assert route_features(position, player.replace(carriage=5), taken) == (0, 5000, 3000, 0, 0)
    nothing, long = seat(carriage=7), seat(route="Mann Carl Frei Bas Zür Kemp Ulm Stutt", houses="Lodz")
    assert route_features(position, nothing, position.stacks()) == (1000, 0, 0, 0, 0)
    assert route_features(position, long, position.stacks()) == (0, 7000, 4000, 4000, 2000)


@pytest.mark.parametrize(("placed", "most"), [(16, 3), (17, 3), (18, 2), (19, 1), (20, 0)])
def test_no_more_houses_can_be_placed_than_are_left(placed: int, most: int) -> None:
    """The route has a city in each of three provinces."""
    route = ("Carlsruhe", "Stuttgart", "Augsburg")
    elsewhere = [city.name for city in BOARD.cities if city.name not in route]
    player = tt.Player(route=route, houses=(*elsewhere, *route)[:placed])
    position = table(seat(), player)
    assert route_features(position, player, position.stacks())[ROUTE.index("houses")] == 1000 * most


def test_without_tiles_for_length_no_city_of_a_route_counts() -> None:
    bare = dataclasses.replace(BOARD, stacks=tuple(stack for stack in BOARD.stacks if stack.length is None))
    position = table(seat(), seat(route="Mann Stutt Ulm"))
    assert bare.stacks
    assert Hands(bare).features(cards("Augs Kemp"), ("Ulm",), ())[HAND.index("chain")] == 0
    assert Hands(bare).features(cards("Augs Kemp"), (), ())[HAND.index("chain")] == 0
    on_bare = position.replace(rules=dataclasses.replace(position.rules, board=bare))
    features = route_features(on_bare, position.mover, on_bare.stacks())
    assert (features[ROUTE.index("cities")], features[ROUTE.index("tile")]) == (0, 0)


@pytest.mark.parametrize(
    ("route", "hand", "chain", "fresh"),
    [
        ("", "", 0, 0),
        ("", "? ?", 0, 0),
        ("", "Lodz Basel", 1, 2),
        ("", "Lodz Pils Reg Basel", 3, 4),
        ("Ulm", "Ulm Kemp Sigm Sigm", 2, 2),
        ("Ulm Stutt", "Kemp Zür Mann Inns", 3, 4),
        ("Ulm Stutt", "Lodz", 0, 1),
        ("Pass Mün Augs Ulm Stutt Mann", "Carl Frei Zür Bas Bud Linz", 1, 5),
        ("Salz Pass Mün Augs Ulm Stutt Mann", "Carl Frei", 0, 2),
        ("Salz Pass Mün Augs Ulm Stutt Mann Carl", "Frei Zür", 0, 2),
    ],
)
def test_features_of_a_hand(route: str, hand: str, chain: int, fresh: int) -> None:
    assert Hands(BOARD).features(cards(hand), words(route), ()) == (1000 * chain, 1000 * fresh)
    assert Hands(BOARD).features(cards(hand), words(route), words(hand.replace("?", "")))[1] == 0


def longest_chain(route: tuple[str, ...], cards: frozenset[str]) -> int:
    """Return how many of the cards can be added to a route, by trying all."""
    ends = {(route[:1] or (card,), route[-1:] or (card,)) for card in cards or route}
    starts = 0 if route else 1
    found = 0
    for (left,), (right,) in ends:
        rest = cards - {left, right}
        for card in rest & (BOARD.neighbours[left] | BOARD.neighbours[right]):
            for after in ((card, right) if card in BOARD.neighbours[left] else (), (left, card)):
                if after and (after[0] == card or card in BOARD.neighbours[right]):
                    found = max(found, starts + 1 + longest_chain(after, rest - {card}))
        found = max(found, starts)
    return found


def test_chains_are_the_longest() -> None:
    """In any order of questions to one object, which keeps what it has found."""
    chance, hands = random.Random(4), Hands(BOARD)
    names = [city.name for city in BOARD.cities]
    for _ in range(60):
        route = any_route(BOARD, chance, 4) if chance.random() < 0.7 else ()
        hand = tuple(chance.choices(names, k=chance.randint(0, 6)))
        assert hands.chain(route, hand) == longest_chain(route, frozenset(hand) - set(route))


def test_only_so_many_chains_and_sets_of_cities_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found stays the same when everything has been forgotten."""
    monkeypatch.setattr(features, "MOST_KEPT", 3)
    hands = Hands(BOARD)
    sets, chains = [], []
    for hand in ("Lodz", "Pils", "Basel", "Pass", "Linz", "Salz", "Lodz"):
        assert hands.chain(("Ulm",), cards(hand)) == 0
        sets.append(len(hands._sets))
        chains.append(len(hands._longest))
    assert (max(sets), max(chains)) == (4, 4)
    assert hands.chain(("Ulm",), cards("Augs Mün")) == 2


@pytest.mark.parametrize(
    ("houses", "carriage", "steps"), [(0, None, 20), (3, None, 17), (3, 4, 12), (20, 3, 0), (1, 7, 0)]
)
def test_steps_left_are_those_of_the_player_who_is_farthest(houses: int, carriage: int | None, steps: int) -> None:
    ahead = tt.Player(houses=tuple(city.name for city in BOARD.cities[:houses]), carriage=carriage)
    assert steps_left(table(ahead, seat(), ender=None)) == steps
    assert steps_left(table(ahead, seat(), ender=0)) == 0
    assert quarter(steps) == math.ceil(steps / 5)


# ---- the evaluation


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_evaluation_depends_only_on_what_the_player_knows(players: int) -> None:
    for at, position in turn_ends(players, players)[::7]:
        value = evaluation_for(position, at).evaluate(position)
        assert value == evaluation_for(position, at).evaluate(position.replace(display=(), discard=(), unseen=()))
        for other in range(players):
            if other != at:
                assert value == evaluation_for(position, at).evaluate(with_player(position, other, hand=("?", "?")))


def test_the_order_of_questions_makes_no_difference() -> None:
    ends = [position for at, position in turn_ends(5) if at == 0]
    asked, backwards = evaluation_for(ends[0], 0), evaluation_for(ends[0], 0)
    values = [asked.evaluate(position) for position in ends]
    assert values == [backwards.evaluate(position) for position in reversed(ends)][::-1]
    assert asked.positions == len(ends)


def test_values_are_whole_numbers_within_their_bounds() -> None:
    for players in (2, 3, 4):
        for at, position in turn_ends(10 + players, players):
            value = evaluation_for(position, at).evaluate(position)
            assert all(isinstance(figure, int) for figure in value)
            assert 0 < value.low <= value.win <= value.high < SCALE
            assert value.margin_doubt > 0
            assert not value.is_proved


def test_better_cards_and_more_points_are_worth_more() -> None:
    at, position = next((at, end) for at, end in turn_ends(3) if end.players[at].route and steps_left(end) > 5)
    evaluation = evaluation_for(position, at)
    value = evaluation.evaluate(position)
    neighbour = min(BOARD.neighbours[position.players[at].route[-1]] - set(position.players[at].route))
    hand = tuple(sorted((*position.players[at].hand, neighbour)))
    assert evaluation.evaluate(with_player(position, at, hand=hand)) >= value
    richer = with_player(position, 1 - at, tiles=(*position.players[1 - at].tiles, tt.Tile("schweiz-tyrol", 1)))
    assert evaluation_for(position, at).evaluate(richer) < value


def test_a_game_that_is_over_is_its_result() -> None:
    position = table(seat(carriage=7, tiles=(tt.Tile("game-end", 1),)), seat("Ulm", carriage=5), phase="over")
    assert evaluation_for(position, 1).evaluate(position) == (0, -6 * SCALE, -15 * SCALE, 0, 0, 0, 0)
    assert evaluation_for(position, 0).evaluate(position) == (SCALE, 6 * SCALE, -9 * SCALE, SCALE, SCALE, 0, 0)


def test_after_the_end_has_been_triggered_the_own_score_is_known() -> None:
    found = [end for seed in range(4) for end in turn_ends(seed, 3) if end[1].ender is not None]
    assert found
    for at, position in found:
        value = evaluation_for(position, at).evaluate(position)
        assert value.score == SCALE * position.scores()[at]
        assert value.score_doubt == 0
        assert [has_last_turn(position, other) for other in range(3)] == [other > at for other in range(3)]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_turns_go_round_to_the_player_before_the_starting_player(players: int) -> None:
    for start in range(players):
        order = [(start + place) % players for place in range(players)]
        for place, at in enumerate(order):
            position = table(*[seat()] * players, ender=at).replace(start=start, turn=tt.Turn(at))
            assert {other for other in order if has_last_turn(position, other)} == set(order[place:])


def test_a_hand_is_worth_what_can_be_done_with_it_whatever_was_evaluated_before() -> None:
    """It depends on the hand, the route and the cities with houses; the route alone doesn't tell the houses."""
    hand, route = "Ulm Bas Fre", "Sig Kem"
    ends = [
        table(seat(), seat(hand, route), ender=None),
        table(seat(), seat(hand, route, "Bas Fre Ulm"), ender=None),
        table(seat(), seat(hand, "Lod Pil"), ender=None),
        table(seat(), seat("Lod Pil Man", route), ender=None),
    ]
    shared = Evaluation.of(ends[0])
    gains = []
    for position in (*ends, *ends):
        alone = Evaluation.of(position)
        value = shared.evaluate(position)
        assert value == alone.evaluate(position)
        gains.append(value.score - shared.evaluate(position.with_mover(hand=())).score)
    assert gains[0] not in gains[1:4], "houses, the route, and the cards make a difference"


def test_what_others_may_reach_depends_on_who_has_a_last_turn_and_on_the_tiles_and_chips_left() -> None:
    """One evaluation finds the same for each of these positions as one that begins with it."""
    ahead, route = seat(carriage=5), "Sig Kem Inn Mün Pas"
    over = table(ahead, seat("Lod", route, carriage=5), seat("Ulm", carriage=3)).replace(start=1)
    offices = tables.table({"hand": ["Ulm"]}, {"hand": ["Linz"], "offices": ["carrier"]}, modules=(tables.OFFICES,))
    anna, ben = offices.players
    groups = [
        [over.replace(turn=tt.Turn(at)) for at in (1, 2, 0)],
        [over.replace(ender=None), over, over.replace(ender=None, start=0)],
        [over, with_player(over, 0, tiles=(tt.Tile("route-5", 2),))],
        [offices, offices.replace(players=(anna.replace(chips=11), ben))],
    ]
    for number, group in enumerate(groups):
        shared = Evaluation.of(group[0], 0)
        values = [shared.evaluate(position) for position in group]
        assert values == [Evaluation.of(position, 0).evaluate(position) for position in group], number
        assert len(set(values)) > 1, number


@pytest.mark.parametrize("start", [0, 1])
def test_whoever_has_a_last_turn_expects_of_it_what_others_expect(start: int) -> None:
    """A round that interrupts the turn of another is evaluated for both alike."""
    ben = {"hand": ["Linz"], "route": ["Kempten", "Ulm", "Augsburg", "München"], "houses": ["Basel"], "carriage": 3}
    position = tables.table({"hand": ["Ulm"]}, ben, modules=(tables.OFFICES,)).replace(ender=start, start=start)
    of_ben, of_anna = (Evaluation.of(position, at).ended(position).reached for at in (1, 0))
    assert isinstance(of_ben, ExpectedScores)
    assert isinstance(of_anna, ExpectedScores)
    assert of_ben.own == of_anna.others
    expects_a_turn = of_ben.own != SCALE * position.scores()[1]
    assert expects_a_turn == has_last_turn(position, 1) == (start == 0)


def test_doubt_about_a_game_that_goes_on_plays_no_part_once_the_end_has_been_triggered() -> None:
    """The coefficients of the margin before the end may be as doubtful as you like."""
    for steps, plays_a_part in ((0, False), (1, True), (20, True)):
        for players in (2, 3, 4):
            fitted = response(fitted_weights(), players, steps)
            covariance = [list(row) for row in fitted.covariance]
            for place in (6, 7, 8):
                covariance[place][place] *= 10**12
            doubtful = dataclasses.replace(fitted, covariance=tuple(map(tuple, covariance)))
            for margin in (-5 * SCALE, 3 * SCALE):
                assert (doubtful.chance(margin) != fitted.chance(margin)) == plays_a_part


@pytest.mark.parametrize("logit", [-30, -3.2, -0.001, 0, 0.7, 5])
def test_the_logistic_function(logit: float) -> None:
    chance = logistic(round(logit * SCALE))
    assert abs(chance / SCALE - 1 / (1 + math.exp(-logit))) <= 1e-6
    assert 0 < chance < SCALE


def test_only_the_end_of_a_game_is_certain() -> None:
    assert [logistic(logit * SCALE) for logit in (-100, 100)] == [1, SCALE - 1]


def test_being_farther_ahead_is_never_worse() -> None:
    """The solver relies on this when it leaves out ways to close a route that can't be the best."""
    for players in (2, 3, 4):
        for steps in range(21):
            at = response(fitted_weights(), players, steps)
            assert at.slope > 0
            assert at.rise > 0


def test_the_points_of_a_hand_are_bounded() -> None:
    for at, position in turn_ends(6):
        evaluation = evaluation_for(position, at)
        for hand in (position.players[at].hand, cards("Ulm Stutt Kemp"), cards("Lodz Basel Basel Ulm ?")):
            ended = evaluation.ended(position)
            assert evaluation.bound(ended, hand) >= evaluation.value(ended, hand)[:2]


def score_fit() -> fitting.ScoreFit:
    """Return the coefficients of the score in the weights file, in the order of the inputs of the fit."""
    fitted = FILE["score"]

    def coefficients(side: str, *others: str) -> list[float]:
        lasting = [fitted[side][name] for name in LASTING]
        return [*(a for a, _ in lasting), *(fitted[side][name] for name in others), *(b for _, b in lasting)]

    last = [fitted["last-turn"][name] for name in (*LASTING, *ROUTE)]
    return fitting.ScoreFit(coefficients("own", *ROUTE, *HAND), coefficients("others", *ROUTE), last)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_values_are_those_of_the_formulas(players: int) -> None:
    """Computed once more from the weights file, in floating-point numbers."""
    win, doubts = FILE["win"], FILE["residuals"]
    steps_seen: set[int] = set()
    for at, position in turn_ends(20 + players, players):
        one = fitting.sample_of(at, position, position)
        own, others = score_fit().expected(one)
        margin_inputs = fitting.margin_inputs(players, one.steps, own - max(others))
        margin = fitting.dot(margin_inputs, FILE["margin"]["coefficients"])
        value = evaluation_for(position, at).evaluate(position)
        x = fitting.win_inputs(players, one.steps, round(float(value.margin) / SCALE, 2))
        logit = fitting.dot(x, win["coefficients"])
        half = 1.96 * math.sqrt(fitting.dot(x, [fitting.dot(row, x) for row in win["covariance"]]))
        deviations = [doubts[figure][math.ceil(one.steps / 5)] for figure in ("margin", "score")]
        assert [float(figure) / SCALE for figure in value] == pytest.approx(
            [
                fitting.logistic(logit),
                margin,
                own,
                fitting.logistic(logit - half),
                fitting.logistic(logit + half),
                *(deviation**2 for deviation in deviations),
            ],
            abs=1e-4,
        )
        steps_seen.add(one.steps)
    assert len(steps_seen) > 4
    assert 0 in steps_seen


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_number_of_players_has_a_constant_of_its_own_until_the_end_and_one_after_it(players: int) -> None:
    own = tuple(int(number == players) for number in (2, 3, 4))
    for steps in range(1, 21):
        assert case_inputs(players, steps) == (*own, 0, 0, 0)
    assert case_inputs(players, 0) == (0, 0, 0, *own)


def test_the_values_of_a_fixed_position() -> None:
    """They are the same on every machine: a change here is a change of the evaluation."""
    at, position = turn_ends(8)[20]
    assert evaluation_for(position, at).evaluate(position) == FIXED


FIXED = TurnValue(712893, 5012794, 14442217, 695191, 729967, 103002201, 50041476)


def millionths(numbers: Iterable[float]) -> Any:
    """Return these numbers in millionths, to be compared with whole ones."""
    return pytest.approx([SCALE * number for number in numbers], abs=0.5)


def test_the_weights_are_those_of_the_file() -> None:
    weights, score, win = weights_from_data(FILE), FILE["score"], FILE["win"]
    for side, lasting, route in (
        ("own", weights.own, weights.own_route),
        ("others", weights.others, weights.others_route),
    ):
        assert [number for pair in lasting for number in pair] == millionths(
            number for name in LASTING for number in score[side][name]
        )
        assert [*route] == millionths(score[side][name] for name in ROUTE)
    assert [*weights.own_hand] == millionths(score["own"][name] for name in HAND)
    assert [*weights.last_turn] == millionths(score["last-turn"][name] for name in (*LASTING, *ROUTE))
    assert [*weights.margin] == millionths(FILE["margin"]["coefficients"])
    assert [*weights.win] == millionths(win["coefficients"])
    for row, numbers in zip(weights.covariance, win["covariance"], strict=True):
        assert [*row] == millionths(SCALE * number for number in numbers)
    for figure, variances in (("margin", weights.margin_doubts), ("score", weights.score_doubts)):
        assert [*variances] == millionths(deviation * deviation for deviation in FILE["residuals"][figure])


# ---- the fit


def test_the_chances_of_winning_are_calibrated_in_held_out_games() -> None:
    bins = FILE["calibration"]
    assert sum(row["games"] for row in bins) >= FILE["games"] / 6
    for row in bins:
        deviation = math.sqrt(row["chance"] * (1 - row["chance"]) / row["games"])
        assert abs(row["won"] - row["chance"]) < 4 * deviation + 0.01, row


def test_least_squares_finds_a_line() -> None:
    inputs = [[1.0, float(x), float(x * x)] for x in range(20)]
    assert fitting.linear_fit(inputs, [3 - 2 * x for _, x, _ in inputs]) == pytest.approx([3, -2, 0], abs=0.01)


def test_maximum_likelihood_finds_shares_and_their_variance() -> None:
    """With one group of 100 of whom 80 won: logit log(4), variance 1 / (100 · 0.8 · 0.2)."""
    beta, covariance = fitting.logistic_fit([[1.0]] * 100, [True] * 80 + [False] * 20)
    assert beta == pytest.approx([math.log(4)])
    assert covariance[0] == pytest.approx([1 / 16])


def test_linear_equations_are_solved() -> None:
    assert fitting.solve([[0.0, 2.0], [4.0, 1.0]], [[2.0, 9.0], [4.0, 6.0]]) == [[2.0, 1.0], [1.0, 2.0]]


def test_samples_are_those_of_their_seed_in_any_number_of_processes() -> None:
    alone = [fitting.sample(3, number) for number in range(4)]
    assert fitting.samples(3, 4, 2) == alone
    assert [one.players for one in alone] == [2, 3, 4, 2]
    assert fitting.sample(4, 0) != alone[0]


def test_a_weights_file_reads_as_it_was_written() -> None:
    some = [fitting.sample(1, number) for number in range(2)]
    assert all(one.margin == one.own.final - max(other.final for other in one.others) for one in some)
    weights = {key: value for key, value in FILE.items() if key not in ("games", "seed")}
    text = fitting.weights_text(weights, FILE["games"], FILE["seed"])
    assert tomllib.loads(text) == FILE
    assert weights_from_data(tomllib.loads(text)) == fitted_weights()


def test_too_few_games_are_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["fit_evaluation", "--games", "10"])
    with pytest.raises(SystemExit):
        fitting.main()
    assert "--games has to be at least 1000" in capsys.readouterr().err


@pytest.mark.parametrize("players", [2, 3, 4])
def test_style_players_finish_their_games_within_the_rules(players: int) -> None:
    chance = random.Random(players)
    position = tt.new(players, seed=players)
    table = [StylePlayer.with_random_style(hands_on(BOARD), chance) for _ in range(players)]
    for _ in range(2000):
        if position.is_over:
            break
        if position.is_chance:
            position = position.play(tt.Event(("deal", chance.choice(position.unseen))))
        else:
            position = position.play(table[position.turn.player].choose(position))
    assert position.is_over
    assert max(position.scores()) > 0


def test_style_players_choose_a_legal_event_in_any_position() -> None:
    chance = random.Random(1)
    player = StylePlayer.with_random_style(hands_on(BOARD), chance)
    for seed in range(3):
        for position in decisions(seed, every=4):
            position.play(player.choose(position))


def test_what_is_shared_or_told_can_not_be_changed() -> None:
    weights = fitted_weights()
    for each in (weights, response(weights, 2, 5), Plan((), {}), NOTHING, DisplayRefill((), 0)):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(each, dataclasses.fields(each)[0].name, None)


def test_asking_for_values_loads_nothing_heavy() -> None:
    code = "import sys, thurntaxis_solver.turn_advice; print(*sys.modules)"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"numpy", "wasmtime", "numba", "sympy", "networkx", "pydantic"} & set(out.split())
