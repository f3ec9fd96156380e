"""The games whose decisions the prior network learns from, and what is recorded of them. (PyTorch isn't needed.)"""

from dataclasses import fields

import numpy as np
import pytest

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import RUSHER, checkpoint
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import prior_network as P
from thurntaxis_training.decision_games import DecisionsPlan, play_decisions
from thurntaxis_training.decisions import RecordedDecisions


def plan(*, further: bool = False, seed: int = 3) -> DecisionsPlan:
    return DecisionsPlan(seed, 4, further, checkpoint(RUSHER))


def equal(some: RecordedDecisions, others: RecordedDecisions) -> bool:
    return all(np.array_equal(getattr(some, field.name), getattr(others, field.name)) for field in fields(some))


@pytest.mark.parametrize("further", [False, True])
def test_records_hold_decisions_between_several_events(*, further: bool) -> None:
    verbs: set[int] = set()
    for number in range(12 if further else 3):
        found = play_decisions(plan(further=further), number)
        assert found.count > 100
        assert found.input_starts[-1] == len(found.places) == len(found.values)
        assert found.event_starts[-1] == len(found.utilities) == len(found.part_starts) - 1
        assert found.part_starts[-1] == len(found.parts)
        assert np.diff(found.event_starts).min() >= 2
        assert np.diff(found.part_starts).min() >= 1
        assert (found.places >= 0).all()
        assert (found.places < X.INPUTS).all()
        assert (found.parts < P.PARTS).all()
        assert np.abs(found.utilities).max() < 2
        firsts = found.parts[found.part_starts[:-1]]
        assert (firsts < L.VERBS).all()
        verbs |= set(firsts.tolist())
        preferred = np.add.reduceat(found.parts == P.PREFERRED, found.part_starts[:-1])
        of_decision = np.add.reduceat(preferred, found.event_starts[:-1])
        assert of_decision.max() == 1
        assert of_decision.mean() > 0.95, "the policy nearly always chooses a candidate"
    assert {L.DRAW, L.ADMINISTRATOR, L.END, L.CLOSE, L.KEEP, L.PLAY_START} <= verbs
    assert not further or {L.RETURN, L.PLAY_HORSE} <= verbs


def test_a_task_depends_on_its_number_and_the_seed_alone() -> None:
    first = play_decisions(plan(), 2)
    assert equal(first, play_decisions(plan(), 2))
    assert not equal(first, play_decisions(plan(), 3))
    assert not equal(first, play_decisions(plan(seed=4), 2))


def test_joined_records_hold_the_decisions_of_all() -> None:
    both = [play_decisions(plan(), number) for number in range(2)]
    joined, at = RecordedDecisions.joined(both), 0
    assert joined.count == sum(found.count for found in both)
    for found in both:
        for decision in range(0, found.count, 25):
            assert _decision(joined, at + decision) == _decision(found, decision)
        at += found.count


def _decision(found: RecordedDecisions, number: int) -> tuple[list[float], list[tuple[float, list[int]]]]:
    """Return the inputs of a decision, and the utility and parts of each of its events."""

    def among(starts: np.ndarray, which: int) -> range:
        return range(int(starts[which]), int(starts[which + 1]))

    events = [
        (float(found.utilities[event]), [int(found.parts[part]) for part in among(found.part_starts, event)])
        for event in among(found.event_starts, number)
    ]
    return [float(found.places[n]) for n in among(found.input_starts, number)], events
