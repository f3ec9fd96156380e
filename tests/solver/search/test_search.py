"""Search: the same playouts give the same answer, it finds what is proved, and it knows only what may be known."""

import itertools
import math
import os
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import thurntaxis as tt
from best_moves import best_moves
from support.best_turns import is_last_turn
from support.decisions import decisions
from support.exact_advice import advise_exactly
from support.few_and_many import few_and_many
from support.kernels import kernel_of
from support.policy_games import policy_game
from support.searched_positions import HIDDEN, LAST, MIDDLE, grown
from support.whole_turns import result, seat, table, turn_value
from thurntaxis_solver.analysis import Analysis
from thurntaxis_solver.effort import Effort
from thurntaxis_solver.estimates import Exact
from thurntaxis_solver.kernel.compiled import new_memory
from thurntaxis_solver.kernel.layout import DECK, DECK_SIZE, HAND, HAND_SIZE, SEAT, SEATS
from thurntaxis_solver.kernel.search import last_turn, tree_search
from thurntaxis_solver.kernel.search.network_value import POINTS_EXPECTED, WIN
from thurntaxis_solver.search.ismcts import Branch, Ismcts
from thurntaxis_solver.search.search_advice import compared_lines


def examined(search: Ismcts, event: tt.Event) -> Ismcts:
    search.examine(event)
    return search


# ---- the same again


SIGNATURE = """
import thurntaxis as tt
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.tables import tables
from thurntaxis_solver.search.ismcts import Ismcts
for learned in (True, False):
    search = Ismcts(tt.new(2, seed=3), 2, kernels=[Kernel.of(tables(tt.rule_set()), learned=learned)])
    search.think(playouts=60)
    for branch in search.branches():
        print(branch.event, branch.visits, round(branch.utility, 9), round(branch.margin, 9))
"""


