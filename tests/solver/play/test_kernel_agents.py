"""The kernel's agents, with the baseline of 2009."""

import random
import time

import pytest

import thurntaxis as tt
from support import all_rules
from support.exact_advice import advise_exactly
from support.kernels import kernel_of
from support.searched_positions import LAST
from thurntaxis_solver.kernel.search import uct
from thurntaxis_solver.play.agents import agent
from thurntaxis_solver.play.kernel_agents import UctAgent, batches
from thurntaxis_solver.play.time_control import TimeControl

# ---- players


def test_the_search_finds_the_best_event_of_a_last_turn() -> None:
    wins = {line.turn[0]: float(line.win) for line in advise_exactly(LAST, lines=9).lines}
    assert wins[agent("search:playouts=800", 1).choose(LAST)] >= max(wins.values()) - 0.1


def test_the_player_with_the_highest_score_has_won() -> None:
    position = tt.new(3, seed=1)
    kernel = kernel_of(position.rules)
    s = kernel.state(position)
    shares = [uct.share_of_win(s, kernel.model.t, player) for player in range(3)]
    assert shares == [0.5, 0.5, 0.5]
    ahead = position.replace(players=(position.players[0].replace(carriage=3), *position.players[1:]))
    s = kernel.state(ahead)
    assert [uct.share_of_win(s, kernel.model.t, player) for player in range(3)] == [1.0, 0.0, 0.0]
    assert UctAgent(seed=1, time=None, playouts=30, cut=50, breadth=0.7).choose(position) in position.events()


def test_the_time_of_a_turn_is_divided_among_its_events() -> None:
    control = TimeControl(1.0, None)
    position = tt.new(2, seed=1)
    first = control.for_event(position)
    drawn = position.play("draw deck").play("deal Ulm")
    second = control.for_event(drawn)
    assert first == 0.4
    assert second == pytest.approx(0.24)
    assert control.for_event(position) == 0.4
    assert TimeControl(None, 7).for_event(position) is None
    in_its_middle = tt.new(2, seed=1).play("draw deck")
    assert TimeControl(1.0, None).for_event(in_its_middle) == pytest.approx(0.4)
    assert TimeControl() == TimeControl(1.0)


def test_batches_end_with_the_playouts_or_with_the_time() -> None:
    assert list(batches(None, 70, 32)) == [32, 32, 6]
    begun = time.monotonic()
    assert all(size == 32 for size in batches(0.05, None, 32))
    assert time.monotonic() - begun >= 0.05


@pytest.mark.parametrize("name", ["lookahead", "search:playouts=16", "uct:playouts=16"])
def test_agents_play_by_all_rules(name: str) -> None:
    """In return rounds and with cards in front of the carriage, too."""
    player, verbs = agent(name, 3), set()
    for game in all_rules.FURTHER[1::3]:
        for position in random.Random(6).sample(all_rules.of_game(game), 12):
            event = player.choose(position)
            assert position.why_not(event) == ()
            verbs.add(event.verb)
    assert {"draw", "play", "keep", "return", "honor"} <= verbs
