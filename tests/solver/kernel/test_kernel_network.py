"""The evaluation network: its inputs against a naive encoding, its outputs against dense layers; leaf values."""

import itertools
import math
import random
from collections.abc import Iterator
from typing import Any

import pytest

import thurntaxis as tt
from naive import network_inputs
from support import all_rules, random_play
from support.few_and_many import one_in
from support.kernels import kernel_of, network_outputs
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array, Floats, Singles, new_memory
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import network, seat_network, weight_files
from thurntaxis_solver.kernel.network.encoding import encode
from thurntaxis_solver.kernel.policy.playout_policy import play_out
from thurntaxis_solver.kernel.rules.moves import deal_any, is_chance, score
from thurntaxis_solver.kernel.search.leaf_value import POINTS_EXPECTED, WIN, evaluate, judge, utility
from thurntaxis_solver.kernel.search.lookahead import copy
from thurntaxis_solver.training.self_play import opening


def seen(position: tt.Position) -> tuple[Array, Singles, int]:
    kernel = kernel_of(position.rules)
    places, values = kernel.memory.zeros(X.MOST_ACTIVE), kernel.memory.singles([0.0] * X.MOST_ACTIVE)
    return places, values, int(encode(kernel.state(position), kernel.model.t, places, values))


# ---- inputs


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_inputs_are_those_of_the_naive_encoding(game: str) -> None:
    """Each input is written at most once, with its value there; all others are 0."""
    used: set[int] = set()
    for position in all_rules.decisions_of(game):
        places, values, size = seen(position)
        found = {int(place): float(value) for place, value in zip(places[:size], values[:size], strict=True)}
        assert len(found) == size
        assert all(0 <= place < X.INPUTS for place in found)
        assert {place: value for place, value in found.items() if value} == pytest.approx(
            network_inputs.inputs(position)
        )
        used |= set(found)
    assert len(used) > 400 if game == "base game" else len(used) > 250


NAMED = (
    (X.HAS_HOUSE, X.HAS_CARRIAGE),
    (X.HOLDS, X.ALL_LACKS),
)
"""The blocks of a seat's inputs that name cities and stacks: their first places, and the ones after their last."""


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_cities_and_stacks_have_names_on_one_board_only(game: str) -> None:
    """On other boards no input of a named city or stack is used; in the base game, none of those for modules."""
    named = {
        place + seat * X.SEAT_INPUTS
        for seat in range(L.MOST_PLAYERS)
        for first, end in NAMED
        for place in range(first, end)
    }
    named |= set(range(X.ON_DISPLAY, X.STARTING_PLAYER))
    used = {
        int(place)
        for position in all_rules.decisions_of(game)
        for places, _, size in [seen(position)]
        for place in places[:size]
    }
    if game == "base game":
        assert max(used) < X.FURTHER
        assert len(used & named) > 300
    elif all_rules.RULES[game].board.name == "south":
        assert len(used & named) > 150
        assert max(used) >= X.RULES
    else:
        assert not used & named
        assert max(used) >= X.FREE_CITIES_LEFT


def hoards(rules: tt.RuleSet) -> Iterator[tt.Position]:
    """Yield openings in which a player has up to eight office tiles of each official."""
    start = opening(rules, 4)
    for many in range(9):
        counts = {official: min(many, left) for official, left in network_inputs.office_tiles(start).items()}
        offices = tuple(sorted(official for official, count in counts.items() for _ in range(count)))
        yield start.with_mover(offices=offices)


def test_every_input_for_modules_is_used() -> None:
    """In some game, for the player who decides and for the table; except for more tiles than there are."""
    used: set[int] = set()
    for game, rules in all_rules.RULES.items():
        for position in (*hoards(rules), *all_rules.decisions_of(game)):
            places, _, size = seen(position)
            used |= {int(place) for place in places[:size]}
    first_seat = set(range(X.FURTHER, X.FURTHER + X.FURTHER_OF_SEAT))
    table = set(range(X.RULES, X.ROUNDS_LEFT))
    too_many = {
        X.OFFICES_LEFT + 9 * number + tiles
        for number, official in enumerate(network_inputs.OFFICIALS)
        for tiles in range(network_inputs.STOCK[4][official] + 1, 9)
    }
    lengths = max(sum(1 for stack in rules.board.stacks if stack.length) for rules in all_rules.RULES.values())
    too_many |= set(range(X.TOP_ROUTE_TILE + lengths, X.TOP_ALL_PROVINCES))
    assert (first_seat | table) - used == too_many


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


def dense(weights: Any, row: list[float]) -> list[float]:
    """The network as dense layers."""
    at = 0
    for inputs, units, last in (
        (X.INPUTS, network.UNITS, False),
        (network.UNITS, network.SECOND_UNITS, False),
        (network.SECOND_UNITS, network.OUTPUTS, True),
    ):
        matrix, bias = at, at + inputs * units
        sums = [
            float(weights[bias + unit])
            + math.fsum(row[n] * float(weights[matrix + n * units + unit]) for n in range(inputs) if row[n])
            for unit in range(units)
        ]
        row, at = [value if last or value > 0 else 0.0 for value in sums], bias + units
    assert at == network.NETWORK == len(weights)
    return row


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_outputs_are_those_of_dense_layers(game: str) -> None:
    """With the weights that the model has: for the base game, or for modules and other boards."""
    for position in itertools.islice(all_rules.decisions_of(game), 6):
        kernel = kernel_of(position.rules)
        weights = kernel.model.network
        assert list(weights) == list(weight_files.shipped(further=game != "base game"))
        places, values, size = seen(position)
        assert outputs(kernel, weights, places, values, size) == pytest.approx(
            expected(weights, as_row(places, values, size)), abs=1e-5, rel=1e-5
        )


