"""The evaluation network: its inputs, its outputs against dense layers; leaf values."""

import itertools
import math
import random
from collections.abc import Iterable, Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

import thurntaxis as tt
from support import all_rules, random_play
from support.few_and_many import one_in
from support.kernels import kernel_of, network_outputs
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import BUILDER, checkpoint, shipped
from thurntaxis_solver.kernel.compiled import Array, Floats, Singles, new_memory
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import network, seat_network
from thurntaxis_solver.kernel.network.encoding import encode
from thurntaxis_solver.kernel.policy.playout_policy import play_out
from thurntaxis_solver.kernel.rules.moves import deal_any, is_chance, score
from thurntaxis_solver.kernel.search.lookahead import copy
from thurntaxis_solver.kernel.search.network_value import POINTS_EXPECTED, WIN, evaluate, judge, utility
from thurntaxis_training.self_play import opening


def seen(position: tt.Position) -> tuple[Array, Singles, int]:
    kernel = kernel_of(position.rules)
    places, values = kernel.memory.zeros(X.MOST_ACTIVE), kernel.memory.singles([0.0] * X.MOST_ACTIVE)
    return places, values, int(encode(kernel.state(position), kernel.model.t, places, values))


# ---- inputs


def inputs(position: tt.Position) -> dict[int, float]:
    """Return the inputs by place, each written once."""
    places, values, size = seen(position)
    by_place = {int(place): float(value) for place, value in zip(places[:size], values[:size], strict=True)}
    assert len(by_place) == size
    return by_place


def rotated(position: tt.Position) -> tt.Position:
    """Return the same position with every player one seat further."""

    def seat(player: int) -> int:
        return (player + 1) % len(position.players)

    returning = position.returning
    return position.replace(
        players=(position.players[-1], *position.players[:-1]),
        start=seat(position.start),
        ender=None if position.ender is None else seat(position.ender),
        turn=position.turn.replace(player=seat(position.turn.player)),
        returning=returning and returning.replace(order=tuple(map(seat, returning.order))),
    )


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_inputs_are_seen_from_the_player_who_decides(game: str) -> None:
    """They are the same in whatever seat that player sits, and differ from those of other positions."""
    different: set[tuple[tuple[int, float], ...]] = set()
    count = 0
    for position in itertools.islice(all_rules.decisions_of(game), 0, None, 3):
        own = inputs(position)
        assert inputs(rotated(position)) == own
        assert all(0 <= place < X.INPUTS for place in own)
        different.add(tuple(sorted(own.items())))
        count += 1
    assert len(different) > 0.8 * count > 40


def full_table(rules: tt.RuleSet, chance: random.Random) -> tt.Position:
    """Return a position of four players with as many cards, houses and tiles as possible."""
    board = rules.board
    cards = chance.sample(board.cards, len(board.cards))
    routes: list[list[str]] = [[], [], [], []]
    for route in routes:
        for card in cards[:]:
            city, cities = board.city_of[card], [board.city_of[other] for other in route]
            if len(route) < 3 and city not in cities and (not route or city in board.neighbours[cities[-1]]):
                route.append(card)
                cards.remove(card)
    display = sorted(set(cards))[:6]
    hands: list[list[str]] = [[], [], [], []]
    for card in display:
        cards.remove(card)
    for card in cards:
        min(hands, key=lambda hand: (card in hand, len(hand))).append(card)
    players = tuple(
        tt.Player(
            hand=tuple(sorted(hands[seat])),
            route=tuple(routes[seat]),
            houses=tuple(sorted(chance.sample(sorted(board.province_of), 20))),
            tiles=tuple(tt.Tile(stack.name, stack.values[seat]) for stack in board.stacks if len(stack.values) > 3),
            offices=("administrator", "carrier", "postmaster") if "offices-of-honor" in rules.modules else (),
        )
        for seat in range(4)
    )
    turn = tt.Turn(0, drawn=2, officials=("administrator", "postmaster"))
    return opening(rules, 4).replace(players=players, display=tuple(display), unseen=(), turn=turn)


@pytest.mark.parametrize("game", all_rules.FURTHER)
def test_there_is_space_for_all_inputs_in_use(game: str) -> None:
    """Even if nearly all cards are in hands and all houses are placed."""
    rules, most = all_rules.RULES[game], 0
    for seed in range(60):
        position = full_table(rules, random.Random(seed))
        kernel = kernel_of(rules)
        places, values = kernel.memory.zeros(2 * X.MOST_ACTIVE), kernel.memory.singles([0.0] * 2 * X.MOST_ACTIVE)
        most = max(most, int(encode(kernel.state(position), kernel.model.t, places, values)))
    assert most <= X.MOST_ACTIVE - 20
    assert most > 80


