"""What is wrong with an input, in the form `what is wrong (what would be right)`."""

import errno
from collections.abc import Sequence
from typing import NamedTuple, Self

from thurntaxis.message import Message, gaps, verbatim

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


class _Fault(NamedTuple):
    key: str
    wrong: Message
    right: Message


class Fault(_Fault):
    """A fault in a file: its key, what is wrong, and what would be right.

    >>> print(Fault("turn.drawn", "is {value}", "at most {most}", 3, 2))
    turn.drawn: is 3 (at most 2)
    """

    __slots__ = ()

    def __new__(cls, key: str, wrong: str, right: str, *values: object) -> Self:
        """Make the messages of their templates and values, as `messages` does."""
        return super().__new__(cls, key, *messages(wrong, right, values))

    def __str__(self) -> str:
        return f"{self.key}: {self.wrong} ({self.right})" if self.key else f"{self.wrong} ({self.right})"


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
        return f"{self.wrong} ({self.right})"


OS_ERRORS = {
    errno.ENOENT: "there is no such file or folder",
    errno.ENOTDIR: "there is no such folder",
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


def reason_of(error: OSError) -> Message:
    """Return why the operating system refused something; errors that are not in `OS_ERRORS` in its own words."""
    if isinstance(error.strerror, Message):
        return error.strerror
    return Message(OS_ERRORS[error.errno]) if error.errno in OS_ERRORS else verbatim(error.strerror or error)