def test_compiled_or_not_the_answer_is_the_same() -> None:
    def answer(plain: str) -> str:
        environment = {**os.environ, "THURNTAXIS_PLAIN": plain}
        done = subprocess.run(
            [sys.executable, "-c", SIGNATURE], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    compiled = answer("0")
    assert answer("1") == compiled
    assert len(compiled.splitlines()) > 6


def test_the_signature() -> None:
    """One number for the whole search: a change that is not meant to change it must leave it as it is."""
    total = 0
    for (seed, players), learned in itertools.product(((1, 2), (2, 3), (3, 4)), (True, False)):
        position = tt.new(players, seed=seed)
        search = grown(position, 1000, seed=seed, kernels=[kernel_of(position.rules, learned=learned)])
        for place, branch in enumerate(search.branches(), 1):
            total += place * branch.visits * sum(map(ord, str(branch.event)))
    assert total == 16426168


@pytest.mark.parametrize("cores", [1, 2])
def test_the_same_seed_gives_the_same_answer(cores: int) -> None:
    first = grown(MIDDLE, 300, seed=4, cores=cores).branches()
    assert first == grown(MIDDLE, 300, seed=4, cores=cores).branches()
    assert first != grown(MIDDLE, 300, seed=5, cores=cores).branches()


# ---- what it counts


@pytest.mark.parametrize("learned", [True, False])
@pytest.mark.parametrize("position", [MIDDLE, HIDDEN, LAST], ids=["middle", "hidden", "last"])
def test_every_playout_is_counted_once(position: tt.Position, *, learned: bool) -> None:
    """However often the search goes on."""
    search = Ismcts(position, kernels=[kernel_of(position.rules, learned=learned)])
    for playouts in (100, 1, 149):
        search.think(playouts=playouts)
    branches = search.branches()
    assert search.playouts == sum(branch.visits for branch in branches) == 250
    assert {branch.event for branch in branches} <= set(position.events())
    for branch in branches:
        if branch.visits:
            assert 0 <= branch.win <= 1


def test_an_event_can_be_examined_as_well_as_the_best_and_no_other_one_changes() -> None:
    for cores in (1, 2):
        for event in MIDDLE.events():
            search = grown(MIDDLE, 400, cores=cores)
            before = {branch.event: branch for branch in search.branches() if branch.event != event}
            most = search.branches()[0].visits
            examined(search, event)
            after = {branch.event: branch for branch in search.branches()}
            assert after.pop(event).visits == most
            assert [before[event].win for event in after] == [branch.win for branch in after.values()]
            assert [before[event].visits for event in after] == [branch.visits for branch in after.values()]


def test_memory_grows_with_the_tree_and_the_search_ends_where_it_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    roomy = grown(MIDDLE, 400)
    monkeypatch.setattr("thurntaxis_solver.search.ismcts.FIRST_EDGES", 64)
    small = grown(MIDDLE, 400)
    assert small.branches() == roomy.branches()
    assert not small.is_full
    monkeypatch.setattr("thurntaxis_solver.search.ismcts.MOST_EDGES", 16384)
    full = grown(MIDDLE, 4000)
    assert full.is_full
    assert 100 < full.playouts < 4000
    assert compared_lines(full, 1).told()
    assert Analysis(MIDDLE, Effort(playouts=50)).result().notes == ()
    found = Analysis(MIDDLE, Effort(playouts=4000)).result()
    assert found.notes == ("memory-full",)
    assert found.advice.effort.playouts == full.playouts


def test_growing_a_tree_changes_nothing_in_it_and_takes_the_space_that_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory = new_memory()
    tree = tree_search.new_tree(40, memory)
    edge = tree_search.add_edge(tree, 0, 77)
    tree.edges[edge][tree_search.VISITS] = 7
    tree.sums[edge][tree_search.WIN_SUM] = 2.5
    larger = tree_search.larger(tree, memory, 1000)
    assert (len(larger.edges), len(larger.nodes)) == (320, 80)
    assert list(larger.counts) == list(tree.counts)
    assert tree_search.find_edge(larger, 0, 77) == edge
    assert larger.edges[edge][tree_search.VISITS] == 7
    assert larger.sums[edge][tree_search.WIN_SUM] == 2.5
    assert len(tree_search.larger(larger, memory, 1000).edges) == 1000
    with pytest.raises(MemoryError):
        tree_search.larger(larger, memory, 320)

    matrix = memory.matrix
    for space, edges in ((160, 160), (80, 80), (79, None)):

        def in_little_space(rows: int, columns: int, space: int = space) -> list[list[int]]:
            if rows > space:
                raise MemoryError
            return matrix(rows, columns)

        monkeypatch.setattr(memory, "matrix", in_little_space)
        if edges:
            assert len(tree_search.larger(tree, memory, 1000).edges) == edges
        else:
            with pytest.raises(MemoryError):
                tree_search.larger(tree, memory, 1000)


# ---- what it finds


def by_worth(position: tt.Position, player: int) -> tuple[Fraction, ...]:
    """Return the result of a game as the search counts it: a point of margin is worth a hundredth of a win."""
    win, margin, score = result(position, player)
    return win + margin / 100, win, margin, score


def last_turns(seeds: range) -> Iterator[tt.Position]:
    """Yield positions of last turns, once a card is drawn: those with a best move, and some of random games."""
    made = [move.position for move in best_moves()]
    blind = table(
        seat(carriage=7, houses="Ulm Bas Zür"),
        seat("Mün", "Kem Aug", carriage=5),
        deck="Pas Sal Inn",
        drawn=1,
        began_empty=True,
    )
    for position in itertools.chain([blind], made, *(decisions(seed, 2, 5000) for seed in seeds)):
        if is_last_turn(position) and position.turn.drawn > 0:
            yield position


@few_and_many(3, 60)
def test_the_last_turn_is_judged_as_it_is_proved(seeds: range) -> None:
    """Once a card is drawn, the best way to end the game is found by going through all of them."""
    checked: dict[str, int] = {}
    for position in last_turns(seeds):
        player, phase = position.turn.player, position.turn.phase
        kernel = kernel_of(position.rules)
        space, s = kernel.workspace, kernel.state(position)
        if phase == "draw" and position.turn.official is None and position.deck_size == 0:
            assert not last_turn.is_last_turn(s, kernel.model.t)
            continue
        assert last_turn.is_last_turn(s, kernel.model.t)
        last_turn.evaluate_last_turn(s, kernel.model.t, space)
        _, win, margin, _ = turn_value(position, player, by_worth)
        found = space.leaf_values[0]
        others = [found[POINTS_EXPECTED + other] for other in range(len(position.players)) if other != player]
        assert found[WIN + player] == pytest.approx(float(win))
        assert found[POINTS_EXPECTED + player] - max(others) == pytest.approx(float(margin))
        checked[phase] = checked.get(phase, 0) + 1
    assert min(checked["draw"], checked["play"]) > len(seeds) // 3, checked


def proved(position: tt.Position) -> tuple[Fraction, Fraction]:
    """Return the chance of winning and the margin of a player with whose turn the game ends."""
    line = advise_exactly(position).lines[0]
    assert isinstance(line.win, Exact)
    assert isinstance(line.margin, Exact)
    return line.win.fraction, line.margin.fraction


def before_last_turns(seeds: range) -> Iterator[tt.Position]:
    """Yield positions at the beginning of a last turn: those with a best move, and some of games by the policy."""
    yield LAST
    for move in best_moves():
        if is_last_turn(move.position):
            yield move.position
    for seed, players in itertools.product(seeds, (2, 3, 4)):
        yield from itertools.islice(filter(is_last_turn, policy_game(seed, players)), 1)


NEAR = 6
"""How far off the expected margin may be, in points."""


def best_branch(position: tt.Position, playouts: int) -> Branch:
    """Return what a search knows of the event that it finds best."""
    search = grown(position, playouts)
    return next(branch for branch in search.branches() if branch.event == search.best())


@few_and_many(1, 8)
def test_before_the_last_turn_the_search_comes_to_what_is_proved(seeds: range) -> None:
    """If the game is decided, only the margin is left to choose by, which takes up to 64,000 playouts."""
    found = 0
    for position in before_last_turns(seeds):
        win, margin = proved(position)
        branch = best_branch(position, 4000)
        if win in (0, 1) and abs(branch.margin - margin) > NEAR:
            branch = best_branch(position, 64_000)
        assert abs(branch.win - win) < 0.05
        assert abs(branch.margin - margin) < NEAR, (position, branch, margin)
        found += 1
    assert found > 3 * len(seeds) + 5


def last_rounds(seed: int) -> Iterator[tuple[tt.Position, tt.Event]]:
    """Yield where the starting player of two can end the game, and the event that does."""
    for position in policy_game(seed, 2):
        if position.ender is None and position.turn.player == position.start and not position.is_chance:
            for event in position.events():
                if position.play(event).ender is not None:
                    yield position, event


@few_and_many(8, 40)
def test_in_the_last_round_of_two_the_search_comes_to_what_is_proved(seeds: range) -> None:
    """The other's whole last turn is gone through; what is best for the other is worst here.

    The margin comes to it more slowly where the game is as good as decided.
    """
    verbs = [check_last_round(seed) for seed in seeds]
    found = [verb for verb in verbs if verb]
    assert len(found) >= len(seeds) // 3
    assert {*found} >= {"carriage", "cartwright"}


def check_last_round(seed: int) -> str | None:
    """Compare a search with what is proved once the end of a game is triggered; return the verb that does it."""
    for position, event in last_rounds(seed):
        after = position.play(event)
        while after.turn.player == position.start:
            after = after.play(after.events()[0])  # whatever is kept: the player has no further turn
        win, _ = proved(after)
        branches = examined(grown(position, 10_000), event).branches()
        branch = next(branch for branch in branches if branch.event == event)
        assert abs(branch.win - (1 - win)) < 0.05
        return event.verb
    return None


# ---- what may be known


def test_unknown_cards_are_dealt_from_the_unseen_ones_each_as_likely() -> None:
    kernel, chance = kernel_of(HIDDEN.rules), random.Random(1)
    numbers = kernel.tables
    unknown = [player.hand.count(tt.UNKNOWN) for player in HIDDEN.players]
    other = 1 - HIDDEN.turn.player
    assert unknown[other] > 0
    seen: dict[int, int] = dict.fromkeys(numbers.bit_of.values(), 0)
    deals = 4000
    for _ in range(deals):
        s = kernel.state(HIDDEN, chance.randrange(2**31))
        before = sorted(s[DECK : DECK + s[DECK_SIZE]])
        tree_search.deal_unknown(s, kernel.model.t, kernel.unknown(HIDDEN))
        me = SEATS + SEAT * other
        assert s[me + HAND_SIZE] == len(HIDDEN.players[other].hand)
        hidden = [numbers.bit_of[c] for c in numbers.cities_of(s[me + HAND])]
        known = [numbers.bit_of[c] for c in HIDDEN.players[other].hand if c != tt.UNKNOWN]
        for card in known:
            hidden.remove(card)
        for card in hidden:
            seen[card] += 1
        assert sorted([*s[DECK : DECK + s[DECK_SIZE]], *hidden]) == before
    for bit, times in seen.items():
        expected = deals * unknown[other] * HIDDEN.unseen.count(numbers.name_of[bit]) / len(HIDDEN.unseen)
        assert abs(times - expected) < 6 * (expected + 1) ** 0.5


def test_one_s_own_hand_has_to_be_known() -> None:
    position = MIDDLE.with_own(hand=(tt.UNKNOWN,))
    with pytest.raises(ValueError, match="the hand of player 1 has unknown cards"):
        Ismcts(position)


# ---- the end of thinking


def test_thinking_ends_in_time_or_when_it_is_stopped() -> None:
    search = grown(MIDDLE, 10)
    begun = time.monotonic()
    search.think(seconds=0.2)
    assert 0.2 <= time.monotonic() - begun < 5
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    begun = time.monotonic()
    search.think(seconds=60, stop=stop)
    assert time.monotonic() - begun < 5


def test_a_search_that_nothing_would_end_is_refused() -> None:
    search = grown(MIDDLE, 10)
    with pytest.raises(ValueError, match=r"^the search has no limit; expected seconds, playouts or stop$"):
        search.think()
    assert search.playouts == grown(MIDDLE, 10).playouts
    stop = threading.Event()
    stop.set()
    search.think(stop=stop)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ({"seconds": 0.0}, "seconds is 0.0; expected more than 0"),
        ({"seconds": -1, "playouts": 5}, "seconds is -1; expected more than 0"),
        ({"seconds": math.nan}, "seconds is nan; expected more than 0"),
        ({"playouts": 0}, "playouts is 0; expected at least 1"),
        ({"playouts": -3}, "playouts is -3; expected at least 1"),
    ],
)
def test_no_time_and_no_playouts_are_refused(limits: dict[str, Any], message: str) -> None:
    for attempt in (grown(MIDDLE, 10).think, Effort):
        with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
            attempt(**limits)
