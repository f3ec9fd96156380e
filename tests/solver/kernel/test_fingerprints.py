"""The policy's choices and the networks' inputs, by fingerprints: the weights were made for exactly these.

A change that isn't meant to change them must leave `fingerprints.txt` as it is. After any other, train new weights.
"""

import hashlib
import itertools
from pathlib import Path

import pytest

from support import all_rules
from support.few_and_many import one_in
from support.kernels import kernel_of
from thurntaxis_solver.kernel.network import input_layout as X
from thurntaxis_solver.kernel.network.encoding import encode
from thurntaxis_solver.kernel.policy.playout_policy import choose
from thurntaxis_solver.kernel.states import event_of

FINGERPRINTS = dict(
    line.split(": ") for line in Path(__file__).with_name("fingerprints.txt").read_text(encoding="utf-8").splitlines()
)


@pytest.mark.parametrize("game", one_in(3, list(all_rules.ALL)))
def test_choices_and_inputs_are_those_that_the_weights_were_made_for(game: str) -> None:
    parts: list[object] = []
    for position in itertools.islice(all_rules.decisions_of(game), 0, None, 5):
        kernel = kernel_of(position.rules)
        s, model = kernel.state(position, 1), kernel.model
        parts.append(str(event_of(choose(s, model.t, model.weights, kernel.workspace.events), kernel.tables)))
        places, values = kernel.memory.zeros(X.MOST_ACTIVE), kernel.memory.singles([0.0] * X.MOST_ACTIVE)
        size = int(encode(s, model.t, places, values))
        parts.append([(int(place), float(values[at])) for at, place in enumerate(places[:size])])
    assert hashlib.sha256(repr(parts).encode()).hexdigest()[:16] == FINGERPRINTS[game]
