"""The playout policy: what it may choose, its weights, and the games for training."""

import itertools
import random
import tomllib

import pytest

import thurntaxis as tt
from support import all_rules, kernel_comparison, random_play
from support.few_and_many import one_in
from support.kernels import kernel_of, shipped_weights
from thurntaxis.officials import OFFICIALS
from thurntaxis.rules import RuleSet
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import FILES, FOLDER, shipped
from thurntaxis_solver.kernel.compiled import Array
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.policy import playout_policy
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.rules import moves
from thurntaxis_solver.kernel.states import event_of
from thurntaxis_training.self_play import opening, rule_sets

BOARD = tt.rule_set().board


def any_weights(chance: random.Random, *, noise: float | None = None) -> list[float]:
    weights = [chance.uniform(-3, 3) for _ in range(W.WEIGHTS)]
    weights[W.NOISE] = weights[W.NOISE] if noise is None else noise
    return weights


def at(position: tt.Position) -> tuple[Array, Kernel, int]:
    """Return the state, the kernel, and where the seat of the player who decides begins."""
    kernel = kernel_of(position.rules)
    return kernel.state(position, 1), kernel, L.SEATS + L.SEAT * position.decider


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_officials_bring_and_cost_what_playing_their_events_does(game: str) -> None:
    """An official's value is that of the office tile and letters that change hands in the reference, and no more."""
    events = {"postmaster": 0, "administrator": 0, "carrier": 0}
    prices = set()
    for position, chance in itertools.chain(all_rules.tables(game, 1), all_rules.tables(game, 2)):
        weights = any_weights(chance)
        s, kernel, _ = at(position)
        for official in events:
            event = next((event for event in position.events() if event.verb == official), None)
            if event is None:
                continue
            after = position.play(event).players[position.turn.player]
            tiles = len(after.offices) - len(position.own.offices)
            letters = position.own.letters - after.letters
            value = tiles * weights[W.OFFICE_TILE] - letters * weights[W.LETTER]
            bit = 1 << OFFICIALS.index(official)
            found = playout_policy.official_value(s, kernel.model.t, kernel.memory.floats(weights), bit)
            assert found == pytest.approx(value)
            events[official] += 1
            prices.add(letters)
    assert min(events.values()) > 0
    assert prices == ({0} if "messenger" not in game else {0, 2} if game in all_rules.HORSES else {0, 1, 2})


# ---- how it plays


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_only_legal_events_are_chosen(game: str) -> None:
    """With the shipped weights and with random ones; the state stays as it is."""
    verbs = set()
    for position, chance in all_rules.tables(game, 3):
        s, kernel, _ = at(position)
        out = kernel.memory.zeros(kernel.tables.most_events)
        for weights in (list(shipped().policy), any_weights(chance), any_weights(chance)):
            before = kernel_comparison.shown(s)
            event = event_of(
                playout_policy.choose(s, kernel.model.t, kernel.memory.floats(weights), out), kernel.tables
            )
            assert position.why_not(event) == ()
            assert kernel_comparison.shown(s) == before
            verbs.add(event.verb)
    assert {"draw", "play", "close", "keep", "end"} <= verbs
    assert {"return", "honor"} <= verbs or game not in all_rules.OFFICES


@pytest.mark.parametrize("game", all_rules.ALL)
def test_its_games_end(game: str) -> None:
    """Within 60 turns per player, with modules 100, or 200 if horses are needed; never in the middle of a round."""
    rules = tt.rule_set() if game == "base game" else all_rules.RULES[game]
    turns = 60 if game == "base game" else 200 if game in all_rules.HORSES else 100
    kernel = kernel_of(rules)
    for players, seed in itertools.product((2, 3, 4), range(16)):
        s, out = kernel.state(opening(rules, players), seed), kernel.workspace.events
        assert playout_policy.play_out(s, kernel.model.t, kernel.model.weights, out, turns * players)
        assert (s[L.PHASE], s[L.TURNS] % players) == (L.OVER, 0)
        assert s[L.TURNS] > 8 * players
        assert s[L.ENDER] >= 0
        assert s[L.SEATS + L.SEAT * s[L.ENDER] + L.HOUSES_PLACED] == rules.board.houses or game not in all_rules.HORSES


def test_a_playout_stops_after_the_turns_that_it_is_given() -> None:
    s, kernel, _ = at(tt.new(3, seed=1))
    out, weights = kernel.memory.zeros(kernel.tables.most_events), shipped_weights(kernel)
    for turns in (0, 1, 5):
        before = int(s[L.TURNS])
        assert not playout_policy.play_out(s, kernel.model.t, weights, out, turns)
        assert s[L.TURNS] == before + turns
        assert not moves.is_chance(s)


def lead(rules: RuleSet, deal: int, first: list[float], second: list[float]) -> int:
    """Return the score of the first weights less that of the second, in two games from both sides of a deal."""
    kernel, total = kernel_of(rules), 0
    t, events = kernel.model.t, kernel.workspace.events
    both = kernel.memory.floats(first), kernel.memory.floats(second)
    for turned in range(2):
        s = kernel.state(opening(rules, 2), deal)
        while s[L.PHASE] != L.OVER:
            if moves.is_chance(s):
                moves.deal_any(s, t)
            else:
                moves.apply(s, t, playout_policy.choose(s, t, both[(int(s[L.PLAYER]) + turned) % 2], events))
        total += moves.score(s, t, turned) - moves.score(s, t, 1 - turned)
    return int(total)


@pytest.mark.parametrize("games", [rule_sets(further=False), rule_sets(further=True)], ids=["base", "further"])
def test_it_plays_far_better_than_chance(games: tuple[RuleSet, ...]) -> None:
    weights, only_noise = list(shipped().policy), [0.0] * W.WEIGHTS
    only_noise[W.NOISE] = 1.0
    leads = [lead(games[deal % len(games)], deal, weights, only_noise) for deal in range(12)]
    assert sum(leads) / (2 * len(leads)) > 15


# ---- its weights


def test_every_weight_has_its_name() -> None:
    assert len(W.NAMES) == len(set(W.NAMES)) == W.WEIGHTS == len(shipped().policy)
    assert W.NAMES[W.REGION_TILE] == "region-tile"
    assert W.NAMES[W.NOISE] == "noise"
    assert all(getattr(W, name.upper().replace("-", "_")) == number for number, name in enumerate(W.NAMES))
    assert set(tomllib.loads((FOLDER / "shipped" / FILES["policy"]).read_text("utf-8"))["weights"]) == set(W.NAMES)


# ---- the games for training


def test_the_further_games_are_others_than_the_base_game() -> None:
    """Every module is among them, alone and with each other, the made-up board without any, and no game twice."""
    games = rule_sets(further=True)
    assert len(games) == len(set(games))
    assert {(rules.board.name, frozenset(rules.modules)) for rules in games} >= {
        (board, frozenset(modules))
        for board, modules in random_play.GAMES
        if board == "south" or "power-and-glory" in modules
    }
    assert all(rules.modules or rules.board.name != "south" for rules in games)
    assert all(rules.board.name == "south" and not rules.modules for rules in rule_sets(further=False))
    for rules in (*rule_sets(further=False), *games):
        assert opening(rules, 3).rules == rules
        assert len(opening(rules, 3).players) == 3
