"""A few hundred nearly right inputs of each kind; `python tests/fuzzing SECONDS` tries many more."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from fuzzing.targets import TARGETS, Target


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_an_input_is_read_right_or_refused_in_plain_lines(target: Target) -> None:
    @settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(target.inputs)
    def run(value: Any) -> None:
        target.check(value)

    run()
