"""Messages: templates and what fills them, and the errors that carry them."""

import copy
import errno
import pickle

import pytest

import thurntaxis as tt
from thurntaxis.board import Board
from thurntaxis.boards import board
from thurntaxis.fault import InputError, in_one_line, reason_of
from thurntaxis.message import Alternatives, Message, verbatim
from thurntaxis.names import UnknownName
from thurntaxis.position import Tile


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (Message("no gap"), "no gap"),
        (Message("is {value}", value=True), "is true"),
        (Message("is {value}", value=-(10**31)), "is -10^31"),
        (Message("has {number:# card|# cards}", number=1), "has 1 card"),
        (Message("has {number:# card|# cards}", number=0), "has 0 cards"),
        (Message("{names:argument #|arguments #}", names=("a",)), "argument a"),
        (Message("{names:argument #|arguments #}", names=("a", "b", "c")), "arguments a, b and c"),
        (Message("{names}", names=Alternatives((2, "x"))), "2 or x"),
        (Message("the tile {tile}", tile=Tile("route-5", 2)), "the tile route-5 2"),
        (
            Message("{city} lies in {province}", city="Halle", province="Pre\u202eussen"),
            "Halle lies in Pre\\u202eussen",
        ),
        (Message("the free city {city} has no tile", city="\n"), "the free city \\n has no tile"),
        (in_one_line(Message("missing"), verbatim("1")), "missing; expected 1"),
    ],
)
def test_gaps_are_filled(message: Message, text: str) -> None:
    assert message == text


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
