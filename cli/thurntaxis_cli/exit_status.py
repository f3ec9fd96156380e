"""Exit statuses of the command."""

DONE = 0
"""The question has been answered."""

NO = 1
"""The answer is no: an illegal event, a failed check."""

BAD = 2
"""Bad input or usage."""

INTERRUPTED = 130
"""Interrupted by Ctrl-C."""

BROKEN_PIPE = 141
"""Nobody reads the output any more."""