def outputs(kernel: Kernel, weights: Any, places: Array, values: Singles, size: int) -> list[float]:
    """The kernel's outputs for these weights."""
    return network_outputs(kernel, weights, places[:size], values[:size])


def as_row(places: Array, values: Singles, size: int) -> list[float]:
    """All inputs, those that are 0 as well."""
    row = [0.0] * X.INPUTS
    for place, value in zip(places[:size], values[:size], strict=True):
        row[int(place)] = float(value)
    return row


def expected(weights: Any, row: list[float]) -> list[float]:
    return dense(weights, row) if len(weights) == network.NETWORK else dense_by_seats(weights, row)


def dense_by_seats(weights: Any, row: list[float]) -> list[float]:
    """The network by seats as dense layers: the first is applied to each seat's inputs in turn."""
    numbers, at = [float(weight) for weight in weights], 0

    def matrix(rows: int, columns: int) -> list[list[float]]:
        nonlocal at
        found = [numbers[at + columns * n : at + columns * (n + 1)] for n in range(rows)]
        at += rows * columns
        return found

    def times(inputs: list[float], rows: list[list[float]], biases: list[float]) -> list[float]:
        used = [(value, weights) for value, weights in zip(inputs, rows, strict=True) if value]
        return [bias + math.fsum(value * weights[n] for value, weights in used) for n, bias in enumerate(biases)]

    def positive(units: list[float]) -> list[float]:
        return [max(unit, 0.0) for unit in units]

    own, biases = matrix(seat_network.SEAT_ROWS, seat_network.SEAT_UNITS), matrix(4, seat_network.SEAT_UNITS)
    table, (table_biases,) = (
        matrix(seat_network.TABLE_ROWS, seat_network.TABLE_UNITS),
        matrix(1, seat_network.TABLE_UNITS),
    )
    first: list[float] = []
    for seat in range(4):
        inputs = row[seat * X.SEAT_INPUTS : (seat + 1) * X.SEAT_INPUTS]
        inputs.pop()  # says that the seat is taken
        inputs += row[X.FURTHER + seat * X.FURTHER_OF_SEAT : X.FURTHER + (seat + 1) * X.FURTHER_OF_SEAT]
        is_taken = row[seat * X.SEAT_INPUTS + X.SEAT_TAKEN]
        first += positive(times(inputs, own, biases[seat])) if is_taken else [0.0] * seat_network.SEAT_UNITS
    units = first + positive(times(row[X.ON_DISPLAY : X.FURTHER] + row[X.RULES :], table, table_biases))
    for count in (seat_network.UNITS, seat_network.UNITS, network.OUTPUTS):
        rows, (of_layer,) = matrix(len(units), count), matrix(1, count)
        units = times(units, rows, of_layer)
        units = units if count == network.OUTPUTS else positive(units)
    assert at == seat_network.NETWORK == len(numbers)
    return units


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_outputs_by_seats_are_those_of_dense_layers(game: str) -> None:
    """With random weights, for two, three and four players."""
    chance = random.Random(game)
    weights = [chance.gauss(0, 0.2) for _ in range(seat_network.NETWORK)]
    for position in itertools.islice(all_rules.decisions_of(game), 0, 40, 9):
        kernel = kernel_of(position.rules)
        singles = kernel.memory.singles(weights)
        rounded = [float(weight) for weight in singles]
        found = outputs(kernel, singles, *seen(position))
        assert found == pytest.approx(dense_by_seats(rounded, as_row(*seen(position))), abs=1e-5, rel=1e-5)
        assert any(abs(number) > 0.1 for number in found)


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
def test_leaf_values_hold_chances(game: str) -> None:
    """Anywhere in a turn; at its beginning they are the network's outputs, by seat from the player on turn."""
    begun = 0
    for position in itertools.islice(all_rules.decisions_of(game), 0, None, 4):
        kernel, count = kernel_of(position.rules), len(position.players)
        space, model = kernel.workspace, kernel.model
        judge(kernel.state(position, 5), model, space)
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
    assert begun > 0


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


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_within_a_turn_its_end_is_evaluated(game: str) -> None:
    """The policy plays the turn; the network evaluates the state after it, with the back of the top card."""
    checked = 0
    for position in itertools.islice(all_rules.decisions_of(game), 0, None, 5):
        if begins(position):
            continue
        kernel = kernel_of(position.rules)
        space, model = kernel.workspace, kernel.model
        s, played = kernel.state(position, 5), kernel.memory.zeros(L.STATE_SIZE)
        copy(s, played)
        judge(s, model, space)
        over = play_out(played, kernel.model.t, model.weights, space.events, 1)
        assert not is_chance(played)
        evaluate(played, model, space, space.leaf_values[1])
        count = len(position.players)
        assert chances_and_points(space.leaf_values[0], count) == chances_and_points(space.leaf_values[1], count)
        assert over == (played[L.PHASE] == L.OVER)
        checked += 1
    assert checked > 10