# ---- outputs


Row = NDArray[np.float64]


class Weights:
    """The weights of a network, read layer by layer."""

    def __init__(self, weights: Iterable[float]) -> None:
        self.numbers, self.at = np.array([*weights], np.float64), 0

    def matrix(self, rows: int, columns: int) -> NDArray[np.float64]:
        self.at += rows * columns
        return self.numbers[self.at - rows * columns : self.at].reshape(rows, columns)

    def layer(self, row: Row, units: int) -> Row:
        """Return the units of the next layer."""
        sums: Row = row @ self.matrix(len(row), units) + self.matrix(1, units)[0]
        return sums


def dense(numbers: Iterable[float], row: Row) -> Row:
    """The network as dense layers."""
    weights = Weights(numbers)
    first = np.maximum(weights.layer(row, network.UNITS), 0)
    outputs = weights.layer(np.maximum(weights.layer(first, network.SECOND_UNITS), 0), network.OUTPUTS)
    assert weights.at == network.NETWORK == len(weights.numbers)
    return outputs


def dense_by_seats(numbers: Iterable[float], row: Row) -> Row:
    """The network by seats as dense layers: the first is applied to each seat's inputs in turn."""
    weights = Weights(numbers)
    own = weights.matrix(seat_network.SEAT_ROWS, seat_network.SEAT_UNITS)
    biases = weights.matrix(L.MOST_PLAYERS, seat_network.SEAT_UNITS)
    parts: list[Row] = []
    for seat, of_seat in enumerate(biases):
        *inputs, is_taken = row[seat * X.SEAT_INPUTS :][: X.SEAT_INPUTS]
        inputs += [*row[X.FURTHER + seat * X.FURTHER_OF_SEAT :][: X.FURTHER_OF_SEAT]]
        parts.append(is_taken * (inputs @ own + of_seat))
    table = np.concatenate([row[X.ON_DISPLAY : X.FURTHER], row[X.RULES :]])
    units = np.concatenate([*parts, weights.layer(table, seat_network.TABLE_UNITS)])
    for _ in range(2):
        units = weights.layer(np.maximum(units, 0), seat_network.UNITS)
    outputs = weights.layer(np.maximum(units, 0), network.OUTPUTS)
    assert weights.at == seat_network.NETWORK == len(weights.numbers)
    return outputs


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_outputs_are_those_of_dense_layers(game: str) -> None:
    """With the weights that the model has, those of the builder, and random ones."""
    chance = random.Random(game)
    random_weights = [chance.gauss(0, 0.2) for _ in range(seat_network.NETWORK)]
    for position in itertools.islice(all_rules.decisions_of(game), 0, 40, 9):
        kernel = kernel_of(position.rules)
        row = np.zeros(X.INPUTS)
        for place, value in inputs(position).items():
            row[place] = value
        builder, by_seats = map(kernel.memory.singles, (checkpoint(BUILDER).base, random_weights))
        own = kernel.model.network
        assert list(own) == list(shipped().base if game == "base game" else shipped().further)
        for weights, layers in ((own, dense_by_seats), (builder, dense), (by_seats, dense_by_seats)):
            assert outputs(kernel, weights, *seen(position)) == pytest.approx(layers(weights, row), abs=1e-5, rel=1e-5)


def outputs(kernel: Kernel, weights: Singles, places: Array, values: Singles, size: int) -> list[float]:
    """The kernel's outputs for these weights."""
    return network_outputs(kernel, weights, places[:size], values[:size])


# ---- leaf values


def chances_and_points(leaf_value: Floats, players: int) -> tuple[list[float], list[float]]:
    """Return the chances of winning and the expected scores, player by player."""
    numbers = [float(number) for number in leaf_value]
    return numbers[WIN : WIN + players], numbers[POINTS_EXPECTED : POINTS_EXPECTED + players]


