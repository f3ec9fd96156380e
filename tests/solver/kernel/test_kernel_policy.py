"""The playout policy against its naive implementation, and the fitting of its weights."""

import itertools
import random
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

import thurntaxis as tt
from naive import policy
from support import all_rules, kernel_comparison, random_play
from support.few_and_many import one_in
from support.kernels import kernel_of, shipped_weights
from thurntaxis.officials import OFFICIALS
from thurntaxis.rules import RuleSet
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.compiled import Array
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.policy import playout_policy
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.rules import cards, moves
from thurntaxis_solver.kernel.rules import houses as houses_of_routes
from thurntaxis_solver.kernel.states import event_of, number_of
from thurntaxis_solver.training import fit_policy
from thurntaxis_solver.training.self_play import base_games, further_games, opening

BOARD = tt.rule_set().board


def any_weights(chance: random.Random, *, noise: float | None = None) -> list[float]:
    weights = [chance.uniform(-3, 3) for _ in range(W.WEIGHTS)]
    weights[W.NOISE] = weights[W.NOISE] if noise is None else noise
    return weights


def at(position: tt.Position) -> tuple[Array, Kernel, int]:
    """Return the state, the kernel, and where the seat of the player who decides begins."""
    kernel = kernel_of(position.rules)
    return kernel.state(position, 1), kernel, L.SEATS + L.SEAT * position.decider


def chain_of(position: tt.Position, kernel: Kernel) -> int:
    return kernel.tables.set_of(tuple(policy.chain_of(position, position.mover)))


# ---- its values, against the naive implementation


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_houses_and_cards_have_their_values(game: str) -> None:
    exceeds_house = set()
    for position, chance in all_rules.tables(game):
        weights = any_weights(chance)
        s, kernel, me = at(position)
        w, t = kernel.memory.floats(weights), kernel.model.t
        chain = chain_of(position, kernel)
        for city, bit in kernel.tables.bit_of.items():
            value = policy.house_value(position, city, weights)
            assert playout_policy.house_value(s, t, w, me, bit) == pytest.approx(value)
            in_hand = policy.card_value(position, city, weights)
            assert playout_policy.card_value(s, t, w, me, bit, chain) == pytest.approx(in_hand)
            exceeds_house.add(value > weights[W.HOUSE])
        for card, number in kernel.tables.number_of.items():
            value = policy.drawn_value(position, card, weights)
            assert playout_policy._drawn_value(s, t, w, me, number, chain) == pytest.approx(value)
        houses = tuple(chance.sample(kernel.tables.cities, 4))
        value = policy.houses_value(position, houses, weights)
        assert playout_policy._houses_value(s, t, w, me, kernel.tables.set_of(houses)) == pytest.approx(value)
    assert len(exceeds_house) == 2


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_cards_that_can_follow_are_found(game: str) -> None:
    lengths = set()
    for position, chance in all_rules.tables(game):
        s, kernel, me = at(position)
        near = policy.near_ends(position, policy.cities_of(position, position.mover.route))
        assert set(kernel.tables.cities_of(playout_policy.near_ends(s, kernel.model.t, me))) == near
        assert playout_policy.chain_of(s, kernel.model.t, me) == chain_of(position, kernel)
        first, some = (set(chance.sample(kernel.tables.cities, chance.randint(0, 9))) for _ in range(2))
        found = playout_policy.reached(
            kernel.model.t, kernel.tables.set_of(tuple(first)), kernel.tables.set_of(tuple(some))
        )
        expected = policy.reached(position, first, some)
        assert set(kernel.tables.cities_of(found)) == expected
        assert cards.size_of(found) == len(expected)
        lengths.add(len(expected))
    assert len(lengths) > 4


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_places_have_their_values(game: str) -> None:
    sides = set()
    for position, chance in all_rules.tables(game):
        weights = any_weights(chance)
        s, kernel, me = at(position)
        t, w = kernel.model.t, kernel.memory.floats(weights)
        for event in position.events():
            if event.verb in ("play", "carrier"):
                number, chain = number_of(event, kernel.tables), chain_of(position, kernel)
                verb, card = number % L.VERBS, number // L.VERBS
                if event[2] == "horse":
                    value = playout_policy._horse_value(s, t, w, me, card, chain)
                else:
                    value = playout_policy._place_value(s, t, w, me, number, verb)
                assert value == pytest.approx(policy.played_value(position, event, weights)), (position, event)
                sides.add((event.verb, event[2]))
    assert {("play", "start"), ("play", "right"), ("carrier", "right")} <= sides
    assert {("play", "horse"), ("carrier", "horse")} <= sides or game not in all_rules.HORSES


