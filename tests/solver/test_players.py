"""Players on the kernel, the yardstick of 2009 among them, and the network that judges for them."""

import math
import random
import time
from typing import Any

import pytest

import thurntaxis as tt
import walking
from decisions import decisions
from thurntaxis_solver.agents import agent
from thurntaxis_solver.exact_advice import advise_exactly
from thurntaxis_solver.fit_network import WIDTH
from thurntaxis_solver.kernel import baseline, network
from thurntaxis_solver.kernel.compiled import floats, zeros
from thurntaxis_solver.kernel.judgement import POINTS_EXPECTED, WIN, judge
from thurntaxis_solver.kernel.mind import mind, room
from thurntaxis_solver.kernel.moves import score
from thurntaxis_solver.kernel.states import state
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.players import Baseline, Budget, batches
from whole_turns import seat, table

LAST = table(
    seat(carriage=6, houses="Ulm Bas Zür"),
    seat("Zür Lod", "Kem Inn Mün", carriage=5),
    deck="Pas Sal Pil Aug",
    display="Lod Reg",
)
"""The last turn of a game, in which the right card has to come."""


# ---- players


@pytest.mark.parametrize("name", ["montecarlo:playouts=4000", "search:playouts=800"])
def test_they_find_the_best_event_of_a_last_turn(name: str) -> None:
    """Uniform play to the end of a short last turn is enough to see which event is better."""
    wins = {line.turn[0]: float(line.win) for line in advise_exactly(LAST, lines=9).lines}
    assert wins[agent(name, 1).choose(LAST)] >= max(wins.values()) - 0.1


@pytest.mark.parametrize("breadth", [None, 0.7])
def test_a_game_is_won_by_who_is_ahead(breadth: float | None) -> None:
    position = tt.new(3, seed=1)
    numbers = tables(position.rules)
    s = state(position, numbers)
    shares = [baseline.share_of_win(s, numbers.numbers, player) for player in range(3)]
    assert shares == [0.5, 0.5, 0.5]
    ahead = position.replace(players=(position.players[0].replace(carriage=3), *position.players[1:]))
    s = state(ahead, numbers)
    assert [baseline.share_of_win(s, numbers.numbers, player) for player in range(3)] == [1.0, 0.0, 0.0]
    assert Baseline(1, Budget(None, 30), 50, breadth).choose(position) in position.events()


def test_the_time_of_a_turn_is_shared_out_among_its_events() -> None:
    budget = Budget.of(1.0, None)
    position = tt.new(2, seed=1)
    first = budget.for_event(position)
    drawn = position.play("draw deck").play("deal Ulm")
    second = budget.for_event(drawn)
    assert first == 0.4
    assert second == pytest.approx(0.24)
    assert budget.for_event(position) == 0.4
    assert Budget.of(None, 7).for_event(position) is None
    assert Budget.of(None, None) == Budget(1.0, None)


def test_batches_end_with_the_playouts_or_with_the_time() -> None:
    assert list(batches(None, 70, 32)) == [32, 32, 6]
    begun = time.monotonic()
    assert all(size == 32 for size in batches(0.05, None, 32))
    assert time.monotonic() - begun >= 0.05


@pytest.mark.parametrize("name", ["lookahead", "search:playouts=30", "uct:playouts=30", "montecarlo:playouts=30"])
def test_players_decide_legally_wherever_they_are_asked(name: str) -> None:
    player = agent(name, 3)
    for seed in range(2):
        for position in decisions(seed, 20):
            assert player.choose(position) in position.events()


# ---- the network


def positions() -> list[tt.Position]:
    return [position for seed in range(6) for position in decisions(seed, 12)]


def test_every_input_is_named_once_and_fits() -> None:
    seen: set[int] = set()
    for position in positions():
        numbers = tables(position.rules)
        places, values = zeros(network.MOST_ACTIVE), floats([0.0] * network.MOST_ACTIVE)
        size = network.inputs(state(position, numbers), numbers.numbers, places, values)
        used = [int(place) for place in places[:size]]
        assert len(set(used)) == size <= WIDTH
        assert all(0 <= place < network.INPUTS for place in used)
        seen |= set(used)
    assert len(seen) > 400


def dense(weights: Any, row: list[float]) -> list[float]:
    """The network as a textbook writes it down."""
    at = 0
    for inputs, units, last in (
        (network.INPUTS, network.UNITS, False),
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


def test_the_network_is_what_a_textbook_says() -> None:
    weights = network.shipped(further=False)
    for position in positions()[:12]:
        numbers = tables(position.rules)
        places, values = zeros(network.MOST_ACTIVE), floats([0.0] * network.MOST_ACTIVE)
        work = floats([0.0] * (network.LAST + network.OUTPUTS))
        size = network.inputs(state(position, numbers), numbers.numbers, places, values)
        network.outputs(weights, places, values, size, work)
        row = [0.0] * network.INPUTS
        for place, value in zip(places[:size], values[:size], strict=True):
            row[int(place)] = float(value)
        assert [float(n) for n in work[network.LAST :]] == pytest.approx(dense(weights, row), abs=1e-9)


def test_judgements_are_chances_and_at_the_end_the_result() -> None:
    chance = random.Random(4)
    for seed in range(3):
        position = tt.undealt(2 + seed)
        for before, event in walking.walk(position, chance):
            position = before.play(event)
        numbers = tables(position.rules)
        space, thoughts = room(numbers), mind(numbers)
        judgement = space.judgements[0]
        begun = state(tt.new(2 + seed, seed=seed), numbers)
        judge(begun, thoughts, space, judgement)
        assert sum(judgement[WIN : WIN + 2 + seed]) == pytest.approx(1)
        assert position.is_over
        s = state(position, numbers)
        judge(s, thoughts, space, judgement)
        players = range(2 + seed)
        assert [judgement[WIN + player] for player in players] == [float(p == position.winner()) for p in players]
        assert [judgement[POINTS_EXPECTED + p] for p in players] == list(position.scores())
        assert [score(s, numbers.numbers, player) for player in players] == list(position.scores())