def ended_games(game: str) -> Iterator[tt.Position]:
    """Yield ends of random games."""
    chance = random.Random(4)
    if game == "base game":
        for players in (2, 3, 4):
            *_, (before, event) = random_play.walk(tt.undealt(players), chance)
            yield before.play(event)
        return
    for position in all_rules.of_game(game):
        for event in position.events():
            after = position.play(event)
            if after.is_over:
                yield after


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_a_game_that_is_over_has_its_result(game: str) -> None:
    ended = 0
    for position in itertools.islice(ended_games(game), 20):
        kernel = kernel_of(position.rules)
        space, model = kernel.workspace, kernel.model
        leaf_value = space.leaf_values[0]
        s, players = kernel.state(position), range(len(position.players))
        assert position.winner() is not None
        for judged in (False, True):
            judge(s, model, space) if judged else evaluate(s, model, space, leaf_value)
            won = [float(player == position.winner()) for player in players]
            assert chances_and_points(leaf_value, len(won)) == (won, list(position.scores()))
        assert [score(s, kernel.model.t, player) for player in players] == list(position.scores())
        ended += 1
    assert ended >= 2


BACKS = [name for name in all_rules.HORSES if all_rules.RULES[name].options["card-backs"] == "seen"]


def begins(position: tt.Position) -> bool:
    return position.turn.phase == "draw" and not position.turn.drawn and not position.turn.used


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_leaf_values_are_those_of_the_end_of_the_turn(game: str) -> None:
    """At the beginning of a turn they are the network's outputs, by seat from the player on turn.

    Later the policy plays the turn; the network evaluates the state after it, with the back of the top card.
    """
    begun = played = 0
    for position in itertools.islice(all_rules.decisions_of(game), 0, None, 4):
        kernel, count = kernel_of(position.rules), len(position.players)
        space, model = kernel.workspace, kernel.model
        s, after = kernel.state(position, 5), kernel.memory.zeros(L.STATE_SIZE)
        copy(s, after)
        judge(s, model, space)
        chances, points = chances_and_points(space.leaf_values[0], count)
        assert sum(chances) == pytest.approx(1)
        assert all(0 <= share <= 1 for share in chances)
        assert all(-40 < value < 90 for value in points)
        if begins(position):
            numbers = outputs(kernel, model.network, *seen(position))
            powers = [math.exp(number) for number in numbers[:count]]
            for seat in range(count):
                player = (position.turn.player + seat) % count
                assert chances[player] == pytest.approx(powers[seat] / sum(powers))
                assert points[player] == pytest.approx(20 * numbers[L.MOST_PLAYERS + seat])
            begun += 1
        else:
            over = play_out(after, model.t, model.weights, space.events, 1)
            assert not is_chance(after)
            evaluate(after, model, space, space.leaf_values[1])
            assert (chances, points) == chances_and_points(space.leaf_values[1], count)
            assert over == (after[L.PHASE] == L.OVER)
            played += 1
    assert begun > 0
    assert played > 10


@pytest.mark.parametrize("game", BACKS)
def test_a_back_that_is_due_is_revealed_first(game: str) -> None:
    """Even at the beginning of a turn: the network evaluates it with the back of the top card."""
    backs = set()
    for position in filter(begins, all_rules.decisions_of(game)):
        if position.deck_back is None or position.deck_size == 0:
            continue
        kernel = kernel_of(position.rules)
        space, model = kernel.workspace, kernel.model
        due = position.replace(deck_back=None).with_turn(pending=("back",))
        judge(kernel.state(due, 5), model, space)
        s = kernel.state(due, 5)
        deal_any(s, kernel.model.t)
        assert not is_chance(s)
        backs.add(int(s[L.DECK_BACK]))
        evaluate(s, model, space, space.leaf_values[1])
        count = len(position.players)
        assert chances_and_points(space.leaf_values[0], count) == chances_and_points(space.leaf_values[1], count)
    assert backs == {1, 2, 3}


def test_utility_is_the_chance_of_winning_and_a_little_for_the_margin() -> None:
    chance, memory = random.Random(8), new_memory()
    for _ in range(50):
        leaf_value = memory.floats([chance.random() for _ in range(4)] + [chance.uniform(-20, 50) for _ in range(4)])
        for players, me in ((count, me) for count in (2, 3, 4) for me in range(count)):
            others = [leaf_value[POINTS_EXPECTED + other] for other in range(players) if other != me]
            margin = leaf_value[POINTS_EXPECTED + me] - max(others)
            assert utility(leaf_value, players, me) == pytest.approx(leaf_value[WIN + me] + margin / 100)
