"""Games of a fixed length, which only training plays, and the functions of the kernel that training calls."""

import random

import pytest

import thurntaxis as tt
from support import all_rules
from support.decisions import decisions
from support.kernels import kernel_of
from thurntaxis.rules import RuleSet
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.games import play_turn
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.rules import moves
from thurntaxis_solver.kernel.search.leaf_value import POINTS_EXPECTED, WIN, judge
from thurntaxis_solver.kernel.search.lookahead import candidates, choose_ahead, copy
from thurntaxis_solver.kernel.search.tree_search import PLAYOUTS, new_tree, root_value
from thurntaxis_training.self_play import base_games, further_games, opening

RULES = {f"{number}": rules for number, rules in enumerate((*set(base_games()), *further_games()))}


@pytest.mark.parametrize("name", RULES)
def test_the_game_ends_at_its_horizon_and_never_before(name: str) -> None:
    """However it is played: by random events, for so long that houses and tiles run out."""
    chance = random.Random(name)
    for players in (2, 3, 4):
        kernel = kernel_of(RULES[name])
        t, out = kernel.model.t, kernel.workspace.events
        s = kernel.state(opening(RULES[name], players), chance.getrandbits(40))
        s[L.HORIZON] = players * chance.randint(60, 120)
        while s[L.PHASE] != L.OVER:
            assert s[L.TURNS] < s[L.HORIZON]
            assert s[L.ENDER] == -1
            if moves.is_chance(s):
                moves.deal_any(s, t)
            else:
                count = moves.decisions(s, t, out)
                assert count > 0
                moves.apply(s, t, out[chance.randrange(count)])
        assert s[L.TURNS] == s[L.HORIZON]


@pytest.mark.parametrize("rules", [base_games()[0], further_games()[8]], ids=["base", "further"])
def test_until_the_end_is_triggered_it_is_the_same_game(rules: RuleSet) -> None:
    """By the policy; and the tile for the end of the game is taken in both."""
    kernel = kernel_of(rules)
    for seed in range(6):
        free, fixed = (kernel.state(opening(rules, 3), seed) for _ in range(2))
        fixed[L.HORIZON] = 400
        while free[L.ENDER] < 0:
            for s in (free, fixed):
                if moves.is_chance(s):
                    moves.deal_any(s, kernel.model.t)
                else:
                    event = choose(s, kernel.model.t, kernel.model.weights, kernel.workspace.events)
                    moves.apply(s, kernel.model.t, event)
        differing = {place for place in range(L.STATE_SIZE) if free[place] != fixed[place]}
        assert differing == {L.ENDER, L.HORIZON}


def played_turn(seed: int, rules: RuleSet, lookahead: int) -> tuple[list[int], list[int]]:
    """Return the states after a turn that is played at once, and after one that is played event by event."""
    kernel = kernel_of(rules)
    t = kernel.model.t
    states = [kernel.state(opening(rules, 2 + seed % 3), seed) for _ in range(2)]
    for s in states:
        while moves.is_chance(s):
            moves.deal_any(s, t)
    at_once, slowly = states
    for _ in range(20):
        play_turn(at_once, kernel.model, kernel.workspace, lookahead, 0)
        turns = slowly[L.TURNS]
        while slowly[L.PHASE] != L.OVER and (slowly[L.TURNS] == turns or moves.is_chance(slowly)):
            if moves.is_chance(slowly):
                moves.deal_any(slowly, t)
            elif lookahead:
                moves.apply(slowly, t, choose_ahead(slowly, kernel.model, kernel.workspace))
            else:
                moves.apply(slowly, t, choose(slowly, t, kernel.model.weights, kernel.workspace.events))
    return list(at_once), list(slowly)


@pytest.mark.parametrize("lookahead", [0, 1])
@pytest.mark.parametrize("rules", [base_games()[0], further_games()[9]], ids=["base", "further"])
def test_turns_are_played_by_lookahead_or_by_the_policy(rules: RuleSet, lookahead: int) -> None:
    for seed in range(4):
        at_once, slowly = played_turn(seed, rules, lookahead)
        assert at_once == slowly


def test_lookahead_maximises_its_own_score() -> None:
    rules = base_games()[0]
    kernel, differs = kernel_of(rules), 0
    for seed in range(3):
        for position in decisions(seed, 12):
            s, space = kernel.state(position, seed), kernel.workspace
            s[L.HORIZON] = s[L.TURNS] + 9 * s[L.PLAYERS]
            events = list(space.events[: candidates(s, kernel.model, space)])
            me, points = s[L.PLAYER], list[float]()
            for place, event in enumerate(events):
                copy(s, space.state)
                space.state[L.CHANCE] = s[L.CHANCE] + place
                moves.apply(space.state, kernel.model.t, event)
                judge(space.state, kernel.model, space)
                points.append(float(space.leaf_values[0][POINTS_EXPECTED + me]))
            chosen = choose_ahead(s, kernel.model, space)
            if len(events) > 1:
                assert points[events.index(chosen)] == max(points)
            s[L.HORIZON] = 0
            differs += choose_ahead(s, kernel.model, space) != chosen
    assert differs > 3


@pytest.mark.parametrize("game", all_rules.ALL)
def test_the_value_of_a_state_depends_on_it_alone(game: str) -> None:
    """Whatever was in the tree before; the chances of winning add up to 1."""
    rules = tt.rule_set() if game == "base game" else all_rules.RULES[game]
    kernel = kernel_of(rules)
    tree, value = new_tree(1 << 13, kernel.memory), kernel.memory.floats([0.0] * 8)
    unknown = kernel.memory.zeros(20)
    found: list[list[float]] = []
    for seed in (1, 2, 1):
        s = kernel.state(opening(rules, 3), seed)
        for _ in range(9 * seed):
            play_turn(s, kernel.model, kernel.workspace, 0, 0)
        root_value(s, unknown, tree, kernel.model, kernel.workspace, 25, value)
        assert tree.counts[PLAYOUTS] == 25
        assert sum(value[WIN : WIN + 3]) == pytest.approx(1)
        found.append(list(value))
    assert found[0] == found[2] != found[1]
