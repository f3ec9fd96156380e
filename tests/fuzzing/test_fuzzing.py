"""A few nearly right inputs of each kind; `python tests/fuzzing SECONDS` tries many more."""

import pytest

from fuzzing.targets import TARGETS, Target


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_an_input_is_read_right_or_refused_in_plain_lines(target: Target) -> None:
    for number in range(target.share):
        target.check(target.input(-number))


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_a_number_gives_the_same_input_again(target: Target) -> None:
    made = [target.input(number) for number in range(20)]
    assert repr(made) == repr([target.input(number) for number in range(20)])
    assert len(set(map(repr, made))) > 10
