"""The kernel against the reference, event by event; its random numbers."""

import itertools
import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import thurntaxis as tt
from support import kernel_comparison, paths, random_play
from support.decisions import decisions
from support.few_and_many import few_and_many
from support.kernel_comparison import surprise
from support.kernels import kernel_of
from thurntaxis.io.read import position_from_data
from thurntaxis.values import is_unknown
from thurntaxis_solver.kernel import compiled, rng
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.rules import moves
from thurntaxis_solver.kernel.search import perft
from thurntaxis_solver.kernel.states import event_of

COUNTED = sorted(paths.COUNTS.rglob("*.toml"))

# ---- against the reference


PARTS, EVENTS = 16, 31_250
"""The parts of the long comparison, and how many events of either kind each of them compares: a million in all."""


@few_and_many(8, 16)
@pytest.mark.parametrize("games", [kernel_comparison.BASE, kernel_comparison.other_games()], ids=["base", "others"])
def test_games_agree_event_by_event(games: list[kernel_comparison.Game], seeds: range) -> None:
    """With and without modules, on every board, by all readings; most games are random, the policy plays the others."""
    assert sum(kernel_comparison.compare(number, games)[0].total() for number in seeds) > 80 * len(seeds)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("games", [kernel_comparison.BASE, kernel_comparison.other_games()], ids=["base", "others"])
def test_a_million_events_agree(games: list[kernel_comparison.Game], part: int) -> None:
    events = 0
    for number in itertools.count(part, PARTS):
        events += kernel_comparison.compare(number, games)[0].total()
        if events >= EVENTS:
            break


@pytest.mark.parametrize("path", COUNTED, ids=lambda path: path.stem)
def test_perft(path: Path) -> None:
    """Counted by the kernel alone; to a depth of two, also event by event."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    position, counts = position_from_data(data["position"]), data["perft"]
    kernel = kernel_of(position.rules)
    table = kernel.tables
    hidden = sum(is_unknown(card) for player in position.players for card in player.hand)
    if hidden:
        assert kernel.state(position)[L.DECK_SIZE] == position.deck_size + hidden
        return
    s, out = kernel.state(position), kernel.memory.zeros(table.most_events)
    depths = range(1, len(counts) + 1)
    assert [perft.perft(s, kernel.model.t, kernel.workspace, depth) for depth in depths] == counts
    assert [kernel_comparison.perft(s, kernel, depth, out) for depth in depths[:2]] == counts[:2]


def test_a_card_that_is_not_in_the_deck_cannot_be_dealt() -> None:
    position = tt.undealt(2)
    kernel = kernel_of(position.rules)
    table = kernel.tables
    s = kernel.state(position)
    assert [bool(moves.deal(s, kernel.model.t, table.bit_of["Ulm"])) for _ in range(4)] == [True, True, True, False]
    assert table.cities_of(s[L.DISPLAY]) == ("Ulm",) * 3
    assert s[L.TO_DISPLAY] == 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ties_are_broken_as_the_reference_does(players: int) -> None:
    """For every player who may have ended the game, and every distribution of houses.

    While nobody has ended it, a tie falls to the first player from the start.
    """
    kernel, ties = kernel_of(tt.rule_set()), 0
    for ender, start in itertools.product(range(players), repeat=2):
        for houses in itertools.product((("Ulm",), ("Linz", "Ulm")), repeat=players):
            seats = tuple(tt.Player(houses=mine) for mine in houses)
            position = tt.undealt(players).replace(players=seats, ender=ender, start=start)
            assert moves.winner(kernel.state(position), kernel.model.t) == position.winner()
            ties += position.scores().count(max(position.scores())) > 1
    assert ties > players**2
    for start in range(players):
        assert moves.winner(kernel.state(tt.undealt(players).replace(start=start)), kernel.model.t) == start


def test_turns_are_counted() -> None:
    position = tt.new(3, seed=1)
    kernel = kernel_of(position.rules)
    s = kernel.state(position)
    play = random.Random(1)
    turns = 0
    for _ in range(300):
        event = random_play.choose(position, play)
        kernel_comparison.play(s, kernel, event)
        before, position = position, position.play(event)
        turns += before.turn.player != position.turn.player
        assert s[L.TURNS] == turns
    assert turns > 20


# ---- random numbers

MEMORY = compiled.new_memory()


def drawn(bound: int, many: int, seed: int) -> list[int]:
    s = MEMORY.zeros(L.STATE_SIZE)
    s[L.CHANCE] = rng.seeded(seed)
    return [int(rng.below(s, bound)) for _ in range(many)]


@pytest.mark.parametrize("bound", [2, 3, 6, 7, 22, 66, 1000])
def test_numbers_are_uniform_and_do_not_depend_on_those_before(bound: int) -> None:
    samples = [drawn(bound, 6000, seed) for seed in range(20)]
    assert surprise(samples, dict.fromkeys(range(bound), 1.0)) < 4
    pairs = list(itertools.product(range(bound), repeat=2))
    for apart in (1, 2) if bound < 10 else ():
        apart_so = [zip(numbers, numbers[apart:], strict=False) for numbers in samples]
        assert surprise(apart_so, dict.fromkeys(pairs, 1.0)) < 4


def test_the_first_numbers_of_near_seeds_are_uniform() -> None:
    assert surprise([[drawn(66, 1, seed)[0] for seed in range(20_000)]], dict.fromkeys(range(66), 1.0)) < 4
    assert len({rng.seeded(seed) for seed in range(20_000)}) == 20_000


def test_the_period_is_as_long_as_documented() -> None:
    """The states are the powers of the multiplier modulo a safe prime: all but one orbit of them has that many."""
    from sympy import isprime

    prime, period = rng.MULTIPLIER * 2**32 - 1, rng.MULTIPLIER * 2**31 - 1
    assert isprime(prime)
    assert isprime(period)
    assert pow(rng.MULTIPLIER, period, prime) == 1
    assert 2**60 < period < 2**61
    s = MEMORY.zeros(L.STATE_SIZE)
    s[L.CHANCE] = first = rng.seeded(11)
    for step in range(1, 200):
        rng.below(s, 6)
        assert s[L.CHANCE] == first * pow(rng.MULTIPLIER, step, prime) % prime


@pytest.mark.parametrize("seed", [0, 1, -1, 2**63, 2**64 - 1, -(2**70), 10**30])
def test_every_seed_gives_a_state_of_the_long_orbits(seed: int) -> None:
    assert 0 < rng.seeded(seed) < rng.MULTIPLIER * 2**32 - 1


def test_every_card_of_the_deck_is_equally_likely() -> None:
    position = next(p for p in decisions(3, every=40) if len(set(Counter(p.unseen).values())) == 3)
    position = position.replace(turn=tt.Turn(0, drawn=1, pending=("display",)), display=position.display[1:])
    kernel = kernel_of(position.rules)
    table = kernel.tables
    start, found = kernel.state(position), []
    for seed in range(20_000):
        s = kernel.memory.array(start)
        s[L.CHANCE] = rng.seeded(seed)
        found.append(event_of(moves.deal_any(s, kernel.model.t), table)[1])
    expected: dict[object, float] = {**Counter(position.unseen)}
    assert surprise([found], expected) < 4