@pytest.mark.parametrize("game", all_rules.HORSES)
def test_lacking_horses_are_counted(game: str) -> None:
    lacked = set()
    for position, _ in all_rules.tables(game):
        s, kernel, me = at(position)
        for growth in range(12):
            expected = policy.horses_lacked(position, growth)
            assert playout_policy.horses_lacked(s, kernel.model.t, me, growth) == expected
            lacked.add(expected)
    assert {-2, 0, 2, 4} <= lacked


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
            tiles = len(after.offices) - len(position.mover.offices)
            letters = position.mover.letters - after.letters
            value = tiles * weights[W.OFFICE_TILE] - letters * weights[W.LETTER]
            bit = 1 << OFFICIALS.index(official)
            found = playout_policy.official_value(s, kernel.model.t, kernel.memory.floats(weights), bit)
            assert found == pytest.approx(value)
            assert policy.official_value(position, official, weights) == pytest.approx(value)
            events[official] += 1
            prices.add(letters)
    assert min(events.values()) > 0
    assert prices == ({0} if "messenger" not in game else {0, 2} if game in all_rules.HORSES else {0, 1, 2})


@pytest.mark.parametrize("seed", range(2))
def test_closings_are_all_sets_of_houses_that_may_be_placed(seed: int) -> None:
    scarce = 0
    for position, _ in all_rules.tables("base game", seed):
        mover = position.mover
        if len(mover.route) < BOARD.shortest_route:
            continue
        s, kernel, me = at(position)
        out = kernel.memory.zeros(kernel.tables.most_events)
        n = houses_of_routes.closings(s, kernel.model.t, me, out, 0)
        free = sorted(set(mover.route) - set(mover.houses))
        supply = BOARD.houses - len(mover.houses)
        expected = []
        for many in range(min(len(free), supply) + 1):
            for houses in itertools.combinations(free, many):
                provinces = {BOARD.province_of[city] for city in houses}
                if len(provinces) in (1, many) or not houses:
                    expected.append(tt.Event(("close", *houses)))
        assert sorted(event_of(out[place], kernel.tables) for place in range(n)) == sorted(expected)
        scarce += supply < len(free)
    assert scarce > 0


# ---- how it plays


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_it_chooses_the_best_event(game: str) -> None:
    """With random weights and without noise, in every phase."""
    verbs, phases = set(), set()
    for seed in (1, 2):
        for position, chance in all_rules.tables(game, seed):
            weights = any_weights(chance, noise=0.0)
            s, kernel, _ = at(position)
            out = kernel.memory.zeros(kernel.tables.most_events)
            event = event_of(
                playout_policy.choose(s, kernel.model.t, kernel.memory.floats(weights), out), kernel.tables
            )
            assert event in policy.choices(position, weights), (position, weights)
            verbs.add(kernel_comparison.opening_of(event))
            phases.add(position.turn.phase)
    assert {"draw", "play start", "postmaster", "administrator", "close", "keep", "end"} <= verbs
    assert phases >= {"draw", "play", "keep"}
    assert "play horse" in verbs or game not in all_rules.HORSES
    if game in all_rules.OFFICES:
        assert {"return of 1", "return of 2", "honor draw"} <= verbs
        assert "honor house" in verbs or game in all_rules.HORSES


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_only_legal_events_are_chosen(game: str) -> None:
    """With the shipped weights and with random ones; the state stays as it is."""
    verbs = set()
    for position, chance in all_rules.tables(game, 3):
        s, kernel, _ = at(position)
        out = kernel.memory.zeros(kernel.tables.most_events)
        for weights in (list(W.shipped()), any_weights(chance), any_weights(chance)):
            before = kernel_comparison.shown(s)
            event = event_of(
                playout_policy.choose(s, kernel.model.t, kernel.memory.floats(weights), out), kernel.tables
            )
            assert position.why_not(event) == ()
            assert kernel_comparison.shown(s) == before
            verbs.add(event.verb)
    assert {"draw", "play", "close", "keep", "end"} <= verbs
    assert {"return", "honor"} <= verbs or game not in all_rules.OFFICES


