"""One-turn lookahead: its candidates, and its choice."""

import itertools
import random
from collections.abc import Sequence

import pytest

import thurntaxis as tt
from support import all_rules, kernel_comparison
from support.few_and_many import one_in
from support.kernels import kernel_of
from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.instance import Kernel
from thurntaxis_solver.kernel.policy import policy_weights as W
from thurntaxis_solver.kernel.policy.playout_policy import _houses_value as houses_value
from thurntaxis_solver.kernel.search import lookahead
from thurntaxis_solver.kernel.search.model import Model
from thurntaxis_solver.kernel.states import event_of

MOST_CANDIDATES = {"close": 8, "keep": 6}
"""How many sets of houses to close with, and of cards to keep, are candidates."""


def set_value(position: tt.Position, event: tt.Event, kernel: Kernel, model: Model) -> float:
    """The value of a set of houses, or of cards kept: for houses, for neighbours among the cards, and for variety."""
    board = position.rules.board
    cities = {board.city_of[card] for card in event[1:]} if event.verb == "keep" else set(event.cities)
    beside = sum(1.0 for city in cities if event.verb == "keep" and board.neighbours[city] & cities)
    s, me = kernel.state(position), L.SEATS + L.SEAT * position.decider
    houses = houses_value(s, model.t, model.weights, me, kernel.tables.set_of(tuple(cities)))
    return houses + beside + 0.05 * len(cities)


@pytest.mark.parametrize(
    "games",
    one_in(3, [[game] for game in all_rules.ALL if game not in all_rules.HORSES] + [all_rules.HORSES]),
    ids=lambda games: " and ".join(games)[:40],
)
def test_all_events_are_candidates_but_the_lesser_sets_of_houses_and_of_cards(games: Sequence[str]) -> None:
    """With random weights; of equally good sets any may remain.

    Games that need horses seldom have many sets of houses, so they are tested together.
    """
    left_out, weighed = {"close": 0, "keep": 0}, random.Random(1)
    for position, _ in itertools.chain.from_iterable(map(all_rules.tables, games)):
        weights = [weighed.uniform(-3, 3) for _ in range(W.WEIGHTS)]
        kernel = kernel_of(position.rules)
        table = kernel.tables
        model = kernel.model._replace(weights=kernel.memory.floats(weights))
        n = lookahead.candidates(kernel.state(position), model, kernel.workspace)
        found = [event_of(kernel.workspace.events[place], table) for place in range(n)]
        events = list(position.events())
        assert len(set(found)) == n
        assert set(found) <= set(events)
        verb = {"play": "close", "keep": "keep"}.get(position.turn.phase, "")
        sets = [event for event in events if event.verb == verb]
        most = MOST_CANDIDATES.get(verb, 0)
        if position.returning or len(events if verb == "close" else sets) <= most:
            assert sorted(found) == events
            continue
        assert {event for event in events if event.verb != verb} <= set(found)
        values = {event: set_value(position, event, kernel, model) for event in sets}
        best = sorted(values.values(), reverse=True)[:most]
        assert sorted((values[e] for e in found if e.verb == verb), reverse=True) == pytest.approx(best)
        left_out[verb] = left_out.get(verb, 0) + len(events) - n
    assert min(left_out["close"], left_out["keep"]) > 0


@pytest.mark.parametrize("game", one_in(3, all_rules.ALL))
def test_it_chooses_legal_events_and_leaves_the_state_as_it_is(game: str) -> None:
    verbs = set()
    for position in random.Random(5).sample([position for position, _ in all_rules.tables(game)], 90):
        kernel = kernel_of(position.rules)
        table = kernel.tables
        s = kernel.state(position, 3)
        before = kernel_comparison.shown(s)
        event = event_of(lookahead.choose_ahead(s, kernel.model, kernel.workspace), table)
        assert position.why_not(event) == ()
        assert kernel_comparison.shown(s) == before
        verbs.add(event.verb)
    assert {"draw", "play", "keep"} <= verbs
    assert {"return", "honor"} <= verbs or game not in all_rules.OFFICES


FEW_GAMES = all_rules.FURTHER[::3]
OTHER_GAMES = [game for game in all_rules.FURTHER if game not in FEW_GAMES]


@pytest.mark.parametrize(
    "games", [FEW_GAMES, pytest.param(OTHER_GAMES, marks=pytest.mark.nightly)], ids=["few", "others"]
)
def test_the_last_decision_of_a_game_is_the_best_one(games: Sequence[str]) -> None:
    """If the event ends the game, the result counts: who wins, and then the margin."""
    checked = 0
    for position in itertools.chain.from_iterable(map(all_rules.of_game, games)):
        if len(position.events()) < 2 or not all(position.play(event).is_over for event in position.events()):
            continue
        me, kernel = position.decider, kernel_of(position.rules)
        chosen = lookahead.choose_ahead(kernel.state(position, 3), kernel.model, kernel.workspace)
        ends = {event: position.play(event) for event in position.events()}
        results = {event: (end.winner() == me, end.scores()[me]) for event, end in ends.items()}
        assert results[event_of(chosen, kernel.tables)] == max(results.values())
        checked += 1
    assert checked > len(games) // 2
