"""Messages: templates and what fills them, and the errors that carry them."""

import copy
import errno
import pickle
from pathlib import Path

import pytest

import thurntaxis as tt
from support.golden import check
from thurntaxis import fault, message
from thurntaxis.board import Board
from thurntaxis.boards import board
from thurntaxis.fault import InputError, reason_of
from thurntaxis.message import Alternatives, Message
from thurntaxis.names import UnknownName


def test_gaps_are_filled() -> None:
    names = vars(fault) | vars(message) | {"tt": tt}
    check(Path(__file__).with_name("messages.txt"), lambda case: str(eval(case, names)))


def test_a_message_keeps_its_template_and_facts_in_copies() -> None:
    message = Message("roads from {a} lead to {near}", a="Ulm", near=("Augsburg", "Kempten"))
    for again in (message, copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
        assert (str(again), again.template, again.facts) == (str(message), message.template, message.facts)


def test_an_input_error_says_what_is_wrong_and_what_would_be_right() -> None:
    error = InputError(Message("is {value}", value=3), Message("at most {most}", most=2))
    again = pickle.loads(pickle.dumps(error))
    assert str(error) == str(again) == "expected at most 2, found 3"
    assert (again.wrong.facts, again.right.template) == ({"value": 3}, "at most {most}")


def test_an_unknown_name_keeps_what_it_could_be() -> None:
    south: Board = board("south")
    with pytest.raises(UnknownName) as unknown:
        south.resolve("Olm")
    assert unknown.value.wrong.facts["text"] == "Olm"
    assert unknown.value.right.facts["name"] == Alternatives(("Ulm",))


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "the disk is full"),
        (OSError(errno.EIO, "Input/output error"), "Input/output error"),
        (OSError("odd"), "odd"),
        (OSError(errno.EBADF, Message("standard input is closed")), "standard input is closed"),
    ],
)
def test_errors_of_the_system_have_their_reasons(error: OSError, reason: str) -> None:
    assert reason_of(error) == reason


def test_an_objection_is_a_message_too() -> None:
    (objection,) = tt.new(seed=1).why_not("play Ulm right")[:1]
    assert (str(objection.message), objection.message.template) == (objection.sentence, objection.template)