def test_its_games_end() -> None:
    longest = 0
    for number, (players, _, _, options) in enumerate(kernel_comparison.BASE * 6):
        s, kernel, _ = at(tt.undealt(players, options=options))
        s[L.CHANCE] += number
        out, weights = kernel.memory.zeros(kernel.tables.most_events), shipped_weights(kernel)
        assert playout_policy.play_out(s, kernel.model.t, weights, out, 60 * players)
        assert s[L.PHASE] == L.OVER
        assert s[L.TURNS] % players == 0
        longest = max(longest, s[L.TURNS] // players)
    assert 15 < longest < 60


@pytest.mark.parametrize("game", all_rules.FURTHER)
def test_its_games_end_with_modules_too(game: str) -> None:
    """Within 100 turns per player, or 200 if horses are needed."""
    rules = all_rules.RULES[game]
    turns = 200 if game in all_rules.HORSES else 100
    for players in (2, 3, 4):
        for seed in range(16):
            kernel = kernel_of(rules)
            s = kernel.state(opening(rules, players), seed)
            out, weights = kernel.memory.zeros(kernel.tables.most_events), shipped_weights(kernel)
            assert playout_policy.play_out(s, kernel.model.t, weights, out, turns * players)
            assert s[L.PHASE] == L.OVER
            assert s[L.TURNS] % players == 0
            ends = [s[L.SEATS + L.SEAT * seat + L.HOUSES_PLACED] for seat in range(players)]
            assert s[L.ENDER] >= 0
            assert max(ends) == rules.board.houses or game not in all_rules.HORSES


def test_a_playout_stops_after_the_turns_that_it_is_given() -> None:
    s, kernel, _ = at(tt.new(3, seed=1))
    out, weights = kernel.memory.zeros(kernel.tables.most_events), shipped_weights(kernel)
    for turns in (0, 1, 5):
        before = int(s[L.TURNS])
        assert not playout_policy.play_out(s, kernel.model.t, weights, out, turns)
        assert s[L.TURNS] == before + turns
        assert not moves.is_chance(s)


@pytest.mark.parametrize("games", [base_games(), further_games()], ids=["base", "further"])
def test_it_plays_far_better_than_chance(games: tuple[RuleSet, ...]) -> None:
    shipped = list(W.shipped())
    only_noise = [0.0] * W.WEIGHTS
    only_noise[W.NOISE] = 1.0
    assert fit_policy.match(games, shipped, only_noise, 24, seed=1) > 15


# ---- its weights


def test_every_weight_has_its_name() -> None:
    assert len(W.NAMES) == len(set(W.NAMES)) == W.WEIGHTS == len(W.shipped())
    assert W.NAMES[W.REGION_TILE] == "region-tile"
    assert W.NAMES[W.NOISE] == "noise"
    assert all(getattr(W, name.upper().replace("-", "_")) == number for number, name in enumerate(W.NAMES))
    assert set(tomllib.loads(W.FILE.read_text(encoding="utf-8"))["weights"]) == set(W.NAMES)


@pytest.mark.parametrize("games", [base_games(), further_games()], ids=["base", "further"])
def test_a_match_is_fair(games: tuple[RuleSet, ...]) -> None:
    """Equal weights tie, and exchanging the sides changes the sign."""
    first, second = any_weights(random.Random(2)), list(W.shipped())
    for deals in (3, 4):
        assert fit_policy.match(games, second, second, deals, seed=5) == 0
        gain = fit_policy.match(games, first, second, deals, seed=5)
        assert gain == -fit_policy.match(games, second, first, deals, seed=5) != 0


def test_the_deals_of_a_match_are_of_all_its_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """By all of their rules, with two, three and four players, whatever the seed."""
    begun = set()

    def seen(rules: RuleSet, players: int) -> tt.Position:
        begun.add((rules, players))
        return opening(rules, players)

    monkeypatch.setattr(fit_policy, "opening", seen)
    weights = list(W.shipped())
    for games, seed in ((base_games(), 3), (further_games(), 40)):
        begun.clear()
        fit_policy.match(games, weights, weights, 3 * len(games), seed)
        assert begun == {(rules, players) for rules in games for players in (2, 3, 4)}


@pytest.mark.parametrize("of_modules", [False, True])
def test_a_fit_depends_on_its_seed_alone(*, of_modules: bool) -> None:
    """It moves the weights of the base game or those for modules and other boards, never the noise or the prior."""
    once = fit_policy.fit(4, 3, seed=5, further=of_modules)
    assert fit_policy.fit(4, 3, seed=5, further=of_modules) == once
    assert fit_policy.fit(4, 3, seed=6, further=of_modules) != once
    moved = {number for number, weight in enumerate(W.shipped()) if once[number] != weight}
    own = set(range(W.FURTHER, W.PREFERRED_PRIOR) if of_modules else range(W.FURTHER))
    assert moved == own - {W.NOISE}


@pytest.mark.parametrize("of_modules", [False, True])
def test_a_fit_is_written_with_how_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, of_modules: bool
) -> None:
    file = tmp_path / "weights.toml"
    file.write_bytes(W.FILE.read_bytes())
    made = tomllib.loads(file.read_text(encoding="utf-8"))["made"]
    monkeypatch.setattr(W, "FILE", file)
    words = ["--steps", "3", "--deals", "2", "--seed", "9", *(["--further"] if of_modules else [])]
    answer = CliRunner().invoke(fit_policy.main, words)
    assert answer.exit_code == 0
    written = tomllib.loads(file.read_text(encoding="utf-8"))
    assert written["made"][:-1] == made
    assert {"further": of_modules, "steps": 3, "deals": 2, "seed": 9}.items() <= written["made"][-1].items()
    found = fit_policy.fit(3, 2, seed=9, further=of_modules)
    assert list(written["weights"].values()) == [round(weight, 3) for weight in found]
    assert list(written["weights"]) == list(W.NAMES)


# ---- the games for fitting


def test_the_further_games_are_others_than_the_base_game() -> None:
    """Every module is among them, alone and with each other, the made-up board without any, and no game twice."""
    games = further_games()
    assert len(games) == len(set(games))
    assert {(rules.board.name, frozenset(rules.modules)) for rules in games} >= {
        (board, frozenset(modules))
        for board, modules in random_play.GAMES
        if board == "south" or "power-and-glory" in modules
    }
    assert all(rules.modules or rules.board.name != "south" for rules in games)
    assert all(rules.board.name == "south" and not rules.modules for rules in base_games())
    for rules in (*base_games(), *games):
        assert opening(rules, 3).rules == rules
        assert len(opening(rules, 3).players) == 3
