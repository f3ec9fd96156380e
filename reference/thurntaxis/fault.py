"""What is wrong with an input, and what would be right, in one line."""

import errno
from collections.abc import Sequence
from typing import NamedTuple, Self

from thurntaxis.message import Hint, Message, gaps, verbatim

MOST_FAULTS = 50
"""The greatest number of faults reported for one file."""


def messages(wrong: str, right: str, values: Sequence[object]) -> tuple[Message, Message]:
    """Return what is wrong and what would be right, each a message, or a template whose gaps are filled.

    The values fill the gaps of the templates in order; gaps of one name have one value.
    """
    texts = wrong, right
    names = gaps(*(text for text in texts if not isinstance(text, Message)))
    facts = dict(zip(names, values, strict=True))
    of_wrong, of_right = (
        text if isinstance(text, Message) else Message(text, **{name: facts[name] for name in gaps(text)})
        for text in texts
    )
    return of_wrong, of_right


_FOUND = frozenset({"is {value}", 'is "{text}"', 'invalid value "{text}"', "holds {number}", "this is {kind}"})
"""The templates that only name what was found."""


def in_one_line(wrong: Message, right: Message) -> Message:
    """Return what is wrong and what would be right as one message.

    >>> print(in_one_line(Message("is {value}", 3), Message("a list")))
    expected a list, found 3
    """
    if wrong.template in _FOUND:
        found = next(iter(wrong.facts.values()))
        if wrong.template.endswith('"'):
            return Message('expected {right}, found "{text}"', right=right, text=found)
        return Message("expected {right}, found {found}", right=right, found=found)
    if isinstance(right, Hint):
        return Message("{wrong}; {right}", wrong=wrong, right=right)
    return Message("{wrong}; expected {right}", wrong=wrong, right=right)


class _Fault(NamedTuple):
    key: str
    wrong: Message
    right: Message


class Fault(_Fault):
    """A fault in a file: its key, what is wrong, and what would be right.

    >>> print(Fault("turn.drawn", "is {value}", "at most {most}", 3, 2))
    turn.drawn: expected at most 2, found 3
    """

    __slots__ = ()

    def __new__(cls, key: str, wrong: str, right: str, *values: object) -> Self:
        """Make the messages of their templates and values, as `messages` does."""
        return super().__new__(cls, key, *messages(wrong, right, values))

    def __str__(self) -> str:
        line = in_one_line(self.wrong, self.right)
        return f"{self.key}: {line}" if self.key else str(line)


class InputError(ValueError):
    """An input that can't be used."""

    def __init__(self, wrong: str, right: str, *values: object) -> None:
        """Say what is wrong, and what would be right, as `messages` does."""
        super().__init__(*messages(wrong, right, values))

    @property
    def wrong(self) -> Message:
        """What is wrong."""
        return self.args[0]  # type: ignore[no-any-return]

    @property
    def right(self) -> Message:
        """What would be right."""
        return self.args[1]  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return str(in_one_line(self.wrong, self.right))


OS_ERRORS = {
    errno.ENOENT: "not found",
    errno.ENOTDIR: "not found",
    errno.EISDIR: "it is a folder",
    errno.EEXIST: "it already exists",
    errno.EACCES: "access is denied",
    errno.EPERM: "access is denied",
    errno.EROFS: "the disk is read-only",
    errno.ENOSPC: "the disk is full",
    errno.EFBIG: "the disk is full",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EPIPE: "the reader has closed it",
}
"""The message for an error of the operating system, by its number."""

NOT_FOUND = Message("not found")


def unreadable(error: OSError) -> Message:
    """Return that a file isn't found, or why it can't be read."""
    reason = reason_of(error)
    return reason if reason == NOT_FOUND else Message("can't be read: {reason}", reason)


def reason_of(error: OSError) -> Message:
    """Return why the operating system refused something; errors that are not in `OS_ERRORS` in its own words."""
    if isinstance(error.strerror, Message):
        return error.strerror
    return Message(OS_ERRORS[error.errno]) if error.errno in OS_ERRORS else verbatim(error.strerror or error)
