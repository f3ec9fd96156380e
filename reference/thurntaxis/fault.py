"""What is wrong with an input, in the form `what is wrong (what would be right)`."""

import errno
from typing import NamedTuple

from thurntaxis.message import Message, verbatim

MOST_FAULTS = 50
"""The greatest number of faults reported for one file."""


class Fault(NamedTuple):
    """A fault in a file: its key, what is wrong, and what would be right."""

    key: str
    wrong: Message
    right: Message

    def __str__(self) -> str:
        return f"{self.key}: {self.wrong} ({self.right})" if self.key else f"{self.wrong} ({self.right})"


class InputError(ValueError):
    """An input that can't be used."""

    def __init__(self, wrong: Message, right: Message) -> None:
        """Say what is wrong, and what would be right."""
        super().__init__(wrong, right)

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
