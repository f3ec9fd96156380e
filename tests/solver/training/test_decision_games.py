"""The games whose decisions the prior network learns from, and what is recorded of them. (PyTorch isn't needed.)"""

import numpy as np
import pytest

from thurntaxis_solver.kernel import layout as L
from thurntaxis_solver.kernel.checkpoint import RUSHER, checkpoint
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network import prior_network as P
from thurntaxis_training.recorded_games import play_decisions
from thurntaxis_training.records import RecordedDecisions


def played(number: int, *, further: bool = False, seed: int = 3) -> RecordedDecisions:
    return play_decisions(checkpoint(RUSHER), seed, 4, number, further=further)


def equal(some: RecordedDecisions, others: RecordedDecisions) -> bool:
    return all(map(np.array_equal, some.arrays().values(), others.arrays().values()))


@pytest.mark.parametrize("further", [False, True])
def test_records_hold_decisions_between_several_events(*, further: bool) -> None:
    verbs: set[int] = set()
    for number in range(12 if further else 3):
        found = played(number, further=further)
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
    first = played(2)
    assert equal(first, played(2))
    assert not equal(first, played(3))
    assert not equal(first, played(2, seed=4))
